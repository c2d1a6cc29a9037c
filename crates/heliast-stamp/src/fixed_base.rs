//! Powers of a base that never changes, with exponents of 256 bits.

use heliast_arith::Residue;
use heliast_group::{Group, RsaGroup};

/// The number of values of a digit, which is one byte of the exponent.
const VALUES: usize = 256;

/// base^(d·2^(8i)) for every byte d and every place i, so that a power takes 32 products. The table has
/// 32·256 elements, 2 MB at 2048 bits, and takes 8,160 products and 256 squarings to make.
pub(crate) struct FixedBase {
    group: RsaGroup,
    /// The powers by place, from the lowest.
    places: Vec<Vec<Residue>>,
}

impl FixedBase {
    pub fn new(group: &RsaGroup, base: &Residue) -> FixedBase {
        let mut step = base.clone();
        let mut places = Vec::with_capacity(32);
        for _ in 0..32 {
            let mut powers = Vec::with_capacity(VALUES);
            powers.push(group.identity());
            for digit in 1..VALUES {
                powers.push(group.mul(&powers[digit - 1], &step));
            }
            places.push(powers);
            group.square_n(&mut step, 8);
        }
        FixedBase { group: group.clone(), places }
    }

    /// The base.
    pub fn base(&self) -> &Residue {
        &self.places[0][1]
    }

    /// The group of the base.
    pub fn group(&self) -> &RsaGroup {
        &self.group
    }

    /// base^exponent for a big-endian exponent: 32 products for any exponent.
    pub fn power(&self, exponent: &[u8; 32]) -> Residue {
        let mut product = self.group.identity();
        for (powers, digit) in self.places.iter().zip(exponent.iter().rev()) {
            self.group.mul_assign(&mut product, &powers[usize::from(*digit)]);
        }
        product
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_arith::Natural;
    use heliast_group::multiexp;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
        #[test]
        fn powers_are_powers(exponent: [u8; 32]) {
            let group = RsaGroup::unchecked(&(Natural::one().shl(255).sub(&Natural::from(19u64)).unwrap()));
            let base = group.hash("fixed base", b"x");
            let expected = multiexp(&group, &[(&base, &Natural::from_be_bytes(&exponent))]);
            prop_assert!(group.equal(&FixedBase::new(&group, &base).power(&exponent), &expected));
        }
    }

    #[test]
    fn the_ends_of_the_range() {
        let group = RsaGroup::rsa_2048();
        let base = group.hash("fixed base", b"x");
        let table = FixedBase::new(&group, &base);
        assert!(group.equal(&table.power(&[0; 32]), &group.identity()));
        let mut one = [0; 32];
        one[31] = 1;
        assert!(group.equal(&table.power(&one), &base));
        let expected = multiexp(&group, &[(&base, &Natural::from_be_bytes(&[0xff; 32]))]);
        assert!(group.equal(&table.power(&[0xff; 32]), &expected));
    }
}
