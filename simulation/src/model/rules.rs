//! The contents of a chain's genesis.

use heliast::{Chain, StatelessScheme};

/// The rules that a chain fixes once and for all.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The chain id.
    pub chain: [u8; 32],
    /// The scheme of the stateless keys.
    pub vrf: StatelessScheme,
    /// k.
    pub lead: u64,
    /// The expected votes of each slot.
    pub committees: Vec<u64>,
    /// The stateless public key and stake of each participant.
    pub members: Vec<(Vec<u8>, u64)>,
}

impl Rules {
    /// The rules of a chain.
    pub fn of(chain: &Chain) -> Rules {
        let genesis = chain.genesis();
        Rules {
            chain: *chain.id(),
            vrf: genesis.vrf,
            lead: u64::from(genesis.lead),
            committees: genesis.committees.iter().map(|votes| u64::from(*votes)).collect(),
            members: genesis.participants.iter().map(|p| (p.public_key.clone(), p.stake)).collect(),
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.members.iter().map(|(_, stake)| stake).sum()
    }
}
