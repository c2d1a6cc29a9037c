//! Schemes to study and to measure beside those that Heliast recommends. Nothing that a beacon relies on is here.

#![forbid(unsafe_code)]

pub mod sieved;
