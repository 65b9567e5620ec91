//! Names that a user may have meant by a mistyped one.

/// Returns the name that resembles a mistyped one, if there is one.
pub(super) fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = names.map(|name| (strsim::osa_distance(name, typed), name)).min();
    near.map(|(_, name)| name).filter(|name| resembles(name, typed))
}

/// Returns whether a name may be meant by a mistyped one: at most two letters differ or are swapped, and one in three.
pub(super) fn resembles(name: &str, typed: &str) -> bool {
    const MOST: usize = 2;
    let distance = strsim::osa_distance(name, typed);
    distance <= MOST && 3 * distance <= name.chars().count().max(typed.chars().count())
}

/// Returns whether a name may be meant by an incomplete or mistyped one.
pub(super) fn may_mean(name: &str, typed: &str) -> bool {
    /// The fewest letters of a beginning, and of another part of a name.
    const LEAST: [usize; 2] = [2, 3];
    let (count, has) = (typed.len(), name.contains(typed));
    resembles(name, typed) || has && (count >= LEAST[1] || count >= LEAST[0] && name.starts_with(typed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_near_name_is_meant() {
        let names = || ["nim", "stones", "domjudge", "en"].into_iter();
        for (typed, expected) in [
            ("nmi", Some("nim")),
            ("sum", None),
            ("stonse", Some("stones")),
            ("stnoe", Some("stones")),
            ("stars", None),
            ("oj", None),
            ("vn", None),
        ] {
            assert_eq!(nearest(typed, names()), expected, "{typed}");
        }
    }
}
