//! A first program for a problem: it reads the input and prints an answer in the right form.
//!
//! The form of the input is data ([`InputForm`]), so a problem needs no program of its own.

use crate::problem::{Entry, Field, FieldKind, InputForm};

mod cpp;
mod pascal;
mod python;

/// A language of first programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C++17.
    Cpp,
    /// Python 3.
    Python,
    /// Free Pascal.
    Pascal,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 3] = [Language::Cpp, Language::Python, Language::Pascal];

    /// Returns the ending of its files, which is also its name on the command line.
    pub const fn ending(self) -> &'static str {
        match self {
            Language::Cpp => "cpp",
            Language::Python => "py",
            Language::Pascal => "pas",
        }
    }
}

/// Returns a program for inputs of this form. `head` is the text of its first comment.
pub fn program(form: &InputForm, head: &str, language: Language) -> String {
    match language {
        Language::Cpp => cpp::program(&Plan::new(form, cpp::is_reserved, false), head),
        Language::Python => python::program(&Plan::new(form, python::is_reserved, false), head),
        Language::Pascal => pascal::program(&Plan::new(form, pascal::is_reserved, true), head),
    }
}

/// Returns the first programs of an entry in all languages, without the text of their heads. There are none if the form
/// of its inputs is unknown.
pub fn all(entry: &dyn Entry) -> Vec<(Language, String)> {
    let forms = entry.input_form().into_iter();
    forms
        .flat_map(|form| Language::ALL.map(|language| (language, program(&form, "", language))))
        .collect()
}

/// The comment at the place for the student's idea.
const IDEA: &str = "Your idea goes here. Print your answer instead of this one.";

/// A variable.
struct Variable {
    name: String,
    kind: FieldKind,
    /// Whether a number may need more than 32 bits.
    is_wide: bool,
}

/// A step of reading.
enum Step {
    /// Reads each variable once.
    Once(Vec<Variable>),
    /// Reads as many values as the text says into each variable.
    Repeated(String, Vec<Variable>),
}

impl Step {
    fn variables(&self) -> &[Variable] {
        match self {
            Step::Once(variables) | Step::Repeated(_, variables) => variables,
        }
    }
}

/// The steps of a program, with names that its language allows.
struct Plan<'a> {
    /// The steps before the tests.
    before: Vec<Step>,
    /// The variable with the number of tests. Without it there is one test.
    tests: Option<String>,
    /// The steps of one test.
    each: Vec<Step>,
    answer: &'a str,
}

impl<'a> Plan<'a> {
    /// Names the variables of a form. A language may not distinguish letter case.
    fn new(form: &'a InputForm, is_reserved: fn(&str) -> bool, ignores_case: bool) -> Plan<'a> {
        let mut names = Names {
            is_reserved,
            ignores_case,
            given: Vec::new(),
        };
        let mut plan = Plan {
            before: Vec::new(),
            tests: None,
            each: Vec::new(),
            answer: &form.answer,
        };
        let variables = |names: &mut Names, kind: FieldKind, fields: &'static str| -> Vec<Variable> {
            let variable = |field| Variable {
                name: names.give(field),
                kind,
                is_wide: form.wide.contains(&field),
            };
            fields.split(' ').map(variable).collect()
        };
        for field in &form.fields {
            match *field {
                Field::Once(kind, fields) => plan.each.push(Step::Once(variables(&mut names, kind, fields))),
                Field::Repeated(count, kind, fields) => {
                    let count = names.of(count);
                    plan.each
                        .push(Step::Repeated(count, variables(&mut names, kind, fields)));
                }
                Field::Tests(count) => {
                    plan.each
                        .push(Step::Once(variables(&mut names, FieldKind::Number, count)));
                    plan.before = std::mem::take(&mut plan.each);
                    plan.tests = Some(names.of(count));
                }
            }
        }
        plan
    }

    /// Returns the statements of a language with blocks. `begin` returns the lines before the statements of each test, by
    /// the number of tests, and `end` is the line after them.
    fn statements(
        &self,
        read: fn(&[Step]) -> Vec<String>,
        answer: Vec<String>,
        begin: impl Fn(&str) -> Vec<String>,
        end: &str,
        indentation: &str,
    ) -> String {
        let idea = vec![String::new(), format!("// {IDEA}")];
        let each = [read(&self.each), idea, answer].concat();
        let Some(tests) = &self.tests else {
            return indented(&each, indentation);
        };
        [
            indented(&read(&self.before), indentation),
            indented(&begin(tests), indentation),
            indented(&each, &indentation.repeat(2)),
            indented(&[end.to_owned()], indentation),
        ]
        .concat()
    }

    fn steps(&self) -> impl Iterator<Item = &Step> {
        self.before.iter().chain(&self.each)
    }

    fn variables(&self) -> impl Iterator<Item = &Variable> {
        self.steps().flat_map(Step::variables)
    }

    fn has(&self, kind: FieldKind) -> bool {
        self.variables().any(|variable| variable.kind == kind)
    }

    /// Returns the lines of the answer as literals: a number as it is, and other text after `quote`.
    fn answers(&self, quote: impl Fn(&str) -> String) -> impl Iterator<Item = String> {
        let is_number = |line: &str| line.parse::<i64>().is_ok_and(|number| number.to_string() == line);
        let literal = move |line: &str| if is_number(line) { line.to_owned() } else { quote(line) };
        self.answer.lines().map(literal).collect::<Vec<_>>().into_iter()
    }
}

/// The names in a program: the names of a form, changed if the language does not allow them.
struct Names {
    /// Returns whether no variable may have this name. If letter case is ignored, it takes the name in small letters.
    is_reserved: fn(&str) -> bool,
    ignores_case: bool,
    /// The names of the form and of the program.
    given: Vec<(&'static str, String)>,
}

impl Names {
    /// Returns a new name for a variable.
    fn give(&mut self, field: &'static str) -> String {
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        let mut name: String = field.chars().filter(is_plain).collect();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name.insert(0, 'x');
        }
        while self.is_taken(&name) {
            name.push('_');
        }
        self.given.push((field, name.clone()));
        name
    }

    fn is_taken(&self, name: &str) -> bool {
        let is_same = |other: &str| other == name || self.ignores_case && other.eq_ignore_ascii_case(name);
        let is_reserved = if self.ignores_case {
            (self.is_reserved)(&name.to_ascii_lowercase())
        } else {
            (self.is_reserved)(name)
        };
        is_reserved || self.given.iter().any(|(_, other)| is_same(other))
    }

    /// Returns the last variable of a name. Digits stand for themselves.
    fn of(&self, field: &str) -> String {
        let found = self.given.iter().rfind(|(name, _)| *name == field);
        found.map_or_else(|| field.to_owned(), |(_, name)| name.clone())
    }
}

/// Returns whether a list of words with blanks between them has this word.
fn has_word(words: &str, word: &str) -> bool {
    words.split_whitespace().any(|known| known == word)
}

/// Splits variables into runs of the same type.
fn runs<T: PartialEq>(variables: &[Variable], of: impl Fn(&Variable) -> T) -> Vec<(T, Vec<&str>)> {
    let mut runs: Vec<(T, Vec<&str>)> = Vec::new();
    for variable in variables {
        let kind = of(variable);
        match runs.last_mut() {
            Some((last, names)) if *last == kind => names.push(&variable.name),
            _ => runs.push((kind, vec![&variable.name])),
        }
    }
    runs
}

/// Returns lines with an indentation. Empty lines stay empty.
fn indented(lines: &[String], indentation: &str) -> String {
    let line = |line: &String| match line.as_str() {
        "" => "\n".to_owned(),
        text => format!("{indentation}{text}\n"),
    };
    lines.iter().map(line).collect()
}
