//! A user's own game: its answers, by exploring its positions or by a claim.

use std::sync::{Mutex, OnceLock, PoisonError};

use itertools::Itertools as _;

use super::claimed::{self, Claimed, Claims, Search};
use super::form::Form;
use super::game::{OwnGame, place_of};
use super::generated::ONE_START;
use super::grader::{Grader, Speaks};
use super::known::{ExploreError, ExploredAll, ExploredWith, Known};
use super::loaded::{Loaded, Prepare};
use super::protocol::{CODED, Caps, Facts, OwnError};
use super::reply::{self, Tested};
use crate::budget::{Budget, Refusal};
use crate::engine::{Outcome, Value};
use crate::problem::{
    Answered, Failure, Input, MISERE, Meta, Rejection, Solved, Texts, Variant, Variants, Words, scanner_of,
};
use crate::text::{InputError, Mode, quoted};

/// An input that the file's own `read` read, and its tests.
type Read = (Vec<u8>, Result<Vec<String>, InputError>);

/// A user's own game.
pub struct OwnEntry {
    pub(super) typed: String,
    pub(super) meta: &'static Meta,
    prepare: Prepare,
    loaded: OnceLock<Result<Loaded, OwnError>>,
    /// The contradiction between the samples and the moves, if there is one.
    contradiction: OnceLock<Option<String>>,
    pub(super) claims: Claims,
    /// The last input that the file's own `read` read, and its tests.
    last_read: Mutex<Option<Read>>,
    last_checked: Mutex<Option<Checked>>,
}

/// The input that an output was checked for, whether it was misère play, and its tests.
type Checked = (Vec<u8>, bool, Vec<Tested>);

/// The variants of every own game.
pub const VARIANTS: &[Variant] = &[MISERE];

/// The reason why no claim answers a start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Silence {
    /// No claim carries the start.
    NoClaim,
    /// A claim tells the winner, and the file asks for a move too.
    NoMove,
    /// The moves of the start contradict the claim.
    Contradicted,
}

/// The answers of starts by claims, and whether their moves contradict them.
type Claim<'a> = (Vec<Option<claimed::Answer<'a>>>, Vec<bool>);

impl OwnEntry {
    /// Returns the [`Entry`](crate::problem::Entry) of a file without running anything. Its texts are leaked for the rest of the process.
    ///
    /// `typed` is the file name, quoted for a shell. `rules` is empty if the file does not state them in words.
    pub fn new(name: &str, typed: String, rules: &str, prepare: Prepare) -> OwnEntry {
        let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
        let slug = leak(name.to_owned());
        let hints = leak(format!(
            "# Hints\n\n## Hint 1\n\nSmall positions first: `gamesolve table {typed}` lists who wins.\n\n\
                 ## Hint 2\n\nLook at the lost positions and at their differences.\n\n\
                 ## Hint 3\n\n`gamesolve table {typed}` names the pattern and its evidence.\n"
        ));
        let rules = match rules {
            "" => "Your own game: the function `moves` of the file states its rules.",
            stated => stated,
        };
        let texts = Texts {
            slug,
            statement: Words::english(leak(format!("# {name}\n\n{rules}\n"))),
            hints: Words::english(hints),
        };
        let meta = Meta::new(
            texts,
            "a file of yours",
            "exploring",
            (leak(format!("{name}.inp")), leak(format!("{name}.out"))),
            ("the largest number", 40),
            &[],
        );
        OwnEntry {
            typed,
            meta: Box::leak(Box::new(meta.variants(VARIANTS))),
            prepare,
            loaded: OnceLock::new(),
            contradiction: OnceLock::new(),
            claims: Claims::default(),
            last_read: Mutex::new(None),
            last_checked: Mutex::new(None),
        }
    }

    /// Sets the search for claims about positions that are too many to explore.
    pub fn search_by(&self, search: Search) {
        self.claims.search_by(search);
    }

    /// Returns the loaded file. The first call loads it.
    pub(super) fn loaded(&self) -> Result<&Loaded, OwnError> {
        let load = || Loaded::new((self.prepare)()?, &self.typed);
        self.loaded.get_or_init(load).as_ref().map_err(OwnError::clone)
    }

    /// Compares the answers to samples. Returns the sentence about the first one that differs.
    ///
    /// # Errors
    /// Fails at a sample without an answer: its number, from 0, and the failure.
    pub fn contradiction(
        &self,
        samples: &[(String, String)],
        variants: &Variants,
        budget: Budget,
    ) -> Result<Option<String>, (usize, Failure)> {
        for (number, (given, expected)) in samples.iter().enumerate() {
            let bytes = given.as_bytes();
            let input = Input { bytes, variants };
            let failed = |failure: Failure| (number, failure);
            let answer = self.answer(input, budget).map_err(failed)?;
            let is_right = match self.judged(input, expected, budget).map_err(failed)? {
                Some(judged) => judged.is_ok(),
                None => answer.split_whitespace().eq(expected.split_whitespace()),
            };
            if !is_right {
                let words = |text: &str| quoted(text.split_whitespace().join(" ").as_bytes(), 200);
                return Ok(Some(format!(
                    "sample {} has the answer `{}`, but these moves give `{}`\nhint: compare `moves` with the rules of the statement",
                    number + 1,
                    words(expected),
                    words(&answer)
                )));
            }
        }
        Ok(None)
    }

    /// Returns the start of each test in the samples, as people write it.
    ///
    /// # Errors
    /// Fails if the file cannot be loaded.
    pub fn starts_of_samples(&self) -> Result<Vec<String>, OwnError> {
        let samples = self.facts()?.samples();
        let starts = samples.iter();
        let starts = starts.filter_map(|(given, _)| self.starts(original(given), Mode::Lenient).ok());
        let named = |start: String| match start.strip_prefix(CODED).and_then(|coded| coded.split_once('\t')) {
            Some((_, name)) => name.to_owned(),
            None => start,
        };
        Ok(starts.flatten().map(named).collect())
    }

    /// Refuses the answers of a file whose samples contradict its moves. Checks once.
    ///
    /// Samples follow the original rules, so they are not compared under a variant. Samples that take too long to answer
    /// are left to `table`.
    pub(super) fn check_samples(&self, input: Input<'_>, budget: Budget) -> Result<(), Failure> {
        // A budget of 0 asks only for errors of the file.
        if !input.variants.is_original() || budget.bytes() == 0 {
            return Ok(());
        }
        let samples = self.facts()?.samples();
        let contradiction = self.contradiction.get_or_init(|| {
            let found = self.contradiction(&samples, Variants::ORIGINAL, Budget::of_this_machine());
            found.unwrap_or_else(|(number, failure)| match failure {
                Failure::Input(error) if error.refusal().is_none() => self.unread_sample(number, &error).ok(),
                _ => None,
            })
        });
        match contradiction {
            Some(why) => Err(Failure::Game(why.clone())),
            None => Ok(()),
        }
    }

    /// Returns the sentence about a sample that is no input of the game.
    fn unread_sample(&self, number: usize, error: &InputError) -> Result<String, OwnError> {
        let Loaded { form, named, .. } = self.loaded()?;
        let line = named.stated.place_of("SAMPLES");
        let other = if form.is_own { "`read`" } else { "`INPUT` and `LIMITS`" };
        let (typed, number, why) = (&self.typed, number + 1, error.message());
        Ok(format!(
            "{typed}: sample {number}: {why}{line}\nhint: compare the sample with {other}"
        ))
    }

    /// Judges an output if the file asks for a winning move. Then several outputs are right.
    pub(super) fn judged(
        &self,
        input: Input<'_>,
        output: &str,
        budget: Budget,
    ) -> Result<Option<Result<(), Rejection>>, Failure> {
        if !self.facts()?.asks_for_a_move() {
            return Ok(None);
        }
        let mut last = self.last_checked.lock().unwrap_or_else(PoisonError::into_inner);
        let is_misere = caps_of(input).misere;
        let known = last
            .take()
            .filter(|(bytes, misere, _)| bytes == input.bytes && *misere == is_misere);
        let (.., tests) = match known {
            Some(known) => last.insert(known),
            None => {
                /// The rough bytes of a winning move.
                const BYTES: u64 = 80;
                let most = usize::try_from(budget.bytes() / BYTES).unwrap_or(usize::MAX);
                let (_, tests) = self.tested(&self.tests_of(input)?, caps_of(input), budget, most)?;
                last.insert((input.bytes.to_vec(), is_misere, tests))
            }
        };
        Ok(Some(reply::judge(tests, output)))
    }

    /// Answers all tests of an input.
    pub(super) fn answer(&self, input: Input<'_>, budget: Budget) -> Result<String, Failure> {
        let starts = self.tests_of(input)?;
        Ok(self.answers_of(&starts, caps_of(input), budget)?.1.concat())
    }

    /// Returns the answer of each start by a claim, and whether the moves of the start contradict it.
    pub(super) fn claimed<'a>(
        &self,
        claims: &'a [Claimed],
        starts: &[String],
        caps: Caps,
    ) -> Result<Claim<'a>, OwnError> {
        let answers: Vec<_> = starts.iter().map(|start| claimed::outcome(claims, start)).collect();
        let contradicted = claimed::contradicted(&answers, self.grader()?, self.is_misere(caps.misere)?, caps);
        Ok((answers, contradicted))
    }

    /// Returns whether the moves of one of these starts contradict the claim that tells its answer.
    ///
    /// # Errors
    /// [`OwnError`].
    pub(super) fn contradicts(&self, starts: &[String], budget: Budget) -> Result<bool, OwnError> {
        let claims = self.claims.get(self.is_misere(false)?, Variants::ORIGINAL, budget);
        let (_, contradicted) = self.claimed(claims.unwrap_or_default(), starts, Caps::default())?;
        Ok(contradicted.contains(&true))
    }

    /// Answers starts by claims as far as the evidence carries them, and explores the others.
    ///
    /// `error` is that of the quick exploration.
    pub(super) fn claimed_answers(
        &self,
        starts: &[String],
        input: Input<'_>,
        budget: Budget,
        error: ExploreError,
    ) -> Result<Answered, Failure> {
        let caps = caps_of(input);
        let misere = self.is_misere(caps.misere)?;
        let Some(claims) = self.claims.get(misere, input.variants, budget) else {
            if error.is_of_time() {
                return Err(error.into());
            }
            return Ok(self.answers_of(starts, caps, budget)?.1.concat().into());
        };
        let (answers, contradicted) = self.claimed(claims, starts, caps)?;
        let is_draw = |(answer, is_contradicted): (&Option<claimed::Answer<'_>>, &bool)| {
            answer.as_ref().is_some_and(|answer| answer.outcome == Outcome::Draw) && !is_contradicted
        };
        let loaded = self.loaded()?;
        if loaded.lacks_draw()
            && let Some(place) = answers.iter().zip(&contradicted).position(is_draw)
        {
            return Err(OwnError::Draw(starts[place].clone(), loaded.named.stated.clone()).into());
        }
        let all = starts.iter().zip(&answers).zip(&contradicted);
        let claimed: Vec<_> = all
            .map(|((start, answer), is_contradicted)| {
                let answer = answer.as_ref().filter(|_| !is_contradicted)?;
                Some((self.claimed_text(answer, start, caps)?, answer.claim))
            })
            .collect();
        let open = starts.iter().zip(&claimed).filter(|(_, claimed)| claimed.is_none());
        let open: Vec<String> = open.map(|(start, _)| start.clone()).collect();
        let explored = match open.len() {
            0 => Ok(Vec::new()),
            count if count == starts.len() && error.is_of_time() => Err(error),
            _ => self.answers_of(&open, caps, budget).map(|(_, answers)| answers),
        };
        let silence = if contradicted.contains(&true) {
            Silence::Contradicted
        } else if open.iter().any(|start| claimed::outcome(claims, start).is_some()) {
            Silence::NoMove
        } else {
            Silence::NoClaim
        };
        let mut explored = explored
            .map_err(|error| self.too_large(&error, claims, silence).unwrap_or_else(|| error.into()))?
            .into_iter();
        let mut used: Vec<&Claimed> = Vec::new();
        let mut text = String::new();
        for claimed in claimed {
            match claimed {
                Some((told, claim)) => {
                    text += &told;
                    used.push(claim);
                }
                None => text += &explored.next().unwrap_or_default(),
            }
        }
        let remarks = used.into_iter().unique_by(|claim| &claim.words).map(Claimed::remark);
        let remarks = remarks.collect();
        Ok(Answered { text, remarks })
    }

    /// Returns the text of an answer by a claim, or `None` if the file asks for a winning move and none is known.
    fn claimed_text(&self, answer: &claimed::Answer<'_>, start: &str, caps: Caps) -> Option<String> {
        let loaded = self.loaded().ok()?;
        let (facts, outcome) = (&loaded.facts, &loaded.answers[place_of(answer.outcome)]);
        if !facts.asks_for_a_move() || answer.outcome != Outcome::Win {
            return Some(format!("{outcome}\n"));
        }
        // The claim is about the numbers of `start`, and moves lead to other positions.
        if facts.has_start() {
            return None;
        }
        let is_sum = start.contains(" + ") || loaded.is_of_sums();
        let reply = answer.reply(&loaded.grader, is_sum, caps)?;
        Some(reply.map_or_else(|| format!("{outcome}\n"), |reply| format!("{outcome}\n{reply}\n")))
    }

    /// Returns the bounds of exploring before a claim is tried.
    ///
    /// A program of lines has a limit on the wall clock, and other work on the machine may take two seconds of that.
    pub(super) fn quick(&self, caps: Caps) -> Caps {
        let quick = claimed::quick(caps);
        let has_lines = self.grader().is_ok_and(|grader| grader.speaks == Speaks::Lines);
        let seconds = if has_lines { caps.seconds } else { quick.seconds };
        Caps { seconds, ..quick }
    }

    /// Returns the refusal of starts that are too large to explore, or `None` for any other error.
    fn too_large(&self, error: &ExploreError, claims: &[Claimed], silence: Silence) -> Option<Failure> {
        let has_start = self.facts().is_ok_and(Facts::has_start);
        let known = match (silence, claims) {
            (Silence::Contradicted, _) => "its moves there contradict its pattern".to_owned(),
            (Silence::NoMove, _) if has_start => {
                "its pattern tells the winner from a `start`, but not after a move".to_owned()
            }
            (Silence::NoMove, _) => "its pattern tells the winner without a winning move".to_owned(),
            (Silence::NoClaim, []) => "gamesolve found no pattern".to_owned(),
            (Silence::NoClaim, [claim, ..]) => format!("its pattern does not tell. Evidence: {}", claim.evidence),
        };
        let why = match error {
            ExploreError::Refused(refusal) => refusal.message().to_owned(),
            ExploreError::Own(error) => error.to_string(),
        };
        let hint = match error {
            ExploreError::Refused(refusal) => refusal.hint().to_owned(),
            _ if silence == Silence::NoMove => "without the line `ANSWER` the winner alone is the answer".to_owned(),
            // Only the numbers of `moves` itself have an induction step.
            _ if !claims.is_empty() && has_start => {
                "a pattern can carry more if `moves` takes the numbers of the input, without `start`".to_owned()
            }
            _ => format!("gamesolve table {}", self.typed),
        };
        let refusal = || Refusal::new(format_args!("{why}, and {known}"), hint);
        error.is_of_size().then(|| refusal().into())
    }

    /// Returns the facts of the file.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn facts(&self) -> Result<&Facts, OwnError> {
        Ok(&self.loaded()?.facts)
    }

    /// Returns the input format of the file.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn form(&self) -> Result<&Form, OwnError> {
        Ok(&self.loaded()?.form)
    }

    /// Returns the words for won, lost and drawn.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn answers(&self) -> Result<&[String; 3], OwnError> {
        Ok(&self.loaded()?.answers)
    }

    /// Returns the numbers in the text of the rules, except its limits. There are none if the file cannot be loaded.
    pub fn named(&self) -> Vec<u64> {
        self.loaded().map_or_else(|_| Vec::new(), Loaded::numbers)
    }

    /// Returns the letters for words. They come from `LETTERS`, else from the text of the file, else they are 0 and 1.
    ///
    /// There are none if the file cannot be loaded.
    pub fn letters(&self) -> Vec<char> {
        self.loaded().map_or_else(|_| Vec::new(), Loaded::letters)
    }

    /// Returns the program.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn grader(&self) -> Result<&Grader, OwnError> {
        Ok(&self.loaded()?.grader)
    }

    /// Returns whether a player who cannot move wins.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn is_misere(&self, asked: bool) -> Result<bool, OwnError> {
        Ok(self.loaded()?.misere || asked)
    }

    /// Explores starts, as many as the caps allow, and returns them with the values of the explored starts.
    ///
    /// # Errors
    /// [`ExploreError`].
    pub fn explore(&self, starts: &[String], caps: Caps, budget: Budget) -> ExploredWith<Value> {
        let (explored, values, _) = self.explore_all(starts, caps, budget)?;
        Ok((explored, values))
    }

    /// Explores as [`explore`](OwnEntry::explore) does, and also returns the values of all positions if no move leads
    /// to a sum.
    ///
    /// # Errors
    /// [`ExploreError`].
    pub fn explore_all(&self, starts: &[String], caps: Caps, budget: Budget) -> Result<ExploredAll, ExploreError> {
        Ok(self.known(starts, caps, budget)?.valued(caps.work)?)
    }

    /// Explores these starts, and returns the positions with the values of the starts.
    pub(super) fn known(&self, starts: &[String], caps: Caps, budget: Budget) -> Result<Known, OwnError> {
        self.loaded()?.explore(starts, caps, budget)
    }

    /// Explores these starts, and returns the positions and the answers.
    pub(super) fn answers_of(&self, starts: &[String], caps: Caps, budget: Budget) -> ExploredWith<String> {
        self.known(starts, caps, budget)?.answers()
    }

    /// Explores these starts, and returns the answers with all winning moves.
    ///
    /// Refuses more than `most` winning moves.
    pub(super) fn tested(&self, starts: &[String], caps: Caps, budget: Budget, most: usize) -> ExploredWith<Tested> {
        self.known(starts, caps, budget)?.tested(most)
    }

    /// Returns the start of each test of an input. If the file has a `valid`, each of them is legal.
    pub(super) fn starts(&self, input: Input<'_>, mode: Mode) -> Result<Vec<String>, InputError> {
        let loaded = self.loaded()?;
        if let Some(start) = input.bytes.strip_prefix(&[ONE_START]) {
            return Ok(vec![String::from_utf8_lossy(start).trim_end().to_owned()]);
        }
        let (places, starts): (Vec<usize>, Vec<String>) = self.read_starts(input, mode)?.into_iter().unzip();
        if let Some(test) = loaded.legal(&starts)?.iter().position(|is_legal| !is_legal) {
            let which = if starts.len() > 1 {
                format!("test {}", test + 1)
            } else {
                "this input".to_owned()
            };
            let why = format!("`valid` of the game refuses {which}");
            return Err(InputError::new(places[test], 0, why));
        }
        Ok(starts)
    }

    /// Returns whether each of these starts is legal as a test.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn legal(&self, starts: &[String]) -> Result<Vec<bool>, OwnError> {
        self.loaded()?.legal(starts)
    }

    /// Returns the start of each test of an input with its place, whether it is legal or not.
    pub(super) fn read_starts(&self, input: Input<'_>, mode: Mode) -> Result<Vec<(usize, String)>, InputError> {
        let loaded = self.loaded()?;
        if loaded.form.is_own {
            let tests = self.own_tests(loaded, input.bytes)?;
            return Ok(tests.into_iter().map(|start| (0, start)).collect());
        }
        let mut scanner = scanner_of(input.bytes, mode)?;
        loaded.form.read(&mut scanner, &loaded.facts)
    }

    /// Returns the tests of an input by the file's own `read`.
    fn own_tests(&self, loaded: &Loaded, bytes: &[u8]) -> Result<Vec<String>, InputError> {
        let mut last = self.last_read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((read, tests)) = &*last
            && read == bytes
        {
            return tests.clone();
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|error| InputError::new(error.valid_up_to(), 1, "expected a text in UTF-8"))?;
        let tests = loaded.grader.tests(text).map_err(InputError::from);
        *last = Some((bytes.to_vec(), tests.clone()));
        tests
    }

    /// Returns the sentence that shows how the file's own `read` read an input.
    pub(super) fn reading(&self, input: Input<'_>, starts: &[String]) -> Option<String> {
        if input.bytes.first() == Some(&ONE_START) {
            return None;
        }
        let (_, name) = starts.first()?.strip_prefix(CODED)?.split_once('\t')?;
        let words = String::from_utf8_lossy(input.bytes).split_whitespace().join(" ");
        let others = match starts.len() {
            1 => String::new(),
            2 => " and one more test".to_owned(),
            count => format!(" and {} more tests", count - 1),
        };
        Some(format!(
            "`read` reads `{}` as {}{others}",
            quoted(words.as_bytes(), 60),
            quoted(name.as_bytes(), 200)
        ))
    }

    /// Returns the tests of an input. An error of the file comes before an error of the input.
    pub(super) fn tests_of(&self, input: Input<'_>) -> Result<Vec<String>, Failure> {
        self.loaded()?;
        Ok(self.starts(input, Mode::Lenient)?)
    }

    pub(super) fn solved(&self, start: &str, caps: Caps, budget: Budget) -> Result<Solved<OwnGame>, ExploreError> {
        let known = self.known(&[start.to_owned()], caps, budget)?;
        Ok(known.solved(0)?)
    }

    /// Explores these starts in one run. If they have too many positions, it keeps the smallest eighth, again and again.
    pub(super) fn smaller_known(&self, mut starts: Vec<String>, caps: Caps, budget: Budget) -> Result<Known, OwnError> {
        let sum = |start: &str| -> u128 {
            let words = start.split(' ');
            words.filter_map(|word| word.parse::<u128>().ok()).sum()
        };
        starts.sort_by_cached_key(|start| (start.len(), sum(start)));
        loop {
            match self.known(&starts, caps, budget) {
                Err(error) if starts.len() > 1 && ExploreError::from(error.clone()).is_of_size() => {
                    starts.truncate(starts.len().div_ceil(8));
                }
                known => return known,
            }
        }
    }
}

/// Returns an input under the original rules.
pub(super) fn original(text: &str) -> Input<'_> {
    Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    }
}

/// Returns the bounds of exploring the starts of an input.
pub(super) fn caps_of(input: Input<'_>) -> Caps {
    Caps {
        misere: input.variants.has(MISERE.name),
        ..Caps::default()
    }
}
