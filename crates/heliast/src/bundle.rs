//! A range of a chain in one file, `spec/round.md`.
//!
//! A bundle can be large, so it is written and read through [`std::io`], a round at a time.

use crate::{
    announcement::{Announced, MAX_HISTORY},
    chain::{Chain, Tip},
    epoch::EpochProof,
    round::{Invalid, Round, Verified},
    wire::{self, Malformed},
};
use std::io::{self, Read, Write};

const MAGIC: &[u8; 5] = b"HLBN\x03";
const MAX_GENESIS: u32 = 16 << 20;

/// Why a bundle can't be read on.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// The file or connection failed.
    #[error("the bundle can't be read: {0}")]
    Io(io::Error),
    /// The file or connection failed in the middle.
    #[error("round {round}: the bundle can't be read on: {error}")]
    Broken {
        /// The round that is due.
        round: u64,
        /// What happened.
        error: io::Error,
    },
    /// The bytes before the first round are no bundle's.
    #[error("{0}")]
    Header(Malformed),
    /// The header names a chain that its genesis is not that of.
    #[error("the bundle's chain id is not that of its genesis")]
    OtherChain,
    /// A bundle from round 1 on begins with another seed than its genesis gives.
    #[error("the bundle's first seed is not that of its genesis")]
    OtherSeed,
    /// The announcements before the first round break a rule of the schedule.
    #[error("the bundle's announcements before its first round: {0}")]
    History(Invalid),
    /// The bytes of a round are none.
    #[error("round {round}: {reason}")]
    Malformed {
        /// The round that is due.
        round: u64,
        /// What is wrong.
        reason: Malformed,
    },
    /// A round's claim is false.
    #[error("round {round}: {reason}")]
    Invalid {
        /// The round that is due.
        round: u64,
        /// What is wrong.
        reason: Invalid,
    },
}

/// Writes the header of a bundle of `count` rounds after `tip`.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] if more than 1,048,576 announcements came before: such a chain is handed on from round 1.
pub fn write_header(out: &mut impl Write, chain: &Chain, tip: &Tip, count: u64) -> io::Result<()> {
    let announced = tip.keys.announced();
    let before = u32::try_from(announced.len()).ok().filter(|count| *count <= MAX_HISTORY);
    let before = before.ok_or_else(|| {
        let message = "too many keys were announced before; begin the bundle with round 1";
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })?;
    out.write_all(MAGIC)?;
    out.write_all(chain.id())?;
    out.write_all(&(chain.genesis_bytes().len() as u32).to_be_bytes())?;
    out.write_all(chain.genesis_bytes())?;
    out.write_all(&(tip.round + 1).to_be_bytes())?;
    out.write_all(&count.to_be_bytes())?;
    out.write_all(&tip.seed)?;
    out.write_all(&before.to_be_bytes())?;
    announced.into_iter().try_for_each(|one| out.write_all(&one.encode()))
}

/// Writes one round's bytes.
pub fn write_round(out: &mut impl Write, round: &[u8]) -> io::Result<()> {
    out.write_all(&(round.len() as u32).to_be_bytes())?;
    out.write_all(round)
}

/// Writes an epoch proof's bytes: right before the first of its rounds.
pub fn write_epoch_proof(out: &mut impl Write, proof: &[u8]) -> io::Result<()> {
    write_round(out, proof)
}

/// The next round of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number.
    pub number: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The bytes of the epoch proof that stands before it, which may be anything.
    pub epoch_proof: Option<Vec<u8>>,
}

/// A bundle that is being read.
pub struct Reader<R> {
    input: R,
    chain: Chain,
    from: u64,
    count: u64,
    next: u64,
    tip: Tip,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<Self, BundleError> {
        let field = |field, rule| BundleError::Header(Malformed::Field { field, rule });
        let magic: [u8; 5] = array(&mut input)?;
        if magic != *MAGIC {
            return Err(BundleError::Header(Malformed::Magic("bundle")));
        }
        let id: [u8; 32] = array(&mut input)?;
        let len = u32::from_be_bytes(array(&mut input)?);
        if len > MAX_GENESIS {
            return Err(field("genesis", "it is longer than 16 MiB"));
        }
        let genesis = read(&mut input, len).map_err(header)?;
        let chain = Chain::from_bytes(&genesis).map_err(BundleError::Header)?;
        if *chain.id() != id {
            return Err(BundleError::OtherChain);
        }
        let from = u64::from_be_bytes(array(&mut input)?);
        let count = u64::from_be_bytes(array(&mut input)?);
        let seed = array(&mut input)?;
        if from == 0 || count == 0 || from.checked_add(count).is_none() {
            return Err(field("range", "a bundle has at least one round, from 1 on"));
        }
        if from == 1 && seed != chain.start().seed {
            return Err(BundleError::OtherSeed);
        }
        let mut tip = Tip { round: from - 1, seed, ..chain.start() };
        history(&mut input, &mut tip)?;
        Ok(Reader { input, chain, from, count, next: from, tip })
    }

    /// The bundle's chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The first round. From 2 on, the seed that it builds on is taken on trust.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// How many rounds there are in all.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Where the rounds read so far lead to.
    pub fn tip(&self) -> &Tip {
        &self.tip
    }

    /// The next round, verified by its own proof; `None` when all have been read and nothing follows. Not to be mixed with
    /// [`Reader::next_entry`].
    pub fn next_round(&mut self) -> Result<Option<Verified<Round>>, BundleError> {
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

    /// The next round's bytes, for whoever verifies them; `None` when all have been read and nothing follows.
    pub fn next_entry(&mut self) -> Result<Option<Entry>, BundleError> {
        let number = self.next;
        if number == self.from + self.count {
            return self.end().map(|()| None);
        }
        let mut bytes = self.frame()?;
        let mut epoch_proof = None;
        if EpochProof::is_meant(&bytes) {
            epoch_proof = Some(bytes);
            bytes = self.frame()?;
        }
        self.next += 1;
        Ok(Some(Entry { number, bytes, epoch_proof }))
    }

    /// The next length and as many bytes.
    fn frame(&mut self) -> Result<Vec<u8>, BundleError> {
        let round = self.next;
        let malformed = |reason| BundleError::Malformed { round, reason };
        let of_round = |error| match error {
            Broken::Io(error) => BundleError::Broken { round, error },
            Broken::Short => malformed(Malformed::Short("the bundle")),
        };
        let len = u32::from_be_bytes(read_array(&mut self.input).map_err(of_round)?);
        if u64::from(len) > self.chain.max_round_len() {
            let rule = "it is longer than any round of this chain";
            return Err(malformed(Malformed::Field { field: "length", rule }));
        }
        read(&mut self.input, len).map_err(of_round)
    }

    fn end(&mut self) -> Result<(), BundleError> {
        let mut more = Vec::new();
        let round = self.next - 1;
        let read = (&mut self.input).take(1).read_to_end(&mut more);
        read.map_err(|error| BundleError::Broken { round, error })?;
        match more.is_empty() {
            true => Ok(()),
            false => Err(BundleError::Malformed { round, reason: Malformed::Trailing("the bundle") }),
        }
    }
}

/// Reads the announcements of the rounds before the first into `tip`.
fn history(input: &mut impl Read, tip: &mut Tip) -> Result<(), BundleError> {
    let count = u32::from_be_bytes(array(input)?);
    if count > MAX_HISTORY {
        let rule = "there are more than 1,048,576; such a chain is handed on from round 1";
        return Err(BundleError::Header(Malformed::Field { field: "announcements before", rule }));
    }
    let mut announced = Vec::new();
    for _ in 0..count {
        let head: [u8; Announced::HEAD] = array(input)?;
        let rest = read(input, Announced::rest(&head) as u32).map_err(header)?;
        let bytes = [&head[..], &rest].concat();
        let mut reader = wire::Reader::new("an announcement", &[], &bytes).map_err(BundleError::Header)?;
        announced.push(Announced::decode(&mut reader).map_err(BundleError::Header)?);
    }
    let (keys, height) = (&mut tip.keys, tip.round);
    keys.replay(&announced, height).map_err(BundleError::History)
}

enum Broken {
    Io(io::Error),
    Short,
}

fn header(error: Broken) -> BundleError {
    match error {
        Broken::Io(error) => BundleError::Io(error),
        Broken::Short => BundleError::Header(Malformed::Short("the bundle")),
    }
}

fn array<const N: usize>(input: &mut impl Read) -> Result<[u8; N], BundleError> {
    read_array(input).map_err(header)
}

fn read_array<const N: usize>(input: &mut impl Read) -> Result<[u8; N], Broken> {
    let mut bytes = [0; N];
    match input.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(Broken::Short),
        Err(error) => Err(Broken::Io(error)),
    }
}

/// `len` bytes, allocated as they arrive: a false length costs no memory.
fn read(input: &mut impl Read, len: u32) -> Result<Vec<u8>, Broken> {
    let mut bytes = Vec::new();
    input.take(u64::from(len)).read_to_end(&mut bytes).map_err(Broken::Io)?;
    if bytes.len() == len as usize { Ok(bytes) } else { Err(Broken::Short) }
}
