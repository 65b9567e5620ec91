// Draws the stage and the pieces of a position.

const SVG = "http://www.w3.org/2000/svg";
const shape = (name, attributes, ...inside) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, known] of Object.entries(attributes)) made.setAttribute(key, known);
  made.append(...inside);
  return made;
};
const held = ({ mark, count }) => (count === 1 ? mark : `${count} ${mark}`);
const tint = (mark) => {
  const first = data.marks.filter((known) => /^[A-Z]$/.test(known)).indexOf(mark);
  return first < 0 ? "p2" : `p${swap ? swap.indexOf(mark) : first % 2}`;
};
const outline = (outcome, [width, height]) => {
  const rx = outcome === "W" ? Math.min(height / 2, 22) : outcome === "D" ? 8 : 0;
  return shape("rect", { class: "shape", x: -width / 2, y: -height / 2, width, height, rx });
};
const frame = ([width, height], title) => {
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": title });
};
const lines = (texts, top) => texts.map((text, i) => shape("text", { y: top + 18 * i }, text));
const CELL = 60;
// A letter that covers several cells of a board in every position is one piece.
const blocks = stage.kind !== "board" ? [] : data.marks.filter((mark) => {
  const number = data.marks.indexOf(mark);
  const cells = data.pieces[model(data.start)].filter((known, i, all) => i % 3 === 1 && known === number && all[i + 1] === 1);
  return /^[A-Z]$/.test(mark) && cells.length > 1;
});
const beside = (a, b) => {
  const [x, y] = [(a % stage.columns) - (b % stage.columns), Math.floor(a / stage.columns) - Math.floor(b / stage.columns)];
  return Math.abs(x) + Math.abs(y) === 1;
};
// One cell of a block. It reaches its neighbours of the same block.
const blockCell = (place, cells, kind) => {
  const joined = (by, ok) => ok && cells.includes(place + by);
  const column = place % stage.columns;
  const half = CELL / 2;
  const left = joined(-1, column > 0) ? half : half - 7;
  const right = joined(1, column < stage.columns - 1) ? half : half - 7;
  const top = joined(-stage.columns, true) ? half : half - 7;
  const bottom = joined(stage.columns, true) ? half : half - 7;
  return shape("rect", { class: kind, x: -left, y: -top, width: left + right, height: top + bottom });
};
const disc = (mark, r) => [shape("circle", { class: `token ${tint(mark)}`, r }), ...(/^[A-Z]$/.test(mark) ? [shape("text", { class: "sign on", y: 7 }, mark)] : [])];
// The position of each place, its empty look, and the drawing of its pieces.
const placed = {
  graph: () => ({
    size: stage.drawing.size,
    at: (i) => stage.drawing.at[i],
    empty: (place, i) => [
      outline(place.outcome, stage.drawing.sizes[i]),
      ...lines([`${place.name} ${place.note}`, place.worth], place.worth ? -14 : -8),
    ],
    pieces: (list) => list.length === 1 && list[0].count === 1
      ? [shape("g", { transform: "translate(0 18)" }, ...disc(list[0].mark, 11))]
      : [shape("text", { class: "sign", y: 27 }, list.map(held).join(" "))],
  }),
  board: () => ({
    size: [stage.columns * CELL + 8, Math.ceil(stage.places.length / stage.columns) * CELL + 8],
    at: (i) => [((i % stage.columns) + 0.5) * CELL + 4, (Math.floor(i / stage.columns) + 0.5) * CELL + 4],
    empty: (place) => {
      const cell = shape("rect", { class: place.wall ? "shape wall" : "shape", x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL });
      if (place.wall) return [cell];
      return [cell, shape("text", { class: "name", x: 4 - CELL / 2, y: 12 - CELL / 2 }, place.name), shape("text", { class: "sign", y: 14 }, place.note)];
    },
    pieces: (list, i, cells) => {
      const [{ mark }] = list.slice(-1);
      if (blocks.includes(mark)) {
        const own = cells.get(mark);
        const sign = own[0] === i ? [shape("text", { class: "sign on", y: 13 }, mark)] : [];
        return [blockCell(i, own, tint(mark)), ...sign];
      }
      if (list.length === 1 && list[0].count === 1) return [shape("g", { transform: "translate(0 5)" }, ...disc(mark, 18))];
      return [shape("circle", { class: `token ${tint(mark)}`, cy: 6, r: 20 }), shape("text", { class: "sign on", y: 13 }, list.map(held).join(""))];
    },
  }),
  heaps: () => {
    const width = 70;
    const across = Math.min(stage.places.length, 8) || 1;
    return {
      size: [across * width + 8, Math.ceil(stage.places.length / across) * 230 + 8],
      at: (i) => [((i % across) + 0.5) * width + 4, Math.floor(i / across) * 230 + 119],
      empty: (place) => [
        shape("rect", { class: "shape", x: -width / 2 + 3, y: -112, width: width - 6, height: 224, rx: 6 }),
        shape("text", { class: "name", x: -width / 2 + 8, y: -98 }, place.name),
      ],
      pieces: ([{ count }]) => {
        const shown = count <= 24 ? count : 0;
        const stones = Array.from({ length: shown }, (_, i) =>
          shape("circle", { class: "token p2", cx: (i % 3) * 18 - 18, cy: 80 - Math.floor(i / 3) * 19, r: 7.5 }));
        return [...stones, shape("text", { y: 106 }, String(count))];
      },
    };
  },
}[stage.kind]();
// Draws a position. `look.open` has the places that can be picked, and `pick` gets them.
const picture = (now, look = {}, pick = null) => {
  const svg = frame(placed.size, look.title ?? fullName(now));
  if (!pick) svg.setAttribute("role", "img");
  if (stage.drawing) {
    for (const [, , d] of stage.drawing.arcs) svg.append(shape("path", { class: "arc", d, ...(stage.directed ? { "marker-end": "url(#head)" } : {}) }));
  }
  const on = new Map();
  const cells = new Map();
  for (const piece of pieces(now)) {
    on.set(piece.place, [...(on.get(piece.place) ?? []), piece]);
    cells.set(piece.mark, [...(cells.get(piece.mark) ?? []), piece.place]);
  }
  const above = [];
  stage.places.forEach((known, i) => {
    // Without values, hide the worth of the places.
    const place = look.blind ? { ...known, worth: "", outcome: null } : known;
    const [x, y] = placed.at(i);
    const list = on.get(i) ?? [];
    const classes = [(place.outcome ?? "").toLowerCase(), look.picked?.has(i) ? "picked" : ""];
    const group = shape("g", { transform: `translate(${x} ${y})` }, ...placed.empty(place, i));
    group.dataset.cell = i;
    if (list.length) {
      const drawn = shape("g", { class: `piece${list.at(-1).mark === look.lifted ? " lifted" : ""}` }, ...placed.pieces(list, i, cells));
      drawn.dataset.on = i;
      drawn.dataset.mark = list.at(-1).mark;
      above.push(shape("g", { transform: `translate(${x} ${y})`, "aria-hidden": "true" }, drawn));
    }
    if (look.open?.has(i)) {
      classes.push("open");
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "button");
      group.dataset.place = i;
      group.addEventListener("click", () => pick(i));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        pick(i);
      });
    } else if (pick) group.setAttribute("role", "img");
    if (pick) group.setAttribute("aria-label", [place.name, place.wall ? T.wall : "", place.note, place.worth, ...list.map(held)].filter(Boolean).join(" "));
    group.setAttribute("class", classes.join(" ").trim());
    svg.append(group);
  });
  svg.append(...above);
  for (const place of look.ghost?.cells ?? []) {
    const [x, y] = placed.at(place);
    svg.append(shape("g", { class: "piece", transform: `translate(${x} ${y})`, "aria-hidden": "true" }, blockCell(place, look.ghost.cells, `ghost ${tint(look.lifted)} ${look.ghost.free ? "" : "taken"}`)));
  }
  return svg;
};
// A position as a small picture, or in words if a picture would be too large.
const small = (now) => {
  const isOne = stage.kind === "graph" && flat(now.at).length === 3 && flat(now.at)[2] === 1;
  if (stage.kind === "heaps" || isOne || stage.places.length > (stage.kind === "graph" ? 12 : 100)) return nameOf(now);
  const svg = picture(now, { blind: true });
  svg.classList.add("small-board");
  if (stage.kind === "graph") svg.style.height = "6.5rem";
  svg.style.width = stage.kind === "graph" ? "auto" : `${Math.max(2.2, Math.min(stage.places.length > stage.columns ? 9 : 15, stage.columns * 1.15))}rem`;
  return svg;
};
// Lets the pieces of a new picture slide from the places that they left.
const slide = (svg, from, to) => {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches || stage.kind === "heaps") return;
  const left = pieces(from).filter((a) => !pieces(to).some((b) => a.place === b.place && a.mark === b.mark));
  for (const { place, mark } of pieces(to)) {
    if (pieces(from).some((a) => a.place === place && a.mark === mark)) continue;
    const origin = left.findIndex((a) => a.mark === mark);
    const drawn = svg.querySelector(`[data-on="${place}"]`);
    if (origin < 0 || !drawn) continue;
    const [{ place: old }] = left.splice(origin, 1);
    const [x, y] = [0, 1].map((axis) => placed.at(old)[axis] - placed.at(place)[axis]);
    drawn.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 350, easing: "ease-in-out" });
  }
};
