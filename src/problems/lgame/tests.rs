use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::*;
use crate::problem::checks::{self, BUDGET, checks};
use crate::text::Mode;

checks!(Board, small: 600 up to 4, edges: [
    ".***\n#*.x\n###.\nx...\n" => ".***\nx*#x\n###.\n....\n",
    "...x\n###.\n#***\nx..*\n" => "No winning move\nDraw\n",
    ".###\nx#*x\n***.\n....\n" => "No winning move\nLosing\n",
    ".*..\nx*..\n#**x\n###.\n" => "No winning move\nLosing\n",
]);

/// Returns the board with these rows.
fn read(rows: &str) -> Board {
    checks::read(rows, &[])
}

fn solve(rows: &str) -> String {
    checks::solve::<Board>(rows, &[])
}

fn made(family: &str, random: &mut Random) -> Board {
    let mut families = Board::FAMILIES.iter();
    let found = families.find(|known| known.name == family).unwrap();
    (found.make)(4, random)
}

/// Returns the board of a position by its number.
fn numbered(number: usize) -> Board {
    Board::of(&USUAL_START.position(number))
}

#[test]
fn a_move_names_its_cells_in_order_then_the_way_of_a_disc() {
    let start = USUAL_START.start();
    for (turn, _) in USUAL_START.moves(&start) {
        let spelled = |cells| {
            let cells = each(cells).map(place);
            cells
                .map(|(row, column)| format!("{}{}", row + 1, column + 1))
                .join(" ")
        };
        let (from, to) = (start.discs & !turn.discs, turn.discs & !start.discs);
        let way = if from == 0 {
            String::new()
        } else {
            format!(" {}-{}", spelled(from), spelled(to))
        };
        assert_eq!(USUAL_START.move_name(&start, &turn), spelled(turn.piece) + &way);
    }
}

/// Returns the checker's reason for rejecting an output, or an empty text if it accepts.
fn verdict(rows: &str, output: &str) -> String {
    match checker::check(&read(rows), output.as_bytes(), BUDGET).unwrap() {
        Ok(()) => String::new(),
        Err(rejection) => rejection.to_string(),
    }
}

/// Counts the positions by outcome and distance. Returns the count of all, and the count up to the 8 symmetries.
fn counts(wanted: impl Fn(Outcome, Option<u64>) -> bool) -> (usize, usize) {
    let mut orbits = BTreeSet::new();
    let mut positions = 0;
    for board in (0..POSITIONS).map(numbered) {
        let value = value(&board);
        if wanted(value.outcome, value.distance) {
            positions += 1;
            orbits.insert((0..8).map(|s| board.seen_through(s).rows()).min());
        }
    }
    (positions, orbits.len())
}

/// Returns the boards after A's moves to the wanted positions of B.
fn moves_that(before: &Board, wanted: impl Fn(Outcome, Option<u64>) -> bool) -> BTreeSet<String> {
    let start = before.start();
    let moves = before.moves(&start).filter(|(_, next)| {
        let value = Shared.value(before, next);
        wanted(value.outcome, value.distance)
    });
    moves.map(|(turn, _)| before.after(turn).to_string()).collect()
}

const WON: &str = ".***\n#*.x\n###.\nx...\n";
const DRAWN: &str = "...x\n###.\n#***\nx..*\n";
const LOST: &str = ".###\nx#*x\n***.\n....\n";

#[test]
fn numbers_and_positions_are_inverse() {
    let game = &USUAL_START;
    assert_eq!(game.len(), POSITIONS);
    let mut seen = BTreeSet::new();
    for number in 0..game.len() {
        let position = game.position(number);
        assert_eq!(game.index(&position), number);
        assert!(seen.insert(Board::of(&position).rows()));
    }
}

#[test]
fn predecessors_are_the_moves_backwards() {
    let game = &USUAL_START;
    let mut forwards = Vec::new();
    let mut backwards = Vec::new();
    for number in 0..game.len() {
        let before = game.position(number);
        let moves = game.moves(&before);
        forwards.extend(moves.map(|(_, after)| (number, game.index(&after))));
        game.for_each_predecessor(number, |before| backwards.push((before, number)));
    }
    assert_eq!(forwards.len(), 1_632_800);
    forwards.sort_unstable();
    backwards.sort_unstable();
    assert!(forwards == backwards);
    forwards.dedup();
    assert_eq!(forwards.len(), 1_632_800, "moves lead to different positions");
}

#[test]
fn the_table_has_the_published_counts() {
    assert_eq!(counts(|_, _| true), (18_368, 2_296));
    assert_eq!(counts(|outcome, _| outcome == Outcome::Win), (8_048, 1_006));
    assert_eq!(counts(|outcome, _| outcome == Outcome::Loss), (232, 29));
    assert_eq!(counts(|outcome, _| outcome == Outcome::Draw), (10_088, 1_261));
    assert_eq!(counts(|_, plies| plies == Some(0)), (120, 15));
    let by_distance: BTreeMap<u64, usize> = (0..=12).map(|d| (d, counts(|_, plies| plies == Some(d)).1)).collect();
    let expected = [15, 768, 3, 27, 3, 81, 5, 11, 3, 119, 0, 0, 0];
    assert!(by_distance.into_values().eq(expected));
    let most = (0..POSITIONS).map(|n| USUAL_START.moves(&USUAL_START.position(n)).count());
    assert_eq!(most.max(), Some(221));
}

#[test]
fn the_usual_start_is_a_draw_however_it_is_turned() {
    assert_eq!(USUAL_START.to_string(), "x**.\n.#*.\n.#*.\n.##x\n");
    // The usual start looks the same after a half turn.
    assert_eq!(openings().len(), 8);
    for board in openings() {
        assert_eq!(value(&board).outcome, Outcome::Draw);
    }
}

#[test]
fn every_position_agrees_with_brute_force() {
    let game = &USUAL_START;
    let known = FROM_USUAL_START.as_ref().unwrap();
    let mut reached = 0;
    for number in 0..game.len() {
        let position = game.position(number);
        if let Some(outcome) = known.outcome(&position) {
            reached += 1;
            assert_eq!(TABLE.outcome(number), outcome);
            assert_eq!(TABLE.distance(number), known.distance(&position));
        }
    }
    assert_eq!(reached, known.positions().len());
    assert!(reached > POSITIONS * 9 / 10, "{reached}");
}

#[test]
fn any_position_whatever_is_answered_alike() {
    let mut random = Random::new(20);
    for _ in 0..2000 {
        assert!(checks::agree(&numbered(random.index(POSITIONS))));
    }
}

#[test]
fn the_printed_move_is_the_fastest_and_of_those_the_smallest() {
    let mut random = Random::new(6);
    let mut with_a_choice = 0;
    for _ in 0..300 {
        let before = made("winning", &mut random);
        let plies = value(&before).distance.map(|plies| plies - 1);
        let fastest = moves_that(&before, |outcome, after| outcome == Outcome::Loss && after == plies);
        assert_eq!(solve(&before.to_string()), *fastest.first().unwrap());
        with_a_choice += usize::from(fastest.len() > 1);
    }
    assert!(with_a_choice > 100, "{with_a_choice}");
}

#[test]
fn families_are_what_they_are_called() {
    let mut random = Random::new(5);
    for family in Board::FAMILIES {
        for size in [1, 4, 1000] {
            let value = value(&(family.make)(size, &mut random));
            let (outcome, plies) = (value.outcome, value.distance);
            assert!(match family.name {
                "winning" => outcome == Outcome::Win,
                "drawn" | "opening" => outcome == Outcome::Draw,
                "losing" => outcome == Outcome::Loss && plies >= Some(2),
                "stuck" => plies == Some(0),
                "longest" => plies == Some(8) || plies == Some(9),
                _ => family.name == "random",
            });
        }
    }
}

#[test]
fn any_letter_may_stand_for_b_and_is_printed_back() {
    for letter in ["B", "o", "@", "X"] {
        assert_eq!(solve(&WON.replace('*', letter)), solve(WON).replace('*', letter));
    }
    let written = WON.replace('*', "B");
    let mut strict = Scanner::new(written.as_bytes(), Mode::Strict).unwrap();
    assert!(<Board as Problem>::read(&mut strict, Variants::ORIGINAL).is_err());
}

#[test]
fn a_table_that_does_not_fit_the_budget_is_refused() {
    assert!(Problem::solve(&read(WON), Budget::of(1000)).is_err());
}

#[test]
fn the_checker_accepts_exactly_the_winning_moves() {
    let mut random = Random::new(8);
    for family in ["winning", "longest", "drawn", "losing", "stuck"] {
        for _ in 0..3 {
            let before = made(family, &mut random);
            let winning = moves_that(&before, |outcome, _| outcome == Outcome::Loss);
            for number in 0..POSITIONS {
                let output = numbered(number).to_string();
                let accepted = verdict(&before.to_string(), &output).is_empty();
                assert_eq!(accepted, winning.contains(&output), "{before}\n{output}");
            }
        }
    }
}

#[test]
fn the_checker_knows_a_legal_move_from_an_illegal_one() {
    let mut random = Random::new(9);
    for _ in 0..5 {
        let before = made("random", &mut random);
        let legal = moves_that(&before, |_, _| true);
        for number in 0..POSITIONS {
            let output = numbered(number).to_string();
            let reason = verdict(&before.to_string(), &output);
            let refused = reason.starts_with("not a ");
            assert_eq!(!refused, legal.contains(&output), "{before}\n{output}{reason}");
        }
    }
}

#[test]
fn the_checker_says_why() {
    for (board, output, reason) in [
        (WON, "", "the output is empty"),
        (WON, " \n\n", "the output is empty"),
        (WON, WON, "not a move: the board has not changed"),
        (
            WON,
            "No winning move\nDraw\n",
            "it says `No winning move`, but there is one: A can win in 3 moves of their own",
        ),
        (
            WON,
            ".***\n#*.x\n###.\n...x\n",
            "not a legal move: A's L has not changed, and it must cover at least one other cell",
        ),
        (
            WON,
            "***.\n#.*x\n###.\nx...\n",
            "not a legal move: B's L has changed, and A may not touch it",
        ),
        (
            WON,
            ".***\nx*#.\n###.\n...x\n",
            "not a legal move: both discs have moved, and A may move one",
        ),
        (
            WON,
            ".***\n.*.x\n#...\n###x\n",
            "not a legal move: A's L lies where a disc was, row 4 column 1; the L moves first, and the discs are in \
             its way",
        ),
        (
            WON,
            ".***\n.*#x\n###.\nx...\n",
            "the move is legal but does not win: after it B can hold a draw; another move wins",
        ),
        (
            WON,
            ".***\nx*#x\n###.\n",
            "no board of this game: expected row 4, found end of file (line 4, column 1)",
        ),
        (
            WON,
            ".***\nx*#x\n###.\n....\nyes\n",
            "no board of this game: expected end of file, found `yes` (line 5, column 1)",
        ),
        (
            WON,
            ".BBB\nxB#x\n###.\n....\n",
            "no board of this game: cell 2 of row 1 must be `.`, `x`, `#` or `*`, found `B` (line 1, column 2)",
        ),
        (
            DRAWN,
            "Draw\n",
            "the line `No winning move` is missing before the verdict",
        ),
        (
            DRAWN,
            "No winning\nDraw\n",
            "if no move wins, the first line must be `No winning move`, found `No winning`",
        ),
        (
            DRAWN,
            "No winning move\n",
            "after `No winning move`, `Draw` or `Losing` must follow; the output ends",
        ),
        (
            DRAWN,
            "No winning move\ndraw\n",
            "after `No winning move`, `Draw` or `Losing` must follow; found `draw`",
        ),
        (
            DRAWN,
            "No winning move\nDraw\n...x\n",
            "nothing may follow the verdict, found `...x`",
        ),
        (
            DRAWN,
            "No winning move\nLosing\n",
            "it says `Losing`, but after one move of A, B cannot win",
        ),
        (
            LOST,
            "No winning move\nDraw\n",
            "it says `Draw`, but the position is lost: B can win whatever A does, and 4 plies are the longest A can \
             hold out",
        ),
    ] {
        let found = verdict(board, output);
        assert_eq!(found, reason, "{output}");
    }
    for (board, output) in [
        (WON, ".***\r\nx*#x\r\n###.\r\n....\r\n"),
        (DRAWN, "No winning move Draw"),
        (LOST, "No winning move\nLosing\n"),
    ] {
        assert_eq!(verdict(board, output), "");
    }
}

/// The output `testdata/lgame/checker/STEM.VERDICT-why.out` belongs to the input `STEM.in` one folder up.
#[test]
fn stored_outputs_get_the_verdict_in_their_name() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/lgame");
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(format!("{folder}/checker")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let (stem, rest) = name.split_once('.').unwrap();
        let input = fs::read_to_string(format!("{folder}/{stem}.in")).unwrap();
        let found = verdict(&input, &fs::read_to_string(&path).unwrap());
        let expected = rest.split('-').next().unwrap();
        assert_eq!(if found.is_empty() { "ac" } else { "wa" }, expected, "{name}: {found}");
        seen.insert(expected.to_owned());
    }
    assert_eq!(seen.len(), 2, "both verdicts occur");
}

#[test]
fn wrong_answers_are_not_certified() {
    let mut random = Random::new(10);
    for family in ["winning", "drawn", "losing", "stuck"] {
        let before = made(family, &mut random);
        let right = Problem::solve(&before, BUDGET).unwrap().remove(0);
        let answers = [Answer::Draw, Answer::Losing, Answer::Winning(before)];
        for wrong in answers.into_iter().filter(|answer| *answer != right) {
            checks::refutes(&before, wrong);
        }
    }
}
