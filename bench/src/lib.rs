//! Compares Heliast with its peers, measured alternately in one run. See `bench/README.md`.
//!
//! A comparison is a [`row::Row`]; the rows of one family are one file under [`rows`]. The peers' libraries
//! are behind [`peers`], which has all the `unsafe` code of this crate. Nothing in this crate ships, so
//! failures simply panic.

#![deny(unsafe_code)]

pub mod bounds;
pub mod inputs;
pub mod machine;
pub mod paper;
pub mod peers;
pub mod report;
pub mod row;
pub mod rows;
pub mod sample;
