//! The gallery: games of real judges as game files in the binary, from `examples/games`.
//!
//! A file has a name such as `17-kayles.py`: its place in the order, and the name of the game. Its first line is the
//! title. A comment says `Source: HackerRank. Lesson: rows that fall into parts`, and the next one
//! `Level: 3. After: splitting`. A new file is a new game.

/// The files by their names, in order.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A game of the gallery.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The name on the command line.
    pub name: &'static str,
    /// The name of its file in `examples/games`.
    pub file: &'static str,
    /// The file.
    pub text: &'static str,
    /// The title of the task.
    pub title: &'static str,
    /// The judge and its number of the task.
    pub source: &'static str,
    /// The lesson of the game.
    pub lesson: &'static str,
    /// The level on the path through the theory, from 1 to 5.
    pub level: u8,
    /// The step of the path before it.
    pub after: &'static str,
}

impl Game {
    fn of(file: &'static str, text: &'static str) -> Game {
        let title = text.lines().next().unwrap_or_default();
        let title = title.trim_start_matches(['"', '/', ' ']);
        let about = text.lines().find_map(|line| line.split_once(" Source: "));
        let (source, lesson) = about
            .and_then(|(_, about)| about.split_once(". Lesson: "))
            .unwrap_or(("", ""));
        let place = text.lines().find_map(|line| line.split_once(" Level: "));
        let (level, after) = place
            .and_then(|(_, place)| place.split_once(". After: "))
            .unwrap_or(("", ""));
        Game {
            level: level.parse().unwrap_or(0),
            after,
            name: name_of(file),
            file,
            text,
            title,
            source,
            lesson,
        }
    }
}

/// Iterates over the games of the gallery, in teaching order.
pub fn games() -> impl Iterator<Item = Game> {
    FILES.iter().map(|(file, text)| Game::of(file, text))
}

/// Iterates over the names of the games. Every start asks for them, and reads no game for that.
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(file, _)| name_of(file))
}

/// Returns the game of the gallery with this name.
pub fn game(name: &str) -> Option<Game> {
    let (file, text) = FILES.iter().find(|(file, _)| name_of(file) == name)?;
    Some(Game::of(file, text))
}

/// Returns the name of the game in a file such as `17-kayles.py`.
fn name_of(file: &str) -> &str {
    let (_, name) = file.split_once('-').unwrap_or(("", file));
    name.rsplit_once('.').map_or(name, |(name, _)| name)
}

/// Returns the games of the gallery as the Markdown table of `examples/games/README.md`.
pub fn table_of_games() -> String {
    let row = |game: Game| {
        format!(
            "| [`{}`]({}) | {} | {} | {} |\n",
            game.name, game.file, game.lesson, game.title, game.source
        )
    };
    let head = "| game | it teaches | task | source |\n|---|---|---|---|\n".to_owned();
    games().map(row).fold(head, |table, row| table + &row)
}
