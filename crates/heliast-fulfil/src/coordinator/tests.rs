//! Nodes of other chains, and extreme numbers.

use super::*;
use crate::testing::answering;
use alloy_primitives::address;

const HERE: Address = address!("00000000000000000000000000000000000000aa");

fn coordinator() -> Coordinator {
    let terms = Terms { squarings: 300, span: 4, margin: 2, window: 0, price: U256::ZERO, bond: U256::ZERO };
    Coordinator { rpc: Rpc::new("http://127.0.0.1:1").unwrap(), address: HERE, chain: 1, terms }
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
    assert!(found(None, "seven").contains("something else than was asked for"));
    // No code, and a number in place of the code.
    let said = found(None, "0x");
    assert!(said.starts_with("there is no contract at 0x00000000000000000000000000000000000000"), "{said}");
}
