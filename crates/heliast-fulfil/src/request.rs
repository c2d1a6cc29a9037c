//! `heliast-fulfil request`: asks a coordinator, and waits for the word.

use crate::{
    abi::{isFinalCall, requestCall, wordOfCall},
    coordinator::{Coordinator, Depth},
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

/// Asks, and waits.
///
/// # Errors
/// [`Failure`]; code 4 if it is stopped, or the time is over, before there is a word.
pub fn run(ask: &Ask, signals: &Signals, events: &Events) -> Result<(), Failure> {
    let it = ask.place.find()?;
    let deadline = ask.timeout.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let waiting = Waiting { it: &it, depth: ask.place.depth, every: ask.place.every(), deadline, signals };
    let id = match (ask.request, &ask.account) {
        (Some(id), _) => id,
        (None, Some(account)) => {
            let sender = Sender::new(account.open()?, account.max_fee, account.patience);
            let id = waiting.ask(ask, sender)?;
            let round = id.wrapping_shr(32).saturating_to();
            let first = it.first_draw(round);
            events
                .tell("requested", json!({ "request": id.to_string(), "round": round, "drawn_from": first }));
            id
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
    let word = waiting.word(id)?;
    events.tell("word", json!({ "request": id.to_string(), "word": word }));
    Ok(())
}

struct Waiting<'a> {
    it: &'a Coordinator,
    depth: Depth,
    every: Duration,
    deadline: Option<Instant>,
    signals: &'a Signals,
}

impl Waiting<'_> {
    /// Sends a request, and follows it into a block.
    fn ask(&self, ask: &Ask, mut sender: Sender) -> Result<U256, Failure> {
        let data = requestCall { gasLimit: ask.gas_limit }.abi_encode();
        let value = self.it.terms().price.saturating_add(U256::from(ask.tip));
        let deed = Deed { name: "request", data, value, worth: None, spare: 0 };
        match sender.send(self.it, deed)? {
            Ok(_) => {}
            Err(Held::Dear { base_fee, .. }) => {
                return Err(Failure::refused(format!(
                    "gas costs {base_fee} wei, which is more than --max-fee"
                )));
            }
            Err(Held::WouldFail { message, .. } | Held::NotTaken { message }) => {
                return Err(Failure::refused(format!("the request would fail: {message}")));
            }
            Err(Held::Busy) => return Err(Failure::refused("a transaction is under way")),
        }
        loop {
            let now = self.it.newest()?.number();
            match sender.follow(self.it, now)? {
                Followed::Mined(_, receipt) if receipt.is_success() => {
                    let asked = self.it.request_in(&receipt);
                    return asked.ok_or_else(|| Failure::input("the request's transaction has no event"));
                }
                Followed::Mined(..) | Followed::Dropped(_) => {
                    return Err(Failure::refused("the request was reverted"));
                }
                Followed::Nothing | Followed::Displaced(_) => {
                    return Err(Failure::refused(
                        "another transaction of the account took the request's place",
                    ));
                }
                Followed::Waits | Followed::AtLimit | Followed::Replaced(_) => {}
            }
            self.pause(|| "the request's transaction is not in a block yet".to_owned())?;
        }
    }

    /// The word of a request, once no reorganisation can change it any more.
    fn word(&self, id: U256) -> Result<B256, Failure> {
        let round = id >> 32u8;
        loop {
            let now = self.it.newest()?.number();
            if let Some(at) = self.depth.below(now)
                && self.it.block(at)?.is_some()
                && self.it.read(&isFinalCall { round }, at)?
            {
                return match self.it.read(&wordOfCall { id }, at) {
                    Ok(word) => Ok(word),
                    Err(error) if error.is_refusal() => {
                        Err(Failure::input(format!("there is no request {id}")))
                    }
                    Err(error) => Err(error.into()),
                };
            }
            self.pause(|| format!("request {id} has no word yet: wait with --request {id}"))?;
        }
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
