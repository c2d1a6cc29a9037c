//! Follows a beacon over its nodes: the latest round, and the next three as they are finished.
//!
//!     cargo run -p examples --bin follow -- CHAIN_ID http://127.0.0.1:7070
//!
//! `heliast up` is such a node, and prints the chain's id. Give several nodes: none of them is trusted,
//! and a node that is away, slow, behind or wrong is not asked for a while.

use heliast_client::{Client, Pin};
use std::{env, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [chain, nodes @ ..] = arguments.as_slice() else {
        return Err("give the id of a chain, and the addresses of nodes".into());
    };
    // The id comes from somewhere that you trust, and not from a node.
    let pin: Pin = chain.parse()?;
    let client = Client::builder(pin)
        .nodes(nodes)
        .on_trouble(|error| eprintln!("{error}; {}", error.hint()))
        .connect()?;

    // Every round before it is verified, from the genesis on.
    let latest = client.latest()?;
    println!("round {}: {}", latest.number, hex::encode(latest.facts().beacon));

    for round in client.watch_from(latest.number + 1).take(3) {
        let round = round?;
        println!("round {}: {}", round.number, hex::encode(round.facts().beacon));
    }

    // A client that begins with this state need not verify the same rounds again: `Builder::tip`.
    println!("verified up to round {}", client.tip().round());
    Ok(())
}
