//! Real chains for tests: every round is drawn, delayed and proved, with a short delay.

use heliast::{
    Chain, Epoch, Evaluation, Genesis, Group, Participant, Pending, Round, RsaGroup, SecretKey,
    StatelessScheme, Suite, Ticket, Tip, Verified, prove,
};

pub(crate) const GENESIS_MS: u64 = 1_700_000_000_000;
pub(crate) const PERIOD_MS: u32 = 1000;
pub(crate) const SQUARINGS: u64 = 40;

/// The epoch of these rounds, which follow each other.
pub(crate) fn epoch(chain: &Chain, rounds: &[Verified<Round>]) -> Verified<Epoch> {
    let pending = |round: &Verified<Round>| -> Pending {
        let before = Tip { round: round.number - 1, seed: round.facts().seed, ..chain.start() };
        chain.check(&before, (**round).clone()).unwrap()
    };
    let pending: Vec<_> = rounds.iter().map(pending).collect();
    chain.prove_epoch(&pending, 1, |_| true).unwrap()
}

/// A chain whose secret keys are known.
pub(crate) struct World {
    pub(crate) chain: Chain,
    pub(crate) tip: Tip,
    keys: Vec<SecretKey>,
}

impl World {
    /// A chain of some participants with stakes 1, 2, 3, ...; `name` tells chains apart.
    pub(crate) fn new(participants: u8, name: u8, genesis_time_ms: u64) -> World {
        let keys: Vec<SecretKey> =
            (0..participants).map(|i| SecretKey::from_seed(StatelessScheme::EcvrfTai, [i; 32])).collect();
        let members =
            keys.iter().zip(1..).map(|(key, stake)| Participant { public_key: key.public_key(), stake });
        let genesis = Genesis {
            vrf: StatelessScheme::EcvrfTai,
            delay: Suite::default(),
            t: SQUARINGS,
            genesis_time_ms,
            period_ms: PERIOD_MS,
            lead: 0,
            committees: vec![u32::from(participants)],
            modulus: RsaGroup::rsa_2048().modulus().clone(),
            participants: members.collect(),
            nonce: [name; 32],
        };
        let chain = Chain::new(genesis).unwrap();
        World { tip: chain.start(), chain, keys }
    }

    /// The next round, in the next slot.
    pub(crate) fn next(&mut self) -> Verified<Round> {
        let genesis = self.chain.genesis().genesis_time_ms;
        let time_ms = if self.tip.round == 0 { genesis } else { self.tip.time_ms + u64::from(PERIOD_MS) };
        self.next_at(time_ms)
    }

    /// The next round, in a slot of one's choice.
    pub(crate) fn next_at(&mut self, time_ms: u64) -> Verified<Round> {
        let (chain, tip) = (&self.chain, self.tip.clone());
        let input = chain.ticket_input(&tip, 0);
        let mut tickets = Vec::new();
        for (participant, key) in (0..).zip(&mut self.keys) {
            let (output, proof) = key.prove(&input).unwrap();
            if chain.votes(0, participant, &output) > 0 {
                tickets.push(chain.verify_ticket(&tip, Ticket { slot: 0, participant, proof }).unwrap());
            }
        }
        let (_, x) = chain.delay_input(&tip, time_ms, tickets.iter().map(|ticket| ticket.facts()));
        let mut evaluation = Evaluation::start(chain.group(), x, SQUARINGS).unwrap();
        assert!(evaluation.advance(SQUARINGS));
        let (y, proof) = prove(&evaluation, Suite::default(), 1, |_| true).unwrap();
        let delay = (chain.group().encode(&y), chain.group().encode(&proof));
        let round = chain.seal(&tip, time_ms, tickets, vec![], delay).unwrap();
        self.tip = chain.tip_after(&round);
        round
    }

    /// The next rounds.
    pub(crate) fn rounds(&mut self, count: usize) -> Vec<Verified<Round>> {
        (0..count).map(|_| self.next()).collect()
    }
}
