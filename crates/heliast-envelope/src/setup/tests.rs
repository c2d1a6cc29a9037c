use super::*;
use heliast_group::Trapdoor;

fn place() -> Place {
    Place::rsa_2048()
}

fn made(place: Place, delays: &[u64]) -> Setup {
    delays.iter().fold(Setup::begin(place), |setup, t| {
        let mut evaluation = setup.evaluation(*t).unwrap();
        assert!(evaluation.advance(u64::MAX));
        setup.add(&evaluation, 1, |_| true).unwrap()
    })
}

#[test]
fn each_step_is_the_power_that_it_says() {
    for place in [place(), Place::class(&[7; 32], 1024).unwrap()] {
        let setup = made(place.clone(), &[5, 6, 40]);
        let bytes = setup.as_file().to_bytes();
        let read = SetupFile::from_bytes(&bytes).unwrap().verify().unwrap();
        assert_eq!(read.as_file().to_bytes(), bytes);
        for t in [5, 6, 40] {
            let mut h = place.base();
            place.group().square_n(&mut h, t);
            assert!(place.group().equal(read.power(t).unwrap(), &h), "{place}, {t}");
            let part = read.as_file().up_to(t);
            assert_eq!(part.delays().next_back(), Some(t));
            assert!(part.verify().unwrap().power(t).is_some());
        }
        assert!(read.power(7).is_none() && read.as_file().up_to(4).delays().next().is_none());
    }
}

/// A sealer must never take an h whose logarithm somebody knows.
#[test]
fn a_power_of_g_that_is_not_the_delay_is_refused() {
    let (place, setup) = (place(), made(place(), &[5, 40]));
    let group = place.group();
    let SetupFile { steps, .. } = setup.as_file().clone();
    for (at, t) in [(0, 5), (1, 40)] {
        for power in [1, 3, 41] {
            let mut file = SetupFile { place: place.clone(), steps: steps.clone() };
            let mut h = place.base();
            group.square_n(&mut h, power);
            file.steps[at].h = h;
            let bytes = file.to_bytes();
            let refused = SetupFile::from_bytes(&bytes).unwrap().verify();
            assert!(matches!(refused, Err(BadSetup::False { t: found, .. }) if found == t), "{refused:?}");
        }
    }
    // A true step that claims another delay.
    for (at, t) in [(0, 4), (0, 6), (1, 39), (1, 41)] {
        let mut file = SetupFile { place: place.clone(), steps: steps.clone() };
        file.steps[at].t = t;
        let refused = file.verify();
        assert!(refused.is_err_and(|error| error.is_false()), "{at}, {t}");
    }
    // A step is left out.
    let file = SetupFile { place, steps: steps[1..].to_vec() };
    assert!(file.verify().is_err_and(|error| error.is_false()));
}

#[test]
fn bytes_of_another_shape_are_refused() {
    let bytes = made(place(), &[5, 40]).as_file().to_bytes();
    for end in 0..bytes.len() {
        assert!(SetupFile::from_bytes(&bytes[..end]).is_err(), "cut to {end}");
    }
    let changed = |at: usize, with: &[u8]| [&bytes[..at], with, &bytes[at + with.len()..]].concat();
    let second = 7 + 8 + 512 + 2;
    for bad in [
        [&bytes[..], b"\0"].concat(),
        changed(4, &[2]),
        changed(5, &[4]),
        changed(6, &[0]),
        changed(6, &[1]),
        changed(6, &[33]),
        changed(7, &0u64.to_be_bytes()),
        changed(7, &41u64.to_be_bytes()),
        changed(second, &5u64.to_be_bytes()),
        changed(second, &(1u64 << 48).to_be_bytes()),
        changed(second - 2, &2112u16.to_be_bytes()),
        changed(15, &[0; 256]),
        changed(15, &[0xff; 256]),
    ] {
        assert!(SetupFile::from_bytes(&bad).is_err(), "{}", hex::encode(&bad[..20]));
    }
}

#[test]
fn the_factors_give_the_same_setup_at_once() {
    let mut state = 1u64;
    let random = |bytes: &mut [u8]| {
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (state >> 56) as u8;
        }
    };
    let trapdoor = Trapdoor::generate(2048, random).unwrap();
    let place = Place::modulus(trapdoor.group().modulus()).unwrap();
    let at_once =
        Setup::begin(place.clone()).add_with(&trapdoor, 40).unwrap().add_with(&trapdoor, 1 << 40).unwrap();
    assert!(at_once.as_file().clone().verify().is_ok());
    let squared = made(place.clone(), &[40]);
    assert_eq!(at_once.as_file().up_to(40).to_bytes(), squared.as_file().to_bytes());
    // The delay must not be shorter, or the factors of another group.
    assert!(at_once.add_with(&trapdoor, 1 << 40).is_none());
    assert!(Setup::begin(Place::rsa_2048()).add_with(&trapdoor, 40).is_none());
}

#[test]
fn delays_ascend_and_are_few() {
    let setup = made(place(), &[5]);
    for t in [0, 4, 5, 1 << 48, u64::MAX] {
        assert!(setup.evaluation(t).is_err(), "{t}");
    }
    let full = made(place(), &(1..=MAX_STEPS as u64).collect::<Vec<_>>());
    assert!(full.evaluation(100).is_err());
    let bytes = full.as_file().to_bytes();
    assert!(bytes.len() <= MAX_SETUP);
    assert!(SetupFile::from_bytes(&bytes).unwrap().verify().is_ok());
}
