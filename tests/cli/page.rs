//! The page of `draw --to html` in a real browser: its labels are the solver's, and a pupil can learn with it, by
//! keyboard or by pointer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::OnceLock;

use gamesolve::budget::Budget;
use gamesolve::practice::draw::chart::Chart;
use gamesolve::practice::draw::{Form, Lesson, draw};
use gamesolve::practice::puzzle::{Wish, find};
use gamesolve::problem::{AnyGame, AnyPosition};
use gamesolve::problem::{Entry, Input, Variants};
use serde_json::json;

use super::browser::{Browser, LOOKS, browser};
use super::support::{gamesolve, has, has_time, needs, root, samples};

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
    let text = draw(game, &Lesson::titled(name), Form::Html, false, BUDGET).unwrap();
    std::fs::write(&path, text).unwrap();
    path
}

/// Opens the page of a problem's first sample.
fn open_sample(browser: &mut Browser, slug: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (entry, text) = problem(slug);
    browser.open(&page(&folder, slug, &*game(entry, &text)));
}

/// Writes the page of the L game's sample. Tests share it, because it takes seconds to make.
fn l_page(folder: &tempfile::TempDir) -> PathBuf {
    static PAGE: OnceLock<String> = OnceLock::new();
    let path = folder.path().join("lgame.html");
    let made = || {
        let (entry, text) = problem("lgame");
        let lesson = Lesson::titled("lgame");
        draw(&*game(entry, &text), &lesson, Form::Html, false, BUDGET).unwrap()
    };
    std::fs::write(&path, PAGE.get_or_init(made)).unwrap();
    path
}

/// Returns the positions after these moves.
fn line(game: &dyn AnyGame, moves: &[&str]) -> Vec<AnyPosition> {
    let mut line = vec![game.start()];
    for name in moves {
        let found = game.moves(&line[line.len() - 1]).find(|choice| choice.name == *name);
        line.push(found.unwrap().to);
    }
    line
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

/// Goes through all positions of a map of any kind, and returns their labels.
const LABELS: &str = "(() => {
    const labels = [];
    const seen = document.getElementById('seen');
    const take = () => labels.push(seen.dataset.label);
    for (const sheet of document.querySelectorAll('#map canvas')) {
        const press = (key) => sheet.dispatchEvent(new KeyboardEvent('keydown', { key }));
        press('Home');
        let last;
        do {
            take();
            last = seen.textContent;
            press('ArrowRight');
        } while (seen.textContent !== last);
    }
    for (const details of document.querySelectorAll('#map details')) details.open = true;
    for (const details of document.querySelectorAll('#map details')) details.dispatchEvent(new Event('toggle'));
    for (let more; (more = document.querySelector('#map .more')); ) more.click();
    for (const found of document.querySelectorAll('#map [data-position]')) {
        found.dispatchEvent(new MouseEvent('click'));
        take();
        const twins = document.getElementById('twins');
        const count = twins.hidden ? 1 : Number(twins.textContent.match(/of (\\d+)/)[1]);
        for (let i = 1; i < count; i += 1) {
            document.getElementById('twin').click();
            take();
        }
    }
    return labels;
})()";

/// Shows the values of positions and moves.
const SHOW_VALUES: &str = "document.getElementById('values').click()";

#[test]
fn the_labels_of_the_last_wave_are_what_the_solver_says() {
    let mut browser = browser!("the page's labels");
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
        let labels = browser.value(LABELS);
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
            // The same holds for nimbers.
            if slug == "wythoff" {
                value.nimber = Some(mex_by_trying(&*game, position));
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

/// Returns the nimber of a position by the definition, for a game that always ends.
fn mex_by_trying(game: &dyn AnyGame, position: &gamesolve::problem::AnyPosition) -> u64 {
    let after: Vec<u64> = game
        .moves(position)
        .map(|choice| mex_by_trying(game, &choice.to))
        .collect();
    (0..).find(|nimber| !after.contains(nimber)).unwrap()
}

#[test]
fn at_first_nothing_is_known_and_the_slider_goes_wave_by_wave() {
    let mut browser = browser!("the page's slider");
    open_sample(&mut browser, "marbles");
    browser.value("document.getElementById('wave').focus()");
    for (title, won, lost) in [
        ("Before the first wave", 0, 0),
        ("Wave 0 of ", 0, 1),
        ("Wave 1 of ", 1, 1),
    ] {
        let said = browser.text("wave-text");
        assert!(said.starts_with(title), "{said}");
        assert!(said.contains(&format!(": {won} won, {lost} lost, 0 drawn, ")), "{said}");
        browser.press("ArrowRight");
    }
}

#[test]
fn won_positions_are_played_to_the_end_and_won_by_keyboard() {
    let mut browser = browser!("play on the page");
    let folder = tempfile::tempdir().unwrap();
    let mut won = 0;
    for (entry, text) in samples() {
        let slug = entry.meta().slug;
        let game = game(entry, &text);
        let value = game.value(&game.start());
        if value.outcome != gamesolve::engine::Outcome::Win || value.score.is_some() {
            continue;
        }
        let Ok(page_text) = draw(&*game, &Lesson::titled(slug), Form::Html, false, BUDGET) else {
            continue;
        };
        let path = folder.path().join(format!("{slug}.html"));
        std::fs::write(&path, page_text).unwrap();
        browser.open(&path);
        browser.value(SHOW_VALUES);
        // The opponent delays the end as long as possible, so a win takes exactly as long as the solver says.
        let (end, moves) = play_to_the_end(&mut browser);
        assert!(end.ends_with("you win."), "{slug}: {end}");
        if let Some(plies) = value.distance {
            assert_eq!(moves, plies.div_ceil(2), "{slug}");
        }
        // The second player has lost the same game.
        browser.value(
            "(() => { const side = document.getElementById('side'); side.value = '1'; side.dispatchEvent(new Event('change'));
                document.getElementById('new').click(); })()",
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
    let mut browser = browser!("a drawn game on the page");
    open_sample(&mut browser, "game");
    assert_eq!(browser.text("worth"), "", "values are hidden until they are asked for");
    browser.value(SHOW_VALUES);
    assert!(browser.text("worth").starts_with("D: drawn"));
    for _ in 0..12 {
        browser.value(
            "[...document.querySelectorAll('#moves button')].find((b) => b.textContent.endsWith('draws')).focus()",
        );
        browser.press("Enter");
    }
    let status = browser.text("status");
    for part in ["To move: you", "times before."] {
        assert!(status.contains(part), "{status}");
    }
}

#[test]
fn a_bound_on_the_turns_is_counted_down() {
    let mut browser = browser!("a bound on the page");
    let folder = tempfile::tempdir().unwrap();
    let (entry, _) = problem("cat-mouse-ii");
    // Neither can reach anything, so the cat wins after a thousand turns.
    let path = page(&folder, "walled", &*game(entry, WALLED));
    browser.open(&path);
    browser.value(SHOW_VALUES);
    let first = browser.text("worth");
    assert_eq!(first, "L: lost for the mouse, to move, in 1000 plies.");
    browser.value("document.querySelector('#moves button').focus()");
    browser.press("Enter");
    let later = browser.text("worth");
    assert_eq!(later, "L: lost for the mouse, to move, in 998 plies.");
    assert_eq!(
        browser.text("status"),
        "The opponent moved 1,3. To move: you (the mouse). Turn 3 of 1000. This position was there 1 time before."
    );
}

#[test]
fn the_whole_l_game_is_on_its_page() {
    let mut browser = browser!("the L Game's page");
    let folder = tempfile::tempdir().unwrap();
    let path = l_page(&folder);
    let length = std::fs::metadata(&path).unwrap().len();
    assert!(length < 800_000, "{length} bytes");
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
    let mut browser = browser!("typed moves");
    open_sample(&mut browser, "nim");
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
    let mut browser = browser!("pages on a phone");
    let folder = tempfile::tempdir().unwrap();
    for slug in ["game", "lgame", "nim", "cat-mouse-ii"] {
        let (entry, text) = problem(slug);
        let path = match slug {
            "lgame" => l_page(&folder),
            _ => page(&folder, slug, &*game(entry, &text)),
        };
        browser.look([375, 700], "dark");
        browser.open(&path);
        let width = browser.value("document.documentElement.scrollWidth");
        assert_eq!(width, 375, "{slug}");
        let dark = browser.value("getComputedStyle(document.body).backgroundColor");
        assert_eq!(dark, "rgb(20, 22, 26)", "{slug}");
    }
}

#[test]
fn the_numbers_beside_a_long_map_are_whole() {
    let mut browser = browser!("a long map");
    let folder = tempfile::tempdir().unwrap();
    let path = page(&folder, "long", &*game(problem("subtract").0, "4999 5\n"));
    browser.look([1280, 800], "light");
    browser.open(&path);
    // Paints the map again, before the first wave and after the last one.
    let cut = "(() => {
        const cut = [];
        const pen = CanvasRenderingContext2D.prototype;
        const write = pen.fillText;
        pen.fillText = function (text, x, y) {
            if (this.measureText(text).width / 2 > x) cut.push(text);
            write.call(this, text, x, y);
        };
        const map = document.getElementById('map');
        const wave = document.getElementById('wave');
        for (const value of [-1, wave.max]) {
            wave.value = value;
            wave.dispatchEvent(new Event('input'));
            if (map.scrollLeft > 0 || map.scrollWidth > map.clientWidth) cut.push(`${value}: wide`);
        }
        return cut;
    })()";
    assert_eq!(browser.value(cut), json!([]));
}

/// Writes the page that the program makes for a problem or for a game of one's own.
fn page_of_program(folder: &tempfile::TempDir, words: &[&str]) -> PathBuf {
    let path = folder.path().join("page.html");
    let mut command = gamesolve();
    command.current_dir(folder.path()).arg("draw").args(words);
    let output = command.args(["-o", path.to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
    path
}

/// Does something by keyboard or by pointer.
fn act(browser: &mut Browser, by_keyboard: bool, selector: &str) {
    if by_keyboard {
        // A widget of many elements has one Tab stop, and arrow keys go on from there.
        let steps = browser.value(&format!(
            "(() => {{
                const wanted = document.querySelector({});
                const box = wanted.closest('#choices, #moves, #board, #map, #history, #block-keys');
                const items = box ? [...box.querySelectorAll('button:enabled, [data-place]')] : [wanted];
                const stops = items.filter((item) => item.tabIndex >= 0);
                stops[0]?.focus();
                return stops.length === 1 ? items.indexOf(wanted) - items.indexOf(stops[0]) : `${{stops.length}} stops`;
            }})()",
            json!(selector)
        ));
        let steps = steps.as_i64().unwrap_or_else(|| panic!("{selector}: {steps}"));
        for _ in 0..steps.abs() {
            browser.press(if steps < 0 { "ArrowLeft" } else { "ArrowRight" });
        }
        let is_there = format!("document.activeElement === document.querySelector({})", json!(selector));
        assert_eq!(browser.value(&is_there), true, "arrow keys lead to {selector}");
        browser.press("Enter");
    } else {
        browser.click(selector);
    }
}

/// Marks the fastest of the moves whose tag begins with this word, and returns its selector and its name.
fn move_that(browser: &mut Browser, word: &str) -> Option<(&'static str, String)> {
    let found = browser.value(&format!(
        "(() => {{
            document.querySelector('#moves .wanted')?.classList.remove('wanted');
            const tag = (button) => button.querySelector('.tag').textContent;
            const plies = (button) => Number(tag(button).match(/[0-9]+/)?.[0] ?? 0);
            const buttons = [...document.querySelectorAll('#moves button')].filter((button) => tag(button).startsWith({}));
            const [button] = buttons.sort((a, b) => plies(a) - plies(b));
            button?.classList.add('wanted');
            return button?.firstChild.textContent ?? null;
        }})()",
        json!(word)
    ));
    found.as_str().map(|name| ("#moves .wanted", name.to_owned()))
}

/// Plays to the end with moves of a kind, or with any moves.
fn play_on(browser: &mut Browser, what: &str, by_keyboard: bool, word: Option<&str>) {
    for _ in 0..100 {
        if browser.text("status").contains("Play is over") {
            return;
        }
        let found = move_that(browser, word.unwrap_or_default());
        let (button, _) = found.unwrap_or_else(|| panic!("{what}: no move {word:?}"));
        act(browser, by_keyboard, button);
        let stays = browser.value("document.activeElement.closest('#moves') !== null");
        assert!(
            !by_keyboard || stays == true,
            "{what}: the keyboard goes on in the list of moves"
        );
    }
    panic!("{what}: play does not end");
}

/// The parts of a page that are wider than their frames.
const SIDEWAYS: &str = "[...document.querySelectorAll('section, #rules, #choices, .tile, #moves, #seen')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.id || part.textContent)";

/// Checks that nothing is empty, cut or sideways: on a large screen all at once, on a phone after each link to a part.
fn look_at_the_first_view(browser: &mut Browser, what: &str, [width, height]: [u32; 2]) {
    let wide = browser.value("document.documentElement.scrollWidth");
    assert_eq!(wide, width, "{what}");
    assert_eq!(browser.value(SIDEWAYS), json!([]), "{what}, {width}");
    let cut = |browser: &mut Browser, parts: &str| {
        browser.value(&format!(
            "{}.split(', ').filter((part) => {{
                const found = document.querySelector(part);
                // A game may have no task, no board, or no selected tile.
                if (!found || found.hidden) return !['#check', '#choices', '#map .chosen'].includes(part);
                const {{ left, top, right, bottom, width }} = found.getBoundingClientRect();
                return width === 0 || left < 0 || top < 0 || right > {width} || bottom > {height};
            }})",
            json!(parts)
        ))
    };
    if width > 600 {
        let tall = browser.value("document.documentElement.scrollHeight");
        assert!(tall.as_u64() <= Some(height.into()), "{what}: the page is {tall} tall");
        let parts = "#rules, #choices, #check, #board svg, #moves, #typed, #map, #map .chosen, #code";
        assert_eq!(cut(browser, parts), json!([]), "{what}: not in view");
        return;
    }
    for (link, parts) in [
        ("#learn", "h1, #learn-heading, #rules p:not([hidden])"),
        ("#play", "#status, #board svg, #undo, #moves button"),
        ("#solve", "#wave, #map, #map .chosen"),
    ] {
        browser.click(&format!("nav [href='{link}']"));
        assert_eq!(cut(browser, parts), json!([]), "{what}: not in view at {link}");
    }
}

/// Returns the number of elements that the Tab key leads to, from the beginning of a page to its end.
fn tab_stops(browser: &mut Browser) -> usize {
    // After the last one comes the browser's own window, or the first one again.
    const IS_OVER: &str = "document.activeElement === document.body
        || document.activeElement === (window.firstStop ??= document.activeElement) && window.stops++ > 0";
    browser.value("window.stops = 0");
    for stops in 0..200 {
        browser.press("Tab");
        if browser.value(IS_OVER) == true {
            return stops;
        }
    }
    200
}

/// Learns with a page: the rules, the task, a lost game, its review, and the same game won. Returns whether the game had
/// a move that could be wrong.
fn learn(browser: &mut Browser, what: &str, by_keyboard: bool) -> bool {
    let rules = browser.text("rules");
    let is_about = |text: &str, parts: &[&str]| parts.iter().any(|part| text.contains(part));
    assert!(is_about(&rules, &["take", "move"]), "{what}: {rules}");
    // The values are hidden at first.
    assert_eq!(
        browser.value("document.querySelectorAll('#moves .tag').length"),
        0,
        "{what}"
    );
    if browser.value("document.getElementById('check').hidden") == false {
        act(browser, by_keyboard, "#check");
        let count = browser
            .value("document.querySelectorAll('#choices .tile').length")
            .as_u64()
            .unwrap();
        for number in 1..=count {
            // Nothing was marked, so a wrong answer is a lost position.
            let wrong = format!("document.querySelector('#result li:nth-child({number}) .bad') !== null");
            if browser.value(&wrong) == true {
                act(browser, by_keyboard, &format!("#choices .tile:nth-child({number})"));
            }
        }
        act(browser, by_keyboard, "#check");
        assert!(
            browser
                .text("result")
                .starts_with(&format!("{count} of {count} are right.")),
            "{what}"
        );
    }
    browser.value(SHOW_VALUES);
    let has_start = "(() => { const start = document.getElementById('start'); start.value = 'startOne';
        start.dispatchEvent(new Event('change')); return start.value === 'startOne'; })()";
    if browser.value(has_start) == false {
        return false;
    }
    if let Some((button, wrong)) = move_that(browser, "loses") {
        act(browser, by_keyboard, button);
        play_on(browser, what, by_keyboard, None);
        let status = browser.text("status");
        assert!(status.ends_with("you lose."), "{what}: {status}");
        for (place, parts) in [
            ("review", &["threw it away", "cost"][..]),
            ("review", &[&format!(", {wrong}, ")]),
            ("history", &["threw the win away", "cost"]),
        ] {
            let said = browser.text(place);
            assert!(is_about(&said, parts), "{what}: {said} without {parts:?}");
        }
        act(browser, by_keyboard, "#go-on");
    } else {
        let (button, _) = move_that(browser, "draws").expect("one move wins, so another one does not");
        act(browser, by_keyboard, button);
        act(browser, by_keyboard, "#undo");
    }
    play_on(browser, what, by_keyboard, Some("wins"));
    let status = browser.text("status");
    assert!(status.ends_with("you win."), "{what}: {status}");
    true
}

#[test]
fn a_pupil_learns_every_game_by_keyboard_and_by_pointer() {
    needs!(has_time());
    let mut browser = browser!("a pupil with every page");
    let folder = tempfile::tempdir().unwrap();
    let mut tasks: Vec<Vec<String>> = Vec::new();
    for (entry, _) in samples() {
        let slug = entry.meta().slug;
        let input = root(&format!("testdata/{slug}/sample-01.in"));
        tasks.push(vec![slug.to_owned(), input.display().to_string()]);
    }
    if has("python3", "pages of one's own games") {
        for (game, at) in [
            ("02-one-three-four", "20"),
            ("07-two-piles", "6 9"),
            ("22-deque", "2 7 3 1"),
        ] {
            let path = root(&format!("examples/games/{game}.py"));
            tasks.push(vec![path.display().to_string(), "--at".to_owned(), at.to_owned()]);
        }
    }
    let (mut learnt, mut faults) = (0, Vec::new());
    for task in &tasks {
        let words: Vec<&str> = task.iter().map(String::as_str).collect();
        let path = page_of_program(&folder, &words);
        let [light, dark, light_phone, dark_phone] = LOOKS;
        for (by_keyboard, first, later) in [(true, light, dark), (false, dark_phone, light_phone)] {
            browser.look(first.0, first.1);
            browser.open(&path);
            look_at_the_first_view(&mut browser, &task[0], first.0);
            faults.extend(browser.find_faults(&task[0], &[first]));
            if by_keyboard {
                let stops = tab_stops(&mut browser);
                assert!((10..=30).contains(&stops), "{task:?} has {stops} Tab stops");
            }
            learnt += usize::from(learn(&mut browser, &task[0], by_keyboard));
            // The pupil has opened values and the review of a play.
            faults.extend(browser.find_faults(&format!("{} after a play", task[0]), &[later]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(learnt >= 20, "only {learnt} pages had a game with one winning move");
}

#[test]
fn hints_come_in_steps_and_show_code_as_code() {
    let mut browser = browser!("the page's hints");
    let folder = tempfile::tempdir().unwrap();
    let input = root("testdata/stones/sample-01.in");
    let path = page_of_program(&folder, &["stones", input.to_str().unwrap()]);
    browser.open(&path);
    for step in 1..=3 {
        let shown = browser.value("document.querySelectorAll('#hints h4').length");
        assert_eq!(shown, step - 1);
        act(&mut browser, true, "#hint");
    }
    for (place, part, is_there) in [
        ("hints", "Forget where the stones are", true),
        ("hints", "reduced-gaps", true),
        ("hints", "`", false),
        ("how", "`", false),
    ] {
        let said = browser.text(place);
        assert_eq!(said.contains(part), is_there, "{part}: {said}");
    }
    assert_eq!(browser.value("document.getElementById('hint').hidden"), true);
    assert_eq!(browser.value("document.documentElement.lang"), "en");
}

#[test]
fn moves_are_undone_and_redone() {
    let mut browser = browser!("undo and redo");
    open_sample(&mut browser, "nim");
    let labels = "[...document.querySelectorAll('#board [data-cell]')].map((g) => g.getAttribute('aria-label')).join()";
    let mut boards = vec![browser.value(labels)];
    for _ in 0..2 {
        act(&mut browser, true, "#moves button");
        boards.push(browser.value(labels));
    }
    for (button, board) in [("#undo", 1), ("#undo", 0), ("#redo", 1), ("#redo", 2)] {
        act(&mut browser, true, button);
        assert_eq!(browser.value(labels), boards[board], "{button}");
    }
    assert_eq!(browser.value("document.getElementById('redo').disabled"), true);
    // Another opponent goes on with this game.
    browser.value(
        "(() => { const opponent = document.getElementById('opponent'); opponent.value = 'person';
            opponent.dispatchEvent(new Event('change')); })()",
    );
    assert_eq!(browser.value(labels), boards[2]);
    act(&mut browser, true, "#undo");
    assert_ne!(browser.value(labels), boards[2]);
    // A move of the history leads to the reader's turn, never to the opponent's.
    browser.value(
        "(() => { const opponent = document.getElementById('opponent'); opponent.value = 'perfect';
            opponent.dispatchEvent(new Event('change')); document.getElementById('new').click(); })()",
    );
    act(&mut browser, true, "#moves button");
    act(&mut browser, true, "#moves button");
    browser.click("#history button");
    assert_eq!(browser.text("status"), "To move: you (the first player).");
    assert_ne!(browser.value("document.querySelectorAll('#moves button').length"), 0);
}

#[test]
fn a_puzzle_undoes_a_wrong_move_and_goes_on_after_the_right_one() {
    let mut browser = browser!("a puzzle on the page");
    let folder = tempfile::tempdir().unwrap();
    let (entry, text) = problem("nim");
    let game = game(entry, &text);
    let lesson = Lesson {
        puzzle: line(&*game, &["1 1"]),
        ..Lesson::titled("nim")
    };
    let path = folder.path().join("puzzle.html");
    std::fs::write(&path, draw(&*game, &lesson, Form::Html, false, BUDGET).unwrap()).unwrap();
    browser.open(&path);
    assert_eq!(
        browser.text("task"),
        "Find the only winning move, and go on until you have won."
    );
    act(&mut browser, true, "#moves [data-move='3 0']");
    let said = browser.text("status");
    assert!(
        said.starts_with("The move heap 3: leave 0 is wrong. The opponent answers heap 2: leave 3."),
        "{said}"
    );
    assert_eq!(browser.value("document.getElementById('history').children.length"), 0);
    act(&mut browser, true, "#moves [data-move='1 1']");
    let said = browser.text("status");
    for part in ["The opponent moved ", "Solved."] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn puzzle_writes_a_page_whose_right_moves_end_it() {
    let mut browser = browser!("the page of `puzzle`");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.html");
    for slug in ["nim", "lgame", "cat-mouse"] {
        let entry = problem(slug).0;
        let wish = Wish {
            entry,
            variants: Variants::ORIGINAL,
            level: None,
            seed: 1,
            count: 1,
            budget: BUDGET,
        };
        let puzzle = find(&wish).unwrap().remove(0);
        let made = gamesolve().args(["puzzle", slug, "-o"]).arg(&path).assert();
        made.success().stdout("").stderr("");
        browser.open(&path);
        let choices = browser.value("document.getElementById('setup').getClientRects().length");
        assert_eq!(choices, 0, "{slug}: a puzzle has no other start");
        let moves = "document.getElementById('history').children.length";
        for (number, turn) in puzzle.turns.iter().enumerate() {
            assert!(!browser.text("status").contains("Solved."), "{slug}");
            let wrong = format!(
                "(() => {{ const wrong = [...document.querySelectorAll('#moves button')].find((b) => b.dataset.move !== {});
                    wrong?.classList.add('wrong'); return wrong?.textContent; }})()",
                json!(turn.right.name)
            );
            // The last position may have no other move.
            if let Some(wrong) = browser.value(&wrong).as_str() {
                act(&mut browser, true, "#moves .wrong");
                let said = browser.text("status");
                let expected = format!("The move {wrong} is wrong.");
                assert!(said.starts_with(&expected), "{slug}: {said}");
                assert_eq!(browser.value(moves), 2 * number, "{slug}: the wrong move is undone");
            }
            let right = format!("#moves [data-move={}]", json!(turn.right.name));
            act(&mut browser, true, &right);
        }
        let said = browser.text("status");
        assert!(said.contains("Solved."), "{slug}: {said}");
        assert_eq!(
            browser.find_faults(&format!("a puzzle of {slug}"), &LOOKS),
            Vec::<String>::new()
        );
    }
    let made = gamesolve().args(["puzzle", "nim", "--sheet", "-o"]).arg(&path).assert();
    made.success();
    browser.open_still(&path);
    assert_eq!(browser.find_faults("a sheet of puzzles", &LOOKS), Vec::<String>::new());
    // A fault is found, if there is one.
    std::fs::write(&path, "<title>t</title><button></button>").unwrap();
    browser.open_still(&path);
    let faults = browser.find_faults("a faulty page", &LOOKS).concat();
    let is_found = |rule: &str| faults.contains(rule) || std::env::var_os("GAMESOLVE_AXE").is_none();
    assert!(is_found("html-has-lang: ") && is_found("button-name: "), "{faults}");
}

#[test]
fn the_l_is_moved_by_keys_by_touch_and_by_dragging() {
    needs!(has_time());
    let mut browser = browser!("the L");
    let folder = tempfile::tempdir().unwrap();
    let (entry, _) = problem("lgame");
    let path = page(&folder, "lgame", &*game(entry, "...x\n###.\n#***\nx..*\n"));
    browser.open(&path);
    let say = |browser: &mut Browser| browser.text("block-text");
    let help = say(&mut browser);
    assert!(help.starts_with("Your piece is A."), "{help}");
    browser.value("document.getElementById('board').focus()");
    browser.press("ArrowUp");
    let ghost = "document.querySelectorAll('#board .ghost').length";
    assert_eq!(browser.value(ghost), 1);
    assert_eq!(say(&mut browser), "This placement is free.");
    browser.press("f");
    browser.press("r");
    assert_ne!(say(&mut browser), help);
    for _ in 0..3 {
        browser.press("r");
    }
    browser.press("f");
    assert_eq!(say(&mut browser), "This placement is free.");
    browser.press("Enter");
    assert!(
        say(&mut browser).starts_with("Now choose the rest"),
        "{}",
        say(&mut browser)
    );
    browser.press("Enter");
    let mut statuses = vec![browser.text("status")];
    for by_drag in [true, false] {
        browser.click("#new");
        if by_drag {
            browser.drag("#board [data-cell='5']", "#board [data-cell='1']");
        } else {
            browser.click("#board [data-cell='1']");
        }
        assert_eq!(browser.value(ghost), 1, "by drag: {by_drag}");
        browser.click("#block-put");
        browser.click("#block-put");
        statuses.push(browser.text("status"));
    }
    let is_answered = |status: &String| status.contains("The opponent moved ");
    assert!(statuses.iter().all(is_answered), "{statuses:?}");
}

#[test]
fn positions_that_are_images_of_others_have_their_own_moves() {
    needs!(has_time());
    let mut browser = browser!("images of positions");
    let folder = tempfile::tempdir().unwrap();
    let (entry, text) = problem("lgame");
    let game = game(entry, &text);
    let path = l_page(&folder);
    let chart = Chart::all(&*game, 40_000, 2_000_000, "").unwrap();
    browser.open(&path);
    let stage = game.stage();
    for _ in 0..8 {
        browser.value("document.getElementById('twin').click()");
        let seen = browser.text("seen");
        let (seen, _) = seen.split_once(" — ").unwrap();
        let name_of = |position: &gamesolve::problem::AnyPosition| {
            let pieces = game.pieces(position);
            let of = |mark: &str| {
                let own = pieces.iter().filter(|piece| piece.mark == mark);
                let names: Vec<&str> = own
                    .map(|piece| stage.places[piece.place as usize].name.as_str())
                    .collect();
                format!("{mark} {}", names.join(" "))
            };
            let mut parts: Vec<String> = ["A", "B", "●"].map(of).to_vec();
            parts.sort();
            parts
        };
        let mut parts: Vec<String> = seen
            .split(", ")
            .map(|part| {
                let mut words: Vec<&str> = part.split(' ').collect();
                words[1..].sort_unstable();
                words.join(" ")
            })
            .collect();
        parts.sort();
        let position = chart.positions.iter().find(|position| name_of(position) == parts);
        let position = position.unwrap_or_else(|| panic!("no position is {seen}"));
        browser.value("document.getElementById('from').click()");
        let found = browser.value("[...document.querySelectorAll('#moves button')].map((b) => b.dataset.move).sort()");
        let mut expected: Vec<String> = game.moves(position).map(|choice| choice.name).collect();
        expected.sort();
        assert_eq!(found, json!(expected), "{seen}");
    }
}

#[test]
fn pieces_move_visibly_unless_the_reader_wants_no_motion() {
    let mut browser = browser!("moving pieces");
    let folder = tempfile::tempdir().unwrap();
    for slug in ["nim", "stones", "stone-transfer"] {
        let (entry, text) = problem(slug);
        let path = page(&folder, slug, &*game(entry, &text));
        for (wish, moves) in [("no-preference", true), ("reduce", false)] {
            browser.prefer_motion(wish);
            browser.open(&path);
            let count = browser.value(
                "(() => { document.querySelector('#moves button').click(); return document.getAnimations().length; })()",
            );
            assert_eq!(count.as_u64() > Some(0), moves, "{slug}: {wish}");
        }
    }
}

#[test]
fn points_on_a_page_have_the_unit_of_the_input() {
    let mut browser = browser!("points of a page");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("points.html");
    let drawn = gamesolve()
        .args(["draw", "score-game", "--decimals", "3", "-o"])
        .arg(&path)
        .write_stdin("3 2\n0 -0.25 5.508\n1\n1 2\n1 3\n")
        .output()
        .unwrap();
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    browser.open(&path);
    browser.click("#values");
    assert_eq!(
        browser.text("worth"),
        "W: won for the player to move. Perfect play ends with a difference of +5.508."
    );
    let tags = browser.value("[...document.querySelectorAll('#moves .tag')].map((tag) => tag.textContent)");
    assert_eq!(tags, json!(["loses by 0.25", "wins by 5.508"]));
    browser.click("#moves button");
    for (place, part) in [
        ("history", "won (+5.508), then lost (-0.25)"),
        ("history", "This move cost 5.758."),
        ("review", "cost 5.758."),
    ] {
        let said = browser.text(place);
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn positions_that_differ_only_in_points_have_different_names() {
    let mut browser = browser!("names of positions with points");
    let folder = tempfile::tempdir().unwrap();
    let (entry, _) = problem("score-game");
    let path = page(
        &folder,
        "diamond",
        &*game(entry, "5 5\n0 30 1 2 7\n1\n1 2\n1 3\n2 4\n3 4\n4 5\n"),
    );
    browser.open(&path);
    let tiles = browser.value("[...document.querySelectorAll('#choices .tile')].map((tile) => tile.textContent)");
    let tiles: Vec<&str> = tiles
        .as_array()
        .unwrap()
        .iter()
        .map(|tile| tile.as_str().unwrap())
        .collect();
    let vertex = |tile: &&str| tile.split(':').next().unwrap().to_owned();
    let vertices: BTreeSet<String> = tiles.iter().map(vertex).collect();
    assert!(vertices.len() < tiles.len(), "no vertex comes twice: {tiles:?}");
    let different: BTreeSet<&&str> = tiles.iter().collect();
    assert_eq!(different.len(), tiles.len(), "{tiles:?}");
}

#[test]
fn a_game_without_an_end_says_why() {
    let mut browser = browser!("a game that is drawn everywhere");
    let folder = tempfile::tempdir().unwrap();
    let (entry, _) = problem("game");
    let path = page(&folder, "circle", &*game(entry, "3 3\n1\n1 2\n2 3\n3 1\n"));
    browser.open(&path);
    assert_eq!(
        browser.text("about"),
        "3 positions that play can reach. All positions are drawn. No move ends play: every position has a move, so play can \
         go on for ever and nobody loses."
    );
}

#[test]
fn every_word_of_the_page_is_in_its_table() {
    let (entry, text) = problem("nim");
    let page = draw(&*game(entry, &text), &Lesson::titled("nim"), Form::Html, false, BUDGET).unwrap();
    assert!(!page.contains("{{"), "a word has no entry");
    let (frame, script) = page.split_once("const T = ").unwrap();
    let (table, script) = script.split_once("};\n").unwrap();
    let table: BTreeMap<String, String> = serde_json::from_str(&format!("{table}}}")).unwrap();
    assert_eq!(frame.matches("<html lang=\"en\">").count(), 1);
    for key in table.keys() {
        let is_code = key.trim_start_matches('s').starts_with("code");
        let in_script = script
            .split(|sign: char| !sign.is_alphanumeric())
            .any(|word| word == key);
        let in_frame = frame.contains(table[key].as_str());
        assert!(is_code || in_script || in_frame, "nothing uses `{key}`");
    }
    // The words are no part of it: another language may need more of them.
    assert!(script.len() < 61_000, "the script has {} bytes", script.len());
}

#[test]
fn words_of_the_input_cannot_become_part_of_the_page() {
    let (entry, text) = problem("nim");
    let text = draw(
        &*game(entry, &text),
        &Lesson::titled("</script><b>&\""),
        Form::Html,
        false,
        BUDGET,
    )
    .unwrap();
    for (part, count) in [
        ("</script><b>", 0),
        ("&lt;/script&gt;&lt;b&gt;&amp;&quot;", 2),
        ("<script", 2),
        ("</script>", 2),
    ] {
        assert_eq!(text.matches(part).count(), count, "{part}");
    }
    // The only address is the name of SVG's namespace, which nobody fetches.
    let addresses = text.matches("http").count();
    assert_eq!(addresses, 1 + text.matches("http-equiv").count());
}

/// A pupil can type a position as the page shows it, and no number is called a heap.
#[cfg(unix)]
#[test]
fn positions_of_ones_own_game_have_one_spelling() {
    needs!(has("python3", "pages of games of one's own"));
    let mut browser = browser!("the names of positions of one's own game");
    const TILES: &str = "[...document.querySelectorAll('.tile')].map((tile) => tile.textContent).join(';')";
    let folder = tempfile::tempdir().unwrap();
    browser.open(&page_of_program(&folder, &["fibonacci-nim", "--at", "6"]));
    let tiles = browser.value(TILES).as_str().unwrap().to_owned();
    assert!(tiles.split(';').all(|tile| tile.starts_with('(')), "{tiles}");
    assert_eq!(browser.text("remark"), "Position: (6, 5)");
    let map = browser.text("solve");
    browser.open(&page_of_program(&folder, &["take-or-split", "--at", "3 + 2"]));
    let tiles = browser.value(TILES).as_str().unwrap().to_owned();
    browser.open(&page_of_program(&folder, &["zero-one", "--at", "0110100"]));
    let names = browser.value(TILES).as_str().unwrap().to_owned() + &browser.text("map");
    for (text, part, is_there) in [
        (map, "Rows: n. Columns: most.", true),
        (tiles.clone(), " + ", true),
        (tiles, "0 0", false),
        (names, "0100", true),
    ] {
        assert_eq!(text.contains(part), is_there, "{part}: {text}");
    }
    // Long words break inside of their frames.
    let game = "def moves(s: str):\n    return [s[:3], s[:60], s + \"-\"] if len(s) == 400 else []\n";
    std::fs::write(folder.path().join("long.py"), game).unwrap();
    let path = page_of_program(&folder, &["long.py", "--at", &"x".repeat(400)]);
    for (size, scheme) in LOOKS {
        browser.look(size, scheme);
        browser.open(&path);
        assert_eq!(browser.value("document.documentElement.scrollWidth"), size[0]);
        let over = browser.value(SIDEWAYS);
        assert_eq!(over, json!([]), "{size:?}");
        let gap = "document.getElementById('code').getBoundingClientRect().left >=
            document.getElementById('seen').getBoundingClientRect().right || innerWidth < 600";
        assert_eq!(browser.value(gap), true, "words run over the method");
    }
}

/// Writes the page of a problem's input by the program. The words name the problem and its rules.
fn page_of_input(folder: &tempfile::TempDir, words: &str, text: &str) -> PathBuf {
    let path = folder.path().join(format!("{}.html", words.replace(' ', "_")));
    let drawn = gamesolve()
        .arg("draw")
        .args(words.split(' '))
        .arg("-o")
        .arg(&path)
        .write_stdin(text)
        .output()
        .unwrap();
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    path
}

#[test]
fn heaps_have_names_and_pictures_on_a_page() {
    let mut browser = browser!("heaps on a page");
    let folder = tempfile::tempdir().unwrap();
    for (slug, text, moves, label) in [
        (
            "nim",
            "2\n1 2\n",
            ["heap 1: leave 0", "heap 2: leave 1", "heap 2: leave 0"].as_slice(),
            "heap 2: 2",
        ),
        (
            "wythoff",
            "1 1\n",
            &["heap 1: leave 0", "heap 2: leave 0", "heap 1: leave 0, heap 2: leave 0"],
            "heap 1: 1",
        ),
        ("subtract", "3 2\n", &["pile: leave 2", "pile: leave 1"], "pile: 3"),
        ("marbles", "4\n", &["bag: leave 3", "bag: leave 2"], "bag: 4"),
        (
            "wythoff --misere",
            "2 0\n",
            &["heap 1: leave 1", "heap 1: leave 0"],
            "heap 2: 0",
        ),
        (
            "subtract --set",
            "5 2 1 4\n",
            &["pile: leave 4", "pile: leave 3", "pile: leave 1"],
            "pile: 5",
        ),
    ] {
        browser.open(&page_of_input(&folder, slug, text));
        let shown =
            browser.value("[...document.querySelectorAll('#moves button')].map((button) => button.textContent)");
        assert_eq!(shown, json!(moves), "{slug}");
        let labels = browser.value(
            "[...document.querySelectorAll('#board [aria-label]')].map((place) => place.getAttribute('aria-label'))",
        );
        assert!(labels.as_array().unwrap().contains(&json!(label)), "{slug}: {labels}");
    }
    for (words, text) in [
        ("nim", "3\n3 2 2\n"),
        ("nim --misere", "4\n2 1 1 2\n"),
        ("wythoff", "4 4\n"),
    ] {
        browser.open(&page_of_input(&folder, words, text));
        check_tiles(&mut browser, words);
    }
    if has("python3", "heaps of example games") {
        for words in [&["two-piles", "--at", "4 4"][..], &["up-to-three", "--at", "3 + 3 + 2"]] {
            browser.open(&page_of_program(&folder, words));
            check_tiles(&mut browser, words[0]);
        }
        browser.open(&page_of_program(&folder, &["two-piles", "--at", "2 3"]));
        let labels = browser.value(
            "[...document.querySelectorAll('#board g[aria-label]')].map((place) => place.getAttribute('aria-label'))",
        );
        assert_eq!(labels, json!(["x: 2", "y: 3"]));
    }
}

/// Checks that no two positions of the task on a page differ in the order of their numbers alone. Each tile is read once more
/// in other places of the list.
fn check_tiles(browser: &mut Browser, what: &str) {
    for _ in 0..4 {
        let tiles = browser.value(
            "[...document.querySelectorAll('#choices button')].map((tile) => {
                const name = tile.querySelector('svg')?.getAttribute('aria-label').replace(/heap .:/g, '') ?? tile.textContent;
                return name.match(/\\d+/g).filter((size) => size !== '0').sort().join(' ');
            })",
        );
        let tiles: Vec<String> = serde_json::from_value(tiles).unwrap();
        assert!(tiles.len() > 3, "{what}: {tiles:?}");
        assert_eq!(
            tiles.iter().collect::<BTreeSet<_>>().len(),
            tiles.len(),
            "{what}: {tiles:?}"
        );
        browser.click("#other");
    }
}

#[test]
fn a_losing_move_is_named_at_once_in_the_first_game() {
    let mut browser = browser!("remarks of a page");
    let folder = tempfile::tempdir().unwrap();
    browser.open(&page_of_input(&folder, "nim", "2\n1 2\n"));
    // A game that was taken back has no remark.
    for (clicks, place, part, is_there) in [
        (
            &["#moves [data-move='1 0']"][..],
            "status",
            "This move gives the win away.",
            true,
        ),
        (&["#undo"], "status", "gives the win away", false),
        (&[], "history", "threw the win away", false),
        (
            &["#new", "#moves [data-move='1 0']"],
            "status",
            "gives the win away",
            false,
        ),
        (
            &["#new", "#warn", "#moves [data-move='2 0']"],
            "status",
            "This move gives the win away.",
            true,
        ),
    ] {
        for selector in clicks {
            browser.click(selector);
        }
        assert_eq!(browser.text(place).contains(part), is_there, "{clicks:?}");
        let is_hidden = browser.value("document.getElementById('review').hidden");
        assert!(is_hidden == !is_there || clicks.len() > 1, "{clicks:?}");
    }
    // A win that becomes a draw, a draw that is lost, and points of two kinds.
    for (words, text, (wrong, remark), right) in [
        (
            "game",
            "4 4\n1\n1 2\n2 3\n1 4\n4 1\n",
            ("2", "This move gives the draw away."),
            "4",
        ),
        (
            "game",
            "4 4\n1\n1 2\n1 3\n2 4\n4 2\n",
            ("2", "This move gives the win away."),
            "3",
        ),
        (
            "score-game",
            "4 3\n0 5 3 9\n1\n1 2\n1 3\n2 4\n",
            ("2", "This move costs 7."),
            "3",
        ),
        (
            "score-game --decimals 2",
            "3 2\n0 -0.25 1.5\n1\n1 2\n1 3\n",
            ("2", "This move costs 1.75."),
            "3",
        ),
    ] {
        browser.open(&page_of_input(&folder, words, text));
        browser.click(&format!("#moves [data-move='{wrong}']"));
        let status = browser.text("status");
        assert!(status.contains(remark), "{words}: {status}");
        browser.open(&page_of_input(&folder, words, text));
        browser.click(&format!("#moves [data-move='{right}']"));
        let status = browser.text("status");
        assert!(!status.contains("This move"), "{words}: {status}");
    }
}

#[test]
fn a_page_states_the_rules_of_play_alone() {
    let folder = tempfile::tempdir().unwrap();
    for (entry, text) in samples() {
        let slug = entry.meta().slug;
        let page = std::fs::read_to_string(page_of_input(&folder, slug, &text)).unwrap();
        let rules = page
            .split("id=\"rules\"")
            .nth(1)
            .unwrap()
            .split("</div>")
            .next()
            .unwrap();
        assert!(rules.len() > 150, "{slug}: {rules}");
        for task in ["Find ", "Tell ", "tell who", "In how many", "what is the total"] {
            assert!(!rules.contains(task), "{slug}: {task}: {rules}");
        }
    }
}

/// The result of a task takes room, and the rules above it stay readable.
#[test]
fn the_rules_keep_their_room_beside_a_result() {
    let mut browser = browser!("the rules on a page");
    let folder = tempfile::tempdir().unwrap();
    for slug in ["police-thief", "nim", "cat-mouse-ii", "score-game"] {
        let (_, text) = problem(slug);
        browser.look([1280, 720], "light");
        browser.open(&page_of_input(&folder, slug, &text));
        let height = |browser: &mut Browser| {
            let height = browser.value("document.getElementById('rules').clientHeight / 16");
            height.as_f64().unwrap()
        };
        let before = height(&mut browser);
        browser.click("#choices .tile");
        browser.click("#check");
        assert!(browser.text("result").contains("of"), "{slug}");
        let after = height(&mut browser);
        assert!(after >= before.min(12.0), "{slug}: {before} rem, then {after} rem");
    }
}

#[test]
fn the_pages_of_example_games_are_accessible() {
    needs!(has_time() && has("python3", "pages of example games"));
    let mut browser = browser!("pages of example games");
    let folder = tempfile::tempdir().unwrap();
    let list = gamesolve().args(["list", "--games"]).output().unwrap();
    let list = String::from_utf8(list.stdout).unwrap();
    let mut faults = Vec::new();
    for name in list.lines().map(|line| line.split_whitespace().next().unwrap()) {
        let path = folder.path().join(format!("{name}.html"));
        let draw = |at: &[&str]| {
            gamesolve()
                .args(["draw", name, "-o"])
                .arg(&path)
                .args(at)
                .write_stdin("")
                .output()
                .unwrap()
        };
        let mut drawn = draw(&[]);
        if !drawn.status.success() {
            // The hint names a position that the game takes.
            let said = String::from_utf8(drawn.stderr).unwrap();
            let at = said.split("--at ").nth(1).unwrap_or_else(|| panic!("{name}: {said}"));
            drawn = draw(&["--at", at.trim().trim_matches('\'')]);
        }
        // Some games have more positions than a page holds.
        if drawn.status.code() == Some(4) {
            continue;
        }
        assert!(drawn.status.success(), "{drawn:?}");
        browser.open(&path);
        let title = browser.value("document.title");
        let first = title.as_str().unwrap().chars().next().unwrap();
        assert!(!first.is_lowercase(), "{name}: {title}");
        faults.extend(browser.find_faults(name, &LOOKS[..1]));
        // This rule is experimental, and axe-core leaves it out unless it is asked for.
        let mismatches = browser.value(
            "window.axe ? axe.run({ runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } })
                .then(({ violations }) => violations.length) : 0",
        );
        assert_eq!(mismatches, 0, "{name}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
