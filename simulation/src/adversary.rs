//! Adversaries: each strategy is a function that makes one attempt, with all public data and the secrets of
//! its accomplices.
//!
//! Most attempts are forbidden. Those that are allowed (a late key, another participant's key, the best of
//! many keys) are made as well, and gain nothing. The model, not the strategy, decides whether the rules
//! allow an attempt.

mod bytes;
mod copy;
mod delay;
mod foreign;
mod forge;
mod grind;
mod late;
mod replay;

pub use bytes::{Forgery, forgeries};
pub use delay::false_delays;

use crate::{
    answer::Answer,
    member::Member,
    model::{Announcement, Model, Ticket},
    random::Random,
};
use heliast::{Chain, keys::Change, stateful::Terms};
use std::collections::VecDeque;

/// The number of past messages that adversaries keep.
const MEMORY: usize = 300;

/// A message to the beacon.
#[derive(Clone, Debug)]
pub enum Message {
    /// A claim to a place in a committee.
    Ticket(Ticket),
    /// A key or a withdrawal.
    Announcement(Announcement),
}

/// A description of the attempt, and the message.
pub type Attempt = (&'static str, Message);

/// A strategy's name, and its next attempt; `None` if there is nothing to try.
pub type Strategy = (&'static str, fn(&mut Scene<'_>) -> Option<Attempt>);

/// The strategies that send tickets and announcements.
pub const STRATEGIES: [Strategy; 6] = [
    ("replay", replay::attempt),
    ("foreign leaf", foreign::attempt),
    ("key grinding", grind::attempt),
    ("late announcement", late::attempt),
    ("forged announcement", forge::attempt),
    ("copied key", copy::attempt),
];

/// The messages of the past.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// The tickets of the chain, with their rounds.
    pub tickets: VecDeque<(u64, Ticket)>,
    /// The tickets of its forks.
    pub forked: VecDeque<(u64, Ticket)>,
    /// The announcements of the chain.
    pub announcements: VecDeque<Announcement>,
    /// The announcements of its forks.
    pub forked_announcements: VecDeque<Announcement>,
}

impl Archive {
    /// Puts things at the end of a list and forgets the oldest.
    pub fn keep<T>(list: &mut VecDeque<T>, things: impl IntoIterator<Item = T>) {
        list.extend(things);
        while list.len() > MEMORY {
            list.pop_front();
        }
    }
}

/// The knowledge and the possessions of an adversary.
pub struct Scene<'a> {
    /// The chain.
    pub chain: &'a Chain,
    /// The id of another chain with the same participants.
    pub sibling: [u8; 32],
    /// All public data.
    pub model: &'a Model,
    /// The secrets of all participants. Accomplices share theirs; a message made with the secret of another
    /// participant represents one that this participant was persuaded to make.
    pub members: &'a mut [Member],
    /// The past.
    pub archive: &'a Archive,
    /// The tickets that were accepted in this round so far.
    pub sent: &'a [Ticket],
    /// Dice.
    pub random: &'a mut Random,
    /// The participant that acts.
    pub me: u32,
}

impl Scene<'_> {
    fn round(&self) -> u64 {
        self.model.round()
    }

    fn slot(&mut self) -> u8 {
        self.random.index(self.model.rules().committees.len()) as u8
    }

    /// Another participant, at random.
    fn other(&mut self) -> u32 {
        let count = self.members.len() as u64;
        ((u64::from(self.me) + 1 + self.random.below(count - 1)) % count) as u32
    }

    fn my(&mut self) -> &mut Member {
        &mut self.members[self.me as usize]
    }

    /// The answer of the key that is due for a participant.
    fn due_answer(&mut self, participant: u32, slot: u8) -> Option<Answer> {
        let (key, input) = (self.model.due(participant, self.round()), self.model.ticket_input(slot));
        let round = self.round();
        self.members[participant as usize].answer_again(key, round, slot, &input)
    }

    /// This adversary's ticket.
    fn ticket(&self, slot: u8, answer: Answer) -> Message {
        Message::Ticket(Ticket { slot, participant: self.me, answer })
    }

    /// This adversary's announcement with any serial number.
    fn announcement(&mut self, serial: u32, change: Change) -> Option<Announcement> {
        let input = self.model.announcement_input(self.me, serial, &change);
        let answer = self.my().stateless(&input)?;
        Some(Announcement { participant: self.me, serial, change, answer })
    }

    /// This adversary's announcement with its next serial number.
    fn announce(&mut self, change: Change) -> Option<Message> {
        let serial = self.model.next_serial(self.me);
        self.announcement(serial, change).map(Message::Announcement)
    }

    /// A new tree of this adversary, cheap to make.
    fn grow(&mut self, terms: Terms) -> Change {
        Change::Key(self.members[self.me as usize].grow(terms, self.random))
    }
}
