//! The report for people: failures first, a short line on the sandbox, and the key sentence at the end.

use super::super::program::strength;
use crate::judge::report::{Report, ReportedCase, human};
use crate::judge::{Reason, Verdict};

/// Returns the reports with one short clause on the sandbox.
pub(super) fn with_short_sandbox(reports: &[Report]) -> Vec<Report> {
    let mut reports = reports.to_vec();
    for conditions in reports.iter_mut().filter_map(|report| report.conditions.as_mut()) {
        conditions.box_says = format!("{} (`--verbose` says more)", strength(conditions.tier));
    }
    reports
}

/// Returns the report on one program: first the testcases that failed, the smallest input first, then the others, then
/// the summary. If it `folds`, failures with the same reason share a row.
pub(super) fn single(report: &Report, colour: bool, folds: bool) -> String {
    let width = human::name_width(report.cases.iter().map(|case| case.name.as_str()));
    // The summary counts the testcases that are left out.
    let ran = report
        .cases
        .iter()
        .filter(|case| case.judgement.verdict != Verdict::LeftOut);
    let (passed, mut failed): (Vec<&ReportedCase>, Vec<&ReportedCase>) =
        ran.partition(|case| case.judgement.verdict == Verdict::ACCEPTED);
    failed.sort_by_key(|case| (case.judgement.verdict == Verdict::Skipped, case.input_bytes));
    let mut rows: Vec<(&ReportedCase, Vec<&str>)> = Vec::new();
    for case in failed {
        match rows.iter_mut().find(|(first, _)| folds && is_same(first, case)) {
            Some((_, others)) => others.push(&case.name),
            None => rows.push((case, Vec::new())),
        }
    }
    let rows = rows
        .into_iter()
        .chain(passed.into_iter().map(|case| (case, Vec::new())));
    let lines = rows.map(|(case, others)| human::line(case, width, colour) + &also(&others));
    format!("{}\n{}", lines.collect::<String>(), human::summary(report))
}

/// Returns whether two failures differ only in their testcases and in measured numbers.
fn is_same(one: &ReportedCase, other: &ReportedCase) -> bool {
    let [one, other] = [&one.judgement, &other.judgement];
    let is_measured = !matches!(one.verdict, Verdict::WRONG_ANSWER | Verdict::PRESENTATION);
    let without_numbers = |text: &Reason| text.as_str().replace(|c: char| is_measured && c.is_ascii_digit(), "");
    one.verdict == other.verdict
        && one.reason.as_ref().map(without_numbers) == other.reason.as_ref().map(without_numbers)
        && one
            .notes
            .iter()
            .map(without_numbers)
            .eq(other.notes.iter().map(without_numbers))
}

/// Returns the line with the other testcases of a row.
fn also(others: &[&str]) -> String {
    /// The most names that are listed.
    const MOST: usize = 20;
    if others.is_empty() {
        return String::new();
    }
    let more = others.len().saturating_sub(MOST);
    let names = others[..others.len() - more].join(", ");
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("    also: {names}{more}\n")
}

/// Returns the most important sentence, with an empty line before it. Returns nothing if there are no testcases.
///
/// If it `helps`, the sentence names the option that ends a judging early.
pub(super) fn key_sentence(reports: &[Report], helps: bool) -> String {
    let sentence = match reports {
        [] => return String::new(),
        [report] if report.cases.is_empty() => return String::new(),
        [report] => of_one(report, helps),
        several => of_several(several),
    };
    format!("\n{sentence}\n")
}

fn of_one(report: &Report, helps: bool) -> String {
    /// The number of failures from which on it helps to stop at the first.
    const MANY: usize = 10;
    let count = |holds: fn(Verdict) -> bool| {
        let verdicts = report.cases.iter().map(|case| case.judgement.verdict);
        verdicts.filter(|&verdict| holds(verdict)).count()
    };
    let skipped = count(|verdict| verdict == Verdict::Skipped);
    let judged = report.cases.len() - skipped - count(|verdict| verdict == Verdict::LeftOut);
    let failed = judged - count(|verdict| verdict == Verdict::ACCEPTED);
    let mut text = match report.first_fault() {
        None if judged == 0 => "No testcase was judged.".to_owned(),
        None if judged == 1 => "Accepted on the only testcase.".to_owned(),
        None => format!("Accepted on all {judged} testcases."),
        Some(case) => match (case.judgement.verdict, judged) {
            (Verdict::COMPILE_ERROR, _) => "The program does not compile.".to_owned(),
            (verdict, 1) => format!("{} on testcase {}.", in_words(verdict), case.name),
            (verdict, _) => format!(
                "{} on testcase {}. {failed} of {judged} testcases {}{}.",
                in_words(verdict),
                case.name,
                if failed == 1 { "fails" } else { "fail" },
                if helps && failed >= MANY {
                    " (`--fail-fast` stops at the first)"
                } else {
                    ""
                },
            ),
        },
    };
    if skipped > 0 && judged > 0 {
        text += &format!(" {skipped} skipped.");
    }
    if let Some(points) = report.points.as_ref().filter(|points| points.total.points.is_ok()) {
        text += &format!(" Points: {}.", points.shown());
    }
    text
}

fn of_several(reports: &[Report]) -> String {
    let accepted = reports
        .iter()
        .filter(|report| report.worst() == Some(Verdict::ACCEPTED));
    let names: Vec<&str> = accepted.map(|report| report.judged.as_str()).collect();
    let all = reports.len();
    match names.len() {
        0 => format!("None of the {all} programs is accepted."),
        count if count == all => format!("All {all} programs are accepted."),
        1 => format!("1 of {all} programs is accepted: {}.", names[0]),
        count => format!("{count} of {all} programs are accepted: {}.", names.join(", ")),
    }
}

/// Returns a verdict in words, as the beginning of a sentence.
fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::ACCEPTED => "Accepted",
        Verdict::Skipped => "Skipped",
        Verdict::LeftOut => "Left out",
        Verdict::PRESENTATION => "Presentation error",
        Verdict::WRONG_ANSWER => "Wrong answer",
        Verdict::RUNTIME_ERROR => "Run-time error",
        Verdict::MEMORY_LIMIT => "Memory limit exceeded",
        Verdict::TIME_LIMIT => "Time limit exceeded",
        Verdict::OUTPUT_LIMIT => "Output limit exceeded",
        Verdict::COMPILE_ERROR => "Compile error",
        Verdict::Internal(_) => "No verdict",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Fault, Judgement};

    fn report(judged: &str, verdicts: &[Verdict]) -> Report {
        let cases = verdicts.iter().enumerate().map(|(number, &verdict)| ReportedCase {
            name: format!("t{}", number + 1),
            group: None,
            input_bytes: 0,
            judgement: Judgement::new(verdict, ""),
        });
        Report {
            problem: "stones".to_owned(),
            judged: judged.to_owned(),
            rule: "tokens".to_owned(),
            rule_says: "the same tokens".to_owned(),
            remarks: Vec::new(),
            findings: Vec::new(),
            cases: cases.collect(),
            conditions: None,
            interrupted: false,
            points: None,
            replay: None,
            is_of_submission: false,
            expectation: None,
        }
    }

    #[test]
    fn the_key_sentence_of_one_program_names_its_first_failure() {
        for (verdicts, expected) in [
            (&[Verdict::ACCEPTED][..], "Accepted on the only testcase."),
            (&[Verdict::ACCEPTED, Verdict::ACCEPTED], "Accepted on all 2 testcases."),
            (
                &[Verdict::ACCEPTED, Verdict::WRONG_ANSWER],
                "Wrong answer on testcase t2. 1 of 2 testcases fails.",
            ),
            (
                &[Verdict::TIME_LIMIT, Verdict::WRONG_ANSWER],
                "Time limit exceeded on testcase t1. 2 of 2 testcases fail.",
            ),
            (
                &[Verdict::WRONG_ANSWER, Verdict::Skipped],
                "Wrong answer on testcase t1. 1 skipped.",
            ),
            (&[Verdict::COMPILE_ERROR], "The program does not compile."),
            (&[Verdict::Skipped], "No testcase was judged."),
            (&[Verdict::Internal(Fault::Checker)], "No verdict on testcase t1."),
        ] {
            assert_eq!(key_sentence(&[report("a", verdicts)], true), format!("\n{expected}\n"));
        }
        assert_eq!(key_sentence(&[], true), "");
        assert_eq!(key_sentence(&[report("a", &[])], true), "");
    }

    #[test]
    fn the_key_sentence_of_several_programs_names_the_accepted_ones() {
        let right = report("a.cpp", &[Verdict::ACCEPTED]);
        let wrong = report("b.py", &[Verdict::WRONG_ANSWER]);
        let of = |reports: &[&Report]| key_sentence(&reports.iter().copied().cloned().collect::<Vec<_>>(), true);
        assert_eq!(of(&[&right, &wrong]), "\n1 of 2 programs is accepted: a.cpp.\n");
        assert_eq!(of(&[&right, &right]), "\nAll 2 programs are accepted.\n");
        assert_eq!(of(&[&wrong, &wrong]), "\nNone of the 2 programs is accepted.\n");
    }

    #[test]
    fn failures_stand_before_the_accepted_testcases() {
        let text = single(
            &report(
                "a",
                &[
                    Verdict::ACCEPTED,
                    Verdict::WRONG_ANSWER,
                    Verdict::ACCEPTED,
                    Verdict::WRONG_ANSWER,
                ],
            ),
            false,
            false,
        );
        let order: Vec<&str> = text.lines().take(4).map(|line| &line[..2]).collect();
        assert_eq!(order, ["t2", "t4", "t1", "t3"]);
    }

    #[test]
    fn equal_failures_share_a_row_and_the_smallest_input_is_first() {
        let mut report = report("a", &[Verdict::RUNTIME_ERROR; 12]);
        for (case, size) in report.cases.iter_mut().zip((1..13).rev()) {
            case.input_bytes = size;
            case.judgement.reason = Some(Reason::new(format!("index {size} of 3")));
        }
        report.cases[3].judgement = Judgement::new(Verdict::WRONG_ANSWER, "expected `1`");
        report.cases[4].judgement = Judgement::new(Verdict::WRONG_ANSWER, "expected `2`");
        let text = single(&report, false, true);
        let rows: Vec<&str> = text.lines().take(4).collect();
        let expected = [
            "t12  RE    index 1 of 3",
            "    also: t11, t10, t9, t8, t7, t6, t3, t2, t1",
            "t5   WA    expected `2`",
            "t4   WA    expected `1`",
        ];
        assert_eq!(rows, expected);
        assert_eq!(single(&report, false, false).matches(" of 3\n").count(), 10);
        let key = key_sentence(std::slice::from_ref(&report), true);
        assert_eq!(
            key,
            "\nRun-time error on testcase t12. 12 of 12 testcases fail (`--fail-fast` stops at the first).\n"
        );
    }
}
