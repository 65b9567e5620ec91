// Play against an opponent, or for both sides.

// The moments of this game with the moves that led to them. Those after the cursor can be redone.
let line = [];
let cursor = 0;
let picked = new Set();
let games = 0;
let said = "";
let fresh = null;
const SHOWN = 300;
// The positions of a puzzle: each right move and each reply leads to the next one.
const puzzle = data.puzzle ?? null;
let solvedPuzzle = false;
const here = () => line[cursor].now;
const alone = () => puzzle === null && $("opponent").value === "person";
const human = (ply) => alone() || (puzzle === null ? Number($("side").value) : 0) === ply % 2;
const name = (now, ply) => {
  const role = player(now);
  if (alone()) return role ?? (ply % 2 ? T.playerSecond : T.playerFirst);
  return t("as", { who: human(ply) ? T.you : T.opponentName, role: role ?? (ply % 2 ? T.playerSecond : T.playerFirst) });
};
const add = (move) => {
  line.length = cursor + 1;
  line.push({ now: after(here(), move), move });
  cursor += 1;
};
const chosen = () => {
  const list = moves(here());
  if (puzzle === null && $("opponent").value === "careless") {
    const next = random(games * 1000 + cursor);
    if (next() < 0.4) return list[Math.floor(next() * list.length)];
  }
  if (puzzle !== null && !solvedPuzzle) return moves(here()).find((move) => move.to === puzzle[cursor + 1]);
  return best(here());
};
const reply = () => {
  said = "";
  while (!human(cursor)) {
    if (ended(here()) !== null) break;
    fresh = here();
    add(chosen());
    said = t("moved", { move: moveName(fresh, line[cursor].move) });
  }
  picked = new Set();
  lift(here());
};
const make = (move) => {
  if (puzzle !== null && !solvedPuzzle && move.to !== puzzle[cursor + 1]) return refute(move);
  const isInList = $("moves").contains(document.activeElement);
  fresh = here();
  add(move);
  if (puzzle !== null) solvedPuzzle ||= cursor === puzzle.length - 1;
  const lost = $("warn").checked && puzzle === null ? thrown(cursor) : null;
  reply();
  if (lost) said = [data.scores ? t("warnScore", { n: points(lost.had - lost.has) }) : value(lost.before).outcome === "W" ? T.warnWin : T.warnDraw, said].filter(Boolean).join(" ");
  if (puzzle !== null) solvedPuzzle ||= cursor === puzzle.length - 1;
  show();
  // The button is gone, and the keyboard goes on in the list.
  if (isInList) ($("moves").querySelector("button") ?? $("moves")).focus();
};
const refute = (move) => {
  const answer = best(after(here(), move));
  picked = new Set();
  lift(here());
  show();
  $("status").textContent = answer ? t("puzzleWrong", { move: moveName(here(), move), reply: moveName(after(here(), move), answer) }) : t("puzzleWrongEnd", { move: moveName(here(), move) });
};
const begin = (now) => {
  games += 1;
  // A pupil who knows the first game wants to find the mistakes alone.
  if (games === 2) $("warn").checked = false;
  solvedPuzzle = false;
  line = [{ now, move: null }];
  cursor = 0;
  fresh = null;
  reply();
  show();
};
const go = (ply) => {
  cursor = ply;
  fresh = null;
  said = "";
  picked = new Set();
  lift(here());
  show();
};
const earlier = () => {
  let ply = cursor - 1;
  while (ply > 0 && !human(ply)) ply -= 1;
  return ply >= 0 && human(ply) ? ply : null;
};
const later = () => {
  let ply = cursor + 1;
  while (ply < line.length - 1 && !human(ply)) ply += 1;
  return ply < line.length ? ply : null;
};

// What a move threw away, or null.
const thrown = (ply) => {
  const before = line[ply - 1].now;
  const [had, has] = [worthOf(value(before)), worthAfter(line[ply].now)];
  return has < had ? { before, had, has, better: moveName(before, best(before)) } : null;
};
const blunder = (ply) => {
  const found = thrown(ply);
  if (!found) return "";
  const { before, had, has, better: name } = found;
  if (data.scores) return t("blunderScore", { n: points(had - has), best: name });
  return t(value(before).outcome === "W" ? "blunderWin" : "blunderDraw", { best: name });
};
const status = () => {
  const now = here();
  const words = [said];
  const end = ended(now);
  if (solvedPuzzle) words.push(T.puzzleDone);
  if (end === "D") words.push(T.overDraw);
  else if (end !== null) {
    const loser = end === "L" ? cursor : cursor + 1;
    words.push(alone() ? t("overWon", { who: name(now, loser + 1) }) : human(loser) ? T.overLose : T.overWin);
  } else {
    words.push(t("toMoveIs", { who: name(now, cursor) }));
    if (bound) words.push(t("turnOf", { n: Math.min(now.plies + 1, bound.most), all: bound.most }));
    const before = line.slice(0, cursor).filter(({ now: other }) => other.at === now.at && other.turned === now.turned).length;
    if (before > 0) words.push(t("again", { n: before }));
  }
  return words.filter(Boolean).join(" ");
};
const review = () => {
  const box = $("review");
  const now = here();
  const end = ended(now);
  const won = end === "L" ? (cursor + 1) % 2 : end === "W" ? cursor % 2 : null;
  const mine = Array.from({ length: cursor }, (_, i) => i + 1).filter((ply) => human(ply - 1) && (ply - 1) % 2 !== won);
  box.hidden = end === null || mine.length === 0;
  if (box.hidden) return;
  const ply = mine.filter(thrown).pop();
  const lost = !human(won ?? 0) || alone();
  if (ply === undefined) {
    box.hidden = !lost || end === "D" || value(line[0].now).outcome !== (human(0) ? "L" : "W");
    box.textContent = t("reviewLost", { before: shortValue({ ...value(line[0].now), outcome: "L" }) });
    return;
  }
  const { before, had, has, better: name_ } = thrown(ply);
  const words = { n: ply, move: moveName(before, line[ply].move), best: name_ };
  const text = data.scores
    ? t("reviewScore", { ...words, cost: points(had - has) })
    : t("review", { ...words, before: shortValue(value(before)), verb: VERBS[value(before).outcome] });
  const button = element("button", { type: "button", id: "go-on" }, T.goOn);
  hear(button, "click", () => {
    go(ply - 1);
    $("moves").querySelector("button")?.focus();
  });
  box.replaceChildren(element("p", {}, text), button);
};
const showHistory = () => {
  // A game that was taken back is not over, and its remarks would give the solution away.
  const told = $("values").checked || ended(here()) !== null;
  for (const id of ["history", "history-heading"]) $(id).hidden = line.length === 1;
  $("history").replaceChildren(...line.slice(1).map(({ now, move }, i) => {
    const ply = i + 1;
    const item = element("li", ply === cursor ? { class: "now" } : {});
    const jump = element("button", { type: "button" }, moveName(line[i].now, move));
    // Play goes on where it is the reader's turn.
    hear(jump, "click", () => go(human(ply) || ply + 1 === line.length ? ply : ply + 1));
    item.append(jump, ` ${name(line[i].now, i)}`);
    if (told) {
      const next = value(now);
      const mine = { ...next, outcome: OTHER[next.outcome], distance: next.distance === null ? null : next.distance + 1, score: next.score === null ? null : -next.score };
      item.append(`: ${t("valueMove", { before: shortValue(value(line[i].now)), after: shortValue(mine) })}. `);
      const wrong = blunder(ply);
      if (wrong) item.append(element("strong", { class: "bad" }, wrong));
    }
    return item;
  }));
};
const moveButton = ({ move, next, changed: places }) => {
  const button = element("button", { type: "button" }, moveName(here(), move));
  button.dataset.move = move.name;
  if ($("values").checked) {
    const { outcome, distance, score } = value(next);
    const mine = OTHER[outcome];
    const verb = VERBS[mine];
    const words = score !== null ? (mine === "D" ? verb : t("by", { verb, n: points(score < 0n ? -score : score) })) : distance === null ? verb : t("in", { verb, n: distance + 1 });
    button.append(" ", element("span", { class: `tag ${mine.toLowerCase()}` }, words));
  }
  hear(button, "click", () => make(move));
  const point = () => document.querySelectorAll("#board [data-cell]").forEach((group) => group.classList.toggle("changed", places.has(Number(group.dataset.cell))));
  hear(button, "mouseenter", point);
  hear(button, "focus", point);
  return element("li", {}, button);
};
const show = () => {
  const now = here();
  const told = $("values").checked;
  const lifting = isLifting();
  const known = lifting && block.placed !== null ? block.legal.get(block.placed) : moves(now);
  const rest = lifting && block.placed !== null;
  const all = human(cursor) ? known.map((move) => {
    const next = after(now, move);
    const places = changes(now, next);
    return { move, next, changed: places, picks: rest ? restChanges(move) : places };
  }) : [];
  const fits = ({ picks }) => [...picked].every((place) => picks.has(place));
  const fit = all.filter(fits);
  const open = lifting && !rest ? new Set() : new Set(fit.flatMap(({ picks }) => [...picks]));
  const pick = (place) => {
    if (!picked.delete(place)) picked.add(place);
    const left = all.filter(fits);
    if (picked.size && left.length === 1) return make(left[0].move);
    show();
    document.querySelector(`#board [data-place="${place}"]`)?.focus();
  };
  const isLifted = lifting && String(block.ghost) !== String(cellsOf(now, block.mark));
  const ghost = isLifted ? { cells: block.ghost, free: block.legal.has(String(block.ghost)) } : null;
  const svg = picture(now, { picked, open, blind: !told, title: T.board, ghost, lifted: isLifted ? block.mark : null }, pick);
  $("board").replaceChildren(svg);
  if (fresh) slide(svg, fresh, now);
  fresh = null;
  showBlock();
  $("status").textContent = status();
  const parts = told && data.parts?.[now.at] ? ` ${t("partsAre", { parts: data.parts[now.at] })}` : "";
  $("remark").textContent = remarkOf(now);
  $("worth").textContent = told ? verdict(now) + parts : "";
  $("undo").disabled = earlier() === null;
  $("redo").disabled = later() === null;
  const count = t(picked.size ? "movePicked" : "moveCount", { n: fit.length });
  $("picked").textContent = fit.length === 0 ? T.noMoves : fit.length > SHOWN ? t("moveShown", { moves: count, n: SHOWN }) : count;
  $("moves").replaceChildren(...fit.slice(0, SHOWN).map(moveButton));
  review();
  showHistory();
};

// The starts that the solver chooses: the start of the input, and positions of a kind if there are some.
const starts = (() => {
  const found = { startGiven: data.start };
  const open = everyPosition.filter((at) => data.over[at] === "." && model(at) === at);
  const kind = (letter) => open.filter((at) => value(moment(at)).outcome === letter);
  const only = (list) => list.find((at) => allMoves(at).length > 1 && goodMoves(moment(at)).length === 1);
  const longest = (list) => [...list].sort((a, b) => data.distances[b] - data.distances[a] || a - b);
  const [one] = [only(longest(kind("W")).slice(0, 500))];
  if (one !== undefined) found.startOne = one;
  const [long] = longest(open);
  if (long !== undefined && data.distances[long] > 1) found.startLong = long;
  const draw = bound ? undefined : only(kind("D").slice(0, 2000));
  if (draw !== undefined) found.startDraw = draw;
  return found;
})();
for (const word of Object.keys(starts)) $("start").append(element("option", { value: word }, T[word]));
const restart = () => begin(moment(starts[$("start").value]));
const playFrom = (at) => {
  if (!starts.startHere) $("start").append(element("option", { value: "startHere" }, T.startHere));
  starts.startHere = at;
  $("start").value = "startHere";
  restart();
};
for (const id of ["board", "moves", "history"]) rove($(id), "[data-place], button");
$("how").append(...coded(t("how", { how: data.how })));
hear($("start"), "change", restart);
// Play goes on with another opponent, or for the other side.
for (const id of ["side", "opponent"]) {
  hear($(id), "change", () => {
    $("side").disabled = alone();
    reply();
    show();
  });
}
hear($("new"), "click", restart);
hear($("values"), "change", show);
hear($("undo"), "click", () => go(earlier()));
hear($("redo"), "click", () => go(later()));
hear($("type"), "submit", (event) => {
  event.preventDefault();
  const typed = $("typed").value.trim().split(/\s+/).join(" ");
  const move = human(cursor) && moves(here()).find((known) => known.name === typed);
  if (!move) {
    $("status").textContent = T.illegal;
    return;
  }
  $("typed").value = "";
  make(move);
});
