//! The delays of a chain's rounds, as the genesis names them: squarings, roots, or both side by side.

use crate::{
    delay::Delay,
    delay_group::DelayGroup,
    wire::{Malformed, Reader, require},
};
use heliast_group::{AnyGroup, RootElement, RootField, RootStepper};
use heliast_vdf::{MAX_DELAY, PrimeHash, PrimeMode, ResumeError, Suite, roots};
use std::sync::OnceLock;

/// Proof systems of the genesis, in addition to those of [`DelayGroup`].
const ROOTS: u8 = 2;
const BOTH: u8 = 3;
/// The smallest number of bits of security that a round's delay proof has: the maker of the genesis
/// chose the suite, and everybody else relies on it.
const MIN_LEVEL: u16 = 100;
/// Bytes of the number of segments, with which a proof begins outside a round.
const COUNT: usize = 2;
/// The bytes that replace the suite if there are no challenges.
const NO_SUITE: [u8; 4] = [0; 4];

/// The delays of a chain's rounds; with both, a beacon needs both outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelayRules {
    /// Squarings in a group of unknown order.
    pub squarings: Option<SquaringRules>,
    /// Square roots modulo a prime.
    pub roots: Option<RootRules>,
}

/// The squarings of each round (`spec/wesolowski.md`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquaringRules {
    /// The group.
    pub group: DelayGroup,
    /// The suite that draws the challenges: plain or sieved-full, with SHA-256, of 200 bits or more. Rounds
    /// have no place for a hint, and readers of chains need no other suites.
    pub suite: Suite,
    /// Squarings per round.
    pub t: u64,
}

/// The roots of each round (`spec/roots.md`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootRules {
    /// The length of the prime: 1,024, 2,048 or 3,072.
    pub bits: u16,
    /// The seed of the prime, of 32 to 255 bytes.
    pub seed: Vec<u8>,
    /// The prime's counter.
    pub counter: u32,
    /// Steps per round.
    pub t: u64,
    /// Segments of a proof, from 1 to 256.
    pub segments: u16,
}

/// The squarings of a chain, its group opened.
#[derive(Clone, Debug)]
pub struct Squarings {
    /// The group.
    pub group: AnyGroup,
    /// The suite that draws the challenges.
    pub suite: Suite,
    /// Squarings per round.
    pub t: u64,
}

/// The roots of a chain, its field opened.
#[derive(Clone, Debug)]
pub struct Roots {
    /// The field.
    pub field: RootField,
    /// Steps per round.
    pub t: u64,
    /// Segments of a proof.
    pub segments: u16,
    /// Made when the first round of this process is evaluated, for all of them.
    stepper: OnceLock<RootStepper>,
}

impl DelayRules {
    /// `t` squarings in this group, with challenges of the default suite.
    pub fn squarings(group: DelayGroup, t: u64) -> DelayRules {
        let squarings = SquaringRules { group, suite: Suite::default(), t };
        DelayRules { squarings: Some(squarings), roots: None }
    }

    /// The name: `squarings`, `roots` or `both`.
    pub fn name(&self) -> &'static str {
        match (&self.squarings, &self.roots) {
            (Some(_), Some(_)) => "both",
            (None, Some(_)) => "roots",
            _ => "squarings",
        }
    }

    /// The kind of the delay that is shown first: `rsa` or `class`, and `roots` where these are alone.
    pub fn kind(&self) -> &'static str {
        self.squarings.as_ref().map_or("roots", |squarings| squarings.group.kind())
    }

    /// The steps of the delay that is shown first: squarings, or roots where these are alone.
    pub fn t(&self) -> u64 {
        let roots = self.roots.as_ref().map_or(0, |roots| roots.t);
        self.squarings.as_ref().map_or(roots, |squarings| squarings.t)
    }

    /// The seed of the discriminant, or of the prime of roots where these are alone.
    pub fn seed(&self) -> Option<&[u8]> {
        match &self.squarings {
            Some(squarings) => squarings.group.seed(),
            None => self.roots.as_ref().map(|roots| &roots.seed[..]),
        }
    }

    /// The fields of the genesis before the times: proof system, suite and t.
    pub(crate) fn encode_head(&self) -> Vec<u8> {
        let own = self.squarings.as_ref().map(|own| (own.group.system(), own.suite.encode(), own.t));
        let (system, suite, t) = match (own, &self.roots) {
            (Some((system, suite, t)), None) => (system, suite, t),
            (Some((_, suite, t)), Some(_)) => (BOTH, suite, t),
            (None, roots) => (ROOTS, NO_SUITE, roots.as_ref().map_or(0, |roots| roots.t)),
        };
        [&[system], &suite[..], &t.to_be_bytes()].concat()
    }

    /// The field of the genesis at the group's place.
    pub(crate) fn encode_body(&self) -> Vec<u8> {
        let group = self.squarings.as_ref().map(|own| &own.group);
        match (group, &self.roots) {
            (Some(group), None) => group.encode(),
            (Some(group), Some(roots)) => {
                let t = roots.t.to_be_bytes();
                [&[group.system()], &group.encode()[..], &t, &roots.encode()].concat()
            }
            (None, Some(roots)) => roots.encode(),
            (None, None) => vec![],
        }
    }

    /// Reads the fields before the times.
    pub(crate) fn read_head(reader: &mut Reader<'_>) -> Result<Head, Malformed> {
        let (system, suite) = (reader.u8()?, reader.array()?);
        let suite = if system == ROOTS {
            require(suite == NO_SUITE, "delay", "roots have no challenges, and no suite")?;
            None
        } else {
            let unknown = Malformed::Field { field: "delay", rule: "unknown suite" };
            Some(Suite::decode(suite).ok_or(unknown)?)
        };
        Ok(Head { system, suite, t: reader.u64()? })
    }

    /// The rules on values.
    pub(crate) fn check(&self) -> Result<(), Malformed> {
        require(self.squarings.is_some() || self.roots.is_some(), "delay", "a chain's rounds have a delay")?;
        if let Some(squarings) = &self.squarings {
            squarings.check()?;
        }
        self.roots.as_ref().map_or(Ok(()), RootRules::check)
    }
}

/// The fields of a genesis before the times.
pub(crate) struct Head {
    system: u8,
    suite: Option<Suite>,
    t: u64,
}

impl Head {
    /// Reads the field at the group's place.
    pub(crate) fn read_body(self, reader: &mut Reader<'_>) -> Result<DelayRules, Malformed> {
        let Head { system, suite, t } = self;
        let Some(suite) = suite else {
            return Ok(DelayRules { squarings: None, roots: Some(RootRules::read(t, reader)?) });
        };
        let of = if system == BOTH { reader.u8()? } else { system };
        let group = DelayGroup::decode(of, reader)?;
        let squarings = Some(SquaringRules { group, suite, t });
        let roots = match system {
            BOTH => {
                let t = reader.u64()?;
                Some(RootRules::read(t, reader)?)
            }
            _ => None,
        };
        Ok(DelayRules { squarings, roots })
    }
}

impl SquaringRules {
    fn check(&self) -> Result<(), Malformed> {
        let known_mode = matches!(self.suite.mode(), PrimeMode::Plain | PrimeMode::SievedFull);
        require(known_mode, "delay", "a chain's challenge primes are plain or sieved-full")?;
        let known_hash = self.suite.hash() == PrimeHash::Sha256;
        require(known_hash, "delay", "a chain's challenge primes are hashed with SHA-256")?;
        let strong = self.suite.level() >= MIN_LEVEL;
        require(strong, "delay", "a chain's challenge primes have 200 bits or more")?;
        require((1..MAX_DELAY).contains(&self.t), "t", "a delay takes from 1 to 2^48 - 1 squarings")?;
        self.group.check()
    }

    /// These rules with the group opened.
    pub(crate) fn open(&self) -> Result<Squarings, Malformed> {
        Ok(Squarings { group: self.group.open()?, suite: self.suite, t: self.t })
    }
}

impl RootRules {
    /// `t` roots in the built-in field of 2,048 bits, proved in `segments` segments.
    pub fn built_in(t: u64, segments: u16) -> RootRules {
        let field = RootField::built_in(2_048).expect("it is built in");
        RootRules { bits: 2_048, seed: field.seed().to_vec(), counter: field.counter(), t, segments }
    }

    /// Whether the field is one of the built-in ones.
    pub fn is_built_in(&self) -> bool {
        let field = RootField::built_in(usize::from(self.bits));
        field.is_some_and(|field| field.seed() == self.seed && field.counter() == self.counter)
    }

    fn encode(&self) -> Vec<u8> {
        let RootRules { bits, seed, counter, segments, .. } = self;
        [&bits.to_be_bytes()[..], &counter.to_be_bytes(), &[seed.len() as u8], seed, &segments.to_be_bytes()]
            .concat()
    }

    fn read(t: u64, reader: &mut Reader<'_>) -> Result<RootRules, Malformed> {
        let (bits, counter, len) = (reader.u16()?, reader.u32()?, reader.u8()?);
        let seed = reader.bytes(len.into())?.to_vec();
        Ok(RootRules { bits, seed, counter, t, segments: reader.u16()? })
    }

    fn check(&self) -> Result<(), Malformed> {
        let is_whole = (32..=255).contains(&self.seed.len());
        require(is_whole, "seed of the roots' prime", "it must have from 32 to 255 bytes")?;
        let known = matches!(self.bits, 1_024 | 2_048 | 3_072);
        require(known, "roots' prime", "it has 1,024, 2,048 or 3,072 bits")?;
        require((1..=roots::MAX_STEPS).contains(&self.t), "t", "a delay takes from 1 to 2^40 - 1 roots")?;
        let fits = (1..=roots::MAX_SEGMENTS).contains(&self.segments) && u64::from(self.segments) <= self.t;
        require(fits, "segments", "there are from 1 to 256, and no more than roots")
    }

    /// These rules with the field opened, which takes some milliseconds for the tests of its two primes.
    pub(crate) fn open(&self) -> Result<Roots, Malformed> {
        let field = RootField::new(&self.seed, usize::from(self.bits), self.counter)?;
        Ok(Roots { field, t: self.t, segments: self.segments, stepper: OnceLock::new() })
    }
}

impl Roots {
    /// Begins the roots for this input.
    ///
    /// # Errors
    /// There are no errors if the rules of the chain were checked.
    pub fn start(&self, x: RootElement) -> Result<roots::Evaluation, roots::BadCut> {
        let evaluation = roots::Evaluation::start(&self.field, x, self.t, self.segments)?;
        Ok(evaluation.planned(self.stepper()))
    }

    /// Goes on with an evaluation's [state](roots::Evaluation::to_bytes).
    ///
    /// # Errors
    /// [`ResumeError`].
    pub fn resume(&self, bytes: &[u8]) -> Result<roots::Evaluation, ResumeError> {
        Ok(roots::Evaluation::from_bytes(&self.field, bytes)?.planned(self.stepper()))
    }

    /// The plan of a step.
    fn stepper(&self) -> &RootStepper {
        self.stepper.get_or_init(|| self.field.stepper())
    }

    /// The output and the proof of an evaluation that is done.
    pub fn finish(&self, evaluation: &roots::Evaluation) -> Option<Delay> {
        let (statement, proof) = evaluation.finish()?;
        let proof = proof.encode(&self.field).split_off(COUNT);
        Some(Delay { y: self.field.encode(&statement.y), proof })
    }

    /// Bytes of a round's proof, which leaves out the number of segments.
    pub(crate) fn proof_len(&self) -> usize {
        (usize::from(self.segments) - 1) * self.field.encoded_len()
    }

    /// A round's proof.
    pub(crate) fn decode_proof(&self, bytes: &[u8]) -> Result<roots::Proof, Malformed> {
        let whole = [&self.segments.to_be_bytes(), bytes].concat();
        roots::Proof::decode(&self.field, &whole).map_err(Malformed::RootProof)
    }
}

impl From<SquaringRules> for DelayRules {
    fn from(squarings: SquaringRules) -> DelayRules {
        DelayRules { squarings: Some(squarings), roots: None }
    }
}
