//! What needs no chain. The rest is tested on an EVM (`contracts/test/fulfil-rust.test.mjs`).

use super::*;
use alloy_primitives::{B256, aliases::U40, address};

#[test]
fn an_evaluation_is_ready_when_it_goes_on_as_before() {
    assert_eq!(ready_at(100, 110, (0, 500), 1000), Some(120));
    assert_eq!(ready_at(100, 110, (400, 500), 1000), Some(160));
    assert_eq!(ready_at(100, 103, (0, 500), 1000), None);
    assert_eq!(ready_at(100, 110, (500, 500), 1000), None);
    assert_eq!(ready_at(0, u64::MAX, (0, 1), u64::MAX), Some(u64::MAX));
    assert_eq!(ready_at(10, 0, (5, 1), 1), None);
}

#[test]
fn only_an_undisputed_claim_of_another_has_a_deadline() {
    let us = address!("00000000000000000000000000000000000000aa");
    let other = address!("00000000000000000000000000000000000000bb");
    let claimed = Claim { claimedAt: U40::from(9), claimant: other, mark: B256::ZERO, ..Claim::default() };
    let of = |claim: Option<Claim>| Known { claim, ..Known::default() }.deadline(100, us);
    assert_eq!(of(Some(claimed.clone())), Some(109));
    assert_eq!(of(Some(Claim { claimant: us, ..claimed.clone() })), None);
    assert_eq!(of(Some(Claim { disputer: us, ..claimed.clone() })), None);
    assert_eq!(of(Some(Claim::default())), None);
    assert_eq!(of(None), None);
    let settled = Known { claim: Some(claimed), settled: Some(3), ..Known::default() };
    assert_eq!(settled.deadline(100, us), None);
}
