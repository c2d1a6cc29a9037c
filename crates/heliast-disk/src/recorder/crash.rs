//! The doubts that a crash leaves, and answers to them.

/// A question about what stays of what is not durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The number of first writes into a file that stay, of so many.
    Writes(usize),
    /// Whether a part of the next write stays, by its number and that of all parts: 0 for no, 1 for yes.
    Part(usize, usize),
    /// Whether a change of a name stays: 0 for no, 1 for yes.
    Name,
}

impl Doubt {
    /// The number of possible answers, which are those from 0 on.
    pub fn answers(self) -> usize {
        match self {
            Doubt::Writes(count) => count + 1,
            Doubt::Part(..) | Doubt::Name => 2,
        }
    }
}

/// The share that a crash takes of everything that is not durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Nothing, as if only the process had ended.
    Kept,
    /// Everything.
    Lost,
    /// Half of the last write into each file.
    Torn,
    /// A share that a generator of this seed draws.
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

/// Calls `scenario` with every sequence of answers that its doubts have, one after the other, and returns
/// their number. The same answers must lead to the same next doubt.
pub fn every_answer(mut scenario: impl FnMut(&mut dyn FnMut(Doubt) -> usize)) -> u64 {
    // The answers given, each with the number of those that there are.
    let mut given: Vec<(usize, usize)> = vec![];
    for count in 1.. {
        let mut asked = 0;
        scenario(&mut |doubt| {
            if asked == given.len() {
                given.push((0, doubt.answers()));
            }
            asked += 1;
            given[asked - 1].0
        });
        given.truncate(asked);
        while given.last().is_some_and(|(answer, answers)| answer + 1 == *answers) {
            given.pop();
        }
        match given.last_mut() {
            Some((answer, _)) => *answer += 1,
            None => return count,
        }
    }
    u64::MAX
}
