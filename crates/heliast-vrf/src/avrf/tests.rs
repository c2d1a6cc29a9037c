mod commitment;
mod constraints;
mod faest;
mod kernels;
mod soundness;
mod subfield;
mod universal_hash;
mod vole;
mod witness;

use super::{
    parameters::{Parameters, Shape},
    suite::Suite,
    transcript::{self, Purpose},
};
use heliast_symmetric::keccak::Keccak;
use std::vec::Vec;

const BOTH: [&Parameters; 2] = [&Parameters::SMALL, &Parameters::FAST];

/// Bytes that look random and are the same each time.
fn bytes(label: &str, len: usize) -> Vec<u8> {
    let mut out = std::vec![0; len];
    transcript::hash(Keccak::new(), Purpose::Message, &[label.as_bytes()]).squeeze(&mut out);
    out
}

fn block(label: &str) -> [u8; 16] {
    bytes(label, 16).try_into().expect("sixteen")
}

fn word(label: &str) -> u128 {
    u128::from_le_bytes(block(label))
}

/// The sizes of FAEST's signatures, and 3·832 more bits of witness in each of τ vectors.
#[test]
fn sizes_follow_the_formula() {
    for (parameters, faest, blocks_4) in [(&Parameters::SMALL, 4506, 7938), (&Parameters::FAST, 5924, 10_916)]
    {
        let bytes = |pairs| Shape { parameters, pairs }.proof();
        assert_eq!((bytes(1), bytes(4)), (faest, blocks_4));
        assert_eq!(bytes(4) - bytes(1), 3 * 104 * parameters.vectors);
    }
    assert_eq!(Suite::Small.shape().witness() * 8, 448 + 4 * 832);
}

#[test]
fn the_columns_are_lambda_less_the_ground_bits() {
    for parameters in BOTH {
        assert_eq!(parameters.column(parameters.vectors) + parameters.grind, 128);
        for i in 0..parameters.vectors {
            assert_eq!(parameters.column(i + 1) - parameters.column(i), parameters.depth_of(i));
            assert_eq!(parameters.offset(i + 1) - parameters.offset(i), parameters.size_of(i));
        }
    }
}
