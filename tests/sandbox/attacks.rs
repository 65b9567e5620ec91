//! Programs that aim at the judge itself: at the overseer, the kernel, the answers and the counting.

use crate::yard::{Bed, yard_test};
use gamesolve::judge::sandbox::{Ending, Limit, Limits, Run, Task};
use std::time::Duration;

#[track_caller]
fn ends_well_with(run: &Run, stdout: &str) {
    assert_eq!(
        (run.ending, run.exceeded),
        (Ending::Exited(0), None),
        "{run:?}"
    );
    assert_eq!(String::from_utf8_lossy(&run.stdout), stdout);
}

fn with(task: Task, change: impl FnOnce(&mut Limits)) -> Task {
    let mut task = task;
    change(&mut task.limits);
    task
}

yard_test!(
    a_program_cannot_harm_its_overseer,
    ["h60_aims_at_overseer", "h24_deep_recursion"],
    |bed: &Bed| {
        ends_well_with(&bed.run(&bed.task("h60_aims_at_overseer", &[])), "done\n");
        // Nor the next program, which has its whole stack.
        let deep = with(bed.task("h24_deep_recursion", &[]), |limits| {
            limits.memory = 64 << 20;
        });
        let run = bed.run(&deep);
        assert_eq!(run.ending, Ending::Signalled(11), "{run:?}");
        assert!(run.peak_memory > 50 << 20, "{run:?}");
    }
);

yard_test!(
    what_no_program_needs_of_the_kernel_is_refused,
    ["h61_kernel_surface"],
    |bed: &Bed| {
        let own = bed.file("own", "text");
        let arguments = [own.to_str().unwrap(), "/usr/bin/env"];
        let task = bed.task("h61_kernel_surface", &arguments);
        ends_well_with(&bed.run(&task), "done\n");
    }
);

yard_test!(
    numbers_of_other_interfaces_are_refused,
    ["h62_foreign_numbers"],
    |bed: &Bed| {
        if !cfg!(target_arch = "x86_64") {
            return;
        }
        let run = |way: &str| bed.run(&bed.task("h62_foreign_numbers", &[way]));
        ends_well_with(&run("x32"), "done\n");
        ends_well_with(&run("new"), "unknown\ndone\n");
        let run = run("32");
        // A kernel that does not know of such programs calls it a bad instruction.
        let refused = [Ending::Signalled(31), Ending::Signalled(11)].contains(&run.ending);
        assert!(refused && run.stdout.is_empty(), "{run:?}");
    }
);

yard_test!(
    keys_are_neither_inherited_nor_left,
    ["h63_keys"],
    |bed: &Bed| {
        use keyutils::{Keyring, SpecialKeyring, keytypes::User};
        let mut session = Keyring::attach_or_create(SpecialKeyring::Session).unwrap();
        let name = "of the judge";
        session.add_key::<User, _, _>(name, &b"secret"[..]).unwrap();
        for _ in 0..2 {
            ends_well_with(&bed.run(&bed.task("h63_keys", &[])), "done\n");
        }
    }
);

yard_test!(
    memory_cannot_be_hidden,
    ["h64_hidden_memory"],
    |bed: &Bed| {
        for way in ["file", "segment", "shared", "zero", "queue"] {
            let task = with(bed.task("h64_hidden_memory", &[way]), |limits| {
                limits.forks = false;
            });
            let run = bed.run(&task);
            if run.exceeded != Some(Limit::Memory) {
                ends_well_with(&run, "0 MB hidden\n");
            }
        }
    }
);

yard_test!(
    time_cannot_be_hidden_in_children,
    ["h65_hidden_time"],
    |bed: &Bed| {
        let task = with(bed.task("h65_hidden_time", &["2"]), |limits| {
            limits.cpu = Duration::from_millis(500);
            limits.forks = false;
        });
        let run = bed.run(&task);
        if run.exceeded != Some(Limit::Cpu) {
            ends_well_with(&run, "refused\n");
        }
    }
);
