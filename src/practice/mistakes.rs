//! The known mistakes of a problem on its stored cases, and which of them a program makes.
//!
//! **Which of them.** The program is run on some tiny instances: those on which mistakes are wrong or differ from each
//! other, then any. A mistake is named only where it fits all outputs, is wrong on some of the instances, and no other
//! fits too.

use crate::budget::{Budget, Refusal};
use crate::package::embedded;
use crate::problem::{Entry, Failure, Input, MistakeInfo, Mistaken, Variants, Words};

/// What a case does to a program with a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The answer is wrong.
    Kills,
    /// The answer is right.
    Passes,
    /// The case is beyond a bound of the program.
    Breaks,
    /// The answer takes too long to work out here.
    Unknown,
}

impl Effect {
    /// Returns the mark of an effect in a matrix.
    pub fn mark(self) -> char {
        match self {
            Effect::Kills => 'x',
            Effect::Passes => '.',
            Effect::Breaks => '!',
            Effect::Unknown => '?',
        }
    }

    /// Returns whether a program with the mistake fails.
    pub fn fails(self) -> bool {
        matches!(self, Effect::Kills | Effect::Breaks)
    }
}

/// Returns what an input does to a program with a mistake; `answer` is the right answer.
///
/// # Errors
/// Fails where the input is malformed, or a checker needs more than the budget.
pub fn effect(
    entry: &dyn Entry,
    mistake: usize,
    input: Input<'_>,
    answer: &str,
    budget: Budget,
) -> Result<Effect, Failure> {
    Ok(match entry.mistaken(mistake, input)? {
        Mistaken::Breaks => Effect::Breaks,
        Mistaken::Unknown => Effect::Unknown,
        Mistaken::Prints(output) if output == answer => Effect::Passes,
        Mistaken::Prints(output) => match entry.check(input, output.as_bytes(), budget)? {
            Some(Ok(())) => Effect::Passes,
            _ => Effect::Kills,
        },
    })
}

/// The effects of cases on programs with each of the mistakes.
pub struct Matrix {
    /// The names of the cases, in order.
    pub cases: Vec<String>,
    /// The mistakes, each with its effect by every case.
    pub rows: Vec<(MistakeInfo, Vec<Effect>)>,
}

impl Matrix {
    /// Works out the effects of one more case.
    ///
    /// # Errors
    /// Fails as [`effect`] does, and where the case cannot be solved.
    pub fn add(&mut self, entry: &dyn Entry, name: &str, input: Input<'_>, budget: Budget) -> Result<(), Failure> {
        let answer = entry.solve(input, budget)?;
        for (mistake, (_, effects)) in self.rows.iter_mut().enumerate() {
            effects.push(effect(entry, mistake, input, &answer, budget)?);
        }
        self.cases.push(name.to_owned());
        Ok(())
    }

    /// Returns the matrix without cases.
    ///
    /// # Errors
    /// Refuses a problem without known mistakes.
    pub fn of(entry: &dyn Entry) -> Result<Matrix, Refusal> {
        let mistakes = entry.mistakes();
        if mistakes.is_empty() {
            let message = format!("no mistakes are written down for `{}`", entry.meta().slug);
            return Err(Refusal::new(message, "no option makes some up"));
        }
        Ok(Matrix {
            cases: Vec::new(),
            rows: mistakes.into_iter().map(|info| (info, Vec::new())).collect(),
        })
    }

    /// Returns the mistakes that no case finds.
    pub fn survivors(&self) -> impl Iterator<Item = &MistakeInfo> {
        let survives = |effects: &[Effect]| !effects.iter().any(|effect| effect.fails());
        let rows = self.rows.iter().filter(move |(_, effects)| survives(effects));
        rows.map(|(info, _)| info)
    }

    /// Returns the matrix for people: a row for each mistake, a column for each case.
    pub fn table(&self) -> String {
        let width = self.rows.iter().map(|(info, _)| info.id.len()).max().unwrap_or(0);
        let mut text = String::new();
        let digits = self.cases.len().to_string().len() as u32;
        for digit in (0..digits).rev() {
            let place = 10usize.pow(digit);
            let column = |case: usize| match case >= place {
                true => char::from(b'0' + (case / place % 10) as u8),
                false => ' ',
            };
            let columns: String = (1..=self.cases.len()).map(column).collect();
            text += &format!("{:width$}  {columns}\n", "");
        }
        for (info, effects) in &self.rows {
            let marks: String = effects.iter().map(|effect| effect.mark()).collect();
            let failed = effects.iter().filter(|effect| effect.fails()).count();
            text += &format!("{:width$}  {marks}  {failed}: {}\n", info.id, info.about.en);
        }
        text += "\nx: wrong answer, !: beyond a bound of such programs, ?: not worked out, .: right answer\n\n";
        for (number, case) in (1..).zip(&self.cases) {
            text += &format!("{number:>4}  {case}\n");
        }
        text
    }
}

/// A tiny instance that tells mistakes apart.
pub struct Probe {
    /// The instance.
    pub text: String,
    /// Where it is from: a family, or nothing.
    family: Option<&'static str>,
    /// The right answer.
    answer: String,
    /// The output of a program with each of the mistakes.
    mistaken: Vec<Mistaken>,
}

/// The instances that a program is run on.
const MAX_PROBES: usize = 200;
/// The instances on which each mistake is wrong, and on which two of them differ.
const PROBES_OF_A_MISTAKE: usize = 6;
const PROBES_OF_A_PAIR: usize = 2;

/// Returns tiny instances that tell the mistakes of a problem apart, as far as they are found.
pub fn probes(entry: &dyn Entry, variants: &Variants, budget: Budget) -> Vec<Probe> {
    let mistakes = entry.mistakes().len();
    let probe = |(family, text): (Option<&'static str>, String)| {
        let input = Input {
            bytes: text.as_bytes(),
            variants,
        };
        entry.validate(input).ok()?;
        let answer = entry.solve(input, budget).ok()?;
        let mistaken = (0..mistakes).map(|mistake| entry.mistaken(mistake, input));
        let mistaken = mistaken.collect::<Result<Vec<Mistaken>, _>>().ok()?;
        Some(Probe {
            text,
            family,
            answer,
            mistaken,
        })
    };
    let mut pool: Vec<Option<Probe>> = candidates(entry).into_iter().filter_map(probe).map(Some).collect();
    let mut chosen = Vec::new();
    let mut choose = |most: usize, wanted: &dyn Fn(&Probe) -> bool| {
        let mut left = most.saturating_sub(chosen.iter().filter(|probe| wanted(probe)).count());
        for place in &mut pool {
            if left == 0 {
                break;
            }
            if place.as_ref().is_some_and(wanted) {
                chosen.extend(place.take());
                left -= 1;
            }
        }
    };
    for one in 0..mistakes {
        choose(PROBES_OF_A_MISTAKE, &|probe| probe.tells(one, None));
        for other in 0..one {
            choose(PROBES_OF_A_PAIR, &|probe| probe.tells(one, Some(other)));
        }
    }
    // Any others, from all over the rest.
    let rest: Vec<Probe> = pool.into_iter().flatten().collect();
    let step = (rest.len() / MAX_PROBES.saturating_sub(chosen.len()).max(1)).max(1);
    let room = MAX_PROBES.saturating_sub(chosen.len());
    chosen.extend(rest.into_iter().step_by(step).take(room));
    chosen
}

/// Returns tiny instances: the first of every size, those of the families, and the short ones of the stored cases.
fn candidates(entry: &dyn Entry) -> Vec<(Option<&'static str>, String)> {
    /// The largest size that is listed, and the instances of one size.
    const MAX_SIZE: u64 = 9;
    const OF_A_SIZE: usize = 150;
    /// The seeds of one family and size, and the longest instance in bytes.
    const SEEDS: u64 = 4;
    const MAX_BYTES: usize = 400;
    let listed = (1..=MAX_SIZE).flat_map(|size| entry.tiny(size).take(OF_A_SIZE).collect::<Vec<_>>());
    let listed = listed.map(|text| (None, text));
    let most = entry.meta().size.1;
    let sizes = (1..=10).chain([most]).filter(|&size| size <= most);
    let generated = sizes.flat_map(|size| {
        let families = entry.families().into_iter();
        families.flat_map(move |family| (0..SEEDS).map(move |seed| (family.name, size, seed)))
    });
    let generated = generated.filter(|(_, size, _)| *size <= 10 || most > 100_000);
    let generated = generated.map(|(family, size, seed)| (Some(family), entry.generate(family, size, seed)));
    let stored = embedded::inputs(entry.meta().slug).filter_map(|bytes| std::str::from_utf8(bytes).ok());
    let stored = stored.map(|text| (None, text.to_owned()));
    let all = listed.chain(stored).chain(generated);
    let mut seen = std::collections::HashSet::new();
    all.filter(|(_, text)| text.len() <= MAX_BYTES && seen.insert(text.clone()))
        .collect()
}

impl Probe {
    /// Returns whether a mistake gives another output than the right answer, or than another mistake.
    fn tells(&self, mistake: usize, other: Option<usize>) -> bool {
        let printed = |mistake: usize| match &self.mistaken[mistake] {
            Mistaken::Prints(output) => Some(output),
            _ => None,
        };
        let against = match other {
            None => Some(&self.answer),
            Some(other) => printed(other),
        };
        match (printed(mistake), against) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        }
    }
}

/// How a program answers on tiny instances.
#[derive(Debug)]
pub struct Likeness {
    /// The number of instances.
    pub tried: usize,
    /// The number of them on which the program is wrong.
    pub wrong: usize,
    /// The only mistake that fits all outputs, and the number of instances on which it is wrong.
    pub mistake: Option<(MistakeInfo, usize)>,
    /// The families with an instance on which the program is wrong, where there are others without.
    pub families: Vec<&'static str>,
}

/// Compares the outputs of a program on some instances with those of every mistake.
pub fn likeness(
    entry: &dyn Entry,
    variants: &Variants,
    budget: Budget,
    probes: &[&Probe],
    outputs: &[Vec<u8>],
) -> Likeness {
    let pairs = || probes.iter().copied().zip(outputs);
    let same = |probe: &Probe, output: &[u8], expected: &str| {
        let input = Input {
            bytes: probe.text.as_bytes(),
            variants,
        };
        same_answer(entry, input, budget, output, expected.as_bytes())
    };
    let right: Vec<bool> = pairs()
        .map(|(probe, output)| same(probe, output, &probe.answer))
        .collect();
    let wrong = right.iter().filter(|right| !**right).count();
    let fits = |&mistake: &usize| {
        pairs()
            .zip(&right)
            .all(|((probe, output), &right)| match &probe.mistaken[mistake] {
                Mistaken::Prints(expected) => same(probe, output, expected),
                Mistaken::Breaks => !right,
                Mistaken::Unknown => true,
            })
    };
    let mistakes = entry.mistakes();
    let fitting: Vec<usize> = (0..mistakes.len()).filter(|_| wrong > 0).filter(fits).collect();
    let all: Vec<&'static str> = entry.families().iter().map(|family| family.name).collect();
    let fails = |family: &&'static str| {
        let mut of_it = pairs()
            .zip(&right)
            .filter(|((probe, _), _)| probe.family == Some(family));
        of_it.any(|(_, right)| !right)
    };
    let families: Vec<&'static str> = all.iter().copied().filter(fails).collect();
    Likeness {
        tried: probes.len(),
        wrong,
        mistake: match fitting[..] {
            [only] => Some((mistakes[only], wrong)),
            _ => None,
        },
        families: if families.len() < all.len() {
            families
        } else {
            Vec::new()
        },
    }
}

/// Returns whether an output says the same as another: the same tokens, or, where several answers are right, another
/// that is right or wrong as well. An answer in words is the same only in the same words.
fn same_answer(entry: &dyn Entry, input: Input<'_>, budget: Budget, output: &[u8], expected: &[u8]) -> bool {
    let tokens = |text: &[u8]| -> Vec<Vec<u8>> {
        let tokens = text
            .split(|byte| byte.is_ascii_whitespace())
            .filter(|token| !token.is_empty());
        tokens.map(<[u8]>::to_vec).collect()
    };
    if tokens(output) == tokens(expected) {
        return true;
    }
    let in_words = |text: &[u8]| {
        let words = entry.answer_words().iter();
        words
            .map(|word| word.as_bytes())
            .any(|word| text.trim_ascii_start().starts_with(word))
    };
    let accepted = |text: &[u8]| {
        entry
            .check(input, text, budget)
            .ok()
            .flatten()
            .map(|checked| checked.is_ok())
    };
    let is_answer = !in_words(output) && !in_words(expected) && !output.trim_ascii().is_empty();
    is_answer && accepted(output).is_some() && accepted(output) == accepted(expected)
}

/// The sentence on a mistake that fits all outputs; the words in capitals are replaced.
const LIKE_A_MISTAKE: Words = Words {
    en: "on TRIED of TRIED tiny instances it answers like a program that ABOUT; the right answer differs on WRONG",
    vi: "trên TRIED trong TRIED bộ dữ liệu nhỏ, nó trả lời như một chương trình ABOUT; đáp án đúng khác ở WRONG bộ",
    zh: "在全部 TRIED 个小数据上，它的回答都与犯了这个错误的程序相同：ABOUT；其中 WRONG 个的正确答案不同",
};

impl Likeness {
    /// Returns a sentence about the mistake, or the nearest facts; `None` where the program is right on all instances.
    /// The mistake is told in the language that `choose` takes.
    pub fn sentence(&self, choose: impl Fn(&Words) -> &'static str) -> Option<String> {
        let Likeness { tried, wrong, .. } = self;
        if let Some((MistakeInfo { id, about, .. }, _)) = &self.mistake {
            let sentence = choose(&LIKE_A_MISTAKE);
            let sentence = sentence.replace("TRIED", &tried.to_string());
            let sentence = sentence.replace("WRONG", &wrong.to_string());
            return Some(format!("{} (`{id}`)", sentence.replace("ABOUT", choose(about))));
        }
        if *wrong == 0 {
            return None;
        }
        let families = match self.families.is_empty() {
            true => String::new(),
            false => format!("; of the families only in {}", self.families.join(", ")),
        };
        Some(format!(
            "it is wrong on {wrong} of {tried} tiny instances{families}; no known mistake fits them all"
        ))
    }
}
