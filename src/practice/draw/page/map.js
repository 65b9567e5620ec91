// The map of positions: a table of two numbers, lines of one number, a graph, or small pictures by wave.

const known = (at, k) => (solved(at, k) ? label(raw(at)) : "?");
const shown = (at, k) => {
  if (!solved(at, k)) return "?";
  const nimber = data.nimbers?.[at];
  if ($("shade").value === "nimbers" && nimber !== null && nimber !== undefined) return String(nimber);
  return data.outcomes[at] + (data.distances[at] < 0 ? "" : data.distances[at]);
};

// Numbers that name a position together with the player to move: one or two heaps, or the places of two pieces.
const coordinates = (() => {
  if (isCounted && stage.places.length > 0 && stage.places.length <= 2) {
    const names = stage.places.map(({ name: word }) => (stage.kind === "numbers" ? word : t("heap", { name: word })));
    return { of: (at) => sizesOf(moment(at)), names, word: String };
  }
  const isPair = (at) => flat(at).length === 6 && flat(at)[2] === 1 && flat(at)[5] === 1;
  if (isCounted || !everyPosition.every(isPair)) return null;
  const [first, second] = [1, 4].map((i) => flat(0)[i]).sort();
  const of = (at) => {
    const [a, m, , b] = flat(at);
    return first === second ? [a, b].sort((x, y) => x - y) : m === first ? [a, b] : [b, a];
  };
  const isSame = (at) => String([flat(at)[1], flat(at)[4]].sort()) === String([first, second]);
  if (!everyPosition.every(isSame)) return null;
  return { of, names: [first, second].map((mark, i) => t(first === second ? ["pieceLow", "pieceHigh"][i] : "pieceAxis", { mark: data.marks[mark] })), word: (i) => stage.places[i].name };
})();
const layers = (() => {
  if (!coordinates) return null;
  const found = new Map();
  for (let at = 0; at < total; at += 1) {
    const layer = found.get(data.player[at]) ?? new Map();
    found.set(data.player[at], layer);
    const spot = String(coordinates.of(at));
    if (layer.has(spot)) return null;
    layer.set(spot, at);
  }
  return [...found].sort(([a], [b]) => a - b);
})();
// The shortest period of the outcomes of consecutive numbers, and where it begins.
const period = (list) => {
  for (let p = 1; p <= Math.min(list.length / 2, 60); p += 1) {
    let from = list.length - p;
    while (from > 0 && list[from - 1] === list[from - 1 + p]) from -= 1;
    if (from <= list.length - 2 * p && from <= list.length / 3) return { p, from };
  }
  return null;
};

// More numbers than these stand in long lines, because a browser refuses very tall pictures.
const MANY = 500;
const gridView = () => {
  const isLine = coordinates.names.length === 1;
  const values = (axis) => [...new Set(layers.flatMap(([, layer]) => [...layer.keys()].map((spot) => Number(spot.split(",")[axis]))))].sort((a, b) => a - b);
  const axes = isLine ? [values(0)] : [values(0), values(1)];
  const sheets = layers.map(([who, layer]) => {
    const canvas = element("canvas", { tabindex: "0", role: "application", "aria-label": T.mapLabel });
    const order = [...layer].map(([spot, at]) => ({ at, spot: spot.split(",").map(Number) })).sort((a, b) => a.spot[0] - b.spot[0] || a.spot[1] - b.spot[1]).map(({ at }) => at);
    return { who, layer, canvas, order, cells: new Map() };
  });
  const rhythm = isLine && axes[0].every((n, i) => n === axes[0][0] + i) ? period(axes[0].map((n) => data.outcomes[layers[0][1].get(String(n))])) : null;
  const note = element("p", { class: "small" });
  for (const sheet of sheets) {
    if (sheets.length > 1) $("map").append(element("h3", {}, t("roleToMove", { who: data.players[sheet.who] })));
    $("map").append(sheet.canvas);
  }
  $("map").after(note);
  const columnsAt = (k) => {
    if (!isLine) return axes[1].length;
    // A long line is as long as its frame, in tens.
    const wished = axes[0].length <= MANY ? 10 : Math.max(10, 10 * Math.floor(($("map").clientWidth - 70) / 80));
    if (rhythm && k >= Number($("wave").max)) return rhythm.p * Math.max(1, Math.floor(wished / rhythm.p));
    return Math.min(wished, axes[0].length);
  };
  const paintSheet = (sheet, k) => {
    const columns = columnsAt(k);
    const rows = isLine ? Math.ceil(axes[0].length / columns) : axes[0].length;
    const head = isLine ? 0 : 20;
    const side = 8 + 8 * Math.max(...axes[0].map((n) => coordinates.word(n).length));
    const tile = Math.max(8, Math.min(38, Math.floor(($("map").clientWidth - side - 20) / columns)));
    const ratio = window.devicePixelRatio || 1;
    const { canvas } = sheet;
    const [width, height] = [side + columns * tile + 2, head + rows * tile + 2];
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const colour = (word) => style.getPropertyValue(`--${word}`).trim();
    const fills = { W: colour("w"), L: colour("l"), D: colour("d") };
    const [ink, dim, line, dark] = ["ink", "dim", "line", "on-fill"].map(colour);
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = "11px ui-monospace, monospace";
    pen.fillStyle = dim;
    const every = Math.max(1, Math.ceil(26 / tile));
    const everyRow = Math.max(1, Math.ceil(13 / tile));
    for (let r = 0; r < rows; r += everyRow) pen.fillText(coordinates.word(axes[0][isLine ? r * columns : r]), side / 2, head + (r + 0.5) * tile);
    if (!isLine) for (let c = 0; c < columns; c += every) pen.fillText(coordinates.word(axes[1][c]), side + (c + 0.5) * tile, head / 2);
    sheet.cells = new Map();
    const ranks = axes.map((axis) => new Map(axis.map((n, i) => [n, i])));
    for (const at of sheet.order) {
      const spot = coordinates.of(at);
      const i = ranks[0].get(spot[0]);
      const [r, c] = isLine ? [Math.floor(i / columns), i % columns] : [i, ranks[1].get(spot[1])];
      const [x, y] = [side + c * tile, head + r * tile];
      sheet.cells.set(`${r} ${c}`, at);
      const isKnown = solved(at, k);
      const outcome = data.outcomes[at];
      if (isKnown) {
        pen.fillStyle = fills[outcome];
        pen.fillRect(x + 1, y + 1, tile - 2, tile - 2);
        pen.fillStyle = dark;
        // Small cells have no room for letters. A won one is full, a lost one has a bar, a drawn one a frame.
        if (tile >= 14) pen.fillText(tile >= 26 ? shown(at, k) : outcome, x + tile / 2, y + tile / 2 + 1);
        else if (outcome === "L") pen.fillRect(x + 3, y + 1, 2, tile - 2);
        else if (outcome === "D") pen.clearRect(x + 3, y + 3, tile - 6, tile - 6);
      } else {
        pen.strokeStyle = line;
        pen.lineWidth = 1;
        pen.strokeRect(x + 1.5, y + 1.5, tile - 3, tile - 3);
        pen.fillStyle = dim;
        if (tile >= 14) pen.fillText(isLine && tile >= 26 ? String(spot[0]) : "?", x + tile / 2, y + tile / 2 + 1);
      }
      if (at === seen || at === data.start) {
        pen.strokeStyle = ink;
        pen.lineWidth = at === seen ? 3 : 1.5;
        pen.strokeRect(x + 1.5, y + 1.5, tile - 3, tile - 3);
        sheet.spot = at === seen ? [x, y] : sheet.spot;
      }
    }
    Object.assign(sheet, { columns, side, head, tile });
  };
  for (const sheet of sheets) {
    const step = (by) => {
      const i = Math.max(0, sheet.order.indexOf(seen));
      look(sheet.order[Math.max(0, Math.min(sheet.order.length - 1, i + by))]);
    };
    const jump = (rows) => {
      const spot = [...sheet.cells].find(([, at]) => at === seen)?.[0].split(" ").map(Number);
      if (!spot) return step(0);
      const to = sheet.cells.get(`${spot[0] + rows} ${spot[1]}`);
      if (to !== undefined) look(to);
    };
    hear(sheet.canvas, "keydown", (event) => {
      const act = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => jump(-1), ArrowDown: () => jump(1), Home: () => step(-total), End: () => step(total) }[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
    hear(sheet.canvas, "click", (event) => {
      const box = sheet.canvas.getBoundingClientRect();
      const [c, r] = [Math.floor((event.clientX - box.left - sheet.side) / sheet.tile), Math.floor((event.clientY - box.top - sheet.head) / sheet.tile)];
      const at = sheet.cells.get(`${r} ${c}`);
      if (at !== undefined) look(at);
    });
  }
  return {
    paint: (k) => {
      for (const sheet of sheets) paintSheet(sheet, k);
      const columns = columnsAt(k);
      if (!isLine) note.textContent = t("tableAxes", { down: coordinates.names[0], across: coordinates.names[1] });
      else note.textContent = rhythm && k >= Number($("wave").max) ? t("period", { p: rhythm.p, n: columns, from: axes[0][rhythm.from] }) : t("lines", { n: columns });
    },
    centre: () => {
      const sheet = sheets.find(({ order }) => order.includes(seen));
      $("map").scrollTop = sheet.canvas.offsetTop - $("map").offsetTop + sheet.spot[1] - $("map").clientHeight / 2;
      $("map").scrollLeft = sheet.spot[0] - $("map").clientWidth / 2;
    },
  };
};

const graphView = () => {
  const { size, at, sizes, lines: texts, arcs } = data.map;
  const svg = frame(size, T.graphLabel);
  const ways = arcs.map(([, , d]) => shape("path", { class: "arc", d, "marker-end": "url(#head)" }));
  svg.append(...ways);
  const nodes = at.map(([x, y], i) => {
    const group = shape("g", { transform: `translate(${x} ${y})`, role: "button" });
    group.dataset.position = i;
    for (const event of ["focus", "click"]) hear(group, event, () => seen !== i && look(i));
    svg.append(group);
    return group;
  });
  $("map").append(svg);
  return {
    paint: (k) => {
      arcs.forEach(([from, to, , wins], i) => ways[i].classList.toggle("wins", wins && solved(from, k) && solved(to, k)));
      nodes.forEach((group, i) => {
        const words = [...texts[i].slice(0, -1), known(i, k)];
        const outcome = solved(i, k) ? data.outcomes[i] : null;
        group.replaceChildren(outline(outcome, sizes[i]), ...lines(words, -sizes[i][1] / 2 + 19));
        group.setAttribute("class", `open ${(outcome ?? "").toLowerCase()} ${i === seen ? "chosen" : ""}`);
      });
    },
    centre: () => {
      // The picture may shrink as long as its letters are readable. Beyond that its frame scrolls.
      const scale = Math.max(0.7, Math.min(1, $("map").clientWidth / size[0], $("map").clientHeight / size[1]));
      svg.style.width = `${Math.floor(size[0] * scale)}px`;
      $("map").scrollLeft = at[seen][0] * scale - $("map").clientWidth / 2;
      $("map").scrollTop = at[seen][1] * scale - $("map").clientHeight / 2;
    },
  };
};

const waveView = () => {
  const TILES = 24;
  const classes = new Map();
  for (let at = 0; at < total; at += 1) {
    const members = classes.get(model(at)) ?? [];
    classes.set(model(at), [...members, at]);
  }
  const box = element("div");
  $("map").append(box);
  const boxes = new Map();
  const group = (id, title, models, isOpen) => {
    const all = models.reduce((sum, at) => sum + classes.get(at).length, 0);
    const count = t("positions", { n: all });
    const words = models.length < all ? t("kinds", { n: models.length, positions: count }) : count;
    const details = element("details", {}, element("summary", {}, t(title, { k: id, positions: words })));
    const tiles = element("div", { class: "tiles" });
    details.append(tiles);
    let filled = 0;
    const more = () => {
      tiles.querySelector(".more")?.remove();
      for (const at of models.slice(filled, filled + TILES)) tiles.append(tileOf(at));
      filled = Math.min(models.length, filled + TILES);
      if (filled === models.length) return;
      const button = element("button", { type: "button", class: "more" }, t("more", { n: models.length - filled }));
      hear(button, "click", more);
      tiles.append(button);
    };
    hear(details, "toggle", () => details.open && filled === 0 && more());
    if (isOpen) {
      details.open = true;
      more();
    }
    return details;
  };
  const tileOf = (at) => {
    const k = Number($("wave").value);
    const isKnown = solved(at, k);
    const now = moment(at);
    const tile = element("button", { type: "button", class: `tile ${isKnown ? data.outcomes[at].toLowerCase() : ""}` }, small(now));
    tile.dataset.position = at;
    const count = classes.get(at).length;
    const who = player(now);
    tile.append(element("span", {}, [who !== null && !swap ? who : "", known(at, k), count > 1 ? `×${count}` : ""].filter(Boolean).join(" ")));
    hear(tile, "click", () => look(at));
    return tile;
  };
  let painted = null;
  return {
    paint: (k) => {
      if (painted !== k) {
        painted = k;
        const models = [...classes.keys()];
        models.sort((a, b) => (b === model(seen)) - (a === model(seen)));
        const parts = [];
        const top = Math.min(k, last);
        for (let wave = top; wave >= 0; wave -= 1) {
          const list = models.filter((at) => data.waves[at] === wave);
          if (list.length) parts.push(group(wave, "waveGroup", list, wave === k && k > 0));
        }
        const rest = models.filter((at) => !solved(at, k));
        const drawn = k > last ? models.filter((at) => data.waves[at] < 0) : [];
        if (drawn.length) parts.unshift(group(0, "waveDrawn", drawn, true));
        if (rest.length) parts[k > 0 ? "push" : "unshift"](group(0, "waveUnknown", rest, k <= 0));
        box.replaceChildren(...parts);
      }
      for (const tile of box.querySelectorAll("[data-position]")) tile.classList.toggle("chosen", Number(tile.dataset.position) === model(seen));
    },
    centre: () => {
      const tile = box.querySelector(`[data-position="${model(seen)}"]`);
      const low = tile ? tile.offsetTop + tile.offsetHeight - $("map").offsetTop - $("map").clientHeight : 0;
      $("map").scrollTop = Math.max(0, low);
    },
  };
};
