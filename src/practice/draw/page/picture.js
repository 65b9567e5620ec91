// Draws the stage and the pieces of a position.

const SVG = "http://www.w3.org/2000/svg";
const shape = (name, attributes, ...inside) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, what] of Object.entries(attributes)) element.setAttribute(key, what);
  element.append(...inside);
  return element;
};
const held = ({ mark, count }) => (count === 1 ? mark : `${count} ${mark}`);
const tint = (mark) => {
  const first = data.marks.filter((known) => /^[A-Z]$/.test(known)).indexOf(mark);
  return first < 0 ? "p2" : `p${swap ? swap.indexOf(mark) : first}`;
};
const outline = (outcome, [width, height]) => {
  const rx = outcome === "W" ? Math.min(height / 2, 22) : outcome === "D" ? 8 : 0;
  return shape("rect", { class: "shape", x: -width / 2, y: -height / 2, width, height, rx });
};
const frame = ([width, height], title) => {
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": title });
  // A picture may shrink as long as its letters are readable. Beyond that its frame scrolls.
  svg.style.minWidth = `${Math.round(0.62 * width)}px`;
  return svg;
};
const lines = (texts, top) => texts.map((text, i) => shape("text", { y: top + 18 * i }, text));
// The position of each place, its empty look, and the drawing of its pieces.
const CELL = 60;
const placed = {
  graph: () => ({
    size: stage.drawing.size,
    at: (i) => stage.drawing.at[i],
    empty: (place, i) => [
      outline(place.outcome, stage.drawing.sizes[i]),
      ...lines([`${place.name} ${place.note}`, place.worth], place.worth ? -14 : -8),
    ],
    piece: (list, place) => [shape("text", { class: place.outcome ? "on sign" : "sign", y: 27 }, list.map(held).join(" "))],
  }),
  board: () => ({
    size: [stage.columns * CELL + 8, Math.ceil(stage.places.length / stage.columns) * CELL + 8],
    at: (i) => [((i % stage.columns) + 0.5) * CELL + 4, (Math.floor(i / stage.columns) + 0.5) * CELL + 4],
    empty: (place) => {
      const cell = shape("rect", { class: place.wall ? "shape wall" : "shape", x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL });
      if (place.wall) return [cell];
      return [cell, shape("text", { class: "name", x: 4 - CELL / 2, y: 12 - CELL / 2 }, place.name), shape("text", { class: "sign", y: 14 }, place.note)];
    },
    piece: (list) => [
      shape("circle", { class: `shape ${tint(list.at(-1).mark)}`, cy: 6, r: 19 }),
      shape("text", { class: "sign on", y: 13 }, list.map(held).join("")),
    ],
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
      piece: ([{ count }]) => {
        const shown = count <= 24 ? count : 0;
        const stones = Array.from({ length: shown }, (_, i) =>
          shape("circle", { class: "shape p2", cx: (i % 3) * 18 - 18, cy: 80 - Math.floor(i / 3) * 19, r: 7.5 }));
        return [...stones, shape("text", { y: 106 }, String(count))];
      },
    };
  },
}[stage.kind]();
const picture = (moment, marked, pick) => {
  const svg = frame(placed.size, "Board");
  if (stage.drawing) {
    for (const [, , d] of stage.drawing.arcs) svg.append(shape("path", { class: "arc", d, ...(stage.directed ? { "marker-end": "url(#head)" } : {}) }));
  }
  const here = new Map();
  for (const piece of pieces(moment)) here.set(piece.place, [...(here.get(piece.place) ?? []), piece]);
  stage.places.forEach((known, i) => {
    // Without hints, or before the last wave, hide the worth of the places.
    const place = marked.blind ? { ...known, worth: "", outcome: null } : known;
    const [x, y] = placed.at(i);
    const list = here.get(i) ?? [];
    const classes = [(place.outcome ?? "").toLowerCase(), marked.picked?.has(i) ? "picked" : ""];
    const group = shape("g", { transform: `translate(${x} ${y})` }, ...placed.empty(place, i));
    if (list.length) group.append(...placed.piece(list, place));
    if (marked.open?.has(i)) {
      classes.push("open");
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "button");
      group.dataset.place = i;
      group.addEventListener("click", () => pick(i));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick(i);
      });
    } else group.setAttribute("role", "img");
    group.setAttribute("aria-label", `${place.name}${place.wall ? " wall" : ""} ${place.note} ${place.worth} ${list.map(held).join(" ")}`.replace(/ +/g, " ").trim());
    group.setAttribute("class", classes.join(" "));
    svg.append(group);
  });
  return svg;
};
