//! The doubts about the state after a crash, and answers to them.

/// A question about which part of the undurable data stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The number of first writes into a file that stay, out of this many.
    Writes(usize),
    /// Whether a part of the next write stays, given the number of the part and the number of parts: 0 for
    /// no, 1 for yes.
    Part(usize, usize),
    /// Whether a change of a name stays: 0 for no, 1 for yes.
    Name,
}

impl Doubt {
    /// The number of possible answers, which are numbered from 0.
    pub fn answers(self) -> usize {
        match self {
            Doubt::Writes(count) => count + 1,
            Doubt::Part(..) | Doubt::Name => 2,
        }
    }
}

/// The share of the undurable data that a crash takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing, as if only the process had ended.
    Kept,
    /// Everything.
    Lost,
    /// Half of the last write into each file.
    Torn,
    /// A share that a generator with this seed draws.
    Drawn(u64),
}

impl Loss {
    /// Answers to one crash's doubts.
    pub fn answers(self) -> impl FnMut(Doubt) -> usize {
        let mut state = match self {
            Loss::Drawn(seed) => seed,
            _ => 0,
        };
        move |doubt| match (self, doubt) {
            (Loss::Kept, doubt) => doubt.answers() - 1,
            (Loss::Lost, _) => 0,
            (Loss::Torn, Doubt::Writes(count)) => count.saturating_sub(1),
            (Loss::Torn, Doubt::Part(part, parts)) => usize::from(part < parts / 2),
            (Loss::Torn, Doubt::Name) => 1,
            (Loss::Drawn(_), doubt) => (split_mix(&mut state) % doubt.answers() as u64) as usize,
        }
    }
}

/// SplitMix64, by Steele, Lea and Flood.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The answers for one crash after the other, so that each sequence of answers comes once.
#[derive(Default)]
pub(super) struct Answers {
    /// The given answers, each with the number of possible ones.
    given: Vec<(usize, usize)>,
    asked: usize,
}

impl Answers {
    pub(super) fn answer(&mut self, doubt: Doubt) -> usize {
        if self.asked == self.given.len() {
            self.given.push((0, doubt.answers()));
        }
        self.asked += 1;
        self.given[self.asked - 1].0
    }

    /// Goes to the next sequence, and returns whether there is one.
    pub(super) fn advance(&mut self) -> bool {
        self.given.truncate(self.asked);
        self.asked = 0;
        while self.given.last().is_some_and(|(answer, answers)| answer + 1 == *answers) {
            self.given.pop();
        }
        self.given.last_mut().map(|(answer, _)| *answer += 1).is_some()
    }

    /// The answers given so far.
    pub(super) fn given(&self) -> Vec<usize> {
        self.given[..self.asked].iter().map(|(answer, _)| *answer).collect()
    }
}

/// Calls `scenario` with every sequence of answers to its doubts, one after the other, and returns their
/// number. The same answers must lead to the same next doubt.
pub fn every_answer(mut scenario: impl FnMut(&mut dyn FnMut(Doubt) -> usize)) -> u64 {
    let mut answers = Answers::default();
    for count in 1.. {
        scenario(&mut |doubt| answers.answer(doubt));
        if !answers.advance() {
            return count;
        }
    }
    u64::MAX
}

/// The number of sequences of answers that `doubts` has, at most `most`.
pub(super) fn count_answers(most: u64, mut doubts: impl FnMut(&mut dyn FnMut(Doubt) -> usize)) -> u64 {
    let mut answers = Answers::default();
    for count in 1..most {
        doubts(&mut |doubt| answers.answer(doubt));
        if !answers.advance() {
            return count;
        }
    }
    most
}
