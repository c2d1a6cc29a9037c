//! The input of a round's delay, which comes from the round's lots, and the computation of the delay.

use super::{params::Chain, tip::Tip};
use crate::{
    delay::Delay,
    round::{Lot, Round},
    wire::{Malformed, Reader, tagged},
};
use heliast_group::{AnyElem, Group, RootElement};
use heliast_vdf::{Evaluation, ProveError, ResumeError, Statement, roots};
use sha2::Digest;

/// The input of a round's delays, one for each kind that the chain has.
#[derive(Clone, Debug)]
pub struct DelayInput {
    /// The input of the squarings.
    pub squarings: Option<AnyElem>,
    /// The input of the roots.
    pub roots: Option<RootElement>,
}

/// The claims of a round's delay.
#[derive(Clone, Debug)]
pub(crate) struct Claims {
    pub(crate) squarings: Option<heliast_vdf::Claim<AnyElem>>,
    pub(crate) roots: Option<roots::Claim>,
}

/// The reasons why a delay has no output or no proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluateError {
    /// The squarings cannot begin.
    #[error("the delay can't begin: {0}")]
    Begin(ResumeError),
    /// The roots cannot begin.
    #[error("the roots of the delay can't begin: {0}")]
    BeginRoots(roots::BadCut),
    /// The input has other kinds of delays than this chain.
    #[error("the input is of another chain")]
    OtherChain,
    /// The squarings have no proof.
    #[error("the delay can't be proved: {0}")]
    Prove(ProveError),
}

impl Chain {
    /// Returns (e_K, x_K) for the lots of the round after `tip`.
    pub fn delay_input<'a>(
        &self,
        tip: &Tip,
        time_ms: u64,
        lots: impl ExactSizeIterator<Item = &'a Lot>,
    ) -> ([u8; 32], DelayInput) {
        let seats = lots.map(|lot| (lot.slot, lot.participant, &lot.output[..]));
        self.input_of((tip.next_round(), time_ms, tip.seed()), seats)
    }

    /// Returns (e_K, x_K) for a round of this chain that was verified earlier, from the seed of its lots and
    /// from the outputs of its tickets, in their order. Both are taken on trust, and tickets without an
    /// output are left out.
    pub fn trusted_delay_input(
        &self,
        seed: &[u8; 32],
        round: &Round,
        outputs: &[Vec<u8>],
    ) -> ([u8; 32], DelayInput) {
        let seats = round.tickets.iter().zip(outputs);
        let seats = seats.map(|(ticket, output)| (ticket.slot, ticket.participant, &output[..]));
        self.input_of((round.number, round.time_ms, seed), seats)
    }

    /// Returns (e_K, x_K) for a round with this number, time and seed, and each lot's slot, participant and
    /// output.
    fn input_of<'a>(
        &self,
        (number, time_ms, seed): (u64, u64, &[u8; 32]),
        lots: impl ExactSizeIterator<Item = (u8, u32, &'a [u8])>,
    ) -> ([u8; 32], DelayInput) {
        let mut hash = tagged("heliast/entropy/v2")
            .chain_update(*self.id())
            .chain_update(number.to_be_bytes())
            .chain_update(time_ms.to_be_bytes())
            .chain_update(seed)
            .chain_update((lots.len() as u32).to_be_bytes());
        for (slot, participant, output) in lots {
            hash.update([slot]);
            hash.update(participant.to_be_bytes());
            hash.update((output.len() as u16).to_be_bytes());
            hash.update(output);
        }
        let entropy: [u8; 32] = hash.finalize().into();
        (entropy, self.delay_input_from(&entropy))
    }

    /// Returns x_K for e_K.
    pub fn delay_input_from(&self, entropy: &[u8; 32]) -> DelayInput {
        DelayInput {
            squarings: self.group().map(|group| heliast_vdf::delay_input(group, entropy)),
            roots: self.roots().map(|roots| roots.field.hash(entropy)),
        }
    }

    /// The bytes of an input, x_K: the part of the squarings, then the part of the roots.
    pub fn encode_input(&self, input: &DelayInput) -> Vec<u8> {
        let squarings = self.group().zip(input.squarings.as_ref()).map(|(group, x)| group.encode(x));
        let roots = self.roots().zip(input.roots.as_ref()).map(|(roots, x)| roots.field.encode(x));
        [squarings, roots].into_iter().flatten().flatten().collect()
    }

    /// Evaluates a delay and proves it on this thread: for tests and tools, because it cannot be interrupted.
    ///
    /// # Errors
    /// [`EvaluateError`].
    pub fn evaluate(&self, input: &DelayInput) -> Result<Delay, EvaluateError> {
        let mut delay = Delay { y: vec![], proof: vec![] };
        if let Some(squarings) = self.squarings() {
            let (group, x) = (&squarings.group, input.squarings.clone().ok_or(EvaluateError::OtherChain)?);
            let mut evaluation = Evaluation::start(group, x, squarings.t).map_err(EvaluateError::Begin)?;
            evaluation.advance(squarings.t);
            let proved = heliast_vdf::prove(&evaluation, squarings.suite, 1, |_| true);
            let (y, proof) = proved.map_err(EvaluateError::Prove)?;
            delay = Delay { y: group.encode(&y), proof: group.encode(&proof) };
        }
        if let Some(of) = self.roots() {
            let x = input.roots.clone().ok_or(EvaluateError::OtherChain)?;
            let mut evaluation = of.start(x).map_err(EvaluateError::BeginRoots)?;
            evaluation.advance(of.t, 1);
            let made = of.finish(&evaluation).ok_or(EvaluateError::OtherChain)?;
            delay.y.extend(made.y);
            delay.proof.extend(made.proof);
        }
        Ok(delay)
    }

    /// The state for [`Chain::admits_roots`] on a round with this input, with nothing checked yet; `None` if
    /// rounds have no roots.
    pub fn known_roots(&self, input: &DelayInput) -> Option<roots::Prefix> {
        let (of, x) = self.roots().zip(input.roots.as_ref())?;
        roots::Prefix::new(&of.field, x.clone(), of.t, of.segments).ok()
    }

    /// Whether the roots of a delay agree with `known` and their next segment is valid. If so, `known` then
    /// includes that segment.
    ///
    /// Cost: that of [`roots::Prefix::admits`], the squarings of one segment.
    ///
    /// # Errors
    /// [`Malformed`] as [`Chain::decode_delay`].
    pub fn admits_roots(&self, known: &mut roots::Prefix, delay: &Delay) -> Result<bool, Malformed> {
        let Parts { roots, .. } = self.split(delay)?;
        Ok(roots.is_none_or(|(y, proof)| known.admits(&y, &proof)))
    }

    /// Checks that every element of a delay is well formed.
    pub(super) fn check_delay(&self, delay: &Delay) -> Result<(), Malformed> {
        self.split(delay).map(drop)
    }

    /// The statements and proofs of a delay with this input.
    pub(super) fn claims(&self, x: DelayInput, delay: &Delay) -> Result<Claims, Malformed> {
        let Parts { squarings, roots } = self.split(delay)?;
        let of_squarings = self.squarings().zip(x.squarings).zip(squarings);
        let squarings = of_squarings.map(|((of, x), (y, proof))| {
            let statement = Statement { x, y, t: of.t };
            heliast_vdf::Claim { statement, proof, hint: None }
        });
        let roots = self.roots().zip(x.roots).zip(roots).map(|((of, x), (y, proof))| {
            let statement = roots::Statement { x, y, t: of.t };
            roots::Claim { field: of.field.clone(), statement, proof }
        });
        Ok(Claims { squarings, roots })
    }

    /// The elements of a delay.
    fn split(&self, delay: &Delay) -> Result<Parts, Malformed> {
        let (mut y, mut proof) =
            (Reader::new("delay output", &[], &delay.y)?, Reader::new("delay proof", &[], &delay.proof)?);
        let element = |field| move |reason| Malformed::Element { field, reason };
        let squarings = match self.group() {
            None => None,
            Some(group) => {
                let of = |reader: &mut Reader<'_>, field| {
                    group.decode(reader.bytes(group.encoded_len())?).map_err(element(field))
                };
                Some((of(&mut y, "delay output")?, of(&mut proof, "delay proof")?))
            }
        };
        let roots = match self.roots() {
            None => None,
            Some(of) => {
                let field = &of.field;
                let output = field.decode(y.bytes(field.encoded_len())?).map_err(element("delay output"))?;
                Some((output, of.decode_proof(proof.bytes(of.proof_len())?)?))
            }
        };
        y.end()?;
        proof.end()?;
        Ok(Parts { squarings, roots })
    }
}

/// The output and the proof of each kind of delay.
struct Parts {
    squarings: Option<(AnyElem, AnyElem)>,
    roots: Option<(RootElement, roots::Proof)>,
}
