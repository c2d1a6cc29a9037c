//! Answers that come from nodes, and are checked against verified rounds.

use crate::{
    basis,
    client::Client,
    error::{Cause, Error, Misuse},
};
use heliast::{Chain, Members, Round, Verified};
use heliast_finality::Signed;
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of rounds after a round whose frames are tried, since they also prove the earlier round.
const LOOKED_AHEAD: u64 = 20;

impl Client {
    /// The last finished round of all nodes.
    ///
    /// # Errors
    /// [`Error::NotYet`] before the first round; [`Error::Nodes`].
    pub fn latest(&self) -> Result<Verified<Round>, Error> {
        latest(self)
    }

    /// The last round that opened at or before a time. This also checks that no later round did.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a time before the chain; [`Error::NotYet`]; [`Error::Nodes`].
    pub fn at(&self, time: SystemTime) -> Result<Verified<Round>, Error> {
        at(self, since_1970_ms(time))
    }

    /// Verifies that more than two thirds of the network's power agreed on a round, or on a round shortly
    /// after it, which also proves this one.
    ///
    /// # Errors
    /// [`Error::Misuse`] for a solo chain; [`Error::NotYet`] if it is not signed yet; [`Error::Nodes`].
    pub fn finality(&self, round: u64) -> Result<Signed, Error> {
        finality(self, round)
    }

    /// The members after the last finished round, with their stakes and proposals.
    ///
    /// # Errors
    /// The errors of [`Client::latest`].
    pub fn members(&self) -> Result<Members, Error> {
        let tip = self.chain().tip_after(&self.latest()?);
        Ok(tip.keys().members().clone())
    }
}

/// The last finished round. Every node reports its number, and the highest claim that is true counts.
fn latest(client: &Client) -> Result<Verified<Round>, Error> {
    let nodes = client.asked();
    let (mut claims, mut errors) = (Vec::new(), Vec::new());
    for (place, answer) in nodes.ask_ready(|node| node.latest()) {
        match answer {
            Ok(latest) => claims.push((latest, place)),
            Err(error) => {
                nodes.failed(place, &error);
                errors.push(error);
            }
        }
    }
    let known = client.tips().newest().round();
    let mut numbers: Vec<_> = claims.iter().map(|(latest, _)| *latest).chain([known]).collect();
    // A round that cannot have opened yet is requested last, and not ignored: the clock of this machine may
    // be wrong.
    let possible = open_by_now(client.chain());
    numbers.sort_by_key(|number| (*number <= possible, *number));
    numbers.dedup();
    for number in numbers.into_iter().rev().filter(|number| *number > 0) {
        match client.round(number) {
            Ok(round) => {
                let behind = claims.iter().filter(|(latest, _)| latest.saturating_add(1) < number);
                behind.for_each(|(_, place)| nodes.is_behind(*place));
                return Ok(round);
            }
            Err(Error::NotYet(_)) => {
                for (_, place) in claims.iter().filter(|(latest, _)| *latest == number) {
                    let reason = format!("it says that round {number} is finished, and no node has it");
                    nodes.failed(*place, &client.nodes()[*place].error("/v1/status", Cause::Claim(reason)));
                }
            }
            Err(Error::Nodes(failed)) => errors.extend(failed),
            Err(error) => return Err(error),
        }
    }
    match errors.is_empty() {
        true => Err(Error::NotYet("round 1".to_owned())),
        false => Err(Error::Nodes(errors)),
    }
}

/// The last round that may have opened by now, plus one because clocks differ.
fn open_by_now(chain: &Chain) -> u64 {
    let genesis = chain.genesis();
    let since = since_1970_ms(SystemTime::now()).saturating_sub(genesis.genesis_time_ms);
    (since / u64::from(genesis.period_ms).max(1)).saturating_add(2)
}

/// Milliseconds since 1970; 0 before.
fn since_1970_ms(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    u64::try_from(since).unwrap_or(u64::MAX)
}

/// The last round that opened at or before a time. A node reports its number, and this round and the next one
/// prove it.
fn at(client: &Client, time_ms: u64) -> Result<Verified<Round>, Error> {
    if time_ms < client.chain().genesis().genesis_time_ms {
        return Err(Misuse::BeforeGenesis.into());
    }
    let nodes = client.asked();
    let mut errors = Vec::new();
    for _ in client.nodes() {
        let (node, number) = nodes.ask(&|| "the round of this time".to_owned(), |node| {
            Ok((node.clone(), node.round_at(time_ms)?))
        })?;
        let is_later = |number| match client.round(number) {
            Ok(round) => Ok(Some(round.time_ms > time_ms)),
            Err(Error::NotYet(_)) => Ok(None),
            Err(error) => Err(error),
        };
        let is_it = number > 0
            && is_later(number)? == Some(false)
            && is_later(number.saturating_add(1))? != Some(false);
        if is_it {
            return client.round(number);
        }
        let reason =
            format!("it says that round {number} is the last that opened by {time_ms} ms, which is false");
        let error = node.error("/v1/rounds", Cause::Claim(reason));
        nodes.place_of(&node).into_iter().for_each(|place| nodes.failed(place, &error));
        errors.push(error);
    }
    Err(Error::Nodes(errors))
}

/// Verifies that a network agreed on a round, by its frame or by that of a round shortly after it.
fn finality(client: &Client, round: u64) -> Result<Signed, Error> {
    let network = client.network()?.ok_or(Misuse::Solo)?;
    let chain = client.chain();
    for number in round..=round.saturating_add(LOOKED_AHEAD) {
        let found = match client.round(number) {
            Err(Error::NotYet(_)) if number > round => break,
            found => found?,
        };
        let tip = chain.tip_after(&found);
        let signed = client.asked().ask(&String::new, |node| {
            let frame = node.frame(number)?.ok_or_else(|| basis::unsigned(node, number))?;
            basis::prove(chain, network, node, (&tip, frame))
        });
        match signed {
            Err(Error::NotYet(_)) => {}
            signed => return signed,
        }
    }
    Err(Error::NotYet(format!("the finality of round {round}")))
}
