//! Contests on the servers of judges: the packages of several tasks in one folder, with the judge's own manifest.
//!
//! The fields are those of the manuals and of the importers:
//!
//! - DOMjudge: chapter "Adding contest data in bulk" of its manual, `ImportExportService.php`, and `import-contest`. That
//!   script uploads `contest.yaml`, `problems.yaml`, and a folder for each `id` in `problems.yaml`.
//! - CMS: the loader `italy_yaml.py`, which `cmsImportContest` uses. Up to version 1.4 it fails without the list `users`.
//! - DMOJ: the site has no file for contests. Its models `Contest` and `ContestProblem` exist only in its database.

use crate::error::TaskError;
use crate::export::{Export, Tree};
use crate::format::{Target, targets};
use crate::out::{Keys, Value};
use crate::write::number;

/// The points of a task if nobody states others.
pub const POINTS: f64 = 100.0;

/// The time of the contest in a manifest that needs one. The user replaces it.
const START: &str = "2030-01-01T09:00:00+00:00";
const DURATION: &str = "5:00:00";

/// A server that can hold a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    /// DOMjudge.
    Domjudge,
    /// CMS, the Contest Management System of the IOI.
    Cms,
    /// DMOJ.
    Dmoj,
}

/// A task of a contest.
#[derive(Debug)]
pub struct ContestTask {
    /// The package, in the format of [`Server::target`].
    pub package: Export,
    /// The title.
    pub title: String,
    /// The points of a full solution.
    pub points: f64,
}

/// A contest that is ready to write.
#[derive(Debug)]
pub struct Contest {
    /// The files: the manifest, and a folder for each task.
    pub tree: Tree,
    /// Sentences about the things that the server lacks.
    pub said: Vec<String>,
}

impl Server {
    /// All servers, by their names on the command line.
    pub const ALL: [(&'static str, Server); 3] = [
        ("domjudge", Server::Domjudge),
        ("cms", Server::Cms),
        ("dmoj", Server::Dmoj),
    ];

    /// Returns the format of its packages, which has the name of the server.
    pub fn target(self) -> &'static Target {
        let (name, _) = Server::ALL[self as usize];
        let found = targets().into_iter().find(|(target, _)| *target == name);
        found.map(|(_, target)| target).expect("each server has a format")
    }
}

/// Makes the files of a contest. The tasks keep their order, and `name` is the name of the contest.
///
/// # Errors
/// Fails if there is no task, if two tasks have one name, or if a file of a task cannot be written.
pub fn contest(server: Server, name: &str, tasks: Vec<ContestTask>) -> Result<Contest, TaskError> {
    if tasks.is_empty() {
        return Err(TaskError::new("a contest needs a task"));
    }
    let names: Vec<&str> = tasks.iter().map(|task| task.package.name.as_str()).collect();
    for (number, name) in names.iter().enumerate() {
        if names[..number].iter().any(|other| other.eq_ignore_ascii_case(name)) {
            let name = gamesolve_text::quoted(name.as_bytes(), 100);
            return Err(TaskError::new(format!("two tasks have the name `{name}`")));
        }
    }
    let mut tree = Tree::default();
    let id = id_of(name);
    match server {
        Server::Domjudge => {
            let contest = Keys::of("id", Value::quoted(&id))
                .with("name", Value::quoted(name))
                .with("start_time", Value::Word(START.to_owned()))
                .with("duration", Value::quoted(DURATION));
            let problems = tasks.iter().enumerate().map(|(number, task)| {
                let problem = Keys::of("id", Value::quoted(&task.package.name))
                    .with("label", Value::quoted(&label(number)))
                    .with("name", Value::quoted(&task.title));
                format!("- {}\n", problem.in_line().yaml_line())
            });
            tree.add("contest.yaml", contest.yaml());
            tree.add("problems.yaml", problems.collect::<String>());
        }
        Server::Cms => {
            let contest = Keys::of("name", Value::quoted(&id))
                .with("description", Value::quoted(name))
                .with("token_mode", "disabled")
                .with("tasks", Value::items(names.iter().map(|name| Value::quoted(name))))
                .with("users", Value::row(Vec::<Value>::new()));
            tree.add("contest.yaml", contest.yaml());
        }
        Server::Dmoj => {}
    }
    let said = said(server, &tasks);
    for task in tasks {
        tree.add_below(&task.package.name, task.package.tree);
    }
    tree.check()?;
    Ok(Contest { tree, said })
}

fn said(server: Server, tasks: &[ContestTask]) -> Vec<String> {
    let points = tasks
        .iter()
        .map(|task| format!("`{}` {}", task.package.name, number(task.points)));
    let points = points.collect::<Vec<_>>().join(", ");
    let is_weighed = tasks.iter().any(|task| task.points != POINTS);
    let mut said = Vec::new();
    match server {
        Server::Domjudge => {
            said.push("set the start and the length of the contest in `contest.yaml`".to_owned());
            said.push("DOMjudge ranks contestants by solved tasks: points and groups are lost".to_owned());
        }
        Server::Cms => {
            let has_statement = |task: &&ContestTask| task.package.tree.places().any(|place| place.starts_with("statement/"));
            for task in tasks.iter().filter(|task| !has_statement(task)) {
                let name = &task.package.name;
                said.push(format!(
                    "`{name}` has no statement, and CMS imports only tasks with a PDF: add `{name}/statement/statement.pdf`"
                ));
            }
            said.push("CMS opens the contest at once: set its times in the admin page before you invite contestants".to_owned());
            if is_weighed {
                said.push(format!(
                    "in CMS a task is worth the sum of its groups: change the score type parameters in the admin page for these points: {points}"
                ));
            }
        }
        Server::Dmoj => said.push(format!(
            "DMOJ has no file for contests: add the problems in its admin page, in this order and with these points: {points}"
        )),
    }
    said
}

/// Returns the name with characters that every server allows in names.
fn id_of(name: &str) -> String {
    let allowed = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let id: String = name.chars().map(allowed).collect();
    let id = id.trim_matches('-');
    if id.is_empty() {
        "contest".to_owned()
    } else {
        id.to_owned()
    }
}

/// Returns the label of a task by its number from 0 on: A to Z, then AA, AB and so on.
fn label(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        more => label(more - 1) + &letter.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(name: &str, title: &str, points: f64) -> ContestTask {
        let mut tree = Tree::default();
        tree.add("problem.yaml", "name: x\n");
        ContestTask {
            package: Export {
                tree,
                name: name.to_owned(),
                said: Vec::new(),
                has_top: true,
            },
            title: title.to_owned(),
            points,
        }
    }

    fn written(server: Server, tasks: Vec<ContestTask>) -> (Vec<(String, String)>, Vec<String>) {
        let made = contest(server, "Đề số: 7", tasks).unwrap();
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("out");
        assert!(made.tree.to_folder(&folder, &|| false).unwrap());
        let read = |place: &str| (place.to_owned(), std::fs::read_to_string(folder.join(place)).unwrap());
        (made.tree.places().map(read).collect(), made.said)
    }

    #[test]
    fn each_server_gets_its_manifest_and_the_packages() {
        let tasks = || vec![task("nim", "Nim: \"the\" game", 100.0), task("b", "#2", 20.0)];
        let package = |name: &str| (format!("{name}/problem.yaml"), "name: x\n".to_owned());
        let (files, said) = written(Server::Domjudge, tasks());
        let contest =
            "id: \"s---7\"\nname: \"Đề số: 7\"\nstart_time: 2030-01-01T09:00:00+00:00\nduration: \"5:00:00\"\n";
        let problems = "- {id: \"nim\", label: \"A\", name: \"Nim: \\\"the\\\" game\"}\n- {id: \"b\", label: \"B\", name: \"#2\"}\n";
        let manifest = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(
            files,
            [
                package("b"),
                manifest("contest.yaml", contest),
                package("nim"),
                manifest("problems.yaml", problems)
            ]
        );
        assert_eq!(said.len(), 2);

        let (files, said) = written(Server::Cms, tasks());
        let contest =
            "name: \"s---7\"\ndescription: \"Đề số: 7\"\ntoken_mode: disabled\ntasks:\n- \"nim\"\n- \"b\"\nusers: []\n";
        assert_eq!(files, [package("b"), manifest("contest.yaml", contest), package("nim")]);
        assert_eq!(
            said[1],
            "`b` has no statement, and CMS imports only tasks with a PDF: add `b/statement/statement.pdf`"
        );
        assert!(said[3].ends_with("for these points: `nim` 100, `b` 20"), "{said:?}");
        let mut whole = task("nim", "Nim", 100.0);
        whole.package.tree.add("statement/english.md", "Nim");
        assert_eq!(written(Server::Cms, vec![whole]).1.len(), 1);

        let (files, said) = written(Server::Dmoj, tasks());
        assert_eq!(files, [package("b"), package("nim")]);
        assert!(said[0].ends_with("with these points: `nim` 100, `b` 20"), "{said:?}");
    }

    #[test]
    fn tasks_with_one_name_are_refused() {
        let why = |tasks| contest(Server::Cms, "c", tasks).unwrap_err().to_string();
        assert_eq!(
            why(vec![task("nim", "", 1.0), task("NIM", "", 1.0)]),
            "two tasks have the name `NIM`"
        );
        assert_eq!(why(Vec::new()), "a contest needs a task");
        // A task cannot take the place of the manifest.
        assert!(why(vec![task("contest.yaml", "", 1.0)]).contains("both a file and a folder"));
        assert!(why(vec![task("../x", "", 1.0)]).contains("a file would have the name"));
    }

    #[test]
    fn labels_go_on_after_z() {
        let labels = [0, 25, 26, 51, 54, 701, 702].map(label);
        assert_eq!(labels, ["A", "Z", "AA", "AZ", "BC", "ZZ", "AAA"]);
        assert_eq!(id_of("…"), "contest");
    }

    #[test]
    fn each_server_has_the_format_of_its_name() {
        for (name, server) in Server::ALL {
            assert_eq!(server.target().name, name);
        }
    }
}
