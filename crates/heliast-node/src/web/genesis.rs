//! What a chain is for good, for people.

use super::{
    pages::Frame,
    text::{grouped, iso, moment},
};
use askama::Template;
use heliast::{AnyGroup, Chain, Group, Natural};

/// The page of the genesis.
#[derive(Template)]
#[template(path = "genesis.html")]
pub(crate) struct GenesisPage {
    pub(crate) frame: Frame,
    pub(crate) squarings: String,
    pub(crate) period: String,
    pub(crate) began: String,
    pub(crate) began_iso: String,
    pub(crate) group_bits: usize,
    pub(crate) modulus: String,
    /// Of a discriminant.
    pub(crate) seed: Option<String>,
    pub(crate) group_id: String,
    pub(crate) prime_mode: &'static str,
    pub(crate) prime_bits: u16,
    pub(crate) vrf: &'static str,
    pub(crate) lead: u16,
    /// The expected votes of each committee.
    pub(crate) committees: Vec<String>,
    pub(crate) nonce: String,
    pub(crate) bytes: usize,
    pub(crate) count: usize,
    pub(crate) stake: String,
    pub(crate) participants: Vec<ParticipantRow>,
}

/// A participant of the genesis.
pub(crate) struct ParticipantRow {
    pub(crate) number: usize,
    pub(crate) stake: String,
    /// Of the whole stake, in percent.
    pub(crate) share: String,
    pub(crate) public_key: String,
}

impl GenesisPage {
    /// Rows for this many participants at most.
    pub(crate) const MOST_ROWS: usize = 250;

    pub(crate) fn new(chain: &Chain) -> GenesisPage {
        let (genesis, group) = (chain.genesis(), chain.group());
        let total = chain.total_stake().max(1);
        let row = |(number, participant): (usize, &heliast::Participant)| ParticipantRow {
            number,
            stake: grouped(participant.stake),
            share: format!("{:.2} %", participant.stake as f64 * 100.0 / total as f64),
            public_key: hex::encode(&participant.public_key),
        };
        GenesisPage {
            frame: Frame::new(chain),
            squarings: grouped(genesis.t),
            period: format!("{} s", f64::from(genesis.period_ms) / 1000.0),
            began: moment(genesis.genesis_time_ms),
            began_iso: iso(genesis.genesis_time_ms),
            group_bits: group.bits(),
            modulus: modulus_hex(group),
            seed: genesis.group.seed().map(hex::encode),
            group_id: hex::encode(group.id()),
            prime_mode: genesis.delay_suite.mode().name(),
            prime_bits: genesis.delay_suite.bits(),
            vrf: genesis.vrf.name(),
            lead: genesis.lead,
            committees: genesis.committees.iter().map(|votes| grouped(u64::from(*votes))).collect(),
            nonce: hex::encode(genesis.nonce),
            bytes: chain.genesis_bytes().len(),
            count: genesis.participants.len(),
            stake: grouped(chain.total_stake()),
            participants: genesis.participants.iter().enumerate().take(Self::MOST_ROWS).map(row).collect(),
        }
    }
}

/// The modulus, or the discriminant without its sign.
pub(crate) fn modulus_hex(group: &AnyGroup) -> String {
    let hex =
        |number: &Natural| hex::encode(number.to_be_bytes(number.bits().div_ceil(8)).unwrap_or_default());
    match group {
        AnyGroup::Class(group) => hex(group.discriminant_magnitude()),
        other => other.rsa().map(|group| hex(group.modulus())).unwrap_or_default(),
    }
}
