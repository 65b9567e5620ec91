// A piece that covers several cells of a board: it is dragged, turned and flipped before it is put down.

const block = { mark: null, legal: new Map(), ghost: null, placed: null };
const cellsOf = (now, mark) => pieces(now).filter((piece) => piece.mark === mark).map((piece) => piece.place).sort((a, b) => a - b);
// Returns the piece that every move of a position lifts.
const liftedBy = (now) => {
  const [move] = moves(now);
  if (!move) return null;
  return blocks.find((mark) => String(cellsOf(now, mark)) !== String(cellsOf(after(now, move), mark))) ?? null;
};
const lift = (now) => {
  block.mark = liftedBy(now);
  block.legal = new Map();
  block.placed = null;
  block.ghost = null;
  if (block.mark === null) return;
  block.ghost = cellsOf(now, block.mark);
  for (const move of moves(now)) {
    const cells = String(cellsOf(after(now, move), block.mark));
    block.legal.set(cells, [...(block.legal.get(cells) ?? []), move]);
  }
};
const rowsOfBoard = stage.kind === "board" ? Math.ceil(stage.places.length / stage.columns) : 0;
const spots = (cells) => cells.map((cell) => [cell % stage.columns, Math.floor(cell / stage.columns)]);
const cellsAt = (list) => list.map(([x, y]) => y * stage.columns + x).sort((a, b) => a - b);
const range = (list, axis) => [Math.min(...list.map((spot) => spot[axis])), Math.max(...list.map((spot) => spot[axis]))];
// Moves cells by the smallest step that brings them back to the board.
const inside = (list) => {
  const [left, right] = range(list, 0);
  const [top, bottom] = range(list, 1);
  const dx = Math.max(0, -left) - Math.max(0, right - stage.columns + 1);
  const dy = Math.max(0, -top) - Math.max(0, bottom - rowsOfBoard + 1);
  return list.map(([x, y]) => [x + dx, y + dy]);
};
const shifted = (cells, dx, dy) => cellsAt(inside(spots(cells).map(([x, y]) => [x + dx, y + dy])));
const changed = (cells, by) => {
  const list = spots(cells);
  const [[left], [top]] = [range(list, 0), range(list, 1)];
  const turned = list.map(([x, y]) => by(x - left, y - top));
  const [[low], [high]] = [range(turned, 0), range(turned, 1)];
  return cellsAt(inside(turned.map(([x, y]) => [x - low + left, y - high + top])));
};
// Moves the ghost onto a cell, to a free placement if there is one. A touch of the ghost itself turns it.
const reach = (cell) => {
  if (block.ghost.includes(cell)) return changed(block.ghost, (x, y) => [-y, x]);
  const [[x, y]] = spots([cell]);
  const ways = spots(block.ghost).map(([a, b]) => shifted(block.ghost, x - a, y - b)).filter((cells) => cells.includes(cell));
  return ways.find((cells) => block.legal.has(String(cells))) ?? ways[0] ?? block.ghost;
};
const putDown = () => {
  const key = String(block.ghost);
  const list = block.legal.get(key);
  if (!list) return;
  if (list.length === 1) return make(list[0]);
  if (block.placed === key) {
    const plain = list.find((move) => restChanges(move).size === 0);
    if (plain) return make(plain);
  }
  block.placed = key;
  show();
};
// The places where a move changes other pieces than the lifted one.
const restChanges = (move) => {
  const from = pieces(here()).filter((piece) => piece.mark !== block.mark);
  const to = pieces(after(here(), move)).filter((piece) => piece.mark !== block.mark);
  const words = (list) => new Set(list.map(({ place, mark, count }) => `${place} ${mark} ${count}`));
  const [a, b] = [words(from), words(to)];
  return new Set([...a].filter((word) => !b.has(word)).concat([...b].filter((word) => !a.has(word))).map((word) => Number(word.split(" ")[0])));
};
const setGhost = (cells) => {
  block.ghost = cells;
  block.placed = null;
  picked = new Set();
  show();
};
const SIGNS = { left: "←", up: "↑", down: "↓", rightwards: "→" };
const ACTIONS = [
  ["left", "ArrowLeft", () => setGhost(shifted(block.ghost, -1, 0))],
  ["up", "ArrowUp", () => setGhost(shifted(block.ghost, 0, -1))],
  ["down", "ArrowDown", () => setGhost(shifted(block.ghost, 0, 1))],
  ["rightwards", "ArrowRight", () => setGhost(shifted(block.ghost, 1, 0))],
  ["turn", "r", () => setGhost(changed(block.ghost, (x, y) => [-y, x]))],
  ["flip", "f", () => setGhost(changed(block.ghost, (x, y) => [-x, y]))],
  ["put", "Enter", putDown],
];
const isLifting = () => block.mark !== null && human(cursor) && ended(here()) === null;
for (const [word, , act] of ACTIONS) {
  const button = element("button", { type: "button", id: `block-${word}`, "aria-label": T[word] }, SIGNS[word] ?? T[word]);
  hear(button, "click", () => {
    act();
    $(`block-${word}`).focus();
  });
  $("block-keys").append(button);
}
hear($("board"), "keydown", (event) => {
  // Arrow keys in the rest of a move go through its places.
  const action = event.target === $("board") && isLifting() && ACTIONS.find(([, key]) => key.toLowerCase() === event.key.toLowerCase());
  if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  action[2]();
  $("board").focus();
});
rove($("block-keys"), "button");
let drag = null;
const cellUnder = (event) => {
  const svg = $("board").querySelector("svg");
  const box = svg.getBoundingClientRect();
  const [x, y] = [(event.clientX - box.left) / box.width * placed.size[0], (event.clientY - box.top) / box.height * placed.size[1]];
  const [column, row] = [Math.floor((x - 4) / CELL), Math.floor((y - 4) / CELL)];
  return column >= 0 && row >= 0 && column < stage.columns && row < rowsOfBoard ? row * stage.columns + column : null;
};
hear($("board"), "pointerdown", (event) => {
  const cell = isLifting() ? cellUnder(event) : null;
  if (cell === null || block.placed !== null) return;
  event.preventDefault();
  $("board").setPointerCapture(event.pointerId);
  drag = { cell, ghost: block.ghost, moved: false };
});
hear($("board"), "pointermove", (event) => {
  const cell = drag && drag.ghost.includes(drag.cell) ? cellUnder(event) : null;
  if (cell === null || cell === drag.cell && !drag.moved) return;
  const [[x, y], [a, b]] = spots([cell, drag.cell]);
  drag.moved = true;
  const cells = shifted(drag.ghost, x - a, y - b);
  if (String(cells) !== String(block.ghost)) setGhost(cells);
});
hear($("board"), "pointerup", () => {
  if (drag && !drag.moved) setGhost(reach(drag.cell));
  drag = null;
});
const showBlock = () => {
  const lifting = isLifting();
  $("block").hidden = !lifting;
  $("board").classList.toggle("blocks", lifting && block.placed === null);
  if (!lifting) {
    for (const name of ["tabindex", "role", "aria-label"]) $("board").removeAttribute(name);
    return;
  }
  const help = t("blockHelp", { mark: block.mark });
  $("board").setAttribute("tabindex", "0");
  $("board").setAttribute("role", "application");
  $("board").setAttribute("aria-label", help);
  const key = String(block.ghost);
  const isFree = block.legal.has(key);
  const isSame = key === String(cellsOf(here(), block.mark));
  $("block-put").disabled = !isFree;
  $("block-text").textContent = isSame ? help : block.placed === key ? T.blockThen : isFree ? T.blockFree : T.blockTaken;
};
