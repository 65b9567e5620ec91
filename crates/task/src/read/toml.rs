//! Reads TOML into the same tree of values as YAML, with their places.

use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::yaml::{Document, Fault, Node};
use crate::error::TaskError;

/// Reads a TOML file of at most `max_bytes`, or returns `None` if there is no such file.
///
/// # Errors
/// Fails if the file cannot be read, or is no TOML.
pub fn manifest(path: &Path, max_bytes: u64) -> Result<Option<Document>, TaskError> {
    Document::read_by(path, max_bytes, parsed)
}

/// Parses a document. The parser bounds the depth of lists and tables.
fn parsed(text: &str) -> Result<Node, Fault> {
    let places = Places::of(text);
    match DeTable::parse(text) {
        Ok(table) => Ok(places.table(&table.span(), table.get_ref())),
        Err(error) => {
            let at = places.characters(&error.span().unwrap_or_default());
            let message = format!("this is not TOML: {}", error.message());
            Err(Node::scalar(at, String::new(), true).fault(message))
        }
    }
}

/// The byte offsets of the characters of a text, because errors count characters.
struct Places(Vec<usize>);

impl Places {
    fn of(text: &str) -> Places {
        Places(text.char_indices().map(|(at, _)| at).collect())
    }

    fn characters(&self, bytes: &Range<usize>) -> Range<usize> {
        let character = |byte: usize| self.0.partition_point(|at| *at < byte);
        character(bytes.start)..character(bytes.end)
    }

    fn table(&self, at: &Range<usize>, table: &DeTable<'_>) -> Node {
        let pairs = table.iter().map(|(key, value)| {
            let name = Node::scalar(self.characters(&key.span()), key.get_ref().to_string(), true);
            (name, self.value(value))
        });
        Node::map_at(self.characters(at).start, pairs.collect())
    }

    fn value(&self, value: &Spanned<DeValue<'_>>) -> Node {
        let at = self.characters(&value.span());
        match value.get_ref() {
            DeValue::String(text) => Node::scalar(at, text.to_string(), true),
            DeValue::Integer(number) => Node::scalar(at, number.to_string(), false),
            DeValue::Float(number) => Node::scalar(at, number.to_string(), false),
            DeValue::Boolean(truth) => Node::scalar(at, truth.to_string(), false),
            DeValue::Datetime(time) => Node::scalar(at, time.to_string(), false),
            DeValue::Array(values) => Node::list_at(at.start, values.iter().map(|value| self.value(value)).collect()),
            DeValue::Table(table) => self.table(&value.span(), table),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_texts_and_the_places_of_the_file() {
        let text = "title = 'Đá'\nlimit = 1_000\nwhole = true\n[[tests]]\nname = \"a.in\"\n[params]\nN = 0.5\n";
        let root = parsed(text).unwrap();
        let texts = ["title", "limit", "whole"].map(|key| root.get(key).unwrap().text(key).unwrap());
        assert_eq!(texts, ["Đá", "1000", "true"]);
        let tests = root.get("tests").unwrap().list("tests").unwrap();
        assert_eq!(tests[0].get("name").unwrap().text("name").unwrap(), "a.in");
        assert_eq!(root.get("params").unwrap().as_text(), r#"{"N":0.5}"#);
    }

    #[test]
    fn an_error_names_its_place_behind_characters_of_several_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("info.toml");
        for (text, place) in [("a = 'Đá'\nb = \n", "info.toml:2:"), ("a = 'Đá' b\n", "info.toml:1:10")] {
            std::fs::write(&path, text).unwrap();
            let why = manifest(&path, 1 << 10).err().unwrap();
            let why = why.to_string();
            assert!(why.contains(place) && why.contains("this is not TOML"), "{why}");
        }
    }

    #[test]
    fn values_that_lie_deep_in_each_other_are_an_error() {
        for text in [
            format!("a = {}", "[".repeat(100_000)),
            format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000)),
            format!("{} = 1", "a.".repeat(100_000) + "a"),
            format!("a = {}", "{a=".repeat(100_000)),
        ] {
            assert!(parsed(&text).is_err());
        }
    }
}
