//! Stand-ins for the verbs that run programs, on systems without a sandbox.

use std::ffi::{OsStr, OsString};

use clap::Args;

use super::status::Stop;

/// The arguments of a verb that runs programs. They are all ignored.
#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[arg(
        value_name = "ARGUMENT",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        hide = true
    )]
    _arguments: Vec<OsString>,
}

/// The options of `play` that name a program to play against.
#[derive(Args)]
#[group(skip)]
pub(super) struct Against {
    /// Not on this system: let a program play in your place
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    against: Option<OsString>,
    #[arg(value_name = "COMMAND", last = true, hide = true)]
    command: Vec<OsString>,
}

impl Against {
    /// Returns whether the command line names a program.
    pub(super) fn is_given(&self) -> bool {
        self.against.is_some() || !self.command.is_empty()
    }
}

/// The end of a sentence about programs that cannot run here.
const NOT_HERE: &str = "needs a sandbox, which gamesolve has only on Linux and other Unix systems\n\
                        hint: on Windows, use WSL";

/// Returns the error of a verb that cannot run programs here.
pub(super) fn refusal(verb: &str) -> Stop {
    Stop::wrong(format_args!("the program of `{verb}` {NOT_HERE}"))
}

/// Returns the error for a user's own game or a game of the gallery, a program that cannot run here.
pub(super) fn refusal_of_game(word: &OsStr) -> Stop {
    Stop::wrong(of_game(word))
}

/// Returns its message without `error: `, which clap writes itself.
pub(super) fn of_game(word: &OsStr) -> String {
    let word = crate::text::quoted(word.as_encoded_bytes(), 200);
    format!("the game `{word}` is a program, which {NOT_HERE}")
}

#[cfg(test)]
mod tests {
    use clap::{Command, FromArgMatches as _};

    use super::super::status::Status;
    use super::*;

    /// Parses a command line with the verbs of a system without a sandbox.
    fn parsed(words: &[&str]) -> Result<clap::ArgMatches, clap::Error> {
        let judge = Options::augment_args(Command::new("judge"));
        let play = Against::augment_args(Command::new("play").arg(clap::Arg::new("problem")));
        Command::new("gamesolve")
            .subcommands([judge, play])
            .try_get_matches_from(words)
    }

    #[test]
    fn whatever_a_verb_is_given_leads_to_the_one_sentence() {
        for words in [
            &["gamesolve", "judge"][..],
            &["gamesolve", "judge", "stones", "sol.cpp"],
            &[
                "gamesolve",
                "judge",
                "--time",
                "1",
                "stones",
                "-j",
                "2",
                "--",
                "python3",
                "-u",
                "sol.py",
            ],
        ] {
            let matches = parsed(words).unwrap();
            assert!(matches.subcommand_name() == Some("judge"), "{words:?}");
        }
        let stop = refusal("stress");
        let expected = "error: the program of `stress` needs a sandbox, which gamesolve has only on Linux and other Unix \
                        systems\nhint: on Windows, use WSL";
        assert_eq!(stop.to_string(), expected);
        let game = refusal_of_game(OsStr::new("g.py"));
        let expected = "error: the game `g.py` is a program, which needs a sandbox, ";
        assert!(game.to_string().starts_with(expected), "{game}");
        for stop in [stop, game] {
            assert_eq!(super::super::status::of_error(&stop.into()), Status::BadInput);
        }
    }

    #[test]
    fn a_game_against_a_program_is_told_from_one_without() {
        for (words, expected) in [
            (&["gamesolve", "play", "stones"][..], false),
            (&["gamesolve", "play", "stones", "--against", "sol.cpp"], true),
            (&["gamesolve", "play", "stones", "--", "./mysol", "-x"], true),
        ] {
            let matches = parsed(words).unwrap();
            let (_, play) = matches.subcommand().unwrap();
            assert_eq!(
                Against::from_arg_matches(play).unwrap().is_given(),
                expected,
                "{words:?}"
            );
        }
    }
}
