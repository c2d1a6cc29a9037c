//! Compares ours with its peers, measured alternately in one run. See `bench/README.md`.
//!
//! A comparison is a [`row::Row`]; the rows of one family are one file under [`rows`]. The peers'
//! libraries are behind [`peers`], which holds all the `unsafe` of this crate. Nothing here ships,
//! so failures simply panic.

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
