//! A chain: the genesis with everything that follows from it, and the rules of a round (`spec/round.md`).

use crate::{
    announcement::{self, Announced, Announcement, Keys},
    genesis::{Genesis, MAX_TIME_MS, Participant},
    pending::Pending,
    round::{Invalid, Lot, Round, RoundFacts, Ticket, Verified},
    suite::VrfError,
    wire::{Malformed, tagged, tagged_bytes},
};
use heliast_arith::Residue;
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{Claim, Statement};
use heliast_vrf::{
    schedule::{Change, Key},
    sortition::{Lottery, votes},
    stateful::{self, Proof, Scheme, Turn, verify_many},
    tree::MAX_HEIGHT,
};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// The least bits of a chain's modulus.
const MIN_MODULUS_BITS: usize = 1024;

/// A chain's fixed part. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Chain(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    genesis: Genesis,
    bytes: Vec<u8>,
    id: [u8; 32],
    group: RsaGroup,
    /// One for each slot.
    lotteries: Vec<Lottery>,
}

/// Where a chain stands after its latest round: all that the next one builds on. Copies are cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tip {
    /// The latest round, 0 before the first.
    pub round: u64,
    /// When it opened; 0 before the first.
    pub time_ms: u64,
    /// The seed of the next round.
    pub seed: [u8; 32],
    /// The participants' keys.
    pub keys: Keys,
}

impl Tip {
    /// The round that comes next. A decoded round may claim any number, so the last there is has itself as successor.
    pub fn next_round(&self) -> u64 {
        self.round.saturating_add(1)
    }

    /// Stands for all that the next round builds on.
    fn digest(&self) -> [u8; 32] {
        let hash = tagged("heliast/tip/v1").chain_update(self.round.to_be_bytes());
        let hash = hash.chain_update(self.time_ms.to_be_bytes()).chain_update(self.seed);
        hash.chain_update(self.keys.digest()).finalize().into()
    }
}

/// A ticket that is well placed, with all that its proof is checked against.
struct Drawn<'a> {
    ticket: Ticket,
    member: &'a Participant,
    key: Key,
    input: Vec<u8>,
}

impl Chain {
    /// The chain of a genesis, whose rules and modulus are checked.
    pub fn new(genesis: Genesis) -> Result<Chain, Malformed> {
        genesis.check()?;
        let group = if genesis.modulus == *RsaGroup::rsa_2048().modulus() {
            RsaGroup::rsa_2048()
        } else {
            RsaGroup::new(&genesis.modulus, MIN_MODULUS_BITS)?
        };
        let total = genesis.participants.iter().map(|p| p.stake).sum();
        let lottery = |expected: &u32| {
            let rule = "no lottery can be drawn";
            Lottery::new(total, u64::from(*expected))
                .map_err(|_| Malformed::Field { field: "expected votes", rule })
        };
        let lotteries = genesis.committees.iter().map(lottery).collect::<Result<_, _>>()?;
        let bytes = genesis.encode();
        let id = tagged("heliast/chain/v1").chain_update(&bytes).finalize().into();
        Ok(Chain(Arc::new(Inner { genesis, bytes, id, group, lotteries })))
    }

    /// The chain of a genesis' bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Chain, Malformed> {
        Chain::new(Genesis::parse(bytes)?)
    }

    /// The chain id: pin it, and nobody can pass another chain off as this one.
    pub fn id(&self) -> &[u8; 32] {
        &self.0.id
    }

    /// The parameters.
    pub fn genesis(&self) -> &Genesis {
        &self.0.genesis
    }

    /// The encoded genesis.
    pub fn genesis_bytes(&self) -> &[u8] {
        &self.0.bytes
    }

    /// The delay's group.
    pub fn group(&self) -> &RsaGroup {
        &self.0.group
    }

    /// The sum of all stakes.
    pub fn total_stake(&self) -> u64 {
        self.0.genesis.participants.iter().map(|p| p.stake).sum()
    }

    /// Bytes that a proof of a ticket has at most, whichever key is due.
    pub fn max_proof_len(&self) -> usize {
        Scheme::XVrf.proof_len(MAX_HEIGHT).max(*self.0.genesis.vrf.proof_len().end())
    }

    /// Bytes that a round of this chain has at most: every participant holds a ticket for each slot, and announces a key.
    pub fn max_round_len(&self) -> u64 {
        let genesis = &self.0.genesis;
        let tickets = genesis.committees.len() as u64 * (7 + self.max_proof_len() as u64);
        let announcement = if genesis.lead > 0 { Announcement::max_len(genesis) as u64 } else { 0 };
        29 + genesis.participants.len() as u64 * (tickets + announcement)
            + 2 * self.0.group.encoded_len() as u64
    }

    /// Before round 1.
    pub fn start(&self) -> Tip {
        let keys = Keys::new(&self.0.id, &self.0.genesis);
        Tip { round: 0, time_ms: 0, seed: Sha256::digest(self.seed_preimage()).into(), keys }
    }

    /// What Q_1 is the SHA-256 of.
    pub fn seed_preimage(&self) -> Vec<u8> {
        tagged_bytes("heliast/seed/v1", &[&self.0.id])
    }

    /// α_(K,s): what every participant evaluates its VRF on for a slot of the round after `tip`.
    pub fn ticket_input(&self, tip: &Tip, slot: u8) -> Vec<u8> {
        let round = tip.next_round().to_be_bytes();
        let parts: [&[u8]; 5] = [&self.0.id, &round, &[slot], &tip.seed, &tip.keys.settled_digest()];
        tagged_bytes("heliast/ticket/v2", &parts)
    }

    /// What a participant proves with its stateless key to announce something.
    pub fn announcement_input(&self, participant: u32, serial: u32, change: &Change) -> Vec<u8> {
        announcement::input(&self.0.id, participant, serial, change)
    }

    /// How many votes an output wins in the committee of a slot. 0 for nobody's output.
    pub fn votes(&self, slot: u8, participant: u32, output: &[u8]) -> u64 {
        let member = self.0.genesis.participants.get(participant as usize);
        let drawn = member.zip(self.0.lotteries.get(usize::from(slot)));
        drawn.map_or(0, |(p, lottery)| votes(output, &p.public_key, p.stake, lottery).unwrap_or(0))
    }

    /// A round's bytes, well formed but not verified.
    pub fn decode_round(&self, bytes: &[u8]) -> Result<Round, Malformed> {
        Round::decode(bytes, self)
    }

    /// Checks a ticket for the round after `tip`: it is proved by the key that is due, and has won votes.
    pub fn verify_ticket(&self, tip: &Tip, ticket: Ticket) -> Result<Verified<Ticket>, Invalid> {
        self.verify_tickets(tip, vec![ticket]).map(|mut verified| verified.remove(0))
    }

    /// The same for many tickets at once, in lanes where keys of hash trees are due. The first bad one is named.
    pub fn verify_tickets(&self, tip: &Tip, tickets: Vec<Ticket>) -> Result<Vec<Verified<Ticket>>, Invalid> {
        let place = |ticket| self.place(tip, ticket);
        // Those before the first that stands nowhere may be bad, too.
        let (mut drawn, mut misplaced) = (Vec::with_capacity(tickets.len()), None);
        for placed in tickets.into_iter().map(place) {
            match placed {
                Ok(placed) => drawn.push(placed),
                Err(error) => {
                    misplaced = Some(error);
                    break;
                }
            }
        }
        let digest = tip.digest();
        let mut trees =
            verify_many(&drawn.iter().filter_map(|d| d.claim(tip)).collect::<Vec<_>>()).into_iter();
        let mut verified = Vec::with_capacity(drawn.len());
        for Drawn { ticket, member, key, input } in drawn {
            let (participant, slot) = (ticket.participant, ticket.slot);
            let output = match key {
                Key::Stateless => self.0.genesis.vrf.verify(&member.public_key, &input, &ticket.proof),
                Key::Stateful(_) => match trees.next() {
                    Some(verdict) => verdict.map(|output| output.0.to_vec()).map_err(VrfError::Invalid),
                    None => return Err(Invalid::Participant(participant)),
                },
            };
            let output = output.map_err(|reason| Invalid::Ticket { participant, reason })?;
            let votes = self.votes(slot, participant, &output);
            if votes == 0 {
                return Err(Invalid::NoVotes(participant));
            }
            verified.push(Verified::new(ticket, Lot { slot, participant, votes, output, key, tip: digest }));
        }
        misplaced.map_or(Ok(verified), Err)
    }

    /// What a ticket is checked against: the key that is due, and the input.
    fn place(&self, tip: &Tip, ticket: Ticket) -> Result<Drawn<'_>, Invalid> {
        let Ticket { slot, participant, .. } = ticket;
        let members = &self.0.genesis.participants;
        let member = members.get(participant as usize).ok_or(Invalid::Participant(participant))?;
        if usize::from(slot) >= self.0.lotteries.len() {
            return Err(Invalid::Slot(slot));
        }
        let due = tip.keys.due(participant, tip.next_round())?.ok_or(Invalid::Participant(participant))?;
        if let Key::Stateful(key) = due.key {
            Proof::from_bytes(&key.terms, &ticket.proof)
                .map_err(|reason| Invalid::Ticket { participant, reason: reason.into() })?;
        }
        Ok(Drawn { input: self.ticket_input(tip, slot), ticket, member, key: due.key })
    }

    /// Checks an announcement for the round after `tip`: it comes from its participant and keeps to the rules of the schedule.
    pub fn verify_announcement(
        &self,
        tip: &Tip,
        announcement: Announcement,
    ) -> Result<Verified<Announcement>, Invalid> {
        let effective = tip.keys.check(&announcement)?;
        self.authenticate(&announcement)?;
        Ok(Verified::new(announcement, effective))
    }

    fn authenticate(&self, announcement: &Announcement) -> Result<(), Invalid> {
        let Announcement { participant, serial, change, ref proof } = *announcement;
        let members = &self.0.genesis.participants;
        let member = members.get(participant as usize).ok_or(Invalid::Participant(participant))?;
        let input = self.announcement_input(participant, serial, &change);
        let proved = self.0.genesis.vrf.verify(&member.public_key, &input, proof);
        proved.map(|_| ()).map_err(|reason| Invalid::Announcement { participant, reason })
    }

    /// Whether a round may open at `time_ms` after `tip`.
    pub fn check_time(&self, tip: &Tip, time_ms: u64) -> Result<(), Invalid> {
        let genesis = &self.0.genesis;
        let since = time_ms.checked_sub(genesis.genesis_time_ms);
        let on_grid = since.is_some_and(|since| since.is_multiple_of(u64::from(genesis.period_ms)));
        if on_grid && time_ms > tip.time_ms && time_ms < MAX_TIME_MS {
            Ok(())
        } else {
            Err(Invalid::Time(time_ms))
        }
    }

    /// (e_K, x_K) of the lots of the round after `tip`.
    pub fn delay_input<'a>(
        &self,
        tip: &Tip,
        time_ms: u64,
        lots: impl ExactSizeIterator<Item = &'a Lot>,
    ) -> ([u8; 32], Residue) {
        let mut hash = tagged("heliast/entropy/v2")
            .chain_update(self.0.id)
            .chain_update(tip.next_round().to_be_bytes())
            .chain_update(time_ms.to_be_bytes())
            .chain_update(tip.seed)
            .chain_update((lots.len() as u32).to_be_bytes());
        for lot in lots {
            hash.update([lot.slot]);
            hash.update(lot.participant.to_be_bytes());
            hash.update((lot.output.len() as u16).to_be_bytes());
            hash.update(&lot.output);
        }
        let entropy: [u8; 32] = hash.finalize().into();
        let x = heliast_vdf::delay_input(&self.0.group, &entropy);
        (entropy, x)
    }

    /// Checks everything about the round after `tip`.
    pub fn verify(&self, tip: &Tip, round: Round) -> Result<Verified<Round>, Invalid> {
        self.check(tip, round)?.verify()
    }

    /// Checks everything about the round after `tip` but its delay.
    pub fn check(&self, tip: &Tip, round: Round) -> Result<Pending, Invalid> {
        let expected = tip.next_round();
        if round.number != expected {
            return Err(Invalid::Number { expected, found: round.number });
        }
        self.check_time(tip, round.time_ms)?;
        let Round { time_ms, tickets, announcements, y, proof, .. } = round;
        let tickets = self.verify_tickets(tip, tickets)?;
        let keys = tip.keys.after(&announcements)?;
        announcements.iter().try_for_each(|announcement| self.authenticate(announcement))?;
        self.assemble(tip, time_ms, tickets, (announcements, keys), (y, proof))
    }

    /// The round after `tip`, made of tickets and announcements that are verified and a delay that is verified here.
    pub fn seal(
        &self,
        tip: &Tip,
        time_ms: u64,
        tickets: Vec<Verified<Ticket>>,
        announcements: Vec<Verified<Announcement>>,
        delay: (Vec<u8>, Vec<u8>),
    ) -> Result<Verified<Round>, Invalid> {
        let announcements: Vec<_> =
            announcements.into_iter().map(|announcement| announcement.into_parts().0).collect();
        let keys = tip.keys.after(&announcements)?;
        self.assemble(tip, time_ms, tickets, (announcements, keys), delay)?.verify()
    }

    fn assemble(
        &self,
        tip: &Tip,
        time_ms: u64,
        tickets: Vec<Verified<Ticket>>,
        (announcements, keys): (Vec<Announcement>, Keys),
        (y, proof): (Vec<u8>, Vec<u8>),
    ) -> Result<Pending, Invalid> {
        self.check_time(tip, time_ms)?;
        let digest = tip.digest();
        if let Some(foreign) = tickets.iter().find(|ticket| ticket.facts().tip != digest) {
            return Err(Invalid::OtherRound(foreign.participant));
        }
        if !tickets.is_sorted_by(|a, b| (a.slot, a.participant) < (b.slot, b.participant)) {
            return Err(Invalid::Order);
        }
        let (entropy, x) = self.delay_input(tip, time_ms, tickets.iter().map(|ticket| ticket.facts()));
        let group = &self.0.group;
        let element =
            |field, bytes: &[u8]| group.decode(bytes).map_err(|reason| Malformed::Element { field, reason });
        let statement = Statement { x, y: element("delay output", &y)?, t: self.0.genesis.t };
        let pi = element("delay proof", &proof)?;

        let number = tip.next_round();
        let (preimage, beacon) = self.beacon(number, &y);
        let (tickets, lots) = tickets.into_iter().map(Verified::into_parts).unzip();
        let x = group.encode(&statement.x);
        let facts = RoundFacts { seed: tip.seed, lots, entropy, x, beacon, preimage, keys, tip: digest };
        let round = Round { number, time_ms, tickets, announcements, y, proof };
        Ok(Pending { chain: self.clone(), round, facts, delay: Claim { statement, proof: pi, hint: None } })
    }

    /// Whether a verified round was checked after `tip`, and so may be the next one.
    pub fn follows(&self, tip: &Tip, round: &Verified<Round>) -> bool {
        round.facts().tip == tip.digest()
    }

    /// The tip after a verified round.
    pub fn tip_after(&self, round: &Verified<Round>) -> Tip {
        let facts = round.facts();
        Tip { round: round.number, time_ms: round.time_ms, seed: facts.beacon, keys: facts.keys.clone() }
    }

    /// The tip after a round that nobody has verified, for whoever reads ahead: only its announcements are held to the rules of the schedule.
    pub fn follow(&self, tip: &Tip, round: &Round) -> Result<Tip, Invalid> {
        let keys = tip.keys.after(&round.announcements)?;
        Ok(Tip { keys, ..self.claimed_tip(round) })
    }

    /// The tip after `round`, which is stored or trusted, with all announcements up to it.
    ///
    /// # Errors
    /// [`Invalid`] if the announcements break a rule of the schedule.
    pub fn restore(&self, round: &Round, announced: &[Announced]) -> Result<Tip, Invalid> {
        let mut tip = self.claimed_tip(round);
        tip.keys.replay(announced, round.number)?;
        Ok(tip)
    }

    /// As if nothing had been announced.
    fn claimed_tip(&self, round: &Round) -> Tip {
        let (_, seed) = self.beacon(round.number, &round.y);
        Tip { round: round.number, time_ms: round.time_ms, seed, ..self.start() }
    }

    /// The preimage of B_K and B_K itself, of the round `number` whose delay gave `y`.
    pub fn beacon(&self, number: u64, y: &[u8]) -> (Vec<u8>, [u8; 32]) {
        let preimage = tagged_bytes("heliast/beacon/v1", &[&self.0.id, &number.to_be_bytes(), y]);
        let beacon = Sha256::digest(&preimage).into();
        (preimage, beacon)
    }
}

impl Drawn<'_> {
    /// What the proof is to show, where it is one of a hash tree's key.
    fn claim<'a>(&'a self, tip: &Tip) -> Option<stateful::Claim<'a>> {
        let Key::Stateful(key) = &self.key else { return None };
        let turn = Turn { round: tip.next_round(), slot: u16::from(self.ticket.slot) };
        Some(stateful::Claim { key, turn, x: &self.input, proof: &self.ticket.proof })
    }
}

/// Randomness for one use of a round: `label` separates the uses. At most 65,535 bytes of it count.
pub fn derive(beacon: &[u8; 32], label: &[u8]) -> [u8; 32] {
    let label = &label[..label.len().min(usize::from(u16::MAX))];
    let hash = tagged("heliast/derive/v1").chain_update(beacon);
    hash.chain_update((label.len() as u16).to_be_bytes()).chain_update(label).finalize().into()
}
