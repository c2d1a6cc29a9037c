//! Changes of proofs, each of which introduces one fault.

use crate::{Claim, program::suite};
use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{Drawing, Statement, challenge, prove_naive};
use testkit::Random;

const ELEMENT: usize = 256;
/// The offset of the hint in a proof.
const AT_HINT: usize = 2 * ELEMENT;
/// Candidates that a hint can name.
const HINTS: usize = 1984;

type Change = fn(&RsaGroup, &mut Claim, &mut Random);

const KINDS: [(&str, Change); 13] = [
    ("a bit of x", |_, claim, random| flip(&mut claim.x, random)),
    ("a bit of y", |_, claim, random| flip(&mut claim.proof[..ELEMENT], random)),
    ("a bit of pi", |_, claim, random| flip(&mut claim.proof[ELEMENT..AT_HINT], random)),
    ("a bit of the context", |_, claim, random| flip(&mut claim.context, random)),
    ("another length of the context", |_, claim, random| match random.below(4) {
        0 => claim.context.resize(256 + random.below(300), 0),
        1 => claim.context.truncate(1 + random.below(claim.context.len() - 1)),
        _ => claim.context.resize(claim.context.len() + 1 + random.below(235), random.word() as u8),
    }),
    ("another hint", |_, claim, random| {
        let hint = random.below(HINTS + 64) as u16;
        claim.proof[AT_HINT..].copy_from_slice(&hint.to_be_bytes());
    }),
    ("another t", |_, claim, random| {
        let t = claim.squarings;
        claim.squarings = *random.pick(&[0, 1, t - 1, t + 1, 2 * t, 1 << 48, u64::MAX, t ^ (1 << 47)]);
    }),
    ("another length", |_, claim, random| match random.below(2) {
        0 => claim.proof.truncate(random.below(claim.proof.len())),
        _ => claim.proof.resize(claim.proof.len() + 1 + random.below(64), 0),
    }),
    ("another element", |group, claim, random| {
        let other = group.encode(&group.hash("heliast/test", &random.word().to_be_bytes()));
        element(claim, random).copy_from_slice(&other);
    }),
    ("a negative", |group, claim, random| {
        let element = element(claim, random);
        let negative = group.modulus().sub(&Natural::from_be_bytes(element)).expect("below N");
        element.copy_from_slice(&negative.to_be_bytes(ELEMENT).expect("256 bytes"));
    }),
    ("an edge", |group, claim, random| {
        let (n, one) = (group.modulus().clone(), Natural::one());
        let half = n.sub(&one).expect("odd").shr(1);
        let all = [Natural::default(), one.clone(), n.sub(&one).expect("odd"), half.add(&one), half, n];
        let edge = random.pick(&all).to_be_bytes(ELEMENT).expect("256 bytes");
        element(claim, random).copy_from_slice(&edge);
    }),
    ("y and pi exchanged", |_, claim, _| {
        let (y, rest) = claim.proof.split_at_mut(ELEMENT);
        y.swap_with_slice(&mut rest[..ELEMENT]);
    }),
    ("a false y, proved", prove_falsely),
];

fn flip(bytes: &mut [u8], random: &mut Random) {
    let at = random.below(bytes.len());
    bytes[at] ^= 1 << random.below(8);
}

/// One of x, y and π.
fn element<'a>(claim: &'a mut Claim, random: &mut Random) -> &'a mut [u8] {
    match random.below(3) {
        0 => &mut claim.x,
        1 => &mut claim.proof[..ELEMENT],
        _ => &mut claim.proof[ELEMENT..AT_HINT],
    }
}

/// Proves a false output as well as possible: everything is right except y, and thereby the equation.
fn prove_falsely(group: &RsaGroup, claim: &mut Claim, random: &mut Random) {
    let x = group.decode(&claim.x).expect("an honest x");
    let mut y = group.decode(&claim.proof[..ELEMENT]).expect("an honest y");
    group.mul_assign(&mut y, &group.hash("heliast/test", &random.word().to_be_bytes()));
    let drawing = Drawing::new(suite(), &claim.context).expect("an address");
    let statement = Statement { x, y, t: claim.squarings };
    let drawn = challenge(group, &statement, drawing).expect("a prime");
    let proof = prove_naive(group, &statement.x, statement.t, &drawn.prime);
    let hint = (drawn.counter as u16).to_be_bytes();
    claim.proof = [&group.encode(&statement.y)[..], &group.encode(&proof), &hint].concat();
}

/// This many changed claims, of all kinds in turn, each with the name of its change.
pub fn of<'a>(
    group: &'a RsaGroup,
    honest: &'a [Claim],
    count: usize,
) -> impl Iterator<Item = (&'static str, Claim)> + 'a {
    let mut random = Random::from_seed(0x6865_6c69_6173_7431);
    let changed = (0..count).map(move |index| {
        let (kind, change) = KINDS[index % KINDS.len()];
        let mut claim = random.pick(honest).clone();
        change(group, &mut claim, &mut random);
        (kind, claim)
    });
    changed.filter(|(_, claim)| !honest.contains(claim))
}
