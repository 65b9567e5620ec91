//! The rules that judge outputs: the rule of a problem, or a comparison alone.

use super::compare::Policy;
use super::compare::floats;
use super::compare::free::{self, Free};
use super::verdict::{Credit, Judgement, Verdict};
use gamesolve_task::model::{CompareRule, Comparison};
use gamesolve_text::Source;

/// A problem's rule for outputs.
pub trait Rule: Sync {
    /// Returns the name of the rule and its description.
    fn says(&self) -> (&'static str, &'static str);

    /// Returns the verdict on `output`, given the testcase's input and stored answer.
    fn judge(&self, input: &Source, answer: &[u8], output: &[u8]) -> Judgement;

    /// Returns the judgement of a testcase with a malformed input, or `None` if the input is well-formed.
    fn malformed(&self, input: &Source, answer: &[u8]) -> Option<Judgement>;
}

/// The rules for outputs if there is no external checker.
#[derive(Clone, Copy)]
pub enum Rules<'a> {
    /// By the rule of a problem.
    Problem(&'a dyn Rule),
    /// A comparison with the stored answer, which reads no input.
    Compare(Comparison),
}

impl<'a> Rules<'a> {
    /// Returns the rule of the problem, if there is one.
    pub fn problem(&self) -> Option<&'a dyn Rule> {
        match self {
            Rules::Problem(rule) => Some(*rule),
            Rules::Compare(_) => None,
        }
    }

    /// Returns the name of the rule and its description.
    pub fn rule(&self) -> (String, String) {
        match self {
            Rules::Problem(rule) => {
                let (name, says) = rule.says();
                (name.to_owned(), says.to_owned())
            }
            Rules::Compare(comparison) => words(*comparison),
        }
    }

    /// Returns the verdict on `output`, given the testcase's input and stored answer.
    pub fn judge(&self, input: &Source, answer: &[u8], output: &[u8]) -> Judgement {
        match self {
            Rules::Problem(rule) => rule.judge(input, answer, output),
            Rules::Compare(comparison) => compared(*comparison, answer, output),
        }
    }
}

/// Returns the verdict by a comparison alone.
pub fn compared(comparison: Comparison, answer: &[u8], output: &[u8]) -> Judgement {
    let Some(reason) = difference(comparison, answer, output) else {
        return Judgement::ACCEPTED;
    };
    if comparison.rule == CompareRule::LineCount {
        return match free::equal_lines(answer, output) {
            Some((same, all)) => Judgement {
                credit: Some(Credit::Share(same as f64 / all as f64)),
                ..Judgement::new(
                    Verdict::WRONG_ANSWER,
                    format!("{same} of {all} lines equal those of the answer"),
                )
            },
            None => Judgement::new(Verdict::WRONG_ANSWER, "more lines than the answer has"),
        };
    }
    let same_tokens = comparison.tolerance.is_none() && Policy::Tokens.difference(answer, output).is_none();
    let verdict = if same_tokens {
        Verdict::PRESENTATION
    } else {
        Verdict::WRONG_ANSWER
    };
    Judgement::new(verdict, reason)
}

/// Describes the first difference, or `None` if the output is accepted.
fn difference(comparison: Comparison, answer: &[u8], output: &[u8]) -> Option<String> {
    match (policy(comparison.rule), comparison.tolerance) {
        (Ok(policy), None) => policy.difference(answer, output).map(|d| d.to_string()),
        (Ok(Policy::Exact), Some(tolerance)) => free::difference_within(tolerance, false, answer, output),
        (Err(Free::ExactAnyCase), Some(tolerance)) => free::difference_within(tolerance, true, answer, output),
        // Only DMOJ has this rule with numbers.
        (Ok(Policy::Dmoj), Some(tolerance)) => floats::difference(tolerance, answer, output),
        (Ok(policy), Some(tolerance)) => policy
            .difference_within(tolerance, answer, output)
            .map(|d| d.to_string()),
        (Err(rule), _) => free::difference(rule, answer, output),
    }
}

/// Returns the policy of a rule.
///
/// # Errors
/// Returns the comparison in words of its own if no policy has its name.
pub fn policy(rule: CompareRule) -> Result<Policy, Free> {
    Ok(match rule {
        CompareRule::Tokens => Policy::Tokens,
        CompareRule::Lines => Policy::Lines,
        CompareRule::Exact => Policy::Exact,
        CompareRule::TokensAnyCase => Policy::Icpc,
        CompareRule::Cms => Policy::Cms,
        CompareRule::OiLines => Policy::Oi,
        CompareRule::NotBlankLines => Policy::Dmoj,
        CompareRule::LinesAnyCase => Policy::Themis,
        CompareRule::ExactAnyCase => return Err(Free::ExactAnyCase),
        CompareRule::TrimmedLines => return Err(Free::TrimmedLines),
        CompareRule::SameLetters => return Err(Free::SameLetters),
        CompareRule::SortedLines => return Err(Free::SortedLines),
        CompareRule::SortedTokens => return Err(Free::SortedTokens),
        CompareRule::LineCount => return Err(Free::LineCount),
    })
}

/// Returns the name of a comparison and its description.
fn words(comparison: Comparison) -> (String, String) {
    let (name, says) = match policy(comparison.rule) {
        Ok(Policy::Dmoj) if comparison.tolerance.is_some() => (Policy::Dmoj.name(), floats::RULE),
        Ok(policy) => (policy.name(), policy.rule()),
        Err(rule) => (rule.name(), rule.rule()),
    };
    let Some(tolerance) = comparison.tolerance else {
        return (name.to_owned(), says.to_owned());
    };
    let by = [(tolerance.absolute, ""), (tolerance.relative, " of the answer's")];
    let by = by.iter().filter_map(|(by, of)| by.map(|by| format!("{by:e}{of}")));
    let by: Vec<String> = by.collect();
    (
        format!("{name} with numbers"),
        format!("{says}, and numbers may differ by {}", by.join(" or ")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamesolve_task::model::Tolerance;

    fn code(rule: CompareRule, tolerance: Option<Tolerance>, answer: &str, output: &str) -> &'static str {
        let comparison = Comparison { rule, tolerance };
        compared(comparison, answer.as_bytes(), output.as_bytes())
            .verdict
            .code()
    }

    #[test]
    fn numbers_may_differ_as_far_as_allowed_and_the_rest_not_at_all() {
        let by = |absolute, relative| Some(Tolerance { absolute, relative });
        let tokens = |tolerance, answer, output| code(CompareRule::TokensAnyCase, tolerance, answer, output);
        let both = by(Some(1e-2), Some(1e-2));
        assert_eq!(tokens(both, "1.00 a", "1.009 A"), "AC");
        assert_eq!(tokens(both, "1.00", "1.02"), "WA");
        assert_eq!(tokens(both, "1000", "1009"), "AC", "relative");
        assert_eq!(tokens(by(Some(1e-2), None), "1000", "1009"), "WA");
        assert_eq!(tokens(by(None, Some(1e-2)), "0", "0.001"), "WA");
        assert_eq!(tokens(both, "1", "nan"), "WA");
        assert_eq!(tokens(both, "nan", "1"), "WA");
        assert_eq!(tokens(both, "1", "x"), "WA");
        assert_eq!(tokens(both, "x", "1"), "WA");
        assert_eq!(tokens(both, "1 2", "1"), "WA");
        assert_eq!(tokens(both, "inf", "inf"), "AC", "the same text");
        let huge = "9".repeat(400);
        for beyond in ["inf", "1e400", &huge, "-inf"] {
            assert_eq!(tokens(both, beyond, "1"), "WA", "{beyond}");
            assert_eq!(tokens(both, "1", beyond), "WA", "{beyond}");
        }
        assert_eq!(tokens(None, "1.0", "1.00"), "WA");
        let lines = |answer, output| code(CompareRule::NotBlankLines, both, answer, output);
        assert_eq!(lines("1\n2\n", "1.001\n\n2\n"), "AC");
        assert_eq!(lines("1\n2\n", "1 2\n"), "WA");
        for (rule, any_case) in [(CompareRule::Exact, "WA"), (CompareRule::ExactAnyCase, "AC")] {
            let bytes = |answer, output| code(rule, both, answer, output);
            assert_eq!(bytes("1.00 a\n", "1.001 a\n"), "AC", "{rule:?}");
            assert_eq!(bytes("1.00 a\n", "1.00 A\n"), any_case, "{rule:?}");
            for other in [
                "1.02 a\n",
                "1.00  a\n",
                "1.00 a",
                "1.00 a\n\n",
                " 1.00 a\n",
                "1.00\ta\n",
                "",
            ] {
                assert_eq!(bytes("1.00 a\n", other), "WA", "{rule:?} {other:?}");
            }
        }
    }

    #[test]
    fn some_of_the_lines_give_their_share_of_the_points() {
        let credit = |answer: &str, output: &str| {
            let comparison = Comparison::by(CompareRule::LineCount);
            let judgement = compared(comparison, answer.as_bytes(), output.as_bytes());
            (judgement.verdict.code(), judgement.credit)
        };
        assert_eq!(credit("1\n2\n", "1 \r\n\n2"), ("AC", None));
        assert_eq!(credit("1\n2\n3\n4\n", "1\nx\n3\n"), ("WA", Some(Credit::Share(0.5))));
        assert_eq!(credit("1\n2\n", "1\n2\n3\n"), ("WA", None), "more lines");
        assert_eq!(credit("", ""), ("AC", None));
    }

    #[test]
    fn rules_without_an_order_or_a_case() {
        for (rule, answer, output, expected) in [
            (CompareRule::ExactAnyCase, "Yes\n", "YES\n", "AC"),
            (CompareRule::ExactAnyCase, "Yes\n", "YES", "PE-or-WA"),
            (CompareRule::TrimmedLines, "a b \nc\n", "a b\nc \n", "AC"),
            // As in DMOJ, its own data end lines with a line feed, and the output's line ends stay.
            (CompareRule::TrimmedLines, "a\r\nb\r\n", "a\nb\n", "AC"),
            (CompareRule::TrimmedLines, "a\nb\n", "a\r\nb\r\n", "WA"),
            (CompareRule::TrimmedLines, "a\rb", "a\nb", "AC"),
            (CompareRule::LineCount, "1.0", "\x0b1.0\x0b", "AC"),
            (CompareRule::TrimmedLines, "a b\n", "a  b\n", "PE-or-WA"),
            (CompareRule::TrimmedLines, "a\n", "a", "PE-or-WA"),
            (CompareRule::SameLetters, "ab c\n", "CA b", "AC"),
            (CompareRule::SameLetters, "ab", "abb", "PE-or-WA"),
            (CompareRule::SortedLines, "1 2\n3\n", "3\n1  2\n", "AC"),
            (CompareRule::SortedLines, "1 2\n", "2 1\n", "PE-or-WA"),
            (CompareRule::SortedTokens, "1 2\n", "2\n1\n", "AC"),
            (CompareRule::SortedTokens, "1 1 2", "1 2 2", "PE-or-WA"),
        ] {
            let found = code(rule, None, answer, output);
            assert_eq!(
                found == "AC",
                expected == "AC",
                "{rule:?} {answer:?} {output:?}: {found}"
            );
        }
    }
}
