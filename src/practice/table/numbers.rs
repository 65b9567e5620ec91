//! The table of a problem's instances that differ in one number or two.

use std::collections::HashMap;

use itertools::Itertools as _;

use super::in_numbers::InNumbers;
use super::made::{Ask, Table, TableError, WINS, tabulate};
use crate::budget::Refusal;
use crate::engine::Value;
use crate::problem::{Entry, Failure, Input, MISERE, Variants};
use crate::text::Source;

/// Returns the values of the instances that differ in one number or two. Other numbers come from `base`, else from the
/// problem.
///
/// # Errors
/// Fails if the problem has no such table, or if an instance is malformed or beyond the budget.
pub fn of_numbers(
    ask: &Ask,
    entry: &'static dyn Entry,
    variants: &Variants,
    base: Option<Source>,
) -> Result<Table, TableError> {
    let meta = entry.meta();
    let number = which(entry, ask.ranges.len())?;
    let series = entry.series()[number];
    let source = base.unwrap_or_else(|| Source {
        name: "the default".to_owned(),
        bytes: series.base.as_bytes().to_vec(),
    });
    let base = Input {
        bytes: &source.bytes,
        variants,
    };
    let budget = ask.budget;
    let stop = |failure: Failure| TableError::Failed(Box::new(failure), source.clone());
    let about = entry.series_about(number, base).map_err(|error| stop(error.into()))?;
    // All values of the table share the work.
    let left = std::cell::Cell::new(budget.steps());
    let value = |numbers: &[u64]| -> Result<Option<Value>, TableError> {
        let found = entry.series_value(number, base, numbers, budget.with_steps(left.get()));
        let shares_the_budget = |refusal: Refusal| {
            if left.get() < budget.steps() {
                Refusal::new(
                    format_args!(
                        "this table takes more steps than the budget of {}: at {} = {} {}",
                        budget.steps(),
                        series.names.iter().join(", "),
                        numbers.iter().join(", "),
                        refusal.message()
                    ),
                    refusal.hint(),
                )
            } else {
                refusal
            }
        };
        let found = found.map_err(|failure| match failure {
            Failure::Refused(refusal) => stop(Failure::Refused(shares_the_budget(refusal))),
            other => stop(other),
        })?;
        let Some((value, steps)) = found else { return Ok(None) };
        let Some(rest) = left.get().checked_sub(steps) else {
            let refusal = budget.over_work(format_args!(
                "this table takes more steps than the budget of {}, which are used up at {} = {}",
                budget.steps(),
                series.names.iter().join(", "),
                numbers.iter().join(", ")
            ));
            return Err(stop(Failure::Refused(refusal)));
        };
        left.set(rest);
        Ok(Some(value))
    };
    let misere = if variants.has(MISERE.name) { WINS } else { "" };
    let title = format!("{} ({}): {about}{misere}.", meta.title().en, meta.slug);
    let known = series.has_moves.then_some(InNumbers {
        entry,
        number,
        base,
        misere: variants.has(MISERE.name),
        known: HashMap::new(),
        too_many: HashMap::new(),
    });
    tabulate(ask, title, series.names, value, known)
}

/// Returns the place of the table of `wanted` numbers, or of any table for 0.
fn which(entry: &dyn Entry, wanted: usize) -> Result<usize, TableError> {
    let slug = entry.meta().slug;
    let all = entry.series();
    let fits = |names: usize| names == wanted || wanted == 0;
    let exact = all.iter().position(|series| fits(series.names.len()));
    // One range may stand for both numbers.
    let either = || all.iter().position(|series| series.names.len() > wanted);
    exact.or_else(either).ok_or_else(|| {
        TableError::Asked(match &all[..] {
            [] => format!("`{slug}` has no table by --range\nhint: gamesolve table {slug} INPUT"),
            [one] if one.names.len() == 1 => format!("`{slug}` has a table of one number, `{}`", one.names[0]),
            several => {
                let each: Vec<String> = several.iter().map(|series| series.names.join(", ")).collect();
                format!("`{slug}` has tables by these numbers: {}", each.join(" / "))
            }
        })
    })
}
