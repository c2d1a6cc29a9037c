//! The lengths of moduli for which there is assembly.

use crate::radix52::LIMB_MASK;

/// Moduli of fewer bits are left to the other kernels: in the smallest class they would cost as much as 1024
/// bits.
const MIN_BITS: usize = 600;

/// The shape of the numbers for all moduli of at most `bits` bits; `generator/shape.py` derives and proves
/// it.
pub(super) struct Class {
    /// The longest modulus.
    pub bits: usize,
    /// L, the number of limbs of 52 bits of a residue. The fold starts at limb F = L − 1.
    pub limbs: usize,
    /// Residues are below 2^V.
    pub value_bits: usize,
    /// The number of limbs of T = a·b from F upwards, and of rows of the table.
    pub rows: usize,
}

pub(super) static CLASSES: [Class; 5] = [
    Class { bits: 1024, limbs: 21, value_bits: 1081, rows: 22 },
    Class { bits: 2048, limbs: 41, value_bits: 2106, rows: 41 },
    Class { bits: 3072, limbs: 61, value_bits: 3131, rows: 61 },
    Class { bits: 4096, limbs: 80, value_bits: 4155, rows: 81 },
    Class { bits: 8192, limbs: 159, value_bits: 8252, rows: 160 },
];

impl Class {
    /// The smallest class for a modulus of this length, unless the modulus is short.
    pub(super) fn of(bits: usize) -> Option<&'static Class> {
        CLASSES.iter().find(|class| (MIN_BITS..=class.bits).contains(&bits))
    }

    /// F, the first limb that is folded.
    pub(super) const fn fold(&self) -> usize {
        self.limbs - 1
    }

    /// The number of vectors of a residue.
    pub(super) const fn vectors(&self) -> usize {
        self.limbs.div_ceil(8)
    }

    /// The number of vectors of a row of the table, which has `bits` bits.
    pub(super) const fn row_vectors(&self) -> usize {
        self.bits.div_ceil(52).div_ceil(8)
    }

    /// The number of limbs of a residue, with the lanes that fill its last vector.
    pub(super) const fn lanes(&self) -> usize {
        8 * self.vectors()
    }

    /// The bits that limb `index` of a residue can have: 52, fewer in limb L − 1, none in the lanes beyond.
    pub(super) const fn mask(&self, index: usize) -> u64 {
        if index < self.fold() {
            LIMB_MASK
        } else if index == self.fold() {
            (1 << (self.value_bits - 52 * self.fold())) - 1
        } else {
            0
        }
    }
}
