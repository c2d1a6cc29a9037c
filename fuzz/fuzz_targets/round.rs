//! Rounds of two fixed chains: one encoding each; of all tickets and rounds only the honest ones are accepted.

#![no_main]

use heliast::Ticket;
use heliast_fuzz::{
    fields::Fields,
    vectors::{self, TestChain},
};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static CHAINS: LazyLock<Vec<TestChain>> = LazyLock::new(vectors::chains);

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let TestChain { chain, tips, rounds, .. } = &CHAINS[usize::from(fields.u8()) % CHAINS.len()];
    let bytes = fields.0;
    let Ok(round) = chain.decode_round(bytes) else { return };
    assert_eq!(round.encode(), bytes);
    assert!(bytes.len() as u64 <= chain.max_round_len());

    let place = round.number.checked_sub(1).map_or(0, |place| place as usize % rounds.len());
    let (tip, honest) = (&tips[place], &rounds[place]);
    let honest_tickets: Vec<Ticket> = chain.decode_round(honest).expect("an honest round").tickets;
    for ticket in &round.tickets {
        let accepted = chain.verify_ticket(tip, ticket.clone()).is_ok();
        assert_eq!(accepted, honest_tickets.contains(ticket), "{ticket:?}");
    }
    match chain.verify(tip, round) {
        Ok(verified) => {
            assert_eq!(bytes, honest, "a forged round is accepted");
            assert_eq!(chain.tip_after(&verified), tips[place + 1]);
        }
        Err(reason) => assert_ne!(bytes, honest, "{reason}"),
    }
});
