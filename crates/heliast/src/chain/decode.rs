//! Rounds from bytes, well formed for a chain.

use super::params::Chain;
use crate::{
    delay::Delay,
    keys::Announcement,
    round::{self, Round, Ticket},
    wire::{Malformed, Reader, require},
};

impl Chain {
    /// A round's bytes, well formed but not verified.
    pub fn decode_round(&self, bytes: &[u8]) -> Result<Round, Malformed> {
        let mut reader = Reader::new("round", round::MAGIC, bytes)?;
        let (number, time_ms) = (reader.u64()?, reader.u64()?);
        let tickets = tickets(&mut reader, self)?;
        let announcements = announcements(&mut reader, self)?;
        let Delay { y, proof } = delay(&mut reader, self)?;
        reader.end()?;
        Ok(Round { number, time_ms, tickets, announcements, y, proof })
    }

    /// One ticket's bytes in a round, well formed but not verified.
    pub fn decode_ticket(&self, bytes: &[u8]) -> Result<Ticket, Malformed> {
        whole("ticket", bytes, |reader| ticket(reader, self))
    }

    /// One announcement's bytes in a round, well formed but not verified.
    pub fn decode_announcement(&self, bytes: &[u8]) -> Result<Announcement, Malformed> {
        require(self.genesis().lead > 0, "announcement", "this chain takes none")?;
        whole("announcement", bytes, |reader| Announcement::decode(reader, self.genesis()))
    }

    /// z ‖ π of a round, well formed but not verified.
    pub fn decode_delay(&self, bytes: &[u8]) -> Result<Delay, Malformed> {
        whole("delay", bytes, |reader| delay(reader, self))
    }
}

/// Decodes the single object that `bytes` consist of.
fn whole<T>(
    name: &'static str,
    bytes: &[u8],
    decode: impl FnOnce(&mut Reader<'_>) -> Result<T, Malformed>,
) -> Result<T, Malformed> {
    let mut reader = Reader::new(name, &[], bytes)?;
    let decoded = decode(&mut reader)?;
    reader.end()?;
    Ok(decoded)
}

/// Reads z and π, both with the part of the squarings before that of the roots.
fn delay(reader: &mut Reader<'_>, chain: &Chain) -> Result<Delay, Malformed> {
    let y = reader.bytes(chain.output_len())?.to_vec();
    let proof = reader.bytes(chain.delay_proof_len())?.to_vec();
    let delay = Delay { y, proof };
    chain.check_delay(&delay)?;
    Ok(delay)
}

fn ticket(reader: &mut Reader<'_>, chain: &Chain) -> Result<Ticket, Malformed> {
    let genesis = chain.genesis();
    let (slot, participant) = (reader.u8()?, reader.u32()?);
    require(usize::from(slot) < genesis.committees.len(), "ticket", "there is no such slot")?;
    let can_be = (participant as usize) < genesis.most_participants();
    require(can_be, "ticket", "there is no such participant")?;
    let len = usize::from(reader.u16()?);
    require(len <= chain.max_proof_len(), "ticket", "its proof is longer than any of this chain's keys")?;
    Ok(Ticket { slot, participant, proof: reader.bytes(len)?.to_vec() })
}

fn tickets(reader: &mut Reader<'_>, chain: &Chain) -> Result<Vec<Ticket>, Malformed> {
    let (genesis, count) = (chain.genesis(), reader.u32()?);
    let (participants, slots) = (genesis.most_participants() as u64, genesis.committees.len());
    let fits = u64::from(count) <= participants * slots as u64;
    require(fits, "tickets", "there are more than participants and slots")?;
    let mut tickets: Vec<Ticket> = Vec::new();
    for _ in 0..count {
        let ticket = ticket(reader, chain)?;
        let place = |ticket: &Ticket| (ticket.slot, ticket.participant);
        let ascends = tickets.last().is_none_or(|last| place(last) < place(&ticket));
        require(ascends, "tickets", "slots and participants must ascend")?;
        tickets.push(ticket);
    }
    Ok(tickets)
}

fn announcements(reader: &mut Reader<'_>, chain: &Chain) -> Result<Vec<Announcement>, Malformed> {
    let (genesis, count) = (chain.genesis(), reader.u32()?);
    require(count == 0 || genesis.lead > 0, "announcements", "this chain takes none")?;
    require(
        count as usize <= genesis.most_participants(),
        "announcements",
        "there are more than participants",
    )?;
    let mut announcements: Vec<Announcement> = Vec::new();
    for _ in 0..count {
        let announcement = Announcement::decode(reader, genesis)?;
        let ascends = announcements.last().is_none_or(|last| last.participant < announcement.participant);
        require(ascends, "announcements", "participants must ascend")?;
        announcements.push(announcement);
    }
    Ok(announcements)
}
