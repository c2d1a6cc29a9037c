//! Forms in lanes, where all are composed at once, and composers for those that do not fit.

use super::{ClassGroup, Form, compose::Composer};
use alloc::vec::Vec;
use core::{array::from_fn, ops::Range};
use heliast_arith::EightForms;

/// The number of lanes.
pub(super) const LANES: usize = 8;
/// From this number on, lanes take less time than computations in turn.
pub(super) const FEWEST: usize = 3;

/// The time of so many products of eight in lanes, in products that are computed alone. Products of eight
/// take 7.1 and 19.2 µs on a Zen 4, for 1024 and 2048 bits, and single ones 3.7 and 7.8; the ways of forms
/// between lanes are counted, too.
pub(super) fn in_products(group: &ClassGroup, of_eight: usize) -> usize {
    let (time, unit) = if group.bits() <= 1024 { (9, 4) } else { (21, 8) };
    of_eight.saturating_mul(time) / unit
}

/// The groups of up to eight forms.
pub(super) struct Seats {
    groups: Vec<(ClassGroup, Composer)>,
    /// Lanes without forms.
    empty: Option<EightForms>,
    /// The number of limbs in a lane: forms of other lengths stay outside.
    limbs: Option<usize>,
}

/// One form or none for each seat.
#[derive(Clone)]
pub(super) struct Row {
    lanes: Option<EightForms>,
    /// The lanes that have the form of their seat.
    inside: u8,
    /// The other forms.
    outside: [Option<Form>; LANES],
}

impl Seats {
    /// Seats of these groups.
    pub(super) fn new<'a>(groups: impl Iterator<Item = &'a ClassGroup>) -> Seats {
        let groups: Vec<_> = groups.map(|group| (group.clone(), group.composer())).collect();
        assert!(groups.len() <= LANES, "at most eight forms");
        let with_lanes = groups.iter().find(|(group, _)| EightForms::limbs(group.bits()).is_some());
        let bits = with_lanes.filter(|_| groups.len() >= FEWEST).map(|(group, _)| group.bits());
        Seats { groups, empty: bits.and_then(EightForms::new), limbs: bits.and_then(EightForms::limbs) }
    }

    /// A row without forms.
    pub(super) fn row(&self) -> Row {
        Row { lanes: self.empty.clone(), inside: 0, outside: from_fn(|_| None) }
    }

    /// The composer of a seat.
    pub(super) fn composer(&mut self, index: usize) -> &mut Composer {
        &mut self.groups[index].1
    }

    /// Puts a form into the row: into its lane, if it fits.
    pub(super) fn put(&self, row: &mut Row, index: usize, form: &Form) {
        if self.fits(row, index..index + 1, form) {
            row.inside |= 1 << index;
            row.outside[index] = None;
        } else {
            row.inside &= !(1 << index);
            row.outside[index] = Some(form.clone());
        }
    }

    /// Puts a form into all seats, which must be of one group.
    pub(super) fn fill(&self, row: &mut Row, form: &Form) {
        let fits = self.fits(row, 0..LANES, form);
        row.inside = if fits { u8::MAX } else { 0 };
        row.outside.fill_with(|| if fits { None } else { Some(form.clone()) });
    }

    /// Puts a form into lanes of its group, if it fits.
    fn fits(&self, row: &mut Row, seats: Range<usize>, form: &Form) -> bool {
        let group = &self.groups[seats.start].0;
        let coefficients = [form.a(), form.b_magnitude(), form.c()];
        let put = |lanes: &mut EightForms| {
            lanes.put(seats, group.discriminant_magnitude(), coefficients, form.b_is_negative())
        };
        EightForms::limbs(group.bits()) == self.limbs && row.lanes.as_mut().is_some_and(put)
    }

    /// Squares all forms.
    pub(super) fn square(&mut self, row: &mut Row) {
        let mut rest = !row.inside;
        if let Some(lanes) = row.lanes.as_mut().filter(|_| row.inside != 0) {
            rest |= lanes.square(row.inside);
        }
        for index in (0..self.groups.len()).filter(|index| rest >> index & 1 == 1) {
            self.square_one(row, index);
        }
    }

    /// Squares one form of the row, if there is one.
    pub(super) fn square_one(&mut self, row: &mut Row, index: usize) {
        if let Some(form) = row.form(index) {
            let square = self.composer(index).take(&form).square(1).form();
            self.put(row, index, &square);
        }
    }

    /// Multiplies by the forms of another row, or by their inverses in the lanes of `inverted`. A seat
    /// without a form has 1.
    pub(super) fn multiply(&mut self, row: &mut Row, factors: &Row, inverted: u8) {
        let both = row.inside & factors.inside;
        let mut rest = !both;
        if let (Some(lanes), Some(factors)) = (row.lanes.as_mut().filter(|_| both != 0), &factors.lanes) {
            rest |= lanes.multiply(factors, inverted, both);
        }
        for index in (0..self.groups.len()).filter(|index| rest >> index & 1 == 1) {
            let inverse = inverted >> index & 1 == 1;
            if !row.has(index) && !inverse {
                row.copy(index, factors);
            } else if let Some(factor) = factors.form(index) {
                self.multiply_one(row, index, &factor, inverse);
            }
        }
    }

    /// Multiplies one form of the row by another, or by its inverse.
    pub(super) fn multiply_one(&mut self, row: &mut Row, index: usize, factor: &Form, inverse: bool) {
        let product = match row.form(index) {
            Some(form) => self.composer(index).take(&form).multiply(factor, inverse).form(),
            None if inverse => factor.inverse(),
            None => factor.clone(),
        };
        self.put(row, index, &product);
    }
}

impl Row {
    /// Whether the seat has a form.
    fn has(&self, index: usize) -> bool {
        self.is_inside(index) || self.outside[index].is_some()
    }

    #[cfg(test)]
    pub(super) fn lanes(&self) -> Option<&EightForms> {
        self.lanes.as_ref()
    }

    /// Whether the form of the seat is in its lane.
    pub(super) fn is_inside(&self, index: usize) -> bool {
        self.inside >> index & 1 == 1
    }

    /// Takes the form away.
    pub(super) fn clear(&mut self, index: usize) {
        self.inside &= !(1 << index);
        self.outside[index] = None;
    }

    /// The form of a seat, if it has one.
    pub(super) fn form(&self, index: usize) -> Option<Form> {
        match self.lanes.as_ref().filter(|_| self.is_inside(index)) {
            Some(lanes) => {
                let (a, b, negative, c) = lanes.take(index);
                Some(Form::trusted(a, b, negative, c))
            }
            None => self.outside[index].clone(),
        }
    }

    /// Replaces the form of a seat by that of another row, if it has one there.
    pub(super) fn copy(&mut self, index: usize, from: &Row) {
        self.inside &= !(1 << index);
        self.outside[index].clone_from(&from.outside[index]);
        if let (Some(lanes), Some(other)) = (&mut self.lanes, &from.lanes)
            && from.is_inside(index)
        {
            lanes.copy(index, other);
            self.inside |= 1 << index;
        }
    }
}
