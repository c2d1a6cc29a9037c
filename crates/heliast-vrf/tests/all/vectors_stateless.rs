//! `vectors/avrf.json`: keys, outputs, proofs and refusals of the reference.

use crate::stateless;

stateless::scheme!(heliast_vrf, avrf, AVrf);
