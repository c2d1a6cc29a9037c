//! Rounds from bytes, well formed for a chain.

use super::params::Chain;
use crate::{
    keys::Announcement,
    round::{self, Round, Ticket},
    wire::{Malformed, Reader, require},
};
use heliast_group::Group;

impl Chain {
    /// A round's bytes, well formed but not verified.
    pub fn decode_round(&self, bytes: &[u8]) -> Result<Round, Malformed> {
        let mut reader = Reader::new("round", round::MAGIC, bytes)?;
        let (number, time_ms) = (reader.u64()?, reader.u64()?);
        let tickets = tickets(&mut reader, self)?;
        let announcements = announcements(&mut reader, self)?;
        let mut element = |field| -> Result<Vec<u8>, Malformed> {
            let bytes = reader.bytes(self.group().encoded_len())?;
            self.group().decode(bytes).map_err(|reason| Malformed::Element { field, reason })?;
            Ok(bytes.to_vec())
        };
        let (y, proof) = (element("delay output")?, element("delay proof")?);
        reader.end()?;
        Ok(Round { number, time_ms, tickets, announcements, y, proof })
    }
}

fn tickets(reader: &mut Reader<'_>, chain: &Chain) -> Result<Vec<Ticket>, Malformed> {
    let (genesis, count) = (chain.genesis(), reader.u32()?);
    let (participants, slots) = (genesis.participants.len() as u64, genesis.committees.len());
    let fits = u64::from(count) <= participants * slots as u64;
    require(fits, "tickets", "there are more than participants and slots")?;
    let mut tickets: Vec<Ticket> = Vec::new();
    for _ in 0..count {
        let (slot, participant) = (reader.u8()?, reader.u32()?);
        let ascends = tickets.last().is_none_or(|last| (last.slot, last.participant) < (slot, participant));
        require(ascends, "tickets", "slots and participants must ascend")?;
        require(usize::from(slot) < slots, "ticket", "there is no such slot")?;
        require(u64::from(participant) < participants, "ticket", "there is no such participant")?;
        let len = usize::from(reader.u16()?);
        require(len <= chain.max_proof_len(), "ticket", "its proof is longer than any of this chain's keys")?;
        tickets.push(Ticket { slot, participant, proof: reader.bytes(len)?.to_vec() });
    }
    Ok(tickets)
}

fn announcements(reader: &mut Reader<'_>, chain: &Chain) -> Result<Vec<Announcement>, Malformed> {
    let (genesis, count) = (chain.genesis(), reader.u32()?);
    require(count == 0 || genesis.lead > 0, "announcements", "this chain takes none")?;
    require(
        count as usize <= genesis.participants.len(),
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
