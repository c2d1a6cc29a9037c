//! Forms that move between lanes, where all are squared at once, and composers, which multiply.

use super::{ClassGroup, FEWEST, Form, LANES};
use crate::class::compose::Composer;
use alloc::vec::Vec;
use heliast_arith::EightForms;

/// Up to eight forms, each of which is in its lane or with its composer.
pub(super) struct Seats {
    lanes: Option<EightForms>,
    /// The lanes whose forms are there.
    inside: u8,
    /// The lanes that have a form.
    taken: u8,
    groups: Vec<(ClassGroup, Composer)>,
}

impl Seats {
    /// Seats of these groups, without forms.
    pub(super) fn new<'a>(groups: impl Iterator<Item = &'a ClassGroup>) -> Seats {
        let groups: Vec<_> = groups.map(|group| (group.clone(), group.composer())).collect();
        assert!(groups.len() <= LANES, "at most eight forms");
        let lanes = groups.first().filter(|_| groups.len() >= FEWEST);
        let lanes = lanes.and_then(|(group, _)| EightForms::new(group.bits()));
        Seats { lanes, inside: 0, taken: 0, groups }
    }

    /// The composer of a seat.
    pub(super) fn composer(&mut self, index: usize) -> &mut Composer {
        &mut self.groups[index].1
    }

    /// Multiplies a form by another, or by its inverse; a seat without a form has 1.
    pub(super) fn multiply(&mut self, index: usize, factor: &Form, inverse: bool) {
        if self.taken >> index & 1 == 1 {
            self.leave(index);
            self.composer(index).multiply(factor, inverse);
        } else {
            self.composer(index).take(&if inverse { factor.inverse() } else { factor.clone() });
            self.taken |= 1 << index;
        }
    }

    /// Squares all forms.
    pub(super) fn square(&mut self) {
        for index in 0..self.groups.len() {
            self.enter(index);
        }
        let mut outside = self.taken & !self.inside;
        if let Some(lanes) = self.lanes.as_mut().filter(|_| self.inside != 0) {
            outside |= lanes.square(self.inside);
        }
        for index in (0..self.groups.len()).filter(|index| outside >> index & 1 == 1) {
            self.leave(index);
            self.composer(index).square(1);
        }
    }

    /// The form of a seat, if it has one.
    pub(super) fn form(&mut self, index: usize) -> Option<Form> {
        self.leave(index);
        (self.taken >> index & 1 == 1).then(|| self.composer(index).form())
    }

    /// Moves a form into its lane, if it fits.
    fn enter(&mut self, index: usize) {
        let bit = 1 << index;
        let (group, composer) = &self.groups[index];
        let Some(lanes) = self.lanes.as_mut().filter(|_| self.taken & !self.inside & bit != 0) else {
            return;
        };
        let form = composer.form();
        let coefficients = [form.a(), form.b_magnitude(), form.c()];
        if lanes.put(index, group.discriminant_magnitude(), coefficients, form.b_is_negative()) {
            self.inside |= bit;
        }
    }

    /// Moves a form from its lane to its composer.
    fn leave(&mut self, index: usize) {
        let bit = 1 << index;
        if let Some(lanes) = self.lanes.as_ref().filter(|_| self.inside & bit != 0) {
            let (a, b, negative, c) = lanes.take(index);
            self.groups[index].1.take(&Form::trusted(a, b, negative, c));
            self.inside &= !bit;
        }
    }
}
