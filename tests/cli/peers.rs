//! Pairs of inputs for rules that differ between judges. Each input gets the verdict of the package's own judge.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;

use super::golden::Golden;
use super::judge::{judge, path, text};
use super::package::{error, judged, of_shell, verdicts, zip};
use super::sessions::sessions;
use super::support::{folder, gamesolve};

#[test]
fn a_byte_order_mark_in_a_case_blames_no_program() {
    let utf16 = |text: &str, mark: &[u8]| -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_le_bytes);
        mark.iter().copied().chain(units).collect()
    };
    let marked = |text: &str| [b"\xef\xbb\xbf", text.as_bytes()].concat();
    let files: [(&str, [&str; 3]); 3] = [
        ("plain", ["1.in", "1.ans", "unused"]),
        ("Kattis", ["data/secret/1.in", "data/secret/1.ans", "problem.yaml"]),
        ("CMS", ["input/input0.txt", "output/output0.txt", "task.yaml"]),
    ];
    for (format, [input, answer, manifest]) in files {
        let names = "name: x\ninfile: ''\noutfile: ''\n";
        let manifest_text = if format == "CMS" { names } else { "name: x\n" };
        for (odd, bytes) in [
            (answer, marked("42\n")),
            (answer, utf16("42\n", b"\xff\xfe")),
            (answer, utf16("42\n", b"")),
            (input, marked("42\n")),
            (input, utf16("42\n", b"\xff\xfe")),
        ] {
            let task = folder(&[(input, "42\n"), (answer, "42\n"), (manifest, manifest_text)]);
            fs::write(task.path().join(odd), &bytes).unwrap();
            for script in ["read n; echo $((n))", "exit 1", "echo 7"] {
                let report = of_shell(task.path(), &[], script);
                let case = &report["cases"][0];
                let what = format!("{format} {odd} {script}: {case}");
                let notes = format!("{}{}", case["reason"], case["notes"]);
                assert!(notes.contains(odd), "{what}");
                let is_right = case["verdict"] == "AC" || case["fault"] == "bad case";
                assert!(is_right, "{what}");
            }
        }
        // A program that prints the mark too is right, and the report mentions the mark.
        let task = folder(&[(input, "42\n"), (answer, "\u{feff}42\n"), (manifest, manifest_text)]);
        let report = of_shell(task.path(), &[], "printf '\\357\\273\\27742\\n'");
        assert_eq!(report["cases"][0]["verdict"], "AC", "{format}: {report}");
        let notes = report["cases"][0]["notes"].to_string();
        assert!(notes.contains("begins with a byte order mark"), "{notes}");
    }
}

#[test]
fn several_packages_in_one_place_are_refused_by_name() {
    let mut golden = Golden::new("peers/several_packages_in_one_place_are_refused_by_name");
    let contest = folder(&[
        ("c/a/problem.yaml", "name: a\n"),
        ("c/a/data/secret/1.in", "1\n"),
        ("c/a/data/secret/1.ans", "1\n"),
        ("c/deep/b/init.yml", "test_cases: [{in: 1.in, out: 1.out}]\n"),
        ("c/deep/b/1.in", "1\n"),
        ("c/deep/b/1.out", "1\n"),
    ]);
    let place = contest.path().join("c");
    golden.says(judged(&place, &["--", "cat"]));
    let output = gamesolve()
        .args(["export", path(&place), "--format", "loose", "-o"])
        .arg(contest.path().join("new"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(!contest.path().join("new").exists());
    let files = [
        ("a/problem.yaml", "name: a\n"),
        ("a/data/secret/1.in", "1\n"),
        ("a/data/secret/1.ans", "1\n"),
        ("b/problem.yaml", "name: b\n"),
        ("b/data/secret/1.in", "1\n"),
        ("b/data/secret/1.ans", "1\n"),
    ];
    fs::write(contest.path().join("c.zip"), zip(&files)).unwrap();
    golden.says(judged(&contest.path().join("c.zip"), &["--", "cat"]));
    // A package alone in a folder is that package, in an archive as elsewhere.
    fs::write(contest.path().join("one.zip"), zip(&files[..3])).unwrap();
    let report = of_shell(&contest.path().join("one.zip"), &[], "cat");
    assert_eq!(verdicts(&report), "data/secret/1 AC");
    // The user may state the place of the testcases.
    let pair = "a/data/secret/%.in=a/data/secret/%.ans";
    assert_eq!(verdicts(&of_shell(&place, &["--pair", pair], "cat")), "1 AC");
    golden.finish();
}

#[test]
fn an_outward_link_is_refused_by_name_and_not_copied() {
    let kattis: &[(&str, &str)] = &[
        ("problem.yaml", "name: x\n"),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "1\n"),
    ];
    let dmoj: &[(&str, &str)] = &[
        ("init.yml", "test_cases: [{in: 1.in, out: 1.out}]\n"),
        ("1.in", "1\n"),
        ("1.out", "1\n"),
    ];
    let cms: &[(&str, &str)] = &[
        ("task.yaml", "name: x\ninfile: ''\noutfile: ''\n"),
        ("input/input0.txt", "1\n"),
        ("output/output0.txt", "1\n"),
    ];
    let loose: &[(&str, &str)] = &[("1.in", "1\n"), ("1.out", "1\n")];
    for (files, link) in [
        (kattis, "data/secret/2.in"),
        (kattis, "data/secret/1.ans"),
        (kattis, "data/secret/testdata.yaml"),
        (kattis, "data/testdata.yaml"),
        (kattis, "problem.yaml"),
        (kattis, ".timelimit"),
        (kattis, "problem_statement/problem.en.tex"),
        (kattis, "input_validators/a.py"),
        (kattis, "submissions/submissions.yaml"),
        (dmoj, "1.in"),
        (dmoj, "1.out"),
        (dmoj, "init.yml"),
        (cms, "input/input0.txt"),
        (cms, "gen/GEN"),
        (cms, "statement/statement.pdf"),
        (loose, "1.out"),
        (loose, "cases.yaml"),
        (loose, "more/2.in"),
    ] {
        let place = folder(&[("secret", "SECRETKEY abc\n")]);
        let task = place.path().join("task");
        for (name, content) in files {
            let file = task.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
        let at = task.join(link);
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        let _ = fs::remove_file(&at);
        symlink(place.path().join("secret"), &at).unwrap();
        let judged = judge(&[path(&task), "--", "cat"]);
        let new = place.path().join("new");
        let exported = gamesolve()
            .args(["export", path(&task), "--format", "loose", "-o"])
            .arg(&new)
            .output()
            .unwrap();
        for output in [judged, exported] {
            let said = text(&output.stderr);
            assert_eq!(
                (output.status.code(), text(&output.stdout)),
                (Some(2), String::new()),
                "{link}: {said}"
            );
            for (part, is_there) in [(&*format!("{link}`"), true), ("link", true), ("SECRETKEY", false)] {
                assert_eq!(said.contains(part), is_there, "{link}: {said}");
            }
        }
        assert!(!new.exists(), "{link}");
    }
    // The folder is a link, and another link stays inside.
    let place = folder(&[
        ("other/1.in", "1\n"),
        ("other/1.ans", "1\n"),
        ("task/problem.yaml", "name: x\n"),
    ]);
    let task = place.path().join("task");
    symlink("../other", task.join("data")).unwrap();
    fs::create_dir(place.path().join("other/secret")).unwrap();
    fs::rename(place.path().join("other/1.in"), place.path().join("other/secret/1.in")).unwrap();
    fs::rename(
        place.path().join("other/1.ans"),
        place.path().join("other/secret/1.ans"),
    )
    .unwrap();
    let why = error(&task, &["--", "cat"]);
    assert!(
        why.contains("data/secret` is a link out of its package or folder"),
        "{why}"
    );
    fs::remove_file(task.join("data")).unwrap();
    fs::create_dir(task.join("data")).unwrap();
    fs::rename(place.path().join("other/secret"), task.join("data/secret")).unwrap();
    symlink("1.in", task.join("data/secret/2.in")).unwrap();
    symlink("1.ans", task.join("data/secret/2.ans")).unwrap();
    assert_eq!(
        verdicts(&of_shell(&task, &[], "cat")),
        "data/secret/1 AC, data/secret/2 AC"
    );
}

#[test]
fn no_message_about_a_submission_shows_a_folder_of_ours() {
    let empty = folder(&[]);
    let archive = empty.path().join("task.zip");
    let files = [
        ("1.in", "1\n"),
        ("1.out", "1\n"),
        ("submissions/accepted/a.py", "print(1)\n"),
    ];
    fs::write(&archive, zip(&files)).unwrap();
    for (task, name) in [("nim", "accepted/xor.cpp"), (path(&archive), "accepted/a.py")] {
        let output = gamesolve()
            .args(["judge", task, "--submissions"])
            .env("PATH", empty.path())
            .output()
            .unwrap();
        let said = text(&output.stderr) + &text(&output.stdout);
        for (part, is_there) in [(&*format!("skipped: `{name}`: "), true), ("gamesolve-run", false)] {
            assert_eq!(said.contains(part), is_there, "{said}");
        }
    }
}

sessions! {
    kattis_takes_the_first_refused_case_others_the_worst
    a_program_that_is_to_be_too_slow_is_judged_until_it_is
    a_2025_09_folder_permits_its_own_verdict_alone
    a_mark_counts_where_the_folder_is_no_verdict_and_adds_to_one
    a_sinol_group_has_the_status_of_its_worst_case
    limits_of_sinol_may_be_those_of_a_language
    a_checker_has_its_say_on_an_empty_output
    a_number_may_stand_in_quotes_in_every_manifest
    java_programs_are_judged_if_dmoj_hints_at_no_big_numbers
    foreign_rules_are_refused_by_name_before_a_run
    library_checker_problems_use_their_checker
    the_checkers_of_dmoj_may_be_called_by_others
    groups_of_a_draft_may_have_the_keys_of_its_successor
}
