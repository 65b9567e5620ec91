//! Mistakes in game files: each is one message with its place and its cure.

use std::fs;

use crate::own::{Place, python};
use crate::sessions::sessions;
use crate::support::{has_time, needs};

const MOVES: &str = "def moves(n):\n    if n > 0: yield n - 1\n";
#[test]
fn commands_about_a_file_take_no_name_for_an_option() {
    needs!(has_time() && python());
    let game = format!("INPUT = 'n'\nLIMITS = {{'n': (1, 10**6)}}\n{MOVES}");
    let place = Place::with("-g.py", &game);
    place.put("sol.py", "print('L')\n");
    let run = place
        .run(&["stress", "./-g.py", "sol.py", "--tests", "20"])
        .assert()
        .code(1);
    let said = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let again = said.lines().find_map(|line| line.strip_prefix("Again:   gamesolve "));
    let again: Vec<&str> = again.unwrap_or_else(|| panic!("{said}")).split(' ').collect();
    place.run(&again).assert().code(1);
    assert!(fs::exists(place.path().join("-g-stress")).unwrap());
    // Sizes go to the end of the limits.
    place.says(&["gen", "./-g.py", "--size", "100000"]);
    let error = place.fails(&["gen", "./-g.py", "--size", "1000000"], 2);
    assert_eq!(
        error,
        "error: `--size` must be from 1 to 999999 (the limits of the file), found `1000000`\nhint: change its `LIMITS`\n"
    );
}

sessions! {
    read_gives_whole_positions
    limits_that_are_too_large_are_named
    a_statement_without_effect_in_python_names_the_right_one
    a_comment_without_effect_in_cpp_names_the_right_one
    limits_in_cpp_may_share_a_line
    every_mistake_of_a_setting_has_its_line_and_its_cure
    a_word_beside_a_number_needs_a_reader
    a_draw_without_a_word_is_refused
    a_crash_in_cpp_has_a_position
    a_sample_that_a_table_cannot_explore_is_named
}
