//! Rounds as they are finished, through the events of a node.

use crate::{
    client::Client,
    error::{Cause, Error, NodeError},
    node::{Event, Events},
    rounds::Rounds,
};
use heliast::{Round, Verified};
use std::{
    thread,
    time::{Duration, Instant},
};

/// The time before the next connection to a node: from the first value, doubled each time, up to the second.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(10)];
/// The number of periods without a round after which another node is used, and the least such time.
const STALLED: (u32, Duration) = (3, Duration::from_secs(10));

impl Client {
    /// Every round from the next one on, as it is finished. The iterator waits, and never ends.
    pub fn watch(&self) -> Watch {
        Watch::new(self.clone(), None)
    }

    /// Every round from this one on.
    pub fn watch_from(&self, round: u64) -> Watch {
        Watch::new(self.clone(), Some(round.max(1)))
    }
}

/// Rounds as they are finished, without gaps: [`Client::watch`]. It waits for the next one.
///
/// It returns an error each time when no node can be reached. This is not the end: the next call tries again,
/// after a growing pause. The watch ends when it is dropped.
#[must_use = "nothing is asked before the first round is taken"]
pub struct Watch {
    client: Client,
    next: Option<u64>,
    events: Option<Events>,
    /// Rounds that are finished according to a node.
    rounds: Option<(Rounds, u64)>,
    /// The time before the next connection, if the last one gave no rounds.
    pause: Option<Duration>,
    /// The time of the last round, or of the connection.
    heard: Instant,
}

impl Watch {
    fn new(client: Client, next: Option<u64>) -> Watch {
        Watch { client, next, events: None, rounds: None, pause: None, heard: Instant::now() }
    }

    /// A round, or `None` if there may be one after the next event.
    fn step(&mut self) -> Result<Option<Verified<Round>>, Error> {
        if let Some((rounds, last)) = &mut self.rounds {
            let (round, last) = (rounds.next(), *last);
            if !matches!(round, Some(Ok(_))) {
                self.rounds = None;
            }
            return match round {
                Some(Err(Error::NotYet(_))) => {
                    self.leave(&format!("it says that round {last} is finished, and no node has it"));
                    Ok(None)
                }
                round => round.transpose(),
            };
        }
        let next = self.first()?;
        match self.events.as_mut().map(Iterator::next) {
            None => self.connect()?,
            Some(Some(Ok(Event::Round(last)))) if last >= next => {
                self.rounds = Some((self.client.rounds(next..=last), last));
            }
            Some(Some(Ok(_))) if !self.is_stalled() => {}
            Some(Some(Err(error))) => self.left(&error),
            Some(_) => self.leave("it tells of no round any more"),
        }
        Ok(None)
    }

    /// The first round; if it was not given, the one after the last finished round.
    fn first(&mut self) -> Result<u64, Error> {
        let next = match self.next {
            Some(next) => next,
            None => match self.client.latest() {
                Ok(round) => round.number.saturating_add(1),
                Err(Error::NotYet(_)) => 1,
                Err(error) => return Err(error),
            },
        };
        self.next = Some(next);
        Ok(next)
    }

    /// Connects to the events of a node.
    fn connect(&mut self) -> Result<(), Error> {
        if let Some(pause) = self.pause {
            thread::sleep(pause);
        }
        self.pause = Some(self.pause.map_or(PAUSES[0], |pause| (pause * 2).min(PAUSES[1])));
        let what = || "an event".to_owned();
        self.events = Some(self.client.asked().ask(&what, |node| node.events())?);
        self.heard = Instant::now();
        Ok(())
    }

    /// Whether the node is connected but has not had a round for long.
    fn is_stalled(&self) -> bool {
        let period = Duration::from_millis(self.client.chain().genesis().period_ms.into());
        self.heard.elapsed() >= (STALLED.0 * period).max(STALLED.1)
    }

    /// Disconnects from the current node because of its events.
    fn leave(&mut self, reason: &str) {
        let cause = Cause::Claim(reason.to_owned());
        let failure = self.events.as_ref().map(|events| events.node().error("/v1/stream", cause));
        failure.iter().for_each(|failure| self.left(failure));
    }

    fn left(&mut self, failure: &NodeError) {
        let nodes = self.client.asked();
        let place = self.events.take().and_then(|events| nodes.place_of(events.node()));
        place.into_iter().for_each(|place| nodes.failed(place, failure));
    }
}

impl Iterator for Watch {
    type Item = Result<Verified<Round>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.step() {
                Ok(None) => {}
                Ok(Some(round)) => {
                    self.next = Some(round.number.saturating_add(1));
                    (self.pause, self.heard) = (None, Instant::now());
                    return Some(Ok(round));
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
