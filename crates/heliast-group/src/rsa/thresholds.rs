//! The least numbers from which the lanes of a CPU are faster than its ring. The measurements are in
//! `bench/thresholds.md`.

use heliast_arith::Backend;

/// The least numbers for which lanes are used. The results do not depend on them.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    /// The number of problems of [`multiexp_many`](crate::Group::multiexp_many): with fewer, the empty lanes
    /// cost more than the others save.
    pub(super) problems: usize,
    /// The number of elements of a list, for [`digit_products`](crate::Group::digit_products).
    pub(super) elements: usize,
    /// The number of bases of one product of powers: with fewer, lanes save less than their windows cost.
    pub(super) bases: usize,
}

impl Thresholds {
    /// The thresholds for lanes of this backend, compared with the best ring of a CPU that has it.
    pub(super) const fn of(backend: Backend) -> Thresholds {
        match backend {
            Backend::Ifma => Thresholds { problems: 8, elements: 192, bases: 96 },
            Backend::AvxIfma => Thresholds { problems: 5, elements: 128, bases: 48 },
            _ => Thresholds { problems: 7, elements: 64, bases: 256 },
        }
    }
}
