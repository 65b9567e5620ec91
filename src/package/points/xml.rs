//! Tools that the formats in XML share.

use std::fmt;

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;

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

/// Returns the error about text that is no XML.
pub(super) fn no_xml(at: usize, why: &dyn fmt::Display) -> InputError {
    InputError::new(at, 0, format!("this is no XML: {why}"))
}
