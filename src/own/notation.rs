//! Numbers and letters as people write them in statements and programs.

use itertools::Itertools as _;

/// Returns the limits of a line in C++: names that share two ends, and the ends. Commas may stand between them.
pub fn limits_of(value: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let words = value.split(|c: char| c.is_whitespace() || ",;:".contains(c));
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    let mut limits = Vec::new();
    while words.peek().is_some() {
        let names = words.peeking_take_while(is_name).collect();
        limits.push((names, words.peeking_take_while(|word| !is_name(word)).collect()));
    }
    limits
}

/// Returns the value of a limit in the notation of statements.
///
/// It may be a number, a power such as `10^9` and `10**9`, or a product such as `2*10^5`.
pub fn limit(text: &str) -> Option<u64> {
    let factor = |text: &str| match text.split_once('^') {
        Some((base, exponent)) => number(base)?.checked_pow(number(exponent)?.try_into().ok()?),
        None => number(text),
    };
    let text = text.replace("**", "^");
    text.split('*')
        .try_fold(1_u64, |product, text| product.checked_mul(factor(text)?))
}

/// Returns the number of a word: digits with separators, hexadecimal or binary, with a suffix or an exponent.
pub fn number(word: &str) -> Option<u64> {
    let digits: String = word.chars().filter(|c| !matches!(c, '_' | '\'')).collect();
    let lower = digits.to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        if let Some(rest) = lower.strip_prefix(prefix) {
            return u64::from_str_radix(rest.trim_end_matches(['u', 'l']), radix).ok();
        }
    }
    let plain = lower.trim_end_matches(['u', 'l']);
    if let Some((digits, exponent)) = plain.split_once('e') {
        let ten = 10_u64.checked_pow(exponent.parse().ok()?)?;
        return digits.parse::<u64>().ok()?.checked_mul(ten);
    }
    plain.parse().ok()
}

/// Returns whether words can hold a character. `""` is the empty word.
pub fn is_letter(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && c != '"'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_numbers_and_powers() {
        for (text, value) in [
            ("1e9", Some(1_000_000_000)),
            ("10^9", Some(1_000_000_000)),
            ("10**18", Some(1_000_000_000_000_000_000)),
            ("1'000", Some(1000)),
            ("2*10^5", Some(200_000)),
            ("2*10**5", Some(200_000)),
            ("2*10^19", None),
            ("2*", None),
            ("10^20", None),
            ("1e99", None),
            ("-1", None),
            ("", None),
            ("^", None),
            ("2^", None),
        ] {
            assert_eq!(limit(text), value, "{text}");
        }
        assert_eq!(
            limits_of("T 1 100, n: 1 10^6; a b 0 9"),
            [
                (vec!["T"], vec!["1", "100"]),
                (vec!["n"], vec!["1", "10^6"]),
                (vec!["a", "b"], vec!["0", "9"])
            ]
        );
    }
}
