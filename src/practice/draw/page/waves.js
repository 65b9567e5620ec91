// The waves of the solution, and the selected position.

const last = data.waves.reduce((most, wave) => Math.max(most, wave), 0);
const never = data.waves.some((wave) => wave < 0);
// The last step settles the positions that no wave has reached.
$("wave").max = last + (never ? 1 : 0);
const solved = (at, k) => (data.waves[at] < 0 ? k > last : data.waves[at] <= k);
let seen = data.start;
const isAllDrawn = !data.outcomes.match(/[WL]/);
$("about").textContent = [
  t("mapPositions", { n: total }),
  swap ? t("mapSides", { mark: swap[0] }) : "",
  isAllDrawn && !bound ? T[/[WDL]/.test(data.over) ? "allDrawnEnds" : "allDrawnOpen"] : "",
  bound && never ? t("boundDrawn", { who: bound.winner, n: bound.most }) : "",
].filter(Boolean).join(" ");
// A wider graph of positions would not fit beside the board, so small pictures replace it.
const WIDEST = 700;
const view = layers ? gridView() : data.map && stage.kind === "graph" && data.map.size[0] <= WIDEST ? graphView() : waveView();
const twinsOf = (at) => (data.model ? everyPosition.filter((i) => model(i) === model(at)) : [at]);
const look = (at) => {
  seen = at;
  const now = moment(at);
  const k = Number($("wave").value);
  const parts = solved(at, k) && data.parts?.[at] ? ` ${t("partsAre", { parts: data.parts[at] })}` : "";
  $("seen").textContent = `${fullName(now)} — ${solved(at, k) ? `${known(at, k)} — ${verdict(now)}` : T.unknown}${parts} ${data.positions || nameOf(now).endsWith(remarkOf(now)) ? "" : remarkOf(now)}`.trim();
  $("seen").dataset.label = known(at, k);
  const drawn = small(now);
  $("seen-board").replaceChildren(...(typeof drawn === "string" ? [] : [drawn]));
  const twins = twinsOf(at);
  for (const id of ["twins", "twin"]) $(id).hidden = twins.length < 2;
  $("twins").textContent = t("twins", { i: twins.indexOf(at) + 1, n: twins.length });
  view.paint(k);
};
const codeKeys = Array.from({ length: 8 }, (_, i) => `${data.scores ? "s" : ""}code${i + 1}`);
$("code").append(...codeKeys.map((word) => element("li", {}, T[word])));
const acting = (k) => {
  if (k > last) return [8];
  if (k <= 0) return [k + 2];
  if (data.scores) return [6];
  const lines_ = new Set();
  for (let at = 0; at < total; at += 1) if (data.waves[at] === k) lines_.add(data.outcomes[at] === "W" ? 5 : 6);
  return [...lines_];
};
const turnWave = () => {
  const k = Number($("wave").value);
  const counts = { W: 0, D: 0, L: 0 };
  for (let at = 0; at < total; at += 1) if (solved(at, k)) counts[data.outcomes[at]] += 1;
  const q = total - counts.W - counts.D - counts.L;
  const title = k > last ? T.waveAfter : k < 0 ? T.waveBefore : t("waveOf", { k, last });
  $("wave-text").textContent = t("waveText", { title, w: counts.W, l: counts.L, d: counts.D, q });
  $("back").disabled = k < 0;
  $("on").disabled = k === Number($("wave").max);
  const lines_ = acting(k);
  [...$("code").children].forEach((item, i) => {
    item.classList.toggle("acting", lines_.includes(i + 1));
    if (lines_.includes(i + 1)) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  look(seen);
};
const step = (by) => {
  $("wave").value = Number($("wave").value) + by;
  turnWave();
};
hear($("wave"), "input", turnWave);
hear($("back"), "click", () => step(-1));
hear($("on"), "click", () => step(1));
$("shade-label").hidden = !data.nimbers;
hear($("shade"), "change", () => look(seen));
hear($("twin"), "click", () => {
  const twins = twinsOf(seen);
  look(twins[(twins.indexOf(seen) + 1) % twins.length]);
});
hear($("from"), "click", () => {
  playFrom(seen);
  $("play").scrollIntoView();
});
const repaint = () => view.paint(Number($("wave").value));
hear(window, "resize", repaint);
hear(window.matchMedia("(prefers-color-scheme: dark)"), "change", repaint);

restart();
turnWave();
rove($("map"), "summary, button, g[data-position]");
view.centre();
document.documentElement.dataset.ready = "yes";
