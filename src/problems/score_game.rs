//! One token on an acyclic graph whose vertices carry points: how far can the first player come out ahead?
//!
//! **Rules.** A player who pushes the token to a vertex receives its points. The game ends on a vertex without arcs.
//!
//! **Idea.** Only the difference of the totals counts, and earlier points do not change the best move now. So a vertex
//! has one value, the best difference for the player who moves from it. It is the largest of r(w) - value(w) over the
//! arcs to w, or 0 without arcs.
//!
//! By `--leaving`, a player who pushes the token from a vertex receives its points: F(v) = r(v) - min F(w), and 0
//! without arcs. Then G(v) = max -F(w) is the value of the game above with the points -r(w). If w has no arc, its
//! points are 0.
//!
//! **Why it is right.** See [`scoring`]. If w has arcs, F(w) = r(w) + G(w), so G(v) = max (-r(w) - G(w)).
//!
//! **Trap.** The most points now are not always best. A move is compulsory even if every move costs points. The points
//! of the start go to nobody. Totals outgrow 32 bits.
//!
//! **Cost.** Linear in vertices and arcs: 12 bytes per arc and at most 64 per vertex.
//!
//! **Source.** A theory game of minimax (Zermelo 1913).

use std::collections::{HashMap, HashSet};

use crate::engine::certificate;
use crate::engine::scoring::{self, Differences};
use crate::stock::arcs::{self, ArcList, Compact, Shape};
use crate::stock::prelude::*;

mod mistakes;
mod tiny;

const N: Limit = Limit::new("N", "the number of vertices", 1..=100_000).solves(1..=MAX_COUNT);
const M: Limit = Limit::new("M", "the number of arcs", 0..=200_000).solves(0..=MAX_COUNT);
const R: Limit =
    Limit::new("r", "the points of a vertex", -1_000_000_000..=1_000_000_000).solves(-MAX_18_DIGITS..=MAX_18_DIGITS);

/// A graph with vertices from 0, their points, and the start of the token.
#[derive(Clone)]
pub struct ScoreGame {
    points: Rc<Vec<i64>>,
    start: u32,
    graph: Rc<Compact>,
    /// The decimal places of the points. Points are counted in units of the last place.
    places: u32,
    /// Whether a player receives the points of a vertex for leaving it.
    leaving: bool,
}

/// Returns the most decimal places among the first numbers of a text, or 0 if all are whole or one has too many.
fn decimal_places(text: &[u8], numbers: usize) -> usize {
    const MOST: usize = 9;
    let places = |token: &[u8]| {
        let point = token.iter().position(|&byte| byte == b'.')?;
        let digits = token[..point].strip_prefix(b"-").unwrap_or(&token[..point]);
        let after = &token[point + 1..];
        let is_number = [digits, after]
            .into_iter()
            .all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit));
        is_number.then_some(after.len())
    };
    let most = crate::text::tokens(text).take(numbers).filter_map(places).max();
    most.filter(|&places| places <= MOST).unwrap_or(0)
}

/// Reads a number with at most `places` decimal places, in units of the last.
fn read_points(scanner: &mut Scanner<'_>, name: &dyn fmt::Display, places: u32) -> Result<i64, InputError> {
    let token = scanner.token(format_args!("{name}"))?;
    let wrong = |message: String| Err(InputError::new(token.offset, token.bytes.len(), message));
    let text = String::from_utf8_lossy(token.bytes);
    let digits = text.strip_prefix('-').unwrap_or(&text);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(rest) {
        let found = crate::text::quoted(token.bytes, 40);
        return wrong(format!("expected {name}, a number such as -2.5, found `{found}`"));
    }
    if rest.len() > places as usize {
        return wrong(format!("{name} has more than {places} decimal places"));
    }
    let most = if scanner.is_strict() {
        R.original.1 * 10i64.pow(places)
    } else {
        R.solve.1
    };
    let units = format!("{whole}{rest:0<width$}", width = places as usize);
    match units.parse::<i64>() {
        Ok(size) if size <= most => Ok(if text.starts_with('-') { -size } else { size }),
        _ => {
            let units = i128::from(most);
            let end = Score { units, places };
            wrong(format!("{name} must be from -{end} to {end}"))
        }
    }
}

impl Problem for ScoreGame {
    const META: Meta = Meta::new(
        texts!("score-game"),
        "theory of minimax",
        "best score difference",
        ("score.in", "score.out"),
        ("N, the number of vertices", 100_000),
        &[N, M, R],
    )
    .lesson(4, "best differences of points", &["deque"])
    .form(
        &[
            Field::numbers("N M"),
            Field::repeated("N", "r"),
            Field::numbers("u"),
            Field::repeated("M", "a b"),
        ],
        "0",
    )
    .no_misere("the points decide, not who moves last")
    .variants(&[
        Variant::flag(
            "leaving",
            "A player receives the points of the vertex that the token leaves, not of the vertex that it reaches",
        ),
        Variant::number(
            "decimals",
            "Points and answers have up to K decimal places",
            "K",
            (1, 9),
        ),
    ]);

    const FAMILIES: &'static [Family<ScoreGame>] = &[
        family(
            "random",
            "arcs along a random order of the vertices, points of either sign",
            |n, random| generated(n, random, Shape::Random(2 * n as usize), any_points, anywhere),
        ),
        family(
            "path",
            "one path through all vertices, from its beginning: the longest game, every move forced",
            |n, random| generated(n, random, Shape::Path, any_points, |arc| Some(arc.1)),
        ),
        family(
            "dense",
            "every arc along a random order, as far as M allows",
            |n, random| {
                let reach = (200_000 / n as usize).clamp(2, 100);
                generated(n, random, Shape::Dense(reach), any_points, anywhere)
            },
        ),
        family(
            "repeated",
            "three pairs of vertices, each with many arcs",
            |n, random| generated(n, random, Shape::Repeated(2 * n as usize), any_points, anywhere),
        ),
        family("costs", "every move costs points, and nobody may pass", |n, random| {
            let costs = |most: i64, random: &mut Random| random.within(-most, -1);
            generated(n, random, Shape::Random(2 * n as usize), costs, anywhere)
        }),
        family(
            "large",
            "points at the ends of their range only, so that totals outgrow 32 bits",
            |n, random| {
                let ends = |_: i64, random: &mut Random| *random.pick(&[R.original.0, R.original.1]);
                generated(n, random, Shape::Random(2 * n as usize), ends, anywhere)
            },
        ),
        family("stuck", "no arc leaves the start", |n, random| {
            let tail = |arc: (u32, u32)| Some(arc.0);
            generated(n, random, Shape::Random(2 * n as usize), any_points, tail)
        }),
        family(
            "alternating",
            "one path on which the ends of the range of points alternate: the largest totals",
            alternating,
        ),
        family(
            "zeros",
            "one diamond after another, so that paths are many, and every best difference is 0",
            |n, random| ties(n, random, 0),
        ),
        family(
            "minus-ones",
            "one diamond after another, and every best difference but the last is -1",
            |n, random| ties(n, random, -1),
        ),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    type Game = ScoreGame;
    /// The best difference, first player minus second.
    type Answer = Line<String>;

    const WITHOUT_START: Option<(Reader<ScoreGame>, &'static str)> = Some((
        |scanner, variants| ScoreGame::read_with(scanner, variants, false),
        "the third line, the start vertex, is missing",
    ));

    fn read(scanner: &mut Scanner<'_>, variants: &Variants) -> Result<ScoreGame, InputError> {
        ScoreGame::read_with(scanner, variants, true)
    }

    fn game(&self, budget: Budget) -> Result<ScoreGame, Refusal> {
        /// The bytes of a vertex for the differences, the points, the search and its path.
        const BYTES: u128 = 16 + 8 + 32;
        let vertices = self.graph.graph().len();
        budget.require(BYTES * vertices as u128, format_args!("{vertices} vertices"))?;
        Ok(self.clone())
    }

    fn theory(game: &ScoreGame, _: Budget) -> Result<Box<dyn Theory<ScoreGame>>, Refusal> {
        Ok(Box::new(Best::of(game)))
    }

    fn outcomes_of_vertices(&self, _: bool, budget: Budget) -> Result<Option<Vec<Outcome>>, Refusal> {
        let game = self.game(budget)?;
        let best = Best::of(&game);
        let outcome = |vertex| best.value(&game, &game.at(vertex)).outcome;
        Ok(Some((0..self.points.len() as u32).map(outcome).collect()))
    }

    fn ask(game: &ScoreGame, known: &dyn Oracle<ScoreGame>) -> Line<String> {
        let score = known.value(game, &game.start()).score;
        Line(
            score
                .expect("every position of a game of points has a score")
                .to_string(),
        )
    }

    fn brute_cap(_: &ScoreGame) -> usize {
        3000
    }

    fn smaller(&self) -> impl Iterator<Item = ScoreGame> {
        let (points, start) = (&self.points, self.start);
        let steps = shrink::graph(points.len(), &self.graph.arcs, move |vertex| vertex == start);
        let steps = steps.map(move |smaller| ScoreGame {
            places: self.places,
            leaving: self.leaving,
            ..ScoreGame::new(smaller.carried(points), smaller.number(start), smaller.arcs)
        });
        let lowered = (0..points.len()).flat_map(move |vertex| {
            let sizes = shrink::lower(points[vertex].unsigned_abs());
            sizes.map(move |size| self.with(|points| points[vertex] = points[vertex].signum() * size as i64))
        });
        steps.chain(lowered)
    }
}

/// Returns an instance of a shape. `points` draws a number up to a bound. `unwanted` names an end of an arc that is no
/// start.
fn generated(
    size: u64,
    random: &mut Random,
    shape: Shape,
    points: fn(i64, &mut Random) -> i64,
    unwanted: fn((u32, u32)) -> Option<u32>,
) -> ScoreGame {
    let vertices = usize::try_from(size).expect("a generated graph fits in memory");
    let arcs = shape.draw(vertices, random);
    let most = most_points(vertices);
    let points = (0..vertices).map(|_| points(most, random)).collect();
    let unwanted: HashSet<u32> = arcs.iter().filter_map(|&arc| unwanted(arc)).collect();
    let starts = (0..vertices as u32).filter(|vertex| !unwanted.contains(vertex));
    let start = *random.pick(&starts.collect_vec());
    ScoreGame::new(points, start, arcs)
}

/// Returns a bound of points. It is small on small graphs, so that different lines of play meet.
fn most_points(vertices: usize) -> i64 {
    if vertices <= 12 { 5 } else { R.original.1 }
}

/// Returns one path from its beginning.
///
/// Its vertices are worth the most and the least in turns, so that differences add up.
fn alternating(size: u64, random: &mut Random) -> ScoreGame {
    let game = generated(size, random, Shape::Path, any_points, |arc| Some(arc.1));
    let first = if random.chance(1, 2) { 1 } else { -1 } * most_points(game.points.len());
    let next: HashMap<u32, u32> = game.graph.arcs.iter().copied().collect();
    let path = iter::successors(Some(game.start), |vertex| next.get(vertex).copied());
    let worths = path.zip([first, -first].into_iter().cycle());
    game.with(|points| worths.for_each(|(vertex, worth)| points[vertex as usize] = worth))
}

/// Returns diamonds one after another. Every move in them leads to the same difference.
///
/// A program may use that difference for "not computed yet". Each diamond doubles the number of paths.
fn ties(size: u64, random: &mut Random, all: i64) -> ScoreGame {
    let vertices = usize::try_from(size).expect("a generated graph fits in memory");
    let mut order: Vec<u32> = (0..vertices as u32).collect();
    random.shuffle(&mut order);
    let diamonds = (vertices - 1) / 3;
    let diamond = |number: usize| [0, 1, 2, 3].map(|place| order[3 * number + place]);
    let sides = (0..diamonds).map(diamond);
    let mut arcs = sides
        .flat_map(|[from, left, right, to]| [(from, left), (from, right), (left, to), (right, to)])
        .collect_vec();
    arcs.extend(order[3 * diamonds..].iter().copied().tuple_windows::<(u32, u32)>());
    // The points of a move less the difference after it are the same difference again. After the last vertex nothing
    // comes.
    let mut points = vec![2 * all; vertices];
    points[order[vertices - 1] as usize] = all;
    random.shuffle(&mut arcs);
    ScoreGame::new(points, order[0], arcs)
}

fn any_points(most: i64, random: &mut Random) -> i64 {
    random.within(-most, most)
}

fn anywhere(_: (u32, u32)) -> Option<u32> {
    None
}

impl ScoreGame {
    fn new(points: Vec<i64>, start: u32, arcs: Vec<(u32, u32)>) -> ScoreGame {
        ScoreGame {
            graph: Compact::new(points.len(), arcs),
            points: points.into(),
            start,
            places: 0,
            leaving: false,
        }
    }

    /// Reads the format. The third line, which has the start, may be missing.
    fn read_with(scanner: &mut Scanner<'_>, variants: &Variants, has_start: bool) -> Result<ScoreGame, InputError> {
        let places = variants.number("decimals").unwrap_or(0) as u32;
        let [vertices, count] = Limit::row([N, M], scanner)?;
        let mut points = scanner.list(vertices)?;
        let name = |index: usize, f: &mut fmt::Formatter<'_>| write!(f, "`r({})`, the points of a vertex", index + 1);
        if places == 0 {
            let rest = scanner.rest();
            let read = scanner.line_of(vertices, &R.bounds(), &name, &mut |units| points.push(units));
            read.map_err(|error| match decimal_places(rest, vertices) {
                0 => error,
                places => error.with_hint(format!("`--decimals {places}` reads these points")),
            })?;
        } else {
            for vertex in 0..vertices {
                let name = fmt::from_fn(|f| name(vertex, f));
                points.push(read_points(scanner, &name, places)?);
                scanner.space_or_newline(vertex, vertices)?;
            }
        }
        let mut start = 0;
        if has_start {
            start = scanner.index(format_args!("the start vertex"), vertices)?;
            scanner.newline()?;
        }
        let list = ArcList::read(scanner, vertices, count, 1)?;
        scanner.end()?;
        Ok(ScoreGame {
            points: points.into(),
            start,
            graph: list.into_graph(scanner, vertices, false)?,
            places,
            leaving: variants.has("leaving"),
        })
    }

    /// Returns the instance with other points.
    fn with(&self, change: impl FnOnce(&mut Vec<i64>)) -> ScoreGame {
        let mut changed = self.clone();
        change(Rc::make_mut(&mut changed.points));
        changed
    }

    /// Returns the position of a vertex with equal totals. `vertex` is the number in the input, from 0.
    fn at(&self, vertex: u32) -> Position {
        let vertex = self.graph.number(vertex);
        Position { vertex, lead: 0 }
    }

    /// Returns the points of a vertex of the graph.
    fn points_of(&self, vertex: u32) -> i64 {
        self.points[self.graph.vertex(vertex) as usize]
    }

    /// Returns the place of a vertex by its number in the input, from 0.
    fn place_of(&self, vertex: u32) -> Place {
        Place {
            note: format!("({:+})", self.score(self.points[vertex as usize])),
            ..Place::named(1 + u64::from(vertex))
        }
    }

    /// Returns a number of units as points.
    fn score(&self, units: impl Into<i128>) -> Score {
        let (units, places) = (units.into(), self.places);
        Score { units, places }
    }

    /// Returns the points that a player receives for a move.
    fn received(&self, from: Option<u32>, to: u32) -> i128 {
        let paying = if self.leaving { from.unwrap_or(to) } else { to };
        self.points_of(paying).into()
    }

    /// Returns whether the start is outside all arcs.
    fn starts_alone(&self) -> bool {
        self.graph.number(self.start).is_none()
    }

    /// Returns the points for leaving a vertex, or 0 if it has no arc.
    fn for_leaving(&self, vertex: u32) -> i64 {
        let pays = self.leaving && !self.graph.graph().successors(vertex).is_empty();
        if pays { self.points_of(vertex) } else { 0 }
    }

    /// Returns the points of a game by arrival with the same values, except for the points of leaving.
    fn for_arrival(&self) -> Vec<i64> {
        let vertices = self.graph.graph().vertices();
        if self.leaving {
            vertices.map(|vertex| -self.for_leaving(vertex)).collect()
        } else {
            vertices.map(|vertex| self.points_of(vertex)).collect()
        }
    }

    fn heads(&self, vertex: Option<u32>) -> impl Iterator<Item = u32> {
        let heads = vertex.map_or(&[][..], |vertex| self.graph.graph().successors(vertex));
        heads.iter().copied().unique()
    }
}

/// The vertex of the token, by its number in the graph, and the lead of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// `None` if the start is outside all arcs.
    vertex: Option<u32>,
    lead: i128,
}

/// Plays on the graph. A move is the new vertex of the token.
impl Rules for ScoreGame {
    type Position = Position;
    type Move = u32;

    fn start(&self) -> Position {
        self.at(self.start)
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        let over = self.heads(position.vertex).next().is_none();
        over.then(|| Outcome::of_difference(position.lead))
    }

    fn final_score(&self, position: &Position) -> Option<Score> {
        Some(self.score(position.lead))
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = (u32, Position)> {
        let Position { vertex: from, lead } = *position;
        self.heads(from).map(move |to| {
            let (vertex, lead) = (Some(to), -(lead + self.received(from, to)));
            (to, Position { vertex, lead })
        })
    }
}

/// The best difference from every vertex.
struct Best(Differences);

impl Best {
    fn of(game: &ScoreGame) -> Best {
        let best = scoring::best_differences(game.graph.graph(), &game.for_arrival());
        Best(best.expect("a cycle is an error of the input"))
    }
}

impl Oracle<ScoreGame> for Best {
    fn value(&self, game: &ScoreGame, position: &Position) -> Value {
        let best = |vertex: u32| self.0.of(vertex) + i128::from(game.for_leaving(vertex));
        Value::of_score(game.score(position.lead + position.vertex.map_or(0, best)))
    }
}

impl Theory<ScoreGame> for Best {
    fn label(&self, game: &ScoreGame, place: usize) -> Option<(Value, String)> {
        let vertex = place as u32;
        let best = if place < game.graph.graph().len() {
            self.0.get(vertex)? + i128::from(game.for_leaving(vertex))
        } else {
            // The start is outside all arcs.
            0
        };
        let best = game.score(best);
        Some((Value::of_score(best), format!("best {best:+}")))
    }

    fn label_left_out(&self) -> (Value, String) {
        (Value::of_score(0), "best +0".to_owned())
    }

    /// Returns `true`, because nobody asks how long a game of points lasts.
    fn knows_distances(&self) -> bool {
        true
    }

    fn proved_positions(&self) -> usize {
        self.0.len()
    }

    fn proof(&self, game: &ScoreGame, _: Budget) -> Option<Result<String, CertifyError>> {
        let graph = game.graph.graph();
        let checked = certificate::check_differences(graph, &game.for_arrival(), |vertex| self.0.of(vertex));
        let count = self.0.len();
        let what = || format!("the difference of {count} vertices, each from the vertices its arcs lead to");
        Some(checked.map_err(wrong).map(|()| what()))
    }
}

impl Shown for ScoreGame {
    const HOW: &'static str = "the vertex to push the token to, such as `4`";

    /// Gives the last place to a start outside all arcs.
    fn stage(&self) -> Stage {
        let graph = self.graph.graph();
        let place = |vertex: u32| self.place_of(self.graph.vertex(vertex));
        let alone = self.starts_alone().then(|| self.place_of(self.start));
        Stage {
            worths: "In a vertex: its points, and by how much perfect play from there puts its player ahead.",
            ..picture::graph(graph.different_arcs(), true, graph.vertices().map(place).chain(alone))
        }
    }

    fn left_out(&self) -> (u64, Box<dyn Iterator<Item = Place> + '_>) {
        let (count, vertices) = self.graph.left_out();
        let others = vertices.filter(|&vertex| vertex != self.start);
        let count = count - u64::from(self.starts_alone());
        (count, Box::new(others.map(|vertex| self.place_of(vertex))))
    }

    fn pieces(&self, position: &Position) -> Vec<Piece> {
        let alone = self.graph.graph().len();
        let place = position.vertex.map_or(alone, |vertex| vertex as usize);
        vec![Piece::one(place, STONE)]
    }

    fn place_count(&self) -> u64 {
        self.graph.graph().len() as u64 + u64::from(self.starts_alone())
    }

    fn place_name(&self, place: usize) -> String {
        let vertex = if place < self.graph.graph().len() {
            self.graph.vertex(place as u32)
        } else {
            self.start
        };
        (1 + vertex).to_string()
    }

    fn remark(&self, position: &Position) -> Option<String> {
        let lead = self.score(position.lead);
        Some(match position.lead {
            0 => "The totals are equal.".to_owned(),
            1.. => format!("The player to move leads by {lead}."),
            _ => format!("The player to move is behind by {}.", -lead),
        })
    }

    fn move_name(&self, _: &Position, to: &u32) -> String {
        self.place_name(*to as usize)
    }
}

impl fmt::Display for ScoreGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.points.iter().map(|&units| self.score(units));
        let (points, arcs) = (points.format(" "), &self.graph.arcs);
        writeln!(f, "{} {}\n{points}\n{}", self.points.len(), arcs.len(), self.start + 1)?;
        arcs::write(f, arcs, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::checks::{self, BUDGET, checks};

    #[test]
    fn the_differences_of_ties_are_all_alike_but_at_the_end() {
        for all in [0, -1] {
            for size in [1, 2, 3, 4, 7, 30, 3000] {
                let game = ties(size, &mut Random::new(size), all);
                let best = Best::of(&game);
                let difference = |vertex| best.value(&game, &game.at(vertex)).score.unwrap().units;
                let alike = (0..size as u32).filter(|&vertex| difference(vertex) == i128::from(all));
                let expected = if all == 0 { size } else { size - 1 };
                assert_eq!(alike.count() as u64, expected, "{game}");
            }
        }
    }

    checks!(ScoreGame, small: 2500 up to 8, edges: [
        "1 0\n5\n1\n" => "0\n",
        "2 1\n5 -7\n1\n1 2\n" => "-7\n",
        "2 1\n5 -7\n2\n1 2\n" => "0\n",
        "2 2\n5 3\n1\n1 2\n1 2\n" => "3\n",
        "3 2\n0 1000000000000000000 -1000000000000000000\n1\n1 2\n2 3\n" => "2000000000000000000\n",
        "4 3\n0 5 3 9\n1\n1 2\n1 3\n2 4\n" => "3\n",
        "2 1\n4 -7\n1\n1 2\n" => "-7\n",
    ]);

    #[test]
    fn points_may_be_for_leaving_a_vertex() {
        const LEAVING: &[(&str, u64)] = &[("leaving", 1)];
        checks::edges::<ScoreGame>(
            LEAVING,
            &[
                ("1 0\n5\n1\n", "0\n"),
                // Leaving 1 brings 5, and nobody leaves 2.
                ("2 1\n5 -7\n1\n1 2\n", "5\n"),
                // 1 -> 3 keeps the 5, and 1 -> 2 gives the other player 3 for leaving 2.
                ("4 3\n5 3 9 0\n1\n1 2\n1 3\n2 4\n", "5\n"),
                ("3 2\n5 9 100\n1\n1 2\n2 3\n", "-4\n"),
                ("3 2\n9 1000000000000000000 1\n1\n1 2\n2 3\n", "-999999999999999991\n"),
            ],
        );
        let mut random = Random::new(3);
        for _ in 0..600 {
            let vertices = 1 + random.index(7);
            let arcs = Shape::Random(2 * vertices).draw(vertices, &mut random);
            let points = (0..vertices).map(|_| random.within(-4, 4)).collect();
            let start = random.index(vertices) as u32;
            let game = ScoreGame {
                leaving: true,
                ..ScoreGame::new(points, start, arcs)
            };
            checks::agree(&game);
        }
    }

    #[test]
    fn decimal_points_are_exact() {
        const DECIMALS: &[(&str, u64)] = &[("decimals", 2)];
        checks::edges::<ScoreGame>(
            DECIMALS,
            &[
                ("2 1\n5 -7.25\n1\n1 2\n", "-7.25\n"),
                ("3 2\n0 0.1 0.30\n1\n1 2\n2 3\n", "-0.2\n"),
                ("2 1\n0 3.00\n1\n1 2\n", "3\n"),
                ("2 1\n0 -0.05\n1\n1 2\n", "-0.05\n"),
                ("2 1\n0 9999999999999999.99\n1\n1 2\n", "9999999999999999.99\n"),
            ],
        );
        let read = checks::read::<ScoreGame>("2 1\n.5 0\n1\n1 2\n".replace(".5", "0.50").as_str(), DECIMALS);
        assert_eq!(read.to_string(), "2 1\n0.5 0\n1\n1 2\n");
        let variants = &mut Variants::default();
        variants.set(&ScoreGame::META.variants[1], 2);
        for wrong in [
            "0.125",
            "1e3",
            ".",
            "-",
            "1.",
            ".5",
            "99999999999999999999",
            "--1",
            "0,5",
        ] {
            let text = format!("2 1\n{wrong} 0\n1\n1 2\n");
            let mut scanner = Scanner::new(text.as_bytes(), crate::text::Mode::Lenient).unwrap();
            assert!(ScoreGame::read(&mut scanner, variants).is_err(), "{wrong}");
        }
    }

    #[test]
    fn trap_the_most_points_now_are_not_best() {
        // A move to the 10 lets the opponent take 100, and a move to the 1 ends the game.
        let text = "4 3\n0 10 1 100\n1\n1 2\n1 3\n2 4\n";
        checks::edges::<ScoreGame>(&[], &[(text, "1\n")]);
    }

    #[test]
    fn trap_a_move_that_costs_is_a_must() {
        checks::edges::<ScoreGame>(&[], &[("3 2\n9 -5 -3\n1\n1 2\n1 3\n", "-3\n")]);
    }

    #[test]
    fn trap_nobody_receives_the_points_of_the_start() {
        checks::edges::<ScoreGame>(&[], &[("1 0\n1000000000\n1\n", "0\n")]);
    }

    #[test]
    fn trap_totals_outgrow_32_and_64_bits() {
        let n = 100;
        let points = (0..n).map(|v| if v % 2 == 1 { R.solve.1 } else { R.solve.0 });
        let arcs = (1..n).map(|v| format!("{v} {}\n", v + 1)).join("");
        let text = format!("{n} {}\n{}\n1\n{arcs}", n - 1, points.format(" "));
        checks::edges::<ScoreGame>(&[], &[(&text, "99000000000000000000\n")]);
    }

    #[test]
    fn raw_draws_agree_when_played_out() {
        let mut random = Random::new(14);
        let mut played = 0;
        for _ in 0..1500 {
            let vertices = 1 + random.index(6);
            let vertex = |random: &mut Random| random.index(vertices) as u32;
            let wanted = random.index(12);
            let arcs = (0..wanted).map(|_| (vertex(&mut random), vertex(&mut random)));
            let arcs = arcs.filter(|(a, b)| a < b).collect_vec();
            let points = (0..vertices).map(|_| random.within(-4, 4)).collect();
            let start = vertex(&mut random);
            played += u32::from(checks::agree(&ScoreGame::new(points, start, arcs)));
        }
        assert!(played > 1400, "{played}");
    }

    #[test]
    fn vertices_that_no_arc_mentions_change_nothing() {
        for seed in 0..300 {
            let small = (ScoreGame::FAMILIES[0].make)(5, &mut Random::new(seed));
            let apart = |v: u32| 3 + 90 * v;
            let mut points = vec![7; 500];
            for (vertex, &worth) in iter::zip(0.., &*small.points) {
                points[apart(vertex) as usize] = worth;
            }
            let arcs = small.graph.arcs.iter().map(|&(a, b)| (apart(a), apart(b)));
            let spread = ScoreGame::new(points, apart(small.start), arcs.collect());
            assert_eq!(spread.solve(BUDGET), small.solve(BUDGET), "{small}");
        }
    }

    #[test]
    fn a_wrong_answer_is_not_certified() {
        let instance = (ScoreGame::FAMILIES[0].make)(50, &mut Random::new(1));
        let Line(right) = &instance.solve(BUDGET).unwrap()[0];
        let more = right.parse::<i128>().unwrap() + 1;
        checks::refutes(&instance, Line(more.to_string()));
    }
}
