//! Mutations of rounds and geneses with roots, alone and together with squarings. None may be accepted.
//! `HELIAST_MUTATIONS=100000 cargo test --release -p heliast --test all roots_mutations` takes some minutes.

use crate::{common::House, roots::houses};
use heliast::{
    Chain, Delay, RootElement, RootField, Round, Verified,
    bundle::{self, Pin},
};
use testkit::{Random, mutations};

/// Bytes of an element of each delay.
const LEN: usize = 128;

/// Changes some bytes, perhaps to those of another round or genesis.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let (at, with) = (random.below(bytes.len()), random.below(bytes.len()));
    match random.below(8) {
        0 | 1 => bytes[at] ^= 1 << random.below(8),
        2 => bytes[at] = random.word() as u8,
        3 => bytes.swap(at, with),
        4 => bytes.truncate(at.max(1)),
        5 => bytes.extend((0..=random.below(3)).map(|_| random.word() as u8)),
        6 => drop(bytes.drain(at.min(with)..at.max(with))),
        _ => {
            let end = other.len().min(bytes.len()).min(at + 1 + random.below(2 * LEN));
            let start = at.min(end);
            bytes[start..end].copy_from_slice(&other[start..end]);
        }
    }
    if bytes.is_empty() {
        bytes.push(0);
    }
}

/// Changes the round's delay: it gets parts of another, or another element in some place.
fn mutate_delay(field: &RootField, delay: &mut Delay, other: &Round, random: &mut Random) {
    let ends = delay.proof.len() / LEN;
    let (one, two) = (random.below(ends), random.below(ends));
    let of_y = random.below(delay.y.len() / LEN);
    match random.below(7) {
        0 => delay.y[of_y * LEN..][..LEN].copy_from_slice(&other.y[of_y * LEN..][..LEN]),
        1 => delay.proof[one * LEN..][..LEN].copy_from_slice(&other.proof[one * LEN..][..LEN]),
        2 => {
            let exchanged = delay.proof[one * LEN..][..LEN].to_vec();
            delay.proof.copy_within(two * LEN..(two + 1) * LEN, one * LEN);
            delay.proof[two * LEN..][..LEN].copy_from_slice(&exchanged);
        }
        3 => {
            let last = delay.y.len() - LEN;
            let y = delay.y[last..].to_vec();
            delay.y[last..].copy_from_slice(&delay.proof[one * LEN..][..LEN]);
            delay.proof[one * LEN..][..LEN].copy_from_slice(&y);
        }
        4 if delay.y.len() > LEN => delay.y.rotate_left(LEN),
        5 => {
            delay.y.clone_from(&other.y);
            delay.proof.clone_from(&other.proof);
        }
        _ => {
            let last = delay.y.len() - LEN;
            let place = if random.below(3) == 0 {
                &mut delay.y[last..]
            } else {
                &mut delay.proof[one * LEN..][..LEN]
            };
            let Ok(element) = field.decode(place) else { return };
            place.copy_from_slice(&field.encode(&changed(field, &element, random)));
        }
    }
}

/// Returns the root of the other parity, the result of a step more or less, the step without σ, or a
/// neighbouring number.
fn changed(field: &RootField, y: &RootElement, random: &mut Random) -> RootElement {
    let one = heliast::Natural::one();
    let number = y.natural();
    let neighbour = if number.is_even() { number.sub(&one) } else { Some(number.add(&one)) };
    let neighbour = neighbour.and_then(|number| field.element(number)).unwrap_or_else(|| y.clone());
    match random.below(5) {
        0 => field.prime().sub(number).and_then(|number| field.element(number)).unwrap_or(neighbour),
        1 => field.step(y),
        2 => field.step_back(y),
        3 => field.step(&neighbour),
        _ => neighbour,
    }
}

#[test]
fn mutated_rounds_are_never_accepted() {
    let count = mutations(600) / 2;
    for mut house in houses() {
        let (chain, rounds) = (house.chain.clone(), house.rounds(4));
        let field = chain.roots().unwrap().field.clone();
        let mut tips = vec![chain.start()];
        rounds.iter().for_each(|round| tips.push(chain.tip_after(round)));
        let mut random = Random::from_seed(0x726f_756e_6473);
        let (mut tried, mut decoded) = (0, 0);
        while tried < count {
            let (place, other) = (random.below(rounds.len()), random.pick(&rounds));
            let mut round: Round = (*rounds[place]).clone();
            if random.below(2) == 0 {
                let mut delay = Delay { y: round.y.clone(), proof: round.proof.clone() };
                (0..=random.below(2)).for_each(|_| mutate_delay(&field, &mut delay, other, &mut random));
                (round.y, round.proof) = (delay.y, delay.proof);
            }
            let mut bytes = round.encode();
            if random.below(2) == 0 {
                (0..=random.below(2)).for_each(|_| mutate(&mut bytes, &other.encode(), &mut random));
            }
            if bytes == rounds[place].encode() {
                continue;
            }
            tried += 1;
            let Ok(found) = chain.decode_round(&bytes) else { continue };
            decoded += 1;
            assert_eq!(found.encode(), bytes);
            assert!(
                chain.verify(&tips[place], found).is_err(),
                "round {}: {}",
                place + 1,
                hex::encode(&bytes)
            );
        }
        assert!(10 * decoded > tried, "{decoded} of {tried} have the form of a round");
        println!("{}: {tried} false rounds, {decoded} of which have the form", chain.genesis().delays.name());
    }
}

#[test]
fn mutated_geneses_are_of_other_chains() {
    let count = mutations(600) / 2;
    for mut house in houses() {
        let (honest, round) = (house.chain.genesis_bytes().to_vec(), house.rounds(1).remove(0));
        let mut bundle = vec![];
        bundle::write_header(&mut bundle, &house.chain, &house.chain.start(), 1).unwrap();
        bundle::write_round(&mut bundle, &round.encode()).unwrap();
        let place = bundle.windows(honest.len()).position(|part| part == honest).unwrap();
        assert_eq!(read(&house, &bundle), Some(vec![round.clone()]));
        let mut random = Random::from_seed(0x67_656e_6573_6573);
        let (mut tried, mut chains) = (0, 0);
        while tried < count {
            let mut bytes = honest.clone();
            // Most of them in the head, where the delays are.
            let head = 60 + random.below(honest.len() - 60);
            let mut front: Vec<u8> = bytes.drain(..head).collect();
            let other: Vec<u8> = honest.iter().rev().copied().collect();
            (0..=random.below(2)).for_each(|_| mutate(&mut front, &other, &mut random));
            bytes.splice(..0, front);
            if bytes == honest {
                continue;
            }
            tried += 1;
            let swapped = [&bundle[..place], &bytes, &bundle[place + honest.len()..]].concat();
            assert_eq!(read(&house, &swapped), None, "{}", hex::encode(&bytes));
            let Ok(chain) = Chain::from_bytes(&bytes) else { continue };
            chains += 1;
            assert_eq!(chain.genesis().to_bytes(), bytes);
            assert_ne!(chain.id(), house.chain.id());
            let verified =
                chain.decode_round(&round.encode()).map(|found| chain.verify(&chain.start(), found));
            assert!(!matches!(verified, Ok(Ok(_))), "{}", hex::encode(&bytes));
        }
        assert!(chains > 0, "none of {tried} is a genesis");
        println!(
            "{}: {tried} false geneses, {chains} of which are of a chain",
            house.chain.genesis().delays.name()
        );
    }
}

/// The rounds of a bundle if a reader that knows the chain accepts all of them.
fn read(house: &House, bytes: &[u8]) -> Option<Vec<Verified<Round>>> {
    let mut reader = bundle::Reader::new(bytes, Pin::Chain(*house.chain.id())).ok()?;
    let mut rounds = vec![];
    while let Some(round) = reader.next_round().ok()? {
        rounds.push(round);
    }
    Some(rounds)
}
