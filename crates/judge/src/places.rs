//! The names of package files for people.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::program::NoProgram;
use gamesolve_task::Package;
use gamesolve_text::quoted;

/// Returns a file of a package, or words about its files, without the path to the package.
///
/// The path is left out only at the beginning of a path, not inside a longer one.
pub fn below(package: &Package, file: &str) -> String {
    without_way(&package.root, file)
}

/// Returns the reason why a program of a package is unusable, with the package's own file names.
///
/// A compiler sees no file outside the package. So links that lead out of the package stand before its messages.
pub fn named_in(package: &Package, path: &Path, include: &[PathBuf], why: NoProgram) -> NoProgram {
    let real = package.root.canonicalize().unwrap_or_else(|_| package.root.clone());
    let named = |text: &str| without_way(&real, &below(package, text));
    match why {
        NoProgram::DoesNotCompile(said) => {
            let beside = path.parent().map(Path::to_owned);
            let links = links_out(&real, include.iter().cloned().chain(beside));
            let links = links.iter().map(|link| {
                let link = quoted(link.as_os_str().as_encoded_bytes(), 200);
                format!("`{link}` is a link that leads out of the package, so the compiler cannot see its target\n")
            });
            NoProgram::DoesNotCompile(links.collect::<String>() + &named(&said))
        }
        NoProgram::Unusable(why) => NoProgram::Unusable(named(&why)),
        NoProgram::Box(why) => NoProgram::Box(why),
    }
}

/// Returns the links in `folders` that lead out of the package, as paths inside it.
fn links_out(root: &Path, folders: impl Iterator<Item = PathBuf>) -> BTreeSet<PathBuf> {
    let is_link_out = |path: &PathBuf| {
        let leads_out = |real: PathBuf| !real.starts_with(root);
        path.is_symlink() && path.canonicalize().is_ok_and(leads_out)
    };
    let entries = folders.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let links = entries.map(|entry| entry.path()).filter(is_link_out);
    let below = |path: PathBuf| {
        let folder = path.parent()?.canonicalize().ok()?;
        Some(folder.strip_prefix(root).ok()?.join(path.file_name()?))
    };
    links.filter_map(below).collect()
}

fn without_way(root: &Path, file: &str) -> String {
    let root = quoted(root.as_os_str().as_encoded_bytes(), 1000);
    let way = format!("{}/", root.trim_end_matches('/'));
    let mut text = String::new();
    let mut rest = file;
    while let Some((before, behind)) = rest.split_once(&way) {
        text += before;
        if text.ends_with(|c: char| c == '/' || c.is_alphanumeric()) {
            text += &way;
        }
        rest = behind;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_package_is_left_out_where_a_path_begins() {
        for (given, expected) in [
            ("p/x/a.cpp", "a.cpp"),
            ("`p/x/a.cpp`: no, see p/x/b", "`a.cpp`: no, see b"),
            ("/tmp/p/x/a.cpp:1:1", "/tmp/p/x/a.cpp:1:1"),
            ("up/x/a", "up/x/a"),
            ("a.cpp", "a.cpp"),
        ] {
            assert_eq!(without_way(Path::new("p/x"), given), expected);
        }
    }
}
