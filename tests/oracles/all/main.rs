//! Tests formats of other programs with those programs' own crates. This is a separate package, since these
//! crates depend on some sixty others, which a developer's usual tests need not compile.

mod abci;
mod age;
