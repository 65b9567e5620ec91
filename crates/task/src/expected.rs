//! The verdicts that a program can deserve, and the words of formats for the verdicts that a submission should get.

/// A verdict that a program can deserve. Verdicts are ordered by precedence: if several hold, the greatest is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deserved {
    /// AC: the output is accepted.
    Accepted,
    /// PE: the tokens are right, but the comparison asks for other blanks or line breaks.
    Presentation,
    /// WA: the output is wrong.
    WrongAnswer,
    /// RE: the program ended with an error or was killed by a signal that the judge did not send.
    RuntimeError,
    /// MLE: more memory than allowed.
    MemoryLimit,
    /// TLE: more time than allowed.
    TimeLimit,
    /// OLE: more output than allowed.
    OutputLimit,
    /// CE: the program could not be compiled.
    CompileError,
}

impl Deserved {
    /// The verdicts by the codes that contests use.
    pub const ALL: [(&'static str, Deserved); 8] = [
        ("AC", Deserved::Accepted),
        ("PE", Deserved::Presentation),
        ("WA", Deserved::WrongAnswer),
        ("RE", Deserved::RuntimeError),
        ("MLE", Deserved::MemoryLimit),
        ("TLE", Deserved::TimeLimit),
        ("OLE", Deserved::OutputLimit),
        ("CE", Deserved::CompileError),
    ];

    /// Returns the code that contests use.
    pub fn code(self) -> &'static str {
        Deserved::ALL[self as usize].0
    }
}

/// Every verdict of a run except `Accepted`.
const NOT_ACCEPTED: &[Deserved] = &[
    Deserved::Presentation,
    Deserved::WrongAnswer,
    Deserved::RuntimeError,
    Deserved::MemoryLimit,
    Deserved::TimeLimit,
    Deserved::OutputLimit,
];

/// The word for a submission that passes a part of the testcases.
pub const PARTIAL: &str = "partially_accepted";

/// Returns the verdicts that a word of a package means, in the spelling of folders: `wrong_answer`.
pub fn meant_by(word: &str) -> Option<&'static [Deserved]> {
    use Deserved::{
        Accepted, CompileError, MemoryLimit, OutputLimit, Presentation, RuntimeError, TimeLimit, WrongAnswer,
    };
    Some(match word.to_lowercase().replace('-', "_").as_str() {
        "accepted" | "correct" | "main" | "ac" | "ok" => &[Accepted],
        "wrong_answer" | "no_output" | "wa" => &[WrongAnswer],
        "presentation_error" | "pe" => &[Presentation],
        "time_limit_exceeded" | "timelimit" | "tl" | "tle" => &[TimeLimit],
        "time_limit_exceeded_or_accepted" => &[Accepted, TimeLimit],
        "time_limit_exceeded_or_memory_limit_exceeded" => &[TimeLimit, MemoryLimit],
        "memory_limit_exceeded" | "memory_limit" | "ml" | "mle" => &[MemoryLimit],
        "output_limit_exceeded" | "output_limit" | "ole" => &[OutputLimit],
        // Kattis and DOMjudge report too much memory as a run-time error.
        "run_time_error" | "run_error" => &[RuntimeError, MemoryLimit],
        "compiler_error" | "compile_error" | "ce" => &[CompileError],
        "re" | "rte" | "ir" => &[RuntimeError],
        "rejected" | "failed" | PARTIAL => NOT_ACCEPTED,
        _ => return None,
    })
}

/// Returns the verdicts that several words mean together, or `None` if a word is unknown or there is no word.
pub fn meant_by_all(words: &[String]) -> Option<Vec<Deserved>> {
    let meant: Option<Vec<_>> = words.iter().map(|word| meant_by(word)).collect();
    let mut all = meant?.concat();
    all.sort_unstable();
    all.dedup();
    Some(all).filter(|all| !all.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_has_its_own_code() {
        for (code, verdict) in Deserved::ALL {
            assert_eq!(verdict.code(), code);
        }
    }

    #[test]
    fn every_word_of_the_formats_means_its_verdicts() {
        use Deserved::{
            Accepted, CompileError, MemoryLimit, OutputLimit, Presentation, RuntimeError, TimeLimit, WrongAnswer,
        };
        for (words, verdicts) in [
            ("accepted correct main AC ok", &[Accepted][..]),
            ("wrong_answer WRONG-ANSWER no-output WA", &[WrongAnswer]),
            ("presentation-error PE", &[Presentation]),
            ("time_limit_exceeded TIMELIMIT TL TLE", &[TimeLimit]),
            ("time-limit-exceeded-or-accepted", &[Accepted, TimeLimit]),
            (
                "time_limit_exceeded_or_memory_limit_exceeded",
                &[TimeLimit, MemoryLimit],
            ),
            ("memory-limit-exceeded memory_limit ML MLE", &[MemoryLimit]),
            ("output_limit_exceeded OUTPUT-LIMIT OLE", &[OutputLimit]),
            ("run_time_error RUN-ERROR", &[RuntimeError, MemoryLimit]),
            ("compiler_error compile_error CE", &[CompileError]),
            ("RE RTE IR", &[RuntimeError]),
            ("rejected failed partially_accepted", NOT_ACCEPTED),
        ] {
            for word in words.split(' ') {
                assert_eq!(meant_by(word), Some(verdicts), "{word}");
            }
        }
        assert_eq!(meant_by("do-not-run"), None);
        let all = |words: &[&str]| meant_by_all(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(all(&["TLE", "AC", "AC"]), Some(vec![Accepted, TimeLimit]));
        assert_eq!((all(&["AC", "what"]), all(&[])), (None, None));
    }
}
