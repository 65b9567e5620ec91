//! Known mistakes, as functions that answer like a program that makes them.

use std::fmt;

use super::{Problem, Words};

/// A known mistake of submissions for a problem.
pub struct Mistake<P> {
    /// The facts.
    pub info: MistakeInfo,
    /// Answers an instance like a program with the mistake.
    pub wrong: fn(&P) -> Mistaken,
}

/// The facts of a [`Mistake`].
#[derive(Clone, Copy, Debug)]
pub struct MistakeInfo {
    /// The name: lower-case words joined by hyphens.
    pub id: &'static str,
    /// The behaviour of such a program, as a predicate: "tests the exit before the capture".
    pub about: Words,
    /// Whether the hints warn of it, in a line that begins with its id.
    pub is_trap: bool,
    /// The kind of mistake.
    pub kind: MistakeKind,
}

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MistakeKind {
    /// A mistake in the rules or the method.
    Method,
    /// A type that is too narrow. Only a real program shows the effect on a machine.
    Narrow,
    /// A bound, such as the size of an array or a number of steps. Only a real program shows the failure beyond it.
    Bound,
}

/// The output of a program with a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistaken {
    /// The program prints this.
    Prints(String),
    /// The instance is beyond a bound of the program. It crashes, prints anything, or takes too long.
    Breaks,
    /// The output is unknown, because computing it takes too long.
    Unknown,
}

impl Mistaken {
    /// Returns the output of the answers of all tests, or `Unknown` if one of them is missing.
    pub fn answers<A: fmt::Display>(answers: impl IntoIterator<Item = Option<A>>) -> Mistaken {
        let mut printed = String::new();
        for answer in answers {
            match answer {
                Some(answer) => printed += &answer.to_string(),
                None => return Mistaken::Unknown,
            }
        }
        Mistaken::Prints(printed)
    }

    /// Returns the output of one answer.
    pub fn answer(answer: Option<impl fmt::Display>) -> Mistaken {
        Mistaken::answers([answer])
    }

    /// Returns the correct answer, or `Breaks` if the program breaks.
    pub fn breaks_if<P: Problem>(instance: &P, breaks: bool) -> Mistaken {
        /// A budget that suffices for the sizes of the original limits.
        const BUDGET: crate::budget::Budget = crate::budget::Budget::of(1 << 30);
        if breaks {
            Mistaken::Breaks
        } else {
            instance.solve(BUDGET).map_or(Mistaken::Unknown, |answers| {
                Mistaken::answers(answers.into_iter().map(Some))
            })
        }
    }
}

/// Returns a mistake described in English, Vietnamese and Chinese.
pub const fn mistake<P>(id: &'static str, [en, vi, zh]: [&'static str; 3], wrong: fn(&P) -> Mistaken) -> Mistake<P> {
    let about = Words { en, vi, zh };
    let info = MistakeInfo {
        id,
        about,
        is_trap: false,
        kind: MistakeKind::Method,
    };
    Mistake { info, wrong }
}

/// Returns a mistake that the hints warn of.
pub const fn trap<P>(id: &'static str, about: [&'static str; 3], wrong: fn(&P) -> Mistaken) -> Mistake<P> {
    let Mistake { info, wrong } = mistake(id, about, wrong);
    let info = MistakeInfo { is_trap: true, ..info };
    Mistake { info, wrong }
}

/// Marks a mistake as a type that is too narrow.
pub const fn narrow<P>(mistake: Mistake<P>) -> Mistake<P> {
    of_kind(mistake, MistakeKind::Narrow)
}

/// Marks a mistake as a bound.
pub const fn bound<P>(mistake: Mistake<P>) -> Mistake<P> {
    of_kind(mistake, MistakeKind::Bound)
}

const fn of_kind<P>(mistake: Mistake<P>, kind: MistakeKind) -> Mistake<P> {
    let Mistake { info, wrong } = mistake;
    let info = MistakeInfo { kind, ..info };
    Mistake { info, wrong }
}
