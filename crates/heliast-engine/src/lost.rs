//! Keys that are due, or will be, and cannot answer, with the reasons and a hint for the operator.

use std::fmt::{self, Display};

/// A hash tree with which a participant must answer and cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostKey {
    /// The participant's number.
    pub participant: u32,
    /// The first round in which its answer is missing.
    pub from: u64,
    /// The reason why it is missing, as a clause.
    pub reason: String,
    /// Another process holds the key, so that it is not really lost.
    pub in_use: bool,
}

/// Keys that are lost, at least one, in the order of their participants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostKeys(pub Vec<LostKey>);

impl LostKeys {
    /// These keys; `None` if the list is empty.
    pub(super) fn of(keys: Vec<LostKey>) -> Option<LostKeys> {
        (!keys.is_empty()).then_some(LostKeys(keys))
    }

    /// The participants in words.
    pub fn participants(&self) -> String {
        participants(self.0.iter().map(|key| key.participant))
    }

    /// A hint for the operator, as one sentence.
    pub fn hint(&self) -> &'static str {
        if self.0.iter().any(|key| key.in_use) {
            return "stop the other process: two nodes with the same keys would use a leaf twice";
        }
        "start the node where these keys were used last, with the same state directory; if they are gone for \
         good, `heliast up --recover` withdraws them and makes new ones"
    }
}

impl Display for LostKeys {
    /// Names every participant, the first round without their answers, and each reason once.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const REASONS: usize = 3;
        let from = self.0.iter().map(|key| key.from).min().unwrap_or(0);
        let (tree, have) = if self.0.len() == 1 { ("tree", "has") } else { ("trees", "have") };
        write!(f, "the hash {tree} of {} {have} no answer in round {from}: ", self.participants())?;
        let mut reasons: Vec<_> = self.0.iter().map(|key| key.reason.as_str()).collect();
        reasons.dedup();
        let left = reasons.len().saturating_sub(REASONS);
        reasons.truncate(REASONS);
        f.write_str(&reasons.join("; "))?;
        if left > 0 { write!(f, "; and {left} more") } else { Ok(()) }
    }
}

/// Participants in words: "participant 3", "participants 0, 1 and 2".
pub(super) fn participants(numbers: impl Iterator<Item = u32>) -> String {
    const SHOWN: usize = 20;
    let mut numbers: Vec<_> = numbers.map(|number| number.to_string()).collect();
    numbers.dedup();
    if numbers.len() > SHOWN {
        let left = numbers.len() - SHOWN;
        numbers.truncate(SHOWN);
        numbers.push(format!("{left} more"));
    }
    match numbers.split_last() {
        None => "nobody".to_owned(),
        Some((last, [])) => format!("participant {last}"),
        Some((last, before)) => format!("participants {} and {last}", before.join(", ")),
    }
}

/// The cost of giving up lost keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// The keys that are given up.
    pub lost: LostKeys,
    /// The first round in which they are missing.
    pub from: u64,
    /// The first round in which every participant draws again.
    pub well_from: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(participant: u32, reason: &str) -> LostKey {
        LostKey { participant, from: 20 + u64::from(participant), reason: reason.to_owned(), in_use: false }
    }

    #[test]
    fn every_participant_and_each_reason_is_named() {
        assert_eq!(LostKeys::of(vec![]), None);
        let one = LostKeys::of(vec![key(3, "it is gone")]).unwrap();
        assert_eq!(one.to_string(), "the hash tree of participant 3 has no answer in round 23: it is gone");
        let two = LostKeys(vec![key(0, "gone"), key(1, "gone")]);
        assert_eq!(
            two.to_string(),
            "the hash trees of participants 0 and 1 have no answer in round 20: gone"
        );
        let many: Vec<_> = (0..6).map(|participant| key(participant, &format!("r{participant}"))).collect();
        let many = LostKeys(many).to_string();
        assert!(many.contains("participants 0, 1, 2, 3, 4 and 5 have"), "{many}");
        assert!(many.ends_with("r0; r1; r2; and 3 more"), "{many}");
    }

    #[test]
    fn a_key_that_another_process_has_is_not_given_up() {
        let lost = LostKeys(vec![key(0, "gone"), LostKey { in_use: true, ..key(1, "in use") }]);
        assert!(lost.hint().starts_with("stop the other process"), "{}", lost.hint());
        assert!(LostKeys(vec![key(0, "gone")]).hint().contains("--recover"));
    }
}
