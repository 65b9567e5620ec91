//! Tables of `table`: every row is there, or the table states the number of missing rows and the way to get them.

use std::collections::HashSet;

use gamesolve::problem::{Input, MISERE, Variants};
use gamesolve::problems::REGISTRY;
use itertools::Itertools as _;

use crate::support::{Failures, gamesolve, has_time, needs, samples};

/// Runs a command that succeeds. Returns its output and its notes.
fn run(args: &[&str], text: &str) -> (String, String) {
    let done = gamesolve().args(args).write_stdin(text).output().unwrap();
    let [out, noted] = [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(done.status.code(), Some(0), "{args:?}: {noted}");
    (out, noted)
}

fn out(args: &[&str], text: &str) -> String {
    run(args, text).0
}

/// Returns the rows of a table in CSV: all columns, without the head.
fn rows(args: &[&str], text: &str) -> Vec<Vec<String>> {
    let (csv, _) = run(&[args, &["--format", "csv"]].concat(), text);
    let mut lines = csv.lines();
    lines.next().unwrap();
    lines.map(fields).collect()
}

fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut is_quoted) = (vec![String::new()], false);
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            c => fields.last_mut().unwrap().push(c),
        }
    }
    fields
}

/// Graphs of `game` with a start. Some vertices, or most, have no arcs.
const GRAPHS: [&str; 4] = [
    "12 2\n1\n1 8\n3 9\n",
    "9 1\n4\n2 2\n",
    "5 5\n1\n1 2\n2 3\n3 1\n1 4\n4 5\n",
    "7 0\n3\n",
];

#[test]
fn every_vertex_of_a_graph_has_a_row_in_every_format() {
    for text in GRAPHS {
        let vertices: usize = text.split(' ').next().unwrap().parse().unwrap();
        for misere in [&[][..], &["--misere"]] {
            let args = [&["table", "game"], misere].concat();
            let komal = out(&[&args[..], &["--format", "komal"]].concat(), text);
            let letters: Vec<&str> = komal.lines().collect();
            let rows = rows(&args, text);
            let outcomes: Vec<&str> = rows.iter().map(|row| row[1].as_str()).collect();
            assert_eq!(outcomes, letters, "{text}");
            let names: Vec<String> = (1..=vertices).map(|vertex| vertex.to_string()).collect();
            assert!(rows.iter().map(|row| &row[0]).eq(&names), "{text}");
            let json = out(&[&args[..], &["--format", "json"]].concat(), text);
            let json: serde_json::Value = serde_json::from_str(&json).unwrap();
            assert_eq!(json["values"].as_array().unwrap().len(), vertices);
            assert_eq!(
                (&json["is_whole"], &json["missing"]),
                (&true.into(), &serde_json::Value::Null)
            );
            let text_rows = out(&args, text);
            assert!(text_rows.contains(&format!("{vertices} places")), "{text_rows}");
            // Every vertex as a start gives the same.
            for (start, letter) in (1..).zip(letters) {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines[1] = format!("{start}");
                let answer = out(&[&["game"], misere].concat(), &(lines.join("\n") + "\n"));
                let expected = match letter {
                    "W" => "1\n",
                    "L" => "2\n",
                    _ => "0\n",
                };
                assert_eq!(answer, expected, "{text}{start}");
            }
        }
    }
}

#[test]
fn an_order_holds_all_vertices() {
    let order = |slug: &str, text: &str| {
        let order = out(&["table", slug, "--order"], text);
        let mut all: Vec<u32> = order.split_whitespace().map(|word| word.parse().unwrap()).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(order("game", GRAPHS[0]), (1..=12).collect::<Vec<_>>());
    assert_eq!(
        order("score-game", "11 1\n1 2 3 4 5 6 7 8 9 10 11\n1\n4 3\n"),
        (1..=11).collect::<Vec<_>>()
    );
    assert_eq!(
        order("pawns", "11 1\n4 3\n1\n1 1 1 1 1 1 1 1 1 1 1\n"),
        (1..=11).collect::<Vec<_>>()
    );
    assert_eq!(
        order("dag-stone-count", "1\n11 1 3\n4 3\n"),
        (0..11).collect::<Vec<_>>()
    );
}

#[test]
fn the_start_vertex_has_a_row_of_its_own_and_one_alone() {
    let rows = rows(&["table", "score-game"], "6 0\n-7 5 -6 3 -5 7\n1\n");
    let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, ["1", "2", "3", "4", "5", "6"]);
    assert!(rows.iter().all(|row| row[1] == "D" && row[4] == "0"), "{rows:?}");
}

#[test]
fn vertices_beyond_a_table_are_noted_with_their_number() {
    let text = "4294967294 1\n7\n1 2\n";
    for format in ["csv", "json"] {
        let (written, noted) = run(&["table", "game", "--format", format], text);
        assert!(
            noted.starts_with("note: The table lacks 4294967291 vertices"),
            "{noted}"
        );
        assert!(noted.contains("--format komal"), "{noted}");
        if format == "json" {
            let json: serde_json::Value = serde_json::from_str(&written).unwrap();
            assert_eq!(json["is_whole"], false);
            assert_eq!(json["missing"], 4_294_967_291_u32);
        } else {
            assert_eq!(written.lines().count(), 1 + 3);
        }
    }
    let (order, noted) = run(&["table", "game", "--order"], text);
    assert_eq!(order.split_whitespace().count(), 3);
    for said in [out(&["table", "game"], text), noted] {
        assert!(said.contains("lacks 4294967291 vertices"), "{said}");
    }
}

#[test]
fn positions_beyond_a_table_are_noted_with_the_option() {
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == "cat-mouse").unwrap();
    let text = entry.generate("random", 20, 5);
    let whole = rows(&["table", "cat-mouse"], &text);
    let args = ["table", "cat-mouse", "--work-limit", "100M"];
    let (csv, noted) = run(&[&args[..], &["--format", "csv"]].concat(), &text);
    let listed = csv.lines().count() - 1;
    assert!(listed < whole.len() && listed > 1, "{listed} of {}", whole.len());
    let missing = whole.len() - listed;
    assert!(
        noted.contains(&format!(
            "The table lacks {missing} positions: `--work-limit 1G` lists all {}",
            whole.len()
        )),
        "{noted}"
    );
    assert!(out(&args, &text).contains(&format!("lacks {missing} positions")));
    let (json, _) = run(&[&args[..], &["--format", "json"]].concat(), &text);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["is_whole"], &json["missing"]), (&false.into(), &missing.into()));
    // With so few rows, nothing counts the others.
    let (_, noted) = run(&["table", "cat-mouse", "--work-limit", "40M", "--format", "csv"], &text);
    for part in ["lacks more than ", "lists twice as many"] {
        assert!(noted.contains(part), "{part}: {noted}");
    }
}

/// No two rows of a table may look the same.
#[test]
fn the_rows_of_every_problem_are_distinct() {
    let mut failures = Failures::default();
    for entry in REGISTRY {
        let meta = entry.meta();
        let of_samples = samples().filter(|(other, _)| other.meta().slug == meta.slug);
        let generated = entry
            .families()
            .into_iter()
            .map(|family| entry.generate(family.name, 5, 3));
        let misere = meta.all_variants().find(|variant| variant.name == MISERE.name);
        for text in of_samples.map(|(_, text)| text).chain(generated) {
            for more in [None, misere.map(|_| "--misere")].into_iter().dedup() {
                // A long table adds nothing.
                let args = ["table", meta.slug, "--format", "csv", "--work-limit", "400M"];
                let done = gamesolve()
                    .args(args)
                    .args(more)
                    .write_stdin(text.as_str())
                    .output()
                    .unwrap();
                if done.status.code() == Some(4) {
                    continue;
                }
                let csv = String::from_utf8(done.stdout).unwrap();
                let head = fields(csv.lines().next().unwrap_or_default());
                let names = head.iter().take_while(|name| *name != "outcome").count();
                let mut seen = HashSet::new();
                for line in csv.lines().skip(1) {
                    let row = fields(line);
                    if !seen.insert(row[..names].to_vec()) {
                        failures.add(format!("{} {more:?}: {:?} twice\n{text}", meta.slug, &row[..names]));
                    }
                }
            }
        }
    }
    failures.finish();
}

#[test]
fn two_ways_to_cover_the_same_cells_are_one_row() {
    assert_eq!(rows(&["table", "pas"], "2 3 4\n1\n6\n").len(), 21);
}

#[test]
fn whose_turn_it_is_stands_in_every_format() {
    let text = "1 3\nPTE\n";
    let csv = out(&["table", "police-thief", "--format", "csv"], text);
    assert!(
        csv.starts_with("position,player,outcome,plies,nimber,score\n\"P1,1 T1,2\",the policeman,W,1,,\n"),
        "{csv}"
    );
    let json = out(&["table", "police-thief", "--format", "json"], text);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["values"][1]["player"], "the thief");
    assert!(out(&["table", "police-thief"], text).contains("the thief moves"));
    // Other tables stay as they are.
    assert!(out(&["table", "game", "--format", "csv"], GRAPHS[0]).starts_with("position,outcome,"));
}

#[test]
fn a_table_of_vertices_needs_no_start_but_others_do() {
    let cases = [
        (
            "game",
            "5 5\n1 2\n2 3\n3 1\n1 4\n4 5\n",
            5,
            "the second line, the start vertex, is missing",
        ),
        (
            "score-game",
            "3 2\n4 -5 6\n1 2\n2 3\n",
            3,
            "the third line, the start vertex, is missing",
        ),
        (
            "pawns",
            "3 2\n1 2\n2 3\n",
            3,
            "the placements after the arcs are missing",
        ),
    ];
    for (slug, text, vertices, missing) in cases {
        assert_eq!(rows(&["table", slug], text).len(), vertices, "{slug}");
        assert_eq!(
            out(&["table", slug, "--format", "komal"], text).lines().count(),
            vertices,
            "{slug}"
        );
        out(&["table", slug, "--order"], text);
        let done = gamesolve().arg(slug).write_stdin(text).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!((done.status.code(), &done.stdout[..]), (Some(2), &b""[..]), "{slug}");
        assert!(said.contains(&format!("hint: {missing}")), "{slug}: {said}");
    }
    // Malformed in another way, it is an error as before.
    let done = gamesolve()
        .args(["table", "game"])
        .write_stdin("5 5\n1 2\n2 3\n")
        .output()
        .unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(!said.contains("missing"), "{said}");
}

#[test]
fn points_with_decimals_name_the_option_and_the_places() {
    for (points, places) in [
        ("1.5 2 -0.25", Some(2)),
        ("1 2 -3.5", Some(1)),
        ("1 2 x", None),
        ("1 2 .5", None),
    ] {
        let text = format!("3 1\n{points}\n1\n1 2\n");
        let done = gamesolve()
            .arg("score-game")
            .write_stdin(text.as_str())
            .output()
            .unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{points}");
        let hint = places.map_or("--decimals".to_owned(), |places| format!("hint: `--decimals {places}`"));
        assert_eq!(said.contains(&hint), places.is_some(), "{points}: {said}");
        if let Some(places) = places {
            out(&["score-game", "--decimals", &places.to_string()], &text);
        }
    }
}

#[test]
fn lookalike_cells_are_noted_by_the_validator_alone() {
    for (board, noted) in [
        ("P#T", "note: <stdin>: `#` at 1,2 is an ordinary cell; a wall is `*`\n"),
        ("PTe", "note: <stdin>: `e` at 1,3 is an ordinary cell; an exit is `E`\n"),
        ("P*T", ""),
        ("PTE", ""),
        ("P_T", ""),
    ] {
        let text = format!("1 3\n{board}\n");
        assert_eq!(
            run(&["validate", "police-thief"], &text),
            ("<stdin>: valid\n".to_owned(), noted.to_owned())
        );
        assert_eq!(run(&["police-thief"], &text).1, "");
    }
}

/// The game is one token on an acyclic graph, in every problem that has one.
#[test]
fn misere_play_of_a_vertex_is_the_same_in_every_graph() {
    let arcs = "1 2\n2 3\n1 3\n4 1\n5 4\n";
    let zero_based = "0 1\n1 2\n0 2\n3 0\n4 3\n";
    let komal = |slug: &str, text: &str| out(&["table", slug, "--misere", "--format", "komal"], text);
    let expected = komal("game", &format!("6 5\n1\n{arcs}"));
    assert_eq!(expected, "W\nL\nW\nL\nW\nW\n");
    assert_eq!(komal("pawns", &format!("6 5\n{arcs}1\n1 0 0 0 0 0\n")), expected);
    assert_eq!(komal("dag-stone-count", &format!("1\n6 5 1\n{zero_based}")), expected);
}

#[test]
fn misere_play_of_a_large_graph_is_solved_in_full() {
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == "game").unwrap();
    let text = entry.generate("random", 100_000, 1);
    let komal = out(&["table", "game", "--misere", "--format", "komal"], &text);
    assert_eq!(komal.lines().count(), 100_000);
    assert_eq!(rows(&["table", "game", "--misere"], &text).len(), 100_000);
    let variants = Variants::ORIGINAL;
    let bytes = text.as_bytes();
    assert!(
        entry.validate(Input { bytes, variants }).is_err(),
        "it is beyond the original limits"
    );
}

#[test]
fn a_cell_that_looks_like_a_formula_is_a_text_to_a_spreadsheet() {
    if !cfg!(unix) || !crate::support::has("python3", "a game of words") {
        return;
    }
    let folder = crate::support::folder(&[(
        "words.py",
        "def moves(w):\n    if w == 's':\n        yield from ['=1+1', '@SUM(1)', '+x', '-2+3', '-x']\n",
    )]);
    let done = gamesolve()
        .current_dir(folder.path())
        .args(["table", "words.py", "--at", "s", "--format", "csv"])
        .output()
        .unwrap();
    let csv = String::from_utf8(done.stdout).unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    for line in csv.lines().skip(1) {
        assert!(!line.starts_with(['=', '@', '+', '-']), "{csv}");
    }
    assert!(csv.contains("\n'=1+1,"), "{csv}");
}

#[test]
fn the_work_of_tables_is_counted() {
    let amounts: Vec<String> = (1..=60_000).step_by(3).map(|amount: u32| amount.to_string()).collect();
    let many = format!("take:{}", amounts.join(","));
    let refused: [(&[&str], &str); 6] = [
        (&[&many, "--range", "0..900000", "--work-limit", "10G"], ""),
        (&["take:1,3,4", "--range", "0..900000", "--work-limit", "1M"], ""),
        (
            &["take:1,3,4", "--range", "0..900000", "--work-limit", "1M", "--misere"],
            "",
        ),
        (&["pas", "--range", "1..60", "--misere", "--work-limit", "1G"], ""),
        (
            &["pas", "--range", "1..4000", "--work-limit", "100M"],
            "17 31 64\n1\n1\n",
        ),
        (&["stones", "--range", "999000..1000000", "--work-limit", "100M"], ""),
    ];
    for (args, text) in refused {
        let done = gamesolve().arg("table").args(args).write_stdin(text).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        let shown: Vec<&str> = args.iter().map(|arg| arg.get(..30).unwrap_or(arg)).collect();
        assert_eq!(done.status.code(), Some(4), "{shown:?}: {said}");
        assert_eq!(done.stdout, b"", "{shown:?}");
        assert!(said.contains("--work-limit"), "{shown:?}: {said}");
    }
    // A short table of many amounts is little work, and nothing about it is proved.
    let (table, _) = run(&["table", &many, "--range", "0..60", "--format", "csv"], "");
    assert_eq!(table.lines().count(), 62);
    let args = ["--misere", "--range", "0..30", "--format", "csv"];
    let table = rows(&[&["table", "take:1,2,3"], &args[..3]].concat(), "");
    let lost: Vec<&str> = table
        .iter()
        .filter(|row| row[1] == "L")
        .map(|row| row[0].as_str())
        .collect();
    assert_eq!(lost, ["1", "5", "9", "13", "17", "21", "25", "29"]);
}

#[cfg(unix)]
mod interrupted {
    use std::fs;
    use std::os::unix::process::ExitStatusExt as _;
    use std::path::Path;
    use std::process::{Child, Command, Stdio};

    use super::*;

    fn start(args: &[&str], folder: &Path) -> Child {
        Command::new(assert_cmd::cargo::cargo_bin!("gamesolve"))
            .args(args)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// Waits until the process handles signals, and interrupts it.
    fn interrupt(child: &mut Child) -> Option<i32> {
        const SIGINT: u32 = 2;
        let status = format!("/proc/{}/status", child.id());
        let takes_signals = || {
            let status = fs::read_to_string(&status).unwrap_or_default();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
            caught.is_some_and(|mask| mask >> (SIGINT - 1) & 1 == 1)
        };
        while !takes_signals() {
            assert!(child.try_wait().unwrap().is_none(), "it ended before");
            std::thread::yield_now();
        }
        // A wait would close its input.
        let _open = child.stdin.take();
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let ended = child.wait().unwrap();
        assert_eq!(ended.signal(), None);
        ended.code()
    }

    #[test]
    fn interrupted_verbs_end_with_130_and_leave_whole_files() {
        if !Path::new("/proc/self/status").exists() {
            return;
        }
        // Their input does not end.
        let waiting: [&[&str]; 4] = [
            &["table", "game", "-o", "out"],
            &["table", "game"],
            &["game", "-o", "out"],
            &["draw", "game", "-o", "out.svg"],
        ];
        for args in waiting {
            let folder = tempfile::tempdir().unwrap();
            let mut child = start(args, folder.path());
            assert_eq!(interrupt(&mut child), Some(130), "{args:?}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{args:?}");
        }
        let folder = tempfile::tempdir().unwrap();
        let args = [
            "gen",
            "nim",
            "--dir",
            "cases",
            "--count",
            "9999",
            "--size",
            "3000",
            "--answers",
        ];
        let mut child = start(&args, folder.path());
        assert_eq!(interrupt(&mut child), Some(130));
        let cases = folder.path().join("cases");
        let names = fs::read_dir(&cases).map_or(Vec::new(), |files| {
            files
                .map(|file| file.unwrap().file_name().into_string().unwrap())
                .collect()
        });
        assert!(cases.exists() != names.is_empty(), "an empty folder is left");
        let nim = REGISTRY.iter().find(|entry| entry.meta().slug == "nim").unwrap();
        for name in &names {
            let text = fs::read_to_string(cases.join(name)).unwrap();
            let (number, ending) = name.split_once('.').unwrap();
            let seed: u64 = number.parse().unwrap();
            let input = nim.generate(nim.families()[0].name, 3000, seed);
            let (bytes, variants) = (input.as_bytes(), Variants::ORIGINAL);
            let answer = || {
                let budget = gamesolve::budget::Budget::of(1 << 30);
                nim.solve(Input { bytes, variants }, budget).unwrap()
            };
            let expected = if ending == "in" { input.clone() } else { answer() };
            assert_eq!(text, expected, "{name}");
            let other = if ending == "in" { "out" } else { "in" };
            assert!(names.contains(&format!("{number}.{other}")), "{name} is alone");
        }
    }
}

/// Points with decimals, by the words that choose the rules, the instance, the score of each vertex, and the answer.
const DECIMAL_POINTS: [(&str, &str, &[&str], &str); 3] = [
    (
        "--decimals 3",
        "6 6\n7.079 7.846 2.717 -3.625 5.508 3.266\n2\n1 4\n6 2\n2 5\n3 5\n6 2\n1 5\n",
        &["5.508", "5.508", "5.508", "0", "0", "2.338"],
        "5.508",
    ),
    (
        "--decimals 1 --leaving",
        "3 2\n0.5 -2.5 9\n2\n1 2\n2 3\n",
        &["3", "-2.5", "0"],
        "-2.5",
    ),
    (
        "--decimals 9",
        "3 1\n0 12345678.123456789 1\n1\n1 2\n",
        &["12345678.123456789", "0", "0"],
        "12345678.123456789",
    ),
];

#[test]
fn points_have_the_unit_of_the_input_in_every_output() {
    for (words, text, scores, answer) in DECIMAL_POINTS {
        let args = |verb| {
            [verb, "score-game"]
                .into_iter()
                .chain(words.split(' '))
                .collect::<Vec<_>>()
        };
        let with = |verb, more: &[&'static str]| out(&[&args(verb)[..], more].concat(), text);
        let last = |row: Vec<String>| row.last().unwrap().clone();
        assert_eq!(
            rows(&args("table"), text).into_iter().map(last).collect_vec(),
            scores,
            "{text}"
        );
        let json: serde_json::Value = serde_json::from_str(&with("table", &["--format", "json"])).unwrap();
        let values = json["values"].as_array().unwrap().iter();
        let shown = values.map(|row| row["score"].to_string().trim_matches('"').to_owned());
        assert_eq!(shown.collect_vec(), scores, "{text}");
        let explained = with("explain", &[]);
        let signed = if answer.starts_with('-') {
            answer.to_owned()
        } else {
            format!("+{answer}")
        };
        let sentence = format!("ends with a difference of {signed}.\n");
        assert!(explained.contains(&sentence), "{explained}");
        let json: serde_json::Value = serde_json::from_str(&with("explain", &["--format", "json"])).unwrap();
        assert_eq!(json["difference"], answer, "{text}");
        assert_eq!(out(&args("score-game")[1..], text), format!("{answer}\n"));
        for form in ["svg", "dot"] {
            let drawn = with("draw", &["--to", form]);
            for (part, is_there) in [(&*format!("best {signed}"), true), ("units", false)] {
                assert_eq!(drawn.contains(part), is_there, "{form}: {drawn}");
            }
        }
        assert!(with("table", &[]).contains(&format!(" {signed} ")), "{text}");
    }
}

#[test]
fn tables_of_problems_have_the_proof_of_their_rules() {
    for (words, claim, evidence) in [
        (
            "wythoff --range 0..8,0..8",
            "the pairs floor(k * phi), floor(k * phi) + k",
            "proved: ",
        ),
        (
            "wythoff --range 0..12,0..12",
            "the pairs floor(k * phi), floor(k * phi) + k",
            "proved: ",
        ),
        (
            "wythoff --misere --range 0..8,0..8",
            "(0, 1), (2, 2) and the pairs",
            "passes its induction step",
        ),
        (
            "subtract --range 0..20",
            "the multiples of 4",
            "proved: for the rule \"take exactly 1, 2 or 3\"",
        ),
        (
            "nim --range 0..8,0..8",
            "the two numbers are independent games",
            "proved: ",
        ),
        (
            "marbles --range 0..100",
            "each is 2 * (the lost number before it) + 2",
            "passes its induction step",
        ),
        ("stones --range 1..30", "n mod 3 = 1", "proved: "),
        ("pas --range 0..300", "g(n) has period 12, from n = 71 on", "proved: "),
        (
            "stone-transfer --range 0..50",
            "the number of ones of n in binary",
            "passes its induction step",
        ),
    ] {
        let args: Vec<&str> = ["table"].into_iter().chain(words.split(' ')).collect();
        let text = out(&args, "");
        let pattern = text.split("\nPattern: ").nth(1).unwrap();
        let shown = pattern.lines().take(6).join("\n");
        for (part, is_there) in [
            (claim, true),
            (evidence, true),
            (" only\n", false),
            ("your moves", false),
        ] {
            assert_eq!(shown.contains(part), is_there, "{words}: {shown}");
        }
    }
    for (words, input, part, is_there) in [
        // The solver knows numbers that have too many moves for a step.
        ("stone-transfer --range 0..100", "", "\n  holds to 1110 only\n", true),
        // The amounts beyond a table belong to the rule too.
        ("subtract --set --range 0..20 -", "0 1 2 50\n", "proved", false),
    ] {
        let args: Vec<&str> = ["table"].into_iter().chain(words.split(' ')).collect();
        let text = out(&args, input);
        assert_eq!(text.contains(part), is_there, "{text}");
    }
}

/// An instance of a large number is as long as the number, so more of them could take minutes.
#[test]
fn the_solver_adds_no_large_numbers_to_a_table() {
    needs!(has_time());
    let text = out(&["table", "stone-transfer", "--range", "0..9000"], "");
    assert_eq!(text.matches("\n  holds to 10000 only\n").count(), 2, "{text}");
}

#[test]
fn a_small_table_without_a_pattern_hints_at_a_larger_one() {
    for (words, hint) in [
        (
            "wythoff --range 0..6,0..6",
            "hint: gamesolve table wythoff --range 0..12,0..12\n",
        ),
        ("nim --range 0..3,0..3", "hint: gamesolve table nim --range 0..9,0..9\n"),
        ("pas --range 1..60", "hint: gamesolve table pas --range 1..119\n"),
    ] {
        let args: Vec<&str> = ["table"].into_iter().chain(words.split(' ')).collect();
        let text = out(&args, "");
        assert!(text.ends_with(hint), "{words}: {text}");
    }
    if cfg!(unix) && crate::support::has("python3", "a table of an example game") {
        let text = out(&["table", "kayles", "--range", "0..120"], "");
        assert!(
            text.ends_with("hint: gamesolve table kayles --range 0..240\n"),
            "{text}"
        );
    }
}
