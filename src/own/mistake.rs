//! Mistakes in the file of a game, as values: each is one message with its place and its cure.
//!
//! A [`Fault`] names what the file says, and a [`Cure`] what it should say. Only [`FileMistake`] makes sentences of
//! them, in the language of the file, and [`OwnError`](super::OwnError) displays them.

use itertools::Itertools as _;

use crate::text::quoted;

/// The language of a game's file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameLanguage {
    /// Python, in which an optional line is an assignment.
    #[default]
    Python,
    /// C++, in which an optional line is a comment.
    Cpp,
}

/// An argument of a function that a hint shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Number(String),
    /// A word.
    Word(String),
    /// All further numbers of a position.
    Rest(String),
}

impl GameLanguage {
    /// Returns an optional line with this value.
    pub fn line(self, name: &str, value: &str) -> String {
        match self {
            GameLanguage::Python => format!("{name} = \"{value}\""),
            GameLanguage::Cpp => format!("// {name}: {value}"),
        }
    }

    /// Returns the lines that limit these numbers.
    pub fn limits<'a>(self, limits: impl IntoIterator<Item = (&'a str, u64, u64)>) -> String {
        let limits = limits.into_iter();
        match self {
            GameLanguage::Python => {
                let limits = limits.map(|(name, low, high)| format!("\"{name}\": ({low}, {high})"));
                format!("LIMITS = {{{}}}", limits.format(", "))
            }
            GameLanguage::Cpp => limits
                .map(|(name, low, high)| format!("// LIMITS: {name} {low} {high}"))
                .join("\n"),
        }
    }

    /// Returns the head of a function.
    fn function(self, name: &str, arguments: &[Argument]) -> String {
        let argument = |argument: &Argument| match (self, argument) {
            (GameLanguage::Python, Argument::Number(name)) => name.clone(),
            (GameLanguage::Python, Argument::Word(name)) => format!("{name}: str"),
            (GameLanguage::Python, Argument::Rest(name)) => format!("*{name}"),
            (GameLanguage::Cpp, Argument::Number(name)) => format!("int {name}"),
            (GameLanguage::Cpp, Argument::Word(name)) => format!("string {name}"),
            (GameLanguage::Cpp, Argument::Rest(name)) => format!("vector<int> {name}"),
        };
        let keyword = match self {
            GameLanguage::Python => "def",
            GameLanguage::Cpp => "void",
        };
        format!("{keyword} {name}({})", arguments.iter().map(argument).join(", "))
    }
}

/// The optional lines of a file, with their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatedLines {
    /// The language of the file.
    pub language: GameLanguage,
    /// The names and the numbers of the lines. In C++ the limits of `n` have the name `LIMIT n` too.
    pub lines: Vec<(String, usize)>,
}

impl StatedLines {
    /// Returns the place of an optional line, or of the limits of a number, at the end of a sentence.
    pub fn place_of(&self, name: &str) -> String {
        let found = |wanted: &str| self.lines.iter().find(|(known, _)| known == wanted);
        let line = found(name).or_else(|| name.starts_with("LIMIT ").then(|| found("LIMITS")).flatten());
        line.map_or_else(String::new, |(_, line)| format!(" (line {line})"))
    }
}

/// A question about an argument that may have several kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The line of its function.
    pub line: String,
    /// The name of its function.
    pub function: String,
    /// The name.
    pub argument: String,
    /// The kinds: the name of the type in Python, and the head of the function that states it.
    pub kinds: Vec<(String, String)>,
}

/// Something wrong in the optional lines of a file, or in the heads of its functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The text of `INPUT` is no input format.
    Input(String),
    /// The text of `INPUT` counts the parts of a test twice.
    SeveralCounts(String),
    /// The text of `INPUT` does not read this count of the parts.
    NoCount(String, String),
    /// The text of `INPUT` has this name twice.
    SameName(String, String),
    /// `INPUT` gives the first numbers, and the function takes the last ones.
    Order(Vec<String>, &'static str, Vec<String>),
    /// `INPUT` gives this number of words, and a position has these numbers.
    Count(usize, Vec<String>),
    /// The line with this number gives an optional line again.
    Twice(String, String),
    /// A line is empty.
    Empty(&'static str),
    /// A line has none of these values, but another one.
    Other(&'static str, &'static [&'static str], String),
    /// The first line is there, but not the second one.
    Without(&'static str, &'static str),
    /// Both players win by this word.
    SameAnswer(String),
    /// The file states letters, and its positions are no words.
    NoWords,
    /// Not all of these can be letters of words.
    Letters(String),
    /// A limit of this number is above the largest one.
    LargeLimits(String),
    /// This text is no pair of limits.
    NoLimits(String, String),
    /// The lower limit is above the upper one.
    FallingLimits(String, u64, u64),
    /// There are limits of a name that is none of these numbers.
    LimitsOfOther(String, Vec<String>),
    /// The file does not show the kind of its positions.
    Asked(Box<Question>),
    /// A function takes the wrong arguments: the end of the sentence, and its place.
    Takes(&'static str, &'static str, String),
    /// `valid` takes this name, which is none of the numbers of a test.
    ValidTakes(String, Vec<String>),
    /// A word stands beside other arguments, at this place.
    WordBeside(String, String),
    /// A word is almost an optional line, in the line with this number.
    NoEffect(String, usize),
}

/// The cure of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cure {
    /// An optional line with its value.
    Line(&'static str, String),
    /// The limits of a number.
    Limits(String, u64, u64),
    /// The head of a function.
    Function(&'static str, Vec<Argument>),
    /// Another value of `INPUT`, or a function `start` that takes these numbers.
    InputOrStart(String, Vec<Argument>),
    /// A function `read`.
    Reader,
    /// Words.
    Words(String),
}

/// A fault with its cure, if one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cured {
    /// The fault.
    pub fault: Fault,
    /// The cure.
    pub cure: Option<Cure>,
}

impl Fault {
    /// Returns the mistake with this cure.
    pub fn cured_by(self, cure: impl Into<Option<Cure>>) -> Cured {
        let cure = cure.into();
        Cured { fault: self, cure }
    }

    /// Returns the mistake with a cure in words.
    pub fn cured_by_words(self, cure: &str) -> Cured {
        self.cured_by(Cure::Words(cure.to_owned()))
    }
}

/// A mistake in a file. Its sentence and its hint are in the language of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMistake {
    /// The name of the file.
    pub file: String,
    /// The optional lines of the file.
    pub stated: StatedLines,
    /// The mistake.
    pub mistake: Cured,
}

/// Returns names in backticks.
fn ticked<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).join(", ")
}

/// Returns a count with its noun.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns the kind of a position in words, from the name of its type in Python.
pub(super) fn kind_of(kind: &str) -> &'static str {
    match kind {
        "str" => "a word",
        "int" => "a number",
        _ => "a row of numbers",
    }
}

impl FileMistake {
    /// Returns the sentence after the name of the file, with the place at its end.
    pub fn message(&self) -> String {
        // It contains words of the file.
        quoted(format!("{}: {}", self.file, self.sentence()).as_bytes(), 1000)
    }

    fn sentence(&self) -> String {
        let at = |name: &str| self.stated.place_of(name);
        let limits = |name: &str| at(&format!("LIMIT {name}"));
        let stated = |input: &str| self.stated.language.line("INPUT", &quoted(input.as_bytes(), 200));
        let line = at("INPUT");
        match &self.mistake.fault {
            Fault::Input(input) => format!(
                "`{}` is not understood: write the words of a position (`n`, `a b`), before them `T:` for several tests, \
                 and `N, then N lines:` for a sum{line}",
                stated(input)
            ),
            Fault::SeveralCounts(input) => format!("`{}` has `then` twice{line}", stated(input)),
            Fault::NoCount(input, count) => format!("`{}` does not read `{count}`{line}", stated(input)),
            Fault::SameName(input, name) => format!("`{}` has the name `{name}` twice{line}", stated(input)),
            Fault::Order(given, function, taken) => {
                let (given, taken) = (ticked(given), ticked(taken));
                format!("`INPUT` gives a position {given}, and `{function}` takes {taken}{line}")
            }
            Fault::Count(count, taken) => {
                let (count, numbers) = (counted(*count, "word"), counted(taken.len(), "number"));
                let taken = taken.join(", ");
                format!("`INPUT` has {count} a position, and a position of this game has {numbers}: {taken}{line}")
            }
            Fault::Twice(line, name) => format!("line {line} gives `{name}` again"),
            Fault::Empty(name) => format!("`{name}` is empty{}", at(name)),
            Fault::Other(name, values, other) => {
                let values = values.iter().map(|value| format!("\"{value}\"")).join(" or ");
                let other = quoted(other.as_bytes(), 200);
                format!("`{name}` is {values}, not \"{other}\"{}", at(name))
            }
            Fault::Without(there, missing) => format!("it has `{there}` without `{missing}`{}", at(there)),
            Fault::SameAnswer(win) => format!("`WIN` and `LOSE` are both \"{win}\"{}", at("LOSE")),
            Fault::NoWords => format!("it has `LETTERS`, and its positions are no words{}", at("LETTERS")),
            Fault::Letters(letters) => format!("`LETTERS` is like \"ab\", not \"{letters}\"{}", at("LETTERS")),
            Fault::LargeLimits(name) => {
                let line = limits(name);
                format!("the limits of `{name}` go above 10^18, the largest number here{line}")
            }
            Fault::NoLimits(name, ends) => {
                let line = limits(name);
                format!("the limits of `{name}` are not two whole numbers from 0 on: {ends}{line}")
            }
            Fault::FallingLimits(name, low, high) => {
                format!("the limits of `{name}` fall: {low} to {high}{}", limits(name))
            }
            Fault::LimitsOfOther(name, known) => {
                let (known, line) = (ticked(known.iter().unique()), limits(name));
                format!("there are limits of `{name}`, and the numbers are {known}{line}")
            }
            Fault::Asked(question) => {
                let (line, function, argument) = (&question.line, &question.function, &question.argument);
                let kinds: Vec<&str> = question.kinds.iter().map(|(kind, _)| kind_of(kind)).collect();
                let (last, others) = kinds.split_last().unwrap_or((&"", &[]));
                let others = others.join(", ");
                format!("line {line}: `{function}({argument})` does not say if `{argument}` is {others} or {last}")
            }
            Fault::Takes(function, what, place) => format!("`{function}` takes {what}{place}"),
            Fault::ValidTakes(name, known) => {
                format!(
                    "`valid` takes `{name}`, and the numbers of a test are {}",
                    ticked(known)
                )
            }
            Fault::WordBeside(word, place) => {
                format!("`{word}` is a word beside other arguments, which only a `read` can give{place}")
            }
            Fault::NoEffect(word, line) => format!("`{word}` has no effect (line {line})"),
        }
    }

    /// Returns the cure, if there is one.
    pub fn hint(&self) -> Option<String> {
        let language = self.stated.language;
        let cure = match self.mistake.cure.as_ref()? {
            Cure::Line(name, value) => language.line(name, value),
            Cure::Limits(name, low, high) => language.limits([(&**name, *low, *high)]),
            Cure::Function(name, arguments) => language.function(name, arguments),
            Cure::InputOrStart(input, words) => {
                let (line, start) = (language.line("INPUT", input), language.function("start", words));
                format!("{line}, or make the position of `INPUT` by `{start}`")
            }
            Cure::Reader if language == GameLanguage::Cpp => {
                "a function `void read(string text)` reads any other format".to_owned()
            }
            Cure::Reader => "a function `def read(text)` reads any other format".to_owned(),
            Cure::Words(words) => words.clone(),
        };
        Some(quoted(cure.as_bytes(), 1000))
    }
}
