//! Judges an output: by the problem's checker if several outputs are correct, else by comparison with the stored
//! answer.

use crate::budget::Budget;
use crate::judge::compare::Difference;
use crate::judge::{Fault, Judgement, Policy, Rule, Verdict};
use crate::problem::{Entry, Failure, Input, Rejection, Variants};
use crate::text::{Source, until_dos_end};

/// The settings for judging the outputs of one problem.
#[derive(Clone, Copy)]
pub struct Judge<'a> {
    /// The problem.
    pub entry: &'a dyn Entry,
    /// The variants of its inputs.
    pub variants: &'a Variants,
    /// The comparison of outputs, if the problem has no checker.
    pub policy: Policy,
    /// The memory for checking one output.
    pub budget: Budget,
}

impl Rule for Judge<'_> {
    fn says(&self) -> (&'static str, &'static str) {
        if self.entry.has_checker() {
            ("checker", "any output that is right by the problem's rules")
        } else {
            (self.policy.name(), self.policy.rule())
        }
    }

    /// Returns the verdict on `output` for the input and the stored answer of a testcase.
    ///
    /// If the problem has a checker, the stored answer has to pass it as well. If it does not, the judgement is
    /// [`Fault::StoredAnswer`] for any output. An unreadable input is [`Fault::BadCase`].
    fn judge(&self, input: &Source, answer: &[u8], output: &[u8]) -> Judgement {
        self.try_judge(input, answer, output, Difference::to_string)
            .unwrap_or_else(|failure| self.of_failure(failure, input, answer))
    }

    fn malformed(&self, input: &Source, answer: &[u8]) -> Option<Judgement> {
        let error = self.entry.split(self.given(input)).err()?;
        Some(self.of_failure(error.into(), input, answer))
    }
}

impl Judge<'_> {
    /// Returns the judgement of a testcase whose input has no answer.
    ///
    /// If input and stored answer are swapped, there is a hint. Solving the other way round shows it.
    pub fn of_failure(&self, failure: Failure, input: &Source, answer: &[u8]) -> Judgement {
        match failure {
            Failure::Input(mut error) => {
                if self.is_answer(&input.bytes, answer) {
                    error = error.with_hint("input and answer are swapped in this testcase");
                }
                let shown = error.located(&input.name, &input.bytes).to_string();
                Judgement::internal(Fault::BadCase, shown)
            }
            Failure::Refused(refusal) => Judgement::internal(Fault::Refused, refusal.to_string()),
            Failure::Uncertified(why) | Failure::Game(why) => Judgement::internal(Fault::Own, why),
        }
    }

    /// Returns whether `output` is correct for the input `bytes`.
    pub(super) fn is_answer(&self, output: &[u8], bytes: &[u8]) -> bool {
        let variants = self.variants;
        let given = Input { bytes, variants };
        if self.entry.has_checker() {
            let checked = self.entry.check(given, output, self.budget);
            return matches!(checked, Ok(Some(Ok(()))));
        }
        let solved = self.entry.solve(given, self.budget);
        solved.is_ok_and(|answer| {
            let difference = Policy::Tokens.difference(answer.as_bytes(), output);
            difference.is_none()
        })
    }

    /// Returns the verdict on the solver's output, in words that blame the stored answer for a difference.
    pub(super) fn judge_stored(&self, input: &Source, answer: &[u8], solved: &[u8]) -> Judgement {
        let words = |difference: &Difference| difference.blaming_the_answer().to_owned();
        self.try_judge(input, answer, solved, words)
            .unwrap_or_else(|failure| self.of_failure(failure, input, answer))
    }

    fn try_judge(
        &self,
        input: &Source,
        answer: &[u8],
        output: &[u8],
        words: impl Fn(&Difference) -> String,
    ) -> Result<Judgement, Failure> {
        let given = self.given(input);
        let answer = until_dos_end(answer);
        let Some(stored) = self.entry.check(given, answer, self.budget)? else {
            return self.compare(given, answer, output, words);
        };
        if let Err(Rejection(why)) = stored {
            return Ok(Judgement::internal(Fault::StoredAnswer, why));
        }
        let checked = self.entry.check(given, output, self.budget)?;
        Ok(match checked {
            Some(Err(Rejection(why))) => Judgement::new(Verdict::WRONG_ANSWER, why),
            Some(Ok(())) | None => Judgement::ACCEPTED,
        })
    }

    /// Compares by the policy. A rejection names the test inside the input, and the judges that would accept.
    fn compare(
        &self,
        given: Input<'_>,
        answer: &[u8],
        output: &[u8],
        words: impl Fn(&Difference) -> String,
    ) -> Result<Judgement, Failure> {
        // Read the input even if the output is correct, because a malformed testcase is never accepted.
        let tests = self.entry.split(given)?.map_or(0, |tests| tests.len());
        let Some(difference) = self.policy.difference(answer, output) else {
            return Ok(Judgement::ACCEPTED);
        };
        let mut reason = words(&difference);
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
            Verdict::PRESENTATION
        } else {
            Verdict::WRONG_ANSWER
        };
        Ok(Judgement {
            test,
            ..Judgement::new(verdict, reason)
        })
    }

    /// Returns the input under the variants of this judge.
    pub fn given<'b>(&'b self, input: &'b Source) -> Input<'b> {
        Input {
            bytes: &input.bytes,
            variants: self.variants,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use itertools::Itertools as _;

    use super::*;
    use crate::budget::Refusal;
    use crate::engine::oracle::Oracle;
    use crate::problem::checks::Over;
    use crate::problem::{Checker, Family, Limit, Meta, Problem, Texts, Words, entry};
    use crate::text::{InputError, Scanner};

    const WORDS: Words = Words::english("");
    const TEXTS: Texts = Texts {
        slug: "echo",
        statement: WORDS,
        hints: WORDS,
    };
    const N: Limit = Limit::new("n", "a number", 0..=9).solves(0..=1000);

    /// Numbers, one for each test. The answer is the number itself, or with `CHECKED` anything at least as large in
    /// every place.
    struct Echo<const CHECKED: bool>(Vec<i64>);

    impl<const CHECKED: bool> fmt::Display for Echo<CHECKED> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            writeln!(f, "{}", self.0.len())?;
            self.0.iter().try_for_each(|n| writeln!(f, "{n}"))
        }
    }

    /// Accepts as many tokens as there are numbers, and needs a byte of memory for each.
    fn check<const CHECKED: bool>(
        instance: &Echo<CHECKED>,
        output: &[u8],
        budget: Budget,
    ) -> Result<Result<(), Rejection>, Refusal> {
        let count = instance.0.len();
        budget.require(count as u128, format_args!("{count} numbers"))?;
        let found = crate::text::tokens(output).count();
        let right = (found == count).then_some(());
        Ok(right.ok_or_else(|| Rejection(format!("{found} of {count} tokens"))))
    }

    impl<const CHECKED: bool> Problem for Echo<CHECKED> {
        const META: Meta = Meta::new(TEXTS, "", "", ("echo.in", "echo.out"), ("", 1), &[N]);
        const FAMILIES: &'static [Family<Self>] = &[];
        const CHECKER: Option<Checker<Self>> = if CHECKED { Some(check) } else { None };
        type Game = Over;
        type Answer = String;

        fn read(scanner: &mut Scanner<'_>, _: &Variants) -> Result<Self, InputError> {
            let count = N.count(scanner)?;
            let numbers = (0..count).map(|_| N.integer(scanner)).try_collect()?;
            scanner.end()?;
            Ok(Echo(numbers))
        }

        fn game(&self, _: Budget) -> Result<Over, Refusal> {
            Ok(Over)
        }

        fn ask(_: &Over, _: &dyn Oracle<Over>) -> String {
            unreachable!("outputs are judged here, not made")
        }

        fn smaller(&self) -> impl Iterator<Item = Self> {
            std::iter::empty()
        }

        fn split(&self) -> Option<Vec<Self>> {
            Some(self.0.iter().map(|&n| Echo(vec![n])).collect())
        }
    }

    const ECHO: &dyn Entry = entry::<Echo<false>>();
    const CHECKED: &dyn Entry = entry::<Echo<true>>();

    /// Returns the code and the reason of a judgement under a budget of two bytes.
    fn judged(entry: &dyn Entry, policy: Policy, [input, answer, output]: [&str; 3]) -> String {
        let judge = Judge {
            entry,
            variants: Variants::ORIGINAL,
            policy,
            budget: Budget::of(7),
        };
        let input = Source {
            name: "x.in".to_owned(),
            bytes: input.as_bytes().to_vec(),
        };
        let judgement = judge.judge(&input, answer.as_bytes(), output.as_bytes());
        let fault = judgement.verdict.fault().map(|f| format!(" ({f})"));
        let reason = judgement.reason.map(|r| format!(": {}", r.as_str()));
        let code = judgement.verdict.code();
        format!("{code}{}{}", fault.unwrap_or_default(), reason.unwrap_or_default())
    }

    #[test]
    fn a_comparison_names_the_test_and_who_would_accept() {
        let tokens = |case| judged(ECHO, Policy::Tokens, case);
        assert_eq!(tokens(["2\n7 8", "a\nb\n", "a b"]), "AC");
        assert_eq!(
            tokens(["2\n7 8", "a\nb\n", "a\nc\n"]),
            "WA: test 2 of 2: line 2, token 1: expected `b`, found `c`"
        );
        assert_eq!(
            tokens(["2\n7 8", "a\nb\n", "A\nb\n"]),
            "WA: test 1 of 2: line 1, token 1: expected `a`, found `A`; would pass under icpc, themis"
        );
        assert_eq!(
            judged(ECHO, Policy::Cms, ["2\n7 8", "a\nb\n", "a\n\nb\n"]),
            "PE: test 2 of 2: line 3, token 1: expected `b` on line 2, found it on line 3; would pass under tokens, \
             icpc, dmoj"
        );
    }

    #[test]
    fn a_malformed_input_is_a_bad_case_although_the_output_fits() {
        for entry in [ECHO, CHECKED] {
            let found = judged(entry, Policy::Tokens, ["1\nx", "1", "1"]);
            assert!(
                found.starts_with("IE (bad case): error: ") && found.contains("\n  --> x.in:2:1\n"),
                "{found}"
            );
        }
    }

    #[test]
    fn a_checker_accepts_right_outputs_and_the_stored_answer() {
        let checked = |case| judged(CHECKED, Policy::Tokens, case);
        assert_eq!(checked(["2\n7 8", "a b", "x y"]), "AC");
        assert_eq!(checked(["2\n7 8", "a b", "x"]), "WA: 1 of 2 tokens");
        assert_eq!(
            checked(["2\n7 8", "a", "x y"]),
            "IE (stored answer is wrong): 1 of 2 tokens"
        );
        assert_eq!(
            checked(["2\n7 8", "a", "x"]),
            "IE (stored answer is wrong): 1 of 2 tokens",
            "the stored answer's fault is no one else's"
        );
    }

    #[test]
    fn too_little_memory_to_check_is_a_refusal() {
        let found = judged(CHECKED, Policy::Tokens, ["3\n7 8 9", "a b c", "a b c"]);
        let expected = "IE (refused): 3 numbers need about 10 B, the budget is 7 B";
        assert_eq!(found.lines().next(), Some(expected));
    }
}
