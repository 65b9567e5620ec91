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
        /// Their places.
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
    /// The rule by which the slowest accepted submission gives the time limit.
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
    /// A sentence about features of one format.
    Other(String),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Unobeyed(remark) => write!(f, "left out: {remark}"),
            Loss::Rule(rule) => write!(f, "left out: {rule}"),
            Loss::Points { why } => write!(f, "the points are left out: {why}"),
            Loss::Folder(folder) => write!(f, "`{folder}` is left out"),
            Loss::Name { format, old, new } => {
                write!(f, "{format} takes other names: `{old}` is called `{new}`")
            }
            Loss::Restrictions { format, endings } => write!(
                f,
                "{format} does not restrict what programs may use: left out is that for {}",
                list(endings)
            ),
            Loss::Submissions { format, places } => write!(
                f,
                "{format} has submissions of one source file each: left out are {}",
                list(places)
            ),
            Loss::LimitsOfLanguages(format) => write!(
                f,
                "{format} has the same limits for all languages: those of single languages are left out"
            ),
            Loss::LimitsOfCases(format) => write!(
                f,
                "{format} has the same limits for all cases: those of single cases are left out"
            ),
            Loss::OtherLimits { format, of } => write!(
                f,
                "{format} has no limits {} in a package: they are left out",
                of.join(", nor ")
            ),
            Loss::TimeRule(format) => write!(f, "{format} has no time limit by the slowest accepted submission"),
            Loss::NoLimit { of, instead } => write!(f, "nothing states a {of} limit: {instead}"),
            Loss::Dependencies { format, groups } => write!(
                f,
                "{format} has no dependencies between groups: {}",
                count_all_the_same(groups)
            ),
            Loss::FileNames { format, names } => write!(
                f,
                "{format} has no file names: programs read standard input and write standard output instead of {names}"
            ),
            Loss::Validators { why } => write!(f, "the validators of inputs are left out: {why}"),
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
        [one] => format!("`{one}` counts even where what it needs is not passed"),
        several => format!("{} count even where what they need is not passed", list(several)),
    }
}
