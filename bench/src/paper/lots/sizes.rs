//! The sizes of our keys and proofs, in bytes.

use heliast_study::{lbvrf, slvrf};
use heliast_vrf::{
    avrf, ecvrf,
    stateful::{PublicKey, Scheme, Terms},
};

/// The heights of the paper's trees.
pub(super) const HEIGHTS: [u8; 4] = [15, 19, 23, 27];

/// The sizes of a scheme in bytes.
pub(super) struct Bytes {
    /// The paper's name of the scheme, if it has one.
    pub name: String,
    pub public: u64,
    /// The bytes of the secret key in a key file.
    pub secret: u64,
    /// The bytes of the longest proof.
    pub proof: u64,
    /// Whether a key is used up by one input.
    pub answers_once: bool,
}

/// Returns the paper's schemes in its order, followed by the others.
pub(super) fn all() -> Vec<Bytes> {
    let trees = |scheme| HEIGHTS.map(|height| of_tree(scheme, height));
    let ecvrf = bytes("ECVRF", ecvrf::PublicKey::LEN, ecvrf::SecretKey::LEN, ecvrf::Proof::LEN);
    let lb_vrf = bytes("LB-VRF", lbvrf::PublicKey::LEN, lbvrf::SEED_LEN, lbvrf::Proof::LEN);
    let mut all = vec![ecvrf];
    all.extend(trees(Scheme::XVrf));
    all.push(of_sl_vrf(slvrf::Suite::Paper));
    all.push(Bytes { answers_once: true, ..lb_vrf });
    all.push(of_sl_vrf(slvrf::Suite::Thirteen));
    all.extend(trees(Scheme::IVrf));
    all.extend(avrf::Suite::ALL.map(|suite| {
        let proof = *suite.proof_len().end();
        bytes(a_vrf_name(suite), avrf::PublicKey::LEN, 32, proof)
    }));
    all
}

fn bytes(name: &str, public: usize, secret: usize, proof: usize) -> Bytes {
    let [public, secret, proof] = [public, secret, proof].map(|size| size as u64);
    Bytes { name: name.to_owned(), public, secret, proof, answers_once: false }
}

fn of_sl_vrf(suite: slvrf::Suite) -> Bytes {
    bytes(sl_vrf_name(suite), slvrf::PublicKey::LEN, 32, *suite.proof_len().end())
}

/// Returns the sizes of a scheme of hash trees. A secret key file contains terms, two seeds and the root.
fn of_tree(scheme: Scheme, height: u8) -> Bytes {
    let terms = Terms::new(scheme, height, 1, 0).expect("terms");
    bytes(&tree_name(scheme, height), PublicKey::LEN, Terms::LEN + 3 * 32, terms.proof_len())
}

pub(super) fn tree_name(scheme: Scheme, height: u8) -> String {
    match scheme {
        Scheme::XVrf => format!("X-VRF-{height}"),
        Scheme::IVrf => format!("iVRF-{height}"),
    }
}

pub(super) fn sl_vrf_name(suite: slvrf::Suite) -> &'static str {
    match suite {
        slvrf::Suite::Paper => "SL-VRF",
        slvrf::Suite::Thirteen => "SL-VRF, 13 rounds",
    }
}

pub(super) fn a_vrf_name(suite: avrf::Suite) -> &'static str {
    match suite {
        avrf::Suite::Small => "A-VRF small",
        avrf::Suite::Fast => "A-VRF fast",
    }
}
