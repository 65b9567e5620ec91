//! The table of one instance: its places, or the positions that play can reach.

use super::Content;
use super::Row;
use super::made::{MOST_NUMBERS, Missing, Table, WINS};
use crate::budget::{Budget, Refusal};
use crate::engine::graph::Graph;
use crate::engine::loopy;
use crate::picture;
use crate::problem::{AnyGame, AnyPosition};

/// Returns the values of the places if they have one, else of the positions that play can reach.
///
/// With normal ends, the player who cannot move loses, and the places may have nimbers.
pub fn of_game(game: &dyn AnyGame, title: &str, slug: &str, has_normal_ends: bool, budget: Budget) -> Table {
    let stage = game.stage();
    if stage.places.iter().any(|place| place.value.is_some()) {
        of_places(game, stage, (title, slug), has_normal_ends, budget)
    } else {
        of_positions(game, &stage, (title, slug), has_normal_ends, budget)
    }
}

/// Returns the places that the stage leaves out, beside `listed` others.
///
/// # Errors
/// Fails with the number of all places if it exceeds the size of a table.
pub fn left_out(game: &dyn AnyGame, listed: usize) -> Result<Vec<picture::Place>, u64> {
    let (count, places) = game.left_out();
    if count.saturating_add(listed as u64) <= MOST_NUMBERS {
        Ok(places.collect())
    } else {
        Err(count)
    }
}

/// Returns the nimbers of the vertices of a game of one token on a directed graph with normal ends.
///
/// If play from a vertex may be endless, it often has no nimber. Returns [`None`] if the outcomes show another game.
///
/// # Errors
/// Fails if that needs more than the budget.
fn nimbers_of_vertices(stage: &picture::Stage, budget: Budget) -> Result<Option<Vec<Option<u64>>>, Refusal> {
    let picture::Kind::Graph { arcs, directed: true } = &stage.kind else {
        return Ok(None);
    };
    let (vertices, count) = (stage.places.len() as u64, arcs.len() as u64);
    let needed = Graph::bytes_needed(vertices, count) + loopy::bytes_needed(vertices, count);
    budget.require(needed.into(), format_args!("the nimbers of {vertices} vertices"))?;
    let values = loopy::values(&Graph::from_arcs(stage.places.len(), arcs));
    let mut pairs = stage.places.iter().zip(&values);
    if !pairs.all(|(place, value)| place.outcome() == Some(value.outcome())) {
        return Ok(None);
    }
    let nimber = |value| match value {
        loopy::Value::Finite(nimber) => Some(u64::from(nimber)),
        loopy::Value::Infinite(_) => None,
    };
    Ok(Some(values.into_iter().map(nimber).collect()))
}

/// Returns the values of the places, with the places that the stage leaves out.
fn of_places(
    game: &dyn AnyGame,
    stage: picture::Stage,
    (title, slug): (&str, &str),
    has_normal_ends: bool,
    budget: Budget,
) -> Table {
    let row = |place: picture::Place| Row {
        name: place.name,
        value: place.value,
        player: "",
        note: place.note,
    };
    let has_worth = |place: &picture::Place| {
        let value = place.value.as_ref();
        value.is_some_and(|value| value.nimber.is_some() || value.score.is_some())
    };
    let others = left_out(game, stage.places.len());
    let mut of_others = None;
    let mut more = String::new();
    let mut nimbers = None;
    if has_normal_ends && !stage.places.iter().any(has_worth) {
        match nimbers_of_vertices(&stage, budget) {
            Ok(found) => nimbers = found,
            Err(refusal) => more = format!(" Without nimbers: {refusal}."),
        }
    }
    let mut rows: Vec<Row> = stage.places.into_iter().map(row).collect();
    if let Some(nimbers) = nimbers {
        of_others = Some(0);
        for (row, nimber) in rows.iter_mut().zip(nimbers) {
            row.value.iter_mut().for_each(|value| value.nimber = nimber);
        }
    }
    let (places, missing) = match others {
        Ok(others) => {
            let any_others = !others.is_empty();
            rows.extend(others.into_iter().map(|place| {
                let mut row = row(place);
                row.value
                    .iter_mut()
                    .for_each(|value| value.nimber = value.nimber.or(of_others));
                row
            }));
            if any_others {
                rows.sort_by_key(|row| row.name.parse::<u64>().ok());
            }
            (rows.len() as u64, None)
        }
        Err(count) => {
            let words = format!(
                "The table lacks {count} vertices without arcs, because play is over there at once. `--format komal` lists all \
                 vertices."
            );
            (count + rows.len() as u64, Some(Missing::exactly(count, words)))
        }
    };
    let ends = if has_normal_ends { "" } else { WINS };
    let head = format!("{title} ({slug}): {places} places, with the value for the player to move{ends}.{more}");
    Table {
        missing,
        ..Table::plain(head, Content::Rows(rows))
    }
}

/// Returns the values of the positions that play can reach, as many as the budget allows.
fn of_positions(
    game: &dyn AnyGame,
    stage: &picture::Stage,
    (title, slug): (&str, &str),
    has_normal_ends: bool,
    budget: Budget,
) -> Table {
    /// The steps of a row, and of each place of its position. The usual budget is enough for 100,000 rows.
    const STEPS: u64 = 400_000;
    const STEPS_A_PLACE: u64 = 2000;
    /// The most positions that are searched for each listed row, to count the missing rows.
    const COUNTED: usize = 3;
    let steps = STEPS.max(STEPS_A_PLACE.saturating_mul(1 + game.place_count()));
    let most = usize::try_from(budget.steps() / steps).unwrap_or(usize::MAX).max(1);
    let counted = most.saturating_mul(COUNTED);
    let mut found: Vec<AnyPosition> = vec![game.start()];
    let mut known = std::collections::HashSet::from([game.start()]);
    let mut done = 0;
    // If a position has very many moves, follow only the first ones.
    while done < found.len() && found.len() < counted {
        let position = found[done].clone();
        for choice in game.moves(&position).take(counted) {
            if found.len() < counted && known.insert(choice.to.clone()) {
                found.push(choice.to);
            }
        }
        done += 1;
    }
    let is_counted = done == found.len();
    let rows = found.iter().take(most).map(|position| Row {
        name: short_name(game, stage, position),
        value: Some(game.value(position)),
        player: game.player(position).unwrap_or_default(),
        note: String::new(),
    });
    let rows: Vec<Row> = rows.collect();
    let lacking = (found.len() - rows.len()) as u64;
    let limit = |rows: usize| (rows as u64).saturating_mul(steps).div_ceil(1_000_000_000);
    let missing = match (lacking, is_counted) {
        (0, true) => None,
        (rows, true) => {
            let words = format!(
                "The table lacks {rows} positions: `--work-limit {}G` lists all {}.",
                limit(found.len()),
                found.len()
            );
            Some(Missing::exactly(rows, words))
        }
        (rows, false) => {
            let words = format!(
                "The table lacks more than {rows} positions: `--work-limit {}G` lists twice as many.",
                limit(2 * most)
            );
            let is_exact = false;
            Some(Missing { rows, is_exact, words })
        }
    };
    let which = if missing.is_none() {
        "all positions"
    } else {
        "the first positions"
    };
    let ends = if has_normal_ends { "" } else { WINS };
    let head = format!("{title} ({slug}): {which} that play can reach ({}){ends}.", rows.len());
    Table {
        missing,
        ..Table::plain(head, Content::Rows(rows))
    }
}

/// Returns a position in one line, by its pieces.
fn short_name(game: &dyn AnyGame, stage: &picture::Stage, position: &AnyPosition) -> String {
    let pieces = game.pieces(position);
    let name = |place: u32| {
        stage
            .places
            .get(place as usize)
            .map_or("?", |place| place.name.as_str())
    };
    let text = match &stage.kind {
        picture::Kind::Heaps | picture::Kind::Numbers => {
            let mut sizes = vec![0; stage.places.len()];
            for piece in &pieces {
                if let Some(size) = sizes.get_mut(piece.place as usize) {
                    *size += piece.count;
                }
            }
            let sizes: Vec<String> = sizes.iter().map(u64::to_string).collect();
            sizes.join(" ")
        }
        _ => {
            let each = pieces.iter().map(|piece| match (piece.mark, piece.count) {
                (picture::STONE, 1) => name(piece.place).to_owned(),
                (picture::STONE, count) => format!("{}x{count}", name(piece.place)),
                (mark, 1) => format!("{mark}{}", name(piece.place)),
                (mark, count) => format!("{mark}{}x{count}", name(piece.place)),
            });
            each.collect::<Vec<_>>().join(" ")
        }
    };
    let remark = game.remark(position);
    let text = match (game.position_name(position), &remark) {
        (Some(own), _) => own,
        (None, Some(remark)) if text.is_empty() => remark.clone(),
        (None, Some(remark)) => format!("{text} ({remark})"),
        (None, None) => text,
    };
    if text.is_empty() { "-".to_owned() } else { text }
}
