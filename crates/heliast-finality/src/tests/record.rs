//! The application hash, written out as `spec/network.md` has it, and all that it binds.

use super::sample::any_record;
use crate::Record;
use heliast::{Chain, Tip};
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use testkit::{bytes, cases, list, of_kind};

/// The chain of a network of the vectors, and its tips before and after the first round.
pub(crate) static CHAIN: LazyLock<(Chain, [Tip; 2])> = LazyLock::new(|| {
    let all = cases("finality.json");
    let case = of_kind(&all, "network")[0];
    let chain = Chain::from_bytes(&bytes(case, "genesis_bytes")).unwrap();
    let round = hex::decode(list(case, "rounds")[0].as_str().unwrap()).unwrap();
    let start = chain.start();
    let next = chain.tip_after(&chain.verify(&start, chain.decode_round(&round).unwrap()).unwrap());
    (chain, [start, next])
});

/// Field by field.
fn defined(record: &Record, chain_id: &[u8; 32], tip: &Tip) -> Vec<u8> {
    let mut bytes = b"\x16heliast/network-app/v1".to_vec();
    bytes.extend(chain_id);
    bytes.extend(tip.round().to_be_bytes());
    bytes.extend(tip.seed());
    bytes.extend(tip.keys().digest());
    bytes.extend(record.opened_ms.to_be_bytes());
    bytes.extend(record.closed_ms.to_be_bytes());
    bytes.extend(record.state);
    Sha256::digest(&bytes).to_vec()
}

proptest! {
    #[test]
    fn the_application_hash_is_that_of_the_specification(record in any_record(), chain_id: [u8; 32]) {
        for tip in &CHAIN.1 {
            prop_assert_eq!(record.app_hash(&chain_id, tip).to_vec(), defined(&record, &chain_id, tip));
        }
    }
}

#[test]
fn the_application_hash_binds_every_part() {
    let [start, next] = &CHAIN.1;
    let record = Record { opened_ms: 1, closed_ms: 2, state: [3; 32] };
    let mut hashes = vec![
        record.app_hash(&[0; 32], start),
        record.app_hash(&[1; 32], start),
        record.app_hash(&[0; 32], next),
        Record { opened_ms: 2, ..record }.app_hash(&[0; 32], start),
        Record { closed_ms: 1, ..record }.app_hash(&[0; 32], start),
        Record { opened_ms: 2, closed_ms: 1, ..record }.app_hash(&[0; 32], start),
        Record { state: [4; 32], ..record }.app_hash(&[0; 32], start),
    ];
    let count = hashes.len();
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), count);
}
