//! The constants of the format.

pub(super) const MAGIC: &[u8; 5] = b"HLBN\x03";
pub(super) const MAX_GENESIS: u32 = 16 << 20;
/// The greatest number of announcements before the first round of a bundle.
pub(super) const MAX_HISTORY: u32 = 1 << 20;
