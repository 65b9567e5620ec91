//! The languages of texts, and the choice of the environment.

/// The languages of texts.
pub(super) const LANGS: [&str; 3] = ["en", "vi", "zh"];

/// Returns the language of the locale, or English if there are no texts in it.
pub(super) fn of_environment() -> &'static str {
    let mut variables = ["LC_ALL", "LC_MESSAGES", "LANG"].iter();
    let locale = variables.find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    let known = LANGS
        .into_iter()
        .find(|lang| locale.as_deref().and_then(|locale| locale.get(..2)) == Some(lang));
    known.unwrap_or("en")
}
