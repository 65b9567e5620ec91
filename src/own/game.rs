//! The game of a user's file: rules, pictures and values on its explored positions.

use std::collections::BTreeSet;
use std::rc::Rc;

use itertools::Itertools as _;

use super::protocol::Explored;
use crate::budget::Refusal;
use crate::engine::brute::{self, Brute};
use crate::engine::explore;
use crate::engine::graph::{Graph, GraphGame};
use crate::engine::oracle::{self, Oracle, Step};
use crate::engine::{Outcome, Rules, Score, Value, grundy, retrograde, verify};
use crate::picture::{self, Piece, Place, STONE, Stage};
use crate::problem::{CertifyError, Part, Shown, Theory};

/// The rules of a user's own game beside its moves, and the words of its answers.
#[derive(Clone, Debug)]
pub struct Play {
    /// Whether a player who cannot move wins.
    pub misere: bool,
    /// Whether the user asked for misère play of a file that does not state it.
    pub is_changed: bool,
    /// The names of the numbers of a position, if it consists of this many numbers.
    pub parameters: Vec<String>,
    /// The words for won, lost and drawn.
    pub answers: [String; 3],
    /// Whether the answer of a game of points is the difference.
    pub says_score: bool,
    /// Whether an answer has a winning move.
    pub asks_move: bool,
    /// Whether each start is a sum, even one of a single part.
    pub is_of_sums: bool,
    /// Whether positions are words. Words of digits look like numbers, so the file states that.
    pub is_of_words: bool,
}

/// A user's own game from one start.
#[derive(Clone, Debug)]
pub struct OwnGame {
    pub(super) explored: Rc<Explored>,
    pub(super) play: Rc<Play>,
    start: Vec<u32>,
    /// Whether the start is a sum, so that a move in an answer names its part.
    pub(super) is_sum: bool,
    /// The parts of the start in the order of the input.
    pub(super) given: Vec<u32>,
    /// The number of heaps or numbers on the stage. It is 0 if positions are words, or too long.
    heaps: usize,
}

/// A position: its parts, and in a game of points the lead of the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnPosition {
    parts: Vec<u32>,
    lead: i128,
}

impl From<Vec<u32>> for OwnPosition {
    fn from(parts: Vec<u32>) -> OwnPosition {
        OwnPosition { parts, lead: 0 }
    }
}

/// A move: a part, and the parts that replace it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMove {
    part: u32,
    to: Vec<u32>,
    /// Whether there were other parts.
    beside: bool,
}

/// The maximum number of heaps in a drawing.
const MOST_HEAPS: usize = 12;

/// Returns the numbers of a position's name, such as `7` or `(3, 5)`.
pub fn numbers_of(name: &str) -> Option<Vec<u64>> {
    let inner = name
        .strip_prefix('(')
        .and_then(|name| name.strip_suffix(')'))
        .unwrap_or(name);
    let words = inner.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

/// Returns the numbers of a position as people type it: `(3, 5)`, `[3, 5]`, `3, 5` or `3 5`.
pub(super) fn typed_numbers(text: &str) -> Option<Vec<u64>> {
    let text = text.replace('[', "(").replace(']', ")");
    numbers_of(&text.split_whitespace().join(","))
}

/// Returns the numbers of every part of a move as people type it, such as `5 -> 3 + 1`.
fn typed_move(text: &str) -> Option<Vec<Vec<Vec<u64>>>> {
    let side = |side: &str| side.split('+').map(typed_numbers).collect();
    text.split("->").map(side).collect()
}

/// Returns the place of an outcome's word among the answers.
pub(super) fn place_of(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Win => 0,
        Outcome::Loss => 1,
        Outcome::Draw => 2,
    }
}

impl OwnGame {
    /// Returns the game from a start, which is a list of parts.
    pub fn new(explored: Rc<Explored>, play: Rc<Play>, start: Vec<u32>) -> OwnGame {
        let heaps = match (explored.has_sums, explored.count_of_numbers(numbers_of)) {
            // Sums of numbers are heaps. If moves split them, there may be a few more later.
            _ if play.is_of_words => 0,
            (true, Some(1)) => (start.len() + if explored.splits() { 3 } else { 0 }).min(MOST_HEAPS),
            (false, Some(count)) if count <= MOST_HEAPS => count,
            _ => 0,
        };
        let mut game = OwnGame {
            is_sum: play.is_of_sums || start.len() != 1,
            explored,
            play,
            start: Vec::new(),
            given: start.clone(),
            heaps,
        };
        game.start = game.normal(start);
        game
    }

    /// Returns the words of a start with this value: the winner's, or in a game of points without words the difference.
    pub(super) fn outcome(&self, value: Value) -> String {
        match value.score {
            Some(score) if self.play.says_score => score.to_string(),
            _ => self.play.answers[place_of(value.outcome)].clone(),
        }
    }

    /// Returns the position after a move from the start: parts replace one of its parts.
    pub(super) fn after(&self, part: u32, number: usize, to: &[u32]) -> OwnPosition {
        let mut parts = self.start.clone();
        if let Some(place) = parts.iter().position(|&other| other == part) {
            parts.remove(place);
        }
        parts.extend_from_slice(to);
        let gained = self.explored.points(part).get(number).copied().unwrap_or(0);
        OwnPosition {
            parts: self.normal(parts),
            lead: -i128::from(gained),
        }
    }

    fn is_dead(&self, part: u32) -> bool {
        self.explored.results[part as usize].is_none() && self.explored.moves(part).next().is_none()
    }

    /// Returns the parts in order. In sums, parts without moves are left out.
    fn normal(&self, mut parts: Vec<u32>) -> Vec<u32> {
        if self.explored.adds {
            parts.retain(|&part| !self.is_dead(part));
        }
        parts.sort_unstable();
        parts
    }

    /// Returns the name of a position.
    pub fn name(&self, parts: &[u32]) -> String {
        let names: Vec<&str> = parts
            .iter()
            .map(|&part| self.explored.names[part as usize].as_str())
            .collect();
        match names[..] {
            [] => "nothing".to_owned(),
            _ => names.join(" + "),
        }
    }

    /// Returns the numbers in the stage's heaps.
    fn held(&self, parts: &[u32]) -> Option<Vec<u64>> {
        let mut held = Vec::new();
        for &part in parts {
            held.extend(numbers_of(&self.explored.names[part as usize])?);
        }
        (held.len() <= self.heaps).then_some(held)
    }
}

impl Rules for OwnGame {
    type Position = OwnPosition;
    type Move = OwnMove;

    fn start(&self) -> OwnPosition {
        self.start.clone().into()
    }

    fn terminal(&self, position: &OwnPosition) -> Option<Outcome> {
        let OwnPosition { parts, lead } = position;
        if let [part] = parts[..]
            && let Some(result) = self.explored.results[part as usize]
        {
            return Some(result);
        }
        let stuck = || parts.iter().all(|&part| self.is_dead(part));
        if self.explored.has_points() {
            stuck().then(|| Outcome::of_difference(*lead))
        } else {
            (self.play.misere && stuck()).then_some(Outcome::Win)
        }
    }

    fn final_score(&self, position: &OwnPosition) -> Option<Score> {
        self.explored.has_points().then_some(position.lead.into())
    }

    fn moves(&self, position: &OwnPosition) -> impl Iterator<Item = (OwnMove, OwnPosition)> {
        let OwnPosition { parts: before, lead } = position;
        let beside = before.len() > 1;
        let places = (0..before.len()).filter(|&place| place == 0 || before[place] != before[place - 1]);
        places.flat_map(move |place| {
            let part = before[place];
            let points = self.explored.points(part);
            self.explored.moves(part).enumerate().map(move |(number, to)| {
                let mut parts = before.clone();
                parts.remove(place);
                parts.extend_from_slice(to);
                let choice = OwnMove {
                    part,
                    to: to.to_vec(),
                    beside,
                };
                let gained = points.get(number).map_or(0, |&points| points.into());
                let after = OwnPosition {
                    parts: self.normal(parts),
                    lead: -(lead + gained),
                };
                (choice, after)
            })
        })
    }
}

impl Shown for OwnGame {
    const HOW: &'static str = "the position to move to, as it is written here; of several parts the part first: 5 -> 3";

    /// Returns whether play has sums: these have heaps for the parts that later moves may add.
    fn omits_last_heaps(&self) -> bool {
        self.explored.has_sums
    }

    fn how(&self) -> &'static str {
        match (self.explored.has_sums, self.heaps) {
            (true, _) => Self::HOW,
            (false, _) if self.play.is_of_words => "the new word, as it is written here",
            (false, 1) => "the new number, such as `7`",
            (false, _) => "the new position, as it is written here",
        }
    }

    fn stage(&self) -> Stage {
        let number = |place: usize| (place + 1).to_string();
        if self.explored.has_sums || self.heaps <= 1 {
            return picture::heaps((0..self.heaps).map(number));
        }
        // Nothing says that the numbers of a position are heaps.
        let name = |place: usize| match self.play.parameters.get(place) {
            Some(name) if self.play.parameters.len() == self.heaps => name.clone(),
            _ => format!("number {}", number(place)),
        };
        picture::numbers((0..self.heaps).map(name))
    }

    fn place_name(&self, place: usize) -> String {
        self.stage()
            .places
            .get(place)
            .map_or_else(String::new, |place: &Place| place.name.clone())
    }

    fn place_count(&self) -> u64 {
        self.heaps as u64
    }

    fn pieces(&self, position: &OwnPosition) -> Vec<Piece> {
        let held = self.held(&position.parts).unwrap_or_default();
        let held = held.into_iter().enumerate().filter(|(_, count)| *count > 0);
        held.map(|(heap, count)| Piece::many(heap, STONE, count)).collect()
    }

    /// Returns the end of play for misère rules, because the words of a file need not state it.
    fn heading(&self) -> Option<String> {
        (self.play.misere && !self.play.is_changed).then(|| "The player who cannot move wins.".to_owned())
    }

    fn remark(&self, position: &OwnPosition) -> Option<String> {
        Some(format!("position: {}", self.position_name(position)?))
    }

    fn position_name(&self, position: &OwnPosition) -> Option<String> {
        let lead = match (self.explored.has_points(), position.lead) {
            (false, _) => String::new(),
            (true, 0) => ", with equal totals".to_owned(),
            (true, lead @ 1..) => format!(", the player to move leads by {lead}"),
            (true, lead) => format!(", the player to move is behind by {}", -lead),
        };
        Some(format!("{}{lead}", self.name(&position.parts)))
    }

    fn move_name(&self, _: &OwnPosition, choice: &OwnMove) -> String {
        if choice.beside {
            format!("{} -> {}", self.name(&[choice.part]), self.name(&choice.to))
        } else {
            self.name(&choice.to)
        }
    }

    /// Accepts numbers without brackets and commas. Words are typed as they are.
    fn find_move(&self, position: &OwnPosition, name: &str) -> Option<Step<OwnGame>> {
        let typed = typed_move(name).filter(|_| !self.play.is_of_words);
        let is_meant = |choice: &OwnMove| {
            let own = self.move_name(position, choice);
            own == name || !name.trim().is_empty() && typed.is_some() && typed_move(&own) == typed
        };
        oracle::steps(self, position).find(|(choice, _)| is_meant(choice))
    }
}

/// The values of all explored positions.
pub enum Values {
    /// Values of every position, followed by that of the sum without parts.
    Table(Vec<Value>),
    /// Nimbers of positions that form sums.
    Nimbers(Vec<u32>),
    /// The best difference of points from every position.
    Points(Vec<i128>),
    /// All sums that play can reach.
    Sums(Box<explore::Explored<OwnPosition>>),
}

impl Values {
    /// Finds the values: by one table without sums, by nimbers if the theory of sums applies, else by exploring all
    /// sums.
    ///
    /// It explores the sums that play can reach from the game's start.
    ///
    /// # Errors
    /// Fails if there are too many sums.
    pub fn of(game: &OwnGame, bounds: explore::Bounds) -> Result<Values, Refusal> {
        let explored = &*game.explored;
        if explored.has_points() {
            if game.play.misere {
                let why = "a game of points has no misère play, because the points decide";
                return Err(Refusal::new(why, "leave out `--misere` or `LAST`"));
            }
            let why = "play can go on for ever, and a game of points must end";
            let endless = || Refusal::new(why, "leave out the moves that lead back");
            return best_differences(explored).map(Values::Points).ok_or_else(endless);
        }
        // Another test of the input may have sums or stated ends, and decides nothing here.
        let reached = if explored.is_mixed() {
            game.explored.reached(game.start.clone())
        } else {
            BTreeSet::new()
        };
        let is_sum = |part: &u32| explored.moves(*part).any(|to| to.len() > 1);
        let has_own_sums = game.start.len() > 1 || reached.iter().any(is_sum);
        if !explored.adds || explored.is_mixed() && !has_own_sums {
            return Ok(Values::Table(table(game)));
        }
        let has_results = reached.iter().any(|&part| explored.results[part as usize].is_some());
        if !game.play.misere
            && !has_results
            && let Some(nimbers) = nimbers(explored)
        {
            return Ok(Values::Nimbers(nimbers));
        }
        if has_results {
            return Err(Refusal::new(
                "its moves give sums of parts, and a part that the rules end has no value in a sum",
                "leave out `WON`, `LOST` and `DRAWN`, or the moves to sums",
            ));
        }
        if let Some(position) = grows(explored) {
            let why = format_args!(
                "play may have no end: from {0} moves lead back to {0} with other parts beside it, again and again",
                explored.names[position as usize]
            );
            return Err(Refusal::new(why, "leave out the moves that lead back"));
        }
        Ok(Values::Sums(Box::new(played_out(game, bounds)?)))
    }
}

impl Values {
    /// Returns the positions of nimbers played out, for distances and as a check. Returns `None` if they are too many.
    pub(super) fn played_out(&self, game: &OwnGame) -> Option<Brute<OwnPosition>> {
        const MOST: usize = 20_000;
        let is_of_nimbers = matches!(self, Values::Nimbers(_));
        is_of_nimbers.then(|| brute::solve(game, MOST).ok()).flatten()
    }
}

fn graph_of(explored: &Explored) -> Graph {
    let mut arcs = Vec::with_capacity(explored.move_count());
    for from in 0..explored.len() as u32 {
        for to in explored.moves(from) {
            arcs.extend(to.iter().map(|&to| (from, to)));
        }
    }
    Graph::from_arcs(explored.len(), &arcs)
}

/// Plays out the sums that play can reach from the game's start.
///
/// # Errors
/// Fails if there are too many sums, or if they have too many parts.
fn played_out(game: &OwnGame, bounds: explore::Bounds) -> Result<explore::Explored<OwnPosition>, Refusal> {
    /// The maximum number of positions and moves, and of the parts that all of them copy: a few seconds, and less than
    /// 1 GiB.
    const MOST: explore::Bounds = explore::Bounds {
        positions: 2_000_000,
        moves: 20_000_000,
    };
    const MOST_COPIED: usize = 100_000_000;
    let parts = most_parts(game).max(1);
    let own = explore::Bounds {
        positions: MOST.positions.min(MOST_COPIED / parts),
        moves: MOST.moves.min(4 * MOST_COPIED / parts),
    };
    let least = explore::Bounds {
        positions: own.positions.min(bounds.positions),
        moves: own.moves.min(bounds.moves),
    };
    let is_own = least.positions == own.positions && least.moves == own.moves;
    explore::explore(game, least).map_err(|error| {
        if is_own {
            Refusal::unconditional(format_args!("{error}; its sums have up to {parts} parts"))
        } else {
            Refusal::of_memory(error)
        }
    })
}

/// Returns an upper bound on the parts of a sum in play from the game's start, or a guess if play can return.
fn most_parts(game: &OwnGame) -> usize {
    let explored = &*game.explored;
    let mut most = vec![1_usize; explored.len()];
    let of_sum = |most: &[usize], parts: &[u32]| {
        let each = parts.iter().map(|&part| most[part as usize]);
        each.fold(0, usize::saturating_add)
    };
    // If play can return, this does not make sums longer. Their length is unknown, and a guess bounds the work.
    let mut order = Vec::new();
    if graph_of(explored).visit_post_order(|part| order.push(part)).is_err() {
        return of_sum(&most, &game.start).max(explored.len());
    }
    for part in order {
        let longest = explored.moves(part).map(|to| of_sum(&most, to)).max();
        most[part as usize] = longest.unwrap_or(0).max(1);
    }
    of_sum(&most, &game.start)
}

/// Returns a part that play leads back to with another live part beside it, or `None` if there is none.
///
/// With such a part, sums grow without end.
fn grows(explored: &Explored) -> Option<u32> {
    let component = components(&graph_of(explored));
    let is_alive = |part: u32| explored.moves(part).next().is_some();
    let parts = 0..explored.len() as u32;
    parts.into_iter().find(|&part| {
        explored.moves(part).any(|to| {
            let leads_back = to.iter().any(|&to| component[to as usize] == component[part as usize]);
            leads_back && to.iter().filter(|&&to| is_alive(to)).count() > 1
        })
    })
}

/// Returns for each vertex the number of its strongly connected component (Tarjan's algorithm, without recursion).
fn components(graph: &Graph) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let count = graph.len();
    let (mut found, mut low, mut component) = (vec![NONE; count], vec![0; count], vec![NONE; count]);
    let (mut open, mut calls) = (Vec::new(), Vec::new());
    let mut next = 0;
    for root in graph.vertices() {
        if found[root as usize] != NONE {
            continue;
        }
        calls.push((root, 0));
        while let Some((vertex, arc)) = calls.pop() {
            let at = vertex as usize;
            if arc == 0 {
                (found[at], low[at]) = (next, next);
                next += 1;
                open.push(vertex);
            } else {
                let child = graph.successors(vertex)[arc - 1] as usize;
                low[at] = low[at].min(low[child]);
            }
            let rest = graph.successors(vertex).iter().enumerate().skip(arc);
            let mut into = None;
            for (place, &to) in rest {
                if found[to as usize] == NONE {
                    into = Some((place, to));
                    break;
                }
                if component[to as usize] == NONE {
                    low[at] = low[at].min(found[to as usize]);
                }
            }
            match into {
                Some((place, to)) => calls.extend([(vertex, place + 1), (to, 0)]),
                None if low[at] == found[at] => {
                    while let Some(member) = open.pop() {
                        component[member as usize] = vertex;
                        if member == vertex {
                            break;
                        }
                    }
                }
                None => {}
            }
        }
    }
    component
}

fn table(game: &OwnGame) -> Vec<Value> {
    let explored = &*game.explored;
    // The sum without parts is a position without moves.
    let nothing = explored.len() as u32;
    let mut arcs = Vec::with_capacity(explored.move_count());
    for from in 0..nothing {
        let single = |to: &[u32]| (from, to.first().copied().unwrap_or(nothing));
        arcs.extend(explored.moves(from).map(single));
    }
    let graph = Graph::from_arcs(explored.len() + 1, &arcs);
    let end = |position: u32| {
        let stuck = position == nothing || explored.moves(position).next().is_none();
        let by_rule = explored.results.get(position as usize).copied().flatten();
        by_rule.or((stuck && game.play.misere).then_some(Outcome::Win))
    };
    let ends: Vec<Option<Outcome>> = (0..=nothing).map(end).collect();
    let normal = ends.iter().all(|end| end.is_none_or(|end| end == Outcome::Loss));
    let nimbers = normal.then(|| grundy::nimbers(&graph).ok()).flatten();
    let solved = retrograde::solve(&GraphGame::new(graph, 0).with_ends(ends));
    let value = |position: usize| {
        let mut value = solved.value(position);
        value.nimber = nimbers.as_ref().map(|nimbers| nimbers[position].into());
        value
    };
    (0..=explored.len()).map(value).collect()
}

/// Returns the best difference of points from every position, or `None` if play can go on for ever.
fn best_differences(explored: &Explored) -> Option<Vec<i128>> {
    let mut best = vec![0i128; explored.len()];
    let order = graph_of(explored).visit_post_order(|position| {
        let to = explored.moves(position).map(<[u32]>::first);
        let gains = explored.points(position).iter();
        let ends = gains
            .zip(to)
            .map(|(&points, to)| i128::from(points) - to.map_or(0, |&to| best[to as usize]));
        best[position as usize] = ends.max().unwrap_or(0);
    });
    order.ok().map(|()| best)
}

/// Returns the nimber of a sum of parts.
fn xor(nimbers: &[u32], parts: &[u32]) -> u32 {
    parts.iter().fold(0, |sum, &part| sum ^ nimbers[part as usize])
}

/// Returns the nimbers of positions whose moves give sums, or `None` if play can go on for ever.
fn nimbers(explored: &Explored) -> Option<Vec<u32>> {
    let mut values = vec![0_u32; explored.len()];
    // For each nimber, the last position that had it as an option.
    let mut seen: Vec<u32> = Vec::new();
    let order = graph_of(explored).visit_post_order(|position| {
        let stamp = position + 1;
        for to in explored.moves(position) {
            let nimber = xor(&values, to) as usize;
            if nimber >= seen.len() {
                seen.resize((nimber + 1).next_power_of_two(), 0);
            }
            seen[nimber] = stamp;
        }
        let free = seen.iter().position(|&last| last != stamp);
        values[position as usize] = free.unwrap_or(seen.len()) as u32;
    });
    order.ok().map(|()| values)
}

impl Oracle<OwnGame> for Values {
    fn value(&self, game: &OwnGame, position: &OwnPosition) -> Value {
        match self {
            Values::Points(best) => {
                let best = position.parts.first().map_or(0, |&part| best[part as usize]);
                Value::of_score(position.lead + best)
            }
            Values::Table(values) => match position.parts[..] {
                [part] => values[part as usize],
                _ => *values.last().expect("the sum without parts is the last"),
            },
            Values::Nimbers(nimbers) => {
                let nimber = xor(nimbers, &position.parts);
                let mut value = Value::of(Outcome::win_if(nimber != 0));
                value.nimber = Some(nimber.into());
                value
            }
            Values::Sums(sums) => sums.value(game, position),
        }
    }
}

impl Theory<OwnGame> for Values {
    fn parts(&self, game: &OwnGame, position: &OwnPosition) -> Vec<Part> {
        match self {
            // A single part is no sum, unless the start was a sum.
            Values::Nimbers(nimbers) if position.parts.len().max(game.start.len()) > 1 => position
                .parts
                .iter()
                .map(|&part| Part::nimber(game.name(&[part]), nimbers[part as usize].into()))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn knows_distances(&self) -> bool {
        !matches!(self, Values::Nimbers(_))
    }

    fn proved_positions(&self) -> usize {
        match self {
            Values::Table(values) => values.len(),
            Values::Points(best) => best.len(),
            Values::Nimbers(nimbers) => nimbers.len(),
            Values::Sums(_) => 0,
        }
    }

    /// Checks the value of every position against its next positions.
    fn proof(&self, game: &OwnGame, budget: crate::budget::Budget) -> Option<Result<String, CertifyError>> {
        match self {
            Values::Sums(sums) => sums.proof(game, budget),
            Values::Table(_) | Values::Points(_) => {
                let count = game.explored.len();
                let nothing = game.explored.has_sums.then(Vec::new);
                let mut parts: Vec<u32> = (0..count as u32).collect();
                if game.explored.is_mixed() {
                    parts = game.explored.reached(game.start.clone()).into_iter().collect();
                }
                let mut positions = parts
                    .into_iter()
                    .map(|part| vec![part])
                    .chain(nothing)
                    .map(OwnPosition::from);
                let wrong = positions.find_map(|position| {
                    let error = verify::position(game, self, &position, usize::MAX).err()?;
                    Some(format!("{}: {error}", game.name(&position.parts)))
                });
                Some(match wrong {
                    Some(why) => Err(CertifyError::Wrong(why)),
                    None => Ok(format!(
                        "the values of all {count} positions, each from the positions that its moves lead to"
                    )),
                })
            }
            Values::Nimbers(nimbers) => {
                let wrong = (0..nimbers.len() as u32).find(|&part| {
                    let sums: BTreeSet<u32> = game.explored.moves(part).map(|to| xor(nimbers, to)).collect();
                    (0..).find(|nimber| !sums.contains(nimber)) != Some(nimbers[part as usize])
                });
                Some(match wrong {
                    Some(part) => Err(CertifyError::Wrong(format!("the nimber of {}", game.name(&[part])))),
                    None => Ok(format!(
                        "the nimbers of all {} parts, each from its moves",
                        nimbers.len()
                    )),
                })
            }
        }
    }
}
