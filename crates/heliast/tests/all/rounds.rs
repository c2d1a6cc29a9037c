//! Tests that valid rounds, geneses and bundles are accepted, and that nothing else is.

use crate::common::{self, House, PERIOD_MS, RSA_1024, START_MS, class_genesis, genesis};
use heliast::{
    Chain, DelayGroup, Draft, Genesis, Invalid, Malformed, Natural, PrimeMode, Round, SquaringRules,
    StatelessScheme, Suite, Ticket, Tip, TipParts,
    bundle::{self, BundleError, Pin, Start},
    keys::Key,
    stateful::{Scheme, Terms},
};
use heliast_vdf::PrimeHash;

fn house() -> House {
    House::new(StatelessScheme::EcvrfEll2, 7)
}

#[test]
fn rounds_of_both_schemes_verify_from_their_bytes() {
    for scheme in StatelessScheme::ALL {
        let mut house = House::new(scheme, 1);
        let mut tip = house.chain.start();
        for round in house.rounds(3) {
            let decoded = house.chain.decode_round(&round.encode()).unwrap();
            let again = house.chain.verify(&tip, decoded).unwrap();
            assert_eq!(again, round);
            assert!(!round.facts().lots.is_empty());
            tip = house.chain.tip_after(&round);
            assert_eq!(*tip.seed(), round.facts().beacon);
        }
    }
}

#[test]
fn every_byte_of_a_round_counts() {
    every_byte_counts(house());
    every_byte_counts(House::of(class_genesis(StatelessScheme::EcvrfEll2, 7)));
}

fn every_byte_counts(mut house: House) {
    let rounds = house.rounds(2);
    let tip = house.chain.tip_after(&rounds[0]);
    let bytes = rounds[1].encode();
    let accepted = |bytes: &[u8]| {
        house.chain.decode_round(bytes).is_ok_and(|round| house.chain.verify(&tip, round).is_ok())
    };
    assert!(accepted(&bytes));
    for i in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[i] ^= 1 << (i % 8);
        assert!(!accepted(&flipped), "byte {i}");
        assert!(!accepted(&bytes[..i]), "cut at {i}");
    }
    assert!(!accepted(&[&bytes[..], &[0]].concat()));
}

#[test]
fn delays_are_those_of_the_chains_own_group() {
    let mut class = House::of(class_genesis(StatelessScheme::EcvrfEll2, 7));
    let round = class.rounds(1).remove(0);
    assert_eq!(round.y.len(), 100);
    let same = Chain::from_bytes(class.chain.genesis_bytes()).unwrap();
    assert_eq!((same.id(), same.delay_id()), (class.chain.id(), class.chain.delay_id()));
    assert_eq!((same.delay_bits(), same.group().unwrap().class().is_some()), (1_024, true));
    // The seed gives the same discriminant; a round of a chain with another seed is refused.
    let other = DelayGroup::Class { bits: 1_024, seed: vec![8; 32] };
    let other = House::of(common::with_squarings(class_genesis(StatelessScheme::EcvrfEll2, 7), |one| {
        one.group = other
    }));
    assert!(
        other.chain.decode_round(&round.encode()).is_err_and(|error| error.to_string().contains("delay"))
    );
    // An RSA chain has a longer element there.
    assert!(house().chain.decode_round(&round.encode()).is_err());
    let mut rsa = house();
    assert!(class.chain.decode_round(&rsa.rounds(1)[0].encode()).is_err());
}

/// The round has tickets of hash trees and of stateless keys, for two committees, and an announcement.
#[test]
fn every_byte_of_a_round_with_trees_counts() {
    let parameters = Genesis { lead: 2, committees: vec![10, 5], ..genesis(StatelessScheme::EcvrfEll2, 7) };
    let mut house = House::of(parameters);
    let mut tip = house.chain.start();
    let terms = |scheme, first| Terms::new(scheme, 3, 2, first).unwrap();
    house.announce_key(&tip, 0, terms(Scheme::XVrf, 1));
    house.announce_key(&tip, 1, terms(Scheme::IVrf, 3));
    for _ in 0..2 {
        let round = house.round(&tip);
        tip = house.chain.tip_after(&round);
    }
    house.announce_key(&tip, 2, terms(Scheme::XVrf, 9));
    let round = house.round(&tip);
    let kinds: Vec<_> = round.facts().lots.iter().map(|lot| lot.key == Key::Stateless).collect();
    assert!(kinds.contains(&true) && kinds.contains(&false), "{kinds:?}");
    let bytes = round.encode();
    let accepted = |bytes: &[u8]| {
        house.chain.decode_round(bytes).is_ok_and(|round| house.chain.verify(&tip, round).is_ok())
    };
    assert!(accepted(&bytes));
    for i in (0..bytes.len()).filter(|i| i % 5 == 0 || *i < 200 || *i > bytes.len() - 700) {
        let mut flipped = bytes.clone();
        flipped[i] ^= 1 << (i % 8);
        assert!(!accepted(&flipped), "byte {i} of {}", bytes.len());
    }
    assert!((0..bytes.len()).all(|len| !accepted(&bytes[..len])));
}

#[test]
fn a_round_in_anothers_place_is_named() {
    let mut house = house();
    let rounds = house.rounds(3);
    let chain = &house.chain;
    let second = chain.decode_round(&rounds[1].encode()).unwrap();
    assert_eq!(chain.verify(&chain.start(), second.clone()), Err(Invalid::Number { expected: 1, found: 2 }));
    let renumbered = Round { number: 1, time_ms: START_MS, ..second.clone() };
    assert!(matches!(chain.verify(&chain.start(), renumbered), Err(Invalid::Ticket { .. })));
    let other = House::new(StatelessScheme::EcvrfEll2, 8);
    assert!(other.chain.verify(&chain.tip_after(&rounds[0]), second).is_err());
}

/// A tip after a round that is not verified yet, as in a reader that decodes ahead.
#[test]
fn the_largest_round_number_overflows_nothing() {
    let mut house = house();
    let first = house.round(&house.chain.start());
    let mut claimed = house.chain.decode_round(&first.encode()).unwrap();
    claimed.number = u64::MAX;
    let claimed = house.chain.decode_round(&claimed.encode()).unwrap();
    let tip = house.chain.follow_unverified(&house.chain.start(), &claimed).unwrap();
    let next = house.chain.decode_round(&first.encode()).unwrap();
    assert_eq!(house.chain.verify(&tip, next), Err(Invalid::Number { expected: u64::MAX, found: 1 }));
    assert!(!house.chain.ticket_input(&tip, 0).is_empty());
}

#[test]
fn times_are_on_the_grid_and_ascend() {
    let mut house = house();
    let first = house.round(&house.chain.start());
    let tip = house.chain.tip_after(&first);
    let check = |time_ms| house.chain.check_time(&tip, time_ms);
    assert_eq!(check(START_MS + u64::from(PERIOD_MS)), Ok(()));
    assert_eq!(check(START_MS + 1_000 * u64::from(PERIOD_MS)), Ok(()));
    let far = START_MS + (1 << 53) / u64::from(PERIOD_MS) * u64::from(PERIOD_MS);
    for bad in
        [0, far, START_MS - u64::from(PERIOD_MS), START_MS, START_MS + u64::from(PERIOD_MS) + 1, u64::MAX]
    {
        assert_eq!(check(bad), Err(Invalid::Time(bad)));
    }
}

#[test]
fn tickets_need_a_proof_and_votes() {
    let mut house = house();
    let tip = house.chain.start();
    let tickets = house.tickets(&tip);
    let chain = &house.chain;
    let winner = tickets[0].clone();
    assert!(chain.verify_ticket(&tip, winner.clone()).is_ok());
    let verify = |ticket| chain.verify_ticket(&tip, ticket).unwrap_err();
    assert_eq!(verify(Ticket { participant: 5, ..winner.clone() }), Invalid::Participant(5));
    assert!(matches!(
        verify(Ticket { participant: 4, ..winner.clone() }),
        Invalid::Ticket { participant: 4, .. }
    ));
    let elsewhere = Tip::from_trusted_parts(TipParts { seed: [9; 32], ..tip.to_parts() });
    assert!(matches!(chain.verify_ticket(&elsewhere, winner), Err(Invalid::Ticket { .. })));

    // The participant with one unit of stake wins nothing in most rounds: its honest proof is then refused
    // because it has no votes.
    let mut tip = tip;
    let loser = loop {
        let (output, proof) = house.draw(&tip, 0, 4);
        if house.chain.votes(&tip, 0, 4, &output) == 0 {
            break Ticket { slot: 0, participant: 4, proof };
        }
        let mut parts = tip.to_parts();
        parts.seed[0] += 1;
        tip = Tip::from_trusted_parts(parts);
    };
    assert_eq!(house.chain.verify_ticket(&tip, loser), Err(Invalid::NoVotes(4)));
}

#[test]
fn a_round_that_leaves_tickets_out_or_doubles_them_has_another_delay() {
    let mut house = house();
    let round = house.round(&house.chain.start());
    let chain = &house.chain;
    let honest = chain.decode_round(&round.encode()).unwrap();
    assert!(honest.tickets.len() > 1);
    let mut fewer = honest.clone();
    fewer.tickets.pop();
    assert!(matches!(chain.verify(&chain.start(), fewer), Err(Invalid::Delay(_))));
    let mut doubled = honest.clone();
    doubled.tickets.insert(0, honest.tickets[0].clone());
    assert_eq!(chain.verify(&chain.start(), doubled.clone()), Err(Invalid::Order));
    let rule = Malformed::Field { field: "tickets", rule: "slots and participants must ascend" };
    assert_eq!(chain.decode_round(&doubled.encode()), Err(rule));
    let mut swapped = honest;
    swapped.tickets.swap(0, 1);
    assert_eq!(chain.verify(&chain.start(), swapped), Err(Invalid::Order));
}

#[test]
fn verified_tickets_of_another_round_are_not_sealed() {
    let mut house = house();
    let first = house.chain.start();
    let old =
        house.tickets(&first).into_iter().map(|ticket| house.chain.verify_ticket(&first, ticket).unwrap());
    let old: Vec<_> = old.collect();
    let round = house.round(&first);
    let second = house.chain.tip_after(&round);
    let time_ms = START_MS + u64::from(PERIOD_MS);
    let (_, x) = house.chain.delay_input(&second, time_ms, old.iter().map(|ticket| ticket.facts()));
    let (participant, delay) = (old[0].participant, common::delay(&house.chain, x));
    let sealed = house.chain.seal(&second, Draft { time_ms, tickets: old, announcements: vec![], delay });
    assert_eq!(sealed, Err(Invalid::OtherRound(participant)));
}

#[test]
fn a_round_without_tickets_is_a_round() {
    let house = house();
    let (chain, tip) = (&house.chain, house.chain.start());
    let (_, x) = chain.delay_input(&tip, START_MS, [].iter());
    let delay = common::delay(chain, x);
    let draft = Draft { time_ms: START_MS, tickets: vec![], announcements: vec![], delay };
    let round = chain.seal(&tip, draft).unwrap();
    let decoded = chain.decode_round(&round.encode()).unwrap();
    assert_eq!(chain.verify(&tip, decoded).unwrap(), round);
}

#[test]
fn the_genesis_is_strict() {
    let genesis = genesis(StatelessScheme::EcvrfTai, 3);
    let bytes = genesis.to_bytes();
    assert_eq!(Genesis::from_bytes(&bytes), Ok(genesis.clone()));
    let id = *Chain::new(genesis.clone()).unwrap().id();
    for i in 0..bytes.len() {
        assert!(Genesis::from_bytes(&bytes[..i]).is_err(), "cut at {i}");
        let mut flipped = bytes.clone();
        flipped[i] ^= 0x41;
        if let Ok(chain) = Chain::from_bytes(&flipped) {
            assert_ne!(*chain.id(), id, "byte {i}");
            assert_eq!(chain.genesis_bytes(), flipped, "byte {i}");
        }
    }
    assert!(Genesis::from_bytes(&[&bytes[..], &[0]].concat()).is_err());

    fn squarings(genesis: &mut Genesis) -> &mut SquaringRules {
        genesis.delays.squarings.as_mut().unwrap()
    }
    let refused = |change: &dyn Fn(&mut Genesis)| {
        let mut bad = genesis.clone();
        change(&mut bad);
        let error = Chain::new(bad.clone()).unwrap_err();
        assert!(Chain::from_bytes(&bad.to_bytes()).is_err(), "{error}");
        error.to_string()
    };
    let safe = [PrimeMode::Plain, PrimeMode::SievedFull];
    for mode in PrimeMode::ALL.iter().copied().filter(|mode| !safe.contains(mode)) {
        let suite = Suite::of_level(mode, 128).unwrap();
        assert!(refused(&|g| squarings(g).suite = suite).ends_with("plain or sieved-full"));
    }
    for hash in PrimeHash::ALL.into_iter().filter(|hash| *hash != PrimeHash::Sha256) {
        assert!(
            refused(&|g| squarings(g).suite = squarings(g).suite.with_hash(hash))
                .ends_with("hashed with SHA-256")
        );
    }
    for mode in safe {
        let suite = |bits| Suite::new(mode, bits).unwrap();
        assert!(refused(&|g| squarings(g).suite = suite(128)).ends_with("200 bits or more"));
        assert!(refused(&|g| squarings(g).suite = suite(192)).ends_with("200 bits or more"));
        Chain::new(common::with_squarings(genesis.clone(), |one| one.suite = suite(200))).unwrap();
    }
    assert!(refused(&|g| squarings(g).t = 0).starts_with("t: "));
    assert!(refused(&|g| squarings(g).t = 1 << 48).starts_with("t: "));
    assert!(refused(&|g| g.period_ms = 99).starts_with("period: "));
    assert!(refused(&|g| g.genesis_time_ms = 1 << 53).starts_with("genesis time: "));
    assert!(refused(&|g| g.committees[0] = 0).starts_with("expected votes: "));
    assert!(refused(&|g| g.committees[0] = 1_000_001).starts_with("expected votes: "));
    assert!(refused(&|g| g.committees.clear()).starts_with("slots: "));
    assert!(refused(&|g| g.committees = vec![1; 17]).starts_with("slots: "));
    assert!(refused(&|g| g.lead = 1).starts_with("lead: "));
    assert!(refused(&|g| g.participants.clear()).starts_with("participants: "));
    assert!(refused(&|g| g.participants[1] = g.participants[0].clone()).starts_with("participants: "));
    assert!(refused(&|g| g.participants[2].stake = 0).starts_with("stake: "));
    assert!(refused(&|g| g.participants[2].stake = u64::MAX).starts_with("stake: "));
    assert!(
        refused(&|g| g.participants[2].public_key = vec![0; 32]).starts_with("public key of participant 2")
    );
    let modulus = Natural::from_decimal(RSA_1024).unwrap();
    for modulus in [modulus.shr(1), modulus.shl(1)] {
        let group = DelayGroup::Rsa { modulus };
        assert!(refused(&|g| squarings(g).group = group.clone()).starts_with("modulus: "));
    }
    for (bits, len, field) in
        [(992, 32, "discriminant: "), (1_040, 32, "discriminant: "), (4_128, 32, "discriminant: ")]
            .into_iter()
            .chain([(1_024, 31, "seed of the discriminant: "), (1_024, 256, "seed of the discriminant: ")])
    {
        let group = DelayGroup::Class { bits, seed: vec![7; len] };
        assert!(refused(&|g| squarings(g).group = group.clone()).starts_with(field), "{bits}, {len}");
    }
}

fn bundle_of(house: &House, tip: &Tip, rounds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bundle::write_header(&mut bytes, &house.chain, tip, rounds.len() as u64).unwrap();
    rounds.iter().for_each(|round| bundle::write_round(&mut bytes, round).unwrap());
    bytes
}

fn read(bytes: &[u8]) -> Result<Tip, BundleError> {
    let mut reader = bundle::Reader::trusting_start(bytes, Pin::AnyChain)?;
    while reader.next_round()?.is_some() {}
    Ok(reader.tip().clone())
}

#[test]
fn every_byte_of_a_bundle_counts_and_the_round_is_named() {
    let mut house = house();
    let rounds = house.rounds(2);
    let encoded: Vec<_> = rounds.iter().map(|round| round.encode()).collect();
    let bytes = bundle_of(&house, &house.chain.start(), &encoded);
    assert_eq!(read(&bytes).unwrap(), house.chain.tip_after(&rounds[1]));
    let first = bytes.len() - encoded[1].len() - encoded[0].len() - 8;
    let second = bytes.len() - encoded[1].len() - 4;
    for i in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[i] ^= 0x80 >> (i % 8);
        match read(&flipped).expect_err("a changed byte") {
            BundleError::Malformed { round, .. } | BundleError::Invalid { round, .. } if i >= first => {
                assert_eq!(round, if i < second { 1 } else { 2 }, "byte {i}");
            }
            // A wrong first round or count is found at a round, everything else in the header.
            other => assert!(i < first, "byte {i}: {other}"),
        }
        assert!(read(&bytes[..i]).is_err(), "cut at {i}");
    }
    assert!(matches!(
        read(&[&bytes[..], &[0]].concat()),
        Err(BundleError::Malformed { reason: Malformed::Trailing(_), .. })
    ));
}

#[test]
fn swapped_rounds_are_named() {
    let mut house = house();
    let encoded: Vec<_> = house.rounds(3).iter().map(|round| round.encode()).collect();
    let swapped = [encoded[0].clone(), encoded[2].clone(), encoded[1].clone()];
    let error = read(&bundle_of(&house, &house.chain.start(), &swapped)).unwrap_err();
    assert_eq!(error.to_string(), "round 2: it says that it is round 3, but round 2 is due");
}

#[test]
fn a_later_bundle_builds_on_its_seed() {
    let mut house = house();
    let rounds = house.rounds(3);
    let encoded: Vec<_> = rounds.iter().map(|round| round.encode()).collect();
    let tip = house.chain.tip_after(&rounds[0]);
    let bytes = bundle_of(&house, &tip, &encoded[1..]);
    let mut reader = bundle::Reader::trusting_start(&bytes[..], Pin::AnyChain).unwrap();
    assert_eq!((reader.verified_from(), reader.count()), (2, 2));
    assert_eq!(reader.start(), Start::Trusted { round: 2 });
    let entry = |number, bytes: &Vec<u8>| bundle::Entry { number, bytes: bytes.clone(), epoch_proof: None };
    assert_eq!(reader.next_entry().unwrap().unwrap(), entry(2, &encoded[1]));
    assert_eq!(reader.next_entry().unwrap().unwrap(), entry(3, &encoded[2]));
    assert!(reader.next_entry().unwrap().is_none());
    assert_eq!(read(&bytes).unwrap(), house.chain.tip_after(&rounds[2]));
    let wrong = Tip::from_trusted_parts(TipParts { seed: [1; 32], ..tip.to_parts() });
    let error = read(&bundle_of(&house, &wrong, &encoded[1..])).unwrap_err();
    assert!(matches!(error, BundleError::Invalid { round: 2, reason: Invalid::Ticket { .. } }), "{error}");
}

#[test]
fn a_bundle_that_promises_much_costs_little() {
    let house = house();
    let mut bytes = Vec::new();
    bundle::write_header(&mut bytes, &house.chain, &house.chain.start(), u64::MAX - 1).unwrap();
    bytes.extend(u32::MAX.to_be_bytes());
    assert!(matches!(read(&bytes), Err(BundleError::Malformed { round: 1, .. })));
}

#[test]
fn derived_randomness_depends_on_its_label() {
    let beacon = [3; 32];
    let values = [&b""[..], b"a", b"b", b"ab"].map(|label| heliast::derive(&beacon, label));
    assert!(values.iter().enumerate().all(|(i, v)| !values[..i].contains(v)));
    assert_eq!(house().chain.output_len(), 128);
}
