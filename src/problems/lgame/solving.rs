//! The solution of all positions of the L game at once, as sets of pairs of discs.
//!
//! **Idea.** For each pair of Ls, one word has a bit for each pair of cells that the discs can take. Other words of
//! this kind hold the positions that the player to move has won, or lost. A move of one disc or none turns a set into
//! the pairs that share a cell with one of its pairs. A move of the L joins the sets of its new places. Each round
//! takes both steps back from the positions that earlier rounds decided.
//!
//! **Why it is right.** A position is won if a move leads to a lost one. It is lost if every move leads to a won one. A
//! round uses only the results of earlier rounds, so its number is the distance.
//!
//! **Cost.** 656 pairs of Ls times some 60 operations on 128 bits, for each of 10 rounds: about a millisecond.
//!
//! **Source.** The bitboards of chess programs.

use super::board::{Board, Cells, LS, PLACEMENTS, POSITIONS, Position, each, pairs};
use crate::engine::retrograde::{self, Table};
use crate::engine::{Outcome, Positions as _};

/// A set of pairs of cells, each a bit.
type Pairs = u128;

/// The sets for every pair of Ls, mine and theirs.
type Sets = Box<[[Pairs; LS]; LS]>;

const CELLS: usize = 16;

/// Returns the memory for solving in bytes: the table, its entries, and the sets of a round.
pub(super) fn bytes_needed() -> u64 {
    let entries = size_of::<(Outcome, Option<u32>)>() * POSITIONS;
    const SETS: usize = 5;
    let sets = SETS * size_of::<[[Pairs; LS]; LS]>();
    retrograde::bytes_needed(POSITIONS as u64, 0) + (entries + sets) as u64
}

/// Returns the outcome and distance of every position, by its number.
pub(super) fn solve(game: &Board) -> Table {
    let cells: Vec<Cells> = pairs(CELLS).map(|(low, high)| 1 << low | 1 << high).collect();
    let stars = stars();
    let all = legal(&stars);
    let apart = all
        .each_ref()
        .map(|sets| (0..LS).filter(|&other| sets[other] != 0).collect());
    let (mut lost, mut not_won) = (no_pairs(), all.clone());
    let (mut to_lost, mut to_not_won) = (no_pairs(), no_pairs());
    let mut entries = vec![(Outcome::Draw, None); game.len()];
    for round in 0.. {
        before(&lost, &all, &apart, &stars, &mut to_lost);
        before(&not_won, &all, &apart, &stars, &mut to_not_won);
        let mut any = false;
        for (mine, others) in apart.iter().enumerate() {
            for &theirs in others {
                let open = not_won[mine][theirs] & !lost[mine][theirs];
                let new_won = open & to_lost[mine][theirs];
                let new_lost = open & !to_not_won[mine][theirs];
                for (new, outcome) in [(new_won, Outcome::Win), (new_lost, Outcome::Loss)] {
                    for pair in numbers(new) {
                        let position = Position::new(mine, theirs, cells[pair], true);
                        entries[game.index(&position)] = (outcome, Some(round));
                    }
                }
                not_won[mine][theirs] &= !new_won;
                lost[mine][theirs] |= new_lost;
                any |= new_won | new_lost != 0;
            }
        }
        if !any {
            break;
        }
    }
    entries.into_iter().collect()
}

fn no_pairs() -> Sets {
    Box::new([[0; LS]; LS])
}

/// Finds the positions with a move into `after`. `apart` lists for each L the Ls that do not overlap it.
fn before(after: &Sets, all: &Sets, apart: &[Vec<usize>; LS], stars: &[Pairs; CELLS], before: &mut Sets) {
    let mut goes = Vec::with_capacity(LS);
    for (theirs, others) in apart.iter().enumerate() {
        // Collect the places of my L, and the discs before one of them moves or none does. The next turn is the
        // opponent's.
        let (mut once, mut twice) = (0, 0);
        for &to in others {
            let legal = all[to][theirs];
            let discs = near(after[theirs][to], stars) & legal;
            twice |= once & discs;
            once |= discs;
            goes.push((to, legal, discs));
        }
        for (from, legal, discs) in goes.drain(..) {
            // The L has to leave its place. So a pair of discs counts there only if another place has it too.
            let elsewhere = twice | once & !discs;
            before[from][theirs] = elsewhere & legal;
        }
    }
}

/// Returns the pairs that share at least one cell with a pair of the set.
fn near(pairs: Pairs, stars: &[Pairs; CELLS]) -> Pairs {
    let mut near = 0;
    // Most sets are empty in the first rounds.
    if pairs != 0 {
        for star in stars {
            if pairs & star != 0 {
                near |= star;
            }
        }
    }
    near
}

/// Returns for every cell the pairs with that cell.
fn stars() -> [Pairs; CELLS] {
    let mut stars = [0; CELLS];
    for (number, (low, high)) in pairs(CELLS).enumerate() {
        stars[low] |= 1 << number;
        stars[high] |= 1 << number;
    }
    stars
}

/// Returns for every pair of Ls without overlap the pairs of free cells.
fn legal(stars: &[Pairs; CELLS]) -> Sets {
    let mut sets = no_pairs();
    let everywhere = stars.iter().fold(0, |all, star| all | star);
    for (mine, sets) in PLACEMENTS.iter().zip(sets.iter_mut()) {
        for (theirs, set) in PLACEMENTS.iter().zip(sets) {
            if mine & theirs == 0 {
                let taken = each(mine | theirs).map(|cell| stars[cell.trailing_zeros() as usize]);
                *set = everywhere & !taken.fold(0, |taken, star| taken | star);
            }
        }
    }
    sets
}

/// Returns the numbers of the pairs of a set in rising order.
fn numbers(mut set: Pairs) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            number
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::USUAL_START;
    use super::*;

    #[test]
    fn sets_of_discs_give_the_table_of_the_general_engine() {
        let (found, known) = (solve(&USUAL_START), retrograde::solve(&USUAL_START));
        assert_eq!(found.len(), known.len());
        for index in 0..known.len() {
            assert_eq!(found.outcome(index), known.outcome(index), "{index}");
            assert_eq!(found.distance(index), known.distance(index), "{index}");
        }
    }

    #[test]
    fn pairs_that_share_a_cell_are_near() {
        let stars = stars();
        let number = |wanted| pairs(CELLS).position(|pair| pair == wanted).unwrap();
        let found = near(1 << number((3, 9)), &stars);
        for (number, (low, high)) in pairs(CELLS).enumerate() {
            let shares = [low, high].iter().any(|cell| [3, 9].contains(cell));
            assert_eq!(found >> number & 1 == 1, shares, "{low} {high}");
        }
    }
}
