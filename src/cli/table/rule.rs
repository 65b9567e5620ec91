//! The table of a rule with a name.

use anyhow::Result;

use super::super::rule::{Rule, RuleMoves};
use super::super::status::Stop;
use super::{Options, Printed, of_series};
use crate::budget::Refusal;
use crate::engine::{Outcome, Value};
use crate::pattern::theorem::HeapRule;
use crate::pattern::{Bounds, Recognised};
use crate::practice::table::{About, Content, Series};

pub(super) fn of_rule(options: &Options, name: &str, rule: &Rule) -> Result<Printed> {
    /// The most heaps that are valued: the cost grows with the square, or the cube.
    const MOST_HEAPS: [u64; 3] = [1_000_000, 20_000, 1500];
    /// The heaps whose moves are looked at for the winning move.
    const LOOKED_AT: u64 = 600;
    let has_input = options.input.is_some() || !options.samples.is_empty() || options.at.is_some();
    if has_input || options.test.number() > 0 {
        return Err(Stop::bad_input("error: a rule has no input: give --range").into());
    }
    let misere = options.test.variants.misere_alone()?;
    let (words, heaps) = match rule {
        Rule::Grundy => ("break a heap into two unequal ones".to_owned(), 2),
        Rule::Code(code) => (code.words(), code.most_left()),
    };
    if misere && heaps > 1 {
        let message =
            "error: heaps that break have no misère table: what a sum of them is worth does not follow from its heaps";
        let hint = "hint: the same game as a file may have `LAST = \"loses\"`, and is explored sum by sum";
        return Err(Stop::bad_input(format!("{message}\n{hint}")).into());
    }
    let most = MOST_HEAPS[heaps.clamp(1, 3) - 1];
    let default = if heaps == 3 { 300 } else { 1000 };
    let ranges = options.range.as_ref().map_or(&[][..], |ranges| &ranges.0);
    let (low, high) = match ranges {
        [] => (0, default),
        [one] => *one,
        _ => return Err(Stop::bad_input("error: a rule has one number, the size of a heap").into()),
    };
    if high >= most {
        let refusal = Refusal::unconditional(format_args!(
            "a table to {high} is refused: heaps of this rule are valued one by one up to {most}"
        ));
        return Err(Stop::refused(&refusal).into());
    }
    let budget = options.test.limits.solving.budget();
    let refused = budget.require_steps(rule.steps(high + 1), format_args!("a table of this rule to {high}"));
    refused.map_err(|refusal| Stop::refused(&refusal))?;
    // A proof may need more than the table: values from 0 on are looked at in any case, if they are no great work.
    let proof = match rule {
        Rule::Code(code) if heaps == 1 => (4 * code.most_taken() as u64 + 2000).min(most - 1),
        _ => default,
    };
    let is_little = rule.steps(proof + 1) <= u128::from(budget.to_show().steps());
    let count = high.max(if is_little { proof } else { 0 }) as usize + 1;
    let values: Vec<Value> = match (misere, rule) {
        (true, Rule::Code(code)) => {
            let outcomes = code.misere_wins(count).into_iter().map(Outcome::win_if);
            outcomes.map(Value::of).collect()
        }
        _ => {
            let value = |nimber: u64| {
                let mut value = Value::of(Outcome::win_if(nimber != 0));
                value.nimber = Some(nimber);
                value
            };
            rule.nimbers(count).into_iter().map(value).collect()
        }
    };
    let looked_at =
        (0..count.min(LOOKED_AT as usize) as u64).map(|n| rule.moves(n, u64::from(u32::MAX)).unwrap_or_default());
    let whole = Series {
        name: "n".to_owned(),
        first: 0,
        values,
        moves: (heaps == 1).then(|| looked_at.collect()),
    };
    let given = match rule {
        Rule::Code(code) => Some(Recognised {
            rule: HeapRule::Code(code.clone()),
            from: 0,
            to: u64::MAX,
        }),
        Rule::Grundy => None,
    };
    let mut source = RuleMoves { rule, misere };
    let about = About {
        given: given.as_ref(),
        misere,
        limit: None,
        source: Some(&mut source),
    };
    let bounds = Bounds {
        up_to: 1_000_000_000,
        named_to: 0,
        moves: 2_000_000,
    };
    let last = if misere { "wins" } else { "loses" };
    let name = crate::text::quoted(name.as_bytes(), 100);
    let title = format!("{name}: {words}; who cannot move {last}.");
    let mut printed = of_series(options, title, whole, about, bounds, None)?;
    if let Content::Series(series) = &mut printed.content {
        series.values = series.values[low as usize..=high as usize].to_vec();
        series.first = low;
    }
    Ok(printed)
}
