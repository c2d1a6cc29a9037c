//! Logs of a node that says what it likes, and numbers at their ends.

use super::*;
use alloy_primitives::{address, b256};
use crate::testing::answering;

const HERE: Address = address!("00000000000000000000000000000000000000aa");

fn coordinator() -> Coordinator {
    let terms =
        Terms { squarings: 300, span: 4, margin: 2, window: 0, price: U256::ZERO, bond: U256::ZERO };
    Coordinator { rpc: Rpc::new("http://127.0.0.1:1").unwrap(), address: HERE, chain: 1, terms }
}

fn log(id: U256, round: U256) -> Log {
    let event = Requested { request: id, consumer: HERE, round, gasLimit: U256::ZERO, tip: U256::ZERO };
    let data = event.encode_log_data();
    Log { address: HERE, topics: data.topics().to_vec(), data: data.data }
}

#[test]
fn requests_are_taken_from_logs_of_this_contract_that_fit() {
    let it = coordinator();
    let id = (U256::from(7) << 32) | U256::from(2);
    let good = log(id, U256::from(7));
    assert_eq!(it.asked(&[good]), [Asked { id, round: 7 }]);
    let other = Log { address: Address::ZERO, ..log(id, U256::from(7)) };
    let event = Log { topics: vec![b256!("11")], ..log(id, U256::from(7)) };
    let cut = Log { data: Bytes::new(), ..log(id, U256::from(7)) };
    let bare = Log { topics: Vec::new(), ..log(id, U256::from(7)) };
    let long = log(U256::MAX, U256::MAX >> 32);
    let wrong = log(id, U256::from(8));
    assert_eq!(it.asked(&[other, event, cut, bare, long, wrong]), []);
}

#[test]
fn the_first_block_of_a_draw_does_not_overflow() {
    let it = coordinator();
    assert_eq!(it.first_draw(0), 6);
    assert_eq!(it.first_draw(10), 46);
    assert_eq!(it.first_draw(u64::MAX), u64::MAX);
}

#[test]
fn a_depth_names_the_newest_block_that_counts() {
    assert_eq!(Depth::Blocks(3).below(2), None);
    assert_eq!(Depth::Blocks(3).below(3), Some(At::Number(0)));
    assert_eq!(Depth::Finalized.below(3), Some(At::Finalized));
    assert!(coordinator().is_deep(5, Depth::Blocks(u64::MAX), 9).is_ok_and(|deep| !deep));
}

#[test]
fn another_chain_and_an_address_without_a_contract_are_named() {
    let found = |chain, result: &str| {
        let body = format!(r#"{{"jsonrpc":"2.0","id":1,"result":"{result}"}}"#);
        let rpc = Rpc::new(&answering("200 OK", body.as_bytes())).unwrap();
        Coordinator::find(rpc, HERE, chain).map(drop).unwrap_err().to_string()
    };
    let said = found(Some(1), "0x7");
    assert!(said.ends_with("is a node of chain 7, and --chain says 1"), "{said}");
    // Answers 0x to everything: no number.
    assert!(found(None, "0x").contains("something else than was asked for"));
}
