//! Reading bundles, round by round.

use super::{
    error::BundleError,
    format::{MAX_FRAME_LEN, MAX_FRAMES},
    frames,
    header::Header,
    input::{self, Broken},
    pin::Pin,
};
use crate::{
    chain::{Chain, Tip, TipParts},
    epoch::EpochProof,
    round::{self, Round},
    verified::Verified,
    wire::Malformed,
};
use std::{fmt, io::Read};

/// The next round of a bundle, unverified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub number: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The bytes of the epoch proof before this round, which may be anything.
    pub epoch_proof: Option<Vec<u8>>,
}

/// The tip that the first round of a bundle is verified against. The rounds can be trusted as far as this tip
/// can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The genesis: everything is verified, from round 1 on.
    Genesis,
    /// A tip that the caller has; the rounds continue from it.
    Tip {
        /// The first round.
        round: u64,
    },
    /// The word of the bundle's writer. The bundle begins in the middle of the chain. It claims a seed and
    /// the earlier announcements without their proofs. Its rounds do not show that these claims are true: a
    /// liar can announce keys of their own for every participant, and prove all tickets with them. Only a
    /// ticket that is known to be honest vouches for the seed and for all announcements but those of the last
    /// k − 1 rounds (`spec/round.md`).
    Trusted {
        /// The first round.
        round: u64,
    },
}

/// A bundle that is being read.
pub struct Reader<R> {
    input: R,
    chain: Chain,
    start: Start,
    count: u64,
    next: u64,
    tip: Tip,
    /// Frames of other kinds may precede rounds.
    is_extended: bool,
    /// The frames before the round that was read last.
    frames: Vec<Vec<u8>>,
    /// An error was reported; bytes after it are not read.
    failed: bool,
}

impl Start {
    /// The first round that is verified.
    pub fn round(self) -> u64 {
        match self {
            Start::Genesis => 1,
            Start::Tip { round } | Start::Trusted { round } => round,
        }
    }

    /// Whether the first round's seed and the keys announced before it are taken on the word of the
    /// bundle's writer.
    pub fn is_trusted(self) -> bool {
        matches!(self, Start::Trusted { .. })
    }
}

/// Writes a clause that says what the rounds show once they are verified.
impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Genesis => f.write_str("verified from the genesis on"),
            Start::Tip { round } => write!(f, "verified from round {round} on, after what was known before"),
            Start::Trusted { round } => write!(
                f,
                "verified from round {round} on, if its seed and the keys announced before are right: they were taken on trust"
            ),
        }
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header of a bundle of the chain that `pin` names, usually by its id, `Pin::Chain(id)`. The
    /// bundle must begin with round 1, so that everything is verified against the genesis.
    ///
    /// # Errors
    /// [`BundleError::OtherChain`] if the bundle is of another chain than `pin`, and
    /// [`BundleError::Middle`] if it begins after round 1.
    pub fn new(input: R, pin: impl Into<Pin>) -> Result<Self, BundleError> {
        let reader = Reader::trusting_start(input, pin)?;
        match reader.start {
            Start::Trusted { round } => Err(BundleError::Middle { first: round }),
            Start::Genesis | Start::Tip { .. } => Ok(reader),
        }
    }

    /// Reads the header of a bundle that may begin in the middle of the chain. What came before is
    /// then taken on the word of the bundle's writer, and **a liar can make all of it up, lots
    /// included** ([`Start::Trusted`]): use this for bundles from a source that you trust.
    ///
    /// # Errors
    /// [`BundleError::OtherChain`] if the bundle is of another chain than `pin`.
    pub fn trusting_start(mut input: R, pin: impl Into<Pin>) -> Result<Self, BundleError> {
        let Header { chain, first, count, tip, is_extended } = Header::read(&mut input, pin.into())?;
        let start = if first == 1 { Start::Genesis } else { Start::Trusted { round: first } };
        let frames = Vec::new();
        Ok(Reader { input, chain, start, count, next: first, tip, is_extended, frames, failed: false })
    }

    /// Reads the header of a bundle that continues from `tip` of `chain`, so that nothing is taken
    /// on the bundle's word.
    ///
    /// # Errors
    /// [`BundleError::OtherTip`] if it begins with another round, seed or history of keys.
    pub fn after(mut input: R, chain: &Chain, tip: &Tip) -> Result<Self, BundleError> {
        let Header { first, count, tip: claimed, is_extended, .. } =
            Header::read(&mut input, Pin::from(chain))?;
        let timed = TipParts { time_ms: tip.time_ms(), ..claimed.to_parts() };
        if Tip::from_trusted_parts(timed) != *tip {
            return Err(BundleError::OtherTip { expected: tip.next_round(), found: first });
        }
        let start = if first == 1 { Start::Genesis } else { Start::Tip { round: first } };
        let (chain, tip, frames) = (chain.clone(), tip.clone(), Vec::new());
        Ok(Reader { input, chain, start, count, next: first, tip, is_extended, frames, failed: false })
    }

    /// The bundle's chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The tip that the first round is verified against.
    pub fn start(&self) -> Start {
        self.start
    }

    /// The first round that [`Reader::next_round`] verifies. If it is not 1, see
    /// [`Reader::start`].
    pub fn verified_from(&self) -> u64 {
        self.start.round()
    }

    /// The number of all rounds, by the header. Anybody can cut rounds off at the end of a chain:
    /// the shorter chain is valid.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The tip after the verified rounds; before the first of them, the tip that it builds on.
    pub fn tip(&self) -> &Tip {
        &self.tip
    }

    /// The next round, verified by its own proof; `None` when all have been read and nothing follows.
    ///
    /// # Errors
    /// [`BundleError`]; and [`BundleError::Failed`] from the first error on.
    pub fn next_round(&mut self) -> Result<Option<Verified<Round>>, BundleError> {
        let verified = self.read_round();
        self.failed |= verified.is_err();
        verified
    }

    /// Returns the next round's bytes, unverified, for callers that verify them; `None` when all
    /// have been read and nothing follows. [`Reader::tip`] does not move, so that
    /// [`Reader::next_round`] fails from then on.
    ///
    /// # Errors
    /// [`BundleError`]; and [`BundleError::Failed`] from the first error on.
    pub fn next_entry(&mut self) -> Result<Option<Entry>, BundleError> {
        if self.failed {
            return Err(BundleError::Failed { round: self.next });
        }
        let entry = self.read_entry();
        self.failed = entry.is_err();
        entry
    }

    /// The frames before the latest round read that are neither rounds nor epoch proofs. In a network's chain
    /// they show that the network agreed on the round (`spec/finality.md`). Only bundles of version 4 have
    /// such frames, and at most eight before a round: at most one frame of finality, and one network file
    /// before the first round. Their contents have not been checked.
    pub fn frames(&self) -> &[Vec<u8>] {
        &self.frames
    }

    fn read_round(&mut self) -> Result<Option<Verified<Round>>, BundleError> {
        let Some(Entry { number: round, bytes, .. }) = self.next_entry()? else {
            return Ok(None);
        };
        let malformed = |reason| BundleError::Malformed { round, reason };
        let decoded = self.chain.decode_round(&bytes).map_err(malformed)?;
        let verified = self.chain.verify(&self.tip, decoded);
        let verified = verified.map_err(|reason| BundleError::Invalid { round, reason })?;
        self.tip = self.chain.tip_after(&verified);
        Ok(Some(verified))
    }

    fn read_entry(&mut self) -> Result<Option<Entry>, BundleError> {
        let number = self.next;
        if number == self.start.round() + self.count {
            return self.end().map(|()| None);
        }
        let mut bytes = self.frame()?;
        let mut epoch_proof = None;
        self.frames.clear();
        while self.is_extended && self.frames.len() < MAX_FRAMES && is_other(&bytes) {
            frames::check(&self.frames, &bytes, number == self.start.round())
                .map_err(|reason| BundleError::Malformed { round: number, reason })?;
            self.frames.push(bytes);
            bytes = self.frame()?;
        }
        if EpochProof::is_meant(&bytes) {
            epoch_proof = Some(bytes);
            bytes = self.frame()?;
        }
        self.next += 1;
        Ok(Some(Entry { number, bytes, epoch_proof }))
    }

    /// Reads the next length and as many bytes.
    fn frame(&mut self) -> Result<Vec<u8>, BundleError> {
        let round = self.next;
        let malformed = |reason| BundleError::Malformed { round, reason };
        let of_round = |error| match error {
            Broken::Io(error) => BundleError::Broken { round, error },
            Broken::Short => malformed(Malformed::Short("bundle")),
        };
        let len = u32::from_be_bytes(input::array(&mut self.input).map_err(of_round)?);
        let longest_frame = if self.is_extended { MAX_FRAME_LEN } else { 0 };
        if u64::from(len) > self.chain.max_round_len().max(longest_frame) {
            let rule = "it is longer than any round of this chain";
            return Err(malformed(Malformed::Field { field: "length", rule }));
        }
        input::read(&mut self.input, len).map_err(of_round)
    }

    fn end(&mut self) -> Result<(), BundleError> {
        let mut more = Vec::new();
        let round = self.next - 1;
        let read = (&mut self.input).take(1).read_to_end(&mut more);
        read.map_err(|error| BundleError::Broken { round, error })?;
        match more.is_empty() {
            true => Ok(()),
            false => Err(BundleError::Malformed { round, reason: Malformed::Trailing("bundle") }),
        }
    }
}

/// Whether a frame is neither a round nor an epoch proof, by its first bytes.
fn is_other(frame: &[u8]) -> bool {
    !frame.starts_with(round::KIND) && !EpochProof::is_meant(frame)
}
