//! A user's own game as subcommands see it: text in, text out.

use std::iter;
use std::num::NonZeroUsize;
use std::rc::Rc;
use std::sync::{Mutex, OnceLock, PoisonError};

use itertools::Itertools as _;

use super::claimed::{self, Claimed, Claims, Search};
use super::cpp;
use super::form::{EMPTY_LIST, EMPTY_WORD, Form, LARGEST, NO_PARTS};
use super::game::{OwnGame, Values, place_of, typed_numbers};
use super::grader::{Grader, Speaks};
use super::literals::{self, Named};
use super::protocol::{CODED, Caps, Cut, Explored, Facts, OwnError, OwnErrorKind, Question};
use super::reply::{self, Tested};
use crate::budget::{Budget, Refusal};
use crate::engine::oracle::Oracle;
use crate::engine::{Outcome, Rules, Value, brute, explore, verify};
use crate::problem::{
    Answered, AnyGame, CertifyError, Entry, Failure, FamilyInfo, Input, InputForm, MISERE, Meta, MistakeInfo, Mistaken,
    Rejection, Solved, Texts, Theory as _, Variant, Variants, Words,
};
use crate::random::Random;
use crate::text::{InputError, Mode, quoted};

/// A game that is ready to run, with the facts that are known without running it.
pub struct Prepared {
    /// The program.
    pub grader: Grader,
    /// Facts that the grader does not report itself.
    pub facts: Facts,
    /// The numbers and letters in the text of the rules.
    pub named: Named,
}

/// A function that makes a game ready to run.
pub type Prepare = Box<dyn Fn() -> Result<Prepared, OwnError> + Send + Sync>;

/// A loaded game file: its program, its optional lines, its input format.
struct Loaded {
    grader: Grader,
    facts: Facts,
    form: Form,
    /// The words for won, lost and drawn.
    answers: [String; 3],
    misere: bool,
    named: Named,
}

impl Loaded {
    /// Returns whether the answer of a game of points is the difference: the file has no words for answers.
    fn says_score(&self) -> bool {
        ["WIN", "LOSE", "DRAW"]
            .iter()
            .all(|name| self.facts.get(name).is_none())
    }
}

impl Loaded {
    /// Returns the rest of a sentence about a draw, if the file has words for the winner alone.
    fn lacks_draw(&self) -> Option<String> {
        let has = |name: &str| self.facts.get(name).is_some();
        (has("WIN") && !has("DRAW")).then(|| {
            let (line, cure) = (self.named.place_of("WIN"), self.named.stated("DRAW", "Draw"));
            format!("the file has no `DRAW` beside `WIN`{line}\nhint: {cure}")
        })
    }
}

/// An input that the file's own `read` read, and its tests.
type Read = (Vec<u8>, Result<Vec<String>, InputError>);

/// A user's own game.
pub struct OwnEntry {
    typed: String,
    meta: &'static Meta,
    prepare: Prepare,
    loaded: OnceLock<Result<Loaded, OwnError>>,
    /// The contradiction between the samples and the moves, if there is one.
    contradiction: OnceLock<Option<String>>,
    claims: Claims,
    /// The last input that the file's own `read` read, and its tests.
    last_read: Mutex<Option<Read>>,
    last_checked: Mutex<Option<Checked>>,
}

/// The input that an output was checked for, whether it was misère play, and its tests.
type Checked = (Vec<u8>, bool, Vec<Tested>);

/// The variants of every own game.
pub const VARIANTS: &[Variant] = &[MISERE];

/// The byte before a start that stands for an input, because the format of inputs cannot give it.
const ONE_START: u8 = 2;

/// The steps that a position counts for: even the share of a displayed result holds all positions of [`Caps`].
const STEPS_OF_POSITION: u64 = 625;
/// The default words for won, lost and drawn.
const ANSWERS: [&str; 3] = ["W", "L", "D"];

/// The positions of several starts with their values.
pub(crate) struct Known {
    explored: Rc<Explored>,
    misere: bool,
    is_changed: bool,
    parameters: Vec<String>,
    answers: [String; 3],
    says_score: bool,
    /// The word that a draw lacks, as the file would write it.
    lacks_draw: Option<String>,
    asks_move: bool,
    /// Whether the input gives every start as a sum, even one of a single part.
    is_of_sums: bool,
    is_of_words: bool,
    bounds: explore::Bounds,
}

impl Known {
    /// Returns the game from one of the starts.
    fn game(&self, start: usize) -> OwnGame {
        let parts = self.explored.starts[start].clone();
        let explored = Rc::clone(&self.explored);
        let mut game = OwnGame::new(explored, parts, self.misere, self.parameters.clone(), self.is_of_words);
        game.is_changed = self.is_changed;
        game.answers.clone_from(&self.answers);
        game.says_score = self.says_score;
        game.asks_move = self.asks_move;
        game.is_sum |= self.is_of_sums;
        game
    }

    /// Refuses a start that is a draw, if the file has words for the winner alone.
    fn check_draw(&self, game: &OwnGame, values: &Values) -> Result<(), OwnError> {
        let start = Rules::start(game);
        let is_draw = values.value(game, &start).outcome == Outcome::Draw;
        match self.lacks_draw.as_ref().filter(|_| is_draw) {
            Some(lacks) => {
                let name = game.name(&game.given);
                Err(OwnError::Unusable(format!("`{name}` is a draw, and {lacks}")))
            }
            None => Ok(()),
        }
    }

    /// Returns the game from one of the starts with its values.
    fn solved(&self, start: usize) -> Result<Solved<OwnGame>, Refusal> {
        let game = self.game(start);
        let values = Values::of(&game, self.bounds)?;
        let played = values.played_out(&game);
        let changed = self.is_changed.then(|| MISERE.sentence(1)).flatten();
        let solved = Solved::new(game, Box::new(values), played, |solved| solved.rules().answer(solved));
        Ok(solved.stating(changed))
    }

    /// Returns the values of all starts, and those of all positions if no move leads to a sum.
    ///
    /// If sums have more positions and moves than `work`, it returns fewer starts.
    fn all_values(&self, work: Option<u64>) -> Result<(Vec<Value>, Vec<Value>), Refusal> {
        let mut values = Vec::new();
        let all = self.each(work, |game, known| values.push(known.value(game, &Rules::start(game))))?;
        Ok((values, all))
    }

    /// Checks the values of all starts together, and describes each check once.
    fn certified(&self, budget: Budget) -> Result<Vec<String>, Failure> {
        let tests = self.explored.starts.len();
        let mut failed = None;
        // The positions of sums, and those that were played out.
        let (mut sums, mut played, mut checked) = (0, 0, Vec::new());
        self.each(None, |game, known| {
            let is_first = checked.is_empty();
            let proof = match known {
                Values::Sums(of_start) => {
                    sums += of_start.positions().len();
                    known.proof(game, budget)
                }
                _ if is_first || self.explored.is_mixed() => known.proof(game, budget),
                _ => None,
            };
            match proof {
                Some(Ok(said)) if is_first => checked.push(said),
                Some(Err(error)) => _ = failed.get_or_insert(Failure::from(error)),
                _ => {}
            }
            let Some(brute) = known.played_out(game) else {
                return;
            };
            played += brute.positions().len();
            let wrong = brute.positions().iter().find_map(|position| {
                let value = known.value(game, position);
                verify::same(value, brute.value(game, position)).err()
            });
            if let Some(why) = wrong {
                failed.get_or_insert(CertifyError::Wrong(why.to_string()).into());
            }
        })?;
        if let Some(failure) = failed {
            return Err(failure);
        }
        if sums > 0 {
            checked = vec![format!(
                "the values of all {sums} positions of {tests} tests, each from the positions that its moves lead to"
            )];
        }
        if played > 0 {
            checked.push(format!(
                "the outcomes of all {played} positions of {tests} tests, by trying every move"
            ));
        }
        Ok(checked)
    }

    /// Calls a function with the game from each start and the values of its positions. Returns the values of all
    /// positions if no move leads to a sum.
    ///
    /// If sums have more positions and moves than `work`, it leaves out the last starts.
    fn each(&self, work: Option<u64>, mut tell: impl FnMut(&OwnGame, &Values)) -> Result<Vec<Value>, Refusal> {
        let mut shared: Option<Values> = None;
        let mut done = 0;
        for start in 0..self.explored.starts.len() {
            // Sums are played out separately for each start.
            if let Some(Values::Sums(sums)) = &shared {
                done += (sums.positions().len() + sums.move_count()) as u64;
                if work.is_some_and(|work| done > work) {
                    break;
                }
            }
            let game = self.game(start);
            // The sums of one start differ from the sums of another.
            let known = match shared.take() {
                Some(known) if !matches!(known, Values::Sums(_)) && !self.explored.is_mixed() => known,
                _ => Values::of(&game, self.bounds)?,
            };
            tell(&game, shared.insert(known));
        }
        Ok(match shared {
            Some(Values::Table(all)) if !self.explored.adds => all,
            _ => Vec::new(),
        })
    }
}

/// The reason why starts cannot be explored and valued.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ExploreError {
    /// The file or the sandbox failed.
    #[error(transparent)]
    Own(#[from] OwnError),
    /// There are too many sums.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl ExploreError {
    /// Returns whether a single call took too long. Another exploration would only take as long again.
    fn is_of_time(&self) -> bool {
        matches!(
            self,
            ExploreError::Own(
                OwnError::Late(_)
                    | OwnError::Game {
                        kind: OwnErrorKind::Hangs,
                        ..
                    }
            )
        )
    }

    /// Returns whether positions could not be explored because they are too many or take too long.
    fn is_of_size(&self) -> bool {
        match self {
            ExploreError::Refused(_) | ExploreError::Own(OwnError::NoReport(_) | OwnError::Late(_)) => true,
            ExploreError::Own(OwnError::Game { kind, .. }) => matches!(
                kind,
                OwnErrorKind::Endless
                    | OwnErrorKind::Large
                    | OwnErrorKind::Time
                    | OwnErrorKind::Hangs
                    | OwnErrorKind::Memory
                    | OwnErrorKind::Moves
            ),
            ExploreError::Own(_) => false,
        }
    }
}

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

/// The explored positions, the values of the starts, and those of all positions if no move leads to a sum.
pub type ExploredAll = (Rc<Explored>, Vec<Value>, Vec<Value>);

impl OwnEntry {
    /// Returns the [`Entry`] of a file without running anything. Its texts are leaked for the rest of the process.
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
            statement: Words {
                en: leak(format!("# {name}\n\n{rules}\n")),
                vi: "",
                zh: "",
            },
            hints,
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

    fn loaded(&self) -> Result<&Loaded, OwnError> {
        let loaded = self.loaded.get_or_init(|| {
            let Prepared {
                grader,
                mut facts,
                named,
            } = (self.prepare)()?;
            let (told, _) = grader
                .explore(&[], Caps::default())
                .map_err(|error| error.of_file(&self.typed))?;
            facts.lines.extend(told.lines);
            // Escape a message line by line, because it contains words of the file.
            let shown = |why: String| why.lines().map(|line| quoted(line.as_bytes(), 1000)).join("\n");
            let located = |why: String| {
                let why = if named.is_cpp {
                    why.split("\nhint: ").map(cpp::rewritten).join("\nhint: ")
                } else {
                    why
                };
                OwnError::Unusable(shown(format!("{}: {why}", self.typed)))
            };
            let form = match facts.get("INPUT") {
                Some(text) => Form::parse(text).and_then(|form| form.of(&facts)).map_err(|why| {
                    let (why, hint) = why.split_once('\n').unwrap_or((&why, ""));
                    located(format!("{why}{}\n{hint}", named.place_of("INPUT")))
                })?,
                None if facts.reads() => Form::own(),
                None => Form::plain(),
            };
            let answer = |name: &str, other: &str| facts.get(name).unwrap_or(other).to_owned();
            let answers = [
                answer("WIN", ANSWERS[0]),
                answer("LOSE", ANSWERS[1]),
                answer("DRAW", ANSWERS[2]),
            ];
            check_lines(&facts, &form, &named).map_err(located)?;
            let misere = facts.get("LAST") == Some("loses");
            Ok(Loaded {
                grader,
                facts,
                form,
                answers,
                misere,
                named,
            })
        });
        loaded.as_ref().map_err(OwnError::clone)
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
        let starts = samples.iter().filter_map(|(given, _)| {
            let bytes = given.as_bytes();
            let variants = Variants::ORIGINAL;
            self.starts(Input { bytes, variants }, Mode::Lenient).ok()
        });
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
    fn check_samples(&self, input: Input<'_>, budget: Budget) -> Result<(), Failure> {
        // A budget of 0 asks only for errors of the file.
        if !input.variants.is_original() || budget.bytes() == 0 {
            return Ok(());
        }
        let samples = self.facts()?.samples();
        let contradiction = self.contradiction.get_or_init(|| {
            let found = self.contradiction(&samples, Variants::ORIGINAL, Budget::of_this_machine());
            found.unwrap_or_else(|(number, failure)| match failure {
                Failure::Input(error) if error.refusal().is_none() => Some(self.unread_sample(number, &error)),
                _ => None,
            })
        });
        match contradiction {
            Some(why) => Err(Failure::Game(why.clone())),
            None => Ok(()),
        }
    }

    /// Returns the sentence about a sample that is no input of the game.
    fn unread_sample(&self, number: usize, error: &InputError) -> String {
        let loaded = self.loaded().ok();
        let line = loaded.map_or_else(String::new, |loaded| loaded.named.place_of("SAMPLES"));
        let cure = if loaded.is_some_and(|loaded| loaded.form.is_own) {
            "compare the sample with `read`"
        } else {
            "compare the sample with `INPUT` and `LIMITS`"
        };
        let (typed, why) = (&self.typed, error.message());
        format!("{typed}: sample {}: {why}{line}\nhint: {cure}", number + 1)
    }

    /// Judges an output if the file asks for a winning move. Then several outputs are right.
    fn judged(&self, input: Input<'_>, output: &str, budget: Budget) -> Result<Option<Result<(), Rejection>>, Failure> {
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
    fn answer(&self, input: Input<'_>, budget: Budget) -> Result<String, Failure> {
        let starts = self.tests_of(input)?;
        Ok(self.explored_answers(&starts, caps_of(input), budget)?.concat())
    }

    /// Returns the answers of starts by exploring them.
    fn explored_answers(&self, starts: &[String], caps: Caps, budget: Budget) -> Result<Vec<String>, ExploreError> {
        Ok(self.answers_of(starts, caps, budget)?.1)
    }

    /// Returns the answer of each start by a claim, and whether the moves of the start contradict it.
    fn claimed<'a>(&self, claims: &'a [Claimed], starts: &[String], caps: Caps) -> Result<Claim<'a>, OwnError> {
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
    fn claimed_answers(
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
            return Ok(self.explored_answers(starts, caps, budget)?.concat().into());
        };
        let (answers, contradicted) = self.claimed(claims, starts, caps)?;
        let is_draw = |(answer, is_contradicted): (&Option<claimed::Answer<'_>>, &bool)| {
            answer.as_ref().is_some_and(|answer| answer.outcome == Outcome::Draw) && !is_contradicted
        };
        if let Some(lacks) = self.loaded()?.lacks_draw()
            && let Some(place) = answers.iter().zip(&contradicted).position(is_draw)
        {
            let why = format!("`{}` is a draw, and {lacks}", starts[place]);
            return Err(OwnError::Unusable(why).into());
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
            _ => self.explored_answers(&open, caps, budget),
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
        let Loaded {
            facts,
            form,
            grader,
            answers,
            ..
        } = self.loaded().ok()?;
        let outcome = &answers[place_of(answer.outcome)];
        if !facts.asks_for_a_move() || answer.outcome != Outcome::Win {
            return Some(format!("{outcome}\n"));
        }
        // The claim is about the numbers of `start`, and moves lead to other positions.
        if facts.has_start() {
            return None;
        }
        let is_sum = start.contains(" + ") || form.parts.is_some() && !form.is_list;
        let reply = answer.reply(grader, is_sum, caps)?;
        Some(reply.map_or_else(|| format!("{outcome}\n"), |reply| format!("{outcome}\n{reply}\n")))
    }

    /// Returns the bounds of exploring before a claim is tried.
    ///
    /// A program of lines has a limit on the wall clock, and other work on the machine may take two seconds of that.
    fn quick(&self, caps: Caps) -> Caps {
        let quick = claimed::quick(caps);
        match self.grader() {
            Ok(Grader {
                speaks: Speaks::Lines, ..
            }) => Caps {
                seconds: caps.seconds,
                ..quick
            },
            _ => quick,
        }
    }

    /// Returns the refusal of starts that are too large to explore, or `None` for any other error.
    ///
    fn too_large(&self, error: &ExploreError, claims: &[Claimed], silence: Silence) -> Option<Failure> {
        let has_no_move = silence == Silence::NoMove;
        let known = match claims {
            _ if silence == Silence::Contradicted => "its moves there contradict its pattern".to_owned(),
            _ if has_no_move && self.facts().is_ok_and(Facts::has_start) => {
                "its pattern tells the winner from a `start`, but not after a move".to_owned()
            }
            _ if has_no_move => "its pattern tells the winner without a winning move".to_owned(),
            [] => "gamesolve found no pattern".to_owned(),
            [claim, ..] => format!("its pattern does not tell. Evidence: {}", claim.evidence),
        };
        let (why, hint) = match error {
            ExploreError::Refused(refusal) => (refusal.message().to_owned(), refusal.hint().to_owned()),
            ExploreError::Own(error) if has_no_move => (
                error.to_string(),
                "without the line `ANSWER` the winner alone is the answer".to_owned(),
            ),
            // Only the numbers of `moves` itself have an induction step.
            ExploreError::Own(error) if !claims.is_empty() && self.facts().is_ok_and(Facts::has_start) => (
                error.to_string(),
                "a pattern can carry more if `moves` takes the numbers of the input, without `start`".to_owned(),
            ),
            ExploreError::Own(error) => (error.to_string(), format!("gamesolve table {}", self.typed)),
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

    /// Returns the numbers in the text of the rules, except its limits.
    pub fn named(&self) -> Vec<u64> {
        let Ok(loaded) = self.loaded() else {
            return Vec::new();
        };
        let limits = loaded.facts.lines.iter().filter(|(name, _)| name.starts_with("LIMIT "));
        let ends: Vec<u64> = limits
            .flat_map(|(_, ends)| ends.split(' '))
            .filter_map(|end| end.parse().ok())
            .collect();
        let named = loaded.named.numbers.iter().copied();
        named.filter(|number| !ends.contains(number)).collect()
    }

    /// Returns the letters for words. They come from `LETTERS`, else from the text of the file, else they are 0 and 1.
    pub fn letters(&self) -> Vec<char> {
        let Ok(loaded) = self.loaded() else {
            return Vec::new();
        };
        match (loaded.facts.get("LETTERS"), &loaded.named.letters[..]) {
            (Some(stated), _) => stated.chars().unique().collect(),
            (None, []) => vec!['0', '1'],
            (None, named) => named.to_vec(),
        }
    }

    /// Returns whether the answer of a game of points is the difference.
    ///
    /// # Errors
    /// [`OwnError`].
    pub fn says_score(&self) -> Result<bool, OwnError> {
        Ok(self.loaded()?.says_score())
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
    pub fn explore(
        &self,
        starts: &[String],
        caps: Caps,
        budget: Budget,
    ) -> Result<(Rc<Explored>, Vec<Value>), ExploreError> {
        let (explored, values, _) = self.explore_all(starts, caps, budget)?;
        Ok((explored, values))
    }

    /// Explores as [`explore`](OwnEntry::explore) does, and also returns the values of all positions if no move leads
    /// to a sum.
    ///
    /// # Errors
    /// [`ExploreError`].
    pub fn explore_all(&self, starts: &[String], caps: Caps, budget: Budget) -> Result<ExploredAll, ExploreError> {
        let mut known = self.known(starts, caps, budget)?;
        let (values, all) = known.all_values(caps.work)?;
        if values.len() < known.explored.starts.len() {
            let explored = Rc::make_mut(&mut known.explored);
            explored.starts.truncate(values.len());
            explored.cut = Some(Cut::Work);
        }
        Ok((known.explored, values, all))
    }

    fn known(&self, starts: &[String], caps: Caps, budget: Budget) -> Result<Known, OwnError> {
        /// The rough bytes of a position and of a move of sums.
        const BYTES: [u64; 2] = [150, 24];
        let loaded = self.loaded()?;
        let caps = Caps {
            misere: caps.misere || loaded.misere,
            ..caps
        };
        let (_, explored) = loaded.grader.explore(starts, caps)?;
        let (facts, form) = (&loaded.facts, &loaded.form);
        let asks_move = facts.asks_for_a_move();
        let is_of_words = facts.get("KIND") == Some("str") && !facts.has_start();
        let mut names = explored.names.iter();
        if let Some(name) = names.find(|name| asks_move && reply::words_of(name, is_of_words).is_none()) {
            return Err(OwnError::Unusable(format!(
                "`ANSWER = \"move\"` prints numbers and words, and `{}` is neither\nhint: leave out `ANSWER`",
                quoted(name.as_bytes(), 100)
            )));
        }
        Ok(Known {
            explored: Rc::new(explored),
            misere: caps.misere,
            is_changed: caps.misere && !loaded.misere,
            parameters: loaded.facts.taken(),
            answers: loaded.answers.clone(),
            says_score: loaded.says_score(),
            lacks_draw: loaded.lacks_draw(),
            asks_move,
            is_of_sums: form.parts.is_some() && !form.is_list,
            is_of_words,
            bounds: explore::Bounds {
                positions: (budget.bytes() / 2 / BYTES[0]) as usize,
                moves: (budget.bytes() / 2 / BYTES[1]) as usize,
            },
        })
    }

    /// Explores these starts, and returns the positions and the answers.
    pub(super) fn answers_of(
        &self,
        starts: &[String],
        caps: Caps,
        budget: Budget,
    ) -> Result<(Rc<Explored>, Vec<String>), ExploreError> {
        let known = self.known(starts, caps, budget)?;
        let mut answers = Vec::new();
        let mut drawn = Ok(());
        known.each(None, |game, values| {
            if drawn.is_ok() {
                drawn = known.check_draw(game, values);
            }
            answers.push(game.answer(values));
        })?;
        drawn?;
        Ok((Rc::clone(&known.explored), answers))
    }

    /// Explores these starts, and returns the answers with all winning moves.
    ///
    /// Refuses more than `most` winning moves.
    pub(super) fn tested(
        &self,
        starts: &[String],
        caps: Caps,
        budget: Budget,
        most: usize,
    ) -> Result<(Rc<Explored>, Vec<Tested>), ExploreError> {
        let known = self.known(starts, caps, budget)?;
        let (mut tested, mut found, mut drawn) = (Vec::new(), 0, Ok(()));
        known.each(None, |game, values| {
            if drawn.is_ok() {
                drawn = known.check_draw(game, values);
            }
            let test = game.tested(values, most - found);
            found += test.replies.len();
            tested.push(test);
        })?;
        drawn?;
        if found == most {
            return Err(Refusal::of_memory(format_args!("more than {most} winning moves")).into());
        }
        Ok((Rc::clone(&known.explored), tested))
    }

    /// Returns the start of each test of an input.
    pub(super) fn starts(&self, input: Input<'_>, mode: Mode) -> Result<Vec<String>, InputError> {
        let loaded = self
            .loaded()
            .map_err(|error| InputError::new(0, 0, error.to_string()))?;
        if let Some(start) = input.bytes.strip_prefix(&[ONE_START]) {
            return Ok(vec![String::from_utf8_lossy(start).trim_end().to_owned()]);
        }
        if loaded.form.is_own {
            return self.own_tests(loaded, input.bytes);
        }
        let mut scanner = crate::problem::scanner_of(input.bytes, mode)?;
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
        let tests = loaded.grader.tests(text);
        let tests = tests.map_err(|error| {
            let error = error.to_string();
            match error.split_once("\nhint: ") {
                Some((error, hint)) => InputError::new(0, 0, error).with_hint(hint),
                None => InputError::new(0, 0, error),
            }
        });
        *last = Some((bytes.to_vec(), tests.clone()));
        tests
    }

    /// Returns the sentence that shows how the file's own `read` read an input.
    fn reading(&self, input: Input<'_>, starts: &[String]) -> Option<String> {
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
    fn tests_of(&self, input: Input<'_>) -> Result<Vec<String>, Failure> {
        self.loaded()?;
        Ok(self.starts(input, Mode::Lenient)?)
    }

    fn solved(&self, start: &str, caps: Caps, budget: Budget) -> Result<Solved<OwnGame>, ExploreError> {
        let known = self.known(&[start.to_owned()], caps, budget)?;
        Ok(known.solved(0)?)
    }

    /// Explores these starts in one run. If they have too many positions, it keeps the smallest eighth, again and again.
    fn smaller_known(&self, mut starts: Vec<String>, caps: Caps, budget: Budget) -> Result<Known, OwnError> {
        let sum = |start: &str| {
            start
                .split(' ')
                .filter_map(|word| word.parse::<u128>().ok())
                .sum::<u128>()
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

    /// Returns a test one step smaller, the largest steps first. `may_be_empty` allows a test without parts or numbers.
    fn smaller(start: &str, form: &Form, may_be_empty: bool) -> Vec<String> {
        if ["", EMPTY_LIST, EMPTY_WORD].contains(&start) {
            return Vec::new();
        }
        let parts: Vec<Vec<String>> = start
            .split(" + ")
            .map(|part| part.split(' ').map(str::to_owned).collect())
            .collect();
        let written = |parts: &[Vec<String>]| {
            let parts: Vec<String> = parts.iter().map(|words| words.join(" ")).collect();
            parts.join(" + ")
        };
        let mut found = Vec::new();
        // The numbers before a list stay.
        let fixed = if form.is_list { form.word_count() } else { 0 };
        let count = if form.is_list { parts[0].len() } else { parts.len() };
        for place in fixed..count {
            let mut fewer = parts.clone();
            if form.is_list {
                drop(fewer[0].remove(place))
            } else {
                drop(fewer.remove(place))
            }
            if count > 1 {
                found.push(written(&fewer))
            } else if may_be_empty {
                found.push(form.empty().to_owned())
            }
        }
        for part in 0..parts.len() {
            for word in 0..parts[part].len() {
                let mut put = |text: String| {
                    let mut other = parts.clone();
                    other[part][word] = text;
                    found.push(written(&other));
                };
                let text = &parts[part][word];
                match text.parse::<u64>() {
                    Ok(number) => {
                        for less in [number / 2, number.saturating_sub(1)] {
                            if less < number {
                                put(less.to_string());
                            }
                        }
                    }
                    Err(_) => {
                        for place in 0..text.len() {
                            let mut shorter = text.clone();
                            if text.is_char_boundary(place) && text.len() > 1 {
                                shorter.remove(place);
                                put(shorter);
                            }
                        }
                    }
                }
            }
        }
        found
    }
}

/// Checks the optional lines of a file against each other and against its function.
///
/// # Errors
/// Returns a sentence about the first wrong line.
fn check_lines(facts: &Facts, form: &Form, named: &Named) -> Result<(), String> {
    if let Some(wrong) = facts.get("WRONG") {
        return Err(wrong.to_owned());
    }
    if let Some((line, name)) = facts.get("TWICE").and_then(|twice| twice.split_once(' ')) {
        return Err(format!(
            "line {line} gives `{name}` again\nhint: leave one of the two lines out"
        ));
    }
    check_texts(facts, named)?;
    check_limits(facts, form, named)?;
    check_position(facts, form, named)
}

/// Checks the optional lines that hold a text.
fn check_texts(facts: &Facts, named: &Named) -> Result<(), String> {
    let has = |name: &str| facts.get(name).is_some();
    for (name, example) in [("WIN", "Alice"), ("LOSE", "Bob"), ("DRAW", "Draw"), ("LETTERS", "ab")] {
        if facts.get(name) == Some("") {
            let line = named.place_of(name);
            return Err(format!(
                "`{name}` is empty{line}\nhint: {}",
                named.stated(name, example)
            ));
        }
    }
    if let Some(other) = facts.get("LAST").filter(|last| !["wins", "loses"].contains(last)) {
        let other = quoted(other.as_bytes(), 200);
        return Err(format!(
            "`LAST` is \"wins\" or \"loses\", not \"{other}\"{}\nhint: {}",
            named.place_of("LAST"),
            named.stated("LAST", "loses")
        ));
    }
    if let Some(other) = facts.get("ANSWER").filter(|answer| *answer != "move") {
        return Err(format!(
            "`ANSWER` is \"move\", not \"{other}\"{}\nhint: leave it out if the answer is only the winner",
            named.place_of("ANSWER")
        ));
    }
    if has("WIN") != has("LOSE") {
        let (there, missing, example) = if has("WIN") {
            ("WIN", "LOSE", "Bob")
        } else {
            ("LOSE", "WIN", "Alice")
        };
        return Err(format!(
            "it has `{there}` without `{missing}`{}\nhint: {}",
            named.place_of(there),
            named.stated(missing, example)
        ));
    }
    // A draw may have the same word as a loss.
    if let (Some(win), true) = (facts.get("WIN"), facts.get("WIN") == facts.get("LOSE")) {
        return Err(format!(
            "`WIN` and `LOSE` are both \"{win}\"{}\nhint: write two different answers",
            named.place_of("LOSE")
        ));
    }
    if let Some(letters) = facts.get("LETTERS") {
        if facts.get("KIND") != Some("str") {
            let name = facts.parameters().into_iter().next().unwrap_or_default();
            return Err(format!(
                "it has `LETTERS`, and its positions are no words{}\nhint: def moves({name}: str)",
                named.place_of("LETTERS")
            ));
        }
        if !letters.chars().all(literals::is_letter) {
            let (line, kept) = (
                named.place_of("LETTERS"),
                letters.replace(|c| !literals::is_letter(c), ""),
            );
            let cure = named.stated("LETTERS", &kept);
            return Err(format!(
                "`LETTERS` is like \"ab\", not \"{letters}\"{line}\nhint: {cure}"
            ));
        }
    }
    Ok(())
}

/// Checks the limits.
fn check_limits(facts: &Facts, form: &Form, named: &Named) -> Result<(), String> {
    let parameters = facts.parameters();
    let names: Vec<&String> = form.names().chain(&parameters).collect();
    for (line, ends) in &facts.lines {
        let Some(name) = line.strip_prefix("LIMIT ") else {
            continue;
        };
        let line = named.place_of(line);
        let open = names.iter().find(|name| facts.limit(name).is_none());
        let Some((low, high)) = facts.limit(name) else {
            let name_of_cure = if name.is_empty() {
                open.map_or("n", |name| name.as_str())
            } else {
                name
            };
            let are_large = ends
                .split_whitespace()
                .all(|end| end.bytes().all(|digit| digit.is_ascii_digit()));
            let (what, most) = if are_large {
                ("go above 10^18, the largest number here".to_owned(), LARGEST as u64)
            } else {
                (format!("are not two whole numbers from 0 on: {ends}"), 100)
            };
            return Err(format!(
                "the limits of `{name}` {what}{line}\nhint: {}",
                named.stated_limits(name_of_cure, 1, most)
            ));
        };
        if low > high {
            return Err(format!(
                "the limits of `{name}` fall: {low} to {high}{line}\nhint: {}",
                named.stated_limits(name, high, low)
            ));
        }
        if !names.iter().any(|known| *known == name) {
            let cure = open.map_or_else(String::new, |open| {
                format!("\nhint: {}", named.stated_limits(open, low, high))
            });
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            return Err(format!(
                "there are limits of `{name}`, and the numbers are {}{line}{cure}",
                names.iter().unique().join(", ")
            ));
        }
    }
    Ok(())
}

/// Checks the position that `INPUT` gives against the arguments of the function.
fn check_position(facts: &Facts, form: &Form, named: &Named) -> Result<(), String> {
    let parameters = facts.parameters();
    let count = form.word_count();
    let is_fixed = parameters.len() > 1 || facts.has_start();
    if is_fixed && !facts.is_of_lists() && count > 0 && count != parameters.len() {
        let of_tests = form.tests.as_ref().map_or(String::new(), |name| format!("{name}: "));
        return Err(format!(
            "`INPUT` has {count} {} a position, and a position of this game has {} {}: {}{}\nhint: INPUT = \"{of_tests}{}\", \
             or make the position of `INPUT` by `{} start({})`",
            if count == 1 { "word" } else { "words" },
            parameters.len(),
            if parameters.len() == 1 { "number" } else { "numbers" },
            parameters.join(", "),
            named.place_of("INPUT"),
            parameters.join(" "),
            if named.is_cpp { "void" } else { "def" },
            form.words
                .iter()
                .map(|word| if named.is_cpp {
                    format!("int {word}")
                } else {
                    word.clone()
                })
                .join(", "),
        ));
    }
    // This question comes last, because another line may be the mistake.
    if let Some(question) = facts.asked() {
        let Question {
            line,
            function,
            argument: name,
            kinds,
        } = question;
        let kind_of = |kind: &str| match kind {
            "str" => "a word",
            "int" => "a number",
            _ => "a row of numbers",
        };
        let told: Vec<&str> = kinds.iter().map(|(kind, _)| kind_of(kind)).collect();
        let (last, others) = told.split_last().unwrap_or((&"", &[]));
        let heads = kinds
            .iter()
            .map(|(kind, head)| format!("`def {head}` for {}", kind_of(kind)));
        return Err(format!(
            "line {line}: `{function}({name})` does not say if `{name}` is {} or {last}\nhint: {}",
            others.join(", "),
            heads.format(", "),
        ));
    }
    Ok(())
}

/// Returns a text that stands for an input with only this start.
fn one_start(start: &str) -> String {
    format!("{}{start}\n", char::from(ONE_START))
}

/// Returns the bounds of exploring the starts of an input.
fn caps_of(input: Input<'_>) -> Caps {
    Caps {
        misere: input.variants.has(MISERE.name),
        ..Caps::default()
    }
}

/// Returns the names of the numbers of a position in an input.
fn position_names(loaded: &Loaded) -> Vec<String> {
    let form = &loaded.form;
    if form.words.is_empty() {
        return loaded.facts.parameters();
    }
    let is_constant = |name: &&String| Some(*name) != form.parts.as_ref();
    form.before
        .iter()
        .filter(is_constant)
        .chain(&form.words)
        .cloned()
        .collect()
}

impl From<ExploreError> for Failure {
    fn from(error: ExploreError) -> Failure {
        match error {
            ExploreError::Own(error) => error.into(),
            ExploreError::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<OwnError> for Failure {
    fn from(error: OwnError) -> Failure {
        let OwnError::Game { kind, .. } = error else {
            return Failure::Game(error.to_string());
        };
        match kind {
            OwnErrorKind::Endless => Failure::Refused(Refusal::new(&error, "let each move lead to a smaller position")),
            OwnErrorKind::Large => Failure::Refused(Refusal::new(&error, "try a smaller position")),
            _ => Failure::Game(error.to_string()),
        }
    }
}

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
        let mut answered = match self.explored_answers(&starts, self.quick(caps_of(input)), budget) {
            Ok(answers) => answers.concat().into(),
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

    fn validate(&self, input: Input<'_>) -> Result<(), InputError> {
        self.starts(input, Mode::Strict).map(drop)
    }

    fn canonical(&self, input: Input<'_>) -> Result<String, InputError> {
        let starts = self.starts(input, Mode::Lenient)?;
        let form = self.form().map_err(|error| InputError::new(0, 0, error.to_string()))?;
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
        let input = Input {
            bytes: small.as_bytes(),
            variants: Variants::ORIGINAL,
        };
        let answer = self.solve(input, Budget::of_this_machine())?;
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
        Box::new(std::iter::empty())
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

    /// Returns numbers up to `size` within the file's limits, or words of the file's letters.
    fn generate(&self, _: &str, size: u64, seed: u64) -> String {
        let mut random = Random::new(seed);
        let Ok(loaded) = self.loaded() else {
            return String::new();
        };
        let form = &loaded.form;
        let letters = self.letters();
        let of_words = loaded.facts.get("KIND") == Some("str");
        let mut word = |name: &String, of_words: bool| {
            if of_words {
                let length = random.within(1, size.clamp(1, 1000) as i64);
                let most = letters.len() as i64 - 1;
                let letter = |_| letters[random.within(0, most) as usize];
                return (0..length).map(letter).collect::<String>();
            }
            let (low, high) = loaded.facts.limit(name).unwrap_or((0, u64::MAX >> 1));
            let high = low.saturating_add(size).min(high).max(low);
            random.within(low as i64, high as i64).to_string()
        };
        let several = |limit: Option<(u64, u64)>, least: u64, most: u64| {
            let (low, high) = limit.unwrap_or((1, most));
            low.max(least)..=high.min(low.max(1) + most)
        };
        let tests = match &form.tests {
            Some(name) => *several(loaded.facts.limit(name), 1, 4).end(),
            None => 1,
        };
        let parts = match &form.parts {
            Some(name) => {
                // A sum without parts would lose the numbers before them.
                let range = several(loaded.facts.limit(name), u64::from(form.before.len() > 1), 3);
                Random::new(seed ^ 1).within(*range.start() as i64, *range.end() as i64)
            }
            None => 1,
        };
        let start = |_| {
            if form.words.is_empty() {
                let names = loaded.facts.parameters();
                return names.iter().map(|name| word(name, of_words)).join(" ");
            }
            let before = form.before.iter().map(|name| match form.parts.as_ref() {
                Some(count) if count == name => parts.to_string(),
                _ => word(name, false),
            });
            let before: Vec<String> = before.collect();
            let part = |_| form.words.iter().map(|name| word(name, of_words)).collect();
            form.start(&before, &(0..parts).map(part).collect::<Vec<_>>())
        };
        form.write(&(0..tests).map(start).collect::<Vec<_>>())
    }

    fn can_generate(&self) -> Result<(), Failure> {
        if !self.form()?.is_own {
            return Ok(());
        }
        Err(Failure::Game(format!(
            "{} reads its inputs by `read`, so gamesolve cannot write one\nhint: gamesolve can write inputs that a line `INPUT` \
             describes",
            self.typed
        )))
    }

    /// Returns the difference of the widest limits. Without limits any number is a size.
    fn own_sizes(&self) -> Option<u64> {
        /// The letters of the longest generated word.
        const LETTERS: u64 = 1000;
        let loaded = self.loaded().ok()?;
        if loaded.facts.get("KIND") == Some("str") {
            return Some(LETTERS);
        }
        let names = position_names(loaded);
        let limits = names
            .iter()
            .map(|name| loaded.facts.limit(name).unwrap_or((0, LARGEST as u64)));
        limits.map(|(low, high)| (high - low).max(1)).max()
    }

    /// Describes the numbers above the largest generated one, within the file's limits.
    fn never_made(&self) -> Option<String> {
        let loaded = self.loaded().ok()?;
        let made = self.meta().size.1;
        if loaded.facts.get("KIND") == Some("str") {
            return Some(format!("words of more than {made} letters"));
        }
        let names = position_names(loaded);
        let beyond = names.iter().filter_map(|name| {
            let (low, high) = loaded.facts.limit(name).unwrap_or((0, u64::MAX));
            let from = low.saturating_add(made).saturating_add(1);
            let to = match high {
                u64::MAX => "on".to_owned(),
                high => format!("to {high}"),
            };
            (from <= high).then(|| format!("`{name}` from {from} {to}"))
        });
        let beyond: Vec<String> = beyond.collect();
        (!beyond.is_empty()).then(|| beyond.join(" and "))
    }

    fn first_smaller(
        &self,
        input: Input<'_>,
        at_once: NonZeroUsize,
        wanted: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<Option<String>, InputError> {
        let starts = self.starts(input, Mode::Lenient)?;
        let form = self.form().map_err(|error| InputError::new(0, 0, error.to_string()))?;
        if form.is_own {
            return Ok(None);
        }
        let may_be_empty = self.facts().is_ok_and(|facts| form.may_be_empty(facts));
        let mut candidates: Vec<Vec<String>> = Vec::new();
        if starts.len() > 1 {
            candidates.extend(starts.iter().map(|start| vec![start.clone()]));
        }
        for (place, start) in starts.iter().enumerate() {
            for smaller in OwnEntry::smaller(start, form, may_be_empty) {
                let mut other = starts.clone();
                other[place] = smaller;
                candidates.push(other);
            }
        }
        let texts = candidates.iter().map(|starts| form.write(starts));
        let valid = texts.filter(|text| {
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
        let form = self.form().map_err(|error| InputError::new(0, 0, error.to_string()))?;
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
        let loaded = self.loaded().ok()?;
        if loaded.facts.get("KIND") == Some("str") {
            return Some(self.letters().into_iter().cycle().take(3).collect());
        }
        let is_list = loaded.facts.is_of_lists();
        // A list has as many numbers as INPUT names.
        let names = match loaded.form.words.len() {
            2.. if is_list => position_names(loaded),
            _ => loaded.facts.parameters(),
        };
        let count = if is_list && names.len() < 2 {
            2
        } else {
            names.len().max(1)
        };
        let number = |place: usize| {
            let limit = names.get(place).and_then(|name| loaded.facts.limit(name));
            limit.map_or(3, |(low, high)| 3.clamp(low, high.max(low)))
        };
        Some((0..count).map(number).join(" "))
    }

    /// Accepts a position as it is shown, `(3, 5)`.
    fn input_at(&self, position: &str) -> Option<String> {
        let loaded = self.loaded().ok()?;
        let is_word = loaded.facts.get("KIND") == Some("str");
        let is_list = loaded.facts.is_of_lists();
        let form = &loaded.form;
        // A start in another form has no text as an input, and the game names its mistake.
        let has_form = |start: &str| {
            form.words.is_empty()
                || start.split(" + ").all(|part| {
                    let words: Vec<&str> = part.split_whitespace().collect();
                    let is_long = words.len() == form.word_count() || is_list && words.len() > form.word_count();
                    part == form.empty() || is_long && words.iter().all(|word| word.parse::<i64>().is_ok())
                })
        };
        let written = |start: &str| {
            // A format in another order, or with numbers that belong to several positions, cannot give every position.
            if form.is_in_order() && (is_word || has_form(start)) {
                form.write(&[start.to_owned()])
            } else {
                one_start(start)
            }
        };
        if position.trim() == NO_PARTS && !is_word {
            return Some(written(if is_list { EMPTY_LIST } else { "" }));
        }
        // The user typed nothing, for example with an unset variable of the shell.
        if position.trim().is_empty() && !is_word && !is_list && loaded.form.parts.is_none() {
            return Some("\n".to_owned());
        }
        let part = |part: &str| match typed_numbers(part) {
            _ if is_word && part.trim().is_empty() => EMPTY_WORD.to_owned(),
            Some(numbers) if !is_word && numbers.is_empty() && (is_list || !part.trim().is_empty()) => {
                EMPTY_LIST.to_owned()
            }
            Some(numbers) if !is_word && part.contains(['(', '[', ',']) => numbers.iter().join(" "),
            _ => part.trim().to_owned(),
        };
        Some(written(&position.split(" + ").map(part).join(" + ")))
    }
}

impl From<CertifyError> for OwnError {
    fn from(error: CertifyError) -> OwnError {
        match error {
            CertifyError::Refused(refusal) => OwnError::Unusable(refusal.to_string()),
            CertifyError::Wrong(why) => OwnError::Unusable(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_starts_have_fewer_parts_and_lower_numbers() {
        let form = |text: &str| Form::parse(text).unwrap();
        let sums = form("N, then N lines: a");
        let smaller = |start: &str| OwnEntry::smaller(start, &sums, false);
        assert_eq!(smaller("4"), ["2", "3"]);
        assert_eq!(
            smaller("1 2 + 3"),
            [
                "3", "1 2", "0 2 + 3", "0 2 + 3", "1 1 + 3", "1 1 + 3", "1 2 + 1", "1 2 + 2"
            ]
        );
        assert_eq!(smaller("ab"), ["b", "a"]);
        // Nothing is smaller than the empty positions, and lists lose one number at a time.
        assert_eq!(OwnEntry::smaller("1", &sums, true), ["", "0", "0"]);
        let lines = vec![("KIND".to_owned(), "list".to_owned())];
        let lists = form("N, then N numbers: a").of(&Facts { lines }).unwrap();
        let smaller = |start: &str, may_be_empty| OwnEntry::smaller(start, &lists, may_be_empty);
        assert_eq!(smaller("0 0", false), ["0", "0"]);
        assert_eq!(smaller("0", false), [] as [&str; 0]);
        assert_eq!(smaller("0", true), ["()"]);
        for empty in ["", "()", "\"\""] {
            assert_eq!(smaller(empty, true), [] as [&str; 0], "{empty}");
        }
    }
}
