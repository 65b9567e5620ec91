//! The form of a problem's inputs: the names of the values in their order. First programs are made from it.

/// A part of an input. Blanks stand between the names of several values.
#[derive(Clone, Copy, Debug)]
pub enum Field {
    /// Values that an input has once.
    Once(Kind, &'static str),
    /// Values that an input has as often as the count says: the name of an earlier number, or digits.
    Repeated(&'static str, Kind, &'static str),
    /// The number of tests. The fields after it describe one test.
    Tests(&'static str),
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// A word without blanks.
    Word,
    /// Lists of numbers from 0 on, in JSON: `[[1,2],[0]]`.
    Lists,
    /// Strings without escapes, in JSON: `["ab","cd"]`.
    Strings,
}

impl Field {
    /// Returns numbers: `N M`.
    pub const fn numbers(names: &'static str) -> Field {
        Field::Once(Kind::Number, names)
    }

    /// Returns a word.
    pub const fn word(name: &'static str) -> Field {
        Field::Once(Kind::Word, name)
    }

    /// Returns lists of numbers in JSON.
    pub const fn lists(name: &'static str) -> Field {
        Field::Once(Kind::Lists, name)
    }

    /// Returns strings in JSON.
    pub const fn strings(name: &'static str) -> Field {
        Field::Once(Kind::Strings, name)
    }

    /// Returns `count` times these numbers.
    pub const fn repeated(count: &'static str, names: &'static str) -> Field {
        Field::Repeated(count, Kind::Number, names)
    }

    /// Returns `count` words.
    pub const fn rows(count: &'static str, name: &'static str) -> Field {
        Field::Repeated(count, Kind::Word, name)
    }

    /// Returns the number of tests, before the fields of one test.
    pub const fn tests(name: &'static str) -> Field {
        Field::Tests(name)
    }
}

/// The form of an input, and an answer in the right form.
#[derive(Clone, Debug)]
pub struct InputForm {
    /// The fields in their order.
    pub fields: Vec<Field>,
    /// The names of the numbers that may need more than 32 bits.
    pub wide: Vec<&'static str>,
    /// The lines of an answer that some test has.
    pub answer: String,
}
