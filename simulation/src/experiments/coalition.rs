//! A coalition of participants that tries to choose among beacons: it knows all tickets of a round, decides
//! which of them count, and wants one bit of the beacon to be 1.

use crate::{
    lots::{Lots, Won},
    random::Random,
    stakes::coalition,
    theory::Distribution,
};
use heliast::Malformed;

const TOTAL: u64 = 10_000_000_000;
/// The votes expected in a round.
pub const EXPECTED: u32 = 20;
/// The number of accounts of the coalition, and of others.
const OWN: u32 = 10;
const OTHERS: usize = 20;

/// The tickets that it decides about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Its own tickets, which it sends or withholds.
    Own,
    /// All tickets: every proposer belongs to the coalition and leaves out any tickets.
    All,
}

/// The coalition and the others, on a chain of lots.
pub struct Coalition {
    lots: Lots,
    own: Distribution,
    all: Distribution,
}

/// A round's tickets: the coalition's, then the others'.
pub struct Hand {
    won: Vec<Won>,
    own: usize,
}

impl Coalition {
    /// A coalition with `share` thousandths of the stake.
    ///
    /// # Errors
    /// [`Malformed`] if there is no such chain.
    pub fn new(share: u64, random: &mut Random) -> Result<Coalition, Malformed> {
        let stakes = coalition(OWN as usize, share, OTHERS, TOTAL);
        let lots = Lots::new(&stakes, &[EXPECTED], random)?;
        let p = f64::from(EXPECTED) / TOTAL as f64;
        let wins: Vec<_> = stakes.iter().map(|stake| -(*stake as f64 * (-p).ln_1p()).exp_m1()).collect();
        let own = Distribution::of_coins(wins[..OWN as usize].iter().copied());
        Ok(Coalition { lots, own, all: Distribution::of_coins(wins) })
    }

    /// The distribution of the number of tickets that it decides about, in theory.
    pub fn tickets(&self, choice: Choice) -> &Distribution {
        match choice {
            Choice::Own => &self.own,
            Choice::All => &self.all,
        }
    }

    /// The next round's tickets.
    pub fn draw(&mut self) -> Hand {
        let won = self.lots.draw(0, 0..OWN + OTHERS as u32);
        let own = won.partition_point(|won| won.participant < OWN);
        Hand { won, own }
    }

    /// The first option, in the order of its preference, whose beacon has the bit.
    pub fn first_pleasing(&self, hand: &Hand, choice: Choice) -> Option<u64> {
        let options = 1u64 << hand.choosable(choice).min(63);
        (0..options).find(|option| self.lots.beacon(&hand.without(*option))[31] & 1 == 1)
    }

    /// Advances a round: with all tickets, or with only its own where it decides about all.
    pub fn advance(&mut self, hand: &Hand, choice: Choice) {
        let sent = match choice {
            Choice::Own => hand.without(0),
            Choice::All => hand.own().iter().collect(),
        };
        let beacon = self.lots.beacon(&sent);
        self.lots.advance(beacon);
    }
}

impl Hand {
    /// The coalition's tickets.
    pub fn own(&self) -> &[Won] {
        &self.won[..self.own]
    }

    /// The other participants' tickets.
    pub fn others(&self) -> &[Won] {
        &self.won[self.own..]
    }

    fn choosable(&self, choice: Choice) -> usize {
        match choice {
            Choice::Own => self.own,
            Choice::All => self.won.len(),
        }
    }

    /// All tickets except those in `left_out`, which has one bit for each of the first tickets, in order.
    fn without(&self, left_out: u64) -> Vec<&Won> {
        let bits = (0..).zip(&self.won);
        let is_in = |index: u32| left_out.checked_shr(index).unwrap_or(0) & 1 == 0;
        bits.filter(|(index, _)| is_in(*index)).map(|(_, won)| won).collect()
    }
}

/// The chance of the bit for a coalition that decides about `tickets` tickets and completes `completed`
/// delays in time: 1 − 2^−min(completed + 1, 2^tickets).
pub fn chance(tickets: &Distribution, completed: u64) -> f64 {
    tickets.mean_of(|w| {
        let tries = completed.saturating_add(1).min(1 << w);
        1.0 - 0.5f64.powi(tries.min(1_024) as i32)
    })
}
