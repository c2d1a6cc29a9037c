//! Answers that are found by asking, and held to verified rounds.

use super::{Client, basis};
use crate::error::{Cause, Error, Misuse};
use heliast::{Chain, Round, Verified};
use heliast_finality::{NetworkFile, Signed, Verifier};
use std::time::{SystemTime, UNIX_EPOCH};

/// The number of rounds after one whose frames speak for it, too, that are looked at.
const LOOKED_AHEAD: u64 = 20;

/// The round that was finished last. Every node says which it is; the highest claim that is true counts.
pub(super) fn latest(client: &Client) -> Result<Verified<Round>, Error> {
    let nodes = &client.shared.nodes;
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
    // A round that cannot have opened yet is looked for last: the clock of this machine may be wrong, too.
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

/// The last round that may have opened by now, one more for clocks that differ.
fn open_by_now(chain: &Chain) -> u64 {
    let genesis = chain.genesis();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    let since = u64::try_from(now).unwrap_or(u64::MAX).saturating_sub(genesis.genesis_time_ms);
    (since / u64::from(genesis.period_ms).max(1)).saturating_add(2)
}

/// The last round that opened at or before a time. A node says which, and the round and the next one show it.
pub(super) fn at(client: &Client, time_ms: u64) -> Result<Verified<Round>, Error> {
    if time_ms < client.chain().genesis().genesis_time_ms {
        return Err(Misuse::BeforeGenesis.into());
    }
    let nodes = &client.shared.nodes;
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

/// That a network agreed on a round, by its frame or by that of one shortly after it.
pub(super) fn finality(client: &Client, round: u64) -> Result<Signed, Error> {
    let network = client.network()?.ok_or(Misuse::Solo)?;
    let chain = client.chain();
    for number in round..=round.saturating_add(LOOKED_AHEAD) {
        let found = match client.round(number) {
            Err(Error::NotYet(_)) if number > round => break,
            found => found?,
        };
        let tip = chain.tip_after(&found);
        let signed = client.shared.nodes.ask(&String::new, |node| {
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

/// The network file, from any node; `None` for a solo chain. The answer is remembered if it is certain.
pub(super) fn network(client: &Client) -> Result<Option<&NetworkFile>, Error> {
    let (nodes, known) = (&client.shared.nodes, &client.shared.network);
    let (mut none, mut errors) = (0, Vec::new());
    for (place, answer) in nodes.ask_ready(|node| node.network_file()) {
        let file = match answer {
            Ok(Some(bytes)) => checked(client, &bytes)
                .map_err(|reason| client.nodes()[place].error("/v1/network", Cause::Claim(reason))),
            Ok(None) => {
                none += 1;
                continue;
            }
            Err(error) => Err(error),
        };
        match file {
            Ok(file) => return Ok(known.get_or_init(|| Some(file)).as_ref()),
            Err(error) => {
                nodes.failed(place, &error);
                errors.push(error);
            }
        }
    }
    match none {
        0 => Err(Error::Nodes(errors)),
        // One that is away may have it.
        none if none < client.nodes().len() => Ok(None),
        _ => Ok(known.get_or_init(|| None).as_ref()),
    }
}

fn checked(client: &Client, bytes: &[u8]) -> Result<NetworkFile, String> {
    let file = NetworkFile::from_bytes(bytes).map_err(|error| error.to_string())?;
    Verifier::new(client.chain(), &file).map_err(|error| error.to_string())?;
    Ok(file)
}
