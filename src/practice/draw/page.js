"use strict";
(async () => {
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

  // The game. A moment is a position, whether the players are exchanged in it, and how many plies are over.

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
  // Where the number of plies is bounded, one player wins when they are over.
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
  // How good a move is: first the outcome, then the difference, then the pace. The winner hurries, the loser delays.
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

  // Pictures.

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
    // A picture may shrink as long as its letters can be read; then its frame scrolls.
    svg.style.minWidth = `${Math.round(0.62 * width)}px`;
    return svg;
  };
  const lines = (texts, top) => texts.map((text, i) => shape("text", { y: top + 18 * i }, text));
  // Where each place is, what it looks like empty, and how its pieces are drawn there.
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
      // Whoever plays without hints, or has not come to the last wave, is not told what places are worth.
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

  // Play.

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

  // Waves.

  const last = data.waves.reduce((most, wave) => Math.max(most, wave), 0);
  const never = data.waves.some((wave) => wave < 0);
  // The last step settles what no wave has reached.
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
    for (const [, , d, wins] of arcs) svg.append(shape("path", { class: wins ? "arc wins" : "arc", d, "marker-end": "url(#head)" }));
    at.forEach(([x, y], i) => {
      const group = shape("g", { transform: `translate(${x} ${y})`, tabindex: 0, role: "button" });
      group.dataset.position = i;
      for (const event of ["mouseenter", "focus", "click"]) group.addEventListener(event, () => seen !== i && look(i));
      nodes.push(group);
      svg.append(group);
    });
    $("map").replaceChildren(svg);
    return (k) => nodes.forEach((group, i) => {
      const text = known(i, k);
      const words = [...texts[i].slice(0, -1), text];
      const outcome = solved(i, k) ? data.outcomes[i] : null;
      const tall = sizes[i][1];
      group.replaceChildren(outline(outcome, sizes[i]), ...lines(words, -tall / 2 + 19));
      group.setAttribute("class", `open ${(outcome ?? "").toLowerCase()} ${i === seen ? "chosen" : ""}`);
      group.setAttribute("aria-label", words.join(", "));
    });
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
        // Small tiles have no room for letters: a won one is whole, a lost one has a bar, a drawn one a frame.
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
})();
