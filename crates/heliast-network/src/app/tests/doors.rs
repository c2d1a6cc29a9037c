//! The entry points of an application: each verdict of CheckTx, InitChain with both types of keys, unusual
//! calls.

use super::*;
use crate::abci::messages::{RequestEcho, RequestFlush};
use heliast::{Chain, Genesis};
use heliast_finality::Validator as Named;

/// A chain with announcements whose opening time is far away.
fn far() -> Chain {
    let near = testing::changing_chain(&network());
    Chain::new(Genesis { genesis_time_ms: 4_000_000_000_000, ..near.genesis().clone() }).unwrap()
}

fn node_of(chain: &Chain) -> Node {
    let dir = tempfile::tempdir().unwrap();
    let (app, heard) = open_of(chain, dir.path()).unwrap();
    Node { dir, app, heard }
}

/// The code and the message.
fn check(node: &Node, bytes: &[u8]) -> (u32, String) {
    let said = node.app.mempool.check(bytes);
    assert_eq!(said, (node.app.checker().unwrap())(bytes), "the engine's connection has the same");
    (said.code, said.log)
}

fn words(node: &Node, transaction: &Transaction) -> String {
    let (code, log) = check(node, &transaction.to_bytes());
    assert_eq!(code == code::OK, log.is_empty());
    log
}

fn ticket(round: u64, ticket: &heliast::Ticket) -> Transaction {
    Transaction { round, body: Body::Ticket(ticket.clone()) }
}

/// Tickets of the round that comes after `tip`.
fn tickets(node: &Node) -> Vec<heliast::Ticket> {
    let (chain, tip) = (node.app.state().chain(), node.app.state().tip());
    let inputs: Vec<_> = (0..2).map(|slot| chain.ticket_input(tip, slot)).collect();
    testing::tickets(chain, &inputs)
}

#[test]
fn each_refusal_of_the_mempool_has_its_words() {
    let node = node_of(&far());
    let (chain, tip) = (node.app.state().chain().clone(), node.app.state().tip().clone());
    let tickets = tickets(&node);
    let [first, second] = [&tickets[0], &tickets[1]];
    let mut forged = second.clone();
    forged.proof[40] ^= 1;
    let announced = |who, what| testing::announcement(&chain, &tip, who, testing::tree(&chain, what));
    let mut false_word = announced(2, 0);
    let Body::Announcement(said) = &mut false_word.body else { panic!("no announcement") };
    said.proof[40] ^= 1;
    let delay = Transaction {
        round: 1,
        body: Body::Delay(heliast::Delay {
            y: [vec![0; 255], vec![4]].concat(),
            proof: [vec![0; 255], vec![4]].concat(),
        }),
    };
    let other_round = "it is about round 2, but round 1 is under way";
    for (transaction, expected) in [
        (Transaction { round: 1, body: Body::Tick(0) }, "the opening time has not come"),
        (Transaction { round: 2, body: Body::Tick(0) }, other_round),
        (ticket(1, &forged), "is not valid"),
        (ticket(2, first), other_round),
        (ticket(0, first), "it is about round 0, but round 1 is under way"),
        (ticket(1, first), ""),
        (ticket(1, first), ""),
        (ticket(1, second), ""),
        (false_word, "is not proved by its stateless key"),
        (Transaction { round: 2, ..announced(1, 0) }, other_round),
        (announced(1, 0), ""),
        (announced(1, 1), "its participant has sent another announcement for this round already"),
        (announced(1, 0), ""),
        (delay, "a delay does not belong to the phase waiting"),
    ] {
        let found = words(&node, &transaction);
        assert!(found.contains(expected) && found.is_empty() == expected.is_empty(), "{expected}: {found}");
    }
    for (bytes, log) in [
        (vec![], "the transaction is cut short"),
        (vec![9; 20], "transaction: there is no such kind"),
        ([vec![3; 9], vec![0; 3]].concat(), "the tick is cut short"),
        ([vec![3; 9], vec![0; 5]].concat(), "the tick has bytes left over at its end"),
    ] {
        assert_eq!(check(&node, &bytes), (code::MALFORMED, log.to_owned()));
    }
}

/// A second ticket is refused before its proof is checked: the message is not about the proof.
#[test]
fn a_false_ticket_keeps_no_good_one_out_and_a_good_one_keeps_false_ones_out() {
    let node = node_of(&far());
    let good = tickets(&node).remove(0);
    let lies: Vec<_> = (0..5)
        .map(|at| {
            let mut lie = good.clone();
            lie.proof[33 + at] ^= 1;
            lie
        })
        .collect();
    for lie in &lies {
        assert!(!words(&node, &ticket(1, lie)).contains("has sent another"), "nobody has");
    }
    assert_eq!(words(&node, &ticket(1, &good)), "");
    for lie in &lies {
        let found = words(&node, &ticket(1, lie));
        assert_eq!(found, "its participant has sent another ticket for this slot already");
    }
    assert_eq!(words(&node, &ticket(1, &good)), "");
}

/// The verdicts on one round do not affect the next.
#[test]
fn a_participant_may_announce_again_in_the_next_round() {
    let mut node = Node::that_announces();
    let announced = |node: &Node, what| {
        let (chain, tip) = (node.app.state().chain(), node.app.state().tip());
        testing::announcement(chain, tip, 0, testing::tree(chain, what))
    };
    assert_eq!(words(&node, &announced(&node, 0)), "");
    for height in 1.. {
        let sent = testing::transactions(node.app.state().chain(), &node.duty());
        node.finalize(height, &sent.iter().map(|one| one.to_bytes().into()).collect::<Vec<_>>());
        node.commit();
        if node.app.state().tip().round() == 1 {
            break;
        }
    }
    assert_eq!(words(&node, &announced(&node, 1)), "", "the first one stood in no block");
    assert!(words(&node, &announced(&node, 0)).contains("another announcement"));
}

#[test]
fn validators_of_either_kind_are_those_of_the_network_file() {
    let keys: Vec<_> =
        (0..3_u8).map(|byte| ConsensusKey::new(KeyType::MlDsa65, &[byte; 1952]).unwrap()).collect();
    let named = keys.into_iter().zip([5, 9, 5]).map(|(key, power)| Named { key, power }).collect();
    let network = NetworkFile::new(2, 0, named, [7; 32]).unwrap();
    let chain = testing::chain(&network);
    let dir = tempfile::tempdir().unwrap();
    let (sender, _heard) = mpsc::channel();
    let handles = Handles::new(Store::create(dir.path().join("data"), &chain).unwrap());
    let mut app = App::new(&handles, network.clone(), dir.path(), 0, sender).unwrap();
    let key = |byte: u8| PublicKey { ed25519: None, ml_dsa_65: Some(vec![byte; 1952]) };
    let update = |byte, power| ValidatorUpdate { pub_key: Some(key(byte)), power };
    let mut said = |powers: &[(u8, i64)]| {
        let validators = powers.iter().map(|(byte, power)| update(*byte, *power)).collect();
        let chain_id = engine_chain_id(chain.id());
        match app.init(&RequestInitChain { chain_id, validators, initial_height: 1, ..Default::default() }) {
            Ok(said) => Ok(said.app_hash),
            Err(words) => Err(words),
        }
    };
    let (a, b, c) = ((0, 5), (1, 9), (2, 5));
    for order in [[a, b, c], [b, a, c], [c, a, b]] {
        assert!(said(&order).is_ok(), "an engine has an order of its own");
    }
    let others = [
        &[a, b][..],
        &[a, b, c, (3, 5)],
        &[a, b, (2, 6)],
        &[(0, 9), b, c],
        &[],
        &[a, b, (2, -5)],
        &[a, b, (3, 5)],
        &[(0, 9), (1, 5), c],
    ];
    for other in others {
        assert_eq!(
            said(other).unwrap_err(),
            "the engine's genesis has other validators than the network file"
        );
    }
    // A validator that signed twice loses its power.
    let address = network.validators()[1].key.address().to_vec();
    let validator = Some(Validator { address: address.into(), power: 9 });
    let misbehavior = vec![Misbehavior { r#type: 1, validator, ..Default::default() }];
    let (before, block) =
        (app.state().app_hash(), RequestFinalizeBlock { height: 1, misbehavior, ..Default::default() });
    let done = app.finalize(block).unwrap();
    assert_eq!(done.validator_updates, [update(1, 0)]);
    assert_ne!(done.app_hash[..], before);
    app.commit().unwrap();
    assert_eq!(app.state().validators().total_power(), 10);
    // So the engine goes on without that validator's vote.
    let sight = handles.board.network().unwrap();
    assert_eq!((sight.validators, sight.quorum), (2, 2));
}

#[test]
fn an_engine_of_ed25519_shows_the_very_keys() {
    let node =
        |request: &RequestInitChain| open(tempfile::tempdir().unwrap().path()).unwrap().0.init(request);
    let mut turned = init();
    turned.validators.reverse();
    assert!(node(&turned).is_ok());
    let others = "the engine's genesis has other validators than the network file";
    let mut unknown = init();
    unknown.validators[0].pub_key = None;
    assert_eq!(node(&unknown).unwrap_err(), others);
    let mut doubled = init();
    doubled.validators[1] = doubled.validators[0].clone();
    assert_eq!(node(&doubled).unwrap_err(), others);
    for height in [0, 1] {
        assert!(node(&RequestInitChain { initial_height: height, ..init() }).is_ok(), "0 is the default");
    }
    let late = node(&RequestInitChain { initial_height: 2, ..init() }).unwrap_err();
    assert_eq!(late, "the engine begins with height 2, and not with 1");
}

#[test]
fn an_engine_that_begins_anew_with_a_state_that_does_not_is_refused() {
    let mut node = Node::new();
    node.finalize(1, &[]);
    node.commit();
    let said = node.ask(request::Value::InitChain(init()));
    let response::Value::Exception(exception) = said else { panic!("{said:?}") };
    let words = "the engine begins anew, and this node's state does not: one of them is another copy";
    assert_eq!(exception.error, words);
}

#[test]
fn calls_that_are_not_the_applications_are_answered_as_the_protocol_wants() {
    let mut node = Node::new();
    for odd in [request::Value::Echo(RequestEcho::default()), request::Value::Flush(RequestFlush {})] {
        assert!(matches!(node.ask(odd), response::Value::Exception(_)), "the server answers these");
    }
    let said = node.ask(request::Value::ExtendVote(Default::default()));
    assert_eq!(said, response::Value::ExtendVote(Default::default()), "votes have no extension");
    let response::Value::VerifyVoteExtension(said) =
        node.ask(request::Value::VerifyVoteExtension(Default::default()))
    else {
        panic!("another answer")
    };
    assert_eq!(said.status, 1);
    let response::Value::Info(said) = node.ask(request::Value::Info(RequestInfo::default())) else {
        panic!("another answer")
    };
    assert_eq!((&*said.data, said.app_version, said.last_block_height), ("heliast", 1, 0));
    assert!(said.last_block_app_hash.is_empty(), "before the first block there is none");
    for height in [i64::MIN, -1, 0, 2, i64::MAX] {
        let block = RequestFinalizeBlock { height, ..Default::default() };
        assert!(
            matches!(node.ask(request::Value::FinalizeBlock(block)), response::Value::Exception(_)),
            "{height}"
        );
    }
}
