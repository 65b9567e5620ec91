//! Rules with names: taking and breaking by a code, taking amounts, Grundy's game.

use crate::pattern::theorem::TakeAndBreak;
use crate::pattern::{Moves, MovesOf};

/// A rule with a name.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// Taking and breaking by a code.
    Code(TakeAndBreak),
    /// Grundy's game.
    Grundy,
}

impl Rule {
    /// Reads the name of a rule; `None` where the text is no name of one.
    ///
    /// # Errors
    /// A sentence about the fault of the rule.
    pub(super) fn parse(text: &str) -> Option<Result<Rule, String>> {
        let shown = text.escape_debug();
        if text == "grundy" {
            return Some(Ok(Rule::Grundy));
        }
        if let Some(code) = text.strip_prefix("octal:").or_else(|| text.strip_prefix("hex:")) {
            let code = TakeAndBreak::parse(code).map_err(|error| format!("`{shown}` is no rule: {error}"));
            return Some(code.map(Rule::Code));
        }
        let amounts = text.strip_prefix("take:")?;
        let numbers: Option<Vec<u64>> = amounts.split(',').map(|amount| amount.trim().parse().ok()).collect();
        let code = numbers.and_then(|numbers| TakeAndBreak::taking(&numbers));
        let wrong = || format!("`{shown}` is no rule: amounts are numbers from 1 to 1048576, as in take:1,3,4");
        Some(code.map(Rule::Code).ok_or_else(wrong))
    }

    /// Returns the heaps that each move of a heap leaves; `None` where there are more than `most`.
    pub(super) fn moves(&self, n: u64, most: u64) -> Option<Vec<Vec<u64>>> {
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
    pub(super) fn steps(&self, count: u64) -> u128 {
        match self {
            Rule::Code(code) => code.cost(count),
            Rule::Grundy => u128::from(count) * u128::from(count) / 4,
        }
    }

    pub(super) fn nimbers(&self, count: usize) -> Vec<u64> {
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
pub(super) struct RuleMoves<'a> {
    pub(super) rule: &'a Rule,
    /// Whether who cannot move wins.
    pub(super) misere: bool,
}

impl MovesOf for RuleMoves<'_> {
    fn moves_of(&mut self, numbers: &[u64], most_moves: usize, budget: usize) -> Vec<Moves> {
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
        all
    }
}
