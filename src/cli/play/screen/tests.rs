//! Tests of the screen of every problem, with its keys and mouse.

use super::*;
use crate::budget::Budget;
use crate::problem::AnyGame;
use crate::problem::{Input, Variants};
use crate::problems::REGISTRY;
use ratatui_core::backend::TestBackend;
use ratatui_core::terminal::Terminal;

fn game(slug: &str, text: &str) -> Box<dyn AnyGame> {
    let input = Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    let entry = REGISTRY.iter().find(|entry| entry.meta().slug == slug);
    let budget = Budget::of(1 << 30);
    entry.unwrap().game(input, 0, budget).unwrap()
}

/// Returns a view without colour, in which the machine moves second.
fn view(game: &dyn AnyGame) -> View<'_> {
    View::new("Title", Session::new(game, Some(1)), false)
}

fn screen(view: &mut View<'_>, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view.draw(frame)).unwrap();
    terminal
}

/// Returns the lines of the screen without trailing blanks.
fn shown(view: &mut View<'_>, width: u16, height: u16) -> Vec<String> {
    let terminal = screen(view, width, height);
    let cells = terminal.backend().buffer().content();
    let rows = cells.chunks(usize::from(width.max(1)));
    let line = |row: &[ratatui_core::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect();
    rows.map(|row| {
        let line: String = line(row);
        line.trim_end().to_owned()
    })
    .collect()
}

fn press(view: &mut View<'_>, code: KeyCode) -> Flow {
    view.take(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

/// Types letters. `\n` stands for Enter.
fn types(view: &mut View<'_>, letters: &str) {
    for letter in letters.chars() {
        let code = match letter {
            '\n' => KeyCode::Enter,
            letter => KeyCode::Char(letter),
        };
        assert_eq!(press(view, code), Flow::On, "{letter:?}");
    }
}

fn click(view: &mut View<'_>, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let modifiers = KeyModifiers::NONE;
    view.take(&Event::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers,
    }));
}

#[test]
fn a_screen_shows_the_board_the_moves_and_the_player_to_move() {
    let game = game("stones", "4\n.X.X\n");
    let mut view = view(&*game);
    types(&mut view, "4-3\nh");
    let expected = [
        " Title ─────────── moves: 1 ────────────────────────────────────",
        "  1   2   3   4   > 3-2  wins in 1 ply (leaves the nimber 0)",
        "┌───┬───┬───┬───┐",
        "│ o │ . │ o │ . │",
        "└───┴───┴───┴───┘",
        "                   played ──────────────────────────────────────",
        "                  1 you  4-3",
        "                  2 machine  2-1",
        "To move: you (the first player).",
        "The machine moves 2-1.",
        "? help  q quit  h hint  u undo  s swap",
    ];
    assert_eq!(shown(&mut view, 64, 11), expected);
    let narrow = shown(&mut view, 40, 9);
    assert_eq!(
        narrow[..3],
        [" Title ─────────────────────────────────", "o.o.", "1234"]
    );
    assert_eq!(narrow[4], "> 3-2  wins in 1 ply (leav 1 you  4-3");
    assert_eq!(narrow[8], "? help  q quit  h hint  u undo  s swap");
    // A common screen has room for whole hints.
    let game = self::game("nim", "3\n3 4 5\n");
    let mut view = self::view(&*game);
    types(&mut view, "h");
    let lines = shown(&mut view, 80, 24);
    let hints: Vec<&String> = lines.iter().filter(|line| line.contains("(leaves ")).collect();
    assert!(!hints.is_empty(), "{lines:#?}");
    assert!(
        hints
            .iter()
            .all(|hint| hint.contains("(leaves the nimber ") && hint.contains(')')),
        "{lines:#?}"
    );
}

#[test]
fn every_problem_fits_common_and_small_screens() {
    for entry in REGISTRY {
        let meta = entry.meta();
        let text = entry.generate(entry.families()[0].name, 12.min(meta.size.1), 3);
        let game = game(meta.slug, &text);
        for (machine, keys) in [(Some(1), "h\n\n?"), (Some(0), "u\nh"), (None, "\n\nuh")] {
            let mut view = View::new(meta.title().en, Session::new(&*game, machine), true);
            for letter in keys.chars() {
                for (width, height) in [(80, 24), (40, 12)] {
                    let lines = shown(&mut view, width, height);
                    let state = view.session.state();
                    for line in state.lines().chain([KEYS]) {
                        let seen: String = line.chars().take(width.into()).collect();
                        assert!(lines.contains(&seen), "{}: {line}\n{lines:#?}", meta.slug);
                    }
                    let first = view.choices.first();
                    let is_listed = first.is_none_or(|first| {
                        let start: String = first.name.chars().take(12).collect();
                        lines.iter().any(|line| line.contains(&format!("> {start}")))
                    });
                    assert!(is_listed, "{}: {lines:#?}", meta.slug);
                }
                types(&mut view, &letter.to_string());
                for size in [(0, 0), (1, 1), (2, 30), (64, 3), (200, 60), (80, 24)] {
                    screen(&mut view, size.0, size.1);
                }
            }
        }
    }
}

#[test]
fn moves_are_chosen_by_arrows_or_typed_and_others_are_refused() {
    let game = game("nim", "2\n1 2\n");
    let mut view = view(&*game);
    press(&mut view, KeyCode::Down);
    press(&mut view, KeyCode::Down);
    press(&mut view, KeyCode::Down);
    press(&mut view, KeyCode::Up);
    let names: Vec<&str> = view.choices.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!((names, view.list.selected()), (vec!["1 0", "2 1", "2 0"], Some(1)));
    types(&mut view, "\n");
    assert_eq!(view.session.moves_made(), ["2 1", "1 0"]);
    types(&mut view, "9 9");
    assert!(shown(&mut view, 80, 24).contains(&"move: 9 9_".to_owned()));
    types(&mut view, "\n");
    assert!(
        view.message.starts_with("`9 9` is not a legal move here."),
        "{}",
        view.message
    );
    press(&mut view, KeyCode::Esc);
    types(&mut view, "2 00");
    press(&mut view, KeyCode::Backspace);
    types(&mut view, "\n\n");
    assert_eq!(view.session.moves_made(), ["2 1", "1 0", "2 0"]);
    assert_eq!(view.message, "Play is over: u takes a move back, q ends.");
    let lines = shown(&mut view, 80, 24);
    assert!(lines.contains(&"Play is over. The winner: you (the first player).".to_owned()));
}

#[test]
fn letters_are_commands_until_something_is_typed() {
    let game = game("nim", "2\n1 2\n");
    let mut view = view(&*game);
    types(&mut view, "u");
    assert_eq!(view.message, "You have no move to take back.");
    types(&mut view, "2 0\nu");
    assert!(view.session.moves_made().is_empty());
    types(&mut view, "s");
    assert_eq!((view.session.machine(), view.session.moves_made().len()), (Some(0), 1));
    assert!(!shown(&mut view, 80, 24).concat().contains("plies"));
    types(&mut view, "h");
    assert!(shown(&mut view, 80, 24).concat().contains("1 0  loses in 2 plies"));
    types(&mut view, "?");
    assert!(shown(&mut view, 40, 12).concat().contains("exchange sides"));
    assert_eq!(press(&mut view, KeyCode::Char('q')), Flow::On, "a key goes back");
    types(&mut view, "1q");
    assert_eq!(view.typed, "1q");
    press(&mut view, KeyCode::Esc);
    assert_eq!(press(&mut view, KeyCode::Char('q')), Flow::Quit);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(view.take(&Event::Key(control_c)), Flow::Interrupt);
}

#[test]
fn a_click_chooses_and_another_one_makes_the_move() {
    let game = game("nim", "1\n100\n");
    let mut view = view(&*game);
    press(&mut view, KeyCode::End);
    shown(&mut view, 80, 24);
    let (area, last) = (view.moves_area, view.choices.len() - 1);
    click(&mut view, area.x + 3, area.bottom() - 2);
    assert_eq!(view.list.selected(), Some(last - 1));
    click(&mut view, 0, 0);
    click(&mut view, area.x, area.bottom() - 2);
    assert_eq!(view.session.moves_made()[0], "1 1");
}

#[test]
fn a_move_beyond_those_listed_is_typed() {
    let game = game("nim", "2\n1000000000000000000 7\n");
    let mut view = view(&*game);
    let lines = shown(&mut view, 100, 24).concat();
    assert!(lines.contains("moves: 1000, 999999999999999"), "{lines}");
    types(&mut view, "1 7\n");
    assert_eq!(view.session.moves_made()[0], "1 7");
}

#[test]
fn colour_says_nothing_that_words_do_not() {
    let game = game("nim", "2\n1 2\n");
    let text_and_colours = |colour| {
        let mut view = View::new("Nim", Session::new(&*game, None), colour);
        types(&mut view, "h");
        let terminal = screen(&mut view, 80, 24);
        let cells = terminal.backend().buffer().content();
        let text: String = cells.iter().map(|cell| cell.symbol()).collect();
        (text, cells.iter().filter(|cell| cell.fg != Color::Reset).count())
    };
    let (plain, coloured) = (text_and_colours(false), text_and_colours(true));
    assert_eq!(plain.0, coloured.0);
    assert!(plain.1 == 0 && coloured.1 > 0);
}

#[test]
fn a_large_board_is_moved_as_far_as_it_goes() {
    let text = format!("60\n{}\n", ".".repeat(59) + "X");
    let game = game("stones", &text);
    let mut view = view(&*game);
    let first = shown(&mut view, 40, 12);
    assert!(
        !first[1].contains('o') && first[0].contains("for the rest"),
        "{first:#?}"
    );
    for _ in 0..20 {
        press(&mut view, KeyCode::Right);
    }
    assert!(shown(&mut view, 40, 12)[1].ends_with('o'));
    press(&mut view, KeyCode::Left);
    assert!(!shown(&mut view, 40, 12)[1].ends_with('o'));
}
