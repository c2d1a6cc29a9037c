//! Rounds of fixed chains, one of which accepts announcements: each has one encoding. The only tickets,
//! announcements and rounds that are accepted are those that were made with the secret keys and that the
//! schedule allows.

#![no_main]

use heliast::{Announced, Announcement};
use heliast_fuzz::{
    fields::Fields,
    schedule::Schedule,
    vectors::{self, TestChain},
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static CHAINS: LazyLock<Vec<TestChain>> = LazyLock::new(vectors::chains);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let test = &CHAINS[usize::from(fields.u8()) % CHAINS.len()];
    let chain = &test.chain;
    let bytes = fields.0;
    let Ok(round) = chain.decode_round(bytes) else { return };
    assert_eq!(round.encode(), bytes);
    assert!(bytes.len() as u64 <= chain.max_round_len());

    let place = round.number.checked_sub(1).map_or(0, |place| place as usize % test.rounds.len());
    let tip = &test.tips[place];
    for ticket in &round.tickets {
        let accepted = chain.verify_ticket(tip, ticket.clone()).is_ok();
        let honest = test.made(tip.next_round()).any(|made| made.tickets.contains(ticket));
        assert_eq!(accepted, honest, "{ticket:?}");
    }
    let announced: Vec<Announced> = tip.keys().announced().cloned().collect();
    let schedule = Schedule { chain, announced: &announced };
    let mut allowed = true;
    for announcement in &round.announcements {
        let accepted = chain.verify_announcement(tip, announcement.clone()).is_ok();
        assert_eq!(accepted, may_stand(test, &schedule, tip.next_round(), announcement), "{announcement:?}");
        allowed &= accepted;
    }

    let made = test.has_made(&round) && allowed;
    match chain.verify(tip, round.clone()) {
        Ok(verified) => {
            assert!(made, "a forged round is accepted");
            let after = chain.tip_after(&verified);
            assert_eq!(Ok(&after), chain.follow_unverified(tip, &round).as_ref());
            let new = round.announcements.iter().map(|new| new.announced(round.number));
            assert!(after.keys().announced().cloned().eq(announced.iter().cloned().chain(new)));
            if round == test.rounds[place] {
                assert_eq!(after, test.tips[place + 1]);
            }
        }
        Err(reason) => assert!(!made, "{reason}"),
    }
});

fn may_stand(test: &TestChain, schedule: &Schedule, round: u64, announcement: &Announcement) -> bool {
    schedule.allows(&announcement.announced(round)) && test.is_authentic(announcement)
}
