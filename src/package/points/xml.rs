//! Tools for reading points from XML.

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;

pub(super) use crate::package::xml::no_xml;
use crate::text::InputError;

/// Returns the value of an element's attribute, where it has one; `at` is where the element begins.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str, at: usize) -> Result<Option<String>, InputError> {
    let attribute = element.try_get_attribute(name).map_err(|error| no_xml(at, &error))?;
    let Some(attribute) = attribute else {
        return Ok(None);
    };
    let value = attribute
        .normalized_value(XmlVersion::Implicit1_0)
        .map_err(|error| no_xml(at, &error))?;
    Ok(Some(value.into_owned()))
}
