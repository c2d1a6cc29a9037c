//! A node that answers as a scenario demands.

type Answers = dyn Fn(&[u8]) -> Result<Sent, Failed> + Send + Sync;

pub struct Rpc(Box<Answers>);

#[derive(Debug)]
pub enum Sent {
    Taken,
    Known,
    Refused { code: u32, log: String },
}

#[derive(Debug, thiserror::Error)]
#[error("no answer")]
pub struct Failed;

impl Rpc {
    pub fn new(answers: impl Fn(&[u8]) -> Result<Sent, Failed> + Send + Sync + 'static) -> Rpc {
        Rpc(Box::new(answers))
    }

    pub fn address(&self) -> &str {
        "a node"
    }

    pub fn broadcast_tx_sync(&self, bytes: &[u8]) -> Result<Sent, Failed> {
        (self.0)(bytes)
    }
}
