//! A restoration with calls in any order, compared with a model; the metadata of snapshots; chunks of one
//! round each.

use super::*;
use crate::{
    abci::messages::{
        ApplyResult as Applied, OfferResult as Offered, RequestApplySnapshotChunk, RequestLoadSnapshotChunk,
        RequestOfferSnapshot, Snapshot,
    },
    app::snapshot::rounds_per_chunk,
};
use heliast::{Chain, Genesis, MemberRules};
use heliast_engine::CatchUpKind;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

const ROUNDS: u64 = 3;

/// The chain can get enough members that a chunk has room for only one round.
fn chain() -> Chain {
    let members = Some(MemberRules { life: 10, most: 65_536, validators_change: false });
    let chain =
        Chain::new(Genesis { members, ..testing::changing_chain(&network()).genesis().clone() }).unwrap();
    assert_eq!(rounds_per_chunk(&chain), 1);
    chain
}

/// A snapshot that a node made, with the hash that its engine knows, and with its chunks.
struct Made {
    snapshot: Snapshot,
    app_hash: Bytes,
    chunks: Vec<Bytes>,
}

fn made() -> &'static Made {
    static MADE: OnceLock<Made> = OnceLock::new();
    MADE.get_or_init(|| {
        let (chain, dir) = (chain(), tempfile::tempdir().unwrap());
        let (app, heard) = open_of(&chain, dir.path()).unwrap();
        let mut node = Node { dir, app: app.with_snapshots(1), heard };
        while node.app.state().tip().round() < ROUNDS || node.app.state().phase() != "tickets" {
            let txs: Vec<_> =
                testing::transactions(&chain, &node.duty()).iter().map(|one| one.to_bytes().into()).collect();
            let height = node.height().0 + 1;
            node.finalize(height, &txs);
            node.commit();
        }
        let snapshots = node.app.snapshots.list(&chain);
        assert_eq!(snapshots.len(), 6, "the latest ones");
        let snapshot = snapshots.last().unwrap().clone();
        let chunks = (0..snapshot.chunks).map(|chunk| load(&node, &snapshot, chunk)).collect();
        assert!(load(&node, &Snapshot { height: 1, ..snapshot.clone() }, 0).is_empty(), "it is gone by now");
        assert!(load(&node, &snapshot, u32::MAX).is_empty());
        Made { app_hash: node.app.app_hash(), snapshot, chunks }
    })
}

fn load(node: &Node, snapshot: &Snapshot, chunk: u32) -> Bytes {
    let Snapshot { height, format, .. } = *snapshot;
    node.app.snapshots.load(&node.app.rounds, &RequestLoadSnapshotChunk { height, format, chunk }).into()
}

/// An empty node of the chain.
fn empty() -> Node {
    let dir = tempfile::tempdir().unwrap();
    let (app, heard) = open_of(&chain(), dir.path()).unwrap();
    Node { dir, app, heard }
}

fn offer(node: &mut Node, snapshot: Option<Snapshot>, app_hash: &Bytes) -> Offered {
    node.app.offer(&RequestOfferSnapshot { snapshot, app_hash: app_hash.clone() })
}

fn apply(node: &mut Node, index: usize, chunk: &Bytes) -> Applied {
    let request =
        RequestApplySnapshotChunk { index: index as u32, chunk: chunk.clone(), sender: "peer".into() };
    let said = node.app.apply_chunk(&request);
    let is_retry = said.result() == Applied::Retry;
    assert_eq!(said.refetch_chunks, if is_retry { vec![index as u32] } else { vec![] });
    assert_eq!(said.reject_senders, if is_retry { vec!["peer".to_owned()] } else { vec![] });
    said.result()
}

/// Whether the progress of a snapshot is shown, and not that of blocks.
fn is_shown(node: &Node) -> bool {
    let shown = node.app.board.catch_up().map(|catch_up| catch_up.kind);
    matches!(shown, Some(CatchUpKind::Snapshot | CatchUpKind::Storing))
}

/// An offer of these chunks, made as specified.
fn forged(round: u64, chunks: &[Bytes]) -> Snapshot {
    forged_at(made().snapshot.height, round, chunks)
}

fn forged_at(height: u64, round: u64, chunks: &[Bytes]) -> Snapshot {
    let format = made().snapshot.format;
    let hashes: Vec<u8> = chunks.iter().flat_map(Sha256::digest).collect();
    let metadata = [&round.to_be_bytes()[..], &hashes].concat();
    let tag = b"\x1bheliast/network-snapshot/v1";
    let hash = Sha256::digest([&tag[..], chain().id(), &height.to_be_bytes(), &metadata].concat());
    let chunks = chunks.len() as u32;
    Snapshot { height, format, chunks, hash: hash.to_vec().into(), metadata: metadata.into() }
}

#[test]
fn a_snapshot_has_the_metadata_of_the_specification_and_one_round_in_a_chunk() {
    let Made { snapshot, chunks, .. } = made();
    assert_eq!((chunks.len() as u64, snapshot), (ROUNDS + 1, &forged(ROUNDS, chunks)));
    let chain = chain();
    let mut tip = chain.start();
    for chunk in &chunks[1..] {
        let (len, round) = chunk.split_at(4);
        assert_eq!(u32::from_be_bytes(len.try_into().unwrap()) as usize, round.len());
        let round = chain.verify(&tip, chain.decode_round(round).unwrap()).unwrap();
        tip = chain.tip_after(&round);
    }
    assert_eq!(tip.round(), ROUNDS);
}

#[test]
fn metadata_that_does_not_fit_together_is_rejected() {
    let Made { snapshot, app_hash, chunks } = made();
    let mut node = empty();
    let changed = |change: &dyn Fn(&mut Snapshot)| {
        let mut other = snapshot.clone();
        change(&mut other);
        Some(other)
    };
    for (case, unfit) in [
        ("none", None),
        ("height 0", Some(Snapshot { height: 0, ..forged(ROUNDS, chunks) })),
        ("another height", changed(&|one| one.height += 1)),
        ("more chunks than hashes", changed(&|one| one.chunks += 1)),
        ("fewer", changed(&|one| one.chunks -= 1)),
        ("a round less than its chunks", Some(forged(ROUNDS - 1, chunks))),
        ("a round more", Some(forged(ROUNDS + 1, chunks))),
        ("the last of all rounds", Some(forged(u64::MAX, chunks))),
        ("no chunk", Some(forged(0, &[]))),
        ("a state and no round", Some(forged(ROUNDS, &chunks[..1]))),
        ("half a hash", changed(&|one| one.metadata = one.metadata.slice(..one.metadata.len() - 16))),
        ("half a number", changed(&|one| one.metadata = one.metadata.slice(..7))),
        ("another hash", changed(&|one| one.hash = Bytes::from_static(&[0; 32]))),
        ("a longer hash", changed(&|one| one.hash = [&one.hash[..], &[0]].concat().into())),
    ] {
        assert_eq!(offer(&mut node, unfit, app_hash), Offered::Reject, "{case}");
        assert_eq!(apply(&mut node, 0, &chunks[0]), Applied::Abort, "{case}: nothing is awaited");
        assert!(!node.dir.path().join("consensus.restored").exists(), "{case}");
    }
    for format in [0, 2, u32::MAX] {
        let other = changed(&|one| one.format = format);
        assert_eq!(offer(&mut node, other, app_hash), Offered::RejectFormat);
    }
    assert_eq!(offer(&mut node, Some(snapshot.clone()), app_hash), Offered::Accept);
    assert!(is_shown(&node), "its progress is shown");
    assert_eq!(offer(&mut node, None, app_hash), Offered::Reject);
    assert!(!is_shown(&node), "and its end");
}

#[test]
fn rounds_that_are_promised_and_false_are_rejected_wherever_they_stand() {
    let Made { app_hash, chunks, .. } = made();
    let bit = |chunk: &Bytes, at: usize| {
        let mut bytes = chunk.to_vec();
        bytes[at] ^= 1;
        Bytes::from(bytes)
    };
    let with = |at: usize, chunk: Bytes| {
        let mut all = chunks.clone();
        all[at] = chunk;
        all
    };
    let swapped = vec![chunks[0].clone(), chunks[2].clone(), chunks[1].clone(), chunks[3].clone()];
    let cases = [
        ("a round twice", with(2, chunks[1].clone())),
        ("two rounds in another order", swapped),
        ("a round that is missing", with(2, Bytes::new())),
        ("a length beyond its chunk", with(3, bit(&chunks[3], 0))),
        ("a byte less", with(3, chunks[3].slice(..chunks[3].len() - 1))),
        ("a byte more", with(3, [&chunks[3][..], &[0]].concat().into())),
        ("a false delay", with(3, bit(&chunks[3], chunks[3].len() - 1))),
        ("no state", with(0, Bytes::new())),
        ("a damaged state", with(0, bit(&chunks[0], 60))),
        ("rounds in the place of a state", with(0, chunks[1].clone())),
    ];
    let mut node = empty();
    for (case, false_chunks) in cases {
        assert_eq!(
            offer(&mut node, Some(forged(ROUNDS, &false_chunks)), app_hash),
            Offered::Accept,
            "{case}"
        );
        let mut said = Applied::Accept;
        for (index, chunk) in false_chunks.iter().enumerate() {
            said = apply(&mut node, index, chunk);
            if said != Applied::Accept {
                break;
            }
        }
        assert_eq!(said, Applied::RejectSnapshot, "{case}");
        assert_eq!((node.app.rounds.store().last(), node.height().0), (0, 0), "{case}");
        assert!(!is_shown(&node), "{case}");
    }
    // No part of the snapshot stays, and the node begins with blocks.
    let left = |name: &str| node.dir.path().join(name).exists();
    assert!(!left("consensus.restored") && !left("consensus.restored.new"));
    node.finalize(1, &[]);
    node.commit();
    let Node { dir, app, heard } = node;
    drop((app, heard));
    assert_eq!(open_of(&chain(), dir.path()).unwrap().0.state().height(), 1);
}

/// The application hash does not bind the height of every state, and a node whose height differs from that of
/// its engine would wait forever.
#[test]
fn a_state_of_another_height_than_was_offered_is_rejected() {
    let Made { snapshot, app_hash, chunks } = made();
    for height in [1, snapshot.height - 1, snapshot.height + 1, u64::MAX] {
        let mut node = empty();
        let forged = forged_at(height, ROUNDS, chunks);
        assert_eq!(offer(&mut node, Some(forged), app_hash), Offered::Accept);
        let said: Vec<_> = chunks.iter().enumerate().map(|(at, chunk)| apply(&mut node, at, chunk)).collect();
        assert_eq!(said.last(), Some(&Applied::RejectSnapshot), "{height}");
        assert_eq!((node.app.rounds.store().last(), node.height().0), (0, 0));
    }
}

/// The file for waiting rounds can't be written.
#[test]
fn a_node_that_cannot_write_aborts() {
    let Made { snapshot, app_hash, .. } = made();
    let mut node = empty();
    fs::create_dir(node.dir.path().join("consensus.restored.new")).unwrap();
    assert_eq!(offer(&mut node, Some(snapshot.clone()), app_hash), Offered::Abort);
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// Offers the true snapshot, with the true application hash or a false one.
    Offer(bool),
    /// Applies the chunk with this number, with its own bytes or those of another chunk.
    Apply(usize, bool),
    /// Applies the next chunk that is due.
    Next,
    Restart,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        2 => prop::bool::weighted(0.8).prop_map(Step::Offer),
        2 => (0..5_usize, any::<bool>()).prop_map(|(index, is_right)| Step::Apply(index, is_right)),
        10 => Just(Step::Next),
        1 => Just(Step::Restart),
    ];
    prop::collection::vec(step, 1..24)
}

/// The state of a restoration: whether its hash is right, the next chunk, and whether it is done.
#[derive(Default)]
struct Model {
    under_way: Option<(bool, usize)>,
    is_done: bool,
}

impl Model {
    fn offer(&mut self, is_right: bool) -> Offered {
        self.under_way = (!self.is_done).then_some((is_right, 0));
        if self.is_done { Offered::Abort } else { Offered::Accept }
    }

    fn apply(&mut self, index: usize, is_promised: bool) -> Applied {
        let Some((is_right, due)) = self.under_way.take() else { return Applied::Abort };
        match (index == due, is_promised) {
            (false, _) => Applied::RetrySnapshot,
            (true, false) => {
                self.under_way = Some((is_right, due));
                Applied::Retry
            }
            (true, true) if due as u64 == ROUNDS => {
                self.is_done = is_right;
                if is_right { Applied::Accept } else { Applied::RejectSnapshot }
            }
            (true, true) => {
                self.under_way = Some((is_right, due + 1));
                Applied::Accept
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn a_restoration_in_any_order_is_that_of_the_model(steps in steps()) {
        let Made { snapshot, app_hash, chunks } = made();
        let (mut node, mut model) = (empty(), Model::default());
        for step in steps {
            match step {
                Step::Offer(is_right) => {
                    let hash = if is_right { app_hash.clone() } else { Bytes::from_static(&[9; 32]) };
                    prop_assert_eq!(offer(&mut node, Some(snapshot.clone()), &hash), model.offer(is_right));
                }
                Step::Apply(index, is_right) => {
                    let chunk = if is_right { chunks.get(index) } else { chunks.get((index + 1) % chunks.len()) };
                    let chunk = chunk.cloned().unwrap_or_default();
                    let is_promised = chunks.get(index) == Some(&chunk);
                    prop_assert_eq!(apply(&mut node, index, &chunk), model.apply(index, is_promised));
                }
                Step::Next => {
                    let index = model.under_way.map_or(0, |(_, due)| due);
                    prop_assert_eq!(apply(&mut node, index, &chunks[index]), model.apply(index, true));
                }
                Step::Restart => {
                    let Node { dir, app, heard } = node;
                    drop((app, heard));
                    let (app, heard) = open_of(&chain(), dir.path()).unwrap();
                    node = Node { dir, app, heard };
                    model.under_way = None;
                }
            }
            let expected = if model.is_done { (ROUNDS, snapshot.height as i64) } else { (0, 0) };
            prop_assert_eq!((node.app.rounds.store().last(), node.height().0), expected);
            prop_assert!(!model.is_done || node.height().1 == app_hash);
        }
    }
}
