//! `gamesolve draw`: every problem in every form, well formed, the same each time, and refused where it would be a lie.

use gamesolve::budget::Budget;
use gamesolve::engine::Outcome;
use gamesolve::picture::label;
use gamesolve::practice::draw::{Form, draw};
use gamesolve::problem::AnyGame;
use gamesolve::problem::{CertifyError as Doubt, Entry, Input, Variants};
use gamesolve::problems::REGISTRY;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;

use super::support::{Failures, gamesolve, root, samples};

const BUDGET: Budget = Budget::of(1 << 30);

/// The game behind the first test of an input, if it has a test.
fn game(entry: &dyn Entry, text: &str) -> Option<Box<dyn AnyGame>> {
    let input = Input {
        bytes: text.as_bytes(),
        variants: Variants::ORIGINAL,
    };
    (entry.tests(input).unwrap() > 0).then(|| entry.game(input, 0, BUDGET).unwrap())
}

#[test]
fn every_problem_is_drawn_in_every_form_from_every_family() {
    let mut failures = Failures::default();
    for entry in REGISTRY {
        let slug = entry.meta().slug;
        let mut pages = 0;
        for (seed, family) in (1..).zip(entry.families()) {
            let size = 6.min(entry.meta().size.1);
            let text = entry.generate(family.name, size, seed);
            let Some(game) = game(*entry, &text) else {
                continue;
            };
            // A page per problem is enough; families may go beyond what one holds, and then it must say so.
            match (pages == 0).then(|| draw(&*game, slug, Form::Html, false, BUDGET)) {
                Some(Ok(page)) => pages += usize::from(page.ends_with("</html>\n")),
                Some(Err(Doubt::Refused(refusal))) if refusal.to_string().contains("a page holds up to") => {}
                Some(Err(doubt)) => {
                    failures.add(format!("{slug} {} html: {doubt:?}", family.name));
                }
                None => {}
            }
            for (form, positions) in [
                (Form::Dot, false),
                (Form::Dot, true),
                (Form::Svg, false),
                (Form::Svg, true),
            ] {
                let drawn = draw(&*game, slug, form, positions, BUDGET);
                let drawn = match drawn {
                    Ok(drawn) => drawn,
                    Err(doubt) => {
                        failures.add(format!("{slug} {} {form:?}: {doubt:?}", family.name));
                        continue;
                    }
                };
                let fault = match form {
                    Form::Dot => dot_graph(&drawn).err(),
                    _ => svg_fault(&drawn),
                };
                if let Some(fault) = fault {
                    failures.add(format!("{slug} {} {form:?}: {fault}", family.name));
                }
                if draw(&*game, slug, form, positions, BUDGET).ok() != Some(drawn) {
                    failures.add(format!("{slug} {} {form:?}: not the same twice", family.name));
                }
            }
        }
        if pages == 0 {
            failures.add(format!("{slug}: no page from any family"));
        }
    }
    failures.finish();
}

/// The vertices of a graph in Graphviz's language, each by the lines of its label, and how many arcs there are.
///
/// # Errors
/// Where the text is not in the part of that language that is written here.
fn dot_graph(text: &str) -> Result<(Vec<Vec<String>>, usize), String> {
    let mut lines = text.lines();
    let head = lines.next().unwrap_or_default();
    let joint = match head.split_once(' ') {
        Some(("digraph", _)) => " -> ",
        Some(("graph", _)) => " -- ",
        _ => return Err(format!("it begins with {head}")),
    };
    let (mut vertices, mut arcs, mut closed) = (Vec::new(), 0, false);
    for line in lines {
        if closed {
            return Err(format!("after the end: {line}"));
        }
        if line == "}" {
            closed = true;
            continue;
        }
        let inside = line.strip_prefix("  ").and_then(|line| line.strip_suffix(';'));
        let inside = inside.ok_or_else(|| format!("no statement: {line}"))?;
        let strings = strings(inside)?;
        let name = inside.split(' ').next().unwrap_or_default();
        let number = |name: &str| name.strip_prefix('v').and_then(|n| n.parse::<usize>().ok());
        if let Some((from, to)) = inside.split_once(joint).filter(|(from, _)| number(from).is_some()) {
            let to = number(to.split(' ').next().unwrap_or_default());
            let ends = (number(from), to);
            if !matches!(ends, (Some(a), Some(b)) if a.max(b) < vertices.len()) {
                return Err(format!("an arc between {ends:?}"));
            }
            arcs += 1;
        } else if let Some(number) = number(name) {
            if number != vertices.len() {
                return Err(format!("vertex {number} comes as {}", vertices.len()));
            }
            let label = strings.first().ok_or("a vertex without a label")?;
            vertices.push(label.split("\\n").map(str::to_owned).collect());
        }
    }
    if closed {
        Ok((vertices, arcs))
    } else {
        Err("it does not end".into())
    }
}

/// The strings in a statement, without their quotes.
fn strings(statement: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    let mut signs = statement.chars();
    while let Some(sign) = signs.next() {
        match (&mut open, sign) {
            (Some(text), '\\') => {
                let next = signs.next().ok_or("a backslash at the end")?;
                text.push(sign);
                text.push(next);
            }
            (Some(_), '"') => found.extend(open.take()),
            (Some(text), sign) => text.push(sign),
            (None, '"') => open = Some(String::new()),
            (None, _) => {}
        }
    }
    match open {
        None => Ok(found),
        Some(text) => Err(format!("a string without end: {text}")),
    }
}

/// What is wrong with an SVG file, if anything: it is no XML, says nothing of itself, or draws outside its frame.
fn svg_fault(text: &str) -> Option<String> {
    let document = match roxmltree::Document::parse(text) {
        Ok(document) => document,
        Err(error) => return Some(error.to_string()),
    };
    let svg = document.root_element();
    let name = |name: &str| {
        svg.children()
            .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
    };
    if name("title").and_then(|title| title.text()).is_none() || name("desc").is_none() {
        return Some("it has no title or no description".into());
    }
    let frame: Vec<f64> = svg
        .attribute("viewBox")?
        .split(' ')
        .map(|number| number.parse().unwrap())
        .collect();
    let numbers = |node: roxmltree::Node<'_, '_>, name: &str| -> Option<f64> { node.attribute(name)?.parse().ok() };
    for node in svg.descendants() {
        let end = |place: &str, length: &str| Some(numbers(node, place)? + numbers(node, length).unwrap_or(0.0));
        if end("x", "width") > Some(frame[2]) || end("y", "height") > Some(frame[3]) {
            return Some(format!("{node:?} is outside the frame {frame:?}"));
        }
    }
    let ways = svg.descendants().filter(|node| node.attribute("class").is_some());
    for way in ways.filter_map(|node| node.attribute("d")) {
        let numbers = way.split(|sign: char| sign.is_ascii_alphabetic() || sign == ' ');
        let numbers = numbers.filter_map(|number| number.parse::<f64>().ok());
        if let Some(out) = numbers.into_iter().find(|&number| number < 0.0) {
            return Some(format!("an arc goes to {out}, outside the frame"));
        }
    }
    let fetched = svg
        .descendants()
        .any(|node| node.has_tag_name("image") || node.attributes().any(|a| a.name() == "href"));
    fetched.then(|| "it fetches something".into())
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
    let drawn = draw(&*game, "t", Form::Dot, false, BUDGET).unwrap();
    let (vertices, _) = dot_graph(&drawn).unwrap();
    let mut spots = vec![game.start()];
    let mut next = 0;
    let mut outcomes = std::collections::BTreeSet::new();
    while next < spots.len() {
        let spot = spots[next].clone();
        next += 1;
        let pieces = game.pieces(&spot);
        let value = game.value(&spot);
        assert_eq!(vertices[pieces[0].place as usize][1], label(value), "{spot:?}");
        outcomes.insert(value.outcome);
        for choice in game.moves(&spot) {
            if !spots.contains(&choice.to) {
                spots.push(choice.to);
            }
        }
    }
    assert_eq!(
        outcomes.into_iter().collect::<Vec<_>>(),
        [Outcome::Loss, Outcome::Draw, Outcome::Win]
    );
}

#[test]
fn a_graph_of_positions_is_whole_where_it_is_small_and_says_so_where_it_is_not() {
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
        .stdout(contains("30 positions of more."))
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
        .args(["draw", "stones", "--to", "svg", "-o"])
        .arg(&path)
        .arg(root("testdata/stones/sample-01.in"))
        .assert()
        .success()
        .stdout("");
    let written = std::fs::read_to_string(path).unwrap();
    assert_eq!(svg_fault(&written), None);
    assert!(written.contains("Stones on a Strip"));
}
