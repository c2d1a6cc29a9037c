//! A modulus from the input is refused for a reason that is true, or can be used for a group. Its length is
//! bounded.

#![no_main]

use heliast_arith::Natural;
use heliast_fuzz::{big, fields::Fields};
use heliast_group::{BadModulus, Group, RsaGroup};
use libfuzzer_sys::fuzz_target;
use num_bigint::BigUint;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let minimum = usize::from(fields.u8() % 3) * 1024;
    let modulus = Natural::from_be_bytes(fields.0);
    let n = big(&modulus);
    let bits = n.bits() as usize;
    match RsaGroup::new(&modulus, minimum) {
        Ok(group) => {
            assert!((minimum.max(256)..=8192).contains(&bits) && n.bit(0));
            assert!([2, 3, 5, 7].iter().all(|exponent| n.nth_root(*exponent).pow(*exponent) != n));
            assert_eq!((group.modulus(), group.encoded_len()), (&modulus, bits.div_ceil(8)));
            let elem = group.hash("heliast/fuzz", data);
            group.check_units(&[&elem]).expect("hashes are units");
            let bytes = group.encode(&elem);
            assert_eq!(group.encode(&group.decode(&bytes).expect("encodings decode")), bytes);
        }
        Err(BadModulus::Even) => assert!(!n.bit(0)),
        Err(BadModulus::TooShort { .. }) => assert!(bits < minimum.max(256)),
        Err(BadModulus::TooLong(found)) => assert!(found == bits && bits > 8192),
        Err(BadModulus::SmallFactor(p)) => {
            assert!((3..1 << 16).contains(&p) && &n % p == BigUint::ZERO);
            assert!((2..p).take_while(|d| d * d <= p).all(|d| !p.is_multiple_of(d)), "{p} is composite");
        }
        Err(BadModulus::Square) => assert_eq!(n.sqrt().pow(2), n),
        Err(BadModulus::Power(exponent)) => {
            assert!((3..512).contains(&exponent), "65537 to this power is too long");
            assert!((2..exponent).all(|d| !exponent.is_multiple_of(d)), "{exponent} is composite");
            assert_eq!(n.nth_root(exponent).pow(exponent), n);
        }
        Err(BadModulus::Prime) => {
            let three = BigUint::from(3u8);
            assert_eq!(three.modpow(&(&n - 1u8), &n), BigUint::from(1u8), "composite by Fermat's test");
        }
        Err(other) => panic!("{other}"),
    }
});
