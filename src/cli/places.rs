//! Places that variables of the environment name.

use std::path::PathBuf;

/// Returns the absolute path in a variable. A relative one would depend on the current folder.
pub(super) fn absolute(variable: &str) -> Option<PathBuf> {
    let path = std::env::var_os(variable).map(PathBuf::from);
    path.filter(|path| path.is_absolute())
}
