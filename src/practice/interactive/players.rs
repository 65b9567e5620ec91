//! The programs of a task to play: one that wins, and several that throw the outcome away.
//!
//! Each is the same program with a table of the positions that it meets on the tests of the package. A program that wins
//! knows all replies, if its source is then small enough for every judge. Otherwise it knows only those of the opponent.

use std::collections::HashMap;

use serde_json::{Map, Value as Json, json};

use super::field::{End, Field};
use crate::practice::draw::chart::Step;
use crate::practice::draw::page::packed;
use crate::problem::CertifyError;
use crate::random::Random;

/// The largest source, in bytes: some judges refuse more than 64 KiB.
const MOST_BYTES: usize = 60_000;
/// The most replies in a table.
const MOST_REPLIES: usize = 400_000;

/// A program of the package.
pub(super) struct Player {
    pub(super) name: &'static str,
    pub(super) wins: bool,
    pub(super) text: String,
}

/// A wrong way to choose moves: a name, a description, and the move.
type Mistaken = (&'static str, &'static str, fn(&Field, u32) -> Step);

const MISTAKEN: [Mistaken; 6] = [
    ("first", "It makes the first legal move.", |field, at| {
        field.moves(at)[0]
    }),
    ("last", "It makes the last legal move.", |field, at| {
        field.moves(at)[field.moves(at).len() - 1]
    }),
    ("random", "It makes a random legal move.", |field, at| {
        *Random::new(at.into()).pick(field.moves(at))
    }),
    ("fewest", "It leaves the fewest moves to its opponent.", |field, at| {
        let few = field.moves(at).iter().min_by_key(|step| field.moves(step.to).len());
        *few.expect("play goes on")
    }),
    ("most", "It leaves the most moves to its opponent.", |field, at| {
        let many = field.moves(at).iter().max_by_key(|step| field.moves(step.to).len());
        *many.expect("play goes on")
    }),
    (
        "late",
        "It plays well as long as most moves are right, and errs as soon as few are.",
        |field, at| {
            let wrong = field.moves(at).iter().find(|step| !field.keeps(at, **step));
            wrong
                .copied()
                .filter(|_| field.kept_share(at) < 500)
                .unwrap_or_else(|| field.best(at))
        },
    ),
];

/// Returns the programs for these starts: first the winner, if it is small enough, then the wrong ones.
///
/// # Errors
/// Fails if a table cannot be compressed.
pub(super) fn players(slug: &str, fields: &[&Field]) -> Result<Vec<Player>, CertifyError> {
    let mut players = Vec::new();
    let best = |field: &Field, at: u32| field.best(at);
    for (knows_all, knows) in [
        (true, "any reply"),
        (false, "the replies of the opponent in this package, and no others"),
    ] {
        let about = format!("It wins or holds the draw from the starts of the tests. It knows {knows}.");
        if let Some(text) = program(&about, fields, &best, knows_all)? {
            players.push(Player {
                name: "winner",
                wins: true,
                text,
            });
            break;
        }
    }
    for (name, about, choose) in MISTAKEN {
        let fails = |field: &&Field| field.played(slug, &|at| choose(field, at)).2 != End::Kept;
        if fields.iter().any(fails)
            && let Some(text) = program(about, fields, &choose, false)?
        {
            players.push(Player {
                name,
                wins: false,
                text,
            });
        }
    }
    Ok(players)
}

/// The positions of one start in the table of a program.
struct Table<'a> {
    field: &'a Field,
    knows_all: bool,
    /// The nodes before those of this start.
    base: usize,
    numbers: HashMap<u32, usize>,
    reached: Vec<u32>,
}

impl Table<'_> {
    /// Returns the number of the node of a position.
    fn number(&mut self, at: u32) -> usize {
        *self.numbers.entry(at).or_insert_with(|| {
            self.reached.push(at);
            self.base + self.reached.len()
        })
    }

    /// Returns the replies of the opponent, each with the node after it.
    fn replies(&mut self, at: u32) -> Map<String, Json> {
        let field = self.field;
        let best = [field.best(at)];
        let steps = if self.knows_all { field.moves(at) } else { &best };
        let open = steps.iter().filter(|step| !field.is_over(step.to));
        let named = open.map(|step| (field.names[step.name as usize].clone(), json!(self.number(step.to))));
        named.collect()
    }
}

/// Returns a program that chooses its moves like this on these starts, or `None` if it is too large.
fn program(
    about: &str,
    fields: &[&Field],
    choose: &dyn Fn(&Field, u32) -> Step,
    knows_all: bool,
) -> Result<Option<String>, CertifyError> {
    let (mut nodes, mut starts, mut count) = (Vec::new(), Map::new(), 0);
    for field in fields {
        let (base, numbers, reached) = (nodes.len(), HashMap::new(), Vec::new());
        let mut table = Table {
            field,
            knows_all,
            base,
            numbers,
            reached,
        };
        let first = if field.second { table.replies(0) } else { Map::new() };
        // The first node has no move. If the program begins, its first turn is the next one.
        let begins = usize::from(!field.second && table.number(0) > base);
        let input: Vec<&str> = field.input.lines().collect();
        starts.insert(input.join("\n"), json!(base + begins));
        nodes.push(json!([Json::Null, first]));
        let mut next = 0;
        while let Some(&at) = table.reached.get(next) {
            next += 1;
            let step = choose(field, at);
            let goes_on = field.keeps(at, step) && !field.is_over(step.to);
            let after = if goes_on { table.replies(step.to) } else { Map::new() };
            count += after.len();
            if count > MOST_REPLIES {
                return Ok(None);
            }
            nodes.push(json!([field.names[step.name as usize], after]));
        }
    }
    let table = packed(json!([nodes, starts]).to_string().as_bytes())?;
    let head = format!("# {about}\n# Its table has only positions that it meets from these starts.");
    let text = include_str!("player.py")
        .replacen("#HEAD", &head, 1)
        .replacen("#TABLE", &table, 1);
    Ok((text.len() <= MOST_BYTES).then_some(text))
}
