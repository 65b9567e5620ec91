//! Puzzles: positions with exactly one winning move, or exactly one move that holds the draw, again and again until the
//! end.
//!
//! **Candidates.** The problem's own generator makes small instances. If the positions of an instance are few, all of
//! them are candidates, else the positions of some random plays. Puzzles that need an idea come first, then easy ones,
//! and positions that are hard to read come last. The puzzles of a sheet have different first moves if possible: six
//! times the same move teaches nothing.
//!
//! **Levels.** A puzzle of level N takes N right moves. Each of them is the only right one. In between the opponent
//! makes a best reply. If several replies are equally good, it takes the one with the longest puzzle.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::ops::RangeInclusive;
use std::rc::Rc;

use itertools::Itertools as _;

use super::draw::caption::begins;
use super::draw::chart::Chart;
use crate::budget::Budget;
use crate::engine::{Outcome, Worth};
use crate::picture::Kind;
use crate::problem::{AnyGame, AnyPosition, Choice, Entry, Failure, Input, Part, Variants};
use crate::random::Random;

mod play;
pub mod sheet;

pub use play::{Ended, play};

/// The number of instances with suitable puzzles, and of puzzles, that are enough to draw from.
const ENOUGH: [usize; 2] = [6, 30];
/// The number of instances after which the next best fitness is good enough.
const PATIENCE: usize = 40;
/// The largest number of instances that are tried.
const MAX_TRIES: usize = 1000;
/// The number of positions that are enough to try, if they have too few puzzles.
const MAX_TRIED: usize = 20_000;
/// The largest size of an instance.
const MAX_SIZE: i64 = 16;
/// The largest number of positions, and of their moves, that are all candidates.
const MAX_CHARTED: [usize; 2] = [1500, 20_000];
/// The number of random plays of a larger instance, and the largest number of their plies.
const PLAYS: usize = 8;
const MAX_PLIES: usize = 30;
/// The largest number of moves of a puzzle's position. A person can look at them one by one.
const MAX_CHOICES: u128 = 200;
/// The largest number of places on the board of a puzzle.
const MAX_PLACES: u64 = 64;
/// The largest numbers of vertices and arcs of a graph whose arcs a person can follow.
const MAX_GRAPH: [usize; 2] = [10, 24];
/// The largest number of parts of a position that a person can take in.
const MAX_PARTS: usize = 5;
/// The largest of several heaps that a person counts at a glance.
const MAX_STONES: u64 = 12;
/// The largest number of plies to the end of a puzzle.
const MAX_DISTANCE: u64 = 100;
/// The largest number of steps for solving one instance, or all of a game of one's own: up to 20,000 positions.
const MAX_STEPS: u64 = 12_500_000;
/// The numbers of right moves that are wanted if the wish names none.
const USUAL_LEVELS: RangeInclusive<usize> = 2..=4;
/// The largest number of letters of a number beside a place, such as `(+12)`.
const MAX_NOTE: usize = 5;
/// The fewest right moves on a single heap that take more than trying.
const MOVES_ON_A_HEAP: usize = 3;
/// The largest number of right moves of a puzzle that holds a draw, which has no end of its own.
const MAX_DRAWING_MOVES: usize = 8;

/// A position with one right move after the other.
pub struct Puzzle {
    /// The game.
    pub game: Rc<dyn AnyGame>,
    /// The position at the beginning.
    pub position: AnyPosition,
    /// The right moves, each with the reply.
    pub turns: Vec<Turn>,
    /// Whether the right moves win. Otherwise they hold a draw.
    pub wins: bool,
    fitness: Fitness,
}

/// A right move and the reply to it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The only right move.
    pub right: Choice,
    /// The reply. There is none after the last right move, unless a reply ends play.
    pub reply: Option<Choice>,
}

impl Puzzle {
    /// Returns the positions from the beginning to the end: after each right move, and after each reply.
    pub fn positions(&self) -> Vec<AnyPosition> {
        let after = self
            .turns
            .iter()
            .flat_map(|turn| [Some(&turn.right), turn.reply.as_ref()]);
        let after = after.flatten().map(|choice| choice.to.clone());
        iter::once(self.position.clone()).chain(after).collect()
    }

    /// Returns the first right move.
    fn answer(&self) -> &str {
        &self.turns[0].right.name
    }

    /// Returns the task in some sentences, with the player who begins.
    pub fn task(&self) -> String {
        let goal = if self.wins { "wins" } else { "holds the draw" };
        let begins = begins(&*self.game, &self.position).map_or(String::new(), |begins| format!("{begins} "));
        match self.turns.len() {
            1 => format!("{begins}Find the only move that {goal}."),
            moves => format!("{begins}Find the only move that {goal}. Then find the next one: you need {moves} moves."),
        }
    }
}

/// How well a puzzle suits a pupil, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fitness {
    NeedsIdea,
    /// The right move leaves parts that are worth one stone each, so that a pupil only counts them.
    Counted,
    /// The position has one part that matters, or the right move leaves equal parts, or each other move loses at once.
    Easy,
    /// The position has empty heaps, large numbers, or more parts than a person takes in.
    Unclear,
}

/// Returns how well a position with these right moves suits a pupil.
fn fitness(game: &dyn AnyGame, position: &AnyPosition, turns: &[Turn]) -> Fitness {
    let sizes_at = |position: &AnyPosition| {
        let mut sizes = vec![0; game.stage_of(position).places.len()];
        for piece in game.pieces(position) {
            sizes[piece.place as usize] += piece.count;
        }
        sizes
    };
    let nimbers_at = |position: &AnyPosition| -> Vec<u64> {
        let nimber = |part: Part| match part.worth {
            Worth::Nimber(nimber) => Some(nimber).filter(|&nimber| nimber > 0),
            Worth::Infinite(_) => None,
        };
        game.parts(position).into_iter().filter_map(nimber).collect()
    };
    let (stage, right) = (game.stage_of(position), &turns[0].right.to);
    if stage.places.iter().any(|place| place.note.len() > MAX_NOTE) {
        return Fitness::Unclear;
    }
    if stage.kind == Kind::Heaps {
        let sizes = sizes_at(position);
        if sizes.len() == 1 {
            let is_long = turns.len() >= MOVES_ON_A_HEAP;
            return if is_long { Fitness::NeedsIdea } else { Fitness::Easy };
        }
        if sizes.len() > MAX_PARTS || sizes.iter().any(|size| !(1..=MAX_STONES).contains(size)) {
            return Fitness::Unclear;
        }
        // Equal heaps cancel in pairs, so that a pupil sees the answer without any idea.
        let counts = sizes_at(right).into_iter().filter(|&size| size > 0).counts();
        if counts.values().all(|count| count % 2 == 0) {
            return Fitness::Easy;
        }
    }
    let [before, left] = [position, right].map(nimbers_at);
    let is_sum = before.len() > 1 || left.len() > before.len();
    let fitness = match (before.len(), left.iter().max()) {
        (0, _) => Fitness::NeedsIdea,
        (parts, _) if parts > MAX_PARTS => Fitness::Unclear,
        (_, Some(1)) if is_sum => Fitness::Counted,
        (_, Some(_)) if is_sum => Fitness::NeedsIdea,
        _ => Fitness::Easy,
    };
    // If every other move loses at once, a pupil tries one move ahead and is done.
    let replies = turns.iter().filter_map(|turn| turn.reply.as_ref());
    let starts = iter::once(position).chain(replies.map(|reply| &reply.to));
    let tempts = |(here, turn): (&AnyPosition, &Turn)| {
        game.moves(here).any(|choice| {
            let is_late = game.value(&choice.to).distance.is_none_or(|plies| plies > 1);
            choice.to != turn.right.to && is_late
        })
    };
    if starts.zip(turns).any(tempts) {
        fitness
    } else {
        fitness.max(Fitness::Easy)
    }
}

/// The wish for puzzles of a task.
pub struct Wish<'a> {
    /// The problem or game.
    pub entry: &'a dyn Entry,
    /// The variants of the rules.
    pub variants: &'a Variants,
    /// The number of right moves, or `None` for two to four if there are any.
    pub level: Option<usize>,
    /// The seed. The same wish gives the same puzzles.
    pub seed: u64,
    /// The number of puzzles.
    pub count: usize,
    /// The budget for solving each instance.
    pub budget: Budget,
}

/// The reason why there are no puzzles.
#[derive(Debug, thiserror::Error)]
pub enum NoPuzzle {
    /// The game cannot be solved.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// No candidate is suitable.
    #[error("found no puzzle{} among {tried} positions of small games", of_level(*.level))]
    Missing {
        /// The level that was wanted.
        level: Option<usize>,
        /// The number of candidates.
        tried: usize,
        /// The highest level of the puzzles that were found.
        highest: Option<usize>,
    },
}

fn of_level(level: Option<usize>) -> String {
    level.map_or_else(String::new, |level| format!(" of level {level}"))
}

/// Returns different puzzles. There may be fewer than wanted, but at least one.
///
/// # Errors
/// Fails if the game cannot be solved, or if no candidate is suitable.
pub fn find(wish: &Wish<'_>) -> Result<Vec<Puzzle>, NoPuzzle> {
    let mut random = Random::new(wish.seed);
    let usual = wish.level.map_or(USUAL_LEVELS, |level| level..=level);
    let tests = tests(wish, &mut random);
    let budget = wish.budget.with_steps(wish.budget.steps().min(MAX_STEPS));
    let mut found: Vec<Puzzle> = Vec::new();
    let (mut looked, mut tried, mut refused) = (0, 0, None);
    let [enough_instances, enough] = ENOUGH;
    for game in wish.entry.games(&tests, wish.variants, budget) {
        let game: Rc<dyn AnyGame> = match game {
            Ok(game) if is_small(&*game) => Rc::from(game),
            Ok(_) | Err(Failure::Input(_)) => continue,
            // A game that is too large twice will be too large again.
            Err(Failure::Refused(refusal)) if refused.is_none() => {
                refused = Some(refusal);
                continue;
            }
            Err(failure) => return Err(failure.into()),
        };
        refused = None;
        let candidates = candidates(&*game, &mut random);
        tried += candidates.len();
        looked += 1;
        found.extend(puzzles(&game, candidates));
        let is_enough = |worst: Fitness| {
            let suits = |puzzle: &&Puzzle| puzzle.fitness <= worst && usual.contains(&puzzle.turns.len());
            let some: Vec<&Puzzle> = found.iter().filter(suits).collect();
            let instances = some.iter().map(|puzzle| Rc::as_ptr(&puzzle.game).cast::<()>());
            some.len() >= enough
                && instances.unique().count() >= enough_instances
                && some.iter().map(|puzzle| puzzle.answer()).unique().count() >= wish.count
        };
        let worst = [Fitness::NeedsIdea, Fitness::Counted, Fitness::Easy][(looked / PATIENCE).min(2)];
        if is_enough(worst) || tried > MAX_TRIED {
            break;
        }
    }
    if let Some(refusal) = refused.filter(|_| tried == 0) {
        return Err(Failure::Refused(refusal).into());
    }
    let level = wish.level;
    let highest = found.iter().map(|puzzle| puzzle.turns.len()).max();
    found.retain(|puzzle| level.is_none_or(|level| puzzle.turns.len() == level));
    random.shuffle(&mut found);
    let found = chosen(found, &usual, wish.count);
    if found.is_empty() {
        return Err(NoPuzzle::Missing { level, tried, highest });
    }
    Ok(found)
}

/// Returns some of these puzzles, with rising levels. Most of all they are clear. Then they repeat an answer as seldom as
/// possible, have a usual level, need an idea, and repeat an instance as seldom as possible.
fn chosen(mut found: Vec<Puzzle>, usual: &RangeInclusive<usize>, count: usize) -> Vec<Puzzle> {
    let mut seen = HashSet::new();
    found.retain(|puzzle| seen.insert(puzzle.game.board(&puzzle.position)));
    let mut chosen: Vec<Puzzle> = Vec::new();
    while chosen.len() < count && !found.is_empty() {
        let cost = |puzzle: &Puzzle| {
            let answers = chosen.iter().filter(|other| other.answer() == puzzle.answer());
            let instances = chosen.iter().filter(|other| Rc::ptr_eq(&other.game, &puzzle.game));
            let is_usual = usual.contains(&puzzle.turns.len());
            let is_clear = puzzle.fitness < Fitness::Unclear;
            (!is_clear, answers.count(), !is_usual, puzzle.fitness, instances.count())
        };
        let cheapest = found.iter().position_min_by_key(|puzzle| cost(puzzle));
        chosen.push(found.remove(cheapest.expect("a puzzle is left")));
    }
    chosen.sort_by_key(|puzzle| puzzle.turns.len());
    chosen
}

/// Writes small tests.
fn tests(wish: &Wish<'_>, random: &mut Random) -> Vec<String> {
    let (entry, variants) = (wish.entry, wish.variants);
    let families = entry.families();
    let test = |_| {
        let size = random.within(2, MAX_SIZE).unsigned_abs().min(entry.meta().size.1);
        let text = entry.generate(random.pick(&families).name, size, random.below(1 << 32));
        let bytes = text.as_bytes();
        match entry.split(Input { bytes, variants }) {
            Ok(None) => Some(text),
            Ok(Some(tests)) => tests.into_iter().next(),
            // A generated input may break a limit that depends on another number.
            Err(_) => None,
        }
    };
    (0..MAX_TRIES).filter_map(test).collect()
}

/// Says whether a person can look at the whole board.
fn is_small(game: &dyn AnyGame) -> bool {
    let [vertices, arcs] = MAX_GRAPH;
    game.place_count() <= MAX_PLACES
        && match &game.stage().kind {
            Kind::Graph { arcs: all, .. } => game.place_count() <= vertices as u64 && all.len() <= arcs,
            Kind::Heaps => game.reorders_heaps() || game.place_count() <= MAX_PARTS as u64,
            _ => true,
        }
}

/// Returns all positions if they are few, else the positions of some random plays.
fn candidates(game: &dyn AnyGame, random: &mut Random) -> Vec<AnyPosition> {
    let [positions, moves] = MAX_CHARTED;
    if let Ok(chart) = Chart::all(game, positions, moves, "") {
        return chart.positions;
    }
    let mut played = HashSet::from([game.start()]);
    for _ in 0..PLAYS {
        let mut here = game.start();
        for _ in 0..MAX_PLIES {
            let choices: Vec<Choice> = game.moves(&here).take(MAX_CHOICES as usize).collect();
            if choices.is_empty() {
                break;
            }
            here = random.pick(&choices).to.clone();
            played.insert(here.clone());
        }
    }
    played
        .into_iter()
        .sorted_by_cached_key(|position| game.board(position))
        .collect()
}

/// Returns the puzzles among these positions.
fn puzzles(game: &Rc<dyn AnyGame>, candidates: Vec<AnyPosition>) -> Vec<Puzzle> {
    let mut chains = Chains {
        game: &**game,
        known: HashMap::new(),
    };
    let has_choice = |position: &AnyPosition| (2..=MAX_CHOICES).contains(&game.move_count(position));
    let candidates = candidates.into_iter().filter(has_choice);
    let puzzle = |position: AnyPosition| {
        let wins = match game.value(&position).outcome {
            Outcome::Win => true,
            Outcome::Draw => false,
            Outcome::Loss => return None,
        };
        let turns = if wins {
            chains.winning(&position)?
        } else {
            drawing(&**game, &position)?
        };
        Some(Puzzle {
            fitness: fitness(&**game, &position, &turns),
            game: Rc::clone(game),
            position,
            turns,
            wins,
        })
    };
    candidates.filter_map(puzzle).collect()
}

/// The only item of an iterator.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}

/// The chains of only winning moves of a game.
struct Chains<'a> {
    game: &'a dyn AnyGame,
    /// For each position the first link of its chain and the length of the chain.
    known: HashMap<AnyPosition, Option<(Turn, usize)>>,
}

impl Chains<'_> {
    /// Returns the only winning moves from a position to the end, or `None` if a position on the way has several.
    fn winning(&mut self, position: &AnyPosition) -> Option<Vec<Turn>> {
        let (mut turn, _) = self.link(position)?;
        let mut turns = Vec::new();
        loop {
            let next = turn.reply.as_ref().map(|reply| reply.to.clone());
            turns.push(turn);
            match next.filter(|next| self.game.ended(next).is_none()) {
                Some(next) => (turn, _) = self.link(&next)?,
                None => return Some(turns),
            }
        }
    }

    fn link(&mut self, position: &AnyPosition) -> Option<(Turn, usize)> {
        if let Some(known) = self.known.get(position) {
            return known.clone();
        }
        let link = self.new_link(position);
        self.known.insert(position.clone(), link.clone());
        link
    }

    fn new_link(&mut self, position: &AnyPosition) -> Option<(Turn, usize)> {
        let game = self.game;
        let is_short = |position: &AnyPosition| {
            let value = game.value(position);
            // Without distances nobody knows which reply is best.
            let is_near = value.distance.is_some_and(|plies| plies <= MAX_DISTANCE) || value.score.is_some();
            is_near && game.move_count(position) <= MAX_CHOICES
        };
        if !is_short(position) {
            return None;
        }
        let right = only(game.winning_moves(position))?;
        if game.ended(&right.to).is_some() {
            return Some((Turn { right, reply: None }, 1));
        }
        if !is_short(&right.to) {
            return None;
        }
        let best = game.best_move(&right.to)?;
        let worth = |position: &AnyPosition| {
            let value = game.value(position);
            (value.outcome, value.distance, value.score)
        };
        let most = worth(&best.to);
        let replies: Vec<Choice> = game.moves(&right.to).filter(|reply| worth(&reply.to) == most).collect();
        let mut longest: Option<(Choice, usize)> = None;
        for reply in replies {
            // In misère play the reply may be the last move.
            let length = match game.ended(&reply.to) {
                Some(_) => Some(0),
                None => self.link(&reply.to).map(|(_, length)| length),
            };
            if let Some(length) = length
                && longest.as_ref().is_none_or(|(_, most)| length > *most)
            {
                longest = Some((reply, length));
            }
        }
        let (reply, length) = longest?;
        let reply = Some(reply);
        Some((Turn { right, reply }, length + 1))
    }
}

/// Returns the only moves that hold the draw, until a position has several, has no other move, or came before.
fn drawing(game: &dyn AnyGame, position: &AnyPosition) -> Option<Vec<Turn>> {
    let drawn = |choice: &Choice| game.value(&choice.to).outcome == Outcome::Draw;
    let right_of = |position: &AnyPosition| {
        let has_choice = game.move_count(position) > 1;
        only(game.moves(position).filter(drawn)).filter(|_| has_choice)
    };
    let mut seen = HashSet::from([position.clone()]);
    let mut turns: Vec<Turn> = Vec::new();
    let mut right = right_of(position)?;
    while turns.len() + 1 < MAX_DRAWING_MOVES {
        let replies: Vec<Choice> = game.moves(&right.to).filter(drawn).collect();
        let next = replies.into_iter().find_map(|reply| {
            let next = right_of(&reply.to).filter(|_| !seen.contains(&reply.to))?;
            Some((reply, next))
        });
        let Some((reply, next)) = next else { break };
        seen.insert(reply.to.clone());
        let reply = Some(reply);
        turns.push(Turn { right, reply });
        right = next;
    }
    turns.push(Turn { right, reply: None });
    Some(turns)
}
