use super::*;
use heliast_group::BulkGroup;
use proptest::prelude::*;

/// The oracle: the power by squaring and multiplying.
fn power(place: &Place, base: &AnyElem, exponent: &[u8]) -> Vec<u8> {
    let group = place.group();
    group.encode(&group.multiexp(&[(base, &Natural::from_be_bytes(exponent))]))
}

/// A comb reads every bit of the exponent once.
#[test]
fn columns_and_rows_cover_the_exponent() {
    for len in [82, 146, 272, 1040] {
        let layout = Layout::of(len);
        let columns: Vec<_> = layout.passes().flatten().collect();
        let mut seen: Vec<_> = columns.iter().map(|(_, column)| *column).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..layout.columns).collect::<Vec<_>>(), "{len}");
        assert!(columns.iter().all(|(table, column)| column / layout.block == *table));
        for bit in (0..8 * len).step_by(101).chain([8 * len - 1]) {
            let mut exponent = vec![0; len];
            exponent[len - 1 - bit / 8] = 1 << (bit % 8);
            let found: Vec<_> = (0..layout.columns)
                .map(|column| (column, layout.pattern(&exponent, column)))
                .filter(|(_, pattern)| *pattern != 0)
                .collect();
            assert_eq!(found, [(bit % layout.columns, 1 << (bit / layout.columns))], "{len}, {bit}");
        }
    }
}

#[test]
fn the_ends_of_the_range() {
    for place in [Place::rsa_2048(), Place::class(&[7; 32], 1024).unwrap()] {
        let (base, len) = (place.base(), place.exponent_len());
        let powers = Powers::new(&place, &base);
        let mut one = vec![0; len];
        one[len - 1] = 1;
        let mut top = vec![0; len];
        top[0] = 0x80;
        for exponent in [vec![0; len], one, top, vec![0xff; len]] {
            assert_eq!(*powers.encoded(&exponent), power(&place, &base, &exponent), "{place}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn powers_are_powers(exponent in prop::collection::vec(any::<u8>(), 272), name: [u8; 4]) {
        let rsa = Place::rsa_2048();
        let base = rsa.group().hash("a test", &name);
        let found = Powers::new(&rsa, &base).encoded(&exponent);
        prop_assert_eq!(&*found, &power(&rsa, &base, &exponent));

        let class = Place::class(&[7; 32], 1024).unwrap();
        let (base, exponent) = (class.group().hash("a test", &name), &exponent[..class.exponent_len()]);
        let found = Powers::new(&class, &base).encoded(exponent);
        prop_assert_eq!(&*found, &power(&class, &base, exponent));
    }
}
