//! What a user may have meant by a command line that cannot run, or by an input of another kind.

pub(super) mod mistaken;
pub(super) mod proposal;
