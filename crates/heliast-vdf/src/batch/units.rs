//! Elements that are not units.

use super::{
    error::Invalid,
    records::{Records, Side},
};
use alloc::vec::Vec;
use heliast_group::Group;

/// Finds the first element that is not a unit: one gcd for every few hundred statements, then one
/// for each element.
pub(super) fn find_non_unit<G: Group>(group: &G, records: &Records<'_>) -> Option<Invalid> {
    const CHUNK: usize = 256;
    let sides = records.sides();
    for start in (0..sides[0].len()).step_by(CHUNK) {
        let places = start..sides[0].len().min(start + CHUNK);
        let elements = |side: usize| places.clone().map(move |index| sides[side].element(group, index));
        let all: Vec<G::Elem> = (0..2).flat_map(elements).collect();
        if group.check_units(&all.iter().collect::<Vec<_>>()).is_err() {
            let found = all.iter().position(|element| group.check_units(&[element]).is_err())?;
            let (side, offset) = (found / places.len(), found % places.len());
            let side = if side == 0 { Side::Input } else { Side::Output };
            return Some(Invalid::NotAUnit { index: (start + offset) as u64, side });
        }
    }
    None
}
