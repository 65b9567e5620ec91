//! Resolves a task into an order that is valid in any folder.
//!
//! It finds the program, makes paths absolute, and refuses impossible requests before any process starts.

use crate::task::{Failure, Order, Pipes, Task, Tier, Word};
use crate::visible;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

/// The search path in the sandbox, and of a caller without one.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Returns the order that carries out `task`. It also shows `allowed`, and shows `concealed` only if the task names it.
///
/// Costs some system calls for each visible path, and none for hidden ones.
///
/// # Errors
/// `CannotStart` if the program does not exist. `Fault` if the task is impossible: an empty command, a missing input, a
/// relative hidden path, or an input or output file name with a folder.
pub(crate) fn resolve(task: &Task, tier: Tier, allowed: &[PathBuf], concealed: &[PathBuf]) -> Result<Order, Failure> {
    let name = task
        .argv
        .first()
        .ok_or_else(|| Failure::Fault("no command to run".to_owned()))?;
    let callers = std::env::var_os("PATH").unwrap_or_else(|| OsString::from(SEARCH_PATH));
    let program = find(name.text(), &callers)?;
    let there = |path: &PathBuf| {
        path.canonicalize()
            .map_err(|error| Failure::Fault(format!("`{}`: {error}", path.display())))
    };
    if let Some(path) = task.hidden.iter().chain(&*task.private).find(|path| path.is_relative()) {
        return Err(Failure::Fault(format!(
            "the hidden path `{}` must be absolute",
            path.display()
        )));
    }
    let mut wished = Vec::new();
    for path in task.readable.iter().chain(allowed) {
        let (name, place) = (absolute(path)?, there(path)?);
        if tier == Tier::One {
            [&name, &place].into_iter().try_for_each(|path| can_be_shown(path))?;
        }
        wished.push(name);
    }
    // A folder around this and other runs' scratch folders shows only the named paths of them.
    let temporary = gamesolve_scratch::place();
    let temporary = temporary.canonicalize().unwrap_or(temporary);
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let others = if visible::is_of_system(&temporary) || wished.iter().any(|path| temporary.starts_with(real(path))) {
        gamesolve_scratch::all_in(&temporary)
    } else {
        Vec::new()
    };
    // A foreign word opens nothing, whatever it names.
    let words = task.argv.iter().skip(1).filter_map(|word| match word {
        Word::Trusted(text) => Some(PathBuf::from(text)),
        Word::Foreign(_) => None,
    });
    let words: Vec<PathBuf> = words.filter(|word| word.is_absolute() && word.exists()).collect();
    let of_words: Vec<PathBuf> = words.iter().map(|word| real(word)).collect();
    let mut named = vec![program.clone()];
    let interpreter = visible::interpreter_of(&program, &callers);
    // `hidden` always wins over the command line, but a `concealed` file may still be executed as the program.
    let program_place = real(&program);
    let concealed: Vec<&PathBuf> = concealed.iter().filter(|path| **path != program_place).collect();
    let hidden = || task.hidden.iter().chain(&others).chain(concealed.iter().copied());
    let is_hidden = |path: &Path| hidden().any(|place| path.starts_with(place));
    let files = words.into_iter().zip(&of_words).filter(|(_, place)| place.is_file());
    let seen = files.filter(|(_, place)| !is_hidden(place));
    named.extend(seen.map(|(word, _)| word));
    // A folder in a command is neither shown nor hidden for that.
    let private = || task.private.iter().filter(|place| !of_words.contains(place));
    wished.extend(named);
    // A script cannot reveal a concealed path, or a path that another person handed in. A virtual environment in a
    // task's folder belongs to its user.
    let is_anybodys = |path: &Path| {
        let place = real(path);
        place != program_place && !hidden().chain(private()).any(|kept| *kept == place)
    };
    wished.extend(interpreter.filter(|path| is_anybodys(path)));
    let stdin = task.stdin.as_ref().map(there).transpose()?;
    let input_file: Option<(OsString, PathBuf)> = task
        .input_file
        .as_ref()
        .map(|(name, path)| Ok((plain(name)?, there(path)?)))
        .transpose()?;
    let pipes = match &task.pipes {
        Some(pipes) => Some(Pipes {
            input: there(&pipes.input)?,
            output: there(&pipes.output)?,
        }),
        None => None,
    };
    let ends = pipes.iter().flat_map(|pipes| [&pipes.input, &pipes.output]);
    wished.extend(ends.cloned());
    // A path is hidden only at its real place, to which its other names lead. In tier 2 a right to a link of the
    // system, such as `/lib`, is a right to the whole target folder.
    let mut shown = visible::system().to_vec();
    if tier == Tier::Two {
        shown.iter_mut().for_each(|place| *place = real(place));
    }
    let mut links = Vec::new();
    for name in wished {
        let place = real(&name);
        let names = names_on_the_way(name).into_iter().filter(|name| *name != place);
        links.extend(names.map(|name| (name, place.clone())));
        shown.push(place);
    }
    let hidden = visible::within(&shown, hidden().chain(private()));
    Ok(Order {
        tier,
        search_path: search_path(&program),
        program,
        argv: task.argv.iter().map(|word| word.text().to_owned()).collect(),
        stdin,
        pipes,
        talks: false,
        input_file,
        output_file: task.output_file.as_ref().map(plain).transpose()?,
        side_files: task.side_files.iter().map(plain).collect::<Result<_, _>>()?,
        hidden,
        shown,
        links,
        limits: task.limits.clone(),
        scratch: gamesolve_scratch::place(),
    })
}

/// Returns the search path of a program: the system's, after its own folder if that holds programs.
fn search_path(program: &Path) -> OsString {
    let mut path = OsString::new();
    if let Some(folder) = program.parent().filter(|folder| folder.ends_with("bin"))
        && !visible::is_of_system(folder)
    {
        path.push(folder);
        path.push(":");
    }
    path.push(SEARCH_PATH);
    path
}

/// Refuses a folder that tier 1 cannot show, because paths of the program's own lie in it.
///
/// # Errors
/// `CannotStart` for such a folder.
pub(crate) fn can_be_shown(folder: &Path) -> Result<(), Failure> {
    #[cfg(target_os = "linux")]
    let own = crate::mounts::own_place_in(folder);
    // Other systems have no tier 1.
    #[cfg(not(target_os = "linux"))]
    let own: Option<&str> = None;
    match own {
        None => Ok(()),
        Some(own) => Err(Failure::CannotStart(format!(
            "`{}` cannot be shown to programs, for they have their own `{own}`: name the files that they need",
            folder.display()
        ))),
    }
}

/// Returns the absolute path of the program for a command named `name`.
fn find(name: &OsStr, search_path: &OsStr) -> Result<PathBuf, Failure> {
    let cannot = |why: &str| Failure::CannotStart(format!("cannot start `{}`: {why}", name.display()));
    if name.is_empty() {
        return Err(cannot("the command is empty"));
    }
    if !name.as_bytes().contains(&b'/') {
        let mut places = std::env::split_paths(search_path).filter(|place| place.is_absolute());
        return places
            .find_map(|place| Some(place.join(name)).filter(|path| is_executable(path)))
            .ok_or_else(|| cannot("there is no such program in PATH"));
    }
    let path = std::path::absolute(name).map_err(|_| cannot("the current folder is gone"))?;
    let path = without_steps_up(&path);
    match path.metadata() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(cannot("there is no such file")),
        Err(error) => Err(cannot(&error.kind().to_string())),
        Ok(found) if found.is_dir() => Err(cannot("it is a folder")),
        // Never read even the first line of a pipe: it may have no writer.
        Ok(found) if !found.is_file() => Err(cannot("it is not a regular file")),
        // The kernel decides in the sandbox whether it can be executed.
        Ok(_) => Ok(path),
    }
}

/// Returns the path with its folder resolved, if it has `..`: the folders on the way may not exist in the sandbox.
fn without_steps_up(path: &Path) -> PathBuf {
    let goes_up = path.components().any(|step| step == Component::ParentDir);
    let folder = path
        .parent()
        .filter(|_| goes_up)
        .and_then(|folder| folder.canonicalize().ok());
    match (folder, path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// Returns all names of a path on the way to its real place: its own, and the target of every link.
fn names_on_the_way(path: PathBuf) -> Vec<PathBuf> {
    // The most links that the kernel follows.
    const MOST: usize = 40;
    let mut names = vec![without_steps_up(&path)];
    while names.len() < MOST
        && let Some(last) = names.last()
        && let Ok(target) = last.read_link()
    {
        let folder = last.parent().and_then(|folder| folder.canonicalize().ok());
        let mut next = folder.unwrap_or_default();
        for step in target.components() {
            // Follow the written target: a folder on the way may be a link that must exist too. A target that goes up
            // from such a folder is not followed correctly.
            match step {
                Component::ParentDir => drop(next.pop()),
                step => next.push(step),
            }
        }
        names.push(next);
    }
    names
}

fn is_executable(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::Fault(format!("`{}`: {error}", path.display())))
}

/// Returns `name` if it can only be a file directly in the scratch folder.
fn plain(name: &OsString) -> Result<OsString, Failure> {
    let mut parts = Path::new(name).components();
    match (parts.next(), parts.next()) {
        (Some(Component::Normal(only)), None) if only == name => Ok(name.clone()),
        _ => Err(Failure::Fault(format!("`{}` is not a plain file name", name.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(argv: &[&str], change: impl FnOnce(&mut Task)) -> Result<Order, Failure> {
        let mut task = Task {
            argv: argv.iter().map(|word| (*word).into()).collect(),
            ..Task::default()
        };
        change(&mut task);
        resolve(&task, Tier::Three, &[], &[])
    }

    #[test]
    fn a_bare_name_is_looked_up_and_a_path_is_relative() {
        let found = order(&["sh"], |_| {}).unwrap();
        assert!(found.program.is_absolute() && found.program.ends_with("sh"));
        assert_eq!(found.argv, ["sh"]);
        let here = order(&["./Cargo.toml"], |_| {}).unwrap();
        assert_eq!(here.program, std::env::current_dir().unwrap().join("Cargo.toml"));
        assert!(here.shown.contains(&here.program));
    }

    #[test]
    fn what_is_concealed_may_be_the_program_and_no_word_of_it() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let (solver, word) = (root.join("solver"), root.join("word"));
        for file in [&solver, &word] {
            std::fs::write(file, "").unwrap();
        }
        let shown = |argv: &[&Path]| {
            let task = Task {
                argv: argv.iter().map(Word::trusted).collect(),
                ..Task::default()
            };
            let order = resolve(&task, Tier::Two, &[], std::slice::from_ref(&solver)).unwrap();
            [&solver, &word].map(|file| order.shown.contains(file))
        };
        assert_eq!(shown(&[Path::new("sh"), &solver, &word]), [false, true]);
        assert_eq!(shown(&[&solver, &solver]), [true, false]);
        assert_eq!(shown(&[&word, &solver]), [false, true]);
    }

    #[test]
    fn a_foreign_word_opens_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().canonicalize().unwrap().join("file");
        std::fs::write(&file, "").unwrap();
        let is_shown = |word: Word| {
            let task = Task {
                argv: vec!["sh".into(), word],
                private: [file.clone()].into(),
                ..Task::default()
            };
            let order = resolve(&task, Tier::Two, &[], &[]).unwrap();
            (order.shown.contains(&file), order.argv[1] == *file)
        };
        assert_eq!(is_shown(Word::trusted(&file)), (true, true));
        assert_eq!(is_shown(file.to_str().unwrap().into()), (false, true));
    }

    #[test]
    fn where_rights_are_to_what_names_lead_to_no_link_is_shown() {
        let task = Task {
            argv: vec!["sh".into()],
            ..Task::default()
        };
        let shown = resolve(&task, Tier::Two, &[], &[]).unwrap().shown;
        for place in &shown {
            assert_eq!(place.canonicalize().unwrap(), *place);
        }
        assert!(visible::is_of_system(&shown[0]));
    }

    #[test]
    fn names_are_followed_link_by_link_and_without_steps_up() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("node-20/bin")).unwrap();
        std::fs::write(root.join("node-20/bin/node"), "").unwrap();
        for (to, at) in [
            ("node-20", "current"),
            ("node-20/../current/bin/node", "node"),
            ("loop", "loop"),
        ] {
            std::os::unix::fs::symlink(to, root.join(at)).unwrap();
        }
        let names = names_on_the_way(root.join("node"));
        assert_eq!(names, [root.join("node"), root.join("current/bin/node")]);
        assert_eq!(names_on_the_way(root.join("loop")).len(), 40);
        let stepped = root.join("node-20/bin/../../node-20/bin/node");
        assert_eq!(without_steps_up(&stepped), root.join("node-20/bin/node"));
    }

    #[test]
    fn what_cannot_start_is_said_with_the_name_and_the_reason() {
        for (name, why) in [
            ("", "the command is empty"),
            ("no-such-program-anywhere", "there is no such program in PATH"),
            ("./no-such-file", "there is no such file"),
            ("./src", "it is a folder"),
            ("/dev/null", "it is not a regular file"),
        ] {
            let expected = Failure::CannotStart(format!("cannot start `{name}`: {why}"));
            assert_eq!(order(&[name], |_| {}), Err(expected));
        }
    }

    #[test]
    fn a_task_that_asks_for_the_impossible_is_the_judges_fault() {
        let is_fault = |change: fn(&mut Task)| {
            let found = order(&["sh"], change);
            assert!(matches!(found, Err(Failure::Fault(_))), "{found:?}");
        };
        assert!(matches!(order(&[], |_| {}), Err(Failure::Fault(_))));
        is_fault(|task| task.stdin = Some("no-such-input".into()));
        is_fault(|task| task.hidden = ["no-such-answers".into()].into());
        is_fault(|task| task.output_file = Some("../Stones.out".into()));
        is_fault(|task| task.output_file = Some("..".into()));
        is_fault(|task| task.output_file = Some("a/".into()));
        is_fault(|task| task.input_file = Some(("".into(), "Cargo.toml".into())));
    }
}
