//! Blanks, line ends and nothing else: classes 1 to 3 and 6 to 14.

use super::{all_refuse, solving_accepts};

#[test]
fn class_01_an_empty_file_is_refused() {
    all_refuse("found end of file", |_| Some(Vec::new()));
}

#[test]
fn class_02_a_file_of_blanks_is_refused() {
    all_refuse("found end of file", |_| Some(b"\n \n".to_vec()));
}

#[test]
fn class_03_a_byte_order_mark_is_skipped_when_solving() {
    solving_accepts(|sample| [b"\xEF\xBB\xBF", sample.as_bytes()].concat());
}

#[test]
fn class_06_windows_line_ends_are_accepted_when_solving() {
    solving_accepts(|sample| sample.replace('\n', "\r\n").into_bytes());
}

#[test]
fn class_07_a_lone_carriage_return_ends_a_line_when_solving() {
    solving_accepts(|sample| sample.replace('\n', "\r").into_bytes());
}

#[test]
fn class_08_mixed_line_ends_are_accepted_when_solving() {
    solving_accepts(|sample| {
        sample
            .replacen('\n', "\r\n", 1)
            .replace("\n\n", "\n\r\n")
            .into_bytes()
    });
    solving_accepts(|sample| sample.replace('\n', "\n\r").into_bytes());
}

#[test]
fn class_09_a_missing_last_newline_is_accepted_when_solving() {
    solving_accepts(|sample| sample.trim_end().as_bytes().to_vec());
}

#[test]
fn class_10_blank_lines_at_the_end_are_accepted_when_solving() {
    solving_accepts(|sample| format!("{sample}\n\n").into_bytes());
}

#[test]
fn class_11_blanks_at_line_ends_are_accepted_when_solving() {
    solving_accepts(|sample| sample.replace('\n', " \n").into_bytes());
}

#[test]
fn class_12_blanks_at_the_start_are_accepted_when_solving() {
    solving_accepts(|sample| format!(" {sample}").into_bytes());
    solving_accepts(|sample| format!("\n{sample}").into_bytes());
}

#[test]
fn class_13_several_blanks_and_tabs_are_accepted_when_solving() {
    solving_accepts(|sample| {
        sample
            .replace(' ', "  \t")
            .replace('\n', "\t\n")
            .into_bytes()
    });
}

#[test]
fn class_14_vertical_tab_and_form_feed_are_blanks_when_solving() {
    solving_accepts(|sample| {
        sample
            .replace(' ', "\x0b")
            .replace('\n', "\x0c")
            .into_bytes()
    });
}
