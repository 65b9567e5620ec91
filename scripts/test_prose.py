"""Tests of scripts/prose: each limit is exceeded once."""

import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent


def script(name):
    """A script without suffix, as a module."""
    loader = SourceFileLoader(name, str(HERE / name))
    module = module_from_spec(spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


prose = script("prose")
# Sentences of 10, 22 and 6 words, with two joints and a contrast: they keep all bounds.
PLAIN = "You give gamesolve the input and it prints the answer. "
JOINED = "If your answer is wrong, gamesolve shows you the small input, but you find the mistake because you read it again slowly. "
BRIEF = "You win if you move last. "
GOOD = (PLAIN * 3 + JOINED * 2 + BRIEF) * 8


def words(number):
    """A sentence of this length, without relatives and other counted words."""
    return "Stones " + "move " * (number - 2) + "left. "


def breaches(text, name="docs/guides/judge.md"):
    return prose.check({name: text}, False)[1]


class Limits(unittest.TestCase):
    def red(self, text, wanted, name="docs/guides/judge.md"):
        found = breaches(text, name)
        self.assertTrue(any(wanted in breach for breach in found), (wanted, found))

    def test_a_good_page_has_no_breach(self):
        self.assertEqual(breaches(GOOD), [])

    def test_mean(self):
        self.red(GOOD + words(24) * 50, "words a sentence, at most 18")
        self.red(words(24) * 50, "words a sentence, at most 18", "SECURITY.md")
        self.red(PLAIN * 30 + words(8) * 30, "9.0 words a sentence, at least 10")
        self.assertEqual(breaches(words(8) * 60, "SECURITY.md"), [])

    def test_ninetieth_percentile(self):
        self.red(PLAIN * 35 + words(27) * 6, "one sentence in ten has 27 words or more", "SECURITY.md")
        self.assertEqual(breaches(PLAIN * 35 + words(26) * 6, "SECURITY.md"), [])

    def test_deviation(self):
        self.red(PLAIN * 50, "the lengths of sentences deviate by 0.0 words, at least 4.8")
        self.assertEqual(breaches(PLAIN * 50, "SECURITY.md"), [])

    def test_short_sentences(self):
        text = "\n\n".join([JOINED] * 29 + [BRIEF] * 11)
        self.red(text, "27.5% of the sentences have at most 6 words, at most 25% may")
        self.red(text, "judge.md:59:   6 words: You win if you move last.")
        self.assertEqual(breaches(text, "SECURITY.md"), [])

    def test_long_sentences(self):
        self.red("\n\n".join([PLAIN] * 47 + [words(31)] * 3), "page.md:95:   31 words: Stones", "page.md")
        self.assertEqual(breaches(PLAIN * 57 + words(31) * 3, "SECURITY.md"), [])

    def test_a_group_has_narrower_bounds_than_a_page(self):
        for text, wanted in [
            (PLAIN * 40 + JOINED * 6 + BRIEF * 13, ["10.3 words a sentence, at least 11", "deviate by", "22.0%"]),
            (GOOD + words(26) * 20, ["words a sentence, at most 16"]),
            ((PLAIN + words(20)) * 30, ["0.0 joints such as", "0.0 contrasts such as"]),
        ]:
            for name, group in [
                ("README.md", "README and start"),
                ("docs/start/coach.md", "README and start"),
                ("docs/guides/judge.md", "guides"),
                ("docs/learn/misere.md", "learn"),
                ("docs/concepts/evidence.md", "concepts"),
                ("docs/dev/style.md", None),
            ]:
                found = prose.check({name: text}, True)[1]
                for part in wanted:
                    self.assertTrue(any(breach.startswith("all:1:") and part in breach for breach in found), (part, found))
                    in_group = [breach for breach in found if breach.startswith("group: ") and part in breach]
                    self.assertEqual([breach.split(":")[1].strip() for breach in in_group], [group] if group else [], part)
        self.assertEqual(prose.check({"docs/guides/judge.md": GOOD}, True)[1], [])

    def test_one_sentence(self):
        self.red(PLAIN * 99 + "\n\n" + words(41), "judge.md:3: 41 words in a sentence, at most 40")

    def test_semicolons(self):
        self.red(PLAIN * 49 + "One; two; three of them.", "semicolons in 1,000 words, at most 2")

    def test_relatives(self):
        self.red(PLAIN * 49 + "See what, where, whose and what. Such are those and what is not.", "relatives in 1,000 words, at most 12")

    def test_where(self):
        self.red(PLAIN * 99 + "If you play where you stand, where they stand, or where I stand, you win.", '3 "where" beside 1 "if"')

    def test_you(self):
        self.red("The judge prints the answer of the program and then stops. " * 40, '0.0 "you" in 1,000 words')
        self.assertEqual(breaches("The judge prints the answer of the program and then stops. " * 40, "SECURITY.md"), [])

    def test_the_deny_list(self):
        for sentence in [
            "The program is told its input.",
            "The place is named there.",
            "It has so many words.",
            "Whoever plays here loses.",
            "A program leaves the box.",
            "This is a bomb of processes.",
            "Only those that move can win.",
            "One that moves can win.",
            "What is left is not read.",
            "You hand in a program.",
        ]:
            self.red(PLAIN * 9 + "\n\n" + sentence, "docs/guides/judge.md:3: `")
            self.assertEqual(len(list(prose.breaches_of_source("a.rs", f"/// {sentence}\nfn f() {{}}\n"))), 1, sentence)
            help_text = f'#[command(after_help = "One more.\\n\\\n  {sentence}")]'
            self.assertEqual(len(list(prose.breaches_of_source("a.rs", help_text))), 1, sentence)
            self.assertEqual(list(prose.breaches_of_source("a.rs", f"// {sentence}\n")), [])

    def test_rows_and_indented_lists_of_help_texts_are_no_prose(self):
        rows = "".join(f"  name {name}   {words(9)}\n" for name in range(5))
        doc = "".join(f"/// {line}\n" for line in f"Write one of these:\n{rows}\nThe program is told.".split("\n"))
        found = list(prose.breaches_of_source("a.rs", doc + "a: u8,\n"))
        self.assertEqual([breach.split(" (")[0] for breach in found], ["a.rs:8: `told`"])
        listed = f"TASK is one of these:\\n  {words(45)}\\n  {words(45)}\\n\\n{{}}"
        for sentence, count in [("Plain words end here.", 0), (f"{words(41)}.", 1), ("The program is told.", 1)]:
            text = f'#[command(after_help = "{listed.format(sentence)}")]'
            self.assertEqual(len(list(prose.breaches_of_source("a.rs", text))), count, sentence)

    def test_a_sentence_of_a_doc_comment(self):
        found = list(prose.breaches_of_source("a.rs", f"fn a() {{}}\n\n/// Short.\n///\n/// {words(41)}\nfn f() {{}}\n"))
        self.assertEqual([breach.split(" words")[0] for breach in found], ["a.rs:5: 41"])

    def test_budgets(self):
        self.red(PLAIN * 82, "judge.md:1: 820 words, the budget is 740")
        self.red(PLAIN, "docs/guides/new.md:1: the page has no budget", "docs/guides/new.md")
        self.red("来 " * 100 + "来" * 1089, "README.zh.md:1: 1189 characters, the budget is 1080", "README.zh.md")
        self.assertEqual(breaches("来" * 1188, "README.zh.md"), [])

    def test_translated_pages_keep_no_rules_of_english(self):
        page = PLAIN * 9 + words(41)
        self.assertEqual(breaches(page, "docs/learn/misere.vi.md"), [])
        self.assertNotEqual(breaches(page, "docs/learn/misere.md"), [])
        self.assertEqual(breaches(PLAIN * 999, "docs/reference/cli.md"), [])

    def test_the_sum_of_words_counts_generated_pages(self):
        pages = {"README.md": GOOD, "docs/reference/cli.md": "| word | " * 60}
        length = len(GOOD.split()) + 60
        with mock.patch.object(prose, "MOST_WORDS", length):
            self.assertEqual(prose.check(pages, True)[1], [])
        with mock.patch.object(prose, "MOST_WORDS", length - 1):
            found = prose.check(pages, True)[1]
            self.assertEqual(found, [f"all:1: {length} words with generated pages, at most {length - 1}"])

    def test_short_pages_are_counted_together(self):
        pages = {"SECURITY.md": words(26) * 9, "CONTRIBUTING.md": PLAIN * 30, "docs/dev/style.md": PLAIN * 5}
        self.assertEqual(prose.check(pages, False)[1], [])
        pages["CONTRIBUTING.md"] = PLAIN * 2
        found = prose.check(pages, False)[1]
        self.assertEqual(found[0], "short pages:1: 19.0 words a sentence, at most 18")

    def test_titles(self):
        titles = [("abc", "docs: " + "a" * 66), ("def", "docs: " + "b" * 67)]
        found = list(prose.breaches_of_titles(titles))
        self.assertEqual([breach.split(" in")[0] for breach in found], ["def:1: 73 characters"])

    def test_pages_that_the_book_does_not_have(self):
        names = ["README.md", "docs/README.md", "docs/SUMMARY.md", "docs/dev/new.md"]
        found = list(prose.breaches_of_book(names, "[a](README.md)\n- [b](dev/style.md)\n"))
        self.assertEqual(found, ["docs/dev/new.md:1: the page is not in docs/SUMMARY.md"])

    def test_links(self):
        with tempfile.TemporaryDirectory() as place:
            root = Path(place)
            (root / "docs").mkdir()
            (root / "docs/a.md").write_text("# A page\n\n## `judge`, and more\n\n## Twice\n\n## Twice\n\n```sh\n# no heading\n```\n")
            good = "[a](docs/a.md) [b](docs/a.md#judge-and-more) [c](docs/a.md#twice-1) [d](#top) <https://x.y/z> `[e](f)`\n# Top\n"
            (root / "README.md").write_text(good)
            self.assertEqual(list(prose.breaches_of_links("README.md", good, root)), [])
            bad = "[a](b.md)\n\n![a](docs/a.png)\n[a](docs/a.md#no-heading) <img src=\"c.svg\">\n"
            found = list(prose.breaches_of_links("README.md", bad, root))
            self.assertEqual([breach.split(" ")[0] for breach in found], [f"README.md:{line}:" for line in [1, 3, 4, 4]])


class Reading(unittest.TestCase):
    def sentences(self, text):
        return list(prose.sentences(text))

    def test_code_tables_headings_and_generated_parts_are_no_prose(self):
        text = "# What; a\n\n| a; | b |\n|---|---|\n\n```console\nwhat;\n```\n<!-- table -->\nwhat;\n<!-- end of table -->\n<img src=\"a\">\n\nPlain.\n"
        self.assertEqual(self.sentences(text), [(14, "Plain.")])

    def test_items_and_paragraphs_are_separate_and_have_their_lines(self):
        text = "One and\ntwo. Three,\ne.g. four.\n\n- five\n- six `a\n  b` seven.\n  Ten.\n\n> eight\n> nine\n"
        expected = [(1, "One and two."), (2, "Three, e.g. four."), (5, "five"), (6, "six code  seven."), (8, "Ten."), (10, "eight nine")]
        self.assertEqual(self.sentences(text), expected)

    def test_links_are_their_words(self):
        self.assertEqual(self.sentences("See [the **page**](a/b.md#c) or ![no](picture.png)."), [(1, "See the page or .")])

    def test_the_script_ends_with_1_and_says_where(self):
        with tempfile.NamedTemporaryFile("w", suffix=".md") as page:
            page.write(f"{PLAIN}\n\nThe program is told its input.\n")
            page.flush()
            found = subprocess.run([HERE / "prose", page.name], capture_output=True, text=True, check=False)
            self.assertEqual(found.returncode, 1)
            self.assertIn(f"{page.name}:3: `told`", found.stdout)


if __name__ == "__main__":
    unittest.main()
