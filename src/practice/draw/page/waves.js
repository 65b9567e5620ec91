// The waves of the solution, and the selected position.

const last = data.waves.reduce((most, wave) => Math.max(most, wave), 0);
const never = data.waves.some((wave) => wave < 0);
// The last step settles the positions that no wave has reached.
$("wave").max = last + (never ? 1 : 0);
const solved = (at, k) => (data.waves[at] < 0 ? k > last : data.waves[at] <= k);
let seen = data.start;
$("waves-about").textContent =
  `All ${counted(total, "position", "positions")} that can be reached. ` +
  (data.scores ? "Wave k settles those from which play lasts k plies at most." : "Wave k settles those that are won or lost in k plies: lost, where all moves lead to won ones; won, where one leads to a lost one.") +
  (never ? " What no wave reaches is drawn." : "") +
  (bound && never ? ` Drawn here means that ${bound.winner} wins when ${bound.most} plies are over.` : "") +
  (swap ? ` Each is shown with ${swap[0]} to move.` : "");
const raw = (at) => ({ outcome: data.outcomes[at], distance: data.distances[at] < 0 ? null : data.distances[at], nimber: data.nimbers?.[at] ?? null, score: data.scores?.[at] ?? null });
const known = (at, k) => (solved(at, k) ? label(raw(at)) : "?");
const look = (at) => {
  seen = at;
  const moment = { at, turned: false, plies: 0 };
  const k = Number($("wave").value);
  $("seen").textContent = `${known(at, k)} — ` + (solved(at, k) ? verdict(moment) : "not yet known in this wave.") + (solved(at, k) && data.parts?.[at] ? ` Parts and nimbers: ${data.parts[at]}.` : "");
  $("seen-board").replaceChildren(picture(moment, { blind: k < Number($("wave").max) }));
  paint();
};
const nodes = [];
const mapped = () => {
  const { size, at, sizes, lines: texts, arcs } = data.map;
  const svg = frame(size, "The graph of positions");
  const ways = arcs.map(([, , d]) => shape("path", { class: "arc", d, "marker-end": "url(#head)" }));
  svg.append(...ways);
  at.forEach(([x, y], i) => {
    const group = shape("g", { transform: `translate(${x} ${y})`, tabindex: 0, role: "button" });
    group.dataset.position = i;
    for (const event of ["mouseenter", "focus", "click"]) group.addEventListener(event, () => seen !== i && look(i));
    nodes.push(group);
    svg.append(group);
  });
  $("map").replaceChildren(svg);
  const paintArcs = (k) => arcs.forEach(([from, to, , wins], i) => ways[i].classList.toggle("wins", wins && solved(from, k) && solved(to, k)));
  const paintNode = (k) => nodes.forEach((group, i) => {
    const text = known(i, k);
    const words = [...texts[i].slice(0, -1), text];
    const outcome = solved(i, k) ? data.outcomes[i] : null;
    const tall = sizes[i][1];
    group.replaceChildren(outline(outcome, sizes[i]), ...lines(words, -tall / 2 + 19));
    group.setAttribute("class", `open ${(outcome ?? "").toLowerCase()} ${i === seen ? "chosen" : ""}`);
    group.setAttribute("aria-label", words.join(", "));
  });
  return (k) => {
    paintArcs(k);
    paintNode(k);
  };
};
const tiled = () => {
  const order = Array.from({ length: total }, (_, i) => i).sort((a, b) => (data.waves[a] < 0) - (data.waves[b] < 0) || data.waves[a] - data.waves[b] || a - b);
  const spot = new Map(order.map((at, i) => [at, i]));
  const tile = total <= 400 ? 30 : total <= 3000 ? 16 : 8;
  const canvas = document.createElement("canvas");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", `${total} positions in the order of their waves; arrow keys go through them`);
  $("map").replaceChildren(canvas);
  const across = () => Math.max(1, Math.floor($("map").clientWidth / tile) - 2);
  const go = (i) => look(order[Math.max(0, Math.min(total - 1, i))]);
  canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across(), ArrowDown: across(), Home: -total, End: total }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(spot.get(seen) + step);
  });
  const under = (event) => {
    const box = canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / tile);
    return column < across() ? Math.floor((event.clientY - box.top) / tile) * across() + column : total;
  };
  for (const kind of ["mousemove", "click"]) {
    canvas.addEventListener(kind, (event) => {
      const i = under(event);
      if (i >= 0 && i < total && order[i] !== seen) go(i);
    });
  }
  return (k) => {
    const wide = across();
    const tallness = Math.ceil(total / wide) * tile;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = wide * tile * ratio;
    canvas.height = tallness * ratio;
    canvas.style.width = `${wide * tile}px`;
    canvas.style.height = `${tallness}px`;
    const pen = canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const colour = (word) => style.getPropertyValue(`--${word}`).trim();
    const fills = { W: colour("w"), L: colour("l"), D: colour("d") };
    const [ink, line, dark] = [colour("ink"), colour("line"), colour("on-fill")];
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `${tile >= 30 ? 11 : 10}px ui-monospace, monospace`;
    pen.lineWidth = 1;
    order.forEach((at, i) => {
      const [x, y] = [(i % wide) * tile, Math.floor(i / wide) * tile];
      if (!solved(at, k)) {
        pen.strokeStyle = line;
        pen.strokeRect(x + 1.5, y + 1.5, tile - 3, tile - 3);
        return;
      }
      const outcome = data.outcomes[at];
      pen.fillStyle = fills[outcome];
      // Small tiles have no room for letters. A won one is full, a lost one has a bar, a drawn one a frame.
      pen.fillRect(x + 1, y + 1, tile - 2, tile - 2);
      pen.fillStyle = dark;
      if (tile >= 16) pen.fillText(tile >= 30 && data.distances[at] >= 0 ? `${outcome}${data.distances[at]}` : outcome, x + tile / 2, y + tile / 2 + 1);
      else if (outcome === "L") pen.fillRect(x + 3, y + 1, 2, tile - 2);
      else if (outcome === "D") pen.clearRect(x + 3, y + 3, tile - 6, tile - 6);
    });
    const i = spot.get(seen);
    pen.strokeStyle = ink;
    pen.lineWidth = 2;
    pen.strokeRect((i % wide) * tile, Math.floor(i / wide) * tile, tile, tile);
  };
};
const painted = data.map ? mapped() : tiled();
const paint = () => painted(Number($("wave").value));
const turnWave = () => {
  const k = Number($("wave").value);
  const counts = { W: 0, D: 0, L: 0 };
  for (let at = 0; at < total; at += 1) if (solved(at, k)) counts[data.outcomes[at]] += 1;
  const unknown = total - counts.W - counts.D - counts.L;
  const title = k > last ? "After the last wave" : `Wave ${k} of ${last}`;
  $("wave-text").textContent = `${title}: ${counts.W} won, ${counts.L} lost, ${counts.D} drawn, ${unknown} not yet known.`;
  $("back").disabled = k === 0;
  $("on").disabled = k === Number($("wave").max);
  look(seen);
};
const step = (by) => {
  $("wave").value = Number($("wave").value) + by;
  turnWave();
};
$("wave").addEventListener("input", turnWave);
$("back").addEventListener("click", () => step(-1));
$("on").addEventListener("click", () => step(1));
$("from").addEventListener("click", () => {
  begin({ at: seen, turned: false, plies: 0 });
  $("play-heading").scrollIntoView();
});
window.addEventListener("resize", paint);
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);

begin({ at: data.start, turned: false, plies: 0 });
turnWave();
document.documentElement.dataset.ready = "yes";
