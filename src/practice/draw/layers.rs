//! Vertices in layers: arcs lead down, unless they close a cycle.
//!
//! The method is that of Sugiyama, Tagawa and Toda. A vertex without an arc from above lies as many layers above the
//! lowest one as the longest way down from it has arcs. Others lie as high as the arcs from above allow. An arc across
//! several layers gets a **stop** in each layer between, so it leads around the vertices there. Sweeps then sort each layer
//! by the mean place of the neighbours, and the order with the fewest crossings stays. Last, each vertex moves toward the
//! mean of its neighbours, and then above those below it, without leaving its order.

use itertools::Itertools as _;

use super::outline::Point;

/// The space between vertices.
pub const GAP: f64 = 28.0;

/// The sweeps that look for an order with few crossings.
const ORDER_SWEEPS: usize = 24;
/// The sweeps that straighten the arcs, before the last one. The number is odd, so that the last one leads up.
const PLACE_SWEEPS: usize = 17;
/// The width of a stop, with the space beside it.
const STOP_WIDTH: f64 = 22.0;
/// The space between two layers.
const LAYER_GAP: f64 = 44.0;

/// Vertices, and after them the stops of arcs, in layers.
struct Layers {
    /// The nodes of each layer from left to right, the lowest layer first.
    rows: Vec<Vec<usize>>,
    /// The neighbours of each node in the layer above and in the layer below.
    near: [Vec<Vec<usize>>; 2],
    /// The width of each node, with the space beside it.
    widths: Vec<f64>,
    /// The stops of each arc, from its tail to its head.
    stops: Vec<Vec<usize>>,
}

/// Returns the middle of each vertex, and the points between the ends of each arc.
///
/// `joined` tells which vertices take part. No arc is a loop.
pub fn place(sizes: &[Point], joined: &[bool], arcs: &[(usize, usize)]) -> (Vec<Point>, Vec<Vec<Point>>) {
    let heights = heights(sizes.len(), arcs);
    let mut layers = Layers::new(sizes, joined, arcs, &heights);
    layers.sort();
    let across = layers.across();
    let tall = |row: &Vec<usize>| {
        let vertices = row.iter().filter_map(|&node| sizes.get(node));
        vertices.map(|size| size.1).fold(0.0, f64::max)
    };
    let tall = layers.rows.iter().map(tall).collect_vec();
    let mut middles_down = vec![0.0; tall.len()];
    for row in (0..tall.len().saturating_sub(1)).rev() {
        middles_down[row] = middles_down[row + 1] + (tall[row + 1] + tall[row]) / 2.0 + LAYER_GAP;
    }
    let middle = |vertex: usize| (across[vertex], middles_down[heights[vertex]]);
    let bends = arcs.iter().zip(&layers.stops).map(|(&(from, to), stops)| {
        let is_down = heights[from] > heights[to];
        let bend = |(number, &stop): (usize, &usize)| {
            let row = if is_down {
                heights[from] - 1 - number
            } else {
                heights[from] + 1 + number
            };
            // Lead straight through the layer.
            let half = if is_down { tall[row] } else { -tall[row] } / 2.0;
            [-half, half].map(|down| (across[stop], middles_down[row] + down))
        };
        stops.iter().enumerate().flat_map(bend).collect()
    });
    let bends = bends.collect();
    (
        (0..sizes.len())
            .map(|vertex| if joined[vertex] { middle(vertex) } else { (0.0, 0.0) })
            .collect(),
        bends,
    )
}

/// Returns the layer of each vertex, from the lowest one up. Arcs that close a cycle lead up.
fn heights(vertices: usize, arcs: &[(usize, usize)]) -> Vec<usize> {
    fn visit(vertex: usize, heads: &[Vec<usize>], is_open: &mut [bool], longest: &mut [Option<usize>]) -> usize {
        is_open[vertex] = true;
        let mut length = 0;
        for &head in &heads[vertex] {
            if !is_open[head] {
                let below = longest[head].unwrap_or_else(|| visit(head, heads, is_open, longest));
                length = length.max(below + 1);
            }
        }
        is_open[vertex] = false;
        longest[vertex] = Some(length);
        length
    }
    let mut heads = vec![Vec::new(); vertices];
    for &(from, to) in arcs {
        heads[from].push(to);
    }
    let (mut is_open, mut longest) = (vec![false; vertices], vec![None; vertices]);
    let longest = (0..vertices)
        .map(|vertex| longest[vertex].unwrap_or_else(|| visit(vertex, &heads, &mut is_open, &mut longest)))
        .collect_vec();
    let mut highest: Vec<Option<usize>> = vec![None; vertices];
    for vertex in (0..vertices).sorted_by_key(|&vertex| std::cmp::Reverse(longest[vertex])) {
        let height = *highest[vertex].get_or_insert(longest[vertex]);
        for &head in heads[vertex].iter().filter(|&&head| longest[head] < longest[vertex]) {
            let below = height - 1;
            highest[head] = Some(highest[head].map_or(below, |known| known.min(below)));
        }
    }
    highest.into_iter().flatten().collect()
}

impl Layers {
    fn new(sizes: &[Point], joined: &[bool], arcs: &[(usize, usize)], heights: &[usize]) -> Layers {
        let count = heights.iter().max().map_or(0, |height| height + 1);
        let mut layers = Layers {
            rows: vec![Vec::new(); count],
            near: [vec![Vec::new(); sizes.len()], vec![Vec::new(); sizes.len()]],
            widths: sizes.iter().map(|size| size.0 + GAP).collect(),
            stops: Vec::new(),
        };
        for vertex in (0..sizes.len()).filter(|&vertex| joined[vertex]) {
            layers.rows[heights[vertex]].push(vertex);
        }
        for &(from, to) in arcs {
            let is_down = heights[from] > heights[to];
            let (high, low) = if is_down { (from, to) } else { (to, from) };
            let mut above = high;
            let mut stops = Vec::new();
            for row in (heights[low] + 1..heights[high]).rev() {
                let stop = layers.widths.len();
                layers.widths.push(STOP_WIDTH);
                layers.near.iter_mut().for_each(|near| near.push(Vec::new()));
                layers.rows[row].push(stop);
                layers.join(above, stop);
                stops.push(stop);
                above = stop;
            }
            layers.join(above, low);
            if !is_down {
                stops.reverse();
            }
            layers.stops.push(stops);
        }
        layers
    }

    fn join(&mut self, above: usize, below: usize) {
        self.near[0][below].push(above);
        self.near[1][above].push(below);
    }

    /// Returns the place of each node in its layer.
    fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.widths.len()];
        for row in &self.rows {
            for (place, &node) in row.iter().enumerate() {
                places[node] = place;
            }
        }
        places
    }

    /// Returns the number of crossings between neighbouring layers.
    fn crossings(&self) -> usize {
        let places = self.places();
        let mut count = 0;
        for row in &self.rows {
            // The places below of all arcs further left, in rising order.
            let mut left: Vec<usize> = Vec::new();
            for &node in row {
                let below = self.near[1][node]
                    .iter()
                    .map(|&below| places[below])
                    .sorted()
                    .collect_vec();
                count += below
                    .iter()
                    .map(|&place| left.len() - left.partition_point(|&other| other <= place))
                    .sum::<usize>();
                for place in below {
                    left.insert(left.partition_point(|&other| other <= place), place);
                }
            }
        }
        count
    }

    /// Sorts each layer by the mean place of the neighbours, in sweeps down and up. Keeps the best order.
    fn sort(&mut self) {
        let mut best = (self.crossings(), self.rows.clone());
        for sweep in 0..ORDER_SWEEPS {
            let (near, order) = self.sweep(sweep);
            let mut places = self.places();
            for row in order {
                let mean = |node: usize| {
                    let near = &self.near[near][node];
                    let sum: usize = near.iter().map(|&other| places[other]).sum();
                    if near.is_empty() {
                        places[node] as f64
                    } else {
                        sum as f64 / near.len() as f64
                    }
                };
                let mut wanted = self.rows[row].iter().map(|&node| (mean(node), node)).collect_vec();
                wanted.sort_by(|a, b| a.0.total_cmp(&b.0));
                self.rows[row] = wanted.into_iter().map(|(_, node)| node).collect();
                for (place, &node) in self.rows[row].iter().enumerate() {
                    places[node] = place;
                }
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// Returns the side of the neighbours that lead a sweep, and the layers in its order.
    fn sweep(&self, number: usize) -> (usize, Vec<usize>) {
        let rows = 0..self.rows.len();
        if number.is_multiple_of(2) {
            (0, rows.rev().collect())
        } else {
            (1, rows.collect())
        }
    }

    /// Returns the place of each node from left to right: near the mean of its neighbours.
    fn across(&self) -> Vec<f64> {
        let mut across = vec![0.0; self.widths.len()];
        for sweep in 0..=PLACE_SWEEPS {
            for row in self.sweep(sweep).1 {
                let row = &self.rows[row];
                let wanted = row.iter().map(|&node| {
                    // The last sweep puts each parent of a tree above the middle of its children.
                    let is_below_alone = sweep == PLACE_SWEEPS && !self.near[1][node].is_empty();
                    let near = self.near[usize::from(is_below_alone)..].iter();
                    let near = near.flat_map(|near| &near[node]).map(|&other| across[other]);
                    let count = near.clone().count().max(1);
                    near.sum::<f64>() / count as f64
                });
                let widths = row.iter().map(|&node| self.widths[node]).collect_vec();
                let spread = spread(&wanted.collect_vec(), &widths);
                for (&node, place) in row.iter().zip(spread) {
                    across[node] = place;
                }
            }
        }
        across
    }
}

/// Returns places without overlap of neighbours that are nearest to the wanted ones, by the sum of squares.
fn spread(wanted: &[f64], widths: &[f64]) -> Vec<f64> {
    // Without its distance from the first node, a node only must not lie left of the node before it.
    let mut offsets = vec![0.0; widths.len()];
    for number in 1..widths.len() {
        offsets[number] = offsets[number - 1] + (widths[number - 1] + widths[number]) / 2.0;
    }
    // Nodes that touch form a block, at the mean of the places that they want.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (want, offset) in wanted.iter().zip(&offsets) {
        let mut block = (want - offset, 1);
        while let Some(&(place, count)) = blocks.last().filter(|last| last.0 > block.0) {
            let all = count + block.1;
            block = ((place * count as f64 + block.0 * block.1 as f64) / all as f64, all);
            blocks.pop();
        }
        blocks.push(block);
    }
    let places = blocks
        .into_iter()
        .flat_map(|(place, count)| std::iter::repeat_n(place, count));
    places.zip(offsets).map(|(place, offset)| place + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_lie_as_near_as_they_can_to_the_wanted_places() {
        assert_eq!(spread(&[5.0, 5.0], &[10.0, 10.0]), [0.0, 10.0]);
        assert_eq!(spread(&[0.0, 50.0], &[10.0, 10.0]), [0.0, 50.0]);
        assert_eq!(spread(&[9.0, 0.0, 0.0], &[10.0, 10.0, 10.0]), [-7.0, 3.0, 13.0]);
    }

    #[test]
    fn arcs_lead_down_unless_they_close_a_cycle() {
        let arcs = [(0, 1), (1, 2), (2, 0), (0, 2), (3, 1)];
        assert_eq!(heights(4, &arcs), [2, 1, 0, 2]);
        let sizes = [(40.0, 30.0); 4];
        let (middles, bends) = place(&sizes, &[true; 4], &arcs);
        assert!(
            middles[0].1 < middles[1].1 && middles[1].1 < middles[2].1,
            "{middles:?}"
        );
        assert_eq!(bends.iter().map(Vec::len).collect_vec(), [0, 0, 2, 2, 0]);
    }

    #[test]
    fn a_tree_has_no_crossings_and_parents_above_children() {
        let arcs = (1..15).map(|number| ((number - 1) / 2, number)).rev().collect_vec();
        let (middles, _) = place(&[(40.0, 30.0); 15], &[true; 15], &arcs);
        for parent in 0..7 {
            let children = [2 * parent + 1, 2 * parent + 2].map(|child| middles[child].0);
            let middle = middles[parent].0;
            let (left, right) = (children[0].min(children[1]), children[0].max(children[1]));
            assert!(left < middle && middle < right, "{parent}: {middles:?}");
        }
        let leaves = (7..15).map(|leaf| middles[leaf].0);
        let by_parent = (7..15)
            .sorted_by(|&a, &b| middles[a].0.total_cmp(&middles[b].0))
            .map(|leaf| (leaf - 1) / 2);
        assert_eq!(by_parent.dedup().count(), 4, "{:?}", leaves.collect_vec());
    }
}
