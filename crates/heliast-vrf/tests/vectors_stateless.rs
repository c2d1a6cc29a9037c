//! `vectors/avrf.json`: keys, outputs, proofs and refusals of the reference.

mod book;
mod stateless;

stateless::scheme!(heliast_vrf, avrf, AVrf);
