//! The keys of `gamesolve.toml`, in one table: their names, values and meaning, and how each is read and shown.

use std::path::{Path, PathBuf};

use super::super::locale::{LANGS, of_environment};
use super::super::typed::nearest;
use super::{Flags, Held, Settings};
use crate::judge::Policy;
use crate::judge::language::{LANGUAGES, Language};
use crate::package::read::yaml::{Fault, Node};
use crate::text::quoted;

/// A key at the top of the file.
struct Key {
    name: &'static str,
    /// The values in words, for the documentation.
    values: fn() -> String,
    about: &'static str,
    read: fn(&mut Settings, &Path, &Node) -> Result<(), Fault>,
    shown: fn(&Settings) -> Shown,
}

/// A key in the table of a language.
struct LanguageKey {
    name: &'static str,
    values: &'static str,
    about: &'static str,
    /// Whether a language has this key.
    is_of: fn(&Language) -> bool,
    read: fn(&mut Settings, &Place<'_>, &Node) -> Result<(), Fault>,
    shown: fn(&Settings, &Language) -> Shown,
}

/// The place of a value for a language.
struct Place<'a> {
    language: &'static Language,
    /// The file.
    by: &'a Path,
    /// Whether the file is the user's own, and not that of a task.
    is_of_user: bool,
}

/// A value that holds, and the file that states it.
type Shown = (serde_json::Value, Option<PathBuf>);

const KEYS: [Key; 2] = [
    Key {
        name: "lang",
        values: || in_quotes(LANGS),
        about: "the language of statements, hints, chapters and mistakes, as `--lang`",
        read: |settings, by, node| {
            let value = one_of("lang", node, &LANGS)?;
            settings.lang = Some(held(value, by));
            Ok(())
        },
        shown: |settings| shown(settings.lang.as_ref(), |value| *value, of_environment),
    },
    Key {
        name: "compare",
        values: || in_quotes(Policy::ALL.map(Policy::name)),
        about: "the comparison with answers if the package states none, as `--compare`",
        read: |settings, by, node| {
            let name = one_of("compare", node, &Policy::ALL.map(Policy::name))?;
            settings.compare = Policy::named(name).map(|policy| held(policy, by));
            Ok(())
        },
        shown: |settings| {
            shown(
                settings.compare.as_ref(),
                |value| value.name(),
                || Policy::default().name(),
            )
        },
    },
];

const LANGUAGE_KEYS: [LanguageKey; 2] = [
    LanguageKey {
        name: "compiler",
        values: "a name on `PATH`, and in your own file also an absolute path",
        about: "the compiler, or the interpreter",
        is_of: |_| true,
        read: |settings, place, node| {
            let compiler = compiler(place, node)?;
            settings
                .compilers
                .insert(place.language.key(), held(compiler, place.by));
            Ok(())
        },
        shown: |settings, language| {
            let chosen = settings.compilers.get(language.key());
            shown(chosen, |value| value.as_str(), || language.tool.name)
        },
    },
    LanguageKey {
        name: "flags",
        values: "a list of texts, and paths only in your own file",
        about: "the flags of the compiler, instead of the default ones",
        is_of: |language| language.product.is_some(),
        read: |settings, place, node| {
            let flags = node.list("`flags`")?.iter().map(|node| flag(place, node));
            let flags = Flags {
                texts: flags.collect::<Result<_, _>>()?,
                is_of_user: place.is_of_user,
            };
            settings.flags.insert(place.language.key(), held(flags, place.by));
            Ok(())
        },
        shown: |settings, language| {
            let chosen = settings.flags.get(language.key());
            shown(
                chosen,
                |value| value.texts.clone(),
                || language.flags.iter().map(|flag| (*flag).to_owned()).collect(),
            )
        },
    },
];

fn held<T>(value: T, by: &Path) -> Held<T> {
    let by = by.to_owned();
    Held { value, by }
}

fn shown<'a, T, S: Into<serde_json::Value>>(
    chosen: Option<&'a Held<T>>,
    value: impl Fn(&'a T) -> S,
    default: impl Fn() -> S,
) -> Shown {
    match chosen {
        Some(held) => (value(&held.value).into(), Some(held.by.clone())),
        None => (default().into(), None),
    }
}

fn in_quotes<const N: usize>(names: [&str; N]) -> String {
    names.map(|name| format!("`\"{name}\"`")).join(", ")
}

/// Returns the text of a node if it is one of these names.
fn one_of(key: &str, node: &Node, names: &[&'static str]) -> Result<&'static str, Fault> {
    let text = node.quoted_text(&format!("`{key}`"))?;
    let known = names.iter().copied().find(|name| *name == text);
    known.ok_or_else(|| node.fault(unknown("value", text, names)))
}

/// Returns the message for a name that is not known: with the nearest one, or with all.
fn unknown(what: &str, found: &str, names: &[&str]) -> String {
    let shown = quoted(found.as_bytes(), 100);
    match nearest(found, names.iter().copied()) {
        Some(near) => format!("unknown {what} `{shown}`, did you mean `{near}`?"),
        None => format!("unknown {what} `{shown}`, gamesolve knows {}", names.join(", ")),
    }
}

/// Returns the name or the path of a compiler.
fn compiler(place: &Place<'_>, node: &Node) -> Result<String, Fault> {
    let text = node.quoted_text("`compiler`")?;
    let language = place.language;
    let is_name = !text.is_empty() && !text.contains(['/', '\\', '\0']);
    let message = match (place.is_of_user, is_name) {
        (true, true) => return Ok(text.to_owned()),
        (true, false) if Path::new(text).is_absolute() && !text.contains('\0') => return Ok(text.to_owned()),
        (true, false) => "a compiler must be a name on PATH or an absolute path".to_owned(),
        (false, _) if language.has_tool(text) => return Ok(text.to_owned()),
        (false, _) => format!(
            "the file of a task may name only a usual compiler on PATH, such as {}. Your own file may name any program",
            language.tool.name
        ),
    };
    Err(node.fault(message))
}

fn flag(place: &Place<'_>, node: &Node) -> Result<String, Fault> {
    let text = node.quoted_text("a flag")?;
    if text.is_empty() || text.contains('\0') {
        return Err(node.fault("a flag must have characters, and none of them NUL"));
    }
    // A compiler reads further flags from the file behind `@`.
    if !place.is_of_user && (text.contains(['/', '\\']) || text.starts_with('@')) {
        return Err(node.fault("the flags in the file of a task name no file or folder. Your own file may name any"));
    }
    Ok(text.to_owned())
}

/// Takes the values of a file into the settings. Values of earlier files give way.
pub(super) fn read(settings: &mut Settings, by: &Path, is_of_user: bool, root: &Node) -> Result<(), Fault> {
    for (key, value) in root.map("the file")? {
        let name = key.text("a key")?;
        if let Some(language) = LANGUAGES.iter().find(|language| language.key() == name) {
            let place = Place {
                language,
                by,
                is_of_user,
            };
            read_language(settings, &place, value)?;
        } else if let Some(known) = KEYS.iter().find(|known| known.name == name) {
            (known.read)(settings, by, value)?;
        } else {
            let keys = KEYS.iter().map(|known| known.name);
            let names: Vec<&str> = keys.chain(LANGUAGES.iter().map(Language::key)).collect();
            return Err(key.fault(unknown("key", name, &names)));
        }
    }
    Ok(())
}

fn read_language(settings: &mut Settings, place: &Place<'_>, table: &Node) -> Result<(), Fault> {
    let known: Vec<&LanguageKey> = keys_of(place.language).collect();
    for (key, value) in table.map(&format!("`{}`", place.language.key()))? {
        let name = key.text("a key")?;
        match known.iter().find(|known| known.name == name) {
            Some(known) => (known.read)(settings, place, value)?,
            None => {
                let names: Vec<&str> = known.iter().map(|known| known.name).collect();
                return Err(key.fault(unknown("key", name, &names)));
            }
        }
    }
    Ok(())
}

fn keys_of(language: &Language) -> impl Iterator<Item = &'static LanguageKey> {
    LANGUAGE_KEYS.iter().filter(|key| (key.is_of)(language))
}

/// A value that holds.
pub(in super::super) struct Row {
    /// The table of a language, or none.
    pub(in super::super) table: Option<&'static str>,
    pub(in super::super) key: &'static str,
    pub(in super::super) value: serde_json::Value,
    /// The file that states it, or `None` for a default.
    pub(in super::super) by: Option<PathBuf>,
}

/// Returns every value that holds, in the order of the documentation.
pub(in super::super) fn rows(settings: &Settings) -> Vec<Row> {
    let row = |table, key, (value, by)| Row { table, key, value, by };
    let general = KEYS.iter().map(|key| row(None, key.name, (key.shown)(settings)));
    let of_languages = LANGUAGES.iter().flat_map(|language| {
        keys_of(language).map(move |key| row(Some(language.key()), key.name, (key.shown)(settings, language)))
    });
    general.chain(of_languages).collect()
}

/// Returns the keys as the Markdown tables of `docs/reference/settings.md`.
pub fn table() -> String {
    let mut text = "| key | value | meaning |\n|---|---|---|\n".to_owned();
    for key in &KEYS {
        text += &format!("| `{}` | {} | {} |\n", key.name, (key.values)(), key.about);
    }
    for key in &LANGUAGE_KEYS {
        text += &format!("| `{}` of a language | {} | {} |\n", key.name, key.values, key.about);
    }
    text += "\n| table | language | default compiler | default flags |\n|---|---|---|---|\n";
    for language in LANGUAGES {
        let flags = match language.flags {
            _ if language.product.is_none() => "no key `flags`".to_owned(),
            [] => "none".to_owned(),
            flags => format!("`{}`", flags.join(" ")),
        };
        let (table, name, tool) = (language.key(), language.name, language.tool.name);
        text += &format!("| `[{table}]` | {name} | `{tool}` | {flags} |\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a file with this text.
    fn of_text(text: &str, is_of_user: bool) -> Result<Settings, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gamesolve.toml");
        std::fs::write(&path, text).unwrap();
        let mut settings = Settings::default();
        match settings.read(path, is_of_user) {
            Ok(()) => Ok(settings),
            Err(error) => {
                let error = error.to_string();
                let (message, rest) = error.split_once('\n').unwrap();
                let (_, place) = rest.lines().next().unwrap().split_once("gamesolve.toml:").unwrap();
                Err(format!("{place}: {}", message.trim_start_matches("error: ")))
            }
        }
    }

    #[test]
    fn the_file_of_a_task_names_no_program_of_its_own() {
        for name in ["/tmp/g++", "./g++", "g++-13/../sh", "sh", "env", "", "C:\\\\g++"] {
            let text = format!("[cpp]\ncompiler = \"{name}\"\n");
            let error = of_text(&text, false).err().unwrap();
            assert!(error.starts_with("2:12: the file of a task may name only"), "{error}");
        }
        for (name, is_of_user) in [
            ("clang++", false),
            ("g++-13", false),
            ("sh", true),
            ("/opt/gcc/bin/g++", true),
        ] {
            let text = format!("[cpp]\ncompiler = \"{name}\"\n");
            let settings = of_text(&text, is_of_user).unwrap();
            assert_eq!(settings.compilers["cpp"].value, name);
        }
        for name in ["./g++", "bin/g++", ""] {
            let error = of_text(&format!("cpp.compiler = \"{name}\"\n"), true).err().unwrap();
            assert!(error.contains("a name on PATH or an absolute path"), "{error}");
        }
    }

    #[test]
    fn the_flags_of_a_task_name_no_file() {
        for flag in ["/etc/passwd", "-I/home/me", "-include../x", "@words", "-Fu..\\\\x"] {
            let text = format!("[cpp]\nflags = [\"-idirafter\", \"{flag}\"]\n");
            let error = of_text(&text, false).err().unwrap();
            assert!(
                error.starts_with("2:24: the flags in the file of a task name no file"),
                "{error}"
            );
            assert!(of_text(&text, true).is_ok(), "{flag}");
        }
        let settings = of_text("[cpp]\nflags = [\"-O1\", \"-DX=a@b\"]\n", false).unwrap();
        assert_eq!(settings.flags["cpp"].value.texts, ["-O1", "-DX=a@b"]);
    }

    #[test]
    fn an_error_has_its_place_and_the_nearest_name() {
        for (text, expected) in [
            ("lagn = \"vi\"", "1:1: unknown key `lagn`, did you mean `lang`?"),
            ("lang = \"vn\"", "1:8: unknown value `vn`, gamesolve knows en, vi, zh"),
            ("lang = 5", "1:8: `lang` must be text in quotes, found `5`"),
            ("lang = [\"vi\"]", "1:8: `lang` must be text in quotes, found a list"),
            (
                "\ncompare = \"token\"",
                "2:11: unknown value `token`, did you mean `tokens`?",
            ),
            ("[cpp]\nflag = []", "2:1: unknown key `flag`, did you mean `flags`?"),
            ("[cpp]\nflags = \"-O2\"", "2:9: `flags` must be a list, found `-O2`"),
            (
                "[cpp]\nflags = [\"-O2\", 3]",
                "2:17: a flag must be text in quotes, found `3`",
            ),
            ("cpp = true", "1:7: `cpp` must be a map, found `true`"),
            ("[py]\nflags = []", "2:1: unknown key `flags`, gamesolve knows compiler"),
            (
                "[python]",
                "1:2: unknown key `python`, gamesolve knows lang, compare, cpp, c, pas, rs, java, py",
            ),
        ] {
            let error = of_text(text, true).err().unwrap();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
        for text in ["lang = \n", "lang = \"vi\"\nlang = \"en\"", "\u{1}"] {
            assert!(of_text(text, true).is_err(), "{text}");
        }
    }
}
