//! Some statements of a list, and what is drawn for them.

use super::{
    groups::{Delay, Delays},
    product::{self, multiply_powers, select, strings_of},
    records::Records,
    terms::Terms,
};
use crate::batch::{
    placed::Placed,
    seed::{Purpose, Seed},
    strings::Strings,
};
use alloc::vec::Vec;
use core::ops::Range;
use heliast_arith::Natural;
use heliast_group::Group;

/// Statements of a list, and what is drawn for them.
pub(super) struct Piece<'a> {
    pub(super) records: Records<'a>,
    /// r_i.
    strings: Strings,
    pub(super) delays: Delays,
}

impl<'a> Piece<'a> {
    /// Those from the place `start` on; `merges` says of a delay and the number of statements here that have
    /// it whether they become one base.
    pub(super) fn new(
        terms: Terms,
        seed: &Seed,
        Placed { start, records }: Placed<'_, Records<'a>>,
        merges: impl FnMut(u64, u64) -> bool,
    ) -> Piece<'a> {
        let places = start..start + records.len() as u64;
        let strings = seed.strings(0, Purpose::Statement, terms.level.into(), places);
        let delays = Delays::new(records, merges);
        Piece { records: records.clone(), strings, delays }
    }

    /// Those at these places, with what was drawn for them.
    pub(super) fn range(&self, places: Range<usize>) -> Piece<'a> {
        let records = self.records.range(places.clone());
        let delays = Delays::new(&records, |_, _| true);
        Piece { records, strings: self.strings.select(&places.collect::<Vec<_>>()), delays }
    }

    /// ∏ y_i^(r_i).
    pub(super) fn output<G: Group>(&self, group: &G, threads: usize) -> G::Elem {
        let [_, outputs] = self.records.sides();
        multiply_powers(group, outputs, &self.strings, threads)
    }

    /// X_t of these delays.
    pub(super) fn merge<G: Group>(&self, group: &G, delays: &[&Delay], threads: usize) -> Vec<G::Elem> {
        let [inputs, _] = self.records.sides();
        product::merge(group, inputs, (&self.strings, &self.delays), delays, threads)
    }

    /// t and X_t of every delay, ascending.
    pub(super) fn bases<G: Group>(&self, group: &G, threads: usize) -> Vec<(u64, G::Elem)> {
        let all = self.delays.all();
        all.iter().map(|delay| delay.t).zip(self.merge(group, &all, threads)).collect()
    }

    /// The product of the inputs that stay by themselves, to the power of floor(r_i·2^(t_i) / l) −
    /// r_i·floor(2^(t_i) / l) or of r_i·2^(t_i) mod l, which have so many bits.
    pub(super) fn multiply_single<G: Group>(
        &self,
        group: &G,
        prime: &Natural,
        (part, bits): (Part, u16),
        threads: usize,
    ) -> G::Elem {
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
        multiply_powers(group, list, &strings_of(&exponents, bits), threads)
    }
}

/// Of r_i·(2^(t_i) mod l) divided by l.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Quotient,
    Remainder,
}
