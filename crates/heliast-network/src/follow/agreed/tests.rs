//! Frames in any order over branches of any length, compared with a model; errors of nodes.

use super::*;
use crate::{
    abci::{
        Application,
        messages::{RequestCommit, RequestFinalizeBlock, Timestamp, request::Value as Asked},
    },
    app::App,
    testing::{self, GENESIS_MS, signed::SignedBlock},
};
use heliast_client::{Cause, NodeError};
use heliast_engine::Handles;
use heliast_finality::{Frame, FrameError, Record};
use heliast_store::{Store, StoreError};
use proptest::prelude::*;
use serde_json::json;
use std::sync::{OnceLock, mpsc};

const ROUNDS: u64 = 5;

/// A chain's rounds, the tips before and after them, and the frame of each.
struct History {
    network: NetworkFile,
    chain: Chain,
    rounds: Vec<Verified<Round>>,
    tips: Vec<Tip>,
    frames: Vec<Vec<u8>>,
}

fn history() -> &'static History {
    static HISTORY: OnceLock<History> = OnceLock::new();
    HISTORY.get_or_init(|| {
        let (home, network) = (tempfile::tempdir().unwrap(), testing::network(1, 0));
        let chain = testing::chain(&network);
        let handles = Handles::new(Store::create(home.path().join("data"), &chain).unwrap());
        let (sender, _) = mpsc::channel();
        let mut app = App::new(&handles, network.clone(), home.path(), 0, sender).unwrap();
        let (mut rounds, mut tips, mut frames) = (vec![], vec![chain.start()], vec![]);
        while rounds.len() < ROUNDS as usize {
            block(&mut app);
            let Some(round) = app.state().sealed().cloned() else { continue };
            let last = app.last_sealed();
            let height = last.height + 1;
            let hash = app.state().app_hash();
            frames.push(frame(&network, chain.id(), &last.tip, (height, hash, last.record)));
            tips.push(last.tip);
            rounds.push(round);
        }
        History { network, chain, rounds, tips, frames }
    })
}

fn block(app: &mut App) {
    let height = app.state().height() + 1;
    let txs = testing::transactions(app.state().chain(), &app.state().duty());
    let txs = txs.iter().map(|one| one.to_bytes().into()).collect();
    let time = Timestamp { seconds: (GENESIS_MS / 1_000 + height) as i64, nanos: 0 };
    let block = RequestFinalizeBlock { height: height as i64, time: Some(time), txs, ..Default::default() };
    app.answer(Asked::FinalizeBlock(block));
    app.answer(Asked::Commit(RequestCommit {}));
}

fn frame(
    network: &NetworkFile,
    chain_id: &[u8; 32],
    tip: &Tip,
    (height, app_hash, record): (u64, [u8; 32], Record),
) -> Vec<u8> {
    let signed = SignedBlock { network, chain_id, height, app_hash, silent: 1 };
    let commit = json!({ "signed_header": signed.commit() }).to_string();
    Frame::from_engine(chain_id, tip, record, &commit, &[&signed.set().to_string()]).unwrap().to_bytes()
}

/// Keeps the numbers of rounds, and fails on demand.
#[derive(Default)]
struct Numbers {
    kept: Vec<u64>,
    proved: Vec<u64>,
    is_full: bool,
}

impl Keeper for Numbers {
    fn keep(&mut self, round: &Verified<Round>) -> Result<(), FollowError> {
        if self.is_full {
            return Err(FollowError::Unsigned("full".into()));
        }
        self.kept.push(round.number);
        Ok(())
    }

    fn prove(&mut self, round: u64, frame: &[u8]) -> Result<(), FollowError> {
        assert_eq!(Frame::from_bytes(frame).unwrap().round(), round);
        self.proved.push(round);
        Ok(())
    }
}

fn agreed() -> Agreed<Numbers> {
    let History { chain, network, .. } = history();
    Agreed::new(chain, network, (chain.start(), None), Numbers::default()).unwrap()
}

/// Takes the rounds after `from` up to `to`, with the frame of `shown`.
fn take(agreed: &mut Agreed<Numbers>, from: u64, to: u64, shown: u64) -> Result<(), FollowError> {
    let History { rounds, tips, frames, .. } = history();
    let rounds = &rounds[from as usize..to as usize];
    agreed.take(rounds, &tips[to as usize], &frames[shown as usize - 1])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Branches begin at or before the last final round, as several nodes show them. A round is kept once, in
    /// order, and only with a frame of the last round of its branch.
    #[test]
    fn rounds_are_kept_once_and_in_order_whatever_nodes_show(
        shown in prop::collection::vec((any::<prop::sample::Index>(), 1..=ROUNDS, 1..=ROUNDS, any::<bool>()), 1..12)
    ) {
        let (mut agreed, mut last, mut proved) = (agreed(), 0, vec![]);
        for (from, to, other, is_right) in shown {
            // A branch begins with the rounds that were known when its node was asked: now, or earlier.
            let from = from.index(last as usize + 1) as u64;
            let to = to.max(from);
            if to == 0 {
                continue;
            }
            let frame = if is_right { to } else { other };
            let said = take(&mut agreed, from, to, frame);
            if frame == to {
                prop_assert!(said.is_ok(), "{:?}", said);
                if to > last {
                    proved.push(to);
                }
                last = last.max(to);
            } else {
                let is_refused = matches!(said, Err(FollowError::Finality(_)));
                prop_assert!(is_refused, "{:?}", said);
            }
            prop_assert_eq!(agreed.tip(), &history().tips[last as usize]);
            prop_assert_eq!(&agreed.keeper().kept, &(1..=last).collect::<Vec<_>>());
            prop_assert_eq!(&agreed.keeper().proved, &proved);
        }
    }
}

#[test]
fn a_frame_that_is_changed_proves_nothing() {
    let mut agreed = agreed();
    let History { rounds, tips, frames, .. } = history();
    let good = &frames[0];
    let mut refused = 0;
    for at in (0..good.len()).step_by(3).chain([good.len() - 1]) {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        let said = agreed.take(&rounds[..1], &tips[1], &bytes);
        assert!(
            matches!(&said, Err(error @ FollowError::Finality(_)) if error.is_falsehood()),
            "{at}: {said:?}"
        );
        refused += 1;
    }
    assert!(refused > 100);
    for cut in [0, 4, 93, good.len() - 1] {
        let said = agreed.take(&rounds[..1], &tips[1], &good[..cut]);
        assert!(matches!(said, Err(FollowError::Finality(FrameError::Malformed(_)))), "{said:?}");
    }
    assert_eq!((agreed.tip().round(), agreed.keeper().kept.len()), (0, 0));
    assert!(take(&mut agreed, 0, 1, 1).is_ok());
}

/// A keeper that fails gets the same round again; it gets no stored round twice.
#[test]
fn a_keeper_that_can_keep_nothing_gets_it_again() {
    let mut agreed = agreed();
    take(&mut agreed, 0, 2, 2).unwrap();
    agreed.keeper().is_full = true;
    for _ in 0..2 {
        let said = take(&mut agreed, 1, 4, 4);
        assert!(matches!(said, Err(FollowError::Unsigned(_))), "{said:?}");
        assert_eq!((agreed.tip().round(), &agreed.keeper().proved), (2, &vec![2]));
    }
    agreed.keeper().is_full = false;
    take(&mut agreed, 2, 4, 4).unwrap();
    let Numbers { kept, proved, .. } = agreed.keeper();
    assert_eq!((&kept[..], &proved[..]), (&[1, 2, 3, 4][..], &[2, 4][..]));
}

#[test]
fn an_agreed_chain_begins_behind_a_frame_of_its_own_only() {
    let History { chain, network, tips, frames, .. } = history();
    let begin = |network: &NetworkFile, round: usize, frame: Option<&[u8]>| {
        Agreed::new(chain, network, (tips[round].clone(), frame), Numbers::default())
    };
    let mut begun = begin(network, 3, Some(&frames[2])).ok().unwrap();
    take(&mut begun, 3, 5, 5).unwrap();
    assert_eq!(begun.keeper().kept, [4, 5]);
    for (case, refused) in [
        ("of another round", begin(network, 3, Some(&frames[1]))),
        ("of the next round", begin(network, 3, Some(&frames[3]))),
        ("no frame", begin(network, 3, Some(b"junk"))),
        ("another network", begin(&testing::network(9, 0), 0, None)),
    ] {
        assert!(matches!(refused.err(), Some(FollowError::Finality(_))), "{case}");
    }
}

#[test]
fn one_thread_at_a_time_fetches_many_rounds() {
    let mut agreed = agreed();
    assert!(agreed.take_turn() && !agreed.take_turn());
    agreed.turn = Some(Instant::now() - TURN);
    assert!(agreed.take_turn(), "one that takes too long is not waited for");
    agreed.turn = None;
    assert!(agreed.take_turn());
}

#[test]
fn a_branch_with_rounds_that_wait_goes_on_with_itself() {
    let History { rounds, tips, .. } = history();
    let mut branch = Branch { tip: tips[1].clone(), unproved: vec![rounds[0].clone()] };
    branch.go_on(&tips[3]);
    assert_eq!(branch.tip, tips[1]);
    branch.unproved.clear();
    branch.go_on(&tips[3]);
    assert_eq!(branch.tip, tips[3]);
}

/// A node that is disconnected, behind, or refuses to answer has not shown anything false.
#[test]
fn a_falsehood_is_what_a_node_showed_and_not_what_it_did_not() {
    let node = |cause| FollowError::Node(NodeError { node: "n".into(), path: "/p".into(), cause });
    for (error, is_falsehood) in [
        (node(Cause::Unreachable("gone".into())), false),
        (node(Cause::Status { status: 503, wait: None }), false),
        (node(Cause::Malformed("html".into())), false),
        (node(Cause::Claim("of a round".into())), true),
        (node(Cause::Genesis("another".into())), true),
        (FollowError::Finality(heliast_finality::Invalid::HeaderRound.into()), true),
        (FollowError::Unproved(7), false),
        (FollowError::Forked(7), false),
        (FollowError::Unsigned("n".into()), false),
        (StoreError::ReadOnly.into(), false),
    ] {
        assert_eq!(error.is_falsehood(), is_falsehood, "{error}");
    }
    assert_eq!(
        FollowError::Unproved(7).to_string(),
        "7 rounds came without proof that the network agreed on them"
    );
    assert!(FollowError::Forked(7).to_string().starts_with("round 7 comes after other rounds"));
    assert!(node::node_at("ftp://a").is_err() && node::node_at("").is_err());
}
