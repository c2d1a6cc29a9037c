//! The agreement of a network on rounds (`spec/finality.md`): its frames, from the source of the rounds, and
//! their verification.

use crate::failure::{Code, Failure};
use heliast::{Chain, RoundFacts, Tip, TipParts};
use heliast_finality::{Frame, FrameError, Invalid, Malformed, NetworkFile, Signed, Verifier};
use std::collections::BTreeMap;

/// The greatest number of rounds that are remembered until the newest frame is verified. They limit the steps
/// from trusted validators to later ones.
const REMEMBERED: usize = 4096;
/// The number of rounds before the last one in which a frame is searched for.
const LOOKED_BACK: u64 = 100;
const NETWORK_FILE: &[u8] = b"HLNW";

/// A node or a store that has frames of finality.
pub trait Evidence {
    /// The network file; an error if one machine makes the chain.
    ///
    /// # Errors
    /// [`solo`], or a failure of the source.
    fn network_file(&self) -> Result<Vec<u8>, Failure>;

    /// The last round with a frame; 0 if none has one.
    ///
    /// # Errors
    /// A failure of the source.
    fn last_final(&self) -> Result<u64, Failure>;

    /// The frame of a round, if it has one.
    ///
    /// # Errors
    /// A failure of the source.
    fn frame(&self, round: u64) -> Result<Option<Vec<u8>>, Failure>;
}

/// The place of the frames.
enum Frames {
    /// The frames before the rounds of a bundle.
    Bundle(BTreeMap<u64, Vec<u8>>),
    /// The frames of a node or a store, each by its round.
    Asked(Box<dyn Evidence>),
}

/// The facts of verified rounds that are needed to verify the agreement of the network.
pub struct Agreement {
    frames: Frames,
    network: Option<Vec<u8>>,
    /// The last round to show agreement on; 0 if no frame is known.
    target: u64,
    /// The states after the rounds whose frames may be needed.
    tips: BTreeMap<u64, Tip>,
    /// Rounds whose number is a multiple of this are remembered.
    stride: u64,
}

/// The verified agreement of a network.
pub struct Agreed {
    /// The facts of the last frame.
    pub signed: Signed,
    /// The number of verified frames.
    pub frames: usize,
}

impl Agreement {
    /// Agreement on the rounds of a bundle, whose frames come before its rounds. `network` is the user's own
    /// network file, or one that came before skipped rounds.
    pub fn of_bundle(network: Option<Vec<u8>>) -> Agreement {
        let frames = Frames::Bundle(BTreeMap::new());
        Agreement { frames, network, target: 0, tips: BTreeMap::new(), stride: 1 }
    }

    /// Agreement on rounds up to `last`. A network file of the user's own replaces that of the source.
    ///
    /// # Errors
    /// As [`Evidence`].
    pub fn at(
        evidence: impl Evidence + 'static,
        network: Option<Vec<u8>>,
        last: u64,
    ) -> Result<Agreement, Failure> {
        let (found, newest) = (evidence.network_file()?, evidence.last_final()?);
        let target = newest_until(&evidence, newest.min(last))?;
        let frames = Frames::Asked(Box::new(evidence));
        let network = Some(network.unwrap_or(found));
        Ok(Agreement { frames, network, target, tips: BTreeMap::new(), stride: 1 })
    }

    /// Adds a verified round, with the frames that a bundle has before it.
    pub fn take(&mut self, round: u64, before: &[Vec<u8>], facts: &RoundFacts) {
        let Frames::Bundle(frames) = &mut self.frames else {
            if round == self.target || (round < self.target && round.is_multiple_of(self.stride)) {
                self.tips.insert(round, tip(round, facts));
                self.thin_out();
            }
            return;
        };
        for frame in before {
            if Frame::is_meant(frame) {
                frames.insert(round, frame.clone());
                self.target = round;
                self.tips.insert(round, tip(round, facts));
            } else if is_network_file(frame) && self.network.is_none() {
                self.network = Some(frame.clone());
            }
        }
    }

    /// Forgets every second round if there are too many.
    fn thin_out(&mut self) {
        if self.tips.len() > REMEMBERED {
            self.stride *= 2;
            let (stride, target) = (self.stride, self.target);
            self.tips.retain(|round, _| *round == target || round.is_multiple_of(stride));
        }
    }

    /// Verifies that the network agreed on the rounds that were taken.
    ///
    /// # Errors
    /// [`Failure`] with [`Code::Pending`] if no round is signed, and for frames that are missing, malformed
    /// or false.
    pub fn conclude(self, chain: &Chain) -> Result<Agreed, Failure> {
        let network = self.network.as_ref().ok_or_else(no_network)?;
        let network =
            NetworkFile::from_bytes(network).map_err(|error| malformed(error).about("the network file"))?;
        let mut verifier = Verifier::new(chain, &network).map_err(invalid)?;
        match &self.frames {
            _ if self.target == 0 => Err(unsigned()),
            Frames::Asked(_) => self.bisect(&mut verifier),
            Frames::Bundle(frames) => {
                let mut signed = Err(unsigned());
                for round in frames.keys() {
                    signed =
                        Ok(self.verify(&mut verifier, *round)?.map_err(|error| of_round(*round, error))?);
                }
                Ok(Agreed { signed: signed?, frames: frames.len() })
            }
        }
    }

    /// Verifies the frame of the target. If trusted validators have not signed it, frames of earlier rounds
    /// are verified first, each halfway from a trusted round.
    fn bisect(&self, verifier: &mut Verifier) -> Result<Agreed, Failure> {
        let (mut due, mut frames) = (vec![self.target], 0);
        loop {
            let Some(&round) = due.last() else { return Err(unsigned()) };
            match self.verify(verifier, round)? {
                Ok(signed) => {
                    frames += 1;
                    due.pop();
                    if due.is_empty() {
                        return Ok(Agreed { signed, frames });
                    }
                }
                Err(FrameError::Invalid(error @ Invalid::Trusted { .. })) => {
                    let between = self.between(verifier.last_round(), round)?;
                    due.push(between.ok_or_else(|| of_round(round, error.into()))?);
                }
                Err(error) => return Err(of_round(round, error)),
            }
        }
    }

    /// A round with a frame near the middle between two rounds.
    fn between(&self, after: u64, before: u64) -> Result<Option<u64>, Failure> {
        let mut rounds: Vec<_> = self.tips.range(after + 1..before).map(|(round, _)| *round).collect();
        let middle = after + (before - after) / 2;
        rounds.sort_by_key(|round| round.abs_diff(middle));
        for round in rounds {
            if self.frame(round)?.is_some() {
                return Ok(Some(round));
            }
        }
        Ok(None)
    }

    fn frame(&self, round: u64) -> Result<Option<Vec<u8>>, Failure> {
        match &self.frames {
            Frames::Bundle(frames) => Ok(frames.get(&round).cloned()),
            Frames::Asked(evidence) => evidence.frame(round),
        }
    }

    fn verify(&self, verifier: &mut Verifier, round: u64) -> Result<Result<Signed, FrameError>, Failure> {
        let (Some(frame), Some(tip)) = (self.frame(round)?, self.tips.get(&round)) else {
            let message = format_args!("round {round}: its frame of finality is not there any more");
            return Err(Failure::new(Code::Malformed, message).hint("take it from another source"));
        };
        Ok(verifier.verify_bytes(&frame, tip))
    }
}

/// The last round with a frame up to `round`, among the rounds shortly before it; 0 if they have no frame.
fn newest_until(evidence: &impl Evidence, round: u64) -> Result<u64, Failure> {
    for round in (round.saturating_sub(LOOKED_BACK).max(1)..=round).rev() {
        if evidence.frame(round)?.is_some() {
            return Ok(round);
        }
    }
    Ok(0)
}

/// Whether a frame of a bundle begins as a network file.
pub(crate) fn is_network_file(frame: &[u8]) -> bool {
    frame.starts_with(NETWORK_FILE)
}

/// A state that determines the bytes that the network signs for a round. Its time is not among them.
fn tip(round: u64, facts: &RoundFacts) -> Tip {
    let keys = facts.keys.clone();
    Tip::from_trusted_parts(TipParts { round, time_ms: 0, seed: facts.beacon, keys })
}

fn of_round(round: u64, error: FrameError) -> Failure {
    let failure = match error {
        FrameError::Malformed(error) => malformed(error),
        FrameError::Invalid(error) => invalid(error),
        other => Failure::new(Code::Invalid, other),
    };
    failure.about(format_args!("the finality of round {round}"))
}

fn malformed(error: Malformed) -> Failure {
    Failure::new(Code::Malformed, error).hint("take it from another source")
}

fn invalid(error: Invalid) -> Failure {
    let hint = match error {
        Invalid::OtherNetwork => {
            "the network file comes from another network; leave --network out, or take the right one"
        }
        Invalid::Trusted { .. } => {
            "validators have lost their power since: take a source that has the frames between"
        }
        _ => "don't rely on it: the network agreed on something else, or on nothing; ask another node",
    };
    Failure::new(Code::Invalid, error).hint(hint)
}

/// The error for a chain that one machine makes.
pub fn solo() -> Failure {
    Failure::new(Code::Invalid, "this is a solo chain: its rounds are valid, and nobody else agreed on them")
        .hint("leave --final out, or ask a node of a network")
}

fn no_network() -> Failure {
    Failure::new(Code::Invalid, "nothing in this bundle shows that a network agreed: it has no network file")
        .hint("name the network file with --network, or take a bundle that `heliast export --final` wrote")
}

fn unsigned() -> Failure {
    Failure::new(Code::Pending, "no round here is signed yet: there is no frame of finality")
        .hint("a round is signed a block after it is finished; try again then")
}
