//! Unusual and malformed inputs, class by class, for every problem: what solving accepts, what only the validator
//! refuses, what both refuse, and that nothing ever panics.
//!
//! Errors are compared whole: `testdata/<slug>/invalid/NN-what` is the class NN of a problem's first sample, made by
//! `scripts/make-invalid`; `x-NN-what` is of one format alone, written by hand. Every class, with its test or with the
//! reason why none of our formats can have it:
//!
//! | class | what | test |
//! |---|---|---|
//! | 1 | an empty file | `class_01_an_empty_file_is_refused` |
//! | 2 | only blanks or line ends | `class_02_a_file_of_blanks_is_refused` |
//! | 3 | a byte order mark | `class_03_a_byte_order_mark_is_skipped_when_solving` |
//! | 4 | a byte order mark inside | `class_04_a_byte_order_mark_in_the_middle_is_refused_by_name` |
//! | 5 | UTF-16 | `class_05_utf_16_is_named` |
//! | 6 | Windows line ends | `class_06_windows_line_ends_are_accepted_when_solving` |
//! | 7 | lone carriage returns | `class_07_a_lone_carriage_return_ends_a_line_when_solving` |
//! | 8 | mixed line ends | `class_08_mixed_line_ends_are_accepted_when_solving` |
//! | 9 | no last line end | `class_09_a_missing_last_newline_is_accepted_when_solving` |
//! | 10 | blank lines at the end | `class_10_blank_lines_at_the_end_are_accepted_when_solving` |
//! | 11 | blanks at line ends | `class_11_blanks_at_line_ends_are_accepted_when_solving` |
//! | 12 | blanks at the start | `class_12_blanks_at_the_start_are_accepted_when_solving` |
//! | 13 | several blanks, tabs | `class_13_several_blanks_and_tabs_are_accepted_when_solving` |
//! | 14 | vertical tab, form feed | `class_14_vertical_tab_and_form_feed_are_blanks_when_solving` |
//! | 15 | blanks of Unicode | `class_15_unicode_blanks_are_refused_by_name` |
//! | 16 | invisible characters | `class_16_invisible_characters_are_refused_by_name` |
//! | 17 | digits of other scripts | `class_17_digits_of_other_scripts_are_refused_with_the_plain_digit` |
//! | 18 | a typographic minus | `class_18_a_typographic_minus_is_refused_with_a_hint` |
//! | 19 | a NUL byte | `class_19_a_nul_byte_is_refused_by_name` |
//! | 20 | other control bytes | `class_20_other_control_bytes_are_refused_by_name` |
//! | 21 | invalid UTF-8 | `class_21_invalid_utf_8_is_refused_at_its_byte` |
//! | 22 | another kind of file, noise | `class_22_other_kinds_of_file_are_named_and_noise_is_refused` |
//! | 23 | a folder, pipe or device | `class_23_folders_pipes_and_devices_are_refused_before_reading` |
//! | 24 | a file that cannot be read | `class_24_a_missing_file_is_refused_with_the_systems_reason` |
//! | 25 | a token missing at the end | `class_25_a_missing_last_token_is_refused` |
//! | 26 | a token on the next line | `class_26_line_structure_does_not_matter_when_solving` |
//! | 27 | a token too many in a line | `class_27_a_token_too_many_in_a_line_is_refused_there_by_the_validator` |
//! | 28 | something after the end | `class_28_anything_after_the_end_is_refused` |
//! | 29 | comments | `class_29_comments_are_refused` |
//! | 30 | text for a number | `class_30_text_is_no_number`, `class_30_36_37_every_number_is_refused_at_its_own_place` |
//! | 31 | a plus sign | `class_31_to_33_plus_sign_and_leading_zeros_are_accepted_when_solving` |
//! | 32 | minus zero | `numbers_are_read_as_contest_programs_read_them`, files `32-minus-zero` |
//! | 33 | leading zeros | `class_31_to_33_plus_sign_and_leading_zeros_are_accepted_when_solving` |
//! | 34 | other ways to write a number | `class_34_other_ways_to_write_a_number_are_refused_with_a_hint` |
//! | 35 | a sign without digits | `class_35_a_sign_needs_its_digits` |
//! | 36 | beyond 32 bits | `class_36_to_38_numbers_beyond_64_bits_are_out_of_range_and_cut_in_the_message`, files `x-36-` |
//! | 37 | beyond 64 bits | `class_30_36_37_every_number_is_refused_at_its_own_place`, files `x-37-` |
//! | 38 | a million digits | `class_36_to_38_numbers_beyond_64_bits_are_out_of_range_and_cut_in_the_message` |
//! | 39 | a negative count | `class_39_a_negative_count_is_out_of_range`, files `x-39-` |
//! | 40 | nothing to count | `class_40_nothing_at_all_is_solved_where_the_rules_say_what_it_is`, files `x-40-` |
//! | 41 | one over the range | `class_41_every_original_limit_has_a_stored_input_one_over_it`, files `x-41-` |
//! | 42 | a huge count, a small file | `class_42_a_huge_count_in_a_small_file_is_refused_without_allocating`, files `x-42-` |
//! | 43 | counts whose product overflows | files `x-43-` |
//! | 44 | huge sizes declared, no data wanted | `class_44_declared_sizes_without_data_are_solved_without_storing_them` |
//! | 45 | legal, but too large | `class_45_what_is_legal_but_too_large_is_refused_with_an_empty_answer` |
//! | 46 | a very long line | `class_46_a_very_long_line_is_read_in_linear_time` |
//! | 47 | very many lines | `class_47_a_million_lines_are_read_and_counted` |
//! | 48 | deep nesting | `class_48_deep_nesting_is_refused_without_recursion`, files `x-48-` |
//! | 49 | brackets and quotes that do not match | `class_49_a_bracket_quote_or_comma_too_few_or_too_many_is_refused`, files `x-49-` |
//! | 50 | floating-point numbers | no format has any; one for a whole number is class 30 or 34 |
//! | 51 | an index out of range or from 0 | files `x-51-` |
//! | 52 | a cycle, loop or double edge | files `x-52-`; loops and repeated arcs are legal in `game`, repeated arcs in all |
//! | 53 | defined twice or not at all | files `x-53-` |
//! | 54 | letter case, other alphabets | `class_54_letters_of_other_alphabets_are_refused_by_name`, files `x-54-` |
//! | 55 | a row too short or too long | files `x-55-` |
//! | 56 | a row too few or too many | `class_56_59_a_line_too_few_or_too_many_is_refused`, files `x-56-` |
//! | 57 | a heading | `class_57_a_heading_copied_from_the_statement_gets_a_hint` |
//! | 58 | the answer for the input | `class_58_the_answer_in_place_of_the_input_is_refused`, `class_58_what_the_file_is_instead_is_told_where_it_is_certain`, `input_and_answer_swapped_in_a_case_are_told`, files `x-58-` |
//! | 59 | a test too few | `class_56_59_a_line_too_few_or_too_many_is_refused`, files `x-59-` |
//! | 60 | a terminal | `class_60_a_terminal_is_told_how_to_end_the_input` |
//! | 61 | no standard input | `class_61_a_closed_standard_input_is_an_error` |
//! | 62 | a file that changes | `class_62_a_file_is_read_to_its_end_whatever_length_it_claims`: it is read once, then parsed |
//! | 63 | a file over the size limit | `class_63_a_file_over_the_size_limit_is_refused` |
//! | 64 | any file name | `class_64_any_file_name_works_and_is_shown_escaped` |
//! | 65 | a folder with a half missing | `whatever_is_wrong_with_the_files_is_listed_and_nothing_judged`, `nothing_to_judge_is_never_accepted`, `a_link_in_a_circle_is_an_error_and_not_an_endless_run` |
//! | 66 | output closed or full | `class_66_a_closed_pipe_is_quiet_and_a_full_disk_is_not` |

use std::fs;

use gamesolve::budget::Budget;
use gamesolve::problem::{Failure, Input, Variants};
use gamesolve::problems::REGISTRY;
use itertools::Itertools;

use crate::support::{Failures, files, root, samples};

mod blanks;
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

/// Solving answers every changed sample as it answers the sample; the validator refuses those that changed.
fn solving_accepts(change: impl Fn(&str) -> Vec<u8>) {
    let mut failures = Failures::default();
    for (entry, sample) in samples() {
        let slug = entry.meta().slug;
        let answer = entry.solve(input(sample.as_bytes()), BUDGET).unwrap();
        let changed = change(&sample);
        match entry.solve(input(&changed), BUDGET) {
            Ok(same) if same == answer => {}
            other => failures.add(format!(
                "{slug}: {:?} gave {other:?}",
                String::from_utf8_lossy(&changed)
            )),
        }
        if changed != sample.as_bytes() && entry.validate(input(&changed)).is_ok() {
            failures.add(format!(
                "{slug}: the validator accepts {:?}",
                String::from_utf8_lossy(&changed)
            ));
        }
    }
    failures.finish();
}

/// Solver and validator refuse every changed sample, and the solver's message holds `word`.
fn all_refuse(word: &str, change: impl Fn(&str) -> Option<Vec<u8>>) {
    let mut failures = Failures::default();
    let mut tried = 0;
    for (entry, sample) in samples() {
        let Some(changed) = change(&sample) else {
            continue;
        };
        tried += 1;
        let shown = format!(
            "{}: {:?}",
            entry.meta().slug,
            String::from_utf8_lossy(&changed)
        );
        match entry.solve(input(&changed), BUDGET) {
            Err(Failure::Input(error)) => {
                let message = error.located("file", &changed).to_string();
                if !message.contains(word) {
                    failures.add(format!("{shown} gave\n{message}"));
                }
            }
            other => failures.add(format!("{shown} gave {other:?}")),
        }
        if entry.validate(input(&changed)).is_ok() {
            failures.add(format!("{shown}: the validator accepts it"));
        }
    }
    assert!(tried > 0, "no sample can be changed this way");
    failures.finish();
}

/// The end of the first token: before the first blank.
fn first_token_end(sample: &str) -> usize {
    sample.find([' ', '\n']).unwrap()
}

/// The sample with something put behind its first token.
fn behind_first_token(sample: &str, piece: &[u8]) -> Vec<u8> {
    let (head, tail) = sample.as_bytes().split_at(first_token_end(sample));
    [head, piece, tail].concat()
}

/// The sample with its first token replaced, where that is a number.
fn first_number_as(sample: &str, number: impl Fn(&str) -> String) -> Option<Vec<u8>> {
    let (head, tail) = sample.split_at(first_token_end(sample));
    head.parse::<i64>().ok()?;
    Some(format!("{}{tail}", number(head)).into_bytes())
}

/// The table above is whole: every class has one row, every test in it exists, and so do the stored inputs.
#[test]
fn every_class_has_a_row_and_every_row_is_true() {
    let sources = ["tests/cli", "tests/cli/inputs", "src/text"]
        .iter()
        .flat_map(|folder| files(folder, "rs"))
        .map(|path| fs::read_to_string(path).unwrap())
        .join("\n");
    let stored = REGISTRY
        .iter()
        .flat_map(|entry| files(&format!("testdata/{}/invalid", entry.meta().slug), "in"))
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect_vec();
    let table = fs::read_to_string(root("tests/cli/inputs/mod.rs")).unwrap();
    let rows = table.lines().filter_map(|line| {
        let (class, row) = line.strip_prefix("//! | ")?.split_once(" | ")?;
        Some((class.parse::<usize>().ok()?, row))
    });
    let rows = rows.collect_vec();
    assert_eq!(
        rows.iter().map(|row| row.0).collect_vec(),
        (1..=66).collect_vec()
    );
    for (class, row) in rows {
        for name in row.split('`').skip(1).step_by(2) {
            let is_true = match name {
                _ if name.contains('_') => sources.contains(&format!("fn {name}()")),
                _ if name.contains(char::is_numeric) => stored.iter().any(|f| f.starts_with(name)),
                slug => REGISTRY.iter().any(|entry| entry.meta().slug == slug),
            };
            assert!(is_true, "class {class}: there is no {name}");
        }
    }
}
