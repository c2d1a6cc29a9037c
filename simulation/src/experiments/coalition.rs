//! A coalition of participants that would choose among beacons: it knows all tickets of a round,
//! decides which of them count, and wants one bit of the beacon to be 1.

use crate::{
    lots::{Lots, Won},
    random::Random,
    stakes::coalition,
    theory::Distribution,
};
use heliast::Malformed;

const TOTAL: u64 = 10_000_000_000;
/// Votes expected in a round.
pub const EXPECTED: u32 = 20;
/// Accounts of the coalition, and others.
const OWN: u32 = 10;
const OTHERS: usize = 20;

/// The tickets that it decides about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Its own: it sends them or not.
    Own,
    /// All, where every proposer is of the coalition and leaves out what it likes.
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
    /// With `share` thousandths of the stake.
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

    /// The number of tickets that it decides about, by theory.
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

    /// Goes on: with all tickets, or with its own alone where all are its choice.
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

    /// The others'.
    pub fn others(&self) -> &[Won] {
        &self.won[self.own..]
    }

    fn choosable(&self, choice: Choice) -> usize {
        match choice {
            Choice::Own => self.own,
            Choice::All => self.won.len(),
        }
    }

    /// All tickets but for those in `left_out`, a bit for each of the first, in order.
    fn without(&self, left_out: u64) -> Vec<&Won> {
        let bits = (0..).zip(&self.won);
        let is_in = |index: u32| left_out.checked_shr(index).unwrap_or(0) & 1 == 0;
        bits.filter(|(index, _)| is_in(*index)).map(|(_, won)| won).collect()
    }
}

/// The chance of the bit for who decides about `tickets` tickets and completes so many delays in time:
/// 1 − 2^−min(completed + 1, 2^tickets).
pub fn chance(tickets: &Distribution, completed: u64) -> f64 {
    tickets.mean_of(|w| {
        let tries = completed.saturating_add(1).min(1 << w);
        1.0 - 0.5f64.powi(tries.min(1_024) as i32)
    })
}
