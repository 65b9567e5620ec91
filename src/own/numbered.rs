//! Explored positions as numbers, and the game of the catalogue that has their moves or their values.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::answers::{OwnEntry, caps_of};
use super::claimed::name_of_start;
use super::game::{numbers_of, typed_numbers};
use super::protocol::{Caps, Explored};
use crate::budget::Budget;
use crate::engine::Value;
use crate::pattern::catalogue::{Namesake, namesake, namesake_of_several};
use crate::problem::Input;
use crate::text::Mode;

/// Positions with their moves, each move as the numbers of the position that it leads to.
pub type MovesOfNumbers = BTreeMap<Vec<u64>, Vec<Vec<u64>>>;

impl Explored {
    /// Returns the heaps that each move of the first numbers from `low` on leaves, if starts are the numbers themselves.
    ///
    /// It reads at most `most` numbers.
    pub fn heaps_from(&self, low: u64, most: usize) -> Option<Vec<Vec<Vec<u64>>>> {
        let is_itself = |(place, parts): (usize, &Vec<u32>)| match parts[..] {
            [one] => self.names[one as usize].parse() == Ok(low + place as u64),
            _ => false,
        };
        let are_numbers = !self.has_points()
            && self.starts.iter().enumerate().all(is_itself)
            && self.names.iter().all(|name| name.parse::<u64>().is_ok());
        let heap = |&part: &u32| self.names[part as usize].parse().ok();
        let heaps = |parts: &[u32]| -> Vec<u64> { parts.iter().filter_map(heap).collect() };
        let starts = self.starts.iter().take(most);
        let moves = starts.map(|parts| self.moves(parts[0]).map(heaps).collect());
        are_numbers.then(|| moves.collect())
    }

    /// Returns all positions, if each has this many numbers and the explored starts are themselves.
    pub fn positions(&self, starts: &[String], count: usize) -> Option<Vec<Vec<u64>>> {
        let of = |name: &String| numbers_of(name).filter(|numbers| numbers.len() == count);
        let positions: Vec<Vec<u64>> = self.names.iter().map(of).collect::<Option<_>>()?;
        let is_itself = |(start, parts): (&String, &Vec<u32>)| match parts[..] {
            [one] => positions[one as usize].iter().join(" ") == *start,
            _ => false,
        };
        let has_sums = self.has_sums || self.has_points();
        (!has_sums && starts.iter().zip(&self.starts).all(is_itself)).then_some(positions)
    }

    /// Returns the moves of all positions, whose numbers are known. Each move leads to one position.
    pub fn moves_of_numbers(&self, positions: &[Vec<u64>]) -> MovesOfNumbers {
        let to = |place: u32| {
            let to = self
                .moves(place)
                .filter_map(|to| Some(positions[*to.first()? as usize].clone()));
            to.collect()
        };
        (0..)
            .zip(positions)
            .map(|(place, position)| (position.clone(), to(place)))
            .collect()
    }

    /// Returns the game of the catalogue with the moves or the nimbers of the starts: the numbers from `first` on.
    pub fn namesake(&self, first: u64, values: &[Value], misere: bool) -> Option<Namesake> {
        /// The most numbers whose moves are read.
        const MOST: usize = 200;
        let nimbers = self.nimbers(values, misere)?;
        let nimbers = if misere { &[] } else { &nimbers[..] };
        namesake(
            first,
            nimbers,
            &self.heaps_from(first, MOST).unwrap_or_default(),
            misere,
        )
    }

    /// Returns the nimbers of values, with zeros in misère play, or `None` if the rules end the game in another way.
    pub fn nimbers(&self, values: &[Value], misere: bool) -> Option<Vec<u64>> {
        match misere {
            true => self.results.iter().all(Option::is_none).then(|| vec![0; values.len()]),
            false => values.iter().map(|value| value.nimber).collect(),
        }
    }
}

impl OwnEntry {
    /// Returns the game of the catalogue that small positions show, of as many numbers as the start of an input.
    pub(super) fn namesake_of_small(&self, input: Input<'_>, budget: Budget) -> Option<Namesake> {
        /// The steps from the least number to the largest, for positions of one number, of two and of three.
        const SIDES: [u64; 3] = [60, 12, 6];
        /// The largest number of one that is explored for its name.
        const LARGEST: u64 = 1000;
        let (facts, starts) = (self.facts().ok()?, self.starts(input, Mode::Lenient).ok()?);
        let name = name_of_start(starts.first()?)?;
        let count = typed_numbers(name.split(" + ").next()?)?.len();
        // Words of digits look like numbers, and a `start` makes other positions of them.
        let are_numbers = !facts.has_start() && facts.get("KIND") != Some("str");
        let side = *SIDES.get(count.checked_sub(1)?).filter(|_| are_numbers)?;
        // A rule may change between the first numbers and the asked one.
        let asked = name.split(" + ").filter_map(typed_numbers).flatten().max()?;
        let side = if count == 1 { side.max(asked) } else { side };
        if side > LARGEST {
            return None;
        }
        let names = facts.parameters();
        let limit = |place: usize| facts.limit(names.get(place)?);
        let ranges = (0..count).map(|place| limit(place).map_or(0, |(least, _)| least));
        let ranges = ranges.map(|least| least..=least.saturating_add(side));
        let positions = ranges.multi_cartesian_product().collect_vec();
        let starts = positions.iter().map(|position| position.iter().join(" ")).collect_vec();
        let caps = Caps {
            positions: 20_000,
            moves: 200_000,
            seconds: 1,
            ..caps_of(input)
        };
        let (explored, values) = self.explore(&starts, caps, budget).ok()?;
        let misere = self.is_misere(caps.misere).ok()?;
        if let [first] = positions[0][..] {
            return explored.namesake(first, &values, misere);
        }
        let nimbers = explored.nimbers(&values, misere)?;
        let moves = explored
            .positions(&starts, count)
            .map(|all| explored.moves_of_numbers(&all));
        namesake_of_several(positions.into_iter().zip(nimbers), moves.as_ref(), misere)
    }
}
