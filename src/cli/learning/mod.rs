//! The verbs of a pupil's path: from a list of games to their rules, hints and chapters.

pub(super) mod hint;
pub(super) mod learn;
pub(super) mod lesson;
pub(super) mod list;
pub(super) mod path;
pub(super) mod show;
