//! The beacon as a function of blocks: `spec/network.md`, "Blocks". It depends only on the transactions and
//! times of blocks, so that every node has the same state after the same block.

mod bytes;
mod hash;
#[cfg(test)]
mod tests;
mod validators;

use crate::{
    duty::Duty,
    transaction::{Body, Transaction},
    verdicts::Verdicts,
};
use heliast::{Announcement, Chain, Delay, DelayInput, Malformed, Round, Ticket, Tip, Verified};
use heliast_beacon::{Effect, Input, Machine, Refusal};
use heliast_engine::periods;
use heliast_finality::{NetworkFile, NoEffect, Record, ValidatorList};
use std::{collections::BTreeSet, sync::Arc};

pub use bytes::BadState;
pub use validators::Adopted;

/// The reasons why a transaction is not valid after those before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// The transaction is about another round than the current one.
    #[error("it is about round {found}, but round {expected} is under way")]
    Round {
        /// The current round.
        expected: u64,
        /// The round of the transaction.
        found: u64,
    },
    /// The tick is not the next one, or its time is over.
    #[error("it is not the next tick")]
    Tick,
    /// The round does not take the transaction.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It differs from the delay that is known to be valid.
    #[error("another output or proof of this round's delay is known to hold")]
    OtherDelay,
    /// The first unknown segment of its roots is false, or a known segment differs.
    #[error("the roots of this delay are false from their first unknown segment on")]
    FalseSegment,
    /// The bytes are not a delay of this chain.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// It proposes a change of validators without effect.
    #[error("the change of validators would have no effect: {0}")]
    NoEffect(#[from] NoEffect),
    /// The change gives power to a validator that signed twice.
    #[error("the validator {} signed twice, and gets no power", hex::encode_upper(.0))]
    SignedTwice([u8; 20]),
}

/// The block and the time at which the current round opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Opening {
    height: u64,
    block_ms: u64,
}

/// Everything on which the next block depends. Copies are cheap.
#[derive(Clone)]
pub struct State {
    network: Arc<NetworkFile>,
    machine: Machine,
    height: u64,
    /// The opening of [`Machine::collected`]'s round.
    opening: Option<Opening>,
    closed_ms: u64,
    /// x of the current round, once it is closed.
    delay_input: Option<DelayInput>,
    ticks: u32,
    /// Whether the current block has a tick.
    ticked: bool,
    /// The addresses of validators that signed twice.
    removed: BTreeSet<[u8; 20]>,
    /// The addresses of validators whose evidence came with a block that changed the list: it counts from the
    /// next block on.
    caught: BTreeSet<[u8; 20]>,
    /// The validators according to the network file and the rounds.
    list: Arc<ValidatorList>,
    /// The changes of validators that the current block's round adopted.
    adopted: Vec<Adopted>,
    /// The opening and the closing time of the last sealed round.
    sealed_ms: [u64; 2],
    /// The round that the current block sealed.
    sealed: Option<Box<Verified<Round>>>,
}

impl State {
    /// The state before the first block.
    pub fn new(chain: &Chain, network: Arc<NetworkFile>) -> State {
        State {
            list: Arc::new(ValidatorList::new(chain.id(), &network)),
            caught: BTreeSet::new(),
            adopted: vec![],
            network,
            machine: Machine::new(chain.clone(), chain.start()),
            height: 0,
            opening: None,
            closed_ms: 0,
            delay_input: None,
            ticks: 0,
            ticked: false,
            removed: BTreeSet::new(),
            sealed_ms: [0; 2],
            sealed: None,
        }
    }

    /// The height of the latest block; 0 before the first.
    pub fn height(&self) -> u64 {
        self.height
    }

    /// The tip after the last sealed round.
    pub fn tip(&self) -> &Tip {
        self.machine.tip()
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        self.machine.chain()
    }

    /// The phase of the current round: "waiting", "tickets" or "delay".
    pub fn phase(&self) -> &'static str {
        self.machine.phase()
    }

    /// Whether the next round has not opened here yet.
    pub(crate) fn is_waiting(&self) -> bool {
        self.machine.is_waiting()
    }

    /// The number of ticks since the last round was sealed.
    pub fn ticks(&self) -> u32 {
        self.ticks
    }

    /// The round that the latest block sealed, if it did.
    pub fn sealed(&self) -> Option<&Verified<Round>> {
        self.sealed.as_deref()
    }

    /// The block that opened the round, if the round collects.
    pub(crate) fn opened(&self) -> Option<u64> {
        self.opening.filter(|_| self.delay_input.is_none()).map(|opening| opening.height)
    }

    /// Whether the round takes a ticket of this slot and participant.
    pub(crate) fn awaits_ticket(&self, slot: u8, participant: u32) -> bool {
        self.machine.awaits_ticket(slot, participant).is_ok()
    }

    /// Begins the block after the latest one.
    pub fn begin_block(&mut self) {
        (self.sealed, self.ticked) = (None, false);
        self.removed.append(&mut self.caught);
        self.adopted.clear();
    }

    /// Applies a transaction of the current block, if it is valid after those before it; otherwise nothing
    /// changes.
    ///
    /// # Errors
    /// [`Unfit`].
    pub fn apply(&mut self, transaction: &Transaction, verdicts: &Verdicts) -> Result<(), Unfit> {
        self.check_round(transaction.round)?;
        match &transaction.body {
            Body::Tick(n) => self.tick(*n),
            Body::Ticket(ticket) => self.ticket(ticket, verdicts),
            Body::Announcement(announcement) => self.announcement(announcement, verdicts),
            Body::Delay(delay) => self.seal(delay, verdicts),
        }
    }

    /// Whether [`State::apply`] would take a transaction in the next block. Transactions of which anybody can
    /// send many are refused before they cost anything, and a proof is verified last. The state is copied
    /// only for a delay that may be the right one.
    ///
    /// # Errors
    /// [`Unfit`].
    pub fn check(&self, transaction: &Transaction, verdicts: &Verdicts) -> Result<(), Unfit> {
        self.check_round(transaction.round)?;
        match &transaction.body {
            Body::Tick(n) => self.after_tick(*n).map(drop),
            Body::Ticket(ticket) => self.verified_ticket(ticket, verdicts).map(drop),
            Body::Announcement(announcement) => self.verified_announcement(announcement, verdicts).map(drop),
            Body::Delay(delay) => {
                let Some(x) = &self.delay_input else {
                    return Err(Refusal::Phase { input: "a delay", phase: self.phase() }.into());
                };
                if verdicts.contradict(self.chain(), self.tip(), x, delay) {
                    return Err(Unfit::OtherDelay);
                }
                if !verdicts.admit_roots(self.chain(), self.tip(), x, delay)? {
                    return Err(Unfit::FalseSegment);
                }
                self.clone().seal(delay, verdicts)
            }
        }
    }

    fn check_round(&self, found: u64) -> Result<(), Unfit> {
        let expected = self.tip().next_round();
        if expected == found { Ok(()) } else { Err(Unfit::Round { expected, found }) }
    }

    fn tick(&mut self, n: u32) -> Result<(), Unfit> {
        if self.ticked {
            return Err(Unfit::Tick);
        }
        self.ticks = self.after_tick(n)?;
        self.ticked = true;
        Ok(())
    }

    /// The number of ticks after tick n, if that is the next one.
    fn after_tick(&self, n: u32) -> Result<u32, Unfit> {
        let is_next = self.opening.is_none() && n == self.ticks;
        n.checked_add(1).filter(|_| is_next).ok_or(Unfit::Tick)
    }

    fn ticket(&mut self, ticket: &Ticket, verdicts: &Verdicts) -> Result<(), Unfit> {
        let verified = self.verified_ticket(ticket, verdicts)?;
        self.step(Input::VerifiedTicket(Box::new(verified)))
    }

    fn verified_ticket(&self, ticket: &Ticket, verdicts: &Verdicts) -> Result<Verified<Ticket>, Unfit> {
        self.machine.awaits_ticket(ticket.slot, ticket.participant)?;
        Ok(verdicts.ticket(self.chain(), self.tip(), ticket).map_err(Refusal::from)?)
    }

    fn announcement(&mut self, announcement: &Announcement, verdicts: &Verdicts) -> Result<(), Unfit> {
        let verified = self.verified_announcement(announcement, verdicts)?;
        self.step(Input::VerifiedAnnouncement(Box::new(verified)))
    }

    fn verified_announcement(
        &self,
        announcement: &Announcement,
        verdicts: &Verdicts,
    ) -> Result<Verified<Announcement>, Unfit> {
        self.machine.awaits_announcement(announcement.participant)?;
        self.announcement_to_come(announcement, verdicts)
    }

    fn announcement_to_come(
        &self,
        announcement: &Announcement,
        verdicts: &Verdicts,
    ) -> Result<Verified<Announcement>, Unfit> {
        let verified =
            verdicts.announcement(self.chain(), self.tip(), announcement).map_err(Refusal::from)?;
        self.check_validators(announcement)?;
        Ok(verified)
    }

    fn step(&mut self, input: Input) -> Result<(), Unfit> {
        for effect in self.machine.step(input) {
            if let Effect::Refuse(refusal) = effect {
                return Err(refusal.into());
            }
        }
        Ok(())
    }

    fn seal(&mut self, delay: &Delay, verdicts: &Verdicts) -> Result<(), Unfit> {
        let round = self.tip().next_round();
        let known = verdicts.sealed(self.chain(), self.tip(), delay);
        let sealed = match known.and_then(|known| self.store_effect(Input::Sealed(known)).ok()) {
            Some(sealed) => sealed,
            None => {
                let Delay { y, proof } = delay.clone();
                let sealed = self.store_effect(Input::Delay { round, y, proof })?;
                verdicts.keep_sealed(self.tip(), &sealed);
                sealed
            }
        };
        self.sealed = Some(sealed);
        // The state after a block assumes that its round is durable: `App::commit` stores the round before it
        // takes this state.
        self.machine.step(Input::Stored { round });
        self.sealed_ms = [self.opening.map_or(0, |opening| opening.block_ms), self.closed_ms];
        (self.opening, self.delay_input, self.closed_ms, self.ticks) = (None, None, 0, 0);
        self.change_validators(round);
        Ok(())
    }

    /// The round that is to be stored after this input.
    fn store_effect(&mut self, input: Input) -> Result<Box<Verified<Round>>, Refusal> {
        match self.machine.step(input).pop() {
            Some(Effect::Store(sealed)) => Ok(sealed),
            Some(Effect::Refuse(refusal)) => Err(refusal),
            _ => Err(Refusal::Phase { input: "a delay", phase: self.machine.phase() }),
        }
    }

    /// Ends the block: first its time may open a round, then its height and its time may close one.
    pub fn end_block(&mut self, height: u64, block_ms: u64) {
        self.height = height;
        if self.opening.is_none()
            && let Some(time_ms) = latest_opening(self.chain(), self.tip(), block_ms)
            && self.step(Input::Open { time_ms }).is_ok()
        {
            self.opening = Some(Opening { height, block_ms });
        }
        let Some(opening) = self.opening.filter(|_| self.delay_input.is_none()) else { return };
        let blocks = height.saturating_sub(opening.height);
        let milliseconds = block_ms.saturating_sub(opening.block_ms);
        if blocks >= self.network.window_blocks().into() && milliseconds >= self.network.window_ms().into() {
            self.close(block_ms);
        }
    }

    fn close(&mut self, block_ms: u64) {
        for effect in self.machine.step(Input::Close) {
            if let Effect::Evaluate { x, .. } = effect {
                (self.delay_input, self.closed_ms) = (Some(x), block_ms);
            }
        }
    }

    /// The duty of a node after the latest block.
    pub fn duty(&self) -> Duty {
        let tip = self.tip();
        let round = tip.next_round();
        let genesis = self.chain().genesis();
        if let Some(x) = &self.delay_input {
            return Duty::Evaluate { round, x: x.clone() };
        }
        let Some(opening) = self.opening else {
            let opening_ms = periods::next_opening_ms(self.chain(), tip);
            return Duty::Wait { round, ticks: self.ticks, opening_ms };
        };
        let slots = 0..genesis.committees.len() as u8;
        let collected = self.machine.collected();
        let tickets = collected.iter().flat_map(|sent| sent.tickets());
        let announcements = collected.iter().flat_map(|sent| sent.announcements());
        Duty::Draw {
            round,
            inputs: slots.map(|slot| self.chain().ticket_input(tip, slot)).collect(),
            tip: tip.clone(),
            opening_ms: collected.map_or(0, |sent| sent.time_ms),
            closes: opening.height.saturating_add(self.network.window_blocks().into()),
            tickets: tickets.map(|one| (one.slot, one.participant)).collect(),
            announcements: announcements.map(|one| one.participant).collect(),
        }
    }

    /// The data that the application hash binds in addition to the last sealed round.
    pub fn record(&self) -> Record {
        let [opened_ms, closed_ms] = self.sealed_ms;
        Record { opened_ms, closed_ms, state: self.digest() }
    }

    /// The application hash after the latest block.
    pub fn app_hash(&self) -> [u8; 32] {
        self.record().app_hash(self.chain().id(), self.tip())
    }

    /// Checks an announcement for the next round, which has not opened here yet.
    pub(crate) fn check_early_announcement(
        &self,
        announcement: &Announcement,
        verdicts: &Verdicts,
    ) -> Result<(), Unfit> {
        self.announcement_to_come(announcement, verdicts).map(drop)
    }
}

/// The latest opening time that a block of `block_ms` has reached, if it is later than the last round's.
fn latest_opening(chain: &Chain, tip: &Tip, block_ms: u64) -> Option<u64> {
    let (start, period) = (chain.genesis().genesis_time_ms, u64::from(chain.genesis().period_ms));
    let time_ms = start + block_ms.checked_sub(start)? / period * period;
    chain.check_time(tip, time_ms).is_ok().then_some(time_ms)
}
