//! The statements and the files beside them.

use super::Writer;
use crate::write::statements::{self, Statement};
use crate::write::{Refused, file_name, is_in, title_in, titles};

impl Writer<'_, '_> {
    /// Writes the statements and returns their languages.
    pub(super) fn put_statements(&mut self) -> Result<Vec<String>, Refused> {
        let all = statements::of(self.package);
        if self.spelling.has_ini {
            self.put_one_statement(&all);
            return Ok(Vec::new());
        }
        let titles = titles(self.package);
        let mut languages = Vec::new();
        let folder = self.spelling.statements;
        for Statement { path, language, ending } in &all {
            let code = if language.is_empty() { "en" } else { language };
            let is_same = self.writing.is_same();
            let place = self.writing.kept_place(path).filter(|place| is_in(folder, place));
            let is_converted = ending == "md" && (self.spelling.is_legacy || !is_same);
            match place {
                _ if is_converted => {
                    let markdown = self.writing.markdown(path)?;
                    let tex = statements::icpc_tex(&markdown, title_in(&titles, &[code]));
                    self.writing.tree.add(format!("{folder}/problem.{code}.tex"), tex);
                }
                Some(place) => self.writing.tree.copy(place, path),
                None if matches!(ending.as_str(), "tex" | "pdf" | "md") => {
                    if ending == "tex" && !is_same {
                        self.writing.say_other_tex(path, "\\problemname");
                    }
                    let place = format!("{folder}/problem.{code}.{ending}");
                    self.writing.tree.copy(place, path);
                }
                None => {
                    self.writing.say_no_statement(path, "TeX and PDF");
                    continue;
                }
            }
            if !languages.contains(&code.to_owned()) {
                languages.push(code.to_owned());
            }
        }
        if all.is_empty() {
            self.writing.say("the package has no statement");
        }
        self.put_pictures(folder);
        Ok(languages)
    }

    /// Copies the other files in the folder of statements, such as pictures, if the package has the same layout.
    fn put_pictures(&mut self, folder: &str) {
        if !self.writing.is_same() {
            return;
        }
        let files = std::fs::read_dir(self.package.root.join(folder));
        for entry in files.into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_file() && !self.package.statements.contains(&path) {
                self.writing.tree.copy(format!("{folder}/{}", file_name(&path)), &path);
            }
        }
    }

    /// Writes the one statement that DOMjudge shows.
    fn put_one_statement(&mut self, all: &[Statement]) {
        let known = |statement: &&Statement| matches!(statement.ending.as_str(), "pdf" | "html" | "txt" | "md");
        let english = all.iter().filter(known).find(|statement| statement.language == "en");
        let Some(chosen) = english.or(all.iter().find(known)) else {
            let why = if all.is_empty() {
                "the package has no statement"
            } else {
                "DOMjudge shows PDF, HTML and text: the TeX statement is not exported"
            };
            self.writing.say(why);
            return;
        };
        let ending = if chosen.ending == "md" { "txt" } else { &chosen.ending };
        self.writing.tree.copy(format!("problem.{ending}"), &chosen.path);
        let others = all.iter().filter(|other| other.path != chosen.path);
        let others: Vec<String> = others.map(|other| file_name(&other.path)).collect();
        let what = format!(
            "DOMjudge shows only one statement, here `{}`. Not exported",
            file_name(&chosen.path)
        );
        self.writing.say_of(&what, &others);
    }
}
