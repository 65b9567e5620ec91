//! The form of paths in messages, and the choice of colours.

use std::path::Path;

/// Returns a path for people, escaped and in backticks.
pub(super) fn shown(path: &Path) -> String {
    format!("`{}`", crate::text::quoted(path.as_os_str().as_encoded_bytes(), 300))
}

/// Returns whether the user has chosen plain text, or the terminal shows no colours.
pub(super) fn is_plain() -> bool {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    plain || std::env::var_os("TERM").is_some_and(|value| value == "dumb")
}
