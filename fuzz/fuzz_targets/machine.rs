//! The round state machine against a model of it, for any sequence of inputs: what is out of place, false or doubled is
//! refused and changes nothing; what is stored verifies from its bytes; what is announced has been stored.

#![no_main]

use arith::Residue;
use beacon::{Effect, Input, Machine};
use heliast::{Chain, Evaluation, Genesis, Group, Round, SecretKey, Ticket, Tip, Verified};
use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestChain},
};
use libfuzzer_sys::fuzz_target;
use std::{
    collections::{BTreeMap, HashMap},
    sync::{LazyLock, Mutex},
};

/// Rounds that one input completes at most.
const MAX_ROUNDS: u64 = 4;
/// Delays that are remembered at most.
const MAX_DELAYS: usize = 20_000;

/// Of every participant: its ticket and whether it wins.
type Draw = Vec<(Ticket, bool)>;
type Delay = (Vec<u8>, Vec<u8>);

/// A chain with a short delay, and what its members have computed so far.
struct House {
    chain: Chain,
    keys: Vec<SecretKey>,
    draws: HashMap<[u8; 32], Draw>,
    delays: HashMap<Vec<u8>, Delay>,
}

static HOUSE: LazyLock<Mutex<House>> = LazyLock::new(|| {
    let TestChain { chain, keys, .. } = vectors::chains().swap_remove(0);
    let genesis = Genesis { t: 3, expected_votes: 4, ..chain.genesis().clone() };
    let chain = Chain::new(genesis).expect("a good genesis");
    Mutex::new(House { chain, keys, draws: HashMap::new(), delays: HashMap::new() })
});

impl House {
    fn draw(&mut self, tip: &Tip) -> Draw {
        let House { chain, keys, draws, .. } = self;
        let draw = || {
            let input = chain.ticket_input(tip);
            let ticket = |(participant, key): (u32, &mut SecretKey)| {
                let (output, proof) = key.prove(&input).expect("a point exists");
                (Ticket { participant, proof }, chain.votes(participant, &output) > 0)
            };
            (0..).zip(keys).map(ticket).collect()
        };
        draws.entry(tip.seed).or_insert_with(draw).clone()
    }

    fn delay(&mut self, x: &Residue) -> Delay {
        if self.delays.len() > MAX_DELAYS {
            self.delays.clear();
        }
        let group = self.chain.group();
        let compute = || {
            let genesis = self.chain.genesis();
            let mut evaluation = Evaluation::start(group, x.clone(), genesis.t).expect("t is in range");
            evaluation.advance(genesis.t);
            let (y, proof) = heliast::prove(&evaluation, genesis.delay, 1, |_| true).expect("it is finished");
            (group.encode(&y), group.encode(&proof))
        };
        self.delays.entry(group.encode(x)).or_insert_with(compute).clone()
    }
}

/// What a machine should be in.
enum Model {
    Waiting,
    Collecting { time_ms: u64, tickets: BTreeMap<u32, Ticket> },
    Delaying { time_ms: u64, tickets: BTreeMap<u32, Ticket>, x: Box<Residue> },
    Storing(Box<Verified<Round>>),
}

fuzz_target!(|data: &[u8]| {
    let mut house = HOUSE.lock().expect("one thread");
    let start = house.chain.start();
    let mut machine = Machine::new(house.chain.clone(), start);
    let mut model = Model::Waiting;
    let mut fields = Fields(data);
    while !fields.is_empty() && machine.tip().round < MAX_ROUNDS {
        let tip = *machine.tip();
        let draw = house.draw(&tip);
        let Some(input) = input(&mut fields, &mut house, &tip, &draw, &model) else {
            machine = Machine::new(house.chain.clone(), tip);
            model = Model::Waiting;
            continue;
        };
        let fits = fits(&input, &mut house, &tip, &draw, &model);
        let effect = only(machine.step(input.clone()));
        if fits {
            model = advance(&house.chain, &tip, model, input, effect);
        } else {
            assert!(matches!(effect, Some(Effect::Refuse(_))), "{input:?} is not refused: {effect:?}");
        }
        assert_eq!(machine.phase(), name(&model));
        let announced = fits && matches!(model, Model::Waiting);
        assert_eq!(machine.tip().round, tip.round + u64::from(announced));
        assert!(announced || *machine.tip() == tip);
    }
});

/// The next input; `None` is a restart.
fn input(fields: &mut Fields, house: &mut House, tip: &Tip, draw: &Draw, model: &Model) -> Option<Input> {
    let (kind, choice) = (fields.u8(), fields.u8());
    let round = tip.round + 1;
    let ticket = draw[usize::from(choice) % draw.len()].0.clone();
    let genesis = house.chain.genesis();
    let (start, period) = (genesis.genesis_time_ms, u64::from(genesis.period_ms));
    let slot = start.max(tip.time_ms + u64::from(tip.round > 0) * period);
    Some(match kind % 16 {
        0 | 1 => Input::Open { time_ms: slot + u64::from(choice % 3) * period },
        2 => Input::Open {
            time_ms: [0, start - period, tip.time_ms, slot + 1, u64::MAX][usize::from(choice % 5)],
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
        _ => return None,
    })
}

/// The input of the delay that is due, or of one that never is.
fn due(house: &House, model: &Model) -> Residue {
    match model {
        Model::Delaying { x, .. } => (**x).clone(),
        _ => vdf::delay_input(house.chain.group(), b"none"),
    }
}

/// Another participant or another proof.
fn spoil_ticket(mut ticket: Ticket, choice: u8, change: u8) -> Ticket {
    match choice % 3 {
        0 => ticket.participant = ticket.participant.wrapping_add(u32::from(change) + 1),
        _ => spoil(&mut ticket.proof, choice, change),
    }
    ticket
}

/// Other bytes, or one less.
fn spoil(bytes: &mut Vec<u8>, at: u8, change: u8) {
    let at = usize::from(at) % bytes.len();
    if change == 0 {
        bytes.remove(at);
    } else {
        bytes[at] ^= change;
    }
}

/// Whether the input is to be taken.
fn fits(input: &Input, house: &mut House, tip: &Tip, draw: &Draw, model: &Model) -> bool {
    match (input, model) {
        (Input::Open { time_ms }, Model::Waiting) => {
            let genesis = house.chain.genesis();
            let since = time_ms.checked_sub(genesis.genesis_time_ms);
            let on_grid = since.is_some_and(|since| since % u64::from(genesis.period_ms) == 0);
            on_grid && (tip.time_ms + 1..1 << 53).contains(time_ms)
        }
        (Input::Ticket(ticket), Model::Collecting { tickets, .. }) => {
            let wins = draw.iter().any(|(honest, wins)| *wins && honest == ticket);
            wins && !tickets.contains_key(&ticket.participant)
        }
        (Input::Close, Model::Collecting { .. }) => true,
        (Input::Delay { round, y, proof }, Model::Delaying { x, .. }) => {
            *round == tip.round + 1 && house.delay(x) == (y.clone(), proof.clone())
        }
        (Input::Stored { round }, Model::Storing(_)) => *round == tip.round + 1,
        _ => false,
    }
}

/// The model after an input that fits, and that the effect is the right one.
fn advance(chain: &Chain, tip: &Tip, model: Model, input: Input, effect: Option<Effect>) -> Model {
    let number = tip.round + 1;
    match (model, input, effect) {
        (Model::Waiting, Input::Open { time_ms }, Some(Effect::Draw { round, input })) => {
            assert_eq!((round, input), (number, chain.ticket_input(tip)));
            Model::Collecting { time_ms, tickets: BTreeMap::new() }
        }
        (Model::Collecting { time_ms, mut tickets }, Input::Ticket(ticket), None) => {
            tickets.insert(ticket.participant, ticket);
            Model::Collecting { time_ms, tickets }
        }
        (Model::Collecting { time_ms, tickets }, Input::Close, Some(Effect::Evaluate { round, x, t })) => {
            assert_eq!((round, t), (number, chain.genesis().t));
            Model::Delaying { time_ms, tickets, x: Box::new(x) }
        }
        (
            Model::Delaying { time_ms, tickets, .. },
            Input::Delay { y, proof, .. },
            Some(Effect::Store(stored)),
        ) => {
            let tickets = tickets.into_values().collect();
            assert_eq!(**stored, Round { number, time_ms, tickets, y, proof });
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
