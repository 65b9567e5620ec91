//! `gamesolve stress` with programs that are wrong in known ways, and with right ones.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::golden::Golden;
use super::support::{Failures, files_in, gamesolve, has, has_time, is_gate, needs, root, sample};

fn stress(arguments: &[&str], save: &Path) -> assert_cmd::Command {
    let mut command = gamesolve();
    command.args(["stress", "--save"]).arg(save).args(arguments);
    command.current_dir(root(""));
    command
}

/// A wrong program of each problem, and the fewest bytes of an instance that it fails on.
///
/// Another test finds every mistake without a program.
const BUGS: [(&str, u64); 11] = [
    // This is the smallest known: 8 vertices, on which the mouse wins after 17 plies.
    ("cat-mouse/draw-after-2n-moves.py", 82),
    ("dag-stone-count/binomial-over-n.py", 12),
    ("game/cycle-is-a-draw.py", 14),
    ("marbles/odd-wins.py", 2),
    ("nim/sum-parity.py", 4),
    ("pas/no-splits.py", 10),
    ("pawns/shared-marks.py", 20),
    ("score-game/may-stop.cpp", 15),
    ("stone-transfer/odd-piles-only.cpp", 12),
    ("stones/reduced-gaps.cpp", 9),
    ("subtract/modulo-p.py", 4),
];
/// The most bytes of a shrunk instance beyond that: two arcs, for example, that one step does not remove.
const MORE: u64 = 8;

/// Returns the fault in the report on the program, if there is one.
fn fault(name: &str, fewest: u64) -> Option<String> {
    let (slug, file) = name.split_once('/').unwrap();
    let program = format!("problems/{slug}/submissions/wrong_answer/{file}");
    let save = tempfile::tempdir().unwrap();
    // A loaded machine may be slow, and the result depends on the seed, not on the clock. A program in Python has this
    // many runs by default.
    let bounds = ["--tests", "400", "--time-budget", "300"];
    let output = stress(&[&[slug, &program, "-j", "1"], &bounds[..]].concat(), save.path())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let cases = files_in(save.path(), "in");
    if output.status.code() != Some(1) || cases.len() != 1 {
        return Some(format!("{name}: {told}{said}"));
    }
    let bytes = fs::metadata(&cases[0]).unwrap().len();
    let is_small = (fewest..=fewest + MORE).contains(&bytes);
    let parts = ["\nWhy: ", " bytes. No smaller input next to it fails.\n"];
    if !is_small || !parts.iter().all(|part| told.contains(part)) {
        return Some(format!("{name}: {bytes} bytes\n{told}{said}"));
    }
    let search = told.lines().find_map(|line| line.strip_prefix("Search:  ")).unwrap();
    let expected = format!("gamesolve stress {slug} {program} --seed 1 {}", bounds.join(" "));
    if search != expected {
        return Some(format!("{name}: {search}"));
    }
    let again = gamesolve()
        .args(["judge", slug, &program])
        .arg(save.path())
        .current_dir(root(""))
        .output()
        .unwrap();
    (again.status.code() != Some(1)).then(|| format!("{name}: accepted when judged again\n{told}"))
}

#[test]
fn every_wrong_program_is_caught_by_a_small_case() {
    let can_run = |name: &str| has(if name.ends_with(".py") { "python3" } else { "g++" }, name);
    let bugs: Vec<(&str, u64)> = BUGS.into_iter().filter(|(name, _)| can_run(name)).collect();
    // The gate takes every third one, because a run of each takes hundreds of starts of Python. A plain run takes those
    // that start at once.
    let mut number = 0;
    let bugs = sample(
        &bugs,
        |(name, _)| format!("stress on {name}"),
        |(name, _)| {
            number += 1;
            if is_gate() {
                number % 3 == 0
            } else {
                name.ends_with(".cpp")
            }
        },
    );
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Failures::default());
    let worker = || {
        while let Some((name, fewest)) = bugs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(fault) = fault(name, *fewest) {
                found.lock().unwrap().add(fault);
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(worker);
        }
    });
    found.into_inner().unwrap().finish();
}

#[test]
fn the_same_seed_tells_the_same_whatever_the_number_of_jobs() {
    let told = |jobs: &str, seed: &str| {
        let save = tempfile::tempdir().unwrap();
        let arguments = ["marbles", "-j", jobs, "--seed", seed, "--", "echo", "2"];
        let folder = save.path().to_str().unwrap();
        let output = gamesolve()
            .args(["stress", "--save", folder])
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.ends_with(&format!("--seed {seed} -- echo 2\n")), "{told}");
        told.replace(folder, "DIR")
    };
    assert_eq!(told("1", "7"), told("3", "7"));
}

#[test]
fn a_program_that_never_ends_is_a_failure_that_shrinks_too() {
    let save = tempfile::tempdir().unwrap();
    let script = "read n; case $n in 0|2) echo 2;; 1) echo 1; echo 1;; *) while :; do :; done;; esac";
    let output = stress(&["marbles", "--time", "100ms", "--", "sh", "-c", script], save.path())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    for (text, part) in [(told.lines().next().unwrap(), ": TLE "), (&told, "\ninput:\n  3\n")] {
        assert!(text.contains(part), "{told}");
    }
}

#[test]
fn what_the_solver_refuses_is_counted_and_said() {
    let save = tempfile::tempdir().unwrap();
    let output = stress(
        &["game", "--memory-limit", "1", "--tests", "40", "--", "true"],
        save.path(),
    )
    .output()
    .unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8(output.stderr).unwrap();
    for part in ["\nThe solver refused ", "error: the solver refused every input\n"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn a_search_that_repeats_itself_says_so() {
    let save = tempfile::tempdir().unwrap();
    let output = stress(
        &["stones", "--family", "empty", "--tests", "200", "--", "echo", "0"],
        save.path(),
    )
    .output()
    .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr).unwrap();
    for part in ["\nwarning: ", " inputs were repetitions. "] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn the_mistake_of_a_program_is_named_unless_that_would_spoil_it() {
    needs!(has_time() && has("python3", "stress names a mistake"));
    let program = "problems/pawns/submissions/wrong_answer/shared-marks.py";
    let told = |options: &[&str]| {
        let save = tempfile::tempdir().unwrap();
        let output = stress(
            &[&["pawns", program, "--time-budget", "300"], options].concat(),
            save.path(),
        )
        .output()
        .unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stdout).unwrap()
    };
    let named = told(&[]);
    let line = named.lines().find(|line| line.starts_with("Mistake: ")).unwrap();
    for (text, part, is_there) in [
        (
            line,
            " answers like a program that keeps one set of marks for all cells",
            true,
        ),
        (line, " (`shared-marks`). On all ", true),
        (&told(&["--no-spoilers"]), "Mistake: ", false),
    ] {
        assert_eq!(text.contains(part), is_there, "{text}");
    }
}

#[test]
fn a_program_that_fails_at_the_limits_fails_from_a_size_on() {
    let mut golden = Golden::new("stress/a_program_that_fails_at_the_limits_fails_from_a_size_on");
    let save = tempfile::tempdir().unwrap();
    // A heap of more than a million is too much for it.
    let script =
        "read k p; [ $k -le 1000000 ] || exit 3; r=$((k % (p + 1))); [ $r = 0 ] && echo 2 || { echo 1; echo $r; }";
    let output = golden.stdout(stress(
        &[
            "subtract",
            "--tests",
            "30",
            "--time-budget",
            "300",
            "--",
            "sh",
            "-c",
            script,
        ],
        save.path(),
    ));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("Tried 10 tiny inputs: all up to size "), "{said}");
    golden.finish();
}

/// Makes a right program for `game` that starts at once. It takes the processor time of a formula in `n`, in seconds.
fn slow_game(folder: &Path, seconds: &str) -> std::path::PathBuf {
    let right = fs::read_to_string(root("problems/game/submissions/accepted/retrograde.cpp")).unwrap();
    let read = "if (std::scanf(\"%d %d %d\", &n, &m, &u) != 3) return 1;\n";
    let slow = format!("{read} double end = ({seconds}) * CLOCKS_PER_SEC; while (std::clock() < end);\n");
    let slow = format!("#include <cmath>\n#include <ctime>\n{}", right.replace(read, &slow));
    assert!(slow.contains("std::clock"));
    let path = folder.join("slow.cpp");
    fs::write(&path, slow).unwrap();
    path
}

/// Returns the sizes of a growth table, the sentence about it, and its ratio.
fn growth(seconds: &str) -> (Vec<u64>, String, f64) {
    let folder = tempfile::tempdir().unwrap();
    let program = slow_game(folder.path(), seconds);
    let program = program.to_str().unwrap();
    let output = stress(
        &[
            "game",
            program,
            "--time",
            "500ms",
            "--tests",
            "12",
            "--time-budget",
            "300",
            "-j",
            "1",
        ],
        folder.path(),
    )
    .output()
    .unwrap();
    let (told, said) = (output.stdout, output.stderr);
    let (told, said) = (String::from_utf8(told).unwrap(), String::from_utf8(said).unwrap());
    assert_eq!(output.status.code(), Some(1), "{told}{said}");
    for (text, part, is_there) in [
        (&said, ", limit: --tests 12). No failure.\n", true),
        (&told, ": TLE ", true),
        (&told, "\nWhy: ", false),
        (&told, "\nInput:   gamesolve gen game --family ", true),
    ] {
        assert_eq!(text.contains(part), is_there, "{part}: {text}");
    }
    let rows = told.lines().skip_while(|line| !line.ends_with(" ratio")).skip(1);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with(' ')).collect();
    assert!(rows.last().unwrap().ends_with(" TLE"), "{told}");
    assert!(rows[..rows.len() - 1].iter().all(|row| !row.contains("TLE")), "{told}");
    let sizes = rows
        .iter()
        .map(|row| row.split_whitespace().next().unwrap().parse().unwrap());
    let line = told.lines().find(|line| line.starts_with("In the family `")).unwrap();
    let (_, rest) = line.split_once("` the time grows about ").unwrap();
    let (ratio, rest) = rest.split_once(" times for ").unwrap();
    (sizes.collect(), rest.to_owned(), ratio.parse().unwrap())
}

#[test]
fn a_program_that_is_too_slow_is_told_by_how_its_time_grows() {
    needs!(has_time() && has("g++", "the growth of a slow program"));
    let twice = "twice the size. The size is N, the number of vertices, at most 200.";
    // The time jumps at the limit. If it grew slowly past the limit, the same run might stay within it the next time.
    let (sizes, said, ratio) = growth("n < 160 ? 0.6 * n * n / 40000 : 9");
    assert!(
        matches!(sizes[..], [a, b, c, d] if [a, b, c] == [d / 8, d / 4, d / 2] && d >= 160),
        "{sizes:?}"
    );
    assert_eq!(said, twice);
    // The bounds around 4 are wide, because other work on the machine lengthens small times. A step of twice the
    // doublings gives 16.
    assert!((2.0..9.0).contains(&ratio), "{ratio}");
    // The time of a quarter is too short to be measured.
    let (sizes, said, ratio) = growth("n < 160 ? 0.4 * std::pow(n / 160.0, 4) : 9");
    assert!(
        matches!(sizes[..], [a, b, c, d, e] if [a, b, c, d] == [e / 8, e / 4, e / 2, e - 1] && e >= 160),
        "{sizes:?}"
    );
    assert_eq!(said, twice);
    assert!((9.0..25.0).contains(&ratio), "{ratio}");
    let (sizes, said, ratio) = growth("0.2 * std::pow(3.0, n - 14)");
    assert_eq!(sizes, [12, 13, 14, 15]);
    assert_eq!(said, "one more. The size is N, the number of vertices, at most 200.");
    assert!((2.0..4.5).contains(&ratio), "{ratio}");
}

#[test]
fn a_search_says_which_bound_ended_it() {
    let save = tempfile::tempdir().unwrap();
    let ended = |options: &[&str], program: &[&str]| {
        let output = stress(&[&["marbles"], options, &["--"], program].concat(), save.path())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let random = said.lines().find(|line| line.contains(" random input")).unwrap();
        random.split_once("(seed 1, ").unwrap().1.to_owned()
    };
    let slow = format!("sleep 0.3; {MARBLES}");
    assert_eq!(
        ended(&["--tests", "30"], &["sh", "-c", MARBLES]),
        "limit: --tests 30). No failure."
    );
    for (budget, shown) in [("1", "1"), ("1250ms", "1.25"), ("1.5s", "1.5")] {
        let time = ended(&["--time-budget", budget, "--family", "random"], &["sh", "-c", &slow]);
        assert_eq!(
            time,
            format!("limit: --time-budget {shown} without the share of the largest inputs). No failure.")
        );
    }
    let few = ended(&["--family", "empty"], &["sh", "-c", MARBLES]);
    assert_eq!(few, "no new inputs left). No failure.");
}

/// A right program for `marbles`.
const MARBLES: &str = "read n; p=0; while [ $((2 * p + 2)) -le $n ]; do p=$((2 * p + 2)); done
[ $n = $p ] && echo 2 || { echo 1; echo $((n - p)); }";

#[test]
fn the_smallest_of_several_failures_is_shown() {
    let mut golden = Golden::new("stress/the_smallest_of_several_failures_is_shown");
    let save = tempfile::tempdir().unwrap();
    // It is wrong on 977 and on every number from 40 on with the remainder 40 by 64.
    let wrong = "[ $n = 977 ] || [ $((n % 64)) = 40 ] && { echo 7; exit; }";
    let script = MARBLES.replacen("read n;", &format!("read n; {wrong};"), 1);
    golden.stdout(stress(
        &[
            "marbles",
            "--tests",
            "200",
            "--time-budget",
            "300",
            "--",
            "sh",
            "-c",
            &script,
        ],
        save.path(),
    ));
    golden.finish();
}

#[test]
fn a_visited_vertex_called_a_draw_fails_on_4_vertices() {
    needs!(has_time() && has("g++", "a program in C++"));
    let save = tempfile::tempdir().unwrap();
    let program = "problems/game/submissions/wrong_answer/visited-is-a-draw.cpp";
    let output = stress(&["game", program, "--time-budget", "120"], save.path())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("\ninput:\n  4 5\n"),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_right_program_passes_and_saves_nothing() {
    needs!(has("g++", "stress on a right program"));
    let mut golden = Golden::new("stress/a_right_program_passes_and_saves_nothing");
    let save = tempfile::tempdir().unwrap();
    golden.stdout(stress(
        &[
            "nim",
            "problems/nim/submissions/accepted/xor.cpp",
            "--tests",
            "60",
            "--time-budget",
            "300",
        ],
        save.path(),
    ));
    assert!(files_in(save.path(), "in").is_empty());
    golden.finish();
}

#[test]
fn several_commands_are_tried_one_after_the_other() {
    let save = tempfile::tempdir().unwrap();
    let arguments = ["marbles", "--tests", "60", "--save", save.path().to_str().unwrap()];
    let commands = ["--", "echo", "2", "--", "false"];
    let output = gamesolve()
        .arg("stress")
        .args(arguments)
        .args(commands)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    for part in ["\ninput:\n  1\n\nright answer:\n  1\n  1\n", "false: RE "] {
        assert!(told.contains(part), "{told}");
    }
    assert_eq!(files_in(save.path(), "in").len(), 2);
    assert_eq!(fs::read_to_string(save.path().join("stress-02.in")).unwrap(), "0\n");
}

#[test]
fn the_commands_of_several_are_kept_from_each_other() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().canonicalize().unwrap();
    for (name, line) in [
        (
            "a",
            format!("grep -q word {}/b/sol.sh && exit 7; exit 8", root.display()),
        ),
        (
            "b",
            format!("grep -q word {}/a/sol.sh && exit 7; exit 8", root.display()),
        ),
    ] {
        fs::create_dir(root.join(name)).unwrap();
        fs::write(root.join(name).join("sol.sh"), format!("# word\n{line}\n")).unwrap();
    }
    let tell = |commands: &[&str]| {
        let mut command = gamesolve();
        command.args([
            "stress",
            "marbles",
            "--tests",
            "5",
            "--save",
            "saved",
            "--allow-read",
            ".",
        ]);
        let output = command.args(commands).current_dir(&root).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let told = tell(&["--", "sh", "a/sol.sh", "--", "sh", "b/sol.sh"]);
    assert_eq!(told.matches("exit code 8").count(), 2, "{told}");
    // Each command sees only its own folder among the folders that commands name.
    let line = "test -s $0/sol.sh || exit 7; grep -q word $0/../[!${0##*/}]/sol.sh && exit 6; exit 8";
    let [a, b] = ["a", "b"].map(|name| root.join(name).to_str().unwrap().to_owned());
    let told = tell(&["--", "sh", "-c", line, &a, "--", "sh", "-c", line, &b]);
    assert_eq!(told.matches("exit code 8").count(), 2, "{told}");
}

/// Runs the command at the end of a report.
fn next_of(told: &str) -> Output {
    let next = told
        .lines()
        .last()
        .unwrap()
        .strip_prefix("Next:       gamesolve ")
        .unwrap();
    let script = format!("exec \"$0\" {next}");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script]).arg(gamesolve().get_program());
    command.current_dir(root("")).output().unwrap()
}

#[test]
fn the_stored_cases_come_before_all_else() {
    let mut golden = Golden::new("stress/the_stored_cases_come_before_all_else");
    let save = tempfile::tempdir().unwrap();
    // It is right but for one number, which is a stored testcase.
    let script = MARBLES.replacen("read n;", "read n; [ $n = 5000000 ] && { echo 7; exit; };", 1);
    let output = golden.stdout(stress(
        &[
            "marbles",
            "--tests",
            "12",
            "--time-budget",
            "300",
            "--",
            "sh",
            "-c",
            &script,
        ],
        save.path(),
    ));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("Tried 7 short stored testcases.\n"), "{said}");
    golden.finish();
}

#[test]
fn the_end_says_what_was_judged_and_what_comes_next() {
    let save = tempfile::tempdir().unwrap();
    let bounds = ["--tests", "30", "--time-budget", "300"];
    let end = |options: &[&str], status: i32| {
        let script = MARBLES.replace('\n', "; ");
        let arguments = [&["marbles"], &bounds[..], options, &["--", "sh", "-c", &script]].concat();
        let output = stress(&arguments, save.path()).output().unwrap();
        let (told, said) = (
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        );
        assert_eq!(output.status.code(), Some(status), "{told}{said}");
        told
    };
    let told = end(&[], 0);
    for part in [
        ": no failing input found\nTested:     ",
        " short stored testcases, 10 tiny inputs (all up to size ",
        " inputs that separate known mistakes",
        " inputs at the limits\n",
    ] {
        assert!(told.contains(part), "{told}");
    }
    let next = next_of(&told);
    assert_eq!(next.status.code(), Some(0), "{}", String::from_utf8_lossy(&next.stderr));
    // The report names the parts that were left out on purpose.
    let told = end(&["--family", "random"], 0);
    for part in [
        ": no failing input of the family `random` found\n",
        "\nNot tested: other families, stored testcases and tiny inputs (`--family`)\n",
        " --family random -- sh -c ",
    ] {
        assert!(told.contains(part), "{told}");
    }
    let next = next_of(&told);
    assert_eq!(next.status.code(), Some(0), "{}", String::from_utf8_lossy(&next.stderr));
    // The family has few inputs, so another seed would repeat them.
    let told = end(&["--family", "lost"], 0);
    assert!(!told.contains("\nNext: "), "{told}");
}
