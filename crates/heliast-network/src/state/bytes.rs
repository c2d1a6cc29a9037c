//! The state as bytes, for a node's own disk: the part that can't be computed from its rounds.
//!
//! ```text
//! "HLNS" ‖ u8(version = 1 or 2) ‖ chain id (32) ‖ u64(height) ‖ u64(K) ‖ 2 × u64(times of round K)
//! u32(ticks) ‖ u16(r) ‖ r addresses ‖ in version 2, where validators change: u16(q) ‖ q addresses ‖ phase
//! where the phase is not 0: u32(4) ‖ u32(n) ‖ n × (u32(len) ‖ ticket) ‖ announcements, each u32(len) ‖ bytes
//! SHA-256 of all before
//! ```

use super::{Opening, State};
use heliast::{Chain, Malformed, Tip, wire::Reader};
use heliast_beacon::{Input, Machine};
use heliast_finality::NetworkFile;
use sha2::{Digest, Sha256};
use std::sync::Arc;

const MAGIC: &[u8; 5] = b"HLNS\x01";
/// The magic for a chain whose validators change.
const VALIDATORS_MAGIC: &[u8; 5] = b"HLNS\x02";
const HASH: usize = 32;

/// The reason why bytes are not a state of this chain after these rounds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the state of consensus can't be read: {0}")]
pub struct BadState(pub(crate) &'static str);

/// The reader of numbers has no other errors.
impl From<Malformed> for BadState {
    fn from(_: Malformed) -> BadState {
        BadState("it is cut short")
    }
}

impl State {
    /// The encoded state, for [`State::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [&magic(self.chain())[..], self.chain().id()].concat();
        let [opened_ms, closed_ms] = self.sealed_ms;
        for number in [self.height, self.tip().round(), opened_ms, closed_ms] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(self.ticks.to_be_bytes());
        bytes.extend(self.removed_bytes());
        if self.validators_change() {
            bytes.extend(self.caught_bytes());
        }
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

    /// The last round of an encoded state.
    ///
    /// # Errors
    /// [`BadState`] if the bytes are damaged or of another chain.
    pub fn round_of(chain: &Chain, bytes: &[u8]) -> Result<u64, BadState> {
        let mut reader = reader(chain, bytes)?;
        let [_height, round] = u64s(&mut reader)?;
        Ok(round)
    }

    /// Parses a state, after the round that [`round_of`](Self::round_of) returns. Its content is verified as
    /// if it came in blocks.
    ///
    /// # Errors
    /// [`BadState`] if the bytes are damaged, of another chain or of another round.
    pub fn from_bytes(
        chain: &Chain,
        network: Arc<NetworkFile>,
        tip: Tip,
        bytes: &[u8],
    ) -> Result<State, BadState> {
        let mut reader = reader(chain, bytes)?;
        let [height, round, opened_ms, closed_ms] = u64s(&mut reader)?;
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
        if state.validators_change() {
            for _ in 0..reader.u16()? {
                state.caught.insert(reader.array()?);
            }
        }
        state.list = Arc::new(state.list_anew());
        let phase = reader.u8()?;
        if phase > 0 {
            let [height, block_ms, time_ms] = u64s(&mut reader)?;
            state.opening = Some(Opening { height, block_ms });
            let closed_ms = if phase == 2 { Some(reader.u64()?) } else { None };
            state.replay(Input::Open { time_ms })?;
            state.parts_of(&mut reader)?;
            closed_ms.into_iter().for_each(|block_ms| state.close(block_ms));
        }
        // The encoding is unique: no address occurs twice, and parts have a fixed order.
        if phase > 2 || !reader.is_empty() || state.to_bytes() != bytes {
            return Err(BadState("it has another form"));
        }
        Ok(state)
    }

    fn parts_of(&mut self, reader: &mut Reader<'_>) -> Result<(), BadState> {
        let chain = self.chain().clone();
        let damaged = |_| BadState("a part of a round is damaged");
        let [a, b, c, d] = framed(reader)? else { return Err(BadState("it has another form")) };
        for _ in 0..u32::from_be_bytes([*a, *b, *c, *d]) {
            let ticket = chain.decode_ticket(framed(reader)?).map_err(damaged)?;
            self.replay(Input::Ticket(ticket))?;
        }
        while !reader.is_empty() {
            let announcement = chain.decode_announcement(framed(reader)?).map_err(damaged)?;
            self.replay(Input::Announcement(announcement))?;
        }
        Ok(())
    }

    fn replay(&mut self, input: Input) -> Result<(), BadState> {
        self.step(input).map_err(|_| BadState("a part of a round does not verify"))
    }
}

fn magic(chain: &Chain) -> &'static [u8; 5] {
    match chain.genesis().members.is_some_and(|rules| rules.validators_change) {
        true => VALIDATORS_MAGIC,
        false => MAGIC,
    }
}

fn encoded(encode: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode(&mut bytes);
    bytes
}

/// A reader of the bytes between the chain id and the digest.
fn reader<'a>(chain: &Chain, bytes: &'a [u8]) -> Result<Reader<'a>, BadState> {
    let (content, hash) = bytes.split_last_chunk::<HASH>().ok_or(BadState("it is cut short"))?;
    if Sha256::digest(content)[..] != hash[..] {
        return Err(BadState("it is damaged"));
    }
    let rest = content.strip_prefix(magic(chain)).ok_or(BadState("it is of another version"))?;
    Reader::new("state", chain.id(), rest).map_err(|_| BadState("it is of another chain"))
}

fn u64s<const N: usize>(reader: &mut Reader<'_>) -> Result<[u64; N], BadState> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = reader.u64()?;
    }
    Ok(numbers)
}

/// u32(len) ‖ len bytes.
fn framed<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8], BadState> {
    let len = reader.u32()?;
    Ok(reader.bytes(len as usize)?)
}
