//! A delay modulo a number of one's own: evaluated, interrupted, resumed from a checkpoint, proved, verified.
//!
//!     cargo run -p examples --bin delay

use heliast::{Evaluation, Group, RsaGroup, Suite, Trapdoor, prove};
use heliast_vdf::{Statement, delay_input, verify};
use std::{error::Error, fs};

/// Squarings. Measure how many your machine does in a second, and what the fastest one in the world might do.
const T: u64 = 200_000;
/// Squarings between two checks for an interruption.
const STEP: u64 = 50_000;

fn main() -> Result<(), Box<dyn Error>> {
    // Anybody who keeps these factors needs no time for any delay. `RsaGroup::rsa_2048()` has a
    // modulus whose factors nobody is known to have.
    let trapdoor =
        Trapdoor::generate(2048, |bytes| getrandom::fill(bytes).expect("the system's random numbers"))?;
    // Others have only the modulus, and check it before they use it.
    let group = RsaGroup::new(trapdoor.group().modulus(), 2048)?;

    let x = delay_input(&group, b"what nobody knew before now");
    let mut evaluation = Evaluation::start(&group, x.clone(), T)?;
    evaluation.advance(STEP);

    // The checkpoint is all that an interrupted evaluation needs. A damaged one is refused.
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("delay.checkpoint");
    fs::write(&path, evaluation.to_bytes())?;
    drop(evaluation);
    let mut evaluation = Evaluation::from_bytes(&group, &fs::read(&path)?)?;
    println!("goes on after {} of {} squarings", evaluation.done(), evaluation.t());
    while !evaluation.advance(STEP) {}

    // The proof is made from the checkpoints, not by squaring again. The callback gets the progress and may
    // stop it.
    let (y, proof) = prove(&evaluation, Suite::default(), 2, |_| true)?;
    let statement = Statement { x, y, t: T };
    verify(&group, &statement, &proof, Suite::default())?;
    println!("y = {}...", hex::encode(&group.encode(&statement.y)[..16]));

    // Another number of squarings is another claim, and a false one.
    let false_claim = Statement { t: T - 1, ..statement.clone() };
    if verify(&group, &false_claim, &proof, Suite::default()).is_ok() {
        return Err("a false claim was accepted".into());
    }
    // With the factors the same output takes no delay.
    if !group.equal(&trapdoor.evaluate(&statement.x, T), &statement.y) {
        return Err("the trapdoor leads elsewhere".into());
    }
    Ok(())
}
