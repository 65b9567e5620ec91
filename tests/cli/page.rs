//! The page of `draw --to html` in a real browser: its labels are the solver's, and the keyboard can play it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gamesolve::budget::Budget;
use gamesolve::practice::draw::chart::Chart;
use gamesolve::practice::draw::{Form, draw};
use gamesolve::problem::AnyGame;
use gamesolve::problem::{Entry, Input, Variants};
use serde_json::json;

use super::browser::Browser;
use super::support::samples;

/// A board of `cat-mouse-ii` with walls between cat, mouse and food.
const WALLED: &str = "[\"M#C#F\"]\n1\n1\n";

const BUDGET: Budget = Budget::of(1 << 30);

/// Returns the game of an input.
fn game(entry: &dyn Entry, text: &str) -> Box<dyn AnyGame> {
    let input = Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    entry.game(input, 0, BUDGET).unwrap()
}

fn problem(slug: &str) -> (&'static dyn Entry, String) {
    samples().find(|(entry, _)| entry.meta().slug == slug).unwrap()
}

/// Writes the page of a game to a file of this name.
fn page(folder: &tempfile::TempDir, name: &str, game: &dyn AnyGame) -> PathBuf {
    let path = folder.path().join(format!("{name}.html"));
    let text = draw(game, name, Form::Html, false, BUDGET).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

/// Plays to the end by keyboard, always with the best move by the page's own words. Returns the last words and the
/// moves.
fn play_to_the_end(browser: &mut Browser) -> (String, u64) {
    // The moves are in the order of their worth. The script focuses the first one.
    const FOCUS: &str = "(() => {
        const worth = (button) => {
            const [, verb, plies] = button.textContent.match(/(wins|draws|loses)(?: in (\\d+))?$/);
            return verb === 'wins' ? Number(plies ?? 0) : verb === 'draws' ? 1e6 : 2e6 - Number(plies ?? 0);
        };
        const buttons = [...document.querySelectorAll('#moves button')];
        buttons.sort((a, b) => worth(a) - worth(b));
        buttons[0]?.focus();
        return buttons.length;
    })()";
    for moves in 0..200 {
        let status = browser.text("status");
        if status.contains("Play is over") {
            return (status, moves);
        }
        assert!(browser.value(FOCUS).as_u64() > Some(0), "no move is offered: {status}");
        browser.press("Enter");
    }
    panic!("play does not end");
}

#[test]
fn the_labels_of_the_last_wave_are_what_the_solver_says() {
    let Some(mut browser) = Browser::start("the page's labels") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut seen = 0;
    for (entry, text) in samples() {
        let slug = entry.meta().slug;
        let game = game(entry, &text);
        let Ok(chart) = Chart::all(&*game, 60, 240, "") else {
            continue;
        };
        let path = page(&folder, slug, &*game);
        browser.open(&path);
        browser.value("document.getElementById('wave').focus()");
        browser.press("End");
        let labels = browser.value(
            "[...document.querySelectorAll('#map g[data-position]')].map((g) => g.getAttribute('aria-label').split(', ').at(-1))",
        );
        let mut found: BTreeMap<String, usize> = BTreeMap::new();
        for label in labels.as_array().unwrap() {
            *found.entry(label.as_str().unwrap().to_owned()).or_default() += 1;
        }
        let mut expected: BTreeMap<String, usize> = BTreeMap::new();
        for position in &chart.positions {
            let mut value = game.value(position);
            // The page knows the length of play even if the problem's theory does not.
            if value.distance.is_none() && value.score.is_none() {
                value.distance = by_trying(&*game, position);
            }
            *expected.entry(gamesolve::picture::label(value)).or_default() += 1;
        }
        assert_eq!(found, expected, "{slug}");
        let status = browser.text("wave-text");
        assert!(status.contains(" 0 not yet known."), "{slug}: {status}");
        seen += 1;
    }
    assert!(seen >= 8, "only {seen} samples are small");
}

/// Returns the length of perfect play from a position by the rules, for a game that always ends.
fn by_trying(game: &dyn AnyGame, position: &gamesolve::problem::AnyPosition) -> Option<u64> {
    use gamesolve::engine::Outcome::{Draw, Loss, Win};
    let mut after = game.moves(position).collect::<Vec<_>>().into_iter().peekable();
    if after.peek().is_none() {
        return Some(0);
    }
    match game.value(position).outcome {
        Draw => None,
        Win => {
            let lost = after.filter(|choice| game.value(&choice.to).outcome == Loss);
            lost.filter_map(|choice| by_trying(game, &choice.to))
                .min()
                .map(|plies| plies + 1)
        }
        Loss => after
            .filter_map(|choice| by_trying(game, &choice.to))
            .max()
            .map(|plies| plies + 1),
    }
}

#[test]
fn at_first_only_what_is_over_is_known_and_the_slider_goes_wave_by_wave() {
    let Some(mut browser) = Browser::start("the page's slider") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (entry, text) = problem("marbles");
    let path = page(&folder, "marbles", &*game(entry, &text));
    browser.open(&path);
    let first = browser.text("wave-text");
    assert!(first.starts_with("Wave 0 of "), "{first}");
    assert!(first.contains(": 0 won, 1 lost, 0 drawn, "), "{first}");
    browser.value("document.getElementById('wave').focus()");
    browser.press("ArrowRight");
    let second = browser.text("wave-text");
    assert!(second.starts_with("Wave 1 of "), "{second}");
    assert!(second.contains(": 1 won, 1 lost, 0 drawn, "), "{second}");
}

#[test]
fn won_positions_are_played_to_the_end_and_won_by_keyboard() {
    let Some(mut browser) = Browser::start("play on the page") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut won = 0;
    for (entry, text) in samples() {
        let slug = entry.meta().slug;
        let game = game(entry, &text);
        let value = game.value(&game.start());
        if value.outcome != gamesolve::engine::Outcome::Win || value.score.is_some() {
            continue;
        }
        let Ok(page_text) = draw(&*game, slug, Form::Html, false, BUDGET) else {
            continue;
        };
        let path = folder.path().join(format!("{slug}.html"));
        std::fs::write(&path, page_text).unwrap();
        browser.open(&path);
        // The opponent delays the end as long as possible, so a win takes exactly as long as the solver says.
        let (end, moves) = play_to_the_end(&mut browser);
        assert!(end.ends_with("you win."), "{slug}: {end}");
        if let Some(plies) = value.distance {
            assert_eq!(moves, plies.div_ceil(2), "{slug}");
        }
        // The second player has lost the same game.
        browser.value(
            "(() => { const side = document.getElementById('side'); side.value = '1'; side.dispatchEvent(new Event('change')); })()",
        );
        let (end, moves) = play_to_the_end(&mut browser);
        assert!(end.ends_with("you lose."), "{slug}: {end}");
        if let Some(plies) = value.distance {
            assert_eq!(moves, plies / 2, "{slug}");
        }
        won += 1;
    }
    assert!(won >= 5, "only {won} samples were won");
}

#[test]
fn a_drawn_game_goes_on_for_as_long_as_one_likes() {
    let Some(mut browser) = Browser::start("a drawn game on the page") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (entry, text) = problem("game");
    let path = page(&folder, "game", &*game(entry, &text));
    browser.open(&path);
    assert!(browser.text("worth").starts_with("D: drawn"));
    for _ in 0..12 {
        browser.value(
            "[...document.querySelectorAll('#moves button')].find((b) => b.textContent.endsWith('draws')).focus()",
        );
        browser.press("Enter");
    }
    let status = browser.text("status");
    assert!(status.contains("To move: you"), "{status}");
    assert!(status.contains("times before."), "{status}");
}

#[test]
fn a_bound_on_the_turns_is_counted_down() {
    let Some(mut browser) = Browser::start("a bound on the page") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (entry, _) = problem("cat-mouse-ii");
    // Neither can reach anything, so the cat wins after a thousand turns.
    let path = page(&folder, "walled", &*game(entry, WALLED));
    browser.open(&path);
    let first = browser.text("worth");
    assert_eq!(first, "L: lost for the mouse, to move, in 1000 plies.");
    browser.value("document.querySelector('#moves button').focus()");
    browser.press("Enter");
    let later = browser.text("worth");
    assert_eq!(later, "L: lost for the mouse, to move, in 998 plies.");
    let status = browser.text("status");
    assert!(status.contains("Turn 3 of 1000."), "{status}");
}

#[test]
fn the_whole_l_game_is_on_its_page() {
    let Some(mut browser) = Browser::start("the L Game's page") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (entry, text) = problem("lgame");
    let path = page(&folder, "lgame", &*game(entry, &text));
    let length = std::fs::metadata(&path).unwrap().len();
    assert!(length < 3_000_000, "{length} bytes");
    browser.open(&path);
    browser.value("document.getElementById('wave').focus()");
    browser.press("End");
    let waves = browser.text("wave-text");
    // These counts of the game are known.
    assert_eq!(
        waves,
        "After the last wave: 8048 won, 232 lost, 10088 drawn, 0 not yet known."
    );
}

#[test]
fn a_typed_move_is_made_and_a_wrong_one_is_not() {
    let Some(mut browser) = Browser::start("typed moves") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (entry, text) = problem("nim");
    let path = page(&folder, "nim", &*game(entry, &text));
    browser.open(&path);
    for (typed, said) in [
        ("9 9", "This is not a legal move here."),
        ("1 1", "The opponent moved "),
    ] {
        browser.value(&format!(
            "(() => {{ const typed = document.getElementById('typed'); typed.value = {}; typed.focus(); }})()",
            json!(typed)
        ));
        browser.press("Enter");
        let status = browser.text("status");
        assert!(status.starts_with(said), "{typed}: {status}");
    }
}

#[test]
fn no_page_is_wider_than_a_phone() {
    let Some(mut browser) = Browser::start("pages on a phone") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for slug in ["game", "lgame", "nim", "cat-mouse-ii"] {
        let (entry, text) = problem(slug);
        let path = page(&folder, slug, &*game(entry, &text));
        browser.look(390, "dark");
        browser.open(&path);
        let width = browser.value("document.documentElement.scrollWidth");
        assert_eq!(width, 390, "{slug}");
        let dark = browser.value("getComputedStyle(document.body).backgroundColor");
        assert_eq!(dark, "rgb(20, 22, 26)", "{slug}");
    }
}

#[test]
fn words_of_the_input_cannot_become_part_of_the_page() {
    let (entry, text) = problem("nim");
    let text = draw(&*game(entry, &text), "</script><b>&\"", Form::Html, false, BUDGET).unwrap();
    assert!(!text.contains("</script><b>"), "the title is escaped");
    assert!(text.contains("&lt;/script&gt;&lt;b&gt;&amp;&quot;"));
    assert_eq!(text.matches("<script").count(), 2);
    assert_eq!(text.matches("</script>").count(), 2);
    // The only address is the name of SVG's namespace, which nobody fetches.
    let addresses = text.matches("http").count();
    assert_eq!(addresses, 1 + text.matches("http-equiv").count());
}
