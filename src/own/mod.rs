//! A user's own game: a file with one function `moves(position)`, in Python or C++, or a program that reads lines.
//!
//! The file runs in the sandbox with our grader around it, as at the IOI. It is explored once, and every engine works
//! on the explored graph. Subcommands use [`OwnEntry`], as for every other problem.
//!
//! | file | contents |
//! |---|---|
//! | `grader.py`, `grader.h`, `grader_main.h` | the graders |
//! | `kinds.py` | the kind of positions from the text of a Python file |
//! | [`grader`] | running the graders in the sandbox |
//! | [`kept`] | reports of earlier runs |
//! | [`lines`] | programs in any language, which read positions and write moves |
//! | [`protocol`] | orders to the graders and their reports |
//! | [`mistake`] | mistakes in a file, and the languages in which it is written |
//! | [`optional`] | the optional lines of a file and their checks |
//! | [`cpp`] | facts from the text of a C++ file before it is compiled |
//! | [`literals`] | the numbers and letters in a text of rules |
//! | `notation` | numbers and letters as people write them |
//! | [`form`] | the input format that the file describes |
//! | [`game`] | rules and values of the explored positions |
//! | `reply` | winning moves as a part of answers |
//! | [`claimed`] | answers by a claim with evidence |
//! | `loaded` | a file becomes its facts, its form and its program |
//! | `numbered` | explored positions as numbers, and their name in the catalogue |
//! | `known` | the explored positions of several starts with their values |
//! | `answers` | [`OwnEntry`] and its answers |
//! | `generated` | random inputs, smaller inputs, and the input of one position |
//! | `entry` | the [`Entry`](crate::problem::Entry) of the file |
//! | [`package`] | a package of the file |

mod answers;
pub mod claimed;
pub mod cpp;
mod entry;
pub mod form;
pub mod game;
mod generated;
pub mod grader;
pub mod kept;
mod known;
mod legal;
pub mod lines;
pub mod literals;
mod loaded;
pub mod mistake;
mod notation;
mod numbered;
pub mod optional;
pub mod package;
pub mod protocol;
mod reply;

pub use answers::{OwnEntry, VARIANTS};
pub use game::numbers_of;
pub use grader::{Grader, Speaks};
pub use known::{ExploreError, ExploredAll, ExploredWith};
pub use loaded::{Prepare, Prepared};
pub use protocol::{Caps, Cut, Explored, Facts, OwnError, OwnErrorKind, Told};
