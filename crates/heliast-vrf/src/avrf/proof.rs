//! The bytes of π:
//!
//! | bytes | field |
//! |---|---|
//! | (τ − 1)·ℓ̂/8 | corrections of the vectors after the first |
//! | 18 | hash of the total u |
//! | ℓ/8 | witness, masked by u |
//! | 16, 16 | the constraints' coefficients of X and X^2, combined and masked |
//! | 48·τ | commitments of the hidden leaves |
//! | 16·T | nodes that open the other leaves, then zeros |
//! | 16 | third challenge, little-endian, its last w bits 0 |
//! | 16 | initial value |
//! | 4 | counter, little-endian |

use super::parameters::{BLOCK, COLUMN_HASH, COMMITMENT, Shape};
use alloc::vec::Vec;
use heliast_symmetric::binary::Gf128;

/// The fields of a proof of the right length.
pub(super) struct Fields<'a> {
    pub(super) corrections: &'a [u8],
    pub(super) total_hash: &'a [u8; COLUMN_HASH],
    pub(super) masked_witness: &'a [u8],
    pub(super) coefficients: [Gf128; 2],
    pub(super) commitments: &'a [[u8; COMMITMENT]],
    pub(super) nodes: &'a [[u8; BLOCK]],
    pub(super) challenge: u128,
    pub(super) iv: [u8; BLOCK],
    pub(super) counter: u32,
}

impl<'a> Fields<'a> {
    /// `None` if the length differs.
    pub(super) fn parse(shape: &Shape, mut proof: &'a [u8]) -> Option<Fields<'a>> {
        let parameters = shape.parameters;
        let proof = &mut proof;
        let fields = Fields {
            corrections: proof.split_off(..(parameters.vectors - 1) * shape.row())?,
            total_hash: proof.split_off(..COLUMN_HASH)?.try_into().ok()?,
            masked_witness: proof.split_off(..shape.witness())?,
            coefficients: [Gf128::from_bytes(block(proof)?), Gf128::from_bytes(block(proof)?)],
            commitments: proof.split_off(..parameters.vectors * COMMITMENT)?.as_chunks().0,
            nodes: proof.split_off(..parameters.opened * BLOCK)?.as_chunks().0,
            challenge: u128::from_le_bytes(block(proof)?),
            iv: block(proof)?,
            counter: u32::from_le_bytes(proof.split_off(..4)?.try_into().ok()?),
        };
        proof.is_empty().then_some(fields)
    }

    /// The bytes.
    pub(super) fn encode(&self, shape: &Shape) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(shape.proof());
        bytes.extend_from_slice(self.corrections);
        bytes.extend_from_slice(self.total_hash);
        bytes.extend_from_slice(self.masked_witness);
        self.coefficients.iter().for_each(|element| bytes.extend_from_slice(&element.to_bytes()));
        bytes.extend_from_slice(self.commitments.as_flattened());
        bytes.extend_from_slice(self.nodes.as_flattened());
        bytes.extend_from_slice(&self.challenge.to_le_bytes());
        bytes.extend_from_slice(&self.iv);
        bytes.extend_from_slice(&self.counter.to_le_bytes());
        bytes
    }
}

fn block(proof: &mut &[u8]) -> Option<[u8; BLOCK]> {
    proof.split_off(..BLOCK)?.try_into().ok()
}
