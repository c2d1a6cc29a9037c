//! Formats of other programs, against those programs' own crates. A package of its own, since these
//! crates drag in some sixty others: what a developer runs all day does not compile them.

mod abci;
mod age;
