//! A relay with honest sources, and with dishonest ones.

use super::*;
use crate::{
    follow::{
        node_at,
        testing::{Recorded, answers, claim, recorded, serve},
    },
    node::{Origin, Relay, RelayOptions},
    rpc::testing::FakeEngine,
    worker::testing::{PATIENCE, wait},
};
use heliast::Genesis;
use heliast_engine::Clock;
use heliast_http::{Limits, Server};
use heliast_store::{Store, StoreError};
use std::{io::Write, net::TcpListener, num::NonZeroU32};
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, World};

/// A relay's store, and its threads.
struct Running {
    home: TempDir,
    handles: Handles,
    sources: Sources,
}

impl Running {
    fn network(recorded: &Recorded, nodes: Vec<Node>) -> Running {
        let home = TempDir::new().unwrap();
        let handles = Handles::new(Store::create(home.path(), &recorded.chain).unwrap());
        let sources = Sources::start(&handles, Some(&recorded.network), nodes).unwrap();
        Running { home, handles, sources }
    }

    fn solo(world: &World, nodes: Vec<Node>) -> Running {
        let home = TempDir::new().unwrap();
        let handles = Handles::new(Store::create(home.path(), &world.chain).unwrap());
        let sources = Sources::start(&handles, None, nodes).unwrap();
        Running { home, handles, sources }
    }

    /// Waits until the board's state of the sources fulfils `is_so`.
    fn wait(&self, is_so: impl Fn(&[RelaySource]) -> bool) {
        wait(|| {
            self.sources.show();
            is_so(&self.handles.board.relay().unwrap().sources)
        });
    }

    fn last(&self) -> u64 {
        self.handles.rounds.store().last()
    }

    /// The text of the alarm about the sources.
    fn alarm(&self) -> Option<String> {
        let alarms = self.handles.board.alarms();
        alarms.into_iter().find(|alarm| alarm.kind == AlarmKind::Peers).map(|alarm| alarm.text)
    }
}

fn every_frame(recorded: &Recorded) -> Vec<(u64, &[u8])> {
    (1..).zip(recorded.frames.iter().map(Vec::as_slice)).collect()
}

/// A node that serves these rounds of a solo chain.
fn solo(rounds: &[Verified<Round>], world: &World) -> (TempDir, Handles, Server, Node) {
    let home = TempDir::new().unwrap();
    let handles = Handles::new(Store::create(home.path(), &world.chain).unwrap());
    rounds.iter().for_each(|round| handles.rounds.accept(round).unwrap());
    let (server, node) = served(&handles);
    (home, handles, server, node)
}

fn served(handles: &Handles) -> (Server, Node) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let node = node_at(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    (Server::start(handles.clone(), listener, Limits::default()).unwrap(), node)
}

fn is(state: SourceState) -> impl Fn(&[RelaySource]) -> bool {
    move |sources| sources.iter().all(|source| source.state == state)
}

/// A node that shows three rounds and their frames, except for this one false answer.
fn liar(
    recorded: &Recorded,
    lie: impl Fn(&str) -> Option<(u16, Vec<u8>)> + Send + Sync + 'static,
) -> FakeEngine {
    let honest = answers(recorded, (3, 3));
    FakeEngine::start(move |path, _| lie(path).unwrap_or_else(|| honest(path)))
}

#[test]
fn rounds_are_kept_with_every_frame_and_passed_on_to_another_relay() {
    let recorded = recorded();
    let origin = serve(&recorded, &every_frame(&recorded));
    let first = Running::network(&recorded, vec![origin.address.clone()]);
    first.wait(|sources| sources[0].state == SourceState::Followed && sources[0].last == Some(3));
    let (_server, node) = served(&first.handles);
    let second = Running::network(&recorded, vec![node]);
    second.wait(|sources| sources[0].last == Some(3));
    for relay in [&first, &second] {
        assert_eq!(relay.handles.rounds.store().tip(), origin.handles.rounds.store().tip());
        for (round, frame) in every_frame(&recorded) {
            assert_eq!(relay.handles.finality.frame(round).unwrap().as_deref(), Some(frame), "{round}");
        }
        assert_eq!((relay.handles.board.relay().unwrap().behind, relay.alarm()), (0, None));
    }
}

/// The next round arrives as soon as the source has it.
#[test]
fn a_round_comes_by_a_request_that_waits_for_it() {
    let mut world = World::new(5, 1, GENESIS_MS);
    let (_home, origin, _server, node) = solo(&[], &world);
    let relay = Running::solo(&world, vec![node]);
    relay.wait(is(SourceState::Followed));
    for number in 1..=3 {
        origin.rounds.accept(&world.next()).unwrap();
        wait(|| relay.last() == number);
    }
    assert_eq!(relay.handles.rounds.store().tip(), origin.rounds.store().tip());
}

#[test]
fn a_node_that_answers_at_once_only_is_followed_too() {
    let recorded = recorded();
    let old = liar(&recorded, |path| path.contains("?after=").then(|| (400, b"{}".to_vec())));
    let relay = Running::network(&recorded, vec![node_at(&old.address).unwrap()]);
    wait(|| relay.last() == 3);
    relay.wait(is(SourceState::Followed));
    assert_eq!(relay.alarm(), None);
}

/// Each dishonest source is named, does not obstruct an honest one, and none of its false data is kept.
#[test]
fn a_source_that_shows_something_untrue_is_named_and_nothing_of_it_is_kept() {
    let recorded = recorded();
    let (frames, honest) = (recorded.frames.clone(), answers(&recorded, (3, 3)));
    let has_lied = Arc::new(AtomicBool::new(false));
    let (one, two) = (Arc::clone(&has_lied), Arc::clone(&has_lied));
    let false_frame = liar(&recorded, move |path| {
        path.ends_with("/3/finality").then(|| {
            one.store(true, Ordering::Release);
            (200, frames[1].clone())
        })
    });
    let false_round = liar(&recorded, move |path| {
        let (status, mut bytes) = path.starts_with("/v1/bundle").then(|| honest(path))?;
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        two.store(true, Ordering::Release);
        Some((status, bytes))
    });
    let mut world = World::new(5, 9, GENESIS_MS);
    let rounds = world.rounds(1);
    let (_home, _handles, _server, other_chain) = solo(&rounds, &world);
    let of = |liar: &FakeEngine| node_at(&liar.address).unwrap();
    for (case, liar) in
        [("a frame", of(&false_frame)), ("a round", of(&false_round)), ("another chain", other_chain)]
    {
        let relay = Running::network(&recorded, vec![liar.clone()]);
        relay.wait(is(SourceState::Untrue));
        let named = format!("{liar} showed what is not true");
        assert!(relay.alarm().unwrap().contains(&named), "{case}: {:?}", relay.alarm());
        assert!(relay.alarm().unwrap().contains("no source can be followed"), "{case}");
        assert_eq!((relay.last(), relay.handles.finality.last()), (0, 0), "{case}");
        assert!(!relay.handles.board.health().is_good(), "{case}");
        drop(relay);

        // The honest source does not answer until then, so that the dishonest one is asked.
        has_lied.store(case == "another chain", Ordering::Release);
        let (begins, answer) = (Arc::clone(&has_lied), answers(&recorded, (3, 3)));
        let honest = FakeEngine::start(move |path, _| {
            wait(|| begins.load(Ordering::Acquire));
            answer(path)
        });
        let relay = Running::network(&recorded, vec![liar.clone(), of(&honest)]);
        relay.wait(|sources| {
            sources[0].state == SourceState::Untrue && sources[1].state == SourceState::Followed
        });
        wait(|| relay.handles.finality.last() == 3);
        let alarm = relay.alarm().unwrap();
        assert!(alarm.contains(&named) && !alarm.contains("no source"), "{case}: {alarm}");
        let last = recorded.chain.tip_after(&recorded.rounds[2]);
        assert_eq!(relay.handles.rounds.store().tip(), last, "{case}");
    }
}

/// These sources are not reported as dishonest, and are not followed.
#[test]
fn a_source_that_does_not_show_what_it_says_is_failing() {
    let recorded = recorded();
    let unproved = claim(&recorded, (3, 0), |_| ());
    let honest = answers(&recorded, (1_000_000, 3));
    let ahead = FakeEngine::start(move |path, _| match path.starts_with("/v1/bundle?from=4&") {
        true => (425, b"{}".to_vec()),
        false => honest(path),
    });
    let endless =
        liar(&recorded, |path| path.starts_with("/v1/finality").then(|| (200, vec![b' '; 1 << 20])));
    let busy = liar(&recorded, |path| path.starts_with("/v1/bundle").then(|| (429, b"{}".to_vec())));
    let solo = liar(&recorded, |path| {
        let reached = br#"{"network": false, "final": 0, "latest": 9}"#;
        path.starts_with("/v1/finality").then(|| (200, reached.to_vec()))
    });
    for (case, source, words) in [
        ("without frames", &unproved, "without proof"),
        ("beyond what it has", &ahead, "425"),
        ("a long answer", &endless, "too long"),
        ("a busy one", &busy, "429"),
        ("a solo chain", &solo, "can't show that a network agreed"),
    ] {
        let relay = Running::network(&recorded, vec![node_at(&source.address).unwrap()]);
        relay.wait(is(SourceState::Failing));
        let sight = relay.handles.board.relay().unwrap();
        assert!(sight.sources[0].text.as_ref().unwrap().contains(words), "{case}: {sight:?}");
        assert_eq!((sight.sources[0].last, sight.behind), (None, 0), "{case}");
        assert_eq!(relay.last(), if case == "beyond what it has" { 3 } else { 0 }, "{case}");
        let alarm = relay.alarm().unwrap();
        assert!(
            alarm.contains("no source can be followed") && !alarm.contains("not true"),
            "{case}: {alarm}"
        );
    }
}

/// A source sends a body that looks like a bundle and never ends until the connection is closed.
#[test]
fn an_endless_body_ends_and_others_are_followed_meanwhile() {
    let recorded = recorded();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endless = node_at(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let answer = answers(&recorded, (3, 3));
    // The thread ends with this process.
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, answer) = (stream.unwrap(), &answer);
            let mut request = [0; 2048];
            let read = std::io::Read::read(&mut stream, &mut request).unwrap_or(0);
            let text = String::from_utf8_lossy(&request[..read]).into_owned();
            let path = text.split(' ').nth(1).unwrap_or("/").to_owned();
            let (_, body) = answer(&path);
            if !path.starts_with("/v1/bundle") {
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                let _ = stream.write_all(&body);
                continue;
            }
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n");
            let _ = stream.write_all(&body);
            while stream.write_all(&[0; 4096]).is_ok() {}
        }
    });
    let relay = Running::network(&recorded, vec![endless.clone()]);
    relay.wait(|sources| sources[0].state != SourceState::Asked);
    assert_eq!(relay.last(), relay.handles.finality.last(), "nothing is kept without a frame");
    let honest = serve(&recorded, &every_frame(&recorded));
    let relay = Running::network(&recorded, vec![endless, honest.address.clone()]);
    wait(|| relay.handles.finality.last() == 3);
}

#[test]
fn a_source_that_is_behind_is_followed_as_far_as_it_is() {
    let recorded = recorded();
    let short = claim(&recorded, (1, 1), |_| ());
    let honest = serve(&recorded, &every_frame(&recorded));
    let nodes = vec![node_at(&short.address).unwrap(), honest.address.clone()];
    let relay = Running::network(&recorded, nodes);
    relay.wait(is(SourceState::Followed));
    relay.wait(|sources| sources[0].last == Some(1) && sources[1].last == Some(3));
    assert_eq!((relay.last(), relay.alarm()), (3, None));
    assert_eq!(relay.handles.board.relay().unwrap().behind, 0);
}

/// The alarm about the dishonest source does not wait for the silent one.
#[test]
fn a_silent_source_hides_no_dishonest_one() {
    let recorded = recorded();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = node_at(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let mut world = World::new(5, 9, GENESIS_MS);
    let rounds = world.rounds(1);
    let (_home, _handles, _server, other_chain) = solo(&rounds, &world);
    let relay = Running::network(&recorded, vec![silent, other_chain.clone()]);
    relay.wait(|sources| sources[1].state == SourceState::Untrue);
    assert_eq!(relay.handles.board.relay().unwrap().sources[0].state, SourceState::Asked);
    assert!(relay.alarm().unwrap().contains(&other_chain.to_string()));
}

/// It delays neither the other source nor the end of the relay, and writes nothing afterwards.
#[test]
fn a_source_that_never_answers_is_left_behind() {
    let recorded = recorded();
    let silent = liar(&recorded, |path| {
        if path.starts_with("/v1/bundle") {
            thread::sleep(Duration::from_secs(3_600));
        }
        None
    });
    let honest = serve(&recorded, &every_frame(&recorded));
    let nodes = vec![node_at(&silent.address).unwrap(), honest.address.clone()];
    let Running { home, handles, sources } = Running::network(&recorded, nodes);
    wait(|| handles.finality.last() == 3);
    let begun = Instant::now();
    drop(sources);
    assert!(begun.elapsed() < Duration::from_secs(600), "it was not waited for");
    drop(handles);
    assert_eq!(Store::open(home.path()).unwrap().last(), 3, "nobody has the store any more");
    std::mem::forget(silent);
}

#[test]
fn all_sources_may_go_away_and_come_back() {
    let recorded = recorded();
    let is_away = Arc::new(AtomicBool::new(true));
    let away = Arc::clone(&is_away);
    let source = liar(&recorded, move |_| away.load(Ordering::Acquire).then(|| (500, vec![])));
    let gone = node_at("http://127.0.0.1:9").unwrap();
    let relay = Running::network(&recorded, vec![node_at(&source.address).unwrap(), gone]);
    relay.wait(is(SourceState::Failing));
    assert!(relay.alarm().unwrap().contains("no source can be followed"));
    assert!(!relay.handles.board.health().is_good());
    is_away.store(false, Ordering::Release);
    wait(|| relay.last() == 3);
    relay.wait(|sources| sources[0].state == SourceState::Followed);
    assert_eq!(relay.alarm(), None);
    is_away.store(true, Ordering::Release);
    relay.wait(is(SourceState::Failing));
    assert!(relay.alarm().is_some());
}

/// It is unknown which of two histories of a solo chain is the right one; stored rounds are never replaced.
#[test]
fn of_two_histories_of_a_solo_chain_the_first_is_kept_and_the_other_named() {
    let (mut world, mut other) = (World::new(5, 1, GENESIS_MS), World::new(5, 1, GENESIS_MS));
    let rounds = world.rounds(2);
    let mut forked = other.rounds(1);
    forked.push(other.next_at(GENESIS_MS + 7_000));
    forked.push(other.next());
    let (_home, handles, _server, node) = solo(&rounds, &world);
    let relay = Running::solo(&world, vec![node.clone()]);
    wait(|| relay.last() == 2);
    let (_other_home, _, _other_server, fork) = solo(&forked, &other);
    let Running { home, handles: kept, sources } = relay;
    drop((sources, kept));
    let kept = Handles::new(Store::open(home.path()).unwrap());
    let sources = Sources::start(&kept, None, vec![node, fork.clone()]).unwrap();
    let relay = Running { home, handles: kept, sources };
    relay.wait(|sources| sources[1].state == SourceState::Untrue);
    assert!(relay.alarm().unwrap().contains(&fork.to_string()));
    assert_eq!(relay.handles.rounds.store().tip(), handles.rounds.store().tip());
}

#[test]
fn a_networks_chain_is_not_followed_as_a_solo_one() {
    let recorded = recorded();
    let home = TempDir::new().unwrap();
    let handles = Handles::new(Store::create(home.path(), &recorded.chain).unwrap());
    let honest = serve(&recorded, &every_frame(&recorded));
    let sources = Sources::start(&handles, None, vec![honest.address.clone()]).unwrap();
    let relay = Running { home, handles, sources };
    relay.wait(is(SourceState::Failing));
    assert!(relay.alarm().unwrap().contains("followed as a solo one"));
    assert_eq!(relay.last(), 0);
}

fn options(nodes: Vec<Node>, is_solo: bool) -> RelayOptions {
    RelayOptions { nodes, is_solo, epoch_rounds: NonZeroU32::MIN, archive: None, keep: None }
}

fn unasked() -> Result<Origin, NodeError> {
    panic!("the chain is known")
}

/// Runs a relay until it has a round.
fn run_to(relay: Relay, last: u64) -> crate::node::Ended {
    let rounds = Arc::clone(&relay.handles().rounds);
    let stop = move || rounds.store().last() >= last;
    relay.run(&stop, |_| Ok(()), &mut |_| Ok::<(), NodeError>(())).unwrap()
}

#[test]
fn a_relay_goes_on_with_what_it_has_kept() {
    let recorded = recorded();
    let behind = claim(&recorded, (1, 1), |_| ());
    let honest = serve(&recorded, &every_frame(&recorded));
    let home = TempDir::new().unwrap();
    let dir = home.path().join("relay");
    let origin = || Ok(Origin { chain: recorded.chain.clone(), network: Some(recorded.network.clone()) });
    let first = options(vec![node_at(&behind.address).unwrap()], false);
    let relay = Relay::open::<NodeError>(&dir, first, origin).unwrap();
    assert!(relay.is_new());
    let second = options(vec![honest.address.clone()], false);
    let refused = Relay::open(&dir, second.clone(), unasked).err().unwrap();
    assert!(matches!(refused, NodeError::Store(StoreError::InUse(_))), "{refused}");
    let ended = run_to(relay, 1);
    assert_eq!(ended.round, 1);
    drop(ended);
    let relay = Relay::open(&dir, second.clone(), unasked).unwrap();
    assert!(!relay.is_new() && relay.handles().rounds.store().last() == 1);
    drop(run_to(relay, 3));
    let relay = Relay::open(&dir, second, unasked).unwrap();
    assert_eq!(relay.handles().rounds.store().tip(), honest.handles.rounds.store().tip());
    drop(relay);
    let refused = Relay::open(&dir, options(vec![], true), unasked).err().unwrap();
    assert!(matches!(refused, NodeError::NotSolo(_)) && refused.hint().is_some(), "{refused}");
}

#[test]
fn a_directory_without_a_networks_frames_is_not_taken_for_a_networks() {
    let mut world = World::new(5, 1, GENESIS_MS);
    let rounds = world.rounds(2);
    let (_home, _handles, _server, node) = solo(&rounds, &world);
    let home = TempDir::new().unwrap();
    let origin = || Ok(Origin { chain: world.chain.clone(), network: None });
    let relay = Relay::open::<NodeError>(home.path(), options(vec![node.clone()], true), origin).unwrap();
    drop(run_to(relay, 2));
    let refused = Relay::open(home.path(), options(vec![node.clone()], false), origin).err().unwrap();
    assert!(matches!(refused, NodeError::Unproved(_)) && refused.hint().is_some(), "{refused}");
    drop(Relay::open(home.path(), options(vec![node], true), unasked).unwrap());
}

/// A first start that ended after the store and before the network file is repeated.
#[test]
fn a_start_that_was_cut_short_is_made_good() {
    let recorded = recorded();
    let honest = serve(&recorded, &every_frame(&recorded));
    let home = TempDir::new().unwrap();
    drop(Store::create(home.path(), &recorded.chain).unwrap());
    let origin = || Ok(Origin { chain: recorded.chain.clone(), network: Some(recorded.network.clone()) });
    let options = options(vec![honest.address.clone()], false);
    let other = || Ok(Origin { chain: World::new(5, 2, GENESIS_MS).chain, network: None });
    let refused = Relay::open::<NodeError>(home.path(), options.clone(), other).err().unwrap();
    assert!(matches!(refused, NodeError::OtherChain(_)), "{refused}");
    let unproved = || Ok(Origin { chain: recorded.chain.clone(), network: None });
    let refused = Relay::open::<NodeError>(home.path(), options.clone(), unproved).err().unwrap();
    assert!(matches!(refused, NodeError::Follow(FollowError::Solo(_))), "{refused}");
    let relay = Relay::open::<NodeError>(home.path(), options.clone(), origin).unwrap();
    drop(run_to(relay, 3));
    // The last round was stored, but its frame was not.
    let failing = || Err::<Origin, NodeError>(NodeError::Unproved("asked".into()));
    drop(Relay::open(home.path(), options, failing).unwrap());
}

/// Closed epochs get a proof and are archived, and the store keeps only its last rounds.
#[test]
fn closed_epochs_are_filed_away() {
    // No epoch is proved by a node that is far behind the clock.
    let period_ms: u32 = 600_000;
    let genesis = World::new(5, 1, Clock::System.now_ms() - 5 * u64::from(period_ms)).chain.genesis().clone();
    let mut world = World::of(Genesis { period_ms, ..genesis });
    let rounds = world.rounds(5);
    let first = rounds[0].encode();
    let (_home, _handles, _server, node) = solo(&rounds, &world);
    let home = TempDir::new().unwrap();
    let (dir, archive) = (home.path().join("relay"), home.path().join("archive"));
    let filed = RelayOptions {
        epoch_rounds: NonZeroU32::new(2).unwrap(),
        archive: Some(archive),
        keep: Some(2),
        ..options(vec![node], true)
    };
    let origin = || Ok(Origin { chain: world.chain.clone(), network: None });
    let relay = Relay::open::<NodeError>(&dir, filed, origin).unwrap();
    let kept = Arc::clone(&relay.handles().rounds);
    let start = Instant::now();
    let stop = move || {
        assert!(start.elapsed() < PATIENCE, "the epochs are not filed away");
        kept.store().archive().is_some_and(|archive| archive.last() == 4) && kept.store().first() > 2
    };
    let rounds = Arc::clone(&relay.handles().rounds);
    drop(relay.run(&stop, |_| Ok(()), &mut |_| Ok::<(), NodeError>(())).unwrap());
    assert!(rounds.store().epoch_proof(3).unwrap().is_some());
    assert_eq!(rounds.store().round(1).unwrap(), Some(first), "the archive has it");
}
