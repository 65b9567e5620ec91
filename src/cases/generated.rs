//! Lists of generated testcases: `cases.yaml` states a family, a size and a seed for each.
//!
//! The generator makes the input and the solver the answer, and digests guard both. So testcases at the maximum limits
//! need no space. The list also states the groups of all testcases beside it (`listed`).
//!
//! ```yaml
//! problem: score-game
//! groups:
//!   - {name: samples, points: 0, cases: [sample-*]}
//!   - {name: full, points: 100}
//! cases:
//!   - name: limit-path
//!     family: path
//!     size: 100000
//!     seed: 1
//!     input: 8f1d3c02   # CRC-32 of the input
//!     answer: 5b0e77aa  # and of the answer
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use itertools::Itertools as _;

use super::listed;
use crate::budget::Budget;
use crate::package::layout::{LIST, Lister};
use crate::package::read::yaml::{Document, Fault, Node};
use crate::package::scheme::{PackagePoints, Scheme};
use crate::package::{Case, TaskError};
use crate::problem::{Entry, Input, Variants};
use crate::problems::REGISTRY;

/// The maximum size of a list, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The reader of the lists of this module.
pub struct Lists;

impl Lister for Lists {
    fn make(&self, list: &Path, folder: &Path) -> Result<Vec<Case>, TaskError> {
        make(list, folder)
    }

    fn points(&self, list: &Path, cases: &[Case]) -> Result<PackagePoints, TaskError> {
        points(list, cases)
    }
}

/// One testcase: its generator's arguments and its digests.
struct Recipe<'a> {
    name: &'a str,
    family: &'static str,
    size: u64,
    seed: u64,
    /// The digest of the input and its place, and the same of the answer.
    digests: [(u32, &'a Node); 2],
}

/// Returns the points of the groups that the list in the folder `list` states for `cases`, which must be all testcases.
///
/// # Errors
/// Fails if the groups are malformed.
pub fn points(list: &Path, cases: &[Case]) -> Result<PackagePoints, TaskError> {
    let Some(document) = Document::read(&list.join(LIST), MAX_BYTES)? else {
        return Ok(PackagePoints::Unstated);
    };
    match listed::groups(&document.root, cases) {
        Ok(None) => Ok(PackagePoints::Unstated),
        Ok(Some(groups)) => Ok(PackagePoints::Scheme(Scheme {
            source: LIST.to_owned(),
            groups,
            remark: None,
        })),
        Err(fault) => Err(document.located(&fault)),
    }
}

/// Makes the testcases of the list in the folder `list` as files below `folder`, in a folder named after the problem.
///
/// Without a list there are none.
///
/// # Errors
/// Fails if the list is malformed, a digest does not match, or a file cannot be written.
pub fn make(list: &Path, folder: &Path) -> Result<Vec<Case>, TaskError> {
    let Some(document) = Document::read(&list.join(LIST), MAX_BYTES)? else {
        return Ok(Vec::new());
    };
    made(&document.root, folder).map_err(|error| match error {
        Error::Fault(fault) => document.located(&fault),
        Error::Write(why) => TaskError::new(why),
    })
}

/// Returns the problem that all these lists state, each in its folder, or `None` if they do not agree.
pub fn stated(lists: &[(PathBuf, String)]) -> Option<&'static dyn Entry> {
    let slug = |folder: &Path| {
        let document = Document::read(&folder.join(LIST), MAX_BYTES).ok()??;
        let slug = document.root.get("problem")?.text("`problem`").ok()?;
        Some(slug.to_owned())
    };
    let slugs: Option<Vec<String>> = lists.iter().map(|(folder, _)| slug(folder)).collect();
    let slug = slugs?.into_iter().all_equal_value().ok()?;
    REGISTRY.iter().find(|entry| entry.meta().slug == slug).copied()
}

enum Error {
    Fault(Fault),
    Write(String),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        Error::Fault(fault)
    }
}

fn made(root: &Node, folder: &Path) -> Result<Vec<Case>, Error> {
    root.known_keys("the list", &["problem", "groups", "cases"])?;
    if root.get("cases").is_none() && root.get("problem").is_none() {
        // The list states only groups of stored testcases.
        root.required("groups")?;
        return Ok(Vec::new());
    }
    let problem = root.required("problem")?;
    let slug = problem.text("`problem`")?;
    let entry = *(REGISTRY.iter())
        .find(|entry| entry.meta().slug == slug)
        .ok_or_else(|| problem.fault("no problem has this name"))?;
    let folder = &folder.join(slug);
    let why = |error| {
        Error::Write(format!(
            "cannot create {}: {}",
            folder.display(),
            crate::text::reason(&error)
        ))
    };
    fs::create_dir_all(folder).map_err(why)?;
    let mut cases: Vec<Case> = Vec::new();
    let listed = match (root.get("cases"), root.get("groups")) {
        (None, Some(_)) => &[],
        _ => root.required("cases")?.list("`cases`")?,
    };
    for node in listed {
        let recipe = Recipe::read(node, entry)?;
        if cases.iter().any(|case| case.name == recipe.name) {
            return Err(node.fault("a testcase of this name is listed above").into());
        }
        cases.push(recipe.make(entry, folder)?);
    }
    Ok(cases)
}

impl<'a> Recipe<'a> {
    fn read(node: &'a Node, entry: &dyn Entry) -> Result<Recipe<'a>, Fault> {
        node.known_keys("a testcase", &["name", "family", "size", "seed", "input", "answer"])?;
        let name_node = node.required("name")?;
        let name = name_node.text("`name`")?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(name_node.fault("a name has letters, digits, `-` and `_`"));
        }
        let family_node = node.required("family")?;
        let family = family_node.text("`family`")?;
        let families = entry.families();
        let family = families.iter().find(|known| known.name == family);
        let family = family.ok_or_else(|| family_node.fault("the problem has no family of this name"))?;
        let number = |key: &str| {
            let node = node.required(key)?;
            let number = node.text(&format!("`{key}`"))?.parse::<u64>().ok();
            number.ok_or_else(|| node.fault(format!("`{key}` must be a whole number")))
        };
        let size = number("size")?;
        let most = entry.meta().size.1;
        if !(1..=most).contains(&size) {
            return Err(node.required("size")?.fault(format!("`size` must be from 1 to {most}")));
        }
        let digest = |key: &str| {
            let node = node.required(key)?;
            let text = node.text(&format!("`{key}`"))?;
            let digest = u32::from_str_radix(text, 16).ok().filter(|_| text.len() == 8);
            let digest = digest.ok_or_else(|| node.fault("a digest is 8 hexadecimal digits"))?;
            Ok((digest, node))
        };
        Ok(Recipe {
            name,
            family: family.name,
            size,
            seed: number("seed")?,
            digests: [digest("input")?, digest("answer")?],
        })
    }

    fn make(&self, entry: &dyn Entry, folder: &Path) -> Result<Case, Error> {
        let [input_digest, answer_digest] = self.digests;
        let input = entry.generate(self.family, self.size, self.seed);
        guarded(&input, input_digest, "the generator makes another input")?;
        let given = Input {
            bytes: input.as_bytes(),
            variants: Variants::ORIGINAL,
        };
        let solved = entry.solve(given, Budget::of_this_machine());
        let answer =
            solved.map_err(|failure| answer_digest.1.fault(format!("the solver has no answer: {failure:?}")))?;
        guarded(&answer, answer_digest, "the solver has another answer")?;
        let path = |ending: &str| folder.join(format!("{}.{ending}", self.name));
        let case = Case {
            name: self.name.to_owned(),
            key: self.name.to_ascii_lowercase().into_bytes(),
            group: None,
            input: path("in"),
            answer: path("out"),
        };
        for (path, text) in [(&case.input, &input), (&case.answer, &answer)] {
            let why = |error| {
                Error::Write(format!(
                    "cannot write {}: {}",
                    path.display(),
                    crate::text::reason(&error)
                ))
            };
            fs::write(path, text).map_err(why)?;
        }
        Ok(case)
    }
}

fn guarded(text: &str, (digest, node): (u32, &Node), what: &str) -> Result<(), Fault> {
    let found = crc32fast::hash(text.as_bytes());
    if found == digest {
        Ok(())
    } else {
        Err(node.fault(format!("{what}, of the digest {found:08x}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::scheme::Group;

    fn listed(cases: &str) -> Result<Vec<Case>, String> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LIST), cases).unwrap();
        let place = format!("{}/", folder.path().display());
        make(folder.path(), folder.path()).map_err(|message| message.to_string().replace(&place, ""))
    }

    #[test]
    fn a_case_is_made_again_with_its_answer() {
        let folder = tempfile::tempdir().unwrap();
        let list = "problem: marbles\ncases:\n- {name: a, family: largest, size: 6, seed: 1, input: 'XXXXXXXX', answer: 'YYYYYYYY'}\n";
        let digest = |text: &str| format!("{:08x}", crc32fast::hash(text.as_bytes()));
        let list = list
            .replace("XXXXXXXX", &digest("6\n"))
            .replace("YYYYYYYY", &digest("2\n"));
        fs::write(folder.path().join(LIST), list).unwrap();
        let cases = make(folder.path(), folder.path()).unwrap();
        assert_eq!(cases.len(), 1);
        assert_eq!(fs::read_to_string(&cases[0].input).unwrap(), "6\n");
        assert_eq!(fs::read_to_string(&cases[0].answer).unwrap(), "2\n");
    }

    #[test]
    fn what_is_wrong_with_a_list_is_told_at_its_place() {
        for (list, expected) in [
            ("cases: []\n", "`problem` is missing"),
            ("problem: nothing\ncases: []\n", "no problem has this name"),
            (
                "problem: nim\nextra: 1\ncases: []\n",
                "this key is not one of problem, groups, cases",
            ),
            ("problem: nim\ncases: 3\n", "`cases` must be a list"),
            ("problem: nim\ncases:\n- {name: ../a}\n", "a name has letters"),
            (
                "problem: nim\ncases:\n- {name: a, family: b}\n",
                "no family of this name",
            ),
            (
                "problem: nim\ncases:\n- {name: a, family: lost, size: 0}\n",
                "`size` must be from 1 to 100000",
            ),
            (
                "problem: nim\ncases:\n- {name: a, family: lost, size: -1}\n",
                "`size` must be a whole number",
            ),
            (
                "problem: nim\ncases:\n- {name: a, family: lost, size: 2, input: 12, answer: 12, seed: 1}\n",
                "a digest is 8 hexadecimal digits",
            ),
            (
                "problem: marbles\ncases:\n- {name: a, family: largest, size: 6, input: '00000000', answer: '00000000', seed: 1}\n",
                "the generator makes another input, of the digest ",
            ),
        ] {
            let message = listed(list).unwrap_err();
            assert!(message.contains(expected), "{message}");
            assert!(message.contains("--> cases.yaml:"), "{message}");
        }
    }

    /// Returns the groups with their points and testcases: `tiny 40: a b`.
    fn grouped(groups: &str, names: &[&str]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LIST), format!("problem: nim\n{groups}")).unwrap();
        let cases: Vec<Case> = names
            .iter()
            .map(|name| Case {
                name: (*name).to_owned(),
                key: Vec::new(),
                group: None,
                input: PathBuf::new(),
                answer: PathBuf::new(),
            })
            .collect();
        let place = format!("{}/", folder.path().display());
        let points = points(folder.path(), &cases).map_err(|message| message.to_string().replace(&place, ""))?;
        let PackagePoints::Scheme(scheme) = points else {
            return Ok(Vec::new());
        };
        let (whole, groups) = scheme.groups.split_last().unwrap();
        assert_eq!(whole.most, Some(100.0));
        let words = |group: &Group| {
            let cases: Vec<&str> = group.cases().map(|worth| worth.case.as_str()).collect();
            format!("{} {}: {}", group.name, group.most.unwrap(), cases.join(" "))
        };
        Ok(groups.iter().map(words).collect())
    }

    #[test]
    fn groups_take_cases_by_name_and_one_the_others() {
        let names = ["sample-01", "secret-01-a", "secret-02-a", "secret-91-b"];
        let groups = "groups:\n- {name: s, points: 0, cases: [sample-*]}\n- {name: rest, points: 60}\n- {name: tiny, points: 40, cases: \
                      [secret-01-a, 'secret-0?-a']}\n";
        assert_eq!(
            grouped(groups, &names).unwrap(),
            [
                "s 0: sample-01",
                "rest 60: secret-91-b",
                "tiny 40: secret-01-a secret-02-a"
            ]
        );
        assert!(grouped("cases: []\n", &names).unwrap().is_empty());
    }

    #[test]
    fn what_is_wrong_with_groups_is_told_at_its_place() {
        for (groups, expected) in [
            ("groups: 3\n", "cases.yaml:2:9"),
            ("groups:\n- {points: 100}\n", "`name` is missing"),
            ("groups:\n- {name: a}\n", "`points` is missing"),
            ("groups:\n- {name: a, points: x}\n", "`points` must be a number"),
            ("groups:\n- {name: a, points: -1}\n", "`points` must be at least 0"),
            (
                "groups:\n- {name: a, points: 1, worth: 2}\n",
                "this key is not one of name, points, cases",
            ),
            ("groups:\n- {name: a, points: 60}\n", "add up to 60, not 100"),
            (
                "groups:\n- {name: a, points: 60}\n- {name: a, points: 40}\n",
                "a group of this name is listed above",
            ),
            (
                "groups:\n- {name: a, points: 60}\n- {name: b, points: 40}\n",
                "has all other testcases already",
            ),
            (
                "groups:\n- {name: a, points: 60, cases: [x]}\n- {name: b, points: 40, cases: ['?']}\n",
                "the testcase `x` is in the group `a` too",
            ),
            (
                "groups:\n- {name: a, points: 60, cases: [x, z]}\n- {name: b, points: 40}\n",
                "no testcase has this name",
            ),
            (
                "groups:\n- {name: a, points: 100, cases: [x]}\n",
                "the testcase `y` is in no group",
            ),
            (
                "groups:\n- {name: a, points: 60, cases: ['*']}\n- {name: b, points: 40}\n",
                "there is no testcase left",
            ),
        ] {
            let message = grouped(groups, &["x", "y"]).unwrap_err();
            assert!(message.contains(expected), "{message}");
            assert!(message.contains("--> cases.yaml:"), "{message}");
        }
    }

    #[test]
    fn a_folder_without_a_list_has_no_such_cases() {
        let folder = tempfile::tempdir().unwrap();
        assert!(make(folder.path(), folder.path()).unwrap().is_empty());
    }
}
