//! One product without vectors, for the rare operands whose carries run further than in the vector code.

use super::{class::Class, job::Block};
use crate::radix52::LIMB_MASK;
use alloc::{vec, vec::Vec};

/// A residue of a·b, reduced by the same fold as in the assembly, with all carries.
#[cold]
pub(super) fn multiply(class: &Class, table: &[Block], a: &[u64], b: &[u64]) -> Vec<u64> {
    let (limbs, fold) = (class.limbs, class.fold());
    // T: at most L products below 2^104 per limb.
    let mut t = vec![0u128; 2 * limbs];
    for (i, &x) in a[..limbs].iter().enumerate() {
        for (sum, &y) in t[i..].iter_mut().zip(&b[..limbs]) {
            *sum += u128::from(x) * u128::from(y);
        }
    }
    carry(&mut t);
    debug_assert!(t[fold + class.rows..].iter().all(|&limb| limb == 0));

    let mut result = t[..fold].to_vec();
    result.resize(class.lanes(), 0);
    for (&limb, row) in t[fold..].iter().zip(table.chunks_exact(class.row_vectors())) {
        for (sum, &entry) in result.iter_mut().zip(row.iter().flat_map(|block| &block.0)) {
            *sum += limb * u128::from(entry);
        }
    }
    carry(&mut result);
    result.into_iter().map(|limb| limb as u64).collect()
}

fn carry(sums: &mut [u128]) {
    let mut carry = 0;
    for sum in sums {
        let total = *sum + carry;
        *sum = total & u128::from(LIMB_MASK);
        carry = total >> 52;
    }
    debug_assert!(carry == 0);
}
