"""Tests of scripts/pictures that need no browser and no program."""

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
loader = SourceFileLoader("pictures", str(HERE / "pictures"))
pictures = module_from_spec(spec_from_loader("pictures", loader))
loader.exec_module(pictures)


class Terminal(unittest.TestCase):
    def test_is_xml_with_every_line_inside_its_frame(self):
        text = "$ gamesolve a < b\n  6\n\n" + "move " * 40 + "\n"
        drawn = minidom.parseString(pictures.terminal(text)).documentElement
        lines = drawn.getElementsByTagName("text")
        self.assertEqual([line.firstChild.data for line in lines[:2]], ["$ gamesolve a < b", "6"])
        self.assertEqual(len(lines), 4)
        for line in lines:
            end = float(line.getAttribute("x")) + float(line.getAttribute("textLength"))
            self.assertLessEqual(end, float(drawn.getAttribute("width")) - pictures.BORDER + 1)
            self.assertLess(float(line.getAttribute("y")), float(drawn.getAttribute("height")))

    def test_lines_go_on_below_their_indent(self):
        self.assertEqual(pictures.wrapped("  " + "a" * 60 + " " + "b" * 60 + "\n"), ["  " + "a" * 60, "  " + "b" * 60])
        self.assertEqual([len(line) for line in pictures.wrapped("a" * 250)], [100, 100, 50])


class Inputs(unittest.TestCase):
    def test_files_and_commands_are_those_of_the_page(self):
        page = (
            "`a.py`:\n\n```python\n1\n\n2\n```\n\nText.\n\n```text\nno file\n```\n\n<!-- not run: why -->\n"
            "```console\n$ no\n```\n```console\n$ gamesolve table a.py\n…\n$ ls\n```\n"
        )
        with tempfile.NamedTemporaryFile("w", suffix=".md") as file:
            file.write(page)
            file.flush()
            self.assertEqual(pictures.inputs(Path(file.name)), ({"a.py": "1\n\n2\n"}, ["gamesolve table a.py", "ls"]))

    def test_a_picture_of_a_chapter_has_its_command_before_it(self):
        for chapter in pictures.CHAPTERS:
            self.assertEqual(list(pictures.drawn(chapter)), [f"learn-{chapter.stem}.svg"])

    def test_measured_values_do_not_change_a_digest(self):
        self.assertEqual(pictures.digest("a  AC  3 ms  1 MiB\n"), pictures.digest("a  AC  4 ms  2 MiB\n"))
        self.assertNotEqual(pictures.digest("a  AC  3 ms  1 MiB\n"), pictures.digest("a  WA  3 ms  1 MiB\n"))

    def test_missing_large_and_stale_pictures_are_faults(self):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            for name, size in [("b.svg", 190_001), ("c.svg", 9), ("d.svg", 9)]:
                (folder / name).write_bytes(bytes(size))
            kept = {"c.svg": pictures.digest("old"), "d.svg": pictures.digest("same")}
            (folder / "digests.json").write_text(pictures.json.dumps(kept))
            texts = {"a.svg": "a", "b.svg": "b", "c.svg": "new", "d.svg": "same"}
            with mock.patch.multiple(pictures, PICTURES=folder, DIGESTS=folder / "digests.json"):
                found = [fault.split("/")[-1][:11] for fault in pictures.faults(texts)]
            self.assertEqual(found, ["a.svg is mi", "b.svg has 1", "c.svg is st"])


if __name__ == "__main__":
    unittest.main()
