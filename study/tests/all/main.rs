//! Tests of the studied schemes through the public interface.

#[path = "../../../crates/heliast-vrf/tests/all/book.rs"]
mod book;
mod lbvrf_zeroise;
mod lowmc;
mod lowmc_recovery;
mod schemes;
mod sieved;
mod slvrf;
#[path = "../../../crates/heliast-vrf/tests/all/stateless.rs"]
mod stateless;
mod vectors;
