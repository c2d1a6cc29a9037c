//! Verifying a batch proof of RSA-2048 at 128 bits of security on one core, from bytes to the verdict.

use crate::{
    inputs::{
        batch::{List, coins},
        delays::Delays,
    },
    peers::{batch::Verifier, gmp},
    row::{Entry, Row, Side, Unit},
};
use heliast_arith::{LANES, Lanes};
use heliast_group::RsaGroup;
use heliast_vdf::batch::Family;
use std::rc::Rc;

/// Whether a row needs half a gigabyte and several minutes; the row of 10^7 needs seven gigabytes and a
/// quarter of an hour.
pub(super) fn is_large(name: &str) -> bool {
    ["batch-1e6/", "batch-1e7/", "batch-delays-1e6"].iter().any(|large| name.starts_with(large))
}

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "batch-1e3/thesis-bucket-here", prepare: || thesis(1_000, 0.138) },
    Entry { name: "batch-1e3/gmp-bucket", prepare: || gmp_bucket(1_000) },
    Entry { name: "batch-1e3/kernel-bound", prepare: || kernel_bound(1_000) },
    Entry { name: "batch-1e3/one-core", prepare: || one_core(1_000) },
    Entry { name: "batch-1e4/thesis-bucket-here", prepare: || thesis(10_000, 0.788) },
    Entry { name: "batch-1e4/gmp-bucket", prepare: || gmp_bucket(10_000) },
    Entry { name: "batch-1e4/kernel-bound", prepare: || kernel_bound(10_000) },
    Entry { name: "batch-1e4/one-core", prepare: || one_core(10_000) },
    Entry { name: "batch-1e4/pippenger", prepare: || pippenger(10_000) },
    Entry { name: "batch-1e4/linear-kernel-bound", prepare: || linear_kernel_bound(10_000) },
    Entry { name: "batch-1e5/thesis-bucket-here", prepare: || thesis(100_000, 6.14) },
    Entry { name: "batch-1e5/gmp-bucket", prepare: || gmp_bucket(100_000) },
    Entry { name: "batch-1e5/kernel-bound", prepare: || kernel_bound(100_000) },
    Entry { name: "batch-1e5/one-core", prepare: || one_core(100_000) },
    Entry { name: "batch-1e5/pippenger", prepare: || pippenger(100_000) },
    Entry { name: "batch-1e5/linear-kernel-bound", prepare: || linear_kernel_bound(100_000) },
    Entry { name: "batch-1e5/linear-thesis-bucket-here", prepare: || linear_thesis(100_000, 6.14) },
    Entry { name: "batch-1e5/linear-gmp-bucket", prepare: || linear_gmp_bucket(100_000) },
    Entry { name: "batch-1e5/linear-one-core", prepare: || one_core_of(Family::Linear, 100_000) },
    Entry { name: "batch-1e6/thesis-bucket-here", prepare: || thesis(1_000_000, 49.6) },
    Entry { name: "batch-1e6/kernel-bound", prepare: || kernel_bound(1_000_000) },
    Entry { name: "batch-1e6/pippenger", prepare: || pippenger(1_000_000) },
    Entry { name: "batch-1e6/linear-kernel-bound", prepare: || linear_kernel_bound(1_000_000) },
    Entry { name: "batch-1e6/linear-thesis-bucket-here", prepare: || linear_thesis(1_000_000, 49.6) },
    Entry { name: "batch-1e6/linear-gmp-bucket", prepare: || linear_gmp_bucket(1_000_000) },
    Entry { name: "batch-1e7/pippenger", prepare: || pippenger(10_000_000) },
    Entry { name: "batch-delays-1e5-2/random-exponents", prepare: || delays(100_000, 2) },
    Entry { name: "batch-delays-1e5-all/random-exponents", prepare: || delays(100_000, 100_000) },
    Entry { name: "batch-delays-1e6-10/random-exponents", prepare: || delays(1_000_000, 10) },
    Entry { name: "batch-delays-1e6-all/random-exponents", prepare: || delays(1_000_000, 1_000_000) },
];

/// The number of lane products in a sample of the kernel.
const CHAIN: usize = 500;

/// Compares ours with the seconds that the thesis's own program took for Bucket on a Zen 5 core:
/// its products and powers only.
fn thesis(m: usize, seconds: f64) -> Row {
    thesis_of(Family::RandomExponents, m, seconds)
}

/// Makes the same comparison for incidence buckets.
fn linear_thesis(m: usize, seconds: f64) -> Row {
    thesis_of(Family::Linear, m, seconds)
}

fn thesis_of(family: Family, m: usize, seconds: f64) -> Row {
    let peer = "the thesis's C++ and GMP, Bucket, on a Zen 5 core".to_owned();
    let ours = ours_of(family, &List::new(m));
    Row { peer, unit: Unit::Seconds, cases: 1, ours, theirs: Side::known(seconds) }
}

/// Compares ours with the thesis's protocol on this machine's GMP: products and powers only,
/// challenges and buckets drawn beforehand.
fn gmp_bucket(m: usize) -> Row {
    gmp_bucket_of(Family::RandomExponents, m)
}

/// Makes the same comparison for incidence buckets.
fn linear_gmp_bucket(m: usize) -> Row {
    gmp_bucket_of(Family::Linear, m)
}

fn gmp_bucket_of(family: Family, m: usize) -> Row {
    let list = List::new(m);
    let (statements, mut verifier) = (list.pairs(), Verifier::new(list.modulus()));
    let coins = coins(Family::Bucket, m).expect("she measured it");
    let theirs = Side::new(1, move |_| drop(verifier.combine(&statements, &coins))).of_thread();
    let peer = format!("{} mpz_powm, mpz_mul and mpz_tdiv_r, the thesis's Bucket", gmp::version());
    Row { peer, unit: Unit::Seconds, cases: 1, ours: ours_of(family, &list), theirs }
}

/// Compares incidence buckets with Random Exponents; both times include everything.
fn pippenger(m: usize) -> Row {
    let list = List::new(m);
    let (ours, theirs) = (ours_of(Family::Linear, &list), ours(&list));
    let peer = "Random Exponents by Pippenger, here".to_owned();
    Row { peer, unit: Unit::Seconds, cases: 1, ours, theirs }
}

/// Makes the same comparison for different delays.
fn delays(m: u64, different: u64) -> Row {
    let list = Delays::new(m, different);
    let side = |linear: bool| {
        let (list, prepared) = (Rc::clone(&list), list.prepare(linear));
        Side::new(1, move |_| assert!(list.verify(&prepared, 1))).of_thread()
    };
    let peer = "Random Exponents by Pippenger, here".to_owned();
    Row { peer, unit: Unit::Seconds, cases: 1, ours: side(true), theirs: side(false) }
}

/// Compares ours with the time of the same number of products in lanes without other work: the ratio is below
/// 1, and 1 is the bound.
fn kernel_bound(m: usize) -> Row {
    kernel_bound_of(Family::RandomExponents, m)
}

/// Makes the same comparison for incidence buckets.
fn linear_kernel_bound(m: usize) -> Row {
    kernel_bound_of(Family::Linear, m)
}

fn kernel_bound_of(family: Family, m: usize) -> Row {
    let list = List::new(m);
    let prepared = list.prepare(family);
    let multiplications = list.multiplications(&prepared);
    let lanes = Lanes::shared(RsaGroup::rsa_2048().modulus()).expect("a modulus");
    let (mut product, factor) = (lanes.radix(), lanes.radix());
    let part = (CHAIN * LANES) as f64 / multiplications as f64;
    let peer = format!("{multiplications} products in lanes ({}) and nothing else", lanes.backend());
    let theirs = Side::part(part, move |_| (0..CHAIN).for_each(|_| lanes.mul_assign(&mut product, &factor)));
    Row { peer, unit: Unit::Seconds, cases: 1, ours: ours_of(family, &list), theirs: theirs.of_thread() }
}

/// Compares two cores with one, in wall-clock time.
fn one_core(m: usize) -> Row {
    one_core_of(Family::RandomExponents, m)
}

fn one_core_of(family: Family, m: usize) -> Row {
    let list = List::new(m);
    let prepared = Rc::new(list.prepare(family));
    let on = |threads: usize| {
        let (list, prepared) = (Rc::clone(&list), Rc::clone(&prepared));
        Side::new(1, move |_| assert!(list.verify(&prepared, threads)))
    };
    Row { peer: "the same on one core".to_owned(), unit: Unit::Seconds, cases: 1, ours: on(2), theirs: on(1) }
}

/// Returns Random Exponents in the best evaluation, with everything included.
fn ours(list: &Rc<List>) -> Side {
    ours_of(Family::RandomExponents, list)
}

fn ours_of(family: Family, list: &Rc<List>) -> Side {
    let prepared = list.prepare(family);
    assert!(list.verify(&prepared, 1), "a true batch is refused");
    let list = Rc::clone(list);
    Side::new(1, move |_| assert!(list.verify(&prepared, 1))).of_thread()
}
