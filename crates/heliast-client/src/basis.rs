//! The state against which a round in the middle of a chain is verified.

use crate::{
    client::Client,
    error::{Cause, Error, NodeError},
    node::Node,
};
use heliast::{Chain, Tip};
use heliast_finality::{FrameError, Invalid, NetworkFile, Signed, Verifier};

/// The number of rounds before a round in which a frame is searched.
const LOOKED_BACK: u64 = 20;
/// The most frames that lead from the first validators to later ones: each is halfway to its target.
const STEPS: usize = 64;

/// A state before `round`, which is not 0: a known one, or one that is proved.
pub(crate) fn before(client: &Client, round: u64) -> Result<Tip, Error> {
    let near = client.tips().before(round);
    if round - 1 - near.round() <= client.choices().leap {
        return Ok(near);
    }
    let found = match client.network() {
        Ok(Some(network)) => signed(client, network, round - 1),
        Ok(None) if client.choices().trusts => return agreed(client, round),
        Err(error) if client.choices().trusts => return Err(error),
        // All rounds in between are verified.
        Ok(None) | Err(_) => return Ok(near),
    };
    match found {
        Ok(tip) if tip.round() > near.round() => {
            client.tips().note(&tip);
            Ok(tip)
        }
        // No node has a frame of that time.
        Ok(_) | Err(Error::NotYet(_)) => Ok(near),
        Err(error) => Err(error),
    }
}

/// The state after a round, or after one shortly before it, that the network signed.
fn signed(client: &Client, network: &NetworkFile, round: u64) -> Result<Tip, Error> {
    let chain = client.chain();
    client.asked().ask(&|| format!("the finality of round {round}"), |node| {
        let (tip, frame) = framed(chain, node, round)?;
        prove(chain, network, node, (&tip, frame))?;
        Ok(tip)
    })
}

/// Proves by a frame that the network agreed on the round before `tip`. If validators have lost their power
/// since the genesis, frames of earlier rounds lead there, each halfway from a proved round.
pub(crate) fn prove(
    chain: &Chain,
    network: &NetworkFile,
    node: &Node,
    (tip, frame): (&Tip, Vec<u8>),
) -> Result<Signed, NodeError> {
    let failed = |round, error| node.error(&frame_path(round), Cause::Finality(error));
    let mut verifier = Verifier::new(chain, network).map_err(|error| failed(tip.round(), error.into()))?;
    let mut due = vec![(tip.clone(), frame)];
    loop {
        let Some((tip, frame)) = due.last() else {
            return Err(failed(tip.round(), Invalid::Missing.into()));
        };
        match verifier.verify_bytes(frame, tip) {
            Ok(signed) => {
                due.pop();
                if due.is_empty() {
                    return Ok(signed);
                }
            }
            Err(error @ FrameError::Invalid(Invalid::Trusted { .. })) if due.len() < STEPS => {
                let after = verifier.last_round();
                let middle = after + tip.round().saturating_sub(after) / 2;
                let between = framed(chain, node, middle.max(1))?;
                if between.0.round() <= after || between.0.round() >= tip.round() {
                    return Err(failed(tip.round(), error));
                }
                due.push(between);
            }
            Err(error) => return Err(failed(tip.round(), error)),
        }
    }
}

/// The state after a round and its frame, or those of an earlier round nearby that has a frame; all according
/// to a node.
fn framed(chain: &Chain, node: &Node, round: u64) -> Result<(Tip, Vec<u8>), NodeError> {
    for round in (round.saturating_sub(LOOKED_BACK).max(1)..=round).rev() {
        if let Some(frame) = node.frame(round)? {
            return Ok((node.claimed_tip(chain, round.saturating_add(1))?, frame));
        }
    }
    Err(unsigned(node, round))
}

/// The node has no frame of this round.
pub(crate) fn unsigned(node: &Node, round: u64) -> NodeError {
    node.error(&frame_path(round), Cause::Status { status: 425, wait: None })
}

fn frame_path(round: u64) -> String {
    format!("/v1/rounds/{round}/finality")
}

/// The state before a round. More than half of the answering nodes must report it, and no node another one. A
/// node that says that the round is still to come also counts as answering.
fn agreed(client: &Client, round: u64) -> Result<Tip, Error> {
    let (mut said, mut early, mut errors) = (Vec::new(), 0, Vec::new());
    for (place, answer) in client.asked().ask_ready(|node| node.claimed_tip(client.chain(), round)) {
        match answer {
            Ok(tip) => said.push((place, tip)),
            Err(error) if error.is_too_early() => early += 1,
            Err(error) => {
                client.asked().failed(place, &error);
                errors.push(error);
            }
        }
    }
    let what = format!("the state before round {round}");
    match said.first() {
        None if early == 0 => Err(Error::Nodes(errors)),
        Some((_, tip)) if said.iter().any(|(_, other)| other != tip) => {
            let nodes = said.iter().map(|(place, _)| client.nodes()[*place].to_string()).collect();
            Err(Error::Contradiction { what, nodes })
        }
        Some((_, tip)) if said.len() > early => {
            client.tips().note(tip);
            Ok(tip.clone())
        }
        _ => Err(Error::NotYet(what)),
    }
}
