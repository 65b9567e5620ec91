//! Graphs in the formats: a count and a list of arcs, the error for a cycle, and random shapes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use itertools::Itertools as _;

use crate::budget::{Budget, Refusal};
use crate::engine::graph::{Cycle, Graph};
use crate::engine::mentioned::Mentioned;
use crate::engine::retrograde::{Table, token};
use crate::engine::{self, Outcome};
use crate::random::Random;
use crate::text::{InputError, Scanner, tokens};

/// The arcs of one graph and their place in the input.
pub struct ArcList {
    /// The arcs in the order of the input, vertices from 0.
    pub arcs: Vec<(u32, u32)>,
    /// The place of the first arc in the input, in bytes.
    offset: usize,
    /// The number of the first vertex in the format.
    first: u32,
}

impl ArcList {
    /// Reads `count` arcs, one for each line. The format numbers the vertices from `first` (0 or 1).
    ///
    /// # Errors
    /// Fails as [`Scanner::count`] does. If the numbers start at the other end, the error has a hint.
    pub fn read(scanner: &mut Scanner<'_>, vertices: usize, count: usize, first: u32) -> Result<ArcList, InputError> {
        let offset = scanner.offset();
        let list = scanner.rest();
        let index = |scanner: &mut Scanner<'_>, name: fmt::Arguments<'_>| {
            if first == 1 {
                return scanner.index(name, vertices);
            }
            let end = i64::try_from(vertices).unwrap_or(i64::MAX);
            let read = scanner.integer(name, 0..=end - 1);
            let vertex = read.map_err(|error| {
                if numbered_from_one(list, count, vertices) {
                    error.with_hint("indices run from 0: is this input 1-based?")
                } else {
                    error
                }
            })?;
            Ok(u32::try_from(vertex).expect("vertices are fewer than 2^32"))
        };
        let mut arcs = scanner.list(count)?;
        while arcs.len() < count {
            scanner.plain_pairs(count - arcs.len(), first, vertices, &mut arcs);
            let arc = arcs.len() + 1;
            if arc > count {
                break;
            }
            let from = index(scanner, format_args!("the tail of arc {arc} of {count}"))?;
            scanner.space()?;
            let to = index(scanner, format_args!("the head of arc {arc} of {count}"))?;
            scanner.newline()?;
            arcs.push((from, to));
        }
        Ok(ArcList { arcs, offset, first })
    }

    /// Returns the graph of the arcs on this number of vertices.
    ///
    /// # Errors
    /// Fails if there is a cycle and the graph must not be `loopy`, or if the graph exceeds the budget.
    pub fn into_graph(
        self,
        scanner: &mut Scanner<'_>,
        vertices: usize,
        loopy: bool,
    ) -> Result<Rc<Compact>, InputError> {
        let ArcList { arcs, offset, first } = self;
        Compact::take(scanner, vertices, arcs.len())?;
        let graph = Compact::new(vertices, arcs);
        match (!loopy).then(|| graph.find_cycle()).flatten() {
            Some(cycle) => Err(cycle_error(scanner, offset, &graph.arcs, first, cycle)),
            None => Ok(graph),
        }
    }
}

/// Returns the error for a cycle, given by its vertices from 0, at the arc that closes it.
///
/// This is the last arc of the cycle in the input. The arcs begin at `offset`, and the format numbers vertices from
/// `first`.
fn cycle_error(
    scanner: &Scanner<'_>,
    offset: usize,
    arcs: &[(u32, u32)],
    first: u32,
    mut cycle: Vec<u32>,
) -> InputError {
    let mut missing: HashMap<u32, u32> = cycle.iter().copied().circular_tuple_windows().collect();
    let closing = arcs.iter().position(|(from, to)| {
        if missing.get(from) == Some(to) {
            missing.remove(from);
        }
        missing.is_empty()
    });
    let closing = closing.expect("every arc of a cycle is in the list");
    let (start, _) = scanner.token_place(offset, 2 * closing);
    let (head, length) = scanner.token_place(start, 1);
    let turn = cycle.iter().position(|&v| v == arcs[closing].0);
    cycle.rotate_left(turn.expect("the tail of an arc of the cycle is on it"));
    cycle.iter_mut().for_each(|v| *v += first);
    let message = format!("the arcs must not form a cycle, found {}", Cycle(cycle));
    InputError::new(start, head + length - start, message)
}

/// Writes arcs line by line, with vertices numbered from `first`.
///
/// # Errors
/// Fails if the formatter does.
pub fn write(f: &mut fmt::Formatter<'_>, arcs: &[(u32, u32)], first: u32) -> fmt::Result {
    arcs.iter()
        .try_for_each(|(from, to)| writeln!(f, "{} {}", from + first, to + first))
}

/// Returns whether the arcs at the start of `list` use the numbers 1 to `vertices` and never 0.
fn numbered_from_one(list: &[u8], arcs: usize, vertices: usize) -> bool {
    let number = |token: &[u8]| str::from_utf8(token).ok()?.parse::<usize>().ok();
    let numbers = || tokens(list).take(arcs.saturating_mul(2)).map(number);
    let is_vertex = |number: Option<usize>| number.is_some_and(|number| (1..=vertices).contains(&number));
    numbers().all(is_vertex) && numbers().contains(&Some(vertices))
}

/// The remaining vertices of a graph: all of them, or only the mentioned ones.
#[derive(Clone)]
pub struct Kept(Option<Mentioned>);

impl Kept {
    /// Returns the new number of a vertex, or `None` if it was left out.
    pub fn number(&self, vertex: u32) -> Option<u32> {
        let number = |mentioned: &Mentioned| mentioned.number(vertex);
        self.0.as_ref().map_or(Some(vertex), number)
    }

    /// Returns the vertex with this number. Panics if there is none.
    pub fn vertex(&self, number: u32) -> u32 {
        let vertex = |mentioned: &Mentioned| mentioned.vertex(number);
        self.0.as_ref().map_or(number, vertex)
    }

    /// Returns the count of the left-out vertices among all `vertices`, and these vertices.
    pub fn left_out(&self, vertices: usize) -> (u64, impl Iterator<Item = u32>) {
        let left = self.0.as_ref().map_or(vertices, Mentioned::len);
        let all = self.0.iter().flat_map(move |_| 0..vertices as u32);
        (
            (vertices - left) as u64,
            all.filter(|&vertex| self.number(vertex).is_none()),
        )
    }
}

/// Leaves out the vertices that neither an arc nor `others` mention, if they are most of all vertices.
///
/// Returns the number of remaining vertices and the arcs by their new numbers.
pub fn compact<'a>(vertices: usize, arcs: &'a [(u32, u32)], others: &[u32]) -> (usize, Cow<'a, [(u32, u32)]>, Kept) {
    if !Mentioned::pays(vertices, arcs.len()) {
        return (vertices, Cow::Borrowed(arcs), Kept(None));
    }
    let mentioned = Mentioned::new(arcs, others);
    let renumbered = mentioned.renumbered(arcs);
    (mentioned.len(), Cow::Owned(renumbered), Kept(Some(mentioned)))
}

/// The labels of one token on the remaining vertices of a graph.
pub struct Labels {
    table: Table,
    kept: Kept,
    /// The number of remaining vertices, and of all vertices.
    vertices: [usize; 2],
    misere: bool,
}

impl Labels {
    /// Labels the vertices that an arc or `others` mention, without distances. Meanwhile `listed` more bytes are in
    /// use.
    ///
    /// In misère play each vertex without arcs gets an arc to one new vertex without arcs. The new vertex is lost, so
    /// the vertices without arcs are won. The same analysis gives all other outcomes.
    ///
    /// # Errors
    /// Fails if it needs more than the budget.
    pub fn of(
        vertices: usize,
        arcs: &[(u32, u32)],
        others: &[u32],
        (misere, listed): (bool, usize),
        budget: Budget,
    ) -> Result<Labels, Refusal> {
        let (kept_vertices, mut list, kept) = compact(vertices, arcs, others);
        let mut count = kept_vertices;
        let mut held = listed as u128;
        let what = format_args!("{} vertices and {} arcs", vertices.max(listed), arcs.len());
        if misere {
            // The list with the new arcs, and a flag for each vertex with an arc.
            let bytes = size_of::<(u32, u32)>() as u128;
            held += count as u128 + bytes * (list.len() as u128 + count as u128);
            budget.require(held, what)?;
            let mut is_stuck = vec![true; count];
            list.iter().for_each(|arc| is_stuck[arc.0 as usize] = false);
            let stuck = (0..).zip(is_stuck).filter(|(_, is_stuck)| *is_stuck);
            let end = count as u32;
            list.to_mut().extend(stuck.map(|(vertex, _)| (vertex, end)));
            count += 1;
        }
        let needed = token::bytes_needed(count as u64, list.len() as u64);
        budget.require(u128::from(needed).saturating_add(held), what)?;
        let table = token::solve_list(&engine::arcs::ArcList {
            vertices: count,
            arcs: &list,
        });
        Ok(Labels {
            table,
            kept,
            vertices: [kept_vertices, vertices],
            misere,
        })
    }

    /// Returns the outcome of a vertex. A vertex that was left out has no arc.
    pub fn outcome(&self, vertex: u32) -> Outcome {
        let number = self.kept.number(vertex);
        number.map_or(Outcome::win_if(self.misere), |number| {
            self.table.outcome(number as usize)
        })
    }

    /// Returns the outcomes of all vertices.
    pub fn outcomes(&self) -> Vec<Outcome> {
        let [kept, all] = self.vertices;
        let mut outcomes = vec![Outcome::win_if(self.misere); all];
        for number in 0..kept {
            outcomes[self.kept.vertex(number as u32) as usize] = self.table.outcome(number);
        }
        outcomes
    }
}

/// A list of arcs, and their graph. The graph lacks the vertices that no arc mentions, if they are most of all
/// vertices.
pub struct Compact {
    /// The number of vertices, including vertices that no arc mentions.
    pub vertices: usize,
    /// The arcs in the order of the input, vertices from 0.
    pub arcs: Vec<(u32, u32)>,
    graph: Graph,
    kept: Kept,
}

impl Compact {
    /// Returns the graph on `0..vertices` with these arcs, in O(m log m) time and memory for at most `4 * arcs`
    /// vertices.
    pub fn new(vertices: usize, arcs: Vec<(u32, u32)>) -> Rc<Compact> {
        let (left, renumbered, kept) = compact(vertices, &arcs, &[]);
        let graph = Graph::from_arcs(left, &renumbered);
        Rc::new(Compact {
            vertices,
            arcs,
            graph,
            kept,
        })
    }

    /// Counts the memory for making the graph with this number of vertices and arcs.
    ///
    /// # Errors
    /// Fails if it is more than the budget.
    fn take(scanner: &mut Scanner<'_>, vertices: usize, arcs: usize) -> Result<(), InputError> {
        let pays = Mentioned::pays(vertices, arcs);
        let kept = if pays { vertices.min(2 * arcs) } else { vertices };
        let bytes = Graph::bytes_needed(kept as u64, arcs as u64) + Graph::bytes_to_sort(arcs as u64);
        scanner.take(bytes as usize, format_args!("{kept} vertices and {arcs} arcs"))
    }

    /// Returns the graph, by its own numbers.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the number of a vertex in the graph, or `None` if the graph leaves it out.
    pub fn number(&self, vertex: u32) -> Option<u32> {
        self.kept.number(vertex)
    }

    /// Returns the vertex with this number in the graph. Panics if there is none.
    pub fn vertex(&self, number: u32) -> u32 {
        self.kept.vertex(number)
    }

    /// Returns the count of the vertices that the graph leaves out, and these vertices.
    pub fn left_out(&self) -> (u64, impl Iterator<Item = u32>) {
        self.kept.left_out(self.vertices)
    }

    /// Returns the vertices of a cycle, by the numbers of the input from 0.
    fn find_cycle(&self) -> Option<Vec<u32>> {
        let cycle = self.graph.find_cycle()?;
        Some(cycle.into_iter().map(|v| self.vertex(v)).collect())
    }
}

/// A shape of acyclic graphs, for generators.
#[derive(Clone, Copy)]
pub enum Shape {
    /// Arcs along a random order of the vertices, at most this many, repeated ones among them.
    Random(usize),
    /// One path through all vertices in a random order.
    Path,
    /// Every arc along a random order between vertices at most this far apart in it.
    Dense(usize),
    /// Few pairs of vertices with many arcs each, and at most this many arcs in all.
    Repeated(usize),
}

impl Shape {
    /// Draws arcs of this shape on `0..vertices` in a random order. There are none on a single vertex.
    pub fn draw(self, vertices: usize, random: &mut Random) -> Vec<(u32, u32)> {
        let mut order: Vec<u32> = (0..vertices as u32).collect();
        random.shuffle(&mut order);
        let pair = |random: &mut Random| {
            let a = random.index(vertices);
            let b = (a + 1 + random.index(vertices - 1)) % vertices;
            (order[a.min(b)], order[a.max(b)])
        };
        let mut arcs: Vec<(u32, u32)> = match self {
            _ if vertices < 2 => Vec::new(),
            Shape::Random(most) => (0..1 + random.index(most)).map(|_| pair(random)).collect(),
            Shape::Path => order.windows(2).map(|w| (w[0], w[1])).collect(),
            Shape::Dense(reach) => (0..vertices)
                .flat_map(|a| (a + 1..vertices).take(reach).map(move |b| (a, b)))
                .map(|(a, b)| (order[a], order[b]))
                .collect(),
            Shape::Repeated(most) => {
                let few: Vec<_> = (0..3).map(|_| pair(random)).collect();
                (0..most).map(|_| *random.pick(&few)).collect()
            }
        };
        random.shuffle(&mut arcs);
        arcs
    }
}
