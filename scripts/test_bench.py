"""Tests of scripts/bench that measure nothing: what it works out and what it writes."""

import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from unittest import mock
from xml.dom import minidom

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import drawing
import grid
import measuring



def script(name):
    """A script without suffix, as a module."""
    loader = SourceFileLoader(name, str(HERE / name))
    module = module_from_spec(spec_from_loader(name, loader))
    sys.modules[name] = module
    loader.exec_module(module)
    return module


bench, guard = script("bench"), script("guard")


def program(folder, name, words):
    """A shell script as a command."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{words}\n")
    path.chmod(0o755)
    return measuring.Command([path])


class Guard(unittest.TestCase):
    def test_five_per_cent_more_is_grown_and_as_much_less_is_told(self):
        kept = {"instructions": 1_000_000, "D1 misses": 10_000, "LL misses": 10}
        self.assertEqual(guard.grown(kept, kept), ([], []))
        self.assertEqual(guard.grown(kept, {**kept, "instructions": 1_050_000, "LL misses": 50}), ([], []))
        small = {"instructions": 20_000, "LL misses": 12}
        self.assertEqual(guard.grown(small, {**small, "LL misses": 14}), ([], []))
        self.assertEqual(len(guard.grown(small, {**small, "LL misses": 40})[0]), 1)
        more, less = guard.grown(kept, {"instructions": 1_060_000, "D1 misses": 9_000, "LL misses": 60})
        self.assertEqual(more, ["1,000,000 instructions, now 1,060,000 (+6.0 %)"])
        self.assertEqual(less, ["10,000 D1 misses, now 9,000 (-10.0 %)"])

    def test_what_is_kept_is_of_the_cells_and_of_the_profile(self):
        kept = guard.json.loads(guard.KEPT.read_text())
        self.assertEqual(list(kept["cells"]), [guard.named(cell) for cell in guard.CELLS])
        self.assertEqual(kept["profile"], guard.profile())
        self.assertEqual(kept["profile"][0], "[profile.release]")


class Grid(unittest.TestCase):
    def test_cells_have_names_of_their_own_and_are_not_too_many(self):
        for engine in grid.ENGINES:
            names = [cell.name for cell in engine.cells]
            self.assertEqual(len(names), len(set(names)), engine.name)
        self.assertLessEqual(sum(len(engine.cells) for engine in grid.ENGINES), 150)

    def test_the_interval_is_that_of_the_logarithms(self):
        ratio, low, high = grid.interval([2.0, 8.0])
        self.assertAlmostEqual(ratio, 4.0)
        self.assertAlmostEqual(low * high, 16.0)
        self.assertLess(low, 1e-3)
        self.assertEqual(grid.interval([3.0, 3.0, 3.0])[1:], (grid.interval([3.0])[0],) * 2)

    def test_a_cell_is_missed_only_where_its_whole_interval_is_below(self):
        engine = grid.Engine("one", "one", [], least_mean=2.0)
        unsure = grid.Result("a", 1.0, 0.9, "peer", 0.9, 0.7, 1.1)
        fast = grid.Result("b", 1.0, 9.0, "peer", 9.0, 8.0, 10.0)
        surely = grid.Result("c", 1.0, 0.5, "peer", 0.5, 0.4, 0.6)
        line, met = grid.verdict(engine, [unsure, fast])
        self.assertTrue(met and "| a | 0.90 (0.70 to 1.10) |" in line, line)
        line, met = grid.verdict(engine, [unsure, fast, surely])
        self.assertTrue(not met and "**missed** in 1 cells" in line, line)
        self.assertFalse(grid.verdict(engine, [unsure])[1], "the mean is too low")


class Document(unittest.TestCase):
    TEXT = "Before.\n\n<!-- table -->\nOld.\n\n<!-- end of table -->\n\nAfter.\n"

    def test_only_what_stands_between_the_marks_is_replaced(self):
        new = bench.rewritten(self.TEXT, {"table": ["New.", "", "| a |"]})
        self.assertEqual(new, "Before.\n\n<!-- table -->\nNew.\n\n| a |\n\n<!-- end of table -->\n\nAfter.\n")

    def test_writing_twice_is_writing_once(self):
        once = bench.rewritten(self.TEXT, {"table": ["New."]})
        self.assertEqual(bench.rewritten(once, {"table": ["New."]}), once)

    def test_a_missing_or_repeated_mark_is_an_error(self):
        end = "<!-- end of table -->"
        bad = ["", self.TEXT.replace(end, ""), self.TEXT * 2, self.TEXT.replace(end, f"<!-- table -->\n{end}")]
        for text in [*bad, self.TEXT + end, f"{end}\n<!-- table -->\n"]:
            with self.assertRaises(SystemExit):
                bench.rewritten(text, {"table": []})

    def test_the_document_has_every_mark_and_no_other(self):
        text = bench.DOCS.read_text()
        sections = [*bench.HEADS, "plots", "grid"]
        self.assertEqual(bench.rewritten(text, {}), text)
        bench.rewritten(text, {name: [] for name in sections})
        self.assertEqual(text.count("<!--"), 2 * len(sections))

    def test_plots_and_images_are_those_of_the_works(self):
        drawn = {f"growth-{work.name}.svg" for work in bench.WORKS if work.sizes}
        self.assertEqual({path.name for path in bench.DOCS.parent.glob("growth-*.svg")}, drawn)
        shown = set(bench.re.findall(r"\((growth-[a-z-]*\.svg)\)", bench.DOCS.read_text()))
        self.assertEqual(shown, drawn)


class Works(unittest.TestCase):
    def test_names_are_unique(self):
        for names in [[work.name for work in bench.WORKS], [one.name for one in bench.FOOTPRINTS]]:
            self.assertEqual(len(names), len(set(names)))

    def test_sizes_of_plots_rise_about_ten_times(self):
        for work in bench.WORKS:
            if work.sizes:
                sizes = [(work.positions or (lambda n: n))(n) for n in work.sizes(1_000_000)]
                self.assertEqual(len(sizes), 4, work.name)
                for less, more in zip(sizes, sizes[1:]):
                    self.assertTrue(6 <= more / less <= 15, f"{work.name}: {sizes}")

    def test_the_length_of_a_text_is_near_what_is_worked_out(self):
        # Every pair of numbers below 100 as often as it is drawn there.
        tails = [len(str(v)) for v in range(6, 101)]
        heads = [len(str(v)) for v in range(1, 101)]
        mean = sum(tails) / len(tails) + sum(heads) / len(heads) + 2
        self.assertAlmostEqual(bench.text_bytes(100), 1000 * mean)

    def test_targets_are_judged_on_the_right_side(self):
        for target, good, bad in [
            (bench.faster(), (1, 1.0, 1), (1, 0.99, 1)),
            (bench.faster(50), (1, 50, 1), (1, 49, 1)),
            (bench.slower_by_at_most(1.25), (1, 0.8, 1), (1, 0.79, 1)),
            (bench.within(0.01), (0.01, None, 1), (0.011, None, 1)),
            (bench.rate_of(500e6, "B"), (1, 1, 500e6), (1, 1, 499e6)),
        ]:
            self.assertTrue(target.met(*good), target.said)
            self.assertFalse(target.met(*bad), target.said)


class Figures(unittest.TestCase):
    def test_have_three_digits_and_no_exponent(self):
        values = [0, 0.01234, 1.0, 12.34, 123456, -3.21]
        for value, text in zip(values, ["0", "0.0123", "1", "12.3", "123,000", "-3.21"], strict=True):
            self.assertEqual(bench.figures(value), text)
        self.assertEqual(bench.seconds(0.0123), "12.3 ms")
        self.assertEqual(bench.seconds(12.3), "12.3 s")
        self.assertEqual(bench.rate(35.5e6, "arcs"), "35.5 M arcs/s")
        self.assertEqual(bench.rate(500e6, "B"), "500 MB/s")
        self.assertEqual(bench.rate(1700, "pairs"), "1,700 pairs/s")

    def test_slopes_are_those_of_a_plane(self):
        peak = lambda n, m: 1000 + 3 * n + 14 * m
        points = [(n, m, peak(n, m)) for n, m in [(10, 100), (100, 1000), (100, 2000)]]
        self.assertEqual(measuring.slopes(points), (1000, 3, 14))
        self.assertEqual(measuring.slopes([(10, 0, 1030), (30, 0, 1090)]), (1000, 3, None))


class Runs(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        # Not the one of the benchmarks, which may be running.
        launch = self.folder / "launch"
        source = measuring.PEERS.parent / "launch.cpp"
        subprocess.run(["g++", "-O2", "-std=c++17", "-o", launch, source], check=True)
        changed = mock.patch.object(measuring, "LAUNCH", launch)
        changed.start()
        self.addCleanup(changed.stop)

    def test_a_kernel_says_its_own_times(self):
        command = program(self.folder, "kernel", "echo 0.5 0.25 left right")
        command.kernel = True
        taken = measuring.run(command, self.folder)
        self.assertEqual((taken.cpu, taken.clock, taken.answer), (0.5, 0.25, ["left", "right"]))

    def test_a_process_is_given_its_input_and_measured(self):
        (self.folder / "input").write_text("seven\n")
        command = program(self.folder, "whole", "cat")
        command.stdin = self.folder / "input"
        taken = measuring.run(command, self.folder)
        self.assertEqual(taken.answer, ["seven"])
        # A shell and no interpreter of Python: the peak is the program's own.
        self.assertTrue(100_000 < taken.peak < 8_000_000, taken.peak)

    def test_different_answers_and_failures_end_the_script(self):
        ours, peer = program(self.folder, "ours", "echo 1"), program(self.folder, "peer", "echo 2")
        measuring.alternate("work", ours, peer, self.folder, 1, same_answer=False)
        with self.assertRaisesRegex(SystemExit, "work: ours says '1', the peer '2'"):
            measuring.alternate("work", ours, peer, self.folder, 1)
        with self.assertRaisesRegex(SystemExit, "ended with 3: broken"):
            measuring.run(program(self.folder, "bad", "echo broken >&2; exit 3"), self.folder)

    def test_short_works_are_repeated_and_long_ones_are_not(self):
        count = self.folder / "count"
        times = program(self.folder, "times", f"echo >> {count}; echo 0.1 0.1 done")
        times.kernel = True
        for least, most, expected in [(0.0, 41, 3), (0.45, 41, 5), (9.0, 7, 7)]:
            count.write_text("")
            measuring.alternate("work", times, None, self.folder, 3, least_seconds=least, most_rounds=most)
            # Each after one that does not count.
            self.assertEqual(len(count.read_text()), 2 * expected)


class Plots(unittest.TestCase):
    POINTS = [(20, 1e-5, 2e-5), (200, 1e-4, 1e-4), (2000, 1e-3, None)]

    def test_are_xml_with_title_axis_and_names(self):
        drawn = drawing.plot("a < b", "vertices", "processor time", "peer & co", self.POINTS)
        texts = [node.firstChild.data for node in minidom.parseString(drawn).getElementsByTagName("text")]
        axes = ["vertices", "processor time", "10 µs", "1 ms", "10", "10,000"]
        for words in ["a < b", "gamesolve", "peer & co", *axes]:
            self.assertIn(words, texts)

    def test_lines_and_guide_stay_inside_the_frame(self):
        drawn = minidom.parseString(drawing.plot("a", "b", "c", "d", self.POINTS))
        lines = drawn.getElementsByTagName("polyline")
        self.assertEqual([len(line.getAttribute("points").split()) for line in lines], [3, 2])
        guide = [path for path in drawn.getElementsByTagName("path") if path.getAttribute("class") == "guide"][0]
        pairs = [pair for line in lines for pair in line.getAttribute("points").split()]
        pairs += [part.replace(" ", ",") for part in guide.getAttribute("d")[1:].split("L")]
        for pair in pairs:
            x, y = map(float, pair.split(","))
            self.assertTrue(drawing.LEFT <= x <= drawing.WIDE - drawing.RIGHT, pair)
            self.assertTrue(drawing.TOP <= y <= drawing.HIGH - drawing.LOW, pair)

    def test_a_work_without_a_peer_has_one_line(self):
        points = [(n, t, None) for n, t, _ in self.POINTS]
        drawn = minidom.parseString(drawing.plot("a", "b", "c", "nobody", points))
        self.assertEqual(len(drawn.getElementsByTagName("polyline")), 1)
        self.assertNotIn("nobody", [node.firstChild.data for node in drawn.getElementsByTagName("text")])


if __name__ == "__main__":
    unittest.main()
