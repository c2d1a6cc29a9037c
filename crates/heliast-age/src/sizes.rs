//! Lengths of the parts of a file, in bytes.

/// Bytes of a chunk before it is sealed.
pub const CHUNK: usize = 1 << 16;
/// Bytes that sealing adds to a chunk, and to a file key.
pub const TAG: usize = 16;
/// Bytes of the nonce before the chunks.
pub const NONCE: usize = 16;
