// The data of the page, and the game in it. The code works for every game.

const $ = (id) => document.getElementById(id);
const WORDS = { W: "won", D: "drawn", L: "lost" };
const OTHER = { W: "L", D: "D", L: "W" };
const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

const unpack = async (text) => {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
};
let data;
try {
  data = await unpack($("data").textContent.trim());
} catch (error) {
  $("trouble").textContent = `This browser cannot read the page's data: ${error.message}`;
  $("trouble").hidden = false;
  return;
}
const { stage } = data;
const total = data.pieces.length;
const swap = data.folding?.kind === "players" ? data.folding.marks : null;
const bound = data.folding?.kind === "plies" ? data.folding : null;

// The game. A moment is a position, the number of plies so far, and whether the players are exchanged in it.

const after = (moment, move) => ({ at: move.to, turned: swap !== null && !moment.turned, plies: moment.plies + 1 });
const listed = new Map();
const moves = (moment) => {
  if (ended(moment) !== null) return [];
  if (!listed.has(moment.at)) {
    const list = [];
    let name = 0;
    let to = 0;
    data.moves[moment.at].forEach((less, i) => {
      name += less;
      to += data.after[moment.at][i];
      list.push({ name: data.names[name], to });
    });
    listed.set(moment.at, list);
  }
  return listed.get(moment.at);
};
const role = (at) => (data.player[at] < 0 ? null : data.players[data.player[at]]);
const player = (moment) => (swap ? swap[moment.turned ? 1 : 0] : role(moment.at));
// If the number of plies is bounded, one player wins at the bound.
const late = (at) => (role(at) === bound.winner ? "W" : "L");
const ended = (moment) => {
  const letter = data.over[moment.at];
  if (letter !== ".") return letter;
  return bound && moment.plies >= bound.most ? late(moment.at) : null;
};
const value = ({ at, plies }) => {
  const distance = data.distances[at];
  const known = {
    outcome: data.outcomes[at],
    distance: distance < 0 ? null : distance,
    nimber: data.nimbers?.[at] ?? null,
    score: data.scores?.[at] ?? null,
  };
  if (!bound) return known;
  const left = bound.most - plies;
  const inTime = known.outcome !== "D" && known.distance <= left;
  return inTime ? known : { ...known, outcome: late(at), distance: left };
};
const label = ({ outcome, distance, nimber, score }) =>
  outcome + (distance === null ? "" : ` ${distance}`) + (nimber === null ? "" : ` *${nimber}`) + (score === null ? "" : ` ${score}`);
// Compares moves by outcome, then by difference, then by pace. The winner hurries, the loser delays.
const rank = (next) => {
  const { outcome, distance, score } = value(next);
  const pace = outcome === "L" ? -distance : outcome === "W" ? distance : 0;
  return ["WDL".indexOf(outcome), score === null ? 0n : -BigInt(score.replace("+", "")), pace];
};
const better = (a, b) => {
  const i = a.findIndex((part, k) => part !== b[k]);
  return i >= 0 && a[i] > b[i];
};
const best = (moment) => {
  let found = null;
  for (const move of moves(moment)) {
    const ranked = rank(after(moment, move));
    if (found === null || better(ranked, found.ranked)) found = { move, ranked };
  }
  return found?.move ?? null;
};
const pieces = ({ at, turned }) => {
  const list = [];
  const flat = data.pieces[at];
  for (let i = 0; i < flat.length; i += 3) {
    let mark = data.marks[flat[i + 1]];
    if (turned && swap.includes(mark)) mark = swap[1 - swap.indexOf(mark)];
    list.push({ place: flat[i], mark, count: flat[i + 2] });
  }
  return list;
};
// The places that a move changes.
const changes = (from, to) => {
  const counts = new Map();
  for (const [list, sign] of [[pieces(from), -1], [pieces(to), 1]]) {
    for (const { place, mark, count } of list) {
      const key = `${place} ${mark}`;
      counts.set(key, (counts.get(key) ?? 0) + sign * count);
    }
  }
  return new Set([...counts].filter(([, n]) => n !== 0).map(([key]) => Number(key.split(" ")[0])));
};
const verdict = (moment) => {
  const { outcome, distance, nimber, score } = value(moment);
  const mover = player(moment);
  const who = mover === null ? "the player to move" : ended(moment) === null ? `${mover}, to move` : mover;
  const parts = [];
  if (ended(moment) !== null) parts.push(`${outcome}: play is over, ${WORDS[outcome]} for ${who}.`);
  else if (outcome === "D" && score === null) parts.push("D: drawn, neither player can force a win.");
  else parts.push(`${outcome}: ${WORDS[outcome]} for ${who}${distance === null ? "" : `, in ${counted(distance, "ply", "plies")}`}.`);
  if (nimber !== null) parts.push(`Nimber ${nimber}.`);
  if (score !== null) parts.push(`Perfect play ends with a difference of ${score}.`);
  if (data.remark[moment.at] >= 0) parts.push(data.remarks[data.remark[moment.at]]);
  return parts.join(" ");
};
