//! The names that every problem file needs.

pub use std::rc::Rc;
pub use std::{fmt, iter};

pub use itertools::Itertools as _;

pub use super::{FirstAmount, Line, Winner, WinningMoves, shrink};
pub use crate::budget::{Budget, Refusal};
pub use crate::engine::oracle::{self, Oracle, Step, Steps};
pub use crate::engine::{Outcome, Rules, Score, Value};
pub use crate::picture::{self, Kind, Piece, Place, STONE, Stage};
pub use crate::problem::{
    CertifyError, Checker, Family, Field, Limit, Meta, Mistake, Part, Problem, Reader, Series, Shown, Theory, Tiny,
    Variant, Variants, family,
};
pub(crate) use crate::problem::{text, texts, wrong};
pub use crate::random::Random;
pub use crate::text::{InputError, Scanner};

/// The maximum count of things with 32-bit numbers: vertices, arcs, tests.
pub const MAX_COUNT: i64 = u32::MAX as i64 - 1;

/// The largest number in the formats of the problems: 10^18.
pub const MAX_18_DIGITS: i64 = 1_000_000_000_000_000_000;
