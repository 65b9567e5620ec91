//! A reader of pictures: it returns the content of a graph in Graphviz's language, and the faults of an SVG file.

/// Returns the vertices of a graph in Graphviz's language, each by the lines of its label, and the number of arcs.
///
/// # Errors
/// Fails if the text uses another part of that language than gamesolve writes.
pub fn dot_graph(text: &str) -> Result<(Vec<Vec<String>>, usize), String> {
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

/// Returns the strings in a statement, without their quotes.
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

/// Returns the fault of an SVG file, if any: it is no XML, it has no title, or it draws outside its frame.
pub fn svg_fault(text: &str) -> Option<String> {
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
    let is_scaled = |node: &roxmltree::Node<'_, '_>| {
        let transform =
            |node: roxmltree::Node<'_, '_>| node.attribute("transform").unwrap_or_default().contains("scale");
        node.ancestors().any(transform)
    };
    for node in svg.descendants().filter(|node| !is_scaled(node)) {
        let end = |place: &str, length: &str| Some(numbers(node, place)? + numbers(node, length).unwrap_or(0.0));
        if end("x", "width") > Some(frame[2]) || end("y", "height") > Some(frame[3]) {
            return Some(format!("{node:?} is outside the frame {frame:?}"));
        }
    }
    // The arcs of the drawing itself. Symbols and the key are drawn around origins of their own.
    let Some(drawing) = svg.children().find(|node| node.has_tag_name("g")) else {
        return Some("it has no drawing".into());
    };
    let is_arc = |node: &roxmltree::Node<'_, '_>| {
        let class = node.attribute("class").unwrap_or_default();
        class.starts_with("arc") || class.starts_with("head")
    };
    for way in drawing.children().filter(is_arc).filter_map(|node| node.attribute("d")) {
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
