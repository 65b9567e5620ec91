//! Reads the optional lines of a C++ game from its text, and the number of numbers in a position.
//!
//! The text is not parsed. The reader searches for comments, the head of `moves`, and names of types (`using`,
//! `typedef`, `#define`).

use std::collections::HashSet;

use itertools::Itertools as _;

use super::grader::{self, CppWay};
use super::mistake::{Cure, Cured, Fault, GameLanguage};
use super::notation::{limit, limits_of};
use super::optional::{self, LINES, LineKind, OptionalLine};
use super::protocol::Facts;

/// The compiler's name for the grader's text after the user's file.
pub const GRADER: &str = "grader";

/// Returns a whole program: a game called `name` in messages of the compiler, the grader around it, and a `main`.
pub fn around(source: &str, name: &str, facts: &Facts, way: CppWay, main: &str) -> String {
    let functions = [
        (facts.has_start(), "#define GS_START\n"),
        (facts.reads(), "#define GS_READ\n"),
        (facts.valid().is_some(), "#define GS_VALID\n"),
    ];
    let defined = functions.into_iter().filter(|(is_there, _)| *is_there);
    let functions: String = defined.map(|(_, line)| line).collect();
    let (has_all_headers, body) = without_headers(source, way);
    // A game may need a header that <chrono> includes, in C++17 too.
    let common = match (has_all_headers, way.has_common_headers) {
        (true, _) => "#define GS_COMMON_HEADERS\n",
        (false, true) => "",
        (false, false) => "#include <chrono>\n#include <sstream>\n",
    };
    let counts = if way.counts_rounds { "#define GS_COUNTS\n" } else { "" };
    let [head, tail] = grader::CPP;
    // The grader follows the file, so a macro of the file would change it.
    let forgotten: String = macros(source)
        .chain(["for", "while"])
        .map(|name| format!("#undef {name}\n"))
        .collect();
    format!(
        "#define GS_PARAMETERS \"{}\"\n{functions}{common}{counts}{head}\n#line 1 \"{name}\"\n{body}\n{forgotten}#line 1 \
         \"{GRADER}\"\n{tail}{main}",
        facts.parameters().join(" "),
    )
}

/// Returns the text of a game without the headers that its grader has, and whether it included `bits/stdc++.h`.
fn without_headers(source: &str, way: CppWay) -> (bool, String) {
    let mut has_all_headers = false;
    let kept = |line| {
        let is_included = |header| str::trim(line).starts_with("#include") && line.contains(header);
        let is_replaced = way.has_common_headers && is_included("<bits/stdc++.h>");
        has_all_headers |= is_replaced;
        if is_replaced || is_included("\"game.h\"") {
            ""
        } else {
            line
        }
    };
    let lines: Vec<&str> = source.lines().map(kept).collect();
    (has_all_headers, lines.join("\n"))
}

/// Returns the optional lines of a source in order, each with its number and its value.
fn optional_lines(source: &str) -> impl Iterator<Item = (usize, &'static OptionalLine, &str)> {
    (1..).zip(source.lines()).filter_map(|(number, text)| {
        let (line, value) = OptionalLine::of_comment(text.trim().strip_prefix("//")?)?;
        Some((number, line, value))
    })
}

/// Returns the first line that gives an optional line again.
fn repeated(source: &str) -> Option<Cured> {
    let mut seen = HashSet::new();
    optional_lines(source).find_map(|(number, line, value)| {
        let names: Vec<String> = match line.kind {
            LineKind::Limits => {
                let names = limits_of(value).into_iter().flat_map(|(names, _)| names);
                names.map(|name| format!("LIMITS: {name}")).collect()
            }
            _ => vec![line.name.to_owned()],
        };
        let twice = names.into_iter().find(|name| !seen.insert(name.clone()))?;
        Some(optional::twice(number.to_string(), twice))
    })
}

/// Adds the limits in the value of a line to the facts.
fn state_limits(facts: &mut Facts, value: &str) {
    let mut groups = limits_of(value);
    if groups.is_empty() {
        groups.push((Vec::new(), Vec::new()));
    }
    // If it is no number, keep the text, so that the error shows it.
    let plain = |end| limit(end).map_or_else(|| str::to_owned(end), |number| number.to_string());
    for (mut names, ends) in groups {
        if names.is_empty() {
            names.push("");
        }
        let ends = ends.into_iter().map(plain).join(" ");
        for name in names {
            facts.state(format!("LIMIT {name}"), &*ends);
        }
    }
}

/// Reads the facts of a C++ game: comments such as `// INPUT: T: n`, and the names of the arguments.
pub fn facts(source: &str) -> Facts {
    let mut facts = Facts::default();
    for (_, line, value) in optional_lines(source) {
        let value = value.trim_matches('"');
        match line.kind {
            LineKind::Limits => state_limits(&mut facts, value),
            _ => facts.state(line.name, value),
        }
    }
    let aliases = aliases(source);
    let read =
        |found: Vec<&str>| -> Vec<Argument> { found.iter().map(|text| Argument::read(text, &aliases)).collect() };
    let of_moves = arguments(source, "moves").map(read);
    let start = arguments(source, "start").map(read);
    let takes = |function: &'static str, what, cure| {
        Fault::Takes(function, what, line_of(source, function)).cured_by_words(cure)
    };
    let takes_nothing = |arguments: &Option<Vec<Argument>>| arguments.as_ref().is_some_and(Vec::is_empty);
    let no_position = takes_nothing(&of_moves).then(|| takes("moves", "no position", "void moves(int n)"));
    let no_number = takes_nothing(&start).then(|| takes("start", "no number of the input", "void start(int n)"));
    let of_moves = of_moves.unwrap_or_default();
    if start.is_some() {
        facts.state("TAKES", names_of(&of_moves).join(" "));
    }
    if has_reader(source) {
        facts.state("READ", "yes");
    }
    // A function that the file calls itself is its own. The numbers of a test are its arguments in order.
    if defines(source, "valid") && !is_called(source, "valid") {
        facts.state("VALID", "");
    }
    let arguments = start.unwrap_or(of_moves);
    match &arguments[..] {
        [argument] if argument.kind.contains("string") => facts.state("KIND", "str"),
        [numbers @ .., last] if last.is_list(&aliases) && numbers.iter().all(Argument::is_number) => {
            facts.state("KIND", "list");
        }
        _ => {}
    }
    facts.state("PARAMETERS", names_of(&arguments).join(" "));
    let wrong_reader = || {
        let what = "the text of an input, and nothing else";
        has_wrong_reader(source, &facts).then(|| takes("read", what, "void read(string text)"))
    };
    facts.mistake = no_position
        .or_else(|| without_effect(source, &facts))
        .or_else(wrong_reader)
        .or(no_number)
        .or_else(|| word_beside(source, &facts, &arguments))
        .or_else(|| repeated(source));
    facts
}

/// Returns the place of the definition of a function at the end of a sentence.
pub fn line_of(source: &str, function: &str) -> String {
    let head = arguments(source, function).and_then(|arguments| arguments.first().copied());
    let is_head = |line: &&str| line.contains(function) && head.is_none_or(|head| line.contains(head));
    let line = source
        .lines()
        .position(|line| is_head(&line) && !line.trim_start().starts_with("//"));
    line.map_or_else(String::new, |line| format!(" (line {})", line + 1))
}

/// Returns whether a word is almost a name: its letters differ in case, or by one letter, or by a swap.
fn is_near(word: &str, name: &str) -> bool {
    word != name && strsim::osa_distance(&word.to_uppercase(), name) < 2
}

/// Returns the mistake of a comment or a variable that is almost an optional line.
///
/// A comment may be prose, so its value has to fit.
fn without_effect(source: &str, facts: &Facts) -> Option<Cured> {
    let mut is_block = false;
    (1..).zip(source.lines()).find_map(|(number, line)| {
        let text = line.trim();
        let is_comment = is_block || text.starts_with("//") || text.starts_with("/*");
        let opened = text.rfind("/*").map_or(text, |at| &text[at..]);
        is_block = (is_block || text.contains("/*")) && !opened.contains("*/");
        let (word, value) = if is_comment {
            let text = text.trim_start_matches(['/', '*', '!', ' ', '\t']);
            text.split_at(text.find(|c| !of_name(c)).unwrap_or(text.len()))
        } else {
            // A variable such as `string INPUT = "n";`, which no other line uses.
            let (head, value) = text.split_once("= \"").unwrap_or_default();
            let word = head.trim_end().rsplit(|c| !of_name(c)).next().unwrap_or_default();
            (if source.matches(word).count() == 1 { word } else { "" }, value)
        };
        let sign = value.trim_start().chars().next().unwrap_or_default();
        let value = value.trim_start().trim_start_matches([':', '=']).trim();
        let value = value.trim_end_matches(['*', '/', ';', ' ']).trim_matches('"');
        let is_right = text.strip_prefix("//").and_then(OptionalLine::of_comment).is_some();
        let is_almost = |line: &&OptionalLine| {
            let has_sign = [':', '='].contains(&sign) || !is_comment;
            // Without a sign a single word may be anything.
            let fits_alone = !matches!(line.kind, LineKind::Word | LineKind::Samples);
            let is_same = word == line.name;
            let is_meant = has_sign && is_near(word, line.name) || is_same && (has_sign || fits_alone);
            is_meant && !(is_same && is_right) && line.fits(value, facts)
        };
        let line = LINES.iter().find(is_almost)?;
        let is_stated = |(known, _): &(String, String)| {
            known == line.name || line.kind == LineKind::Limits && known.starts_with("LIMIT ")
        };
        if facts.lines.iter().any(is_stated) {
            return None;
        }
        let fault = Fault::NoEffect(word.to_owned(), number);
        Some(if line.languages.contains(&GameLanguage::Cpp) {
            fault.cured_by(Cure::Line(line.name, value.to_owned()))
        } else {
            fault.cured_by_words("`gamesolve table` takes samples as `--samples IN OUT`")
        })
    })
}

/// Returns whether the file has a `read` of another kind that it does not use.
fn has_wrong_reader(source: &str, facts: &Facts) -> bool {
    !facts.reads() && defines(source, "read") && !is_called(source, "read")
}

/// Returns whether a source that defines a function also calls it.
fn is_called(source: &str, function: &str) -> bool {
    let is_call = |(at, _): &(usize, &str)| {
        !source[..*at].ends_with(of_name) && source[at + function.len()..].trim_start().starts_with('(')
    };
    source.match_indices(function).filter(is_call).count() != 1
}

/// Returns the mistake of a word beside numbers in `INPUT`, with the function that reads such an input.
fn word_beside(source: &str, facts: &Facts, arguments: &[Argument]) -> Option<Cured> {
    let word = arguments.iter().find(|argument| argument.kind.contains("string"))?;
    if arguments.len() < 2 || facts.get("INPUT").is_none() || facts.reads() {
        return None;
    }
    let name = |(at, argument): (usize, &Argument)| match &*argument.name {
        "" => format!("x{}", at + 1),
        name => name.to_owned(),
    };
    let names: Vec<String> = arguments.iter().enumerate().map(name).collect();
    let declared = arguments.iter().zip(&names);
    let declared = declared.map(|(argument, name)| format!("{} {name}; ", argument.kind));
    let [function, to] = if facts.has_start() {
        ["start"; 2]
    } else {
        ["moves", "to"]
    };
    let cure = format!(
        "void read(string text) {{ stringstream in(text); {}in >> {}; {to}({}); }}",
        declared.format(""),
        names.join(" >> "),
        names.join(", "),
    );
    let fault = Fault::WordBeside(word.name.clone(), line_of(source, function));
    Some(fault.cured_by(Cure::Words(cure)))
}

/// Returns the names of the numbers of a function's arguments. An argument without a name gets a letter.
fn names_of(arguments: &[Argument]) -> Vec<String> {
    let mut names: Vec<String> = arguments.iter().flat_map(Argument::names).collect();
    let is_alone = names.len() == 1;
    for (name, letter) in names.iter_mut().zip('a'..).filter(|(name, _)| name.is_empty()) {
        *name = if is_alone { "n".to_owned() } else { letter.to_string() };
    }
    names
}

/// Returns the names of the macros that a source defines.
pub fn macros(source: &str) -> impl Iterator<Item = &str> {
    let defined = source
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define"));
    defined.filter_map(|rest| {
        let rest = rest.trim_start();
        let end = rest.find(|c| !of_name(c)).unwrap_or(rest.len());
        (end > 0).then_some(&rest[..end])
    })
}

/// Returns the names that a source gives to types, each with its type.
fn aliases(source: &str) -> Vec<(&str, &str)> {
    let of_line = |line| {
        let line = str::trim(line);
        if let Some(rest) = line.strip_prefix("using ") {
            let (name, kind) = rest.split_once(';')?.0.split_once('=')?;
            return Some((name.trim(), kind.trim()));
        }
        if let Some(rest) = line.strip_prefix("typedef ") {
            let (kind, name) = rest.split_once(';')?.0.rsplit_once(' ')?;
            return Some((name.trim(), kind.trim()));
        }
        let (name, kind) = line.strip_prefix("#define ")?.trim().split_once(' ')?;
        Some((name, kind.trim()))
    };
    source.lines().filter_map(of_line).collect()
}

fn of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// An argument of a function: its type without `const` and `&`, and its name, which may be empty.
struct Argument {
    kind: String,
    name: String,
}

impl Argument {
    fn read(text: &str, aliases: &[(&str, &str)]) -> Argument {
        let text = text.trim().trim_start_matches("const ").trim();
        let (before, name) = text.split_at(text.trim_end_matches(of_name).len());
        let before = before.trim_end_matches(['&', ' ']);
        let (kind, name) = if before.is_empty() || is_type(name) {
            (text.trim_end_matches(['&', ' ']), "")
        } else {
            (before, name)
        };
        Argument {
            kind: meant(kind, aliases).to_owned(),
            name: name.to_owned(),
        }
    }

    /// Returns the names of its numbers: its own name, or a letter for each number of a pair, tuple or array.
    fn names(&self) -> Vec<String> {
        let inside = |named: &str| Some(at_commas(self.kind.strip_prefix(named)?.rsplit_once('>')?.0));
        let of_array = || inside("array<")?.get(1)?.parse().ok();
        let count = inside("pair<").or_else(|| inside("tuple<")).map(|types| types.len());
        match count.or_else(of_array) {
            Some(count @ 1..=26) => ('a'..='z').take(count).map(String::from).collect(),
            _ => vec![self.name.clone()],
        }
    }

    /// Returns whether it is one number.
    fn is_number(&self) -> bool {
        self.kind.split(' ').all(is_type)
    }

    /// Returns whether it is a list of numbers.
    fn is_list(&self, aliases: &[(&str, &str)]) -> bool {
        let inside = |kind: &str| {
            kind.strip_prefix("vector<")?
                .strip_suffix('>')
                .map(|kind| kind.trim().to_owned())
        };
        inside(&self.kind).is_some_and(|kind| meant(&kind, aliases).split(' ').all(is_type))
    }
}

/// Returns whether a word belongs to the types of numbers.
fn is_type(word: &str) -> bool {
    const WORDS: [&str; 9] = [
        "int", "long", "short", "unsigned", "signed", "char", "bool", "int64_t", "uint64_t",
    ];
    WORDS.contains(&word)
}

/// Returns the type behind a name, or the name itself if it is no alias.
fn meant<'a>(kind: &'a str, aliases: &[(&'a str, &'a str)]) -> &'a str {
    // An alias may lead to an alias. Compilers accept no circles.
    const DEEPEST: usize = 8;
    let mut kind = kind.trim_start_matches("std::");
    for _ in 0..DEEPEST {
        let Some((_, other)) = aliases.iter().find(|(name, _)| *name == kind) else {
            break;
        };
        kind = other.trim_start_matches("std::");
    }
    kind
}

/// Returns the arguments of a function at its definition.
fn arguments<'a>(source: &'a str, function: &str) -> Option<Vec<&'a str>> {
    source.match_indices(function).find_map(|(at, _)| {
        let (before, behind) = (source[..at].trim_end(), &source[at + function.len()..]);
        // A definition has a type before it and a body after it.
        let is_word = !source[..at].ends_with(of_name);
        let has_type = before.ends_with(|c: char| of_name(c) || c == '>' || c == '&') && !before.ends_with("return");
        let (inside, body) = behind.trim_start().strip_prefix('(')?.split_once(')')?;
        // Words such as `noexcept`, or the return type, may stand before the body.
        let between = body.split_once('{')?.0;
        let is_head = between
            .chars()
            .all(|c| of_name(c) || c.is_whitespace() || "<>:,&-()".contains(c));
        (is_word && has_type && is_head).then(|| at_commas(inside))
    })
}

/// Returns whether a source has a function `read` that takes the text of an input.
///
/// Many sources have a `read` of another kind, for fast input.
fn has_reader(source: &str) -> bool {
    matches!(arguments(source, "read").as_deref(), Some([text]) if {
        let is_own = !text.contains('&') || text.starts_with("const ");
        is_own && Argument::read(text, &[]).kind == "string"
    })
}

/// Returns the number of the first line with `to(sum(...))`, which is no move.
pub fn sum_in_move(source: &str) -> Option<usize> {
    let is_such = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        code.match_indices("to(sum(")
            .any(|(at, _)| !code[..at].ends_with(of_name))
    };
    source.lines().position(is_such).map(|line| line + 1)
}

/// Returns whether a source defines this function.
pub fn defines(source: &str, function: &str) -> bool {
    arguments(source, function).is_some()
}

/// Returns the arguments of `moves` that have a default.
pub fn defaults(source: &str) -> Vec<&str> {
    let mut arguments = arguments(source, "moves").unwrap_or_default();
    arguments.retain(|argument| argument.contains('='));
    arguments
}

/// Splits a text at the commas outside of `<` and `>`.
fn at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_between = |c: char| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        c == ',' && depth == 0
    };
    let parts = text.split(is_between).map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_from_the_text() {
        let told =
            facts("// INPUT: T: n\n// LIMITS: n 1 100\n#include \"game.h\"\nvoid moves(int n, vector<int> rows) {}\n");
        assert_eq!(told.get("INPUT"), Some("T: n"));
        assert_eq!(told.limit("n"), Some((1, 100)));
        assert_eq!(told.parameters(), ["n", "rows"]);
        let shared = facts("// LIMITS: a b 0 10^2\n#include \"game.h\"\nvoid moves(int a, int b) {}\n");
        assert_eq!([shared.limit("a"), shared.limit("b")], [Some((0, 100)); 2]);
        assert_eq!(facts("void moves(string s) {}").get("KIND"), Some("str"));
        let parameters = |source: &str| facts(source).parameters();
        assert_eq!(
            parameters("void helper() { moves(3); return moves(4); }\nvector<int>  moves (const int& n, int k)\n{}"),
            ["n", "k"]
        );
        assert_eq!(
            parameters("set<pair<int, int>> moves(pair<int, long long> p) {}"),
            ["a", "b"]
        );
        assert_eq!(parameters("void moves(tuple<int, int, int> p) {}"), ["a", "b", "c"]);
        assert_eq!(parameters("void moves(std::array<int, 2> p) {}"), ["a", "b"]);
        assert_eq!(parameters("void moves(vector<pair<int, int>> rows) {}"), ["rows"]);
        assert_eq!(parameters("void moves(int n) noexcept {}"), ["n"]);
        assert_eq!(parameters("auto moves(int n, int k) -> vector<int> {}"), ["n", "k"]);
        assert_eq!(parameters("void moves(int) {}"), ["n"]);
        assert_eq!(
            parameters("typedef pair<int,int> pii;\nvoid moves(pii p) {}"),
            ["a", "b"]
        );
        assert_eq!(
            parameters("using P = std::array<int, 4>;\nvoid moves(const P& p) {}"),
            ["a", "b", "c", "d"]
        );
        assert_eq!(
            parameters("using Q = pair<int, int>;\n#define pii Q\nvoid moves(pii p) {}"),
            ["a", "b"]
        );
        assert_eq!(parameters("#define int long long\nvoid moves(int n) {}"), ["n"]);
        let kind = |source: &str| facts(source).get("KIND").map(str::to_owned);
        assert_eq!(
            kind("using ll = long long;\nvoid moves(vector<ll>& a) {}").as_deref(),
            Some("list")
        );
        assert_eq!(kind("void moves(vector<pair<int, int>> a) {}"), None);
        assert_eq!(
            macros("#define int long long\n # define all(x) begin(x), end(x)\n#include <x>\n").collect::<Vec<_>>(),
            ["int", "all"]
        );
        assert_eq!(parameters("void moves(const int&, ll, unsigned k) {}"), ["a", "b", "k"]);
        assert_eq!(
            parameters("void help() { return moves(3); }\nvoid moves(int n);\nvoid moves(int n) {}"),
            ["n"]
        );
        assert_eq!(
            facts("void start(int k) {}\nvoid moves(int n, int m) {}").parameters(),
            ["k"]
        );
    }
}
