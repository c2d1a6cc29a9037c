//! What the tests of several crates share: the vectors and how they are read.

#![forbid(unsafe_code)]
