//! A transaction, and the truth about it.

use bytes::Bytes;
use heliast::keys::Change;
use heliast_network::parts::Transaction;
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

/// A transaction, and the truth about it.
pub struct Tx {
    name: String,
    /// SHA-256 of the bytes.
    key: [u8; 32],
    pub bytes: Bytes,
    pub round: u64,
    pub truth: Truth,
}

/// The kind of a transaction, and its participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// A good ticket after the round with this seed.
    Ticket { seed: [u8; 32], participant: u32 },
    /// A good announcement.
    Announcement { seed: [u8; 32], participant: u32, change: Change },
    /// The delay of a round that opened at this time with these tickets, after the round with this seed.
    Delay { seed: [u8; 32], opening_ms: u64, tickets: BTreeMap<u32, TxRef> },
    /// A tick.
    Tick(u32),
    /// A transaction that does not verify.
    False,
}

pub type TxRef = Arc<Tx>;

impl PartialEq for Tx {
    fn eq(&self, other: &Tx) -> bool {
        self.key == other.key
    }
}

impl Eq for Tx {}

impl Hash for Tx {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key.hash(hasher);
    }
}

impl PartialOrd for Tx {
    fn partial_cmp(&self, other: &Tx) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Tx {
    fn cmp(&self, other: &Tx) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

impl fmt::Debug for Tx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Tx {
    pub fn new(name: String, transaction: &Transaction, truth: Truth) -> TxRef {
        let bytes = Bytes::from(transaction.to_bytes());
        Arc::new(Tx { name, key: Sha256::digest(&bytes).into(), bytes, round: transaction.round, truth })
    }

    pub fn key(&self) -> &[u8; 32] {
        &self.key
    }

    pub fn is_true(&self) -> bool {
        self.truth != Truth::False
    }
}
