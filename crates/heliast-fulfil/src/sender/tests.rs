//! Prices and signed transactions. The fate of transactions is tested on an EVM
//! (`contracts/test/fulfil.test.mjs`).

use super::*;

#[test]
fn a_price_is_raised_by_more_than_a_tenth_and_kept_within_its_limit() {
    for (fee, tip) in [(0, 0), (1, 1), (7, 3), (1_000_000_000, 1), (u128::MAX, u128::MAX)] {
        let raised = Price { fee, tip }.raised();
        assert!(raised.fee == u128::MAX || raised.fee > fee + fee / 10);
        assert!(raised.tip == u128::MAX || raised.tip > tip + tip / 10);
    }
    assert_eq!(Price { fee: 10, tip: 4 }.within(7), Price { fee: 7, tip: 4 });
    assert_eq!(Price { fee: 10, tip: 4 }.within(3), Price { fee: 3, tip: 3 });
    assert_eq!(Price { fee: 10, tip: 4 }.within(20), Price { fee: 10, tip: 4 });
}

#[test]
fn no_more_is_paid_than_a_deed_is_worth() {
    let worth = |wei: u64| Some(U256::from(wei));
    assert_eq!(limit_of(100, None, 10), 100);
    assert_eq!(limit_of(100, worth(10_000), 10), 100);
    assert_eq!(limit_of(100, worth(999), 10), 99);
    assert_eq!(limit_of(100, worth(9), 10), 0);
    assert_eq!(limit_of(u128::MAX, Some(U256::MAX), 0), u128::MAX);
}

#[test]
fn nodes_say_in_their_ways_that_they_have_it() {
    for message in
        ["already known", "AlreadyKnown", "Known transaction: 0x12", "transaction already imported"]
    {
        assert!(is_known(message), "{message}");
    }
    assert!(!is_known("nonce too low") && !is_known("replacement transaction underpriced"));
}
