//! Contests for tests.

use gamesolve_judge::findings::WrittenFinding;

use crate::lookalikes::{Difference, Lookalikes};
use crate::results::*;

/// A text that attacks tables and pages.
pub const HOSTILE: &str =
    "=1+1</script><script>document.title='taken'</script>\"'&\n\r\t\x1b[31m\u{202e};@x,|-y\u{0}\u{200b}";

/// Returns a contest with these points for each contestant, a number for each task.
pub fn of_points(points: &[&[f64]]) -> Contest {
    let tasks = (0..points[0].len()).map(|at| Task {
        name: format!("task{at}"),
        title: format!("Task {at}"),
        points: 100.0,
        cases: vec!["1".to_owned()],
        time_limit_ms: 1000,
    });
    let contestants = points.iter().enumerate().map(|(at, points)| Contestant {
        name: format!("HS{at:02}"),
        cells: points.iter().map(|&points| judged(points, &["AC"])).collect(),
    });
    Contest {
        tasks: tasks.collect(),
        contestants: contestants.collect(),
        version: "0.1.0".to_owned(),
        ..Contest::default()
    }
}

/// Returns a cell with these points, and testcases 1, 2, … with these verdicts.
pub fn judged(points: f64, verdicts: &[&str]) -> Cell {
    let cases = verdicts.iter().enumerate().map(|(at, verdict)| JudgedCase {
        name: format!("{}", at + 1),
        verdict: (*verdict).to_owned(),
        time_ms: Some(12),
        memory: Some(3 << 20),
        reason: None,
    });
    Cell::Judged(Box::new(Judged {
        file: "a.cpp".to_owned(),
        points: Ok(points),
        verdict: verdicts.last().unwrap_or(&"CE").to_string(),
        cases: cases.collect(),
        groups: Vec::new(),
        compiler: None,
        mistake: None,
        counterexample: None,
        notes: Vec::new(),
        guess: None,
        findings: Vec::new(),
    }))
}

/// Returns a contest whose every text is `text`.
pub fn of_text(text: &str) -> Contest {
    let text = || text.to_owned();
    let group = |points| JudgedGroup {
        name: text(),
        points,
        of: Some(50.0),
        missed: vec![text(), text()],
    };
    let cell = Judged {
        file: text(),
        points: Ok(12.5),
        verdict: text(),
        cases: vec![JudgedCase {
            name: text(),
            verdict: text(),
            time_ms: Some(1),
            memory: None,
            reason: Some(text()),
        }],
        groups: vec![group(Ok(1.0)), group(Err(text()))],
        compiler: Some(text()),
        mistake: Some(text()),
        counterexample: Some(Counterexample {
            input: text(),
            expected: text(),
            found: text(),
        }),
        notes: vec![text()],
        guess: Some(text()),
        findings: vec![WrittenFinding {
            kind: text(),
            says: text(),
        }],
    };
    let uncounted = Judged {
        points: Err(text()),
        ..cell.clone()
    };
    let contestant = |cells| Contestant { name: text(), cells };
    Contest {
        tasks: vec![Task {
            name: text(),
            title: text(),
            points: 100.0,
            cases: vec![text()],
            time_limit_ms: 1000,
        }],
        contestants: vec![
            contestant(vec![Cell::Judged(Box::new(cell))]),
            contestant(vec![Cell::Judged(Box::new(uncounted))]),
            contestant(vec![Cell::Empty]),
            contestant(vec![Cell::Pending]),
        ],
        strays: vec![Stray {
            path: text(),
            why: text(),
            contestant: None,
            task: None,
        }],
        lookalikes: vec![Lookalikes {
            contestants: vec![0, 1],
            difference: Difference::UnicodeForm,
        }],
        is_interrupted: true,
        version: text(),
    }
}
