//! A user's own game as subcommands see it: text in, text out.

use std::iter;
use std::num::NonZeroUsize;

use itertools::Itertools as _;

use super::answers::{OwnEntry, caps_of, original};
use super::generated::{ONE_START, one_start};
use super::grader::Speaks;
use super::loaded::Loaded;
use super::protocol::{Caps, Facts};
use crate::budget::{Budget, Refusal};
use crate::engine::brute;
use crate::problem::{
    Answered, AnyGame, Entry, Failure, FamilyInfo, Input, InputForm, Meta, MistakeInfo, Mistaken, Rejection, Variants,
};
use crate::text::{InputError, Mode};

/// The steps that a position counts for: even the share of a displayed result holds all positions of [`Caps`].
const STEPS_OF_POSITION: u64 = 625;

impl Entry for OwnEntry {
    fn meta(&self) -> &'static Meta {
        self.meta
    }

    fn usable(&self) -> Result<(), Failure> {
        self.loaded()?;
        Ok(())
    }

    fn families(&self) -> Vec<FamilyInfo> {
        vec![FamilyInfo {
            name: "small",
            about: "positions of small numbers",
        }]
    }

    fn solve(&self, input: Input<'_>, budget: Budget) -> Result<String, Failure> {
        self.check_samples(input, budget)?;
        self.answer(input, budget)
    }

    fn answered(&self, input: Input<'_>, budget: Budget) -> Result<Answered, Failure> {
        self.check_samples(input, budget)?;
        let starts = self.tests_of(input)?;
        let mut answered = match self.answers_of(&starts, self.quick(caps_of(input)), budget) {
            Ok((_, answers)) => answers.concat().into(),
            Err(error) if error.is_of_size() => self.claimed_answers(&starts, input, budget, error)?,
            Err(error) => return Err(error.into()),
        };
        answered.remarks.extend(self.reading(input, &starts));
        Ok(answered)
    }

    fn certify(&self, input: Input<'_>, budget: Budget) -> Result<(String, String), Failure> {
        let answer = self.solve(input, budget)?;
        let starts = self.tests_of(input)?;
        if let [start] = &starts[..] {
            let certificate = self.solved(start, caps_of(input), budget)?.verify(budget)?;
            return match certificate.unchecked.into_iter().next() {
                Some(refusal) if certificate.checked.is_empty() => Err(refusal.into()),
                _ => Ok((answer, certificate.checked.join("; "))),
            };
        }
        let known = self.known(&starts, caps_of(input), budget)?;
        Ok((answer, known.certified(budget)?.join("; ")))
    }

    fn name_line(&self, input: Input<'_>, budget: Budget) -> String {
        let namesake = self.namesake_of_small(input, budget);
        namesake.map_or(String::new(), |namesake| namesake.line(true))
    }

    fn validate(&self, input: Input<'_>) -> Result<(), InputError> {
        self.starts(input, Mode::Strict).map(drop)
    }

    fn canonical(&self, input: Input<'_>) -> Result<String, InputError> {
        let starts = self.starts(input, Mode::Lenient)?;
        let form = &self.loaded()?.form;
        if form.is_own {
            return Ok(String::from_utf8_lossy(input.bytes).into_owned());
        }
        Ok(form.write(&starts))
    }

    fn has_checker(&self) -> bool {
        self.facts().is_ok_and(Facts::asks_for_a_move)
    }

    fn answer_words(&self) -> &'static [&'static str] {
        &[]
    }

    /// Accepts any winning move, if the file asks for one.
    fn check(&self, input: Input<'_>, output: &[u8], budget: Budget) -> Result<Option<Result<(), Rejection>>, Failure> {
        self.check_samples(input, budget)?;
        self.judged(input, &String::from_utf8_lossy(output), budget)
    }

    /// Returns the form of `INPUT`, and the answer of a small generated test.
    fn input_form(&self) -> Result<InputForm, Failure> {
        /// The size of the generated test.
        const SMALL: u64 = 1;
        let Loaded {
            form, facts, grader, ..
        } = self.loaded()?;
        if form.words.is_empty() {
            let hint = match grader.speaks {
                _ if form.is_own => "write your own reader: `read` of the game shows how",
                Speaks::Lines => "only a game in Python or C++ can state it",
                Speaks::Reports => "add a line such as `INPUT = \"n\"`, in C++ `// INPUT: n`",
            };
            let why = format!("`{}` does not state the form of its input\nhint: {hint}", self.typed);
            return Err(Failure::Game(why));
        }
        let small = self.generate(self.families()[0].name, SMALL, 1);
        let answer = self.solve(original(&small), Budget::of_this_machine())?;
        Ok(InputForm {
            answer: answer.lines().next().unwrap_or_default().to_owned(),
            ..form.as_fields(facts)
        })
    }

    /// Answers by trying every move, if the positions are few.
    fn brute(&self, input: Input<'_>) -> Result<Option<String>, InputError> {
        const MOST: usize = 20_000;
        let plain = |error: Failure| match error {
            Failure::Input(error) => error,
            Failure::Refused(refusal) => refusal.into(),
            Failure::Uncertified(why) | Failure::Game(why) => InputError::new(0, 0, why),
        };
        let starts = self.tests_of(input).map_err(plain)?;
        let known = self.known(&starts, caps_of(input), Budget::of(u64::MAX));
        let known = known.map_err(|error| plain(error.into()))?;
        let mut answer = String::new();
        for start in 0..starts.len() {
            let game = known.game(start);
            let Ok(played) = brute::solve(&game, MOST) else {
                return Ok(None);
            };
            answer += &game.answer(&played);
        }
        Ok(Some(answer))
    }

    fn tiny_measure(&self) -> Option<&'static str> {
        None
    }

    fn tiny(&self, _: u64) -> Box<dyn Iterator<Item = String> + '_> {
        Box::new(iter::empty())
    }

    fn solution_main(&self) -> Option<[&'static str; 2]> {
        None
    }

    fn mistakes(&self) -> Vec<MistakeInfo> {
        Vec::new()
    }

    fn traceable_bytes(&self) -> usize {
        60
    }

    fn mistaken(&self, mistake: usize, _: Input<'_>) -> Result<Mistaken, InputError> {
        panic!("a game of one's own has no mistake {mistake}")
    }

    fn generate(&self, _: &str, size: u64, seed: u64) -> String {
        self.loaded()
            .map_or_else(|_| String::new(), |loaded| loaded.generate(size, seed))
    }

    fn can_generate(&self) -> Result<(), Failure> {
        let loaded = self.loaded()?;
        if loaded.form.is_own {
            return Err(Failure::Game(format!(
                "{} reads its inputs by `read`, so gamesolve cannot write one\nhint: gamesolve can write inputs that a line \
                 `INPUT` describes",
                self.typed
            )));
        }
        if loaded.has_valid() && loaded.legal_starts(self.meta.size.1, 1, 1)?.is_empty() {
            return Err(Failure::Game(loaded.refusal_of_all(&self.typed)));
        }
        Ok(())
    }

    fn own_sizes(&self) -> Option<u64> {
        self.loaded().ok()?.sizes()
    }

    fn never_made(&self) -> Option<String> {
        self.loaded().ok()?.never_made(self.meta().size.1)
    }

    fn first_smaller(
        &self,
        input: Input<'_>,
        at_once: NonZeroUsize,
        wanted: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<Option<String>, InputError> {
        let starts = self.starts(input, Mode::Lenient)?;
        let loaded = self.loaded()?;
        if loaded.form.is_own {
            return Ok(None);
        }
        let smaller = loaded.smaller_inputs(&starts);
        if loaded.has_valid() {
            // One run sees all of them, so that reading each one asks no more.
            let read = smaller.iter().filter_map(|text| {
                self.read_starts(
                    Input {
                        bytes: text.as_bytes(),
                        ..input
                    },
                    Mode::Strict,
                )
                .ok()
            });
            let read: Vec<String> = read.flatten().map(|(_, start)| start).collect();
            loaded.legal(&read)?;
        }
        let valid = smaller.into_iter().filter(|text| {
            let bytes = text.as_bytes();
            (bytes.len(), bytes) < (input.bytes.len(), input.bytes) && self.validate(Input { bytes, ..input }).is_ok()
        });
        let valid: Vec<String> = valid.collect();
        for batch in valid.chunks(at_once.get()) {
            if let Some(place) = wanted(batch) {
                return Ok(batch.get(place).cloned());
            }
        }
        Ok(None)
    }

    fn game(&self, input: Input<'_>, test: usize, budget: Budget) -> Result<Box<dyn AnyGame>, Failure> {
        let starts = self.tests_of(input)?;
        let (start, caps) = (&starts[test], caps_of(input));
        let quick = self.quick(caps);
        let positions = budget.steps() / STEPS_OF_POSITION;
        if positions < quick.positions {
            let caps = Caps { positions, ..quick };
            return Ok(Box::new(self.solved(start, caps, budget)?));
        }
        let quick = match self.solved(start, quick, budget) {
            Ok(solved) => return Ok(Box::new(solved)),
            Err(error) => error,
        };
        if !quick.is_of_size() {
            return Err(quick.into());
        }
        // If a claim gives the answer, exploring in full would only delay it.
        let claims = self.claims.get(self.is_misere(caps.misere)?, input.variants, budget);
        let (answers, contradicted) = self.claimed(claims.unwrap_or_default(), std::slice::from_ref(start), caps)?;
        if answers[0].is_some() && !contradicted[0] {
            let hint = format!("`gamesolve table {}` shows the pattern", self.typed);
            let why = "its positions take too long to explore, and a pattern gives its answer";
            return Err(Refusal::new(why, hint).into());
        }
        if quick.is_of_time() {
            return Err(quick.into());
        }
        Ok(Box::new(self.solved(start, caps, budget)?))
    }

    /// Explores the tests in one run of the game's program: to start it takes longer than a small game.
    fn games<'a>(
        &'a self,
        tests: &'a [String],
        variants: &'a Variants,
        budget: Budget,
    ) -> Box<dyn Iterator<Item = Result<Box<dyn AnyGame>, Failure>> + 'a> {
        const MOVES_OF_POSITION: u64 = 10;
        let input = |test: &'a String| Input {
            bytes: test.as_bytes(),
            variants,
        };
        let starts = tests.iter().map(|test| self.tests_of(input(test)));
        let known = starts
            .flatten_ok()
            .collect::<Result<Vec<String>, Failure>>()
            .and_then(|starts| {
                let caps = tests.first().map(|test| caps_of(input(test))).unwrap_or_default();
                let positions = budget.steps() / STEPS_OF_POSITION;
                let caps = Caps {
                    positions,
                    moves: MOVES_OF_POSITION * positions,
                    ..self.quick(caps)
                };
                Ok(self.smaller_known(starts, caps, budget)?)
            });
        let known = match known {
            Ok(known) => known,
            Err(failure) => return Box::new(iter::once(Err(failure))),
        };
        let count = known.explored.starts.len();
        Box::new((0..count).map(move |start| Ok(Box::new(known.solved(start)?) as Box<dyn AnyGame>)))
    }

    fn tests(&self, input: Input<'_>) -> Result<usize, InputError> {
        Ok(self.starts(input, Mode::Lenient)?.len())
    }

    fn split(&self, input: Input<'_>) -> Result<Option<Vec<String>>, InputError> {
        let starts = self.starts(input, Mode::Lenient)?;
        let form = &self.loaded()?.form;
        let alone = |start: &String| {
            if form.is_own || input.bytes.first() == Some(&ONE_START) {
                one_start(start)
            } else {
                form.write(std::slice::from_ref(start))
            }
        };
        Ok((form.tests.is_some() || form.is_own).then(|| starts.iter().map(alone).collect()))
    }

    fn typed(&self) -> &str {
        &self.typed
    }

    /// Blames the file: each way explores the positions again, and moves that depend on chance make them differ.
    fn disagreement(&self, why: String) -> Failure {
        Failure::Game(format!("{why}: do the moves depend on chance?"))
    }

    fn carried_as(&self) -> &'static str {
        ""
    }

    fn position_at(&self) -> Option<String> {
        Some(self.loaded().ok()?.position_at())
    }

    /// Accepts a position as it is shown, `(3, 5)`.
    fn input_at(&self, position: &str) -> Option<String> {
        Some(self.loaded().ok()?.input_at(position))
    }
}
