//! The mempool of a node that proposes: the transactions that have reached it, and the rules by which it
//! takes and orders them.
//!
//! A transaction reaches each node at a different time. By `spec/network.md`, "Room", a mempool takes one
//! ticket and one announcement of each participant, the first that arrives, and a proposer processes tickets
//! before announcements, in an order that no participant can influence. Before this rule a mempool took every
//! valid transaction, and a proposer received the earliest ones, up to the length of a block: a participant
//! with many early announcements used all the room.

use std::collections::BTreeSet;

/// A transaction of a round. Each is valid: invalid ones are refused everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tx {
    /// The ticket of a participant.
    Ticket(usize),
    /// One of the announcements of a participant.
    Announcement(usize, usize),
}

/// The rules of mempools and proposers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// The rules of the specification.
    Today,
    /// The rules from before the fix for floods of announcements.
    FirstCome,
}

/// A node's mempool of one round: transactions and the arrival time of each, in milliseconds.
#[derive(Clone, Debug)]
pub struct Mempool {
    rules: Rules,
    /// The number of transactions that fit in a block; by today's rules, announcements may use a quarter.
    room: usize,
    held: Vec<(u64, Tx)>,
}

impl Mempool {
    /// A mempool that receives these transactions at these times.
    pub fn new(rules: Rules, room: usize, mut arrivals: Vec<(u64, Tx)>) -> Mempool {
        arrivals.sort_unstable();
        let mut mempool = Mempool { rules, room, held: vec![] };
        for (came_ms, tx) in arrivals {
            if rules == Rules::FirstCome || !mempool.held.iter().any(|(_, held)| held.is_in_place_of(tx)) {
                mempool.held.push((came_ms, tx));
            }
        }
        mempool
    }

    /// The block that the node proposes at this time.
    pub fn proposal(&self, now_ms: u64) -> BTreeSet<Tx> {
        let here = self.held.iter().filter(|(came_ms, _)| *came_ms <= now_ms).map(|(_, tx)| *tx);
        match self.rules {
            Rules::Today => {
                let (tickets, others): (Vec<_>, Vec<_>) = here.partition(|tx| matches!(tx, Tx::Ticket(_)));
                let left = (self.room / 4).saturating_sub(tickets.len());
                tickets.into_iter().take(self.room).chain(others.into_iter().take(left)).collect()
            }
            // The engine cuts the list off first; of the rest, a block takes the transactions that are valid
            // after the ones before.
            Rules::FirstCome => {
                let mut block = BTreeSet::new();
                for tx in here.take(self.room) {
                    if !block.iter().any(|taken: &Tx| taken.is_in_place_of(tx)) {
                        block.insert(tx);
                    }
                }
                block
            }
        }
    }

    /// Removes the block's transactions, and those that are no longer valid after it: the engine checks again
    /// after each block.
    pub fn forget(&mut self, block: &BTreeSet<Tx>) {
        self.held.retain(|(_, tx)| !block.iter().any(|taken| taken.is_in_place_of(*tx)));
    }
}

impl Tx {
    /// Whether a round has room for only one of both.
    fn is_in_place_of(&self, other: Tx) -> bool {
        match (*self, other) {
            (Tx::Ticket(one), Tx::Ticket(other)) => one == other,
            (Tx::Announcement(one, _), Tx::Announcement(other, _)) => one == other,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two participants announce four times each; then a third and a fourth send a ticket.
    fn flood(rules: Rules) -> Mempool {
        let said = (0..8).map(|number| (number as u64, Tx::Announcement(number / 4, number)));
        Mempool::new(rules, 4, said.chain([(10, Tx::Ticket(2)), (20, Tx::Ticket(3))]).collect())
    }

    #[test]
    fn tickets_come_first() {
        let mempool = flood(Rules::Today);
        assert_eq!(mempool.proposal(9), BTreeSet::from([Tx::Announcement(0, 0)]));
        assert_eq!(mempool.proposal(19), BTreeSet::from([Tx::Ticket(2)]));
        assert_eq!(mempool.proposal(20), BTreeSet::from([Tx::Ticket(2), Tx::Ticket(3)]));
    }

    /// Calculated by hand: the proposer of the first block receives the four announcements of one
    /// participant, takes one, and the rest are no longer valid. The second receives those of the other
    /// participant, and the third block has the tickets.
    #[test]
    fn before_that_a_flood_emptied_a_block_for_each_who_announced() {
        let mut mempool = flood(Rules::FirstCome);
        let blocks = [(); 3].map(|()| {
            let block = mempool.proposal(30);
            mempool.forget(&block);
            block
        });
        let [one, other, last] = blocks;
        assert_eq!(one, BTreeSet::from([Tx::Announcement(0, 0)]));
        assert_eq!(other, BTreeSet::from([Tx::Announcement(1, 4)]));
        assert_eq!(last, BTreeSet::from([Tx::Ticket(2), Tx::Ticket(3)]));
    }
}
