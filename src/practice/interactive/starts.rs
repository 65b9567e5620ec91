//! The starts of a task to play: of every size and family whose play can be explored, the ones that are lost easily.

use std::collections::BTreeMap;

use super::NoTask;
use super::field::{End, Field, MOST_POSITIONS, Unfit};
use crate::budget::{Budget, Refusal};
use crate::problem::{Entry, Failure, Input, Variants};

/// The sizes that are tried in each family.
const SIZES: [u64; 18] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 48, 64, 100, 200, 500, 1000];
/// The starts of one size and family.
const SEEDS: u64 = 4;
/// The most moves that are explored in all.
const MOST_WORK: usize = 2_000_000;
/// The most moves in the answer file of one test.
const MOST_ANSWERED: usize = 1_500_000;
/// The most testcases of a won and of a drawn start.
const MOST_TESTS: [usize; 2] = [12, 3];
/// The most samples, and the most lines of a sample's dialogue.
const SAMPLES: [usize; 2] = [2, 30];

/// A start with its answer file, and the talk of a program that plays well.
pub(super) struct Start {
    pub(super) field: Field,
    pub(super) answer: String,
    pub(super) talk: String,
    /// The number of the program's turns in the talk, and the product of the shares of moves that keep the outcome.
    turns: usize,
    chance: f64,
    class: String,
}

/// The starts of a package.
pub(super) struct Starts {
    pub(super) samples: Vec<Start>,
    pub(super) secret: Vec<Start>,
    pub(super) notes: Vec<String>,
}

/// Returns a field as a start, or `None` if no move of a good game can throw it away or if it is too large.
fn start(slug: &str, field: Field, class: &str) -> Option<Start> {
    if field.is_over(0) || !field.is_in_time() {
        return None;
    }
    let (talk, turns, end) = field.played(slug, &|at| field.best(at));
    let shares = turns.iter().map(|at| field.kept_share(*at).max(1) as f64 / 1000.0);
    let chance = shares.take(20).product();
    let answer = field
        .answer(slug, MOST_ANSWERED)
        .filter(|_| end == End::Kept && chance < 1.0)?;
    let class = format!("{class} {}", field.second);
    Some(Start {
        turns: turns.len(),
        field,
        answer,
        talk,
        chance,
        class,
    })
}

/// Returns the fields of inputs of one test each, or why they have too many positions.
fn fields(entry: &dyn Entry, inputs: &[String]) -> Result<Vec<Result<Field, String>>, NoTask> {
    let mut found = Vec::new();
    let mut games = entry.games(inputs, Variants::ORIGINAL, Budget::of_this_machine());
    for input in inputs {
        let left_out = || Failure::from(Refusal::unconditional("its positions take too long to explore"));
        found.push(match games.next().unwrap_or_else(|| Err(left_out())) {
            Ok(game) => match Field::new(&*game, input.clone()) {
                Ok(field) => Ok(field),
                Err(Unfit::Large(why)) => Err(why),
                Err(Unfit::Wrong(why)) => return Err(NoTask::Failed(why.into())),
            },
            Err(Failure::Refused(refusal)) => Err(refusal.message().to_owned()),
            Err(failure) => return Err(NoTask::Failed(failure)),
        });
    }
    Ok(found)
}

/// Returns starts of one test each, made by the problem.
fn made(entry: &dyn Entry, family: &str, size: u64) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for seed in 1..=SEEDS {
        let text = entry.generate(family, size, seed);
        let input = |text: &'_ str| -> Option<String> {
            let given = Input {
                bytes: text.as_bytes(),
                variants: Variants::ORIGINAL,
            };
            let tests = entry.split(given).ok()?;
            Some(tests.map_or_else(|| text.to_owned(), |tests| tests.into_iter().next().unwrap_or_default()))
        };
        let Some(one) = input(&text) else { continue };
        let given = Input {
            bytes: one.as_bytes(),
            variants: Variants::ORIGINAL,
        };
        if entry.validate(given).is_ok() && !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// Finds the starts of a package. `given` are the inputs of a user whose game reads them itself, with their names.
///
/// # Errors
/// Fails if a given start is too large, or if no start makes a test.
pub(super) fn find(entry: &dyn Entry, given: Option<Vec<(String, String)>>) -> Result<Starts, NoTask> {
    let slug = entry.meta().slug;
    let mut all: Vec<Start> = Vec::new();
    let mut notes = Vec::new();
    let mut reason = "no move of a good game from its starts can throw the win or the draw away".to_owned();
    if let Some(given) = given {
        let (mut fits, mut large) = (None, None);
        for (name, input) in given {
            let tests = Input {
                bytes: input.as_bytes(),
                variants: Variants::ORIGINAL,
            };
            if entry.tests(tests).map_err(|error| NoTask::Failed(error.into()))? != 1 {
                let why = "it does not hold one test alone, as a task to play needs\nhint: write each test into a file of its own";
                return Err(NoTask::Lacks(format!("its input `{name}`: {why}")));
            }
            for one in fields(entry, &[input])? {
                match one {
                    Ok(field) => {
                        fits = Some(name.clone());
                        all.extend(start(slug, field, ""));
                    }
                    Err(why) => large = large.or(Some((name.clone(), why))),
                }
            }
        }
        if let Some((name, why)) = large {
            let fits = fits.map_or_else(|| "a smaller start".to_owned(), |name| format!("the size of `{name}`"));
            return Err(NoTask::Lacks(format!(
                "its input `{name}`: {why}\nhint: use {fits} instead"
            )));
        }
    } else {
        entry.can_generate().map_err(NoTask::Failed)?;
        let most = entry.own_sizes().unwrap_or(entry.meta().size.1);
        let families = entry.families();
        for family in &families {
            let (mut work, mut reached) = (0, None);
            for size in SIZES.into_iter().filter(|size| *size <= most) {
                let mut too_large = None;
                let mut inputs = made(entry, family.name, size);
                inputs.retain(|input| all.iter().all(|known| known.field.input != *input));
                for one in fields(entry, &inputs)? {
                    match one {
                        Ok(field) => {
                            work += field.move_count();
                            all.extend(start(slug, field, family.name));
                        }
                        Err(why) => too_large = Some(why),
                    }
                }
                if let Some(why) = too_large {
                    match reached {
                        Some(reached) => notes.push(format!(
                            "the starts of the family `{}` end at size {reached}, because at size {size} {why}",
                            family.name
                        )),
                        None => reason = why,
                    }
                    break;
                }
                reached = Some(size);
                if work > MOST_WORK / families.len() {
                    break;
                }
            }
        }
    }
    let starts = chosen(all, notes);
    if starts.secret.is_empty() {
        return Err(NoTask::Lacks(format!(
            "{reason}\nhint: a task to play needs a start of at most {MOST_POSITIONS} positions in which a mistake is possible"
        )));
    }
    Ok(starts)
}

/// Chooses samples and testcases: short dialogues, then of each family and side the starts with the least chance.
fn chosen(mut all: Vec<Start>, notes: Vec<String>) -> Starts {
    all.sort_by(|a, b| a.chance.total_cmp(&b.chance));
    let [most, lines] = SAMPLES;
    let mut samples: Vec<Start> = Vec::new();
    let is_short = |start: &Start| start.turns >= 2 && start.talk.lines().count() <= lines;
    while samples.len() < most && all.len() > 1 {
        // The second sample has the other side, if there is one.
        let is_new = |start: &Start| samples.iter().all(|known| known.field.second != start.field.second);
        let short = all.iter().rposition(|start| is_short(start) && is_new(start));
        let Some(place) = short.or_else(|| all.iter().rposition(is_short)) else {
            break;
        };
        samples.push(all.remove(place));
    }
    let mut secret = Vec::new();
    for (goal, most) in [crate::engine::Outcome::Win, crate::engine::Outcome::Draw]
        .into_iter()
        .zip(MOST_TESTS)
    {
        let mut classes: BTreeMap<String, Vec<Start>> = BTreeMap::new();
        let (of_goal, others) = all.into_iter().partition(|start| start.field.goal == goal);
        all = others;
        for start in of_goal {
            classes.entry(start.class.clone()).or_default().push(start);
        }
        // The hardest of each class come first.
        let mut rounds: Vec<_> = classes.into_values().map(Vec::into_iter).collect();
        let before = secret.len();
        while secret.len() < before + most && !rounds.is_empty() {
            rounds.retain_mut(|class| {
                let next = class.next().filter(|_| secret.len() < before + most);
                let is_there = next.is_some();
                secret.extend(next);
                is_there
            });
        }
    }
    secret.sort_by_key(|start| start.answer.len());
    Starts { samples, secret, notes }
}
