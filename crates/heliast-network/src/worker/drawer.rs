//! Draws once in each round for every participant of this node; a winning ticket is durable before it is
//! sent.

use super::{
    newest::Newest,
    sender::{Sender, Want},
};
use crate::{
    duty::Duty,
    outbox::{Kind, Outbox, OutboxError, Place},
    transaction::{Body, Transaction},
};
use heliast::Tip;
use heliast_engine::{AlarmKind, LostKeys, Members, Rounds, StatusBoard, Undrawn};
use heliast_store::{ArchiveError, StoreError};
use std::{sync::Arc, time::Duration};

/// The time between two attempts to write to a full disk.
const RETRY: Duration = Duration::from_millis(500);

/// The participants of a node, and their draws.
pub(super) struct Drawer {
    pub(super) rounds: Arc<Rounds>,
    pub(super) status: Arc<StatusBoard>,
    pub(super) members: Members,
    pub(super) outbox: Outbox,
    pub(super) sender: Arc<Sender>,
    pub(super) newest: Arc<Newest>,
    /// The number of nodes to which transactions are sent.
    pub(super) nodes: usize,
}

/// A round that is to be drawn.
struct Draw<'a> {
    round: u64,
    tip: &'a Tip,
    inputs: &'a [Vec<u8>],
}

impl Drawer {
    /// Draws until the worker ends.
    pub(super) fn run(mut self) {
        let (mut seen, mut drawn) = (0, 0);
        let mut is_caught_up = false;
        while let Some((count, newest)) = self.newest.after(seen) {
            seen = count;
            let Duty::Draw { round, tip, inputs, .. } = &newest.duty else { continue };
            if *round == drawn {
                continue;
            }
            if self.members.seat(tip) > 0 {
                is_caught_up = false;
            }
            is_caught_up = is_caught_up || self.catch_up(tip);
            if is_caught_up {
                drawn = *round;
                self.outbox.clear(tip.round());
                self.draw(&Draw { round: *round, tip, inputs });
            }
        }
    }

    /// Burns the turns that trees have answered according to the chain; false if the chain can't be read.
    fn catch_up(&mut self, tip: &Tip) -> bool {
        let store = self.rounds.store();
        let found = self.members.catch_up(tip, |number| match store.decoded(number) {
            Err(StoreError::Pruned { .. } | StoreError::Archive(ArchiveError::Missing { .. })) => Ok(None),
            found => found,
        });
        let trouble =
            found.err().map(|error| format!("the rounds can't be read, so nothing is drawn: {error}"));
        let is_well = trouble.is_none();
        self.status.set_alarm(AlarmKind::Keys, trouble);
        is_well
    }

    fn draw(&mut self, draw: &Draw<'_>) {
        let mut troubles = Vec::new();
        let mut lost = Vec::new();
        let participants: Vec<u32> = self.members.participants().collect();
        for participant in participants {
            // A tree answers its slots in ascending order, so that a failure ends the participant's round.
            for (slot, input) in (0..).zip(draw.inputs) {
                if !self.collects(draw.round) {
                    return;
                }
                match self.ticket(draw, slot, participant, input) {
                    Ok(()) => {}
                    Err(Failure::Undrawn(Undrawn::Lost(keys))) => {
                        lost.extend(keys.0);
                        break;
                    }
                    Err(failure) => troubles.push(failure.to_string()),
                }
            }
        }
        self.announce(draw, &mut troubles);
        if !lost.is_empty() {
            troubles.push(LostKeys(lost).to_string());
        } else if let Ok(Some(missing)) = self.members.check(draw.tip) {
            troubles.push(missing);
        }
        self.status.set_alarm(AlarmKind::Keys, (!troubles.is_empty()).then(|| troubles.join("; ")));
    }

    /// Sends the ticket of one place, if it wins: one that was drawn before, or a new one.
    fn ticket(&mut self, draw: &Draw<'_>, slot: u8, participant: u32, input: &[u8]) -> Result<(), Failure> {
        let place = Place { round: draw.round, participant, kind: Kind::Ticket { slot } };
        let want = Want::Ticket { round: draw.round, slot, participant };
        if let Some(kept) = self.outbox.kept(place)? {
            self.sender.add(want, kept.to_vec(), self.nodes);
            return Ok(());
        }
        if let Some(ticket) = self.members.ticket(draw.tip, slot, participant, input)? {
            self.keep_and_send(place, want, Body::Ticket(ticket))?;
        }
        Ok(())
    }

    /// Sends the participants' announcements, and lets them make and destroy trees.
    fn announce(&mut self, draw: &Draw<'_>, troubles: &mut Vec<String>) {
        let announced = self.members.announcements(draw.tip);
        for announcement in announced {
            let (round, participant) = (draw.round, announcement.participant);
            let place = Place { round, participant, kind: Kind::Announcement };
            let kept = self.outbox.kept(place).map(|kept| kept.map(<[u8]>::to_vec));
            let want = Want::Announcement { round, participant };
            let sent = match kept {
                Ok(Some(kept)) => {
                    self.sender.add(want, kept, self.nodes);
                    Ok(())
                }
                Ok(None) => self.keep_and_send(place, want, Body::Announcement(announcement)),
                Err(error) => Err(error.into()),
            };
            troubles.extend(sent.err().map(|failure| failure.to_string()));
        }
    }

    /// If the disk is full, waits for space as long as the round collects.
    fn keep_and_send(&mut self, place: Place, want: Want, body: Body) -> Result<(), Failure> {
        let transaction = Transaction { round: place.round, body }.to_bytes();
        loop {
            match self.outbox.keep(place, &transaction) {
                Ok(()) => break,
                Err(error @ OutboxError::Io(_)) if self.collects(place.round) => {
                    self.status.set_alarm(AlarmKind::Keys, Some(error.to_string()));
                    self.newest.sleep(RETRY);
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.sender.add(want, transaction, self.nodes);
        Ok(())
    }

    fn collects(&self, round: u64) -> bool {
        self.newest.is_due(|duty| matches!(duty, Duty::Draw { round: under_way, .. } if *under_way == round))
    }
}

/// The reasons why a place has no ticket.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Undrawn(#[from] Undrawn),
    #[error(transparent)]
    Outbox(#[from] OutboxError),
}
