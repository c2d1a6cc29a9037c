//! The kernels that compute a proof.

use heliast_symmetric::{aes::Aes, binary::Binary, keccak::Keccak};

/// One kernel of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kernels {
    pub(super) keccak: Keccak,
    pub(super) aes: Aes,
    pub(super) field: Binary,
}
