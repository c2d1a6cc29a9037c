//! A state from another node, as in a snapshot: each rule is broken on its own, under a correct hash.

use super::*;
use sha2::{Digest, Sha256};

const CHAIN: usize = 5;
const HEIGHT: usize = CHAIN + 32;
const ROUND: usize = HEIGHT + 8;
const TICKS: usize = HEIGHT + 4 * 8;
const REMOVED: usize = TICKS + 4;
const PHASE: usize = REMOVED + 2;
/// The offset after the height and times of the opening block, and the opening time.
const COLLECTED: usize = PHASE + 1 + 3 * 8;

/// A state in which some tickets came, with its bytes.
fn collecting() -> (State, Vec<u8>) {
    let (mut state, verdicts) = (fresh(), Verdicts::default());
    state.end_block(1, GENESIS_MS);
    let sent = transactions(state.chain(), &state.duty());
    assert!(sent.len() > 2);
    sent.iter().for_each(|ticket| state.apply(ticket, &verdicts).unwrap());
    let bytes = state.to_bytes();
    (state, bytes)
}

/// The same with the round closed.
fn closed() -> (State, Vec<u8>) {
    let (mut state, _) = collecting();
    (2..=1 + WINDOW_BLOCKS).for_each(|height| state.end_block(height, GENESIS_MS + 900));
    assert_eq!(state.phase(), "delay");
    let bytes = state.to_bytes();
    (state, bytes)
}

/// The bytes with changed content and the correct hash of it.
fn sealed(bytes: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut content = bytes[..bytes.len() - 32].to_vec();
    change(&mut content);
    let hash = Sha256::digest(&content);
    [&content[..], &hash].concat()
}

fn fault(state: &State, bytes: &[u8]) -> Option<&'static str> {
    let (network, tip) = (Arc::clone(&state.network), state.tip().clone());
    State::from_bytes(state.chain(), network, tip, bytes).err().map(|BadState(fault)| fault)
}

#[test]
fn the_form_is_that_of_the_specification() {
    for (state, bytes) in [collecting(), closed()] {
        let phase = if state.phase() == "delay" { 2 } else { 1 };
        let opening = state.opening.unwrap();
        let sent = state.machine.collected().unwrap();
        let number = |at: usize| u64::from_be_bytes(bytes[at..at + 8].try_into().unwrap());
        assert_eq!((&bytes[..CHAIN], &bytes[CHAIN..HEIGHT]), (&b"HLNS\x01"[..], &state.chain().id()[..]));
        assert_eq!(
            [number(HEIGHT), number(ROUND), number(ROUND + 8), number(ROUND + 16)],
            [state.height, 0, 0, 0]
        );
        assert_eq!((&bytes[TICKS..PHASE], bytes[PHASE]), (&[0; 6][..], phase));
        let opened = [number(PHASE + 1), number(PHASE + 9), number(PHASE + 17)];
        assert_eq!(opened, [opening.height, opening.block_ms, sent.time_ms]);
        let mut rest = &bytes[COLLECTED..bytes.len() - 32];
        if phase == 2 {
            assert_eq!(rest[..8], state.closed_ms.to_be_bytes());
            rest = &rest[8..];
        }
        let mut parts = vec![];
        while !rest.is_empty() {
            let (len, more) = rest.split_at(4);
            let (part, more) = more.split_at(u32::from_be_bytes(len.try_into().unwrap()) as usize);
            parts.push(part.to_vec());
            rest = more;
        }
        let tickets = sent.tickets().map(|ticket| {
            let mut bytes = vec![];
            ticket.encode(&mut bytes);
            bytes
        });
        let count = (sent.tickets().len() as u32).to_be_bytes().to_vec();
        assert_eq!(parts, [count].into_iter().chain(tickets).collect::<Vec<_>>());
    }
}

/// The content of a state, truncated at any place, under a correct hash.
#[test]
fn a_state_that_is_cut_short_is_named_so_at_every_length() {
    let (state, bytes) = closed();
    for len in 0..32 {
        assert_eq!(fault(&state, &bytes[..len]), Some("it is cut short"), "not even a hash: {len}");
    }
    let content = bytes.len() - 32;
    let mut between = 0;
    for len in 0..content {
        let cut = sealed(&bytes, |content| content.truncate(len));
        let expected = match len {
            0..CHAIN => "it is of another version",
            CHAIN..HEIGHT => "it is of another chain",
            _ => "it is cut short",
        };
        let found = fault(&state, &cut).unwrap();
        // A list with fewer tickets than its count is reported as cut short, and so is any of its parts.
        assert_eq!(found, expected, "{len}");
        between += usize::from(len > COLLECTED);
    }
    assert!(between > 100);
}

#[test]
fn each_broken_rule_has_its_words() {
    let (open, bytes) = collecting();
    let (waiting, plain) = (fresh(), fresh().to_bytes());
    let other = |at: usize, by: u8| sealed(&bytes, |content| content[at] ^= by);
    for (case, found, expected) in [
        (
            "a bit of the hash",
            {
                let mut bytes = bytes.clone();
                *bytes.last_mut().unwrap() ^= 1;
                bytes
            },
            "it is damaged",
        ),
        (
            "a bit of the content",
            {
                let mut bytes = bytes.clone();
                bytes[HEIGHT] ^= 1;
                bytes
            },
            "it is damaged",
        ),
        ("another magic", other(0, 1), "it is of another version"),
        ("version 2", other(4, 3), "it is of another version"),
        ("another chain", other(CHAIN + 31, 1), "it is of another chain"),
        ("after round 1", other(ROUND + 7, 1), "it stands after another round"),
        ("phase 0 with a round", other(PHASE, 1), "it has another form"),
        ("phase 3", other(PHASE, 2), "it has another form"),
        ("phase 2 without its time", other(PHASE, 3), "it has another form"),
        ("opened off the grid", other(COLLECTED - 1, 1), "a part of a round does not verify"),
        ("a count of another length", other(COLLECTED + 3, 1), "it has another form"),
        ("one ticket more than there are", other(COLLECTED + 7, 0), "it is well"),
    ] {
        match expected {
            "it is well" => assert_eq!(fault(&open, &found), None, "{case}"),
            expected => assert_eq!(fault(&open, &found), Some(expected), "{case}"),
        }
    }
    let ticket = COLLECTED + 8 + 4;
    let proof = ticket + 7 + 40;
    assert_eq!(fault(&open, &other(proof, 1)), Some("a part of a round does not verify"), "a false ticket");
    assert_eq!(fault(&open, &other(ticket + 4, 0x40)), Some("a part of a round is damaged"), "of nobody");
    let len = sealed(&bytes, |content| content[ticket + 6] -= 1);
    assert_eq!(fault(&open, &len), Some("a part of a round is damaged"), "a ticket with a byte more");
    let more = sealed(&plain, |content| content.push(0));
    assert_eq!(fault(&waiting, &more), Some("it has another form"), "a byte more");
    let words = BadState("it is damaged").to_string();
    assert_eq!(words, "the state of consensus can't be read: it is damaged");
}

/// Parts have a fixed order, and each place has one part: the encoding of a state is unique.
#[test]
fn tickets_in_another_order_or_doubled_are_refused() {
    let (state, bytes) = collecting();
    let parts = COLLECTED + 8;
    let len =
        |content: &[u8], at: usize| 4 + u32::from_be_bytes(content[at..at + 4].try_into().unwrap()) as usize;
    let swapped = sealed(&bytes, |content| {
        let (first, second) = (len(content, parts), len(content, parts + len(content, parts)));
        content[parts..parts + first + second].rotate_left(first);
    });
    assert_eq!(fault(&state, &swapped), Some("it has another form"));
    let doubled = sealed(&bytes, |content| {
        let first = content[parts..parts + len(content, parts)].to_vec();
        content.splice(parts..parts, first);
        let count = u32::from_be_bytes(content[COLLECTED + 4..parts].try_into().unwrap()) + 1;
        content[COLLECTED + 4..parts].copy_from_slice(&count.to_be_bytes());
    });
    assert_eq!(fault(&state, &doubled), Some("a part of a round does not verify"));
    let fewer = sealed(&bytes, |content| content[parts - 1] -= 1);
    // The last ticket is read as an announcement, of which this chain takes none.
    assert_eq!(fault(&state, &fewer), Some("a part of a round is damaged"));
}

#[test]
fn addresses_are_in_ascending_order() {
    let mut state = fresh();
    let addresses: Vec<_> = state.network.validators().iter().map(|one| one.key.address()).collect();
    state.remove(addresses[..2].iter().copied());
    let bytes = state.to_bytes();
    assert_eq!((fault(&state, &bytes), &bytes[REMOVED..REMOVED + 2]), (None, &[0, 2][..]));
    let swapped = sealed(&bytes, |content| content[PHASE..PHASE + 40].rotate_left(20));
    assert_eq!(fault(&state, &swapped), Some("it has another form"));
}

#[test]
fn the_round_of_a_state_is_known_before_its_rounds_are() {
    let (state, bytes) = closed();
    assert_eq!(State::round_of(state.chain(), &bytes), Ok(0));
    let far = sealed(&bytes, |content| content[ROUND..ROUND + 8].fill(0xff));
    assert_eq!(State::round_of(state.chain(), &far), Ok(u64::MAX));
    assert_eq!(fault(&state, &far), Some("it stands after another round"));
    let other = chain(&other_network());
    assert_eq!(State::round_of(&other, &bytes), Err(BadState("it is of another chain")));
    assert_eq!(State::round_of(state.chain(), &[]), Err(BadState("it is cut short")));
}
