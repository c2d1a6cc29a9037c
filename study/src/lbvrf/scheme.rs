//! Proving and verifying.

use super::{
    CHALLENGE_LEN, MASK, Mark, N, P, POLYNOMIALS, Polynomial, Proof, PublicKey, RESPONSE, ROWS, SecretKey,
    Short, VALUE, Value,
    sample::{Tag, absorb, ball, digest, tagged, uniform},
    transform::{self, transform},
    value::{Sum, project},
};
use alloc::boxed::Box;
use heliast_symmetric::keccak::Keccak;
use heliast_vrf::{Invalid, Output};
use zeroize::Zeroizing;

pub(super) fn prove(key: &SecretKey, u: &Mark) -> (Output<32>, Proof) {
    let keccak = key.public.matrix.keccak();
    let basis = basis(keccak, u);
    let v = product(&basis, &key.projected).finish();
    let proof = (0..).find_map(|number| attempt(key, u, &basis, v, number)).expect("there is no last try");
    (output(keccak, u, &v), proof)
}

/// Returns the output that [`prove`] proves.
pub(super) fn evaluate(key: &SecretKey, u: &Mark) -> Output<32> {
    let keccak = key.public.matrix.keccak();
    output(keccak, u, &product(&basis(keccak, u), &key.projected).finish())
}

/// Makes try `number` for a proof of v = <b, s>; 0.368 of all tries succeed.
pub(super) fn attempt(
    key: &SecretKey,
    u: &Mark,
    basis: &[Value; POLYNOMIALS],
    v: Value,
    number: u32,
) -> Option<Proof> {
    const NUMBERS: u32 = 2 * MASK as u32 + 1;
    let matrix = key.public.matrix;
    let keccak = matrix.keccak();
    let mut y = Zeroizing::new([[0; N]; POLYNOMIALS]);
    let parts: [&[u8]; 3] = [&key.seed, u.as_ref(), &number.to_le_bytes()];
    uniform::<NUMBERS, _, _>(keccak, Tag::Mask, &parts, |number| number as i32 - MASK, &mut y[..]);
    let projected = Zeroizing::new(y.each_ref().map(project));
    let commitment = (matrix.times(&y), product(basis, &projected).finish());
    let c = challenge(keccak, u, &commitment, &v);

    // From here on y is z.
    let sparse = ball(keccak, &c);
    for (y, s) in y.iter_mut().zip(&key.s) {
        add_product(y, &sparse, s);
    }
    let beyond = y.as_flattened().iter().fold(false, |beyond, z| beyond | (z.abs() > RESPONSE));
    (!beyond).then(|| Proof { v, c, z: Box::new(*y) })
}

pub(super) fn verify(public: &PublicKey, u: &Mark, proof: &Proof) -> Result<Output<32>, Invalid> {
    let keccak = public.matrix.keccak();
    let basis = basis(keccak, u);
    let minus_c = ball(keccak, &proof.c).map(|coefficient| -coefficient);

    let mut rows = public.matrix.sums(&proof.z);
    let mut values = [0; N];
    transform(&minus_c, &mut values);
    rows.iter_mut().zip(&public.t).for_each(|(row, t)| row.add(t, &values));
    let mut last = product(&basis, &proof.z.each_ref().map(project));
    last.add(&proof.v, &project(&minus_c));

    let commitment = (rows.each_ref().map(transform::Sum::finish), last.finish());
    if challenge(keccak, u, &commitment, &proof.v) != proof.c {
        return Err(Invalid::Challenge);
    }
    Ok(output(keccak, u, &proof.v))
}

/// Returns b.
pub(super) fn basis(keccak: Keccak, u: &Mark) -> [Value; POLYNOMIALS] {
    let mut basis = [[0; VALUE]; POLYNOMIALS];
    uniform::<P, _, _>(keccak, Tag::Basis, &[u.as_ref()], |number| number, &mut basis);
    basis
}

/// Returns <b, a> in V as a sum to which more can be added.
pub(super) fn product(basis: &[Value; POLYNOMIALS], projected: &[Value; POLYNOMIALS]) -> Sum {
    let mut sum = Sum::new();
    basis.iter().zip(projected).for_each(|(b, a)| sum.add(b, a));
    sum
}

/// Returns the 32 bytes from which c is computed.
fn challenge(
    keccak: Keccak,
    u: &Mark,
    (w1, w2): &([Polynomial; ROWS], Value),
    v: &Value,
) -> [u8; CHALLENGE_LEN] {
    let mut shake = tagged(keccak, Tag::Challenge);
    shake.absorb(u.as_ref());
    absorb(&mut shake, w1.as_flattened());
    absorb(&mut shake, w2);
    absorb(&mut shake, v);
    let mut c = [0; CHALLENGE_LEN];
    shake.finish().squeeze(&mut c);
    c
}

fn output(keccak: Keccak, u: &Mark, v: &Value) -> Output<32> {
    let mut bytes = [0; 4 * VALUE];
    for (bytes, coefficient) in bytes.as_chunks_mut().0.iter_mut().zip(v) {
        *bytes = coefficient.to_le_bytes();
    }
    Output(digest(keccak, Tag::Output, &[u.as_ref(), &bytes]))
}

/// Computes y ← y + c·s in Z\[x\]/(x^256 + 1), for c with 39 coefficients ±1: it makes one pass over s for
/// each of them, at addresses that depend on c.
pub(super) fn add_product(y: &mut Short, c: &Short, s: &Short) {
    // x^i·s is the window of −s ‖ s that begins at 256 − i. Sums are within ±39.
    let mut doubled = Zeroizing::new([0_i8; 2 * N]);
    let (negative, positive) = doubled.split_at_mut(N);
    for ((negative, positive), s) in negative.iter_mut().zip(positive).zip(s) {
        (*negative, *positive) = (-s as i8, *s as i8);
    }
    let mut sum = Zeroizing::new([0_i8; N]);
    for (i, sign) in c.iter().enumerate().filter(|(_, sign)| **sign != 0) {
        let window = sum.iter_mut().zip(&doubled[N - i..]);
        if *sign > 0 {
            window.for_each(|(sum, s)| *sum += s);
        } else {
            window.for_each(|(sum, s)| *sum -= s);
        }
    }
    y.iter_mut().zip(&*sum).for_each(|(y, sum)| *y += i32::from(*sum));
}
