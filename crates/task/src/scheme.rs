//! The points of a package: a tree of groups, and the rule that computes the points of each group.

/// The maximum of any number of points. Sums of such numbers stay finite and have six exact decimal places.
pub const MAX_POINTS: f64 = 1e9;

/// Reads a number of points, which may be negative. The error is a clause about the expected form.
pub(super) fn parse_points(text: &str) -> Result<f64, &'static str> {
    match text.trim().parse::<f64>() {
        Ok(points) if points.abs() <= MAX_POINTS => Ok(points),
        Ok(points) if points.is_finite() => Err("from -1000000000 to 1000000000"),
        _ => Err("a number"),
    }
}

/// The points that a package states.
#[derive(Debug, PartialEq)]
pub enum PackagePoints {
    /// The package states no points.
    Unstated,
    /// The points of the testcases.
    Scheme(Scheme),
    /// The package uses rules for points that gamesolve does not support.
    Uncounted {
        /// The file that states them.
        source: String,
        /// The reason, for people.
        why: String,
    },
}

impl PackagePoints {
    /// Returns the points of these groups, which the file `source` states.
    pub(crate) fn from_groups(source: impl Into<String>, groups: Vec<Group>) -> PackagePoints {
        PackagePoints::Scheme(Scheme {
            source: source.into(),
            groups,
            remark: None,
        })
    }
}

/// The points of all testcases of a package.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheme {
    /// The file that states them.
    pub source: String,
    /// The groups, each after its parts and the groups that it needs. The last group is the whole task.
    pub groups: Vec<Group>,
    /// A rule of the layout's own judge that gamesolve does not apply.
    pub remark: Option<String>,
}

/// A group of testcases and of other groups that has its own points.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name in reports, escaped.
    pub name: String,
    /// The maximum points, or `None` if there is no bound.
    pub most: Option<f64>,
    /// The rule that computes its points from the points of its parts.
    pub rule: Rule,
    /// The condition under which it counts as passed.
    pub passes: Passes,
    /// Whether it gets points only if it is passed.
    pub only_passed: bool,
    /// Whether the parts after a part that is not passed do not count.
    pub stops: bool,
    /// Whether its points are rounded up to a whole number.
    pub rounds_up: bool,
    /// The groups that must be passed: places in [`Scheme::groups`] before its own. If one is not passed, this group is
    /// not passed and gets 0 points.
    pub needs: Vec<usize>,
    /// The parts, in the order of judging.
    pub parts: Vec<Part>,
}

/// The rule that computes the points of a group from the points of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The maximum points if the group is passed, else 0.
    Whole,
    /// The sum of the points of all parts.
    Sum,
    /// The least points of any part.
    Min,
    /// The greatest points of any part.
    Max,
    /// The mean of the points of all parts.
    Mean,
}

/// The condition for a group to count as passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// Every part is passed.
    All,
    /// At least one part is passed.
    Any,
    /// No condition.
    Always,
}

/// A part of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A testcase.
    Case(Worth),
    /// Another group, by its place in [`Scheme::groups`], which is before the place of this group.
    Group(usize),
}

/// The points of a testcase in a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The name of the testcase.
    pub case: String,
    /// Whether it belongs to this group. If not, it belongs to another group and counts here too.
    pub own: bool,
    /// The points if it is accepted, or `None` if the checker decides.
    pub accepted: Option<f64>,
    /// The maximum points, or `None` if there is no bound.
    pub most: Option<f64>,
    /// The points if it is not accepted and the checker states none.
    pub rejected: f64,
}

impl Group {
    /// Returns a group without parts. It is passed if all its parts are passed.
    pub fn new(name: impl Into<String>, rule: Rule, most: Option<f64>) -> Group {
        Group {
            name: name.into(),
            most,
            rule,
            passes: Passes::All,
            only_passed: rule == Rule::Whole,
            stops: false,
            rounds_up: false,
            needs: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Iterates over the testcases among its parts.
    pub fn cases(&self) -> impl Iterator<Item = &Worth> {
        self.parts.iter().filter_map(|part| match part {
            Part::Case(worth) => Some(worth),
            Part::Group(_) => None,
        })
    }
}

impl Worth {
    /// Returns a testcase that is worth `points` if it is accepted, else 0.
    pub fn new(case: impl Into<String>, points: f64) -> Worth {
        Worth {
            case: case.into(),
            own: true,
            accepted: Some(points),
            most: Some(points),
            rejected: 0.0,
        }
    }
}

impl Scheme {
    /// Iterates over the testcases, each paired with the name of its own group.
    pub fn homes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.groups.iter().flat_map(|group| {
            let own = group.cases().filter(|worth| worth.own);
            own.map(|worth| (worth.case.as_str(), group.name.as_str()))
        })
    }
}
