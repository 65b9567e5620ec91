//! The pattern of the winning move, which is the reason for the values.
//!
//! It is one expression that is a winning choice from every won number, or two expressions and a set that chooses
//! between them.

use std::fmt;

use super::expr::{Atom, Expr, Op, Set};

/// A description of a winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The amount to take.
    Take(Expr),
    /// The amount to leave.
    Leave(Expr),
}

/// A winning move for every won number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinningMove {
    /// The same choice everywhere.
    Always(Choice),
    /// A choice for the numbers of a set, another for the rest.
    BySet(Set, Choice, Choice),
}

impl Choice {
    /// Returns the number that the move leads to.
    pub fn target(&self, n: u64) -> Option<u64> {
        match self {
            Choice::Take(expr) => n.checked_sub(expr.value(n)?),
            Choice::Leave(expr) => expr.value(n),
        }
    }

    fn bits(&self) -> u32 {
        match self {
            Choice::Take(expr) => expr.bits(),
            Choice::Leave(expr) => expr.bits() + 2,
        }
    }
}

impl WinningMove {
    /// Returns the number that the move leads to.
    pub fn target(&self, n: u64) -> Option<u64> {
        match self {
            WinningMove::Always(choice) => choice.target(n),
            WinningMove::BySet(set, inside, outside) => {
                if set.has(n)? {
                    inside.target(n)
                } else {
                    outside.target(n)
                }
            }
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Take(expr) => write!(f, "take {expr}"),
            Choice::Leave(expr) => write!(f, "leave {expr}"),
        }
    }
}

impl fmt::Display for WinningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WinningMove::Always(choice) => write!(f, "{choice}"),
            WinningMove::BySet(set, inside, outside) => {
                write!(f, "from {set}: {inside}, and from the others: {outside}")
            }
        }
    }
}

/// Returns a choice that is winning from every won number.
///
/// `won` has the won numbers, each with the lost numbers that its moves lead to. Leave out numbers without a move to a
/// number of the table.
pub fn winning_move(won: &[(u64, Vec<u64>)]) -> Option<WinningMove> {
    /// The fewest won numbers for any claim, and the fewest on either side of a set.
    const FEWEST: usize = 12;
    const FEWEST_OF_SET: usize = 3;
    if won.len() < FEWEST {
        return None;
    }
    let mut choices = choices();
    choices.sort_by_key(Choice::bits);
    // For each choice, the won numbers from which it wins. Only frequent winners are useful.
    let wins =
        |choice: &Choice, (n, to): &(u64, Vec<u64>)| choice.target(*n).is_some_and(|target| to.contains(&target));
    let tables: Vec<(&Choice, Vec<bool>)> = choices
        .iter()
        .map(|choice| (choice, won.iter().map(|case| wins(choice, case)).collect()))
        .collect();
    if let Some((choice, _)) = tables.iter().find(|(_, wins)| wins.iter().all(|&wins| wins)) {
        return Some(WinningMove::Always((*choice).clone()));
    }
    let mut sets = Set::plain();
    sets.extend((2..=8).flat_map(|q| (0..q).map(move |rest| Set::Residues(q, vec![rest]))));
    for set in sets {
        let inside: Option<Vec<bool>> = won.iter().map(|(n, _)| set.has(*n)).collect();
        let Some(inside) = inside else { continue };
        let count = inside.iter().filter(|&&inside| inside).count();
        if count < FEWEST_OF_SET || won.len() - count < FEWEST_OF_SET {
            continue;
        }
        let covers = |side: bool| {
            let covering = tables.iter().find(|(_, wins)| {
                let each = wins.iter().zip(&inside);
                each.into_iter().all(|(&wins, &inside)| wins || inside != side)
            });
            covering.map(|(choice, _)| (*choice).clone())
        };
        if let (Some(within), Some(without)) = (covers(true), covers(false)) {
            return Some(WinningMove::BySet(set, within, without));
        }
    }
    None
}

/// Returns the choices to try.
fn choices() -> Vec<Choice> {
    let minus = |expr: Expr, by: u64| Expr::join(expr, Op::Sub, Expr::Const(by));
    let atom = Expr::Atom;
    let mut takes: Vec<Expr> = Atom::all().into_iter().map(atom).collect();
    takes.extend((17..=40).map(|q| atom(Atom::Mod(q))));
    takes.extend((1..=12).map(Expr::Const));
    let mut leaves: Vec<Expr> = takes.clone();
    for q in 2..=16 {
        let offset = |by: u64| {
            Expr::join(
                Expr::join(atom(Atom::N), Op::Add, Expr::Const(by)),
                Op::Mod,
                Expr::Const(q),
            )
        };
        takes.extend((1..q).map(offset));
    }
    takes.push(minus(atom(Atom::N), 1));
    for of in [Atom::HighBit, Atom::Bits, Atom::Root, Atom::LeastPrime, Atom::HalfUp] {
        takes.push(minus(atom(of), 1));
        leaves.push(minus(atom(of), 1));
    }
    // The largest 2^k - 1 below n, and other numbers from powers of 2.
    leaves.push(minus(Expr::join(atom(Atom::HalfUp), Op::Mul, Expr::Const(1)), 1));
    takes.push(Expr::join(atom(Atom::N), Op::Sub, atom(Atom::HighBit)));
    takes.push(Expr::join(
        Expr::join(atom(Atom::N), Op::Sub, atom(Atom::HighBit)),
        Op::Add,
        Expr::Const(1),
    ));
    takes
        .into_iter()
        .map(Choice::Take)
        .chain(leaves.into_iter().map(Choice::Leave))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pattern of the winning move of a game of taking, up to 600.
    fn of(amounts: impl Fn(u64) -> Vec<u64>) -> Option<String> {
        let mut lost: Vec<bool> = Vec::new();
        let mut won = Vec::new();
        for n in 0..=600_u64 {
            let to: Vec<u64> = amounts(n)
                .into_iter()
                .map(|amount| n - amount)
                .filter(|&to| lost[to as usize])
                .collect();
            lost.push(to.is_empty());
            if !to.is_empty() {
                won.push((n, to));
            }
        }
        winning_move(&won).map(|choice| choice.to_string())
    }

    #[test]
    fn winning_moves_have_their_known_patterns() {
        let up_to = |most: u64| move |n: u64| (1..=most.min(n)).collect::<Vec<_>>();
        assert_eq!(of(up_to(3)).unwrap(), "take n mod 4");
        let powers = |n: u64| (0..10).map(|k| 1 << k).filter(|&amount| amount <= n).collect();
        assert_eq!(of(powers).unwrap(), "take n mod 3");
        let proper = |n: u64| (2..n).filter(|d| n.is_multiple_of(*d)).collect();
        let found = of(proper).unwrap();
        assert!(found.contains("take n div 2") && found.contains("odd part"), "{found}");
    }

    #[test]
    fn a_game_without_a_simple_winning_move_has_no_pattern() {
        let squares = |n: u64| (1..=n.isqrt()).map(|root| root * root).collect();
        assert_eq!(of(squares), None);
    }
}
