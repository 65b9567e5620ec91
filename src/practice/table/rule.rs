//! Rules with names: taking and breaking by a code, taking amounts, Grundy's game.

use std::rc::Rc;

use super::made::{Ask, Table, TableError, of_series};
use super::{About, Content, Series};
use crate::budget::Refusal;
use crate::engine::{Outcome, Value};
use crate::pattern::theorem::{CodeError, HeapRule, TakeAndBreak};
use crate::pattern::{Bounds, Moves, MovesOf, Recognised};

/// A rule with a name.
#[derive(Clone, Debug)]
pub enum Rule {
    /// Taking and breaking by a code.
    Code(TakeAndBreak),
    /// Grundy's game.
    Grundy,
}

/// A text that begins like a rule, and is none.
#[derive(Debug, thiserror::Error)]
pub enum WrongRule {
    /// The code is wrong: the text, and the error.
    #[error("`{0}` is not a rule: {1}\nhint: gamesolve table octal:0.77")]
    Code(String, CodeError),
    /// An amount is none: the text.
    #[error("`{0}` is not a rule, because amounts are numbers from 1 to 1048576\nhint: gamesolve table take:1,3,4")]
    Amounts(String),
}

impl Rule {
    /// Reads the name of a rule, or returns `None` for other texts.
    ///
    /// # Errors
    /// Fails if a rule of this form has a fault.
    pub fn parse(text: &str) -> Option<Result<Rule, WrongRule>> {
        let shown = || text.escape_debug().to_string();
        if text == "grundy" {
            return Some(Ok(Rule::Grundy));
        }
        if let Some(code) = text.strip_prefix("octal:").or_else(|| text.strip_prefix("hex:")) {
            let code = TakeAndBreak::parse(code).map_err(|error| WrongRule::Code(shown(), error));
            return Some(code.map(Rule::Code));
        }
        let amounts = text.strip_prefix("take:")?;
        let numbers: Option<Vec<u64>> = amounts.split(',').map(|amount| amount.trim().parse().ok()).collect();
        let code = numbers.and_then(|numbers| TakeAndBreak::taking(&numbers));
        Some(code.map(Rule::Code).ok_or_else(|| WrongRule::Amounts(shown())))
    }

    /// Returns the heaps that each move of a heap leaves, or `None` if there are more than `most`.
    fn moves(&self, n: u64, most: u64) -> Option<Vec<Vec<u64>>> {
        match self {
            Rule::Grundy if n > 2 * most => None,
            Rule::Grundy => Some((1..n.div_ceil(2)).map(|a| vec![a, n - a]).collect()),
            Rule::Code(code) => {
                let splits = (code.most_taken() as u64 + 1).saturating_mul(match code.most_left() {
                    1 => 1,
                    2 => n / 2 + 1,
                    _ => n.saturating_mul(n) / 12 + 1,
                });
                (splits <= most.saturating_mul(4)).then(|| code.moves(n))
            }
        }
    }

    /// Returns the steps of valuing the heaps of fewer than `count` tokens.
    fn steps(&self, count: u64) -> u128 {
        match self {
            Rule::Code(code) => code.cost(count),
            Rule::Grundy => u128::from(count) * u128::from(count) / 4,
        }
    }

    /// Returns the values of the first heaps.
    fn values(&self, count: usize, misere: bool) -> Vec<Value> {
        match self {
            Rule::Code(code) if misere => {
                let outcomes = code.misere_wins(count).into_iter().map(Outcome::win_if);
                outcomes.map(Value::of).collect()
            }
            _ => self.nimbers(count).into_iter().map(Value::of_nimber).collect(),
        }
    }

    fn nimbers(&self, count: usize) -> Vec<u64> {
        match self {
            Rule::Code(code) => code.nimbers(count),
            Rule::Grundy => {
                let mut values: Vec<u64> = Vec::with_capacity(count);
                let mut seen: Vec<usize> = Vec::new();
                for n in 0..count {
                    for a in 1..n.div_ceil(2) {
                        let nimber = (values[a] ^ values[n - a]) as usize;
                        if nimber >= seen.len() {
                            seen.resize((nimber + 1).next_power_of_two(), 0);
                        }
                        seen[nimber] = n;
                    }
                    let free = seen.iter().position(|&last| last != n || n == 0);
                    values.push(free.unwrap_or(seen.len()) as u64);
                }
                values
            }
        }
    }
}

/// The moves of a rule beyond a table.
struct RuleMoves<'a> {
    rule: &'a Rule,
    /// Whether the player who cannot move wins.
    misere: bool,
}

impl MovesOf for RuleMoves<'_> {
    fn moves_of(&mut self, numbers: &[u64], most_moves: usize, budget: usize) -> Rc<[Moves]> {
        let mut spent = 0;
        let mut all = Vec::new();
        for &n in numbers {
            let moves = match self.rule.moves(n, most_moves as u64) {
                Some(moves) if moves.len() <= most_moves => {
                    spent += moves.len();
                    Moves::To(moves, u64::from(self.misere))
                }
                _ => Moves::TooMany,
            };
            all.push(moves);
            if spent > budget {
                break;
            }
        }
        all.into()
    }
}

/// Returns the nimbers of the heaps of a rule, or in misère play the outcomes.
///
/// # Errors
/// Fails if the rule has no such table, or the heaps are beyond a bound.
pub fn of_rule(ask: &Ask, name: &str, rule: &Rule, misere: bool) -> Result<Table, TableError> {
    /// The most heaps that are valued. The cost grows with the square, or the cube.
    const MOST_HEAPS: [u64; 3] = [1_000_000, 20_000, 1500];
    /// The number of heaps whose moves are searched for the winning move.
    const LOOKED_AT: u64 = 600;
    let (words, heaps) = match rule {
        Rule::Grundy => ("split a heap into two unequal heaps".to_owned(), 2),
        Rule::Code(code) => (code.words(), code.most_left()),
    };
    if misere && heaps > 1 {
        let message = "heaps that split have no misère table, because the heaps do not determine the value of a sum";
        let hint = "hint: write the game as a file with `LAST = \"loses\"`, so that gamesolve explores each sum";
        return Err(TableError::Asked(format!("{message}\n{hint}")));
    }
    let most = MOST_HEAPS[heaps.clamp(1, 3) - 1];
    let default = if heaps == 3 { 300 } else { 1000 };
    let (low, high) = match ask.ranges[..] {
        [] => (0, default),
        [one] => one,
        _ => return Err(TableError::asked("a rule has one number, the size of a heap")),
    };
    if high >= most {
        let refusal = Refusal::unconditional(format_args!(
            "a table to {high} is too large, because the limit for heaps of this rule is {most}"
        ));
        return Err(TableError::Refused(refusal));
    }
    let refused = ask
        .budget
        .require_steps(rule.steps(high + 1), format_args!("a table of this rule to {high}"));
    refused.map_err(TableError::Refused)?;
    // A proof may need more than the table. So values from 0 on are computed in any case, if that is little work.
    let proof = match rule {
        Rule::Code(code) if heaps == 1 => (4 * code.most_taken() as u64 + 2000).min(most - 1),
        _ => default,
    };
    let is_little = rule.steps(proof + 1) <= u128::from(ask.budget.to_show().steps());
    let count = high.max(if is_little { proof } else { 0 }) as usize + 1;
    let looked_at =
        (0..count.min(LOOKED_AT as usize) as u64).map(|n| rule.moves(n, u64::from(u32::MAX)).unwrap_or_default());
    let whole = Series {
        name: "n".to_owned(),
        first: 0,
        values: rule.values(count, misere),
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
        play_out: None,
    };
    let bounds = Bounds {
        up_to: 1_000_000_000,
        named_to: 0,
        moves: 2_000_000,
    };
    let last = if misere { "wins" } else { "loses" };
    let name = crate::text::quoted(name.as_bytes(), 100);
    let title = format!("{name}: {words}. The player who cannot move {last}.");
    let mut table = of_series(title, whole, about, bounds, None)?;
    if let Content::Series(series) = &mut table.content {
        series.values = series.values[low as usize..=high as usize].to_vec();
        series.first = low;
    }
    Ok(table)
}
