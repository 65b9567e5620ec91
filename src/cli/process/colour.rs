//! `--color`, an option of every command.

use std::ffi::OsString;
use std::io;

use anstream::{AutoStream, ColorChoice};
use clap::{Arg, value_parser};

const NAME: &str = "--color";

/// Returns the option for clap, which shows it in the help and reports a wrong value.
pub(in crate::cli) fn option() -> Arg {
    Arg::new("color")
        .long("color")
        .value_name("WHEN")
        .value_parser(value_parser!(clap::ColorChoice))
        .global(true)
        // Behind the options of the command.
        .display_order(500)
        .hide_short_help(true)
        .help("Colours in texts for people [default: auto, which follows the terminal, NO_COLOR and CLICOLOR_FORCE]")
}

/// Removes `--color` and its value from the words before `--`, and returns the last value.
///
/// A word without a known value stays, so that clap reports it. Other options have no value that begins with `--`, so
/// the word cannot be the value of another option.
fn taken_from(args: Vec<OsString>) -> (Option<ColorChoice>, Vec<OsString>) {
    let mut choice = None;
    let mut kept = Vec::with_capacity(args.len());
    let mut words = args.into_iter().peekable();
    while let Some(word) = words.next() {
        if word == "--" {
            kept.push(word);
            kept.extend(words);
            break;
        }
        let text = word.to_str().unwrap_or_default();
        let chosen = if text == NAME {
            words.peek().and_then(|value| choice_of(value.to_str()?))
        } else {
            text.strip_prefix(NAME)
                .and_then(|rest| choice_of(rest.strip_prefix('=')?))
        };
        match chosen {
            None => kept.push(word),
            Some(_) if text == NAME => {
                choice = chosen;
                words.next();
            }
            Some(_) => choice = chosen,
        }
    }
    (choice, kept)
}

fn choice_of(value: &str) -> Option<ColorChoice> {
    match value {
        "auto" => Some(ColorChoice::Auto),
        "always" => Some(ColorChoice::Always),
        "never" => Some(ColorChoice::Never),
        _ => None,
    }
}

/// Obeys `--color` and returns the other words.
///
/// It comes before all else: an error of the command line has colours as well. The choice is the process-wide one that
/// `anstream` keeps for clap and for us.
pub(in crate::cli) fn obey(args: Vec<OsString>) -> Vec<OsString> {
    let (choice, kept) = taken_from(args);
    if let Some(choice) = choice {
        choice.write_global();
    }
    if cfg!(windows) {
        // An old console shows escapes as characters until a program turns them on, as this does.
        let _ = AutoStream::always_ansi(io::stdout());
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_removed_before_the_command_of_a_program_only() {
        for (line, expected, kept) in [
            ("g stones a", None, "g stones a"),
            ("g --color never stones a", Some(ColorChoice::Never), "g stones a"),
            ("g stones --color=always a", Some(ColorChoice::Always), "g stones a"),
            ("g --color never --color auto x", Some(ColorChoice::Auto), "g x"),
            ("g judge t -- p --color never", None, "g judge t -- p --color never"),
            ("g --color sometimes x", None, "g --color sometimes x"),
            ("g --color=", None, "g --color="),
            ("g x --color", None, "g x --color"),
            ("g x --colors never", None, "g x --colors never"),
        ] {
            let args = line.split(' ').map(OsString::from).collect();
            let (choice, rest) = taken_from(args);
            let rest: Vec<&str> = rest.iter().filter_map(|word| word.to_str()).collect();
            assert_eq!((choice, rest.join(" ").as_str()), (expected, kept), "{line}");
        }
    }
}
