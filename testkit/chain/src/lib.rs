//! Real chains for tests: every round is drawn, delayed and proved, with a short delay.

use heliast::{
    Announcement, Chain, DelayGroup, DelayRules, Draft, Epoch, Genesis, Participant, Pending, Round,
    SecretKey, StatelessScheme, Ticket, Tip, TipParts, Verified,
    keys::Change,
    stateful::{self, PublicKey, Scheme, Terms},
};

/// The time when the chains begin, in milliseconds since 1970.
pub const GENESIS_MS: u64 = 1_700_000_000_000;
/// The period of their rounds.
pub const PERIOD_MS: u32 = 1000;
/// The number of squarings of their delays.
pub const SQUARINGS: u64 = 40;

/// The epoch of these rounds, which follow each other.
pub fn epoch(chain: &Chain, rounds: &[Verified<Round>]) -> Verified<Epoch> {
    let (number, seed) = (rounds[0].number - 1, rounds[0].facts().seed);
    let mut tip = Tip::from_trusted_parts(TipParts { round: number, seed, ..chain.start().to_parts() });
    let pending = |round: &Verified<Round>| -> Pending {
        let pending = chain.check(&tip, (**round).clone()).unwrap();
        tip = chain.tip_after(round);
        pending
    };
    let pending: Vec<_> = rounds.iter().map(pending).collect();
    chain.prove_epoch(&pending, 1, |_| true).unwrap()
}

/// The genesis of a chain of some participants with stakes 1, 2, 3, ...; `name` distinguishes chains.
pub fn genesis(participants: u8, name: u8, genesis_time_ms: u64) -> Genesis {
    let members = secrets(participants)
        .into_iter()
        .zip(1..)
        .map(|(key, stake)| Participant { public_key: key.public_key(), stake });
    Genesis {
        vrf: StatelessScheme::EcvrfTai,
        delays: DelayRules::squarings(DelayGroup::rsa_2048(), SQUARINGS),
        genesis_time_ms,
        period_ms: PERIOD_MS,
        lead: 0,
        committees: vec![u32::from(participants)],
        members: None,
        participants: members.collect(),
        nonce: [name; 32],
    }
}

/// The stateless keys of the participants of [`genesis`].
pub fn secrets(participants: u8) -> Vec<SecretKey> {
    (0..participants).map(|i| SecretKey::from_seed(StatelessScheme::EcvrfTai, [i; 32])).collect()
}

/// A chain whose secret keys are known.
pub struct World {
    /// The chain.
    pub chain: Chain,
    /// The state after the last round.
    pub tip: Tip,
    keys: Vec<SecretKey>,
    /// The announcements of the next round.
    announcements: Vec<Announcement>,
}

impl World {
    /// A chain of [`genesis`].
    pub fn new(participants: u8, name: u8, genesis_time_ms: u64) -> World {
        World::of(genesis(participants, name, genesis_time_ms))
    }

    /// A chain of [`genesis`] with other parameters.
    pub fn of(genesis: Genesis) -> World {
        let keys = secrets(genesis.participants.len() as u8);
        let chain = Chain::new(genesis).unwrap();
        World { tip: chain.start(), chain, keys, announcements: vec![] }
    }

    /// A chain that takes announcements, with two committees.
    pub fn with_lead(lead: u16) -> World {
        World::of(Genesis { lead, committees: vec![5, 2], ..genesis(5, 3, GENESIS_MS) })
    }

    /// Announces a hash tree of eight leaves in the next round, which answers from round `first` on.
    pub fn announce(&mut self, participant: u32, first: u64) -> PublicKey {
        let slots = self.chain.genesis().committees.len() as u16;
        let terms = Terms::new(Scheme::XVrf, 3, slots, first).unwrap();
        let tree = stateful::SecretKey::generate(terms, &[participant as u8; 32], &[first as u8; 32]);
        self.change(participant, Change::Key(*tree.public_key()));
        *tree.public_key()
    }

    /// Announces a change in the next round.
    pub fn change(&mut self, participant: u32, change: Change) {
        let serial = self.tip.keys().next_serial(participant).unwrap();
        let input = self.chain.announcement_input(participant, serial, &change);
        let (_, proof) = self.keys[participant as usize].prove(&input).unwrap();
        self.announcements.push(Announcement { participant, serial, change, proof });
    }

    /// The next round, a period after the one before.
    #[expect(
        clippy::should_implement_trait,
        reason = "a chain has no end, so that an Option would say nothing"
    )]
    pub fn next(&mut self) -> Verified<Round> {
        let genesis = self.chain.genesis().genesis_time_ms;
        let period = u64::from(self.chain.genesis().period_ms);
        let time_ms = if self.tip.round() == 0 { genesis } else { self.tip.time_ms() + period };
        self.next_at(time_ms)
    }

    /// The next round, opened at this time.
    pub fn next_at(&mut self, time_ms: u64) -> Verified<Round> {
        let mut tickets = Vec::new();
        for (slot, input) in (0..).zip(self.inputs()) {
            for (participant, key) in (0..).zip(&mut self.keys) {
                let (output, proof) = key.prove(&input).unwrap();
                if self.chain.votes(&self.tip, slot, participant, &output) > 0 {
                    tickets.push(Ticket { slot, participant, proof });
                }
            }
        }
        let announcements = std::mem::take(&mut self.announcements);
        self.seal(time_ms, tickets, announcements)
    }

    /// The VRF input of each slot of the next round.
    pub fn inputs(&self) -> Vec<Vec<u8>> {
        let slots = self.chain.genesis().committees.len() as u8;
        (0..slots).map(|slot| self.chain.ticket_input(&self.tip, slot)).collect()
    }

    /// The next round, made of these parts.
    pub fn seal(
        &mut self,
        time_ms: u64,
        tickets: Vec<Ticket>,
        announcements: Vec<Announcement>,
    ) -> Verified<Round> {
        let (chain, tip) = (&self.chain, self.tip.clone());
        let mut tickets = chain.verify_tickets(&tip, tickets).unwrap();
        tickets.sort_by_key(|ticket| (ticket.slot, ticket.participant));
        let announced = announcements.into_iter();
        let announcements = announced.map(|one| chain.verify_announcement(&tip, one).unwrap()).collect();
        let (_, x) = chain.delay_input(&tip, time_ms, tickets.iter().map(|ticket| ticket.facts()));
        let delay = chain.evaluate(&x).unwrap();
        let round = chain.seal(&tip, Draft { time_ms, tickets, announcements, delay }).unwrap();
        self.tip = chain.tip_after(&round);
        round
    }

    /// The next rounds.
    pub fn rounds(&mut self, count: usize) -> Vec<Verified<Round>> {
        (0..count).map(|_| self.next()).collect()
    }
}
