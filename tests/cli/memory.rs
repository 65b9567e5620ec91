//! The memory that games of two tokens take, compared with their stated need.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use itertools::Itertools;

use crate::support::{has_time, needs};

/// The bytes that the stated need may exceed the real one, beside half of it.
const SLACK: u64 = 8 << 20;
/// The memory that the allocator takes beyond the request: half a huge page for either player's positions.
const PAGES: u64 = 2 << 20;

/// Returns the most resident memory of a run on a file, its exit code, and its messages.
///
/// After a child's end the system counts this process's memory too. So the test samples the child earlier, while it
/// waits to write its answer into a full pipe.
fn run(words: &[&str], input: &Path, limit: u64) -> (u64, Option<i32>, String) {
    /// The bytes that fill a pipe.
    const FULL: usize = 1 << 16;
    /// A child that does nothing for this long is waiting.
    const STILL: Duration = Duration::from_millis(200);
    let (mut answer, mut to) = std::io::pipe().unwrap();
    to.write_all(&[0; FULL]).unwrap();
    let mut child = Command::new(cargo_bin!("gamesolve"))
        .args(words)
        .args(["--memory-limit", &limit.to_string()])
        .stdin(File::open(input).unwrap())
        .stdout(to)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let look = |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap();
    let (mut taken, mut worked, mut since) = (0, String::new(), Instant::now());
    // A process that has ended has no memory.
    while let Some(peak) = peak_of(&look("status")) {
        let stat = look("stat");
        // Read the state and the processor times.
        let work = stat
            .split(' ')
            .enumerate()
            .filter(|(field, _)| [2, 13, 14].contains(field));
        let work = work.map(|(_, word)| word).join(" ");
        if (peak, &work) != (taken, &worked) || !work.starts_with('S') {
            since = Instant::now();
        } else if since.elapsed() > STILL {
            break;
        }
        (taken, worked) = (peak, work);
        std::thread::sleep(Duration::from_millis(1));
    }
    std::io::copy(&mut answer, &mut std::io::sink()).unwrap();
    let said = std::io::read_to_string(child.stderr.take().unwrap()).unwrap();
    (taken, child.wait().unwrap().code(), said)
}

/// Returns the most resident memory of a process, in bytes.
fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib << 10)
}

/// Returns the needed bytes in a refusal, with the digits that rounding cut off.
fn needed(refusal: &str) -> u64 {
    let (_, figure) = refusal.split_once("need about ").unwrap();
    let (number, rest) = figure.split_once(' ').unwrap();
    let unit = match &rest[..1] {
        "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        _ => 1.0,
    };
    let digit = if number.contains('.') { 0.1 } else { 1.0 };
    ((number.parse::<f64>().unwrap() + digit) * unit) as u64
}

/// Returns a board with three letters on it, and a wall on every cell for which `is_wall` holds.
fn board(
    rows: usize,
    columns: usize,
    wall: char,
    letters: [char; 3],
    is_wall: impl Fn(usize, usize) -> bool,
) -> Vec<String> {
    let cell = |row, column| match (row, column) {
        (0, 0) => letters[0],
        _ if (row, column) == (rows - 1, columns - 1) => letters[1],
        _ if (row, column) == (0, columns / 2) => letters[2],
        _ if is_wall(row, column) => wall,
        _ => '.',
    };
    let row = |row| (0..columns).map(|column| cell(row, column)).collect();
    (0..rows).map(row).collect()
}

fn is_open(_: usize, _: usize) -> bool {
    false
}

/// Returns whether a cell is a wall of a corridor as long as the board of `columns` columns.
fn corridor(columns: usize) -> impl Fn(usize, usize) -> bool {
    move |row, column| row % 2 == 1 && column != if row % 4 == 1 { columns - 1 } else { 0 }
}

/// Returns `true` for about one cell in three, without a pattern.
fn is_scattered(row: usize, column: usize) -> bool {
    (row * 7919 + column * 104_729 + row * column * 31) % 97 < 32
}

fn cat_mouse_ii(board: &[String], jumps: usize) -> String {
    let rows = board.iter().map(|row| format!("\"{row}\"")).join(",");
    format!("[{rows}]\n{jumps}\n{jumps}\n")
}

fn police_thief(board: &[String]) -> String {
    format!("{} {}\n{}\n", board.len(), board[0].len(), board.join("\n"))
}

/// Returns a graph with arcs both ways between each vertex and the vertices that `steps` away.
fn cat_mouse(vertices: usize, steps: usize) -> String {
    let lists = (0..vertices).map(|vertex| {
        let ahead = (1..=steps).map(|step| (vertex + step) % vertices);
        let behind = (1..=steps).map(|step| (vertex + vertices - step) % vertices);
        format!("[{}]", ahead.chain(behind).join(","))
    });
    format!("[{}]\n", lists.collect_vec().join(","))
}

#[test]
fn games_of_two_tokens_take_what_they_say_they_need() {
    needs!(has_time());
    let chase = |side: usize, is_wall: &dyn Fn(usize, usize) -> bool| board(side, side, '#', ['M', 'F', 'C'], is_wall);
    let hunt = |side: usize, is_wall: &dyn Fn(usize, usize) -> bool| board(side, side, '*', ['P', 'T', 'E'], is_wall);
    let cases = [
        ("cat-mouse-ii", "small", cat_mouse_ii(&chase(5, &is_open), 2)),
        (
            "cat-mouse-ii",
            "open, jumps of 1",
            cat_mouse_ii(&chase(48, &is_open), 1),
        ),
        (
            "cat-mouse-ii",
            "open, all jumps",
            cat_mouse_ii(&chase(64, &is_open), 64),
        ),
        ("cat-mouse-ii", "walls", cat_mouse_ii(&chase(56, &is_scattered), 3)),
        ("cat-mouse-ii", "corridor", cat_mouse_ii(&chase(64, &corridor(64)), 1)),
        (
            "cat-mouse-ii",
            "more moves than a byte counts",
            cat_mouse_ii(&board(1, 400, '#', ['M', 'F', 'C'], is_open), 400),
        ),
        ("cat-mouse", "small", cat_mouse(6, 2)),
        ("cat-mouse", "cycle", cat_mouse(2000, 1)),
        ("cat-mouse", "chords", cat_mouse(2000, 12)),
        ("cat-mouse", "more moves than a byte counts", cat_mouse(600, 150)),
        ("police-thief", "small", police_thief(&hunt(5, &is_open))),
        ("police-thief", "open", police_thief(&hunt(64, &is_open))),
        ("police-thief", "walls", police_thief(&hunt(64, &is_scattered))),
        ("police-thief", "corridor", police_thief(&hunt(64, &corridor(64)))),
    ];
    let mut without = [0; 3];
    let slugs = ["cat-mouse-ii", "cat-mouse", "police-thief"];
    for (slug, name, text) in cases {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &text).unwrap();
        let mut limit = 1;
        let taken = loop {
            let (taken, code, said) = run(&[slug], file.path(), limit);
            if code == Some(0) {
                break taken;
            }
            assert_eq!(code, Some(4), "{slug}, {name}: {said}");
            assert!(needed(&said) > limit, "{slug}, {name}: {said}");
            limit = needed(&said);
        };
        // This is the memory of a process that solves next to nothing.
        let place = slugs.iter().position(|known| *known == slug).unwrap();
        if name == "small" {
            without[place] = taken;
            continue;
        }
        let taken = taken.saturating_sub(without[place]);
        assert!(
            taken <= limit + PAGES,
            "{slug}, {name}: {taken} bytes are taken, {limit} were said"
        );
        assert!(
            limit <= taken * 3 / 2 + SLACK,
            "{slug}, {name}: {limit} bytes are said, and only {taken} taken"
        );
    }
}

/// A few positions of many numbers would take gigabytes.
#[test]
fn misere_play_of_large_positions_is_refused_in_little_memory() {
    const LIMIT: u64 = 16 << 30;
    const MOST: u64 = 200 << 20;
    let arcs = |count: u64| (1..count).map(|n| format!("{n} {}\n", n - 1)).collect::<String>();
    let cases = [
        ("stone-transfer", format!("30000\n{}\n", (0..30_000).join(" "))),
        ("dag-stone-count", format!("1\n10000 9999 1000\n{}", arcs(10_000))),
        (
            "pawns",
            format!(
                "10000 9999\n{}1\n{}\n",
                (2..=10_000).map(|n| format!("{n} {}\n", n - 1)).collect::<String>(),
                (0..10_000).map(|_| "5").join(" ")
            ),
        ),
    ];
    for (slug, text) in cases {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &text).unwrap();
        let (taken, code, said) = run(&[slug, "--misere"], file.path(), LIMIT);
        assert_eq!(code, Some(4), "{slug}: {said}");
        assert!(said.contains("gamesolve explores misère play"), "{slug}: {said}");
        assert!(taken < MOST, "{slug}: {taken} bytes");
    }
}

/// A graph without placements is no input of `pawns`. Only `table` reads it, and it makes up no start for that many
/// cells.
#[test]
fn a_graph_without_placements_takes_no_memory_for_its_cells() {
    const MOST: u64 = 100 << 20;
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "2147483648 0").unwrap();
    for words in [&["pawns"][..], &["explain", "pawns"], &["table", "pawns"]] {
        let (taken, code, said) = run(words, file.path(), 1 << 40);
        assert_eq!(code, Some(2), "{words:?}: {said}");
        assert!(taken < MOST, "{words:?}: {taken} bytes");
    }
}
