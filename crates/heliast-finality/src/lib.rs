//! Finality of rounds: that more than two thirds of a network's voting power agreed (spec/finality.md).

#![forbid(unsafe_code)]
