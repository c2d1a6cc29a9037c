//! Hash functions, ciphers and fields from outside, for every kernel.

mod aes;
mod fields;
mod sha256;
mod shake;
