//! A game of one's own: a file with one function `moves(position)`, in Python or C++, or a program of lines.
//!
//! The file runs in the box, with a grader of ours around it, as at the IOI: it is explored once, and every engine works
//! on the explored graph. [`OwnEntry`] is the face that verbs see, as for every other problem.
//!
//! | file | contents |
//! |---|---|
//! | `grader.py`, `grader.h`, `grader_main.h` | the graders |
//! | [`grader`] | running them in the box |
//! | [`kept`] | what they told in earlier runs |
//! | [`lines`] | a program in any language, which reads positions and writes moves |
//! | [`protocol`] | what they are told and what they report |
//! | [`cpp`] | what the text of a file in C++ says before it is compiled |
//! | [`literals`] | the numbers and letters that a text of rules names |
//! | [`form`] | the input format that the file describes |
//! | [`game`] | rules and values of the explored positions |
//! | [`entry`] | the face |

pub mod cpp;
pub mod entry;
pub mod form;
pub mod game;
pub mod grader;
pub mod kept;
pub mod lines;
pub mod literals;
pub mod protocol;

pub use entry::{ExploreError, OwnEntry, Prepared};
pub use game::numbers_of;
pub use grader::{Grader, Speaks};
pub use protocol::{Caps, Cut, Explored, Facts, OwnError, OwnErrorKind, Told};
