//! Chains for tests, with real keys and a short delay.

use heliast::{Chain, Genesis, Participant, RsaGroup, SecretKey, StatelessScheme, Suite};

pub(crate) const SQUARINGS: u64 = 40;

/// A chain and the keys of its participants.
pub(crate) struct World {
    pub(crate) chain: Chain,
}

/// A chain in which nearly everybody draws a vote in each of two slots, of rounds a second apart.
pub(crate) fn world(participants: u8) -> World {
    let members = secrets(participants).into_iter();
    let members = members.map(|key| Participant { public_key: key.public_key(), stake: 20 });
    let genesis = Genesis {
        vrf: StatelessScheme::EcvrfEll2,
        delay_suite: Suite::default(),
        t: SQUARINGS,
        genesis_time_ms: 1_700_000_000_000,
        period_ms: 1_000,
        lead: 2,
        committees: vec![15 * u32::from(participants), 10 * u32::from(participants)],
        modulus: RsaGroup::rsa_2048().modulus().clone(),
        participants: members.collect(),
        nonce: [participants; 32],
    };
    World { chain: Chain::new(genesis).unwrap() }
}

pub(crate) fn secrets(participants: u8) -> Vec<SecretKey> {
    (0..participants).map(|i| SecretKey::from_seed(StatelessScheme::EcvrfEll2, [i; 32])).collect()
}
