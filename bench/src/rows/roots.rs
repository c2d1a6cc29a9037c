//! Chains of square roots modulo a prime: steps compared with their squarings, and with Sloth on GMP.

use crate::{
    inputs::bytes,
    peers::{
        gmp::{self, Integer},
        sloth::Sloth,
    },
    row::{Entry, Row, Side, Unit},
};
use heliast_arith::Natural;
use heliast_group::{RootElement, RootField};
use heliast_vdf::{
    Work,
    roots::{self, Evaluation, MAX_STEPS, Proof, Statement},
};
use std::time::Instant;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "roots-step-1024/squarings", prepare: || step(1024, 1) },
    Entry { name: "roots-step-2048/squarings", prepare: || step(2048, 1) },
    Entry { name: "roots-step-3072/squarings", prepare: || step(3072, 1) },
    Entry { name: "roots-step-1024-2-cores/squarings", prepare: || step(1024, 2) },
    Entry { name: "roots-step-2048-2-cores/squarings", prepare: || step(2048, 2) },
    Entry { name: "roots-step-3072-2-cores/squarings", prepare: || step(3072, 2) },
    Entry { name: "roots-eval-2048/gmp", prepare: evaluate },
    Entry { name: "roots-verify-2048/gmp", prepare: verify },
    Entry { name: "roots-verify-3s-2048/making", prepare: verify_three_seconds },
    Entry { name: "roots-new-2048/gmp", prepare: new },
    Entry { name: "roots-search-2048/gmp", prepare: search },
];

/// The number of segments of a chain that is verified.
const SEGMENTS: u16 = 16;
/// The number of steps of a chain whose verification is compared with GMP.
const VERIFIED: u64 = 4096;
/// The seconds that it takes to compute the chain whose verification is timed as a whole.
const SECONDS: f64 = 3.0;
/// The time of a true chain does not depend on the order of its segments.
const COINS: [u8; 32] = *b"secret coins of this one program";

/// Compares a step of a chain on `threads` cores with only its n − 3 squarings on one core.
fn step(bits: usize, threads: usize) -> Row {
    // A call with two threads starts one, and the time of the start should be negligible.
    let steps = if threads == 1 { 4 } else { 64 };
    let field = field(bits);
    let (mut one, mut several) = (endless(&field), endless(&field));
    one.advance(3, 1);
    several.advance(3, threads);
    assert_eq!(one.to_bytes(), several.to_bytes(), "cores disagree");

    let squarings = bits as u64 - 3;
    let mut x = field.ring().residue(start(&field).natural());
    let ours = Side::new(steps, move |_| assert!(!several.advance(steps, threads)));
    let theirs = Side::new(4, move |_| field.ring().square_n(&mut x, 4 * squarings));
    let peer = format!("Heliast, {squarings} squarings");
    Row { peer, unit: Unit::Microseconds, cases: 1, ours, theirs }
}

/// Compares a step of a chain on one core with `mpz_powm` and a squaring for the sign.
fn evaluate() -> Row {
    let field = field(2048);
    let (mut chain, mut sloth) = (endless(&field), sloth(&field));
    let mut x = on_gmp(start(&field).natural());
    for end in &Chain::new(&field, SEGMENTS.into()).ends()[1..] {
        sloth.step(&mut x);
        assert!(x == on_gmp(end.natural()), "GMP takes another step");
    }
    let ours = Side::new(4, move |_| assert!(!chain.advance(4, 1)));
    let theirs = Side::new(1, move |_| sloth.step(&mut x));
    let peer = format!("{} mpz_powm", gmp::version());
    Row { peer, unit: Unit::Microseconds, cases: 1, ours, theirs }
}

/// Compares a step of a chain that is verified from bytes on one core with `mpz_mul` and `mpz_tdiv_r`.
fn verify() -> Row {
    let field = field(2048);
    let chain = Chain::new(&field, VERIFIED);
    assert!(chain.is_true(&chain.y) && !chain.is_true(&chain.x), "a wrong verdict");
    let mut sloth = sloth(&field);
    let ends: Vec<Integer> = chain.ends().iter().map(|end| on_gmp(end.natural())).collect();
    let mut back = move || {
        ends.windows(2).all(|ends| {
            let mut y = ends[1].clone();
            sloth.steps_back(&mut y, VERIFIED / u64::from(SEGMENTS));
            y == ends[0]
        })
    };
    assert!(back(), "GMP goes back to something else");
    let ours = Side::new(VERIFIED, move |_| assert!(chain.is_true(&chain.y)));
    let theirs = Side::new(VERIFIED, move |_| assert!(back()));
    let peer = format!("{} mpz_mul and mpz_tdiv_r", gmp::version());
    Row { peer, unit: Unit::Nanoseconds, cases: 1, ours, theirs }
}

/// Compares the verification of a whole chain from bytes on one core with its computation. The chain has the
/// number of steps that one core computes in three seconds.
fn verify_three_seconds() -> Row {
    const STEPS: u64 = 4;
    let field = field(2048);
    let mut making = endless(&field);
    let mut seconds = || {
        let start = Instant::now();
        making.advance(STEPS, 1);
        start.elapsed().as_secs_f64()
    };
    let fastest = (0..200).map(|_| seconds()).min_by(f64::total_cmp).expect("some samples");
    let t = (SECONDS / fastest * STEPS as f64) as u64;
    let chain = Chain::new(&field, t);
    assert!(chain.is_true(&chain.y) && !chain.is_true(&chain.x), "a wrong verdict");
    let ours = Side::new(1, move |_| assert!(chain.is_true(&chain.y)));
    let theirs = Side::part(STEPS as f64 / t as f64, move |_| assert!(!making.advance(STEPS, 1)));
    let peer = format!("Heliast, making its {t} steps");
    Row { peer, unit: Unit::Milliseconds, cases: 1, ours, theirs }
}

/// Compares a field from its seed and counter with the tests of its two primes.
fn new() -> Row {
    let (field, sloth) = (field(2048), sloth(&field(2048)));
    assert!(sloth.is_safe_prime());
    let ours = Side::new(1, move |_| drop(RootField::new(field.seed(), field.bits(), field.counter())));
    let theirs = Side::new(1, move |_| assert!(sloth.is_safe_prime()));
    Row { peer: primality(), unit: Unit::Milliseconds, cases: 1, ours, theirs }
}

/// Compares the whole search for the built-in field with the tests of both numbers for each of the first
/// counters.
fn search() -> Row {
    const TRIED: u64 = 500;
    let field = field(2048);
    let counters = u64::from(field.counter()) + 1;
    let seed = field.seed().to_vec();
    let search = move || RootField::search(&seed, 2048, |_| true).expect("a seed").expect("nobody stops it");
    assert!(search() == field, "another field");
    let candidate = |counter| {
        let back = Natural::from(12 * (counters - 1 - counter));
        Sloth::new(&bytes(&field.prime().sub(&back).expect("a candidate")))
    };
    let tried: Vec<Sloth> = (0..TRIED).map(candidate).collect();
    let ours = Side::new(1, move |_| drop(search())).of_thread();
    let theirs = Side::part(TRIED as f64 / counters as f64, move |_| {
        assert!(!tried.iter().any(Sloth::is_safe_prime));
    });
    Row { peer: primality(), unit: Unit::Seconds, cases: 1, ours, theirs: theirs.of_thread() }
}

fn primality() -> String {
    format!("{} mpz_probab_prime_p", gmp::version())
}

fn field(bits: usize) -> RootField {
    RootField::built_in(bits).expect("a built-in field")
}

fn start(field: &RootField) -> RootElement {
    field.hash(b"heliast/bench/roots")
}

/// Returns a chain that is too long for any measurement to finish.
fn endless(field: &RootField) -> Evaluation {
    Evaluation::start(field, start(field), MAX_STEPS, 1).expect("a valid delay")
}

fn sloth(field: &RootField) -> Sloth {
    Sloth::new(&bytes(field.prime()))
}

fn on_gmp(number: &Natural) -> Integer {
    Integer::from_be_bytes(&bytes(number))
}

/// A finished chain in bytes.
struct Chain {
    field: RootField,
    x: Vec<u8>,
    y: Vec<u8>,
    t: u64,
    proof: Vec<u8>,
}

impl Chain {
    fn new(field: &RootField, t: u64) -> Chain {
        let mut evaluation = Evaluation::start(field, start(field), t, SEGMENTS).expect("a valid delay");
        evaluation.advance(t, 1);
        let (Statement { x, y, t }, proof) = evaluation.finish().expect("it is finished");
        let [x, y] = [x, y].map(|element| field.encode(&element));
        Chain { field: field.clone(), x, y, t, proof: proof.encode(field) }
    }

    fn is_true(&self, y: &[u8]) -> bool {
        let [x, y] = [&self.x, y].map(|element| self.field.decode(element).expect("an element"));
        let proof = Proof::decode(&self.field, &self.proof).expect("a proof");
        let work = Work { threads: 1, progress: |_| true };
        roots::verify(&self.field, &Statement { x, y, t: self.t }, &proof, &COINS, work).is_ok()
    }

    /// Returns x, the ends of segments, and y.
    fn ends(&self) -> Vec<RootElement> {
        let proof = Proof::decode(&self.field, &self.proof).expect("a proof");
        let [x, y] = [&self.x, &self.y].map(|element| self.field.decode(element).expect("an element"));
        [x].into_iter().chain(proof.ends().iter().cloned()).chain([y]).collect()
    }
}
