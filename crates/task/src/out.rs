//! Manifests for writing: a tree of keys, printed as YAML, XML or INI.
//!
//! Writers state keys and values. Quotes, escapes and indentation are made here, in one place for each syntax.

/// A value of a manifest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A text. YAML quotes it if it would otherwise read another value.
    Text(String),
    /// A text that YAML always quotes.
    Quoted(String),
    /// A number or another word of the syntax, printed as it is.
    Word(String),
    /// A list of values. In XML they are elements of the same name.
    List(Layout, Vec<Value>),
    /// Keys with their values. In XML they form one element.
    Map(Layout, Keys),
}

/// The layout of a list or a map in YAML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One line, in brackets.
    Line,
    /// One line for each part. Items of a list have the indentation of their key.
    Block,
    /// One line for each part, indented below the key.
    Inset,
}

/// Keys with their values, in the order of the file. In XML a key that begins with `@` is an attribute.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Keys(Vec<(Value, Value)>);

impl Value {
    /// Returns a descriptive text of a package. Numbers, `true`, `false`, lists and maps keep their types.
    pub(crate) fn about(text: &str) -> Value {
        let is_nested = text.starts_with(['[', '{']) && serde_json::from_str::<serde_json::Value>(text).is_ok();
        let is_value = matches!(text, "true" | "false") || text.parse::<f64>().is_ok();
        if is_nested || is_value {
            Value::Word(text.to_owned())
        } else {
            Value::from(text)
        }
    }

    /// Returns a text that always has quotes.
    pub(crate) fn quoted(text: &str) -> Value {
        Value::Quoted(text.to_owned())
    }

    /// Returns a list in one line.
    pub(crate) fn row<T: Into<Value>>(items: impl IntoIterator<Item = T>) -> Value {
        Value::List(Layout::Line, items.into_iter().map(T::into).collect())
    }

    /// Returns a list of quoted texts in one line.
    pub(crate) fn quoted_row(texts: &[String]) -> Value {
        Value::row(texts.iter().map(|text| Value::quoted(text)))
    }

    /// Returns a list with one line for each item.
    pub(crate) fn items<T: Into<Value>>(items: impl IntoIterator<Item = T>) -> Value {
        Value::List(Layout::Block, items.into_iter().map(T::into).collect())
    }

    /// Prints YAML in one line, without a line end.
    pub(crate) fn yaml_line(&self) -> String {
        flow(self)
    }

    /// Returns the text of a scalar, or `None` for lists and maps.
    fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) | Value::Quoted(text) | Value::Word(text) => Some(text),
            Value::List(..) | Value::Map(..) => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Value {
        Value::Text(text.clone())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

/// Makes values of types that are printed as words.
macro_rules! words {
    ($($word:ty),*) => {
        $(impl From<$word> for Value {
            fn from(value: $word) -> Value {
                Value::Word(value.to_string())
            }
        })*
    };
}

words!(bool, usize, u64, u128);

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value::Word(number(value))
    }
}

impl From<Keys> for Value {
    fn from(keys: Keys) -> Value {
        Value::Map(Layout::Block, keys)
    }
}

impl Keys {
    pub(crate) fn new() -> Keys {
        Keys::default()
    }

    /// Returns a map of one key.
    pub(crate) fn of(key: impl Into<Value>, value: impl Into<Value>) -> Keys {
        Keys::new().with(key, value)
    }

    /// Appends a key.
    pub(crate) fn put(&mut self, key: impl Into<Value>, value: impl Into<Value>) {
        self.0.push((key.into(), value.into()));
    }

    /// Appends a key if it has a value.
    pub(crate) fn put_some(&mut self, key: impl Into<Value>, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Returns the keys with one more at the end.
    #[must_use]
    pub(crate) fn with(mut self, key: impl Into<Value>, value: impl Into<Value>) -> Keys {
        self.put(key, value);
        self
    }

    /// Appends the keys of another map.
    pub(crate) fn append(&mut self, other: Keys) {
        self.0.extend(other.0);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a map in one line.
    pub(crate) fn in_line(self) -> Value {
        Value::Map(Layout::Line, self)
    }

    /// Prints YAML.
    pub(crate) fn yaml(&self) -> String {
        let mut text = String::new();
        put_block(&mut text, self, 0);
        text
    }

    /// Prints lines `key = "value"`, which PHP reads. Values have no line break and no double quote.
    pub(crate) fn ini(&self) -> String {
        let one_line = |value: &Value| -> String {
            let text = value.text().unwrap_or_default();
            text.replace(['\n', '\r'], " ").replace('"', "'")
        };
        let lines = self.scalars(|key, value| format!("{key} = \"{}\"\n", one_line(value)));
        lines.collect()
    }

    /// Prints lines `#key: value`, which are comments for the generator that reads the file.
    pub(crate) fn comments(&self) -> String {
        let lines = self.scalars(|key, value| format!("#{key}: {}\n", value.text().unwrap_or_default()));
        lines.collect()
    }

    fn scalars(&self, line: impl Fn(&str, &Value) -> String) -> impl Iterator<Item = String> {
        self.0
            .iter()
            .map(move |(key, value)| line(key.text().unwrap_or_default(), value))
    }

    /// Prints XML: each key is an element, indented `step` blanks deeper than its parent.
    pub(crate) fn xml(&self, step: usize) -> String {
        let mut text = String::new();
        put_elements(&mut text, self, Indent { step, depth: 0 });
        text
    }
}

/// Returns a number for a manifest, without needless places.
///
/// Shares of points are not rounded up, so that their sum does not exceed the whole.
pub(super) fn number(value: f64) -> String {
    const FEW: f64 = 1e6;
    const PLACES: f64 = 1e12;
    let near = (value * FEW).round() / FEW;
    // A number that has this many places already stays unchanged, for example if it came from a manifest.
    let has_few_places = (value * PLACES).round() / PLACES == value;
    if (near - value).abs() < 1e-9 {
        near.to_string()
    } else if has_few_places {
        value.to_string()
    } else {
        ((value * PLACES).floor() / PLACES).to_string()
    }
}

/// Returns a number with a decimal point, so that no reader takes it for a whole number.
pub(super) fn number_with_point(value: f64) -> String {
    let text = number(value);
    if text.contains('.') { text } else { format!("{text}.0") }
}

/// Writes each key with its value in its own line.
fn put_block(text: &mut String, keys: &Keys, indent: usize) {
    for (key, value) in &keys.0 {
        *text += &format!("{}{}:", " ".repeat(indent), flow(key));
        match value {
            Value::Map(Layout::Block | Layout::Inset, inner) => {
                text.push('\n');
                put_block(text, inner, indent + 2);
            }
            Value::List(Layout::Block, items) => put_items(text, items, indent),
            Value::List(Layout::Inset, items) => put_items(text, items, indent + 2),
            value => *text += &format!(" {}\n", flow(value)),
        }
    }
}

/// Writes the items of a list in their own lines, after a key.
fn put_items(text: &mut String, items: &[Value], indent: usize) {
    text.push('\n');
    for item in items {
        *text += &" ".repeat(indent);
        *text += "- ";
        match item {
            Value::Map(Layout::Block, keys) => {
                let mut block = String::new();
                put_block(&mut block, keys, indent + 2);
                *text += block.trim_start_matches(' ');
            }
            item => *text += &format!("{}\n", flow(item)),
        }
    }
}

/// Returns a YAML value in one line.
fn flow(value: &Value) -> String {
    match value {
        Value::Text(text) if is_plain(text) => text.clone(),
        Value::Text(text) | Value::Quoted(text) => serde_json::Value::from(text.as_str()).to_string(),
        Value::Word(text) => text.clone(),
        Value::List(_, items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(_, keys) => {
            let keys = keys.0.iter();
            let keys: Vec<String> = keys
                .map(|(key, value)| format!("{}: {}", flow(key), flow(value)))
                .collect();
            format!("{{{}}}", keys.join(", "))
        }
    }
}

/// Returns whether YAML reads this text back unchanged without quotes.
fn is_plain(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | ' ' | '/');
    let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    let is_word = matches!(
        text.to_ascii_lowercase().as_str(),
        "yes" | "no" | "on" | "off" | "null" | "y" | "n" | "true" | "false"
    );
    let is_number = text.parse::<f64>().is_ok();
    starts && !is_word && !is_number && !text.ends_with(' ') && text.chars().all(is_plain)
}

/// The indentation of an XML element.
#[derive(Clone, Copy)]
struct Indent {
    step: usize,
    depth: usize,
}

/// Writes each key except attributes as an element.
fn put_elements(text: &mut String, keys: &Keys, indent: Indent) {
    for (key, value) in &keys.0 {
        let name = key.text().unwrap_or_default();
        if name.starts_with('@') {
            continue;
        }
        match value {
            Value::List(_, items) => items.iter().for_each(|item| put_element(text, name, item, indent)),
            value => put_element(text, name, value, indent),
        }
    }
}

/// Writes one indented element.
fn put_element(text: &mut String, name: &str, value: &Value, indent: Indent) {
    let before = " ".repeat(indent.step * indent.depth);
    *text += &format!("{before}<{name}");
    match value {
        Value::Map(_, keys) => {
            for (key, value) in &keys.0 {
                if let (Some(attribute), Some(value)) = (key.text().and_then(|key| key.strip_prefix('@')), value.text())
                {
                    *text += &format!(" {attribute}=\"{}\"", quick_xml::escape::escape(value));
                }
            }
            let mut inner = String::new();
            let depth = indent.depth + 1;
            put_elements(&mut inner, keys, Indent { depth, ..indent });
            if inner.is_empty() {
                *text += "/>\n"
            } else {
                *text += &format!(">\n{inner}{before}</{name}>\n")
            }
        }
        value => match value.text().unwrap_or_default() {
            "" => *text += "/>\n",
            value => *text += &format!(">{}</{name}>\n", quick_xml::escape::escape(value)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::yaml::Document;

    /// Returns a tree that has every kind of value and layout.
    fn sample() -> Keys {
        let batch = Keys::of("points", 30.0)
            .with("needs", Value::row([1_usize, 2]))
            .with("cases", Value::items([Keys::of("in", "1.in").in_line()]));
        Keys::of("title", Value::quoted("Nim"))
            .with("id", "nim")
            .with(
                "checker",
                Keys::of("name", "bridged").with("args", Keys::of("lang", "CPP17")),
            )
            .with(
                "scores",
                Keys::of(1_usize, 50.0).with(Value::quoted("1a"), true).in_line(),
            )
            .with("test_cases", Value::items([Value::from(batch), Value::from("last")]))
            .with(
                "groups",
                Value::List(Layout::Inset, vec![Keys::of("name", "no").in_line()]),
            )
    }

    #[test]
    fn yaml_has_blocks_lines_and_insets() {
        assert_eq!(
            sample().yaml(),
            "title: \"Nim\"\nid: nim\nchecker:\n  name: bridged\n  args:\n    lang: CPP17\nscores: {1: 50, \"1a\": true}\n\
             test_cases:\n- points: 30\n  needs: [1, 2]\n  cases:\n  - {in: 1.in}\n- last\ngroups:\n  - {name: \"no\"}\n"
        );
    }

    #[test]
    fn yaml_is_read_back_as_the_texts_that_were_written() {
        let texts = [
            "",
            "a",
            "2048",
            "1e3",
            "True",
            "~",
            "- a",
            "a ",
            "a: b",
            "Đá",
            "#1",
            "a\"b\\\n\tc",
            "[",
            "{a}",
        ];
        for text in texts {
            let keys = Keys::of("key", text).with("quoted", Value::quoted(text));
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), keys.yaml()).unwrap();
            let document = Document::read(file.path(), 1 << 10).unwrap().unwrap();
            for key in ["key", "quoted"] {
                let value = document.root.get_even_empty(key).unwrap();
                assert_eq!(value.text(key).unwrap(), text, "{key}");
            }
        }
    }

    #[test]
    fn texts_that_yaml_would_read_as_something_else_are_quoted() {
        for plain in ["a", "Nim 2", "a/b.in", "2-heaps", "1.in"] {
            assert_eq!(flow(&Value::from(plain)), plain);
        }
        for other in ["", "2048", "1e3", "True", "no", "~", "- a", "a ", "a: b", "Đá", "#1"] {
            assert_eq!(flow(&Value::from(other)), flow(&Value::quoted(other)));
        }
    }

    #[test]
    fn texts_of_a_package_about_itself_keep_their_kind() {
        for (text, written) in [
            ("true", "true"),
            ("3", "3"),
            ("[1, {\"a\": 2}]", "[1, {\"a\": 2}]"),
            ("[1", "\"[1\""),
            ("yes", "\"yes\""),
        ] {
            assert_eq!(flow(&Value::about(text)), written);
        }
    }

    #[test]
    fn ini_has_no_quote_and_no_line_break_in_a_value() {
        let keys = Keys::of("name", "a \"b\"\r\nc").with("timelimit", 2.5);
        assert_eq!(keys.ini(), "name = \"a 'b'  c\"\ntimelimit = \"2.5\"\n");
    }

    #[test]
    fn comments_have_a_line_for_each_key() {
        assert_eq!(
            Keys::of("ST", 30.0).with("COPY", "a.txt").comments(),
            "#ST: 30\n#COPY: a.txt\n"
        );
    }

    #[test]
    fn xml_escapes_attributes_and_texts() {
        let tests = [Keys::of("@name", "<\"&'>"), Keys::of("@name", "b").with("inner", "x<y")];
        let keys = Keys::of(
            "task",
            Keys::of("@id", 1_u64)
                .with("test", Value::items(tests))
                .with("empty", ""),
        );
        assert_eq!(
            keys.xml(1),
            "<task id=\"1\">\n <test name=\"&lt;&quot;&amp;&apos;&gt;\"/>\n <test name=\"b\">\n  <inner>x&lt;y</inner>\n \
             </test>\n <empty/>\n</task>\n"
        );
    }
}
