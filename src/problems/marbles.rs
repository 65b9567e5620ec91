//! A bag of `n` marbles: who wins, and with which smallest first amount?
//!
//! **Rules.** A move from `k` marbles takes 1 to ⌊(k+1)/2⌋ of them. The player who takes the last marble wins.
//!
//! **Idea.** The lost bags are 0, 2, 6, 14, 30, …, 2^j - 2.
//!
//! **Why it is right.** A move from `k` marbles leaves exactly ⌊k/2⌋ to k-1. So a lost bag `L` is in reach of L+1 to
//! 2L+1, which are won. The next bag, 2L+2, reaches only won ones. Each won bag reaches only one lost bag, the largest
//! below it.
//!
//! If the player who cannot move wins, the empty bag is won and 1 is lost. So the lost bags are 1, 4, 10, 22, …, 3·2^j
//! - 2.
//!
//! **Trap.** The limit rounds down, but from 1 marble it is 1. An empty bag is lost.
//!
//! **Cost.** Constant.
//!
//! **Source.** A training example of the articles on impartial games.

use crate::stock::heaps::{Heaps, Taking, near};
use crate::stock::prelude::*;

mod mistakes;
mod tiny;

const N: Limit = Limit::new("n", "the number of marbles", 0..=MAX_18_DIGITS).solves(0..=i64::MAX);

/// The number of marbles.
#[derive(Clone)]
pub struct Marbles(u64);

type Bag = Heaps<Marbles, 1>;

impl Problem for Marbles {
    const META: Meta = Meta::new(
        texts!("marbles"),
        "a training example of articles on impartial games",
        "lost positions in closed form",
        ("Marbles.in", "Marbles.out"),
        ("n, the most marbles", MAX_18_DIGITS as u64),
        &[N],
    )
    .lesson(1, "lost numbers from a short table", &["lost-and-won"])
    .form(&[Field::numbers("n")], "2");

    const FAMILIES: &'static [Family<Marbles>] = &[
        family("random", "any number of marbles", |n, random| {
            Marbles(random.below(top(n) + 1))
        }),
        family("lost", "a number that loses, 2^j - 2", |n, random| {
            Marbles(lost_up_to(top(n), random))
        }),
        family("near", "one more or one less than a number that loses", |n, random| {
            Marbles(near(lost_up_to(top(n), random), top(n), random))
        }),
        family("largest", "as many marbles as the size says", |n, _| Marbles(top(n))),
        family("empty", "no marble", |_, _| Marbles(0)),
    ];

    const MISTAKES: &'static [Mistake<Self>] = mistakes::ALL;

    const TINY: Option<Tiny<Self>> = Some(tiny::TINY);

    const SERIES: &'static [Series<Self>] = &[Series {
        names: &["n"],
        base: "0\n",
        about: |_| "n marbles".to_owned(),
        of: |_, numbers| Some(Marbles(*numbers.first()?)),
        after: Some(|_, heaps| heaps.to_vec()),
    }];

    type Game = Bag;
    type Answer = FirstAmount;

    fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Marbles, InputError> {
        Limit::line([N], scanner).map(|[marbles]| Marbles(marbles))
    }

    fn game(&self, _: Budget) -> Result<Bag, Refusal> {
        Ok(Heaps(self.clone()))
    }

    fn theory(_: &Bag, _: Budget) -> Result<Box<dyn Theory<Bag>>, Refusal> {
        Ok(Box::new(Doubling { first: 0 }))
    }

    fn misere_theory(_: &Bag, _: Budget) -> Result<Option<Box<dyn Theory<Bag>>>, Refusal> {
        Ok(Some(Box::new(Doubling { first: 1 })))
    }

    fn ask(game: &Bag, known: &dyn Oracle<Bag>) -> FirstAmount {
        FirstAmount::of(game, known)
    }

    fn positions(Heaps(bag): &Bag) -> Option<u128> {
        Some(u128::from(bag.0) + 1)
    }

    fn smaller(&self) -> impl Iterator<Item = Marbles> {
        shrink::lower(self.0).map(Marbles)
    }
}

/// Returns the largest bag of a size.
fn top(size: u64) -> u64 {
    size.min(N.solve.1 as u64)
}

/// Returns a lost bag of up to `top` marbles.
fn lost_up_to(top: u64, random: &mut Random) -> u64 {
    (1 << (1 + random.below((top + 2).ilog2().into()))) - 2
}

/// Returns the most marbles that a move can take from `marbles` by the rules.
fn most(marbles: u64) -> u64 {
    marbles.div_ceil(2)
}

impl Taking<1> for Marbles {
    const HOW: &'static str = "the number of marbles to take, such as `3`";
    const NAMES: [&'static str; 1] = ["bag"];

    fn heaps(&self) -> [u64; 1] {
        [self.0]
    }

    fn ways(&self, &[marbles]: &[u64; 1]) -> impl Iterator<Item = ([u64; 1], u64)> {
        iter::once(([1], most(marbles)))
    }
}

/// The lost bags. Each is twice the one before and 2 more.
struct Doubling {
    /// The first lost bag: 0, or 1 if the player who cannot move wins.
    first: u64,
}

impl Doubling {
    /// Returns the largest lost bag up to `marbles` and the number of lost bags below it, or `None` for a won empty
    /// bag.
    ///
    /// The bags are (first + 2)·2^j - 2.
    fn largest_lost(&self, marbles: u64) -> Option<(u64, u64)> {
        let doublings = ((marbles + 2) / (self.first + 2)).checked_ilog2()?;
        Some((((self.first + 2) << doublings) - 2, doublings.into()))
    }
}

/// Returns the nimber of a bag.
///
/// A move from 2m+1 marbles leaves m to 2m, and a move from 2m leaves m to 2m-1. By induction m to 2m have all the
/// nimbers 0 to m, so 2m+1 has m+1. The bags m to 2m-1 lack the nimber of m-1, so 2m has that.
fn nimber(mut marbles: u64) -> u64 {
    while marbles > 0 && marbles.is_multiple_of(2) {
        marbles = marbles / 2 - 1;
    }
    marbles.div_ceil(2)
}

impl Oracle<Bag> for Doubling {
    /// Returns the value. Between two lost bags the winner has one move, and each of the loser's moves leads between
    /// them.
    fn value(&self, _: &Bag, &[marbles]: &[u64; 1]) -> Value {
        let Some((lost, rounds)) = self.largest_lost(marbles) else {
            return Value::of(Outcome::Win).with_distance(0);
        };
        let plies = self.first + 2 * rounds + u64::from(marbles > lost);
        match self.first {
            0 => Value::of_nimber(nimber(marbles)).with_distance(plies),
            _ => Value::of(Outcome::win_if(marbles > lost)).with_distance(plies),
        }
    }

    fn winning_moves<'a>(&'a self, _: &'a Bag, &[marbles]: &'a [u64; 1]) -> Steps<'a, Bag> {
        let lost = self.largest_lost(marbles).map(|(lost, _)| lost);
        let lost = lost.filter(|&lost| lost < marbles);
        Box::new(lost.map(|lost| ([marbles - lost], [lost])).into_iter())
    }
}

impl Theory<Bag> for Doubling {
    fn reason(&self, _: &Bag, &[marbles]: &[u64; 1]) -> Option<String> {
        let (lost, _) = self.largest_lost(marbles)?;
        let bags = iter::successors(Some(self.first), |bag| Some(2 * bag + 2));
        let here = if lost == marbles {
            format!("This bag of {marbles} is one of them.")
        } else {
            let next = 2 * u128::from(lost) + 2;
            format!("This bag of {marbles} lies between {lost} and {next}, so the move that leaves {lost} wins.")
        };
        Some(format!(
            "The lost bags hold {}, … marbles: each number is twice the one before it, plus 2. {here}",
            bags.take(4).join(", "),
        ))
    }

    fn knows_distances(&self) -> bool {
        true
    }

    /// Checks the lost bags by the rules.
    ///
    /// A move from k leaves `k - most(k)` to k-1. Both ends only grow with k, so the ends of a stretch between two lost
    /// bags are enough.
    fn proof(&self, Heaps(bag): &Bag, _: Budget) -> Option<Result<String, CertifyError>> {
        let lowest_left = |k: u64| k - most(k);
        // A move from one marble leaves only the empty bag.
        let (mut lost, mut count) = (self.first, 1);
        if bag.0 < lost {
            return Some(Ok("that from an empty bag nothing can be taken".to_owned()));
        }
        loop {
            let next = 2 * lost + 2;
            if lowest_left(next - 1) > lost || lowest_left(next) <= lost {
                return Some(Err(wrong(format!("{lost} and {next} are not lost bags in turn"))));
            }
            if next > bag.0 {
                break;
            }
            (lost, count) = (next, count + 1);
        }
        Some(if self.largest_lost(bag.0) == Some((lost, count - 1)) {
            Ok(format!(
                "the {count} lost bags up to {lost} and the won ones between them, by the rules"
            ))
        } else {
            Err(wrong(format!("{lost} is the largest lost bag by the rules")))
        })
    }
}

impl fmt::Display for Marbles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::brute;
    use crate::problem::agrees_with_exploring;
    use crate::problem::checks::{BUDGET, checks};

    checks!(Marbles, small: 600 up to 300, large: 60, edges: [
        "0\n" => "2\n",
        "1\n" => "1\n1\n",
        "2\n" => "2\n",
        "3\n" => "1\n1\n",
        "5\n" => "1\n3\n",
        "6\n" => "2\n",
        "10\n" => "1\n4\n",
        "576460752303423486\n" => "2\n",
        "1000000000000000000\n" => "1\n423539247696576514\n",
        "4611686018427387902\n" => "2\n",
        "9223372036854775807\n" => "1\n1\n",
    ]);

    #[test]
    fn trap_one_marble_can_be_taken() {
        assert_eq!((0..6).map(most).collect::<Vec<_>>(), [0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn misere_play_agrees_with_exploring_and_is_certified() {
        [0, 1, 500]
            .into_iter()
            .for_each(|marbles| agrees_with_exploring(&Marbles(marbles)));
        for marbles in [N.original.1 as u64, N.solve.1 as u64, 3 * (1 << 60) - 2] {
            let bag = Heaps(Marbles(marbles));
            let theory = Marbles::misere_theory(&bag, BUDGET).unwrap().unwrap();
            assert!(theory.proof(&bag, BUDGET).unwrap().is_ok());
            assert_eq!(theory.value(&bag, &[3 * (1 << 60) - 2]).outcome, Outcome::Loss);
        }
    }

    #[test]
    fn closed_forms_agree_with_defined_distances_and_nimbers() {
        for marbles in 0..=130 {
            let bag = Heaps(Marbles(marbles));
            let known = brute::solve(&bag, 1000).unwrap();
            let value = Doubling { first: 0 }.value(&bag, &[marbles]);
            assert_eq!(value, known.value(&bag, &[marbles]).with_nimber(value.nimber));
            let definition = brute::nimber(&bag, 1000).unwrap();
            assert_eq!(value.nimber, Some(definition.into()), "{marbles}");
        }
    }
}
