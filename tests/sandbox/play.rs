//! Programs that play against the machine and break the rules of play.

use crate::yard::{YardTest, built, others_alive, test};
use std::process::Command;

const FIXTURE: &str = "h56_interactive";

pub(crate) fn tests() -> Vec<YardTest> {
    vec![test(
        "the_first_to_end_decides_and_unflushed_play_is_idle",
        &["h56_interactive"],
        |bed| {
            let input = bed.file("input", "2\n1 2\n");
            for (way, verdict, hint) in [
                ("exits", "WA", "the program ended before the game was over"),
                (
                    "does-not-flush",
                    "TLE",
                    "hint: flush every line, because a move counts only then",
                ),
                ("closes-output", "TLE", "note: closed its standard output"),
                ("closes-input", "WA", "note: did not end after the game and was ended"),
                ("never-reads", "WA", "`more` is not a legal move"),
                (
                    "chatters",
                    "TLE",
                    "hint: end every line, because a move counts only then",
                ),
                ("floods", "OLE", "of output"),
                ("burns", "TLE", "still running after"),
                ("leaves-children", "WA", "note: left 5 processes behind, killed"),
            ] {
                let output = Command::new(env!("CARGO_BIN_EXE_gamesolve"))
                    .args(["play", "nim"])
                    .arg(&input)
                    .args(["--time", "100ms", "--output-limit", "1M", "--"])
                    .args([built(FIXTURE).as_os_str(), way.as_ref()])
                    .output()
                    .unwrap();
                let said = String::from_utf8(output.stdout).unwrap();
                assert!(
                    said.contains(&format!("\n{verdict}  ")) && said.contains(hint),
                    "{way}: {said}"
                );
                assert!(way != "burns" || !said.contains("hint: "), "{said}");
                assert_eq!((output.status.code(), &output.stderr[..]), (Some(1), &b""[..]), "{way}");
                assert_eq!(others_alive(), Vec::<String>::new(), "{way}: still alive");
                assert_eq!(std::fs::read_dir(std::env::temp_dir()).unwrap().count(), 0, "{way}");
            }
        },
    )]
}
