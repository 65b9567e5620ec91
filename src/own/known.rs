//! The positions of several starts with their values.

use std::rc::Rc;

use super::game::{OwnGame, Play, Values};
use super::loaded::Loaded;
use super::mistake::StatedLines;
use super::protocol::{Caps, Cut, Explored, OwnError, OwnErrorKind};
use super::reply::{self, Tested};
use crate::budget::{Budget, Refusal};
use crate::engine::oracle::Oracle;
use crate::engine::{Outcome, Rules, Value, explore, verify};
use crate::problem::{CertifyError, Failure, MISERE, Solved, Theory as _};

/// The positions of several starts with their values.
pub(super) struct Known {
    pub(super) explored: Rc<Explored>,
    play: Rc<Play>,
    /// The optional lines of the file, if it has words for the winner alone.
    lacks_draw: Option<StatedLines>,
    bounds: explore::Bounds,
}

impl Loaded {
    /// Explores starts, as many as the caps allow. The budget bounds the sums of their positions.
    ///
    /// # Errors
    /// [`OwnError`].
    pub(super) fn explore(&self, starts: &[String], caps: Caps, budget: Budget) -> Result<Known, OwnError> {
        let caps = Caps {
            misere: caps.misere || self.misere,
            ..caps
        };
        let (_, explored) = self.grader.explore(starts, caps)?;
        self.known(explored, caps, budget)
    }

    /// Returns explored positions with their values, as [`Loaded::explore`] does.
    pub(super) fn known(&self, explored: Explored, caps: Caps, budget: Budget) -> Result<Known, OwnError> {
        /// The rough bytes of a position and of a move of sums.
        const BYTES: [u64; 2] = [150, 24];
        let misere = caps.misere || self.misere;
        let play = Play {
            misere,
            is_changed: misere && !self.misere,
            parameters: self.facts.taken(),
            answers: self.answers.clone(),
            says_score: self.says_score(),
            asks_move: self.facts.asks_for_a_move(),
            is_of_sums: self.is_of_sums(),
            is_of_words: self.is_of_words() && !self.facts.has_start(),
        };
        let is_unprintable = |name: &&String| play.asks_move && reply::words_of(name, play.is_of_words).is_none();
        if let Some(name) = explored.names.iter().find(is_unprintable) {
            return Err(OwnError::Unprintable(name.clone()));
        }
        Ok(Known {
            explored: Rc::new(explored),
            play: Rc::new(play),
            lacks_draw: self.lacks_draw().then(|| self.named.stated.clone()),
            bounds: explore::Bounds {
                positions: (budget.bytes() / 2 / BYTES[0]) as usize,
                moves: (budget.bytes() / 2 / BYTES[1]) as usize,
            },
        })
    }
}

impl Known {
    /// Returns the game from one of the starts.
    pub(super) fn game(&self, start: usize) -> OwnGame {
        let parts = self.explored.starts[start].clone();
        OwnGame::new(Rc::clone(&self.explored), Rc::clone(&self.play), parts)
    }

    /// Returns the game from one of the starts with its values.
    pub(super) fn solved(&self, start: usize) -> Result<Solved<OwnGame>, Refusal> {
        let game = self.game(start);
        let values = Values::of(&game, self.bounds)?;
        let played = values.played_out(&game);
        let changed = self.play.is_changed.then(|| MISERE.sentence(1)).flatten();
        let solved = Solved::new(game, Box::new(values), played, |solved| solved.rules().answer(solved));
        Ok(solved.stating(changed))
    }

    /// Returns the explored positions, the values of all starts, and those of all positions if no move leads to a sum.
    ///
    /// If sums have more positions and moves than `work`, it leaves out the last starts.
    pub(super) fn valued(mut self, work: Option<u64>) -> Result<ExploredAll, Refusal> {
        let mut values = Vec::new();
        let all = self.each(work, |game, known| values.push(known.value(game, &Rules::start(game))))?;
        if values.len() < self.explored.starts.len() {
            let explored = Rc::make_mut(&mut self.explored);
            explored.starts.truncate(values.len());
            explored.cut = Some(Cut::Work);
        }
        Ok((self.explored, values, all))
    }

    /// Returns what a function makes of each start and the values of its positions.
    ///
    /// # Errors
    /// A start is a draw, and the file has words for the winner alone. Or there are too many sums.
    pub(super) fn answered<T>(&self, mut of: impl FnMut(&OwnGame, &Values) -> T) -> Result<Vec<T>, ExploreError> {
        let (mut answers, mut drawn) = (Vec::new(), None);
        self.each(None, |game, values| {
            if let (Some(stated), None) = (&self.lacks_draw, &drawn)
                && values.value(game, &Rules::start(game)).outcome == Outcome::Draw
            {
                drawn = Some(OwnError::Draw(game.name(&game.given), stated.clone()));
            }
            answers.push(of(game, values));
        })?;
        drawn.map_or(Ok(answers), |draw| Err(draw.into()))
    }

    /// Returns the positions and the answers of the starts.
    pub(super) fn answers(self) -> ExploredWith<String> {
        let answers = self.answered(|game, values| game.answer(values))?;
        Ok((self.explored, answers))
    }

    /// Returns the positions, and the answers of the starts with all winning moves.
    ///
    /// Refuses more than `most` winning moves.
    pub(super) fn tested(self, most: usize) -> ExploredWith<Tested> {
        let mut left = most;
        let tested = self.answered(|game, values| {
            let test = game.tested(values, left);
            left -= test.replies.len();
            test
        })?;
        if left == 0 {
            return Err(Refusal::of_memory(format_args!("more than {most} winning moves")).into());
        }
        Ok((self.explored, tested))
    }

    /// Checks the values of all starts together, and describes each check once.
    pub(super) fn certified(&self, budget: Budget) -> Result<Vec<String>, Failure> {
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
    pub(super) fn is_of_time(&self) -> bool {
        let kind = self.kind();
        kind == Some(OwnErrorKind::Hangs) || matches!(self, ExploreError::Own(OwnError::Late(_)))
    }

    /// Returns whether the program ended without a report, so that its position is not known.
    pub(super) fn is_without_report(&self) -> bool {
        matches!(self, ExploreError::Own(OwnError::NoReport(_) | OwnError::Late(_)))
    }

    /// Returns whether positions could not be explored because they are too many or take too long.
    pub(super) fn is_of_size(&self) -> bool {
        let is_refused = matches!(self, ExploreError::Refused(_));
        is_refused || self.is_without_report() || self.kind().is_some_and(OwnErrorKind::is_of_size)
    }

    /// Returns the kind of mistake at a position.
    fn kind(&self) -> Option<OwnErrorKind> {
        match self {
            ExploreError::Own(error) => error.kind(),
            ExploreError::Refused(_) => None,
        }
    }
}

/// The explored positions, with something about each start.
pub type ExploredWith<T> = Result<(Rc<Explored>, Vec<T>), ExploreError>;

/// The explored positions, the values of the starts, and those of all positions if no move leads to a sum.
pub type ExploredAll = (Rc<Explored>, Vec<Value>, Vec<Value>);

impl From<ExploreError> for Failure {
    fn from(error: ExploreError) -> Failure {
        match error {
            ExploreError::Own(error) => error.into(),
            ExploreError::Refused(refusal) => refusal.into(),
        }
    }
}
