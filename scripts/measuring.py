"""Runs programs and says what they took: the part of scripts/bench that knows no work."""

import json
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / "benches" / "peers"
BUILT = ROOT / "target" / "peers"
GAMESOLVE = ROOT / "target" / "release" / "gamesolve"
KERNELS = BUILT / "kernels"
TEXTS = BUILT / "texts"
LAUNCH = BUILT / "launch"


@dataclass
class Command:
    """A program with its arguments, and the file that it reads as standard input."""
    arguments: list
    stdin: Path = Path("/dev/null")
    kernel: bool = False  # says its own times before its answer


@dataclass
class Taken:
    """What one run took, and what it answered."""
    cpu: float    # seconds, user and system
    clock: float  # seconds
    peak: int     # bytes of memory, of the whole process
    answer: list


def built(bench, words):
    """Builds for release; returns the path of that bench."""
    done = subprocess.run(["cargo", "build", "--release", "--quiet", *words, "--message-format=json"], cwd=ROOT,
                          stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"error: {bench} does not build")
    made = [json.loads(line) for line in done.stdout.splitlines()]
    return next(one["executable"] for one in made if one.get("target", {}).get("name") == bench)


def build():
    """Builds ours, the peers and the launcher."""
    BUILT.mkdir(parents=True, exist_ok=True)
    for link, words in [(TEXTS, ["--bin", "gamesolve", "--bench", "texts"]),
                        (KERNELS, ["--package", "gamesolve-engine", "--bench", "kernels"])]:
        link.unlink(missing_ok=True)
        link.symlink_to(built(link.name, words))
    headers = [file.stat().st_mtime for file in PEERS.glob("*.hpp")]
    for source in sorted([*PEERS.glob("*.cpp"), *PEERS.glob("*.rs"), PEERS.parent / "launch.cpp"]):
        program = BUILT / source.stem
        if program.exists() and program.stat().st_mtime > max(source.stat().st_mtime, *headers):
            continue
        rust = ["rustc", "-O", "--edition", "2024", "-o", program, source]
        cpp = ["g++", "-O3", "-march=native", "-std=c++17", "-o", program, source]
        subprocess.run(rust if source.suffix == ".rs" else cpp, check=True)


def run(command, folder):
    """One run that counts, after one that does not; see benches/launch.cpp. Ends the script where the program fails."""
    figures = folder / "figures"
    launched = [LAUNCH, figures, command.stdin, *map(str, command.arguments)]
    done = subprocess.run(launched, capture_output=True, text=True)
    if done.returncode != 0:
        words = " ".join(map(str, command.arguments))
        sys.exit(f"error: `{words} < {command.stdin}` ended with {done.returncode}: {done.stderr or done.stdout}")
    cpu, clock, peak = map(float, figures.read_text().split())
    answer = done.stdout.split()
    if command.kernel:
        cpu, clock = map(float, answer[:2])
        answer = answer[2:]
    return Taken(cpu, clock, int(peak * 1024), answer)


def alternate(name, ours, peer, folder, rounds, clock=False, same_answer=True, least_seconds=0.0, most_rounds=41):
    """The medians of ours, of the peer and of their ratio, and the answer; without a peer the latter two are None.

    Runs in turn, `rounds` of each, and more while that takes less than `least_seconds` altogether, up to `most_rounds`.
    Ends the script where the answers differ.
    """
    taken, theirs, ratios, seconds = [], [], [], 0.0
    chosen = lambda one: max(one.clock if clock else one.cpu, 1e-6)
    while len(taken) < rounds or (seconds < least_seconds and len(taken) < most_rounds):
        a = run(ours, folder)
        taken.append(chosen(a))
        seconds += a.clock
        if peer:
            b = run(peer, folder)
            if same_answer and a.answer != b.answer:
                sys.exit(f"error: {name}: ours says {' '.join(a.answer)!r}, the peer {' '.join(b.answer)!r}")
            theirs.append(chosen(b))
            ratios.append(theirs[-1] / taken[-1])
            seconds += b.clock
    middle = lambda values: statistics.median(values) if values else None
    return middle(taken), middle(theirs), middle(ratios)


def slopes(points):
    """(fixed, per position, per arc) through measured (positions, arcs, bytes): two points, or three of which the last
    two differ in arcs alone; per arc is None for two."""
    (n0, m0, least), (n1, m1, more) = points[:2]
    per_arc = None
    if len(points) == 3:
        n2, m2, most = points[2]
        assert n1 == n2 and m1 != m2, "the last two points differ in arcs alone"
        per_arc = (most - more) / (m2 - m1)
    arcs = per_arc or 0.0
    per_position = (more - least - arcs * (m1 - m0)) / (n1 - n0)
    return least - per_position * n0 - arcs * m0, per_position, per_arc
