//! The bulk of an A-VRF verifier's work (`spec/avrf.md`, "Commitments", "Columns"): the tree, the
//! commitments of leaves, the sums of rows, the hash of the columns and that of the constraints. All of it
//! is public.
//!
//! Streams are made by AES of eight blocks at a time, in bit planes (`aes`). JavaScript writes what
//! it has to the places below, and calls, in this order: `grow` for all vectors; for each of them
//! `take`, `commit`, `shake`, `sum` and, but for the first, `correct`; `clear` for the columns that no
//! vector has; and `hash_columns`, `cross` and `constrain`. What belongs to hidden leaves means nothing:
//! JavaScript puts their commitments in, and no column counts their rows.

mod aes;
mod columns;
mod commitments;
mod constraints;
mod field;
mod keccak;
mod rows;
mod streams;
mod tree;

/// Vectors of bits: eight blocks, or eight keys; plane i has bit i of each byte, block b in bit b.
type Planes = [core::arch::wasm32::v128; 8];

/// Bytes of a block, of a key, of a node.
const BLOCK: usize = 16;
/// The most leaves of a vector.
const MOST_LEAVES: usize = 2048;
/// The most nodes: of eleven vectors.
const MOST_NODES: usize = 2 * 11 * MOST_LEAVES - 1;
