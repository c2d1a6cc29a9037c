//! A group of any kind, for programs that learn the group at run time.

use crate::{
    BulkGroup, ClassForm, ClassGroup, Digits, Encoded, Group, LowOrder, Malformed, Members, RsaGroup,
};
use alloc::vec::Vec;
use core::fmt;
use heliast_arith::{Natural, Residue};

/// Writes [`AnyGroup`] and [`AnyElem`] with a variant for each kind of group, and their methods, which call
/// those of the inner group.
macro_rules! any_group {
    ($($(#[$doc:meta])* $Kind:ident($Group:ty, $Elem:ty), $kind:ident, $name:literal;)+) => {
        /// A group of any kind. Its operations have the results and the speed of the inner group.
        ///
        /// Elements of another kind are a mistake of the caller: every operation panics.
        #[derive(Clone)]
        #[non_exhaustive]
        pub enum AnyGroup {
            $($(#[$doc])* $Kind($Group),)+
        }

        /// An element of an [`AnyGroup`].
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        pub enum AnyElem {
            $(#[doc = concat!("Of ", $name, ".")] $Kind($Elem),)+
        }

        impl AnyGroup {
            /// The number of bits of the modulus or of the discriminant.
            pub fn bits(&self) -> usize {
                match self { $(AnyGroup::$Kind(group) => group.bits(),)+ }
            }

            $(
                #[doc = concat!("The group inside, if it is ", $name, ".")]
                pub fn $kind(&self) -> Option<&$Group> {
                    match self {
                        AnyGroup::$Kind(group) => Some(group),
                        _ => None,
                    }
                }
            )+
        }

        impl AnyElem {
            $(
                fn $kind(&self) -> &$Elem {
                    match self {
                        AnyElem::$Kind(elem) => elem,
                        _ => panic!(concat!("this is not an element of ", $name)),
                    }
                }
            )+
        }

        impl Group for AnyGroup {
            type Elem = AnyElem;

            fn id(&self) -> [u8; 32] {
                match self { $(AnyGroup::$Kind(group) => group.id(),)+ }
            }

            fn identity(&self) -> AnyElem {
                match self { $(AnyGroup::$Kind(group) => AnyElem::$Kind(group.identity()),)+ }
            }

            fn equal(&self, a: &AnyElem, b: &AnyElem) -> bool {
                match self { $(AnyGroup::$Kind(group) => group.equal(a.$kind(), b.$kind()),)+ }
            }

            fn mul_assign(&self, a: &mut AnyElem, b: &AnyElem) {
                match (self, a) {
                    $((AnyGroup::$Kind(group), AnyElem::$Kind(a)) => group.mul_assign(a, b.$kind()),)+
                    _ => panic!("an element of the other kind of group"),
                }
            }

            fn square_n(&self, a: &mut AnyElem, n: u64) {
                match (self, a) {
                    $((AnyGroup::$Kind(group), AnyElem::$Kind(a)) => group.square_n(a, n),)+
                    _ => panic!("an element of the other kind of group"),
                }
            }

            fn hash(&self, dst: &str, msg: &[u8]) -> AnyElem {
                match self { $(AnyGroup::$Kind(group) => AnyElem::$Kind(group.hash(dst, msg)),)+ }
            }

            fn encoded_len(&self) -> usize {
                match self { $(AnyGroup::$Kind(group) => group.encoded_len(),)+ }
            }

            fn encode(&self, a: &AnyElem) -> Vec<u8> {
                match self { $(AnyGroup::$Kind(group) => group.encode(a.$kind()),)+ }
            }

            fn decode(&self, bytes: &[u8]) -> Result<AnyElem, Malformed> {
                match self { $(AnyGroup::$Kind(group) => group.decode(bytes).map(AnyElem::$Kind),)+ }
            }

            fn check_units(&self, elems: &[&AnyElem]) -> Result<(), Malformed> {
                match self {
                    $(AnyGroup::$Kind(group) => {
                        group.check_units(&elems.iter().map(|elem| elem.$kind()).collect::<Vec<_>>())
                    })+
                }
            }

            fn low_order(&self) -> LowOrder {
                match self { $(AnyGroup::$Kind(group) => group.low_order(),)+ }
            }
        }

        impl BulkGroup for AnyGroup {
            fn check_encoding(&self, bytes: &[u8]) -> Result<(), Malformed> {
                match self { $(AnyGroup::$Kind(group) => group.check_encoding(bytes),)+ }
            }

            fn free_inverse(&self, a: &AnyElem) -> Option<AnyElem> {
                match self { $(AnyGroup::$Kind(group) => group.free_inverse(a.$kind()).map(AnyElem::$Kind),)+ }
            }

            fn multiexp(&self, powers: &[(&AnyElem, &Natural)]) -> AnyElem {
                match self {
                    $(AnyGroup::$Kind(group) => {
                        AnyElem::$Kind(group.multiexp(&inside(powers, AnyElem::$kind)))
                    })+
                }
            }

            fn multiexp_many(&self, problems: &[&[(&AnyElem, &Natural)]]) -> Vec<AnyElem> {
                match self {
                    $(AnyGroup::$Kind(group) => {
                        let problems: Vec<_> =
                            problems.iter().map(|powers| inside(powers, AnyElem::$kind)).collect();
                        let problems: Vec<_> = problems.iter().map(Vec::as_slice).collect();
                        group.multiexp_many(&problems).into_iter().map(AnyElem::$Kind).collect()
                    })+
                }
            }

            fn decodes_slowly(&self) -> bool {
                match self { $(AnyGroup::$Kind(group) => group.decodes_slowly(),)+ }
            }

            fn digits_cost(&self, elements: usize, bits: u32) -> usize {
                match self { $(AnyGroup::$Kind(group) => group.digits_cost(elements, bits),)+ }
            }

            fn digit_products_of(
                &self,
                elements: &[&AnyElem],
                digits: &[u32],
                bits: u32,
                asked: Digits,
            ) -> Vec<AnyElem> {
                match self {
                    $(AnyGroup::$Kind(group) => {
                        let elements: Vec<_> = elements.iter().map(|elem| elem.$kind()).collect();
                        let products = group.digit_products_of(&elements, digits, bits, asked);
                        products.into_iter().map(AnyElem::$Kind).collect()
                    })+
                }
            }

            fn digit_products(&self, list: Encoded<'_>, digits: &[u32], bits: u32, asked: Digits) -> Vec<AnyElem> {
                match self {
                    $(AnyGroup::$Kind(group) => {
                        group.digit_products(list, digits, bits, asked).into_iter().map(AnyElem::$Kind).collect()
                    })+
                }
            }

            fn bucket_products(&self, lists: &[Encoded<'_>], members: Members<'_>) -> Vec<u8> {
                match self { $(AnyGroup::$Kind(group) => group.bucket_products(lists, members),)+ }
            }
        }

        $(
            impl From<$Group> for AnyGroup {
                fn from(group: $Group) -> AnyGroup {
                    AnyGroup::$Kind(group)
                }
            }
        )+

        impl fmt::Debug for AnyGroup {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(AnyGroup::$Kind(group) => group.fmt(f),)+ }
            }
        }
    };
}

any_group! {
    /// (Z/N)* / {±1}.
    Rsa(RsaGroup, Residue), rsa, "a group of residues";
    /// Forms of a negative discriminant.
    Class(ClassGroup, ClassForm), class, "a class group";
}

/// A problem in the elements of the inner group.
fn inside<'a, E>(
    powers: &[(&'a AnyElem, &'a Natural)],
    elem: impl Fn(&'a AnyElem) -> &'a E,
) -> Vec<(&'a E, &'a Natural)> {
    powers.iter().map(|(base, exponent)| (elem(base), *exponent)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// Every method gives the same bytes as the inner group.
    fn assert_same<G: BulkGroup>(inner: &G)
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
            let decoded = any.digit_products_of(&wrapped.each_ref(), &[1, 2, 3], 2, asked);
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
    #[should_panic(expected = "not an element of a class group")]
    fn elements_of_the_other_kind_are_a_mistake() {
        let residue = AnyGroup::from(RsaGroup::rsa_2048()).identity();
        AnyGroup::from(class()).encode(&residue);
    }
}
