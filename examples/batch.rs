//! A thousand delays and one proof of 256 bytes for all of them.
//!
//!     cargo run -p examples --bin batch

use heliast::{
    Group, RsaGroup, Suite, Work,
    batch::{self, Family, Proof, Protocol, Proving, Records, Terms},
    delay_input,
};
use std::{error::Error, thread::available_parallelism};

const COUNT: u64 = 1_000;
/// Squarings of every delay.
const T: u64 = 500;
/// Bits of security: both sides agree on them, and the verifier never takes them from a proof.
const LEVEL: u16 = 128;

fn main() -> Result<(), Box<dyn Error>> {
    let group = RsaGroup::rsa_2048();
    let threads = available_parallelism()?.get();
    let delay = |number: u64| {
        let x = delay_input(&group, &number.to_be_bytes());
        let mut y = x.clone();
        group.square_n(&mut y, T);
        (x, y)
    };
    let mut statements: Vec<_> = (0..COUNT).map(delay).collect();

    // A list is bytes: x and y of every statement. Its protocol follows from the level and from the number of
    // statements.
    let bytes = Records::encode(&group, statements.iter().map(|(x, y)| (x, y)));
    let records = Records::new(&group, &bytes)?;
    let terms = Terms { t: T, protocol: Protocol::of_family(Family::RandomExponents, LEVEL, COUNT)? };

    let proving = Proving::Wesolowski(Suite::default());
    // The callback for progress may stop the work.
    let work = Work { threads, progress: |_| true };
    let proof = batch::prove(&group, &terms, &records, proving, work)?;
    batch::verify(&group, &terms, &records, &proof, threads)?;
    let Proof::Wesolowski(_, elements) = &proof else {
        return Err("another proof than was asked for".into());
    };
    println!("{} bytes of statements, {} element proves them", bytes.len(), elements.len());

    // One false statement anywhere, and the proof is refused. It does not show which: only the prover finds
    // that out.
    statements[700].1 = group.identity();
    let bytes = Records::encode(&group, statements.iter().map(|(x, y)| (x, y)));
    let records = Records::new(&group, &bytes)?;
    if batch::verify(&group, &terms, &records, &proof, threads).is_ok() {
        return Err("a false list was accepted".into());
    }
    match batch::prove(&group, &terms, &records, proving, work) {
        Err(batch::ProveError::False(places)) if places == [700] => println!("statement 700 is false"),
        other => return Err(format!("the false statement was not found: {other:?}").into()),
    }
    Ok(())
}
