//! The keys of library-checker.

use crate::read::keys::{Inventory, keys};

pub(crate) const NAME: &str = "library-checker";
pub(super) const MANIFEST: &str = "info.toml";
pub(super) const GRADER: &str = "gamesolve does not compile graders, so it does not judge this solution";

pub(crate) const INFO: Inventory = Inventory {
    format: NAME,
    file: MANIFEST,
    keys: keys![
        Mapped "title": "title = 'B'";
        Mapped "timelimit": "timelimit = 7.5";
        Mapped "checker": "checker = 'other.cpp'";
        Mapped "verifier": "verifier = 'other.cpp'";
        Mapped "tests.[].name": "tests = [{ name = 'b.cpp', number = 1 }]";
        Mapped "tests.[].number": "tests = [{ name = 'a.cpp', number = 2 }]";
        Mapped "solutions.[].name": "solutions = [{ name = 'b.cpp' }]";
        Mapped "solutions.[].expect": "solutions = [{ name = 'b.cpp', expect = 'TLE' }]";
        Mapped "solutions.[].wrong": "solutions = [{ name = 'b.cpp', wrong = true }]";
        Mapped "solutions.[].allow_wa": "solutions = [{ name = 'b.cpp', allow_wa = true }]";
        Mapped "solutions.[].allow_re": "solutions = [{ name = 'b.cpp', allow_re = true }]";
        Mapped "solutions.[].allow_tle": "solutions = [{ name = 'b.cpp', allow_tle = true }]";
        Reported "solutions.[].function": "solutions = [{ name = 'b.cpp', function = true }]" because GRADER;
        About "forum": "forum = 'https://example.org'";
        About "params.*": "params = { N_MAX = 1_000 }";
    ],
};
