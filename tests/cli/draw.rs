//! The words of pictures by `gamesolve draw`, and its refusals. `tests/problems` draws every problem in every form.

use gamesolve::budget::Budget;
use gamesolve::engine::Outcome;
use gamesolve::picture::label;
use gamesolve::practice::draw::{Form, Lesson, draw, worksheet};
use gamesolve::problem::AnyGame;
use gamesolve::problem::{Entry, Input, Variants};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;

use super::drawn::{dot_graph, svg_fault};
use super::support::{gamesolve, has, needs, root, samples};

const BUDGET: Budget = Budget::of(1 << 30);

/// Returns the game of the first test of an input, if it has a test.
fn game(entry: &dyn Entry, text: &str) -> Option<Box<dyn AnyGame>> {
    let input = Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    (entry.tests(input).unwrap() > 0).then(|| entry.game(input, 0, BUDGET).unwrap())
}

#[test]
fn the_check_of_graphs_sees_what_is_wrong() {
    let good = "digraph \"a\" {\n  v0 [label=\"x\\\"\\ny\"];\n  v1 [label=\"z\"];\n  v0 -> v1;\n}\n";
    let (vertices, arcs) = dot_graph(good).unwrap();
    assert_eq!((vertices[0].len(), vertices.len(), arcs), (2, 2, 1));
    for bad in [
        good.replace("-> v1", "-> v2"),
        good.replace("\"z\"", "\"z"),
        good.replace("}\n", ""),
        good.replace("digraph", "digraf"),
        good.replace("v1;", "v1"),
    ] {
        assert!(dot_graph(&bad).is_err(), "{bad}");
    }
}

#[test]
fn the_vertices_of_a_graph_bear_the_outcomes_of_the_solver() {
    let (entry, text) = samples().find(|(entry, _)| entry.meta().slug == "game").unwrap();
    let game = game(entry, &text).unwrap();
    let drawn = draw(&*game, &Lesson::titled("t"), Form::Dot, false, BUDGET).unwrap();
    let (vertices, _) = dot_graph(&drawn).unwrap();
    let mut positions = vec![game.start()];
    let mut next = 0;
    let mut outcomes = std::collections::BTreeSet::new();
    while next < positions.len() {
        let position = positions[next].clone();
        next += 1;
        let pieces = game.pieces(&position);
        let value = game.value(&position);
        assert_eq!(vertices[pieces[0].place as usize][1], label(value), "{position:?}");
        outcomes.insert(value.outcome);
        for choice in game.moves(&position) {
            if !positions.contains(&choice.to) {
                positions.push(choice.to);
            }
        }
    }
    assert_eq!(
        outcomes.into_iter().collect::<Vec<_>>(),
        [Outcome::Loss, Outcome::Draw, Outcome::Win]
    );
}

#[test]
fn a_graph_of_positions_says_if_it_is_not_whole() {
    gamesolve()
        .args(["draw", "marbles", "-", "--to", "dot"])
        .write_stdin("10\n")
        .assert()
        .success()
        .stdout(contains("All 11 positions that can be reached."));
    gamesolve()
        .args(["draw", "marbles", "-", "--to", "dot"])
        .write_stdin("1000000000000000000\n")
        .assert()
        .success()
        .stdout(contains("15 positions of more."))
        .stdout(contains("dashed"));
}

#[test]
fn a_test_of_several_is_drawn_and_one_that_is_not_there_is_not() {
    let path = root("testdata/pas/sample-01.in");
    let count = std::fs::read_to_string(&path).unwrap().lines().count() - 2;
    for (test, code) in [(1, 0), (count, 0), (count + 1, 2)] {
        gamesolve()
            .args(["draw", "pas", "--to", "svg", "--test", &test.to_string()])
            .arg(&path)
            .assert()
            .code(code);
    }
}

#[test]
fn what_is_too_large_for_a_form_is_refused_with_the_limit() {
    for (problem, input, form, said) in [
        ("marbles", "1000000000000000000\n", "html", "2000000 moves"),
        ("nim", "3\n200 200 200\n", "html", "40000 positions"),
    ] {
        gamesolve()
            .args(["draw", problem, "--to", form])
            .write_stdin(input)
            .assert()
            .code(4)
            .stdout("")
            .stderr(contains(said).and(contains("hint: ")));
    }
}

#[test]
fn a_picture_is_written_to_the_file_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.svg");
    gamesolve()
        .args(["draw", "stones", "-o"])
        .arg(&path)
        .arg(root("testdata/stones/sample-01.in"))
        .assert()
        .success()
        .stdout("");
    let written = std::fs::read_to_string(path).unwrap();
    assert_eq!(svg_fault(&written), None);
    assert!(written.contains("Stones on a Strip"));
    gamesolve()
        .args(["draw", "stones", "-o", "picture.png"])
        .write_stdin("1\n.\n")
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains(
            "error: gamesolve draws no png\nhint: `-o game.svg` makes a picture",
        ));
}

/// The least work is enough, because nothing is solved.
#[test]
fn a_game_too_large_to_draw_is_refused_unsolved() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("x.in");
    std::fs::write(&input, "403 81 597\n2\n2837\n7107\n").unwrap();
    for (form, most) in [
        ("svg", "this picture shows up to 400"),
        ("html", "this page shows up to 400"),
    ] {
        let run = super::support::gamesolve()
            .args(["draw", "pas", "--to", form, "--work-limit", "1"])
            .arg(&input)
            .output()
            .unwrap();
        let said = String::from_utf8(run.stderr).unwrap();
        assert_eq!((run.status.code(), run.stdout.len()), (Some(4), 0), "{said}");
        assert!(said.contains(most), "{said}");
    }
}

/// Returns each text inside the drawing with its class and its place, without room for answers.
fn texts(svg: &str) -> Vec<(String, String, String)> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let drawing = document
        .root_element()
        .children()
        .find(|node| node.has_tag_name("g"))
        .unwrap();
    let texts = drawing.descendants().filter(|node| node.has_tag_name("text"));
    let texts = texts.map(|node| {
        let at = |name| node.attribute(name).unwrap().to_owned();
        (at("x"), at("y"), node.text().unwrap_or_default().to_owned())
    });
    texts.filter(|(_, _, text)| !text.starts_with("____")).collect()
}

/// A worksheet must not give its answers away: by words, by colours, by shapes, or by the place of anything.
#[test]
fn every_worksheet_has_the_layout_but_no_answer() {
    for (entry, text) in samples() {
        let slug = entry.meta().slug;
        let game = game(entry, &text).unwrap();
        for positions in [false, true] {
            let sheet = |form| worksheet(&*game, slug, form, positions, BUDGET).unwrap().unwrap();
            let (blank, full) = (
                sheet(Form::Svg),
                draw(&*game, &Lesson::titled(slug), Form::Svg, positions, BUDGET).unwrap(),
            );
            assert_eq!(svg_fault(&blank), None, "{slug}");
            for text in texts(&blank) {
                assert!(texts(&full).contains(&text), "{slug}: {text:?}");
            }
            let document = roxmltree::Document::parse(&blank).unwrap();
            let classes = document.descendants().filter_map(|node| node.attribute("class"));
            let known = |class: &str| ["w", "l", "d", "wins", "change"].contains(&class);
            assert!(!classes.flat_map(str::split_whitespace).any(known), "{slug}");
            let told = ["Nimber", "Winning", "Best move", "xor", "won for", "best move"];
            let dot = sheet(Form::Dot);
            assert!(dot_graph(&dot).is_ok(), "{slug}");
            for text in [&blank, &dot] {
                assert_eq!(told.iter().find(|word| text.contains(**word)), None, "{slug}");
            }
            assert!(
                !["shape=ellipse", "shape=octagon", "color=\"#007a59\""]
                    .iter()
                    .any(|word| dot.contains(word)),
                "{slug}"
            );
            let page = sheet(Form::Html);
            assert_eq!(page.matches(&blank).count() + page.matches(&full).count(), 2, "{slug}");
            assert!(
                page.find(&blank) < page.find("Answers") && page.find("Answers") < page.find(&full),
                "{slug}"
            );
        }
    }
}

/// Returns the sentences on the page of a sample with these variants, or nothing if it has none.
fn facts(entry: &dyn Entry, text: &str, variants: &Variants) -> String {
    let bytes = text.as_bytes();
    let game = entry.game(Input { bytes, variants }, 0, BUDGET).unwrap();
    // The page of the L game takes seconds, and it has nothing to state.
    if game.heading().is_none() {
        return String::new();
    }
    let lesson = Lesson {
        rules: "The original rules.",
        ..Lesson::titled("t")
    };
    let page = draw(&*game, &lesson, Form::Html, false, BUDGET).unwrap();
    // A changed rule stands before the original rules, and the numbers of the instance after them.
    let (before, after) = page.split_once("<p>The original rules.</p>").unwrap();
    let between = |text: &str, start: &str, end: &str| {
        let found = text.split_once(start).and_then(|(_, rest)| rest.split_once(end));
        found.map(|(sentences, _)| sentences.to_owned())
    };
    let facts = between(after, "<p id=\"facts\"><strong>In this game:</strong> ", "</p>");
    let changed = between(before, "<p id=\"changed\"><strong>", "</strong> The text below");
    let facts = facts.into_iter().chain(changed).collect::<Vec<_>>().join(" ");
    let blank = worksheet(&*game, "t", Form::Svg, false, BUDGET).unwrap().unwrap();
    let blank = roxmltree::Document::parse(&blank).unwrap();
    let words = blank.descendants().filter(|node| node.has_tag_name("text"));
    let words: Vec<&str> = words.filter_map(|node| node.text()).collect();
    for text in [words.join(" "), game.board(&game.start())] {
        assert!(text.contains(&facts), "{facts}: {text}");
    }
    facts
}

#[test]
fn a_page_states_the_rules_that_are_played() {
    let numbers = [
        ("subtract", "A move takes 1 to 3 stones."),
        ("pas", "The lengths of the three strips: 1, 1, 5."),
        ("cat-mouse-ii", "The longest jumps: mouse 2, cat 1."),
    ];
    let changes = [
        (
            "stones",
            "reach",
            "Changed rule: The longest slide of a stone has the length 3 instead of 2.",
        ),
        (
            "nim",
            "misere",
            "Changed rule: The player who takes the last stone loses.",
        ),
        ("wythoff", "misere", "Changed rule: The player who cannot move wins."),
        (
            "subtract",
            "set",
            "The numbers of stones that a move may take: 3. Changed rule: A move takes one of",
        ),
        ("pawns", "loopy", "If neither player can win, the game is a draw."),
    ];
    for (entry, text) in samples() {
        let meta = entry.meta();
        let said = facts(entry, &text, Variants::ORIGINAL);
        let own = numbers.iter().find(|(slug, _)| *slug == meta.slug);
        assert_eq!(said, own.map_or("", |(_, sentence)| sentence), "{}", meta.slug);
        for variant in meta.all_variants() {
            let mut variants = Variants::default();
            variants.set(variant, 3);
            let changed = facts(entry, &text, &variants);
            assert_ne!(changed, said, "{} --{}", meta.slug, variant.name);
            let rule = variant.rule.replace(" K ", " 3 ");
            assert!(changed.contains(&rule), "{} --{}: {changed}", meta.slug, variant.name);
            let own = changes
                .iter()
                .find(|known| (known.0, known.1) == (meta.slug, variant.name));
            let sentence = own.map_or("Changed rule: ", |(_, _, sentence)| sentence);
            assert!(
                changed.contains(sentence),
                "{} --{}: {changed}",
                meta.slug,
                variant.name
            );
        }
    }
}

#[test]
fn words_of_digits_are_words_and_numbers_are_no_heaps() {
    needs!(has("python3", "drawings of games of one's own"));
    let run = |words: &[&str]| {
        let output = gamesolve().args(words).write_stdin("quit\n").output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{words:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    };
    // The file states `LETTERS`, and no annotation.
    let shown = run(&["explain", "zero-one", "--at", "0110"]);
    assert!(shown.starts_with("position: 0110\n"), "{shown}");
    let drawn = run(&["draw", "zero-one", "--at", "0110", "--positions", "--to", "svg"]);
    let drawn: Vec<String> = texts(&drawn).into_iter().map(|(_, _, text)| text).collect();
    assert!(
        ["0110", "10", "01"]
            .iter()
            .all(|word| drawn.iter().any(|text| text == word)),
        "{drawn:?}"
    );
    for (words, part, is_there) in [
        (
            "play zero-one --at 0110 --plain",
            "the new word, as it is written here",
            true,
        ),
        (
            "play fibonacci-nim --at 5 --plain",
            "the new position, as it is written here",
            true,
        ),
        ("draw fibonacci-nim --at 5 --to svg", "heap", false),
        ("draw fibonacci-nim --at 5 --to svg", "stones", false),
    ] {
        let shown = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(shown.contains(part), is_there, "{words}: {shown}");
    }
    // The second number is the most stones that the next move may take.
    let shown = run(&["explain", "fibonacci-nim", "--at", "5"]);
    assert!(shown.starts_with("   n:   5\nmost:   4\nposition: (5, 4)\n"), "{shown}");
}

#[test]
fn the_hint_for_a_position_is_the_typed_command() {
    needs!(has("python3", "a hint of a game of one's own"));
    let folder = tempfile::tempdir().unwrap();
    let typed = ["draw", "zero-one", "-o", "a page.html"];
    let draw = |words: &[&str]| {
        let mut command = gamesolve();
        command.args(words).current_dir(folder.path()).write_stdin("").assert()
    };
    let hint = "hint: gamesolve draw zero-one -o 'a page.html' --at 010\n";
    draw(&typed).code(2).stdout("").stderr(contains(hint));
    draw(&[&typed[..], &["--at", "010"]].concat()).success();
    assert!(folder.path().join("a page.html").exists());
}

#[test]
fn a_worksheet_without_a_move_has_nothing_to_fill_in() {
    for (problem, input) in [("nim", "1\n0\n"), ("game", "1 0\n1\n"), ("stones", "1\nX\n")] {
        gamesolve()
            .args(["draw", problem, "--blank", "--to", "svg", "-"])
            .write_stdin(input)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains("nothing to fill in, because no move is possible"));
    }
}

#[test]
fn hostile_words_stay_text_in_every_picture() {
    let title = "<script>alert(1)</script>&\"]]>";
    let (entry, text) = samples().find(|(entry, _)| entry.meta().slug == "game").unwrap();
    let game = game(entry, &text).unwrap();
    let picture = draw(&*game, &Lesson::titled(title), Form::Svg, false, BUDGET).unwrap();
    assert_eq!(svg_fault(&picture), None);
    let page = worksheet(&*game, title, Form::Html, false, BUDGET).unwrap().unwrap();
    for (part, is_there) in [("<script", false), ("&lt;script&gt;", true)] {
        assert_eq!(page.contains(part), is_there, "{page}");
    }
}

/// Signs are drawn as symbols with a key, and every heap and cell has its name.
#[test]
fn symbols_and_names_are_drawn_with_a_key() {
    let words_of = |slug: &str| {
        let (entry, text) = samples().find(|(entry, _)| entry.meta().slug == slug).unwrap();
        let svg = draw(
            &*game(entry, &text).unwrap(),
            &Lesson::titled(slug),
            Form::Svg,
            false,
            BUDGET,
        )
        .unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        texts
            .filter_map(|node| node.text().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    for (slug, words) in [
        ("police-thief", &["police", "thief", "exit", "1,1"][..]),
        ("cat-mouse-ii", &["cat", "mouse", "wall", "food", "1,5"]),
        ("lgame", &["piece of A", "piece of B", "stone", "11", "44"]),
        ("nim", &["heap 1", "heap 2", "heap 3"]),
        ("game", &["token", "won for the player to move", "a winning move"]),
    ] {
        let drawn = words_of(slug);
        for word in words {
            assert!(drawn.iter().any(|text| text == word), "{slug}: {word} of {drawn:?}");
        }
    }
}
