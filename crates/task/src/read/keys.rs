//! The inventory of the keys of every format. Each key is mapped to the model, kept as a text about the package, or
//! reported by name.
//!
//! The tables guarantee that nothing is silently ignored. A test gives every key a value and checks the result.
//! The documentation lists the tables.

use std::collections::BTreeMap;
use std::path::Path;

use super::yaml::Node;
use crate::model::{Package, PartFile};
use crate::remark::{self, Remark, Unobeyed};

/// A key of a file of a format.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key: names of maps joined by `.`, `*` for any name, `[]` for items of a list.
    pub path: &'static str,
    /// The fate.
    pub fate: Fate,
    /// An example of the key, as it stands in the file.
    pub example: &'static str,
}

/// The fate of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// gamesolve applies it.
    Mapped,
    /// gamesolve keeps it as a text, because no verdict depends on it.
    About,
    /// gamesolve ignores it, and the report gives this reason.
    Reported(&'static str),
    /// gamesolve refuses the task, because it cannot judge this type.
    Refused,
}

/// The keys of one file of a format.
#[derive(Clone, Copy, Debug)]
pub struct Inventory {
    /// The format, for people.
    pub format: &'static str,
    /// The file.
    pub file: &'static str,
    /// The keys.
    pub keys: &'static [Key],
}

/// Returns the keys of a table. A row has the fate, the path, an example, and the reason if gamesolve ignores the key.
macro_rules! keys {
    ($($fate:ident $path:literal: $example:literal $(because $why:expr)?;)*) => {
        &[$($crate::read::keys::Key {
            path: $path,
            fate: $crate::read::keys::Fate::$fate $(($why))?,
            example: $example,
        }),*]
    };
}
pub(crate) use keys;

/// Returns the key of an inventory for this path.
pub(crate) fn find<'a>(keys: &'a [Key], path: &str) -> Option<&'a Key> {
    keys.iter().find(|key| is_match(key.path, path, false))
}

/// Returns whether a pattern matches a path. With `below` the pattern must be longer than the path instead.
fn is_match(pattern: &str, path: &str, below: bool) -> bool {
    let mut pattern = pattern.split('.');
    for name in path.split('.') {
        match pattern.next() {
            Some(wanted) if wanted == name || wanted == "*" => {}
            _ => return false,
        }
    }
    pattern.next().is_some() == below
}

/// Accounts for every key of a document. Texts about the package go into it. Ignored and unknown keys become remarks.
pub(crate) fn account(root: &Node, inventory: &Inventory, package: &mut Package) {
    let about = &mut package.about;
    let remarks = each(root, inventory, &mut |path, value, fate| {
        if fate == Fate::About {
            about.insert(path, value.as_text());
        }
    });
    package.remarks.extend(remarks);
}

/// Accounts for every key of a file about a group or a testcase. All known keys stay with the file.
pub(crate) fn account_part(root: &Node, inventory: &Inventory, place: &str, path: &Path, package: &mut Package) {
    let mut keys = BTreeMap::new();
    let remarks = each(root, inventory, &mut |key, value, _| {
        keys.insert(key, value.as_text());
    });
    package.remarks.extend(remarks);
    let path = path.to_owned();
    package.parts.insert(place.to_owned(), PartFile { path, keys });
}

/// Passes every applied or kept key to `known`, and returns remarks on the others.
fn each(root: &Node, inventory: &Inventory, known: &mut dyn FnMut(String, &Node, Fate)) -> Vec<Remark> {
    let keys = inventory.keys;
    let mut open: Vec<(String, &Node)> = vec![(String::new(), root)];
    let mut remarks = Vec::new();
    while let Some((path, node)) = open.pop() {
        remarks.extend(repeated(node, inventory.file));
        for (name, value) in node.children() {
            if value.is_nothing() {
                continue;
            }
            let here = match path.as_str() {
                "" => name.to_owned(),
                _ => format!("{path}.{name}"),
            };
            let leads_on = value.has_children() && keys.iter().any(|key| is_match(key.path, &here, true));
            match find(keys, &here).map(|key| key.fate) {
                _ if leads_on => open.push((here, value)),
                Some(Fate::Refused) => {}
                Some(fate @ (Fate::Mapped | Fate::About)) => known(here, value, fate),
                Some(Fate::Reported(why)) => remarks.push(remark(&here, inventory.file, why)),
                None if name == "[]" => remarks.push(remark(&path, inventory.file, "the format has no list here")),
                None if value.is_alias() => {
                    remarks.push(remark(&here, inventory.file, "gamesolve does not follow YAML aliases"));
                }
                None => remarks.push(unknown(&here, inventory.file)),
            }
        }
    }
    remark::sorted(remarks)
}

/// Returns remarks on keys that a map has twice.
pub(crate) fn repeated(node: &Node, file: &str) -> Vec<Remark> {
    node.repeated()
        .map(|name| Remark::on_key(name, file, Unobeyed::Repeated))
        .collect()
}

/// Returns the remark on a key that the format does not have.
pub(crate) fn unknown(path: &str, file: &str) -> Remark {
    Remark::on_key(path, file, Unobeyed::Unknown)
}

/// Returns the remark on a key that is ignored for this reason.
pub(crate) fn remark(path: &str, file: &str, why: &str) -> Remark {
    Remark::on_key(path, file, Unobeyed::Reported(why.to_owned()))
}
