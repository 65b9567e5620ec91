//! The flags of the default checker, and the arguments of a checker or an interactor: for all testcases, for folders,
//! and for single testcases.

use std::collections::BTreeMap;

use super::Writer;
use crate::model::{CompareRule, Comparison, PackageWord};
use crate::write::{Refused, Writing, is_exact, minds_case, programs};

#[derive(Default)]
pub(super) struct Flags {
    pub(super) common: Vec<String>,
    pub(super) of_folders: BTreeMap<String, Vec<String>>,
    /// The arguments of single testcases, by the paths of their files.
    pub(super) of_cases: BTreeMap<String, Vec<String>>,
}

/// Returns the flags of the default checker for a comparison.
pub(super) fn flags_of(writing: &mut Writing<'_>, comparison: Comparison) -> Result<Vec<String>, Refused> {
    let Some(minds_case) = minds_case(comparison.rule) else {
        // Its error names the rule.
        programs::comparing(writing, comparison)?;
        return Ok(Vec::new());
    };
    let is_exact = is_exact(comparison.rule);
    let native = match (minds_case, is_exact) {
        (true, false) => CompareRule::Tokens,
        (false, false) => CompareRule::TokensAnyCase,
        (true, true) => CompareRule::Exact,
        (false, true) => CompareRule::ExactAnyCase,
    };
    writing.is_near(comparison.rule, native);
    let (absolute, relative) = match comparison.tolerance {
        None => (None, None),
        Some(tolerance) => (tolerance.absolute, tolerance.relative),
    };
    let is_one = absolute.is_some() && absolute == relative;
    let flags = [
        ("case_sensitive", minds_case, None),
        ("space_change_sensitive", is_exact, None),
        ("float_tolerance", is_one, absolute),
        (ABSOLUTE, !is_one && absolute.is_some(), absolute),
        (RELATIVE, !is_one && relative.is_some(), relative),
    ];
    let flags = flags.into_iter().filter(|(_, is_set, _)| *is_set);
    let words = flags.flat_map(|(name, _, value)| [Some(name.to_owned()), value.map(|value| format!("{value:e}"))]);
    Ok(words.flatten().collect())
}

const ABSOLUTE: &str = "float_absolute_tolerance";
const RELATIVE: &str = "float_relative_tolerance";

/// Returns whether flags mean the same after other flags as alone.
fn goes_on_from(common: &[String], own: &[String]) -> bool {
    let names = |flags: &[String]| -> Vec<String> {
        let words = flags.iter().map(String::as_str);
        let words = words.filter(|flag| flag.starts_with(|c: char| c.is_ascii_alphabetic()));
        let names = words.flat_map(|word| match word {
            "float_tolerance" => vec![ABSOLUTE, RELATIVE],
            word => vec![word],
        });
        names.map(str::to_owned).collect()
    };
    let own = names(own);
    names(common).iter().all(|name| own.contains(name))
}

impl Writer<'_, '_> {
    /// Sorts the checker arguments by their scope.
    pub(super) fn flags(&mut self) -> Result<Flags, Refused> {
        let mut flags = Flags::default();
        let of_cases = self.flags_of_cases(&mut flags.common)?;
        let mut folders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, (folder, _)) in self.places.of_cases.iter().enumerate() {
            folders.entry(folder).or_default().push(at);
        }
        for (folder, cases) in folders {
            let first = &of_cases[cases[0]];
            if cases.iter().all(|at| of_cases[*at] == *first) {
                flags
                    .of_folders
                    .extend(first.clone().map(|words| (folder.to_owned(), words)));
            } else if self.spelling.is_legacy {
                return Err(format!(
                    "its checker gets different arguments inside one folder, which {} does not have",
                    self.writing.format
                ));
            } else {
                let file = |at: usize| Some((format!("{}.yaml", self.places.stem(at)), of_cases[at].clone()?));
                flags.of_cases.extend(cases.into_iter().filter_map(file));
            }
        }
        Ok(flags)
    }

    /// Returns the arguments of each testcase after the common ones, or `None` if it has none, and sets the common
    /// ones. Only legacy packages have these.
    fn flags_of_cases(&mut self, common: &mut Vec<String>) -> Result<Vec<Option<Vec<String>>>, Refused> {
        let mut all = Vec::new();
        let is_default = self.program.is_none();
        for case in self.writing.cases() {
            let rules = self.package.of_cases.get(&case.name);
            all.push(if is_default {
                let own = rules.and_then(|rules| rules.comparison);
                own.map(|own| flags_of(self.writing, own)).transpose()?
            } else {
                rules.and_then(|rules| rules.arguments.as_deref().map(PackageWord::texts))
            });
        }
        if self.spelling.has_ini && is_default {
            let mut every = all.iter().map(|own| own.as_ref().unwrap_or(&self.common));
            let one = every.next().unwrap_or(&self.common);
            if every.any(|own| own != one) {
                return Err(self.writing.different_rules());
            }
            common.clone_from(one);
            return Ok(vec![None; all.len()]);
        }
        let goes_on = |own: &Vec<String>| match is_default {
            true => goes_on_from(&self.common, own),
            false => own.starts_with(&self.common),
        };
        if self.spelling.is_legacy && all.iter().flatten().all(goes_on) {
            common.clone_from(&self.common);
            if !is_default {
                all.iter_mut().flatten().for_each(|own| _ = own.drain(..common.len()));
            }
            return Ok(all);
        }
        let usual = Some(&self.common).filter(|common| !common.is_empty());
        let whole = |own: Option<Vec<String>>| {
            let own = own.or(usual.cloned());
            own.filter(|own| !is_default || !own.is_empty())
        };
        Ok(all.into_iter().map(whole).collect())
    }
}
