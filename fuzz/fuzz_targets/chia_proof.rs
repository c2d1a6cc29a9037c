//! Chia's forms and proofs, of any witness type and in both call forms: no false output is accepted,
//! the strict check refuses every proof that the other one refuses, and an output that is recovered verifies.

#![no_main]

use heliast_arith::Natural;
use heliast_fuzz::{class, fields::Fields};
use heliast_group::{ClassGroup, Group};
use heliast_vdf::chia::{self, FORM_LEN, GENERATOR};
use libfuzzer_sys::fuzz_target;

/// Up to this number of squarings are repeated to check whether an output is true.
const LONGEST: u64 = 1_000;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let flags = fields.u8();
    let witness_type = u64::from(flags >> 6);
    let Some(group) = class::group(&mut fields) else { return };
    let mut x = if flags & 1 == 0 { GENERATOR.to_vec() } else { fields.bytes(FORM_LEN).to_vec() };
    if flags & 2 == 2 {
        x.truncate(usize::from(fields.u8()));
    }
    let t = if flags & 4 == 4 { fields.u64() } else { u64::from(fields.u16()) % LONGEST };
    let proof = match flags & 8 {
        8 => edited(&group, &x, (t % LONGEST, witness_type), fields),
        _ => Some(fields.0.to_vec()),
    };
    let Some(proof) = proof else { return };
    verified(&group, &x, &proof, t, witness_type);
    if flags & 16 == 16 {
        let given = Natural::from_be_bytes(proof.first_chunk::<33>().map_or(&[], |prime| &prime[..]));
        let pi = proof.get(33..).unwrap_or_default();
        recovered(&group, &x, (&given, pi), t, witness_type);
    }
    if let Ok(prime) = chia::last_challenge(&group, &x, &proof, t, witness_type) {
        assert!(prime.bits() == 264 && !prime.is_even());
        recovered(&group, &x, (&prime, &proof[FORM_LEN..]), t, witness_type);
    }
});

/// In the groups of the vectors nobody knows a form of a small order; toy groups have many, and Chia's
/// challenge can be met by chance there.
fn is_sound(group: &ClassGroup) -> bool {
    group.bits() >= 256 && class::is_known(group)
}

fn verified(group: &ClassGroup, x: &[u8], proof: &[u8], t: u64, witness_type: u64) {
    let loose = chia::verify(group, x, proof, t, witness_type);
    if chia::verify_strict(group, x, proof, t, witness_type).is_ok() {
        assert_eq!(loose, Ok(()));
        for bytes in [x, &proof[..FORM_LEN], &proof[FORM_LEN..2 * FORM_LEN]] {
            assert!(chia::decode_form_strict(group, bytes).is_some());
        }
    }
    if loose.is_ok() && t <= LONGEST && is_sound(group) {
        let mut truth = chia::decode_form(group, x).expect("it was accepted");
        group.square_n(&mut truth, t);
        assert_eq!(chia::decode_form(group, &proof[..FORM_LEN]), Some(truth), "a false output is accepted");
    }
}

/// Checks that a recovered output verifies in the other form.
fn recovered(group: &ClassGroup, x: &[u8], (prime, pi): (&Natural, &[u8]), t: u64, witness_type: u64) {
    if let Ok(y) = chia::recover(group, prime, x, pi, t, witness_type) {
        let proof = [&y[..], pi].concat();
        assert_eq!(chia::verify(group, x, &proof, t, witness_type), Ok(()));
        verified(group, x, &proof, t, witness_type);
    }
}

/// Returns the honest proof with some bytes overwritten.
fn edited(group: &ClassGroup, x: &[u8], (t, depth): (u64, u64), fields: Fields) -> Option<Vec<u8>> {
    let mut bytes = if t == 0 {
        chia::prove(group, x, 0).ok()?
    } else {
        let mut evaluation = chia::evaluate(group, x, t).ok()?;
        evaluation.advance(t);
        chia::prove_evaluation(&evaluation, depth.min(chia::greatest_depth(t)), 1, |_| true).ok()?
    };
    let depth = (bytes.len() as u64 - 200) / 141;
    chia::verify(group, x, &bytes, t, depth).expect("an honest proof verifies");
    fields.overwrite(&mut bytes);
    Some(bytes)
}
