//! Nodes that began with snapshots, one after the other, of a chain whose validators have all changed; and
//! the answers that they may get from other nodes.

use super::*;
use crate::{
    follow::{
        node_at,
        testing::{Recorded, Served, changing, recorded, serve},
    },
    rpc::testing::FakeEngine,
};
use heliast_finality::FrameError;
use heliast_store::Store;

/// The first round whose frame comes from a node's own engine.
const OWN: u64 = 20;

/// A node with all rounds, and with the frames of these, as if they came from its engine.
fn node(recorded: &Recorded, rounds: impl IntoIterator<Item = u64>) -> Served {
    let frames: Vec<_> =
        rounds.into_iter().map(|round| (round, &recorded.frames[round as usize - 1][..])).collect();
    serve(recorded, &frames)
}

fn work(recorded: &Recorded, served: &Served, nodes: &[&Node]) -> Work {
    let nodes = nodes.iter().map(|node| (*node).clone()).collect();
    Work { step: 7, ..Work::new(&served.handles, &recorded.network, nodes).unwrap() }
}

fn kept(served: &Served) -> Vec<u64> {
    served.handles.finality.frames().unwrap().rounds(1..=u64::MAX).unwrap()
}

/// Asserts that a reader with only the network file can follow a node's frames to the last, and that readers
/// of its bundle accept each of them.
fn assert_leads(recorded: &Recorded, served: &Served) {
    let mut blocks = BlockVerifier::new(&recorded.chain, &recorded.network).unwrap();
    let last = Frame::from_bytes(&recorded.frames[21]).unwrap();
    let show = &mut |from, before| shown(&served.address, from, before);
    lead(0, last, show, &mut |frame| Looked::of(blocks.verify(frame))).unwrap();
    let mut reader = Verifier::new(&recorded.chain, &recorded.network).unwrap();
    for round in kept(served) {
        let frame = served.handles.finality.frame(round).unwrap().unwrap();
        let tip = served.handles.rounds.store().tip_before(round + 1).unwrap().unwrap();
        reader.verify_bytes(&frame, &tip).unwrap();
    }
}

#[test]
fn a_node_without_earlier_frames_leads_nobody_and_says_so() {
    let recorded = changing();
    let served = node(&recorded, OWN..=22);
    let work = work(&recorded, &served, &[]);
    assert_eq!(work.own().unwrap(), Some(OWN));
    let refused = work.complete(OWN).unwrap_err();
    assert!(
        matches!(refused, FollowError::Finality(FrameError::Invalid(Invalid::Trusted { .. }))),
        "{refused}"
    );
    work.complain(OWN, &refused);
    let alarms = served.handles.board.alarms();
    assert!(alarms.iter().any(|alarm| alarm.text.contains("before round 20 are missing")), "{alarms:?}");
    // A node that has nothing yet waits for its first frame.
    let empty = node(&recorded, []);
    assert_eq!(self::work(&recorded, &empty, &[]).own().unwrap(), None);
}

/// The first node has all frames, and each further node asks the one before, as the machines of a network
/// replace each other.
#[test]
fn each_generation_leads_the_next() {
    let recorded = changing();
    let mut before = node(&recorded, 1..=22);
    for generation in 0..6 {
        let new = node(&recorded, OWN..=22);
        let work = work(&recorded, &new, &[&before.address]);
        assert_eq!(work.own().unwrap(), Some(OWN));
        let fetched = work.complete(OWN).unwrap();
        let rounds = kept(&new);
        assert_eq!(rounds.len(), fetched + 3, "{rounds:?}");
        assert!((3..=8).contains(&fetched), "generation {generation} keeps {rounds:?}");
        assert_leads(&recorded, &new);
        // Nothing is fetched twice, and the first round of the node's own frames is remembered.
        assert_eq!(work.own().unwrap(), Some(OWN));
        assert_eq!(self::work(&recorded, &new, &[]).complete(OWN).unwrap(), 0);
        before = new;
    }
}

#[test]
fn a_frame_is_kept_for_each_step_where_somebody_has_one() {
    let recorded = changing();
    let all = node(&recorded, 1..=22);
    let new = node(&recorded, OWN..=22);
    let work = work(&recorded, &new, &[&all.address]);
    work.complete(work.own().unwrap().unwrap()).unwrap();
    assert!(kept(&new).contains(&7) && kept(&new).contains(&14), "{:?}", kept(&new));
    assert!(work.has_steps(OWN).unwrap());
    // If a node's frames lead to the end but lack a frame for some step, the next node is asked.
    let newer = node(&recorded, OWN..=22);
    let work = Work { step: 5, ..self::work(&recorded, &newer, &[&new.address]) };
    work.complete(work.own().unwrap().unwrap()).unwrap();
    assert!(!work.has_steps(OWN).unwrap(), "{:?}", kept(&newer));
    let work = Work { step: 5, ..self::work(&recorded, &newer, &[&new.address, &all.address]) };
    work.complete(OWN).unwrap();
    assert!(work.has_steps(OWN).unwrap() && kept(&newer).contains(&15), "{:?}", kept(&newer));
    assert_leads(&recorded, &newer);
}

#[test]
fn frames_of_others_are_there_after_the_end_of_the_process() {
    let recorded = changing();
    let all = node(&recorded, 1..=22);
    let home = tempfile::tempdir().unwrap();
    let open = || {
        let store = match Store::exists(home.path()) {
            true => Store::open(home.path()).unwrap(),
            false => Store::create(home.path(), &recorded.chain).unwrap(),
        };
        let handles = Handles::new(store);
        handles.finality.begin(&recorded.network.to_bytes()).unwrap();
        handles
    };
    let handles = open();
    recorded.rounds.iter().for_each(|round| handles.rounds.accept(round).unwrap());
    (OWN..=22).for_each(|round| handles.finality.keep(round, &recorded.frames[round as usize - 1]).unwrap());
    let work = Work::new(&handles, &recorded.network, vec![all.address.clone()]).unwrap();
    // It ends in the middle: the first frame that it keeps does not count as its own afterwards.
    assert_eq!(work.own().unwrap(), Some(OWN));
    handles.finality.keep(1, &recorded.frames[0]).unwrap();
    drop((work, handles));
    let handles = open();
    let work = Work::new(&handles, &recorded.network, vec![all.address.clone()]).unwrap();
    assert_eq!(work.own().unwrap(), Some(OWN));
    assert!(work.complete(OWN).unwrap() > 0);
    drop((work, handles));
    let handles = open();
    let work = Work::new(&handles, &recorded.network, vec![]).unwrap();
    assert_eq!(work.complete(work.own().unwrap().unwrap()).unwrap(), 0);
}

/// A node whose answer to each path of a frame comes from `answer`, which gets the requested round.
fn liar(answer: impl Fn(u64) -> Option<Vec<u8>> + Send + Sync + 'static) -> (FakeEngine, Node) {
    let engine = FakeEngine::start(move |path, _| {
        let round = path.strip_prefix("/v1/rounds/").and_then(|rest| rest.split('/').next());
        match round.and_then(|round| answer(round.parse().unwrap())) {
            Some(frame) => (200, frame),
            None => (404, b"{}".to_vec()),
        }
    });
    let address = node_at(&engine.address).unwrap();
    (engine, address)
}

/// The frame with another round in its bytes.
fn of_round(frame: &[u8], round: u64) -> Vec<u8> {
    let mut bytes = frame.to_vec();
    bytes[37..45].copy_from_slice(&round.to_be_bytes());
    bytes
}

#[test]
fn what_a_liar_shows_is_not_kept_and_the_next_node_is_asked() {
    let recorded = changing();
    let other = self::recorded();
    let frames = recorded.frames.clone();
    let forged = move |round: u64| {
        let mut frame = frames[round as usize - 1].clone();
        let last = frame.len() - 1;
        frame[last] ^= 1;
        frame
    };
    let frames = recorded.frames.clone();
    let of_others = other.frames[0].clone();
    type Lie = Box<dyn Fn(u64) -> Option<Vec<u8>> + Send + Sync>;
    let lies: Vec<(&str, Lie)> = vec![
        ("a false signature", Box::new(move |round: u64| Some(forged(round)))),
        ("a frame of an earlier round", {
            let frames = frames.clone();
            Box::new(move |round: u64| Some(frames[round as usize / 2].clone()).filter(|_| round > 2))
        }),
        ("a genuine block for another round", {
            let frames = frames.clone();
            Box::new(move |round: u64| Some(of_round(&frames[round as usize % 22], round)))
        }),
        ("the same block for all rounds", {
            let frames = frames.clone();
            Box::new(move |round: u64| Some(of_round(&frames[0], round)))
        }),
        ("another chain", Box::new(move |round: u64| Some(of_round(&of_others, round)))),
        ("no frame", Box::new(|_: u64| Some(b"<html>".to_vec()))),
        ("too much", Box::new(|_: u64| Some(vec![b'H'; Frame::MAX_LEN + 1]))),
        ("a gap", Box::new(|_: u64| None)),
    ];
    let all = node(&recorded, 1..=22);
    for (case, lie) in lies {
        let (_engine, address) = liar(lie);
        let new = node(&recorded, OWN..=22);
        let alone = work(&recorded, &new, &[&address]);
        let own = alone.own().unwrap().unwrap();
        assert!(alone.complete(own).is_err(), "{case}");
        assert_eq!(kept(&new), [20, 21, 22], "{case}");
        // One additional honest node is enough.
        work(&recorded, &new, &[&address, &all.address]).complete(own).unwrap();
        assert_leads(&recorded, &new);
    }
}

/// A byte is changed at every seventh offset: each such frame is refused with the reason, and is not kept.
#[test]
fn a_changed_frame_is_refused_at_each_place() {
    let recorded = changing();
    let verifiers = Verifiers::new(&recorded.chain, &recorded.network).unwrap();
    let tip = recorded.chain.tip_after(&recorded.rounds[0]);
    let frame = &recorded.frames[0];
    verifiers.clone().take(&Frame::from_bytes(frame).unwrap(), &tip).unwrap();
    for at in (0..frame.len()).step_by(7) {
        let mut bytes = frame.clone();
        bytes[at] ^= 1;
        let Ok(changed) = Frame::from_bytes(&bytes) else { continue };
        assert!(verifiers.clone().take(&changed, &tip).is_err(), "byte {at}");
    }
}

#[test]
fn the_thread_fetches_them_and_ends() {
    let recorded = changing();
    let all = node(&recorded, 1..=22);
    let new = node(&recorded, OWN..=22);
    let earlier = Earlier::start(&new.handles, &recorded.network, vec![all.address.clone()]).unwrap();
    let begun = std::time::Instant::now();
    while !earlier.thread.as_ref().unwrap().is_finished() {
        assert!(begun.elapsed() < Duration::from_secs(600));
        thread::sleep(Duration::from_millis(20));
    }
    assert_leads(&recorded, &new);
    // A thread that waits for a first frame can be ended at once.
    let empty = node(&recorded, []);
    drop(Earlier::start(&empty.handles, &recorded.network, vec![]).unwrap());
    let network = self::recorded().network;
    assert!(Earlier::start(&empty.handles, &network, vec![]).is_err());
}
