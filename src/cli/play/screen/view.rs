//! The screen of a session and its reactions to events. It uses no terminal, so tests can run it.
//!
//! Letters are commands until the user begins to type a move. Colour only repeats words and signs.

use ratatui_core::layout::{Constraint, Layout, Position, Rect};
use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::terminal::Frame;
use ratatui_core::text::{Line, Span};
use ratatui_crossterm::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui_widgets::block::Block;
use ratatui_widgets::borders::Borders;
use ratatui_widgets::list::{List, ListItem, ListState};
use ratatui_widgets::paragraph::{Paragraph, Wrap};

use crate::engine::Outcome;
use crate::practice::session::{NoMove, Session};
use crate::problem::Choice;
use crate::text::quoted;

/// The largest number of moves in the list. The user can type the others.
const MAX_LISTED_MOVES: usize = 1000;
/// The longest move that can be typed, in characters.
const MAX_TYPED_CHARS: usize = 200;
/// The least width of a screen that has the moves beside the board. On a narrower screen they are below it.
const MIN_WIDE_COLUMNS: u16 = 64;
/// The least width of the moves beside the board, and the width that shows the value of a move as a whole.
const MOVES_COLUMNS: [u16; 2] = [34, 50];
/// The number of cells that one key scrolls the board.
const SCROLL_CELLS: u16 = 4;

/// A line of 40 columns, the narrowest screen that play is comfortable on.
const KEYS: &str = "? help  q quit  h hint  u undo  s swap";
const HELP: &str = "\
↑ ↓ Enter  choose a move, make it
or type it and press Enter
click: choose a move; again: make it
h  the value of each move
u  take back    s  exchange sides
← → [ ]  move a large board
q, Ctrl-C  end";

/// The next step after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Play goes on.
    On,
    /// The person has had enough.
    Quit,
    /// The user quits.
    Interrupt,
}

/// A session on a screen.
pub(super) struct View<'a> {
    title: String,
    session: Session<'a>,
    colour: bool,
    /// The first moves of the position, and the number of the other moves.
    choices: Vec<Choice>,
    more: u128,
    list: ListState,
    typed: String,
    hints: bool,
    help: bool,
    message: String,
    /// The distance that the board is scrolled up and to the left.
    scroll: (u16, u16),
    /// The area of the moves in the last drawing, for the mouse.
    moves_area: Rect,
}

impl<'a> View<'a> {
    pub(super) fn new(title: &str, session: Session<'a>, colour: bool) -> View<'a> {
        let mut view = View {
            title: title.to_owned(),
            session,
            colour,
            choices: Vec::new(),
            more: 0,
            list: ListState::default(),
            typed: String::new(),
            hints: false,
            help: false,
            message: String::new(),
            scroll: (0, 0),
            moves_area: Rect::default(),
        };
        view.settle();
        view
    }

    /// Lets the machine move if it is its turn, and lists the moves of the new position.
    fn settle(&mut self) {
        while let Some(choice) = self.session.reply() {
            self.message = format!("The machine moves {}.", choice.name);
            self.session.make(choice);
        }
        let (game, here) = (self.session.game(), self.session.here());
        self.choices = game.moves(here).take(MAX_LISTED_MOVES).collect();
        self.more = game.move_count(here) - self.choices.len() as u128;
        self.list = ListState::default().with_selected((!self.choices.is_empty()).then_some(0));
        self.typed.clear();
    }

    /// Reacts to an event.
    pub(super) fn take(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.take_key(*key),
            Event::Mouse(mouse) => {
                self.take_mouse(*mouse);
                Flow::On
            }
            _ => Flow::On,
        }
    }

    fn take_key(&mut self, key: KeyEvent) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Flow::Interrupt,
                KeyCode::Char('d') => Flow::Quit,
                _ => Flow::On,
            };
        }
        if std::mem::take(&mut self.help) {
            return Flow::On;
        }
        let page = usize::from(self.moves_area.height.max(2)) - 1;
        let (vertical, horizontal) = &mut self.scroll;
        match key.code {
            KeyCode::Up => self.list.select_previous(),
            KeyCode::Down => self.choose_next(1),
            KeyCode::PageUp => self.list.scroll_up_by(page as u16),
            KeyCode::PageDown => self.choose_next(page),
            KeyCode::Home => self.list.select_first(),
            KeyCode::End => self.choose_next(MAX_LISTED_MOVES),
            KeyCode::Left => *horizontal = horizontal.saturating_sub(SCROLL_CELLS),
            KeyCode::Right => *horizontal = horizontal.saturating_add(SCROLL_CELLS),
            KeyCode::Char('[') => *vertical = vertical.saturating_sub(SCROLL_CELLS),
            KeyCode::Char(']') => *vertical = vertical.saturating_add(SCROLL_CELLS),
            KeyCode::Enter => self.make(),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Char(letter) if !self.typed.is_empty() => self.type_one(letter),
            KeyCode::Char('q') => return Flow::Quit,
            KeyCode::Char('h') => self.hints = !self.hints,
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('s') => self.swap(),
            KeyCode::Char(letter) => self.type_one(letter),
            _ => {}
        }
        Flow::On
    }

    fn take_mouse(&mut self, mouse: MouseEvent) {
        if std::mem::take(&mut self.help) {
            return;
        }
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.list.select_previous(),
            MouseEventKind::ScrollDown => self.choose_next(1),
            MouseEventKind::Down(MouseButton::Left) if self.moves_area.contains(at) => {
                let row = self.list.offset() + usize::from(at.y - self.moves_area.y);
                if self.list.selected() == Some(row) {
                    self.typed.clear();
                    self.make();
                } else if row < self.choices.len() {
                    self.list.select(Some(row));
                }
            }
            _ => {}
        }
    }

    /// Chooses the move `by` places later, or the last one.
    fn choose_next(&mut self, by: usize) {
        let last = self.choices.len().checked_sub(1);
        let next = self.list.selected().map_or(0, |at| at.saturating_add(by));
        self.list.select(last.map(|last| next.min(last)));
    }

    fn type_one(&mut self, letter: char) {
        if self.typed.chars().count() < MAX_TYPED_CHARS && !letter.is_control() {
            self.typed.push(letter);
        }
    }

    /// Makes the typed move, or the chosen one if nothing is typed.
    fn make(&mut self) {
        let typed = self.typed.split_whitespace().collect::<Vec<_>>().join(" ");
        let chosen = self.list.selected().and_then(|at| self.choices.get(at));
        let name = if !typed.is_empty() {
            typed
        } else if let Some(choice) = chosen {
            choice.name.clone()
        } else {
            self.message = "Play is over: u takes a move back, q ends.".to_owned();
            return;
        };
        self.message.clear();
        match self.session.make_named(&name) {
            Ok(()) => self.settle(),
            Err(NoMove::Over) => {
                self.message = "Play is over: u takes a move back, q ends.".to_owned();
            }
            Err(NoMove::Unknown) => {
                let shown = quoted(name.as_bytes(), 40);
                let how = self.session.game().how();
                self.message = format!("`{shown}` is not a legal move here. A move is {how}.");
            }
        }
    }

    fn undo(&mut self) {
        if self.session.undo() {
            self.message = "Taken back.".to_owned();
            self.settle();
        } else {
            self.message = "You have no move to take back.".to_owned();
        }
    }

    fn swap(&mut self) {
        if self.session.swap() {
            self.message = "You have exchanged sides.".to_owned();
            self.settle();
        } else {
            self.message = "Both sides are people already.".to_owned();
        }
    }

    /// Draws everything. Cuts the parts that do not fit.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        if self.help {
            return self.draw_help(frame);
        }
        let state = self.session.state();
        let foot = state.lines().count() as u16 + 2;
        let [main, foot] = Layout::vertical([Constraint::Fill(1), Constraint::Length(foot)]).areas(frame.area());
        let is_wide = main.width >= MIN_WIDE_COLUMNS;
        let (game, here) = (self.session.game(), self.session.here());
        let board = if is_wide {
            let (columns, rows) = (main.width - MOVES_COLUMNS[0], main.height.saturating_sub(1));
            game.board_within(here, columns.into(), rows.into())
        } else {
            game.board(here)
        };
        let (board_area, moves, history) = if is_wide {
            // The moves get all columns that the board does not need.
            let needed = board.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            let free = usize::from(main.width).saturating_sub(needed + 1);
            let columns = free.clamp(MOVES_COLUMNS[0].into(), MOVES_COLUMNS[1].into()) as u16;
            let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(columns)]).areas(main);
            // The moves get all rows that the history does not need.
            let made = self.session.moves_made().len() as u16 + 1;
            let rows = made.max(3).min(right.height.div_ceil(3));
            let [moves, history] = Layout::vertical([Constraint::Fill(1), Constraint::Length(rows)]).areas(right);
            (left, moves, history)
        } else {
            // The board gets all its rows if the moves keep two lines below their title.
            let rows = (board.lines().count() as u16 + 1).min(main.height.saturating_sub(3));
            let [above, below] = Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]).areas(main);
            let [moves, history] = Layout::horizontal([Constraint::Fill(2), Constraint::Fill(1)])
                .spacing(1)
                .areas(below);
            (above, moves, history)
        };
        self.draw_board(frame, board_area, &board);
        self.draw_moves(frame, moves);
        self.draw_history(frame, history);
        self.draw_foot(frame, foot, &state);
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, area: Rect, board: &str) {
        let wide = board.lines().map(|line| line.chars().count()).max();
        let excess = |size: usize, shown: u16| (size as u16).saturating_sub(shown);
        let most = (
            excess(board.lines().count(), area.height.saturating_sub(1)),
            excess(wide.unwrap_or(0), area.width),
        );
        self.scroll = (self.scroll.0.min(most.0), self.scroll.1.min(most.1));
        let title = match most {
            (0, 0) => format!(" {} ", self.title),
            _ => format!(" {}: ← → [ ] for the rest ", self.title),
        };
        let text = Paragraph::new(board).block(pane(title)).scroll(self.scroll);
        frame.render_widget(text, area);
    }

    fn draw_moves(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let title = match self.more {
            0 => format!(" moves: {} ", self.choices.len()),
            more => format!(" moves: {}, {more} more to type ", self.choices.len()),
        };
        let block = pane(title);
        self.moves_area = block.inner(area);
        // Value only the visible moves: a value may need a search.
        let rows = usize::from(self.moves_area.height);
        let chosen = self.list.selected().unwrap_or(0);
        let first = self.list.offset().min(chosen).max((chosen + 1).saturating_sub(rows));
        let seen = first..first + rows;
        let items = self.choices.iter().enumerate().map(|(at, choice)| {
            if !self.hints || !seen.contains(&at) {
                return ListItem::new(choice.name.clone());
            }
            let outcome = self.session.game().value(&choice.to).outcome.reversed();
            ListItem::new(Line::from(vec![
                Span::raw(format!("{}  ", choice.name)),
                Span::styled(self.session.worth(&choice.to), self.style_of(outcome)),
            ]))
        });
        let list = List::new(items)
            .block(block)
            .highlight_symbol("> ")
            .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
        frame.render_stateful_widget(list, area, &mut self.list);
    }

    fn draw_history(&self, frame: &mut Frame<'_>, area: Rect) {
        let block = pane(" played ".to_owned());
        let rows = usize::from(block.inner(area).height);
        let made = self.session.moves_made();
        let first = made.len().saturating_sub(rows);
        let lines = made.iter().enumerate().skip(first).map(|(ply, name)| {
            let who = match self.session.machine() {
                Some(machine) if machine == ply % 2 => " machine",
                Some(_) => " you",
                None => "",
            };
            Line::raw(format!("{}{who}  {name}", ply + 1))
        });
        frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).block(block), area);
    }

    fn draw_foot(&self, frame: &mut Frame<'_>, area: Rect, state: &str) {
        let last = if self.typed.is_empty() {
            Line::raw(self.message.as_str())
        } else {
            Line::raw(format!("move: {}_", self.typed))
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines: Vec<Line<'_>> = state.lines().map(|line| Line::styled(line, bold)).collect();
        lines.extend([last, Line::raw(KEYS)]);
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn draw_help(&self, frame: &mut Frame<'_>) {
        let text = format!("A move is {}.\n{HELP}", self.session.game().how());
        let text = Paragraph::new(text)
            .wrap(Wrap { trim: false })
            .block(pane(" help: any key goes back ".to_owned()));
        frame.render_widget(text, frame.area());
    }

    fn style_of(&self, outcome: Outcome) -> Style {
        let colour = match outcome {
            Outcome::Win => Color::Green,
            Outcome::Draw => Color::Yellow,
            Outcome::Loss => Color::Red,
        };
        if self.colour {
            Style::new().fg(colour)
        } else {
            Style::new()
        }
    }
}

/// Returns a block with a line and a title above it.
fn pane(title: String) -> Block<'static> {
    Block::new().borders(Borders::TOP).title(title)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
