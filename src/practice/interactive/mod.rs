//! A task to play: a package whose interactor plays a game perfectly against the program of a contestant.
//!
//! The interactor knows no game. The answer file of each test holds the explored positions, the names of moves and the
//! opponent's replies, so that one interactor serves all games and all judges. Values and replies come from the same
//! solved chart as the page of `draw`, which two ways have computed.
//!
//! **Limits.** A start has at most 200,000 positions. The values of a game that can loop are those of play without an
//! end, and after a thousand plies the interactor stops the game.

use std::path::PathBuf;
use std::time::Duration;

use itertools::Itertools as _;

use self::field::Field;
use self::players::Player;
use self::starts::{Start, Starts};
use crate::engine::Outcome;
use crate::package::TaskError;
use crate::package::format::Target;
use crate::package::layout;
use crate::package::model::{Checker, Kind, Package, Protocol, Stated, Submission};
use crate::package::scheme::PackagePoints;
use crate::package::write::statements::sections;
use crate::problem::{Entry, Failure};

mod field;
mod players;
mod starts;

/// The stated source of the rules and limits.
const BY: &str = "the game";
/// The time limit of a program for a whole game.
const TIME: Duration = Duration::from_secs(5);
const INTERACTOR: &str = include_str!("interactor.cpp");
/// The text of the statement about the talk of the program with the opponent.
const TALK: &str = include_str!("statement.md");

/// The reason why a game is no task to play.
#[derive(Debug, thiserror::Error)]
pub enum NoTask {
    /// The game or the format lacks something. The sentence may end with a hint.
    #[error("{0}")]
    Lacks(String),
    /// The game has no values.
    #[error(transparent)]
    Failed(Failure),
    /// The system cannot write the package.
    #[error(transparent)]
    Task(#[from] TaskError),
}

/// Returns the protocol of the interactors of a format.
///
/// # Errors
/// The reason why the format has no interactors that gamesolve can write, as the end of a sentence.
pub fn protocol_of(target: &Target) -> Result<Protocol, String> {
    let known = target.format().interactors.first().copied();
    known.ok_or_else(|| {
        let why = match target.name {
            "cms" => "CMS runs an interactor as the manager of a task of the type Communication, which gamesolve does not write",
            "sinol" => "sinol packages have no interactor: SIO2 links a library to each submission instead",
            "themis" => "Themis runs a program once and compares the file that it leaves, so that nobody could answer it",
            _ => "plain files have no place for an interactor",
        };
        why.to_owned()
    })
}

/// Makes a task to play of a package without testcases, and returns notes about it. `given` are the inputs of a game
/// that reads them itself.
///
/// # Errors
/// [`NoTask`].
pub fn make_interactive(
    entry: &dyn Entry,
    package: &mut Package,
    given: Option<Vec<(String, String)>>,
    target: &Target,
) -> Result<Vec<String>, NoTask> {
    let protocol = protocol_of(target).map_err(NoTask::Lacks)?;
    let Starts {
        samples,
        secret,
        mut notes,
    } = starts::find(entry, given)?;
    let folder = package.root.join("play");
    let made = std::fs::create_dir_all(folder.join("cases"));
    made.map_err(|error| TaskError::of_system("write a temporary file", &error))?;
    let put = |name: &str, text: &str| -> Result<PathBuf, NoTask> {
        let path = folder.join(name);
        let written = std::fs::write(&path, text);
        written.map_err(|error| TaskError::of_system("write a temporary file", &error))?;
        Ok(path)
    };
    let put_case = |name: String, start: &Start| -> Result<(), NoTask> {
        put(&format!("cases/{name}.in"), &start.field.input)?;
        put(&format!("cases/{name}.out"), &start.answer)?;
        if name.starts_with("sample") {
            put(&format!("cases/{name}.interaction"), &start.talk)?;
        }
        Ok(())
    };
    for (number, start) in (1..).zip(&samples) {
        put_case(format!("sample-{number}"), start)?;
    }
    for (number, start) in (1..).zip(&secret) {
        let word = if start.field.goal == Outcome::Win {
            "won"
        } else {
            "drawn"
        };
        put_case(format!("{number:02}-{word}"), start)?;
    }
    let fields = samples.iter().chain(&secret).map(|start| &start.field).collect_vec();
    let players = players::players(entry.meta().slug, &fields).map_err(|why| NoTask::Failed(why.into()))?;
    if !players.iter().any(|player| player.wins) {
        notes.push(
            "the package has no program that wins, because its table of positions exceeds 60 kB of source".to_owned(),
        );
    }
    // A package with the name of a problem would be judged by its testcases.
    package.name += "-play";
    package.submissions.clear();
    package.partial.clear();
    for Player { name, wins, text } in &players {
        let path = put(&format!("{name}.py"), text)?;
        let verdict = if *wins { "accepted" } else { "wrong_answer" };
        package
            .submissions
            .push(Submission::of_file(path, vec![verdict.to_owned()]));
    }
    let is_kattis = if protocol == Protocol::Kattis { "true" } else { "false" };
    let path = put("interactor.cpp", &INTERACTOR.replacen("@KATTIS@", is_kattis, 1))?;
    package.kind = Kind::Interactive(Stated::new(Checker::new(path, protocol), BY));
    package.comparison = None;
    package.no_checker = None;
    package.checker = None;
    if target.name == "polygon" {
        // Polygon runs a checker after the interactor has accepted the talk.
        let path = put(
            "check.cpp",
            "// The interactor has judged the program already.\nint main() {}\n",
        )?;
        package.checker = Some(Stated::new(Checker::new(path, protocol), BY));
    }
    package.layout = layout::find(&[folder.join("cases")]);
    package.points = PackagePoints::Unstated;
    package.limits.time = Some(Stated::new(TIME, BY));
    put_statement(entry, package, &fields)?;
    Ok(notes)
}

/// Replaces the statements by an English one with a section about the talk.
fn put_statement(entry: &dyn Entry, package: &mut Package, fields: &[&Field]) -> Result<(), NoTask> {
    let is_english = |path: &PathBuf| path.to_string_lossy().ends_with(".en.md");
    package.statements.retain(is_english);
    package.titles.retain(|(language, _)| language == "en");
    let [path] = &package.statements[..] else {
        let why = "it has no English statement, which a task to play needs";
        return Err(NoTask::Lacks(why.to_owned()));
    };
    let unread = |error: std::io::Error| TaskError::of_system("read a temporary file", &error);
    let old = std::fs::read_to_string(path).map_err(unread)?;
    let bound = fields.iter().find_map(|field| field.bound);
    let bound = match bound {
        Some((plies, "stopped")) => format!(
            "\n\nThe game can go on for ever, so it is stopped after {plies} moves of both players together. Then a game that you \
             could win counts as not won, and a game that nobody can win as drawn."
        ),
        Some((plies, _)) => {
            format!("\n\nThe game ends after {plies} moves of both players together, as the rules say.")
        }
        None => String::new(),
    };
    let is_sum = fields
        .iter()
        .flat_map(|field| &field.names)
        .any(|name| name.contains(" -> "));
    let alone = if is_sum {
        " Parts without a move are left out. If only one part is left, write its new position alone."
    } else {
        ""
    };
    let talk = TALK
        .replacen("@NAME@", entry.meta().slug, 1)
        .replacen("@HOW@", &format!("{}.{alone}", fields[0].how), 1)
        .replacen("@BOUND@", &bound, 1);
    let mut text = String::new();
    for (heading, body) in sections(&old) {
        if heading.starts_with("Sample") || heading == "Output" {
            continue;
        }
        if heading == "Input" {
            text += &talk;
            text.push('\n');
        }
        if heading.is_empty() {
            text += &body;
        } else {
            text += &format!("## {heading}\n{body}");
        }
    }
    std::fs::write(path, text).map_err(|error| TaskError::of_system("write a temporary file", &error).into())
}
