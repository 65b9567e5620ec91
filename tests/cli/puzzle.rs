//! Puzzles: each move is the only right one, by the values of all moves alone.

use std::collections::BTreeSet;

use gamesolve::budget::Budget;
use gamesolve::engine::{Outcome, Worth};
use gamesolve::picture::Kind;
use gamesolve::practice::puzzle::{NoPuzzle, Puzzle, Wish, find};
use gamesolve::problem::{AnyPosition, Entry, Part, Variants};
use gamesolve::problems::REGISTRY;

use crate::support::{gamesolve, needs};

fn found(entry: &dyn Entry, level: Option<usize>, seed: u64, count: usize) -> Result<Vec<Puzzle>, NoPuzzle> {
    find(&Wish {
        entry,
        variants: Variants::ORIGINAL,
        level,
        seed,
        count,
        budget: Budget::of(1 << 30),
    })
}

/// Checks a puzzle against the value of every move.
fn check(slug: &str, puzzle: &Puzzle) {
    let game = &*puzzle.game;
    let wanted = if puzzle.wins { Outcome::Win } else { Outcome::Draw };
    let mut here = puzzle.position.clone();
    assert!(game.moves(&here).count() > 1, "{slug}: there is no choice");
    for (number, turn) in puzzle.turns.iter().enumerate() {
        let board = game.board(&here);
        assert_eq!(game.value(&here).outcome, wanted, "{slug}\n{board}");
        let keeps = |to: &AnyPosition| game.value(to).outcome.reversed() == wanted;
        let right: Vec<_> = game.moves(&here).filter(|choice| keeps(&choice.to)).collect();
        assert_eq!(right.len(), 1, "{slug}\n{board}");
        assert_eq!(right[0], turn.right, "{slug}\n{board}");
        let is_last = number + 1 == puzzle.turns.len();
        let Some(reply) = &turn.reply else {
            assert!(is_last, "{slug}: there is no reply\n{board}");
            assert!(
                !puzzle.wins || game.ended(&turn.right.to).is_some(),
                "{slug}: play goes on\n{board}"
            );
            return;
        };
        assert!(
            game.moves(&turn.right.to).any(|choice| choice == *reply),
            "{slug}\n{board}"
        );
        if puzzle.wins {
            let plies = |to: &AnyPosition| game.value(to).distance;
            let most = game.moves(&turn.right.to).map(|choice| plies(&choice.to)).max();
            assert_eq!(
                Some(plies(&reply.to)),
                most,
                "{slug}: the reply gives up early\n{board}"
            );
        } else {
            assert_eq!(game.value(&reply.to).outcome, Outcome::Draw, "{slug}\n{board}");
        }
        assert_eq!(game.ended(&reply.to).is_some(), is_last, "{slug}\n{board}");
        here = reply.to.clone();
    }
}

#[test]
fn every_problem_has_puzzles_with_single_right_moves() {
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        for seed in 1..=2 {
            let puzzles = found(*entry, None, seed, 6).unwrap_or_else(|why| panic!("{slug}: {why}"));
            for puzzle in &puzzles {
                check(slug, puzzle);
            }
            assert_eq!(puzzles.len(), 6, "{slug}");
            let levels = puzzles.iter().map(|puzzle| puzzle.turns.len());
            assert!(levels.is_sorted(), "{slug}");
        }
        match found(*entry, Some(1), 3, 1) {
            Ok(single) => {
                assert_eq!(single[0].turns.len(), 1, "{slug}");
                check(slug, &single[0]);
            }
            // In some games the last move is never a choice.
            Err(NoPuzzle::Missing { highest, .. }) => assert!(highest > Some(1), "{slug}"),
            Err(why) => panic!("{slug}: {why}"),
        }
    }
}

#[test]
fn draws_are_held_too() {
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == "cat-mouse").unwrap();
    let puzzles = (1..=8).flat_map(|seed| found(*entry, None, seed, 6).unwrap());
    let drawn: Vec<Puzzle> = puzzles.filter(|puzzle| !puzzle.wins).collect();
    assert!(!drawn.is_empty());
    for puzzle in &drawn {
        check("cat-mouse", puzzle);
    }
}

#[test]
fn a_seed_gives_the_same_puzzle_and_another_seed_another_one() {
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == "nim").unwrap();
    let boards = |seed: u64| {
        let puzzles = found(*entry, Some(3), seed, 1).unwrap();
        puzzles[0].game.board(&puzzles[0].position)
    };
    assert_eq!(boards(1), boards(1));
    let different: BTreeSet<String> = (1..=10).map(boards).collect();
    assert!(different.len() > 5, "{different:?}");
}

fn session(words: &[&str], typed: &str) -> (Option<i32>, String, String) {
    let run = gamesolve()
        .arg("puzzle")
        .args(words)
        .write_stdin(typed)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (run.status.code(), text(run.stdout), text(run.stderr))
}

/// Returns the right move that `hint` shows last.
fn right_move(shown: &str) -> String {
    let line = shown
        .lines()
        .rev()
        .find(|line| line.starts_with("The right move is "))
        .unwrap();
    line.trim_start_matches("The right move is ")
        .trim_end_matches('.')
        .to_owned()
}

#[test]
fn wrong_moves_are_refuted_and_the_right_ones_lead_to_the_end() {
    let mut typed = String::new();
    for left in (0..3).rev() {
        let (_, shown, _) = session(&["nim", "--level", "3"], &format!("{typed}hint\n"));
        typed += &format!("{}\n", right_move(&shown));
        let (code, shown, said) = session(&["nim", "--level", "3"], &typed);
        assert_eq!(code, Some(0), "{shown}{said}");
        let end = [
            "You have won. Solved in 3 moves, without a wrong try.\n",
            "1 move to find.",
            "2 moves to find.",
        ][left];
        assert!(shown.contains(end), "{shown}");
        assert!(left > 0 || shown.ends_with(end), "{shown}");
        assert!(
            left > 0 || said == "next: gamesolve puzzle nim --level 3 --seed 2\n",
            "{said}"
        );
    }
    let first = typed.lines().next().unwrap();
    let (_, moves, _) = session(&["nim", "--level", "3"], "moves\n");
    let is_move = |line: &&str| line.split(' ').count() == 2 && line.split(' ').all(|word| word.parse::<u8>().is_ok());
    let wrong = moves.lines().filter(is_move).find(|line| *line != first).unwrap();
    let (_, shown, _) = session(&["nim", "--level", "3"], &format!("{wrong}\nnonsense\nhelp\nquit\n"));
    for part in [
        &*format!("`{wrong}` is wrong: then "),
        "for the machine. Try again.",
        "`nonsense` is not a legal move here.",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn the_last_move_may_be_the_machine_s_in_misere_play() {
    let (_, shown, _) = session(&["nim", "--misere", "--level", "1"], "hint\n");
    let typed = format!("{}\n", right_move(&shown));
    let (code, shown, said) = session(&["nim", "--misere", "--level", "1"], &typed);
    assert_eq!(code, Some(0));
    assert!(shown.contains("Right. The machine moves "), "{shown}");
    assert!(
        shown.ends_with("You have won. Solved in 1 move, without a wrong try.\n"),
        "{shown}"
    );
    assert!(said.ends_with("--seed 2 --misere\n"), "{said}");
}

#[test]
fn a_level_that_is_not_there_is_refused_with_a_hint_that_works() {
    let (code, shown, said) = session(&["marbles", "--level", "50"], "");
    assert_eq!((code, shown.as_str()), (Some(4), ""), "{said}");
    assert!(said.starts_with("error: found no puzzle of level 50 among "), "{said}");
    let hint = said
        .lines()
        .find_map(|line| line.strip_prefix("hint: gamesolve puzzle "))
        .unwrap();
    let words: Vec<&str> = hint.split_whitespace().collect();
    assert_eq!(session(&words, "").0, Some(0), "{hint}");
}

#[test]
fn a_sheet_has_six_puzzles_and_their_answers_on_a_new_page() {
    let (code, page, said) = session(&["stones", "--sheet"], "");
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let (front, back) = page.split_once("class=\"sheet answers\"").unwrap();
    assert_eq!((front.matches("<svg ").count(), back.matches("<li>").count()), (6, 6));
    // It has rules, and it loads nothing.
    for (text, part, is_there) in [
        (front, "A strip is made of N cells in a row.", true),
        (&page, ".answers{break-before:page}", true),
        (front, "<b>", false),
        (&page, "http", false),
        (&page, "<script", false),
    ] {
        assert_eq!(text.contains(part), is_there, "{part}");
    }
    assert!(back.matches("<b>").count() >= 6);
    let (_, misere, _) = session(&["nim", "--misere", "--sheet"], "");
    let changed = misere.find("<strong>Changed rule: The player who takes the last stone loses.</strong>");
    assert!(
        changed.is_some() && changed < misere.find("There are n heaps"),
        "{misere}"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sheet.html");
    let to_file = gamesolve()
        .args(["puzzle", "stones", "--sheet", "-o"])
        .arg(&file)
        .assert()
        .success();
    to_file.stdout("");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), page);
}

#[cfg(unix)]
#[test]
fn a_game_of_ones_own_has_puzzles_or_says_that_it_has_none() {
    use crate::support::has;
    needs!(has("python3", "puzzles of a game of one's own"));
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).unwrap();
        let output = gamesolve()
            .args(["puzzle", name])
            .current_dir(folder.path())
            .write_stdin("hint\n")
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, shown, said) = run(
        "mine.py",
        "def moves(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n",
    );
    assert_eq!(code, Some(0), "{said}");
    assert!(shown.contains("The right move is "), "{shown}");
    // Every move of this game wins, or every move loses.
    let (code, shown, said) = run(
        "same.py",
        "def moves(n):\n    return [n - 1, n - 3] if n > 2 else [n - 1] if n else []\n",
    );
    assert_eq!((code, shown.as_str()), (Some(4), ""), "{said}");
    assert!(said.starts_with("error: found no puzzle among "), "{said}");
    let (code, shown, said) = run("broken.py", "def moves(n: int):\n    return 1 / 0\n");
    assert_eq!((code, shown.as_str()), (Some(2), ""), "{said}");
}

#[test]
fn a_sheet_asks_for_different_moves() {
    for slug in ["game", "score-game", "nim"] {
        let entry = REGISTRY.iter().find(|entry| entry.meta().slug == slug).unwrap();
        for seed in 1..=4 {
            let puzzles = found(*entry, None, seed, 6).unwrap();
            let moves: BTreeSet<&str> = puzzles.iter().map(|puzzle| &*puzzle.turns[0].right.name).collect();
            assert!(moves.len() >= 5, "{slug}, seed {seed}: {moves:?}");
        }
    }
}

/// Returns the sizes of all heaps of a position.
fn heaps(puzzle: &Puzzle, position: &AnyPosition) -> Vec<u64> {
    let mut sizes = vec![0; puzzle.game.stage_of(position).places.len()];
    for piece in puzzle.game.pieces(position) {
        sizes[piece.place as usize] += piece.count;
    }
    sizes
}

/// Checks that a pupil can read a position, and that its answer needs more than a look.
fn check_for_a_pupil(what: &str, puzzle: &Puzzle) {
    let game = &*puzzle.game;
    let (stage, right) = (game.stage_of(&puzzle.position), &puzzle.turns[0].right.to);
    assert!(puzzle.turns.len() > 1, "{what}: a single move ends play");
    // A look at the opponent's next move is not enough.
    let positions = puzzle.positions();
    let is_hidden = positions.iter().step_by(2).zip(&puzzle.turns).any(|(here, turn)| {
        let wrong = game.moves(here).filter(|choice| choice.name != turn.right.name);
        wrong
            .map(|choice| game.value(&choice.to))
            .any(|value| value.distance.unwrap_or(u64::MAX) > 1)
    });
    assert!(is_hidden, "{what}: each wrong move loses at once");
    match &stage.kind {
        Kind::Graph { arcs, .. } => assert!(stage.places.len() <= 10 && arcs.len() <= 24, "{what}: a tangle"),
        Kind::Heaps => {
            let sizes = heaps(puzzle, &puzzle.position);
            assert!(sizes.len() <= 5 && !sizes.contains(&0), "{what}: {sizes:?}");
            let is_low = sizes.len() == 1 || sizes.iter().all(|size| *size <= 12);
            assert!(is_low, "{what}: {sizes:?}");
            assert!(sizes.len() > 1 || puzzle.turns.len() > 2, "{what}: {sizes:?}");
            // Pairs of equal heaps give the answer.
            let mut left = heaps(puzzle, right);
            left.retain(|size| *size > 0);
            left.sort_unstable();
            let is_paired = left.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1]);
            assert!(!is_paired, "{what}: {sizes:?}");
        }
        _ => {}
    }
    let is_short = stage.places.iter().all(|place| place.note.len() <= 5);
    assert!(is_short, "{what}: large numbers");
    // In `stone-transfer` the right move may leave each pile even, because no full piles have a harder puzzle.
    if !what.starts_with("stone-transfer") && !game.parts(&puzzle.position).is_empty() {
        let is_worth = |part: &Part| part.worth != Worth::Nimber(0);
        let left = game.parts(right).into_iter().filter(is_worth).count();
        assert!(left > 1, "{what}: the right move leaves {left} parts");
    }
}

#[test]
fn puzzles_are_clear_and_need_an_idea() {
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        // This seed once gave a corridor with the policeman behind the thief.
        let corridor = Some(18).filter(|_| slug == "police-thief");
        for seed in (1..=3).chain(corridor) {
            let puzzles = found(*entry, None, seed, 1).unwrap();
            check_for_a_pupil(&format!("{slug}, seed {seed}"), &puzzles[0]);
        }
    }
}

#[test]
fn a_puzzle_says_who_moves_and_why() {
    let shown: Vec<String> = (1..=6)
        .flat_map(|seed| ["police-thief", "cat-mouse", "cat-mouse-ii"].map(|slug| (slug, seed)))
        .map(|(slug, seed)| session(&[slug, "--seed", &seed.to_string()], "").1)
        .collect();
    let mut laters = 0;
    for text in &shown {
        let task = text.lines().next().unwrap();
        assert!(task.starts_with("You are the "), "{task}");
        let role = task.trim_start_matches("You are ").split(',').next().unwrap();
        // The policeman and the mouse begin a game by the rules.
        let is_later = ["the thief", "the cat"].contains(&role);
        laters += usize::from(is_later);
        for (text, part, is_there) in [
            (task, ", and you move first", true),
            (text, &format!("To move: you ({role})."), true),
            (task, "because the puzzle begins in the middle of a game", is_later),
        ] {
            assert_eq!(text.contains(part), is_there, "{part}: {text}");
        }
    }
    assert!(laters > 0);
}

#[test]
fn the_pictures_of_a_sheet_have_one_scale() {
    for slug in ["nim", "pawns", "stone-transfer"] {
        let run = gamesolve().args(["puzzle", slug, "--sheet"]).output().unwrap();
        let page = String::from_utf8(run.stdout).unwrap();
        let number = |text: &str, end: char| text.split(end).next().unwrap().parse::<f64>().unwrap();
        let scales = page.split("style=\"width:min(").skip(1).map(|rest| {
            let share = number(rest, '%');
            share / number(rest.split("%,").nth(1).unwrap(), 'p')
        });
        let scales: Vec<f64> = scales.collect();
        assert_eq!(scales.len(), 6, "{slug}");
        assert!(
            scales.iter().all(|scale| (scale - scales[0]).abs() < 0.02 * scales[0]),
            "{slug}: {scales:?}"
        );
    }
}
