use super::{testing::*, *};
use crate::{
    outbox::{Kind, Place},
    state::State,
    transaction::{Body, Transaction},
    verdicts::Verdicts,
};
use heliast_engine::{ByHand, Clock};
use std::{collections::HashSet, fs, num::NonZeroU32, sync::mpsc};

fn now_ms() -> u64 {
    Clock::System.now_ms()
}

/// A node: its stored state, and the channel from which it receives blocks.
struct Node {
    home: tempfile::TempDir,
    handles: Handles,
    committed: mpsc::Sender<Committed>,
    worker: Option<Worker>,
}

impl Node {
    fn start(world: &World, participants: &[u32], nodes: &[&Engine], evaluates: bool) -> Node {
        Node::start_after([], world, participants, nodes, evaluates)
    }

    /// Starts a worker that finds these blocks.
    fn start_after(
        blocks: impl IntoIterator<Item = Committed>,
        world: &World,
        participants: &[u32],
        nodes: &[&Engine],
        evaluates: bool,
    ) -> Node {
        let home = tempfile::TempDir::new().unwrap();
        let handles =
            Handles::new(heliast_store::Store::create(home.path().join("store"), &world.chain).unwrap());
        let (committed, hears) = mpsc::channel();
        blocks.into_iter().for_each(|block| committed.send(block).unwrap());
        let worker =
            Worker::start(&handles, world.members(participants), hears, settings(&home, nodes, evaluates));
        Node { home, handles, committed, worker: Some(worker.unwrap()) }
    }

    /// Ends the worker, and starts another one with the same home.
    fn restart(&mut self, world: &World, participants: &[u32], nodes: &[&Engine]) {
        self.worker = None;
        let (committed, hears) = mpsc::channel();
        self.committed = committed;
        let settings = settings(&self.home, nodes, false);
        let worker = Worker::start(&self.handles, world.members(participants), hears, settings);
        self.worker = Some(worker.unwrap());
    }

    fn say(&self, state: &State, time_ms: u64) {
        let sealed = state.sealed().map(|round| round.number);
        let committed = Committed { height: state.height(), time_ms, duty: state.duty(), sealed };
        self.committed.send(committed).unwrap();
    }

    fn alarm(&self, kind: AlarmKind) -> Option<String> {
        self.handles.board.alarms().into_iter().find(|alarm| alarm.kind == kind).map(|alarm| alarm.text)
    }
}

fn settings(home: &tempfile::TempDir, nodes: &[&Engine], evaluates: bool) -> Settings {
    Settings {
        home: home.path().to_owned(),
        nodes: nodes.iter().map(|engine| engine.rpc()).collect(),
        evaluates,
        threads: 1,
    }
}

/// A chain for which blocks are made.
struct Blocks {
    state: State,
    verdicts: Verdicts,
    time_ms: u64,
}

impl Blocks {
    fn new(world: &World) -> Blocks {
        let state = State::new(&world.chain, world.network.clone());
        Blocks { state, verdicts: Verdicts::default(), time_ms: now_ms() }
    }

    /// Makes the next block with these transactions; returns those that were valid.
    fn block(&mut self, transactions: &[Vec<u8>]) -> Vec<Transaction> {
        self.time_ms = now_ms().max(self.time_ms + 1);
        self.state.begin_block();
        let decoded = |bytes: &Vec<u8>| Transaction::from_bytes(self.state.chain(), bytes).unwrap();
        let decoded: Vec<_> = transactions.iter().map(decoded).collect();
        let fits = decoded.into_iter().filter(|one| self.state.apply(one, &self.verdicts).is_ok()).collect();
        self.state.end_block(self.state.height() + 1, self.time_ms);
        fits
    }

    /// Makes blocks until the first round collects.
    fn opened(world: &World) -> Blocks {
        let mut blocks = Blocks::new(world);
        blocks.block(&[]);
        assert!(matches!(blocks.state.duty(), Duty::Draw { round: 1, .. }));
        blocks
    }
}

fn tickets(transactions: &[Vec<u8>], world: &World) -> BTreeSet<(u64, u8, u32)> {
    let place = |bytes: &Vec<u8>| match Transaction::from_bytes(&world.chain, bytes).unwrap() {
        Transaction { round, body: Body::Ticket(ticket) } => Some((round, ticket.slot, ticket.participant)),
        _ => None,
    };
    transactions.iter().filter_map(place).collect()
}

/// The winning tickets of the participants in the collecting round.
fn wins(world: &World, blocks: &Blocks, participants: &[u32]) -> BTreeSet<(u64, u8, u32)> {
    let Duty::Draw { round, tip, inputs, .. } = blocks.state.duty() else { panic!("it does not collect") };
    let mut members = world.members(participants);
    let mut won = BTreeSet::new();
    for (slot, input) in (0..).zip(&inputs) {
        for participant in participants {
            let ticket = members.ticket(&tip, slot, *participant, input).unwrap();
            won.extend(ticket.map(|ticket| (round, ticket.slot, ticket.participant)));
        }
    }
    won
}

#[test]
fn workers_alone_make_rounds_that_all_nodes_have() {
    let world = world(3);
    let (first, second) = (Engine::start(), Engine::start());
    // The second node does not evaluate delays, and sends to both engines.
    let mut nodes = [
        (Node::start(&world, &[0, 2], &[&first], true), &first),
        (Node::start(&world, &[1], &[&second, &first], false), &second),
    ];
    let mut blocks = Blocks::new(&world);
    // The first block comes without a request.
    blocks.block(&[]);
    nodes.iter().for_each(|(node, _)| node.say(&blocks.state, blocks.time_ms));
    let mut seen = HashSet::new();
    while blocks.state.tip().round() < 6 {
        // Like an engine without empty blocks: a block follows if there are transactions, or if the hash
        // changes, which it does while a round collects. The block waits until all tickets are there.
        let collects = matches!(blocks.state.duty(), Duty::Draw { .. });
        if collects {
            let won = wins(&world, &blocks, &[0, 1, 2]);
            let all = || nodes.iter().flat_map(|(_, engine)| engine.all()).collect::<Vec<_>>();
            wait(|| tickets(&all(), &world).is_superset(&won));
        }
        let sent: Vec<_> = nodes.iter().flat_map(|(_, engine)| engine.take_new()).collect();
        if sent.is_empty() && !collects {
            thread::sleep(Duration::from_millis(5));
            continue;
        }
        for transaction in blocks.block(&sent) {
            seen.insert(std::mem::discriminant(&transaction.body));
        }
        for (node, _) in &mut nodes {
            if let Some(round) = blocks.state.sealed() {
                node.handles.rounds.accept(round).unwrap();
            }
            node.say(&blocks.state, blocks.time_ms);
        }
    }
    assert_eq!(seen.len(), 3, "tickets, ticks and delays were sent");
    let mut drawn = BTreeSet::new();
    for round in 1..=6 {
        let of = |node: &Node| node.handles.rounds.store().decoded(round).unwrap().unwrap();
        assert_eq!(of(&nodes[0].0), of(&nodes[1].0));
        drawn.extend(of(&nodes[0].0).tickets.iter().map(|ticket| ticket.participant));
    }
    assert_eq!(drawn, BTreeSet::from([0, 1, 2]));
    for (node, _) in &nodes {
        assert_eq!(node.handles.board.alarms(), []);
        wait(|| node.handles.board.status().round == 7);
    }
}

#[test]
fn a_replay_of_old_blocks_moves_nobody() {
    let world = world(3);
    let engine = Engine::start();
    let mut old = Blocks::opened(&world);
    let draw = old.state.duty();
    let block =
        |height| Committed { height, time_ms: 1_700_000_000_000 + height, duty: draw.clone(), sealed: None };
    // The last block is old, too, but no other follows.
    let wait_for = Duty::Wait { round: 2, ticks: 7, opening_ms: 0 };
    let last = Committed { height: 201, time_ms: 1_700_000_009_000, duty: wait_for, sealed: None };
    let blocks = (1..=200).map(block).chain([last]);
    let node = Node::start_after(blocks, &world, &[0, 1, 2], &[&engine], true);
    wait(|| !engine.all().is_empty());
    let sent = Transaction::from_bytes(&world.chain, &engine.all()[0]).unwrap();
    assert_eq!((sent.round, sent.body), (2, Body::Tick(7)));
    assert!(tickets(&engine.all(), &world).is_empty());
    // Blocks go on.
    old.block(&[]);
    node.say(&old.state, now_ms());
    let won = wins(&world, &old, &[0, 1, 2]);
    wait(|| tickets(&engine.all(), &world) == won);
}

#[test]
fn a_clock_that_is_ahead_is_said_and_rounds_are_drawn_all_the_same() {
    let world = world(3);
    let engine = Engine::start();
    let node = Node::start(&world, &[0, 1, 2], &[&engine], false);
    let mut blocks = Blocks::new(&world);
    let ahead_ms = 60_000;
    wait(|| {
        node.say(&blocks.state, now_ms() - ahead_ms);
        thread::sleep(Duration::from_millis(10));
        node.alarm(AlarmKind::Clock).is_some_and(|words| words.contains("60.0 s ahead"))
    });
    blocks.block(&[]);
    node.say(&blocks.state, now_ms() - ahead_ms);
    let won = wins(&world, &blocks, &[0, 1, 2]);
    wait(|| tickets(&engine.all(), &world) == won);
    node.say(&blocks.state, now_ms());
    wait(|| node.alarm(AlarmKind::Clock).is_none());
}

#[test]
fn a_tick_waits_for_the_opening_time_and_each_is_sent_once_by_all_in_the_same_bytes() {
    let world = world(2);
    let engines = [Engine::start(), Engine::start()];
    let nodes = [0, 1].map(|node| Node::start(&world, &[node as u32], &[&engines[node]], false));
    let opening_ms = now_ms() + 1_000;
    let duty = Duty::Wait { round: 3, ticks: 0, opening_ms };
    for node in &nodes {
        for height in 1..=3 {
            let committed = Committed { height, time_ms: now_ms(), duty: duty.clone(), sealed: None };
            node.committed.send(committed).unwrap();
        }
    }
    for engine in &engines {
        wait(|| !engine.all().is_empty());
        assert!(now_ms() >= opening_ms, "not before it is time");
    }
    assert_eq!(engines[0].all()[0], engines[1].all()[0]);
    assert_eq!(engines[0].all()[0], Transaction { round: 3, body: Body::Tick(0) }.to_bytes());
    // A block came, but its time is behind: another block is requested.
    let duty = Duty::Wait { round: 3, ticks: 1, opening_ms };
    nodes[0].committed.send(Committed { height: 4, time_ms: now_ms(), duty, sealed: None }).unwrap();
    let second = Transaction { round: 3, body: Body::Tick(1) }.to_bytes();
    wait(|| engines[0].all().contains(&second));
    // The number of different transactions that were sent, each any number of times.
    assert_eq!(engines[0].all().into_iter().collect::<BTreeSet<_>>().len(), 2);
}

#[test]
fn a_restart_sends_the_same_bytes_and_damage_gives_a_place_up() {
    let world = world(3);
    let engine = Engine::start();
    let mut node = Node::start(&world, &[0, 1, 2], &[&engine], false);
    let blocks = Blocks::opened(&world);
    let won = wins(&world, &blocks, &[0, 1, 2]);
    node.say(&blocks.state, now_ms());
    wait(|| tickets(&engine.all(), &world) == won);
    let before: BTreeSet<_> = engine.take_new().into_iter().collect();
    engine.forget();
    node.restart(&world, &[0, 1, 2], &[&engine]);
    node.say(&blocks.state, now_ms());
    wait(|| tickets(&engine.all(), &world) == won);
    assert_eq!(engine.all().into_iter().collect::<BTreeSet<_>>(), before);

    // The stored transaction is sent, and not a newly drawn one.
    node.worker = None;
    let (_, slot, participant) = *won.first().unwrap();
    let place = Place { round: 1, participant, kind: Kind::Ticket { slot } };
    let outbox = node.home.path().join("outbox");
    let kept = Outbox::open(&outbox, world.chain.id()).unwrap().kept(place).unwrap().unwrap().to_vec();
    assert!(before.contains(&kept));
    let file = fs::read_dir(&outbox).unwrap().flatten().map(|entry| entry.path());
    let file =
        file.into_iter().find(|path| fs::read(path).unwrap().windows(kept.len()).any(|part| part == kept));
    let (file, mut bytes) = (file.clone().unwrap(), fs::read(file.unwrap()).unwrap());
    bytes[60] ^= 1;
    fs::write(file, bytes).unwrap();
    engine.forget();
    node.restart(&world, &[0, 1, 2], &[&engine]);
    node.say(&blocks.state, now_ms());
    let rest: BTreeSet<_> = won.iter().copied().skip(1).collect();
    wait(|| node.alarm(AlarmKind::Keys).is_some_and(|words| words.contains("damaged")));
    wait(|| tickets(&engine.all(), &world) == rest);
    assert!(!engine.all().contains(&kept), "never a second answer, and never one that can't be read");
}

#[test]
fn a_ticket_is_sent_again_until_a_block_has_it() {
    let world = world(1);
    let (dead, engine) = (Engine::start(), Engine::start());
    dead.refuse(true);
    let node = Node::start(&world, &[0], &[&dead, &engine], false);
    let mut blocks = Blocks::opened(&world);
    node.say(&blocks.state, now_ms());
    let won = wins(&world, &blocks, &[0]);
    assert!(!won.is_empty());
    // A node that takes nothing gets offers often, the other one from time to time.
    wait(|| engine.all().len() >= 3 * won.len() && dead.all().len() >= 3 * won.len());
    let transactions: Vec<_> = engine.take_new();
    assert_eq!(blocks.block(&transactions).len(), won.len());
    node.say(&blocks.state, now_ms());
    // Pending sends are finished; then nothing more is sent.
    wait(|| {
        let count = engine.all().len() + dead.all().len();
        thread::sleep(Duration::from_millis(2_500));
        count == engine.all().len() + dead.all().len()
    });
}

#[test]
fn tickets_that_are_left_out_again_and_again_raise_an_alarm() {
    let world = world(2);
    let engine = Engine::start();
    let node = Node::start(&world, &[0, 1], &[&engine], true);
    let mut blocks = Blocks::new(&world);
    while blocks.state.tip().round() < 3 {
        assert_eq!(node.alarm(AlarmKind::Inclusion), None);
        if let Duty::Draw { round, .. } = blocks.state.duty() {
            let won = wins(&world, &blocks, &[0, 1]);
            wait(|| tickets(&engine.all(), &world).iter().filter(|one| one.0 == round).count() == won.len());
        }
        // All proposers leave out the tickets of participant 1.
        let mut sent = engine.take_new();
        sent.retain(|bytes| {
            let transaction = Transaction::from_bytes(&world.chain, bytes).unwrap();
            !matches!(transaction.body, Body::Ticket(ticket) if ticket.participant == 1)
        });
        blocks.block(&sent);
        if let Some(round) = blocks.state.sealed() {
            assert!(round.tickets.iter().all(|ticket| ticket.participant == 0));
            node.handles.rounds.accept(round).unwrap();
        }
        node.say(&blocks.state, blocks.time_ms);
        thread::sleep(Duration::from_millis(5));
    }
    wait(|| node.alarm(AlarmKind::Inclusion).is_some());
    let words = node.alarm(AlarmKind::Inclusion).unwrap();
    assert!(
        words.contains("participant 1 in 3 of its last 3") && !words.contains("participant 0"),
        "{words}"
    );
}

/// A node in a network of four validators whose clock stands still until a test moves it.
struct Watched {
    home: tempfile::TempDir,
    clock: Arc<ByHand>,
    handles: Handles,
}

impl Watched {
    fn new(world: &World) -> Watched {
        let home = tempfile::TempDir::new().unwrap();
        let store = heliast_store::Store::create(home.path().join("store"), &world.chain).unwrap();
        let clock = ByHand::at(world.chain.genesis().genesis_time_ms);
        let handles = Handles::with_clock(store, NonZeroU32::MIN, clock.clock());
        handles.board.note_validators(&[10; 4]);
        Watched { home, clock, handles }
    }

    fn start(&self, world: &World, engine: &Engine, evaluates: bool) -> (mpsc::Sender<Committed>, Worker) {
        let (committed, hears) = mpsc::channel();
        let settings = settings(&self.home, &[engine], evaluates);
        (committed, Worker::start(&self.handles, world.members(&[]), hears, settings).unwrap())
    }

    fn raised(&self, kind: AlarmKind) -> bool {
        self.handles.board.alarms().iter().any(|alarm| alarm.kind == kind)
    }

    /// Waits until the worker has reported its status twice: the second report includes everything from
    /// before the first.
    fn settle(&self) {
        let mut said = self.handles.board.watch();
        for _ in 0..2 {
            said.borrow_and_update();
            wait(|| said.has_changed().unwrap());
        }
    }
}

#[test]
fn a_standstill_and_lost_peers_are_seen_and_end() {
    let world = world(1);
    let engine = Engine::start();
    let node = Watched::new(&world);
    let (committed, worker) = node.start(&world, &engine, false);
    node.clock.pass(Duration::from_secs(31));
    wait(|| node.raised(AlarmKind::Consensus) && node.raised(AlarmKind::Peers));
    assert!(node.handles.board.network().unwrap().halted);
    let duty = Duty::Wait { round: 1, ticks: 0, opening_ms: u64::MAX };
    wait(|| {
        committed.send(Committed { height: 1, time_ms: now_ms(), duty: duty.clone(), sealed: None }).unwrap();
        !node.raised(AlarmKind::Consensus)
    });
    // Without the application nothing is due, and the threads end.
    drop(committed);
    wait(|| worker.threads.iter().filter(|thread| !thread.is_finished()).count() == 0);
    drop(worker);
}

/// A network of one validator neither has nor needs peers, and its engine does not count as silent.
#[test]
fn a_validator_alone_knows_that_it_has_no_peers_and_misses_none() {
    let world = world(1);
    let engine = Engine::start();
    let node = Watched::new(&world);
    node.handles.board.note_validators(&[10]);
    let (_committed, _worker) = node.start(&world, &engine, false);
    wait(|| node.handles.board.network().unwrap().peers == Some(0));
    node.clock.pass(Duration::from_secs(31));
    wait(|| node.raised(AlarmKind::Consensus));
    assert!(!node.raised(AlarmKind::Peers));
}

/// A delay may take any time: a block is not due before somebody has a proof.
#[test]
fn a_delay_that_runs_elsewhere_is_not_a_halt_however_long_it_takes() {
    let world = world(1);
    let engine = Engine::start();
    let x = world.chain.delay_input_from(&[7; 32]);
    let duty = || Duty::Evaluate { round: 1, x: x.clone() };
    for (evaluates, halts) in [(false, false), (true, true)] {
        let node = Watched::new(&world);
        // The round should have been finished long ago.
        node.clock.pass(Duration::from_secs(60));
        let (committed, _worker) = node.start(&world, &engine, evaluates);
        committed.send(Committed { height: 9, time_ms: now_ms(), duty: duty(), sealed: None }).unwrap();
        wait(|| node.handles.board.network().unwrap().height == 9);
        if evaluates {
            wait(|| !engine.all().is_empty());
        }
        node.settle();
        node.clock.pass(Duration::from_secs(6));
        node.settle();
        assert_eq!(node.handles.board.network().unwrap().halted, halts, "evaluates: {evaluates}");
        assert_eq!(node.raised(AlarmKind::Consensus), halts, "evaluates: {evaluates}");
    }
}

/// A participant without a node does not know when the round opens, only when it may open at the earliest.
#[test]
fn before_the_first_round_the_next_one_opens_at_the_genesis_time() {
    let world = world(1);
    let engine = Engine::start();
    let node = Watched::new(&world);
    let (committed, _worker) = node.start(&world, &engine, false);
    let duty = Duty::Wait { round: 1, ticks: 0, opening_ms: u64::MAX };
    committed.send(Committed { height: 1, time_ms: now_ms(), duty, sealed: None }).unwrap();
    wait(|| node.handles.board.network().unwrap().height == 1);
    node.settle();
    assert_eq!(node.handles.board.status().next_ms, world.chain.genesis().genesis_time_ms);
}

#[test]
fn an_evaluation_ends_when_the_block_has_another_proof() {
    let world = World { chain: long(&world(1)), ..world(1) };
    let engine = Engine::start();
    let node = Node::start(&world, &[0], &[&engine], true);
    let x = world.chain.delay_input_from(&[7; 32]);
    let duty = Duty::Evaluate { round: 1, x };
    node.committed.send(Committed { height: 9, time_ms: now_ms(), duty, sealed: None }).unwrap();
    wait(|| {
        node.handles.board.status().phase == Phase::Delay
            && node.handles.board.status().squarings_per_second > 0.0
    });
    let duty = Duty::Wait { round: 2, ticks: 0, opening_ms: u64::MAX };
    node.committed.send(Committed { height: 10, time_ms: now_ms(), duty, sealed: None }).unwrap();
    wait(|| node.handles.board.status().phase == Phase::Waiting);
    // A delay of years must not keep the worker from ending.
    drop(node);
    assert!(engine.all().is_empty());
}

#[test]
fn a_delay_under_way_leaves_a_checkpoint_when_the_program_ends() {
    let world = World { chain: long(&world(1)), ..world(1) };
    let engine = Engine::start();
    let mut node = Node::start(&world, &[0], &[&engine], true);
    let x = world.chain.delay_input_from(&[7; 32]);
    let duty = Duty::Evaluate { round: 1, x };
    node.committed.send(Committed { height: 9, time_ms: now_ms(), duty, sealed: None }).unwrap();
    wait(|| node.handles.board.status().squarings_per_second > 0.0);
    node.worker = None;
    assert!(node.home.path().join("delay.checkpoint").exists());
}
