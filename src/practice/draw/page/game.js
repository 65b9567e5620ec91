// The data of the page, and the game in it. The code works for every game.

const $ = (id) => document.getElementById(id);
const t = (key, values = {}) => {
  const forms = T[key].split("|");
  const form = values.n === 1 || forms.length === 1 ? forms[0] : forms[1];
  return form.replace(/\{(\w+)\}/g, (_, word) => String(values[word]));
};
const hear = (target, event, act) => target.addEventListener(event, act);
const OTHER = { W: "L", D: "D", L: "W" };
const WORDS = { W: T.won, D: T.drawn, L: T.lost };
const VERBS = { W: T.wins, D: T.draws, L: T.loses };
const element = (name, attributes = {}, ...inside) => {
  const made = document.createElement(name);
  for (const [key, known] of Object.entries(attributes)) made.setAttribute(key, known);
  made.append(...inside);
  return made;
};

// Many elements with one Tab stop: left and right go through them in order, up and down to the nearest in another line.
const rove = (box, wanted) => {
  const all = () => [...box.querySelectorAll(wanted)].filter((item) => !item.disabled && (item.matches("summary") || !item.closest("details:not([open])")));
  const settle = (now) => {
    const items = all();
    const stop = now ?? items.find((item) => item.matches(".chosen, .now *")) ?? items[0];
    for (const item of box.querySelectorAll(wanted)) item.setAttribute("tabindex", item === stop ? "0" : "-1");
  };
  const middle = (item) => {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    return [left + right, top + bottom];
  };
  const line = (items, from, way) => {
    const [x, y] = middle(from);
    const far = (item) => [(middle(item)[1] - y) * way, Math.abs(middle(item)[0] - x)];
    const [first] = items.filter((item) => far(item)[0] > 8).sort((a, b) => far(a)[0] - far(b)[0] || far(a)[1] - far(b)[1]);
    return first ?? from;
  };
  hear(box, "keydown", (event) => {
    const items = all();
    const i = items.indexOf(event.target);
    if (i < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = { ArrowLeft: () => items[i - 1], ArrowRight: () => items[i + 1], ArrowUp: () => line(items, items[i], -1), ArrowDown: () => line(items, items[i], 1), Home: () => items[0], End: () => items.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    next()?.focus();
  });
  hear(box, "focusin", (event) => event.target.matches(wanted) && settle(event.target));
  new MutationObserver(() => settle()).observe(box, { childList: true, subtree: true, attributeFilter: ["open", "disabled"] });
  settle();
};

// Words in back-ticks are code.
const coded = (text) => text.split("`").map((part, i) => (i % 2 ? element("code", {}, part) : part));
const unpack = async (text) => {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
};
let data;
try {
  data = await unpack($("data").textContent.trim());
} catch (error) {
  $("trouble").textContent = t("trouble", { error: error.message });
  $("trouble").hidden = false;
  return;
}
const { stage } = data;
const isCounted = stage.kind === "heaps" || stage.kind === "numbers";
const total = data.outcomes.length;
const everyPosition = Array.from({ length: total }, (_, at) => at);
const swap = data.folding?.kind === "players" ? data.folding.marks : null;
const bound = data.folding?.kind === "plies" ? data.folding : null;

// Positions. An image of another position under a symmetry of the board has no data of its own.

const model = (at) => data.model?.[at] ?? at;
const symmetry = (at) => (data.model ? data.symmetries[data.symmetry[at]] : null);
const flats = new Map();
const flat = (at) => {
  if (model(at) === at) return data.pieces[at];
  if (!flats.has(at)) flats.set(at, imaged(data.pieces[model(at)], symmetry(at)));
  return flats.get(at);
};
const imaged = (list, by) => {
  const found = [];
  for (let i = 0; i < list.length; i += 3) found.push([by[list[i]], list[i + 1], list[i + 2]]);
  return found.flat();
};
// The same pieces in any order have the same key.
const key = (at, list) => {
  const found = [];
  for (let i = 0; i < list.length; i += 3) found.push((list[i] * 64 + list[i + 1]) * 1e6 + list[i + 2]);
  return `${data.player[at]} ${data.remark[at]} ${found.sort((a, b) => a - b)}`;
};
let numbers = null;
const imageOf = (at, by) => {
  if (!numbers) {
    numbers = new Map();
    for (let i = 0; i < total; i += 1) numbers.set(key(i, flat(i)), i);
  }
  return numbers.get(key(at, imaged(flat(at), by)));
};
const placeNumbers = new Map(stage.places.map((place, i) => [place.name, i]));
// Exchanges the names of places in the name of a move. Places of a set stay in their order.
const renamed = (name, by) => {
  const words = name.split(" ");
  const single = words.map((word) => placeNumbers.get(word)).filter((place) => place !== undefined).map((place) => by[place]).sort((a, b) => a - b);
  let next = 0;
  const image = (word) => (placeNumbers.has(word) ? stage.places[by[placeNumbers.get(word)]].name : word);
  return words.map((word) => (placeNumbers.has(word) ? stage.places[single[next++]].name : word.split("-").map(image).join("-"))).join(" ");
};

// The game. A moment is a position, the number of plies so far, and whether the players are exchanged in it.

const moment = (at) => ({ at, turned: false, plies: 0 });
const after = (from, move) => ({ at: move.to, turned: swap !== null && !from.turned, plies: from.plies + 1 });
const listed = new Map();
const allMoves = (at) => {
  if (listed.has(at)) return listed.get(at);
  let list = [];
  if (model(at) === at) {
    let name = 0;
    let to = 0;
    data.moves[at].forEach((less, i) => {
      name += less;
      to += data.after[at][i];
      list.push({ name: data.names[name], to });
    });
  } else {
    const by = symmetry(at);
    list = allMoves(model(at)).map(({ name, to }) => ({ name: renamed(name, by), to: imageOf(to, by) }));
  }
  listed.set(at, list);
  return list;
};
const moves = (now) => (ended(now) === null ? allMoves(now.at) : []);
const role = (at) => (data.player[at] < 0 ? null : data.players[data.player[at]]);
const player = (now) => (swap ? swap[now.turned ? 1 : 0] : role(now.at));
// If the number of plies is bounded, one player wins at the bound.
const late = (at) => (role(at) === bound.winner ? "W" : "L");
const ended = (now) => {
  const letter = data.over[now.at];
  if (letter !== ".") return letter;
  return bound && now.plies >= bound.most ? late(now.at) : null;
};
const raw = (at) => ({
  outcome: data.outcomes[at],
  distance: data.distances[at] < 0 ? null : data.distances[at],
  nimber: data.nimbers?.[at] ?? null,
  score: data.scores?.[at] ? BigInt(data.scores[at]) : null,
});
const value = ({ at, plies }) => {
  const known = raw(at);
  if (!bound) return known;
  const left = bound.most - plies;
  const inTime = known.outcome !== "D" && known.distance <= left;
  return inTime ? known : { ...known, outcome: late(at), distance: left };
};
const label = ({ outcome, distance, nimber, score }) =>
  outcome + (distance === null ? "" : ` ${distance}`) + (nimber === null ? "" : ` *${nimber}`) + (score === null ? "" : ` ${signed(score)}`);
// Scores are whole numbers of units of the last decimal place, and people see points.
const points = (units) => {
  const digits = String(units < 0n ? -units : units).padStart(data.decimals + 1, "0");
  const [whole, rest] = [digits.slice(0, digits.length - data.decimals), digits.slice(digits.length - data.decimals).replace(/0+$/, "")];
  return `${units < 0n ? "-" : ""}${whole}${rest ? "." : ""}${rest}`;
};
const signed = (units) => (units < 0n ? "" : "+") + points(units);
// Compares moves by outcome, then by difference, then by pace. The winner hurries, the loser delays.
const rank = (next) => {
  const { outcome, distance, score } = value(next);
  const pace = outcome === "L" ? -distance : outcome === "W" ? distance : 0;
  return ["WDL".indexOf(outcome), score === null ? 0n : -score, pace];
};
const better = (a, b) => {
  const i = a.findIndex((part, k) => part !== b[k]);
  return i >= 0 && a[i] > b[i];
};
const best = (now) => {
  let found = null;
  for (const move of moves(now)) {
    const ranked = rank(after(now, move));
    if (found === null || better(ranked, found.ranked)) found = { move, ranked };
  }
  return found?.move ?? null;
};
// The value of a move for the player who makes it: its outcome, or the points that it gains.
const worthOf = (known) => (known.score === null ? "LDW".indexOf(known.outcome) : known.score);
const worthAfter = (next) => {
  const known = value(next);
  return known.score === null ? "LDW".indexOf(OTHER[known.outcome]) : -known.score;
};
const goodMoves = (now) => {
  const most = worthOf(value(now));
  return moves(now).filter((move) => worthAfter(after(now, move)) >= most);
};
const pieces = ({ at, turned }) => {
  const list = [];
  const known = flat(at);
  for (let i = 0; i < known.length; i += 3) {
    let mark = data.marks[known[i + 1]];
    if (turned && swap.includes(mark)) mark = swap[1 - swap.indexOf(mark)];
    list.push({ place: known[i], mark, count: known[i + 2] });
  }
  return list;
};
// The sizes of all heaps.
const sizesOf = (now) => {
  const sizes = stage.places.map(() => 0);
  for (const { place, count } of pieces(now)) sizes[place] = count;
  return sizes;
};
const heapName = (i) => (stage.kind === "heaps" && /^\d+$/.test(stage.places[i].name) ? t("heap", { name: stage.places[i].name }) : stage.places[i].name);
const heldBy = (i, n) => t("holds", { heap: heapName(i), n });
// The name of a move for people: the rest of each heap that it lowers. Other moves have their typed names.
const moveName = (now, move) => {
  if (stage.kind !== "heaps" || data.sums) return move.name;
  const [before, left] = [now, after(now, move)].map(sizesOf);
  if (left.some((n, i) => n > before[i])) return move.name;
  return left.flatMap((n, i) => (n < before[i] ? [t("leave", { heap: heapName(i), n })] : [])).join(", ") || move.name;
};
// The places that a move changes.
const changes = (from, to) => {
  const counts = new Map();
  for (const [list, sign] of [[pieces(from), -1], [pieces(to), 1]]) {
    for (const { place, mark, count } of list) {
      const word = `${place} ${mark}`;
      counts.set(word, (counts.get(word) ?? 0) + sign * count);
    }
  }
  return new Set([...counts].filter(([, n]) => n !== 0).map(([word]) => Number(word.split(" ")[0])));
};
const verdict = (now) => {
  const { outcome: letter, distance, nimber, score } = value(now);
  const mover = player(now);
  const over = ended(now) !== null;
  const who = mover === null ? T.playerToMove : over ? mover : t("toMove", { who: mover });
  const word = WORDS[letter];
  const parts = [];
  if (over) parts.push(t("verdictOver", { letter, word, who }));
  else if (letter === "D" && score === null) parts.push(T.verdictDraw);
  else if (distance === null) parts.push(t("verdict", { letter, word, who }));
  else parts.push(t("verdictIn", { letter, word, who, plies: t("plies", { n: distance }) }));
  if (nimber !== null) parts.push(t("nimber", { n: nimber }));
  if (score !== null) parts.push(t("score", { n: signed(score) }));
  return parts.join(" ");
};
const remarkOf = (now) => (data.positions ? t("position", { name: data.positions[now.at] }) : (data.remarks[data.remark[now.at]] ?? ""));
const shortValue = ({ outcome, distance, score }) => {
  if (score !== null) return `${WORDS[outcome]} (${signed(score)})`;
  if (distance === null || outcome === "D") return WORDS[outcome];
  return t(outcome === "W" ? "wasWonIn" : "wasLostIn", { n: distance });
};
// A position in a few words.
const nameOf = (now) => {
  if (data.positions) return data.positions[now.at];
  const list = pieces(now);
  const remark = remarkOf(now);
  if (isCounted) return sizesOf(now).join(" ");
  if (list.length === 1 && list[0].count === 1) return [stage.places[list[0].place].name, data.scores && remark].filter(Boolean).join(": ");
  const marks = new Map();
  for (const { place, mark, count } of list) {
    marks.set(mark, [...(marks.get(mark) ?? []), stage.places[place].name + (count > 1 ? `×${count}` : "")]);
  }
  return [...marks].map(([mark, places]) => `${mark} ${places.join(" ")}`).join(", ") || remark || T.noPieces;
};
// A position for people who listen.
const spokenName = (now) => (isCounted && !data.positions ? sizesOf(now).map((n, i) => heldBy(i, n)).join(", ") : fullName(now));
const fullName = (now) => {
  const who = player(now);
  return nameOf(now) + (who === null || swap ? "" : `, ${t("roleToMove", { who })}`);
};
// Numbers that look random and are the same for the same seed (mulberry32).
const random = (seed) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};
