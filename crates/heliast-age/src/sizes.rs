//! Lengths of the parts of a file, in bytes.

/// The number of bytes of a chunk before it is sealed.
pub const CHUNK: usize = 1 << 16;
/// The number of bytes that sealing adds to a chunk, and to a file key.
pub const TAG: usize = 16;
/// The number of bytes of the nonce before the chunks.
pub const NONCE: usize = 16;
