//! The keys of library-checker.

use crate::read::keys::{Inventory, about, mapped, reported};

pub(crate) const NAME: &str = "library-checker";
pub(super) const MANIFEST: &str = "info.toml";
pub(super) const GRADER: &str = "gamesolve does not compile graders, so it does not judge this solution";

pub(crate) const INFO: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: &[
        mapped("title", "title = 'B'"),
        mapped("timelimit", "timelimit = 7.5"),
        mapped("checker", "checker = 'other.cpp'"),
        mapped("verifier", "verifier = 'other.cpp'"),
        mapped("tests.[].name", "tests = [{ name = 'b.cpp', number = 1 }]"),
        mapped("tests.[].number", "tests = [{ name = 'a.cpp', number = 2 }]"),
        mapped("solutions.[].name", "solutions = [{ name = 'b.cpp' }]"),
        mapped(
            "solutions.[].expect",
            "solutions = [{ name = 'b.cpp', expect = 'TLE' }]",
        ),
        mapped("solutions.[].wrong", "solutions = [{ name = 'b.cpp', wrong = true }]"),
        mapped(
            "solutions.[].allow_wa",
            "solutions = [{ name = 'b.cpp', allow_wa = true }]",
        ),
        mapped(
            "solutions.[].allow_re",
            "solutions = [{ name = 'b.cpp', allow_re = true }]",
        ),
        mapped(
            "solutions.[].allow_tle",
            "solutions = [{ name = 'b.cpp', allow_tle = true }]",
        ),
        reported(
            "solutions.[].function",
            "solutions = [{ name = 'b.cpp', function = true }]",
            GRADER,
        ),
        about("forum", "forum = 'https://example.org'"),
        about("params.*", "params = { N_MAX = 1_000 }"),
    ],
};
