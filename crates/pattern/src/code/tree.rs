//! The tree of a program, and its printers for Python and C++.

use super::Language;
use super::helpers::{helper, names};

/// The name of an argument that is a list of numbers.
pub(super) const LIST: &str = "numbers";

/// An expression. Operators have their C++ names. Only [`grouped`](Code::grouped) expressions get brackets.
#[derive(Clone, Debug)]
pub(super) enum Code {
    /// A name or a number.
    Text(String),
    Infix(Box<Code>, &'static str, Box<Code>),
    Group(Box<Code>),
    Not(Box<Code>),
    /// A condition as 0 or 1.
    Truth(Box<Code>),
    /// A call of a helper, of the function itself, or of `min`, `max`, `gcd`, `abs` and `different`.
    ///
    /// `different` is the number of different arguments.
    Call(String, Vec<Code>),
    /// An element of a list.
    At(&'static str, Box<Code>),
    List(Vec<u64>),
    /// A condition, the value if it holds, and the other value.
    Choice(Box<[Code; 3]>),
}

/// A statement.
#[derive(Clone, Debug)]
pub(super) enum Line {
    /// A line that is the same in both languages.
    Text(String),
    Return(Code),
    /// The type in C++, and the variables with their values.
    Declare(&'static str, Vec<(&'static str, Code)>),
    Assign(&'static str, Code),
    When(Code, Box<Line>),
    While(Code, Vec<Line>),
    /// Lines for each number `n` of the argument [`LIST`].
    ForEach(Vec<Line>),
    /// The first line whose condition holds. One of them always holds, so the last condition is not tested.
    Cases(Vec<(Code, Line)>),
    /// New values for the variables of these names, all computed from the old ones.
    GoOn {
        times: Code,
        more: Code,
        n: Code,
    },
    /// Removes the first number of a list and appends another, and counts these shifts.
    Shift {
        name: &'static str,
        window: usize,
        next: Code,
        counts: Option<&'static str>,
    },
    /// Ends the program with a message if a condition holds. Python's option `-O` switches `assert` off.
    Refuse {
        condition: Code,
        message: String,
    },
    /// A look-up of the value of a class. A class that is not listed ends the program.
    LookUp(Vec<Code>, Vec<(Vec<u64>, u64)>),
    /// A line that is never reached.
    Never,
    /// Lines with the same meaning, if one language has a shorter way.
    Either {
        python: Vec<Line>,
        cpp: Vec<Line>,
    },
}

impl From<&str> for Code {
    fn from(name: &str) -> Code {
        Code::Text(name.to_owned())
    }
}

impl From<String> for Code {
    fn from(text: String) -> Code {
        Code::Text(text)
    }
}

impl From<u64> for Code {
    fn from(number: u64) -> Code {
        Code::Text(number.to_string())
    }
}

macro_rules! operators {
    ($($name:ident $method:ident $op:literal),*) => {$(
        impl<C: Into<Code>> std::ops::$name<C> for Code {
            type Output = Code;

            fn $method(self, other: C) -> Code {
                self.infix($op, other)
            }
        }
    )*};
}

operators!(Add add "+", Sub sub "-", Mul mul "*", Div div "/", Rem rem "%", BitXor bitxor "^");

impl Code {
    pub(super) fn infix(self, op: &'static str, other: impl Into<Code>) -> Code {
        Code::Infix(Box::new(self), op, Box::new(other.into()))
    }

    pub(super) fn grouped(self) -> Code {
        Code::Group(Box::new(self))
    }

    pub(super) fn not(of: Code) -> Code {
        Code::Not(Box::new(of))
    }

    pub(super) fn truth(of: Code) -> Code {
        Code::Truth(Box::new(of))
    }

    pub(super) fn call(name: &str, arguments: impl IntoIterator<Item = Code>) -> Code {
        Code::Call(name.to_owned(), arguments.into_iter().collect())
    }

    pub(super) fn at(name: &'static str, place: impl Into<Code>) -> Code {
        Code::At(name, Box::new(place.into()))
    }

    pub(super) fn choice(condition: Code, then: impl Into<Code>, other: impl Into<Code>) -> Code {
        Code::Choice(Box::new([condition, then.into(), other.into()]))
    }

    /// Joins at least one term.
    pub(super) fn joined(op: &'static str, terms: impl IntoIterator<Item = Code>) -> Code {
        let terms = terms.into_iter();
        terms.reduce(|all, term| all.infix(op, term)).expect("there is a term")
    }

    /// Returns the sum with a number, or the expression alone if the number is 0.
    pub(super) fn plus(self, by: i64) -> Code {
        match by {
            0 => self,
            1.. => self + by.unsigned_abs(),
            _ => self - by.unsigned_abs(),
        }
    }
}

impl Line {
    pub(super) fn when(condition: Code, then: Line) -> Line {
        Line::When(condition, Box::new(then))
    }

    pub(super) fn constant(name: &'static str, values: &[u64]) -> Line {
        Line::Declare("static const long long", vec![(name, Code::List(values.to_vec()))])
    }
}

/// The differences between the languages.
trait Spelling {
    fn op(&self, op: &'static str) -> &'static str;
    fn not(&self, of: &str) -> String;
    fn truth(&self, of: String) -> String;
    fn call(&self, name: &str, arguments: &str) -> String;
    fn list(&self, numbers: &str) -> String;
    fn choice(&self, condition: &str, then: &str, other: &str) -> String;
    /// Returns the words before the statement of a condition.
    fn head(&self, word: &str, condition: Option<&str>) -> String;
    fn definition(&self, name: &str, numbers: &[&str], body: &[String]) -> String;
    fn lines(&self, line: &Line, writer: &mut Writer) -> Vec<String>;
}

/// The writer of a program. It records the necessary helpers, each after the helpers that it needs itself.
pub(super) struct Writer {
    language: Language,
    /// The helpers in C++ and in Python.
    needed: Vec<(&'static str, &'static str)>,
}

impl Writer {
    pub(super) fn new(language: Language) -> Writer {
        Writer {
            language,
            needed: Vec::new(),
        }
    }

    fn spelling(&self) -> &'static dyn Spelling {
        match self.language {
            Language::Python => &Python,
            Language::Cpp => &Cpp,
        }
    }

    /// Returns the definition of a function of these numbers.
    pub(super) fn function(&mut self, name: &str, numbers: &[&str], body: &[Line]) -> String {
        let body: Vec<String> = body.iter().flat_map(|line| self.lines(line)).collect();
        self.spelling().definition(name, numbers, &body)
    }

    /// Joins functions with the separator of the language.
    pub(super) fn functions(&self, functions: &[String]) -> String {
        functions.join(match self.language {
            Language::Python => "\n\n",
            Language::Cpp => "\n",
        })
    }

    /// Returns a text after its helper functions.
    pub(super) fn after_helpers(&self, text: &str) -> String {
        let helpers = self.needed.iter().map(|(cpp, python)| match self.language {
            Language::Python => *python,
            Language::Cpp => *cpp,
        });
        let all: Vec<String> = helpers.chain([text]).map(str::to_owned).collect();
        self.functions(&all)
    }

    fn need(&mut self, name: &str) {
        let Some(helper) = helper(name) else {
            return;
        };
        names(helper.1).skip(1).for_each(|other| self.need(other));
        if !self.needed.contains(&helper) {
            self.needed.push(helper);
        }
    }

    fn code(&mut self, code: &Code) -> String {
        let spelling = self.spelling();
        match code {
            Code::Text(text) => text.clone(),
            Code::Infix(left, op, right) => {
                format!("{} {} {}", self.code(left), spelling.op(op), self.code(right))
            }
            Code::Group(of) => format!("({})", self.code(of)),
            Code::Not(of) => spelling.not(&self.code(of)),
            Code::Truth(of) => spelling.truth(self.code(of)),
            Code::Call(name, arguments) => {
                self.need(name);
                spelling.call(name, &self.codes(arguments))
            }
            Code::At(name, place) => format!("{name}[{}]", self.code(place)),
            Code::List(values) => spelling.list(&numbers(values)),
            Code::Choice(of) => {
                let [condition, then, other] = of.each_ref().map(|of| self.code(of));
                spelling.choice(&condition, &then, &other)
            }
        }
    }

    fn codes<'a>(&mut self, codes: impl IntoIterator<Item = &'a Code>) -> String {
        let codes: Vec<String> = codes.into_iter().map(|code| self.code(code)).collect();
        codes.join(", ")
    }

    fn lines(&mut self, line: &Line) -> Vec<String> {
        let spelling = self.spelling();
        match line {
            Line::When(condition, then) => {
                let condition = self.code(condition);
                vec![spelling.head("if", Some(&condition)) + &self.lines(then).concat()]
            }
            Line::Cases(cases) => {
                let last = cases.len() - 1;
                let case = |(place, (condition, line)): (usize, &(Code, Line))| {
                    let head = match place {
                        _ if last == 0 => String::new(),
                        0 => spelling.head("if", Some(&self.code(condition))),
                        place if place == last => spelling.head("else", None),
                        _ => spelling.head("else if", Some(&self.code(condition))),
                    };
                    head + &self.lines(line).concat()
                };
                cases.iter().enumerate().map(case).collect()
            }
            line => spelling.lines(line, self),
        }
    }

    fn inner(&mut self, lines: &[Line]) -> Vec<String> {
        let lines = lines.iter().flat_map(|line| self.lines(line));
        lines.map(|line| format!("    {line}")).collect()
    }
}

fn numbers(values: &[u64]) -> String {
    let values: Vec<String> = values.iter().map(u64::to_string).collect();
    values.join(", ")
}

struct Python;

impl Spelling for Python {
    fn op(&self, op: &'static str) -> &'static str {
        match op {
            "/" => "//",
            "&&" => "and",
            "||" => "or",
            op => op,
        }
    }

    fn not(&self, of: &str) -> String {
        format!("not {of}")
    }

    fn truth(&self, of: String) -> String {
        format!("int({of})")
    }

    fn call(&self, name: &str, arguments: &str) -> String {
        match name {
            "gcd" => format!("math.gcd({arguments})"),
            "different" => format!("len({{{arguments}}})"),
            name => format!("{name}({arguments})"),
        }
    }

    fn list(&self, numbers: &str) -> String {
        format!("[{numbers}]")
    }

    fn choice(&self, condition: &str, then: &str, other: &str) -> String {
        format!("({then}) if {condition} else ({other})")
    }

    fn head(&self, word: &str, condition: Option<&str>) -> String {
        match (word, condition) {
            (_, None) => format!("{word}: "),
            ("else if", Some(condition)) => format!("elif {condition}: "),
            (word, Some(condition)) => format!("{word} {condition}: "),
        }
    }

    fn definition(&self, name: &str, numbers: &[&str], body: &[String]) -> String {
        let lines = body.iter().map(|line| format!("    {line}\n"));
        format!("def {name}({}):\n", numbers.join(", ")) + &lines.collect::<String>()
    }

    fn lines(&self, line: &Line, writer: &mut Writer) -> Vec<String> {
        vec![match line {
            Line::Text(text) => text.clone(),
            Line::Return(code) => format!("return {}", writer.code(code)),
            Line::Assign(name, code) => format!("{name} = {}", writer.code(code)),
            Line::Declare(_, variables) => {
                let names: Vec<&str> = variables.iter().map(|(name, _)| *name).collect();
                let values = writer.codes(variables.iter().map(|(_, value)| value));
                format!("{} = {values}", names.join(", "))
            }
            Line::GoOn { times, more, n } => format!("times, more, n = {}", writer.codes([times, more, n])),
            Line::Shift { name, next, counts, .. } => {
                let next = writer.code(next);
                match counts {
                    Some(count) => format!("{name}, {count} = {name}[1:] + [{next}], {count} + 1"),
                    None => format!("{name} = {name}[1:] + [{next}]"),
                }
            }
            Line::Refuse { condition, message } => {
                format!("if {}: raise ValueError('{message}')", writer.code(condition))
            }
            Line::While(condition, body) => {
                let head = format!("while {}:", writer.code(condition));
                return [vec![head], writer.inner(body)].concat();
            }
            Line::ForEach(body) => return [vec![format!("for n in {LIST}:")], writer.inner(body)].concat(),
            Line::LookUp(class, cases) => {
                let is_one = class.len() == 1;
                let key = |class: &str| if is_one { class.to_owned() } else { format!("({class})") };
                let cases = cases
                    .iter()
                    .map(|(class, value)| format!("{}: {value}", key(&numbers(class))));
                return vec![
                    "# A class that the table did not show is a KeyError.".to_owned(),
                    format!("cases = {{{}}}", cases.collect::<Vec<_>>().join(", ")),
                    format!("return cases[{}]", key(&writer.codes(class))),
                ];
            }
            Line::Either { python, .. } => return python.iter().flat_map(|line| writer.lines(line)).collect(),
            Line::Never | Line::When(..) | Line::Cases(_) => return Vec::new(),
        }]
    }
}

struct Cpp;

impl Spelling for Cpp {
    fn op(&self, op: &'static str) -> &'static str {
        op
    }

    fn not(&self, of: &str) -> String {
        format!("!{of}")
    }

    fn truth(&self, of: String) -> String {
        of
    }

    fn call(&self, name: &str, arguments: &str) -> String {
        match name {
            "min" | "max" => format!("std::{name}({{{arguments}}})"),
            "gcd" | "abs" => format!("std::{name}({arguments})"),
            "different" => format!("(long long)std::set<long long>{{{arguments}}}.size()"),
            name => format!("{name}({arguments})"),
        }
    }

    fn list(&self, numbers: &str) -> String {
        format!("{{{numbers}}}")
    }

    fn choice(&self, condition: &str, then: &str, other: &str) -> String {
        format!("{condition} ? ({then}) : ({other})")
    }

    fn head(&self, word: &str, condition: Option<&str>) -> String {
        match condition {
            None => format!("{word} "),
            Some(condition) => format!("{word} ({condition}) "),
        }
    }

    fn definition(&self, name: &str, numbers: &[&str], body: &[String]) -> String {
        let of_type = |name: &str| {
            if name == LIST {
                "std::vector<long long>"
            } else {
                "long long"
            }
        };
        let typed: Vec<String> = numbers.iter().map(|name| format!("{} {name}", of_type(name))).collect();
        let lines = body.iter().map(|line| format!("    {line}\n"));
        format!("long long {name}({}) {{\n", typed.join(", ")) + &lines.collect::<String>() + "}\n"
    }

    fn lines(&self, line: &Line, writer: &mut Writer) -> Vec<String> {
        vec![match line {
            Line::Text(text) => format!("{text};"),
            Line::Return(code) => format!("return {};", writer.code(code)),
            Line::Assign(name, code) => format!("{name} = {};", writer.code(code)),
            Line::Declare(of_type, variables) => {
                let variables = variables.iter().map(|(name, value)| {
                    let brackets = if matches!(value, Code::List(_)) { "[]" } else { "" };
                    format!("{name}{brackets} = {}", writer.code(value))
                });
                format!("{of_type} {};", variables.collect::<Vec<_>>().join(", "))
            }
            Line::GoOn { times, more, n } => {
                let [times, more, n] = [times, more, n].map(|code| writer.code(code));
                format!("{{ more = {more}; times = {times}; n = {n}; }}")
            }
            Line::Shift {
                name,
                window,
                next,
                counts,
            } => {
                let mut lines = vec![
                    format!("long long next = {};", writer.code(next)),
                    format!("for (int i = 0; i + 1 < {window}; i++) {name}[i] = {name}[i + 1];"),
                    format!("{name}[{}] = next;", window - 1),
                ];
                lines.extend(counts.map(|count| format!("{count}++;")));
                return lines;
            }
            Line::Refuse { condition, message } => {
                let condition = writer.code(condition);
                format!("if ({condition}) {{ std::fputs(\"{message}\\n\", stderr); std::abort(); }}")
            }
            Line::While(condition, body) => {
                let head = format!("while ({}) {{", writer.code(condition));
                return [vec![head], writer.inner(body), vec!["}".to_owned()]].concat();
            }
            Line::ForEach(body) => {
                let head = format!("for (long long n : {LIST}) {{");
                return [vec![head], writer.inner(body), vec!["}".to_owned()]].concat();
            }
            Line::LookUp(class, cases) => {
                let is_one = class.len() == 1;
                let key = |class: &str| {
                    if is_one {
                        class.to_owned()
                    } else {
                        format!("{{{class}}}")
                    }
                };
                let cases = cases
                    .iter()
                    .map(|(class, value)| format!("{{{}, {value}}}", key(&numbers(class))));
                let of_type = if is_one { "long long" } else { "std::vector<long long>" };
                return vec![
                    "// A class that the table did not show ends the program.".to_owned(),
                    format!(
                        "static const std::map<{of_type}, long long> cases = {{{}}};",
                        cases.collect::<Vec<_>>().join(", ")
                    ),
                    format!("return cases.at({});", key(&writer.codes(class))),
                ];
            }
            Line::Never => "return -1;".to_owned(),
            Line::Either { cpp, .. } => return cpp.iter().flat_map(|line| writer.lines(line)).collect(),
            Line::When(..) | Line::Cases(_) => return Vec::new(),
        }]
    }
}
