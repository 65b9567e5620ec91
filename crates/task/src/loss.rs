//! Statements of a package that an export loses.

use super::remark::Remark;

/// The maximum number of names that a sentence lists.
const MAX_LISTED: usize = 5;

/// Something that a format cannot hold, or holds in another form. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Loss {
    /// A statement of the package that gamesolve does not apply.
    #[error("not exported: {0}")]
    Unobeyed(Remark),
    /// A rule for points that gamesolve does not apply.
    #[error("not exported: {0}")]
    Rule(String),
    /// The points.
    #[error("the points are not exported: {why}")]
    Points {
        /// The reason.
        why: String,
    },
    /// A folder of the package.
    #[error("`{0}` is not exported")]
    Folder(&'static str),
    /// The short name of the task.
    #[error("{format} does not allow the name `{old}`: it becomes `{new}`")]
    Name {
        /// The format.
        format: &'static str,
        /// The name in the package.
        old: String,
        /// The name in the format.
        new: String,
    },
    /// Submissions.
    #[error("submissions not exported, because {why}: {}", list(.places))]
    Submissions {
        /// The reason.
        why: String,
        /// The names or places of the submissions.
        places: Vec<String>,
    },
    /// Limits that the package does not state, or states rounded.
    #[error("{sentence}")]
    Limits {
        /// The limited resources: `time`, `memory`.
        of: &'static [&'static str],
        /// The sentence about them.
        sentence: String,
    },
    /// The limits of single languages.
    #[error("{0} has the same limits for all languages: the limits of single languages are not exported")]
    LimitsOfLanguages(&'static str),
    /// The limits of single testcases.
    #[error("{0} has the same limits for all testcases: the limits of single testcases are not exported")]
    LimitsOfCases(&'static str),
    /// Limits that are not about runs of submissions.
    #[error("in {format} a package has no limits {}: they are not exported", .of.join(" or "))]
    OtherLimits {
        /// The format.
        format: &'static str,
        /// The things.
        of: Vec<&'static str>,
    },
    /// The rule that derives the time limit from the slowest accepted submission.
    #[error("{0} cannot derive the time limit from the slowest accepted submission")]
    TimeRule(&'static str),
    /// A limit that no file states.
    #[error("the package has no {of} limit: {instead}")]
    NoLimit {
        /// The limited resource: `time` or `memory`.
        of: &'static str,
        /// The clause about the limit that applies instead.
        instead: String,
    },
    /// Dependencies between groups.
    #[error("{format} has no dependencies between groups: {}", count_all_the_same(.groups))]
    Dependencies {
        /// The format.
        format: &'static str,
        /// The groups that depend on others.
        groups: Vec<String>,
    },
    /// The names of the files that programs read and write.
    #[error("{format} has no file names: submissions use standard input and standard output instead of {names}")]
    FileNames {
        /// The format.
        format: &'static str,
        /// Both names, for people.
        names: String,
    },
    /// The validators of inputs.
    #[error("the input validators are not exported: {why}")]
    Validators {
        /// The reason.
        why: String,
    },
    /// Facts about the task that judging does not need.
    #[error("{format} has no place for these facts about the task: {}", .what.join(", "))]
    About {
        /// The format.
        format: &'static str,
        /// The facts.
        what: Vec<&'static str>,
    },
    /// A sentence about features of one format.
    #[error("{0}")]
    Other(String),
}

impl From<String> for Loss {
    fn from(sentence: String) -> Loss {
        Loss::Other(sentence)
    }
}

impl From<&str> for Loss {
    fn from(sentence: &str) -> Loss {
        Loss::Other(sentence.to_owned())
    }
}

/// Returns the names as a list in a sentence: at most [`MAX_LISTED`] of them, then the number of the others.
pub(super) fn list(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(MAX_LISTED).map(|name| format!("`{name}`")).collect();
    match names.len() {
        count if count > MAX_LISTED => format!("{} and {} more", shown.join(", "), count - MAX_LISTED),
        _ => shown.join(", "),
    }
}

/// Returns the clause about groups that count even if the groups that they need are not passed.
pub(super) fn count_all_the_same(names: &[String]) -> String {
    match names {
        [one] => format!("`{one}` counts even if the groups that it needs are not passed"),
        several => format!(
            "{} count even if the groups that they need are not passed",
            list(several)
        ),
    }
}
