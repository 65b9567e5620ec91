//! Patterns of a user's own game: the first table, the words of a claim, and its program.

use crate::golden::Golden;
use crate::own::{Place, python};
use crate::sessions::sessions;
use crate::support::{has_time, needs};

/// The cells between 0 and 1: the moves lead to sums of smaller gaps.
const GAPS: &str = "LIMITS = {'n': (0, 10**18), 'left': (0, 2), 'right': (0, 2)}\nINPUT = 'n left right'\n\
                    def moves(n, left, right):\n    for i in range(n):\n        for c in 0, 1:\n            \
                    if (i > 0 or left != c) and (i + 1 < n or right != c):\n                \
                    yield [(i, left, c), (n - 1 - i, c, right)]\n";

/// A range that begins above the limits says so, and its program refuses the numbers below.
#[test]
fn a_program_says_nothing_below_its_range() {
    needs!(has_time() && python());
    let mut golden = Golden::new("own_patterns/a_program_says_nothing_below_its_range");
    let place = Place::with("gaps.py", GAPS);
    let ranges = ["--range", "0..30,2..2,0..2"];
    golden.run(place.run(&[&["table", "gaps.py"], &ranges[..]].concat()));
    place.says(&[&["table", "gaps.py"], &ranges[..], &["--code", "py", "-o", "sol.py"]].concat());
    let answer = |input: &str| {
        let mut run = assert_cmd::Command::new("python3");
        run.arg("sol.py")
            .current_dir(place.path())
            .write_stdin(input)
            .output()
            .unwrap()
    };
    assert!(answer("5 2 1").status.success());
    for outside in ["5 1 1", "5 1 0", "31 2 1"] {
        let run = answer(outside);
        assert!(!run.status.success() && run.stdout.is_empty(), "{outside}: {run:?}");
    }
    golden.finish();
}

sessions! {
    a_game_with_a_small_number_has_claims_for_its_values
    numbers_that_read_does_not_take_stay_as_they_are
    positions_that_are_no_numbers_have_a_way_on
    one_outcome_is_told
    limits_from_one_have_the_same_evidence
    a_program_begins_with_its_range
    rows_of_any_length_have_one_claim
    legal_starts_have_a_claim
}
