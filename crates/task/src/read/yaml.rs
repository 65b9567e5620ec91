//! Reads the YAML of manifests: text, lists and maps with their places, so that errors can name them.
//!
//! The reader builds the tree from a parser's events on its own stack, so depth costs no call stack. Depth is limited
//! nonetheless, because a tree is dropped by recursion. Text stays text until a caller asks for a number. Aliases are
//! not followed, and reading the value of an alias is an error. So no tree is larger than its file.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::path::Path;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

use crate::error::TaskError;
use crate::scheme::parse_points;
use gamesolve_text::{InputError, ReadError, Source, quoted};

/// The maximum depth of lists and maps. The formats need five.
const MAX_DEPTH: usize = 64;
/// The maximum size of a manifest, in bytes. A manifest of 10,000 testcases needs half of it.
pub(crate) const MAX_MANIFEST_BYTES: u64 = 1 << 20;
/// The maximum number of texts, lists, maps, elements and attributes of a manifest.
pub(super) const MAX_NODES: usize = 100_000;
/// The maximum size of a key, in bytes. A value may be kept under its key and the keys of all maps around it.
const MAX_KEY_BYTES: usize = 300;

/// A whole file.
pub struct Document {
    name: String,
    text: String,
    /// The content.
    pub root: Node,
}

/// A value and its place, in characters of the text.
#[derive(Debug)]
pub struct Node {
    at: usize,
    length: usize,
    value: Value,
}

#[derive(Debug)]
enum Value {
    /// A text, and whether it has no quotes.
    Text(String, bool),
    List(Vec<Node>),
    /// The pairs of a map, and its repeated keys. The last value of a repeated key counts.
    Map(Vec<(Node, Node)>, Vec<Node>),
    Alias,
}

/// An error at a place in a document.
#[derive(Debug)]
pub struct Fault {
    at: usize,
    length: usize,
    message: String,
}

impl Document {
    /// Reads a file of at most `limit` bytes, or returns `None` if there is no such file.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or uses YAML that gamesolve does not support.
    pub fn read(path: &Path, limit: u64) -> Result<Option<Document>, TaskError> {
        Document::read_by(path, limit, parsed)
    }

    /// Reads a file of at most `limit` bytes with this parser, or returns `None` if there is no such file.
    ///
    /// # Errors
    /// As [`Document::read`].
    pub(super) fn read_by(
        path: &Path,
        limit: u64,
        parsed: fn(&str) -> Result<Node, Fault>,
    ) -> Result<Option<Document>, TaskError> {
        let Some(source) = source(path, limit)? else {
            return Ok(None);
        };
        let Source { name, bytes } = source;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let wrong = InputError::new(at, 1, "this byte is not UTF-8");
            TaskError::at(&name, error.as_bytes(), wrong)
        })?;
        let mut document = Document {
            name,
            root: Node::nothing(),
            text,
        };
        document.root = parsed(&document.text).map_err(|fault| document.located(&fault))?;
        document
            .root
            .check_size(&mut 0)
            .map_err(|fault| document.located(&fault))?;
        Ok(Some(document))
    }

    /// Returns the error for a fault in this file.
    pub fn located(&self, fault: &Fault) -> TaskError {
        let byte = |character: usize| {
            let mut places = self.text.char_indices().skip(character);
            places.next().map_or(self.text.len(), |(at, _)| at)
        };
        let (start, end) = (byte(fault.at), byte(fault.at + fault.length));
        TaskError::at(
            &self.name,
            self.text.as_bytes(),
            InputError::new(start, end - start, &fault.message),
        )
    }

    /// Returns the escaped name of the file.
    pub fn name(&self) -> String {
        quoted(self.name.as_bytes(), 300)
    }
}

/// Returns the content of a manifest, or `None` if there is no such file.
///
/// # Errors
/// Fails if the file exists and cannot be read, or is too large for a manifest.
pub(crate) fn source(path: &Path, limit: u64) -> Result<Option<Source>, TaskError> {
    match Source::from_file(path, limit.min(MAX_MANIFEST_BYTES)) {
        Ok(source) => Ok(Some(source)),
        Err(ReadError::Missing { .. }) => Ok(None),
        Err(ReadError::Io { why, .. }) if why.kind() == std::io::ErrorKind::NotADirectory => Ok(None),
        Err(ReadError::TooLarge { name, .. }) if limit >= MAX_MANIFEST_BYTES => Err(too_large(&name)),
        Err(error) => Err(TaskError::new(error.to_string())),
    }
}

/// Returns the error for a manifest of more than [`MAX_MANIFEST_BYTES`], whose name is escaped.
pub(crate) fn too_large(name: &str) -> TaskError {
    let most = MAX_MANIFEST_BYTES >> 20;
    TaskError::new(format!(
        "`{name}` is larger than {most} MiB, which is too much for a file that describes a task"
    ))
}

/// Returns the message about a manifest of more than [`MAX_NODES`] parts.
pub(super) fn too_many() -> String {
    format!("a file that describes a task may have at most {MAX_NODES} values")
}

/// A list or map that is being read.
enum Open {
    List(usize, Vec<Node>),
    Map(OpenMap),
}

#[derive(Default)]
struct OpenMap {
    at: usize,
    /// The complete pairs.
    pairs: Vec<(Node, Node)>,
    /// The indices of the pairs by their keys.
    numbers: HashMap<String, usize>,
    /// The key that waits for its value.
    key: Option<(String, Node)>,
    /// Keys that the map had before.
    repeated: Vec<Node>,
}

impl OpenMap {
    fn push(&mut self, node: Node) -> Result<(), Fault> {
        let Some((name, key)) = self.key.take() else {
            let name = node.text("a key")?.to_owned();
            if name == "<<" {
                return Err(node.fault("gamesolve does not support merged maps"));
            }
            self.key = Some((name, node));
            return Ok(());
        };
        match self.numbers.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(self.pairs.len());
                self.pairs.push((key, node));
            }
            Entry::Occupied(entry) => {
                self.pairs[*entry.get()].1 = node;
                self.repeated.push(key);
            }
        }
        Ok(())
    }
}

fn parsed(text: &str) -> Result<Node, Fault> {
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| Fault {
            at: error.marker().index(),
            length: 0,
            message: format!("this is not YAML: {}", error.info()),
        })?;
        let at = span.start.index();
        let value = match event {
            Event::DocumentStart(_) if root.is_some() => {
                return Err(Fault::at(&span, "a second document is not allowed"));
            }
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() == MAX_DEPTH => {
                let message = format!("lists and maps may be nested at most {MAX_DEPTH} deep");
                return Err(Fault::at(&span, message));
            }
            Event::SequenceStart(..) => {
                open.push(Open::List(at, Vec::new()));
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open::Map(OpenMap {
                    at,
                    ..OpenMap::default()
                }));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List(at, nodes)) => Node::whole(at, Value::List(nodes)),
                Some(Open::Map(map)) => Node::whole(map.at, Value::Map(map.pairs, map.repeated)),
                None => continue,
            },
            Event::Scalar(text, style, ..) => Node {
                at,
                length: span.end.index().saturating_sub(at),
                value: Value::Text(text.into_owned(), style == ScalarStyle::Plain),
            },
            Event::Alias(_) => Node::whole(at, Value::Alias),
            _ => continue,
        };
        match open.last_mut() {
            None => root = Some(value),
            Some(Open::List(_, nodes)) => nodes.push(value),
            Some(Open::Map(map)) => map.push(value)?,
        }
    }
    Ok(root.unwrap_or_else(Node::nothing))
}

impl Node {
    /// Returns an empty value.
    pub(crate) fn nothing() -> Node {
        Node::whole(0, Value::Text(String::new(), true))
    }

    /// Returns a text or a number at these characters.
    pub(super) fn scalar(at: Range<usize>, text: String, has_quotes: bool) -> Node {
        Node {
            at: at.start,
            length: at.len(),
            value: Value::Text(text, !has_quotes),
        }
    }

    /// Returns a list that begins at this character.
    pub(super) fn list_at(at: usize, nodes: Vec<Node>) -> Node {
        Node::whole(at, Value::List(nodes))
    }

    /// Returns a map that begins at this character, without repeated keys.
    pub(super) fn map_at(at: usize, pairs: Vec<(Node, Node)>) -> Node {
        Node::whole(at, Value::Map(pairs, Vec::new()))
    }

    fn whole(at: usize, value: Value) -> Node {
        Node { at, length: 1, value }
    }

    /// Returns an error about this value.
    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault {
            at: self.at,
            length: self.length,
            message: message.into(),
        }
    }

    fn wanted(&self, name: &str, what: &str) -> Fault {
        let found = match &self.value {
            Value::Text(text, _) => shown(text),
            Value::List(_) => "a list".to_owned(),
            Value::Map(..) => "a map".to_owned(),
            Value::Alias => "an alias, which gamesolve does not follow".to_owned(),
        };
        self.fault(format!("{name} must be {what}, found {found}"))
    }

    /// Checks the number of all values inside, `count` of which are before this one, and the sizes of their keys.
    fn check_size(&self, count: &mut usize) -> Result<(), Fault> {
        *count += 1;
        if *count > MAX_NODES {
            return Err(self.fault(too_many()));
        }
        match &self.value {
            Value::Text(..) | Value::Alias => Ok(()),
            Value::List(nodes) => nodes.iter().try_for_each(|node| node.check_size(count)),
            Value::Map(pairs, repeated) => {
                let mut keys = pairs.iter().map(|(key, _)| key).chain(repeated);
                if let Some(key) = keys.find(|key| key.text("").is_ok_and(|name| name.len() > MAX_KEY_BYTES)) {
                    return Err(key.fault(format!("a key may have at most {MAX_KEY_BYTES} bytes")));
                }
                *count += pairs.len() + repeated.len();
                pairs.iter().try_for_each(|(_, value)| value.check_size(count))
            }
        }
    }

    /// Returns whether this value is an alias.
    pub(crate) fn is_alias(&self) -> bool {
        matches!(self.value, Value::Alias)
    }

    /// Returns whether this value is empty or YAML's null.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(&self.value, Value::Text(text, true) if matches!(text.as_str(), "" | "~" | "null"))
    }

    /// Returns the value of a key, or `None` if this is no map, has no such key, or has an empty value for it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        let Value::Map(pairs, _) = &self.value else {
            return None;
        };
        let found = pairs
            .iter()
            .find(|(k, _)| matches!(&k.value, Value::Text(text, _) if text == key));
        found.map(|(_, value)| value).filter(|value| !value.is_nothing())
    }

    /// Returns the value of a required key.
    ///
    /// # Errors
    /// Fails at this place if the key is missing.
    pub fn required(&self, key: &str) -> Result<&Node, Fault> {
        self.get(key)
            .ok_or_else(|| self.fault(format!("`{key}` is missing here")))
    }

    /// Returns the names of the keys that this map has twice. The last value of each counts.
    pub(crate) fn repeated(&self) -> impl Iterator<Item = &str> {
        self.repeated_keys().iter().map(|key| key.text("").unwrap_or_default())
    }

    fn repeated_keys(&self) -> &[Node] {
        match &self.value {
            Value::Map(_, repeated) => repeated,
            _ => &[],
        }
    }

    /// Checks that this is a map with these keys only, each at most once.
    ///
    /// # Errors
    /// Fails at the first key that is unknown or stands twice, or here if this is no map. `name` names the place.
    pub fn known_keys(&self, name: &str, known: &[&str]) -> Result<(), Fault> {
        for (key, _) in self.map(name)? {
            if !known.contains(&key.text("a key")?) {
                return Err(key.fault(format!("this key is not one of {}", known.join(", "))));
            }
        }
        if let Some(key) = self.repeated_keys().first() {
            return Err(key.fault(format!("duplicate key {}", shown(key.text("a key")?))));
        }
        Ok(())
    }

    /// Returns the parts of a map or a list with their keys. The key of a list item is `[]`.
    pub(crate) fn children(&self) -> Vec<(&str, &Node)> {
        match &self.value {
            Value::Text(..) | Value::Alias => Vec::new(),
            Value::List(nodes) => nodes.iter().map(|node| ("[]", node)).collect(),
            Value::Map(pairs, _) => {
                let pairs = pairs.iter();
                pairs
                    .map(|(key, value)| (key.text("").unwrap_or_default(), value))
                    .collect()
            }
        }
    }

    /// Returns whether this is a map or a list.
    pub(crate) fn has_children(&self) -> bool {
        matches!(self.value, Value::List(_) | Value::Map(..))
    }

    /// Returns whether this map or list has any part.
    pub(crate) fn has_entries(&self) -> bool {
        match &self.value {
            Value::List(nodes) => !nodes.is_empty(),
            Value::Map(pairs, _) => !pairs.is_empty(),
            Value::Text(..) | Value::Alias => false,
        }
    }

    /// Returns this value as a text. Lists and maps are in JSON, which YAML reads too.
    pub(crate) fn as_text(&self) -> String {
        match &self.value {
            Value::Text(text, _) => quoted(text.as_bytes(), usize::MAX),
            Value::Alias => String::new(),
            Value::List(_) | Value::Map(..) => self.as_json().to_string(),
        }
    }

    /// Returns the value as JSON. The limit on depth bounds the recursion.
    fn as_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Text(text, true) => serde_json::from_str(text)
                .ok()
                .filter(|value: &serde_json::Value| value.is_number() || value.is_boolean())
                .unwrap_or_else(|| text.as_str().into()),
            Value::Text(text, false) => text.as_str().into(),
            Value::Alias => serde_json::Value::Null,
            Value::List(nodes) => nodes.iter().map(Node::as_json).collect(),
            Value::Map(pairs, _) => {
                let pairs = pairs.iter();
                pairs
                    .map(|(key, value)| (key.text("").unwrap_or_default().to_owned(), value.as_json()))
                    .collect()
            }
        }
    }

    /// Returns the titles that a value states: one text, or a map from languages to texts.
    pub(crate) fn titles(&self, language: &str) -> Vec<(String, String)> {
        match &self.value {
            Value::Map(pairs, _) => {
                let pairs = pairs.iter();
                pairs
                    .filter_map(|(key, value)| Some((key.text("").ok()?.to_owned(), value.text("").ok()?.to_owned())))
                    .collect()
            }
            Value::Text(text, _) => vec![(language.to_owned(), text.clone())],
            _ => Vec::new(),
        }
    }

    /// Returns a truth value, in the spellings of YAML 1.1.
    pub(crate) fn truth(&self, name: &str) -> Result<bool, Fault> {
        match self.text(name)?.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Ok(true),
            "false" | "no" | "off" | "0" => Ok(false),
            _ => Err(self.wanted(name, "`true` or `false`")),
        }
    }

    /// Returns a number greater than 0.
    pub(crate) fn positive(&self, name: &str) -> Result<f64, Fault> {
        let number = self.number(name)?;
        if number > 0.0 {
            Ok(number)
        } else {
            Err(self.wanted(name, "a number greater than 0"))
        }
    }

    /// Returns whether this is a map.
    pub(crate) fn is_map(&self) -> bool {
        matches!(self.value, Value::Map(..))
    }

    /// Returns the value of a key, even if the value is empty.
    pub(crate) fn get_even_empty(&self, key: &str) -> Option<&Node> {
        let found = self.children().into_iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| value)
    }

    /// Returns whether this is a list.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.value, Value::List(_))
    }

    /// Returns a text, quoted or not.
    ///
    /// # Errors
    /// Fails if this is no text. `name` names the value in the message.
    pub fn text(&self, name: &str) -> Result<&str, Fault> {
        match &self.value {
            Value::Text(text, _) => Ok(text),
            _ => Err(self.wanted(name, "text")),
        }
    }

    /// Returns a text in quotes, which is neither a number nor a truth value.
    ///
    /// # Errors
    /// Fails if this is no text or has no quotes.
    pub fn quoted_text(&self, name: &str) -> Result<&str, Fault> {
        match &self.value {
            Value::Text(text, false) => Ok(text),
            _ => Err(self.wanted(name, "text in quotes")),
        }
    }

    /// Returns a number of points, which may be negative. It may have quotes, as in packages of older versions.
    pub(crate) fn number(&self, name: &str) -> Result<f64, Fault> {
        let Value::Text(text, _) = &self.value else {
            return Err(self.wanted(name, "a number"));
        };
        parse_points(text).map_err(|wanted| self.wanted(name, wanted))
    }

    /// Returns a number of points.
    ///
    /// # Errors
    /// Fails if this is no number, or if it is negative.
    pub fn points(&self, name: &str) -> Result<f64, Fault> {
        let number = self.number(name)?;
        if number < 0.0 {
            return Err(self.wanted(name, "at least 0"));
        }
        Ok(number)
    }

    /// Returns a whole number from 1 on, such as the number of a group.
    pub(crate) fn ordinal(&self, name: &str) -> Result<usize, Fault> {
        let text = self.text(name)?;
        text.parse()
            .ok()
            .filter(|&number| number > 0)
            .ok_or_else(|| self.wanted(name, "a whole number from 1 on"))
    }

    /// Returns the values of a list.
    ///
    /// # Errors
    /// Fails if this is no list.
    pub fn list(&self, name: &str) -> Result<&[Node], Fault> {
        match &self.value {
            Value::List(nodes) => Ok(nodes),
            _ => Err(self.wanted(name, "a list")),
        }
    }

    /// Returns the keys and values of a map.
    ///
    /// # Errors
    /// Fails if this is no map.
    pub fn map(&self, name: &str) -> Result<&[(Node, Node)], Fault> {
        match &self.value {
            Value::Map(pairs, _) => Ok(pairs),
            _ => Err(self.wanted(name, "a map")),
        }
    }

    /// Returns one text, or the texts of a list.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<(&Node, &str)>, Fault> {
        let nodes = match &self.value {
            Value::List(nodes) => nodes.as_slice(),
            _ => std::slice::from_ref(self),
        };
        nodes.iter().map(|node| Ok((node, node.text(name)?))).collect()
    }
}

impl Fault {
    fn at(span: &Span, message: impl Into<String>) -> Fault {
        Fault {
            at: span.start.index(),
            length: 1,
            message: message.into(),
        }
    }
}

/// Returns a text for an error: escaped, shortened, in backticks.
pub(crate) fn shown(text: &str) -> String {
    format!("`{}`", quoted(text.as_bytes(), 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Document, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yml");
        std::fs::write(&path, text).unwrap();
        let read = Document::read(&path, 1 << 20);
        let place = format!("{}/", folder.path().display());
        read.map(Option::unwrap)
            .map_err(|message| message.to_string().replace(&place, ""))
    }

    #[test]
    fn values_are_read_as_what_they_are_asked_for() {
        let document = read("a: 1.5\nb: [x, 'y']\nc:\n  d: 2\ne: ~\nf: '3'\n").unwrap();
        let root = &document.root;
        assert_eq!(root.get("a").unwrap().number("a").unwrap(), 1.5);
        let texts = root.get("b").unwrap().texts("b").unwrap();
        assert_eq!(texts.iter().map(|(_, text)| *text).collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(root.get("c").unwrap().get("d").unwrap().ordinal("d").unwrap(), 2);
        assert!(root.get("e").is_none() && root.get("g").is_none());
        assert_eq!(root.get("f").unwrap().number("f").unwrap(), 3.0, "in quotes too");
        assert!(read("").unwrap().root.get("a").is_none());
    }

    #[test]
    fn errors_name_their_place_in_characters() {
        let document = read("é: [ü, x]\n").unwrap();
        let node = &document.root.get("é").unwrap().list("é").unwrap()[1];
        let message = document.located(&node.number("`é`").unwrap_err()).to_string();
        let head = "`é` must be a number, found `x`\n  --> ";
        assert!(message.starts_with(head), "{message}");
        assert!(message.contains("a.yml:1:8 "), "{message}");
    }

    #[test]
    fn what_is_not_read_is_refused_with_its_place() {
        let deep = "[".repeat(100);
        for (text, expected) in [
            ("a: [\n", "this is not YAML: "),
            ("a: 1\n--- \nb: 2\n", "a second document is not allowed\n"),
            (
                "a: &x {b: 1}\nc:\n  <<: *x\n",
                "gamesolve does not support merged maps\n  --> a.yml:3:3\n",
            ),
            ("? [a]\n: 1\n", "a key must be text, found a list\n"),
            (
                deep.as_str(),
                "lists and maps may be nested at most 64 deep\n  --> a.yml:1:65\n",
            ),
        ] {
            let message = read(text).err().unwrap_or_else(|| panic!("{text:?} is read"));
            assert!(message.starts_with(expected), "{message}");
        }
        let document = read("a: &x 1\nb: *x\n").unwrap();
        let fault = document.root.get("b").unwrap().number("`b`").unwrap_err();
        assert!(
            document
                .located(&fault)
                .to_string()
                .contains("found an alias, which gamesolve does not follow")
        );
    }

    #[test]
    fn the_last_of_two_equal_keys_counts_unless_refused() {
        let document = read("a: 1\nb: 2\na: [3]\n").unwrap();
        let root = &document.root;
        assert_eq!(root.get("a").unwrap().list("a").unwrap().len(), 1);
        assert_eq!(root.children().len(), 2);
        assert_eq!(root.repeated().collect::<Vec<_>>(), ["a"]);
        let message = document
            .located(&root.known_keys("the list", &["a", "b"]).unwrap_err())
            .to_string();
        assert!(message.starts_with("duplicate key `a`\n"), "{message}");
        assert!(message.contains("a.yml:3:1\n"), "{message}");
    }

    #[test]
    fn a_missing_file_is_no_error_but_a_binary_one_is() {
        assert!(Document::read(Path::new("no such file"), 9).unwrap().is_none());
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.yml"), b"a: \xff\n").unwrap();
        let message = Document::read(&folder.path().join("a.yml"), 9)
            .err()
            .unwrap()
            .to_string();
        assert!(message.contains("a.yml:1:4"), "{message}");
        let message = Document::read(folder.path(), 9).err().unwrap().to_string();
        assert!(message.contains("is a folder"), "{message}");
    }
}
