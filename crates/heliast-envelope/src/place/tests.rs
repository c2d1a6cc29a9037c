use super::*;

#[test]
fn the_built_in_class_group_is_that_of_its_seed() {
    let found = ClassGroup::from_seed(CLASS_2048_SEED, CLASS_2048_BITS.into()).unwrap();
    assert_eq!(found.id(), Place::class_2048().group.id());
    assert_eq!(Place::class(CLASS_2048_SEED, 2048).unwrap().to_bytes(), [1]);
}

#[test]
fn a_place_has_one_encoding() {
    // A Mersenne prime.
    let other = Natural::one().shl(2203).sub(&Natural::one()).unwrap();
    let places = [
        Place::rsa_2048(),
        Place::class_2048(),
        Place::modulus(&RsaGroup::rsa_2048().modulus().mul(&other)).unwrap(),
        Place::class(&[7; 32], 1024).unwrap(),
    ];
    for place in &places {
        let bytes = place.to_bytes();
        let mut reader = Reader(&bytes);
        let read = Place::read(&mut reader).unwrap();
        assert!(reader.0.is_empty());
        assert_eq!((read.group.id(), read.to_bytes()), (place.group.id(), bytes.clone()), "{place}");
        for end in 0..bytes.len() {
            assert!(Place::read(&mut Reader(&bytes[..end])).is_err(), "{place} cut to {end}");
        }
    }
    let names = places.map(|place| place.to_string());
    assert_eq!(names, ["rsa-2048", "class-2048", "a modulus of 4251 bits", "a class group of 1024 bits"]);
}

#[test]
fn built_in_groups_are_not_written_out() {
    let modulus = RsaGroup::rsa_2048().modulus().to_be_bytes(256).unwrap();
    let seed = [&2048u16.to_be_bytes()[..], &[CLASS_2048_SEED.len() as u8], CLASS_2048_SEED].concat();
    for bytes in [[&[2, 1, 0][..], &modulus].concat(), [&[3][..], &seed].concat()] {
        assert_eq!(Place::read(&mut Reader(&bytes)).err(), Some(BadPlace::Format));
    }
}

#[test]
fn groups_that_are_too_small_or_odd_are_refused() {
    let read = |bytes: &[u8]| Place::read(&mut Reader(bytes)).err();
    assert_eq!(read(&[4]), Some(BadPlace::Kind(4)));
    assert_eq!(read(&[]), Some(BadPlace::Format));
    assert_eq!(read(&[&[2, 0, 255][..], &[1; 255]].concat()), Some(BadPlace::Format));
    assert_eq!(read(&[&[2, 1, 0, 0][..], &[1; 255]].concat()), Some(BadPlace::Format));
    assert!(matches!(read(&[&[2, 1, 0][..], &[0xff; 256]].concat()), Some(BadPlace::Modulus(_))));
    for (bits, len) in [(992u16, 32u8), (1000, 32), (1025, 32), (4128, 32), (1024, 31), (0, 32)] {
        let bytes = [&[3][..], &bits.to_be_bytes(), &[len], &[9; 255][..usize::from(len)]].concat();
        assert!(matches!(read(&bytes), Some(BadPlace::Class(_))), "{bits} bits, {len} bytes");
    }
}
