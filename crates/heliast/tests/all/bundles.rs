//! Tests of the chain that a reader of bundles pins, and of the round from which on it verifies.

use crate::common::{self, House, genesis};
use heliast::{
    Chain, Draft, Genesis, Invalid, Malformed, Round, StatelessScheme, Tip, TipParts, Verified,
    bundle::{self, BundleError, Pin, Reader, Start},
    keys::{Change, Refusal},
    stateful::{Scheme, Terms},
};

/// A chain that takes announcements, and its first rounds. In the first round two participants announce a
/// key.
fn announcing(nonce: u8, count: usize) -> (House, Vec<Verified<Round>>) {
    let genesis = Genesis { lead: 2, ..genesis(StatelessScheme::EcvrfEll2, nonce) };
    let mut house = House::of(genesis);
    let mut tip = house.chain.start();
    for participant in 0..2 {
        house.announce_key(&tip, participant, Terms::new(Scheme::IVrf, 3, 1, 1).unwrap());
    }
    let mut rounds = Vec::new();
    for _ in 0..count {
        let round = house.round(&tip);
        tip = house.chain.tip_after(&round);
        rounds.push(round);
    }
    (house, rounds)
}

fn bundle_of(chain: &Chain, tip: &Tip, rounds: &[Verified<Round>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bundle::write_header(&mut bytes, chain, tip, rounds.len() as u64).unwrap();
    rounds.iter().for_each(|round| bundle::write_round(&mut bytes, &round.encode()).unwrap());
    bytes
}

/// Reads to the end. Returns the number of rounds and the tip after them.
fn read_on(mut reader: Reader<&[u8]>) -> Result<(u64, Tip), BundleError> {
    let mut count = 0;
    while reader.next_round()?.is_some() {
        count += 1;
    }
    Ok((count, reader.tip().clone()))
}

#[test]
fn only_the_pinned_chain_is_read() {
    let (house, rounds) = announcing(1, 2);
    let (chain, other) = (&house.chain, announcing(2, 0).0.chain);
    let bytes = bundle_of(chain, &chain.start(), &rounds);
    let text: String = chain.id().iter().map(|byte| format!("{byte:02X}")).collect();
    for pin in [Pin::Chain(*chain.id()), Pin::from(chain), Pin::AnyChain, text.parse().unwrap()] {
        assert!(pin.admits(chain.id()));
        let reader = Reader::new(&bytes[..], pin).unwrap();
        assert_eq!((reader.chain().id(), reader.start()), (chain.id(), Start::Genesis));
        assert_eq!(read_on(reader).unwrap(), (2, chain.tip_after(&rounds[1])));
    }

    assert!(!Pin::from(&other).admits(chain.id()));
    let error = Reader::new(&bytes[..], &other).err().unwrap();
    let hex = |id: &[u8; 32]| hex::encode(id);
    let said =
        format!("the bundle is of chain {}, not of the pinned chain {}", hex(chain.id()), hex(other.id()));
    assert_eq!(error.to_string(), said);
    let ids = |error| match error {
        BundleError::OtherChain { pinned, found } => (pinned, found),
        other => panic!("{other}"),
    };
    assert_eq!(ids(error), (*other.id(), *chain.id()));
    // Before the genesis is read: nothing else of a bundle of another chain is read.
    let error = Reader::new(&bytes[..37], &other).err().unwrap();
    assert_eq!(ids(error), (*other.id(), *chain.id()));
}

/// The id in the header may be the pinned one, but the genesis decides.
#[test]
fn an_id_that_is_not_that_of_the_genesis_pins_nothing() {
    let (house, rounds) = announcing(1, 1);
    let (chain, other) = (&house.chain, announcing(2, 0).0.chain);
    let mut bytes = bundle_of(chain, &chain.start(), &rounds);
    bytes[5..37].copy_from_slice(other.id());
    for pin in [Pin::from(&other), Pin::AnyChain] {
        assert!(matches!(Reader::new(&bytes[..], pin), Err(BundleError::OtherGenesis)));
    }
    assert!(matches!(Reader::new(&bytes[..], chain), Err(BundleError::OtherChain { .. })));

    // With a pinned id the genesis is hashed before it is decoded: bytes with another hash are not decoded.
    let mut bytes = bundle_of(chain, &chain.start(), &rounds);
    bytes[41] ^= 1;
    assert!(Chain::from_bytes(&bytes[41..][..chain.genesis_bytes().len()]).is_err());
    assert!(matches!(Reader::new(&bytes[..], chain), Err(BundleError::OtherGenesis)));
}

#[test]
fn a_pin_is_64_digits() {
    let id = [0x0f, 0xa5].repeat(16);
    assert_eq!("0fA5".repeat(16).parse(), Ok(Pin::Chain(id.try_into().unwrap())));
    for bad in
        ["", "0", &"0".repeat(63), &"0".repeat(65), &"0g".repeat(32), &"é0".repeat(21), &" 0".repeat(32)]
    {
        let error = bad.parse::<Pin>().unwrap_err();
        assert!(matches!(error, Malformed::Field { field: "chain id", .. }), "{bad}");
    }
}

#[test]
fn a_reader_says_from_where_on_it_has_verified() {
    let (house, rounds) = announcing(1, 4);
    let chain = &house.chain;
    let whole = bundle_of(chain, &chain.start(), &rounds);
    let reader = Reader::new(&whole[..], chain).unwrap();
    assert_eq!((reader.start(), reader.verified_from()), (Start::Genesis, 1));
    assert!(!reader.start().is_trusted());
    assert_eq!(reader.start().to_string(), "verified from the genesis on");

    let tip = chain.tip_after(&rounds[1]);
    let later = bundle_of(chain, &tip, &rounds[2..]);
    let error = Reader::new(&later[..], chain).err().unwrap();
    assert!(matches!(error, BundleError::Middle { first: 3 }), "{error}");
    let reader = Reader::trusting_start(&later[..], chain).unwrap();
    assert_eq!((reader.start(), reader.verified_from()), (Start::Trusted { round: 3 }, 3));
    assert!(reader.start().is_trusted());
    assert!(reader.start().to_string().starts_with("verified from round 3 on, if "));
    assert_eq!(read_on(reader).unwrap(), (2, chain.tip_after(&rounds[3])));
}

/// If a bundle begins late, its writer may leave out an announcement. The rounds show it, if
/// their tickets depend on it.
#[test]
fn a_trusted_start_can_be_false_and_a_known_tip_cannot() {
    let (house, rounds) = announcing(1, 4);
    let chain = &house.chain;
    let tip = chain.tip_after(&rounds[1]);
    let honest = bundle_of(chain, &tip, &rounds[2..]);
    let reader = Reader::after(&honest[..], chain, &tip).unwrap();
    assert_eq!(reader.start(), Start::Tip { round: 3 });
    assert!(!reader.start().is_trusted());
    assert_eq!(read_on(reader).unwrap(), (2, chain.tip_after(&rounds[3])));

    let forgotten = TipParts { keys: chain.start().keys().clone(), ..tip.to_parts() };
    let false_seed = TipParts { seed: [7; 32], ..tip.to_parts() };
    for parts in [forgotten, false_seed] {
        let bytes = bundle_of(chain, &Tip::from_trusted_parts(parts), &rounds[2..]);
        let trusting = Reader::trusting_start(&bytes[..], chain).unwrap();
        assert!(trusting.start().is_trusted());
        assert!(matches!(read_on(trusting), Err(BundleError::Invalid { round: 3, .. })));
        let error = Reader::after(&bytes[..], chain, &tip).err().unwrap();
        assert!(matches!(error, BundleError::OtherTip { expected: 3, found: 3 }), "{error}");
    }
}

#[test]
fn a_bundle_goes_on_where_the_tip_stands_or_is_refused() {
    let (house, rounds) = announcing(1, 3);
    let chain = &house.chain;
    let (first, second) = (chain.tip_after(&rounds[0]), chain.tip_after(&rounds[1]));
    let from_first = bundle_of(chain, &first, &rounds[1..]);
    let error = Reader::after(&from_first[..], chain, &second).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the bundle begins with round 2, or on another branch, where round 3 is due"
    );
    let from_start = bundle_of(chain, &chain.start(), &rounds);
    let reader = Reader::after(&from_start[..], chain, &chain.start()).unwrap();
    assert_eq!(reader.start(), Start::Genesis);
    assert_eq!(read_on(reader).unwrap().0, 3);
    let other = announcing(2, 0).0.chain;
    let error = Reader::after(&from_start[..], &other, &other.start()).err().unwrap();
    assert!(matches!(error, BundleError::OtherChain { .. }), "{error}");
}

/// After an error, nothing is read as an end or as a round.
#[test]
fn a_reader_that_has_failed_reads_no_further() {
    let (house, rounds) = announcing(1, 2);
    let (chain, start) = (&house.chain, house.chain.start());
    let mut trailing = bundle_of(chain, &start, &rounds);
    trailing.push(0);
    let swapped = bundle_of(chain, &start, &[rounds[1].clone(), rounds[0].clone()]);
    for (bytes, before) in [(trailing, 2), (swapped, 0)] {
        let mut reader = Reader::new(&bytes[..], chain).unwrap();
        (0..before).for_each(|_| assert!(reader.next_round().unwrap().is_some()));
        let error = reader.next_round().unwrap_err();
        assert!(!matches!(error, BundleError::Failed { .. }), "{error}");
        for _ in 0..2 {
            assert!(matches!(reader.next_round(), Err(BundleError::Failed { .. })));
            assert!(matches!(reader.next_entry(), Err(BundleError::Failed { .. })));
        }
        assert_eq!(reader.tip().round(), before);
    }
}

/// A caller that takes an entry unverified cannot go on as if it had been verified.
#[test]
fn entries_and_verified_rounds_do_not_mix() {
    let (house, rounds) = announcing(1, 3);
    let bytes = bundle_of(&house.chain, &house.chain.start(), &rounds);
    let mut reader = Reader::new(&bytes[..], &house.chain).unwrap();
    reader.next_round().unwrap().unwrap();
    assert_eq!(reader.next_entry().unwrap().unwrap().number, 2);
    assert_eq!(reader.tip().round(), 1);
    let error = reader.next_round().unwrap_err();
    let number = Invalid::Number { expected: 2, found: 3 };
    assert!(matches!(&error, BundleError::Invalid { round: 3, reason } if *reason == number), "{error}");
}

/// A caller that confuses two chains gets an error that says so.
#[test]
fn a_tip_of_another_chain_is_named_as_such() {
    let ((house, rounds), other) = (announcing(1, 1), announcing(2, 0).0);
    let (chain, foreign) = (&house.chain, other.chain.start());
    let round = (*rounds[0]).clone();
    assert_eq!(chain.verify(&foreign, round.clone()), Err(Invalid::OtherTip));
    assert_eq!(chain.verify_tickets(&foreign, round.tickets.clone()), Err(Invalid::OtherTip));
    assert!(chain.verify(&chain.start(), round).is_ok());
}

/// An announcement that was verified for one chain or round does not count in another.
#[test]
fn verified_announcements_of_another_chain_are_not_sealed() {
    let (mut house, mut other) = (announcing(1, 0).0, announcing(2, 0).0);
    let (here, there) = (house.chain.start(), other.chain.start());
    let foreign = other.announcement(&there, 3, Change::Withdrawal);
    let foreign = other.chain.verify_announcement(&there, foreign).unwrap();
    assert_eq!(foreign.facts().effective, 3);
    let (_, x) = house.chain.delay_input(&here, common::START_MS, [].iter());
    let delay = common::delay(&house.chain, x);
    let draft = |announcements| Draft {
        time_ms: common::START_MS,
        tickets: vec![],
        announcements,
        delay: delay.clone(),
    };
    assert_eq!(house.chain.seal(&here, draft(vec![foreign])), Err(Invalid::OtherAnnouncement(3)));

    let own = house.announcement(&here, 3, Change::Withdrawal);
    let own = house.chain.verify_announcement(&here, own).unwrap();
    let twice = house.chain.seal(&here, draft(vec![own.clone(), own.clone()]));
    assert_eq!(twice, Err(Invalid::Refused(Refusal::Second { participant: 3 })));
    assert_eq!(house.chain.seal(&here, draft(vec![own])).unwrap().announcements.len(), 1);
}

/// A bundle of version 4, with these frames before each round.
fn extended(chain: &Chain, rounds: &[Verified<Round>], frames: &[&[&[u8]]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bundle::write_extended_header(&mut bytes, chain, &chain.start(), rounds.len() as u64).unwrap();
    for (round, before) in rounds.iter().zip(frames) {
        before.iter().for_each(|frame| bundle::write_frame(&mut bytes, frame).unwrap());
        bundle::write_round(&mut bytes, &round.encode()).unwrap();
    }
    bytes
}

#[test]
fn frames_of_other_kinds_stand_before_rounds_in_version_4() {
    let (house, rounds) = announcing(1, 2);
    let chain = &house.chain;
    let bytes = extended(chain, &rounds, &[&[b"HLNW\x01", b""], &[b"HLFN\x01", b"HLEP\x07"]]);
    let mut reader = Reader::new(&bytes[..], chain).unwrap();
    assert!(reader.frames().is_empty());
    assert!(reader.next_round().unwrap().is_some());
    assert_eq!(reader.frames(), [&b"HLNW\x01"[..], b""]);
    let entry = reader.next_entry().unwrap().unwrap();
    assert_eq!(
        (reader.frames(), entry.epoch_proof),
        (&[b"HLFN\x01".to_vec()][..], Some(b"HLEP\x07".to_vec()))
    );
    assert!(reader.next_entry().unwrap().is_none());

    let refused = |bytes: &[u8], words: &str| {
        let error = Reader::new(bytes, chain).and_then(read_on).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    let no_round = "round 2: this is not a round";
    refused(&extended(chain, &rounds, &[&[], &[b"HLEP", b"HLFN"]]), no_round);
    refused(&extended(chain, &rounds, &[&[], &[&b"HLZZ"[..]; 9]]), no_round);
    let (file, frame) = (&b"HLNW, whatever follows"[..], &b"HLFN, whatever follows"[..]);
    assert!(
        read_on(Reader::new(&extended(chain, &rounds, &[&[file, frame], &[frame]])[..], chain).unwrap())
            .is_ok()
    );
    let twice = "frame: it is the second frame of finality before a round";
    refused(&extended(chain, &rounds, &[&[frame, b"HLZZ", frame], &[]]), &format!("round 1: {twice}"));
    refused(&extended(chain, &rounds, &[&[], &[frame, frame]]), &format!("round 2: {twice}"));
    refused(
        &extended(chain, &rounds, &[&[file, file], &[]]),
        "round 1: frame: it is the second network file",
    );
    refused(&extended(chain, &rounds, &[&[frame, file], &[]]), "round 1: frame: it is a network file behind");
    refused(&extended(chain, &rounds, &[&[], &[file]]), "round 2: frame: it is a network file, and does not");
    refused(&[&bytes[..4], &[3], &bytes[5..]].concat(), "round 1: this is not a round");
    let long = vec![0; (2 << 20) + 1];
    refused(&extended(chain, &rounds, &[&[], &[&long]]), "round 2: length: it is longer");
    assert!(
        read_on(
            Reader::new(&extended(chain, &rounds, &[&[&long[1..]], &[&b"x"[..]; 8]])[..], chain).unwrap()
        )
        .is_ok()
    );
    refused(&[&bytes[..], &[0, 0, 0, 0]].concat(), "bytes left over");
}
