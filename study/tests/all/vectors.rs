//! Tests `vectors/slvrf.json`: keys, outputs, proofs and refusals of the reference.

use crate::stateless;

stateless::scheme!(heliast_study, slvrf, SlVrf);
