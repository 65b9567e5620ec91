//! Unusual and malformed inputs, class by class, for every problem.
//!
//! The tests show which of them solving accepts, which only the validator refuses, and which both refuse. Nothing ever
//! panics.
//!
//! `cargo test --test problems error` compares whole errors. `NN-what` is the class NN of a problem's first sample,
//! made by the table in `tests/problems/malformed.rs`. `x-NN-what` belongs to one format alone, written by hand in
//! `testdata/<slug>/errors.txt`. The tests here need more than one small file. The table has every class with its test
//! or its entry in those documents, or the reason why none of our formats can have it:
//!
//! | class | what | test |
//! |---|---|---|
//! | 1 | an empty file | `01-empty` |
//! | 2 | only blanks or line ends | `02-blanks` |
//! | 3 | a byte order mark | `03-byte-order-mark` |
//! | 4 | a byte order mark inside | `04-byte-order-mark-inside` |
//! | 5 | UTF-16 | `05-utf-16` |
//! | 6 | Windows line ends | `06-windows-line-ends` |
//! | 7 | lone carriage returns | `07-lone-carriage-return` |
//! | 8 | mixed line ends | `08-mixed-line-ends` |
//! | 9 | no last line end | `09-no-last-newline` |
//! | 10 | blank lines at the end | `10-blank-line-at-end` |
//! | 11 | blanks at line ends | `11-blank-at-line-end` |
//! | 12 | blanks at the start | `12-blank-at-start` |
//! | 13 | several blanks, tabs | `13-tab` |
//! | 14 | vertical tab, form feed | `14-vertical-tab` |
//! | 15 | blanks of Unicode | `15-no-break-space` |
//! | 16 | invisible characters | `16-zero-width-space` |
//! | 17 | digits of other scripts | `17-full-width-digit` |
//! | 18 | a typographic minus | `18-typographic-minus` |
//! | 19 | a NUL byte | `19-nul-byte` |
//! | 20 | other control bytes | `20-control-byte` |
//! | 21 | invalid UTF-8 | `21-invalid-utf-8` |
//! | 22 | another kind of file, noise | `22-gzip`, `class_22_noise_is_refused` |
//! | 23 | a folder, pipe or device | `class_23_folders_pipes_and_devices_are_refused_unread` |
//! | 24 | a file that cannot be read | `class_24_a_missing_file_is_refused_by_its_name` |
//! | 25 | a token missing at the end | `25-missing-last-token`, `x-25-` |
//! | 26 | a token on the next line | `26-blanks-and-line-ends-exchanged`, `x-26-` |
//! | 27 | a token too many in a line | `27-token-too-many-in-a-line`, `x-27-` |
//! | 28 | something after the end | `28-after-the-end` |
//! | 29 | comments | `29-comment` |
//! | 30 | text for a number | `30-no-number`, `x-30-`, `class_30_36_37_every_number_is_refused_at_its_own_place` |
//! | 31 | a plus sign | `31-plus-sign` |
//! | 32 | minus zero | `numbers_are_read_as_contest_programs_read_them`, `32-minus-zero` |
//! | 33 | leading zeros | `33-leading-zero` |
//! | 34 | other ways to write a number | `34-exponent`, `34-hexadecimal` |
//! | 35 | a sign without digits | `35-sign-alone` |
//! | 36 | beyond 32 bits | `36-beyond-the-limit`, `x-36-` |
//! | 37 | beyond 64 bits | `37-beyond-64-bits`, `x-37-`, `class_30_36_37_every_number_is_refused_at_its_own_place` |
//! | 38 | a million digits | `38-very-long-number` |
//! | 39 | a negative count | `39-negative`, `x-39-` |
//! | 40 | nothing to count | `class_40_an_empty_input_is_solved_if_rules_allow_it`, `x-40-` |
//! | 41 | one over the range | `x-41-`: one over every limit, or the problem is not complete |
//! | 42 | a huge count, a small file | `class_42_a_huge_count_is_refused_without_allocating`, `x-42-` |
//! | 43 | counts whose product overflows | `x-43-` |
//! | 44 | huge sizes declared, no data wanted | `class_44_sizes_without_data_are_solved_unstored` |
//! | 45 | legal, but too large | `class_45_legal_but_too_large_inputs_are_refused` |
//! | 46 | a very long line | `class_46_a_very_long_line_is_read_in_linear_time` |
//! | 47 | very many lines | `class_47_a_million_lines_are_read_and_counted` |
//! | 48 | deep nesting | `class_48_deep_nesting_is_refused_without_recursion`, `x-48-` |
//! | 49 | brackets and quotes that do not match | `class_49_a_bracket_quote_or_comma_amiss_is_refused`, `x-49-` |
//! | 50 | floating-point numbers | no format has any; one for a whole number is class 30 or 34 |
//! | 51 | an index out of range or from 0 | `x-51-` |
//! | 52 | a cycle, loop or double edge | `x-52-`; loops and repeated arcs are legal in `game`, repeated arcs in all |
//! | 53 | defined twice or not at all | `x-53-` |
//! | 54 | letter case, other alphabets | `class_54_letters_of_other_alphabets_are_refused_by_name`, `x-54-` |
//! | 55 | a row too short or too long | `x-55-` |
//! | 56 | a row too few or too many | `56-last-line-missing`, `x-56-` |
//! | 57 | a heading | `57-heading` |
//! | 58 | the answer for the input | `x-58-`, `class_58_the_true_kind_of_a_file_is_named_if_certain`, `input_and_answer_swapped_in_a_case_are_told` |
//! | 59 | a test too few | `59-last-line-twice`, `x-59-` |
//! | 60 | a terminal | `class_60_a_terminal_is_told_how_to_end_the_input` |
//! | 61 | no standard input | `class_61_a_closed_standard_input_is_an_error` |
//! | 62 | a file that changes | `class_62_a_file_is_read_to_its_end_whatever_length_it_claims`: it is read once, then parsed |
//! | 63 | a file over the size limit | `class_63_a_file_over_the_size_limit_is_refused` |
//! | 64 | any file name | `class_64_any_file_name_works_and_is_shown_escaped` |
//! | 65 | a folder with a half missing | `all_faults_of_the_files_are_listed_and_nothing_judged`, `nothing_to_judge_is_never_accepted`, `a_link_in_a_circle_is_an_error_and_not_an_endless_run` |
//! | 66 | output closed or full | `class_66_a_closed_pipe_is_quiet_and_a_full_disk_is_not` |

use std::fs;

use gamesolve::budget::Budget;
use gamesolve::problem::{Input, Variants};
use gamesolve::problems::REGISTRY;
use itertools::Itertools;

use crate::support::{files, root};

mod characters;
mod damage;
mod files;
mod numbers;
mod sizes;
mod structure;

const BUDGET: Budget = Budget::of(256 << 20);

fn input(bytes: &[u8]) -> Input<'_> {
    Input {
        bytes,
        variants: Variants::ORIGINAL,
    }
}

/// Returns the end of the first token, before the first blank.
fn first_token_end(sample: &str) -> usize {
    sample.find([' ', '\n']).unwrap()
}

/// Returns the sample with its first token replaced, if that is a number.
fn first_number_as(sample: &str, number: impl Fn(&str) -> String) -> Option<Vec<u8>> {
    let (head, tail) = sample.split_at(first_token_end(sample));
    head.parse::<i64>().ok()?;
    Some(format!("{}{tail}", number(head)).into_bytes())
}

/// The table above is complete: every class has one row, and every test and every stored input in it exists.
#[test]
fn every_class_has_a_row_and_every_row_is_true() {
    let sources = ["tests/cli", "tests/cli/inputs", "crates/text/src"]
        .iter()
        .flat_map(|folder| files(folder, "rs"))
        .map(|path| fs::read_to_string(path).unwrap())
        .join("\n");
    let stored = REGISTRY
        .iter()
        .map(|entry| root(&format!("testdata/{}/errors.txt", entry.meta().slug)))
        .map(|path| fs::read_to_string(path).unwrap())
        .join("\n");
    let table = fs::read_to_string(root("tests/cli/inputs/mod.rs")).unwrap();
    let rows = table.lines().filter_map(|line| {
        let (class, row) = line.strip_prefix("//! | ")?.split_once(" | ")?;
        Some((class.parse::<usize>().ok()?, row))
    });
    let rows = rows.collect_vec();
    assert_eq!(rows.iter().map(|row| row.0).collect_vec(), (1..=66).collect_vec());
    for (class, row) in rows {
        for name in row.split('`').skip(1).step_by(2) {
            let is_true = match name {
                // A test is a function, or a name in a list of `sessions!`.
                _ if name.contains('_') => {
                    sources.contains(&format!("fn {name}()")) || sources.lines().any(|line| line.trim() == name)
                }
                _ if name.contains(char::is_numeric) => stored.contains(&format!("\n=== {name}")),
                slug => REGISTRY.iter().any(|entry| entry.meta().slug == slug),
            };
            assert!(is_true, "class {class}: there is no {name}");
        }
    }
}
