//! Leads a verifier of frames of finality from the validators that it trusts to those of a later frame, even
//! if all of them have changed. It goes over frames in between, which come from an untrusted node
//! (`spec/finality.md`, "Sets").

#[cfg(test)]
mod tests;

use crate::follow::FollowError;
use heliast_client::Node;
use heliast_finality::{Frame, Invalid};

/// The most frames that are looked at on the way to one; about four are needed for each change of the list.
const MOST_LOOKS: usize = 4_000;

/// The outcome of looking at a frame.
pub(crate) enum Looked<T> {
    /// It is accepted, and its validators are the trusted ones from then on.
    Taken(T),
    /// Too much has changed since the last accepted frame: a frame in between may help.
    TooFar(Invalid),
}

impl<T> Looked<T> {
    /// The outcome from a verifier's result.
    ///
    /// # Errors
    /// [`FollowError::Finality`] if the frame is false.
    pub(crate) fn of(said: Result<T, Invalid>) -> Result<Looked<T>, FollowError> {
        match said {
            Ok(taken) => Ok(Looked::Taken(taken)),
            Err(reason @ (Invalid::Trusted { .. } | Invalid::Newcomer(_))) => Ok(Looked::TooFar(reason)),
            Err(reason) => Err(reason.into()),
        }
    }
}

/// Leads from the frame of round `known` (0 before the first) to a later one. `show` gives the first frame of
/// a range of rounds, and `look` accepts or refuses a frame.
///
/// If `look` says that too much has changed, a frame halfway is tried first, and so on. A frame that is
/// refused although no other lies in between is skipped.
///
/// # Errors
/// [`FollowError::Finality`] if no shown frames lead there, or a frame is false; [`FollowError::Endless`] if
/// frames come without end; and the errors of `show` and `look`.
pub(crate) fn lead<T>(
    known: u64,
    goal: Frame,
    show: &mut dyn FnMut(u64, u64) -> Result<Option<Frame>, FollowError>,
    look: &mut dyn FnMut(&Frame) -> Result<Looked<T>, FollowError>,
) -> Result<T, FollowError> {
    let (mut passed, mut ahead) = (known, vec![goal]);
    for _ in 0..MOST_LOOKS {
        let Some(next) = ahead.last() else { break };
        let end = next.round();
        match look(next)? {
            Looked::Taken(taken) if ahead.len() == 1 => return Ok(taken),
            Looked::Taken(_) => (),
            Looked::TooFar(reason) => match halfway(passed, end, show)? {
                Some(frame) => {
                    ahead.push(frame);
                    continue;
                }
                None if ahead.len() == 1 => return Err(reason.into()),
                None => (),
            },
        }
        passed = end;
        ahead.pop();
    }
    Err(FollowError::Endless(MOST_LOOKS))
}

/// A frame of a round between these two, halfway if there is one.
fn halfway(
    after: u64,
    before: u64,
    show: &mut dyn FnMut(u64, u64) -> Result<Option<Frame>, FollowError>,
) -> Result<Option<Frame>, FollowError> {
    let mut end = before;
    while end.saturating_sub(after) > 1 {
        let middle = after + (end - after) / 2;
        if let Some(frame) = show(middle, end)? {
            return Ok(Some(frame));
        }
        end = middle;
    }
    Ok(None)
}

/// The first frame that a node has of these rounds.
///
/// # Errors
/// [`FollowError`] if the node does not answer, or its answer does not fit the request.
pub(crate) fn shown(node: &Node, from: u64, before: u64) -> Result<Option<Frame>, FollowError> {
    let Some(bytes) = node.frame_from(from)? else { return Ok(None) };
    let frame = Frame::from_bytes(&bytes).map_err(|reason| FollowError::Finality(reason.into()))?;
    match frame.round() {
        found if found < from => Err(FollowError::Earlier { node: node.to_string(), found, from }),
        found => Ok((found < before).then_some(frame)),
    }
}
