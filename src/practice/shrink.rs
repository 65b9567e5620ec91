//! Shrinking: from an instance that fails to one of which no smaller neighbour fails.
//!
//! **Idea.** Greedy descent: of the valid instances one step smaller ([`Entry::first_smaller`]) the first that fails
//! takes the place of the instance, until none fails. **It ends**, as each step has fewer bytes, or as many and comes
//! first in the order of bytes. **Limits.** The result is a local minimum: a failure that needs two things at once
//! taken away is not found.

use std::time::Instant;

use crate::problem::{Entry, Input, Variants};
use crate::text::InputError;

/// What shrinking came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest failing instance found.
    pub text: String,
    /// The steps that led to it.
    pub steps: u64,
    /// The instances tried on the way.
    pub tried: u64,
    /// Whether everything one step smaller was tried; time ran out otherwise.
    pub complete: bool,
}

/// Shrinks `text`, which fails, for as long as there is time; `fails` is asked about valid instances only.
///
/// # Errors
/// Where `text` is malformed.
pub fn shrink(
    entry: &dyn Entry,
    variants: &Variants,
    text: String,
    until: Instant,
    mut fails: impl FnMut(&str) -> bool,
) -> Result<Shrunk, InputError> {
    let mut shrunk = Shrunk {
        text,
        steps: 0,
        tried: 0,
        complete: true,
    };
    loop {
        let Shrunk {
            text,
            tried,
            complete,
            ..
        } = &mut shrunk;
        let input = Input {
            bytes: text.as_bytes(),
            variants,
        };
        let smaller = entry.first_smaller(input, &mut |candidate| {
            if Instant::now() >= until {
                *complete = false;
            }
            if !*complete {
                return false;
            }
            *tried += 1;
            fails(candidate)
        })?;
        let Some(smaller) = smaller else {
            return Ok(shrunk);
        };
        shrunk.text = smaller;
        shrunk.steps += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use itertools::Itertools as _;

    use super::*;
    use crate::problems::REGISTRY;

    fn shrunk(slug: &str, text: &str, time: Duration, fails: impl FnMut(&str) -> bool) -> Shrunk {
        let entry = REGISTRY
            .iter()
            .find(|entry| entry.meta().slug == slug)
            .unwrap();
        shrink(
            *entry,
            Variants::ORIGINAL,
            text.to_owned(),
            Instant::now() + time,
            fails,
        )
        .unwrap()
    }

    #[test]
    fn only_what_the_failure_needs_is_left() {
        let minute = Duration::from_secs(60);
        let strip = shrunk("stones", "12\n.X..X.X...XX\n", minute, |text| {
            text.contains("X.X")
        });
        assert_eq!((strip.text.as_str(), strip.complete), ("3\nX.X\n", true));
        let marbles = shrunk("marbles", "900000\n", minute, |text| {
            text.trim().parse::<u64>().unwrap() >= 137
        });
        assert_eq!(marbles.text, "137\n");
        assert!(marbles.tried < 400, "{marbles:?}");
        let graph = shrunk("game", "4 4\n2\n1 2\n2 3\n3 3\n3 4\n", minute, |text| {
            text.lines()
                .skip(2)
                .any(|arc| arc.split(' ').all(|end| arc.starts_with(end)))
        });
        assert_eq!(
            graph.text, "2 1\n2\n1 1\n",
            "a loop on a vertex other than the start"
        );
    }

    #[test]
    fn without_time_nothing_is_tried() {
        let strip = shrunk("stones", "3\nX.X\n", Duration::ZERO, |_| {
            panic!("nothing is to be tried")
        });
        assert_eq!(
            strip,
            Shrunk {
                text: "3\nX.X\n".to_owned(),
                steps: 0,
                tried: 0,
                complete: false
            }
        );
    }

    #[test]
    fn every_smaller_instance_is_valid_and_smaller() {
        for entry in REGISTRY {
            let meta = entry.meta();
            let mut seen = 0;
            for (family, size) in meta.families.iter().cartesian_product([1, 2, 3, 5, 8, 12]) {
                let text = entry.generate(family.name, size.min(meta.size.1), size);
                let variants = Variants::ORIGINAL;
                let given = Input {
                    bytes: text.as_bytes(),
                    variants,
                };
                let mut check = |smaller: &str| {
                    let input = Input {
                        bytes: smaller.as_bytes(),
                        variants,
                    };
                    assert!(
                        entry.validate(input).is_ok(),
                        "{} {text}{smaller}",
                        meta.slug
                    );
                    assert!(
                        (smaller.len(), smaller) < (text.len(), &text),
                        "{} {text}{smaller}",
                        meta.slug
                    );
                    seen += 1;
                    false
                };
                assert_eq!(entry.first_smaller(given, &mut check).unwrap(), None);
            }
            // Some formats have no smaller instances: those whose texts are all equally long, whatever the size.
            let lengths = [1, meta.size.1.min(1_000_000)]
                .map(|size| entry.generate(meta.families[0].name, size, 1).len());
            assert_eq!(seen > 20, lengths[0] != lengths[1], "{}: {seen}", meta.slug);
        }
    }
}
