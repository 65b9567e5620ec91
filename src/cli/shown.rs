//! The form of paths in messages, and the choice of colours.

use std::path::Path;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};

/// Returns a path for people, escaped and in backticks.
pub(super) fn shown(path: &Path) -> String {
    format!("`{}`", crate::text::quoted(path.as_os_str().as_encoded_bytes(), 300))
}

/// Returns whether a stream takes colours: by `--color`, else by the environment, else if it is a terminal with colours.
///
/// The rules for the environment are those of <https://no-color.org> and <https://bixense.com/clicolors>.
pub(super) fn takes_colour(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}
