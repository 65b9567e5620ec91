//! The known mistakes of a problem on its stored cases, and which of them a program makes.

use crate::budget::{Budget, Refusal};
use crate::problem::{Entry, Failure, Input, MistakeInfo, Mistaken};

/// What a case does to a program with a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The answer is wrong.
    Kills,
    /// The answer is right.
    Passes,
    /// The case is beyond a bound of the program.
    Breaks,
    /// The answer takes too long to work out here.
    Unknown,
}

impl Effect {
    /// Returns the mark of an effect in a matrix.
    pub fn mark(self) -> char {
        match self {
            Effect::Kills => 'x',
            Effect::Passes => '.',
            Effect::Breaks => '!',
            Effect::Unknown => '?',
        }
    }

    /// Returns whether a program with the mistake fails.
    pub fn fails(self) -> bool {
        matches!(self, Effect::Kills | Effect::Breaks)
    }
}

/// Returns what an input does to a program with a mistake; `answer` is the right answer.
///
/// # Errors
/// Fails where the input is malformed, or a checker needs more than the budget.
pub fn effect(
    entry: &dyn Entry,
    mistake: usize,
    input: Input<'_>,
    answer: &str,
    budget: Budget,
) -> Result<Effect, Failure> {
    Ok(match entry.mistaken(mistake, input)? {
        Mistaken::Breaks => Effect::Breaks,
        Mistaken::Unknown => Effect::Unknown,
        Mistaken::Prints(output) if output == answer => Effect::Passes,
        Mistaken::Prints(output) => match entry.check(input, output.as_bytes(), budget)? {
            Some(Ok(())) => Effect::Passes,
            _ => Effect::Kills,
        },
    })
}

/// The effects of cases on programs with each of the mistakes.
pub struct Matrix {
    /// The names of the cases, in order.
    pub cases: Vec<String>,
    /// The mistakes, each with its effect by every case.
    pub rows: Vec<(MistakeInfo, Vec<Effect>)>,
}

impl Matrix {
    /// Works out the effects of one more case.
    ///
    /// # Errors
    /// Fails as [`effect`] does, and where the case cannot be solved.
    pub fn add(&mut self, entry: &dyn Entry, name: &str, input: Input<'_>, budget: Budget) -> Result<(), Failure> {
        let answer = entry.solve(input, budget)?;
        for (mistake, (_, effects)) in self.rows.iter_mut().enumerate() {
            effects.push(effect(entry, mistake, input, &answer, budget)?);
        }
        self.cases.push(name.to_owned());
        Ok(())
    }

    /// Returns the matrix without cases.
    ///
    /// # Errors
    /// Refuses a problem without known mistakes.
    pub fn of(entry: &dyn Entry) -> Result<Matrix, Refusal> {
        let mistakes = entry.mistakes();
        if mistakes.is_empty() {
            let slug = entry.meta().slug;
            return Err(Refusal::new(format!("no mistakes are written down for `{slug}`")));
        }
        Ok(Matrix {
            cases: Vec::new(),
            rows: mistakes.into_iter().map(|info| (info, Vec::new())).collect(),
        })
    }

    /// Returns the mistakes that no case finds.
    pub fn survivors(&self) -> impl Iterator<Item = &MistakeInfo> {
        let survives = |effects: &[Effect]| !effects.iter().any(|effect| effect.fails());
        let rows = self.rows.iter().filter(move |(_, effects)| survives(effects));
        rows.map(|(info, _)| info)
    }

    /// Returns the matrix for people: a row for each mistake, a column for each case.
    pub fn table(&self) -> String {
        let width = self.rows.iter().map(|(info, _)| info.id.len()).max().unwrap_or(0);
        let mut text = String::new();
        let digits = self.cases.len().to_string().len() as u32;
        for digit in (0..digits).rev() {
            let place = 10usize.pow(digit);
            let column = |case: usize| match case >= place {
                true => char::from(b'0' + (case / place % 10) as u8),
                false => ' ',
            };
            let columns: String = (1..=self.cases.len()).map(column).collect();
            text += &format!("{:width$}  {columns}\n", "");
        }
        for (info, effects) in &self.rows {
            let marks: String = effects.iter().map(|effect| effect.mark()).collect();
            let failed = effects.iter().filter(|effect| effect.fails()).count();
            text += &format!("{:width$}  {marks}  {failed}: {}\n", info.id, info.about.en);
        }
        text += "\nx: wrong answer, !: beyond a bound of such programs, ?: not worked out, .: right answer\n\n";
        for (number, case) in (1..).zip(&self.cases) {
            text += &format!("{number:>4}  {case}\n");
        }
        text
    }
}
