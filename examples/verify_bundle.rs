//! Verifies a chain that somebody has passed on, and uses its randomness.
//!
//!     cargo run -p examples --bin verify_bundle -- chain.bundle CHAIN_ID
//!
//! `heliast export --out chain.bundle` writes such a file. The chain's id comes from somewhere that you
//! trust: any valid chain verifies, but only one is the chain that you mean.

use heliast::{
    bundle::{Pin, Reader},
    derive,
};
use std::{env, error::Error, fs::File, io::BufReader};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, chain] = arguments.as_slice() else {
        return Err("give a bundle and the id of its chain".into());
    };
    // A bundle of another chain is refused here, and so is one that begins in the middle. `Pin::AnyChain`
    // and `Reader::trusting_start` would take any, and say so.
    let pin: Pin = chain.parse()?;
    let mut bundle = Reader::new(BufReader::new(File::open(path)?), pin)?;

    // Verification is the only way to a round: there is no other constructor of `Verified<Round>`. Reading
    // ends at the first error, which names the round.
    let mut last = None;
    while let Some(round) = bundle.next_round()? {
        let votes: u64 = round.facts().lots.iter().map(|lot| lot.votes).sum();
        println!("round {}: {} votes, {}", round.number, votes, hex::encode(round.facts().beacon));
        last = Some(round.facts().beacon);
    }

    // "verified from the genesis on"
    println!("{}", bundle.start());

    // One beacon serves many uses, if each has a label of its own.
    let beacon = last.ok_or("there is no round in it")?;
    println!("for a shuffle: {}", hex::encode(derive(&beacon, b"shuffle")));
    Ok(())
}
