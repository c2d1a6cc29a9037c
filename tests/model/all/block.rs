//! The engine's blocks.

use crate::tx::TxRef;
use bytes::Bytes;
use heliast_network::parts::rules::BlockHash;
use sha2::{Digest, Sha256};
use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

/// A block of the engine.
#[derive(Debug)]
pub struct Block {
    pub txs: Vec<TxRef>,
    pub time_ms: u64,
    hash: BlockHash,
}

impl Block {
    pub fn new(txs: Vec<TxRef>, time_ms: u64) -> Arc<Block> {
        let mut hash = Sha256::new_with_prefix(time_ms.to_be_bytes());
        txs.iter().for_each(|tx| hash.update(tx.key()));
        Arc::new(Block { txs, time_ms, hash: hash.finalize().into() })
    }

    pub fn hash(&self) -> &BlockHash {
        &self.hash
    }

    pub fn bytes(&self) -> Vec<Bytes> {
        self.txs.iter().map(|tx| tx.bytes.clone()).collect()
    }
}

impl PartialEq for Block {
    fn eq(&self, other: &Block) -> bool {
        self.hash == other.hash
    }
}

impl Eq for Block {}

impl Hash for Block {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash.hash(hasher);
    }
}
