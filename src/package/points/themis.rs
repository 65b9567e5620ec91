//! Themis: `Settings.cfg` in the folder of the problem, beside the folders of its tests.
//!
//! **Rules.** The file is XML, packed by zlib: an element `ExamInformation` with the `Mark` of a test, and in it one
//! element `TestCase` for each test, with its `Name`, which is that of its folder, and a `Mark` of its own, or -1 for
//! the common one. Each test is worth its share of its mark. There are no groups.
//!
//! **Limits.** Without the file each test is worth as much as another, and nothing is stated.
//!
//! **Source.** Two free programs that judge Themis's folders.

use std::collections::HashMap;
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::xml::{attribute, no_xml};
use super::{Known, PackagePoints, one_of_all};
use crate::package::formats::themis::{Xml, settings_of};
use crate::package::scheme::{Group, Rule, Scheme, parse_points};
use crate::package::yaml::shown;
use crate::text::InputError;

/// The group that all tests are in.
const TESTS: &str = "tests";

pub(in crate::package) fn read(folder: &Path, known: &[Known], limit: u64) -> Result<PackagePoints, String> {
    let Some(Xml {
        by: source,
        name,
        bytes: xml,
    }) = settings_of(folder, limit)?
    else {
        return Ok(PackagePoints::Unstated);
    };
    let read = marks(&xml).map_err(|error| error.located(&name, &xml).to_string())?;
    let Some(Marks { common, own }) = read else {
        return Ok(PackagePoints::Unstated);
    };
    let mut tests = Group::new(TESTS, Rule::Sum, None);
    let mut unseen: Vec<&String> = own.keys().collect();
    for case in known {
        let place = case.places.first().and_then(|place| place.iter().next());
        let test = place.unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        unseen.retain(|name| **name != test);
        let mark = own.get(&test).copied().flatten().unwrap_or(common);
        tests.parts.push(one_of_all(case, mark));
    }
    if let Some(name) = unseen.iter().min() {
        return Err(format!(
            "error: `{source}` speaks of the test {}, which is not there",
            shown(name)
        ));
    }
    tests.most = tests.cases().map(|worth| worth.most).sum();
    Ok(PackagePoints::Scheme(Scheme {
        source,
        groups: vec![tests],
        remark: None,
    }))
}

/// The mark of a test, and those of the tests in the file by their names in ASCII lower case, `None` for the common
/// one.
struct Marks {
    common: f64,
    own: HashMap<String, Option<f64>>,
}

/// Reads the file; `None` where it is not about an exam.
fn marks(xml: &[u8]) -> Result<Option<Marks>, InputError> {
    let mut reader = Reader::from_reader(xml);
    let mut marks: Option<Marks> = None;
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let event = reader.read_event().map_err(|error| no_xml(at, &error))?;
        let element = match event {
            Event::Start(element) | Event::Empty(element) => element,
            Event::Eof => return Ok(marks),
            _ => continue,
        };
        match (element.name().as_ref(), &mut marks) {
            (b"ExamInformation", None) => {
                marks = Some(Marks {
                    common: mark(&element, at)?.unwrap_or(1.0),
                    own: HashMap::new(),
                });
            }
            (b"TestCase", Some(marks)) => {
                let name = attribute(&element, "Name", at)?;
                let name = name.ok_or_else(|| InputError::new(at, 0, "a test must have a `Name`"))?;
                let own = mark(&element, at)?;
                if marks.own.insert(name.to_ascii_lowercase(), own).is_some() {
                    let message = format!("the test {} is given twice", shown(&name));
                    return Err(InputError::new(at, 0, message));
                }
            }
            (_, None) => return Ok(None),
            (_, Some(_)) => {}
        }
    }
}

/// Returns the `Mark` of an element; `None` for a negative one, which stands for that of the exam.
fn mark(element: &BytesStart<'_>, at: usize) -> Result<Option<f64>, InputError> {
    let Some(text) = attribute(element, "Mark", at)? else {
        return Ok(None);
    };
    // As people write it in Vietnam.
    match parse_points(&text.replace(',', ".")) {
        Ok(mark) => Ok(Some(mark).filter(|mark| *mark >= 0.0)),
        Err(wanted) => {
            let message = format!("`Mark` must be {wanted}, found {}", shown(&text));
            Err(InputError::new(at, 0, message))
        }
    }
}
