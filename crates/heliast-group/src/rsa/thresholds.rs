//! The least numbers from which the lanes of a CPU are faster than its ring. Measured:
//! `bench/thresholds.md`.

use heliast_arith::Backend;

/// The least numbers for which lanes are used. The results are the same with any.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    /// Problems side by side, of [`multiexp_many`](crate::Group::multiexp_many): with fewer, the lanes that
    /// stay empty cost more than the others gain.
    pub(super) problems: usize,
    /// Elements of a list, of [`digit_products`](crate::Group::digit_products).
    pub(super) elements: usize,
    /// Bases of one product of powers: with fewer, lanes gain less than their windows cost more.
    pub(super) bases: usize,
}

impl Thresholds {
    /// For lanes of this backend, compared with the best ring of a CPU that has it.
    pub(super) const fn of(backend: Backend) -> Thresholds {
        match backend {
            Backend::Ifma => Thresholds { problems: 8, elements: 192, bases: 96 },
            _ => Thresholds { problems: 7, elements: 64, bases: 256 },
        }
    }
}
