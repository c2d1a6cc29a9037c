//! A node that is to begin with a snapshot of other nodes: refused, not needed, or not possible.

use super::*;
use crate::{follow::node_at, home::ENGINE};

/// A node that requests a block to begin with from this address.
fn asks(house: &House, address: &str) -> Node {
    let options = Options { state_sync: vec![node_at(address).unwrap()], ..house.options(&[]) };
    Node::open(Home::open(&house.home()).unwrap(), options).unwrap()
}

/// The end of its run, and the events.
fn begun(node: Node) -> (Result<Ended, NodeError>, Vec<Event>) {
    let mut told = vec![];
    let ended = node.run(&|| true, &mut |event| {
        told.push(event);
        Ok(())
    });
    (ended, told)
}

#[test]
fn a_node_without_a_state_needs_somebody_who_shows_a_block() {
    let house = House::new();
    let (ended, told) = begun(asks(&house, "http://127.0.0.1:9"));
    let refused = ended.unwrap_err();
    assert!(matches!(&refused, NodeError::Snapshot(_)) && told.is_empty(), "{refused}");
    assert_eq!(refused.hint(), Some("name the pages of nodes of this network that run, http://HOST:PORT"));
    // The keys were not taken, and nothing listens.
    assert!(!house.home().join(DATA).join("home").exists() && !house.socket().exists());
    let silent = FakeEngine::start(|_, _| (200, b"no node".to_vec()));
    let refused = begun(asks(&house, &silent.address)).0.unwrap_err();
    assert!(matches!(refused, NodeError::Snapshot(_)), "{refused}");
}

#[test]
fn a_node_with_a_state_needs_none_and_says_so() {
    let house = House::new();
    let (ended, _) = run(house.open(&[]).unwrap(), |_| {
        let mut blocks = Blocks::connect(&house, 0);
        blocks.next();
        blocks.next();
    });
    drop(ended);
    let (ended, told) = begun(asks(&house, "http://127.0.0.1:9"));
    assert_eq!(ended.unwrap().round, 0);
    assert!(
        matches!(told[..], [Event::NotEmpty { height: 2 }, Event::Started { set_back: None }]),
        "{told:?}"
    );
}

/// The application has blocks and its engine does not, or the other way round: this is detected before
/// anything runs.
#[test]
fn halves_that_do_not_fit_end_a_node_before_it_listens() {
    let house = House::new();
    drop(run(house.open(&[]).unwrap(), |_| Blocks::connect(&house, 0).next()));
    let data = house.home().join(ENGINE).join("data");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("priv_validator_state.json"), "{\"height\": \"1\"}").unwrap();
    let refused = begun(house.open(&[]).unwrap()).0.unwrap_err();
    let words = "the application's half of the state is there, and the engine's, comet/data, is missing";
    assert!(matches!(&refused, NodeError::Home(HomeError::Halves { .. })), "{refused}");
    assert!(refused.to_string().ends_with(words), "{refused}");
    fs::create_dir(data.join("blockstore.db")).unwrap();
    assert!(begun(house.open(&[]).unwrap()).0.is_ok(), "with its blocks it goes on");
    fs::remove_file(house.home().join(DATA).join("consensus.state")).unwrap();
    fs::write(data.join("priv_validator_state.json"), "{\"height\": \"2\"}").unwrap();
    let refused = begun(house.open(&[]).unwrap()).0.unwrap_err();
    assert!(refused.to_string().contains("the application's, data, is missing"), "{refused}");
}
