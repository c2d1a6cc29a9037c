//! Proving a delay of RSA-2048 that has been evaluated.

use crate::row::{Entry, Row, Side, Unit};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{Evaluation, Statement, Suite};
use std::thread;

pub(super) const ENTRIES: &[Entry] = &[Entry { name: "prove-2048/sequential", prepare: sequential }];

/// The number of squarings of the delay.
const SQUARINGS: u64 = 1 << 16;

/// Compares proving from the checkpoints on all cores with the long division, which needs the same number of
/// squarings as the delay.
fn sequential() -> Row {
    let group = RsaGroup::rsa_2048();
    let suite = Suite::default();
    let x = heliast_vdf::delay_input(&group, b"heliast/bench/prove");
    let mut evaluation = Evaluation::start(&group, x.clone(), SQUARINGS).expect("a valid delay");
    evaluation.advance(SQUARINGS);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let prove = move || heliast_vdf::prove(&evaluation, suite, threads, |_| true).expect("it is finished");

    let (y, proof) = prove();
    let statement = Statement { x, y, t: SQUARINGS };
    let prime = heliast_vdf::challenge(&group, &statement, suite).expect("there is a prime").prime;
    let naive = heliast_vdf::prove_naive(&group, &statement.x, SQUARINGS, &prime);
    assert!(group.equal(&naive, &proof), "the proofs differ");

    let ours = Side::new(1, move |_| drop(prove()));
    let theirs = Side::new(1, move |_| {
        let challenge = heliast_vdf::challenge(&group, &statement, suite).expect("there is a prime");
        heliast_vdf::prove_naive(&group, &statement.x, SQUARINGS, &challenge.prime);
    });
    let peer = "Heliast, one pass of 65,536 squarings".to_owned();
    Row { peer, unit: Unit::Milliseconds, cases: 1, ours, theirs }
}
