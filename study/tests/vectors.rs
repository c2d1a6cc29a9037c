//! `vectors/slvrf.json`: keys, outputs, proofs and refusals of the reference.

#[path = "../../crates/heliast-vrf/tests/book/mod.rs"]
mod book;
#[path = "../../crates/heliast-vrf/tests/stateless/mod.rs"]
mod stateless;

stateless::scheme!(heliast_study, slvrf, SlVrf);
