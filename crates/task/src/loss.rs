//! Statements of a package that an export loses.

use std::fmt;

use super::remark::Remark;

/// The maximum number of names that a sentence lists.
const MAX_LISTED: usize = 5;

/// Something that a format cannot hold, or holds in another form. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// A statement of the package that gamesolve does not apply.
    Unobeyed(Remark),
    /// A rule for points that gamesolve does not apply.
    Rule(String),
    /// The points.
    Points {
        /// The reason.
        why: String,
    },
    /// A folder of the package.
    Folder(&'static str),
    /// The short name of the task.
    Name {
        /// The format.
        format: &'static str,
        /// The name in the package.
        old: String,
        /// The name in the format.
        new: String,
    },
    /// The restrictions on programs with these endings.
    Restrictions {
        /// The format.
        format: &'static str,
        /// The endings.
        endings: Vec<String>,
    },
    /// Submissions of several files.
    Submissions {
        /// The format.
        format: &'static str,
        /// The places of the submissions.
        places: Vec<String>,
    },
    /// The limits of single languages.
    LimitsOfLanguages(&'static str),
    /// The limits of single testcases.
    LimitsOfCases(&'static str),
    /// Limits that are not about runs of submissions.
    OtherLimits {
        /// The format.
        format: &'static str,
        /// The things.
        of: Vec<&'static str>,
    },
    /// The rule that derives the time limit from the slowest accepted submission.
    TimeRule(&'static str),
    /// A limit that no file states.
    NoLimit {
        /// The limited resource: `time` or `memory`.
        of: &'static str,
        /// The clause about the limit that applies instead.
        instead: String,
    },
    /// Dependencies between groups.
    Dependencies {
        /// The format.
        format: &'static str,
        /// The groups that depend on others.
        groups: Vec<String>,
    },
    /// The names of the files that programs read and write.
    FileNames {
        /// The format.
        format: &'static str,
        /// Both names, for people.
        names: String,
    },
    /// The validators of inputs.
    Validators {
        /// The reason.
        why: String,
    },
    /// Facts about the task that judging does not need.
    About {
        /// The format.
        format: &'static str,
        /// The facts.
        what: Vec<&'static str>,
    },
    /// A sentence about features of one format.
    Other(String),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Unobeyed(remark) => write!(f, "not exported: {remark}"),
            Loss::Rule(rule) => write!(f, "not exported: {rule}"),
            Loss::Points { why } => write!(f, "the points are not exported: {why}"),
            Loss::Folder(folder) => write!(f, "`{folder}` is not exported"),
            Loss::Name { format, old, new } => {
                write!(f, "{format} does not allow the name `{old}`: it becomes `{new}`")
            }
            Loss::Restrictions { format, endings } => write!(
                f,
                "{format} cannot restrict the features of a language: the restriction is lost for {}",
                list(endings)
            ),
            Loss::Submissions { format, places } => write!(
                f,
                "submissions not exported, because {format} allows only one source file for each: {}",
                list(places)
            ),
            Loss::LimitsOfLanguages(format) => write!(
                f,
                "{format} has the same limits for all languages: the limits of single languages are not exported"
            ),
            Loss::LimitsOfCases(format) => write!(
                f,
                "{format} has the same limits for all testcases: the limits of single testcases are not exported"
            ),
            Loss::OtherLimits { format, of } => write!(
                f,
                "in {format} a package has no limits {}: they are not exported",
                of.join(" or ")
            ),
            Loss::TimeRule(format) => write!(
                f,
                "{format} cannot derive the time limit from the slowest accepted submission"
            ),
            Loss::NoLimit { of, instead } => write!(f, "the package has no {of} limit: {instead}"),
            Loss::Dependencies { format, groups } => write!(
                f,
                "{format} has no dependencies between groups: {}",
                count_all_the_same(groups)
            ),
            Loss::FileNames { format, names } => write!(
                f,
                "{format} has no file names: submissions use standard input and standard output instead of {names}"
            ),
            Loss::Validators { why } => write!(f, "the input validators are not exported: {why}"),
            Loss::About { format, what } => {
                write!(
                    f,
                    "{format} has no place for these facts about the task: {}",
                    what.join(", ")
                )
            }
            Loss::Other(sentence) => f.write_str(sentence),
        }
    }
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
