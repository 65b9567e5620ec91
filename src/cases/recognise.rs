//! Recognises the problems of testcases from the names of folders and files alone.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::evaluate::Judge;
use crate::budget::Budget;
use crate::judge::Policy;
use crate::package::Case;
use crate::package::layout::Layout;
use crate::problem::{Entry, Input, Meta, Variants};
use crate::text::{Source, for_a_shell, quoted};

/// The problem of each testcase.
pub struct CaseProblems {
    /// Each problem once, in the given order. There is at least one.
    pub entries: Vec<&'static dyn Entry>,
    /// The index of a testcase's problem in `entries`, by the path of its input. It is empty if there is one problem.
    by_input: HashMap<PathBuf, usize>,
}

impl CaseProblems {
    /// Returns one problem for all testcases.
    pub fn one(entry: &'static dyn Entry) -> CaseProblems {
        CaseProblems {
            entries: vec![entry],
            by_input: HashMap::new(),
        }
    }

    /// Returns the index in [`entries`](CaseProblems::entries) of the problem of a testcase.
    pub fn problem_of_case(&self, case: &Case) -> usize {
        self.by_input.get(&case.input).copied().unwrap_or(0)
    }
}

/// A test whether a path names a problem.
type Sign = fn(&Path, &Meta) -> bool;

/// The signs that a path names a problem, the surest first.
///
/// A problem's own name precedes the name of its contest files, and both precede any of them in another letter case.
/// `Stones.in` and `STONES.INP` belong to two problems, and a third problem's files may have the name of a problem.
const SIGNS: [Sign; 3] = [has_name, has_contest_name, has_either_in_any_case];

/// Recognises the problem of each testcase among the `known` ones.
///
/// The first of these that names a problem decides:
/// 1. the typed path of the testcase,
/// 2. its own path,
/// 3. its full path,
/// 4. the beginning of its file name,
/// 5. all typed paths together.
///
/// # Errors
/// Fails if a testcase has no problem or several. The error lists the findings.
pub fn recognise(
    known: &[&'static dyn Entry],
    paths: &[PathBuf],
    layout: &Layout,
) -> Result<CaseProblems, Unrecognised> {
    let full = |path: &Path| path.canonicalize().ok();
    let typed = spoken_of(known, paths);
    if layout.cases.is_empty() {
        let full = || paths.iter().filter_map(|path| full(path)).collect_vec();
        let found = if typed.is_empty() {
            spoken_of(known, &full())
        } else {
            typed
        };
        return match found[..] {
            [entry] => Ok(CaseProblems::one(entry)),
            _ => Err(unrecognised(known, paths, layout, &BTreeMap::new())),
        };
    }
    let named: HashSet<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let of_case = |case: &Case| {
        let mut above = case.input.ancestors().chain([case.answer.as_path()]);
        let its_path = spoken_of(known, above.find(|path| named.contains(path)).as_slice());
        if its_path.len() == 1 {
            return its_path;
        }
        let ways: [&dyn Fn() -> Vec<&'static dyn Entry>; 4] = [
            &|| spoken_of(known, &[&case.input]),
            &|| spoken_of(known, full(&case.input).as_slice()),
            &|| begun_with(known, &case.input),
            &|| typed.clone(),
        ];
        let mut found = ways.iter().map(|way| way());
        found.find(|found| !found.is_empty()).unwrap_or_default()
    };
    // The slugs that the testcase paths name, and their testcases.
    let mut found: BTreeMap<Vec<&'static str>, Vec<&Case>> = BTreeMap::new();
    for case in &layout.cases {
        let slugs = of_case(case).iter().map(|e| e.meta().slug).collect();
        found.entry(slugs).or_default().push(case);
    }
    if found.keys().any(|slugs| slugs.len() != 1) {
        return Err(unrecognised(known, paths, layout, &found));
    }
    let is_found = |entry: &&&'static dyn Entry| found.contains_key(&vec![entry.meta().slug]);
    let entries = known.iter().filter(is_found).copied().collect_vec();
    let mut by_input = HashMap::new();
    for (at, entry) in entries.iter().enumerate() {
        let cases = &found[&vec![entry.meta().slug]];
        by_input.extend(cases.iter().map(|case| (case.input.clone(), at)));
    }
    Ok(CaseProblems { entries, by_input })
}

/// Returns the problems that any of the paths names, by the surest sign.
fn spoken_of(known: &[&'static dyn Entry], paths: &[impl AsRef<Path>]) -> Vec<&'static dyn Entry> {
    let by = |is_of: &Sign| {
        let speaks = |entry: &&&'static dyn Entry| paths.iter().any(|p| is_of(p.as_ref(), entry.meta()));
        known.iter().filter(speaks).copied().collect_vec()
    };
    let mut found = SIGNS.iter().map(by);
    found.find(|found| !found.is_empty()).unwrap_or_default()
}

/// Returns the problems whose name, or whose contest file name, begins the name of a file: `stones-01.in`, `nim1a.in`.
///
/// No letter may follow the name. The longest such name counts, and a problem's own name precedes an equally long one.
fn begun_with(known: &[&'static dyn Entry], path: &Path) -> Vec<&'static dyn Entry> {
    let stem = path.file_stem().unwrap_or_default().as_encoded_bytes();
    let begins = |name: &OsStr| {
        let (start, rest) = stem.split_at_checked(name.len())?;
        let ends_there = rest.first().is_none_or(|b| !b.is_ascii_alphabetic());
        (ends_there && name.eq_ignore_ascii_case(str::from_utf8(start).ok()?)).then_some(name.len())
    };
    let length = |entry: &&'static dyn Entry| {
        let meta = entry.meta();
        let own = begins(OsStr::new(meta.slug)).map(|length| (length, true));
        let contest = contest_names(meta).into_iter().flatten();
        let contest = contest.filter_map(begins).map(|length| (length, false));
        own.into_iter().chain(contest).max()
    };
    let known = known.iter().copied();
    let known = known.filter_map(|entry| Some((length(&entry)?, entry)));
    let longest = known.max_set_by_key(|(length, _)| *length);
    longest.into_iter().map(|(_, entry)| entry).collect()
}

/// The error that a testcase has no problem or several: the whole message, from `error: ` on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unrecognised(String);

/// Returns the names of the problems that fit these testcases: each reads the first inputs.
///
/// If some of them also agree with a small stored answer, or if `must_agree`, only those count. If the name of one begins
/// the name of a path, only that one counts.
pub fn fitting(known: &[&'static dyn Entry], paths: &[PathBuf], cases: &[Case], must_agree: bool) -> Vec<&'static str> {
    /// The number of inputs to read.
    const MOST_INPUTS: usize = 3;
    /// The maximum size of an input to read, in bytes.
    const MOST_READ: u64 = 1 << 16;
    /// The maximum size of an input to solve, in bytes.
    const MOST_SOLVED: usize = 1 << 12;
    /// The memory of one solution, in bytes, and its steps: a hint must not keep the user waiting.
    const MEMORY: u64 = 16 << 20;
    const STEPS: u64 = 20_000_000;
    let sources = cases.iter().take(MOST_INPUTS);
    let sources = sources.filter_map(|case| Some((Source::from_file(&case.input, MOST_READ).ok()?, case)));
    let sources: Vec<_> = sources.collect();
    if sources.is_empty() {
        return Vec::new();
    }
    let reads = |entry: &&&'static dyn Entry| {
        sources.iter().all(|(source, _)| {
            let (bytes, variants) = (&source.bytes[..], Variants::ORIGINAL);
            entry.canonical(Input { bytes, variants }).is_ok()
        })
    };
    let agrees = |entry: &&'static dyn Entry| {
        let judge = Judge {
            entry: *entry,
            variants: Variants::ORIGINAL,
            policy: Policy::Tokens,
            budget: Budget::of(MEMORY).with_steps(STEPS),
        };
        let mut small = sources.iter().filter(|(source, _)| source.bytes.len() <= MOST_SOLVED);
        small.any(|(source, case)| {
            let answer = Source::from_file(&case.answer, MOST_READ);
            answer.is_ok_and(|answer| judge.is_answer(&answer.bytes, &source.bytes))
        })
    };
    let slug = |entry: &&'static dyn Entry| entry.meta().slug;
    let reading: Vec<&'static dyn Entry> = known.iter().filter(reads).copied().collect();
    let agreeing: Vec<&'static dyn Entry> = reading.iter().filter(|entry| agrees(entry)).copied().collect();
    let found = if agreeing.is_empty() && !must_agree {
        reading
    } else {
        agreeing
    };
    let found: Vec<&'static str> = found.iter().map(slug).collect();
    let begun = paths.iter().flat_map(|path| begun_with(known, path));
    let named: Vec<&'static str> = begun.map(|entry| slug(&entry)).unique().collect();
    match named[..] {
        [one] if found.contains(&one) => vec![one],
        _ => found,
    }
}

/// Returns the words of a hint: the command for the only fitting problem, or a pattern with the names that fit.
pub fn proposed(slugs: &[&str], command: impl Fn(&str) -> String) -> String {
    match slugs {
        [slug] => command(slug),
        [] => format!("{}, with a name from `gamesolve list` as PROBLEM", command("PROBLEM")),
        several => {
            let names = several.iter().join(", ");
            format!(
                "{}, with the right one of these as PROBLEM: {names}",
                command("PROBLEM")
            )
        }
    }
}

/// Makes the error from the slugs found for the testcases.
fn unrecognised(
    known: &[&'static dyn Entry],
    paths: &[PathBuf],
    layout: &Layout,
    found: &BTreeMap<Vec<&'static str>, Vec<&Case>>,
) -> Unrecognised {
    let listed = |slugs: &[&str]| slugs.iter().map(|slug| format!("`{slug}`")).join(" and ");
    let first = &paths[0];
    let typed = paths.iter().map(|path| for_a_shell(path.as_os_str())).join(" ");
    let slugs = match found.iter().exactly_one() {
        Ok((slugs, _)) => slugs.clone(),
        Err(several) if several.len() == 0 => {
            let typed = spoken_of(known, paths);
            typed.iter().map(|entry| entry.meta().slug).collect()
        }
        Err(several) => {
            let list = several.map(|(slugs, cases)| {
                let what = match slugs.len() {
                    0 => "no problem".to_owned(),
                    _ => listed(slugs),
                };
                let (count, noun) = (cases.len(), if cases.len() == 1 { "testcase" } else { "testcases" });
                let such_as = &cases[0].name;
                format!("  {what}: {count} {noun}, such as `{such_as}`")
            });
            return Unrecognised(format!(
                "error: cannot tell the problems of {} testcases. Their paths contain\n{}\nhint: name folders or files \
                 like the problems in `gamesolve list`, or name one problem and its files",
                layout.cases.len(),
                list.into_iter().join("\n"),
            ));
        }
    };
    if let [first, ..] = slugs[..] {
        let spoken: Vec<_> = known
            .iter()
            .copied()
            .filter(|entry| slugs.contains(&entry.meta().slug))
            .collect();
        // An example that fits these files, if there is one.
        let one = fitting(&spoken, paths, &layout.cases, false)
            .first()
            .copied()
            .unwrap_or(first);
        return Unrecognised(format!(
            "error: cannot tell the problem, because the paths contain {}\nhint: name it: `gamesolve check \
             {one} {typed}`",
            listed(&slugs)
        ));
    }
    let hint = proposed(&fitting(known, paths, &layout.cases, false), |slug| {
        format!("gamesolve check {slug} {typed}")
    });
    Unrecognised(format!(
        "error: cannot tell which problem `{}` belongs to\nhint: {hint}",
        quoted(first.as_os_str().as_encoded_bytes(), 300),
    ))
}

/// Returns whether a folder or file on the path has the name of the problem.
fn has_name(path: &Path, meta: &Meta) -> bool {
    path.iter().any(|part| part == meta.slug)
}

/// Returns whether a folder or file on the path has the name of the problem's contest files, without their endings.
fn has_contest_name(path: &Path, meta: &Meta) -> bool {
    names(path).any(|name| contest_names(meta).contains(&Some(name)))
}

/// Returns whether either name is on the path in any ASCII case.
fn has_either_in_any_case(path: &Path, meta: &Meta) -> bool {
    let known = [Some(OsStr::new(meta.slug))].into_iter();
    let known: Vec<&OsStr> = known.chain(contest_names(meta)).flatten().collect();
    names(path).any(|name| known.iter().any(|k| name.eq_ignore_ascii_case(k)))
}

fn contest_names(meta: &Meta) -> [Option<&OsStr>; 2] {
    let (input, output) = meta.contest_files;
    [input, output].map(|file| Path::new(file).file_stem())
}

/// Iterates over the parts of a path, and its last part without the ending.
fn names(path: &Path) -> impl Iterator<Item = &OsStr> {
    path.iter().chain(path.file_stem())
}
