//! The margin between the slowest accepted program and the fastest program that is too slow, with a proposed time
//! limit.

use std::time::Duration;

use super::{Report, ReportedCase};
use crate::Verdict;

/// The least ratio of a proposed time limit to the time of the slowest accepted program.
const SPARE_FACTOR: u32 = 2;
/// The proposed time limits in milliseconds. Longer ones are whole seconds.
const LIMITS_MS: [u64; 6] = [100, 200, 300, 500, 1000, 1500];

/// Returns one or two lines about several programs, or nothing for a single program, or if no program was accepted.
pub fn sentences(reports: &[Report]) -> String {
    let slowest_of = |report: &Report| report.greatest().map(|(case, _)| case.clone());
    let with_worst = |verdict| {
        let reports = reports.iter().filter(move |report| report.worst() == Some(verdict));
        reports.filter_map(move |report| Some((report, slowest_of(report)?)))
    };
    let time = |case: &ReportedCase| case.judgement.time.unwrap_or_default();
    let slowest = with_worst(Verdict::ACCEPTED).max_by_key(|(_, case)| time(case));
    let (Some((report, case)), true) = (slowest, reports.len() > 1) else {
        return String::new();
    };
    let needed = time(&case);
    let mut text = format!(
        "slowest accepted: {}, {} ms in {}",
        report.judged,
        needed.as_millis(),
        case.name
    );
    let proposed = proposal(needed);
    // A program that waited until its clock ran out used no processor time, so it does not count as slow.
    let refused = with_worst(Verdict::TIME_LIMIT).filter(|(_, case)| time(case) > needed);
    let refused = refused.min_by_key(|(_, case)| time(case));
    if let Some((report, case)) = &refused {
        let (name, least) = (&report.judged, time(case));
        let times = least.as_secs_f64() / needed.as_secs_f64().max(0.001);
        text += &format!(
            ". Fastest refused: {name}, at least {} ms in {}, {times:.1} times as long",
            least.as_millis(),
            case.name
        );
    }
    text.push('\n');
    let limit = format!("{} s", proposed.as_secs_f64());
    text += &match refused.map(|(_, case)| time(&case)) {
        Some(least) if least < proposed => format!(
            "no time limit is proposed: twice the time of the slowest accepted program is more than {} ms, after which the \
             refused program was stopped. A longer `--time` shows its whole time.\n",
            least.as_millis()
        ),
        Some(_) => format!("proposed time limit: {limit}, at least twice the time of the slowest accepted program\n"),
        None => format!(
            "proposed time limit: {limit}, at least twice the time of the slowest accepted program. No program was \
             refused for its processor time.\n"
        ),
    };
    text
}

/// Returns the smallest round time limit that has the ratio [`SPARE_FACTOR`].
fn proposal(needed: Duration) -> Duration {
    let wanted = needed * SPARE_FACTOR;
    let rounded = LIMITS_MS.map(Duration::from_millis);
    let rounded = rounded.into_iter().find(|limit| *limit >= wanted);
    rounded.unwrap_or_else(|| Duration::from_secs(wanted.as_secs_f64().ceil() as u64))
}

#[cfg(test)]
mod tests {
    use super::super::tests::of_program;
    use super::*;
    use crate::Judgement;

    fn judged(name: &str, verdict: Verdict, ms: u64) -> Report {
        let mut report = of_program(name);
        report.cases.truncate(1);
        report.cases[0].judgement = Judgement {
            verdict,
            time: Some(Duration::from_millis(ms)),
            memory: Some(1 << 20),
            ..Judgement::ACCEPTED
        };
        report
    }

    #[test]
    fn the_limit_leaves_twice_the_time_and_stays_below_the_refused() {
        let (accepted, refused) = (Verdict::ACCEPTED, Verdict::TIME_LIMIT);
        let programs = |slow: u64| {
            [
                judged("fast", accepted, 10),
                judged("slow", accepted, slow),
                judged("naive", refused, 1100),
                judged("worse", refused, 1200),
            ]
        };
        assert_eq!(
            sentences(&programs(220)),
            "slowest accepted: slow, 220 ms in 1. Fastest refused: naive, at least 1100 ms in 1, 5.0 times as long\n\
             proposed time limit: 0.5 s, at least twice the time of the slowest accepted program\n"
        );
        let close = sentences(&programs(600));
        assert!(
            close.contains("\nno time limit is proposed: twice the time of the slowest"),
            "{close}"
        );
        let none_refused = sentences(&programs(220)[..2]);
        assert!(
            none_refused.ends_with(". No program was refused for its processor time.\n"),
            "{none_refused}"
        );
        let waiting = [judged("slow", accepted, 220), judged("sleeps", refused, 2)];
        assert_eq!(sentences(&waiting), none_refused);
        assert_eq!(sentences(&programs(220)[..1]), "");
        assert_eq!(sentences(&programs(220)[2..]), "");
    }

    #[test]
    fn limits_are_round() {
        let of = |ms| proposal(Duration::from_millis(ms)).as_millis();
        assert_eq!([0, 50, 51, 500, 751, 1800].map(of), [100, 100, 200, 1000, 2000, 4000]);
    }
}
