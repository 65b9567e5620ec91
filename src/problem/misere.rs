//! Misère play of any problem: a player who cannot move wins.
//!
//! A problem may have a theory of it ([`Problem::misere_theory`]). Otherwise the positions that play can reach are
//! explored.

use super::played::Played;
use super::{CertifyError, Problem, Shown, Solved, Theory, Variant, each_test, theory, wrong};
use crate::budget::{Budget, Refusal};
use crate::engine::brute::{self, Brute};
use crate::engine::explore::{self, ExploreError, Explored, explore};
use crate::engine::oracle::Oracle;
use crate::engine::{Rules, Value};

/// The variant of the rules in which a player who cannot move wins.
pub const MISERE: Variant = Variant::flag("misere", "The player who cannot move wins");

/// The kind of misère play of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MiserePlay {
    /// The problem has its own variant `misere`, which its rules and its theory know.
    Known,
    /// The original rules apply, with wins and losses exchanged at the end. The values come from a theory or from
    /// exploring.
    Explored,
    /// The problem has no misère play, for this reason, which follows "has no misère play:".
    Missing(&'static str),
}

/// The theory of misère play by explored positions.
struct Known<P> {
    explored: Explored<P>,
    /// The steps of the exploration.
    steps: u64,
}

impl<G: Rules> Oracle<G> for Known<G::Position> {
    fn value(&self, game: &G, position: &G::Position) -> Value {
        self.explored.value(game, position)
    }
}

impl<G: Rules> Theory<G> for Known<G::Position> {
    fn steps(&self) -> u64 {
        self.steps
    }

    fn knows_distances(&self) -> bool {
        true
    }

    fn proved_positions(&self) -> usize {
        self.explored.positions().len()
    }

    fn proof(&self, game: &G, _: Budget) -> Option<Result<String, CertifyError>> {
        Some(theory::each_position(&Played::misere(game), &self.explored))
    }
}

/// The steps of exploring a position and a move, for a small position. They were measured on tables far larger than the
/// caches.
const STEPS: [u64; 2] = [1200, 600];

/// The extent of an exploration.
struct Plan {
    /// The number of positions, if it is known.
    counted: Option<u128>,
    /// The expected number of moves of all these positions.
    expected: Option<u128>,
    /// The bounds by memory alone.
    memory: explore::Bounds,
    /// The bounds by memory and steps.
    allowed: explore::Bounds,
    /// The bounds of this exploration.
    bounds: explore::Bounds,
}

/// The memory and work that exploring may take, for all tests of an input together.
struct Allowance {
    budget: Budget,
    /// The remaining steps.
    steps: u64,
}

impl Allowance {
    fn of(budget: Budget) -> Allowance {
        let steps = budget.steps();
        Allowance { budget, steps }
    }

    /// Explores misère play. A refusal shows the number of positions.
    fn explored<P: Problem>(&mut self, game: &P::Game) -> Result<Known<<P::Game as Rules>::Position>, Refusal> {
        let weight = weight(game.position_size());
        let plan = self.plan(weight, P::positions(game), moves_of_one_play(game));
        let known = explore(&Played::misere(game), plan.bounds).map_err(|error| self.refusal(&plan, &error))?;
        let steps = self.take(weight, known.positions().len(), known.move_count());
        let explored = known;
        Ok(Known { explored, steps })
    }

    /// Returns the extent of an exploration, from the number of positions if it is known, and the moves and positions
    /// of one play.
    fn plan(&self, weight: u64, counted: Option<u128>, [moves, plies]: [u128; 2]) -> Plan {
        /// Even if the bound on positions exceeds the budget, this many are explored: of small positions, and of any.
        ///
        /// The bound may be too high.
        const FEW: usize = 50_000;
        const FEWEST: usize = 64;
        let memory = explore_bounds(self.budget, weight);
        // Positions and moves get one half of the steps each.
        let within =
            |most: usize, steps: u64| most.min(usize::try_from(self.steps / 2 / weight / steps).unwrap_or(usize::MAX));
        let allowed = explore::Bounds {
            positions: within(memory.positions, STEPS[0]),
            moves: within(memory.moves, STEPS[1]),
        };
        let expected = counted.map(|count| count.saturating_mul(moves) / plies);
        let too_many = counted.is_some_and(|count| count > allowed.positions as u128)
            || expected.is_some_and(|expected| expected > allowed.moves as u128);
        let bounds = if too_many {
            let few = (FEW / weight as usize).max(FEWEST);
            explore::Bounds {
                positions: allowed.positions.min(few),
                moves: allowed.moves.min(10 * few),
            }
        } else {
            allowed
        };
        Plan {
            counted,
            expected,
            memory,
            allowed,
            bounds,
        }
    }

    /// Returns the refusal of an exploration that exceeded its bounds.
    fn refusal(&self, plan: &Plan, error: &ExploreError) -> Refusal {
        let Plan { counted, allowed, .. } = *plan;
        let many = match (counted, error) {
            (Some(u128::MAX), _) => "more than 10^38 positions".to_owned(),
            (Some(count), _) if count > allowed.positions as u128 => format!("up to {count} positions"),
            (Some(count), _) => format!(
                "up to {count} positions with some {} moves",
                plan.expected.unwrap_or(u128::MAX)
            ),
            (None, ExploreError::Moves(most)) => format!("positions with more than {most} moves"),
            (None, _) => format!("more than {} positions", plan.bounds.positions),
        };
        let used = if self.steps < self.budget.steps() {
            ", less the share of earlier tests"
        } else {
            ""
        };
        let message = format!(
            "gamesolve explores misère play, and here play can reach {many}: the budget is for {} positions and {} \
             moves{used}",
            allowed.positions, allowed.moves
        );
        if allowed == plan.memory {
            Refusal::of_memory(message)
        } else {
            Refusal::new(message, "`--memory-limit` and `--work-limit` set the budget")
        }
    }

    /// Takes the steps of an exploration from the allowance, and returns them.
    fn take(&mut self, weight: u64, positions: usize, moves: usize) -> u64 {
        let taken = positions as u64 * STEPS[0] + moves as u64 * STEPS[1];
        let steps = taken.saturating_mul(weight);
        self.steps = self.steps.saturating_sub(steps);
        steps
    }

    /// Returns the problem's own theory of misère play, or else its explored positions.
    fn theory<P: Problem>(&mut self, game: &P::Game) -> Result<Box<dyn Theory<P::Game>>, Refusal> {
        match P::misere_theory(game, self.budget)? {
            Some(theory) => Ok(theory),
            None => Ok(Box::new(self.explored::<P>(game)?)),
        }
    }

    fn solved<P: Problem>(&mut self, test: &P) -> Result<Solved<P::Game>, Refusal> {
        let game = test.game(self.budget)?;
        let theory = self.theory::<P>(&game)?;
        let played = played_out::<P>(&game);
        let solved = Solved::new(game, theory, played, |solved| answer::<P>(solved).to_string());
        Ok(solved.into_misere())
    }
}

/// Returns the number of moves of all positions of one play, and the number of these positions.
///
/// Their quotient estimates the moves of a position. The play takes the first and the last move in turn.
fn moves_of_one_play<G: Shown>(game: &G) -> [u128; 2] {
    const MOST_PLIES: u128 = 200;
    const MOST_MOVES: u128 = 10_000;
    let (mut moves, mut plies) = (0u128, 0);
    let mut position = game.start();
    while plies < MOST_PLIES && game.terminal(&position).is_none() {
        let count = game.move_count(&position);
        (moves, plies) = (moves.saturating_add(count), plies + 1);
        let place = if plies % 2 == 0 {
            0
        } else {
            count.min(MOST_MOVES).saturating_sub(1)
        };
        let next = game.moves(&position).nth(place as usize);
        let Some((_, next)) = next else { break };
        position = next;
    }
    [moves, plies.max(1)]
}

/// Returns the number of small positions that cost as much as one of `size` numbers: it is copied, hashed and compared.
pub(super) fn weight(size: usize) -> u64 {
    /// The count of numbers that costs as much as one small position.
    const SMALL: usize = 16;
    1 + (size / SMALL) as u64
}

/// Returns the positions and the moves that can be explored within a budget of memory. A position costs `weight` small
/// ones.
pub(super) fn explore_bounds(budget: Budget, weight: u64) -> explore::Bounds {
    /// The rough bytes of a position and of a move. Tables hold a position twice, and moves in both directions.
    const BYTES: [u64; 2] = [150, 16];
    let within = |bytes: u64| usize::try_from(budget.bytes() / 2 / bytes).unwrap_or(usize::MAX);
    explore::Bounds {
        positions: within(BYTES[0] * weight),
        moves: within(BYTES[1]),
    }
}

/// Answers all tests.
pub(super) fn solve<P: Problem>(instance: &P, budget: Budget) -> Result<Vec<P::Answer>, Refusal> {
    if let Some(answers) = instance.solve_misere(budget)? {
        return Ok(answers);
    }
    let mut allowance = Allowance::of(budget);
    each_test(instance, |test| {
        let game = test.game(budget)?;
        let theory = allowance.theory::<P>(&game)?;
        Ok(P::ask(&game, &*theory))
    })
}

/// Answers all tests by exploring, even if the problem has a theory.
#[cfg(test)]
pub(crate) fn explored_answers<P: Problem>(instance: &P, budget: Budget) -> Result<Vec<P::Answer>, Refusal> {
    let mut allowance = Allowance::of(budget);
    each_test(instance, |test| {
        let game = test.game(budget)?;
        let known = allowance.explored::<P>(&game)?;
        Ok(P::ask(&game, &known))
    })
}

/// Asserts that the problem's theory of misère play agrees with exploring, and that its answer is certified.
///
/// For each position that play can reach, it compares the outcome, the winning moves and, if the theory has it, the
/// distance.
#[cfg(test)]
pub(crate) fn agrees_with_exploring<P: Problem>(instance: &P) {
    let budget = super::checks::BUDGET;
    let answers = solve(instance, budget).unwrap();
    assert_eq!(answers, explored_answers(instance, budget).unwrap(), "{instance}");
    certify(instance, &answers, budget).unwrap_or_else(|error| panic!("{instance}{error}"));
    each_test(instance, |test| {
        let game = test.game(budget)?;
        let theory = P::misere_theory(&game, budget)?.expect("the problem has a theory of misère play");
        let explored = Allowance::of(budget).explored::<P>(&game)?;
        for position in explored.explored.positions() {
            let (found, expected) = (theory.value(&game, position), explored.value(&game, position));
            assert_eq!(found.outcome, expected.outcome, "{test}{position:?}");
            assert!(
                found.distance.is_none() || found.distance == expected.distance,
                "{test}{position:?}: {found:?} {expected:?}"
            );
            assert_eq!(found.nimber, None, "{test}{position:?}");
            let moves = |known: &dyn Oracle<P::Game>| {
                let winning = known.winning_moves(&game, position);
                winning.map(|(choice, _)| choice).collect::<Vec<_>>()
            };
            let (winning, expected) = (moves(&*theory), moves(&explored));
            assert_eq!(winning.len(), expected.len(), "{test}{position:?}");
            assert!(
                expected.iter().all(|choice| winning.contains(choice)),
                "{test}{position:?}"
            );
            assert_eq!(theory.count_winning_moves(&game, position), expected.len() as u128);
        }
        Ok::<_, Refusal>(())
    })
    .unwrap_or_else(|refusal| panic!("{instance}{refusal}"));
}

/// Returns the source of values of a game.
pub(super) fn theory<P: Problem>(game: &P::Game, budget: Budget) -> Result<Box<dyn Theory<P::Game>>, Refusal> {
    Allowance::of(budget).theory::<P>(game)
}

fn played_out<P: Problem>(game: &P::Game) -> Option<Brute<<P::Game as Rules>::Position>> {
    match P::brute_cap(game) {
        0 => None,
        cap => brute::solve(&Played::misere(game), cap).ok(),
    }
}

/// Answers all tests from the rules alone, or returns `None` if a test is too large.
pub(super) fn brute<P: Problem>(instance: &P) -> Option<Vec<P::Answer>> {
    let answers = each_test(instance, |test| {
        let game = test.game(Budget::of(u64::MAX)).map_err(drop)?;
        let known = played_out::<P>(&game).ok_or(())?;
        Ok::<_, ()>(P::ask(&game, &known))
    });
    answers.ok()
}

/// Returns the solved game of a test.
pub(super) fn solved<P: Problem>(test: &P, budget: Budget) -> Result<Solved<P::Game>, Refusal> {
    Allowance::of(budget).solved(test)
}

/// Answers by the positions played out if they are few, else by the explored positions.
fn answer<P: Problem>(solved: &Solved<P::Game>) -> P::Answer {
    match &solved.brute {
        Some(brute) => P::ask(&solved.game, brute),
        None => P::ask(&solved.game, &*solved.theory),
    }
}

/// Checks the answers to all tests and returns a short description of each check.
pub(super) fn certify<P: Problem>(
    instance: &P,
    answers: &[P::Answer],
    budget: Budget,
) -> Result<Vec<String>, CertifyError> {
    let mut left = answers.iter();
    let mut allowance = Allowance::of(budget);
    each_test(instance, |test| {
        let solved = allowance.solved(test)?;
        let mut certificate = solved.verify(budget)?;
        let asked = answer::<P>(&solved);
        match (left.next(), certificate.checked.is_empty()) {
            (Some(answer), false) if asked == *answer => Ok(certificate.checked.join("; ")),
            (Some(answer), true) if asked == *answer => {
                let unchecked = || Refusal::unconditional("nothing of it can be checked");
                Err(certificate.unchecked.pop().unwrap_or_else(unchecked).into())
            }
            _ => Err(wrong(format!("its checked values give the answer {asked}"))),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Variants;
    use crate::problem::{Entry, Failure, Input};
    use crate::problems::REGISTRY;

    fn misere() -> Variants {
        let mut variants = Variants::default();
        variants.set(&MISERE, 1);
        variants
    }

    fn entry(slug: &str) -> &'static dyn Entry {
        let mut registry = REGISTRY.iter();
        *registry.find(|entry| entry.meta().slug == slug).unwrap()
    }

    fn answer(slug: &str, text: &str) -> String {
        let variants = &misere();
        let bytes = text.as_bytes();
        entry(slug)
            .solve(Input { bytes, variants }, Budget::of(1 << 30))
            .unwrap()
    }

    /// Facts that are known without exploring.
    #[test]
    fn known_theorems_of_misere_play_hold() {
        // Take 1 to p: the player to move loses if one stone remains modulo p + 1.
        for pile in 0..40 {
            let lost = pile % 4 == 1;
            let first = answer("subtract", &format!("{pile} 3\n"));
            assert_eq!(first.starts_with('2'), lost, "{pile}: {first}");
        }
        assert_eq!(answer("subtract", "0 3\n"), "1\n");
        assert_eq!(answer("subtract", "4 3\n"), "1\n3\n");
        // Wythoff's lost pairs stay the same, except the two smallest.
        for a in 0..12u64 {
            for b in a..12 {
                let (small, k) = (a, b - a);
                let low = (k + (5 * k * k).isqrt()) / 2;
                let lost = match (a, b) {
                    (0, 0) | (1, 2) => false,
                    (0, 1) | (2, 2) => true,
                    _ => low == small,
                };
                let none = answer("wythoff", &format!("{a} {b}\n")) == "0\n";
                assert_eq!(none, lost || (a, b) == (0, 0), "{a} {b}");
            }
        }
        // One pawn on a path: the number of moves decides.
        assert_eq!(answer("pawns", "3 2\n1 2\n2 3\n3\n1 0 0\n0 1 0\n0 0 1\n"), "1\n2\n1\n");
        // A cycle is still a draw, if staying is better than leaving it.
        assert_eq!(answer("game", "3 3\n1\n1 2\n2 1\n2 3\n"), "0\n");
    }

    #[test]
    fn all_tests_of_an_input_share_the_work() {
        let variants = &misere();
        let boards = |count: usize| format!("1 1 1\n{count}\n{}", "12\n".repeat(count));
        let budget = Budget::of(1 << 30).with_steps(5_000_000);
        let solve = |count: usize| {
            let text = boards(count);
            let bytes = text.as_bytes();
            entry("pas").solve(Input { bytes, variants }, budget)
        };
        assert_eq!(solve(1).unwrap().lines().count(), 1);
        match solve(100) {
            Err(Failure::Refused(refusal)) => assert!(
                refusal.to_string().contains("less the share of earlier tests")
                    && refusal.to_string().contains("--work-limit"),
                "{refusal}"
            ),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_too_large_is_refused_with_its_number_of_positions() {
        let refused = |slug: &str, text: &str| {
            let variants = &misere();
            let bytes = text.as_bytes();
            match entry(slug).solve(Input { bytes, variants }, Budget::of(1 << 24)) {
                Err(Failure::Refused(refusal)) => refusal.to_string(),
                other => panic!("{other:?}"),
            }
        };
        let stones = refused("stone-transfer", "3\n1000000 0 0\n");
        assert!(
            stones.contains("play can reach up to ") && stones.contains("the budget is for"),
            "{stones}"
        );
        let pawns = refused("pawns", "3 2\n1 2\n2 3\n1\n20000 0 0\n");
        assert!(pawns.contains("up to 200030001 positions"), "{pawns}");
        let pas = refused("pas", "1 1 1\n1\n100000\n");
        assert!(
            pas.contains("more than 10^38 positions") && pas.contains("--memory-limit"),
            "{pas}"
        );
    }
}
