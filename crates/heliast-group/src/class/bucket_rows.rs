//! Buckets of eight lists at once, one list in each lane. Bucket d is the product of the elements whose digit
//! is d.

use super::{
    ClassGroup,
    seats::{LANES, Row, Seats},
};
use alloc::{vec, vec::Vec};
use core::iter::repeat_n;

/// The greatest number of rows: 13 MB at 1024 bits, and 21 MB at 2048.
pub(super) const MOST_ROWS: usize = 1 << 12;

/// Buckets in rows, and the elements that are added next.
pub(super) struct BucketRows {
    pub(super) seats: Seats,
    /// Bucket d at d − 1.
    rows: Vec<Row>,
    /// The factors that [`BucketRows::add`] puts into buckets.
    pub(super) factors: Row,
    chosen: Row,
}

impl BucketRows {
    /// Empty buckets for digits from 1 to `count`.
    pub(super) fn new(group: &ClassGroup, count: usize) -> BucketRows {
        let seats = Seats::new(repeat_n(group, LANES));
        let row = seats.row();
        BucketRows { rows: vec![row.clone(); count], factors: row.clone(), chosen: row, seats }
    }

    /// Multiplies the factor of each seat, or its inverse in the seats of `inverted`, into the bucket of its
    /// digit. A factor with the digit 0 is left out.
    pub(super) fn add(&mut self, digits: [usize; LANES], inverted: u8) {
        for (index, digit) in digits.into_iter().enumerate() {
            match digit.checked_sub(1) {
                Some(bucket) => self.chosen.copy(index, &self.rows[bucket]),
                None => self.factors.clear(index),
            }
        }
        self.seats.multiply(&mut self.chosen, &self.factors, inverted);
        for (index, digit) in digits.into_iter().enumerate().filter(|(_, digit)| *digit != 0) {
            self.rows[digit - 1].copy(index, &self.chosen);
        }
    }

    /// ∏ bucket_d^d in every seat, by running products from the top. Leaves the buckets empty.
    pub(super) fn weighted(&mut self) -> Row {
        let (mut running, mut product) = (self.seats.row(), self.seats.row());
        for bucket in self.rows.iter_mut().rev() {
            self.seats.multiply(&mut running, bucket, 0);
            (0..LANES).for_each(|index| bucket.clear(index));
            self.seats.multiply(&mut product, &running, 0);
        }
        product
    }

    /// For each of the `bits` bits of the digits, the product of the buckets whose digit has it, in every
    /// seat, by folding: see `crate::buckets`.
    pub(super) fn bitwise(mut self, bits: u32) -> Vec<Row> {
        let mut products = vec![self.seats.row(); bits as usize];
        for bit in (0..bits).rev() {
            // Bucket 2^bit is the lowest that has this bit, and has no other.
            let upper = self.rows.split_off((1 << bit) - 1);
            for bucket in &upper {
                self.seats.multiply(&mut products[bit as usize], bucket, 0);
            }
            for (lower, upper) in self.rows.iter_mut().zip(&upper[1..]) {
                self.seats.multiply(lower, upper, 0);
            }
        }
        products
    }
}
