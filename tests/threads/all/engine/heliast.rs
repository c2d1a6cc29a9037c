//! A chain of numbers.

use std::ops::Deref;

pub struct Chain;

impl Chain {
    pub fn tip_after(&self, round: &Verified<Round>) -> Tip {
        Tip(round.number)
    }
}

pub struct Epoch;

#[derive(Clone)]
pub struct Round {
    pub number: u64,
}

#[derive(Clone)]
pub struct Verified<T>(pub T);

impl<T> Deref for Verified<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

#[derive(Clone, Copy)]
pub struct Tip(pub u64);

impl Tip {
    pub fn round(self) -> u64 {
        self.0
    }

    pub fn time_ms(self) -> u64 {
        self.0
    }
}
