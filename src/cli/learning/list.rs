//! `gamesolve list`: the problems, and the games of the gallery.

use anyhow::Result;
use clap::Args;

use super::path;
use super::show;
use crate::cli::gallery::{Game, games, table_of_games};
use crate::cli::output;
use crate::cli::settings::Settings;
use crate::cli::status::{Status, refuse};
use crate::problem::Entry;
use crate::problems::REGISTRY;

/// List the problems, or example games
#[derive(Args)]
#[group(skip)]
pub(in crate::cli) struct Options {
    #[command(flatten)]
    language: show::Language,
    /// The format of the list. `verbs` is a table of problems and commands
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = ["human", "markdown", "verbs", "json"],
        default_value = "human"
    )]
    format: String,
    /// List example games. Every command except `check` takes them by name, and `show` prints the file
    #[arg(long)]
    games: bool,
    /// List chapters, problems and example games in teaching order, and mark each problem and game that `judge` accepted
    #[arg(long, conflicts_with = "games")]
    path: bool,
}

/// Lists the problems. `verbs` returns the names of the verbs that take one.
pub(in crate::cli) fn run(options: &Options, verbs: fn() -> Vec<String>) -> Result<Status> {
    let text = match options.format.as_str() {
        "human" if options.path => path::human(columns()),
        "json" if options.path => json_path()?,
        _ if options.path => refuse!("--path has the formats human and json"),
        "human" if options.games => human_games(columns()),
        "markdown" if options.games => table_of_games(),
        "json" if options.games => json_games()?,
        _ if options.games => refuse!("--format verbs is a table of problems, so it excludes --games"),
        "markdown" => markdown_table(),
        "verbs" => verbs_table(&verbs()),
        "json" => json()?,
        _ => human(&options.language, &Settings::of_user()?),
    };
    output::to_stdout(&text)?;
    Ok(Status::Success)
}

/// Returns the problems as the Markdown table of `docs/reference/problems.md`.
pub fn markdown_table() -> String {
    let mut table = "| problem | title | source | contest files | solved by |\n|---|---|---|---|---|\n".to_owned();
    for entry in REGISTRY {
        let meta = entry.meta();
        let (input, output) = meta.contest_files;
        table.push_str(&format!(
            "| `{}` | {} | {} | `{input}`, `{output}` | {} |\n",
            meta.slug,
            meta.title().en,
            meta.source,
            meta.engine
        ));
    }
    table
}

/// Returns the table of problems and verbs. Each cell says how the verb treats the problem.
fn verbs_table(verbs: &[String]) -> String {
    let heads: String = verbs.iter().map(|verb| format!(" `{verb}` |")).collect();
    let lines = "---|".repeat(verbs.len());
    let mut table = format!("| problem | solve |{heads}\n|---|---|{lines}\n");
    for entry in REGISTRY {
        let cells = verbs.iter().map(|verb| format!(" {} |", cell(*entry, verb)));
        let row: String = cells.collect();
        table += &format!("| `{}` | yes |{row}\n", entry.meta().slug);
    }
    table
}

/// Returns a word or two on how a verb works with a problem.
fn cell(entry: &dyn Entry, verb: &str) -> String {
    match verb {
        "gen" => match entry.families().len() {
            1 => "1 family".to_owned(),
            count => format!("{count} families"),
        },
        "draw" => "dot, svg, html".to_owned(),
        "check" if entry.has_checker() => "by the rules".to_owned(),
        "check" => "by comparison".to_owned(),
        _ => "yes".to_owned(),
    }
}

fn human(language: &show::Language, settings: &Settings) -> String {
    let width = REGISTRY.iter().map(|entry| entry.meta().slug.len()).max().unwrap_or(0);
    let line = |meta: &crate::problem::Meta| {
        format!(
            "{:width$}  {} ({})\n",
            meta.slug,
            language.choose(&meta.title(), settings),
            meta.source
        )
    };
    REGISTRY.iter().map(|entry| line(entry.meta())).collect()
}

/// Returns the columns of the terminal. Output that goes elsewhere has no bound.
fn columns() -> usize {
    show::terminal().map_or(usize::MAX, |[columns, _]| columns)
}

/// Returns the example games as lines. If they are wider than `columns`, they leave out the sources.
fn human_games(columns: usize) -> String {
    let width = games().map(|game| game.name.len()).max().unwrap_or(0);
    let lesson = games().map(|game| game.lesson.len()).max().unwrap_or(0);
    let lines = |has_source: bool| -> Vec<String> {
        let line = |game: Game| {
            let source = if has_source {
                format!(" ({})", game.source)
            } else {
                String::new()
            };
            format!(
                "{:width$}  {:lesson$}  {}{source}\n",
                game.name, game.lesson, game.title
            )
        };
        games().map(line).collect()
    };
    let whole = lines(true);
    let is_narrow = whole.iter().any(|line| line.trim_end().len() > columns);
    if is_narrow { lines(false) } else { whole }.concat()
}

/// Returns one array of objects. The names of their fields are part of the public interface.
fn json_games() -> Result<String> {
    let game = |game: Game| {
        serde_json::json!({
            "name": game.name,
            "title": game.title,
            "source": game.source,
            "lesson": game.lesson,
            "file": game.file,
        })
    };
    output::json(&games().map(game).collect::<Vec<_>>())
}

/// Returns one array of objects. The names of their fields are part of the public interface.
fn json_path() -> Result<String> {
    let accepted = path::accepted();
    let step = |step: path::Step| {
        serde_json::json!({
            "kind": step.kind.name(),
            "name": step.name,
            "level": step.level,
            "teaches": step.teaches,
            "after": step.after,
            "accepted": (step.kind != path::Kind::Chapter).then(|| accepted.contains(step.name)),
        })
    };
    output::json(&path::in_order().into_iter().map(step).collect::<Vec<_>>())
}

/// Returns one array of objects. The names of their fields are part of the public interface.
fn json() -> Result<String> {
    let problems: Vec<serde_json::Value> = REGISTRY
        .iter()
        .map(|entry| {
            let meta = entry.meta();
            let title = meta.title();
            let families = entry.families().into_iter();
            let families = families.map(|f| serde_json::json!({"name": f.name, "about": f.about}));
            let variants = meta
                .all_variants()
                .map(|v| serde_json::json!({"flag": v.name, "about": v.help}));
            serde_json::json!({
                "slug": meta.slug,
                "title": {"en": title.en, "vi": title.vi, "zh": title.zh},
                "source": meta.source,
                "engine": meta.engine,
                "input_file": meta.contest_files.0,
                "output_file": meta.contest_files.1,
                "time_limit_ms": meta.time_limit_ms,
                "memory_limit_mib": meta.memory_limit_mib,
                "checker": entry.has_checker(),
                "families": families.collect::<Vec<_>>(),
                "variants": variants.collect::<Vec<_>>(),
            })
        })
        .collect();
    output::json(&problems)
}
