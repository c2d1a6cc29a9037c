//! Proving and verification (RFC 9381, sections 5.1 to 5.3), once for both suites.

use super::{
    Ell2, PublicKey, SecretKey, Tai,
    encode_to_curve::Suite,
    point::Encoded,
    proof::{CHALLENGE_BYTES, Proof},
};
use crate::{Exhausted, Invalid, Output, Vrf};
use curve25519_dalek::{edwards::EdwardsPoint, scalar::Scalar, traits::VartimeMultiscalarMul};
use sha2::{Digest, Sha512};
use zeroize::Zeroizing;

impl Tai {
    /// The scheme's id on the wire, RFC 9381's suite_string.
    pub const ID: u8 = 0x03;
}

impl Ell2 {
    /// The scheme's id on the wire, RFC 9381's suite_string.
    pub const ID: u8 = 0x04;
}

impl Vrf for Tai {
    type PublicKey = PublicKey;
    type SecretKey = SecretKey;
    type Proof = Proof;
    type Output = Output;
    type Position = ();

    fn prove(secret: &mut SecretKey, _: (), input: &[u8]) -> Result<(Output, Proof), Exhausted> {
        prove::<Tai>(secret, input)
    }

    fn verify(public: &PublicKey, _: (), input: &[u8], proof: &Proof) -> Result<Output, Invalid> {
        verify::<Tai>(public, input, proof)
    }
}

impl Vrf for Ell2 {
    type PublicKey = PublicKey;
    type SecretKey = SecretKey;
    type Proof = Proof;
    type Output = Output;
    type Position = ();

    fn prove(secret: &mut SecretKey, _: (), input: &[u8]) -> Result<(Output, Proof), Exhausted> {
        prove::<Ell2>(secret, input)
    }

    fn verify(public: &PublicKey, _: (), input: &[u8], proof: &Proof) -> Result<Output, Invalid> {
        verify::<Ell2>(public, input, proof)
    }
}

fn prove<S: Suite>(secret: &SecretKey, input: &[u8]) -> Result<(Output, Proof), Exhausted> {
    let y = secret.public.to_bytes();
    let h = S::encode_to_curve(&y, input).ok_or(Exhausted::NoPoint)?;
    let h_bytes = h.compress().to_bytes();
    let gamma = secret.x * h;
    let k = secret.nonce(&h_bytes);
    // One inversion suffices to encode all four.
    let points = [gamma, gamma.mul_by_cofactor(), EdwardsPoint::mul_base(&k), *k * h];
    let [gamma_bytes, eight_gamma, u, v] = EdwardsPoint::compress_batch(&points).map(|it| it.to_bytes());
    let c = challenge::<S>([&y, &h_bytes, &gamma_bytes, &u, &v]);
    let cx = Zeroizing::new(scalar(&c) * secret.x);
    let s = *k + *cx;
    let gamma = Encoded { point: gamma, bytes: gamma_bytes };
    Ok((output::<S>(&eight_gamma), Proof { gamma, c, s }))
}

fn verify<S: Suite>(public: &PublicKey, input: &[u8], proof: &Proof) -> Result<Output, Invalid> {
    let (y, gamma, c) = (&public.0, &proof.gamma, scalar(&proof.c));
    let h = S::encode_to_curve(&y.bytes, input).ok_or(Invalid::NoPoint)?;
    let u = EdwardsPoint::vartime_double_scalar_mul_basepoint(&c, &-y.point, &proof.s);
    let v = EdwardsPoint::vartime_multiscalar_mul([proof.s, c], [h, -gamma.point]);
    let points = [h, u, v, gamma.point.mul_by_cofactor()];
    let [h, u, v, eight_gamma] = EdwardsPoint::compress_batch(&points).map(|it| it.to_bytes());
    if challenge::<S>([&y.bytes, &h, &gamma.bytes, &u, &v]) != proof.c {
        return Err(Invalid::Challenge);
    }
    Ok(output::<S>(&eight_gamma))
}

/// c, half a hash of the five encoded points Y, H, Γ, U, V (section 5.4.3).
pub(super) fn challenge<S: Suite>(points: [&[u8; 32]; 5]) -> [u8; CHALLENGE_BYTES] {
    const FRONT: u8 = 0x02;
    const BACK: u8 = 0x00;
    let hash = Sha512::new().chain_update([S::ID, FRONT]);
    let hash = points.iter().fold(hash, |hash, point| hash.chain_update(point));
    let hash: [u8; 64] = hash.chain_update([BACK]).finalize().into();
    core::array::from_fn(|i| hash[i])
}

/// The challenge as a scalar; it is below 2^128 and so below q.
pub(super) fn scalar(c: &[u8; CHALLENGE_BYTES]) -> Scalar {
    Scalar::from(u128::from_le_bytes(*c))
}

/// β from the encoded 8Γ (section 5.2). The factor 8 removes a component of small order of Γ.
fn output<S: Suite>(eight_gamma: &[u8; 32]) -> Output {
    const FRONT: u8 = 0x03;
    const BACK: u8 = 0x00;
    let hash = Sha512::new().chain_update([S::ID, FRONT]).chain_update(eight_gamma);
    Output(hash.chain_update([BACK]).finalize().into())
}
