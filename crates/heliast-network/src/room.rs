//! The room for transactions, in blocks and in mempools: `spec/network.md`, "Room".
//!
//! A mempool holds one ticket for each participant and slot, and one announcement for each participant. So
//! the transactions of a round are bounded by the genesis, and a mempool with room for all of them is never
//! full when a valid ticket comes, even during a flood.

use heliast::{Chain, members::ValidatorChange};

/// The most bytes of a block's transactions.
pub(crate) const BLOCK: usize = 1 << 22;
/// The most bytes that protobuf adds to a transaction.
pub(crate) const FRAME: usize = 8;
/// A block of an honest proposer has announcements only within this many of its first bytes: announcements
/// are not urgent, and a larger block takes longer to spread.
pub(crate) const ANNOUNCING: usize = 1 << 20;
/// The most bytes of a transaction; a ticket has a little more than 64 KiB, a delay has two elements.
pub(crate) const TRANSACTION: usize = 1 << 17;
/// The most bytes of a mempool: a proposer's engine passes all of it to the application in one message.
const MEMPOOL: usize = 1 << 26;
/// The most bytes of the announcements in a mempool.
const ANNOUNCEMENTS: usize = 1 << 24;
/// The engine's default, which is the least number of transactions.
const LEAST_COUNT: usize = 5_000;

/// The most that an engine's mempool may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mempool {
    pub(crate) count: usize,
    pub(crate) bytes: usize,
}

impl Mempool {
    /// Twice everything that can come for a round of this chain: if the engine has no time to check its whole
    /// mempool after a block, transactions of the previous round stay.
    pub(crate) fn new(chain: &Chain) -> Mempool {
        let (tickets, announcements) = (most_tickets(chain), most_announcements(chain));
        let bytes = tickets
            .saturating_mul(ticket_len(chain))
            .saturating_add(announcements.saturating_mul(announcement_len(chain)))
            .saturating_add(TRANSACTION);
        Mempool {
            count: LEAST_COUNT.max(2 * (tickets + announcements)),
            bytes: bytes.saturating_mul(2).clamp(BLOCK, MEMPOOL),
        }
    }
}

/// The number of announcements of a round that a mempool takes: one of each possible participant, if they fit
/// in addition to the tickets.
pub(crate) fn most_announcements(chain: &Chain) -> usize {
    chain.genesis().most_participants().min(ANNOUNCEMENTS / announcement_len(chain))
}

/// The number of tickets that can win in a round. If c votes are expected, 2c + 100 or more are drawn with a
/// probability below 2^-128: by Chernoff's bound, exp(n − c − n ln(n / c)) for n = 2c + 100, whose largest
/// value, near c = 69, is below 2^-180.
fn most_tickets(chain: &Chain) -> usize {
    let genesis = chain.genesis();
    let drawn = |expected: &u32| (*expected as usize).saturating_mul(2).saturating_add(100);
    genesis.committees.iter().map(|expected| drawn(expected).min(genesis.most_participants())).sum()
}

fn ticket_len(chain: &Chain) -> usize {
    /// Kind, round, slot, participant and length.
    const HEAD: usize = 1 + 8 + 1 + 4 + 2;
    HEAD + chain.max_proof_len()
}

/// An upper limit of the length of an announcement.
fn announcement_len(chain: &Chain) -> usize {
    /// Kind, round, participant, serial and length; the change, without the key of a joining participant.
    const HEAD: usize = 1 + 8 + 4 + 4 + 2 + 128;
    let (vrf, members) = (chain.genesis().vrf, chain.genesis().members);
    let they_change = members.is_some_and(|rules| rules.validators_change);
    let change = if they_change { ValidatorChange::MAX_LEN } else { vrf.public_key_len() };
    HEAD + change + vrf.proof_len().end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{state::State, testing};
    use heliast::{Genesis, MemberRules, keys::Change, members::ValidatorEntry};
    use std::sync::Arc;

    fn chain(genesis: impl FnOnce(Genesis) -> Genesis) -> Chain {
        Chain::new(genesis(testing::chain(&testing::network(3, 0)).genesis().clone())).unwrap()
    }

    #[test]
    fn a_mempool_has_room_for_all_that_a_round_can_bring() {
        let (few, participants) = (chain(|genesis| genesis), testing::PARTICIPANTS as usize);
        assert_eq!((most_tickets(&few), most_announcements(&few)), (2 * participants, participants));
        let Mempool { count, bytes } = Mempool::new(&few);
        assert!(count >= LEAST_COUNT && (BLOCK..=MEMPOOL).contains(&bytes));
    }

    #[test]
    fn where_few_win_of_many_the_mempool_is_for_those_who_win() {
        let members = Some(MemberRules { life: 9, most: 65_536, validators_change: false });
        let many = chain(|genesis| Genesis { lead: 2, members, committees: vec![20, 1_000], ..genesis });
        assert_eq!(most_tickets(&many), 140 + 2_100);
        assert!(most_announcements(&many) * announcement_len(&many) <= ANNOUNCEMENTS);
        let needed = most_tickets(&many) * ticket_len(&many) + ANNOUNCEMENTS;
        assert!(needed <= Mempool::new(&many).bytes, "{needed}");
    }

    #[test]
    fn the_longest_change_of_validators_has_room() {
        let network = testing::network(3, 0);
        let chain = testing::validators::chain(&network);
        let state = State::new(&chain, Arc::new(network));
        let longest = |byte| ValidatorEntry {
            key_type: 2,
            public_key: vec![byte; 1952],
            power: 1,
            proof: vec![byte; 3309],
        };
        let change = testing::validators::proposal(&[1, 2, 3, 4].map(longest));
        let made = testing::announcement(&chain, state.tip(), 0, Change::Member(change)).to_bytes();
        assert!((21_000..announcement_len(&chain)).contains(&made.len()), "{}", made.len());
        assert!(made.len() < TRANSACTION);
    }

    /// The bound in the comment, at every c up to the one from which on it only falls.
    #[test]
    fn no_more_tickets_win_than_a_mempool_counts_on() {
        for expected in 1..=100_000 {
            let (mean, count) = (f64::from(expected), f64::from(2 * expected + 100));
            let exponent = (count - mean - count * (count / mean).ln()) * std::f64::consts::LOG2_E;
            assert!(exponent < -180.0, "{expected}: {exponent}");
        }
    }
}
