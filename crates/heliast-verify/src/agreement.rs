//! The agreement of a network on the rounds of a bundle (`spec/finality.md`).

use crate::{
    failure::{Code, Failure},
    item::Item,
};
use heliast::{Chain, RoundFacts, Tip, TipParts};
use heliast_finality::{Frame, FrameError, Invalid, Malformed, NetworkFile, Signed, Verifier};
use std::collections::BTreeMap;

const NETWORK_FILE: &[u8] = b"HLNW";

/// The frames of a bundle, with the states that they are about, until all rounds are verified.
pub struct Agreement {
    network: Option<Vec<u8>>,
    frames: BTreeMap<u64, (Vec<u8>, Tip)>,
}

impl Agreement {
    /// No frame yet. `network` is the user's own network file.
    pub fn new(network: Option<Vec<u8>>) -> Agreement {
        Agreement { network, frames: BTreeMap::new() }
    }

    /// Takes a verified round.
    pub fn take(&mut self, item: &Item, facts: &RoundFacts) {
        for frame in &item.frames {
            let round = item.entry.number;
            if Frame::is_meant(frame) {
                self.frames.insert(round, (frame.clone(), tip(round, facts)));
            } else if frame.starts_with(NETWORK_FILE) && self.network.is_none() {
                self.network = Some(frame.clone());
            }
        }
    }

    /// Verifies that the network agreed on the rounds that were taken; gives the last agreement.
    pub fn conclude(self, chain: &Chain) -> Result<Signed, Failure> {
        let Some(network) = self.network else {
            let message = "nothing in this bundle shows that a network agreed: it has no network file";
            return Err(Failure::new(Code::Invalid, message)
                .hint("name it with --network, or take a bundle that `heliast export --final` wrote"));
        };
        let network =
            NetworkFile::from_bytes(&network).map_err(|error| malformed(error).about("the network file"))?;
        let mut verifier = Verifier::new(chain, &network).map_err(invalid)?;
        let mut last = None;
        for (round, (frame, tip)) in &self.frames {
            last = Some(verifier.verify_bytes(frame, tip).map_err(|error| of_round(*round, error))?);
        }
        last.ok_or_else(|| {
            Failure::new(Code::Pending, "no round here is signed yet: there is no frame of finality")
                .hint("a round is signed a block after it is finished; try again then")
        })
    }
}

/// A state that determines what the network signs of a round. Its time is not part of that.
fn tip(round: u64, facts: &RoundFacts) -> Tip {
    let keys = facts.keys.clone();
    Tip::from_trusted_parts(TipParts { round, time_ms: 0, seed: facts.beacon, keys })
}

fn of_round(round: u64, error: FrameError) -> Failure {
    let failure = match error {
        FrameError::Malformed(error) => malformed(error),
        FrameError::Invalid(error) => invalid(error),
        other => Failure::new(Code::Invalid, other),
    };
    failure.about(format_args!("the finality of round {round}"))
}

fn malformed(error: Malformed) -> Failure {
    Failure::new(Code::Malformed, error).hint("take it from another source")
}

fn invalid(error: Invalid) -> Failure {
    let hint = match error {
        Invalid::OtherNetwork => {
            "the network file comes from another network; leave --network out, or take the right one"
        }
        Invalid::Trusted { .. } => {
            "validators have lost their power since: take a source that has the frames between"
        }
        _ => "don't rely on it: the network agreed on something else, or on nothing; ask another node",
    };
    Failure::new(Code::Invalid, error).hint(hint)
}
