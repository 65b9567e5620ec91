//! Any bytes from a game of your own: they are read or refused without a panic, and a readable graph is played.
//!
//! They are the report of its grader, the lines of a program, the text of its file, and an input in its format.
#![no_main]

use std::collections::HashMap;
use std::rc::Rc;

use gamesolve::engine::Rules as _;
use gamesolve::engine::explore::Bounds;
use gamesolve::engine::oracle::Oracle as _;
use gamesolve::own::form::Form;
use gamesolve::own::game::{OwnGame, Play, Values};
use gamesolve::own::mistake::{FileMistake, GameLanguage, StatedLines};
use gamesolve::own::optional::Named;
use gamesolve::own::protocol::{self, Explored, Facts, OwnError};
use gamesolve::own::{Caps, cpp, lines};
use gamesolve::text::{Mode, Scanner};
use gamesolve_box::{Ending, Run};
use gamesolve_fuzz::{Bytes, check_message};
use libfuzzer_sys::fuzz_target;

const CAPS: Caps = Caps {
    positions: 200,
    moves: 2000,
    seconds: 20,
    memory: 1 << 30,
    misere: false,
    work: None,
    steps: None,
};
const BOUNDS: Bounds = Bounds {
    positions: 500,
    moves: 5000,
};

fn read<T>(result: Result<T, OwnError>) -> Option<T> {
    result.inspect_err(|error| check_message(&error.to_string())).ok()
}

/// Plays an explored game from each of its starts.
fn play((facts, explored): (Facts, Explored), misere: bool) {
    for position in 0..explored.len() as u32 {
        let to = explored.moves(position).inspect(|parts| {
            assert!(
                parts.iter().all(|&part| (part as usize) < explored.len()),
                "every part of a move is a position"
            );
        });
        let count = to.count();
        assert_eq!(
            explored.points(position).len(),
            if explored.has_points() { count } else { 0 }
        );
    }
    let explored = Rc::new(explored);
    let play = Rc::new(Play {
        misere,
        is_changed: misere,
        parameters: facts.parameters(),
        answers: ["W", "L", "D"].map(str::to_owned),
        says_score: false,
        asks_move: false,
        is_of_sums: false,
        is_of_words: facts.get("KIND") == Some("str"),
    });
    for start in &explored.starts {
        let game = OwnGame::new(Rc::clone(&explored), Rc::clone(&play), start.clone());
        match Values::of(&game, BOUNDS) {
            Ok(values) => drop(values.value(&game, &game.start())),
            Err(refusal) => check_message(&refusal.to_string()),
        }
    }
}

fn describe(facts: &Facts, stated: &StatedLines) -> Option<Form> {
    facts.samples();
    facts.parameters();
    let form = match facts.get("INPUT") {
        Some(text) => Form::parse(text).and_then(|form| form.fitted_to(facts)),
        None => Ok(Form::plain()),
    };
    let form = form.map_err(|mistake| FileMistake {
        file: "a file".to_owned(),
        stated: stated.clone(),
        mistake,
    });
    let check = |mistake: &FileMistake| {
        check_message(&mistake.message());
        check_message(&mistake.hint().unwrap_or_default());
    };
    form.inspect_err(check).ok()
}

/// Returns a program that writes these lines: a position gets the next line at its first question.
fn program(data: &[u8]) -> impl FnMut(&[&str], f64) -> Result<Run, OwnError> {
    let mut left = data.split(|&byte| byte == b'\n');
    let mut known: HashMap<String, Vec<u8>> = HashMap::new();
    move |asked, _| {
        let mut stdout = Vec::new();
        for &position in asked {
            let line = known
                .entry(position.to_owned())
                .or_insert_with(|| left.next().unwrap_or_default().to_vec());
            stdout.extend_from_slice(line);
            stdout.push(b'\n');
        }
        Ok(Run {
            stdout,
            ..Run::ended(Ending::Exited(0))
        })
    }
}

fuzz_target!(|data: &[u8]| {
    let mut data = Bytes(data);
    let choice = data.number();
    let misere = data.number() & 1 == 1;
    match choice % 6 {
        0 => drop(read(protocol::explored(data.0)).map(|read| play(read, misere))),
        1 => drop(read(protocol::moves(data.0))),
        2 => {
            let starts = ["7".to_owned(), "1 + 2".to_owned()];
            let report = lines::explore(&starts, CAPS, &mut program(data.0));
            if let Some(report) = read(report) {
                play(protocol::explored(&report).expect("lines become a report"), misere);
            }
        }
        3 => {
            let starts = ["7".to_owned(), "8".to_owned(), "(1, 2)".to_owned()];
            if let Some(report) = read(lines::moves(&starts, CAPS, &mut program(data.0))) {
                protocol::moves(&report).expect("lines become a report");
            }
        }
        4 => {
            let text = String::from_utf8_lossy(data.0);
            Named::in_text(&text, GameLanguage::Python);
            let named = Named::in_text(&text, GameLanguage::Cpp);
            cpp::macros(&text).count();
            cpp::defaults(&text);
            cpp::defines(&text, "moves");
            describe(&cpp::facts(&text), &named.stated);
        }
        _ => {
            // The facts of the file, and an input after a byte that no text holds.
            let mut parts = data.0.splitn(2, |&byte| byte == 0xff);
            let text = String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
            let lines = text.lines().filter_map(|line| line.split_once('\t'));
            let facts = Facts {
                lines: lines.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
                mistake: None,
            };
            let Some(form) = describe(&facts, &StatedLines::default()) else {
                return;
            };
            let Ok(mut scanner) = Scanner::new(parts.next().unwrap_or_default(), Mode::Lenient) else {
                return;
            };
            match form.read(&mut scanner, &facts) {
                Ok(starts) => {
                    let starts: Vec<String> = starts.into_iter().map(|(_, start)| start).collect();
                    drop(form.write(&starts));
                }
                Err(error) => check_message(&error.to_string()),
            }
        }
    }
});
