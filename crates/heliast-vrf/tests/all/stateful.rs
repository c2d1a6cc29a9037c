//! Keys that are used up: terms, marks, refusals, and whole lives of small keys.

use heliast_symmetric::sha256::Sha256;
use heliast_vrf::{
    Exhausted, Invalid, Malformed, Misuse, Vrf,
    stateful::{
        Claim, Durable, Guard, Mark, OutOfTerms, Proof, PublicKey, Scheme, SecretKey, Signer, Stateful,
        Terms, Turn, verify_many,
    },
    tree::Nodes,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

const SCHEMES: [Scheme; 2] = [Scheme::XVrf, Scheme::IVrf];
const FIRST: u64 = 1000;

fn terms(scheme: Scheme, height: u8, slots: u16) -> Terms {
    Terms::new(scheme, height, slots, FIRST).unwrap()
}

fn key(terms: Terms) -> PublicKey {
    PublicKey { terms, root: [1; 32], pub_seed: [2; 32] }
}

fn made(terms: Terms) -> SecretKey {
    SecretKey::generate(terms, &[3; 32], &[4; 32])
}

/// Slot `slot` of the key's round number `round`.
fn turn(round: u64, slot: u16) -> Turn {
    Turn { round: FIRST + round, slot }
}

fn turns(terms: &Terms, rounds: u64) -> impl Iterator<Item = Turn> {
    let slots = terms.slots();
    (0..rounds).flat_map(move |round| (0..slots).map(move |slot| turn(round, slot)))
}

#[test]
fn terms_are_twelve_bytes() {
    let terms = Terms::new(Scheme::IVrf, 27, 0x1234, 0x0102_0304_0506_0708).unwrap();
    let bytes = [0x22, 27, 0x12, 0x34, 1, 2, 3, 4, 5, 6, 7, 8];
    assert_eq!(terms.to_bytes(), bytes);
    assert_eq!(Terms::from_bytes(&bytes), Ok(terms));
    for length in (0..12).chain(13..30) {
        let bytes = [bytes, bytes, bytes].concat();
        let wrong = Malformed::Length { expected: 12, found: length };
        assert_eq!(Terms::from_bytes(&bytes[..length]), Err(wrong));
    }
}

#[test]
fn every_byte_of_terms_is_terms_or_refused() {
    let good = terms(Scheme::XVrf, 15, 4).to_bytes();
    for (at, byte) in (0..12).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
        let mut bytes = good;
        bytes[at] = byte;
        let is_good = match at {
            0 => byte == 0x21 || byte == 0x22,
            1 => (1..=27).contains(&byte),
            2 | 3 => bytes[2..4] != [0, 0],
            _ => true,
        };
        let read = Terms::from_bytes(&bytes);
        assert_eq!(read.is_ok(), is_good, "{bytes:?}");
        assert!(read.is_err() || read.unwrap().to_bytes() == bytes);
    }
    for height in [0, 28, 255] {
        assert_eq!(Terms::new(Scheme::XVrf, height, 1, 0), Err(Misuse::Height { height }));
    }
    assert_eq!(Terms::new(Scheme::XVrf, 10, 0, 0), Err(Misuse::Slots));
}

#[test]
fn a_public_key_is_76_bytes() {
    let key = key(terms(Scheme::XVrf, 10, 2));
    let bytes = key.to_bytes();
    assert_eq!(bytes, [&key.terms.to_bytes()[..], &[1; 32], &[2; 32]].concat()[..]);
    assert_eq!(PublicKey::from_bytes(&bytes), Ok(key));
    for length in (0..76).chain(77..140) {
        let bytes = [bytes, bytes].concat();
        let wrong = Malformed::Length { expected: 76, found: length };
        assert_eq!(PublicKey::from_bytes(&bytes[..length]), Err(wrong));
    }
    for (at, bit) in (0..76).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut bytes = bytes;
        bytes[at] ^= 1 << bit;
        let other = PublicKey::from_bytes(&bytes);
        assert!(
            other != Ok(key) && other.is_ok_and(|other| other.to_bytes() == bytes) || at < 4,
            "byte {at}"
        );
    }
}

#[test]
fn lifetimes() {
    // X-VRF divides its leaves among the slots, iVRF has all slots in every leaf.
    let life = |scheme, height, slots| {
        let terms = terms(scheme, height, slots);
        (terms.capacity(), terms.rounds())
    };
    assert_eq!(life(Scheme::XVrf, 15, 1), (32768, 32768));
    assert_eq!(life(Scheme::XVrf, 15, 4), (32768, 8192));
    assert_eq!(life(Scheme::XVrf, 10, 3), (1024, 341));
    assert_eq!(life(Scheme::XVrf, 1, 3), (2, 0));
    assert_eq!(life(Scheme::IVrf, 10, 3), (3072, 1024));
    assert_eq!(life(Scheme::IVrf, 27, u16::MAX), (65535 << 27, 1 << 27));
}

#[test]
fn proofs_have_the_lengths_of_the_paper() {
    let of = |scheme| [15, 19, 23, 27].map(|height| terms(scheme, height, 1).proof_len());
    assert_eq!(of(Scheme::XVrf), [2628, 2756, 2884, 3012]);
    assert_eq!(of(Scheme::IVrf), [516, 644, 772, 900]);
}

#[test]
fn a_key_begins_and_ends_once() {
    for (scheme, slots) in SCHEMES.into_iter().flat_map(|scheme| [1, 3, 7].map(|slots| (scheme, slots))) {
        let terms = terms(scheme, 4, slots);
        assert!(turns(&terms, 200).map(|turn| terms.position(turn)).zip(0..).all(|(position, expected)| {
            match position {
                Ok(position) => position == expected && expected < terms.capacity(),
                Err(OutOfTerms::Expired { .. }) => expected >= terms.capacity(),
                Err(_) => false,
            }
        }));
        let early = Turn { round: FIRST - 1, slot: 0 };
        assert_eq!(terms.position(early), Err(OutOfTerms::Early { round: FIRST - 1, first: FIRST }));
        for slot in [slots, slots + 1, u16::MAX] {
            assert_eq!(terms.position(turn(0, slot)), Err(OutOfTerms::Slot { slot, slots }));
        }
        for round in [u64::MAX, (u64::MAX / u64::from(slots)).saturating_add(FIRST + 1), 1 << 63] {
            let turn = Turn { round, slot: 0 };
            assert_eq!(terms.position(turn), Err(OutOfTerms::Expired { turn }));
        }
    }
    let last = Terms::new(Scheme::IVrf, 27, 2, u64::MAX).unwrap();
    assert_eq!(last.position(Turn { round: u64::MAX, slot: 1 }), Ok(1));
}

#[test]
fn leaves_and_steps() {
    let place = |scheme, round, slot| {
        let place = terms(scheme, 10, 5).place(turn(round, slot)).unwrap();
        (place.leaf, place.step, place.steps)
    };
    assert_eq!(place(Scheme::XVrf, 0, 0), (0, 0, 1));
    assert_eq!(place(Scheme::XVrf, 3, 4), (19, 0, 1));
    assert_eq!(place(Scheme::XVrf, 204, 3), (1023, 0, 1));
    assert_eq!(place(Scheme::IVrf, 0, 0), (0, 0, 5));
    assert_eq!(place(Scheme::IVrf, 3, 4), (3, 4, 5));
    assert_eq!(place(Scheme::IVrf, 1023, 4), (1023, 4, 5));
}

/// The whole life of a key: every turn is answered once, up to the last leaf, and after that none.
#[test]
fn a_life() {
    for (scheme, height, slots) in
        [(Scheme::XVrf, 4, 1), (Scheme::XVrf, 3, 3), (Scheme::IVrf, 4, 1), (Scheme::IVrf, 3, 3)]
    {
        let terms = terms(scheme, height, slots);
        let mut secret = made(terms);
        let public = *secret.public_key();
        let mut outputs = Vec::new();
        for turn in turns(&terms, 17).take_while(|turn| terms.position(*turn).is_ok()) {
            let (output, proof) = Stateful::prove(&mut secret, turn, b"x").unwrap();
            assert_eq!(Stateful::verify(&public, turn, b"x", &proof), Ok(output));
            assert_eq!(Proof::from_bytes(&terms, proof.as_bytes()), Ok(proof.clone()));
            assert_eq!(
                Stateful::prove(&mut secret, turn, b"x"),
                Ok((output, proof.clone())),
                "the same again"
            );
            let position = terms.position(turn).unwrap();
            assert_eq!(Stateful::prove(&mut secret, turn, b"y"), Err(Exhausted::OtherInput { position }));
            assert!(!outputs.contains(&output));
            outputs.push(output);
        }
        assert_eq!(outputs.len() as u64, terms.capacity());
        let expired =
            (0..).map(|round| turn(round, slots - 1)).find(|turn| terms.position(*turn).is_err()).unwrap();
        let over = OutOfTerms::Expired { turn: expired };
        assert_eq!(Stateful::prove(&mut secret, expired, b"x"), Err(Exhausted::Terms(over)));
        assert_eq!(public.verify(expired, b"x", &vec![0; terms.proof_len()]), Err(Invalid::Terms(over)));
        let passed = Exhausted::Passed { position: 0, last: terms.capacity() - 1 };
        assert_eq!(Stateful::prove(&mut secret, turn(0, 0), b"x"), Err(passed));
    }
}

#[test]
fn a_refusal_changes_nothing() {
    let mut guard = Guard::new(key(terms(Scheme::XVrf, 4, 2)), None).unwrap();
    assert_eq!(guard.last(), None);
    let reservation = guard.reserve(turn(2, 1), b"x").unwrap();
    assert_eq!(
        (reservation.mark().position(), reservation.input(), reservation.is_repeated()),
        (5, &b"x"[..], false)
    );
    let mark = reservation.mark();
    let refused = [
        (turn(2, 1), b"y", Exhausted::OtherInput { position: 5 }),
        (turn(2, 0), b"x", Exhausted::Passed { position: 4, last: 5 }),
        (turn(0, 0), b"x", Exhausted::Passed { position: 0, last: 5 }),
        (turn(2, 2), b"x", Exhausted::Terms(OutOfTerms::Slot { slot: 2, slots: 2 })),
        (turn(8, 0), b"x", Exhausted::Terms(OutOfTerms::Expired { turn: turn(8, 0) })),
    ];
    for (turn, input, why) in refused {
        assert_eq!(guard.reserve(turn, input).unwrap_err(), why);
        assert_eq!(guard.last(), Some(mark));
    }
    let again = guard.reserve(turn(2, 1), b"x").unwrap();
    assert_eq!((again.mark(), again.is_repeated()), (mark, true));
    assert!(!guard.reserve(turn(3, 0), b"x").unwrap().is_repeated());
}

#[test]
fn marks_survive_as_bytes() {
    let terms = terms(Scheme::IVrf, 4, 2);
    let mut secret = made(terms);
    let (turn, next) = (turn(3, 1), turn(4, 0));
    let reservation = secret.reserve(turn, b"x").unwrap();
    let bytes = reservation.mark().to_bytes();
    assert_eq!((bytes.len(), &bytes[..8]), (40, &[0, 0, 0, 0, 0, 0, 0, 7][..]));
    let sealed = secret.seal(reservation);
    let proof =
        sealed.open(&Durable::vouch(*secret.public_key(), Mark::from_bytes(&bytes).unwrap())).unwrap();

    let mark = Mark::from_bytes(&bytes).unwrap();
    let mut again = SecretKey::resume(terms, &[3; 32], &[4; 32], Some(mark)).unwrap();
    assert_eq!(again.public_key(), secret.public_key());
    assert_eq!(again.reserve(turn, b"y").unwrap_err(), Exhausted::OtherInput { position: 7 });
    let reservation = again.reserve(turn, b"x").unwrap();
    assert!(reservation.is_repeated());
    assert_eq!(again.seal(reservation).open(&Durable::vouch(*secret.public_key(), mark)), Ok(proof));
    assert_eq!(
        Stateful::prove(&mut again, next, b"z").unwrap(),
        Stateful::prove(&mut secret, next, b"z").unwrap()
    );

    for length in (0..40).chain([41, 80]) {
        let wrong = Malformed::Length { expected: 40, found: length };
        assert_eq!(Mark::from_bytes(&[bytes, bytes].concat()[..length]), Err(wrong));
    }
    let beyond = Mark::from_bytes(&[&32u64.to_be_bytes()[..], &[0; 32]].concat()).unwrap();
    let refused = SecretKey::resume(terms, &[3; 32], &[4; 32], Some(beyond)).err();
    assert_eq!(refused, Some(Malformed::Mark { position: 32 }));
}

/// A position is used up when it is reserved, whether or not its answer was ever opened.
#[test]
fn a_dropped_reservation_is_used_up() {
    let mut secret = made(terms(Scheme::IVrf, 2, 1));
    drop(secret.reserve(turn(1, 0), b"x").unwrap());
    assert_eq!(secret.reserve(turn(1, 0), b"y").unwrap_err(), Exhausted::OtherInput { position: 1 });
    assert_eq!(secret.reserve(turn(0, 0), b"x").unwrap_err(), Exhausted::Passed { position: 0, last: 1 });
}

/// Only the mark of its own key, position and input opens an answer.
#[test]
fn another_mark_opens_nothing() {
    for scheme in SCHEMES {
        let terms = terms(scheme, 3, 2);
        let mut secret = made(terms);
        let key = *secret.public_key();
        let marks: Vec<_> = [(0, b"x"), (0, b"y"), (1, b"x")]
            .into_iter()
            .map(|(round, input)| {
                Guard::new(key, None).unwrap().reserve(turn(round, 0), input).unwrap().mark()
            })
            .collect();
        let burned = Mark::from_bytes(&[0; Mark::LEN]).unwrap();
        let other = *SecretKey::generate(terms, &[3; 32], &[5; 32]).public_key();
        let longer = PublicKey { terms: Terms::new(scheme, 3, 2, FIRST - 1).unwrap(), ..key };
        let false_words = [
            Durable::vouch(key, marks[1]),
            Durable::vouch(key, marks[2]),
            Durable::vouch(key, burned),
            Durable::vouch(other, marks[0]),
            Durable::vouch(longer, marks[0]),
        ];
        let mut seal = || {
            let reservation = secret.reserve(turn(0, 0), b"x").unwrap();
            secret.seal(reservation)
        };
        let (output, proof) = seal().open(&Durable::vouch(key, marks[0])).unwrap();
        assert_eq!(key.verify(turn(0, 0), b"x", proof.as_bytes()), Ok(output));
        for word in &false_words {
            let sealed = seal();
            assert_eq!((sealed.key(), sealed.mark(), sealed.output()), (&key, marks[0], &output));
            assert_eq!(sealed.open(word), Err(Misuse::OtherMark), "{word:?}");
        }
        let shown = format!("{:?}", seal());
        assert!(!shown.contains(&hex::encode(&proof.as_bytes()[4..8])), "{shown}");
    }
}

#[test]
#[should_panic(expected = "this key's")]
fn a_reservation_belongs_to_its_key() {
    let terms = terms(Scheme::IVrf, 2, 1);
    let other = SecretKey::generate(terms, &[3; 32], &[5; 32]);
    let reservation = made(terms).reserve(turn(0, 0), b"x").map(|reservation| other.seal(reservation));
    drop(reservation);
}

#[test]
fn claims_of_both_schemes_are_judged_in_their_order() {
    let all = [
        terms(Scheme::XVrf, 2, 1),
        terms(Scheme::IVrf, 3, 2),
        terms(Scheme::XVrf, 3, 2),
        terms(Scheme::IVrf, 1, 5),
    ];
    let proved: Vec<_> = all
        .iter()
        .flat_map(|terms| {
            let mut secret = made(*terms);
            let turns: Vec<_> = turns(terms, terms.rounds()).collect();
            let prove =
                move |turn| (*secret.public_key(), turn, Stateful::prove(&mut secret, turn, b"x").unwrap());
            turns.into_iter().map(prove).collect::<Vec<_>>()
        })
        .collect();
    // The claims go from key to key and back, with false claims of every kind among them.
    let count = proved.len();
    let mut claims = Vec::new();
    let mut expected = Vec::new();
    for i in 0..3 * count {
        let (key, turn, (output, proof)) = &proved[i * 7 % count];
        let mut claim = Claim { key, turn: *turn, x: b"x", proof: proof.as_bytes() };
        let mut verdict = Ok(*output);
        match i % 5 {
            1 => (claim.turn.round, verdict) = (0, Err(OutOfTerms::Early { round: 0, first: FIRST }.into())),
            3 => {
                claim.proof = &proof.as_bytes()[1..];
                let expected = proof.as_bytes().len();
                verdict = Err(Invalid::Length { expected, found: expected - 1 });
            }
            4 if key.terms.scheme() == Scheme::XVrf => (claim.x, verdict) = (b"y", Err(Invalid::Root)),
            _ => {}
        }
        assert_eq!(claim.key.verify(claim.turn, claim.x, claim.proof), verdict);
        claims.push(claim);
        expected.push(verdict);
    }
    assert_eq!(verify_many(&claims), expected);
    claims.reverse();
    expected.reverse();
    assert_eq!(verify_many(&claims), expected);
    assert_eq!(verify_many(&[]), []);
}

/// Few leaves and many are computed in different ways.
#[test]
fn leaves_are_the_same_however_many_are_asked_for() {
    for signer in SCHEMES.map(|scheme| Signer::new(Sha256::new(), terms(scheme, 10, 2), &[3; 32], &[4; 32])) {
        let leaves = |first: usize, count| {
            let mut leaves = vec![[0; 32]; count];
            signer.leaves(first as u32, &mut leaves);
            leaves
        };
        let all = leaves(0, 72);
        for (first, count) in [(0, 0), (0, 1), (71, 1), (5, 7), (9, 8), (1, 31), (30, 33), (3, 39), (2, 41)] {
            assert_eq!(leaves(first, count), all[first..first + count], "{count} from {first}");
        }
    }
}

#[test]
fn threads_may_share_a_signer() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Signer>();
    is_shared::<SecretKey>();
}

proptest! {
    #[test]
    fn positions_are_the_formula_s(
        ivrf: bool,
        height in 1u8..=27,
        slots in 1u16..,
        first: u64,
        since in prop_oneof![0u64..1 << 28, any::<u64>()],
        slot in prop_oneof![0u16..3, any::<u16>()],
    ) {
        let scheme = SCHEMES[usize::from(ivrf)];
        let terms = Terms::new(scheme, height, slots, first).unwrap();
        let round = first.wrapping_add(since);
        let capacity = (1u128 << height) * if ivrf { u128::from(slots) } else { 1 };
        let formula = (u128::from(round) as i128 - i128::from(first)) * i128::from(slots) + i128::from(slot);
        let answers = slot < slots && round >= first && formula < capacity as i128;
        let position = terms.position(Turn { round, slot });
        prop_assert_eq!(position.is_ok(), answers);
        if let Ok(position) = position {
            prop_assert_eq!(i128::from(position), formula);
            let place = terms.place(Turn { round, slot }).unwrap();
            prop_assert_eq!(u64::from(place.leaf) * u64::from(place.steps) + u64::from(place.step), position);
            prop_assert!(place.leaf < terms.leaves() && place.step < place.steps);
        }
    }

    /// Positions increase and none answers two inputs, for any requests and any number of times that the key
    /// is saved and loaded.
    #[test]
    fn no_position_answers_twice(asked in prop::collection::vec((0u64..12, 0u16..3, 0u8..2, any::<bool>()), 0..40)) {
        let key = key(terms(Scheme::XVrf, 4, 2));
        let mut guard = Guard::new(key, None).unwrap();
        let mut answered: BTreeMap<u64, u8> = BTreeMap::new();
        for (round, slot, input, restart) in asked {
            if restart {
                let last = guard.last().map(|mark| Mark::from_bytes(&mark.to_bytes()).unwrap());
                guard = Guard::new(key, last).unwrap();
            }
            let highest = answered.last_key_value().map(|(position, input)| (*position, *input));
            let position = round * 2 + u64::from(slot);
            let free = highest.is_none_or(|(last, of)| position > last || position == last && input == of);
            let bytes = [input];
            let reserved = guard.reserve(turn(round, slot), &bytes);
            prop_assert_eq!(reserved.is_ok(), slot < 2 && position < 16 && free);
            if reserved.is_ok() {
                prop_assert!(answered.insert(position, input).is_none_or(|before| before == input));
            }
        }
    }
}
