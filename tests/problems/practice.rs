//! The game of a problem: it follows the rules, its explanations are right, and perfect play loses nothing that it can
//! hold.

use std::collections::{BTreeSet, HashMap};

use gamesolve::budget::Budget;
use gamesolve::engine::Outcome;
use gamesolve::practice::check::check;
use gamesolve::practice::explain::explain;
use gamesolve::problem::{AnyGame, AnyPosition, Choice};
use gamesolve::problem::{Entry, Input, Variants};
use gamesolve::random::Random;

const BUDGET: Budget = Budget::of(1 << 30);
/// The number of positions that are solved by the rules alone.
const FEW: usize = 1500;

/// Returns the game of the first test of an input, if it has a test.
fn game(entry: &dyn Entry, text: &str, variants: &Variants) -> Option<Box<dyn AnyGame>> {
    let input = Input {
        bytes: text.as_bytes(),
        variants,
    };
    let tests = entry.tests(input).unwrap();
    (tests > 0).then(|| {
        let made = entry.game(input, 0, BUDGET);
        made.unwrap_or_else(|failure| panic!("{}: {failure:?}\n{text}", entry.meta().slug))
    })
}

/// Returns the original rules, and each variant alone.
fn all_variants(entry: &dyn Entry) -> Vec<Variants> {
    let alone = entry.meta().variants.iter().map(|variant| {
        let mut variants = Variants::default();
        variants.set(variant, variant.value.map_or(1, |_| 3));
        variants
    });
    std::iter::once(Variants::default()).chain(alone).collect()
}

/// Returns generated games of every family and variant. Their size grows with the seed.
fn games(entry: &'static dyn Entry, seeds: u64, sizes: u64) -> impl Iterator<Item = (String, Box<dyn AnyGame>)> {
    let families = entry.families();
    (0..seeds).flat_map(move |seed| {
        let family = families[seed as usize % families.len()].name;
        let size = (1 + seed % sizes).min(entry.meta().size.1);
        let text = entry.generate(family, size, seed);
        let variants = all_variants(entry);
        let made = variants
            .into_iter()
            .filter_map(move |variants| Some((text.clone(), game(entry, &text, &variants)?)));
        made.collect::<Vec<_>>()
    })
}

/// Returns outcome and distance of every position in reach, by the rules alone, or `None` if there are too many.
fn by_the_rules(game: &dyn AnyGame) -> Option<HashMap<AnyPosition, (Outcome, Option<u64>)>> {
    let mut positions = vec![game.start()];
    let mut numbers = HashMap::from([(game.start(), 0)]);
    let mut after: Vec<Vec<usize>> = Vec::new();
    while after.len() < positions.len() {
        if positions.len() > FEW {
            return None;
        }
        let position = positions[after.len()].clone();
        if game.move_count(&position) > FEW as u128 {
            return None;
        }
        let next = game.moves(&position).map(|choice| {
            let fresh = positions.len();
            let number = *numbers.entry(choice.to.clone()).or_insert(fresh);
            if number == fresh {
                positions.push(choice.to);
            }
            number
        });
        let next = next.collect();
        after.push(next);
    }
    let ended: Vec<Option<Outcome>> = positions.iter().map(|position| game.ended(position)).collect();
    let mut known: Vec<Option<(Outcome, u64)>> = ended
        .iter()
        .map(|end| {
            end.filter(|&outcome| outcome != Outcome::Draw)
                .map(|outcome| (outcome, 0))
        })
        .collect();
    for round in 1.. {
        let decided = |number: usize| {
            let values: Vec<_> = after[number].iter().map(|&to| known[to]).collect();
            let is = |outcome| move |value: &Option<(Outcome, u64)>| value.is_some_and(|(o, _)| o == outcome);
            if values.iter().any(is(Outcome::Loss)) {
                Some((Outcome::Win, round))
            } else {
                values.iter().all(is(Outcome::Win)).then_some((Outcome::Loss, round))
            }
        };
        let open = (0..positions.len()).filter(|&n| known[n].is_none() && ended[n].is_none());
        let news: Vec<_> = open.filter_map(|n| Some((n, decided(n)?))).collect();
        if news.is_empty() {
            break;
        }
        news.into_iter().for_each(|(n, value)| known[n] = Some(value));
    }
    let values = known.into_iter().map(|value| match value {
        Some((outcome, plies)) => (outcome, Some(plies)),
        None => (Outcome::Draw, None),
    });
    Some(positions.into_iter().zip(values).collect())
}

fn names(choices: impl Iterator<Item = Choice>) -> BTreeSet<String> {
    choices.map(|choice| choice.name).collect()
}

/// Returns the faults of one position of a game.
fn faults(game: &dyn AnyGame, position: &AnyPosition, outcome: Outcome, plies: Option<u64>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut need = |holds: bool, what: &str| {
        if !holds {
            faults.push(what.to_owned());
        }
    };
    let value = game.value(position);
    need(value.outcome == outcome, "the outcome");
    // In a game of points nobody hurries.
    let hurried = value.score.is_none() && value.distance.is_some();
    need(!hurried || value.distance == plies, "the distance");
    if let Err(fault) = check(game, position, 20_000) {
        need(false, &fault.to_string());
    }
    let moves: Vec<Choice> = game.moves(position).collect();
    need(game.move_count(position) == moves.len() as u128, "the number of moves");
    need(
        names(game.moves(position)).len() == moves.len(),
        "moves have names of their own",
    );
    need(
        moves.is_empty() == game.ended(position).is_some(),
        "play ends where there is no move",
    );
    for choice in &moves {
        let found = game.find_move(position, &choice.name);
        need(found.as_ref() == Some(choice), "a move is found by its name");
        let tidy = choice.name.split_whitespace().collect::<Vec<_>>().join(" ");
        need(tidy == choice.name, "a name can be typed");
    }
    need(game.find_move(position, "no move").is_none(), "no other move is found");
    let wins = |choice: &Choice| game.value(&choice.to).outcome == Outcome::Loss;
    let winning = names(moves.iter().filter(|choice| wins(choice)).cloned());
    need(names(game.winning_moves(position)) == winning, "the winning moves");
    let best = game.best_move(position);
    need(
        best.is_some() != moves.is_empty(),
        "there is a best move where there is one",
    );
    if let Some(best) = best {
        let rank = |position: &AnyPosition| game.value(position).rank_for_mover();
        need(
            moves.iter().all(|choice| rank(&choice.to) <= rank(&best.to)),
            "the best move",
        );
        need(moves.contains(&best), "the best move is a move");
    }
    need(game.board(position).ends_with('\n'), "the board's last line is ended");
    faults
}

/// Panics if a game differs from its rules.
pub fn follows_the_rules(entry: &'static dyn Entry) {
    let slug = entry.meta().slug;
    let mut positions = 0;
    for (text, game) in games(entry, 60, 7) {
        let start = game.start();
        let Some(values) = by_the_rules(&*game) else {
            // There are too many positions, so the definitions are checked from one position to the next.
            if game.move_count(&start) <= FEW as u128 {
                let value = game.value(&start);
                let faults = faults(&*game, &start, value.outcome, value.distance);
                assert!(faults.is_empty(), "{slug}: {faults:?}\n{text}");
                positions += 1;
            }
            continue;
        };
        // A few positions of each game are enough, with the start among them.
        let some = values.iter().filter(|(position, _)| **position != start).take(12);
        for (position, &(outcome, plies)) in values.get_key_value(&start).into_iter().chain(some) {
            let faults = faults(&*game, position, outcome, plies);
            assert!(
                faults.is_empty(),
                "{slug}: {faults:?}\n{text}{position:?}\n{}",
                game.board(position)
            );
            positions += 1;
        }
    }
    assert!(positions >= 5, "{slug}: only {positions} positions were looked at");
}

/// Panics if an explanation does not agree with the rules.
pub fn is_explained_by_the_rules(entry: &'static dyn Entry) {
    let slug = entry.meta().slug;
    for (text, game) in games(entry, 20, 9) {
        let told = explain(&*game, BUDGET).unwrap_or_else(|doubt| panic!("{slug}: {doubt:?}\n{text}"));
        let json = told.json();
        assert!(!told.text().is_empty());
        let start = game.start();
        let line: Vec<&str> = json["line"]
            .as_array()
            .unwrap()
            .iter()
            .map(|ply| ply["move"].as_str().unwrap())
            .collect();
        // The line is legal, and its end is the stated one.
        let mut positions = vec![start.clone()];
        for name in &line {
            let choice = game.find_move(positions.last().unwrap(), name);
            positions.push(choice.unwrap_or_else(|| panic!("{slug}: {name}\n{text}")).to);
        }
        let last = positions.last().unwrap();
        match json["line_end"].as_str().unwrap() {
            "repeats" => {
                let back = json["line_repeats_from"].as_u64().unwrap() as usize;
                assert_eq!(positions[back], *last, "{slug}\n{text}");
                assert_eq!(json["outcome"], "draw", "{slug}\n{text}");
            }
            "cut" => assert!(game.ended(last).is_none(), "{slug}\n{text}"),
            end => {
                let ended = game.ended(last).unwrap_or_else(|| panic!("{slug}\n{text}"));
                let for_the_first = if line.len().is_multiple_of(2) {
                    ended
                } else {
                    ended.reversed()
                };
                assert_eq!(end, word(ended), "{slug}\n{text}");
                assert_eq!(json["outcome"], word(for_the_first), "{slug}\n{text}");
                if let Some(plies) = json["distance"].as_u64() {
                    assert_eq!(plies, line.len() as u64, "{slug}\n{text}");
                }
            }
        }
        let Some(values) = by_the_rules(&*game) else {
            continue;
        };
        let (outcome, _) = values[&start];
        assert_eq!(json["outcome"], word(outcome), "{slug}\n{text}");
        if game.value(&start).score.is_none() {
            let keeps = |choice: &Choice| values[&choice.to].0 == outcome.reversed();
            let kept = names(game.moves(&start).filter(|c| outcome != Outcome::Loss && keeps(c)));
            let told = json["keeping_moves"].as_array().unwrap().iter();
            let told: BTreeSet<String> = told.map(|m| m["move"].as_str().unwrap().to_owned()).collect();
            assert_eq!(told, kept, "{slug}\n{text}");
        }
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Draw => "draw",
        Outcome::Loss => "loss",
    }
}

/// Panics if perfect play against a random mover loses something that it could hold.
pub fn holds_what_it_can(entry: &'static dyn Entry) {
    const PLAYOUTS: usize = 1000;
    /// The number of plies after which play counts as held.
    const PLIES: usize = 150;
    let slug = entry.meta().slug;
    let mut random = Random::new(7);
    let all: Vec<_> = games(entry, 25, 12).collect();
    let (mut held, mut won) = (0, 0);
    for playout in 0..PLAYOUTS {
        let (text, game) = &all[playout % all.len()];
        let machine = random.index(2);
        let mut position = game.start();
        // This is the best outcome that the machine could have forced at some time.
        let mut hope = Outcome::Loss;
        let mut due = None;
        let mut ply = 0;
        let end = loop {
            if let Some(outcome) = game.ended(&position) {
                break Some(if ply % 2 == machine {
                    outcome
                } else {
                    outcome.reversed()
                });
            }
            if ply >= PLIES && due.is_none_or(|due| ply as u64 <= due) {
                break None;
            }
            if ply % 2 == machine {
                let value = game.value(&position);
                hope = hope.max(value.outcome);
                if let (Outcome::Win, Some(plies)) = (value.outcome, value.distance) {
                    let by = ply as u64 + plies;
                    assert!(
                        due.is_none_or(|due| by <= due),
                        "{slug}: won later than it could be\n{text}"
                    );
                    due = Some(by);
                }
                position = game.best_move(&position).unwrap().to;
            } else {
                let moves: Vec<Choice> = game.moves(&position).take(500).collect();
                position = random.pick(&moves).to.clone();
            }
            ply += 1;
        };
        assert!(
            end.is_none_or(|end| end >= hope),
            "{slug}: {end:?} where {hope:?} was there\n{text}"
        );
        held += usize::from(hope > Outcome::Loss);
        won += usize::from(end == Some(Outcome::Win));
    }
    assert!(held > 50 && won > 20, "{slug}: {held} held, {won} won");
}
