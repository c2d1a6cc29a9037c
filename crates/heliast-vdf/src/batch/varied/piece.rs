//! Some statements of a list, and the random values for them.

use super::{
    graphs::{Graphs, Split},
    groups::{Delay, Delays},
    product::{self, multiply_powers, select, strings_of},
};
use crate::batch::{
    error::Invalid,
    records::Records,
    seed::{Purpose, Seed},
    strings::Strings,
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_arith::Natural;
use heliast_group::BulkGroup;

/// Statements of a list, and the random values for them.
pub(in crate::batch) struct Piece<'a> {
    pub(super) records: Records<'a>,
    /// r_i; 0 at places whose exponent is not needed.
    strings: Strings,
    /// The places of its statements; `None` stands for all statements, if no delay has graphs of its own.
    chosen: Option<Vec<u32>>,
    pub(super) delays: Delays,
}

impl<'a> Piece<'a> {
    /// All of these statements, with exponents of `bits` bits that are drawn from the seed.
    pub(super) fn whole(records: &Records<'a>, seed: &Seed, bits: u16) -> Piece<'a> {
        let strings = seed.strings(0, Purpose::Statement, bits.into(), 0..records.len() as u64);
        Piece::of_all(*records, strings, |_, _| true)
    }

    /// The rest of the next statements. `merges` gets a delay and the number of these statements that have
    /// it, and returns whether they become one base.
    ///
    /// # Errors
    /// As [`Graphs::strings`].
    pub(super) fn rest(
        graphs: &Graphs,
        (records, split, start): (&Records<'a>, &Split, u64),
        merges: impl FnMut(u64, u64) -> bool,
    ) -> Result<Piece<'a>, Invalid> {
        let (records, strings) = (*records, graphs.strings(split, start, records.len())?);
        Ok(match split.rest() {
            None => Piece::of_all(records, strings, merges),
            Some(places) => {
                let delays = Delays::new(&records, places.iter().map(|place| *place as usize), merges);
                Piece { records, strings, chosen: Some(places.to_vec()), delays }
            }
        })
    }

    fn of_all(records: Records<'a>, strings: Strings, merges: impl FnMut(u64, u64) -> bool) -> Piece<'a> {
        let delays = Delays::new(&records, 0..records.len(), merges);
        Piece { records, strings, chosen: None, delays }
    }

    /// The statements at these places of a whole piece, with their random values.
    pub(super) fn range(&self, places: Range<usize>) -> Piece<'a> {
        let strings = self.strings.select(&places.clone().collect::<Vec<_>>());
        Piece::of_all(self.records.range(places), strings, |_, _| true)
    }

    /// The number of its statements.
    pub(super) fn len(&self) -> usize {
        self.chosen.as_ref().map_or(self.records.len(), Vec::len)
    }

    /// ∏ y_i^(r_i).
    pub(super) fn output<G: BulkGroup>(&self, group: &G, threads: usize) -> G::Elem {
        let [_, outputs] = self.records.sides();
        let Some(chosen) = &self.chosen else {
            return multiply_powers(group, outputs, &self.strings, threads);
        };
        let (places, mut room) = (chosen.iter().map(|place| *place as usize).collect::<Vec<_>>(), Vec::new());
        let outputs = select(group, outputs, &places, &mut room);
        multiply_powers(group, outputs, &self.strings.select(&places), threads)
    }

    /// X_t for these delays.
    pub(super) fn merge<G: BulkGroup>(&self, group: &G, delays: &[&Delay], threads: usize) -> Vec<G::Elem> {
        let [inputs, _] = self.records.sides();
        product::merge(group, inputs, (&self.strings, &self.delays), delays, threads)
    }

    /// t and X_t for every delay, ascending.
    pub(super) fn bases<G: BulkGroup>(&self, group: &G, threads: usize) -> Vec<(u64, G::Elem)> {
        let all = self.delays.all();
        all.iter().map(|delay| delay.t).zip(self.merge(group, &all, threads)).collect()
    }

    /// The product of the inputs that are not merged, to the power of floor(r_i·2^(t_i) / l) −
    /// r_i·floor(2^(t_i) / l) or of r_i·2^(t_i) mod l.
    pub(super) fn multiply_single<G: BulkGroup>(
        &self,
        group: &G,
        prime: &Natural,
        part: Part,
        threads: usize,
    ) -> G::Elem {
        // The quotient is below r_i, the remainder below l.
        let bits = match part {
            Part::Quotient => self.strings.bits(),
            Part::Remainder => prime.bits(),
        };
        let exponent = |index: usize, remainder: &Natural| {
            let (quotient, remainder) = self.strings.natural(index).mul(remainder).div_rem(prime);
            match part {
                Part::Quotient => quotient,
                Part::Remainder => remainder,
            }
        };
        let mut powers = self.delays.map_single(prime, exponent, threads);
        powers.sort_unstable_by_key(|(index, _)| *index);
        let (places, exponents): (Vec<usize>, Vec<Natural>) = powers.into_iter().unzip();
        let mut room = Vec::new();
        let [inputs, _] = self.records.sides();
        let list = select(group, inputs, &places, &mut room);
        multiply_powers(group, list, &strings_of(&exponents, bits as u16), threads)
    }
}

/// A part of the division of r_i·(2^(t_i) mod l) by l.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Quotient,
    Remainder,
}
