//! The constants of the format.

pub(super) const MAGIC: &[u8; 5] = b"HLBN\x03";
/// The magic of a bundle that may have frames of other kinds before rounds.
pub(super) const EXTENDED_MAGIC: &[u8; 5] = b"HLBN\x04";
/// The greatest number of frames of other kinds before a round, in a bundle of version 4.
pub(super) const MAX_FRAMES: usize = 8;
/// The greatest length of such a frame, in a chain whose rounds cannot be longer than this.
pub(super) const MAX_FRAME_LEN: u64 = 2 << 20;
pub(super) const MAX_GENESIS: u32 = 16 << 20;
/// The greatest number of announcements before the first round of a bundle.
pub(super) const MAX_HISTORY: u32 = 1 << 20;
