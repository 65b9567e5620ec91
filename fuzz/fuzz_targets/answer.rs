//! Any bytes as the output of a program and as the stored answer: every comparison and checker reaches a verdict.
//!
//! None panics, equal texts are the same answer, and no comparison depends on the order.
#![no_main]

use gamesolve::budget::Budget;
use gamesolve::cases::evaluate::Judge;
use gamesolve::judge::{Policy, Rule as _};
use gamesolve::problem::Variants;
use gamesolve::text::{Source, until_dos_end};
use gamesolve_fuzz::{Bytes, problem};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut data = Bytes(data);
    let (entry, sample) = problem(data.number());
    let policy = Policy::ALL[usize::from(data.number()) % Policy::ALL.len()];
    let (answer, output) = (data.part(), data.0);
    for text in [answer, output] {
        assert!(policy.difference(text, text).is_none());
    }
    let difference = policy.difference(answer, output);
    // Only a stored answer may have the DOS mark for the end of a file, which is ignored.
    if [answer, output]
        .iter()
        .all(|text| until_dos_end(text).len() == text.len())
    {
        assert_eq!(difference.is_none(), policy.difference(output, answer).is_none());
    }
    let others = policy.others_accepting(answer, output);
    assert!(others.iter().all(|other| other.difference(answer, output).is_none()));
    let judge = Judge {
        entry,
        variants: Variants::ORIGINAL,
        policy,
        budget: Budget::of(1 << 18),
    };
    let input = Source {
        name: "sample".to_owned(),
        bytes: sample.as_bytes().to_vec(),
    };
    let judgement = judge.judge(&input, answer, output);
    if let Some(reason) = judgement.reason {
        assert!(!reason.as_str().contains(|c: char| c.is_control() && c != '\n'));
    }
});
