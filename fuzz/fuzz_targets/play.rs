//! Any bytes from a program that plays, cut anywhere: the referee answers every piece without a panic and judges the
//! game.
#![no_main]

use gamesolve::budget::Budget;
use gamesolve::practice::arena::{MatchRules, Referee};
use gamesolve::problem::{AnyGame, Input, Variants};
use gamesolve::problems::REGISTRY;
use gamesolve_box::{Ending, Limits, Partner as _, Reply, Run};
use gamesolve_fuzz::{Bytes, problem};
use libfuzzer_sys::fuzz_target;

thread_local! {
    /// The game of each problem's sample, solved once.
    static GAMES: Vec<Box<dyn AnyGame>> = (0..=u8::MAX).take(REGISTRY.len()).map(|choice| {
        let (entry, sample) = problem(choice);
        let input = Input { bytes: sample.as_bytes(), variants: Variants::ORIGINAL };
        entry.game(input, 0, Budget::of_this_machine()).unwrap_or_else(|_| panic!("{} is played", entry.meta().slug))
    }).collect();
}

fuzz_target!(|data: &[u8]| {
    let mut data = Bytes(data);
    let choice = data.number();
    let (entry, sample) = problem(choice);
    let flags = data.number();
    let rules = MatchRules {
        second: flags & 1 == 1,
        list_moves: flags & 2 == 2,
        plies: 1 + usize::from(flags >> 3),
    };
    GAMES.with(|games| {
        let game = &*games[usize::from(choice) % games.len()];
        let mut referee = Referee::new(game, entry.meta().slug, sample, rules);
        let mut answer = referee.opening();
        // A byte that no text holds marks the end of a piece.
        for piece in data.0.split(|&byte| byte == 0xff) {
            if matches!(answer, Reply::Stop) {
                break;
            }
            answer = referee.reply(piece);
        }
        let run = Run::ended(if flags & 4 == 4 {
            Ending::Signalled(11)
        } else {
            Ending::Exited(0)
        });
        let played = referee.judge(&run, &Limits::default(), None);
        assert!(!played.transcript().is_empty());
    });
});
