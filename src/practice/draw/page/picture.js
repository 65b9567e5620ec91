// Draws the stage and the pieces of a position.

const SVG = "http://www.w3.org/2000/svg";
const shape = (name, attributes, ...inside) => {
  const made = document.createElementNS(SVG, name);
  for (const [key, known] of Object.entries(attributes)) made.setAttribute(key, known);
  made.append(...inside);
  return made;
};
const isBody = (mark) => Boolean(data.signs[mark]?.body);
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
// A body that fills its cells. Cells beside each other are joined. The middle of cell 0 is the origin.
const body = (mark, cells, kind) => {
  const on = (x, y) => x < stage.columns && cells.includes(y * stage.columns + x);
  const d = cells.map((cell) => {
    const [x, y] = [cell % stage.columns, Math.floor(cell / stage.columns)];
    const [right, below] = [on(x + 1, y), on(x, y + 1)];
    const start = `M${x * CELL} ${y * CELL}`;
    // Four cells around a point would leave a hole.
    const middle = right && below && on(x + 1, y + 1) ? `${start}l${CELL} ${CELL}` : "";
    return `${start}h${right ? CELL : 0}${below ? `${start}v${CELL}` : ""}${middle}`;
  }).join("");
  const [x, y] = placed.at(0);
  const way = (attributes) => shape("path", { d, fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round", ...attributes });
  const parts = [way({ class: "edge", "stroke-width": CELL - 16 }), way({ stroke: data.signs[mark].body, "stroke-width": CELL - 20 })];
  return shape("g", { class: kind, transform: `translate(${x} ${y})`, "aria-hidden": "true" }, ...parts);
};
// The symbol of a sign around the origin, or its letter on a disc.
const sign = (mark, side) => {
  const known = data.signs[mark];
  const half = side / 2;
  if (known) return shape("use", { href: `#sign-${known.id}`, x: -half, y: -half, width: side, height: side });
  const letter = shape("text", { class: "sign on", y: 7 }, mark);
  return shape("g", { transform: `scale(${side / 44})` }, shape("circle", { class: `token ${tint(mark)}`, r: 18 }), letter);
};
// Signs in a row, each with its count, as wide as `room` at most.
const row = (list, side, room) => {
  const width = ({ count }) => side + (count === 1 ? 0 : 10 + 9 * String(count).length);
  const all = list.reduce((sum, piece) => sum + width(piece), 0);
  let x = -all / 2;
  const drawn = list.flatMap((piece) => {
    const left = x + side / 2;
    x += width(piece);
    const count = piece.count === 1 ? [] : [shape("text", { class: "count", x: left + side / 2, y: 5 }, `×${piece.count}`)];
    return [shape("g", { transform: `translate(${left} 0)` }, sign(piece.mark, side)), ...count];
  });
  return shape("g", { transform: `scale(${Math.min(1, room / all)})` }, ...drawn);
};
const note = (place, x, y, side) => (data.signs[place.note] ? [shape("g", { transform: `translate(${x} ${y})` }, sign(place.note, side))] : []);
const noteText = (place) => (data.signs[place.note] ? "" : place.note);
// The largest heap that is drawn stone by stone, and the place of a stone in its heap.
const MOST_STONES = 24;
const spot = (i) => [(i % 3) * 19 - 19, 80 - Math.floor(i / 3) * 20];
// The position of each place, its empty look, and the drawing of its pieces.
const placed = {
  graph: () => ({
    size: stage.drawing.size,
    at: (i) => stage.drawing.at[i],
    empty: (place, i) => [
      outline(place.outcome, stage.drawing.sizes[i]),
      ...lines([`${place.name} ${noteText(place)}`, place.worth], place.worth ? -14 : -8),
      ...note(place, stage.drawing.sizes[i][0] / 2 - 6, 6 - stage.drawing.sizes[i][1] / 2, 24),
    ],
    pieces: (list, i) => [shape("g", { transform: "translate(0 16)" }, row(list, 30, stage.drawing.sizes[i][0] - 8))],
  }),
  board: () => ({
    size: [stage.columns * CELL + 8, Math.ceil(stage.places.length / stage.columns) * CELL + 8],
    at: (i) => [((i % stage.columns) + 0.5) * CELL + 4, (Math.floor(i / stage.columns) + 0.5) * CELL + 4],
    empty: (place, i, list) => {
      const cell = shape("rect", { class: "shape", x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL });
      if (place.wall) return [cell, sign(data.wall, CELL)];
      // A piece on the place leaves the upper right corner to the note.
      const spot = list.length ? [18, -18, 22] : [0, 3, 44];
      return [cell, ...note(place, ...spot), shape("text", { class: "name", x: 4 - CELL / 2, y: 12 - CELL / 2 }, place.name), shape("text", { class: "sign", y: 14 }, noteText(place))];
    },
    pieces: (list) => [shape("g", { transform: "translate(0 4)" }, row(list, 44, CELL - 4))],
  }),
  numbers: () => {
    const width = 110;
    const across = Math.min(stage.places.length, 4) || 1;
    return {
      size: [across * width + 8, (Math.ceil(stage.places.length / across) || 1) * 70 + 8],
      at: (i) => [((i % across) + 0.5) * width + 4, Math.floor(i / across) * 70 + 39],
      empty: (place) => [
        shape("rect", { class: "shape", x: -width / 2 + 3, y: -32, width: width - 6, height: 64, rx: 6 }),
        shape("text", { class: "name", x: -width / 2 + 8, y: -18 }, place.name),
      ],
      pieces: (list) => [shape("text", { y: 14 }, String(list[0]?.count ?? 0))],
    };
  },
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
        const shown = count <= MOST_STONES ? count : 0;
        const stones = Array.from({ length: shown }, (_, i) =>
          shape("g", { transform: `translate(${spot(i)})` }, shape("g", { class: "stone" }, sign(data.stone, 26))));
        return [...stones, shape("text", { y: 106 }, String(count))];
      },
    };
  },
}[stage.kind]();
// Draws a position. `look.open` has the places that can be picked, and `pick` gets them.
const picture = (now, look = {}, pick = null) => {
  const svg = frame(placed.size, look.title ?? spokenName(now));
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
    const group = shape("g", { transform: `translate(${x} ${y})` }, ...placed.empty(place, i, list));
    group.dataset.cell = i;
    const single = list.filter(({ mark }) => !isBody(mark));
    if (single.length || stage.kind === "numbers") {
      const drawn = shape("g", { class: "piece" }, ...placed.pieces(single, i));
      drawn.dataset.on = i;
      above.push(shape("g", { transform: `translate(${x} ${y})`, "aria-hidden": "true" }, drawn));
    }
    if (look.open?.has(i)) {
      classes.push("open");
      group.setAttribute("role", "button");
      group.dataset.place = i;
      hear(group, "click", () => pick(i));
      hear(group, "keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        pick(i);
      });
    } else if (pick) group.setAttribute("role", "img");
    if (pick && isCounted) group.setAttribute("aria-label", heldBy(i, list[0]?.count ?? 0));
    else if (pick) group.setAttribute("aria-label", [place.name, place.wall ? T.wall : "", place.note, place.worth, ...list.map(held)].filter(Boolean).join(" "));
    group.setAttribute("class", classes.join(" ").trim());
    svg.append(group);
  });
  for (const [mark, own] of cells) {
    if (!isBody(mark)) continue;
    const drawn = shape("g", { class: `piece${mark === look.lifted ? " lifted" : ""}`, "aria-hidden": "true" }, body(mark, own, ""));
    drawn.dataset.body = mark;
    const [x, y] = placed.at(own[0]);
    if (/^[A-Z]$/.test(mark)) drawn.append(shape("text", { class: "sign on", x, y: y + 7 }, mark));
    svg.append(drawn);
  }
  svg.append(...above);
  if (look.ghost) svg.append(body(look.lifted, look.ghost.cells, `piece ghost ${look.ghost.free ? "" : "taken"}`));
  return svg;
};
// The stones of a position as a small picture, without the room above the largest heap.
const smallHeaps = (now) => {
  const sizes = sizesOf(now);
  const svg = picture(now, { blind: true });
  const top = 170 - 20 * Math.ceil(Math.max(3, ...sizes) / 3);
  svg.setAttribute("viewBox", `0 ${top} ${placed.size[0]} ${placed.size[1] - top}`);
  svg.setAttribute("height", placed.size[1] - top);
  svg.classList.add("small-board");
  svg.style.width = `${2.2 * sizes.length}rem`;
  return svg;
};
// A position as a small picture, or in words if a picture would be too large.
const small = (now, ofHeaps = false) => {
  if (ofHeaps && stage.kind === "heaps" && !data.positions && stage.places.length <= 5 && sizesOf(now).every((n) => n <= MOST_STONES)) return smallHeaps(now);
  const isOne = stage.kind === "graph" && flat(now.at).length === 3 && flat(now.at)[2] === 1;
  if (isCounted || isOne || stage.places.length > (stage.kind === "graph" ? 12 : 100)) return nameOf(now);
  const svg = picture(now, { blind: true });
  svg.classList.add("small-board");
  // Three boards or graphs stand in a line beside the rules.
  const [width, height] = placed.size;
  const side = stage.kind === "graph" ? Math.min(5, 6.5 * width / height) : Math.max(2.2, Math.min(stage.places.length > stage.columns ? 9 : 15, stage.columns));
  svg.style.width = `${side}rem`;
  return svg;
};
const SLIDE = { duration: 350, easing: "ease-in-out" };
// Lets the stones of a heap slide to the heap that grows, or fade away.
const slideStones = (svg, from, to) => {
  const [old, fresh] = [from, to].map(sizesOf);
  const at = (place, i) => [0, 1].map((axis) => placed.at(place)[axis] + spot(i)[axis]);
  const left = [];
  old.forEach((n, place) => {
    for (let i = fresh[place]; i < n && n <= MOST_STONES; i += 1) left.push(at(place, i));
  });
  svg.querySelectorAll("[data-on]").forEach((heap) => heap.querySelectorAll(".stone").forEach((stone, i) => {
    const place = Number(heap.dataset.on);
    const origin = i < old[place] ? null : left.shift();
    if (!origin) return;
    const [x, y] = at(place, i);
    stone.animate([{ transform: `translate(${origin[0] - x}px, ${origin[1] - y}px)` }, { transform: "none" }], SLIDE);
  }));
  for (const gone of left) {
    const stone = shape("g", { class: "piece" }, sign(data.stone, 26));
    svg.append(shape("g", { transform: `translate(${gone})`, "aria-hidden": "true" }, stone));
    stone.animate([{ opacity: 1 }, { transform: "translate(0, -60px)", opacity: 0 }], SLIDE).finished.then(() => stone.remove());
  }
};
// Lets the pieces of a new picture slide from the places that they left.
const slide = (svg, from, to) => {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches || stage.kind === "numbers") return;
  if (stage.kind === "heaps") return slideStones(svg, from, to);
  const move = (drawn, [x, y]) => drawn.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], SLIDE);
  const middle = (now, mark) => [0, 1].map((axis) => {
    const cells = cellsOf(now, mark);
    return cells.reduce((sum, cell) => sum + placed.at(cell)[axis], 0) / cells.length;
  });
  for (const drawn of svg.querySelectorAll("[data-body]")) {
    const [old, fresh] = [from, to].map((now) => middle(now, drawn.dataset.body));
    if (cellsOf(from, drawn.dataset.body).length === cellsOf(to, drawn.dataset.body).length) move(drawn, [old[0] - fresh[0], old[1] - fresh[1]]);
  }
  const left = pieces(from).filter((a) => !pieces(to).some((b) => a.place === b.place && a.mark === b.mark));
  for (const { place, mark } of pieces(to)) {
    if (pieces(from).some((a) => a.place === place && a.mark === mark)) continue;
    const origin = left.findIndex((a) => a.mark === mark);
    const drawn = svg.querySelector(`[data-on="${place}"]`);
    if (origin < 0 || !drawn) continue;
    const [{ place: old }] = left.splice(origin, 1);
    const [x, y] = [0, 1].map((axis) => placed.at(old)[axis] - placed.at(place)[axis]);
    move(drawn, [x, y]);
  }
};
