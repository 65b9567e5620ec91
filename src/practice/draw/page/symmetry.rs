//! Symmetries of a board, for positions that differ only by turning or flipping it.
//!
//! A position is the image of another one if a symmetry of the grid maps pieces, value, and every move with its name. Each
//! of these is compared, so the script can make the image from its model. Rules that are not symmetric have no images.
//!
//! **Cost.** Every position is mapped once by each of at most seven symmetries. A move then needs two look-ups.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use itertools::Itertools as _;

use super::super::solved::Solved;
use crate::picture::{Kind, Piece, Stage};
use crate::problem::AnyGame;

/// The pieces of a position in order, and its player and remark.
type Look = (Vec<(u32, &'static str, u64)>, Option<&'static str>, Option<String>);

/// The positions of a chart with their models.
pub struct Symmetries {
    /// The symmetries of the board as permutations of its places. The first is the identity.
    pub all: Vec<Vec<u32>>,
    /// The pieces of each position.
    pub pieces: Vec<Vec<Piece>>,
    /// For each position, its model and the symmetry that makes it from the model.
    models: Vec<(usize, usize)>,
}

impl Symmetries {
    /// Finds the images among the positions of a chart.
    pub fn of(game: &dyn AnyGame, stage: &Stage, solved: &Solved) -> Symmetries {
        let positions = &solved.chart.positions;
        let pieces = positions.iter().map(|position| game.pieces(position)).collect_vec();
        let mut found = Symmetries {
            all: symmetries_of(stage),
            models: (0..positions.len()).map(|number| (number, 0)).collect(),
            pieces,
        };
        if found.all.len() > 1 {
            found.find_models(game, stage, solved);
        }
        found
    }

    /// Returns the model of a position, and the symmetry that makes the position from it.
    pub fn model(&self, number: usize) -> (usize, usize) {
        self.models[number]
    }

    /// Returns whether any position is an image of another one.
    pub fn has_images(&self) -> bool {
        self.models.iter().any(|model| model.1 > 0)
    }

    fn look(&self, game: &dyn AnyGame, solved: &Solved, number: usize, by: usize) -> Look {
        let permutation = &self.all[by];
        let image = |piece: &Piece| (permutation[piece.place as usize], piece.mark, piece.count);
        let position = &solved.chart.positions[number];
        let pieces = self.pieces[number].iter().map(image).sorted_unstable().collect();
        (pieces, game.player(position), game.remark(position))
    }

    fn find_models(&mut self, game: &dyn AnyGame, stage: &Stage, solved: &Solved) {
        let chart = &solved.chart;
        let count = chart.positions.len();
        let looks = (0..count).map(|n| (self.look(game, solved, n, 0), n));
        let looks: HashMap<Look, usize, RandomState> = looks.collect();
        if looks.len() < count {
            return;
        }
        let images_by = |by: usize| (0..count).map(move |n| (by, n));
        let images = (0..self.all.len()).flat_map(images_by);
        // The image of each position under each symmetry, if it is a position.
        let images = images.map(|(by, n)| looks.get(&self.look(game, solved, n, by)).copied());
        let images = images.collect_vec();
        let image_of = |by: usize, number: usize| images[by * count + number];
        let names: HashMap<&str, u32> = chart.names.iter().map(String::as_str).zip(0..).collect();
        // The name of each move under each symmetry, as far as it was asked for: a move of every position asks again.
        let mut renamed: Vec<Option<Option<u32>>> = vec![None; self.all.len() * names.len()];
        let facts = |n: usize| (solved.values[n], solved.waves[n], solved.ended[n]);
        for model in 0..count {
            if self.models[model].1 > 0 {
                continue;
            }
            for by in 1..self.all.len() {
                let Some(image) = image_of(by, model) else {
                    continue;
                };
                if image <= model || self.models[image].1 > 0 || facts(model) != facts(image) {
                    continue;
                }
                let mut name_of = |name: u32| {
                    *renamed[by * names.len() + name as usize].get_or_insert_with(|| {
                        let name = rename(&chart.names[name as usize], stage, &self.all[by]);
                        names.get(name.as_str()).copied()
                    })
                };
                let steps = chart.moves[model].iter().map(|step| {
                    let to = image_of(by, step.to as usize)?;
                    Some((name_of(step.name)?, to as u32))
                });
                let steps: Option<Vec<(u32, u32)>> = steps.collect();
                let own = chart.moves[image].iter().map(|step| (step.name, step.to));
                if steps.is_some_and(|steps| steps.into_iter().sorted_unstable().eq(own.sorted_unstable())) {
                    self.models[image] = (model, by);
                }
            }
        }
    }
}

/// Returns the symmetries of a board that keep walls and notes: up to eight of a square, up to four of a rectangle.
fn symmetries_of(stage: &Stage) -> Vec<Vec<u32>> {
    let count = stage.places.len();
    let identity = (0..count as u32).collect_vec();
    let Kind::Board { columns } = stage.kind else {
        return vec![identity];
    };
    if columns == 0 || !count.is_multiple_of(columns) {
        return vec![identity];
    }
    let rows = count / columns;
    let mut found = vec![identity];
    for (transpose, flip_rows, flip_columns) in [false, true]
        .into_iter()
        .cartesian_product([false, true])
        .cartesian_product([false, true])
        .map(|((a, b), c)| (a, b, c))
    {
        if transpose && rows != columns {
            continue;
        }
        let image = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            let row = if flip_rows { rows - 1 - row } else { row };
            let column = if flip_columns { columns - 1 - column } else { column };
            if transpose {
                column * columns + row
            } else {
                row * columns + column
            }
        };
        let keeps = |place: usize| {
            let (from, to) = (&stage.places[place], &stage.places[image(place)]);
            from.wall == to.wall && from.note == to.note
        };
        let permutation = (0..count).map(|place| image(place) as u32).collect_vec();
        if (0..count).all(keeps) && !found.contains(&permutation) {
            found.push(permutation);
        }
    }
    found
}

/// Returns the name of a move with the names of places exchanged, as `renamed` of the script does it.
///
/// The words that name a place are a set, so they stay in the order of the places. In `44-34` each part is exchanged.
fn rename(name: &str, stage: &Stage, permutation: &[u32]) -> String {
    let place_of = |word: &str| stage.places.iter().position(|place| place.name == word);
    let word_at = |place: u32| stage.places[place as usize].name.as_str();
    let words = name.split(' ').collect_vec();
    let places = words.iter().filter_map(|word| place_of(word));
    let mut set = places.map(|place| permutation[place]).sorted();
    let image = |word: &str| place_of(word).map_or(word.to_owned(), |place| word_at(permutation[place]).to_owned());
    let words = words.iter().map(|word| match place_of(word) {
        Some(_) => set.next().map_or_else(String::new, |place| word_at(place).to_owned()),
        None => word.split('-').map(image).join("-"),
    });
    words.collect_vec().join(" ")
}
