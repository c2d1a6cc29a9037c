mod duties;

use super::*;
use crate::{
    follow::{
        node_at,
        testing::{Recorded, claim, recorded, serve},
    },
    home::Foundations,
    observer::{Observer, Since},
    worker::testing::{Engine, wait},
};
use heliast::{Chain, SecretKey, StatelessScheme};
use heliast_engine::{Phase, Status};
use heliast_store::Store;
use tempfile::TempDir;

/// The keys of the recorded participants, as the reference derives them.
fn keys() -> Vec<(u32, SecretKey)> {
    let seeds = [
        "dde43d644eb969308dbf399c3bc3d6af57b12403951c203509eb8485a524561e",
        "e713bb8ef8d5d5c09f20abaef2986677061413b275f894df85c37806a7517515",
        "8c00d838c971136487755871f6fc9b1264342c07636cfc91655cab24af13aaa3",
    ];
    let seeds = seeds.map(|seed| hex::decode(seed).unwrap().try_into().unwrap());
    (0..).zip(seeds.map(|seed| SecretKey::from_seed(StatelessScheme::EcvrfTai, seed))).collect()
}

/// All participants of the recorded chain, in one process that follows these nodes.
fn follow(recorded: &Recorded, home: &TempDir, nodes: Vec<Node>, engine: &Engine) -> (Handles, Followers) {
    let handles = Handles::new(Store::create(home.path().join("store"), &recorded.chain).unwrap());
    let settings =
        Settings { home: home.path().to_owned(), nodes: vec![engine.rpc()], evaluates: false, threads: 1 };
    let members = Members::some(&recorded.chain, keys(), None).unwrap();
    let participant = Followers::start(&handles, &recorded.network, members, nodes, settings).unwrap();
    (handles, participant)
}

#[test]
fn final_rounds_are_kept_and_the_next_one_is_drawn_when_it_collects() {
    let recorded = recorded();
    let frames: Vec<_> = (1..).zip(recorded.frames.iter().map(Vec::as_slice)).collect();
    let (served, home, engine) = (serve(&recorded, &frames), TempDir::new().unwrap(), Engine::start());
    // Another node is missing.
    let gone = node_at("http://127.0.0.1:9").unwrap();
    let (handles, participant) = follow(&recorded, &home, vec![gone, served.address.clone()], &engine);
    wait(|| handles.finality.last() == 3 && handles.rounds.store().last() == 3);
    assert_eq!(handles.rounds.store().tip(), served.handles.rounds.store().tip());
    assert_eq!(engine.all(), Vec::<Vec<u8>>::new(), "nothing collects");
    let status = Status { round: 4, phase: Phase::Tickets, ..served.handles.board.status() };
    served.handles.board.set_status(status);
    let tip = handles.rounds.store().tip();
    let mut members = Members::some(&recorded.chain, keys(), None).unwrap();
    let slots = 0..recorded.chain.genesis().committees.len() as u8;
    let places = slots.flat_map(|slot| (0..3).map(move |participant| (slot, participant)));
    let won = places.filter(|(slot, participant)| {
        let input = recorded.chain.ticket_input(&tip, *slot);
        members.ticket(&tip, *slot, *participant, &input).unwrap().is_some()
    });
    let won = won.count();
    wait(|| engine.all().into_iter().collect::<BTreeSet<_>>().len() == won);
    wait(|| handles.board.status().phase == Phase::Tickets);
    drop(participant);
}

#[test]
fn rounds_on_which_nobody_agreed_are_not_kept_and_not_drawn_on() {
    let recorded = recorded();
    // True rounds with the frame of another round instead of their own: a dishonest node can do no more.
    let liar = serve(&recorded, &[(3, &recorded.frames[1])]);
    let status = Status { round: 4, phase: Phase::Tickets, ..liar.handles.board.status() };
    liar.handles.board.set_status(status);
    let (home, engine) = (TempDir::new().unwrap(), Engine::start());
    let (handles, participant) = follow(&recorded, &home, vec![liar.address.clone()], &engine);
    wait(|| handles.board.alarms().iter().any(|alarm| alarm.kind == AlarmKind::Peers));
    assert_eq!((handles.rounds.store().last(), handles.finality.last()), (0, 0));
    assert!(engine.all().is_empty());
    drop(participant);
}

#[test]
fn a_node_that_lies_is_named_and_the_others_are_followed() {
    let (recorded, mut lying) = (recorded(), recorded());
    lying.frames[2] = lying.frames[1].clone();
    // If the honest node were followed first, the dishonest one would not be asked for a round.
    let is_asked = Arc::new(AtomicBool::new(false));
    let (asked, begins) = (Arc::clone(&is_asked), Arc::clone(&is_asked));
    let liar = claim(&lying, (3, 3), move |path| {
        asked.fetch_or(path == "/v1/rounds/3/finality", Ordering::AcqRel);
    });
    let honest = claim(&recorded, (3, 3), move |_| wait(|| begins.load(Ordering::Acquire)));
    let [liar, honest] = [&liar, &honest].map(|node| node_at(&node.address).unwrap());
    let (home, engine) = (TempDir::new().unwrap(), Engine::start());
    // A node that does not answer is not reported as dishonest.
    let gone = node_at("http://127.0.0.1:9").unwrap();
    let nodes = vec![liar.clone(), gone.clone(), honest.clone()];
    let (handles, participant) = follow(&recorded, &home, nodes, &engine);
    wait(|| handles.finality.last() == 3 && handles.rounds.store().last() == 3);
    wait(|| handles.board.alarms().iter().any(|alarm| alarm.kind == AlarmKind::Peers));
    let alarm = handles.board.alarms().into_iter().find(|alarm| alarm.kind == AlarmKind::Peers).unwrap();
    assert!(alarm.text.contains(&format!("{liar} showed what is not true")), "{}", alarm.text);
    assert!(!alarm.text.contains(&gone.to_string()), "{}", alarm.text);
    assert!(!alarm.text.contains(&honest.to_string()), "{}", alarm.text);
    assert_eq!(handles.rounds.store().tip(), recorded.chain.tip_after(&recorded.rounds[2]));
    drop(participant);
}

/// A node that is behind shows rounds after the last one with a frame, and a dishonest node claims that
/// rounds are final for which it has no frame. Neither may keep a participant from the rounds of another
/// node.
#[test]
fn rounds_that_a_node_cannot_prove_stand_in_nobodys_way() {
    let recorded = recorded();
    for (claimed, shown) in [(1, 1), (3, 0)] {
        let (home, engine) = (TempDir::new().unwrap(), Engine::start());
        let is_over = Arc::new(AtomicBool::new(false));
        let (over, begins) = (Arc::clone(&is_over), Arc::clone(&is_over));
        // This is the last request to both nodes.
        let last = if shown == 0 { "/v1/rounds/3/finality" } else { "/v1/status" };
        let first = claim(&recorded, (claimed, shown), move |path| {
            over.fetch_or(path == last, Ordering::AcqRel);
        });
        // The honest node does not answer until then.
        let honest = claim(&recorded, (3, 3), move |_| wait(|| begins.load(Ordering::Acquire)));
        let nodes = [&first, &honest].map(|node| node_at(&node.address).unwrap());
        let (handles, participant) = follow(&recorded, &home, nodes.to_vec(), &engine);
        wait(|| is_over.load(Ordering::Acquire));
        wait(|| handles.finality.last() == 3 && handles.rounds.store().last() == 3);
        assert_eq!(handles.rounds.store().tip(), recorded.chain.tip_after(&recorded.rounds[2]));
        drop(participant);
    }
}

/// A round that can't be shown to be final is not kept, even if it comes together with final ones.
#[test]
fn of_a_node_that_is_behind_only_final_rounds_are_kept() {
    let recorded = recorded();
    let behind = claim(&recorded, (1, 1), |_| ());
    let (home, engine) = (TempDir::new().unwrap(), Engine::start());
    let node = node_at(&behind.address).unwrap();
    let (handles, participant) = follow(&recorded, &home, vec![node], &engine);
    wait(|| handles.finality.last() == 1);
    drop(participant);
    assert_eq!((handles.rounds.store().last(), handles.finality.last()), (1, 1));
    assert!(handles.board.alarms().iter().all(|alarm| alarm.kind != AlarmKind::Peers), "it is not a liar");
}

/// A node that takes a request and never answers does not delay the others.
#[test]
fn a_node_that_never_answers_keeps_nobody_waiting() {
    let recorded = recorded();
    let (asked, is_over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (hears, over) = (Arc::clone(&asked), Arc::clone(&is_over));
    let silent = claim(&recorded, (3, 3), move |_| {
        hears.store(true, Ordering::Release);
        wait(|| over.load(Ordering::Acquire));
    });
    let waits = Arc::clone(&asked);
    let honest = claim(&recorded, (3, 3), move |_| wait(|| waits.load(Ordering::Acquire)));
    let (home, engine) = (TempDir::new().unwrap(), Engine::start());
    let nodes = [&silent, &honest].map(|node| node_at(&node.address).unwrap());
    let (handles, participant) = follow(&recorded, &home, nodes.to_vec(), &engine);
    wait(|| handles.finality.last() == 3);
    assert!(asked.load(Ordering::Acquire) && !is_over.load(Ordering::Acquire));
    is_over.store(true, Ordering::Release);
    drop(participant);
}

#[test]
fn a_network_file_of_another_network_is_refused() {
    let recorded = recorded();
    let home = TempDir::new().unwrap();
    let handles = Handles::new(Store::create(home.path(), &recorded.chain).unwrap());
    let validators = recorded.network.validators().to_vec();
    let other = NetworkFile::new(4, 0, validators, *recorded.network.salt()).unwrap();
    let settings = Settings { home: home.path().to_owned(), nodes: vec![], evaluates: false, threads: 1 };
    let members = Members::some(&recorded.chain, vec![], None).unwrap();
    let refused = Followers::start(&handles, &other, members, vec![], settings).err().unwrap();
    assert!(matches!(refused, NodeError::Follow(FollowError::Finality(_))), "{refused}");
}

/// An observer stores nothing, and trusts only its own node.
#[test]
fn an_observer_takes_what_is_final_from_any_node() {
    let recorded = recorded();
    let frames: Vec<_> = (1..).zip(recorded.frames.iter().map(Vec::as_slice)).collect();
    let (served, dir) = (serve(&recorded, &frames), TempDir::new().unwrap());
    let gone = node_at("http://127.0.0.1:9").unwrap();
    let observer = |nodes: &[&Node], since: Since<'_>| {
        let foundations = Foundations { chain: recorded.chain.clone(), network: recorded.network.clone() };
        Observer::new(foundations, nodes.iter().copied().cloned().collect(), since)
    };
    let stranger = observer(&[&gone, &served.address], Since::Kept(dir.path())).unwrap();
    assert_eq!(stranger.tip().round(), 0, "nothing was kept in the directory");
    stranger.look().unwrap();
    assert_eq!(stranger.tip(), served.handles.rounds.store().tip(), "one node that answers is enough");
    let own = observer(&[&served.address], Since::OwnNode).unwrap();
    assert_eq!(own.tip().round(), 2, "before the last final round");
    own.look().unwrap();
    assert_eq!(own.tip(), served.handles.rounds.store().tip());
    let alone = observer(&[&gone], Since::Kept(dir.path())).unwrap();
    assert_eq!(alone.look().unwrap_err().len(), 1);
    assert!(observer(&[&gone], Since::OwnNode).is_err(), "one's own node is asked at once");
    // A branch without agreement is not taken.
    let unproved = claim(&recorded, (3, 0), |_| ());
    let unproved = node_at(&unproved.address).unwrap();
    let deceived = observer(&[&unproved], Since::Kept(dir.path())).unwrap();
    assert!(deceived.look().is_err());
    assert_eq!(deceived.tip().round(), 0);
}
