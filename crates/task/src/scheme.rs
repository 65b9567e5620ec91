//! The points of a package: a tree of groups of testcases, and how the points of each group come from those of its
//! parts.

/// The largest number of points that anything is worth: sums of these stay finite, and have six exact decimal places.
pub const MAX_POINTS: f64 = 1e9;

/// Reads a number of points, which may be negative; an error says what it must be.
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
    /// The points of the cases.
    Scheme(Scheme),
    /// The package states points by rules that are not supported here.
    Uncounted {
        /// The file that says so.
        source: String,
        /// The reason, for people.
        why: String,
    },
}

/// The points of all cases of a package.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheme {
    /// The file that states them.
    pub source: String,
    /// The groups, each behind those that it is made of or needs; the last is the whole.
    pub groups: Vec<Group>,
    /// A rule of the layout's own judge that is not applied here.
    pub remark: Option<String>,
}

/// A group of cases and of other groups that has points of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name in reports; escaped.
    pub name: String,
    /// The most points; `None` where nothing bounds them.
    pub most: Option<f64>,
    /// The rule that computes its points from those of its parts.
    pub rule: Rule,
    /// The condition under which it counts as passed.
    pub passes: Passes,
    /// Whether it has points only where it is passed.
    pub only_passed: bool,
    /// Whether what follows a part that is not passed does not count at all.
    pub stops: bool,
    /// Whether its points are rounded up to a whole number.
    pub rounds_up: bool,
    /// Groups that have to be passed, or this one is not and gets 0: places in [`Scheme::groups`] before its own.
    pub needs: Vec<usize>,
    /// Its parts, in the order of judging.
    pub parts: Vec<Part>,
}

/// The rule that computes the points of a group from those of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The most points where it is passed, else 0.
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
    /// It is passed where every part is.
    All,
    /// It is passed where one part is.
    Any,
    /// It is always passed.
    Always,
}

/// A part of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A case.
    Case(Worth),
    /// Another group, by its place in [`Scheme::groups`], which is before this one's.
    Group(usize),
}

/// The points of a case in a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The case's name.
    pub case: String,
    /// Whether it belongs to the group; else it belongs to another and counts here too.
    pub own: bool,
    /// Its points where it is accepted; `None` where the checker has to say.
    pub accepted: Option<f64>,
    /// Its most points; `None` where nothing bounds them.
    pub most: Option<f64>,
    /// Its points where it is not accepted, unless the checker says.
    pub rejected: f64,
}

impl Group {
    /// Returns a group without parts that is passed where all of them are.
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

    /// Returns the cases among its parts.
    pub fn cases(&self) -> impl Iterator<Item = &Worth> {
        self.parts.iter().filter_map(|part| match part {
            Part::Case(worth) => Some(worth),
            Part::Group(_) => None,
        })
    }
}

impl Worth {
    /// Returns a case of a group that is worth `points`, or nothing where it is not accepted.
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
    /// Returns the group that each case belongs to, as pairs.
    pub fn homes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.groups.iter().flat_map(|group| {
            let own = group.cases().filter(|worth| worth.own);
            own.map(|worth| (worth.case.as_str(), group.name.as_str()))
        })
    }
}
