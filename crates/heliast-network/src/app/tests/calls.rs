//! The engine's calls in any order, with restarts and repetitions, compared with a model that only keeps the
//! committed blocks.

use super::*;
use crate::room;
use proptest::prelude::*;

/// The transactions that are chosen for a call.
#[derive(Clone, Copy, Debug)]
enum Pick {
    Nothing,
    /// All transactions that are valid after the last block.
    Right,
    /// The same in reverse order.
    Turned,
    /// All transactions twice.
    Doubled,
    /// All that were valid in the previous phase.
    Stale,
    /// Valid ones, mixed with a false one and random bytes.
    Mixed,
}

#[derive(Clone, Copy, Debug)]
enum Call {
    Init,
    Check(Pick),
    Prepare(Pick),
    Process(Pick),
    /// A block of the due height plus this difference, and this many milliseconds later.
    Finalize(Pick, i64, u64),
    Commit,
    /// A finalised and committed block.
    Block(Pick, u64),
    Restart,
    /// A block that is killed between the store and the state, and sent again.
    HalfCommitted(Pick, u64),
    Snapshots,
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let pick = || {
        prop_oneof![
            4 => Just(Pick::Right),
            1 => prop::sample::select(vec![
                Pick::Nothing, Pick::Turned, Pick::Doubled, Pick::Stale, Pick::Mixed
            ]),
        ]
    };
    let call = prop_oneof![
        1 => Just(Call::Init),
        2 => pick().prop_map(Call::Check),
        2 => pick().prop_map(Call::Prepare),
        2 => pick().prop_map(Call::Process),
        1 => (pick(), -2..3_i64, 0..600_u64).prop_map(|(pick, off, step)| Call::Finalize(pick, off, step)),
        1 => Just(Call::Commit),
        8 => (pick(), 0..600_u64).prop_map(|(pick, step)| Call::Block(pick, step)),
        1 => Just(Call::Restart),
        1 => (pick(), 0..600_u64).prop_map(|(pick, step)| Call::HalfCommitted(pick, step)),
        1 => Just(Call::Snapshots),
    ];
    prop::collection::vec(call, 1..45)
}

/// A sent block: its transactions, and its time.
type Sent = (Vec<Bytes>, u64);

/// The committed blocks, and one that was finalised.
struct Model {
    /// The state after them, without any verdicts from before.
    state: State,
    time_ms: u64,
    pending: Option<Sent>,
    /// All transactions that are valid now, by the duty, and all that were before.
    right: (String, Vec<Bytes>),
    stale: Vec<Bytes>,
}

impl Model {
    fn new() -> Model {
        let state = State::new(&testing::chain(&network()), Arc::new(network()));
        Model { state, time_ms: GENESIS_MS - 300, pending: None, right: Default::default(), stale: vec![] }
    }

    fn pick(&mut self, pick: Pick) -> Vec<Bytes> {
        let duty = self.state.duty();
        let name = format!("{} {} {}", duty.round(), self.state.phase(), self.state.ticks());
        if self.right.0 != name {
            let right = testing::transactions(self.state.chain(), &duty);
            let right = right.iter().map(|one| one.to_bytes().into()).collect();
            self.stale = std::mem::replace(&mut self.right, (name, right)).1;
        }
        let right = self.right.1.clone();
        match pick {
            Pick::Nothing => vec![],
            Pick::Right => right,
            Pick::Turned => right.into_iter().rev().collect(),
            Pick::Doubled => [&right[..], &right].concat(),
            Pick::Stale => self.stale.clone(),
            Pick::Mixed => {
                let mut lie = right.first().map_or(vec![9], |one| one.to_vec());
                *lie.last_mut().unwrap() ^= 1;
                let mut mixed = vec![Bytes::from_static(b"junk"), lie.into(), Bytes::new()];
                mixed.extend(right);
                mixed
            }
        }
    }

    /// The state with such a block, and the codes of its transactions.
    fn with(&self, (txs, time_ms): &Sent) -> (State, Vec<u32>) {
        let (mut state, verdicts) = (self.state.clone(), Verdicts::default());
        state.begin_block();
        let codes = txs.iter().map(|tx| match Transaction::from_bytes(state.chain(), tx) {
            Err(_) => code::MALFORMED,
            Ok(one) => state.apply(&one, &verdicts).map_or(code::UNFIT, |()| code::OK),
        });
        let codes = codes.collect();
        state.end_block(self.state.height() + 1, *time_ms);
        (state, codes)
    }

    fn is_valid(&self, txs: &[Bytes]) -> bool {
        let (_, codes) = self.with(&(txs.to_vec(), self.time_ms));
        codes.iter().all(|code| *code == code::OK)
    }
}

fn finalize(node: &mut Node, height: i64, (txs, time_ms): &Sent) -> response::Value {
    let time = Timestamp { seconds: (time_ms / 1_000) as i64, nanos: (time_ms % 1_000 * 1_000_000) as i32 };
    let request = RequestFinalizeBlock { height, time: Some(time), txs: txs.clone(), ..Default::default() };
    node.ask(request::Value::FinalizeBlock(request))
}

/// Finalises and compares.
fn right_block(node: &mut Node, model: &Model, sent: &Sent) {
    let said = finalize(node, signed(model.state.height()) + 1, sent);
    let response::Value::FinalizeBlock(done) = said else { panic!("{said:?}") };
    let (state, codes) = model.with(sent);
    assert_eq!(done.tx_results.iter().map(|one| one.code).collect::<Vec<_>>(), codes);
    assert_eq!(done.app_hash[..], state.app_hash());
    assert_eq!(done.validator_updates, []);
}

/// Commits, and compares the message to the worker.
fn right_commit(node: &mut Node, model: &mut Model) {
    let said = node.ask(request::Value::Commit(Default::default()));
    let Some(sent) = model.pending.take() else {
        let response::Value::Exception(exception) = said else { panic!("{said:?}") };
        assert_eq!(exception.error, "the engine commits a block that it did not finalise");
        return;
    };
    let response::Value::Commit(done) = said else { panic!("{said:?}") };
    model.state = model.with(&sent).0;
    model.time_ms = sent.1;
    let height = model.state.height();
    assert_eq!(done.retain_height, signed(height.saturating_sub(5)));
    let heard = node.heard.try_iter().last().unwrap();
    assert_eq!((heard.height, heard.time_ms), (height, sent.1));
    assert_eq!(heard.sealed, model.state.sealed().map(|round| round.number));
    assert_eq!(format!("{:?}", heard.duty), format!("{:?}", model.state.duty()));
}

/// Makes one call to the application and to the model.
fn call(mut node: Node, model: &mut Model, call: Call) -> Node {
    match call {
        Call::Init => {
            let said = node.ask(request::Value::InitChain(init()));
            let is_new = model.state.height() == 0;
            assert_eq!(matches!(said, response::Value::InitChain(_)), is_new, "{said:?}");
        }
        Call::Check(pick) => {
            for tx in model.pick(pick) {
                let said = node.app.mempool.check(&tx);
                assert_eq!(said, node.app.mempool.check(&tx), "a verdict is the same again");
                let is_right = model.right.1.contains(&tx) && model.is_valid(std::slice::from_ref(&tx));
                assert!(!is_right || said.code == code::OK, "{}", said.log);
                assert_eq!(said.code == code::OK, said.log.is_empty());
            }
        }
        Call::Prepare(pick) => {
            let mempool = model.pick(pick);
            let txs = node.prepare(mempool.clone(), 1 << 20);
            assert!(node.accepts(&txs) && model.is_valid(&txs));
            let left = mempool.iter().filter(|tx| !txs.contains(tx));
            for tx in left {
                assert!(!model.is_valid(&[&txs[..], std::slice::from_ref(tx)].concat()), "it had a place");
            }
        }
        Call::Process(pick) => {
            let txs = model.pick(pick);
            assert_eq!(node.accepts(&txs), model.is_valid(&txs));
        }
        Call::Finalize(pick, off, step) => {
            let sent = (model.pick(pick), model.time_ms + step);
            let height = signed(model.state.height()) + 1;
            if off == 0 {
                right_block(&mut node, model, &sent);
                model.pending = Some(sent);
            } else {
                let said = finalize(&mut node, height + off, &sent);
                let response::Value::Exception(exception) = said else { panic!("{said:?}") };
                let awaits = format!("and this node's state awaits {height}");
                assert!(exception.error.ends_with(&awaits), "{}", exception.error);
            }
        }
        Call::Commit => right_commit(&mut node, model),
        Call::Block(pick, step) => {
            let sent = (model.pick(pick), model.time_ms + step);
            right_block(&mut node, model, &sent);
            model.pending = Some(sent);
            right_commit(&mut node, model);
        }
        Call::Restart => {
            node = node.restart();
            model.pending = None;
        }
        Call::HalfCommitted(pick, step) => {
            let sent = (model.pick(pick), model.time_ms + step);
            let file = node.dir.path().join("consensus.state");
            let before = fs::read(&file).ok();
            right_block(&mut node, model, &sent);
            node.commit();
            match before {
                Some(before) => fs::write(&file, before).unwrap(),
                None => fs::remove_file(&file).unwrap(),
            }
            node = node.restart();
            model.pending = None;
            right_block(&mut node, model, &sent);
            model.pending = Some(sent);
            right_commit(&mut node, model);
        }
        Call::Snapshots => {
            let said = node.ask(request::Value::ListSnapshots(Default::default()));
            assert_eq!(said, response::Value::ListSnapshots(Default::default()), "none are to be made");
        }
    }
    node
}

/// Checks that application and model agree; queries change nothing.
fn same(node: &mut Node, model: &Model) {
    let hash = if model.state.height() == 0 { vec![] } else { model.state.app_hash().to_vec() };
    assert_eq!(node.height(), (signed(model.state.height()), hash.into()));
    assert_eq!(node.app.state().to_bytes(), model.state.to_bytes());
    assert_eq!(node.app.rounds.store().last(), model.state.tip().round());
    let said = node.ask(request::Value::Query(RequestQuery::default()));
    let response::Value::Query(said) = said else { panic!("{said:?}") };
    let found: serde_json::Value = serde_json::from_slice(&said.value).unwrap();
    assert_eq!(found["height"], model.state.height());
    assert_eq!(
        (&found["phase"], &found["ticks"]),
        (&model.state.phase().into(), &model.state.ticks().into())
    );
    assert_eq!(found["beacon"], hex::encode(model.state.tip().seed()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn calls_in_any_order_do_what_the_committed_blocks_say(calls in calls()) {
        let dir = tempfile::tempdir().unwrap();
        let (app, heard) = open(dir.path()).unwrap();
        let (mut node, mut model) = (Node { dir, app, heard }, Model::new());
        for one in calls {
            node = call(node, &mut model, one);
            same(&mut node, &model);
        }
        // The stored rounds verify from genesis, without any knowledge of the node.
        let mut tip = model.state.chain().start();
        for number in 1..=node.app.rounds.store().last() {
            let round = node.app.rounds.store().decoded(number).unwrap().unwrap();
            let round = model.state.chain().verify(&tip, round).unwrap();
            tip = model.state.chain().tip_after(&round);
        }
        prop_assert_eq!(&tip, model.state.tip());
    }
}

/// A node votes for the longest block of valid transactions, and does not read a longer one.
#[test]
fn a_block_is_measured_by_the_bytes_of_its_transactions() {
    let (mut node, mut model) = (Node::new(), Model::new());
    let tick = model.pick(Pick::Right);
    let room = tick[0].len() as i64 + 8;
    for (most, count) in [(-1, 0), (0, 0), (room - 1, 0), (room, 1), (i64::MAX, 1)] {
        assert_eq!(node.prepare(tick.clone(), most).len(), count, "{most}");
    }
    assert_eq!(node.app.read(&[]), Ok(vec![]), "a block may be empty");
    let empty = vec![Bytes::new(); 1000];
    assert!(node.app.read(&empty).unwrap_err().contains("the transaction is cut short"));
    let long = vec![Bytes::from(vec![3; room::BLOCK]), Bytes::from_static(&[3])];
    let words = "its transactions have 4194305 bytes, and 4194304 are the most";
    assert_eq!(node.app.read(&long).unwrap_err(), words);
}
