//! Chains in toy fields against the definition.

use super::*;
use heliast_arith::Natural;
use std::vec::Vec;

const COINS: [u8; 32] = [3; 32];

fn alone() -> Work<impl Fn(u64) -> bool + Sync + Copy> {
    Work { threads: 1, progress: |_| true }
}

fn toy() -> RootField {
    RootField::unchecked(&Natural::from(1019u64))
}

fn proven(field: &RootField, message: &[u8], t: u64, segments: u16) -> (Statement, Proof) {
    let mut evaluation = Evaluation::start(field, field.hash(message), t, segments).unwrap();
    assert!(evaluation.advance(t, 1));
    evaluation.finish().unwrap()
}

#[test]
fn chains_verify() {
    let field = toy();
    for (t, segments) in [(1, 1), (2, 2), (40, 7), (300, 256)] {
        let (statement, proof) = proven(&field, b"x", t, segments);
        assert_eq!(verify(&field, &statement, &proof, &COINS, alone()), Ok(()));
        let bytes = proof.encode(&field);
        assert_eq!(Proof::decode(&field, &bytes), Ok(proof));
        let steps: Vec<_> = (0..t).collect();
        let y = steps.iter().fold(statement.x.clone(), |x, _| field.step(&x));
        assert_eq!(y, statement.y);
    }
}
