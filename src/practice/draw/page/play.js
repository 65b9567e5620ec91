// Play against the perfect opponent, or for both sides.

let path = [];
let picked = new Set();
const SHOWN = 300;
const here = () => path.at(-1);
const human = (ply) => $("side").value === "2" || Number($("side").value) === ply % 2;
const name = (moment, ply) => {
  const who = player(moment) ?? (ply % 2 ? "the second player" : "the first player");
  return $("side").value === "2" ? who : human(ply) ? `you (${who})` : `the opponent (${who})`;
};
let said = "";
const reply = () => {
  said = "";
  while (!human(path.length - 1)) {
    const move = best(here());
    if (!move) break;
    path.push(after(here(), move));
    said = `The opponent moved ${move.name}. `;
  }
};
const make = (move) => {
  path.push(after(here(), move));
  picked = new Set();
  reply();
  show();
};
const begin = (moment) => {
  path = [moment];
  picked = new Set();
  reply();
  show();
};
const status = () => {
  const moment = here();
  const ply = path.length - 1;
  const end = ended(moment);
  const turn = bound ? ` Turn ${Math.min(moment.plies + 1, bound.most)} of ${bound.most}.` : "";
  if (end === "D") return `${said}Play is over: a draw.`;
  if (end !== null) {
    const loser = end === "L" ? ply : ply + 1;
    if ($("side").value !== "2") return `${said}Play is over: ${human(loser) ? "you lose" : "you win"}.`;
    return `${said}Play is over: ${end === "L" ? "lost" : "won"} for ${name(moment, ply)}, who would be to move.`;
  }
  const before = path.filter((other) => other.at === moment.at && other.turned === moment.turned).length - 1;
  const again = before > 0 ? ` This position was there ${counted(before, "time", "times")} before.` : "";
  return `${said}To move: ${name(moment, ply)}.${turn}${again}`;
};
const show = () => {
  const moment = here();
  const hints = $("hints").checked;
  const all = moves(moment).map((move) => ({ move, next: after(moment, move) }));
  for (const entry of all) entry.changed = changes(moment, entry.next);
  const fit = all.filter(({ changed }) => [...picked].every((place) => changed.has(place)));
  const open = new Set(fit.flatMap(({ changed }) => [...changed]));
  const pick = (place) => {
    if (!picked.delete(place)) picked.add(place);
    const left = all.filter(({ changed }) => [...picked].every((p) => changed.has(p)));
    if (picked.size && left.length === 1) return make(left[0].move);
    show();
    document.querySelector(`#board [data-place="${place}"]`)?.focus();
  };
  $("board").replaceChildren(picture(moment, { picked, open, blind: !hints }, pick));
  // If the board is larger than its frame, scroll the first piece into view.
  const first = data.pieces[moment.at][0] ?? 0;
  const svg = $("board").firstChild;
  const scale = svg.getBoundingClientRect().width / placed.size[0];
  if (stage.places.length) $("board").scrollLeft = placed.at(first)[0] * scale - $("board").clientWidth / 2;
  $("status").textContent = status();
  $("worth").textContent = hints ? verdict(moment) : "";
  $("parts").textContent = hints && data.parts?.[moment.at] ? `Parts and nimbers: ${data.parts[moment.at]}` : "";
  $("undo").disabled = path.length < 2;
  $("picked").textContent = fit.length === 0 ? "There is no move." : `${counted(fit.length, "move", "moves")}${picked.size ? " that change what is picked" : ""}${fit.length > SHOWN ? `, the first ${SHOWN} shown` : ""}. Picking places on the board narrows them down.`;
  $("moves").replaceChildren(...fit.slice(0, SHOWN).map(({ move, next, changed }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move.name;
    button.dataset.move = move.name;
    if (hints) {
      const { outcome, distance, score } = value(next);
      const mine = OTHER[outcome];
      const tag = document.createElement("span");
      tag.className = `tag ${mine.toLowerCase()}`;
      const verb = { W: "wins", D: "draws", L: "loses" }[mine];
      tag.textContent = score === null ? verb + (distance === null ? "" : ` in ${distance + 1}`) : mine === "D" ? verb : `${verb} by ${score.replace(/[+-]/, "")}`;
      button.append(" ", tag);
    }
    button.addEventListener("click", () => make(move));
    const point = () => document.querySelectorAll("#board g").forEach((group, place) => group.classList.toggle("changed", changed.has(place)));
    button.addEventListener("mouseenter", point);
    button.addEventListener("focus", point);
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
};
$("how").textContent = `A move is ${data.how}.`;
$("new").addEventListener("click", () => begin({ at: data.start, turned: false, plies: 0 }));
$("side").addEventListener("change", () => begin({ at: data.start, turned: false, plies: 0 }));
$("hints").addEventListener("change", show);
$("undo").addEventListener("click", () => {
  do path.pop();
  while (path.length > 1 && !human(path.length - 1));
  picked = new Set();
  reply();
  show();
});
$("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = $("typed").value.trim().split(/\s+/).join(" ");
  const move = moves(here()).find((known) => known.name === typed);
  if (!move) {
    $("status").textContent = "This is not a legal move here.";
    return;
  }
  $("typed").value = "";
  make(move);
});
