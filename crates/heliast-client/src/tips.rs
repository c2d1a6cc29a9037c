//! The states that a client knows, so that it need not verify the same rounds again.

#[cfg(test)]
mod tests;

use heliast::Tip;
use std::collections::BTreeMap;

/// The most states that are kept, in addition to those of the beginning and the newest.
const KEPT: usize = 1024;

/// The states after verified rounds: the newest, and some in every part of the chain.
pub(crate) struct Tips {
    /// The state of the genesis, and the caller's own.
    given: Vec<Tip>,
    newest: Tip,
    kept: BTreeMap<u64, Tip>,
    /// States after rounds whose number is a multiple of this are kept.
    stride: u64,
}

impl Tips {
    pub(crate) fn new(start: Tip, own: Option<Tip>) -> Tips {
        let newest = own.clone().unwrap_or_else(|| start.clone());
        Tips { given: [start].into_iter().chain(own).collect(), newest, kept: BTreeMap::new(), stride: 1 }
    }

    /// The state after the newest round.
    pub(crate) fn newest(&self) -> &Tip {
        &self.newest
    }

    /// The last known state before a round; `round` is not 0.
    pub(crate) fn before(&self, round: u64) -> Tip {
        let kept = self.kept.range(..round).next_back().map(|(_, tip)| tip);
        let others = self.given.iter().chain([&self.newest]).filter(|tip| tip.round() < round);
        // The genesis is before every round.
        others.chain(kept).max_by_key(|tip| tip.round()).unwrap_or(&self.given[0]).clone()
    }

    /// Takes the state after a verified round.
    pub(crate) fn note(&mut self, tip: &Tip) {
        if tip.round() > self.newest.round() {
            self.newest = tip.clone();
        }
        if tip.round().is_multiple_of(self.stride) {
            self.kept.insert(tip.round(), tip.clone());
        }
        if self.kept.len() > KEPT {
            self.stride *= 2;
            let stride = self.stride;
            self.kept.retain(|round, _| round.is_multiple_of(stride));
        }
    }
}
