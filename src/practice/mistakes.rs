//! The known mistakes of a problem on its stored testcases, and the comparison of a program with them.
//!
//! **Comparison.** The program runs on some tiny instances. First come instances that show mistakes or tell them apart,
//! then any others. A report names a mistake only if three things hold. It fits all outputs, it is wrong on some of the
//! instances, and no other mistake fits too.
//!
//! **Facts.** If no mistake fits, the nearest facts are reported. They are the common features of the instances that
//! break the program ([`facts`]), and their families with the smallest size in each. Before that, the program also runs
//! on instances that may contradict the facts. These are neighbours of failing instances, smaller instances of the
//! families, and tiny ones that lack the feature.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use super::facts::{Fact, facts};
use crate::budget::{Budget, Refusal};
use crate::cases::embedded;
use crate::problem::{Entry, Failure, Input, MistakeInfo, MistakeKind, Mistaken, Variants, Words};

mod judged;

pub use judged::{from_judged, short_cases};

/// The effect of one testcase on a program with a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The answer is wrong.
    Kills,
    /// The answer is right.
    Passes,
    /// The testcase is beyond a bound of the program.
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

/// Returns the effect of an input on a program with a mistake. `answer` is the right answer.
///
/// # Errors
/// Fails if the input is malformed, or if a checker needs more than the budget.
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

/// The effects of testcases on programs with each of the mistakes.
pub struct Matrix {
    /// The names of the testcases, in order.
    pub cases: Vec<String>,
    /// The mistakes, each with its effect for every testcase.
    pub rows: Vec<(MistakeInfo, Vec<Effect>)>,
}

impl Matrix {
    /// Works out the effects of one more testcase.
    ///
    /// # Errors
    /// Fails as [`effect`] does, and if the testcase cannot be solved.
    pub fn add(&mut self, entry: &dyn Entry, name: &str, input: Input<'_>, budget: Budget) -> Result<(), Failure> {
        let answer = entry.solve(input, budget)?;
        for (mistake, (_, effects)) in self.rows.iter_mut().enumerate() {
            effects.push(effect(entry, mistake, input, &answer, budget)?);
        }
        self.cases.push(name.to_owned());
        Ok(())
    }

    /// Returns the matrix without testcases.
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

    /// Returns the mistakes that no testcase finds. The first list has mistakes with known answers on all testcases,
    /// the second has the others.
    pub fn survivors(&self) -> [Vec<&'static str>; 2] {
        let survives = |effects: &[Effect]| !effects.iter().any(|effect| effect.fails());
        let is_known = |effects: &[Effect]| !effects.contains(&Effect::Unknown);
        [true, false].map(|known| {
            let rows = self.rows.iter().filter(|(_, effects)| survives(effects));
            let rows = rows.filter(|(_, effects)| is_known(effects) == known);
            rows.map(|(info, _)| info.id).collect()
        })
    }

    /// Returns the matrix for people: a row for each mistake, a column for each testcase.
    pub fn table(&self) -> String {
        let width = self.rows.iter().map(|(info, _)| info.id.len()).max().unwrap_or(0);
        let mut text = String::new();
        let digits = self.cases.len().to_string().len() as u32;
        for digit in (0..digits).rev() {
            let place = 10usize.pow(digit);
            let column = |case: usize| {
                if case >= place {
                    char::from(b'0' + (case / place % 10) as u8)
                } else {
                    ' '
                }
            };
            let columns: String = (1..=self.cases.len()).map(column).collect();
            text += &format!("{:width$}  {columns}\n", "");
        }
        for (info, effects) in &self.rows {
            let marks: String = effects.iter().map(|effect| effect.mark()).collect();
            let failed = effects.iter().filter(|effect| effect.fails()).count();
            text += &format!("{:width$}  {marks}  {failed}: {}\n", info.id, info.about.en);
        }
        text += "\nx: wrong answer, !: too large for such a program, ?: not computed, .: right answer\n\n";
        for (number, case) in (1..).zip(&self.cases) {
            text += &format!("{number:>4}  {case}\n");
        }
        let [passing, unknown] = self.survivors().map(|names| names.join(", "));
        if !passing.is_empty() {
            text += &format!("\nNo testcase finds: {passing}\n");
        }
        if !unknown.is_empty() {
            text += &format!("\nNot known of: {unknown} (some answers were not worked out)\n");
        }
        text
    }
}

/// The output of a program, or `None` if it crashes or exceeds a limit.
pub type Output = Option<Vec<u8>>;

type Origin = (&'static str, u64);

/// A tiny instance that tells mistakes apart.
pub struct Probe {
    /// The instance.
    pub text: String,
    /// The family and the size that made it, if any.
    origin: Option<Origin>,
    /// The right answer.
    pub answer: String,
    /// The output of a program with each of the mistakes.
    mistaken: Vec<Mistaken>,
}

/// The largest number of instances that a program runs on.
const MAX_PROBES: usize = 200;
/// The number of instances that show each mistake, and of instances that tell two mistakes apart.
const PROBES_OF_A_MISTAKE: usize = 6;
const PROBES_OF_A_PAIR: usize = 2;
/// The smallest number of instances that a mistake has to fit before a report names it.
const MIN_TO_NAME: usize = 24;

/// The longest instance, in bytes.
const MAX_BYTES: usize = 500;

/// Returns the probe of an instance, or `None` if it is not valid or not solved within the budget.
fn probe(
    entry: &dyn Entry,
    variants: &Variants,
    budget: Budget,
    (origin, text): (Option<Origin>, String),
) -> Option<Probe> {
    let input = Input {
        bytes: text.as_bytes(),
        variants,
    };
    entry.validate(input).ok()?;
    let answer = entry.solve(input, budget).ok()?;
    let mistaken = (0..entry.mistakes().len()).map(|mistake| entry.mistaken(mistake, input));
    let mistaken = mistaken.collect::<Result<Vec<Mistaken>, _>>().ok()?;
    Some(Probe {
        text,
        origin,
        answer,
        mistaken,
    })
}

/// Returns tiny instances that tell the mistakes of a problem apart, the most telling first. Stops the search at
/// `is_over`.
pub fn probes(entry: &dyn Entry, variants: &Variants, budget: Budget, is_over: &dyn Fn() -> bool) -> Vec<Probe> {
    let mistakes = entry.mistakes().len();
    let probe = |candidate| probe(entry, variants, budget, candidate);
    let candidates = candidates(entry).into_iter().take_while(|_| !is_over());
    let mut pool: Vec<Option<Probe>> = candidates.filter_map(probe).map(Some).collect();
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
    // Each mistake gets a first instance before any gets a second: a slow program runs only on the first of them.
    for most in 1..=PROBES_OF_A_MISTAKE {
        for one in 0..mistakes {
            choose(most, &|probe| probe.tells(one, None));
            for other in 0..one {
                choose(most.min(PROBES_OF_A_PAIR), &|probe| probe.tells(one, Some(other)));
            }
        }
    }
    // Fill up with other instances from all over the rest.
    let rest: Vec<Probe> = pool.into_iter().flatten().collect();
    let step = (rest.len() / MAX_PROBES.saturating_sub(chosen.len()).max(1)).max(1);
    let room = MAX_PROBES.saturating_sub(chosen.len());
    chosen.extend(rest.into_iter().step_by(step).take(room));
    chosen
}

/// Returns tiny instances: the first of every size, small ones of the families, and the short stored testcases.
fn candidates(entry: &dyn Entry) -> Vec<(Option<Origin>, String)> {
    /// The largest size that is listed, and the instances of one size.
    const MAX_SIZE: u64 = 9;
    const OF_A_SIZE: usize = 150;
    /// The seeds of one family and size.
    const SEEDS: u64 = 4;
    let listed = (1..=MAX_SIZE).flat_map(|size| entry.tiny(size).take(OF_A_SIZE).collect::<Vec<_>>());
    let listed = listed.map(|text| (None, text));
    let most = entry.meta().size.1;
    let sizes = (1..=10).chain([most]).filter(|&size| size <= most);
    let generated = sizes.flat_map(|size| {
        let families = entry.families().into_iter();
        families.flat_map(move |family| (0..SEEDS).map(move |seed| (family.name, size, seed)))
    });
    let generated = generated.filter(|(_, size, _)| *size <= 10 || most > 100_000);
    let generated = generated.map(|(family, size, seed)| (Some((family, size)), entry.generate(family, size, seed)));
    let stored = embedded::inputs(entry.carried_as()).filter_map(|bytes| String::from_utf8(bytes).ok());
    let stored = stored.map(|text| (None, text));
    let all = listed.chain(stored).chain(generated);
    let mut seen = std::collections::HashSet::new();
    all.filter(|(_, text)| text.len() <= MAX_BYTES && seen.insert(text.clone()))
        .collect()
}

impl Probe {
    /// Returns whether a mistake's output differs from the right answer, or from another mistake's output.
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

/// A comparison of a program's answers on tiny instances with the answers of the known mistakes.
#[derive(Debug)]
pub struct Likeness {
    /// The number of instances.
    pub tried: usize,
    /// The number of instances that break the program.
    pub wrong: usize,
    /// The number of mistakes that fit all outputs and are wrong on some of the instances.
    pub fitting: usize,
    /// The only mistake that fits all outputs, with two counts: instances with a known output of it, and instances that
    /// it gets wrong.
    pub mistake: Option<(MistakeInfo, usize, usize)>,
    /// Whether every failure of the program is a crash or an exceeded limit.
    pub only_breaks: bool,
    /// The families with an instance that breaks the program, each with the smallest size of such an instance.
    ///
    /// Empty if the program is wrong from the smallest size on in all families.
    pub families: Vec<Origin>,
    /// Common facts of the instances that break the program. Empty if a mistake fits.
    pub facts: Vec<Fact>,
}

/// The setting of a comparison: the problem, its variants and the budget.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The problem of the program and of the mistakes.
    pub entry: &'a dyn Entry,
    /// The variants for reading the instances.
    pub variants: &'a Variants,
    /// The memory for solving and checking one instance.
    pub budget: Budget,
    /// An instance that is known to break the program.
    pub failing: Option<&'a str>,
}

/// Returns the likeness of a program, after instances were tried that may contradict it.
///
/// If not all of these could be tried, it has no facts about the failing instances. `ask` runs the program on instances
/// and returns its outputs, `None` for an instance that was not judged.
pub fn confirmed(
    given: Given<'_>,
    probes: &[&Probe],
    outputs: &[Output],
    ask: &mut dyn FnMut(&[&Probe]) -> Vec<Option<Output>>,
) -> Likeness {
    /// The largest number of rounds. Each round tries instances at the border that the round before has found.
    const MAX_ROUNDS: usize = 5;
    let mut further: Vec<Probe> = Vec::new();
    let mut outputs = outputs.to_vec();
    let mut found = likeness(given, probes, &outputs);
    for _ in 0..MAX_ROUNDS {
        if found.facts.is_empty() && found.families.is_empty() {
            return found;
        }
        let known: Vec<&Probe> = probes.iter().copied().chain(&further).collect();
        let against = against(given, &found, &known, &outputs);
        if against.is_empty() {
            return found;
        }
        let asked = ask(&against.iter().collect::<Vec<_>>());
        let is_complete = asked.iter().all(Option::is_some);
        for (probe, output) in against.into_iter().zip(asked) {
            if let Some(output) = output {
                further.push(probe);
                outputs.push(output);
            }
        }
        let known: Vec<&Probe> = probes.iter().copied().chain(&further).collect();
        let next = likeness(given, &known, &outputs);
        let is_same = |(one, other): (&Fact, &Fact)| one.is_like(other);
        let is_confirmed = next.facts.len() == found.facts.len()
            && next.facts.iter().zip(&found.facts).all(is_same)
            && next.families == found.families;
        found = next;
        if !is_complete {
            break;
        }
        if is_confirmed {
            return found;
        }
    }
    found.facts.clear();
    found.families.clear();
    found
}

/// Returns new instances that may contradict the statements of a likeness.
fn against(given: Given<'_>, likeness: &Likeness, known: &[&Probe], outputs: &[Output]) -> Vec<Probe> {
    /// The number of failing instances with tried neighbours, the smallest first.
    const WRONG: usize = 4;
    /// The largest number of neighbours of one of them.
    const NEIGHBOURS: usize = 16;
    /// The largest number of other instances without a feature.
    const OTHERS: usize = 48;
    /// The seeds for a smaller size of a family. The smaller seeds were tried before.
    const SEEDS: std::ops::Range<u64> = 4..8;
    let Given {
        entry,
        variants,
        budget,
        failing,
    } = given;
    let mut seen: HashSet<String> = known
        .iter()
        .map(|probe| probe.text.clone())
        .chain(failing.map(str::to_owned))
        .collect();
    let mut wrong: Vec<&str> = (known.iter().zip(outputs))
        .filter(|(probe, output)| !is_same(given, probe, output.as_deref(), &probe.answer))
        .map(|(probe, _)| probe.text.as_str())
        .chain(failing)
        .collect();
    wrong.sort_by_key(|text| (text.len(), *text));
    let contradicts = |probe: &Probe| {
        let input = given.input(&probe.text);
        let holds = |fact: &Fact| fact.holds(entry, input, &probe.answer, budget);
        !likeness.facts.iter().all(holds)
    };
    let mut against: Vec<Probe> = Vec::new();
    for text in wrong.into_iter().take(WRONG) {
        let mut near: Vec<String> = likeness.facts.iter().flat_map(|fact| fact.beside(text)).collect();
        // If a problem cannot read its own instance again, the instance has no neighbours.
        let _ = entry.first_smaller(given.input(text), NonZeroUsize::MIN, &mut |smaller| {
            near.extend_from_slice(smaller);
            None
        });
        let near = near.into_iter().filter(|text| seen.insert(text.clone()));
        let near = near.filter_map(|text| probe(entry, variants, budget, (None, text)));
        against.extend(near.filter(contradicts).take(NEIGHBOURS));
    }
    for &(family, from) in &likeness.families {
        let sizes = [from - 1, from.saturating_sub(2), from / 2]
            .into_iter()
            .filter(|size| (1..from).contains(size));
        for (size, seed) in sizes.flat_map(|size| SEEDS.map(move |seed| (size, seed))) {
            let text = entry.generate(family, size, seed);
            if seen.insert(text.clone()) {
                against.extend(probe(entry, variants, budget, (Some((family, size)), text)));
            }
        }
    }
    if likeness.facts.is_empty() {
        return against;
    }
    // Take them from all over the rest.
    let rest: Vec<(Option<Origin>, String)> = candidates(entry)
        .into_iter()
        .filter(|(_, text)| seen.insert(text.clone()))
        .collect();
    let step = (rest.len() / (2 * OTHERS)).max(1);
    let rest = rest.into_iter().step_by(step);
    let rest = rest.filter_map(|candidate| probe(entry, variants, budget, candidate));
    against.extend(rest.filter(contradicts).take(OTHERS));
    against
}

impl Given<'_> {
    fn input<'b>(&'b self, text: &'b str) -> Input<'b> {
        Input {
            bytes: text.as_bytes(),
            variants: self.variants,
        }
    }
}

/// Returns whether a program answers an instance like this. Without an output the program has crashed.
fn is_same(given: Given<'_>, probe: &Probe, output: Option<&[u8]>, expected: &str) -> bool {
    let Given { entry, budget, .. } = given;
    output.is_some_and(|output| same_answer(entry, given.input(&probe.text), budget, output, expected.as_bytes()))
}

/// Returns whether the output of a program on an instance is that of a mistake.
fn fits(given: Given<'_>, probe: &Probe, output: &Output, mistake: usize) -> bool {
    match &probe.mistaken[mistake] {
        Mistaken::Prints(expected) => is_same(given, probe, output.as_deref(), expected),
        Mistaken::Breaks => output.is_none(),
        Mistaken::Unknown => true,
    }
}

/// Compares the outputs of a program on some instances with the outputs of every mistake.
///
/// The facts are true of the failing instance too, even if it is not among these.
pub fn likeness(given: Given<'_>, probes: &[&Probe], outputs: &[Output]) -> Likeness {
    let Given {
        entry,
        variants,
        budget,
        failing,
    } = given;
    let failing = failing.and_then(|text| solved(given, probes, text));
    let (named, right) = named(given, failing.as_ref(), probes, outputs);
    let pairs = || probes.iter().copied().zip(&right);
    let facts = match named.mistake {
        Some(_) => Vec::new(),
        None => {
            let instances = pairs().map(|(probe, right)| (&*probe.text, &*probe.answer, !right));
            let failing = failing.iter().map(|(text, answer)| (*text, &**answer, true));
            let count = failing.len();
            let facts = facts(entry, variants, budget, instances.chain(failing));
            // Report only the number of tiny instances with the feature.
            facts.into_iter().map(|fact| fact.without(count)).collect()
        }
    };
    let origins = || pairs().filter_map(|(probe, &right)| Some((probe.origin?, right)));
    let all: Vec<&'static str> = entry.families().iter().map(|family| family.name).collect();
    let fails_from = |family: &'static str| {
        let sizes = origins().filter(|((name, _), right)| *name == family && !right);
        sizes.map(|((_, size), _)| size).min().map(|size| (family, size))
    };
    let mut families: Vec<Origin> = all.iter().filter_map(|family| fails_from(family)).collect();
    let passes_below = |&(family, from): &Origin| {
        let mut sizes = origins().filter(|((name, _), _)| *name == family);
        sizes.any(|((_, size), _)| size < from)
    };
    if families.len() == all.len() && !families.iter().any(passes_below) {
        families.clear();
    }
    Likeness {
        families,
        facts,
        ..named
    }
}

/// Returns a failing instance with its right answer, unless it is one of the probes or has no answer.
fn solved<'a>(given: Given<'_>, probes: &[&Probe], failing: &'a str) -> Option<(&'a str, String)> {
    let is_new = probes.iter().all(|probe| probe.text != failing);
    let answer = is_new.then(|| given.entry.solve(given.input(failing), given.budget));
    Some((failing, answer?.ok()?))
}

/// Returns a likeness without facts and families, and whether the program is right on each instance.
///
/// `failing` is a failing instance that is not among these, with its right answer.
fn named(
    given: Given<'_>,
    failing: Option<&(&str, String)>,
    probes: &[&Probe],
    outputs: &[Output],
) -> (Likeness, Vec<bool>) {
    let Given { entry, budget, .. } = given;
    let pairs = || probes.iter().copied().zip(outputs);
    let right: Vec<bool> = pairs()
        .map(|(probe, output)| is_same(given, probe, output.as_deref(), &probe.answer))
        .collect();
    let wrong = right.iter().filter(|right| !**right).count();
    // Count the instances with a known output of the mistake, and those on which it is wrong.
    let told = |mistake: usize| {
        let known = pairs()
            .zip(&right)
            .filter(|((probe, _), _)| probe.mistaken[mistake] != Mistaken::Unknown);
        let wrong = known.clone().filter(|(_, right)| !**right).count();
        (known.count(), wrong)
    };
    let fails_too = |mistake: usize| {
        failing.is_none_or(|(text, answer)| {
            let effect = effect(entry, mistake, given.input(text), answer, budget);
            matches!(effect, Ok(effect) if effect != Effect::Passes)
        })
    };
    let is_fitting = |&mistake: &usize| {
        let fits_all = pairs().all(|(probe, output)| fits(given, probe, output, mistake));
        fits_all && told(mistake).1 > 0 && fails_too(mistake)
    };
    let mistakes = entry.mistakes();
    let fitting: Vec<usize> = (0..mistakes.len()).filter(is_fitting).collect();
    let mistake = match fitting[..] {
        [only] if probes.len() >= MIN_TO_NAME => {
            let (known, wrong) = told(only);
            Some((mistakes[only], known, wrong))
        }
        _ => None,
    };
    let likeness = Likeness {
        tried: probes.len(),
        wrong,
        fitting: fitting.len(),
        mistake,
        only_breaks: pairs()
            .zip(&right)
            .all(|((_, output), &right)| right || output.is_none()),
        families: Vec::new(),
        facts: Vec::new(),
    };
    (likeness, right)
}

/// Returns whether two outputs say the same: the same tokens, or both right or both wrong if several answers are right.
///
/// An answer in words is the same only in the same words.
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

/// The sentence on a mistake that fits all outputs. The words in capitals are placeholders.
const LIKE_A_MISTAKE: Words = Words {
    en: "it answers like a program that ABOUT. On all TRIED small inputs both give the same answer, and \
         WRONG of these answers are wrong",
    vi: "nó trả lời như một chương trình ABOUT. Trên cả TRIED test nhỏ, hai chương trình trả lời giống nhau, \
         trong đó có WRONG câu trả lời sai",
    zh: "它的回答与犯了这个错误的程序相同：ABOUT。在全部 TRIED 个小数据上两者的回答都一样，其中 WRONG 个是错的",
};

/// The sentence on a program that is right except beyond the bound of a mistake.
const LIKE_A_BOUND: Words = Words {
    en: "it crashes or takes too long on WRONG of TRIED inputs, like a program that ABOUT. It is right on the others",
    vi: "nó giống một chương trình ABOUT: bị lỗi khi chạy hoặc chạy quá lâu ở WRONG trong TRIED test nhỏ, còn ở các \
         test khác thì đúng",
    zh: "它在 TRIED 个小数据中的 WRONG 个上崩溃或超时，其余都正确，与犯了这个错误的程序一样：ABOUT",
};

/// The sentence on a program that is wrong on other instances alone.
const RIGHT_ON_ALL: Words = Words {
    en: "it is right on all TRIED inputs and fails only on others, so gamesolve cannot name the mistake",
    vi: "nó đúng trên cả TRIED test nhỏ và chỉ sai ở những test khác, nên gamesolve không gọi tên được lỗi",
    zh: "它在全部 TRIED 个小数据上都正确，因此无法指出是哪个已知错误：它只在别的数据上出错",
};

/// The sentence on a program that was compared on few instances, because the time was short.
const TOO_FEW: Words = Words {
    en: "it is wrong on WRONG of TRIED inputs, too few to name a mistake",
    vi: "nó sai ở WRONG trong TRIED test nhỏ, quá ít để gọi tên lỗi",
    zh: "它在 TRIED 个小数据中的 WRONG 个上出错，数据太少，无法指出错误",
};

/// The sentences for a program that no mistake fits.
const LIKE_NO_MISTAKE: Words = Words {
    en: "it is wrong on WRONG of TRIED inputs, and no known mistake fits them all",
    vi: "nó sai ở WRONG trong TRIED test nhỏ, không lỗi đã biết nào khớp với tất cả",
    zh: "它在 TRIED 个小数据中的 WRONG 个上出错，没有已知的错误与全部相符",
};

/// The sentence for a program that several mistakes fit.
const LIKE_SEVERAL: Words = Words {
    en: "it is wrong on WRONG of TRIED inputs, and several known mistakes fit them all",
    vi: "nó sai ở WRONG trong TRIED test nhỏ, có nhiều lỗi đã biết khớp với tất cả",
    zh: "它在 TRIED 个小数据中的 WRONG 个上出错，有多个已知的错误与全部相符",
};
const FAMILIES: Words = Words {
    en: "it fails in the families FAMILIES",
    vi: "nó sai ở các họ test FAMILIES",
    zh: "按数据类别，出错的有 FAMILIES",
};
const FAMILY_FROM: Words = Words {
    en: "FAMILY (first at size SIZE)",
    vi: "FAMILY (sớm nhất ở cỡ SIZE)",
    zh: "FAMILY（最早在规模 SIZE）",
};

impl Likeness {
    /// Returns a sentence about the mistake or the nearest facts of a wrong program, in the language that `choose`
    /// takes.
    pub fn sentence(&self, choose: impl Fn(&Words) -> &'static str) -> String {
        let Likeness { tried, wrong, .. } = self;
        if let Some((MistakeInfo { id, about, kind, .. }, tried, wrong)) = &self.mistake {
            let sentence = choose(match (kind, self.only_breaks) {
                (MistakeKind::Bound, true) => &LIKE_A_BOUND,
                _ => &LIKE_A_MISTAKE,
            });
            let sentence = sentence.replace("TRIED", &tried.to_string());
            let sentence = sentence.replace("WRONG", &wrong.to_string());
            return sentence.replace("ABOUT", &format!("{} (`{id}`)", choose(about)));
        }
        if *wrong == 0 {
            return choose(&RIGHT_ON_ALL).replace("TRIED", &tried.to_string());
        }
        let sentence = choose(match self.fitting {
            0 => &LIKE_NO_MISTAKE,
            1 => &TOO_FEW,
            _ => &LIKE_SEVERAL,
        });
        let sentence = sentence.replace("TRIED", &tried.to_string());
        let sentence = sentence.replace("WRONG", &wrong.to_string());
        let facts = self.facts.iter().map(|fact| fact.sentence(*wrong, &choose));
        let from = |(family, size): &Origin| {
            let text = choose(&FAMILY_FROM).replace("FAMILY", family);
            text.replace("SIZE", &size.to_string())
        };
        let families: Vec<String> = self.families.iter().map(from).collect();
        let families = (!families.is_empty()).then(|| choose(&FAMILIES).replace("FAMILIES", &families.join(", ")));
        let more = facts.chain(families).map(|part| capitalised(&part));
        let parts: Vec<String> = [sentence].into_iter().chain(more).collect();
        parts.join(". ")
    }
}

/// Returns a text with a capital letter at its beginning.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.as_str().chars()).collect()
}

/// Helpers of the tests of programs that make mistakes.
#[cfg(test)]
pub(super) mod fixtures {
    use std::sync::OnceLock;

    use super::*;
    use crate::problems::REGISTRY;

    pub(crate) const BUDGET: Budget = Budget::of(1 << 30);

    /// Returns the instances of a problem. They are made once for all tests.
    pub(crate) fn probes_of(entry: &dyn Entry) -> &'static [Probe] {
        static PROBES: [OnceLock<Vec<Probe>>; REGISTRY.len()] = [const { OnceLock::new() }; REGISTRY.len()];
        let slug = entry.meta().slug;
        let place = REGISTRY.iter().position(|entry| entry.meta().slug == slug).unwrap();
        PROBES[place].get_or_init(|| probes(entry, Variants::ORIGINAL, BUDGET, &|| false))
    }
}

#[cfg(test)]
mod tests {
    use super::fixtures::{BUDGET, probes_of};
    use super::*;
    use crate::problems::REGISTRY;

    fn given<'a>(entry: &'a dyn Entry, failing: Option<&'a str>) -> Given<'a> {
        Given {
            entry,
            variants: Variants::ORIGINAL,
            budget: BUDGET,
            failing,
        }
    }

    /// Returns the sentence about a program with these outputs.
    fn said(entry: &dyn Entry, probes: &[Probe], output: impl Fn(&Probe) -> Option<Vec<u8>>) -> Likeness {
        let outputs: Vec<Option<Vec<u8>>> = probes.iter().map(output).collect();
        let probes: Vec<&Probe> = probes.iter().collect();
        likeness(given(entry, None), &probes, &outputs)
    }

    #[test]
    fn the_shown_instance_has_the_property_of_the_failing_ones() {
        let entry = *REGISTRY.iter().find(|entry| entry.meta().slug == "subtract").unwrap();
        let probes = probes_of(entry);
        let first = |text: &str| -> u64 { text.split_whitespace().next().unwrap().parse().unwrap() };
        // This program is wrong on large piles alone, and has no known mistake.
        let outputs: Vec<Option<Vec<u8>>> = (probes.iter())
            .map(|probe| {
                Some(if first(&probe.text) >= 1000 {
                    b"no".to_vec()
                } else {
                    probe.answer.clone().into_bytes()
                })
            })
            .collect();
        let probes: Vec<&Probe> = probes.iter().collect();
        let least = |failing: Option<&str>| {
            let found = likeness(given(entry, failing), &probes, &outputs);
            let said = found
                .facts
                .iter()
                .map(|fact| fact.sentence(found.wrong, |words| words.en));
            let said: Vec<String> = said.collect();
            let all = said.join("; ");
            all.split_once("the first number is at least ")
                .map(|(_, rest)| rest.split(' ').next().unwrap().parse::<u64>().unwrap())
        };
        assert!(least(None).is_some_and(|least| least >= 1000));
        assert_eq!(least(Some("997 10\n")), Some(997));
    }

    /// Answers nim like a program that takes the xor off a heap by subtraction.
    fn subtracting(text: &str) -> Option<Vec<u8>> {
        let heaps: Vec<u64> = text
            .split_whitespace()
            .skip(1)
            .map(|heap| heap.parse().unwrap())
            .collect();
        let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
        let move_of = |heap: u64| heap.checked_sub(xor).unwrap_or(heap ^ xor);
        let first = (1..).zip(&heaps).find(|(_, heap)| **heap ^ xor < **heap);
        Some(match first {
            None => b"0\n".to_vec(),
            Some((place, &heap)) => format!("1\n{place} {}\n", move_of(heap)).into_bytes(),
        })
    }

    #[test]
    fn no_tiny_or_border_instance_contradicts_a_condition() {
        let entry = *REGISTRY.iter().find(|entry| entry.meta().slug == "nim").unwrap();
        // Use the first instances only, like a comparison of a slow program.
        let probes: Vec<&Probe> = probes_of(entry).iter().take(60).collect();
        let outputs: Vec<Option<Vec<u8>>> = probes.iter().map(|probe| subtracting(&probe.text)).collect();
        let tiny = "2\n6 3\n";
        let given = given(entry, None);
        assert!(subtracting(tiny).unwrap() != entry.solve(given.input(tiny), BUDGET).unwrap().into_bytes());
        let contradicted = |likeness: &Likeness| {
            let holds = |fact: &Fact| fact.holds(entry, given.input(tiny), "1\n1 3\n", BUDGET);
            likeness.facts.iter().filter(|fact| !holds(fact)).count()
        };
        assert!(
            contradicted(&likeness(given, &probes, &outputs)) > 0,
            "seen on few, they have a fact in common"
        );
        let mut ask = |probes: &[&Probe]| probes.iter().map(|probe| Some(subtracting(&probe.text))).collect();
        let told = confirmed(given, &probes, &outputs, &mut ask);
        assert_eq!(contradicted(&told), 0, "{told:?}");
        assert!(told.tried > probes.len() && told.wrong > 10, "{told:?}");
        // If the instances could not be tried, no fact is reported.
        let told = confirmed(given, &probes, &outputs, &mut |probes| vec![None; probes.len()]);
        assert!(told.facts.is_empty() && told.families.is_empty(), "{told:?}");
    }

    #[test]
    fn a_condition_that_no_instance_contradicts_is_told() {
        let entry = *REGISTRY.iter().find(|entry| entry.meta().slug == "game").unwrap();
        let answer = |probe: &Probe| {
            let arcs = probe.text.lines().skip(2).map(|line| line.split_once(' ').unwrap());
            let has_loop = arcs.clone().any(|(from, to)| from == to);
            Some(if has_loop {
                b"9\n".to_vec()
            } else {
                probe.answer.clone().into_bytes()
            })
        };
        let probes: Vec<&Probe> = probes_of(entry).iter().take(60).collect();
        let outputs: Vec<Option<Vec<u8>>> = probes.iter().map(|probe| answer(probe)).collect();
        let mut ask = |probes: &[&Probe]| probes.iter().map(|probe| Some(answer(probe))).collect();
        let told = confirmed(given(entry, None), &probes, &outputs, &mut ask);
        let facts: Vec<String> = (told.facts.iter())
            .map(|fact| fact.sentence(told.wrong, |words| words.en))
            .collect();
        let told = facts
            .iter()
            .any(|fact| fact.starts_with("it fails only if an arc leads from a vertex to itself ("));
        assert!(told, "{facts:?}");
    }

    #[test]
    fn a_mistake_fits_many_instances_and_the_shown_one() {
        let entry = *REGISTRY.iter().find(|entry| entry.meta().slug == "subtract").unwrap();
        let all = probes_of(entry);
        let number = entry
            .mistakes()
            .iter()
            .position(|mistake| mistake.kind == MistakeKind::Method)
            .unwrap();
        let output = |probe: &Probe| match &probe.mistaken[number] {
            Mistaken::Prints(output) => Some(output.clone().into_bytes()),
            Mistaken::Breaks | Mistaken::Unknown => None,
        };
        let named = |count: usize, failing: Option<&str>| {
            let probes: Vec<&Probe> = all.iter().take(count).collect();
            let outputs: Vec<Option<Vec<u8>>> = probes.iter().map(|probe| output(probe)).collect();
            let found = likeness(given(entry, failing), &probes, &outputs);
            (found.mistake.is_some(), found.sentence(|words| words.en))
        };
        assert!(named(all.len(), None).0);
        let (is_named, said) = named(9, None);
        assert!(!is_named && said.starts_with("it is wrong on "), "{said}");
        assert!(said.contains(" of 9 inputs, too few to name a mistake"), "{said}");
        // On this instance a program with the mistake is right, so this program has another mistake.
        let is_right = |text: &&str| {
            let input = given(entry, None);
            let answer = entry.solve(input.input(text), BUDGET).unwrap();
            effect(entry, number, input.input(text), &answer, BUDGET).unwrap() == Effect::Passes
        };
        let right = ["1001 999\n", "1002 1000\n", "997 10\n", "1000 9\n"]
            .into_iter()
            .find(is_right)
            .unwrap();
        assert!(!named(all.len(), Some(right)).0, "{right}");
    }

    #[test]
    fn outputs_of_a_mistake_name_it_and_right_ones_name_none() {
        if crate::is_left_to_the_gate("outputs_of_a_mistake_name_it_and_right_ones_name_none") {
            return;
        }
        let (mut all, mut named, mut missed) = (0, 0, Vec::new());
        for entry in REGISTRY {
            let slug = entry.meta().slug;
            let probes = probes_of(*entry);
            let right = said(*entry, probes, |probe| Some(probe.answer.clone().into_bytes()));
            let start = format!("it is right on all {} inputs", probes.len());
            assert_eq!(right.wrong, 0, "{slug}");
            assert!(right.sentence(|words| words.en).starts_with(&start), "{slug}");
            for (number, mistake) in entry.mistakes().iter().enumerate() {
                let likeness = said(*entry, probes, |probe| match &probe.mistaken[number] {
                    Mistaken::Prints(output) => Some(output.clone().into_bytes()),
                    Mistaken::Breaks | Mistaken::Unknown => None,
                });
                let found = likeness.mistake.map(|(found, ..)| found.id);
                assert!(
                    found.is_none_or(|id| id == mistake.id),
                    "{slug}: `{}` is taken for {found:?}",
                    mistake.id
                );
                if mistake.kind != MistakeKind::Bound {
                    all += 1;
                    named += usize::from(found.is_some());
                    missed.extend(found.is_none().then(|| format!("{slug}: `{}`", mistake.id)));
                }
            }
        }
        assert!(
            named * 20 >= 19 * all,
            "{named} of {all} are named; not these:\n{}",
            missed.join("\n")
        );
    }

    #[test]
    fn who_prints_wrong_answers_does_not_crash_or_take_too_long() {
        let entry = REGISTRY
            .iter()
            .find(|entry| entry.meta().slug == "police-thief")
            .unwrap();
        let number = entry
            .mistakes()
            .iter()
            .position(|mistake| mistake.id == "no-memory")
            .unwrap();
        let probes = probes_of(*entry);
        let named = |broken: Option<&[u8]>| {
            let likeness = said(*entry, probes, |probe| match probe.mistaken[number] {
                Mistaken::Breaks => broken.map(<[u8]>::to_vec),
                _ => Some(probe.answer.clone().into_bytes()),
            });
            assert!(likeness.wrong > 0);
            let said = likeness.sentence(|words| words.en);
            assert_eq!(
                said.starts_with("it crashes or takes too long on "),
                broken.is_none(),
                "{said}"
            );
            likeness.mistake.map(|(found, ..)| found.id)
        };
        assert_eq!(named(None), Some("no-memory"));
        // A program that ends well and prints nothing has not crashed.
        assert_eq!((named(Some(b"")), named(Some(b"Nobody wins\n"))), (None, None));
    }

    #[test]
    fn families_and_sizes_are_named_if_no_mistake_fits() {
        let entry = REGISTRY.iter().find(|entry| entry.meta().slug == "game").unwrap();
        let probes = probes_of(*entry);
        let likeness = said(*entry, probes, |probe| match probe.origin {
            Some(("long", 6..)) => Some(b"9\n".to_vec()),
            _ => Some(probe.answer.clone().into_bytes()),
        });
        let tried = probes.len();
        let said = [
            format!(
                "it is wrong on {} of {tried} inputs, and no known mistake fits",
                likeness.wrong
            ),
            format!("nó sai ở {} trong {tried} test nhỏ", likeness.wrong),
            format!("它在 {tried} 个小数据中的 {} 个上出错", likeness.wrong),
        ];
        let ends = [
            "long (first at size 6)",
            "long (sớm nhất ở cỡ 6)",
            "long（最早在规模 6）",
        ];
        for (language, (start, end)) in said.iter().zip(ends).enumerate() {
            let sentence = likeness.sentence(|words| [words.en, words.vi, words.zh][language]);
            assert!(sentence.starts_with(start) && sentence.ends_with(end), "{sentence}");
        }
    }
}
