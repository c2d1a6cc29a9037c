//! Class groups of 1,024 bits: proofs of Chia's chain by Heliast and by chiavdf, and the verification of many
//! of our proofs at once.

use crate::{
    peers::chiavdf::Chiavdf,
    row::{Entry, Row, Side, Unit},
};
use heliast_arith::Natural;
use heliast_group::{ClassForm, ClassGroup, Group, side_by_side};
use heliast_vdf::{Claim, Evaluation, PrimeMode, Statement, Suite, chia};
use sha2::{Digest, Sha512};
use std::{rc::Rc, time::Instant};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "class-square-1024/chiavdf", prepare: square },
    Entry { name: "class-square-2048/square-1024", prepare: square_2048 },
    Entry { name: "class-multiply-1024/square", prepare: multiply },
    Entry { name: "class-worst-1024/multiply", prepare: worst },
    Entry { name: "class-prove-1024/chiavdf", prepare: prove },
    Entry { name: "class-prove-1024-2-cores/one", prepare: prove_on_two_cores },
    Entry { name: "class-verify-1024/chiavdf", prepare: verify },
    Entry { name: "class-verify-many-1000-1024/single", prepare: many },
    Entry { name: "class-square-lanes-1024/square", prepare: square_in_lanes },
    Entry { name: "class-square-lanes-2048/square", prepare: square_in_lanes_2048 },
    Entry { name: "class-powers-8-1024/single", prepare: eight_powers },
    Entry { name: "class-powers-8-2048/single", prepare: eight_powers_2048 },
    Entry { name: "class-verify-chia-8/single", prepare: verify_eight },
];

const BITS: usize = 1_024;
const SEED: [u8; 32] = [3; 32];
/// The generator, from which Chia's delays begin.
const X: [u8; 100] = {
    let mut x = [0; 100];
    x[0] = 8;
    x
};
/// The number of squarings of a proof that is made: chiavdf's prover needs several thousand to reach its
/// speed.
const PROVED: u64 = 100_000;
/// The number of our claims, and the squarings of each.
const CLAIMS: u32 = 1_000;
const SQUARINGS: u64 = 300;

fn group() -> ClassGroup {
    ClassGroup::from_chia_seed(&SEED, BITS).expect("a seed of 32 bytes")
}

/// Compares a squaring in a chain with a squaring of chiavdf's prover, including its share of the proof,
/// which is about a twentieth.
fn square() -> Row {
    let peer = Chiavdf::start();
    let theirs = Side::new(PROVED, move |_| drop(peer.prove(&SEED, &X, BITS, PROVED)));
    Row { peer: Chiavdf::name(), unit: Unit::Microseconds, cases: 1, ours: squaring(BITS), theirs }
}

/// Compares a squaring at twice the length, which chiavdf's prover refuses, with one of 1,024 bits.
fn square_2048() -> Row {
    let peer = "Heliast, of 1024 bits".to_owned();
    Row { peer, unit: Unit::Microseconds, cases: 1, ours: squaring(2_048), theirs: squaring(BITS) }
}

fn squaring(bits: usize) -> Side {
    let group = ClassGroup::from_chia_seed(&SEED, bits).expect("a seed of 32 bytes");
    let mut x = random(&group, 0);
    Side::new(1_000, move |_| group.square_n(&mut x, 1_000))
}

/// Compares one of eight squarings side by side, each of its own discriminant, with one in a chain.
fn square_in_lanes() -> Row {
    eight_squarings(BITS)
}

/// The same comparison at 2048 bits.
fn square_in_lanes_2048() -> Row {
    eight_squarings(2_048)
}

fn eight_squarings(bits: usize) -> Row {
    let groups = groups(bits);
    let mut forms: Vec<ClassForm> = groups.iter().map(|group| random(group, 0)).collect();
    let ours = Side::new(8_000, move |_| {
        let mut pairs: Vec<_> = groups.iter().zip(forms.drain(..)).collect();
        side_by_side::square_n(&mut pairs, 1_000);
        forms = pairs.into_iter().map(|(_, form)| form).collect();
    });
    let peer = "Heliast, a squaring".to_owned();
    Row { peer, unit: Unit::Microseconds, cases: 1, ours, theirs: squaring(bits) }
}

/// Compares one of eight products of two powers side by side, each of its own discriminant, with one alone.
/// Exponents have 264 bits, as in Chia's proofs.
fn eight_powers() -> Row {
    powers_side_by_side(BITS)
}

/// The same comparison at 2048 bits.
fn eight_powers_2048() -> Row {
    powers_side_by_side(2_048)
}

fn powers_side_by_side(bits: usize) -> Row {
    let groups = groups(bits);
    let exponent = |number: u8| Natural::from_be_bytes(&Sha512::digest([number])[..33]);
    let exponents: Rc<[Natural]> = (0..2).map(exponent).collect();
    let bases: Rc<[Bases]> = groups.iter().map(|group| [0, 1].map(|number| random(group, number))).collect();
    let (same_groups, same_bases, same) = (Rc::clone(&groups), Rc::clone(&bases), Rc::clone(&exponents));
    let ours = Side::new(8, move |_| {
        let powers: Vec<Vec<_>> = same_bases.iter().map(|bases| bases.iter().zip(&*same).collect()).collect();
        let products: Vec<_> = same_groups
            .iter()
            .zip(&powers)
            .map(|(group, powers)| side_by_side::Product { group, powers })
            .collect();
        drop(side_by_side::products_of_powers(&products));
    });
    let theirs = Side::new(8, move |_| {
        for (group, bases) in groups.iter().zip(&*bases) {
            drop(group.product_of_powers(&bases.iter().zip(&*exponents).collect::<Vec<_>>()));
        }
    });
    Row { peer: "Heliast, one alone".to_owned(), unit: Unit::Microseconds, cases: 1, ours, theirs }
}

/// Two bases of a product.
type Bases = [ClassForm; 2];

/// Eight groups of different discriminants.
fn groups(bits: usize) -> Rc<[ClassGroup]> {
    let group = |number: u8| ClassGroup::from_chia_seed(&[number; 32], bits).expect("a seed of 32 bytes");
    (1..=8).map(group).collect()
}

/// Proofs of one group each, with their numbers of squarings.
type Proofs = Vec<(u64, Vec<u8>)>;

/// Compares one of eight proofs of different discriminants, verified together, with a single one. Both sides
/// verify the same 16 proofs for eight groups in turn.
fn verify_eight() -> Row {
    let groups = groups(BITS);
    let proofs: Rc<[Proofs]> = (0..16)
        .map(|number| {
            let t = 3_000 + number;
            groups.iter().map(|group| (t, chia::prove(group, &X, t).expect("a delay"))).collect()
        })
        .collect();
    let (cases, shared, same) = (proofs.len(), Rc::clone(&proofs), Rc::clone(&groups));
    let ours = Side::new(8, move |case| {
        let claims: Vec<_> = same
            .iter()
            .zip(&shared[case])
            .map(|(group, (t, proof))| chia::Claim { group, x: &X, proof, iterations: *t, witness_type: 0 })
            .collect();
        assert!(chia::verify_many(&claims).iter().all(Result::is_ok));
    });
    let theirs = Side::new(8, move |case| {
        for (group, (t, proof)) in groups.iter().zip(&proofs[case]) {
            assert!(chia::verify(group, &X, proof, *t, 0).is_ok());
        }
    });
    Row { peer: "Heliast, one at a time".to_owned(), unit: Unit::Milliseconds, cases, ours, theirs }
}

/// Returns a form whose coefficients have the usual length; those of hashed forms do not.
fn random(group: &ClassGroup, number: u32) -> ClassForm {
    let mut form = group.hash("bench", &number.to_be_bytes());
    group.square_n(&mut form, 20);
    form
}

/// Compares a product with a squaring, both in a chain. Repeating one product would be faster by a tenth: the
/// CPU foresees the branches that it has seen.
fn multiply() -> Row {
    let group = group();
    let (mut x, factor) = (random(&group, 0), random(&group, 1));
    let ours = Side::new(1_000, move |_| {
        for _ in 0..1_000 {
            x = group.mul(&x, &factor);
        }
    });
    let peer = "Heliast, a squaring".to_owned();
    Row { peer, unit: Unit::Microseconds, cases: 1, ours, theirs: squaring(BITS) }
}

/// Compares the slowest 64 of several thousand products of chosen forms with products of random ones. The
/// chosen forms are squares and quotients of a form with itself, whose gcds are long, powers of the smallest
/// form, which have huge quotients, and hashes.
fn worst() -> Row {
    const SLOWEST: usize = 64;
    let group = group();
    let (f, small) = (random(&group, 0), group.generator().expect("a generator"));
    let powers = (0..600_u64).map(|n| group.pow(&small, &Natural::from(n)));
    let hashes = (0..1_000_u32).map(|n| group.hash("bench", &n.to_be_bytes()));
    let forms: Vec<ClassForm> = powers.chain(hashes).collect();
    let with = |g: &ClassForm| [(g.clone(), g.clone()), (g.clone(), group.invert(g)), (g.clone(), f.clone())];
    let pairs: Vec<_> = forms.iter().flat_map(with).collect();
    // All are timed in turn, so that no product is repeated at once.
    let mut fastest = vec![u128::MAX; pairs.len()];
    for _ in 0..8 {
        for ((f, g), fastest) in pairs.iter().zip(&mut fastest) {
            let start = Instant::now();
            drop(group.mul(f, g));
            *fastest = start.elapsed().as_nanos().min(*fastest);
        }
    }
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(fastest[number]));
    let slowest: Vec<_> = order[..SLOWEST].iter().map(|&number| pairs[number].clone()).collect();
    let random: Vec<_> = (0..=SLOWEST as u32).map(|number| random(&group, number)).collect();
    let one = group.clone();
    let ours = Side::new(SLOWEST as u64, move |_| slowest.iter().for_each(|(f, g)| drop(group.mul(f, g))));
    let theirs = Side::new(SLOWEST as u64, move |_| {
        random.windows(2).for_each(|pair| drop(one.mul(&pair[0], &pair[1])));
    });
    Row { peer: "Heliast, a product".to_owned(), unit: Unit::Microseconds, cases: 1, ours, theirs }
}

/// Compares two threads with one for a proof of 100,000 squarings that are done.
fn prove_on_two_cores() -> Row {
    let group = group();
    let suite = Suite::of_level(PrimeMode::SievedFull, 128).expect("a suite");
    let x = heliast_vdf::delay_input(&group, b"two cores");
    let mut evaluation = Evaluation::start(&group, x, PROVED).expect("a valid delay");
    evaluation.advance(PROVED);
    let evaluation = Rc::new(evaluation);
    let side = |threads: usize| {
        let evaluation = Rc::clone(&evaluation);
        Side::new(1, move |_| {
            heliast_vdf::prove(&evaluation, suite, threads, |_| true).expect("it is finished");
        })
    };
    let (ours, theirs) = (side(2), side(1));
    Row { peer: "Heliast, one thread".to_owned(), unit: Unit::Milliseconds, cases: 1, ours, theirs }
}

/// Compares output and proof of 100,000 squarings.
fn prove() -> Row {
    let (group, peer) = (group(), Chiavdf::start());
    let own = chia::prove(&group, &X, PROVED).expect("a delay");
    assert_eq!(own, peer.prove(&SEED, &X, BITS, PROVED), "the proofs differ");
    let ours = Side::new(1, move |_| drop(chia::prove(&group, &X, PROVED)));
    let theirs = Side::new(1, move |_| drop(peer.prove(&SEED, &X, BITS, PROVED)));
    Row { peer: Chiavdf::name(), unit: Unit::Milliseconds, cases: 1, ours, theirs }
}

/// Compares the verification of a proof of Chia's chain from bytes with a known discriminant. Some challenges
/// need a few candidates and others hundreds, so the row is the mean over 16 delays.
fn verify() -> Row {
    let (group, peer) = (group(), Chiavdf::start());
    let discriminant = format!("-0x{:x}", group.discriminant_magnitude());
    let proofs: Rc<[(u64, Vec<u8>)]> = (0..16)
        .map(|number| {
            let t = 10_000 + number;
            (t, chia::prove(&group, &X, t).expect("a delay"))
        })
        .collect();
    for (t, proof) in &*proofs {
        assert!(chia::verify(&group, &X, proof, *t, 0).is_ok());
        assert!(peer.verifies(&discriminant, &X, proof, *t, BITS));
        assert!(!peer.verifies(&discriminant, &X, proof, *t + 1, BITS));
        assert!(chia::verify(&group, &X, proof, *t + 1, 0).is_err());
    }
    let (cases, shared) = (proofs.len(), Rc::clone(&proofs));
    let ours = Side::new(1, move |case| {
        let (t, proof) = &shared[case];
        assert!(chia::verify(&group, &X, proof, *t, 0).is_ok());
    });
    let theirs = Side::new(1, move |case| {
        let (t, proof) = &proofs[case];
        assert!(peer.verifies(&discriminant, &X, proof, *t, BITS));
    });
    Row { peer: Chiavdf::name(), unit: Unit::Milliseconds, cases, ours, theirs }
}

/// Compares one of 1,000 proofs of one discriminant in one equation with a single proof, both on one core and
/// without decoding.
fn many() -> Row {
    let group = ClassGroup::from_seed(&SEED, BITS).expect("a seed of 32 bytes");
    let suite = Suite::of_level(PrimeMode::SievedFull, 128).expect("a suite");
    let claims: Rc<[Claim<ClassForm>]> = (0..CLAIMS).map(|number| claim(&group, suite, number)).collect();
    let coins = *b"secret coins of this one program";
    assert!(heliast_vdf::verify_combined(&group, &claims, suite, &coins, 1).is_ok());
    let (one, all) = (group.clone(), Rc::clone(&claims));
    let ours = Side::new(CLAIMS.into(), move |_| {
        assert!(heliast_vdf::verify_combined(&group, &all, suite, &coins, 1).is_ok());
    });
    let theirs = Side::new(64, move |_| {
        let verified = |claim: &Claim<ClassForm>| {
            heliast_vdf::verify(&one, &claim.statement, &claim.proof, suite).is_ok()
        };
        assert!(claims[..64].iter().all(verified));
    });
    Row { peer: "Heliast, one at a time".to_owned(), unit: Unit::Milliseconds, cases: 1, ours, theirs }
}

fn claim(group: &ClassGroup, suite: Suite, number: u32) -> Claim<ClassForm> {
    let x = heliast_vdf::delay_input(group, &number.to_be_bytes());
    let mut evaluation = Evaluation::start(group, x.clone(), SQUARINGS).expect("a valid delay");
    evaluation.advance(SQUARINGS);
    let (y, proof) = heliast_vdf::prove(&evaluation, suite, 1, |_| true).expect("it is finished");
    Claim { statement: Statement { x, y, t: SQUARINGS }, proof, hint: None }
}
