//! Characters that no format has: classes 4, 15 to 21 and 54.

use super::{all_refuse, behind_first_token, first_number_as, input};
use crate::support::samples;

#[test]
fn class_04_a_byte_order_mark_in_the_middle_is_refused_by_name() {
    all_refuse("U+FEFF", |sample| {
        Some(behind_first_token(sample, b"\xEF\xBB\xBF"))
    });
}

#[test]
fn class_15_unicode_blanks_are_refused_by_name() {
    for (blank, name) in [
        ('\u{a0}', "U+00A0"),
        ('\u{3000}', "U+3000"),
        ('\u{2028}', "U+2028"),
        ('\u{85}', "U+0085"),
    ] {
        all_refuse(name, |sample| {
            Some(behind_first_token(sample, blank.to_string().as_bytes()))
        });
    }
}

#[test]
fn class_16_invisible_characters_are_refused_by_name() {
    for (character, name) in [
        ('\u{200b}', "U+200B"),
        ('\u{ad}', "U+00AD"),
        ('\u{202e}', "U+202E"),
    ] {
        all_refuse(name, |sample| {
            Some(behind_first_token(sample, character.to_string().as_bytes()))
        });
    }
}

#[test]
fn class_17_digits_of_other_scripts_are_refused_with_the_plain_digit() {
    all_refuse("hint: use the plain digit `3`", |sample| {
        first_number_as(sample, |_| "３".into())
    });
    all_refuse("hint: use the plain digit `3`", |sample| {
        first_number_as(sample, |_| "٣".into())
    });
}

#[test]
fn class_18_a_typographic_minus_is_refused_with_a_hint() {
    all_refuse("hint: use `-`", |sample| {
        first_number_as(sample, |n| format!("−{n}"))
    });
    all_refuse("hint: use `-`", |sample| {
        first_number_as(sample, |n| format!("–{n}"))
    });
}

#[test]
fn class_19_a_nul_byte_is_refused_by_name() {
    all_refuse("NUL byte", |sample| Some(behind_first_token(sample, b"\0")));
}

#[test]
fn class_20_other_control_bytes_are_refused_by_name() {
    all_refuse("\\x7f", |sample| Some(behind_first_token(sample, b"\x7f")));
    all_refuse("\\x1b", |sample| {
        Some(behind_first_token(sample, b"\x1b[2J"))
    });
}

#[test]
fn class_21_invalid_utf_8_is_refused_at_its_byte() {
    all_refuse("invalid UTF-8 byte 0x80", |sample| {
        Some(behind_first_token(sample, b"\x80"))
    });
    all_refuse("invalid UTF-8 byte 0xef", |sample| {
        Some(behind_first_token(sample, b"\xEF"))
    });
}

#[test]
fn class_54_letters_of_other_alphabets_are_refused_by_name() {
    const LOOK_ALIKE: [(char, char); 7] = [
        ('P', 'Р'),
        ('T', 'Т'),
        ('E', 'Е'),
        ('C', 'С'),
        ('M', 'М'),
        ('X', 'Х'),
        ('x', 'х'),
    ];
    let mut tried = 0;
    for (entry, sample) in samples() {
        for (at, letter) in sample.match_indices(LOOK_ALIKE.map(|(latin, _)| latin)) {
            let (latin, other) = LOOK_ALIKE
                .into_iter()
                .find(|(latin, _)| letter.starts_with(*latin))
                .unwrap();
            let mut text = sample.clone();
            text.replace_range(at..=at, &other.to_string());
            let message = entry
                .canonical(input(text.as_bytes()))
                .unwrap_err()
                .located("file", text.as_bytes())
                .to_string();
            tried += 1;
            assert!(
                message.contains(&format!("U+{:04X}", u32::from(other)))
                    && message.ends_with(&format!("use the Latin letter `{latin}`")),
                "{text:?} gave\n{message}"
            );
        }
    }
    assert!(tried >= 9, "the samples hold letters");
}
