//! Tools for the formats in XML.

use std::fmt;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::keys::{self, Fate, Inventory};
use super::yaml::{MAX_NODES, too_many};
use crate::model::Package;
use crate::remark;
use gamesolve_text::{InputError, quoted};

/// The maximum depth of elements. The formats need seven.
const MAX_DEPTH: usize = 64;
/// The maximum number of attributes of an element. The parser compares their names in pairs.
const MAX_ATTRIBUTES: usize = 64;
/// The number of characters of a name that are kept. The names of all elements around an element are kept with it.
const MAX_NAME: usize = 40;

/// An element of a document.
pub(crate) struct Element {
    /// The names of the elements around it and its own name, joined by `.`.
    pub(crate) path: String,
    /// The attributes.
    attributes: Vec<(String, String)>,
    /// The text directly in it, trimmed.
    pub(crate) text: String,
    /// The place of its start.
    pub(crate) at: usize,
    /// The place after its end.
    pub(crate) end: usize,
}

impl Element {
    /// Returns the value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns an error about this element.
    pub(crate) fn fault(&self, message: impl Into<String>) -> InputError {
        InputError::new(self.at, 0, message)
    }
}

/// Reads all elements of a document, in the order of their starts.
///
/// Only predefined entities are known, so no text is longer than the document.
pub(crate) fn elements(xml: &[u8]) -> Result<Vec<Element>, InputError> {
    let mut reader = Reader::from_reader(xml);
    let mut elements: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut count = 0;
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        if count > MAX_NODES {
            return Err(InputError::new(at, 0, too_many()));
        }
        match reader.read_event().map_err(|error| no_xml(at, &error))? {
            Event::Eof if open.is_empty() => break,
            Event::Eof => return Err(no_xml(at, &"it ends inside an element")),
            Event::Start(start) => {
                if open.len() == MAX_DEPTH {
                    let message = format!("elements may be nested at most {MAX_DEPTH} deep");
                    return Err(InputError::new(at, 0, message));
                }
                let new = element(&start, &elements, open.last().copied(), at)?;
                count += 1 + new.attributes.len();
                open.push(elements.len());
                elements.push(new);
            }
            Event::Empty(start) => {
                let mut new = element(&start, &elements, open.last().copied(), at)?;
                new.end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
                count += 1 + new.attributes.len();
                elements.push(new);
            }
            Event::End(_) => {
                if let Some(closed) = open.pop() {
                    elements[closed].text = elements[closed].text.trim().to_owned();
                    elements[closed].end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
                }
            }
            Event::Text(text) => {
                if let Some(&inside) = open.last() {
                    elements[inside].text += &text.decode().map_err(|error| no_xml(at, &error))?;
                }
            }
            Event::CData(text) => {
                if let Some(&inside) = open.last() {
                    elements[inside].text += &text.decode().map_err(|error| no_xml(at, &error))?;
                }
            }
            Event::GeneralRef(reference) => {
                if let Some(&inside) = open.last() {
                    elements[inside].text += &referred(&reference, at)?;
                }
            }
            _ => {}
        }
    }
    Ok(elements)
}

fn element(start: &BytesStart<'_>, all: &[Element], around: Option<usize>, at: usize) -> Result<Element, InputError> {
    let name = quoted(start.name().as_ref(), MAX_NAME);
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        if attributes.len() == MAX_ATTRIBUTES {
            let message = format!("an element may have at most {MAX_ATTRIBUTES} attributes");
            return Err(InputError::new(at, 0, message));
        }
        let attribute = attribute.map_err(|error| no_xml(at, &error))?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| no_xml(at, &error))?;
        attributes.push((quoted(attribute.key.as_ref(), MAX_NAME), value.into_owned()));
    }
    Ok(Element {
        path: around.map_or_else(|| name.clone(), |around| format!("{}.{name}", all[around].path)),
        attributes,
        text: String::new(),
        at,
        end: at,
    })
}

/// Returns the text of a reference: a character by its number, or one of the predefined names.
pub(crate) fn referred(reference: &BytesRef<'_>, at: usize) -> Result<String, InputError> {
    if let Some(sign) = reference.resolve_char_ref().map_err(|error| no_xml(at, &error))? {
        return Ok(sign.to_string());
    }
    let name = reference.decode().map_err(|error| no_xml(at, &error))?;
    let known = resolve_predefined_entity(&name).map(str::to_owned);
    known.ok_or_else(|| {
        no_xml(
            at,
            &format_args!("unrecognized entity `{}`", quoted(name.as_bytes(), 100)),
        )
    })
}

/// Accounts for every element and attribute of a document. Ignored and unknown ones become remarks.
///
/// The key of an attribute is the key of its element, then `@name`. If the inventory knows attributes or parts of an
/// element, the element needs no key of its own.
pub(crate) fn account(elements: &[Element], inventory: &Inventory, package: &mut Package) {
    let mut remarks = Vec::new();
    let mut of = |path: &str, value: &str| match keys::find(inventory.keys, path).map(|key| key.fate) {
        Some(Fate::Mapped | Fate::Refused) => {}
        Some(Fate::About) => {
            let old = package.about.entry(path.to_owned()).or_default();
            if !old.is_empty() {
                old.push_str(", ");
            }
            old.push_str(&quoted(value.as_bytes(), 300));
        }
        Some(Fate::Reported(why)) => remarks.push(keys::remark(path, inventory.file, why)),
        None => remarks.push(keys::unknown(path, inventory.file)),
    };
    let is_inside = |path: &str, key: &str| key.strip_prefix(path).is_some_and(|rest| rest.starts_with(['.', '@']));
    // If an element is unknown or kept as a text, its parts need no remarks.
    let mut whole: Option<&str> = None;
    for element in elements {
        if whole.is_some_and(|whole| is_inside(whole, &element.path)) {
            continue;
        }
        whole = None;
        let has_parts = inventory.keys.iter().any(|key| is_inside(&element.path, key.path));
        if !has_parts {
            of(&element.path, &element.text);
            whole = Some(&element.path);
            continue;
        }
        for (name, value) in &element.attributes {
            of(&format!("{}@{name}", element.path), value);
        }
    }
    package.remarks.extend(remark::sorted(remarks));
}

/// Returns the error for text that is no XML. Escapes the message, because the parser copies names of elements into it.
pub(crate) fn no_xml(at: usize, why: &dyn fmt::Display) -> InputError {
    InputError::new(
        at,
        0,
        format!("this is not XML: {}", quoted(why.to_string().as_bytes(), 300)),
    )
}
