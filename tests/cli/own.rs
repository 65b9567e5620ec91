//! Own games: files in Python and C++ through the real binary.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use itertools::Itertools as _;
use tempfile::TempDir;

use crate::golden::Golden;
use crate::sessions::sessions;
use crate::support::{gamesolve, has, has_time, needs};

/// A folder with a game, and with a cache of its own.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn with(name: &str, text: &str) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        place.put(name, text);
        place
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn put(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }

    pub(crate) fn run(&self, words: &[&str]) -> Command {
        let mut command = gamesolve();
        command
            .current_dir(self.0.path())
            .env("XDG_CACHE_HOME", self.0.path().join("cache"))
            .args(words);
        command
    }

    /// Returns the output of a command that succeeds.
    pub(crate) fn says(&self, words: &[&str]) -> String {
        let output = self.run(words).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    }

    /// Returns the error of a command that prints nothing else.
    pub(crate) fn fails(&self, words: &[&str], code: i32) -> String {
        let output = self.run(words).assert().code(code).stdout("");
        String::from_utf8(output.get_output().stderr.clone()).unwrap()
    }
}

pub(crate) fn python() -> bool {
    has("python3", "games in Python")
}

pub(crate) fn cpp() -> bool {
    has("g++", "games in C++")
}

const HALF_PY: &str = "def moves(n):\n    for k in range(1, n // 2 + 1): yield n - k\n";
const HALF_CPP: &str = "#include \"game.h\"\nvoid moves(int n) { for (int k = 1; k <= n / 2; k++) to(n - k); }\n";
/// The rules change far beyond the table, at numbers that the file names.
#[test]
fn rules_that_change_at_large_named_numbers_are_not_proved() {
    needs!(has_time() && python());
    for change in [
        "k == 3 and n == 10**9 + 7",
        "n >= 2**40",
        "k == 3 and n > 10**12",
        "k == 3 and n % 99991 == 3 and n > 5000",
        "k == 3 and n // 1000003 == 77",
        "n >= (10**6) ** 2",
        "k == 3 and n == (1 << 40) + (1 << 20) + 3",
        "n >> 40",
    ] {
        let game = format!("def moves(n):\n    for k in 1, 2, 3:\n        if n >= k and not ({change}): yield n - k\n");
        let table = Place::with("far.py", &game).says(&["table", "far.py"]);
        let refuted = "not: \"the lost numbers are exactly the multiples of 4\": its induction step fails at n = ";
        for (part, is_there) in [("proved, if", false), (refuted, true)] {
            assert_eq!(table.contains(part), is_there, "{change}: {table}");
        }
    }
}

/// Beyond its table the step contradicts a claim at numbers at which the claim is true.
#[test]
fn a_step_that_fails_is_no_number_at_which_the_claim_is_wrong() {
    needs!(python());
    for (rule, range, fails) in [
        (
            "[-(-n // k) for k in range(2, 10) if n > 1]",
            "0..150",
            "from n = 19 on\": its induction step fails at n = 1024\n",
        ),
        (
            "[n // k for k in range(2, 10) if n > 0]",
            "0..70",
            ": its induction step fails at n = ",
        ),
        (
            "[n - k for k in ((1, 2, 3) if n != 403 else (1, 2)) if k <= n]",
            "0..100",
            ": its induction step fails at n = 403\n",
        ),
    ] {
        let place = Place::with("rule.py", &format!("def moves(n):\n    return {rule}\n"));
        let table = place.says(&["table", "rule.py", "--range", range]);
        for (part, is_there) in [(fails, true), ("\" fails at", false)] {
            assert_eq!(table.contains(part), is_there, "{rule}\n{table}");
        }
    }
}

/// At one number the rules say that play is over. The step is tried as in any other game.
#[test]
fn games_with_stated_ends_have_their_step() {
    needs!(has_time() && python());
    let ends = |condition: &str, end: &str| {
        let game = format!(
            "def moves(n):\n    if n == 0: return LOST\n    if {condition}: return {end}\n    return [n - k for k in range(1, min(n, 3) + 1)]\n"
        );
        Place::with("ends.py", &game).says(&["table", "ends.py"])
    };
    let table = ends("n == 6 * 7 and False", "WON");
    let step = "passes its induction step up to";
    assert!(
        table.contains(&format!("Nimbers: g(n) = n mod 4\n  holds to 5000 and {step}")),
        "{table}"
    );
    let outcomes = "not: \"the lost numbers are exactly the multiples of 4\": its induction step fails at";
    for (condition, end, refuted) in [
        ("n == 70003", "LOST", outcomes),
        ("n == 70004", "WON", outcomes),
        // The pattern already says that it is won, and it has no nimber.
        (
            "n == 70001",
            "WON",
            "not: \"g(n) = n mod 4\": its induction step fails at n = 70001",
        ),
        ("n == 70004", "DRAWN", outcomes),
        ("n > 6000 and n % 997 == 3", "LOST", outcomes),
    ] {
        let table = ends(condition, end);
        assert!(table.contains(refuted), "{condition}: {table}");
    }
}

/// The number of moves cuts a table, and not the time of a machine.
#[test]
fn a_slow_machine_gives_the_same_table() {
    needs!(has_time() && python());
    let tables = ["pass", "sum(range(30000))"].map(|work| {
        let game = format!("def moves(n):\n    {work}\n    return range((n + 1) // 2, n)\n");
        Place::with("half.py", &game).says(&["table", "half.py"])
    });
    assert!(
        tables[0].starts_with("half: positions n = 0..1998, cut off because more needs too many moves"),
        "{}",
        tables[0]
    );
    assert_eq!(tables[0], tables[1]);
}

#[test]
fn a_judges_problem_goes_from_samples_to_code() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own/a_judges_problem_goes_from_samples_to_code");
    let game = "INPUT = \"T: n\"\nWIN, LOSE = \"Alice\", \"Bob\"\nLIMITS = {\"T\": (1, 100), \"n\": (1, 10**9)}\n\
                SAMPLES = [(\"4\\n1\\n4\\n12\\n69\\n\", \"Bob\\nAlice\\nAlice\\nBob\\n\")]\n\
                def moves(n):\n    for d in range(2, n):\n        if n % d == 0: yield n - d\n";
    let place = Place::with("del.py", game);
    golden.run_each(&place, &["table del.py --range 1..150", "hint del.py 3"]);
    let code = place.says(&["table", "del.py", "--range", "1..150", "--code", "py"]);
    place.put("sol.py", &code);
    place.put(
        "wrong.py",
        "for n in open(0).read().split()[1:]:\n    print('Alice' if int(n) % 2 == 0 else 'Bob')\n",
    );
    place
        .run(&["stress", "del.py", "sol.py", "--tests", "20"])
        .assert()
        .success();
    let found = place
        .run(&["stress", "del.py", "wrong.py", "--tests", "200"])
        .output()
        .unwrap();
    assert_eq!(found.status.code(), Some(1));
    // The command in its last line works as it is.
    let report = String::from_utf8(found.stdout).unwrap();
    let commands = report.lines().filter_map(|line| line.split_once("  gamesolve "));
    let commands: Vec<(&str, &str)> = commands
        .filter(|(what, _)| ["Again: ", "Explain:"].contains(what))
        .collect();
    assert!(!commands.is_empty(), "{report}");
    for (what, command) in commands {
        let words: Vec<&str> = command.split(' ').collect();
        let code = if what == "Explain:" { 0 } else { 1 };
        place.run(&words).assert().code(code);
    }
    golden.finish();
}

/// Each position is a start of its own, and none of them may cost as much as the whole table.
#[cfg(unix)]
#[test]
fn a_table_of_many_starts_is_linear_in_them() {
    needs!(has_time() && cpp());
    let place = Place::with(
        "sub.cpp",
        "void moves(int n) { for (int k : {1, 3, 4}) if (n >= k) to(n - k); }\n",
    );
    let text = place.says(&["table", "sub.cpp", "--range", "0..300000"]);
    assert!(text.contains("n mod 7 = 0, 1, 2, ...: 0 1 0 1 2 3 2"), "{text}");
}

/// Beyond a table the rounds of loops are counted, so a loop without end ends the comparison at its number.
#[test]
fn moves_that_hang_beyond_the_table_end_the_comparison() {
    needs!(has_time());
    const HANGS: &str = "def moves(n):\n    while n > 450: pass\n    for k in 1, 2:\n        if k <= n: yield n - k\n";
    const HANGS_CPP: &str = "#include \"game.h\"\n#include <random>\n#define rep(i, n) for (int i = 0; i < (n); i++)\n\
                             constexpr int three() { int s = 0; for (int i = 1; i < 3; i++) s += i; return s; }\n\
                             static_assert(three() == 3);\nvoid moves(int n) {\n    volatile int z = 0;\n    \
                             while (n > 450) z = z + 1;\n    do { z = z + 1; } while (z < 5);\n    \
                             if (n > 9) rep(i, 2) if (i == 1) z = 1; else z = 2; else z = 3;\n    \
                             for (int k : {1, 2}) if (k <= n) to(n - k);\n}\n";
    for (is_here, file, text) in [(python(), "hangs.py", HANGS), (cpp(), "hangs.cpp", HANGS_CPP)] {
        if is_here {
            let told = Place::with(file, text).says(&["table", file, "--range", "0..300"]);
            assert!(told.contains("others up to 450, your moves are"), "{file}: {told}");
        }
    }
}

/// If the clock ends a question beyond the table, a note says so.
#[test]
fn a_clock_that_ends_a_question_is_named() {
    needs!(has_time() && python());
    let rule =
        "def moves(n):\n    if n > 450: sum(range(10**12))\n    for k in 1, 2:\n        if k <= n: yield n - k\n";
    let done = Place::with("waits.py", rule)
        .run(&["table", "waits.py", "--range", "0..200"])
        .output()
        .unwrap();
    let [told, said] = [&done.stdout, &done.stderr].map(|said| String::from_utf8_lossy(said).into_owned());
    for (text, part) in [
        (told, "Pattern: the lost numbers are exactly the multiples of 3"),
        (
            said,
            "note: gamesolve asked for moves beyond the table, and the game took too long",
        ),
    ] {
        assert!(text.contains(part), "{text}");
    }
}

/// A file may know only the moves of some numbers. If nobody asked for a position, that is no mistake.
#[test]
fn a_file_may_give_up_beyond_its_table() {
    needs!(has_time());
    const LISTED: &str = "listed = [k * k for k in range(1500)]\n\ndef moves(n):\n    for k in 1, 2:\n        if k <= n and \
                          listed[n] >= 0: yield n - k\n";
    const LISTED_CPP: &str = "vector<int> listed(1500);\nvoid moves(int n) { for (int k : {1, 2}) if (k <= n && listed[n] == 0) \
                              to(n - k); }\n";
    for (is_here, file, text) in [(python(), "listed.py", LISTED), (cpp(), "listed.cpp", LISTED_CPP)] {
        if !is_here {
            continue;
        }
        let place = Place::with(file, text);
        let error = place.fails(&["table", file], 2);
        let told = place.says(&["table", file, "--range", "0..999"]);
        // If the user gives the range, the user asked for its positions.
        let of_range = place.fails(&["table", file, "--range", "0..1500"], 2);
        for (text, part, is_there) in [
            (&error, "moves(1500) raised", true),
            (
                &error,
                "hint: if this is no position, limit the positions by `LIMITS`",
                true,
            ),
            (&told, "g(n) = n mod 3", true),
            (&of_range, "moves(1500) raised", true),
            (&of_range, "hint", false),
        ] {
            assert_eq!(text.contains(part), is_there, "{part}: {text}");
        }
        // Positions beyond the file's list do not count.
        let count = |told: &str| -> u64 {
            let (_, rest) = told.split_once("from every n in 0..999 and from ").unwrap();
            let (count, rest) = rest.split_once(" others up to ").unwrap();
            let (last, _) = rest.split_once(',').unwrap();
            assert!(last.parse::<u64>().unwrap() < 1500, "{told}");
            count.parse().unwrap()
        };
        assert!((1..=500).contains(&count(&told)), "{told}");
    }
}

/// One run finds an answer, and another explains it. If they differ, the file is at fault.
#[test]
fn an_answer_that_another_run_contradicts_is_no_fault_of_ours() {
    needs!(python());
    let chance = "import os\n\nbit = os.urandom(1)[0] % 2\n\ndef moves(n):\n    if n > bit: yield n - 1\n";
    let place = Place::with("chance.py", chance);
    // Half of all pairs of runs differ, so among forty pairs one differs almost surely.
    let differs = (0..40).find_map(|_| {
        let run = place.run(&["explain", "chance.py", "--at", "5"]).output().unwrap();
        (run.status.code() != Some(0)).then_some(run)
    });
    let run = differs.expect("two runs differ");
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.ends_with("do the moves depend on chance?\n"), "{said}");
}

/// A sum needs the nimbers of its parts, and their winners are not enough.
#[test]
fn the_code_of_a_sum_joins_nimbers() {
    needs!(has_time() && python());
    let place = Place::with(
        "nim.py",
        "INPUT = \"N, then N numbers: a\"\nWIN, LOSE = \"first\", \"second\"\ndef moves(n): return range(n)\n",
    );
    for (language, file) in [("py", "sol.py"), ("cpp", "sol.cpp")] {
        if language == "cpp" && !cpp() {
            continue;
        }
        let code = place.says(&["table", "nim.py", "--range", "0..60", "--code", language]);
        place.put(file, &code);
        place
            .run(&["stress", "nim.py", file, "--tests", "40"])
            .assert()
            .success();
    }
}

/// Every kind of claim about several numbers, as a function in both languages, against the claim itself.
#[test]
fn claims_of_several_numbers_are_the_same_functions() {
    needs!(has_time());
    use gamesolve::pattern::branches::Branch;
    use gamesolve::pattern::code::Language;
    use gamesolve::pattern::expr::Op;
    use gamesolve::pattern::formula::Formula;
    use gamesolve::pattern::several::{Feature, Only, TupleClaim};
    use gamesolve::pattern::{Evidence, Kind, Table, find};

    needs!(python() && cpp());
    const SIDE: u64 = 14;
    let positions = |count: usize, first: u64| {
        (0..count)
            .map(|_| first..SIDE)
            .multi_cartesian_product()
            .collect::<Vec<_>>()
    };
    // Some features have no value at 0.
    let first_of = |feature: &Feature, count: usize| u64::from(feature.value(&vec![0; count]).is_none());
    let (pairs, triples) = (positions(2, 0), positions(3, 0));
    let everywhere = Evidence::Complete { to: Vec::new() };
    // Collect the functions, each with the count and the first of its numbers, and its values.
    let mut functions: Vec<[String; 2]> = Vec::new();
    let mut expected: Vec<(usize, u64, Vec<u64>)> = Vec::new();
    let mut put = |claim: &TupleClaim, positions: &[Vec<u64>]| {
        let (name, count) = (format!("{claim:?}"), positions[0].len());
        let ends = (&vec![0; count][..], &vec![40; count][..]);
        let claimed = |language| claim.function(&[], &everywhere, ends, language);
        let values = positions.iter().map(|position| claim.value(position));
        let text = |language| claimed(language).unwrap_or_else(|| panic!("{name} has no function"));
        functions.push(Language::ALL.map(text));
        let values = values.map(|value| value.unwrap_or_else(|| panic!("{name} has no value")));
        expected.push((count, positions[0][0], values.collect()));
    };
    let spoiled = |place: usize| (place as u64 * 7 + 3) % 5;
    let follows = |feature: Feature, positions: &[Vec<u64>]| {
        let classes: BTreeSet<Vec<u64>> = positions
            .iter()
            .map(|position| feature.value(position).unwrap())
            .collect();
        let cases = classes
            .into_iter()
            .enumerate()
            .map(|(place, class)| (class, spoiled(place)));
        TupleClaim::Follows {
            cases: cases.collect(),
            feature,
            only: Only::All,
        }
    };
    let mut of_pairs: Vec<TupleClaim> = (1..=5).map(TupleClaim::Wythoff).collect();
    for feature in Feature::all(2) {
        let pairs = positions(2, first_of(&feature, 2));
        let mut claims = vec![follows(feature.clone(), &pairs)];
        if pairs.iter().all(|pair| feature.value(pair).unwrap().len() == 1) {
            claims.push(TupleClaim::Is(feature, Only::All));
        }
        claims.iter().for_each(|claim| put(claim, &pairs));
    }
    let halves: Vec<u64> = (0..40).map(|n| n / 2).collect();
    let half = find(Table {
        first: 0,
        values: &halves,
        kind: Kind::Nimber,
    })
    .swap_remove(0)
    .claim;
    for op in [Op::Add, Op::Apart, Op::ModNext] {
        let (feature, claim) = (Feature::Number(Formula::pair(0, op, 1)), half.clone());
        of_pairs.push(TupleClaim::Through { feature, claim });
    }
    let join = Formula::join;
    let next = join(Formula::Of(1), Op::Add, Formula::Const(1));
    let rest = join(Formula::Of(0), Op::Mod, next.clone());
    let less = join(next.clone(), Op::Sub, Formula::Const(1));
    of_pairs.push(TupleClaim::Is(
        Feature::Number(join(rest.clone(), Op::Div, next)),
        Only::All,
    ));
    of_pairs.push(follows(Feature::Compared(rest, less), &pairs));
    of_pairs.push(TupleClaim::Along {
        place: 1,
        cases: (0..SIDE).map(|a| (vec![a], half.clone())).collect(),
    });
    let ask = |feature: Feature, branches: Vec<(Vec<u64>, Branch)>| Branch::Ask(feature, branches);
    let parity = ask(
        Feature::Remainder(Formula::fold(Op::Add, [1]), 3),
        vec![(vec![0, 2], Branch::End(0)), (vec![1], Branch::End(1))],
    );
    let compared = ask(
        Feature::Compared(Formula::fold(Op::Most, 0..2), Formula::Const(3)),
        vec![(vec![0, 1], Branch::End(0)), (vec![2], parity)],
    );
    let equal = ask(
        Feature::IsZero(Formula::fold(Op::Xor, 0..2)),
        vec![(vec![0], compared), (vec![1], Branch::End(2))],
    );
    of_pairs.push(TupleClaim::Cases(equal));
    of_pairs.iter().for_each(|claim| put(claim, &pairs));
    put(&TupleClaim::WythoffBy(1), &triples);
    for feature in Feature::all(3) {
        let triples = positions(3, first_of(&feature, 3));
        put(&follows(feature, &triples), &triples);
    }
    assert!(functions.len() > 150, "{}", functions.len());
    let (mut cpp, mut main, mut py) = (String::new(), String::new(), "import math\n".to_owned());
    for name in [
        "algorithm",
        "cmath",
        "cstdio",
        "cstdlib",
        "map",
        "numeric",
        "set",
        "vector",
    ] {
        cpp += &format!("#include <{name}>\n");
    }
    for (number, ([in_cpp, in_py], (count, first, _))) in functions.iter().zip(&expected).enumerate() {
        cpp += &format!("namespace n{number} {{\n{in_cpp}}}\n");
        let names = &["a", "b", "c"][..*count];
        let loops: String = names
            .iter()
            .map(|name| format!("for (long long {name} = {first}; {name} < {SIDE}; {name}++) "))
            .collect();
        main += &format!(
            "{loops}printf(\"%lld \", (long long)n{number}::value({}));\nputs(\"\");\n",
            names.join(", ")
        );
        let loops: String = names
            .iter()
            .map(|name| format!(" for {name} in range({first}, {SIDE})"))
            .collect();
        py += &format!("{in_py}\nprint(*[int(value({})){loops}])\n", names.join(", "));
    }
    cpp += &format!("int main() {{\n{main}}}\n");
    let place = Place::with("all.py", &py);
    place.put("all.cpp", &cpp);
    let program = |name: &str, words: &[&str]| {
        let run = std::process::Command::new(name)
            .args(words)
            .current_dir(place.path())
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).unwrap()
    };
    program("g++", &["-std=c++17", "-o", "all", "all.cpp"]);
    let binary = place.path().join("all");
    for (language, told) in [
        ("py", program("python3", &["all.py"])),
        ("cpp", program(binary.to_str().unwrap(), &[])),
    ] {
        for (number, (line, (.., values))) in told.lines().zip(&expected).enumerate() {
            let told: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
            assert_eq!(
                &told,
                values,
                "{language}: {}",
                functions[number][usize::from(language == "py")]
            );
        }
        assert_eq!(told.lines().count(), expected.len());
    }
}

/// Wythoff's game, if the player who cannot move wins.
const MISERE_QUEEN: &str = "INPUT, LAST, LIMITS = 'T: a b', 'loses', {'a': (0, 20), 'b': (0, 20)}\ndef moves(a, b):\n    \
                            for k in range(a): yield k, b\n    for k in range(b): yield a, k\n    \
                            for k in range(1, min(a, b) + 1): yield a - k, b - k\n";

/// The programs read the input of INPUT and write the file's words.
#[test]
fn patterns_of_several_numbers_are_programs_too() {
    needs!(has_time() && python() && cpp());
    let mut golden = Golden::new("own/patterns_of_several_numbers_are_programs_too");
    let games = [
        (
            "cpp",
            "INPUT, WIN, LOSE = 'T: a b', 'first', 'second'\ndef moves(a, b):\n    for k in range(a): yield k, b\n    \
             for k in range(b): yield a, k\n    for k in range(1, min(a, b) + 1): yield a - k, b - k\n",
        ),
        (
            "py",
            "def moves(a, b):\n    if (a + b) % 3 == 1: return DRAWN\n    if a: yield a - 1, b\n    if b: yield a, b - 1\n",
        ),
        (
            "py",
            "INPUT = 'N, then N lines: a b'\ndef moves(a, b):\n    for k in 1, 2, 3:\n        if k <= a: yield a - k, b\n    \
             for k in range(b): yield a, k\n",
        ),
        (
            "cpp",
            "def moves(a, b, c):\n    for k in range(a): yield k, b, c\n    for k in range(b): yield a, k, c\n    \
             for k in range(c): yield a, b, k\n",
        ),
        ("py", MISERE_QUEEN),
        ("cpp", MISERE_QUEEN),
    ];
    let place = Place::with("x", "");
    for (language, text) in games {
        place.put("game.py", text);
        let code = place.says(&["table", "game.py", "--code", language]);
        let file = format!("sol.{language}");
        place.put(&file, &code);
        let words = ["stress", "game.py", &file, "--tests", "50", "--time-budget", "300"];
        let report = place.says(&words);
        let says = if text == MISERE_QUEEN {
            ": no failing input found\n"
        } else {
            ": passes all "
        };
        assert!(report.contains(says), "{code}\n{report}");
    }
    place.put(
        "none.py",
        "def moves(a, b):\n    for k in range(1, min(a, b) // 2 + 1): yield a - k, max(b - 2 * k, 0)\n    if a: yield a - 1, b\n    \
         if b: yield b - 1, a\n",
    );
    // The same holds for numbers that are longer than the whole table.
    place.put(
        "bits.py",
        "def moves(a, b):\n    if a == 0: return DRAWN\n    if b == 0: return LOST\n    yield a - 1, b\n    yield a, b - 1\n    \
         yield a - 1, b - 1\n",
    );
    golden.run_each(&place, &["table bits.py", "table none.py --code py"]);
    // This is Euclid's game, whose claim is about positive numbers.
    place.put(
        "euclid.py",
        "LIMITS = {'a': (1, 40), 'b': (1, 40)}\ndef moves(a, b):\n    if a > b: a, b = b, a\n    k = a\n    \
         while k and k <= b:\n        yield a, b - k\n        k += a\n",
    );
    let code = place.says(&["table", "euclid.py", "--range", "0..20,0..20", "--code", "cpp"]);
    place.put("sol.cpp", &code);
    let words = [
        "stress",
        "euclid.py",
        "sol.cpp",
        "--tests",
        "50",
        "--time-budget",
        "300",
    ];
    let report = place.says(&words);
    for (text, part) in [
        (&code, "the pattern says nothing of 0"),
        (&report, "no failing input found"),
    ] {
        assert!(text.contains(part), "{code}\n{report}");
    }
    golden.finish();
}

#[test]
fn problems_are_tabulated() {
    let mut golden = Golden::new("own/problems_are_tabulated");
    let place = Place::with("x", "");
    let samples = crate::support::samples();
    for (entry, input) in samples {
        let slug = entry.meta().slug;
        if ["lgame", "cat-mouse-ii"].contains(&slug) {
            continue;
        }
        place.put("x.in", &input);
        for format in ["text", "csv", "json", "svg"] {
            let text = place.says(&["table", slug, "x.in", "--format", format]);
            assert!(text.lines().count() > 2, "{slug} as {format}: {text}");
        }
    }
    // A vertex has a nimber if play from it ends, or if a move back answers each way out.
    place.put("x.in", "4 4\n1\n1 2\n2 1\n1 3\n4 4\n");
    golden.says(place.run(&["table", "game", "x.in"]));
    golden.says(place.run(&["table", "game", "x.in", "--misere"]));
    // If no input of the problem has an order, gamesolve reads no input.
    golden.says(place.run(&["table", "pas", "--order", "missing.in"]));
    // Playing out all positions of each pair would take hours.
    golden.says(place.run(&["table", "wythoff", "--range", "0..300"]));
    golden.says(place.run(&["table", "wythoff", "--range", "0..1000"]));
    golden.says(place.run(&["table", "wythoff", "--range", "0..12"]));
    golden.says(place.run(&["table", "stones", "--range", "1..20"]));
    golden.says(place.run(&["table", "subtract", "--range", "0..30", "--misere"]));
    place.put("subtract.in", "7 5\n");
    golden.says(place.run(&["table", "subtract", "subtract.in", "--range", "0..30"]));
    golden.says(place.run(&["table", "stone-transfer", "--range", "0..4,0..4"]));
    golden.says(place.run(&["table", "nim", "--range", "0..20"]));
    golden.says(place.run(&["table", "nim", "--range", "0..8,0..8"]));
    golden.says(place.run(&["table", "nim", "--range", "0..20", "--misere"]));
    let text = golden.says(place.run(&["table", "pas", "--range", "1..40"]));
    // Strips of 1 and 2 cells are Kayles.
    let row = |text: &str| {
        let row = text.lines().find(|line| line.starts_with("nimber")).unwrap();
        row.split_whitespace()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert!(row(&text).starts_with("1 2 3 1 4 3 2 1 4 2"), "{text}");
    golden.says(place.run(&["table", "marbles", "--range", "0..40"]));
    golden.says(place.run(&["table", "lgame", "--range", "0..4"]));
    golden.says(place.run(&["table", "marbles", "--range", "0..4,0..4"]));
    place.put("dag.in", "3 2\n1\n1 2\n2 3\n");
    golden.says(place.run(&["table", "game", "dag.in", "--order"]));
    place.put("loop.in", "2 2\n1\n1 2\n2 1\n");
    golden.says(place.run(&["table", "game", "loop.in", "--order"]));
    golden.finish();
}

/// If a rule changes far up within the table, gamesolve does not call it proved.
#[test]
fn a_rule_that_changes_in_the_table_is_not_proved() {
    needs!(python());
    let place = Place::with(
        "far.py",
        "def moves(n):\n    for k in 1, 2, 3:\n        if n >= k and not (n == 2346 and k == 2): yield n - k\n",
    );
    let text = place.says(&["table", "far.py"]);
    assert!(!text.contains("proved"), "{text}");
}

/// Games whose words and positions identify the run: they depend on a clock at the load of the file.
///
/// They have over a million moves. So their count, not the time, ends the short exploration before a claim is tried. Each
/// call takes 3 ms of a processor, so that exploring is worth keeping on a machine of any speed.
const CLOCK_PY: &str = "\
import time
T = time.time_ns()
WIN, LOSE = 'win%d' % T, 'lose%d' % T
def moves(n, t):
    end = time.process_time() + 0.003
    while time.process_time() < end: pass
    for _ in range(2000):
        for k in 1, 2:
            if n >= k: yield n - k, t
def start(n): return n, T
";
const CLOCK_CPP: &str = "\
#include <chrono>
#include <ctime>
static long long t = std::chrono::steady_clock::now().time_since_epoch().count() % 1000000000;
void start(int n) { to(n, t); }
void moves(int n, long long t) {
    for (clock_t end = clock() + CLOCKS_PER_SEC * 3 / 1000; clock() < end;) {}
    for (int i = 0; i < 2000; i++) for (int k : {1, 2}) if (n >= k) to(n - k, t);
}
";

impl Place {
    /// Returns the files of the stored reports.
    fn told(&self) -> Vec<std::path::PathBuf> {
        let Ok(folder) = fs::read_dir(self.path().join("cache/gamesolve/own")) else {
            return Vec::new();
        };
        let all = folder.map(|entry| entry.unwrap().path());
        let is_told = |path: &std::path::PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("told-");
        all.filter(is_told).sorted().collect()
    }
}

/// A second run does not start the game. Another game, order or version does, and a damaged entry is written again.
#[test]
fn what_took_long_to_explore_is_explored_once() {
    needs!(has_time());
    let games = [
        ("clock.py", CLOCK_PY, python as fn() -> bool, "# changed"),
        ("clock.cpp", CLOCK_CPP, cpp, "int changed;"),
    ];
    for (file, text, is_there, change) in games {
        if !is_there() {
            continue;
        }
        let place = Place::with(file, text);
        let explain = |n: &str| place.says(&["explain", file, "--at", n]);
        let first = explain("300");
        assert!(first.contains("position: (300, "), "{first}");
        assert_eq!(explain("300"), first, "it was started again");
        let kept = place.told();
        assert!(!kept.is_empty());
        assert_ne!(explain("299"), first);
        if file.ends_with("py") {
            // Another name does not make another game.
            place.put("other.py", text);
            assert_eq!(place.says(&["explain", "other.py", "--at", "300"]), first);
        }
        place.put(file, &format!("{text}{change}\n"));
        let changed = explain("300");
        assert_ne!(changed, first);
        place.put(file, text);
        assert_eq!(explain("300"), first);
        if !file.ends_with("py") {
            continue;
        }
        for damage in [true, false] {
            for entry in &kept {
                let mut bytes = fs::read(entry).unwrap();
                let middle = bytes.len() / 2;
                if damage {
                    bytes[middle] ^= 1
                } else {
                    bytes.truncate(middle)
                }
                fs::write(entry, bytes).unwrap();
            }
            let again = explain("300");
            assert_ne!(again, first);
            assert_eq!(explain("300"), again, "it was not written again");
        }
    }
}

#[test]
fn what_a_command_tells_or_ends_with_an_error_is_not_kept() {
    needs!(has_time() && python());
    // Unit tests check quick reports. On a busy machine the start of Python alone may take half a second.
    let place = Place::with("late.py", "");
    let lines = "import sys\nfor line in sys.stdin:\n    for _ in range(10000000): pass\n    n = int(line)\n    \
                 print(n - 1 if n else '')\n";
    place.put("lines.py", lines);
    place.says(&["explain", "lines:python3 lines.py", "--at", "2"]);
    assert_eq!(place.told(), [] as [std::path::PathBuf; 0]);
    // A game with an error has no report. If a busy machine started Python slowly, the facts of its file may have one.
    let late = "def moves(n):\n    for _ in range(20000000): pass\n    return [n - 1] if n > 1 else 1 // 0\n";
    place.put("late.py", late);
    let error = place.fails(&["explain", "late.py", "--at", "2"], 2);
    assert!(error.contains("ZeroDivisionError"), "{error}");
    assert!(place.told().len() <= 1, "{:?}", place.told());
}

/// In the sandbox the file of a game may be its only readable file. If it can read other files, they are a part of the
/// game too.
#[test]
fn a_module_that_the_game_imports_is_a_part_of_it() {
    use gamesolve::own::kept::Kept;
    use gamesolve::own::{Caps, Grader, Speaks, grader};
    use gamesolve_box::{Sandbox, Tier};

    needs!(has_time() && python());
    let answered = std::process::Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output();
    let python = String::from_utf8(answered.unwrap().stdout).unwrap();
    let python = Path::new(python.trim()).canonicalize().unwrap();
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().canonicalize().unwrap().join(name);
    let [script, game, helper, data] = ["grader.py", "game.py", "helper.py", "data.txt"].map(path);
    fs::write(&script, grader::python()).unwrap();
    // The sandbox does not list a folder, so the game finds a module by its place.
    let text = "\
import importlib.util, os, time
def path(name): return os.path.join(FOLDER, name)
spec = importlib.util.spec_from_file_location('helper', path('helper.py'))
helper = importlib.util.module_from_spec(spec)
spec.loader.exec_module(helper)
T = time.time_ns()
with open(path('data.txt')) as file: most = int(file.read())
while time.process_time() < 0.6: pass
def moves(n):
    for k in range(1, most + 1):
        if n >= k: yield n - k * helper.TIMES
WIN = 'win%d' % T
";
    let folder = format!("FOLDER = {:?}\n", path("").to_str().unwrap());
    fs::write(&game, format!("{folder}{text}")).unwrap();
    fs::write(&helper, "TIMES = 1\n").unwrap();
    fs::write(&data, "2\n").unwrap();
    let sandbox = Sandbox::at(Tier::Three, &assert_cmd::cargo::cargo_bin("gamesolve")).unwrap();
    let home = python.parent().unwrap().parent().unwrap().to_owned();
    // Each call is another process.
    let explore = || {
        let grader = Grader {
            sandbox: sandbox.clone(),
            argv: ["-I", "-B"]
                .iter()
                .fold(vec![python.clone().into_os_string()], |mut words, word| {
                    words.push(word.into());
                    words
                })
                .into_iter()
                .chain([script.clone().into_os_string()])
                .collect(),
            readable: vec![home.clone(), script.clone(), game.clone(), helper.clone(), data.clone()],
            file: game.clone(),
            speaks: Speaks::Reports,
            kept: Some(Kept::new(path(""), "python".to_owned(), vec![game.clone()])),
        };
        // Numbers that fall have an end, however many they are.
        let few = Caps {
            positions: 50,
            ..Caps::default()
        };
        let error = grader.explore(&["100".to_owned()], few).unwrap_err().to_string();
        assert!(
            error.starts_with("play is too large to explore: more than 50 positions: "),
            "{error}"
        );
        let (facts, explored) = grader.explore(&["2".to_owned()], Caps::default()).unwrap();
        (facts.get("WIN").unwrap().to_owned(), explored.move_count())
    };
    let first = explore();
    assert_eq!(first.1, 3);
    assert_eq!(explore(), first, "it was started again");
    fs::write(&data, "1\n").unwrap();
    let changed = explore();
    assert_eq!((changed.1, changed.0 == first.0), (2, false));
    fs::write(&data, "2\n").unwrap();
    fs::write(&helper, "TIMES = 2 if 1 else 3\n").unwrap();
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(explore)).unwrap_err();
    fs::write(&helper, "TIMES = 1\n").unwrap();
    assert_eq!(explore().1, 3);
}

/// More numbers may come before a number than a stack has room for.
#[test]
fn the_code_of_a_recursive_pattern_needs_no_stack() {
    needs!(has_time() && python());
    let game = "INPUT = 'n'\nfrom math import isqrt\ndef moves(n):\n    if n: yield n - isqrt(n)\n";
    let place = Place::with("root.py", game);
    // Go one at a time, through 63245 of them.
    let mut n = 1_000_000_000_u64;
    let mut plies = 0;
    while n > 0 {
        n -= n.isqrt();
        plies += 1;
    }
    for (language, file) in [("py", "sol.py"), ("cpp", "sol.cpp")] {
        let code = place.says(&["table", "root.py", "--range", "0..200", "--code", language]);
        place.put(file, &code);
        let mut run = match language {
            "py" => Command::new("python3"),
            _ if !cpp() => continue,
            _ => {
                let mut built = std::process::Command::new("g++");
                built.args(["-O1", "-o", "sol", file]).current_dir(place.path());
                assert!(built.status().unwrap().success());
                Command::new(place.path().join("sol"))
            }
        };
        let args: &[&str] = if language == "py" { &[file] } else { &[] };
        let run = run
            .current_dir(place.path())
            .args(args)
            .write_stdin("1000000000\n")
            .assert()
            .success();
        let answer = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert_eq!(
            answer,
            if plies % 2 == 1 { "W\n" } else { "L\n" },
            "{language}: {plies}"
        );
    }
}

/// A claim that holds only is no program for larger numbers. Grundy's game has no pattern, and is lost at 270.
#[test]
fn the_code_of_a_pattern_fails_beyond_its_evidence() {
    needs!(has_time() && python() && cpp());
    let lines = "INPUT, LIMITS = 'T: n', {'n': (1, 10**6)}\n";
    let moves = "def moves(n):\n    for a in range(1, (n + 1) // 2): yield [a, n - a]\n";
    let place = Place::with("grundy.py", &format!("{lines}{moves}"));
    let said = place.fails(&["table", "grundy.py", "--range", "1..200", "--code", "py"], 2);
    assert_eq!(said, "error: gamesolve found no pattern to write as a program\n");
    let moves = "def start(n): return n, n - 1\ndef moves(n, most):\n    \
                 for k in range(1, min(n, most) + 1): yield n - k, 2 * k\n";
    place.put("fibonacci.py", &format!("{lines}{moves}"));
    for (language, commands) in [
        ("py", vec![vec!["python3", "code.py"]]),
        // Python ignores each `assert` then.
        ("py", vec![vec!["python3", "-O", "code.py"]]),
        ("cpp", vec![vec!["g++", "-o", "code", "code.cpp"], vec!["./code"]]),
    ] {
        let code = place.says(&["table", "fibonacci.py", "--range", "1..60", "--code", language]);
        let held = code.split_once(" Evidence: holds to ");
        let held = held.and_then(|(_, rest)| rest.split_once(" only\n")).expect(&code).0;
        let most: i64 = held.parse().unwrap();
        place.put(&format!("code.{language}"), &code);
        let run = |n: i64| {
            let mut output = None;
            for command in &commands {
                let mut run = Command::new(command[0]);
                let run = run.current_dir(place.path()).args(&command[1..]);
                output = Some(run.write_stdin(format!("1\n{n}\n")).output().unwrap());
            }
            output.unwrap()
        };
        assert_eq!(run(most).stdout, b"W\n", "{language}");
        assert_eq!(run(55).stdout, b"L\n", "{language}");
        for (n, why) in [
            (-1, "the pattern says nothing of numbers below "),
            (most + 1, &format!("the pattern was checked up to {most} only")),
        ] {
            let outside = run(n);
            let said = String::from_utf8_lossy(&outside.stderr).into_owned();
            assert!(!outside.status.success() && said.contains(why), "{language}: {said}");
        }
    }
    // Every number within LIMITS was checked, and no other.
    place.put(
        "few.py",
        "LIMITS = {'n': (1, 30)}\ndef moves(n): return [n - k for k in range(1, n) if n % k == 0]\n",
    );
    let code = place.says(&["table", "few.py", "--range", "1..30", "--code", "py"]);
    for part in [" Evidence: complete", "the pattern was checked up to 30 only"] {
        assert!(code.contains(part), "{code}");
    }
}

/// If the table begins at 1, nothing is known of 0. A program says so and does not guess.
#[test]
fn the_code_of_a_pattern_fails_below_its_table() {
    needs!(has_time() && python());
    let game = "INPUT = 'N, then N numbers: a'\ndef moves(n):\n    for d in range(2, n + 1):\n        if n % d == 0: yield [n // d] * d\n";
    let place = Place::with("equal.py", game);
    place.put(
        "sol.py",
        &place.says(&["table", "equal.py", "--range", "1..200", "--code", "py"]),
    );
    let run = |input: &str| {
        let mut run = Command::new("python3");
        run.current_dir(place.path())
            .arg("sol.py")
            .write_stdin(input.to_owned())
            .output()
            .unwrap()
    };
    // 3 of 30 and 3 of 42 against 2 of 15.
    assert_eq!(run("2\n30 42\n").stdout, b"L\n");
    assert_eq!(run("2\n30 15\n").stdout, b"W\n");
    let below = run("1\n0\n");
    let said = String::from_utf8_lossy(&below.stderr).into_owned();
    assert!(
        !below.status.success() && said.contains("the pattern says nothing of numbers below 1"),
        "{said}"
    );
}

/// The grader reads the path of the file as a line of its order, with any bytes.
#[test]
#[cfg(target_os = "linux")]
fn paths_of_games_are_lines() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    needs!(has_time());
    for (ending, text, is_here) in [("py", HALF_PY, python as fn() -> bool), ("cpp", HALF_CPP, cpp)] {
        if !is_here() {
            continue;
        }
        let place = Place::with("other", "");
        for (name, broken) in [(&b"a\nb"[..], true), (b"a\xff", false), (b"a b\r\t'", false)] {
            let name = [name, b".", ending.as_bytes()].concat();
            let name = OsStr::from_bytes(&name);
            fs::write(place.path().join(name), text).unwrap();
            let mut command = place.run(&["explain"]);
            let output = command
                .arg(name)
                .args(["--at", "9"])
                .assert()
                .code(if broken { 2 } else { 0 });
            let said = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
            let expected = format!("a\\nb.{ending}` contains a line break\nhint: rename the file or its folder\n");
            assert_eq!(said.contains(&expected), broken, "{said}");
        }
        let folder = place.path().join("x\ny");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(format!("g.{ending}")), text).unwrap();
        let mut command = place.run(&["explain", &format!("g.{ending}"), "--at", "9"]);
        let output = command.current_dir(&folder).assert().code(2).stdout("");
        let said = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(said.contains("contains a line break"), "{said}");
    }
}

sessions! {
    a_generator_may_return_a_result
    a_game_called_as_a_problem_has_no_cases_of_it
    a_list_of_exceptions_is_no_pattern
    a_move_below_zero_names_the_missing_limits
    a_number_too_large_to_print_is_an_error_of_its_position
    a_position_that_is_none_is_refused_by_its_name
    a_small_table_proposes_a_larger_range
    a_table_of_points_says_what_decides_and_what_a_draw_is
    a_table_of_sums_that_are_played_out_ends_by_its_moves
    a_table_of_words_has_a_pattern
    a_table_without_a_range_chooses_its_size
    claims_without_a_step_are_played_out_beyond_the_table
    code_in_cpp_is_refused_for_numbers_that_it_does_not_hold
    complete_is_said_of_all_that_can_be_asked_for_only
    code_about_rows_is_refused_for_rows_of_any_length
    hints_about_a_game_have_its_own_names
    misere_sums_are_played_out
    every_mistake_is_named_with_its_position
    moves_that_change_beyond_the_table_are_no_rule
    moves_that_another_run_tells_otherwise_are_refused
    a_file_in_cpp_may_use_all_of_its_language
    a_file_in_cpp_has_names_of_its_own
    lists_are_positions_of_so_many_numbers_as_the_input_says
    numbers_of_other_kinds_and_unpacked_names_are_understood
    every_mistake_in_cpp_is_named_with_its_position
    games_of_points_have_best_differences
    a_game_of_points_may_begin_at_its_end
    games_of_judges_have_their_known_patterns
    python_and_cpp_give_the_same_table_and_pattern
    positions_are_typed_in_either_way
    words_are_made_of_the_letters_of_the_file
    words_lists_and_rows_are_told_apart
    sums_have_proved_periods_if_the_moves_stay_so
    wrong_samples_are_refused
    positions_of_all_kinds_are_explored
    positions_may_be_arguments_and_moves_may_be_returned
    sums_in_cpp_have_parts_of_all_kinds
    sums_are_typed_whatever_the_input_is
    programs_of_lines_are_games
    misere_play_is_judged_generated_and_refused_by_name
    rules_need_no_code
    tables_to_the_end_of_the_limits_are_complete
    sums_and_stated_ends_may_stand_in_tests_of_one_input
}

#[test]
fn a_game_finds_installed_packages_as_soon_as_it_imports_one() {
    if !python() {
        return;
    }
    let game = "import sys\nbefore = len(sys.path)\ntry:\n    import no_such_package\nexcept ImportError:\n    pass\n\
                INPUT = \"n\"\nWIN = \"more\" if len(sys.path) > before else \"same\"\nLOSE = \"lost\"\n\
                def moves(n):\n    if n: yield n - 1\n";
    let place = Place::with("late.py", game);
    place.put("one", "1\n");
    assert_eq!(place.says(&["late.py", "one"]), "more\n");
    // The second command runs the grader that Python compiled for the first.
    place.says(&["late.py", "one"]);
    let files = fs::read_dir(place.path().join("cache/gamesolve/own")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let graders: Vec<String> = names.filter(|name| name.starts_with("grader-")).sorted().collect();
    let has_ending = |ending: &str| graders.iter().filter(|name| name.ends_with(ending)).count();
    assert_eq!((has_ending(".py"), has_ending(".pyc")), (1, 1), "{graders:?}");
}

#[test]
fn a_damaged_compiled_grader_is_made_again() {
    if !python() {
        return;
    }
    let place = Place::with("one.py", "INPUT = \"n\"\ndef moves(n):\n    if n: yield n - 1\n");
    place.put("1", "1\n");
    assert_eq!(place.says(&["one.py", "1"]), "W\n");
    let files = fs::read_dir(place.path().join("cache/gamesolve/own")).unwrap();
    let mut files = files.map(|file| file.unwrap().path());
    let compiled = files
        .find(|path| path.extension().is_some_and(|ending| ending == "pyc"))
        .unwrap();
    let whole = fs::read(&compiled).unwrap();
    // A cut of the power can leave a part of a file.
    for (left, input) in [0, 20, whole.len() - 1].into_iter().zip(["2", "4", "6"]) {
        fs::write(&compiled, &whole[..left]).unwrap();
        place.put(input, &format!("{input}\n"));
        assert_eq!(place.says(&["one.py", input]), "L\n");
        assert!(fs::read(&compiled).unwrap().len() > left);
    }
}
