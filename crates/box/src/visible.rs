//! The allow-list of the files that a program may read.
//!
//! The list always has the folders of the system's tools ([`system`]), and an order adds its own paths. Hidden paths,
//! such as stored answers, stay hidden inside a folder on the list. A path with its own entry is readable even inside a
//! hidden folder.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Folders of systems with programs and their data for all users. In `/etc` also [`SETTINGS`].
const TOOLS: [&str; 13] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/sys/devices/system",
    "/sys/kernel/mm/transparent_hugepage",
    // Node.js ends if this file exists but cannot be read. Keys lie beside it.
    "/etc/pki/tls/openssl.cnf",
    "/etc/ssl/openssl.cnf",
];
/// Prefixes of names in `/etc` that tools need: links to the chosen compiler, paths of libraries, and settings of
/// compilers and run-time systems.
const SETTINGS: [&str; 9] = [
    "alternatives",
    "fpc",
    "fonts",
    "java",
    "ld.so.",
    "localtime",
    "mono",
    "openjdk",
    "python",
];

/// Returns the entries that every program has, as they exist on this machine: folders, files and links.
pub(crate) fn system() -> &'static [PathBuf] {
    static SYSTEM: OnceLock<Vec<PathBuf>> = OnceLock::new();
    SYSTEM.get_or_init(|| {
        let settings = std::fs::read_dir("/etc").into_iter().flatten().filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name();
            let is_wanted = |start: &&str| name.as_encoded_bytes().starts_with(start.as_bytes());
            SETTINGS.iter().any(is_wanted).then(|| entry.path())
        });
        let tools = TOOLS.iter().map(PathBuf::from);
        tools
            .chain(settings)
            .filter(|place| place.symlink_metadata().is_ok())
            .collect()
    })
}

/// Returns whether this path is itself an entry of [`system`].
pub(crate) fn is_place_of_system(path: &Path) -> bool {
    static NAMES: OnceLock<HashSet<&OsStr>> = OnceLock::new();
    let names = NAMES.get_or_init(|| system().iter().map(|place| place.as_os_str()).collect());
    names.contains(path.as_os_str())
}

/// Returns whether every program may read this file or folder. `path` must be canonical.
pub fn is_of_system(path: &Path) -> bool {
    system().iter().any(|place| path.starts_with(place))
}

/// Names of a tool's parts in its installation folder.
const PARTS: [&str; 13] = [
    "bin",
    "conf",
    "etc",
    "include",
    "jre",
    "lib",
    "lib32",
    "lib64",
    "libexec",
    "pyvenv.cfg",
    "sbin",
    "share",
    "ssl",
];

/// Returns a tool's parts of its installation folder: usually the whole folder.
///
/// Some folders may also hold projects and other files: a virtual environment, a user's home, and a folder around a
/// `private` path, the current folder or the user's home. Of these, only the usual parts (`bin`, `lib`, `share` and the
/// like) are returned.
pub fn parts_of(prefix: &Path, private: &[PathBuf]) -> Vec<PathBuf> {
    let others = [std::env::current_dir().ok(), std::env::home_dir()];
    let others = others.into_iter().flatten().chain(private.iter().cloned());
    let mut others = others.filter_map(|other| other.canonicalize().ok());
    let real = prefix.canonicalize().unwrap_or_else(|_| prefix.to_owned());
    let is_home = real.parent() == Some(Path::new("/home")) || is_home_of_owner(&real);
    if !is_home && !prefix.join("pyvenv.cfg").is_file() && !others.any(|other| other.starts_with(&real)) {
        return vec![prefix.to_owned()];
    }
    let parts = PARTS.iter().map(|part| prefix.join(part));
    parts.filter(|part| part.exists()).collect()
}

/// Returns whether a folder is the home of its owner.
fn is_home_of_owner(folder: &Path) -> bool {
    use nix::unistd::{Uid, User};
    use std::os::unix::fs::MetadataExt;
    let owner = folder.metadata().ok().map(|found| Uid::from_raw(found.uid()));
    let owner = owner.and_then(|owner| User::from_uid(owner).ok().flatten());
    owner.is_some_and(|owner| owner.dir.canonicalize().is_ok_and(|home| home == folder))
}

/// Returns the installation folder of a program outside the system's folders: `/opt/jdk` for `/opt/jdk/bin/java`. The
/// program needs its [parts](parts_of).
///
/// Returns `None` if the program needs none, or if the folder belongs to more than a tool, as a home folder does.
pub fn home_of(program: &Path) -> Option<PathBuf> {
    let program = program.canonicalize().ok()?;
    let folder = program.parent().filter(|folder| folder.ends_with("bin"))?;
    let home = folder.parent()?;
    let user = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    let is_hidden = home.file_name()?.as_encoded_bytes().starts_with(b".");
    let is_broad = home.components().count() < 3
        || is_hidden && user.as_deref() == home.parent()
        || user.is_some_and(|user| user.starts_with(home));
    (!is_of_system(home) && !is_broad).then(|| home.to_owned())
}

/// Returns the interpreter in the first line of a script if it is one of the caller's tools: a file in a folder of
/// `search_path`, under the name in the script.
///
/// A script may be a stranger's, and must not get access to any other file this way.
pub(crate) fn interpreter_of(script: &Path, search_path: &OsStr) -> Option<PathBuf> {
    use std::io::Read;
    use std::os::unix::ffi::OsStrExt;
    const MOST: u64 = 256;
    let mut head = Vec::with_capacity(MOST as usize);
    let file = std::fs::File::open(script).ok()?;
    file.take(MOST).read_to_end(&mut head).ok()?;
    // The kernel ends the name at these bytes, and at no other blank.
    let line = head.strip_prefix(b"#!")?.trim_ascii_start();
    let name = line.split(|byte| b" \t\n\0".contains(byte)).next()?;
    let path = Path::new(OsStr::from_bytes(name));
    let is_tool =
        std::env::split_paths(search_path).any(|folder| folder.is_absolute() && path.parent() == Some(&folder));
    (is_tool && path.is_file()).then(|| path.to_owned())
}

/// A step in building the view of a program. The steps are taken in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// The path is readable, with all paths beneath it.
    Shown(PathBuf),
    /// The path is not readable, nor is any path beneath it.
    Hidden(PathBuf),
}

impl Place {
    pub(crate) fn path(&self) -> &Path {
        let (Place::Shown(path) | Place::Hidden(path)) = self;
        path
    }

    /// Returns the path if it is hidden.
    pub(crate) fn hidden(&self) -> Option<&PathBuf> {
        match self {
            Place::Hidden(path) => Some(path),
            Place::Shown(_) => None,
        }
    }
}

/// Returns the steps that show and hide these paths, each folder before its content. Steps without an effect are left
/// out.
pub(crate) fn places(shown: &[PathBuf], hidden: &[PathBuf]) -> Vec<Place> {
    let mut wishes: Vec<(&PathBuf, bool)> = shown.iter().map(|path| (path, true)).collect();
    wishes.extend(hidden.iter().map(|path| (path, false)));
    // For a path in both lists, showing comes first, and hiding has no effect.
    wishes.sort_by(|a, b| a.0.cmp(b.0).then(b.1.cmp(&a.1)));
    wishes.dedup_by(|next, one| next.0 == one.0);
    let mut places: Vec<Place> = Vec::new();
    // The steps that may contain the next path, each inside the one before it.
    let mut around: Vec<(&PathBuf, bool)> = Vec::new();
    for (path, is_shown) in wishes {
        while around.pop_if(|(place, _)| !path.starts_with(place)).is_some() {}
        let is_seen = around.last().is_some_and(|(_, is_seen)| *is_seen);
        if is_shown == is_seen {
            continue;
        }
        places.push(if is_shown {
            Place::Shown(path.clone())
        } else {
            Place::Hidden(path.clone())
        });
        around.push((path, is_shown));
    }
    places
}

/// Returns the hidden paths that lie in a visible one: the others are out of reach anyway. Costs little for a path in
/// the same folder as the one before it.
pub(crate) fn within<'a>(shown: &[PathBuf], hidden: impl Iterator<Item = &'a PathBuf>) -> Vec<PathBuf> {
    let shown: HashSet<&Path> = shown.iter().map(|path| path.as_path()).collect();
    let mut last: Option<(&OsStr, bool)> = None;
    let mut kept = Vec::new();
    for path in hidden {
        let Some(folder) = path.parent() else { continue };
        let lies_in_one = match last {
            Some((other, lies_in_one)) if other == folder.as_os_str() => lies_in_one,
            _ => folder.ancestors().any(|folder| shown.contains(folder)),
        };
        last = Some((folder.as_os_str(), lies_in_one));
        if lies_in_one {
            kept.push(path.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn hidden_places_in_shown_ones_are_hidden_unless_named() {
        let shown = paths(&["/a/t/1.in", "/a", "/a/b", "/b/x", "/a-b"]);
        let hidden = paths(&["/a/t", "/b", "/c", "/a/t/2.in"]);
        let show = |path: &str| Place::Shown(path.into());
        assert_eq!(
            places(&shown, &hidden),
            [
                show("/a"),
                Place::Hidden("/a/t".into()),
                show("/a/t/1.in"),
                show("/a-b"),
                show("/b/x")
            ]
        );
        assert_eq!(places(&paths(&["/a"]), &paths(&["/a"])), [show("/a")]);
        let both = paths(&["/a", "/a/sol.c"]);
        assert_eq!(
            places(&both, &paths(&["/a/sol.c", "/a/other.c"])),
            [show("/a"), Place::Hidden("/a/other.c".into())]
        );
        assert_eq!(places(&[], &hidden), []);
    }

    #[test]
    fn the_system_has_its_programs_and_no_homes() {
        assert!(is_of_system(Path::new("/usr/bin/env")));
        assert!(system().contains(&PathBuf::from("/usr")));
        for other in ["/", "/home/me", "/root", "/tmp", "/etc/shadow", "/etc/passwd", "/usr-x"] {
            assert!(!is_of_system(Path::new(other)), "{other}");
        }
    }

    #[test]
    fn the_home_of_a_tool_is_the_folder_around_its_bin() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let tool = |path: &str| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "#! /usr/bin/env python3\n").unwrap();
            path
        };
        let jdk = root.join("jdk");
        assert_eq!(home_of(&tool("jdk/bin/java")), Some(jdk.clone()));
        assert_eq!(parts_of(&jdk, &[]), std::slice::from_ref(&jdk));
        assert_eq!(parts_of(&jdk, &[root.join("jdk/bin")]), [root.join("jdk/bin")]);
        let python = tool("project/bin/python3");
        for part in ["project/pyvenv.cfg", "project/lib/os.py", "project/tests/answers/1.out"] {
            tool(part);
        }
        let parts = ["bin", "lib", "pyvenv.cfg"].map(|part| root.join("project").join(part));
        assert_eq!(parts_of(&home_of(&python).unwrap(), &[]), parts);
        // The folder of this test.
        let here = std::env::current_dir().unwrap();
        assert!(!parts_of(here.parent().unwrap(), &[]).contains(&here.parent().unwrap().to_owned()));
        assert_eq!(home_of(&tool("plain/tool")), None);
        assert_eq!(home_of(Path::new("/usr/bin/env")), None);
        let me = nix::unistd::User::from_uid(nix::unistd::geteuid()).unwrap();
        if let Some(home) = me.and_then(|me| me.dir.canonicalize().ok()) {
            assert!(is_home_of_owner(&home));
        }
        assert!(!is_home_of_owner(&root));
    }

    #[test]
    fn a_script_shows_itself_tools_alone() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let (tools, other) = (root.join("tools"), root.join("other"));
        for folder in [&tools, &other] {
            std::fs::create_dir(folder).unwrap();
            for name in ["sh", "\rsh"] {
                std::fs::write(folder.join(name), "").unwrap();
            }
        }
        let script = root.join("script");
        let named = |text: String| {
            std::fs::write(&script, text).unwrap();
            interpreter_of(&script, tools.as_os_str())
        };
        let at = |folder: &Path, name: &str| format!("#! {}/{name}\nexit\n", folder.display());
        assert_eq!(named(at(&tools, "sh -e")), Some(tools.join("sh")));
        assert_eq!(named(at(&tools, "sh\t-e")), Some(tools.join("sh")));
        for elsewhere in [
            at(&other, "sh"),
            at(&tools, ""),
            at(&other, "\rsh"),
            at(&tools, "../other/sh"),
            at(&root, "tools"),
            "exit".to_owned(),
        ] {
            assert_eq!(named(elsewhere.clone()), None, "{elsewhere}");
        }
    }

    #[test]
    fn of_hidden_places_only_those_in_shown_ones_are_kept() {
        let shown = paths(&["/usr", "/home/me/cases", "/home/me/tool"]);
        let hidden = paths(&[
            "/",
            "/home/me/cases/1.out",
            "/home/me/cases/2.out",
            "/home/me/cases2/1.out",
            "/home/me/tool",
            "/home/me/other",
            "/usr",
            "/usr/x/1.out",
        ]);
        let kept = ["/home/me/cases/1.out", "/home/me/cases/2.out", "/usr/x/1.out"];
        assert_eq!(within(&shown, hidden.iter()), paths(&kept));
        assert_eq!(places(&shown, &within(&shown, hidden.iter())), places(&shown, &hidden));
    }
}
