//! `heliast-fulfil request`: makes a request to a coordinator, and waits for the output.

use crate::{
    abi::{isFinalCall, requestCall, wordOfCall},
    coordinator::{Coordinator, Depth, Receipt},
    events::Events,
    failure::Failure,
    options::Ask,
    sender::{Deed, Followed, Held, Sender},
    signals::Signals,
};
use alloy_primitives::{B256, U256};
use alloy_sol_types::SolCall;
use serde_json::json;
use std::time::{Duration, Instant};

/// Makes a request, and waits for its output.
///
/// # Errors
/// [`Failure`]; code 4 if it is stopped, or the time is over, before there is an output.
pub fn run(ask: &Ask, signals: &Signals, events: &Events) -> Result<(), Failure> {
    let it = ask.place.find()?;
    if !ask.no_wait {
        it.check_depth(ask.place.depth)?;
    }
    // A deadline that does not fit is never reached.
    let deadline = ask.timeout.and_then(|seconds| Instant::now().checked_add(Duration::from_secs(seconds)));
    let (depth, every) = (ask.place.depth, ask.place.every());
    let waiting = Waiting { it: &it, depth, every, deadline, signals, events };
    let (id, hash) = match (ask.request, &ask.account) {
        (Some(id), _) => (id, None),
        (None, Some(account)) => {
            let sender = Sender::new(account.open()?, account.max_fee, account.patience);
            let receipt = waiting.ask(ask, sender)?;
            let id = waiting.request_in(&receipt)?;
            waiting.tell(id);
            (id, Some(receipt.hash()))
        }
        (None, None) => {
            return Err(Failure::usage(
                "give --key, --passphrase-file and --max-fee to ask, or --request to wait",
            ));
        }
    };
    if ask.no_wait {
        return Ok(());
    }
    let (id, word) = waiting.word(id, hash)?;
    events.tell("word", json!({ "request": id.to_string(), "word": word }));
    Ok(())
}

struct Waiting<'a> {
    it: &'a Coordinator,
    depth: Depth,
    every: Duration,
    deadline: Option<Instant>,
    signals: &'a Signals,
    events: &'a Events,
}

impl Waiting<'_> {
    /// Sends a request, and follows it into a block.
    fn ask(&self, ask: &Ask, mut sender: Sender) -> Result<Receipt, Failure> {
        let price = self.it.terms().price;
        if let Some(most) = ask.max_price.filter(|most| price > U256::from(*most)) {
            return Err(Failure::refused(format!(
                "a request costs {price} wei, and --max-price says {most}"
            )));
        }
        let data = requestCall { gasLimit: ask.gas_limit }.abi_encode();
        let value = price.saturating_add(U256::from(ask.tip));
        let deed = Deed { name: "request", data, value, worth: None, spare: 0 };
        let mut hash = match sender.send(self.it, deed)? {
            Ok(hash) => hash,
            Err(Held::Dear { base_fee, .. }) => {
                return Err(Failure::refused(format!(
                    "gas costs {base_fee} wei, which is more than --max-fee"
                )));
            }
            Err(Held::WouldFail { message, .. }) => {
                return Err(Failure::refused(format!("the request would fail: {message}")));
            }
            Err(Held::NotTaken { message }) => {
                return Err(Failure::refused(format!("the node does not take the request: {message}")));
            }
            Err(Held::Busy) => return Err(Failure::refused("a transaction is under way")),
        };
        self.events.tell("sent", json!({ "hash": hash }));
        loop {
            let followed = self.it.newest().and_then(|newest| sender.follow(self.it, newest.number()));
            match followed {
                Ok(Followed::Mined(_, receipt)) if receipt.is_success() => return Ok(receipt),
                Ok(Followed::Mined(_, receipt)) => {
                    let hash = receipt.hash();
                    return Err(Failure::refused(format!("the request was reverted: transaction {hash}")));
                }
                Ok(Followed::Dropped(_)) => {
                    return Err(Failure::refused(format!(
                        "the request would be reverted now; its transaction {hash} may still come"
                    )));
                }
                Ok(Followed::Nothing | Followed::Displaced(_)) => {
                    return Err(Failure::refused(format!(
                        "another transaction of the account took the place of the request's, {hash}"
                    )));
                }
                Ok(Followed::Waits | Followed::AtLimit) => {}
                Ok(Followed::Replaced(_)) => {
                    hash = sender.newest().unwrap_or(hash);
                    self.events.tell("sent", json!({ "hash": hash }));
                }
                // The transaction was sent, so that a failing node is asked again.
                Err(error) => self.events.tell("trouble", json!({ "message": error.to_string() })),
            }
            self.pause(|| {
                format!("the request's transaction {hash} is in no block yet, and may still come")
            })?;
        }
    }

    /// The number of the request that a transaction made.
    fn request_in(&self, receipt: &Receipt) -> Result<U256, Failure> {
        let id = self.it.request_in(receipt);
        id.ok_or_else(|| Failure::input("the request's transaction has no event"))
    }

    fn tell(&self, id: U256) {
        let round = id.wrapping_shr(32).saturating_to();
        let first = self.it.first_draw(round);
        self.events
            .tell("requested", json!({ "request": id.to_string(), "round": round, "drawn_from": first }));
    }

    /// The output of a request, once no reorganisation can change it any more, and the request's number. If
    /// the hash of the transaction is given, a reorganisation may have changed the number.
    fn word(&self, mut id: U256, mut hash: Option<B256>) -> Result<(U256, B256), Failure> {
        loop {
            match self.look(&mut id, &mut hash) {
                Ok(Some(word)) => return Ok((id, word)),
                Ok(None) => {}
                // The request was made, so that a failing node is asked again.
                Err(failure) if failure.is_of_node() => {
                    self.events.tell("trouble", json!({ "message": failure.to_string() }));
                }
                Err(failure) => return Err(failure),
            }
            self.pause(|| match hash {
                Some(hash) => {
                    format!("request {id} of transaction {hash} is not final yet: wait with --request {id}")
                }
                None => format!("request {id} has no word yet: wait with --request {id}"),
            })?;
        }
    }

    /// The output if it is there and final. Once the transaction is final, `id` becomes the number of its
    /// request, and `hash` becomes `None`.
    fn look(&self, id: &mut U256, hash: &mut Option<B256>) -> Result<Option<B256>, Failure> {
        let now = self.it.newest()?.number();
        if let Some(made) = *hash {
            let Some(found) = self.found(made, now)? else { return Ok(None) };
            *hash = None;
            if found != *id {
                *id = found;
                self.tell(*id);
            }
        }
        let round = *id >> 32u8;
        let Some(at) = self.depth.below(now) else { return Ok(None) };
        if self.it.block(at)?.is_none() || !self.it.read(&isFinalCall { round }, at)? {
            return Ok(None);
        }
        match self.it.read(&wordOfCall { id: *id }, at) {
            Ok(word) => Ok(Some(word)),
            Err(error) if error.is_revert() => Err(Failure::input(format!("there is no request {id}"))),
            Err(error) => Err(error.into()),
        }
    }

    /// The request of a transaction, if the transaction lies deep enough.
    fn found(&self, hash: B256, now: u64) -> Result<Option<U256>, Failure> {
        let Some(receipt) = self.it.receipt(hash)? else { return Ok(None) };
        if !self.it.is_deep(receipt.block().unwrap_or(u64::MAX), self.depth, now)? {
            return Ok(None);
        }
        if !receipt.is_success() {
            return Err(Failure::refused(format!("the request was reverted: transaction {hash}")));
        }
        self.request_in(&receipt).map(Some)
    }

    /// Waits for the next look; fails if it is stopped or the time is over.
    fn pause(&self, message: impl Fn() -> String) -> Result<(), Failure> {
        let is_over = self.deadline.is_some_and(|deadline| Instant::now() + self.every > deadline);
        match is_over || self.signals.wait(self.every) {
            true => Err(Failure::pending(message())),
            false => Ok(()),
        }
    }
}
