//! Genesis files: each has one encoding and bounded values, and its chain keeps its bytes.

#![no_main]

use heliast::{Chain, DelayGroup, Genesis, Group, Malformed, keys::Key};
use heliast_fuzz::schedule::Schedule;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let genesis = Genesis::from_bytes(data);
    // The search for a long discriminant takes seconds: at half a second each, the target would run too few
    // inputs.
    let is_long = |group: &DelayGroup| matches!(group, DelayGroup::Class { bits, .. } if *bits > 1_056);
    let group = |genesis: &Genesis| genesis.delays.squarings.as_ref().is_some_and(|one| is_long(&one.group));
    if genesis.as_ref().is_ok_and(group) {
        return;
    }
    let chain = Chain::from_bytes(data);
    let Ok(genesis) = genesis else { return assert!(chain.is_err()) };
    assert_eq!(genesis.to_bytes(), data);
    assert!((1..=16).contains(&genesis.committees.len()) && genesis.lead != 1);
    assert!(genesis.committees.iter().all(|expected| (1..=1_000_000).contains(expected)));
    let (squarings, roots) = (&genesis.delays.squarings, &genesis.delays.roots);
    assert!(squarings.is_some() || roots.is_some());
    if let Some(squarings) = squarings {
        assert!((1..1 << 48).contains(&squarings.t) && (100..=256).contains(&squarings.suite.level()));
    }
    if let Some(roots) = roots {
        assert!((1..1 << 40).contains(&roots.t) && (1..=256).contains(&roots.segments));
    }
    let stakes = genesis.participants.iter().map(|participant| participant.stake);
    assert!(stakes.map(u128::from).sum::<u128>() < 1 << 48);
    match chain {
        Ok(chain) => {
            assert_eq!((chain.genesis_bytes(), chain.genesis()), (data, &genesis));
            assert_eq!(
                (squarings.is_some(), roots.is_some()),
                (chain.squarings().is_some(), chain.roots().is_some())
            );
            match squarings.as_ref().map(|squarings| &squarings.group).zip(chain.group()) {
                Some((DelayGroup::Rsa { modulus }, group)) => {
                    assert_eq!(group.rsa().unwrap().modulus(), modulus)
                }
                Some((named, group)) => assert_eq!(group.id(), named.open().unwrap().id()),
                None => assert_eq!(chain.delay_id(), chain.roots().unwrap().field.id()),
            }
            assert!((1024..=8192).contains(&chain.delay_bits()));
            assert!(chain.decode_round(data).is_err());
            let (start, slots) = (chain.start(), genesis.committees.len() as u8);
            for slot in 0..slots {
                let schedule = Schedule { chain: &chain, announced: &[] };
                let input = chain.ticket_input(&start, slot);
                assert_eq!(input, schedule.ticket_input(&start, slot));
                assert!(genesis.vrf.verify(&genesis.participants[0].public_key, &input, &[0; 80]).is_err());
            }
            let nobody = genesis.participants.len() as u32;
            let stateless = |participant| start.keys().due(participant, 1).map(|due| due.map(|due| due.key));
            assert_eq!((stateless(nobody - 1), stateless(nobody)), (Ok(Some(Key::Stateless)), Ok(None)));
        }
        Err(reason) => assert!(matches!(reason, Malformed::Modulus(_) | Malformed::Roots(_)), "{reason}"),
    }
});
