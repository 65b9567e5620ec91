//! The verdict on a whole submission: the rule of a format's judge that combines the verdicts of the testcases.

/// A rule that combines the verdicts of all testcases into one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Overall {
    /// The worst verdict of all testcases.
    #[default]
    Worst,
    /// The verdict of the last of these groups. Each group comes after its parts.
    Groups(Vec<VerdictGroup>),
}

/// A group of testcases and other groups that has its own verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictGroup {
    /// The verdict of the group if a part is rejected.
    pub mode: Mode,
    /// Whether one accepted part is enough.
    pub any: bool,
    /// Whether parts after a rejected part do not count.
    pub stops: bool,
    /// Whether only the last part counts.
    pub last_alone: bool,
    /// The parts, in the order of judging.
    pub parts: Vec<VerdictPart>,
}

/// The verdict of a group with a rejected part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The worst verdict in the order of problemtools.
    Worst,
    /// The first rejected verdict.
    First,
    /// Accepted.
    Accept,
}

/// A part of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerdictPart {
    /// A testcase, by its name.
    Case(String),
    /// Another group, by its place in the list.
    Group(usize),
}
