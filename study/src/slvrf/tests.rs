//! Tests of private items: every kernel, and that secrets are not printed.

use super::*;
use heliast_symmetric::keccak::Keccak;
use std::format;

#[test]
fn every_kernel_makes_and_accepts_the_same_proof() {
    let secret = SecretKey::from_seed(Suite::Paper, &[3; 32]);
    let (output, proof) = secret.prove(b"kernels");
    for keccak in Keccak::all() {
        let committed = Committed::new(keccak, &secret, &secret.blocks(keccak, b"kernels"), None);
        assert_eq!(committed.challenge(), &proof.as_bytes()[BLOCK_BYTES..][..48]);
        let (again, same) = committed.answer();
        assert!(again == output && same == proof, "{}", keccak.name());
        assert_eq!(proof::verify(keccak, secret.public_key(), b"kernels", &proof), Ok(output));
    }
}

#[test]
fn secrets_do_not_print() {
    let secret = SecretKey::from_seed(Suite::Paper, &[3; 32]);
    let wanted = format!("SecretKey {{ public: {:?}, .. }}", secret.public_key());
    assert_eq!(format!("{secret:?}"), wanted);
    assert_eq!(format!("{:?}", secret.commit(b"x", None)), "Committed { suite: Paper, .. }");
    let (_, proof) = secret.prove(b"x");
    assert_eq!(format!("{proof:?}"), format!("Proof(sl-vrf-paper, {} bytes)", proof.as_bytes().len()));
}

#[test]
fn the_instance_is_made_once() {
    assert!(core::ptr::eq(Suite::Paper.instance(), Suite::Paper.instance()));
    assert_eq!(Suite::Thirteen.instance().lowmc.rounds().len(), 13);
}
