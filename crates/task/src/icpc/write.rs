//! Writes packages of Kattis and the ICPC's format in its versions, and DOMjudge's archives.
//!
//! Each version is one [`Spelling`]: the writer asks it for names and features.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use super::keys::TESTDATA;
use crate::expected::{Deserved, PARTIAL};
use crate::model::{Checker, CompareRule, Comparison, Package, PackageWord, Protocol};
use crate::scheme::{Group, PackagePoints, Scheme};
use crate::write::programs::{self, Role};
use crate::write::{self, Names, Refused, Writing, file_name, is_in};
use flags::flags_of;
use places::Places;
use spelling::Spelling;

mod flags;
mod groups;
mod manifest;
mod places;
pub(super) mod spelling;
mod statements;

/// The endings of files about a testcase for people: a description, a dialogue with an interactor, a picture.
const BESIDE_CASES: [&str; 7] = ["desc", "hint", "interaction", "png", "jpg", "jpeg", "svg"];
/// The statements about submissions.
const DEMANDS: &str = "submissions/submissions.yaml";

/// A package on its way into a version of the format.
struct Writer<'w, 'a> {
    writing: &'w mut Writing<'a>,
    package: &'a Package,
    spelling: &'static Spelling,
    /// The checker or the interactor, or `None` for the default checker.
    program: Option<&'a Checker>,
    /// Its flags or arguments for all testcases.
    common: Vec<String>,
    /// The points, if they can be written group by group as they were read.
    scheme: Option<&'a Scheme>,
    places: Places,
}

pub(crate) fn write(writing: &mut Writing<'_>, spelling: &'static Spelling) -> Result<(), Refused> {
    let package = writing.package;
    let program = package
        .interactor()
        .or(package.checker.as_ref().map(|checker| &checker.value));
    let common = match program {
        Some(program) => {
            put_program(writing, program, spelling)?;
            PackageWord::texts(&program.arguments)
        }
        None => {
            let common = package.comparison.as_ref().map(|stated| stated.value);
            flags_of(writing, common.unwrap_or(Comparison::by(CompareRule::Tokens)))?
        }
    };
    if spelling.whole.is_none() && writing.groups.take().is_some() {
        writing.say(format!(
            "{} has no points: a submission is accepted only if it passes all testcases",
            writing.format
        ));
    }
    let is_whole = |group: &Group| spelling.whole == Some(group.name.as_str());
    let scheme = match &package.points {
        PackagePoints::Scheme(scheme) if writing.is_same() && !spelling.states_points => Some(scheme),
        _ => None,
    };
    let scheme = scheme.filter(|scheme| scheme.groups.last().is_some_and(is_whole));
    let mut writer = Writer {
        places: Places::of(writing, scheme.is_some()),
        writing,
        package,
        spelling,
        program,
        common,
        scheme,
    };
    writer.put_all()
}

/// Writes the checker or the interactor to its place in the version.
fn put_program(writing: &mut Writing<'_>, program: &Checker, spelling: &Spelling) -> Result<(), Refused> {
    let home = program.include.first().filter(|_| writing.is_same());
    if let (Some(home), Protocol::Kattis) = (home, program.protocol) {
        let is_alone = ["output_validators", "output_validator"]
            .iter()
            .any(|name| home.ends_with(name));
        let folder = if is_alone {
            spelling.programs.trim_end_matches("/*").to_owned()
        } else {
            spelling.programs.replace('*', &file_name(home))
        };
        writing.tree.copy_folder(&folder, home);
        return Ok(());
    }
    let (what, role) = match writing.package.interactor() {
        Some(_) => ("interactor", Role::Interactor),
        None => ("checker", Role::Checker),
    };
    let folder = spelling.programs.replace('*', what);
    programs::put(writing, program, role, &folder, Some(what))?;
    Ok(())
}

/// The digests of an input and of its answer.
type Digests = (u32, u32);

impl Writer<'_, '_> {
    /// Writes everything except the checker or the interactor.
    fn put_all(&mut self) -> Result<(), Refused> {
        let flags = self.flags()?;
        let all = self.put_cases()?;
        if self.spelling.tests_answers && self.package.interactor().is_none() {
            self.put_answer_validator(&all);
        }
        self.put_groups(&flags);
        let languages = self.put_statements()?;
        self.put_demands();
        self.put_submissions();
        self.put_validators();
        let manifest = self.manifest(&flags, languages);
        self.writing.tree.add("problem.yaml", manifest.yaml());
        if self.spelling.has_ini {
            let settings = self.settings();
            self.writing.tree.add("domjudge-problem.ini", settings.ini());
        }
        Ok(())
    }

    /// Writes the testcases and returns their digests, which only BAPCtools needs.
    fn put_cases(&mut self) -> Result<Vec<Digests>, Refused> {
        let mut all = Vec::new();
        let mut inputs: BTreeMap<u32, &Path> = BTreeMap::new();
        let mut twice = Vec::new();
        let writing = &mut *self.writing;
        let mut numbered: Vec<usize> = (0..writing.cases().len()).collect();
        // If testcases are equal, an example stays.
        numbered.sort_by_key(|at| !self.places.of_cases[*at].0.starts_with("data/sample"));
        for at in numbered {
            let (case, stem) = (&writing.cases()[at], self.places.stem(at));
            if self.spelling.tests_answers {
                let digests = (digest_of(&case.input)?, digest_of(&case.answer)?);
                let first = inputs.insert(digests.0, &case.input);
                let is_same = |first: &Path| std::fs::read(first).ok() == std::fs::read(&case.input).ok();
                if first.is_some_and(is_same) {
                    twice.push(case.name.clone());
                    writing.left.insert(case.input.clone());
                    continue;
                }
                all.push(digests);
            }
            writing.tree.copy(format!("{stem}.in"), &case.input);
            writing.tree.copy(format!("{stem}.ans"), &case.answer);
            // Copy the files about the testcase for people.
            for ending in BESIDE_CASES {
                let beside = case.input.with_extension(ending);
                if (writing.is_same() || write::is_ours(self.package)) && beside.is_file() {
                    writing.tree.copy(format!("{stem}.{ending}"), &beside);
                }
            }
        }
        let what = format!(
            "testcases not exported, because {} allows each input only once",
            writing.format
        );
        writing.say_of(&what, &twice);
        Ok(all)
    }

    /// Writes an answer validator that knows the answers: BAPCtools requires one, and tests it on wrong answers.
    fn put_answer_validator(&mut self, all: &[Digests]) {
        let lines = all
            .iter()
            .map(|(input, answer)| format!("    0x{input:08x}: 0x{answer:08x},"));
        let lines: Vec<String> = lines.collect();
        let text = include_str!("answers.py").replacen("#ANSWERS", &lines.join("\n"), 1);
        self.writing.tree.add("answer_validators/answers.py", text);
    }

    /// Copies the demands of an ICPC package on its submissions, if the version has a file for them.
    fn put_demands(&mut self) {
        let path = self.package.root.join(DEMANDS);
        if !self.writing.is_same() || !path.is_file() {
        } else if self.spelling.is_legacy {
            self.writing.say(format!(
                "`{DEMANDS}` is not exported: in {} the folder of a submission is its expected verdict",
                self.writing.format
            ));
        } else {
            self.writing.tree.copy(DEMANDS, &path);
        }
    }

    /// Writes the submissions into the folders of their verdicts.
    fn put_submissions(&mut self) {
        let mut names: BTreeMap<&str, Names> = BTreeMap::new();
        let mut left = Vec::new();
        let writing = &mut *self.writing;
        for (one, meant) in writing.submissions() {
            let place = writing.kept_place(&one.path);
            if let Some(place) = place.filter(|place| is_in("submissions", place)) {
                let steps: Vec<&str> = place.split('/').collect();
                if steps.len() > 3 {
                    // A program of several files.
                    let folder = steps[..3].join("/");
                    writing.tree.copy_folder(&folder, &self.package.root.join(&folder));
                } else {
                    writing.tree.copy(place, &one.path);
                }
                continue;
            }
            // If there are points, these judges accept a submission with some points.
            let gets_points = writing.groups.is_some() && self.package.partial.contains(&one.path);
            let is_partial = gets_points || one.expected.iter().any(|word| word == PARTIAL);
            let Some(folder) = meant.and_then(|meant| folder_of(&meant, is_partial, self.spelling)) else {
                left.push(one);
                continue;
            };
            let name = names.entry(folder).or_default().take_source(&file_name(&one.path));
            programs::put_source(writing, &one.path, &format!("submissions/{folder}/{name}"));
        }
        let why = format!("{} has no folder for their expected verdict", writing.format);
        writing.say_left(&left, &why);
    }

    /// Copies the input validators, if they use the format's protocol.
    fn put_validators(&mut self) {
        const FOLDER: &str = "input_validators";
        let (writing, package) = (&mut *self.writing, self.package);
        let speaks = writing.is_same() || write::is_ours(package);
        if !speaks {
            writing.say_no_validators(&format!("they were made for {}", package.format));
        }
        if package.validators.is_empty() || !speaks {
            writing.say(format!(
                "{} needs an input validator in `{FOLDER}`, but the package has none",
                writing.format
            ));
            return;
        }
        for path in &package.validators {
            let place = writing.place_in(FOLDER, path);
            if path.is_dir() {
                writing.tree.copy_folder(&place, path)
            } else {
                writing.tree.copy(place, path)
            }
        }
    }
}

/// Returns the CRC-32 of a file, which is read in pieces.
fn digest_of(path: &Path) -> Result<u32, Refused> {
    let cannot =
        |error: std::io::Error| format!("cannot read `{}`: {}", file_name(path), gamesolve_text::reason(&error));
    if !path.metadata().map_err(cannot)?.is_file() {
        return Err(format!("`{}` is not a regular file", file_name(path)));
    }
    let mut file = std::fs::File::open(path).map_err(cannot)?;
    let mut digest = crc32fast::Hasher::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece).map_err(cannot)? {
            0 => return Ok(digest.finalize()),
            count => digest.update(&piece[..count]),
        }
    }
}

fn folder_of(meant: &[Deserved], is_partial: bool, spelling: &Spelling) -> Option<&'static str> {
    let within = |known: &[Deserved]| meant.iter().all(|one| known.contains(one));
    Some(if is_partial && spelling.group_file == TESTDATA.file {
        "partially_accepted"
    } else if within(&[Deserved::Accepted]) {
        "accepted"
    } else if within(&[Deserved::WrongAnswer, Deserved::Presentation]) {
        "wrong_answer"
    } else if within(&[Deserved::TimeLimit]) {
        "time_limit_exceeded"
    } else if within(&[Deserved::RuntimeError, Deserved::MemoryLimit]) {
        "run_time_error"
    } else if !meant.contains(&Deserved::Accepted) && !spelling.is_legacy {
        "rejected"
    } else {
        return None;
    })
}

#[cfg(test)]
mod tests {
    use super::spelling::{LATEST, LEGACY};
    use super::*;

    #[test]
    fn the_folder_of_a_submission_is_that_of_all_its_verdicts() {
        use Deserved::{Accepted, MemoryLimit, Presentation, RuntimeError, TimeLimit, WrongAnswer};
        for (meant, legacy, later) in [
            (&[Accepted][..], Some("accepted"), Some("accepted")),
            (&[WrongAnswer, Presentation], Some("wrong_answer"), Some("wrong_answer")),
            (&[TimeLimit], Some("time_limit_exceeded"), Some("time_limit_exceeded")),
            (&[RuntimeError], Some("run_time_error"), Some("run_time_error")),
            (
                &[MemoryLimit, RuntimeError],
                Some("run_time_error"),
                Some("run_time_error"),
            ),
            (&[WrongAnswer, TimeLimit], None, Some("rejected")),
            (&[Accepted, TimeLimit], None, None),
        ] {
            assert_eq!(folder_of(meant, false, &LEGACY), legacy, "{meant:?}");
            assert_eq!(folder_of(meant, false, &LATEST), later, "{meant:?}");
        }
    }
}
