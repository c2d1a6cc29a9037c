//! The state as bytes, for a node's own disk: what it can't compute from its rounds.
//!
//! ```text
//! "HLNS" ‖ u8(version = 1) ‖ chain id (32) ‖ u64(height) ‖ u64(K) ‖ 2 × u64(times of round K)
//! u32(ticks) ‖ u16(r) ‖ r addresses ‖ phase
//! where the phase is not 0: u32(4) ‖ u32(n) ‖ n × (u32(len) ‖ ticket) ‖ announcements, each u32(len) ‖ bytes
//! SHA-256 of all before
//! ```

use super::{Opening, State};
use heliast::{Chain, Tip};
use heliast_beacon::{Input, Machine};
use heliast_finality::NetworkFile;
use sha2::{Digest, Sha256};
use std::sync::Arc;

const MAGIC: &[u8; 5] = b"HLNS\x01";
const HASH: usize = 32;

/// Why bytes are not a state of this chain after these rounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the state of consensus can't be read: {0}")]
pub struct BadState(pub(crate) &'static str);

impl State {
    /// The bytes, for [`State::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [&MAGIC[..], self.chain().id()].concat();
        let [opened_ms, closed_ms] = self.sealed_ms;
        for number in [self.height, self.tip().round(), opened_ms, closed_ms] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(self.ticks.to_be_bytes());
        bytes.extend(self.removed_bytes());
        bytes.extend(self.phase_bytes());
        if let Some(sent) = self.machine.collected() {
            let mut framed = |part: Vec<u8>| {
                bytes.extend((part.len() as u32).to_be_bytes());
                bytes.extend(part);
            };
            framed((sent.tickets().len() as u32).to_be_bytes().to_vec());
            for ticket in sent.tickets() {
                framed(encoded(|bytes| ticket.encode(bytes)));
            }
            for announcement in sent.announcements() {
                framed(encoded(|bytes| announcement.encode(bytes)));
            }
        }
        let hash = Sha256::digest(&bytes);
        bytes.extend(hash);
        bytes
    }

    /// The round after which the state of some bytes stands.
    ///
    /// # Errors
    /// [`BadState`] if the bytes are damaged or of another chain.
    pub fn round_of(chain: &Chain, bytes: &[u8]) -> Result<u64, BadState> {
        let mut reader = Reader::new(chain, bytes)?;
        reader.u64()?;
        reader.u64()
    }

    /// The state of some bytes, after the round that [`round_of`](Self::round_of) names. What is in it is
    /// verified as if it came in blocks.
    ///
    /// # Errors
    /// [`BadState`] if the bytes are damaged, of another chain or of another round.
    pub fn from_bytes(
        chain: &Chain,
        network: Arc<NetworkFile>,
        tip: Tip,
        bytes: &[u8],
    ) -> Result<State, BadState> {
        let mut reader = Reader::new(chain, bytes)?;
        let [height, round, opened_ms, closed_ms] = reader.u64s()?;
        if round != tip.round() {
            return Err(BadState("it stands after another round"));
        }
        let machine = Machine::new(chain.clone(), tip);
        let mut state =
            State { machine, height, sealed_ms: [opened_ms, closed_ms], ..State::new(chain, network) };
        state.ticks = reader.u32()?;
        for _ in 0..reader.u16()? {
            state.removed.insert(reader.array()?);
        }
        let phase = reader.u8()?;
        if phase > 0 {
            let [height, block_ms, time_ms] = reader.u64s()?;
            state.opening = Some(Opening { height, block_ms });
            let closed_ms = if phase == 2 { Some(reader.u64()?) } else { None };
            state.replay(Input::Open { time_ms })?;
            state.parts_of(&mut reader)?;
            closed_ms.into_iter().for_each(|block_ms| state.close(block_ms));
        }
        if phase > 2 || !reader.0.is_empty() {
            return Err(BadState("it has another form"));
        }
        Ok(state)
    }

    fn parts_of(&mut self, reader: &mut Reader<'_>) -> Result<(), BadState> {
        let chain = self.chain().clone();
        let damaged = |_| BadState("a part of a round is damaged");
        let [a, b, c, d] = reader.framed()? else { return Err(BadState("it has another form")) };
        for _ in 0..u32::from_be_bytes([*a, *b, *c, *d]) {
            let ticket = chain.decode_ticket(reader.framed()?).map_err(damaged)?;
            self.replay(Input::Ticket(ticket))?;
        }
        while !reader.0.is_empty() {
            let announcement = chain.decode_announcement(reader.framed()?).map_err(damaged)?;
            self.replay(Input::Announcement(announcement))?;
        }
        Ok(())
    }

    fn replay(&mut self, input: Input) -> Result<(), BadState> {
        self.step(input).map_err(|_| BadState("a part of a round does not verify"))
    }
}

fn encoded(encode: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode(&mut bytes);
    bytes
}

/// What has not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn new(chain: &Chain, bytes: &'a [u8]) -> Result<Reader<'a>, BadState> {
        let (content, hash) = bytes.split_last_chunk::<HASH>().ok_or(BadState("it is cut short"))?;
        if Sha256::digest(content)[..] != hash[..] {
            return Err(BadState("it is damaged"));
        }
        let rest = content.strip_prefix(MAGIC).ok_or(BadState("it is of another version"))?;
        let rest = rest.strip_prefix(chain.id()).ok_or(BadState("it is of another chain"))?;
        Ok(Reader(rest))
    }

    fn bytes(&mut self, len: usize) -> Result<&'a [u8], BadState> {
        let (bytes, rest) = self.0.split_at_checked(len).ok_or(BadState("it is cut short"))?;
        self.0 = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BadState> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(BadState("it is cut short"))?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn u8(&mut self) -> Result<u8, BadState> {
        self.array().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Result<u16, BadState> {
        self.array().map(u16::from_be_bytes)
    }

    fn u32(&mut self) -> Result<u32, BadState> {
        self.array().map(u32::from_be_bytes)
    }

    fn u64(&mut self) -> Result<u64, BadState> {
        self.array().map(u64::from_be_bytes)
    }

    fn u64s<const N: usize>(&mut self) -> Result<[u64; N], BadState> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.u64()?;
        }
        Ok(numbers)
    }

    /// u32(len) ‖ len bytes.
    fn framed(&mut self) -> Result<&'a [u8], BadState> {
        let len = self.u32()?;
        self.bytes(len as usize)
    }
}
