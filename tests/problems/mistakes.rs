//! The known mistakes of a problem: their words, the testcases that kill them, and the instances that they get wrong.
//!
//! `UPDATE=1 cargo test --test problems stones::mistakes` searches for missing testcases, shrinks them, and writes them
//! into `testdata`. `git status` then shows them.

use std::fs;
use std::num::NonZeroUsize;

use gamesolve::budget::Budget;
use gamesolve::cases::generated;
use gamesolve::package::layout;
use gamesolve::practice::mistakes::{Effect, effect};
use gamesolve::problem::{Entry, Input, MistakeInfo, MistakeKind, Variants};

use crate::support::{files_in, is_gate, root};

const BUDGET: Budget = Budget::of(1 << 30);
/// The least number of testcases that kill a mistake, and of instances of its families that it gets wrong.
const MIN_CASES: usize = 2;
const MIN_INSTANCES: usize = 5;
/// The fewest mistakes of a problem that has any.
const MIN_MISTAKES: usize = 5;
/// The number of instances for each family: the first small ones, the ones of the largest size, and all small ones.
const FIRST_SMALL: u64 = 100;
/// The largest size of every fourth small instance.
const MAX_MIDDLE: u64 = 47;
const MAX_LARGE: u64 = 5;
const MAX_SMALL: u64 = 4000;

/// Returns all faults of the mistakes of a problem.
pub fn faults(entry: &dyn Entry) -> Vec<String> {
    let mistakes = entry.mistakes();
    let slug = entry.meta().slug;
    let mut faults = word_faults(entry, &mistakes);
    let mut layout = layout::find(&[root("testdata").join(slug)]);
    let _made = layout
        .make_listed(&generated::Lists)
        .unwrap_or_else(|why| panic!("{why}"));
    let stored = layout.cases.iter().map(|case| {
        let answer = fs::read_to_string(&case.answer).unwrap();
        (fs::read(&case.input).unwrap(), answer)
    });
    let mut stored: Vec<(Vec<u8>, String)> = stored.collect();
    stored.sort_by_key(|(input, _)| input.len());
    if std::env::var_os("UPDATE").is_some() {
        add_missing_cases(entry, &mut stored);
    }
    for (number, MistakeInfo { id, kind, .. }) in mistakes.iter().enumerate() {
        let killed = Killed::of(entry, number, &stored, *kind);
        if killed.cases < MIN_CASES {
            faults.push(format!(
                "{slug}: `{id}` fails on {} stored cases, {} are wanted",
                killed.cases, MIN_CASES
            ));
        }
        if *kind != MistakeKind::Method && !has_submission(slug, id) {
            faults.push(format!("{slug}: no submission shows what `{id}` does on a machine"));
        }
        if killed.breaks && *kind != MistakeKind::Bound {
            faults.push(format!("{slug}: `{id}` has a bound and does not say so"));
        }
        if !killed.breaks && !killed.by_a_small_case {
            let most = entry.traceable_bytes();
            faults.push(format!("{slug}: no case of at most {most} bytes kills `{id}`"));
        }
    }
    let mut wrong = vec![0; mistakes.len()];
    for text in instances(entry) {
        if wrong.iter().all(|&count| count >= MIN_INSTANCES) {
            break;
        }
        let answer = solved(entry, &text);
        for (number, count) in wrong
            .iter_mut()
            .enumerate()
            .filter(|(_, count)| **count < MIN_INSTANCES)
        {
            *count += usize::from(effect_of(entry, number, text.as_bytes(), &answer).fails());
        }
    }
    for (MistakeInfo { id, .. }, count) in mistakes.iter().zip(wrong) {
        if count < MIN_INSTANCES {
            faults.push(format!(
                "{slug}: `{id}` is wrong on {count} generated instances, {MIN_INSTANCES} are wanted"
            ));
        }
    }
    faults
}

/// Returns whether a submission that must fail names the mistake in its head. The command line's tests run it.
fn has_submission(slug: &str, id: &str) -> bool {
    let folders = ["wrong_answer", "run_time_error", "time_limit_exceeded"];
    let folders = folders.map(|folder| root("problems").join(slug).join("submissions").join(folder));
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    files.filter_map(Result::ok).any(|file| {
        let text = fs::read_to_string(file.path()).unwrap();
        let head = text.lines().next().unwrap_or_default();
        head.split_once("mistake: ")
            .is_some_and(|(_, found)| found.trim_end_matches(['}', ' ']) == id)
    })
}

/// The number and kind of stored testcases that kill a mistake. A plain run stops at the first that are enough.
struct Killed {
    cases: usize,
    by_a_small_case: bool,
    /// Whether a program with the mistake breaks. There is no small testcase for that.
    breaks: bool,
}

impl Killed {
    fn of(entry: &dyn Entry, number: usize, stored: &[(Vec<u8>, String)], kind: MistakeKind) -> Killed {
        let mut killed = Killed {
            cases: 0,
            by_a_small_case: false,
            breaks: false,
        };
        for (input, answer) in stored {
            let effect = effect_of(entry, number, input, answer);
            killed.cases += usize::from(effect.fails());
            killed.by_a_small_case |= effect.fails() && input.len() <= entry.traceable_bytes();
            killed.breaks |= effect == Effect::Breaks;
            // The gate takes all testcases, because a mistake that is no bound must break on none of them, not even a
            // large one.
            if killed.is_enough(kind) && !is_gate() {
                break;
            }
        }
        killed
    }

    /// Returns whether there are enough testcases of the wanted kind.
    fn is_enough(&self, kind: MistakeKind) -> bool {
        let is_seen = match kind {
            MistakeKind::Bound => self.breaks,
            MistakeKind::Method | MistakeKind::Narrow => self.by_a_small_case,
        };
        self.cases >= MIN_CASES && is_seen
    }
}

fn effect_of(entry: &dyn Entry, number: usize, input: &[u8], answer: &str) -> Effect {
    let input = Input {
        bytes: input,
        variants: Variants::ORIGINAL,
    };
    effect(entry, number, input, answer, BUDGET).unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn is_wrong(entry: &dyn Entry, number: usize, text: &str) -> bool {
    effect_of(entry, number, text.as_bytes(), &solved(entry, text)).fails()
}

/// Returns short instances of the problem's families that a mistake gets wrong.
fn wrong_instances(entry: &dyn Entry, number: usize) -> impl Iterator<Item = String> {
    /// The largest size of a testcase that is not shrunk, in bytes.
    const MAX_BYTES: usize = 1500;
    instances(entry).filter(move |text| text.len() <= MAX_BYTES && is_wrong(entry, number, text))
}

/// Writes testcases for the mistakes that no stored one kills.
fn add_missing_cases(entry: &dyn Entry, stored: &mut Vec<(Vec<u8>, String)>) {
    for (number, MistakeInfo { id, kind, .. }) in entry.mistakes().iter().enumerate() {
        let killed = Killed::of(entry, number, stored, *kind);
        let mut lacking = MIN_CASES.saturating_sub(killed.cases);
        if !killed.breaks && !killed.by_a_small_case {
            let first = wrong_instances(entry, number).next();
            let Some(first) = first else { continue };
            store(entry, id, shrunk(entry, number, first), stored);
            lacking = lacking.saturating_sub(1);
        }
        let more = wrong_instances(entry, number).skip(1).step_by(3);
        for text in more.take(lacking) {
            store(entry, id, text, stored);
        }
    }
}

fn store(entry: &dyn Entry, id: &str, input: String, stored: &mut Vec<(Vec<u8>, String)>) {
    let folder = root("testdata").join(entry.meta().slug);
    // Testcases from other sources than `scripts/make-testdata` have numbers from 91 on.
    let path = (91..)
        .map(|number| folder.join(format!("secret-{number}-{id}")))
        .find(|path| {
            let number = path.file_name().unwrap().to_string_lossy()[..9].to_owned();
            !files_in(&folder, "in")
                .iter()
                .any(|other| other.file_name().unwrap().to_string_lossy().starts_with(&number))
        });
    let path = path.unwrap();
    let answer = solved(entry, &input);
    fs::write(path.with_extension("in"), &input).unwrap();
    fs::write(path.with_extension("out"), &answer).unwrap();
    stored.push((input.into_bytes(), answer));
}

/// Takes steps to smaller instances as long as the mistake is wrong there.
fn shrunk(entry: &dyn Entry, number: usize, mut text: String) -> String {
    loop {
        let input = Input {
            bytes: text.as_bytes(),
            variants: Variants::ORIGINAL,
        };
        let mut wanted = |texts: &[String]| texts.iter().position(|text| is_wrong(entry, number, text));
        match entry.first_smaller(input, NonZeroUsize::MIN, &mut wanted).unwrap() {
            Some(smaller) => text = smaller,
            None => return text,
        }
    }
}

fn solved(entry: &dyn Entry, text: &str) -> String {
    let input = Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    entry.solve(input, BUDGET).unwrap()
}

/// Returns instances of all families in turn, small ones first, then the largest.
fn instances(entry: &dyn Entry) -> impl Iterator<Item = String> {
    let families = entry.families();
    let most = entry.meta().size.1;
    let count = families.len() as u64;
    let small_size = move |round: u64| match round % 4 {
        3 => round % MAX_MIDDLE,
        _ => round % 12,
    };
    let small = (0..MAX_SMALL * count).map(move |seed| (seed, 1 + small_size(seed / count) % most));
    let large = (0..MAX_LARGE * count).map(move |seed| (seed, most));
    // Most mistakes are wrong on small ones, and bounds only on the largest.
    let soon = (FIRST_SMALL * count) as usize;
    let order = small.clone().take(soon).chain(large).chain(small.skip(soon));
    order.map(move |(seed, size)| entry.generate(families[(seed % count) as usize].name, size, seed))
}

/// Returns the faults in the words of mistakes, and in the lines of the hints with their names.
pub fn word_faults(entry: &dyn Entry, mistakes: &[MistakeInfo]) -> Vec<String> {
    let meta = entry.meta();
    let mut faults = Vec::new();
    let mut need = |holds: bool, what: String| {
        if !holds {
            faults.push(format!("{}: {what}", meta.slug));
        }
    };
    need(
        mistakes.is_empty() || mistakes.len() >= MIN_MISTAKES,
        format!("there are {MIN_MISTAKES} mistakes or none"),
    );
    let id_bytes = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    for (number, mistake) in mistakes.iter().enumerate() {
        let MistakeInfo { id, about, .. } = mistake;
        need(
            !id.is_empty() && id.bytes().all(id_bytes),
            format!("`{id}` is lower-case words and hyphens"),
        );
        need(
            mistakes[..number].iter().all(|other| other.id != *id),
            format!("`{id}` is there twice"),
        );
        need(
            !about.en.is_empty() && !about.en.ends_with('.'),
            format!("`{id}` is described by a predicate"),
        );
        for (language, statement, about) in [("vi", meta.statement.vi, about.vi), ("zh", meta.statement.zh, about.zh)] {
            need(
                statement.is_empty() || !about.is_empty(),
                format!("`{id}` is described in {language}"),
            );
        }
    }
    let named = trap_ids(meta.hints.en);
    for id in &named {
        let known = mistakes.iter().any(|mistake| mistake.is_trap && mistake.id == id);
        need(
            known,
            format!("hints.md: the trap `{id}` is declared by `trap(…)` in MISTAKES, or named without backticks"),
        );
    }
    for MistakeInfo { id, .. } in mistakes.iter().filter(|mistake| mistake.is_trap) {
        need(
            named.iter().any(|name| name == id),
            format!("hints.md: no line of the traps begins with `{id}`"),
        );
    }
    faults
}

/// Returns the ids at the start of the lines after `Traps:`. A line without one stands for itself.
fn trap_ids(hints: &str) -> Vec<String> {
    let Some((_, traps)) = hints.split_once("\nTraps:\n") else {
        return Vec::new();
    };
    let lines = traps.lines().filter_map(|line| line.strip_prefix("- "));
    lines
        .flat_map(|line| match line.split_once("`: ") {
            Some((ids, _)) => ids
                .split(',')
                .map(|id| id.trim().trim_matches('`').to_owned())
                .collect(),
            None => vec![line.to_owned()],
        })
        .collect()
}
