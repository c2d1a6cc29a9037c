//! A genesis: one encoding each, bounded values, and a chain that keeps its bytes.

#![no_main]

use heliast::{Chain, DelayGroup, Genesis, Group, Malformed, keys::Key};
use heliast_fuzz::schedule::Schedule;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let genesis = Genesis::from_bytes(data);
    // Long discriminants take seconds to look for: half a second each would be too few tries.
    let is_long = |group: &DelayGroup| matches!(group, DelayGroup::Class { bits, .. } if *bits > 1_056);
    if genesis.as_ref().is_ok_and(|genesis| is_long(&genesis.group)) {
        return;
    }
    let chain = Chain::from_bytes(data);
    let Ok(genesis) = genesis else { return assert!(chain.is_err()) };
    assert_eq!(genesis.to_bytes(), data);
    assert!((1..=16).contains(&genesis.committees.len()) && genesis.lead != 1);
    assert!(genesis.committees.iter().all(|expected| (1..=1_000_000).contains(expected)));
    assert!((1..1 << 48).contains(&genesis.t));
    assert!((100..=256).contains(&genesis.delay_suite.level()));
    let stakes = genesis.participants.iter().map(|participant| participant.stake);
    assert!(stakes.map(u128::from).sum::<u128>() < 1 << 48);
    match chain {
        Ok(chain) => {
            assert_eq!((chain.genesis_bytes(), chain.genesis()), (data, &genesis));
            match &genesis.group {
                DelayGroup::Rsa { modulus } => assert_eq!(chain.group().rsa().unwrap().modulus(), modulus),
                group => assert_eq!(chain.group().id(), group.open().unwrap().id()),
            }
            assert!((1024..=8192).contains(&chain.group().bits()));
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
        Err(reason) => assert!(matches!(reason, Malformed::Modulus(_)), "{reason}"),
    }
});
