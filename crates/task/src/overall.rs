//! The verdict on a whole submission: how the judge of a format makes it from the verdicts of the cases.

/// The rule that makes one verdict of those of all cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Overall {
    /// The worst verdict of any case.
    #[default]
    Worst,
    /// The verdict of the last of these groups, each behind those that it is made of.
    Groups(Vec<VerdictGroup>),
}

/// A group of cases and other groups that has a verdict of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictGroup {
    /// The verdict that counts if a part is refused.
    pub mode: Mode,
    /// Whether one accepted part is enough.
    pub any: bool,
    /// Whether nothing counts that comes behind a refused part.
    pub stops: bool,
    /// Whether the last part counts alone.
    pub last_alone: bool,
    /// Its parts, in the order of judging.
    pub parts: Vec<VerdictPart>,
}

/// The verdict of a group of which a part is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The worst one, as problemtools orders them.
    Worst,
    /// The first one.
    First,
    /// The group is accepted all the same.
    Accept,
}

/// A part of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerdictPart {
    /// A case, by its name.
    Case(String),
    /// Another group, by its place in the list.
    Group(usize),
}
