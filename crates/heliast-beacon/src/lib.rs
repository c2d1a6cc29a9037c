//! The round of a beacon as a state machine: it takes inputs and returns effects, and has no clock, sockets,
//! threads or randomness.
//!
//! ```
//! use heliast::{Chain, Delay};
//! use heliast_beacon::{Effect, Input, Machine};
//!
//! /// One round without tickets: what an engine does, with everything that takes time or fails left out.
//! fn round(chain: &Chain, machine: &mut Machine, time_ms: u64) -> Option<u64> {
//!     let mut effects = machine.step(Input::Open { time_ms });
//!     while let Some(effect) = effects.pop() {
//!         let next = match effect {
//!             Effect::Draw { .. } => Input::Close, // after Input::Ticket of everybody who wins
//!             Effect::Evaluate { round, x } => {
//!                 let Delay { y, proof } = chain.evaluate(&x).ok()?;
//!                 Input::Delay { round, y, proof }
//!             }
//!             Effect::Store(round) => Input::Stored { round: round.number }, // once it is durable
//!             Effect::Announce(round) => return Some(round.number),
//!             Effect::Refuse(_) => return None,
//!         };
//!         effects = machine.step(next);
//!     }
//!     None
//! }
//! # use heliast::{DelayGroup, DelayRules, Genesis, Participant, SecretKey, StatelessScheme};
//! # let public_key = SecretKey::from_seed(StatelessScheme::EcvrfEll2, [1; 32]).public_key();
//! # let chain = Chain::new(Genesis {
//! #     vrf: StatelessScheme::EcvrfEll2,
//! #     delays: DelayRules::squarings(DelayGroup::rsa_2048(), 100),
//! #     genesis_time_ms: 0,
//! #     period_ms: 1_000,
//! #     lead: 0,
//! #     committees: vec![1],
//! #     members: None,
//! #     participants: vec![Participant { public_key, stake: 1 }],
//! #     nonce: [0; 32],
//! # })
//! # .unwrap();
//!
//! let mut machine = Machine::new(chain.clone(), chain.start());
//! assert_eq!(round(&chain, &mut machine, 5_000), Some(1));
//! assert_eq!(round(&chain, &mut machine, 6_000), Some(2));
//! assert_eq!(machine.tip().round(), 2);
//! ```
//!
//! # Phases
//!
//! ```text
//!            Open                  Close                 Delay                  Stored
//!  Waiting ────────► Collecting ─────────► Delaying ─────────────► Sealed ────────────────► Waiting
//!            Draw                  Evaluate              Store                  Announce
//! ```
//!
//! [`Machine::step`] takes an [`Input`] and returns at most one [`Effect`]. An engine (`heliast_engine`) runs
//! the machine: it provides the time, transfers tickets, evaluates delays, and stores rounds. An input at the
//! wrong moment, or one that does not verify, is refused with a reason, a [`Refusal`], and changes nothing.
//! Invariants: a round is stored only when every ticket and the delay have been verified, it is announced
//! only when it is stored, and the next one opens only after that. The front page of [`heliast`] explains the
//! terms (ticket, announcement, delay, tip).

#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

use heliast::{Announcement, Chain, Delay, DelayInput, Draft, Invalid, Round, Ticket, Tip, Verified};
use std::{collections::BTreeMap, mem};

/// An event that the machine takes as input.
#[derive(Clone, Debug)]
pub enum Input {
    /// The time has come for the next round: one of the chain's opening times.
    Open {
        /// The opening time, in milliseconds since 1970.
        time_ms: u64,
    },
    /// A participant sent a ticket for the round that is collecting.
    Ticket(Ticket),
    /// A ticket that was verified before: a node of a network receives each ticket several times.
    VerifiedTicket(Box<Verified<Ticket>>),
    /// A participant announces a key, or withdraws one, in the round that is collecting.
    Announcement(Announcement),
    /// An announcement that was verified before.
    VerifiedAnnouncement(Box<Verified<Announcement>>),
    /// The ticket deadline has passed.
    Close,
    /// The delay has been evaluated.
    Delay {
        /// The round of the delay.
        round: u64,
        /// The encoded output.
        y: Vec<u8>,
        /// The encoded proof.
        proof: Vec<u8>,
    },
    /// The delay has been evaluated, and the round that it seals was verified before.
    Sealed(Box<Verified<Round>>),
    /// A round is durable.
    Stored {
        /// The number of the round.
        round: u64,
    },
}

/// A task for the caller.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Every participant must evaluate the VRF of the due key for each slot, and send a ticket where it wins.
    Draw {
        /// The round.
        round: u64,
        /// α of each slot, the input of the VRF.
        inputs: Vec<Vec<u8>>,
    },
    /// Evaluate the round's delay and prove it.
    Evaluate {
        /// The round.
        round: u64,
        /// The delay's input.
        x: DelayInput,
    },
    /// Make this round durable, then report [`Input::Stored`].
    Store(Box<Verified<Round>>),
    /// The round may be served.
    Announce(Box<Verified<Round>>),
    /// The input was refused; nothing has changed.
    Refuse(Refusal),
}

/// The reason why an input was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The input does not belong to the present phase of a round.
    #[error("{input} does not belong to the phase {phase}")]
    Phase {
        /// The kind of input.
        input: &'static str,
        /// The present phase.
        phase: &'static str,
    },
    /// It belongs to a round other than the present one.
    #[error("it is about round {found}, but round {expected} is under way")]
    Round {
        /// The present round.
        expected: u64,
        /// The round of the input.
        found: u64,
    },
    /// The participant has already sent its ticket.
    #[error("participant {participant} has a ticket for slot {slot} of this round already")]
    Doubled {
        /// The index of the participant.
        participant: u32,
        /// The committee of the ticket.
        slot: u8,
    },
    /// The participant has announced something already.
    #[error(
        "participant {0} has an announcement in this round already; the next one can stand in the next round"
    )]
    Announced(u32),
    /// It is a sealed round with different tickets or announcements than those received, or with a different
    /// opening time.
    #[error("round {0} was sealed with other contents than came for it here")]
    OtherContents(u64),
    /// It does not verify.
    #[error(transparent)]
    Invalid(#[from] Invalid),
}

/// The state of a beacon between inputs.
#[derive(Clone, Debug)]
pub struct Machine {
    chain: Chain,
    tip: Tip,
    phase: Phase,
}

/// The tickets and announcements that participants sent, in the order of the round.
#[derive(Clone, Debug, Default)]
struct Sent {
    tickets: BTreeMap<(u8, u32), Verified<Ticket>>,
    announcements: BTreeMap<u32, Verified<Announcement>>,
}

/// A round in progress, with its contents so far.
#[derive(Clone, Copy, Debug)]
pub struct Collected<'a> {
    /// The time when it opened.
    pub time_ms: u64,
    /// Whether the ticket deadline has passed.
    pub is_closed: bool,
    tickets: &'a BTreeMap<(u8, u32), Verified<Ticket>>,
    announcements: &'a BTreeMap<u32, Verified<Announcement>>,
}

impl<'a> Collected<'a> {
    /// The tickets, in the order of the round.
    pub fn tickets(&self) -> impl ExactSizeIterator<Item = &'a Verified<Ticket>> + use<'a> {
        self.tickets.values()
    }

    /// The announcements, in the order of the round.
    pub fn announcements(&self) -> impl ExactSizeIterator<Item = &'a Verified<Announcement>> + use<'a> {
        self.announcements.values()
    }
}

#[derive(Clone, Debug, Default)]
enum Phase {
    #[default]
    Waiting,
    Collecting {
        time_ms: u64,
        sent: Sent,
    },
    Delaying {
        time_ms: u64,
        sent: Sent,
    },
    Sealed(Box<Verified<Round>>),
}

impl Phase {
    fn name(&self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Collecting { .. } => "tickets",
            Phase::Delaying { .. } => "delay",
            Phase::Sealed(_) => "storing",
        }
    }
}

impl Machine {
    /// A machine that continues after `tip`, which is [`Chain::start`] or that of a verified round.
    pub fn new(chain: Chain, tip: Tip) -> Machine {
        Machine { chain, tip, phase: Phase::Waiting }
    }

    /// The tip after the latest announced round.
    pub fn tip(&self) -> &Tip {
        &self.tip
    }

    /// The chain whose rounds it makes.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The contents of the round in progress so far, from its opening to its sealing; `None` at other times.
    pub fn collected(&self) -> Option<Collected<'_>> {
        let (time_ms, sent, is_closed) = match &self.phase {
            Phase::Collecting { time_ms, sent } => (*time_ms, sent, false),
            Phase::Delaying { time_ms, sent } => (*time_ms, sent, true),
            Phase::Waiting | Phase::Sealed(_) => return None,
        };
        let (tickets, announcements) = (&sent.tickets, &sent.announcements);
        Some(Collected { time_ms, is_closed, tickets, announcements })
    }

    /// Whether a ticket of a participant for a slot is possible now, with any proof.
    ///
    /// # Errors
    /// [`Refusal::Phase`] unless a round collects, [`Refusal::Doubled`] if it has one.
    pub fn awaits_ticket(&self, slot: u8, participant: u32) -> Result<(), Refusal> {
        let Phase::Collecting { sent, .. } = &self.phase else {
            return Err(self.misplaced("a ticket"));
        };
        match sent.tickets.contains_key(&(slot, participant)) {
            true => Err(Refusal::Doubled { participant, slot }),
            false => Ok(()),
        }
    }

    /// Whether an announcement of a participant is possible now, with any proof.
    ///
    /// # Errors
    /// [`Refusal::Phase`] unless a round collects, [`Refusal::Announced`] if it has one.
    pub fn awaits_announcement(&self, participant: u32) -> Result<(), Refusal> {
        let Phase::Collecting { sent, .. } = &self.phase else {
            return Err(self.misplaced("an announcement"));
        };
        match sent.announcements.contains_key(&participant) {
            true => Err(Refusal::Announced(participant)),
            false => Ok(()),
        }
    }

    /// The phase: "waiting", "tickets", "delay" or "storing".
    pub fn phase(&self) -> &'static str {
        self.phase.name()
    }

    /// Whether the next round has not opened yet.
    pub fn is_waiting(&self) -> bool {
        matches!(self.phase, Phase::Waiting)
    }

    /// Takes an input and returns the task that follows. A refused input changes nothing.
    pub fn step(&mut self, input: Input) -> Vec<Effect> {
        let taken = match input {
            Input::Open { time_ms } => self.open(time_ms),
            Input::Ticket(ticket) => {
                self.ticket(ticket.slot, ticket.participant, |chain, tip| chain.verify_ticket(tip, ticket))
            }
            Input::VerifiedTicket(ticket) => self.ticket(ticket.slot, ticket.participant, |chain, tip| {
                let participant = ticket.participant;
                chain.ticket_follows(tip, &ticket).then_some(*ticket).ok_or(Invalid::OtherRound(participant))
            }),
            Input::Announcement(announcement) => self.announcement(announcement.participant, |chain, tip| {
                chain.verify_announcement(tip, announcement)
            }),
            Input::VerifiedAnnouncement(announcement) => {
                let participant = announcement.participant;
                self.announcement(participant, |chain, tip| {
                    let follows = chain.announcement_follows(tip, &announcement);
                    follows.then_some(*announcement).ok_or(Invalid::OtherAnnouncement(participant))
                })
            }
            Input::Close => self.close(),
            Input::Delay { round, y, proof } => self.delay(round, y, proof),
            Input::Sealed(round) => self.sealed(round),
            Input::Stored { round } => self.stored(round),
        };
        taken.unwrap_or_else(|refusal| Some(Effect::Refuse(refusal))).into_iter().collect()
    }

    fn open(&mut self, time_ms: u64) -> Result<Option<Effect>, Refusal> {
        let Phase::Waiting = self.phase else {
            return Err(self.misplaced("an opening"));
        };
        self.chain.check_time(&self.tip, time_ms)?;
        self.phase = Phase::Collecting { time_ms, sent: Sent::default() };
        let slots = 0..self.chain.genesis().committees.len() as u8;
        let inputs = slots.map(|slot| self.chain.ticket_input(&self.tip, slot)).collect();
        Ok(Some(Effect::Draw { round: self.tip.next_round(), inputs }))
    }

    fn ticket(
        &mut self,
        slot: u8,
        participant: u32,
        verify: impl FnOnce(&Chain, &Tip) -> Result<Verified<Ticket>, Invalid>,
    ) -> Result<Option<Effect>, Refusal> {
        self.awaits_ticket(slot, participant)?;
        let verified = verify(&self.chain, &self.tip)?;
        if let Phase::Collecting { sent, .. } = &mut self.phase {
            sent.tickets.insert((slot, participant), verified);
        }
        Ok(None)
    }

    fn announcement(
        &mut self,
        participant: u32,
        verify: impl FnOnce(&Chain, &Tip) -> Result<Verified<Announcement>, Invalid>,
    ) -> Result<Option<Effect>, Refusal> {
        self.awaits_announcement(participant)?;
        let verified = verify(&self.chain, &self.tip)?;
        if let Phase::Collecting { sent, .. } = &mut self.phase {
            sent.announcements.insert(participant, verified);
        }
        Ok(None)
    }

    fn close(&mut self) -> Result<Option<Effect>, Refusal> {
        let Phase::Collecting { time_ms, sent } = &mut self.phase else {
            return Err(self.misplaced("the ticket deadline"));
        };
        let (time_ms, sent) = (*time_ms, mem::take(sent));
        let lots = sent.tickets.values().map(|ticket| ticket.facts());
        let (_, x) = self.chain.delay_input(&self.tip, time_ms, lots);
        self.phase = Phase::Delaying { time_ms, sent };
        Ok(Some(Effect::Evaluate { round: self.tip.next_round(), x }))
    }

    fn delay(&mut self, round: u64, y: Vec<u8>, proof: Vec<u8>) -> Result<Option<Effect>, Refusal> {
        let Phase::Delaying { time_ms, sent } = &self.phase else {
            return Err(self.misplaced("a delay"));
        };
        self.check_round(round)?;
        let Sent { tickets, announcements } = sent.clone();
        let draft = Draft {
            time_ms: *time_ms,
            tickets: tickets.into_values().collect(),
            announcements: announcements.into_values().collect(),
            delay: Delay { y, proof },
        };
        let sealed = Box::new(self.chain.seal(&self.tip, draft)?);
        self.phase = Phase::Sealed(sealed.clone());
        Ok(Some(Effect::Store(sealed)))
    }

    /// Accepts only the round that results from the contents received for it.
    fn sealed(&mut self, sealed: Box<Verified<Round>>) -> Result<Option<Effect>, Refusal> {
        let Phase::Delaying { time_ms, sent } = &self.phase else {
            return Err(self.misplaced("a sealed round"));
        };
        self.check_round(sealed.number)?;
        let is_it = self.chain.follows(&self.tip, &sealed)
            && sealed.time_ms == *time_ms
            && sealed.tickets.iter().eq(sent.tickets.values().map(|ticket| &**ticket))
            && sealed.announcements.iter().eq(sent.announcements.values().map(|one| &**one));
        if !is_it {
            return Err(Refusal::OtherContents(sealed.number));
        }
        self.phase = Phase::Sealed(sealed.clone());
        Ok(Some(Effect::Store(sealed)))
    }

    fn stored(&mut self, round: u64) -> Result<Option<Effect>, Refusal> {
        self.check_round(round)?;
        match mem::take(&mut self.phase) {
            Phase::Sealed(sealed) => {
                self.tip = self.chain.tip_after(&sealed);
                Ok(Some(Effect::Announce(sealed)))
            }
            other => {
                self.phase = other;
                Err(self.misplaced("a storage report"))
            }
        }
    }

    fn check_round(&self, found: u64) -> Result<(), Refusal> {
        let expected = self.tip.next_round();
        if found == expected { Ok(()) } else { Err(Refusal::Round { expected, found }) }
    }

    fn misplaced(&self, input: &'static str) -> Refusal {
        Refusal::Phase { input, phase: self.phase.name() }
    }
}
