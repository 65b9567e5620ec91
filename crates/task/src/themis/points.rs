//! Points of Themis: `Settings.cfg` in the folder of the problem, beside the folders of its tests.
//!
//! **Rules.** The file is XML, compressed by zlib: an element `ExamInformation` with the common `Mark` of the tests. It
//! contains one element `TestCase` for each test. Its `Name` is the name of the folder, and its `Mark` is its own, or
//! -1 for the common one. Each test is worth its share of its mark. There are no groups.
//!
//! **Limits.** Without the file no points are stated, and all tests are worth the same.
//!
//! **Source.** Two free programs that judge Themis's folders.

use std::collections::HashMap;

use crate::error::TaskError;
use crate::points::{Known, one_of_all};
use crate::read::xml::Element;
use crate::read::yaml::shown;
use crate::scheme::{Group, PackagePoints, Rule, parse_points};
use gamesolve_text::InputError;

/// The group of all tests.
const TESTS: &str = "tests";

/// Returns the points that the marks of the tests state.
pub(super) fn read(marks: &Marks, source: &str, known: &[Known]) -> Result<PackagePoints, TaskError> {
    let Marks { common, own } = marks;
    let mut tests = Group::new(TESTS, Rule::Sum, None);
    let mut unseen: Vec<&String> = own.keys().collect();
    for case in known {
        let place = case.places.first().and_then(|place| place.iter().next());
        let test = place.unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        unseen.retain(|name| **name != test);
        let mark = own.get(&test).copied().flatten().unwrap_or(*common);
        tests.parts.push(one_of_all(case, mark));
    }
    if let Some(name) = unseen.iter().min() {
        return Err(TaskError::new(format!(
            "`{source}` lists the test {}, which does not exist",
            shown(name)
        )));
    }
    tests.most = tests.cases().map(|worth| worth.most).sum();
    Ok(PackagePoints::from_groups(source, vec![tests]))
}

/// The common mark, and the marks of the tests by their names in ASCII lower case, `None` for the common one.
pub(super) struct Marks {
    common: f64,
    own: HashMap<String, Option<f64>>,
}

/// Reads the marks of the exam, which is the first element, and of its tests.
pub(super) fn marks(elements: &[Element]) -> Result<Marks, InputError> {
    let exam = elements.first().map(mark).transpose()?;
    let mut marks = Marks {
        common: exam.flatten().unwrap_or(1.0),
        own: HashMap::new(),
    };
    for element in elements.iter().filter(|element| element.path.ends_with(".TestCase")) {
        let name = element
            .get("Name")
            .ok_or_else(|| element.fault("a test must have a `Name`"))?;
        let own = mark(element)?;
        if marks.own.insert(name.to_ascii_lowercase(), own).is_some() {
            return Err(element.fault(format!("duplicate test {}", shown(name))));
        }
    }
    Ok(marks)
}

/// Returns the `Mark` of an element, or `None` if it is negative, which means the mark of the exam.
fn mark(element: &Element) -> Result<Option<f64>, InputError> {
    let Some(text) = element.get("Mark") else {
        return Ok(None);
    };
    // Vietnamese files use a decimal comma.
    match parse_points(&text.replace(',', ".")) {
        Ok(mark) => Ok(Some(mark).filter(|mark| *mark >= 0.0)),
        Err(wanted) => Err(element.fault(format!("`Mark` must be {wanted}, found {}", shown(text)))),
    }
}
