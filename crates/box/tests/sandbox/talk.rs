//! Programs in conversation: with a partner of the tests, and at play against the machine.

use crate::yard::{Bed, YardTest, others_alive, test};
use gamesolve_box::{Ending, Limit, Partner, Reply, Run};
use std::time::Duration;

const FIXTURE: &str = "h56_interactive";

/// A partner that gives the same reply to every message, a limited number of times.
struct Parrot {
    says: Vec<u8>,
    opening: Vec<u8>,
    times: usize,
    heard: Vec<u8>,
    thinks: Duration,
}

impl Parrot {
    fn new(opening: &[u8], says: &[u8], times: usize) -> Parrot {
        Parrot {
            says: says.to_vec(),
            opening: opening.to_vec(),
            times,
            heard: Vec::new(),
            thinks: Duration::ZERO,
        }
    }
}

impl Partner for Parrot {
    fn opening(&mut self) -> Reply {
        Reply::Send(self.opening.clone())
    }

    fn reply(&mut self, said: &[u8]) -> Reply {
        self.heard.extend_from_slice(said);
        std::thread::sleep(self.thinks);
        match self.times {
            0 => Reply::SendLast(Vec::new()),
            _ => {
                self.times -= 1;
                Reply::Send(self.says.clone())
            }
        }
    }
}

/// Runs a conversation with the fixture's program of this kind. A turn takes at most 200 ms of work, and 700 ms in all
/// if the clock is to decide.
fn talk(bed: &Bed, way: &str, partner: &mut dyn Partner) -> Run {
    let mut task = bed.task(FIXTURE, &[way]);
    task.limits.cpu = Duration::from_millis(200);
    let waits = !["burns", "floods", "never-reads", "talks"].contains(&way);
    task.limits.wall = Duration::from_millis(if waits { 700 } else { 20_000 });
    let run = bed.sandbox.converse(&task, partner).unwrap();
    assert_eq!(others_alive(), Vec::<String>::new(), "{way}: still alive");
    let left = std::fs::read_dir(std::env::temp_dir()).unwrap().count();
    assert_eq!(left, 0, "{way}: scratch folders left behind");
    run
}

/// The tests of this file.
pub(crate) fn tests() -> Vec<YardTest> {
    vec![
        test(
            "each_side_hears_what_the_other_says_for_as_long_as_both_talk",
            &["h56_interactive"],
            |bed| {
                let mut parrot = Parrot::new(b"one\n", b"two\n", 500);
                let run = talk(bed, "talks", &mut parrot);
                assert_eq!((run.ending, run.exceeded), (Ending::Exited(0), None), "{run:?}");
                assert_eq!(parrot.heard, [&b"one\n"[..], &b"two\n".repeat(500)].concat());
                // Each turn has the whole time, without the partner's time.
                let mut slow = Parrot::new(b"one\n", b"two\n", 2);
                slow.thinks = Duration::from_millis(1500);
                let run = talk(bed, "talks-soon", &mut slow);
                assert_eq!((run.ending, run.exceeded), (Ending::Exited(0), None), "{run:?}");
            },
        ),
        test(
            "nobody_waits_for_ever_for_a_partner_who_does_not_do_its_part",
            &["h56_interactive"],
            |bed| {
                // One line that is longer than the capacity of a pipe.
                let long = [&b"much to say ".repeat(100_000)[..], b"\n"].concat();
                for (way, exceeded) in [
                    ("does-not-flush", Some(Limit::Wall)),
                    ("closes-output", Some(Limit::Wall)),
                    ("burns", Some(Limit::Cpu)),
                    // The more it writes, the more replies it leaves unread.
                    ("never-reads", Some(Limit::Output)),
                    ("floods", Some(Limit::Output)),
                    ("leaves-children", None),
                    ("exits", None),
                ] {
                    let run = talk(bed, way, &mut Parrot::new(&long, &long, usize::MAX));
                    assert_eq!(run.exceeded, exceeded, "{way}: {:?}", run.ending);
                    let closed = run.notes.iter().any(|note| note.contains("closed its standard output"));
                    assert_eq!(closed, way == "closes-output", "{way}: {:?}", run.ending);
                    let left = if way == "leaves-children" { 5 } else { 0 };
                    assert_eq!(run.left_behind, left, "{way}: {:?}", run.ending);
                }
                let looks = talk(bed, "looks", &mut Parrot::new(b"", b"", 0));
                assert_eq!(looks.stdout, b"", "the program's folder is not empty");
            },
        ),
        test(
            "traffic_resets_no_clock_and_a_partner_may_stop",
            &["h56_interactive"],
            |bed| {
                struct Listener(usize);
                impl Partner for Listener {
                    fn opening(&mut self) -> Reply {
                        Reply::Send(Vec::new())
                    }
                    fn reply(&mut self, _: &[u8]) -> Reply {
                        self.0 = self.0.saturating_sub(1);
                        if self.0 == 0 { Reply::Stop } else { Reply::Wait }
                    }
                }
                let run = talk(bed, "chatters", &mut Listener(usize::MAX));
                assert_eq!(
                    (run.ending, run.exceeded),
                    (Ending::KilledByBox, Some(Limit::Wall)),
                    "{run:?}"
                );
                let run = talk(bed, "chatters", &mut Listener(3));
                assert_eq!((run.ending, run.exceeded), (Ending::KilledByBox, None), "{run:?}");
                // The partner still hears its output after it has closed its input.
                let run = talk(bed, "closes-input", &mut Listener(20));
                assert_eq!((run.ending, run.exceeded), (Ending::KilledByBox, None), "{run:?}");
            },
        ),
    ]
}
