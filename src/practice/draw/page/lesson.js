// The task before play: mark the lost positions. Then hints, in steps.

const quiz = { positions: [], round: 0, checked: false };
const POOL = 12;
const quizPositions = () => {
  const next = random(7 + quiz.round);
  const groups = { L: [], W: [], D: [] };
  for (let at = 0; at < total; at += 1) if (model(at) === at) groups[value(moment(at)).outcome].push(at);
  const isTask = groups.L.length > 0 && groups.L.length < total;
  if (!isTask) return [];
  // Two positions that differ in the order of their heaps are one for a pupil.
  const seen = new Set();
  const isNew = (at) => {
    const known = isCounted ? String(sizesOf(moment(at)).filter((n) => n > 0).sort((a, b) => a - b)) : at;
    return !seen.has(known) && seen.add(known);
  };
  const mixed = Object.values(groups).flatMap((list) => {
    const open = list.filter((at) => data.over[at] === ".");
    const easy = (open.length >= 2 ? open : list).sort((a, b) => data.waves[a] - data.waves[b] || a - b).filter(isNew).slice(0, POOL + 4 * quiz.round);
    const some = [];
    while (easy.length && some.length < (groups.D.length ? 2 : 3)) some.push(...easy.splice(Math.floor(next() * easy.length), 1));
    return some;
  });
  return mixed.map((at) => [next(), at]).sort((a, b) => a[0] - b[0]).map(([, at]) => at);
};
const reasonOf = (at) => {
  const now = moment(at);
  const known = value(now);
  if (ended(now) !== null) return known.score === null ? `${WORDS[known.outcome]}: ${T.whyOver}` : t("whyOverScore", { value: shortValue(known) });
  const move = moveName(now, best(now));
  if (known.score !== null) return t("whyScore", { value: shortValue(known), move });
  return t({ L: "whyLost", W: "whyWon", D: "whyDrawn" }[known.outcome], { move });
};
const showQuiz = () => {
  quiz.positions = quizPositions();
  quiz.checked = false;
  $("result").replaceChildren();
  const none = quiz.positions.length === 0;
  $("task").textContent = none ? T.taskNone : T.taskMark;
  for (const id of ["check", "other"]) $(id).hidden = none;
  $("choices").replaceChildren(...quiz.positions.map((at) => {
    const now = moment(at);
    const tile = element("button", { type: "button", class: "tile", "aria-pressed": "false" }, small(now, true));
    tile.dataset.position = at;
    const who = player(now);
    if (who !== null && !swap) tile.append(element("span", {}, who));
    hear(tile, "click", () => tile.setAttribute("aria-pressed", String(tile.getAttribute("aria-pressed") !== "true")));
    return tile;
  }));
};
rove($("choices"), "button");
hear($("check"), "click", () => {
  const tiles = [...$("choices").children];
  const answers = tiles.map((tile, i) => {
    const at = quiz.positions[i];
    const isLost = value(moment(at)).outcome === "L";
    return { at, isRight: (tile.getAttribute("aria-pressed") === "true") === isLost };
  });
  const right = answers.filter(({ isRight }) => isRight).length;
  const list = element("ul");
  for (const { at, isRight } of answers) {
    const word = element("strong", { class: isRight ? "good" : "bad" }, isRight ? T.right : T.wrong);
    list.append(element("li", {}, word, ` (${spokenName(moment(at))}): ${reasonOf(at)}`));
  }
  $("result").replaceChildren(element("p", {}, element("strong", {}, t("taskScore", { n: right, all: answers.length }))), list);
});
hear($("other"), "click", () => {
  quiz.round += 1;
  showQuiz();
});
let hinted = 0;
const showHint = () => {
  $("hint").hidden = hinted === data.hints.length;
  $("hint").textContent = t("hint", { n: hinted + 1, all: data.hints.length });
};
// The words of hints come from our own files, as HTML without scripts.
hear($("hint"), "click", () => {
  const box = element("div");
  box.innerHTML = data.hints[hinted];
  hinted += 1;
  $("hints").append(element("h4", {}, t("hintName", { n: hinted })), box);
  showHint();
});
if (puzzle !== null) {
  $("learn").querySelector("h3").textContent = T.puzzle;
  $("task").textContent = value(moment(puzzle[0])).outcome === "D" ? T.puzzleDraw : T.puzzleWin;
  if (data.begins) $("task").append(` ${data.begins}`);
  for (const id of ["check", "other", "setup", "choices"]) $(id).hidden = true;
} else showQuiz();
showHint();
