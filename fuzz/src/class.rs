//! Class groups for the targets: toy groups, those of the vectors, and those that an input contains.

use crate::fields::Fields;
use heliast_arith::Natural;
use heliast_group::ClassGroup;
use std::sync::LazyLock;

/// Toy groups, some of which have composite discriminants and forms of order two, then groups with prime
/// discriminants of up to 2048 bits.
static GROUPS: LazyLock<Vec<ClassGroup>> = LazyLock::new(|| {
    let toys = [3, 7, 15, 23, 39, 4_027, 65_535, 4_294_967_295, 18_446_744_073_709_551_615];
    let toys = toys.map(|n: u64| ClassGroup::unchecked(&Natural::from(n)));
    let known = [256, 512, 1000, 1024, 2048].map(|bits| ClassGroup::from_chia_seed(&[7; 32], bits));
    toys.into_iter().chain(known.into_iter().flatten()).collect()
});

/// Returns the group that an input's first byte names: one of the known groups, or with 255 the group of the
/// discriminant that follows, which has up to 136 bytes. Returns `None` if it is not a discriminant.
pub fn group(fields: &mut Fields) -> Option<ClassGroup> {
    let index = fields.u8();
    if index < 255 {
        return Some(GROUPS[usize::from(index) % GROUPS.len()].clone());
    }
    let len = fields.u8() % 137;
    let magnitude = Natural::from_be_bytes(fields.bytes(len.into()));
    (magnitude.bit(0) && magnitude.bit(1)).then(|| ClassGroup::unchecked(&magnitude))
}

/// Whether a group is one of the known ones.
pub fn is_known(group: &ClassGroup) -> bool {
    GROUPS.iter().any(|known| known.discriminant_magnitude() == group.discriminant_magnitude())
}
