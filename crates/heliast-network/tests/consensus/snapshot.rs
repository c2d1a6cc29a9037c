//! Snapshots: a node that restores a snapshot goes on with the other nodes, and false snapshots leave no
//! trace.

use crate::{
    house::{GENESIS_MS, House},
    node::{Block, Node, SNAPSHOT_BLOCKS},
};
use heliast_network::parts::messages::{
    ApplyResult as Applied, OfferResult as Offered, RequestApplySnapshotChunk, RequestListSnapshots,
    RequestLoadSnapshotChunk, RequestOfferSnapshot, ResponseApplySnapshotChunk, Snapshot,
    request::Value as Asked, response::Value as Said,
};
use prost::bytes::Bytes;
use sha2::{Digest, Sha256};
use std::{fs, path::Path};

/// More than one chunk of rounds.
const ROUNDS: u64 = 103;
/// Five blocks make a round in a period.
const STEP_MS: u64 = 200;

/// Makes one block of all transactions for each of the nodes. Returns its application hash.
fn block(house: &mut House, nodes: &mut [&mut Node]) -> Bytes {
    let height = nodes[0].info().last_block_height as u64 + 1;
    let all = house.transactions(&nodes[0].duty);
    let txs = nodes[0].prepare(&all, 1 << 20);
    let block = Block { height, time_ms: GENESIS_MS + height * STEP_MS, txs, ..Block::default() };
    let hashes: Vec<_> = nodes.iter_mut().map(|node| node.finalize(&block).app_hash).collect();
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "block {height}");
    nodes.iter_mut().for_each(|node| drop(node.commit()));
    hashes[0].clone()
}

/// A node with many rounds, its latest snapshot, the hash that belongs to it, and its chunks.
struct Offer {
    node: Node,
    snapshot: Snapshot,
    app_hash: Bytes,
    chunks: Vec<Bytes>,
}

fn offer(house: &mut House, rounds: u64) -> Offer {
    let mut node = Node::new(house);
    let mut app_hash = Bytes::new();
    for height in 1.. {
        app_hash = block(house, &mut [&mut node]);
        if node.duty.round() > rounds && height % SNAPSHOT_BLOCKS == 0 {
            break;
        }
    }
    let snapshots = list(&mut node);
    let snapshot = snapshots.last().unwrap().clone();
    assert_eq!(snapshots.len() as u64, 6.min(snapshot.height / SNAPSHOT_BLOCKS), "the latest ones");
    assert_eq!(snapshot.height, node.info().last_block_height as u64);
    let chunks = (0..snapshot.chunks).map(|chunk| load(&mut node, &snapshot, chunk)).collect();
    assert!(load(&mut node, &snapshot, snapshot.chunks).is_empty(), "there are no more");
    assert!(load(&mut node, &Snapshot { format: 2, ..snapshot.clone() }, 0).is_empty());
    Offer { node, snapshot, app_hash, chunks }
}

fn list(node: &mut Node) -> Vec<Snapshot> {
    match node.ask(Asked::ListSnapshots(RequestListSnapshots {})) {
        Said::ListSnapshots(said) => said.snapshots,
        other => panic!("{other:?}"),
    }
}

fn load(node: &mut Node, snapshot: &Snapshot, chunk: u32) -> Bytes {
    let (height, format) = (snapshot.height, snapshot.format);
    match node.ask(Asked::LoadSnapshotChunk(RequestLoadSnapshotChunk { height, format, chunk })) {
        Said::LoadSnapshotChunk(said) => said.chunk,
        other => panic!("{other:?}"),
    }
}

fn offered(node: &mut Node, snapshot: &Snapshot, app_hash: &Bytes) -> Offered {
    let request = RequestOfferSnapshot { snapshot: Some(snapshot.clone()), app_hash: app_hash.clone() };
    match node.ask(Asked::OfferSnapshot(request)) {
        Said::OfferSnapshot(said) => said.result(),
        other => panic!("{other:?}"),
    }
}

fn apply(node: &mut Node, index: usize, chunk: &Bytes) -> ResponseApplySnapshotChunk {
    let (index, chunk, sender) = (index as u32, chunk.clone(), "peer".to_owned());
    match node.ask(Asked::ApplySnapshotChunk(RequestApplySnapshotChunk { index, chunk, sender })) {
        Said::ApplySnapshotChunk(said) => said,
        other => panic!("{other:?}"),
    }
}

/// Gives a node all chunks, and returns its answer to the last one that it takes.
fn apply_all(node: &mut Node, chunks: &[Bytes]) -> Applied {
    let mut said = Applied::Unknown;
    for (index, chunk) in chunks.iter().enumerate() {
        said = apply(node, index, chunk).result();
        if said != Applied::Accept {
            break;
        }
    }
    said
}

#[test]
fn a_node_that_restores_a_snapshot_goes_on_with_the_others() {
    let mut house = House::new(0, GENESIS_MS);
    let Offer { mut node, snapshot, app_hash, chunks } = offer(&mut house, ROUNDS);
    assert_eq!(chunks.len(), 3, "the state and two of rounds");
    let mut new = Node::new(&house);
    assert_eq!(offered(&mut new, &snapshot, &app_hash), Offered::Accept);
    assert_eq!(apply(&mut new, 0, &chunks[0]).result(), Applied::Accept);

    // A chunk other than the promised one is requested again, from another node.
    let mut changed = chunks[1].to_vec();
    changed[1000] ^= 1;
    for lie in [&changed[..], &chunks[1][..1000], &[], &chunks[2]] {
        let said = apply(&mut new, 1, &Bytes::copy_from_slice(lie));
        assert_eq!(said.result(), Applied::Retry);
        assert_eq!((said.refetch_chunks, said.reject_senders), (vec![1], vec!["peer".to_owned()]));
    }
    assert_eq!(apply(&mut new, 1, &chunks[1]).result(), Applied::Accept);
    assert_eq!(
        new.handles().rounds.store().last(),
        0,
        "nothing is stored before all of it is known to be right"
    );
    assert_eq!(apply(&mut new, 2, &chunks[2]).result(), Applied::Accept);
    assert_eq!(new.handles().rounds.store().last(), node.handles().rounds.store().last());
    let info = new.info();
    assert_eq!(
        (info.last_block_height as u64, info.last_block_app_hash),
        (snapshot.height, app_hash.clone())
    );
    assert_eq!(offered(&mut new, &snapshot, &app_hash), Offered::Abort, "it has a state now");

    new.restart(&house);
    assert_eq!(new.info().last_block_height as u64, snapshot.height);
    assert_eq!(format!("{:?}", new.duty), format!("{:?}", node.duty));
    for _ in 0..SNAPSHOT_BLOCKS {
        block(&mut house, &mut [&mut node, &mut new]);
    }
    assert_eq!(list(&mut new)[0], *list(&mut node).last().unwrap(), "all nodes make the same snapshots");
}

/// The offer of other chunks, as `spec/network.md` specifies.
fn forged(house: &House, snapshot: &Snapshot, chunks: &[Bytes]) -> Snapshot {
    let hashes = chunks.iter().flat_map(Sha256::digest);
    let metadata: Vec<u8> = snapshot.metadata[..8].iter().copied().chain(hashes).collect();
    let hash = Sha256::new_with_prefix(b"\x1bheliast/network-snapshot/v1").chain_update(house.chain.id());
    let hash = hash.chain_update(snapshot.height.to_be_bytes()).chain_update(&metadata).finalize();
    Snapshot { hash: hash.to_vec().into(), metadata: metadata.into(), ..snapshot.clone() }
}

#[test]
fn a_false_snapshot_leaves_no_trace() {
    let mut house = House::new(0, GENESIS_MS);
    let Offer { snapshot, app_hash, chunks, .. } = offer(&mut house, 12);
    let mut new = Node::new(&house);
    let other = |change: fn(&mut Snapshot)| {
        let mut snapshot = snapshot.clone();
        change(&mut snapshot);
        snapshot
    };
    let cut = |bytes: &Bytes| bytes.slice(..bytes.len() - 1);
    for unfit in [
        other(|one| one.height += 1),
        other(|one| one.chunks += 1),
        other(|one| one.hash = Bytes::from_static(&[7; 32])),
        Snapshot { metadata: cut(&snapshot.metadata), ..snapshot.clone() },
        Snapshot { metadata: Bytes::new(), ..snapshot.clone() },
    ] {
        assert_eq!(offered(&mut new, &unfit, &app_hash), Offered::Reject);
        assert_eq!(apply(&mut new, 0, &chunks[0]).result(), Applied::Abort, "nothing is awaited");
    }
    let unknown = other(|one| one.format = 9);
    assert_eq!(offered(&mut new, &unknown, &app_hash), Offered::RejectFormat);

    // It is a valid chain, but not the one that the validators have signed.
    assert_eq!(offered(&mut new, &snapshot, &Bytes::from_static(&[7; 32])), Offered::Accept);
    assert_eq!(apply_all(&mut new, &chunks), Applied::RejectSnapshot);
    assert_eq!((new.handles().rounds.store().last(), new.info().last_block_height), (0, 0));

    // Chunks as promised, but with a round that is invalid or cut short.
    let mut changed = chunks[1].to_vec();
    *changed.last_mut().unwrap() ^= 1;
    for (at, lie) in
        [(1, &changed[..]), (1, &chunks[1][..chunks[1].len() - 1]), (1, &[]), (0, &[]), (0, &changed)]
    {
        let mut false_chunks = chunks.clone();
        false_chunks[at] = Bytes::copy_from_slice(lie);
        let forged = forged(&house, &snapshot, &false_chunks);
        assert_eq!(offered(&mut new, &forged, &app_hash), Offered::Accept);
        assert_eq!(apply_all(&mut new, &false_chunks), Applied::RejectSnapshot);
        assert_eq!((new.handles().rounds.store().last(), new.info().last_block_height), (0, 0));
    }

    let restored = new.state_file().with_extension("restored");
    let left = |path: &Path| fs::symlink_metadata(path).is_ok();
    assert!(!left(&restored) && !left(&restored.with_extension("restored.new")), "nor a file");
    assert_eq!(offered(&mut new, &snapshot, &app_hash), Offered::Accept);
    assert_eq!(apply(&mut new, 1, &chunks[1]).result(), Applied::RetrySnapshot, "not in this order");
    assert_eq!(offered(&mut new, &snapshot, &app_hash), Offered::Accept);
    assert_eq!(apply_all(&mut new, &chunks), Applied::Accept);
}

/// The store has rounds but there is no state yet, as after a kill while rounds are stored.
#[test]
fn a_restoration_that_was_interrupted_begins_again() {
    let mut house = House::new(0, GENESIS_MS);
    let Offer { snapshot, app_hash, chunks, .. } = offer(&mut house, 12);
    let mut new = Node::new(&house);
    assert_eq!(offered(&mut new, &snapshot, &app_hash), Offered::Accept);
    assert_eq!(apply_all(&mut new, &chunks), Applied::Accept);
    new.stop();
    fs::remove_file(new.state_file()).unwrap();
    assert!(Node::app(new.home.path(), &house).is_err(), "rounds without a state");
    fs::write(new.state_file().with_extension("restored"), &chunks[1]).unwrap();
    new.restart(&house);
    assert_eq!(new.info().last_block_height, 0);
    assert_eq!(offered(&mut new, &snapshot, &app_hash), Offered::Accept);
    assert_eq!(apply_all(&mut new, &chunks), Applied::Accept);
    assert_eq!(new.info().last_block_app_hash, app_hash);
    assert!(!new.state_file().with_extension("restored").exists());
}
