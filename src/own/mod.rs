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
//! | [`cpp`] | facts from the text of a C++ file before it is compiled |
//! | [`literals`] | the numbers and letters in a text of rules |
//! | [`form`] | the input format that the file describes |
//! | [`game`] | rules and values of the explored positions |
//! | `reply` | winning moves as a part of answers |
//! | [`claimed`] | answers by a claim with evidence |
//! | [`package`] | a package of the file |
//! | [`entry`] | the [`Entry`](crate::problem::Entry) of the file |

pub mod claimed;
pub mod cpp;
pub mod entry;
pub mod form;
pub mod game;
pub mod grader;
pub mod kept;
pub mod lines;
pub mod literals;
pub mod package;
pub mod protocol;
mod reply;

pub use entry::{ExploreError, OwnEntry, Prepared};
pub use game::numbers_of;
pub use grader::{Grader, Speaks};
pub use protocol::{Caps, Cut, Explored, Facts, OwnError, OwnErrorKind, Told};
