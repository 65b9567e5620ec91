"""The grid of shapes: every engine that has a peer, on graphs, boards and strips that differ in kind and not in size.

A cell is one shape. It is measured by pairs of runs, ours and the peer's in turn, whose answers must agree; its ratio is
the geometric mean of the peer's times by ours, with a 95 % interval over the pairs.
"""

import math
import statistics
import subprocess
import sys
from dataclasses import dataclass

from measuring import BUILT, GAMESOLVE, KERNELS, Command, run

# Where t of Student ends 95 % of it, two-sided, by degrees of freedom.
STUDENT = [0, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13]
# Pairs are run until the interval is this narrow, as the quotient of its ends, or this many are done.
NARROW, MOST_PAIRS = 1.1, 9


@dataclass
class Cell:
    """One shape: both commands are functions of the folder and the scale, which is 1 or less."""
    name: str
    ours: object
    peers: list       # (name, command); the best of them counts
    clock: bool = False


@dataclass
class Engine:
    name: str
    what: str
    cells: list
    least_worst: float = 1.0  # what is asked of the worst cell
    least_mean: float = None  # and of the geometric mean


@dataclass
class Result:
    name: str
    ours: float
    peer: float
    peer_name: str
    ratio: float
    low: float
    high: float


def made(folder, *words):
    path = folder / "-".join(map(str, words))
    if not path.exists():
        program, *arguments = words
        with path.open("wb") as out:
            subprocess.run([BUILT / program, *map(str, arguments)], check=True, stdout=out)
    return path


def sized(n, scale):
    return max(1000, int(n * scale))


def graph(work, peer, shape, n, degree, ends, numbering, threads=1, peer_words=()):
    """A cell on a graph of `shapes`; `ends` in thousandths."""
    n = min(n, 20_000_000 // max(1, int(degree)))

    def file(folder, scale):
        return f"@{made(folder, 'shapes', shape, sized(n, scale), degree, ends, numbering)}"
    name = f"{shape.removeprefix('down-')}, {degree:g} arcs" + (f", {ends / 10:g} % ends" if ends else "")
    return Cell(name + (", shuffled" if numbering == "shuffled" else ""),
                lambda folder, scale: Command([KERNELS, work, file(folder, scale), 0, threads], kernel=True),
                [(peer, lambda folder, scale: Command([BUILT / peer, file(folder, scale), 0, *peer_words],
                                                      kernel=True))],
                clock=threads > 1)


def retrograde():
    cells = [graph("retrograde", "retrograde", "random", 1_000_000, degree, ends, "kept")
             for degree in (1.5, 2, 3, 5, 10, 20, 30) for ends in (1, 10, 100, 300)]
    for shape in ("local", "layered", "power", "path"):
        cells += [graph("retrograde", "retrograde", shape, 1_000_000, degree, ends, "kept")
                  for degree in (3, 10) for ends in (10, 100) if shape != "path" or ends == 10]
        cells.append(graph("retrograde", "retrograde", shape, 1_000_000, 3, 10, "shuffled"))
    return cells + [graph("retrograde", "retrograde", "cliques", 100_000, 120, 0, "kept")]


def threads():
    return [graph("retrograde", "retrograde", "random", 1_000_000, degree, ends, "kept", threads=2)
            for degree in (5, 10, 20) for ends in (10, 100)]


def nimbers():
    cells = [graph("nimbers", "grundy", f"down-{shape}", 1_000_000, degree, 0, numbering, peer_words=(0,))
             for shape in ("random", "local", "layered", "power", "path") for degree in (3, 10)
             for numbering in ("kept", "shuffled")]
    return cells + [graph("nimbers", "grundy", "cliques", 100_000, 120, 0, numbering, peer_words=(0,))
                    for numbering in ("kept", "shuffled")]


def scoring():
    return [graph("scoring", "scoring", f"down-{shape}", 1_000_000, degree, 0, numbering)
            for shape in ("random", "local", "path") for degree in (3, 10) for numbering in ("kept", "shuffled")]


def loopy():
    cells = [graph("loopy", "loopy", "random", 300_000, degree, ends, "kept")
             for degree in (1.5, 3, 10) for ends in (10, 100)]
    cells += [graph("loopy", "loopy", shape, 300_000, 3, 10, "kept") for shape in ("local", "layered", "power", "path")]
    cells += [graph("loopy", "loopy", f"down-{shape}", 300_000, 5, 0, "shuffled") for shape in ("random", "local")]
    return cells + [graph("loopy", "loopy", "cliques", 20_000, 120, 0, "kept")]


def pursuit():
    def cell(kind, side):
        def board(folder, scale):
            return made(folder, "inputs", f"board-{kind}", max(8, int(side * scale ** 0.25)))
        return Cell(f"{kind}, {side} × {side}",
                    lambda folder, scale: Command([GAMESOLVE, "police-thief"], board(folder, scale)),
                    [(name, lambda folder, scale, name=name: Command([BUILT / name], board(folder, scale)))
                     for name in ("police_thief_bits", "police_thief_queue")])
    return [cell(kind, side) for side in (24, 48)
            for kind in ("open", "walls-10", "walls-25", "walls-40", "maze", "rooms", "comb", "corridor")]


def splitting():
    def cell(strips, longest):
        def text(folder, scale):
            path = folder / "-".join(["pas", *strips.split()])
            path.write_text(f"{strips}\n1\n{int(longest * math.sqrt(scale))}\n")
            return path
        return Cell(f"{strips} to {longest:,}", lambda folder, scale: Command([GAMESOLVE, "pas"], text(folder, scale)),
                    [("half range", lambda folder, scale: Command([BUILT / "strips_half_range"], text(folder, scale)))])
    known = ["3 7 10", "5 9 16", "1 2 2", "2 3 5", "7 11 37", "17 31 64", "1000 999 998", "100 150 200", "794 85 335",
             "1 4 5", "4 6 4", "7 7 7", "1 2 100", "33 21 27", "1 2 20000"]
    return [cell(strips, 50_000) for strips in known]


def subtraction():
    def cell(count, largest):
        def words(scale):
            return sized(10_000_000, scale), 0
        return Cell(f"{count} amounts up to {largest:,}",
                    lambda _, scale: Command([KERNELS, f"subtraction-{count}-{largest}", *words(scale)], kernel=True),
                    [("bytes", lambda _, scale: Command([BUILT / "subtraction", *words(scale), count, largest],
                                                        kernel=True))])
    return [cell(count, largest) for count in (2, 8, 64) for largest in (100, 100_000)]


ENGINES = [
    Engine("retrograde", "`game`: outcome and distance in memory, turning the graph round included", retrograde(),
           least_mean=1.3),
    Engine("threads", "the same on two threads, against the peer on one, by the clock", threads(), least_mean=1.6),
    Engine("nimbers", "`pawns`: nimbers in memory", nimbers()),
    Engine("loopy", "`pawns --loopy`: values in memory", loopy()),
    Engine("scoring", "`score-game`: best differences in memory", scoring()),
    Engine("pursuit", "`police-thief`: whole process, against the better of two peers", pursuit()),
    Engine("splitting", "`pas`: whole process", splitting()),
    Engine("subtraction", "`subtract --set`: outcomes in memory", subtraction()),
]


def interval(ratios):
    """The geometric mean and its 95 % interval; of one ratio nothing is known."""
    logs = [math.log(ratio) for ratio in ratios]
    mean = statistics.fmean(logs)
    if len(logs) < 2:
        return math.exp(mean), 0.0, math.inf
    wide = STUDENT[min(len(logs), len(STUDENT)) - 1] * statistics.stdev(logs) / math.sqrt(len(logs))
    return math.exp(mean), math.exp(mean - wide), math.exp(mean + wide)


def measure(cell, folder, scale, pairs):
    """Runs the pairs of one cell against each peer; the result is that of the best peer."""
    results = []
    for name, peer in cell.peers:
        ours, theirs = [], []
        while True:
            one, other = run(cell.ours(folder, scale), folder), run(peer(folder, scale), folder)
            if one.answer != other.answer:
                sys.exit(f"error: {cell.name}: ours says {one.answer}, {name} {other.answer}")
            chosen = lambda taken: max(taken.clock if cell.clock else taken.cpu, 1e-6)
            ours.append(chosen(one))
            theirs.append(chosen(other))
            ratio, low, high = interval([b / a for a, b in zip(ours, theirs)])
            if len(ours) >= pairs and (high / max(low, 1e-9) < NARROW or len(ours) >= max(pairs, MOST_PAIRS)):
                break
        results.append(Result(cell.name, statistics.median(ours), statistics.median(theirs), name, ratio, low, high))
    for path in folder.iterdir():
        if path.is_file():
            path.unlink()
    return min(results, key=lambda result: result.ratio)


def seconds(value):
    return f"{value * 1000:.3g} ms" if value < 1 else f"{value:.3g} s"


def verdict(engine, results):
    """The line of an engine in the summary, and whether its targets are met."""
    worst = min(results, key=lambda result: result.ratio)
    mean = math.exp(statistics.fmean(math.log(result.ratio) for result in results))
    below = [result.name for result in results if result.high < engine.least_worst]
    short = engine.least_mean is not None and mean < engine.least_mean
    asked = "no cell surely below 1" + (f", mean at least {engine.least_mean:g}" if engine.least_mean else "")
    met = "met" if not below and not short else "**missed**" + (f" in {len(below)} cells" if below else "")
    line = (f"| {engine.what} | {len(results)} | {worst.name} | {worst.ratio:.2f} ({worst.low:.2f} to {worst.high:.2f}) "
            f"| {mean:.2f} | {asked}: {met} |")
    return line, met == "met"


HEAD = ["| engine | cells | worst cell | its ratio (95 % interval) | geometric mean | target |", "|---|---|---|---|---|---|"]


def measure_all(names, folder, scale, pairs):
    """The lines of the document, and the engines whose targets are missed. Prints each cell when it is done."""
    summary, details, missed = list(HEAD), [], []
    for engine in ENGINES:
        if names and engine.name not in names:
            continue
        print(f"{engine.name}: {len(engine.cells)} cells", flush=True)
        results, rows = [], []
        for cell in engine.cells:
            result = measure(cell, folder, scale, pairs)
            results.append(result)
            rows.append(f"| {result.name} | {seconds(result.ours)} | {seconds(result.peer)} | {result.peer_name} "
                        f"| {result.ratio:.2f} | {result.low:.2f} to {result.high:.2f} |")
            print(rows[-1], flush=True)
        line, met = verdict(engine, results)
        print(line, flush=True)
        summary.append(line)
        missed += [] if met else [engine.name]
        details += ["", f"### {engine.what}", "", "| shape | gamesolve | peer | its way | ratio | 95 % interval |",
                    "|---|---|---|---|---|---|", *rows]
    return summary + details, missed
