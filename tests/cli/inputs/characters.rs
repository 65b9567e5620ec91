//! Letters of other alphabets: class 54.

use super::input;
use crate::support::samples;

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
