//! The statement of a delay.

use crate::drawing::Drawing;
use alloc::vec::Vec;
use heliast_group::Group;

/// Delays have fewer squarings than this. No machine does as many in years.
pub const MAX_DELAY: u64 = 1 << 48;

/// The claim y = x^(2^t), t counting squarings.
#[derive(Clone, Debug)]
pub struct Statement<E> {
    /// The input.
    pub x: E,
    /// The output.
    pub y: E,
    /// The number of squarings, from 1 to [`MAX_DELAY`] − 1.
    pub t: u64,
}

/// The input of a delay over a message: a group element for which no participant has precomputed
/// anything.
pub fn delay_input<G: Group>(group: &G, message: &[u8]) -> G::Elem {
    group.hash("heliast/delay-input/v1", message)
}

/// The prefix of every challenge candidate. It binds the whole statement of the proof.
pub(crate) fn transcript<G: Group>(
    group: &G,
    statement: &Statement<G::Elem>,
    drawing: Drawing<'_>,
) -> Vec<u8> {
    let len = group.encoded_len();
    let context = drawing.context().unwrap_or_default();
    let mut bytes = Vec::with_capacity(128 + 2 * len + context.len());
    bytes.extend_from_slice(b"\x15heliast/wesolowski/v1");
    bytes.extend_from_slice(&drawing.suite().encode());
    bytes.extend_from_slice(&group.id());
    bytes.extend_from_slice(&statement.t.to_be_bytes());
    bytes.extend_from_slice(&(len as u32).to_be_bytes());
    bytes.extend_from_slice(&group.encode(&statement.x));
    bytes.extend_from_slice(&group.encode(&statement.y));
    if !context.is_empty() {
        bytes.push(context.len() as u8);
        bytes.extend_from_slice(context);
    }
    bytes
}
