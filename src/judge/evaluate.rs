//! What verdict an output gets: by the problem's checker where several outputs are right, else by comparison with the
//! stored answer.

use super::compare::Policy;
use super::verdict::{Fault, Judgement, Verdict};
use crate::budget::Budget;
use crate::problem::{Entry, Failure, Input, Rejection, Variants};
use crate::text::Source;

/// How the outputs of one problem are judged.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The problem.
    pub entry: &'a dyn Entry,
    /// The variants that its inputs are read with.
    pub variants: &'a Variants,
    /// How an output is compared, where the problem has no checker.
    pub policy: Policy,
    /// The memory that checking one output may take.
    pub budget: Budget,
}

impl Judge<'_> {
    /// The rule that outputs are judged by: its name, and what it says.
    pub fn rule(&self) -> (&'static str, &'static str) {
        if self.entry.has_checker() {
            ("checker", "any output that is right by the problem's rules")
        } else {
            (self.policy.name(), self.policy.rule())
        }
    }

    /// The verdict on `output`, given the case's input and stored answer.
    ///
    /// Where the problem has a checker, the stored answer has to pass it as well: one that does not is
    /// [`Fault::StoredAnswer`], whatever the output. An input that cannot be read is [`Fault::BadCase`].
    pub fn judge(&self, input: &Source, answer: &[u8], output: &[u8]) -> Judgement {
        self.try_judge(input, answer, output)
            .unwrap_or_else(|failure| of_failure(failure, input))
    }

    fn try_judge(
        &self,
        input: &Source,
        answer: &[u8],
        output: &[u8],
    ) -> Result<Judgement, Failure> {
        let given = self.given(input);
        let Some(stored) = self.entry.check(given, answer, self.budget)? else {
            return self.compare(given, answer, output);
        };
        if let Err(Rejection(why)) = stored {
            return Ok(Judgement::internal(Fault::StoredAnswer, why));
        }
        let checked = self.entry.check(given, output, self.budget)?;
        Ok(match checked {
            Some(Err(Rejection(why))) => Judgement::new(Verdict::WrongAnswer, why),
            Some(Ok(())) | None => Judgement::ACCEPTED,
        })
    }

    /// Compares by the policy; a rejection names the test inside the input, and the judges that would accept.
    fn compare(
        &self,
        given: Input<'_>,
        answer: &[u8],
        output: &[u8],
    ) -> Result<Judgement, Failure> {
        // Reads the input even where nothing is wrong with the output: a malformed case is never accepted.
        let tests = self.entry.split(given)?.len();
        let Some(difference) = self.policy.difference(answer, output) else {
            return Ok(Judgement::ACCEPTED);
        };
        let mut reason = difference.to_string();
        let test = difference.test(answer, tests);
        if let Some(test) = test {
            reason = format!("test {test} of {tests}: {reason}");
        }
        let others = self.policy.others_accepting(answer, output);
        if !others.is_empty() {
            let names: Vec<&str> = others.iter().map(|policy| policy.name()).collect();
            reason += &format!("; would pass under {}", names.join(", "));
        }
        let verdict = if others.contains(&Policy::Tokens) {
            Verdict::Presentation
        } else {
            Verdict::WrongAnswer
        };
        Ok(Judgement {
            test,
            ..Judgement::new(verdict, reason)
        })
    }

    /// The input under the variants of this judge.
    pub fn given<'b>(&'b self, input: &'b Source) -> Input<'b> {
        Input {
            bytes: &input.bytes,
            variants: self.variants,
        }
    }
}

/// What it means for a case that its input has no answer.
pub fn of_failure(failure: Failure, input: &Source) -> Judgement {
    match failure {
        Failure::Input(error) => {
            let shown = error.located(&input.name, &input.bytes).to_string();
            Judgement::internal(Fault::BadCase, shown)
        }
        Failure::Refused(refusal) => Judgement::internal(Fault::Refused, refusal.to_string()),
        Failure::Uncertified(why) => Judgement::internal(Fault::Own, why),
    }
}
