//! The duty of participants that follow nodes, and the text of the alarm about these nodes.

use super::*;
use crate::{app::Misfit, rpc::testing::FakeEngine};

/// The store of a chain whose first round opens at this time.
fn rounds(genesis_time_ms: u64) -> (TempDir, Handles) {
    let home = TempDir::new().unwrap();
    let near = crate::testing::chain(&crate::testing::network(2, 0));
    let chain = Chain::new(heliast::Genesis { genesis_time_ms, ..near.genesis().clone() }).unwrap();
    let handles = Handles::new(Store::create(home.path(), &chain).unwrap());
    (home, handles)
}

#[test]
fn a_round_is_drawn_when_it_collects_and_not_before_its_time() {
    const HOUR_MS: u64 = 3_600_000;
    let now_ms = || heliast_engine::Clock::System.now_ms();
    for (genesis_time_ms, collects, draws) in [
        (now_ms() - HOUR_MS, true, true),
        (now_ms() - HOUR_MS, false, false),
        (now_ms() + HOUR_MS, true, false),
        (now_ms() + HOUR_MS, false, false),
        // Clocks may differ a little.
        (now_ms() + CLOCKS_MS / 2, true, true),
    ] {
        let (_home, handles) = rounds(genesis_time_ms);
        match duty(&handles.rounds, collects) {
            Duty::Draw { round: 1, tip, inputs, opening_ms, .. } => {
                assert!(draws, "{genesis_time_ms} {collects}");
                let chain = handles.rounds.chain();
                assert_eq!((tip, opening_ms), (chain.start(), genesis_time_ms));
                let slots = [0, 1].map(|slot| chain.ticket_input(&chain.start(), slot));
                assert_eq!(inputs, slots);
            }
            Duty::Wait { round: 1, ticks: 0, opening_ms: u64::MAX } => assert!(!draws),
            other => panic!("{other:?}"),
        }
    }
}

/// The first false data that a node showed is reported permanently; a failure only until it answers.
#[test]
fn a_node_that_lied_once_is_named_as_long_as_the_participant_runs() {
    let source = Source::new(node_at("http://127.0.0.1:9").unwrap());
    source.seen().collects = Some(4);
    source.failed(&FollowError::Unproved(3));
    assert_eq!(source.seen().collects, None, "nobody draws by the word of a node that fails");
    let seen = source.seen().found.clone();
    assert_eq!((seen.is_well, seen.falsehood), (Some(false), None));
    assert!(seen.failure.starts_with("http://127.0.0.1:9: 3 rounds came without proof"), "{}", seen.failure);
    let lie = |invalid: heliast_finality::Invalid| FollowError::from(invalid);
    source.failed(&lie(heliast_finality::Invalid::HeaderRound));
    let first = source.seen().found.falsehood.clone().unwrap();
    assert!(first.starts_with("http://127.0.0.1:9 showed what is not true: "), "{first}");
    source.failed(&lie(heliast_finality::Invalid::OtherChain));
    source.failed(&FollowError::Unproved(3));
    assert_eq!(source.seen().found.falsehood.as_ref(), Some(&first));
}

fn foundations(recorded: &Recorded) -> Foundations {
    Foundations { chain: recorded.chain.clone(), network: recorded.network.clone() }
}

/// A node's page, in front of an engine with these answers.
fn offered(recorded: &Recorded, answers: &'static [&'static str]) -> (Vec<FakeEngine>, Result<(), Misfit>) {
    use crate::rpc::testing::{refusal, result};
    let engine = |answer: &'static str| {
        FakeEngine::start(move |method, params| {
            assert_eq!(method, "broadcast_tx_sync");
            assert!(params["tx"].is_string());
            match answer {
                "taken" => result(serde_json::json!({ "code": 0, "log": "" })),
                "known" => refusal("tx already exists in cache"),
                "later" => result(serde_json::json!({ "code": 3, "log": answer })),
                words => result(serde_json::json!({ "code": 2, "log": words })),
            }
        })
    };
    let engines: Vec<_> = answers.iter().map(|answer| engine(answer)).collect();
    let nodes = engines.iter().map(|engine| node_at(&engine.address).unwrap()).collect();
    let dir = TempDir::new().unwrap();
    let observer = Observer::new(foundations(recorded), nodes, Since::Kept(dir.path())).unwrap();
    let change = heliast::keys::Change::Withdrawal;
    let said = heliast::Announcement { participant: 0, serial: 0, change, proof: vec![1; 80] };
    let outcome = observer.offer(&said);
    (engines, outcome)
}

/// One node that takes an announcement is enough; if all refuse, the first reason is reported.
#[test]
fn an_announcement_is_offered_to_all_nodes() {
    let recorded = recorded();
    for (answers, expected) in [
        (&["taken"][..], Ok(())),
        (&["known"], Ok(())),
        (&["a reason", "taken"], Ok(())),
        (&["a reason", "known"], Ok(())),
        (&["a reason", "another"], Err(Misfit::Refused("a reason".to_owned()))),
        (&["later", "a reason"], Err(Misfit::Refused("a reason".to_owned()))),
        (&["later", "later"], Err(Misfit::NotNow("later".to_owned()))),
        (&["later", "taken"], Ok(())),
        (&[], Ok(())),
    ] {
        assert_eq!(offered(&recorded, answers).1, expected, "{answers:?}");
    }
}
