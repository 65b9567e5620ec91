//! Reads the optional lines of a C++ game from its text, and the number of numbers in a position.
//!
//! The text is not parsed. The reader searches for comments, the head of `moves`, and names of types (`using`,
//! `typedef`, `#define`).

use std::collections::HashSet;

use itertools::Itertools as _;

use super::form::Form;
use super::grader::{self, CppWay};
use super::literals::{OPTIONAL, limit, limits_of};
use super::protocol::Facts;

/// The names of the optional lines that hold a text.
const TEXTS: [&str; 7] = ["INPUT", "ANSWER", "WIN", "LOSE", "DRAW", "LAST", "LETTERS"];

/// The compiler's name for the grader's text after the user's file.
pub const GRADER: &str = "grader";

/// Returns a whole program: a game called `name` in messages of the compiler, the grader around it, and a `main`.
pub fn around(source: &str, name: &str, facts: &Facts, way: CppWay, main: &str) -> String {
    let start = match (facts.has_start(), facts.reads()) {
        (true, true) => "#define GS_START\n#define GS_READ\n",
        (true, false) => "#define GS_START\n",
        (false, true) => "#define GS_READ\n",
        (false, false) => "",
    };
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
        "#define GS_PARAMETERS \"{}\"\n{start}{common}{counts}{head}\n#line 1 \"{name}\"\n{body}\n{forgotten}#line 1 \
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

/// Returns whether a comment, without `//`, is an optional line of a game.
pub fn is_optional_line(comment: &str) -> bool {
    let name = comment.trim().split_once(':').map(|(name, _)| name.trim());
    name.is_some_and(|name| name == "LIMITS" || TEXTS.contains(&name))
}

/// Returns the second line that gives an optional line again: its number, and the name of the optional line.
fn repeated(source: &str) -> Option<(usize, String)> {
    let mut seen = HashSet::new();
    (1..).zip(source.lines()).find_map(|(number, line)| {
        let comment = line
            .trim()
            .strip_prefix("//")
            .filter(|comment| is_optional_line(comment))?;
        let (name, value) = comment.trim().split_once(':')?;
        let name = match name.trim() {
            "LIMITS" => {
                let mut names = limits_of(value).into_iter().flat_map(|(names, _)| names);
                let twice = names.find(|name| !seen.insert(format!("LIMITS: {name}")));
                return twice.map(|name| (number, format!("LIMITS: {name}")));
            }
            name => name.to_owned(),
        };
        (!seen.insert(name.clone())).then_some((number, name))
    })
}

/// Reads the facts of a C++ game: comments such as `// INPUT: T: n`, and the names of the arguments.
pub fn facts(source: &str) -> Facts {
    let mut facts = Facts::default();
    for line in source.lines() {
        let Some(comment) = line.trim().strip_prefix("//") else {
            continue;
        };
        let Some((name, value)) = comment.trim().split_once(':') else {
            continue;
        };
        let value = value.trim().trim_matches('"');
        match name.trim() {
            name if TEXTS.contains(&name) => facts.lines.push((name.to_owned(), value.to_owned())),
            "LIMITS" => {
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
                    let limits = names.iter().map(|name| (format!("LIMIT {name}"), ends.clone()));
                    facts.lines.extend(limits);
                }
            }
            _ => {}
        }
    }
    if let Some((line, name)) = repeated(source) {
        facts.lines.push(("TWICE".to_owned(), format!("{line} {name}")));
    }
    let aliases = aliases(source);
    let read =
        |found: Vec<&str>| -> Vec<Argument> { found.iter().map(|text| Argument::read(text, &aliases)).collect() };
    let of_moves = read(arguments(source, "moves").unwrap_or_default());
    let start = arguments(source, "start").map(read);
    if start.is_some() {
        facts.lines.push(("TAKES".to_owned(), names_of(&of_moves).join(" ")));
    }
    if has_reader(source) {
        facts.lines.push(("READ".to_owned(), "yes".to_owned()));
    }
    let has_own_start = start.is_some();
    let arguments = start.unwrap_or(of_moves);
    let kind = match &arguments[..] {
        [argument] if argument.kind.contains("string") => Some("str"),
        [numbers @ .., last] if last.is_list(&aliases) && numbers.iter().all(Argument::is_number) => Some("list"),
        _ => None,
    };
    facts
        .lines
        .extend(kind.map(|kind| ("KIND".to_owned(), kind.to_owned())));
    facts
        .lines
        .push(("PARAMETERS".to_owned(), names_of(&arguments).join(" ")));
    let takes_nothing = self::arguments(source, "moves").is_some_and(|arguments| arguments.is_empty());
    let wrong = takes_nothing
        .then(|| {
            format!(
                "`moves` takes no position{}\nhint: void moves(int n)",
                line_of(source, "moves")
            )
        })
        .or_else(|| without_effect(source, &facts))
        .or_else(|| wrong_reader(source, &facts))
        .or_else(|| {
            let line = line_of(source, "start");
            let is_wrong = has_own_start && arguments.is_empty();
            is_wrong.then(|| format!("`start` takes no number of the input{line}\nhint: void start(int n)"))
        })
        .or_else(|| word_beside(source, &facts, &arguments));
    facts.lines.extend(wrong.map(|wrong| ("WRONG".to_owned(), wrong)));
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

/// Returns a sentence about a comment or a variable that is almost an optional line, and the right line.
///
/// A comment may be prose, so its value has to fit.
fn without_effect(source: &str, facts: &Facts) -> Option<String> {
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
        let is_right = |name: &str| word == name && text.starts_with("//") && is_optional_line(&text[2..]);
        let is_almost = |name: &&&str| {
            let has_sign = [':', '='].contains(&sign) || !is_comment;
            let is_meant = has_sign && is_near(word, name) || word == **name && (has_sign || fits_alone(name));
            is_meant && !is_right(name) && fits(name, value, facts)
        };
        let name = *OPTIONAL.iter().find(is_almost)?;
        let is_stated =
            |(known, _): &(String, String)| known == name || name == "LIMITS" && known.starts_with("LIMIT ");
        if facts.lines.iter().any(is_stated) {
            return None;
        }
        let cure = if name == "SAMPLES" {
            "`gamesolve table` takes samples as `--samples IN OUT`".to_owned()
        } else {
            format!("// {name}: {value}")
        };
        Some(format!("`{word}` has no effect (line {number})\nhint: {cure}"))
    })
}

/// Returns whether a comment with this name but without a sign behind it is an optional line, if its value fits.
fn fits_alone(name: &str) -> bool {
    ["INPUT", "LIMITS", "ANSWER", "LAST"].contains(&name)
}

/// Returns whether a text is a value of an optional line.
fn fits(name: &str, value: &str, facts: &Facts) -> bool {
    let parameters = facts.parameters();
    match name {
        "INPUT" => Form::parse(value).is_ok_and(|form| form.words.iter().all(|word| parameters.contains(word))),
        "LIMITS" => {
            let limits = limits_of(value);
            let is_right = |(names, ends): &(Vec<&str>, Vec<&str>)| {
                !names.is_empty() && ends.len() == 2 && ends.iter().all(|end| limit(end).is_some())
            };
            !limits.is_empty() && limits.iter().all(is_right)
        }
        "ANSWER" => value == "move",
        "LAST" => ["wins", "loses"].contains(&value),
        "SAMPLES" => !value.is_empty(),
        _ => value.split_whitespace().count() == 1 && !value.ends_with(['.', ',']),
    }
}

/// Returns a sentence about a `read` of another kind that the file does not use.
fn wrong_reader(source: &str, facts: &Facts) -> Option<String> {
    let is_call = |(at, _): &(usize, &str)| {
        !source[..*at].ends_with(of_name) && source[at + "read".len()..].trim_start().starts_with('(')
    };
    let is_unused = source.match_indices("read").filter(is_call).count() == 1;
    let is_wrong = !facts.reads() && is_unused && defines(source, "read");
    is_wrong.then(|| {
        let line = line_of(source, "read");
        format!("`read` takes the text of an input, and nothing else{line}\nhint: void read(string text)")
    })
}

/// Returns a sentence about a word beside numbers in `INPUT`, and the function that reads such an input.
fn word_beside(source: &str, facts: &Facts, arguments: &[Argument]) -> Option<String> {
    let word = arguments.iter().find(|argument| argument.kind.contains("string"))?;
    if arguments.len() < 2 || facts.get("INPUT").is_none() || facts.reads() {
        return None;
    }
    let name = |at: usize, argument: &Argument| match &*argument.name {
        "" => format!("x{}", at + 1),
        name => name.to_owned(),
    };
    let names: Vec<String> = arguments
        .iter()
        .enumerate()
        .map(|(at, argument)| name(at, argument))
        .collect();
    let declared = arguments
        .iter()
        .zip(&names)
        .map(|(argument, name)| format!("{} {name}; ", argument.kind));
    let function = if facts.has_start() { "start" } else { "moves" };
    let to = if facts.has_start() { "start" } else { "to" };
    Some(format!(
        "`{}` is a word beside other arguments, which only a `read` can give{}\nhint: void read(string text) {{ \
         stringstream in(text); {}in >> {}; {to}({}); }}",
        word.name,
        line_of(source, function),
        declared.format(""),
        names.join(" >> "),
        names.join(", "),
    ))
}

/// Returns a line for a file in Python as one for a file in C++, also if the line is a part of a sentence.
pub fn rewritten(text: &str) -> String {
    if let Some((head, rest)) = text.strip_prefix("def ").and_then(|head| head.split_once('(')) {
        let arguments = rest.trim_end_matches([')', ':']).split(", ");
        let argument = |argument: &str| match (argument.strip_prefix('*'), argument.split_once(": ")) {
            (Some(list), _) => format!("vector<int> {list}"),
            (_, Some((name, "str"))) => format!("string {name}"),
            _ => format!("int {argument}"),
        };
        return format!("void {head}({})", arguments.map(argument).format(", "));
    }
    let text = text.replace("def read(text)", "void read(string text)");
    let quoted = text
        .split_once("INPUT = \"")
        .and_then(|(head, rest)| Some((head, rest.split_once('"')?)));
    match quoted {
        Some((head, (input, rest))) => format!("{head}// INPUT: {input}{rest}"),
        None => text,
    }
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
