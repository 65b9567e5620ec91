//! Alike sources: disguises are found, and independent programs are not.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use gamesolve_contest::alike::{Alike, Class, GUARANTEED, LEAST_PERCENT, Language};

/// Two functions and a main program. Tests disguise it.
const READER: &str = "
int readNumber() {
    int number = 0;
    char c = getchar();
    while (c < '0' || c > '9') c = getchar();
    while (c >= '0' && c <= '9') { number = number * 10 + c - '0'; c = getchar(); }
    return number;
}
";
const GRUNDY: &str = "
int grundy(int heap, vector<int>& known) {
    if (heap < 2) return 0;
    if (known[heap] >= 0) return known[heap];
    vector<bool> seen(heap + 1, false);
    for (int left = 1; left <= heap / 2; left++) {
        seen[grundy(left - 1, known) ^ grundy(heap - left - 1, known)] = true;
    }
    int value = 0;
    while (seen[value]) value++;
    return known[heap] = value;
}
";
const MAIN: &str = "
int main() {
    int heaps = readNumber(), sum = 0;
    vector<int> known(100001, -1);
    for (int i = 0; i < heaps; i++) {
        int size = readNumber();
        sum ^= grundy(size, known);
    }
    cout << (sum ? \"first\" : \"second\") << endl;
    if (sum != 0) { for (int i = 0; i < heaps; i++) cout << known[i] << ' '; }
}
";
/// The usual beginning of fast programs.
const FAST: &str = "
#include <bits/stdc++.h>
using namespace std;
#define all(x) (x).begin(), (x).end()
#define rep(i, a, b) for (int i = (a); i < (b); i++)
typedef long long ll; typedef pair<int, int> pii; typedef vector<int> vi;
template <class T> bool better(T& best, const T& other) { if (other < best) { best = other; return true; } return false; }
template <class T> istream& operator>>(istream& in, vector<T>& items) { for (auto& item : items) in >> item; return in; }
template <class T> ostream& operator<<(ostream& out, const vector<T>& items) { for (auto& item : items) out << item << ' '; return out; }
struct Fast { Fast() { ios::sync_with_stdio(false); cin.tie(nullptr); cout.tie(nullptr); cout << fixed << setprecision(9); } } fast;
";

fn language(file: &str) -> Language {
    Language::of(Path::new(file)).unwrap()
}

/// Compares these sources in C++.
fn compared(sources: &[String]) -> Alike {
    let mut class = Class::new(0);
    for (at, source) in sources.iter().enumerate() {
        class.add(at, language("a.cpp"), source);
    }
    class.compared()
}

/// Returns a source with other names, in other lines, with comments.
fn disguised(source: &str) -> String {
    let mut disguised = String::new();
    for line in source.lines() {
        for word in line.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let is_own = [
                "number",
                "heap",
                "known",
                "left",
                "seen",
                "value",
                "sum",
                "size",
                "grundy",
                "readNumber",
            ];
            let (name, end) = word.split_at(word.find(|c: char| !c.is_alphanumeric()).unwrap_or(word.len()));
            disguised += &if is_own.contains(&name) {
                format!("my_{name}2{end}")
            } else {
                word.to_owned()
            };
        }
        disguised += " // a comment (of mine)\n\n";
    }
    disguised
}

#[test]
fn renamed_and_moved_functions_are_found() {
    let original = [READER, GRUNDY, MAIN].concat();
    let renamed = compared(&[original.clone(), disguised(&original)]);
    assert_eq!(renamed.same[0].contestants, [0, 1]);
    let moved = disguised(&[GRUNDY, "int unused(int a) { return a % 7; }", READER, MAIN].concat());
    let found = compared(&[original, moved]);
    let pair = &found.pairs[0];
    assert!(pair.percent >= 80, "{pair:?}");
    assert!(pair.stretch.tokens > GUARANTEED);
    // The main program, where it stands in each source. A disguised line is two.
    let [one, other] = pair.stretch.lines;
    assert!(one.1 - one.0 >= 9 && other.1 - other.0 >= 18, "{pair:?}");
}

#[test]
fn templates_count_nothing() {
    let programs = [[FAST, READER, MAIN].concat(), [FAST, GRUNDY].concat()];
    let [long, short] = &programs;
    let bare = compared(&programs);
    assert!(bare.pairs.len() + bare.short.len() == 1, "{bare:?}");
    // The setter's template.
    let mut class = Class::new(0);
    class.ignore(language("a.cc"), FAST);
    class.add(0, language("a.cpp"), long);
    class.add(1, language("a.cpp"), &[FAST, READER].concat());
    class.add(2, language("a.cpp"), short);
    let found = class.compared();
    assert!(
        found.pairs.iter().all(|pair| pair.sides != [vec![0], vec![2]]),
        "{found:?}"
    );
    // Everybody's template: the same head before different programs.
    let mut class: Vec<String> = vec![long.clone(), short.clone()];
    class.extend((0..6).map(|at| format!("{FAST} int x() {{ return {}1; }}", "1 + x() * ".repeat(at))));
    let found = compared(&class);
    assert_eq!(found.pairs, []);
}

#[test]
fn a_fragment_of_over_a_third_of_the_class_counts_nothing() {
    let original = [READER, GRUNDY, MAIN].concat();
    let padding = |at: usize| format!("int f(int a) {{ return {}a; }}", "a / (a - 1) + ".repeat(20 * at));
    let sharers = |count: usize, others: usize| {
        let mut class: Vec<String> = (0..count).map(|at| original.clone() + &padding(at)).collect();
        class.extend((0..others).map(|_| "int main() {}".to_owned()));
        compared(&class).pairs.len()
    };
    assert_eq!((sharers(3, 0), sharers(4, 7), sharers(4, 8)), (3, 0, 6));
}

#[test]
fn languages_are_compared_apart_and_short_sources_named() {
    let original = [READER, GRUNDY, MAIN].concat();
    let mut class = Class::new(3);
    for (at, file) in ["a.c", "a.cpp", "A.java"].into_iter().enumerate() {
        class.add(at, language(file), &original);
    }
    class.add(7, language("a.py"), "print(1)\n");
    // Without words of a language, both sources have the same tokens.
    let line = |at: usize| format!("a = {}b{};\n", "c + ".repeat(at % 7), " * d".repeat(at % 5));
    let formulas: String = (0..35).map(line).collect();
    class.add(8, language("a.cpp"), &formulas);
    class.add(9, language("A.java"), &formulas);
    let found = class.compared();
    assert_eq!(found.same[0].contestants, [0, 1]);
    assert_eq!((found.same.len(), found.pairs.len()), (1, 0));
    assert_eq!(found.short, [(3, 7)]);
}

#[test]
fn equal_files_are_listed_although_they_are_short() {
    let short = "int main() { int n, x = 0, h; for (cin >> n; n--; x ^= h) cin >> h; cout << x; }".to_owned();
    let renamed = short.replace('h', "heap");
    let trivial = "int main() {}".to_owned();
    let found = compared(&[&short, &renamed, &short, &trivial, &trivial].map(String::clone));
    let same: Vec<&[usize]> = found.same.iter().map(|same| &same.contestants[..]).collect();
    assert_eq!(same, [[0, 2]]);
    assert_eq!(found.short, [(0, 1), (0, 3), (0, 4)]);
    // What most of the class has is a template.
    assert_eq!(compared(&[0; 5].map(|_| short.clone())).same, []);
}

/// Returns programs of the repository, each with the problem that it solves. Most wrong ones are variations of right
/// ones, and are left out.
fn programs() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let problem = |folder: &Path| folder.file_name().unwrap().to_str().unwrap().to_owned();
    let mut programs = Vec::new();
    for folder in list(&root.join("problems")) {
        for kind in ["accepted", "time_limit_exceeded"] {
            let files = list(&folder.join("submissions").join(kind));
            programs.extend(files.into_iter().map(|file| (problem(&folder), file)));
        }
    }
    for folder in list(&root.join("tests/solutions")) {
        programs.extend(list(&folder).into_iter().map(|file| (problem(&folder), file)));
    }
    programs.retain(|(_, file)| Language::of(file).is_some());
    programs
}

#[test]
fn programs_for_different_problems_are_not_alike() {
    let programs = programs();
    assert!(programs.len() > 40);
    let texts: Vec<String> = programs
        .iter()
        .map(|(_, file)| fs::read_to_string(file).unwrap())
        .collect();
    let mut compared = 0;
    for (at, (problem, file)) in programs.iter().enumerate() {
        for (before, (other_problem, other)) in programs[..at].iter().enumerate() {
            let [one, two] = [Language::of(file).unwrap(), Language::of(other).unwrap()];
            if one != two || problem == other_problem {
                continue;
            }
            // A class of two, in which nothing is common.
            let mut class = Class::new(0);
            class.add(0, one, &texts[at]);
            class.add(1, two, &texts[before]);
            let found = class.compared();
            assert!(
                found.pairs.is_empty() && found.same.is_empty(),
                "{file:?} {other:?} {found:?}"
            );
            compared += usize::from(found.short.is_empty());
        }
    }
    assert!(compared > 200, "{compared} pairs; alike from {LEAST_PERCENT} % on");
}
