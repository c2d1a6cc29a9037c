//! Compares rings with the integers and the crate `num-bigint`, at every length of the modulus and
//! on every backend.

use heliast_arith::{Backend, LANES, Lanes, Natural, Residue, Ring, RingError};
use num_bigint::BigUint;

fn big(n: &Natural) -> BigUint {
    BigUint::from_bytes_be(&n.to_be_bytes(n.bits().div_ceil(8)).unwrap())
}

/// 2^bits − offset.
fn less(bits: usize, offset: u64) -> Natural {
    Natural::one().shl(bits).sub(&Natural::from(offset)).unwrap()
}

/// Every length up to past three classes of the IFMA kernel's neighbours, then the ends of all classes.
fn lengths() -> impl Iterator<Item = usize> {
    let ends = [1536, 2048, 3072, 4096, 6144, 8192].into_iter().flat_map(|end| [end - 1, end, end + 1]);
    (2..=1100).chain(ends).filter(|bits| *bits <= heliast_arith::MAX_MODULUS_BITS)
}

/// The largest odd number of this length, and one with few ones.
fn moduli(bits: usize) -> [Natural; 2] {
    [less(bits, 1), &Natural::one().shl(bits - 1) + &Natural::one()]
}

/// (−1)·(−1) = 1, −1 − 1 = −2, and other known results.
#[test]
fn minus_one_at_every_length() {
    let (one, two) = (Natural::one(), Natural::from(2_u64));
    for n in lengths().flat_map(moduli) {
        let minus_one = n.sub(&one).unwrap();
        for ring in Ring::on_each_backend(&n).unwrap() {
            let (x, y) = (ring.residue(&minus_one), ring.one());
            let is = |found: &Residue, expected: &Natural| {
                assert_eq!(&ring.natural(found), &(expected % &n), "{} {} bits", ring.backend(), n.bits());
            };
            is(&ring.mul(&x, &x), &one);
            is(&ring.mul(&x, &y), &minus_one);
            is(&ring.add(&x, &y), &Natural::zero());
            is(&ring.sub(&x, &y), &n.sub(&two).unwrap());
            is(&ring.sub(&y, &x), &two);
            is(&ring.neg(&x), &one);
            is(&ring.half(&ring.neg(&y)), &n.shr(1));
            is(&ring.residue(&n), &Natural::zero());
            is(&ring.residue(&(&n * &n)), &Natural::zero());
            let mut power = x.clone();
            ring.square_n(&mut power, 3);
            is(&power, &one);
            let mut double = x.clone();
            ring.double_assign(&mut double);
            assert!(ring.equal(&double, &ring.add(&x, &x)) && !ring.equal(&double, &x));
            assert!(ring.is_zero(&ring.sub(&double, &double)) && ring.is_zero(&ring.zero()));
        }
    }
}

/// An operand may also be the result.
#[test]
fn operands_may_be_the_same() {
    for bits in [3, 64, 65, 255, 256, 257, 600, 1024, 2048, 3000, 8192] {
        for n in moduli(bits) {
            for ring in Ring::on_each_backend(&n).unwrap() {
                let value = &less(bits, 1).div_rem_u64(3).0 % &n;
                let x = ring.residue(&value);
                let (mut square, mut product) = (x.clone(), x.clone());
                ring.square_n(&mut square, 1);
                ring.mul_assign(&mut product, &x.clone());
                assert!(ring.equal(&square, &product), "{} {bits}", ring.backend());
                assert_eq!(big(&ring.natural(&square)), big(&value) * big(&value) % big(&n));
                let (mut sum, mut double, mut nothing) = (x.clone(), x.clone(), x.clone());
                ring.add_assign(&mut sum, &x);
                ring.double_assign(&mut double);
                assert!(ring.equal(&sum, &double), "{} {bits}", ring.backend());
                ring.sub_assign(&mut nothing, &x);
                assert!(ring.is_zero(&nothing), "{} {bits}", ring.backend());
                assert!(ring.equal(&ring.half(&double), &x), "{} {bits}", ring.backend());
            }
        }
    }
}

#[test]
fn powers_beside_another_crate() {
    for bits in [2, 33, 64, 127, 256, 512, 777, 1024, 1500, 2048] {
        for n in moduli(bits) {
            for ring in Ring::on_each_backend(&n).unwrap() {
                for (base, exponent) in [
                    (less(bits, 3), less(bits, 1)),
                    (Natural::from(2_u64), less(64, 59)),
                    (n.shr(1), Natural::from(65537_u64)),
                ] {
                    let found = ring.natural(&ring.pow(&ring.residue(&base), &exponent));
                    let expected = big(&base).modpow(&big(&exponent), &big(&n));
                    assert_eq!(big(&found), expected, "{} {bits}", ring.backend());
                }
            }
        }
    }
}

/// a^(p − 1) = 1, and a^((p − 1)/2) is the Jacobi symbol: for Mersenne primes.
#[test]
fn fermat_and_euler() {
    for bits in [7, 13, 31, 61, 127, 521, 607, 1279] {
        let p = less(bits, 1);
        let minus_one = p.sub(&Natural::one()).unwrap();
        for ring in Ring::on_each_backend(&p).unwrap() {
            for base in [2_u64, 3, 5, 6, 7, 10, 11, 101] {
                let base = Natural::from(base);
                let x = ring.residue(&base);
                assert!(ring.equal(&ring.pow(&x, &minus_one), &ring.one()), "{} {bits}", ring.backend());
                let symbol = match base.jacobi(&p) {
                    1 => ring.one(),
                    _ => ring.neg(&ring.one()),
                };
                assert!(ring.equal(&ring.pow(&x, &minus_one.shr(1)), &symbol), "{} {bits}", ring.backend());
            }
        }
    }
}

#[test]
fn backends_say_what_they_serve() {
    let n = less(2048, 1);
    let rings = Ring::on_each_backend(&n).unwrap();
    let found: Vec<Backend> = rings.iter().map(Ring::backend).collect();
    assert_eq!(found[0], Backend::Portable);
    assert!(found.contains(&Ring::new(&n).unwrap().backend()));
    for backend in Backend::ALL {
        match Ring::on(backend, &n) {
            Ok(ring) => {
                assert!(found.contains(&backend) && ring.backend() == backend && ring.modulus() == &n)
            }
            Err(reason) => {
                assert!(!found.contains(&backend));
                assert_eq!(reason, RingError::Unsupported(backend));
                assert!(reason.to_string().contains(backend.name()), "{reason}");
            }
        }
        assert_eq!(format!("{backend}"), backend.name());
    }
    let refusals =
        [RingError::Even, RingError::TooSmall, RingError::TooLarge].map(|reason| reason.to_string());
    assert!(
        refusals.iter().all(|text| !text.is_empty())
            && refusals[0] != refusals[1]
            && refusals[1] != refusals[2]
    );
}

/// All pairs of residues modulo all small odd numbers, eight pairs at a time.
#[test]
fn all_small_residues_in_lanes() {
    for backend in Backend::ALL {
        for n in (3..34_u64).step_by(2) {
            let modulus = Natural::from(n);
            let Ok(lanes) = Lanes::on(backend, &std::array::from_fn(|_| modulus.clone())) else { continue };
            let pairs: Vec<(u64, u64)> = (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).collect();
            for chunk in pairs.chunks(LANES) {
                let of = |lane: usize| chunk[lane % chunk.len()];
                let a: [Natural; LANES] = std::array::from_fn(|lane| of(lane).0.into());
                let b: [Natural; LANES] = std::array::from_fn(|lane| of(lane).1.into());
                let (x, y) = (lanes.pack(a.each_ref()), lanes.pack(b.each_ref()));
                assert_eq!(lanes.unpack(&x), a, "{backend} {n}");
                let (mut product, mut square) = (x.clone(), x.clone());
                lanes.mul_assign(&mut product, &y);
                lanes.square_n(&mut square, 2);
                let (products, squares) = (lanes.unpack(&product), lanes.unpack(&square));
                for lane in 0..LANES {
                    let (a, b) = of(lane);
                    assert_eq!(products[lane], Natural::from(a * b % n), "{backend}: {a}·{b} modulo {n}");
                    assert_eq!(
                        squares[lane],
                        Natural::from(a * a * a * a % n),
                        "{backend}: {a}^4 modulo {n}"
                    );
                }
            }
        }
    }
}

/// Moduli of eight different lengths together, in every order: lanes do not affect each other.
#[test]
fn lanes_do_not_meet() {
    let all: [Natural; LANES] = [5, 64, 130, 257, 600, 1024, 1025, 2048].map(|bits| less(bits, 1));
    for backend in Backend::ALL {
        for turn in 0..LANES {
            let moduli: [Natural; LANES] = std::array::from_fn(|lane| all[(lane + turn) % LANES].clone());
            let Ok(lanes) = Lanes::on(backend, &moduli) else { continue };
            assert_eq!((lanes.backend(), lanes.moduli()), (backend, &moduli));
            let values: [Natural; LANES] = std::array::from_fn(|lane| moduli[lane].div_rem_u64(3).0);
            let mut x = lanes.pack(values.each_ref());
            let y = lanes.pack(std::array::from_fn(|lane| &moduli[(lane + 1) % LANES]));
            lanes.square_n(&mut x, 5);
            lanes.mul_assign(&mut x, &y);
            let found = lanes.unpack(&x);
            for lane in 0..LANES {
                let n = big(&moduli[lane]);
                let expected = big(&values[lane]).modpow(&BigUint::from(32_u8), &n)
                    * big(&moduli[(lane + 1) % LANES])
                    % n;
                assert_eq!(big(&found[lane]), expected, "{backend}: lane {lane} after {turn}");
            }
        }
    }
}

/// Residues in storage: any lane loads the residue that was stored at a place, and nothing else changes.
#[test]
fn columns_remember_their_places() {
    let n = less(1024, 105);
    let lanes = Lanes::shared(&n).unwrap();
    let values: [Natural; LANES] = std::array::from_fn(|lane| Natural::from(1000 + lane as u64));
    let packed = lanes.pack(values.each_ref());
    let mut columns = lanes.columns(&lanes.one(), 20);
    assert_eq!((columns.len(), columns.is_empty()), (20, false));
    assert!(lanes.columns(&lanes.one(), 0).is_empty());
    let places = [Some(3), None, Some(19), Some(0), None, Some(7), Some(8), Some(12)];
    lanes.put(&mut columns, places, &packed);
    let mut taken = lanes.one();
    for first in 0..20 {
        let from: [usize; LANES] = std::array::from_fn(|lane| (first + 5 * lane) % 20);
        lanes.take(&mut taken, &columns, from);
        for (place, found) in from.iter().zip(lanes.unpack(&taken)) {
            let lane = places.iter().position(|put| put == &Some(*place));
            let expected = lane.map_or(Natural::one(), |lane| values[lane].clone());
            assert_eq!(found, expected, "place {place}");
        }
    }
}

/// Numbers without a conversion lack R, which the radix corrects; a lane without a number has 1.
#[test]
fn unscaled_numbers_lack_the_radix() {
    for bits in [520, 1024, 2048] {
        let n = less(bits, 105);
        let lanes = Lanes::shared(&n).unwrap();
        let numbers: [Natural; LANES] =
            std::array::from_fn(|lane| n.div_rem_u64(lane as u64 + 1).0.sub(&Natural::one()).unwrap());
        let bytes = numbers.each_ref().map(|number| number.to_be_bytes(bits / 8).unwrap());
        let mut x = lanes.one();
        let given = |lane: usize| (lane % 3 != 1).then_some(&bytes[lane][..]);
        lanes.load_unscaled(&mut x, std::array::from_fn(given));
        let loaded = lanes.unpack(&x);
        lanes.mul_assign(&mut x, &lanes.radix());
        let radix = lanes.unpack(&lanes.radix());
        let mended = lanes.unpack(&x);
        for lane in 0..LANES {
            if given(lane).is_some() {
                assert_eq!(mended[lane], numbers[lane], "{bits}: lane {lane}");
                assert_eq!(&(&loaded[lane] * &radix[lane]) % &n, numbers[lane], "{bits}: lane {lane}");
            } else {
                assert!(loaded[lane].is_one(), "{bits}: lane {lane}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "numbers of one length")]
fn unscaled_numbers_have_one_length() {
    let lanes = Lanes::shared(&less(520, 1)).unwrap();
    let bytes = [1; 65];
    let numbers = std::array::from_fn(|lane| Some(&bytes[..65 - lane]));
    lanes.load_unscaled(&mut lanes.one(), numbers);
}

#[test]
#[should_panic(expected = "are too many")]
fn unscaled_numbers_fit_the_limbs() {
    let lanes = Lanes::shared(&less(520, 1)).unwrap();
    lanes.load_unscaled(&mut lanes.one(), [Some(&[1; 500]); LANES]);
}
