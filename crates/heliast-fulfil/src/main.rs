//! The program `heliast-fulfil`: randomness for contracts (`spec/evm.md`). It processes the rounds of a
//! coordinator on an EVM chain, or makes a request and waits for its output.
//!
//! | module | what |
//! |---|---|
//! | `rpc` | a node, whose answers have limits |
//! | `abi` `coordinator` `happened` | the contract's functions and events, with types |
//! | `keystore` | encrypted keys |
//! | `delays` | squarings and proofs on threads, with files |
//! | `sender` | one transaction at a time: price, nonce, replacement |
//! | `fulfiller` | the pending work, read from the chain at every step |
//! | `deliveries` | requests that are worth being delivered |
//! | `request` | the verb `request` |
//! | `metrics` `events` `signals` | reports to the operator, and signals from the operator |

#![forbid(unsafe_code)]

mod abi;
mod coordinator;
mod delays;
mod deliveries;
mod events;
mod failure;
mod fulfiller;
mod happened;
mod keystore;
mod metrics;
mod options;
mod request;
mod rpc;
mod sender;
mod signals;
#[cfg(test)]
mod testing;

use coordinator::{Coordinator, Depth};
use delays::Folder;
use events::Events;
use failure::Failure;
use fulfiller::{Fulfiller, Ways};
use metrics::Counts;
use options::{Options, Run};
use sender::Sender;
use serde_json::json;
use signals::Signals;
use std::{
    process::ExitCode,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

/// The number of past blocks in which requests are looked for by default: a week on Ethereum.
const BACK: u64 = 50_000;

fn main() -> ExitCode {
    let options = match Options::read(std::env::args_os()) {
        Ok(options) => options,
        Err(error) => error.exit(),
    };
    let done = match options {
        Options::Request(ask) => {
            Signals::catch().and_then(|signals| request::run(&ask, &signals, &Events::new(ask.place.json)))
        }
        Options::Run(run) => work(&run),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.code())
        }
    }
}

/// Works off rounds until a signal comes.
fn work(run: &Run) -> Result<(), Failure> {
    let signer = run.account.open()?;
    let it = run.place.find()?;
    it.check_depth(run.place.depth)?;
    let folder = Folder::take(&run.data)?;
    let signals = Signals::catch()?;
    let (events, counts) = (Arc::new(Events::new(run.place.json)), Arc::new(Counts::default()));
    let metrics = run.metrics.map(|address| {
        metrics::serve(address, Arc::clone(&counts))
            .map_err(|error| Failure::refused(format!("--metrics {address}: {error}")))
    });
    let metrics = metrics.transpose()?;

    let sender = Sender::new(signer, run.account.max_fee, run.account.patience);
    let from = match run.from {
        Some(from) => from,
        None => it.newest()?.number().saturating_sub(BACK),
    };
    let ways = Ways {
        depth: run.place.depth,
        from,
        parallel: run.parallel.into(),
        draws: !run.no_draw,
        claims: run.claim,
    };
    events.tell(
        "started",
        json!({
            "chain": it.chain(),
            "coordinator": it.address(),
            "account": sender.address(),
            "from": from,
            "squarings": it.terms().squarings,
            "metrics": metrics,
        }),
    );
    warn_of_window(&it, ways.depth, &events)?;
    let mut fulfiller = Fulfiller::new(it, sender, folder, ways, Arc::clone(&events), Arc::clone(&counts));
    loop {
        let pause = match fulfiller.step() {
            Ok(true) => run.place.every(),
            // There are more blocks to look at.
            Ok(false) => Duration::ZERO,
            Err(error) => {
                counts.troubles.fetch_add(1, Ordering::Relaxed);
                events.tell("trouble", json!({ "message": error.to_string() }));
                run.place.every()
            }
        };
        if signals.wait(pause) {
            break;
        }
    }
    fulfiller.stop();
    events.tell("stopped", counts.to_json());
    Ok(())
}

/// Warns if a claim can be settled before its draw is final: a false claim can then only be disputed, and
/// never be refuted in time.
fn warn_of_window(it: &Coordinator, depth: Depth, events: &Events) -> Result<(), Failure> {
    let (window, lag) = (it.terms().window, it.lag(depth, it.newest()?.number())?);
    if window > 0 && window < lag.saturating_mul(2) {
        let message = "a claim can be settled before, or soon after, its draw is final";
        events.tell("short window", json!({ "window": window, "depth": lag, "message": message }));
    }
    Ok(())
}
