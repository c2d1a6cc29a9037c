//! The transactions in a block of a network: `spec/network.md`, "Transactions".

#[cfg(test)]
mod tests;

use heliast::{Announcement, Chain, Delay, Malformed, Ticket};

/// A part of a round, for a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// The round that it belongs to.
    pub round: u64,
    /// The part.
    pub body: Body,
}

/// The content of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A ticket.
    Ticket(Ticket),
    /// An announcement.
    Announcement(Announcement),
    /// The delay's output and its proof.
    Delay(Delay),
    /// An opening time has come: the n-th request for a block since the last round was sealed.
    Tick(u32),
}

const HEAD: usize = 9;

impl Transaction {
    /// The transaction's bytes, as `spec/network.md` defines them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.body.kind()];
        bytes.extend(self.round.to_be_bytes());
        match &self.body {
            Body::Ticket(ticket) => ticket.encode(&mut bytes),
            Body::Announcement(announcement) => announcement.encode(&mut bytes),
            Body::Delay(Delay { y, proof }) => [y, proof].into_iter().for_each(|part| bytes.extend(part)),
            Body::Tick(n) => bytes.extend(n.to_be_bytes()),
        }
        bytes
    }

    /// Parses a transaction. It is well formed for the chain, but not verified.
    ///
    /// # Errors
    /// [`Malformed`] if the bytes are not a transaction, or if its part would be malformed in a round.
    pub fn from_bytes(chain: &Chain, bytes: &[u8]) -> Result<Transaction, Malformed> {
        let (head, rest) = bytes.split_first_chunk::<HEAD>().ok_or(Malformed::Short("transaction"))?;
        let [kind, round @ ..] = *head;
        let body = match kind {
            0 => Body::Ticket(chain.decode_ticket(rest)?),
            1 => Body::Announcement(chain.decode_announcement(rest)?),
            2 => Body::Delay(chain.decode_delay(rest)?),
            3 => Body::Tick(tick(rest)?),
            _ => return Err(Malformed::Field { field: "transaction", rule: "there is no such kind" }),
        };
        Ok(Transaction { round: u64::from_be_bytes(round), body })
    }
}

impl Body {
    fn kind(&self) -> u8 {
        match self {
            Body::Ticket(_) => 0,
            Body::Announcement(_) => 1,
            Body::Delay(_) => 2,
            Body::Tick(_) => 3,
        }
    }
}

fn tick(bytes: &[u8]) -> Result<u32, Malformed> {
    match bytes.len() {
        4 => Ok(bytes.iter().fold(0, |n, &byte| n << 8 | u32::from(byte))),
        0..4 => Err(Malformed::Short("tick")),
        _ => Err(Malformed::Trailing("tick")),
    }
}
