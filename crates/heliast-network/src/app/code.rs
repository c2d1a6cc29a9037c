//! Codes of transactions, in CheckTx and in blocks.

pub(super) const OK: u32 = 0;
pub(super) const MALFORMED: u32 = 1;
pub(super) const UNFIT: u32 = 2;
/// In CheckTx only: [`Misfit::NotNow`](super::Misfit::NotNow).
pub(crate) const NOT_NOW: u32 = 3;
