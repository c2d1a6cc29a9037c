//! Keys of hash trees on disk.
#![forbid(unsafe_code)]
