//! Limbs that begin at a cache line, so that vectors of 64 bytes are loaded and stored without crossing one.

use alloc::{vec, vec::Vec};
use core::{
    fmt,
    ops::{Deref, DerefMut},
};
use zeroize::Zeroize;

/// The bytes of a cache line, and of the longest vectors.
const LINE: usize = 64;

/// Limbs whose first one is at a multiple of 64 bytes.
pub(crate) struct Aligned {
    /// The limbs, after as many zeros as the alignment takes. It never grows, since growing would move it.
    buffer: Vec<u64>,
    start: usize,
}

impl Aligned {
    /// These limbs, and zeros up to `len`.
    fn padded(limbs: &[u64], len: usize) -> Aligned {
        let mut buffer = vec![0; len + LINE / size_of::<u64>() - 1];
        // An interpreter such as Miri may refuse to say the offset. Kernels take limbs at any address.
        let start = buffer.as_ptr().align_offset(LINE).min(buffer.len() - len);
        buffer.truncate(start + len);
        buffer[start..].iter_mut().zip(limbs).for_each(|(limb, value)| *limb = *value);
        Aligned { buffer, start }
    }

    /// Drops limbs from `len` upwards, or adds zeros.
    #[inline]
    pub(crate) fn resize(&mut self, len: usize) {
        if self.len() != len {
            self.resize_now(len);
        }
    }

    #[cold]
    fn resize_now(&mut self, len: usize) {
        let resized = Aligned::padded(self, len);
        self.zeroize();
        *self = resized;
    }
}

impl From<&[u64]> for Aligned {
    fn from(limbs: &[u64]) -> Aligned {
        Aligned::padded(limbs, limbs.len())
    }
}

impl Deref for Aligned {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.buffer[self.start..]
    }
}

impl DerefMut for Aligned {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.buffer[self.start..]
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Aligned {
        Aligned::from(&**self)
    }

    /// Keeps the memory if the lengths are equal.
    fn clone_from(&mut self, source: &Aligned) {
        if self.len() == source.len() {
            self.copy_from_slice(source);
        } else {
            self.zeroize();
            *self = source.clone();
        }
    }
}

impl fmt::Debug for Aligned {
    /// The limbs alone: where they begin in memory says nothing about the number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Zeroize for Aligned {
    /// Wipes the limbs; none is left.
    fn zeroize(&mut self) {
        self.buffer.zeroize();
        self.start = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::Aligned;
    use std::vec::Vec;
    use zeroize::Zeroize;

    #[test]
    fn limbs_begin_at_a_line_whatever_is_done_with_them() {
        let at_line = |limbs: &Aligned| limbs.as_ptr().addr().is_multiple_of(64);
        let mut kept = Vec::new();
        for len in 0..50u64 {
            let values: Vec<u64> = (1..=len).collect();
            let mut limbs = Aligned::from(&values[..]);
            assert_eq!((&*limbs, at_line(&limbs)), (&values[..], true));
            kept.push(limbs.clone());
            assert_eq!(std::format!("{limbs:?}"), std::format!("{values:?}"), "the same wherever it lies");
            let before = limbs.as_ptr();
            limbs.clone_from(&kept[kept.len() - 1]);
            assert_eq!((&*limbs, limbs.as_ptr()), (&values[..], before), "the memory is kept");
            for other in [0, 1, 8, 48, values.len()] {
                limbs.resize(other);
                let expected: Vec<u64> = values.iter().copied().chain([0; 48]).take(other).collect();
                assert_eq!((limbs.len(), at_line(&limbs)), (other, true));
                assert_eq!(&*limbs, &expected[..]);
                limbs.clone_from(&kept[kept.len() - 1]);
                assert_eq!((&*limbs, at_line(&limbs)), (&values[..], true));
            }
            limbs.zeroize();
            assert!(limbs.is_empty() && limbs.buffer.is_empty());
            limbs.resize(3);
            assert_eq!(&*limbs, [0; 3]);
        }
    }
}
