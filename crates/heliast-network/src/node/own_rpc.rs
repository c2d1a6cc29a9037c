//! Checks whether the RPC address in `node.toml` is that of this node's engine. If two homes are on one
//! machine, it is easily that of the other one, whose engine also takes transactions.

use crate::rpc::{EngineStatus, Rpc};
use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

/// The time between two checks.
const ASK: Duration = Duration::from_secs(5);

/// The engine that a node expects.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    /// The engine's id of the chain.
    pub(super) network: String,
    /// The address of the validator, if it is known.
    pub(super) validator: Option<String>,
    /// Whether a signer has the validator's key.
    pub(super) has_signer: bool,
}

/// The thread that checks. It ends when this is dropped.
pub(super) struct OwnRpc {
    trouble: Arc<Mutex<Option<String>>>,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl OwnRpc {
    /// Begins to check; there is no fault until the engine answers.
    pub(super) fn start(rpc: Rpc, expected: Expected) -> io::Result<OwnRpc> {
        let trouble = Arc::new(Mutex::new(None));
        let (stop, stopped) = mpsc::channel::<()>();
        let found = Arc::clone(&trouble);
        let ask = move || {
            while stopped.recv_timeout(ASK) == Err(RecvTimeoutError::Timeout) {
                if let Ok(status) = rpc.status() {
                    let words = expected.trouble(rpc.address(), &status);
                    *found.lock().unwrap_or_else(PoisonError::into_inner) = words;
                }
            }
        };
        let thread = thread::Builder::new().name("own rpc".into()).spawn(ask)?;
        Ok(OwnRpc { trouble, stop: Some(stop), thread: Some(thread) })
    }

    /// The fault of the address, if it has one.
    pub(super) fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for OwnRpc {
    fn drop(&mut self) {
        drop(self.stop.take());
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread that asks whose the engine's RPC is ended by a panic");
        }
    }
}

impl Expected {
    fn trouble(&self, address: &str, status: &EngineStatus) -> Option<String> {
        let whose = if status.network != self.network {
            format!("of another chain, {}", status.network)
        } else if let Some(own) = self.validator.as_ref().filter(|own| **own != status.validator) {
            if self.has_signer {
                return Some(format!(
                    "the signer of the engine at {address} has the key of the validator {}, and validator of [signer] in \
                     node.toml is {own}: let the signer that has this key call the engine, and no other, and start this node again",
                    status.validator
                ));
            }
            format!("of another node, with the validator {}", status.validator)
        } else {
            return None;
        };
        Some(format!(
            "the engine's RPC at {address} is {whose}: rpc in node.toml and laddr of [rpc] in comet/config/config.toml \
             must be the same address, which nothing else on this machine has"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(network: &str, validator: &str) -> EngineStatus {
        EngineStatus {
            network: network.to_owned(),
            version: String::new(),
            height: 1,
            earliest_height: 1,
            app_hash: String::new(),
            is_catching_up: false,
            validator: validator.to_owned(),
        }
    }

    #[test]
    fn another_nodes_engine_is_reported() {
        let expected = Expected {
            network: "heliast-00".to_owned(),
            validator: Some("AB".to_owned()),
            has_signer: false,
        };
        let trouble =
            |network, validator| expected.trouble("http://127.0.0.1:7072", &status(network, validator));
        assert_eq!(trouble("heliast-00", "AB"), None);
        let other = trouble("heliast-01", "AB").unwrap();
        assert!(other.contains("7072 is of another chain, heliast-01: rpc in node.toml"), "{other}");
        let other = trouble("heliast-00", "CD").unwrap();
        assert!(other.contains("is of another node, with the validator CD"), "{other}");
        let remote = Expected { has_signer: true, ..expected.clone() };
        assert_eq!(remote.trouble("a", &status("heliast-00", "AB")), None);
        let other = remote.trouble("a", &status("heliast-00", "CD")).unwrap();
        assert!(
            other.contains("the key of the validator CD, and validator of [signer] in node.toml is AB"),
            "{other}"
        );
        let unknown = Expected { validator: None, ..expected };
        assert_eq!(unknown.trouble("a", &status("heliast-00", "CD")), None);
    }
}
