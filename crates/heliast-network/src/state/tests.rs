//! The state compared with a model that consists only of the tables of `spec/network.md`.

mod bytes;
mod hash;
mod members;
mod times;
mod validators;

use super::*;
use crate::{testing::*, transaction::Body};
use proptest::prelude::*;

const WINDOW_BLOCKS: u64 = 3;
const WINDOW_MS: u64 = 300;

fn fresh() -> State {
    let network = network(WINDOW_BLOCKS as u32, WINDOW_MS as u32);
    State::new(&chain(&network), Arc::new(network))
}

/// Blocks as the specification describes them, without proofs and hashes.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    sealed: u64,
    last_ms: u64,
    ticks: u32,
    ticked: bool,
    /// The opening block, its time, and the round's time.
    opened: Option<(u64, u64, u64)>,
    is_closed: bool,
    places: Vec<(u8, u32)>,
}

impl Model {
    fn takes(&mut self, transaction: &Transaction) -> bool {
        let is_round = transaction.round == self.sealed + 1;
        match &transaction.body {
            Body::Tick(n) => {
                let good = is_round && self.opened.is_none() && !self.ticked && *n == self.ticks;
                if good {
                    (self.ticks, self.ticked) = (self.ticks + 1, true);
                }
                good
            }
            Body::Ticket(ticket) => {
                let place = (ticket.slot, ticket.participant);
                let good =
                    is_round && self.opened.is_some() && !self.is_closed && !self.places.contains(&place);
                if good {
                    self.places.push(place);
                }
                good
            }
            Body::Delay(_) => {
                let good = is_round && self.is_closed;
                if good {
                    let last_ms = self.opened.unwrap().2;
                    *self =
                        Model { sealed: self.sealed + 1, last_ms, ticked: self.ticked, ..Model::default() };
                }
                good
            }
            Body::Announcement(_) => false,
        }
    }

    fn end(&mut self, height: u64, block_ms: u64) {
        self.ticked = false;
        let due = GENESIS_MS + block_ms.saturating_sub(GENESIS_MS) / 1_000 * 1_000;
        if self.opened.is_none() && block_ms >= GENESIS_MS && due > self.last_ms {
            self.opened = Some((height, block_ms, due));
        }
        if let Some((opened, opened_ms, _)) = self.opened
            && height >= opened + WINDOW_BLOCKS
            && block_ms >= opened_ms + WINDOW_MS
        {
            self.is_closed = true;
        }
    }
}

/// Valid and invalid things to try in a block.
#[derive(Clone, Debug)]
enum Try {
    Right,
    Stale,
    Doubled,
    OtherRound,
    FalseTicket,
}

fn tries() -> impl Strategy<Value = Vec<(Vec<Try>, u64)>> {
    let one = prop_oneof![
        4 => Just(Try::Right),
        1 => Just(Try::Stale),
        1 => Just(Try::Doubled),
        1 => Just(Try::OtherRound),
        1 => Just(Try::FalseTicket),
    ];
    prop::collection::vec((prop::collection::vec(one, 0..4), 0..700u64), 1..40)
}

/// The transactions of a try, and whether their proofs are valid.
fn tried(state: &State, one: &Try, before: &[Transaction]) -> (Vec<Transaction>, bool) {
    let mut right = transactions(state.chain(), &state.duty());
    match one {
        Try::Right => (right, true),
        Try::Stale => (before.to_vec(), true),
        Try::Doubled => (right.iter().chain(&right).cloned().collect(), true),
        Try::OtherRound => {
            right.iter_mut().for_each(|one| one.round += 1);
            (right, true)
        }
        Try::FalseTicket => {
            right.retain(|one| matches!(one.body, Body::Ticket(_)));
            for one in &mut right {
                if let Body::Ticket(ticket) = &mut one.body {
                    ticket.proof[40] ^= 1;
                }
            }
            (right, false)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// For any transactions in any order, state and model take the same ones and have the same phases. A
    /// second node that is restored from bytes after each block never differs.
    #[test]
    fn the_state_is_the_specifications(blocks in tries()) {
        let (mut state, mut model, verdicts) = (fresh(), Model::default(), Verdicts::default());
        let (mut second, mut time_ms, mut before) = (state.clone(), GENESIS_MS - 300, vec![]);
        for (height, (tries, step)) in (1..).zip(blocks) {
            state.begin_block();
            second.begin_block();
            for one in &tries {
                let (transactions, are_good) = tried(&state, one, &before);
                for transaction in &transactions {
                    let hash = state.app_hash();
                    let bytes = transaction.to_bytes();
                    prop_assert_eq!(Transaction::from_bytes(state.chain(), &bytes), Ok(transaction.clone()));
                    // Like the mempool and proposals: verdicts from there do not affect the result.
                    let mut next = state.clone();
                    next.begin_block();
                    let checked = state.check(transaction, &verdicts);
                    prop_assert_eq!(checked, next.apply(transaction, &verdicts));
                    let rehearsed = state.clone().apply(transaction, &verdicts);
                    let taken = state.apply(transaction, &verdicts);
                    prop_assert_eq!(&rehearsed, &taken);
                    let also = second.apply(transaction, &Verdicts::default());
                    prop_assert_eq!(&taken, &also);
                    let expected = are_good && model.takes(transaction);
                    prop_assert_eq!(taken.is_ok(), expected, "{:?} {:?}", one, taken);
                    prop_assert_eq!(hash != state.app_hash(), expected);
                }
                if are_good {
                    before = transactions;
                }
            }
            time_ms += step;
            state.end_block(height, time_ms);
            model.end(height, time_ms);
            second.end_block(height, time_ms);
            let phase = match (model.opened, model.is_closed) {
                (None, _) => "waiting",
                (Some(_), false) => "tickets",
                (Some(_), true) => "delay",
            };
            prop_assert_eq!((state.tip().round(), state.phase()), (model.sealed, phase));
            prop_assert_eq!((state.ticks(), state.tip().time_ms()), (model.ticks, model.last_ms));
            prop_assert_eq!(state.app_hash(), second.app_hash());

            let (bytes, network) = (state.to_bytes(), Arc::clone(&state.network));
            prop_assert_eq!(State::round_of(state.chain(), &bytes), Ok(state.tip().round()));
            second = State::from_bytes(state.chain(), network, state.tip().clone(), &bytes).unwrap();
            prop_assert_eq!(second.to_bytes(), bytes);
            prop_assert_eq!(second.app_hash(), state.app_hash());
            prop_assert_eq!(format!("{:?}", second.duty()), format!("{:?}", state.duty()));
        }
    }
}

/// Makes blocks of all valid transactions, 100 ms apart.
fn run(state: &mut State, blocks: u64) {
    let verdicts = Verdicts::default();
    for _ in 0..blocks {
        let height = state.height() + 1;
        let transactions = transactions(state.chain(), &state.duty());
        state.begin_block();
        for transaction in transactions {
            let _ = state.apply(&transaction, &verdicts);
        }
        state.end_block(height, GENESIS_MS + height * 100);
    }
}

#[test]
fn rounds_are_made_and_the_window_is_kept() {
    let mut state = fresh();
    run(&mut state, 45);
    assert_eq!(state.tip().round(), 5, "one in a second");
    let record = state.record();
    assert!(record.closed_ms >= record.opened_ms + WINDOW_MS);
    assert_eq!(state.tip().time_ms(), GENESIS_MS + 4_000);
}

#[test]
fn while_nothing_happens_the_hash_stays() {
    let mut state = fresh();
    state.end_block(1, GENESIS_MS - 900);
    let waiting = state.app_hash();
    state.end_block(2, GENESIS_MS - 800);
    assert_eq!(state.app_hash(), waiting, "or the engine would make blocks without an end");
    state.end_block(3, GENESIS_MS);
    let mut hashes = vec![waiting, state.app_hash()];
    for height in 4..7 {
        state.end_block(height, GENESIS_MS + 500);
        hashes.push(state.app_hash());
    }
    assert!((0..5).all(|i| !hashes[..i].contains(&hashes[i])), "or the window would stand still");
    assert_eq!(state.phase(), "delay");
    let closed = state.app_hash();
    state.end_block(7, GENESIS_MS + 600);
    assert_eq!(state.app_hash(), closed);
}

#[test]
fn a_false_delay_is_refused_and_the_round_goes_on() {
    let mut state = fresh();
    while state.phase() != "delay" {
        run(&mut state, 1);
    }
    let right = transactions(state.chain(), &state.duty()).remove(0);
    let Body::Delay(delay) = &right.body else { panic!("{right:?}") };
    let one = [vec![0; delay.y.len() - 1], vec![1]].concat();
    for (y, proof) in [(delay.proof.clone(), delay.y.clone()), (one.clone(), one)] {
        let body = Body::Delay(Delay { y, proof });
        let refused = state.apply(&Transaction { body, ..right }, &Verdicts::default());
        assert!(matches!(refused, Err(Unfit::Refused(Refusal::Invalid(_)))), "{refused:?}");
    }
    assert_eq!(state.apply(&right, &Verdicts::default()), Ok(()));
    assert_eq!(state.sealed().map(|round| round.number), Some(1));
}

#[test]
fn a_delay_that_is_known_seals_no_round_of_other_tickets() {
    let mut state = fresh();
    while state.phase() != "tickets" {
        run(&mut state, 1);
    }
    let (verdicts, all) = (Verdicts::default(), transactions(state.chain(), &state.duty()));
    assert!(all.len() > 1);
    let closed = |tickets: &[Transaction]| {
        let mut state = state.clone();
        state.begin_block();
        tickets.iter().for_each(|ticket| state.apply(ticket, &verdicts).unwrap());
        (1..=WINDOW_BLOCKS).for_each(|more| state.end_block(state.height() + more, GENESIS_MS + 900));
        state
    };
    let (mut whole, mut part) = (closed(&all), closed(&all[1..]));
    let delay = transactions(whole.chain(), &whole.duty()).remove(0);
    for _ in 0..2 {
        assert_eq!(whole.clone().apply(&delay, &verdicts), Ok(()));
    }
    let Body::Delay(parts) = &delay.body else { panic!("{delay:?}") };
    assert!(verdicts.sealed(whole.chain(), whole.tip(), parts).is_some());
    let refused = part.apply(&delay, &verdicts);
    assert!(matches!(refused, Err(Unfit::Refused(Refusal::Invalid(_)))), "{refused:?}");
    assert_eq!((whole.apply(&delay, &verdicts), part.phase()), (Ok(()), "delay"));
    assert_eq!(whole.sealed().map(|round| round.number), Some(1));
    let other = Delay { proof: parts.y.clone(), ..parts.clone() };
    assert!(verdicts.sealed(state.chain(), state.tip(), &other).is_none());
    assert!(verdicts.sealed(whole.chain(), whole.tip(), parts).is_none(), "of the round before");
}

#[test]
fn damaged_bytes_are_not_a_state() {
    let mut state = fresh();
    run(&mut state, 13);
    let (bytes, network, tip) = (state.to_bytes(), Arc::clone(&state.network), state.tip().clone());
    let load =
        |bytes: &[u8], tip| State::from_bytes(state.chain(), Arc::clone(&network), tip, bytes).map(drop);
    assert_eq!(load(&bytes, tip.clone()), Ok(()));
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(load(&changed, tip.clone()).is_err(), "byte {at}");
        assert!(load(&bytes[..at], tip.clone()).is_err(), "{at} bytes");
    }
    assert!(load(&bytes, state.chain().start()).is_err(), "after another round");
    let other = chain(&other_network());
    assert!(State::from_bytes(&other, network.clone(), other.start(), &bytes).is_err());
}

fn other_network() -> NetworkFile {
    network(4, 0)
}

#[test]
fn a_validator_that_signs_twice_loses_its_power_but_for_the_last() {
    let mut state = fresh();
    let addresses: Vec<_> = state.network.validators().iter().map(|one| one.key.address()).collect();
    let hash = state.app_hash();
    assert!(state.remove([[9; 20]]).is_empty(), "no validator");
    assert_eq!(state.app_hash(), hash);
    assert_eq!(state.remove([addresses[1], addresses[1]]).len(), 1);
    assert_ne!(state.app_hash(), hash);
    assert_eq!(state.validators().total_power(), 30);
    assert_eq!(state.counted_powers(), [10; 3]);
    assert_eq!(state.remove(addresses).len(), 2);
    assert_eq!(state.validators().total_power(), 10);
    assert_eq!(state.counted_powers(), [10]);
}

proptest! {
    #[test]
    fn any_bytes_are_a_transaction_or_none(bytes in prop::collection::vec(any::<u8>(), 0..700), kind in 0..5u8) {
        let chain = fresh().chain().clone();
        let mut bytes = bytes;
        if let Some(first) = bytes.first_mut() {
            *first = kind;
        }
        if let Ok(transaction) = Transaction::from_bytes(&chain, &bytes) {
            prop_assert_eq!(transaction.to_bytes(), bytes);
        }
    }
}

/// Everything on which a later block depends is in the hash.
#[test]
fn the_hash_knows_when_a_round_closed() {
    let [sooner, later] = [500, 501].map(|since| {
        let mut state = fresh();
        for (height, since) in [(1, 0), (2, 100), (3, 200), (4, since)] {
            state.end_block(height, GENESIS_MS + since);
        }
        assert_eq!(state.phase(), "delay");
        state
    });
    assert_ne!(sooner.app_hash(), later.app_hash());
}

/// The encoding is unique: each member of a set is in the bytes once.
#[test]
fn a_state_with_an_address_twice_is_refused() {
    const COUNT: usize = 5 + 32 + 4 * 8 + 4;
    let mut state = fresh();
    let address = state.network.validators()[0].key.address();
    state.remove([address]);
    let read = |bytes: &[u8]| {
        State::from_bytes(state.chain(), Arc::clone(&state.network), state.tip().clone(), bytes)
    };
    let honest = state.to_bytes();
    assert!(read(&honest).is_ok());
    let (head, rest) = honest[..honest.len() - 32].split_at(COUNT);
    assert_eq!(rest[..2], [0, 1]);
    let mut twice = [head, &[0, 2], &rest[2..22], &rest[2..]].concat();
    let hash = <sha2::Sha256 as sha2::Digest>::digest(&twice);
    twice.extend(hash);
    assert!(read(&twice).is_err());
}
