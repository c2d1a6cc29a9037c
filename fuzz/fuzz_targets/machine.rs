//! Compares the round state machine with a model of it for any sequence of inputs: inputs that come at the
//! wrong time, are false or are repeated are refused and change nothing; stored rounds verify from their
//! bytes; announced rounds have been stored. Participants announce keys of hash trees, which draw once they
//! are due.

#![no_main]

use heliast::{
    Announced, Announcement, Chain, DelayInput, Genesis, Round, SecretKey, Ticket, Tip, Verified,
    keys::{Change, Key},
    stateful::{self, PublicKey, Scheme, Terms, Turn},
};
use heliast_beacon::{Effect, Input, Machine};
use heliast_fuzz::{
    fields::Fields,
    schedule::Schedule,
    vectors::{self, TestChain},
};
use libfuzzer_sys::fuzz_target;
use std::{
    collections::{BTreeMap, HashMap},
    sync::{LazyLock, Mutex},
};

/// The greatest number of rounds that one input completes.
const MAX_ROUNDS: u64 = 6;
/// The greatest number of delays, and of answers of keys, that are remembered.
const MAX_KNOWN: usize = 20_000;

/// Scheme, height, slots, first round and seed of the trees. The lead is 2, so the second tree has to be
/// announced in round 1 or 2. The fourth tree is the first with other terms. The fifth has too few slots. The
/// seventh has leaves for one round and a half, and two of its slots are never used.
const TREES: [(Scheme, u8, u16, u64, u8); 7] = [
    (Scheme::XVrf, 2, 2, 3, 1),
    (Scheme::IVrf, 2, 2, 1, 2),
    (Scheme::XVrf, 1, 2, 5, 3),
    (Scheme::XVrf, 2, 2, 4, 1),
    (Scheme::IVrf, 2, 1, 3, 4),
    (Scheme::IVrf, 1, 3, 4, 5),
    (Scheme::XVrf, 2, 3, 3, 6),
];

/// The ticket of every slot and participant, and whether it wins.
type Draw = Vec<(Ticket, bool)>;
type Delay = (Vec<u8>, Vec<u8>);
/// (β, π).
type Answer = (Vec<u8>, Vec<u8>);

/// A chain with a short delay, and what its members have computed so far.
struct House {
    chain: Chain,
    keys: Vec<SecretKey>,
    trees: Vec<PublicKey>,
    /// The answers by tree or participant, and input.
    answers: HashMap<(Result<usize, usize>, Vec<u8>), Answer>,
    delays: HashMap<Vec<u8>, Delay>,
}

static HOUSE: LazyLock<Mutex<House>> = LazyLock::new(|| {
    let TestChain { chain, secrets, .. } = vectors::chains().swap_remove(0);
    let committees = vec![4, 3];
    let mut genesis = Genesis { lead: 2, committees, ..chain.genesis().clone() };
    genesis.delays.squarings.as_mut().expect("a chain of squarings").t = 3;
    let keys = secrets.into_iter().map(|secret| SecretKey::from_seed(genesis.vrf, secret)).collect();
    let trees = (0..TREES.len()).map(|number| *tree(number).public_key()).collect();
    let chain = Chain::new(genesis).expect("a good genesis");
    Mutex::new(House { chain, keys, trees, answers: HashMap::new(), delays: HashMap::new() })
});

/// Returns the tree in its initial state. Branches of the chain need its answers for several inputs at one
/// turn, which is permitted only in a test.
fn tree(number: usize) -> stateful::SecretKey {
    let (scheme, height, slots, first, seed) = TREES[number];
    let terms = Terms::new(scheme, height, slots, first).expect("terms");
    stateful::SecretKey::generate(terms, &[seed; 32], &[seed ^ 0xff; 32])
}

impl House {
    /// Draws the tickets with the keys that are due.
    fn draw(&mut self, tip: &Tip, announced: &[Announced]) -> Draw {
        let (chain, round) = (self.chain.clone(), tip.round() + 1);
        let schedule = Schedule { chain: &chain, announced };
        let mut draw = Draw::new();
        for slot in 0..chain.genesis().committees.len() as u8 {
            assert_eq!(chain.ticket_input(tip, slot), schedule.ticket_input(tip, slot));
            for participant in 0..self.keys.len() as u32 {
                let due = schedule.due(participant, round);
                let found =
                    tip.keys().due(participant, round).expect("it is settled").expect("a participant");
                assert_eq!(found.key, due.map_or(Key::Stateless, Key::Stateful));
                let tree = due.and_then(|key| self.trees.iter().position(|tree| *tree == key));
                let (output, proof) = self.answer(tip, slot, participant, tree).expect("the key is due");
                let wins = chain.votes(tip, slot, participant, &output) > 0;
                draw.push((Ticket { slot, participant, proof }, wins));
            }
        }
        draw
    }

    /// Returns the answer of a tree, or of a participant's stateless key, for a slot of the round after
    /// `tip`, if the key has an answer for it.
    fn answer(&mut self, tip: &Tip, slot: u8, participant: u32, tree: Option<usize>) -> Option<Answer> {
        let input = self.chain.ticket_input(tip, slot);
        let Some(number) = tree else { return Some(self.prove(participant, input)) };
        if self.answers.len() > MAX_KNOWN {
            self.answers.clear();
        }
        if let Some(answer) = self.answers.get(&(Ok(number), input.clone())) {
            return Some(answer.clone());
        }
        let turn = Turn { round: tip.round() + 1, slot: slot.into() };
        let mut tree = self::tree(number);
        let (output, proof) = tree.prove(turn, &input).ok()?;
        let answer = (output.0.to_vec(), proof.as_bytes().to_vec());
        self.answers.insert((Ok(number), input), answer.clone());
        Some(answer)
    }

    /// Returns the answer of a stateless key.
    fn prove(&mut self, participant: u32, input: Vec<u8>) -> Answer {
        if self.answers.len() > MAX_KNOWN {
            self.answers.clear();
        }
        let participant = participant as usize;
        let key = &mut self.keys[participant];
        let entry = self.answers.entry((Err(participant), input));
        entry.or_insert_with_key(|(_, input)| key.prove(input).expect("a point exists")).clone()
    }

    /// Returns the proof of an announcement, if the participant exists.
    fn announcement_proof(&mut self, participant: u32, serial: u32, change: &Change) -> Option<Vec<u8>> {
        let input = self.chain.announcement_input(participant, serial, change);
        let exists = (participant as usize) < self.keys.len();
        exists.then(|| self.prove(participant, input).1)
    }

    fn delay(&mut self, x: &DelayInput) -> Delay {
        if self.delays.len() > MAX_KNOWN {
            self.delays.clear();
        }
        let chain = &self.chain;
        let compute = || {
            let delay = chain.evaluate(x).expect("it is of this chain");
            (delay.y, delay.proof)
        };
        self.delays.entry(chain.encode_input(x)).or_insert_with(compute).clone()
    }
}

/// The state that a machine should be in.
enum Model {
    Waiting,
    Collecting { time_ms: u64, sent: Sent },
    Delaying { time_ms: u64, sent: Sent, x: Box<DelayInput> },
    Storing(Box<Verified<Round>>),
}

/// The tickets and announcements that were accepted for a round.
#[derive(Default)]
struct Sent {
    tickets: BTreeMap<(u8, u32), Ticket>,
    announcements: BTreeMap<u32, Announcement>,
}

/// The state at the beginning of a round.
struct Scene {
    tip: Tip,
    /// The announcements of earlier rounds, according to the model.
    announced: Vec<Announced>,
    draw: Draw,
}

fuzz_target!(|data: &[u8]| {
    let mut house = HOUSE.lock().expect("one thread");
    let tip = house.chain.start();
    let mut machine = Machine::new(house.chain.clone(), tip.clone());
    let mut model = Model::Waiting;
    let mut scene = Scene { draw: house.draw(&tip, &[]), tip, announced: vec![] };
    let mut fields = Fields(data);
    while !fields.is_empty() && machine.tip().round() < MAX_ROUNDS {
        let Some(input) = input(&mut fields, &mut house, &scene, &model) else {
            machine = Machine::new(house.chain.clone(), scene.tip.clone());
            model = Model::Waiting;
            continue;
        };
        let fits = fits(&input, &mut house, &scene, &model);
        let effect = only(machine.step(input.clone()));
        if !fits {
            assert!(matches!(effect, Some(Effect::Refuse(_))), "{input:?} is not refused: {effect:?}");
            assert_eq!((machine.phase(), machine.tip()), (name(&model), &scene.tip));
            continue;
        }
        let stored = match &model {
            Model::Storing(round) => Some(round.clone()),
            _ => None,
        };
        model = advance(&house.chain, &scene, model, input, effect);
        assert_eq!(machine.phase(), name(&model));
        match stored {
            Some(round) => scene = next(&mut house, scene, &round, machine.tip()),
            None => assert_eq!(*machine.tip(), scene.tip),
        }
    }
});

/// Returns the scene after a round that was announced.
fn next(house: &mut House, mut scene: Scene, round: &Verified<Round>, tip: &Tip) -> Scene {
    assert_eq!((tip.round(), tip.time_ms()), (scene.tip.round() + 1, round.time_ms));
    assert_eq!(*tip.seed(), round.facts().beacon);
    scene.announced.extend(round.announcements.iter().map(|one| one.announced(round.number)));
    assert!(tip.keys().announced().eq(&scene.announced));
    let draw = house.draw(tip, &scene.announced);
    Scene { tip: tip.clone(), draw, ..scene }
}

/// Returns the next input; `None` is a restart.
fn input(fields: &mut Fields, house: &mut House, scene: &Scene, model: &Model) -> Option<Input> {
    let (kind, choice) = (fields.u8(), fields.u8());
    let Scene { tip, draw, .. } = scene;
    let round = tip.round() + 1;
    let ticket = draw[usize::from(choice) % draw.len()].0.clone();
    let genesis = house.chain.genesis();
    let (start, period) = (genesis.genesis_time_ms, u64::from(genesis.period_ms));
    let slot = start.max(tip.time_ms() + u64::from(tip.round() > 0) * period);
    Some(match kind % 20 {
        0 | 1 => Input::Open { time_ms: slot + u64::from(choice % 3) * period },
        2 => Input::Open {
            time_ms: [0, start - period, tip.time_ms(), slot + 1, u64::MAX][usize::from(choice % 5)],
        },
        3..=5 => Input::Ticket(ticket),
        6 => Input::Ticket(spoil_ticket(ticket, choice, fields.u8())),
        7 | 8 => Input::Close,
        9 | 10 => {
            let (y, proof) = house.delay(&due(house, model));
            Input::Delay { round, y, proof }
        }
        11 => {
            let (mut y, mut proof) = house.delay(&due(house, model));
            let target = if choice & 1 == 0 { &mut y } else { &mut proof };
            spoil(target, choice >> 1, fields.u8());
            Input::Delay { round, y, proof }
        }
        12 => {
            let (y, proof) = house.delay(&due(house, model));
            Input::Delay { round: round.wrapping_add_signed(i64::from(choice as i8)), y, proof }
        }
        13 => Input::Stored { round },
        14 => Input::Stored { round: round.wrapping_add_signed(i64::from(choice as i8)) },
        15 => Input::Ticket(of_any_key(ticket, house, tip, fields.u8())),
        16 | 17 => Input::Announcement(announcement(house, scene, choice, fields.u8())),
        18 => {
            let honest = announcement(house, scene, choice, fields.u8());
            Input::Announcement(spoil_announcement(honest, house, fields.u8(), fields.u8()))
        }
        _ => return None,
    })
}

/// Returns the announcement that the participant would make, with the serial number of its next announcement
/// or the number before or after it.
fn announcement(house: &mut House, scene: &Scene, choice: u8, what: u8) -> Announcement {
    let participant = u32::from(choice) % house.keys.len() as u32;
    let change = change(house, what % 64);
    let before = scene.announced.iter().filter(|one| one.participant == participant).count() as u32;
    let serial = match what / 64 {
        0 | 1 => before,
        2 => before.wrapping_sub(1),
        _ => before + 1,
    };
    let proof = house.announcement_proof(participant, serial, &change).expect("a participant");
    Announcement { participant, serial, change, proof }
}

fn change(house: &House, what: u8) -> Change {
    let tree = (usize::from(what) % (TREES.len() + 1)).checked_sub(1);
    tree.map_or(Change::Withdrawal, |tree| Change::Key(house.trees[tree]))
}

/// Changes participant, serial number, key or proof, possibly to the same value.
fn spoil_announcement(mut honest: Announcement, house: &House, choice: u8, what: u8) -> Announcement {
    match choice % 4 {
        0 => honest.participant = honest.participant.wrapping_add(u32::from(what)),
        1 => honest.serial = honest.serial.wrapping_sub(u32::from(what)),
        2 => honest.change = change(house, what),
        _ => spoil(&mut honest.proof, choice / 4, what),
    }
    honest
}

/// Returns the ticket drawn with any key, which may be the one that is due.
fn of_any_key(ticket: Ticket, house: &mut House, tip: &Tip, which: u8) -> Ticket {
    let tree = (usize::from(which) % (TREES.len() + 1)).checked_sub(1);
    match house.answer(tip, ticket.slot, ticket.participant, tree) {
        Some((_, proof)) => Ticket { proof, ..ticket },
        None => ticket,
    }
}

/// Returns the input of the delay that is due, or of one that never is.
fn due(house: &House, model: &Model) -> DelayInput {
    match model {
        Model::Delaying { x, .. } => (**x).clone(),
        _ => house.chain.delay_input_from(&[0; 32]),
    }
}

/// Changes participant, slot or proof.
fn spoil_ticket(mut ticket: Ticket, choice: u8, change: u8) -> Ticket {
    match choice % 4 {
        0 => ticket.participant = ticket.participant.wrapping_add(u32::from(change) + 1),
        1 => ticket.slot = ticket.slot.wrapping_add(change),
        _ => spoil(&mut ticket.proof, choice, change),
    }
    ticket
}

/// Changes a byte, or removes it.
fn spoil(bytes: &mut Vec<u8>, at: u8, change: u8) {
    let at = usize::from(at) % bytes.len();
    if change == 0 {
        bytes.remove(at);
    } else {
        bytes[at] ^= change;
    }
}

/// Whether the machine must accept the input.
fn fits(input: &Input, house: &mut House, scene: &Scene, model: &Model) -> bool {
    let Scene { tip, draw, announced } = scene;
    match (input, model) {
        (Input::Open { time_ms }, Model::Waiting) => {
            let genesis = house.chain.genesis();
            let since = time_ms.checked_sub(genesis.genesis_time_ms);
            let on_grid = since.is_some_and(|since| since % u64::from(genesis.period_ms) == 0);
            on_grid && (tip.time_ms() + 1..1 << 53).contains(time_ms)
        }
        (Input::Ticket(ticket), Model::Collecting { sent, .. }) => {
            let wins = draw.iter().any(|(honest, wins)| *wins && honest == ticket);
            wins && !sent.tickets.contains_key(&(ticket.slot, ticket.participant))
        }
        (Input::Announcement(announcement), Model::Collecting { sent, .. }) => {
            let Announcement { participant, serial, change, proof } = announcement;
            let authentic = house.announcement_proof(*participant, *serial, change).as_ref() == Some(proof);
            let schedule = Schedule { chain: &house.chain, announced };
            let first = !sent.announcements.contains_key(participant);
            authentic && first && schedule.allows(&announcement.announced(tip.round() + 1))
        }
        (Input::Close, Model::Collecting { .. }) => true,
        (Input::Delay { round, y, proof }, Model::Delaying { x, .. }) => {
            *round == tip.round() + 1 && house.delay(x) == (y.clone(), proof.clone())
        }
        (Input::Stored { round }, Model::Storing(_)) => *round == tip.round() + 1,
        _ => false,
    }
}

/// Returns the model after an input that fits, and checks that the effect is right.
fn advance(chain: &Chain, scene: &Scene, model: Model, input: Input, effect: Option<Effect>) -> Model {
    let (tip, number) = (&scene.tip, scene.tip.round() + 1);
    match (model, input, effect) {
        (Model::Waiting, Input::Open { time_ms }, Some(Effect::Draw { round, inputs })) => {
            let expected = [0, 1].map(|slot| chain.ticket_input(tip, slot));
            assert_eq!((round, &inputs[..]), (number, &expected[..]));
            Model::Collecting { time_ms, sent: Sent::default() }
        }
        (Model::Collecting { time_ms, mut sent }, Input::Ticket(ticket), None) => {
            sent.tickets.insert((ticket.slot, ticket.participant), ticket);
            Model::Collecting { time_ms, sent }
        }
        (Model::Collecting { time_ms, mut sent }, Input::Announcement(announcement), None) => {
            sent.announcements.insert(announcement.participant, announcement);
            Model::Collecting { time_ms, sent }
        }
        (Model::Collecting { time_ms, sent }, Input::Close, Some(Effect::Evaluate { round, x })) => {
            assert_eq!(round, number);
            Model::Delaying { time_ms, sent, x: Box::new(x) }
        }
        (
            Model::Delaying { time_ms, sent, .. },
            Input::Delay { y, proof, .. },
            Some(Effect::Store(stored)),
        ) => {
            let (tickets, announcements) =
                (sent.tickets.into_values().collect(), sent.announcements.into_values().collect());
            assert_eq!(**stored, Round { number, time_ms, tickets, announcements, y, proof });
            let decoded = chain.decode_round(&stored.encode()).expect("a stored round is well formed");
            assert_eq!(chain.verify(tip, decoded).as_ref(), Ok(&*stored));
            Model::Storing(stored)
        }
        (Model::Storing(stored), Input::Stored { .. }, Some(Effect::Announce(announced))) => {
            assert_eq!(stored, announced);
            Model::Waiting
        }
        (model, input, effect) => panic!("{input:?} in {} gives {effect:?}", name(&model)),
    }
}

fn name(model: &Model) -> &'static str {
    match model {
        Model::Waiting => "waiting",
        Model::Collecting { .. } => "tickets",
        Model::Delaying { .. } => "delay",
        Model::Storing(_) => "storing",
    }
}

fn only(effects: Vec<Effect>) -> Option<Effect> {
    assert!(effects.len() <= 1, "{effects:?}");
    effects.into_iter().next()
}
