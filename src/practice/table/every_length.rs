//! One claim about the rows of every length of an own game, beside the table of one length.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::beyond::{Asked as _, Beyond};
use super::made::{Table, TableError, program_of};
use super::own::{Job, LARGEST, OfInput, limits_of, positions_in};
use super::stated::Stated;
use super::{Function, number_of};
use crate::own::Caps;
use crate::own::numbers_of;
use crate::pattern::code::{self, lists::function};
use crate::pattern::lists::{ListClaim, Lists, investigate};
use crate::pattern::{Bounds, Finding, Kind};

/// The largest number in rows of one number, two and so on, counted from the least legal one. Longer rows have the last.
const SIDES: [u64; 6] = [40, 10, 6, 3, 2, 1];
/// The same is larger by this much if `valid` refuses some of the rows.
const MORE_OF_LEGAL: u64 = 4;
/// The count of lengths that are explored, and the most rows of one length.
const LENGTHS: u64 = 4;
const MOST_ROWS: u64 = 5000;
/// The processor time for exploring rows, in seconds. A game that needs more has a table of one length only.
pub(super) const SECONDS: u64 = 4;
/// The number of positions and moves after which no longer or larger row is explored. If rows split, they have many.
const WORK: u64 = 300_000;

impl Job<'_> {
    /// Returns the table with the claim about rows of every length before its own one, if there is such a claim.
    pub(super) fn with_every_length(&self, table: Table) -> Result<Table, TableError> {
        let Some(found) = self.every_length()? else {
            return Ok(Table {
                late: self.late.words(),
                ..table
            });
        };
        let lines = found.claim.in_words(found.kind);
        let mut words = format!("Pattern: {}\n  {}\n", lines.join("\n  "), found.evidence);
        if !table.stated.is_empty() {
            words += &table.words;
        }
        let mut json = vec![serde_json::json!({
            "claim": lines,
            "evidence": found.evidence.word(),
            "details": found.evidence.to_string(),
            "parts": [],
        })];
        json.extend(table.json.as_array().into_iter().flatten().cloned());
        let writer = OfInput::new(self.entry, 1)?;
        let program = {
            let found = found.clone();
            move |language: code::Language| {
                let function = Function {
                    text: function(&found.claim, language),
                    kind: found.kind,
                    claim: found.claim.in_words(found.kind),
                    evidence: found.evidence.to_string(),
                };
                Ok(Some(program_of(
                    &function,
                    language,
                    &writer.of_rows(&function, language)?,
                )))
            }
        };
        Ok(Table {
            words,
            json: serde_json::Value::Array(json),
            stated: std::iter::once(Stated::Lists(found)).chain(table.stated).collect(),
            larger: None,
            program: Box::new(program),
            late: self.late.words(),
            ..table
        })
    }

    /// Returns the claim about rows of every length: about nimbers, or else about the winner.
    fn every_length(&self) -> Result<Option<Finding<ListClaim>>, TableError> {
        let (facts, form) = (self.entry.facts()?, self.entry.form()?);
        if !facts.before_list().is_empty() || facts.has_start() || self.late.ends(self.entry) {
            return Ok(None);
        }
        let of_count = form.parts.as_ref().and_then(|name| facts.limit(name));
        let (shortest, most) = of_count.map_or((1, u64::MAX), |(low, high)| (low.max(1), high));
        let numbers = limits_of(self.entry, &["a".to_owned()])?[0].unwrap_or((0, u64::MAX));
        let more = if facts.valid().is_some() { MORE_OF_LEGAL } else { 0 };
        let side = |length: u64| (SIDES[(length as usize).clamp(1, SIDES.len()) - 1] + more).min(numbers.1 - numbers.0);
        let is_short = |length: &u64| (side(*length) + 1).saturating_pow(*length as u32) <= MOST_ROWS;
        let lengths = (shortest..=most).take(LENGTHS as usize).take_while(is_short);
        let rows = lengths.flat_map(|length| {
            let range = (numbers.0, numbers.0 + side(length));
            positions_in(&vec![range; length as usize]).collect::<Vec<_>>()
        });
        let rows: Vec<Vec<u64>> = rows.sorted_by_key(|row| row.iter().sum::<u64>()).collect();
        let starts: Vec<String> = rows.iter().map(|row| row.asked()).collect();
        let legal = self.entry.legal(&starts)?;
        let (rows, starts): (Vec<_>, Vec<_>) = rows
            .into_iter()
            .zip(starts)
            .zip(legal)
            .filter(|(_, is_legal)| *is_legal)
            .map(|(row, _)| row)
            .unzip();
        let caps = Caps {
            seconds: SECONDS,
            work: Some(WORK),
            ..self.caps
        };
        let (explored, values, all) = match self.entry.explore_all(&starts, caps, self.ask.budget) {
            Ok(explored) => explored,
            Err(crate::own::ExploreError::Own(error)) => {
                self.late.note(&error);
                return Ok(None);
            }
            Err(_) => return Ok(None),
        };
        let longest = rows
            .iter()
            .take(values.len())
            .map(|row| row.len() as u64)
            .max()
            .unwrap_or(0);
        let positions: Option<Vec<Vec<u64>>> = explored.names.iter().map(|name| numbers_of(name)).collect();
        let is_plain =
            !explored.has_sums && !explored.has_points() && explored.names.iter().all(|name| name.starts_with('('));
        let Some(positions) = positions.filter(|_| is_plain && longest > shortest.min(most - 1)) else {
            return Ok(None);
        };
        let moves = explored.moves_of_numbers(&positions);
        let of_table: Vec<_> = moves.iter().collect();
        for kind in [Kind::Nimber, Kind::Outcome] {
            let values: Option<BTreeMap<Vec<u64>, u64>> = positions
                .iter()
                .zip(&all)
                .map(|(row, value)| Some((row.clone(), number_of(value, kind)?)))
                .collect();
            let Some(values) = values else { continue };
            let lists = Lists {
                values: &values,
                kind,
                lengths: (shortest, most),
                numbers,
                longest,
                moves: &moves,
            };
            let bounds = Bounds {
                up_to: 1_000_000_000,
                named_to: LARGEST,
                moves: 800_000,
            };
            let mut source = Beyond::<Vec<u64>>::new(self.entry, caps, &of_table, &self.late).in_rows();
            let found = investigate(&lists, &mut source, bounds).found;
            source.check()?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}
