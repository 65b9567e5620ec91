//! `problem.yaml` and `domjudge-problem.ini`.

use super::Writer;
use super::flags::Flags;
use crate::loss::Loss;
use crate::out::{Keys, Value};
use crate::write;
use crate::write::{number, number_with_point, title_in, titles};

/// Descriptive keys that all versions have.
const ABOUT: [&str; 3] = ["source", "license", "rights_owner"];
/// The descriptive keys of `domjudge-problem.ini`.
const SETTINGS: [&str; 6] = [
    "allow_submit",
    "allow_judge",
    "color",
    "externalid",
    "short-name",
    "probid",
];

impl Writer<'_, '_> {
    /// Returns the keys of `problem.yaml`.
    pub(super) fn manifest(&mut self, flags: &Flags, languages: Vec<String>) -> Keys {
        let mut keys = Keys::of("problem_format_version", self.spelling.stated(self.package));
        keys.put("name", self.names(languages));
        let uuid = self.package.about.get("uuid").cloned();
        let uuid = uuid.unwrap_or_else(|| uuid_of(&self.writing.name));
        keys.put("uuid", Value::about(&uuid));
        let has_points = self.writing.groups.is_some() || self.scheme.is_some();
        let kind = if has_points { "scoring" } else { "pass-fail" };
        let is_interactive = self.package.interactor().is_some() && !self.spelling.is_legacy;
        keys.put(
            "type",
            match (is_interactive, has_points) {
                (true, true) => Value::row([kind, "interactive"]),
                (true, false) => Value::from("interactive"),
                (false, _) => Value::from(kind),
            },
        );
        if has_points && self.gives_scores() && !self.spelling.is_legacy {
            self.writing.say(format!(
                "{} has no key for a checker that gives points: its `score.txt` counts up to the points of the testcase",
                self.writing.format
            ));
        }
        keys.append(self.credits());
        keys.append(self.about_problem());
        let limits = self.limits();
        if !limits.is_empty() {
            keys.put("limits", limits);
        }
        if self.spelling.is_legacy {
            keys.append(self.legacy_judging(flags));
        }
        keys
    }

    /// Returns the title, or the titles in the languages of the statements.
    fn names(&self, mut languages: Vec<String>) -> Value {
        let titles = titles(self.package);
        // An ICPC package keeps the languages of its names.
        let is_kept = self.writing.is_same() && titles.len() > 1;
        for (language, _) in titles.iter().filter(|(language, _)| is_kept && !language.is_empty()) {
            if !languages.contains(language) {
                languages.push(language.clone());
            }
        }
        if self.spelling.is_legacy || languages.is_empty() {
            return Value::quoted(title_in(&titles, &["en"]));
        }
        let mut names = Keys::new();
        for language in languages {
            let found = titles.iter().find(|(known, _)| *known == language);
            let title = found.map_or_else(|| title_in(&titles, &["en"]), |(_, title)| title);
            names.put(language, Value::quoted(title));
        }
        names.in_line()
    }

    /// Returns the keys about the authors of the problem.
    fn credits(&mut self) -> Keys {
        let about = |key: &str| self.writing.about(key);
        match (self.spelling.is_legacy, about("author"), about("credits")) {
            (true, Some(author), _) => Keys::of("author", Value::about(author)),
            (true, None, Some(credits)) if credits.starts_with(['[', '{']) => {
                self.writing
                    .say("`credits` are not exported: legacy packages have only an `author`");
                Keys::new()
            }
            (true, None, Some(credits)) => Keys::of("author", credits),
            (false, Some(author), None) => Keys::of("credits", author),
            (false, _, Some(credits)) => Keys::of("credits", Value::about(credits)),
            _ => Keys::new(),
        }
    }

    /// Returns the source, the license and other keys about the problem.
    fn about_problem(&mut self) -> Keys {
        let is_legacy = self.spelling.is_legacy;
        let is_kept = self.writing.is_same() || write::is_ours(self.package);
        // In another format these keys may mean something else.
        let about = &self.package.about;
        let common = |key: &str| about.get(key).filter(|_| is_kept);
        let address = self.writing.about("source_url");
        let mut keys = Keys::new();
        for key in ABOUT {
            let Some(value) = common(key) else { continue };
            match address {
                // Later versions have the address inside the source.
                Some(url) if key == "source" && !is_legacy => {
                    let source = Keys::of("name", Value::quoted(value)).with("url", Value::quoted(url));
                    keys.put(key, source.in_line());
                }
                _ if is_legacy && value.starts_with(['[', '{']) => self.writing.say(format!(
                    "`{key}` of a legacy package is a text: {value} is not exported"
                )),
                _ => keys.put(key, Value::about(value)),
            }
        }
        if let Some(keywords) = self.writing.about("keywords") {
            let list: Vec<String> = serde_json::from_str(keywords)
                .unwrap_or_else(|_| keywords.split_whitespace().map(str::to_owned).collect());
            let joined = || Value::from(list.join(" "));
            keys.put("keywords", if is_legacy { joined() } else { Value::quoted_row(&list) });
        }
        if !is_legacy && common("source").is_none() && address.is_some() {
            self.writing
                .say("`source_url` is not exported: later versions have an address only with a `source`");
        }
        keys.append(self.writing.kept("", self.spelling.about));
        if common("license").is_none() {
            self.writing.say(format!(
                "the package has no license: add `license` to `problem.yaml`, because {} asks for it",
                self.writing.format
            ));
        }
        keys
    }

    /// Returns the keys of a legacy package about the judging of outputs.
    fn legacy_judging(&self, flags: &Flags) -> Keys {
        let words = [
            (true, if self.program.is_some() { "custom" } else { "default" }),
            (self.package.interactor().is_some(), "interactive"),
            (self.gives_scores(), "score"),
        ];
        let words: Vec<&str> = words
            .iter()
            .filter(|(holds, _)| *holds)
            .map(|(_, word)| *word)
            .collect();
        let mut keys = Keys::new();
        if words != ["default"] {
            keys.put("validation", words.join(" "));
        }
        if !flags.common.is_empty() {
            keys.put("validator_flags", flags.common.join(" "));
        }
        let shown = self.writing.kept("grading.", &["show_test_data_groups"]);
        if !shown.is_empty() {
            keys.put("grading", shown);
        }
        keys
    }

    /// Returns whether the checker may give points to accepted outputs.
    pub(super) fn gives_scores(&self) -> bool {
        self.writing.is_same() && self.package.gives_points
    }

    /// Returns the limits of `problem.yaml`.
    fn limits(&mut self) -> Keys {
        let stated = &self.package.limits;
        let mut keys = Keys::new();
        match stated.time.as_ref().map(|time| time.value.as_secs_f64()) {
            // The limit stands in the other file.
            _ if self.spelling.has_ini => {}
            Some(time) if self.spelling.is_legacy => {
                let rule = self.package.time_rule.as_ref();
                let rule = rule.map_or(self.spelling.multiplier, |rule| rule.value.multiplier);
                let sentence = format!(
                    "a legacy package cannot state the time limit of {} s: judges use {} times the slowest accepted \
                     submission, rounded up to whole seconds",
                    number(time),
                    number(rule)
                );
                let of = &["time"];
                self.writing.say(Loss::Limits { of, sentence });
            }
            Some(time) => keys.put("time_limit", Value::Word(number_with_point(time))),
            None if self.package.time_rule.is_none() => {
                let instead = self.spelling.untimed.to_owned();
                self.writing.say(Loss::NoLimit { of: "time", instead });
            }
            None => {}
        }
        let writing = &mut *self.writing;
        let whole = |duration: std::time::Duration| duration.as_secs_f64().ceil();
        let memory = writing.stated(stated.memory.as_ref());
        keys.put_some("memory", memory.map(|memory| writing.mebibytes(memory)));
        let output = writing.stated(stated.output.as_ref());
        keys.put_some("output", output.map(|output| writing.mebibytes(output)));
        keys.put_some("compilation_time", stated.compile_time.map(whole));
        keys.put_some("validation_time", stated.checker_time.map(whole));
        let memory = stated.checker_memory.map(|memory| writing.mebibytes(memory));
        keys.put_some("validation_memory", memory);
        self.put_time_rule(&mut keys);
        self.writing.say_no_case_limits();
        self.writing.say_no_file_names();
        keys
    }

    /// Adds the rule that derives the time limit from submissions, if it differs from the version's default.
    fn put_time_rule(&mut self, keys: &mut Keys) {
        let Some(rule) = &self.package.time_rule else {
            return;
        };
        let (multiplier, resolution) = (rule.value.multiplier, rule.value.resolution.as_secs_f64());
        if multiplier != self.spelling.multiplier {
            if self.spelling.is_legacy {
                keys.put("time_multiplier", multiplier);
            } else {
                keys.put("time_multipliers", Keys::of("ac_to_time_limit", multiplier).in_line());
            }
        }
        if resolution == 1.0 {
        } else if self.spelling.is_legacy {
            self.writing
                .say("legacy packages round time limits to whole seconds: `time_resolution` is not exported");
        } else {
            keys.put("time_resolution", resolution);
        }
    }

    /// Returns the keys of `domjudge-problem.ini`.
    pub(super) fn settings(&mut self) -> Keys {
        let mut keys = Keys::of("name", title_in(&titles(self.package), &["en"]));
        match &self.package.limits.time {
            Some(time) => keys.put("timelimit", time.value.as_secs_f64()),
            None => {
                let instead = "DOMjudge's default applies, unless you add `timelimit` to `domjudge-problem.ini`";
                let instead = instead.to_owned();
                self.writing.say(Loss::NoLimit { of: "time", instead });
            }
        }
        keys.append(self.writing.kept("", &SETTINGS));
        keys
    }
}

/// Returns a UUID that depends only on the name: version 8, made of two digests.
fn uuid_of(name: &str) -> String {
    /// Computes FNV-1a with a different start for each half.
    fn digest(start: u64, text: &str) -> u64 {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        text.bytes().fold(start, step)
    }
    let high = digest(0xcbf2_9ce4_8422_2325, name) & 0xffff_ffff_ffff_0fff | 0x8000;
    let low = digest(0x9e37_79b9_7f4a_7c15, name) & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000;
    let (high, low) = (format!("{high:016x}"), format!("{low:016x}"));
    let [a, b, c, d, e] = [&high[..8], &high[8..12], &high[12..], &low[..4], &low[4..]];
    format!("{a}-{b}-{c}-{d}-{e}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_of_packages_are_told_apart_by_their_identifiers() {
        let made: Vec<String> = ["a", "b", "ab", "ba", ""].map(uuid_of).to_vec();
        assert_eq!(made.iter().collect::<BTreeSet<_>>().len(), made.len());
        assert_eq!(uuid_of("a"), made[0]);
        for id in &made {
            let lengths: Vec<usize> = id.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
            // Version 8, of the usual variant.
            assert!(
                id.as_bytes()[14] == b'8' && matches!(id.as_bytes()[19], b'8' | b'9' | b'a' | b'b'),
                "{id}"
            );
        }
    }
}
