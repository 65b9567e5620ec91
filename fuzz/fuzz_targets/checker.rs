//! Any exit code, output and files of a checker, in each protocol: a verdict or a fault of the checker, never a panic.
//!
//! Points exist only if they are numbers.
#![no_main]

use std::time::Duration;

use gamesolve::judge::external::{External, Style};
use gamesolve::judge::program::Program;
use gamesolve_box::{Ending, Run};
use gamesolve_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut data = Bytes(data);
    let (_, style) = Style::ALL[usize::from(data.number()) % Style::ALL.len()];
    let code = i32::from(data.number());
    let files = data.number();
    let mut file = |bit: u8| (files >> bit & 1 == 1).then(|| data.part().to_vec());
    let (output_file, side_files) = (file(0), vec![file(1), file(2)]);
    let stdout = data.part().to_vec();
    let run = Run {
        stdout,
        stderr: data.0.to_vec(),
        output_file,
        side_files,
        ..Run::ended(Ending::Exited(code))
    };
    let program = Program {
        name: "chk".to_owned(),
        argv: Vec::new(),
        readable: Vec::new(),
        language: None,
        parts: Vec::new(),
        copy: None,
    };
    let checker = External {
        program,
        style,
        time: Duration::ZERO,
        clock: Duration::ZERO,
        memory: 0,
        arguments: Vec::new(),
    };
    let Ok(judgement) = checker.verdict(code, &run) else {
        return;
    };
    let credit = judgement.credit.map_or(String::new(), |credit| credit.to_string());
    assert!(
        !credit.contains("inf") && !credit.contains("NaN") && !credit.starts_with('-'),
        "{credit}"
    );
});
