//! The two sides of statements.

use alloc::vec::Vec;

/// The statements that are left, as all x and all y.
pub(super) type Sides<E> = [Vec<E>; 2];
