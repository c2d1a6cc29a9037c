//! The matrix A, which all keys share.

use super::{
    N, POLYNOMIALS, Polynomial, Q, ROWS, Short,
    field::Field,
    sample::{Tag, uniform},
    transform::{Sum, transform},
};
use alloc::{boxed::Box, vec, vec::Vec};
use heliast_symmetric::keccak::Keccak;
use once_cell::race::OnceBox;
use zeroize::Zeroizing;

/// The matrix A, 36 KiB. It is a hash of only a label, so nobody could choose it.
pub(super) struct Matrix {
    /// The Keccak that made it, and that hashes for its keys.
    keccak: Keccak,
    /// The entries, row after row, by values, times 2^32.
    entries: Vec<Polynomial>,
}

impl Matrix {
    /// Returns A, which is made when it is first needed, with 288 permutations of Keccak in lanes.
    pub fn shared() -> &'static Matrix {
        static SHARED: OnceBox<Matrix> = OnceBox::new();
        SHARED.get_or_init(|| Box::new(Matrix::on(Keccak::new())))
    }

    pub fn on(keccak: Keccak) -> Matrix {
        let mut entries = vec![[0; N]; ROWS * POLYNOMIALS];
        uniform::<Q, _, _>(keccak, Tag::Matrix, &[], Field::<Q>::montgomery, &mut entries);
        Matrix { keccak, entries }
    }

    pub fn keccak(&self) -> Keccak {
        self.keccak
    }

    #[cfg(test)]
    pub fn entries(&self) -> &[Polynomial] {
        &self.entries
    }

    /// Returns A·polynomials, by values below q. Coefficients are within ±q.
    pub fn times(&self, polynomials: &[Short; POLYNOMIALS]) -> [Polynomial; ROWS] {
        self.sums(polynomials).each_ref().map(Sum::finish)
    }

    /// Returns A·polynomials as sums to which more can be added.
    pub fn sums(&self, polynomials: &[Short; POLYNOMIALS]) -> [Sum; ROWS] {
        let mut sums = [(); ROWS].map(|()| Sum::new());
        let mut values = Zeroizing::new([0; N]);
        for (column, polynomial) in polynomials.iter().enumerate() {
            transform(polynomial, &mut values);
            for (row, sum) in sums.iter_mut().enumerate() {
                sum.add(&self.entries[POLYNOMIALS * row + column], &values);
            }
        }
        sums
    }
}
