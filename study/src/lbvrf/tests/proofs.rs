//! The behaviour of honest keys.

use super::{answer, key, verify};
use crate::lbvrf::*;
use heliast_symmetric::keccak::Keccak;
use heliast_vrf::{Exhausted, Vrf};
use std::{boxed::Box, format, vec::Vec};

#[test]
fn proofs_verify_and_come_back_from_their_bytes() {
    for (number, input) in [&b""[..], b"x", b"input", &[0xa7; 1000]].into_iter().enumerate() {
        let (public, output, proof) = answer(number as u8, input);
        assert_eq!(verify(&public, input, &proof), Ok(output));
        let again = Proof::try_from(&proof.to_bytes()[..]).unwrap();
        assert_eq!(again, proof);
        let public = PublicKey::try_from(&public.to_bytes()[..]).unwrap();
        assert_eq!(verify(&public, input, &again), Ok(output));
    }
}

#[test]
fn the_public_key_is_the_matrix_times_the_secret() {
    let key = key(9);
    let t = Matrix::shared().times(&key.s);
    assert_eq!(key.public.t, t.map(|row| row.map(field::Field::<Q>::montgomery)));
    // Each value makes up a third of all coefficients, within five deviations of 22.6.
    for value in -1..=1 {
        let count = key.s.as_flattened().iter().filter(|s| **s == value).count();
        assert!(count.abs_diff(768) < 5 * 23, "{count}");
    }
}

#[test]
fn all_kernels_give_the_same_bytes() {
    let all: Vec<_> = Keccak::all()
        .map(|keccak| {
            let matrix = Box::leak(Box::new(Matrix::on(keccak)));
            let mut key = SecretKey::on(matrix, [3; SEED_LEN], None);
            let (output, proof) = LbVrf::prove(&mut key, (), b"input").unwrap();
            (key.public_key().to_bytes(), output, proof.to_bytes())
        })
        .collect();
    assert!(all.iter().all(|it| it == &all[0]));
}

#[test]
fn one_key_answers_one_input() {
    let mut key = key(1);
    assert_eq!(key.answered(), None);
    let first = LbVrf::prove(&mut key, (), b"first").unwrap();
    assert_eq!(LbVrf::prove(&mut key, (), b"second"), Err(Exhausted::OtherInput { position: 0 }));
    assert_eq!(LbVrf::prove(&mut key, (), b""), Err(Exhausted::OtherInput { position: 0 }));
    assert_eq!(LbVrf::prove(&mut key, (), b"first"), Ok(first.clone()));

    let mark = key.answered().unwrap();
    let mark = Mark::from_bytes(&mark.to_bytes());
    let mut resumed = SecretKey::resume([1; SEED_LEN], Some(mark));
    assert_eq!(resumed.reserve(b"second").unwrap_err(), Exhausted::OtherInput { position: 0 });
    let reservation = resumed.reserve(b"first").unwrap();
    assert!(reservation.is_repeated());
    assert_eq!(reservation.mark(), mark);
    assert_eq!(reservation.release(), first);
}

#[test]
fn a_reservation_uses_the_key_up() {
    let mut key = key(2);
    let reservation = key.reserve(b"first").unwrap();
    assert!(!reservation.is_repeated());
    drop(reservation);
    assert!(key.reserve(b"second").is_err());
    assert!(key.reserve(b"first").unwrap().is_repeated());
}

#[test]
fn the_mark_of_another_key_uses_a_key_up() {
    let mut other = key(4);
    let mark = other.reserve(b"input").unwrap().mark();
    let mut key = SecretKey::resume([5; SEED_LEN], Some(mark));
    assert!(key.reserve(b"input").is_err());
}

#[test]
fn keys_and_inputs_have_outputs_of_their_own() {
    let outputs = [answer(1, b"a"), answer(1, b"b"), answer(2, b"a"), answer(2, b"b")].map(|it| it.1);
    for (i, output) in outputs.iter().enumerate() {
        assert!(outputs[..i].iter().all(|other| other != output));
    }
}

#[test]
fn no_secret_is_printed() {
    let mut key = key(7);
    let public = format!("{:?}", key.public_key());
    assert_eq!(format!("{key:?}"), format!("SecretKey {{ public: {public}, .. }}"));
    let printed = format!("{:?}", key.reserve(b"input").unwrap());
    assert!(!printed.contains(&hex::encode([7; 8])), "{printed}");
}
