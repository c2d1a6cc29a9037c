//! A group of either kind, for programs that learn only when they run in which one they are.

use crate::{ClassForm, ClassGroup, Digits, Encoded, Group, LowOrder, Malformed, Members, RsaGroup};
use alloc::vec::Vec;
use core::fmt;
use heliast_arith::{Natural, Residue};

/// An [`RsaGroup`] or a [`ClassGroup`]. It does what the group inside does, with the same answers and the
/// same speed.
///
/// Elements of the other kind are a caller's mistake: every operation panics.
#[derive(Clone)]
#[non_exhaustive]
pub enum AnyGroup {
    /// (Z/N)* / {±1}.
    Rsa(RsaGroup),
    /// Of forms of a negative discriminant.
    Class(ClassGroup),
}

/// An element of an [`AnyGroup`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnyElem {
    /// Of an [`RsaGroup`].
    Rsa(Residue),
    /// Of a [`ClassGroup`].
    Class(ClassForm),
}

impl AnyGroup {
    /// The number of bits of the modulus or of the discriminant.
    pub fn bits(&self) -> usize {
        match self {
            AnyGroup::Rsa(group) => group.bits(),
            AnyGroup::Class(group) => group.bits(),
        }
    }

    /// The group, if it has a modulus.
    pub fn rsa(&self) -> Option<&RsaGroup> {
        match self {
            AnyGroup::Rsa(group) => Some(group),
            AnyGroup::Class(_) => None,
        }
    }

    /// The group, if it has a discriminant.
    pub fn class(&self) -> Option<&ClassGroup> {
        match self {
            AnyGroup::Rsa(_) => None,
            AnyGroup::Class(group) => Some(group),
        }
    }
}

impl AnyElem {
    fn residue(&self) -> &Residue {
        match self {
            AnyElem::Rsa(elem) => elem,
            AnyElem::Class(_) => panic!("a form is no element of a group of residues"),
        }
    }

    fn form(&self) -> &ClassForm {
        match self {
            AnyElem::Class(elem) => elem,
            AnyElem::Rsa(_) => panic!("a residue is no element of a class group"),
        }
    }
}

/// The results of the inner group for all problems.
fn powers<'a, G: Group<Elem: 'a>>(
    group: &G,
    problems: &[&[(&'a AnyElem, &'a Natural)]],
    elem: impl Fn(&'a AnyElem) -> &'a G::Elem,
    wrap: impl Fn(G::Elem) -> AnyElem,
) -> Vec<AnyElem> {
    let inside = |problem: &&[(&'a AnyElem, &'a Natural)]| {
        problem.iter().map(|(base, exponent)| (elem(base), *exponent)).collect::<Vec<_>>()
    };
    let problems: Vec<_> = problems.iter().map(inside).collect();
    let problems: Vec<_> = problems.iter().map(Vec::as_slice).collect();
    group.multiexp_many(&problems).into_iter().map(wrap).collect()
}

impl Group for AnyGroup {
    type Elem = AnyElem;

    fn id(&self) -> [u8; 32] {
        match self {
            AnyGroup::Rsa(group) => group.id(),
            AnyGroup::Class(group) => group.id(),
        }
    }

    fn identity(&self) -> AnyElem {
        match self {
            AnyGroup::Rsa(group) => AnyElem::Rsa(group.identity()),
            AnyGroup::Class(group) => AnyElem::Class(group.identity()),
        }
    }

    fn equal(&self, a: &AnyElem, b: &AnyElem) -> bool {
        match self {
            AnyGroup::Rsa(group) => group.equal(a.residue(), b.residue()),
            AnyGroup::Class(group) => group.equal(a.form(), b.form()),
        }
    }

    fn mul_assign(&self, a: &mut AnyElem, b: &AnyElem) {
        match (self, a) {
            (AnyGroup::Rsa(group), AnyElem::Rsa(a)) => group.mul_assign(a, b.residue()),
            (AnyGroup::Class(group), AnyElem::Class(a)) => group.mul_assign(a, b.form()),
            _ => panic!("an element of the other kind of group"),
        }
    }

    fn square_n(&self, a: &mut AnyElem, n: u64) {
        match (self, a) {
            (AnyGroup::Rsa(group), AnyElem::Rsa(a)) => group.square_n(a, n),
            (AnyGroup::Class(group), AnyElem::Class(a)) => group.square_n(a, n),
            _ => panic!("an element of the other kind of group"),
        }
    }

    fn hash(&self, dst: &str, msg: &[u8]) -> AnyElem {
        match self {
            AnyGroup::Rsa(group) => AnyElem::Rsa(group.hash(dst, msg)),
            AnyGroup::Class(group) => AnyElem::Class(group.hash(dst, msg)),
        }
    }

    fn encoded_len(&self) -> usize {
        match self {
            AnyGroup::Rsa(group) => group.encoded_len(),
            AnyGroup::Class(group) => group.encoded_len(),
        }
    }

    fn encode(&self, a: &AnyElem) -> Vec<u8> {
        match self {
            AnyGroup::Rsa(group) => group.encode(a.residue()),
            AnyGroup::Class(group) => group.encode(a.form()),
        }
    }

    fn decode(&self, bytes: &[u8]) -> Result<AnyElem, Malformed> {
        match self {
            AnyGroup::Rsa(group) => group.decode(bytes).map(AnyElem::Rsa),
            AnyGroup::Class(group) => group.decode(bytes).map(AnyElem::Class),
        }
    }

    fn check_encoding(&self, bytes: &[u8]) -> Result<(), Malformed> {
        match self {
            AnyGroup::Rsa(group) => group.check_encoding(bytes),
            AnyGroup::Class(group) => group.check_encoding(bytes),
        }
    }

    fn check_units(&self, elems: &[&AnyElem]) -> Result<(), Malformed> {
        match self {
            AnyGroup::Rsa(group) => {
                group.check_units(&elems.iter().map(|elem| elem.residue()).collect::<Vec<_>>())
            }
            AnyGroup::Class(group) => {
                group.check_units(&elems.iter().map(|elem| elem.form()).collect::<Vec<_>>())
            }
        }
    }

    fn low_order(&self) -> LowOrder {
        match self {
            AnyGroup::Rsa(group) => group.low_order(),
            AnyGroup::Class(group) => group.low_order(),
        }
    }

    fn free_inverse(&self, a: &AnyElem) -> Option<AnyElem> {
        match self {
            AnyGroup::Rsa(group) => group.free_inverse(a.residue()).map(AnyElem::Rsa),
            AnyGroup::Class(group) => group.free_inverse(a.form()).map(AnyElem::Class),
        }
    }

    fn multiexp(&self, problem: &[(&AnyElem, &Natural)]) -> AnyElem {
        match self {
            AnyGroup::Rsa(group) => {
                let powers: Vec<_> = problem.iter().map(|(base, power)| (base.residue(), *power)).collect();
                AnyElem::Rsa(group.multiexp(&powers))
            }
            AnyGroup::Class(group) => {
                let powers: Vec<_> = problem.iter().map(|(base, power)| (base.form(), *power)).collect();
                AnyElem::Class(group.multiexp(&powers))
            }
        }
    }

    fn multiexp_many(&self, problems: &[&[(&AnyElem, &Natural)]]) -> Vec<AnyElem> {
        match self {
            AnyGroup::Rsa(group) => powers(group, problems, AnyElem::residue, AnyElem::Rsa),
            AnyGroup::Class(group) => powers(group, problems, AnyElem::form, AnyElem::Class),
        }
    }

    fn decodes_slowly(&self) -> bool {
        match self {
            AnyGroup::Rsa(group) => group.decodes_slowly(),
            AnyGroup::Class(group) => group.decodes_slowly(),
        }
    }

    fn digit_products_of(
        &self,
        elements: &[AnyElem],
        digits: &[u32],
        bits: u32,
        asked: Digits,
    ) -> Vec<AnyElem> {
        match self {
            AnyGroup::Rsa(group) => {
                let elements: Vec<_> = elements.iter().map(|elem| elem.residue().clone()).collect();
                let products = group.digit_products_of(&elements, digits, bits, asked);
                products.into_iter().map(AnyElem::Rsa).collect()
            }
            AnyGroup::Class(group) => {
                let elements: Vec<_> = elements.iter().map(|elem| elem.form().clone()).collect();
                let products = group.digit_products_of(&elements, digits, bits, asked);
                products.into_iter().map(AnyElem::Class).collect()
            }
        }
    }

    fn bucket_products(&self, lists: &[Encoded<'_>], members: Members<'_>) -> Vec<u8> {
        match self {
            AnyGroup::Rsa(group) => group.bucket_products(lists, members),
            AnyGroup::Class(group) => group.bucket_products(lists, members),
        }
    }

    fn digit_products(&self, list: Encoded<'_>, digits: &[u32], bits: u32, asked: Digits) -> Vec<AnyElem> {
        match self {
            AnyGroup::Rsa(group) => {
                group.digit_products(list, digits, bits, asked).into_iter().map(AnyElem::Rsa).collect()
            }
            AnyGroup::Class(group) => {
                group.digit_products(list, digits, bits, asked).into_iter().map(AnyElem::Class).collect()
            }
        }
    }
}

impl From<RsaGroup> for AnyGroup {
    fn from(group: RsaGroup) -> AnyGroup {
        AnyGroup::Rsa(group)
    }
}

impl From<ClassGroup> for AnyGroup {
    fn from(group: ClassGroup) -> AnyGroup {
        AnyGroup::Class(group)
    }
}

impl fmt::Debug for AnyGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyGroup::Rsa(group) => group.fmt(f),
            AnyGroup::Class(group) => group.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// Every method gives the same bytes as the inner group.
    fn assert_same<G: Group>(inner: &G)
    where
        AnyGroup: From<G>,
    {
        let any = AnyGroup::from(inner.clone());
        assert_eq!((any.id(), any.encoded_len()), (inner.id(), inner.encoded_len()));
        assert_eq!(any.encode(&any.identity()), inner.encode(&inner.identity()));
        let words = [b"a", b"b", b"c"];
        let elems = words.map(|word| inner.hash("any", word));
        let wrapped = words.map(|word| any.hash("any", word));
        let encoded = elems.each_ref().map(|elem| inner.encode(elem));
        for (bytes, elem) in encoded.iter().zip(&wrapped) {
            assert_eq!(any.encode(elem), *bytes);
            assert!(any.equal(&any.decode(bytes).unwrap(), elem));
            any.check_encoding(bytes).unwrap();
        }
        let wrong = vec![0xff; inner.encoded_len()];
        assert_eq!(any.decode(&wrong).err(), inner.decode(&wrong).err());
        assert_eq!(any.check_encoding(&wrong), inner.check_encoding(&wrong));
        any.check_units(&wrapped.each_ref()).unwrap();

        let (mut one, mut other) = (any.mul(&wrapped[0], &wrapped[1]), inner.mul(&elems[0], &elems[1]));
        any.square_n(&mut one, 5);
        inner.square_n(&mut other, 5);
        assert_eq!(any.encode(&one), inner.encode(&other));
        assert!(!any.equal(&one, &wrapped[0]));

        let exponents = [7u64, 1 << 40, 0].map(Natural::from);
        let one: Vec<_> = wrapped.iter().zip(&exponents).collect();
        let other: Vec<_> = elems.iter().zip(&exponents).collect();
        let (one, other) =
            (any.multiexp_many(&[&one, &one[1..]]), inner.multiexp_many(&[&other, &other[1..]]));
        assert_eq!(encodings(&any, &one), encodings(inner, &other));

        let found = any.multiexp(&one_problem(&wrapped, &exponents));
        let expected = inner.multiexp(&one_problem(&elems, &exponents));
        assert_eq!(any.encode(&found), inner.encode(&expected));
        assert_eq!((any.low_order(), any.decodes_slowly()), (inner.low_order(), inner.decodes_slowly()));
        let found = any.free_inverse(&wrapped[0]).map(|elem| any.encode(&elem));
        let expected = inner.free_inverse(&elems[0]).map(|elem| inner.encode(&elem));
        assert_eq!(found, expected);

        let list = encoded.concat();
        let list = Encoded::new(&any, &list, inner.encoded_len(), 0).unwrap();
        for asked in [Digits::Weighted, Digits::Bitwise] {
            let one = any.digit_products(list, &[1, 2, 3], 2, asked);
            assert_eq!(
                encodings(&any, &one),
                encodings(inner, &inner.digit_products(list, &[1, 2, 3], 2, asked))
            );
            let decoded = any.digit_products_of(&wrapped, &[1, 2, 3], 2, asked);
            assert_eq!(encodings(&any, &decoded), encodings(&any, &one));
        }
    }

    fn one_problem<'a, E>(elems: &'a [E], exponents: &'a [Natural]) -> Vec<(&'a E, &'a Natural)> {
        elems.iter().zip(exponents).collect()
    }

    fn encodings<G: Group>(group: &G, elems: &[G::Elem]) -> Vec<Vec<u8>> {
        elems.iter().map(|elem| group.encode(elem)).collect()
    }

    fn class() -> ClassGroup {
        ClassGroup::from_seed(&[7; 32], 256).unwrap()
    }

    #[test]
    fn it_does_what_the_group_inside_does() {
        assert_same(&RsaGroup::rsa_2048());
        assert_same(&class());
    }

    #[test]
    fn it_knows_its_kind() {
        let (rsa, class) = (AnyGroup::from(RsaGroup::rsa_2048()), AnyGroup::from(class()));
        assert!(rsa.rsa().is_some() && rsa.class().is_none() && rsa.bits() == 2048);
        assert!(class.rsa().is_none() && class.class().is_some() && class.bits() == 256);
        let composite = AnyGroup::from(ClassGroup::unchecked(&Natural::from(19_399u64)));
        assert!(matches!(composite.low_order(), LowOrder::Known(_)), "19 · 1021");
    }

    #[test]
    #[should_panic(expected = "no element of a class group")]
    fn elements_of_the_other_kind_are_a_mistake() {
        let residue = AnyGroup::from(RsaGroup::rsa_2048()).identity();
        AnyGroup::from(class()).encode(&residue);
    }
}
