//! The genesis: everything that a chain's participants have agreed on before round 1.

use crate::{
    delay_rules::DelayRules,
    stateless::StatelessScheme,
    wire::{Malformed, Reader, require},
};
use heliast_vrf::sortition::TOTAL_LIMIT;
use std::collections::BTreeSet;

const MAGIC: &[u8] = b"HLGN\x02";
/// The magic for a chain whose members change.
const MEMBERS_MAGIC: &[u8] = b"HLGN\x03";
/// The magic for a chain whose members and validators change.
const VALIDATORS_MAGIC: &[u8] = b"HLGN\x04";
const MAX_PARTICIPANTS: u32 = 65_536;
/// The greatest number of rounds for which a proposal may be open.
const MAX_LIFE: u32 = 1 << 24;
/// Times are below 2^53 ms, so that every reader of JSON reads them exactly.
pub(crate) const MAX_TIME_MS: u64 = 1 << 53;
/// Sortition takes time in proportion to it.
const MAX_EXPECTED_VOTES: u32 = 1_000_000;
const MAX_SLOTS: usize = 16;
/// A key that took effect in the round after its announcement could be chosen with that round's seed in view.
const MIN_LEAD: u16 = 2;

/// The parameters of a chain. Its bytes are hashed into the chain id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genesis {
    /// The stateless VRF: it draws the committees where no key of a hash tree is due, and
    /// authenticates announcements.
    pub vrf: StatelessScheme,
    /// The delays of a round.
    pub delays: DelayRules,
    /// The earliest opening of round 1, in milliseconds since 1970.
    pub genesis_time_ms: u64,
    /// Milliseconds from the opening of one round to that of the next.
    pub period_ms: u32,
    /// Rounds from the announcement of a key to its effect; 0: this chain has stateless keys only.
    pub lead: u16,
    /// For each slot of a round, which has a committee of its own, the number of votes that its sortition is
    /// expected to give.
    pub committees: Vec<u32>,
    /// The rules by which members change (`spec/members.md`); `None`: they do not. A chain whose
    /// members change has a genesis of version 3 or 4, and a lead of 2 or more.
    pub members: Option<MemberRules>,
    /// The participants, numbered from 0. Where members change, these are the ones before round 1.
    pub participants: Vec<Participant>,
    /// A value that makes chains with equal parameters different.
    pub nonce: [u8; 32],
}

/// A member of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// Its stateless public key, which also names its account in the sortition.
    pub public_key: Vec<u8>,
    /// Its units of stake, from 1.
    pub stake: u64,
}

/// The rules by which the members of a chain change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemberRules {
    /// x, the number of rounds for which a proposal may be approved, from 1 to 2^24.
    pub life: u32,
    /// M, the greatest number of participants that there can ever be, 65,536 at most.
    pub most: u32,
    /// Whether the validators of the chain's network change, too (`spec/validators.md`): the genesis has
    /// version 4 then.
    pub validators_change: bool,
}

impl Genesis {
    /// The greatest number of participants that the chain can ever have.
    pub fn most_participants(&self) -> usize {
        self.members.map_or(self.participants.len(), |rules| rules.most as usize)
    }

    /// The bytes of `spec/round.md`; of `spec/members.md` where members change.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = match self.members {
            None => MAGIC.to_vec(),
            Some(rules) if rules.validators_change => VALIDATORS_MAGIC.to_vec(),
            Some(_) => MEMBERS_MAGIC.to_vec(),
        };
        bytes.push(self.vrf as u8);
        bytes.extend(self.delays.encode_head());
        bytes.extend(self.genesis_time_ms.to_be_bytes());
        bytes.extend(self.period_ms.to_be_bytes());
        bytes.extend(self.lead.to_be_bytes());
        bytes.push(self.committees.len() as u8);
        for expected in &self.committees {
            bytes.extend(expected.to_be_bytes());
        }
        bytes.extend(self.delays.encode_body());
        if let Some(MemberRules { life, most, .. }) = self.members {
            bytes.extend(life.to_be_bytes());
            bytes.extend(most.to_be_bytes());
        }
        bytes.extend((self.participants.len() as u32).to_be_bytes());
        for participant in &self.participants {
            bytes.push(self.vrf as u8);
            bytes.extend((participant.public_key.len() as u16).to_be_bytes());
            bytes.extend(&participant.public_key);
            bytes.extend(participant.stake.to_be_bytes());
        }
        bytes.extend(self.nonce);
        bytes
    }

    /// Decodes a genesis and checks every rule except the quality of the group, which [`crate::Chain`]
    /// checks.
    pub fn from_bytes(bytes: &[u8]) -> Result<Genesis, Malformed> {
        let genesis = Genesis::parse(bytes)?;
        genesis.check()?;
        Ok(genesis)
    }

    /// Reads the fields, whose values are still to be checked.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Genesis, Malformed> {
        let magics = [VALIDATORS_MAGIC, MEMBERS_MAGIC];
        let magic = magics.into_iter().find(|magic| bytes.starts_with(magic)).unwrap_or(MAGIC);
        let mut reader = Reader::new("genesis", magic, bytes)?;
        let unknown = |field, rule| Malformed::Field { field, rule };
        let vrf = StatelessScheme::from_id(reader.u8()?)
            .ok_or(unknown("VRF", "the stateless keys of a chain are those of ECVRF or A-VRF"))?;
        let head = DelayRules::read_head(&mut reader)?;
        let genesis_time_ms = reader.u64()?;
        let (period_ms, lead) = (reader.u32()?, reader.u16()?);
        let committees = (0..reader.u8()?).map(|_| reader.u32()).collect::<Result<_, _>>()?;
        let delays = head.read_body(&mut reader)?;
        let members = if magic == MAGIC { None } else { Some(rules(&mut reader, magic)?) };
        let participants = participants(&mut reader, vrf)?;
        let nonce = reader.array()?;
        reader.end()?;
        Ok(Genesis {
            vrf,
            delays,
            genesis_time_ms,
            period_ms,
            lead,
            committees,
            members,
            participants,
            nonce,
        })
    }

    /// Checks the rules on values, for a genesis that was made here as for one that was decoded.
    pub(crate) fn check(&self) -> Result<(), Malformed> {
        self.delays.check()?;
        let in_time = self.genesis_time_ms < MAX_TIME_MS;
        require(in_time, "genesis time", "it must be below 2^53 milliseconds")?;
        require((100..=86_400_000).contains(&self.period_ms), "period", "it must be from 100 ms to a day")?;
        require(
            self.lead == 0 || self.lead >= MIN_LEAD,
            "lead",
            "it must be 2 or more, or 0 for no announcements",
        )?;
        require((1..=MAX_SLOTS).contains(&self.committees.len()), "slots", "a round has from 1 to 16")?;
        let votes = |expected| (1..=MAX_EXPECTED_VOTES).contains(expected);
        require(self.committees.iter().all(votes), "expected votes", "they must be from 1 to 1,000,000")?;
        let count = self.participants.len();
        require((1..=MAX_PARTICIPANTS as usize).contains(&count), "participants", "1 to 65,536 are allowed")?;
        self.members.map_or(Ok(()), |rules| self.check_members(rules))?;
        let positive = self.participants.iter().all(|p| p.stake >= 1);
        require(positive, "stake", "every participant needs at least one unit")?;
        let stakes = self.participants.iter().map(|p| p.stake);
        let total = stakes.fold(0, u64::saturating_add);
        require(total < TOTAL_LIMIT, "stake", "the total must be below 2^54")?;
        let keys: BTreeSet<_> = self.participants.iter().map(|p| &p.public_key).collect();
        require(keys.len() == count, "participants", "two have the same public key")?;
        for (participant, Participant { public_key, .. }) in self.participants.iter().enumerate() {
            let bad_key = |reason| Malformed::PublicKey { participant, reason };
            self.vrf.check_public_key(public_key).map_err(bad_key)?;
        }
        Ok(())
    }

    fn check_members(&self, MemberRules { life, most, .. }: MemberRules) -> Result<(), Malformed> {
        require((1..=MAX_LIFE).contains(&life), "life of a proposal", "it must be from 1 to 2^24 rounds")?;
        let at_least = self.participants.len() as u32;
        let fits = (at_least..=MAX_PARTICIPANTS).contains(&most);
        require(fits, "most participants", "they must be from those of the genesis to 65,536")?;
        require(self.lead >= MIN_LEAD, "lead", "it must be 2 or more where members change")
    }
}

fn rules(reader: &mut Reader<'_>, magic: &[u8]) -> Result<MemberRules, Malformed> {
    let (life, most) = (reader.u32()?, reader.u32()?);
    Ok(MemberRules { life, most, validators_change: magic == VALIDATORS_MAGIC })
}

fn participants(reader: &mut Reader<'_>, vrf: StatelessScheme) -> Result<Vec<Participant>, Malformed> {
    let count = reader.u32()?;
    require(count <= MAX_PARTICIPANTS, "participants", "1 to 65,536 are allowed")?;
    let mut participants = Vec::new();
    for _ in 0..count {
        require(reader.u8()? == vrf as u8, "participant", "its scheme is not the chain's")?;
        require(
            usize::from(reader.u16()?) == vrf.public_key_len(),
            "participant",
            "wrong public key length",
        )?;
        let public_key = reader.bytes(vrf.public_key_len())?.to_vec();
        participants.push(Participant { public_key, stake: reader.u64()? });
    }
    Ok(participants)
}
