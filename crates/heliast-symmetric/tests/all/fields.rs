//! Tests of the binary fields for every kernel, by the field axioms and by answers of a standard.

use heliast_symmetric::binary::{Binary, Gf8x16, Gf128, gf8_multiply, gf8_power};

/// x·a modulo x^128 + x^7 + x^2 + x + 1.
fn doubled(a: u128) -> u128 {
    a << 1 ^ if a >> 127 == 1 { 0x87 } else { 0 }
}

/// x·a modulo x^384 + x^12 + x^3 + x^2 + 1.
fn doubled384(a: [u128; 3]) -> [u128; 3] {
    let carry = if a[2] >> 127 == 1 { 0x100d } else { 0 };
    [a[0] << 1 ^ carry, a[1] << 1 | a[0] >> 127, a[2] << 1 | a[1] >> 127]
}

/// Pseudorandom words (SplitMix64), the same for the same seed.
struct Words(u64);

impl Words {
    fn half(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn word(&mut self) -> u128 {
        u128::from(self.half()) << 64 | u128::from(self.half())
    }

    fn elements(&mut self, count: usize) -> Vec<Gf128> {
        (0..count).map(|_| Gf128(self.word())).collect()
    }
}

/// x^i·x^j for all i and j: products are sums of these.
#[test]
fn all_products_of_powers_of_x() {
    for field in Binary::all() {
        let mut power = 1;
        for sum in 0..255_u32 {
            for i in sum.saturating_sub(127)..=sum.min(127) {
                let found = field.multiply(Gf128(1 << i), Gf128(1 << (sum - i)));
                assert_eq!(found, Gf128(power), "{}: x^{i}·x^{}", field.name(), sum - i);
            }
            power = doubled(power);
        }
    }
}

#[test]
fn the_laws_of_a_field() {
    let mut words = Words(1);
    for field in Binary::all() {
        for _ in 0..200 {
            let [a, b, c] = [(); 3].map(|()| Gf128(words.word()));
            assert_eq!(field.multiply(a, b), field.multiply(b, a));
            assert_eq!(field.multiply(field.multiply(a, b), c), field.multiply(a, field.multiply(b, c)));
            assert_eq!(field.multiply(a, b + c), field.multiply(a, b) + field.multiply(a, c));
            assert_eq!(field.multiply(a, Gf128::ONE), a);
            assert_eq!(field.multiply(a, Gf128::ZERO), Gf128::ZERO);
            let mut sum = a;
            sum += b;
            assert_eq!((sum, sum + b), (a + b, a));
            assert_eq!(Gf128::from_bytes(a.to_bytes()), a);
        }
    }
}

/// a^(2^128) = a, so a^(2^128 − 2) is the inverse; the same holds for 64 bits.
#[test]
fn frobenius_and_fermat() {
    let mut words = Words(2);
    for field in Binary::all() {
        for _ in 0..20 {
            let a = Gf128(words.word());
            let (mut power, mut inverse) = (a, Gf128::ONE);
            for _ in 1..128 {
                power = field.multiply(power, power);
                inverse = field.multiply(inverse, power);
            }
            assert_eq!(field.multiply(power, power), a, "{}", field.name());
            assert_eq!(field.multiply(inverse, a), Gf128::ONE, "{}", field.name());

            let a = words.half();
            let (mut power, mut inverse) = (a, 1);
            for _ in 1..64 {
                power = field.multiply64(power, power);
                inverse = field.multiply64(inverse, power);
            }
            assert_eq!(field.multiply64(power, power), a, "{}", field.name());
            assert_eq!(field.multiply64(inverse, a), 1, "{}", field.name());
        }
    }
}

#[test]
fn all_products_of_powers_of_x_in_64_bits() {
    for field in Binary::all() {
        let mut power = 1_u64;
        for sum in 0..127_u32 {
            for i in sum.saturating_sub(63)..=sum.min(63) {
                assert_eq!(field.multiply64(1 << i, 1 << (sum - i)), power, "{} {i} {sum}", field.name());
            }
            power = power << 1 ^ if power >> 63 == 1 { 0x1b } else { 0 };
        }
    }
}

/// x^i·x^j for all i below 384 and all j below 128, with another element added.
#[test]
fn all_affine_maps_of_powers_of_x() {
    let added = [3, 1 << 77, u128::MAX - 5];
    for field in Binary::all() {
        let mut factor = [1, 0, 0];
        for _ in 0..384 {
            let inputs: Vec<[u128; 4]> = (0..128).map(|j| [1 << j, added[0], added[1], added[2]]).collect();
            let mut outputs = vec![[0; 48]; 128];
            field.affine384(&factor, &inputs, &mut outputs);
            let mut expected = factor;
            for output in &outputs {
                let words = output.as_chunks::<16>().0;
                for (index, word) in words.iter().enumerate() {
                    assert_eq!(
                        u128::from_le_bytes(*word),
                        expected[index] ^ added[index],
                        "{}",
                        field.name()
                    );
                }
                expected = doubled384(expected);
            }
            factor = doubled384(factor);
        }
    }
}

/// GHASH of the second test case in McGrew and Viega's specification of GCM. Its field has the same
/// polynomial; the coefficients are in the opposite order.
#[test]
fn ghash_of_the_standard() {
    let element = |block: u128| Gf128(block.reverse_bits());
    let key = element(0x66e94bd4_ef8a2c3b_884cfa59_ca342b2e);
    let blocks = [0x0388dace_60b6a392_f328c2b9_71b2fe78, 128];
    for field in Binary::all() {
        let hash = blocks.iter().fold(Gf128::ZERO, |hash, block| field.multiply(hash + element(*block), key));
        assert_eq!(hash.0.reverse_bits(), 0xf38cbb1a_d69223dc_c3457ae5_b6b0f885, "{}", field.name());
        // The same value as a sum of products with powers of the key.
        let mut powers = [Gf128::ZERO; 3];
        field.powers(key, &mut powers);
        assert_eq!(field.dot(&blocks.map(element), &[powers[2], powers[1]]), hash, "{}", field.name());
    }
}

/// Sums of products of every length, compared with a plain loop of single products.
#[test]
fn sums_of_every_length() {
    let mut words = Words(3);
    for length in 0..40 {
        let (a, b) = (words.elements(length), words.elements(length));
        let products: Vec<_> = a.iter().zip(&b).map(|(a, b)| a.multiply(*b)).collect();
        let sum = products.iter().fold(Gf128::ZERO, |sum, product| sum + *product);
        for field in Binary::all() {
            assert_eq!(field.dot(&a, &b), sum, "{} {length}", field.name());
            let mut out = vec![Gf128::ONE; length];
            field.products(&a, &b, &mut out);
            assert_eq!(out, products, "{} {length}", field.name());
            let halves = a.iter().zip(&b).fold(0, |sum, (a, b)| {
                let product = |shift: u32| field.multiply64((a.0 >> shift) as u64, (b.0 >> shift) as u64);
                sum ^ product(0) ^ product(64)
            });
            assert_eq!(field.dot64(&a, &b), halves, "{} {length}", field.name());
        }
    }
}

#[test]
fn combinations_are_sums_of_products() {
    let mut words = Words(4);
    let rows: [[Gf128; 9]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| Gf128(words.word())));
    let matrix: [[Gf128; 4]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| Gf128(words.word())));
    for field in Binary::all() {
        let found = field.combine(&matrix, &rows.each_ref());
        for (factors, row) in matrix.iter().zip(&found) {
            for (column, element) in row.iter().enumerate() {
                let inputs = rows.map(|row| row[column]);
                assert_eq!(*element, field.dot(factors, &inputs), "{}", field.name());
            }
        }
        assert_eq!(field.combine::<0, 2, 3>(&[[], []], &[]), [[Gf128::ZERO; 3]; 2], "{}", field.name());
    }
}

#[test]
#[should_panic(expected = "pairs")]
fn sums_have_pairs() {
    Binary::new().dot(&[Gf128::ONE], &[]);
}

#[test]
#[should_panic(expected = "pairs")]
fn sums_of_64_bits_have_pairs() {
    Binary::new().dot64(&[Gf128::ONE], &[]);
}

#[test]
#[should_panic(expected = "triples")]
fn products_have_a_place() {
    Binary::new().products(&[Gf128::ONE], &[Gf128::ONE], &mut []);
}

#[test]
#[should_panic(expected = "pairs")]
fn maps_have_an_output_for_every_input() {
    Binary::new().affine384(&[1, 2, 3], &[[0; 4]; 2], &mut [[0; 48]]);
}

/// The powers of the generator 3 of GF(2^8) are all 255 elements except 0.
#[test]
fn three_generates_the_bytes() {
    let mut seen = [false; 256];
    for exponent in 0..255 {
        let power = gf8_power(3, exponent);
        assert!(power != 0 && !std::mem::replace(&mut seen[usize::from(power)], true), "{exponent}");
        assert_eq!(gf8_multiply(power, 3), gf8_power(3, exponent + 1));
    }
    assert_eq!(gf8_power(3, 255), 1);
}

/// The sixteen elements are independent.
#[test]
fn sixteen_different_bytes() {
    for start in 0..=255_u8 {
        let bytes: [u8; 16] = std::array::from_fn(|i| start.wrapping_add(17 * i as u8));
        let others: [u8; 16] = std::array::from_fn(|i| start.wrapping_mul(i as u8 | 1));
        let (a, b) = (Gf8x16::from_bytes(bytes), Gf8x16::from_bytes(others));
        let inverse = a.invert().to_bytes();
        let (sum, product) = ((a + b).to_bytes(), a.multiply(b).to_bytes());
        let mut assigned = a;
        assigned += b;
        assert_eq!(assigned.to_bytes(), sum);
        for i in 0..16 {
            assert_eq!(sum[i], bytes[i] ^ others[i]);
            assert_eq!(product[i], gf8_multiply(bytes[i], others[i]));
            assert_eq!(inverse[i], gf8_power(bytes[i], 254));
            assert_eq!(a.double().to_bytes()[i], gf8_multiply(bytes[i], 2));
            assert_eq!(a.square().to_bytes()[i], gf8_multiply(bytes[i], bytes[i]));
            for by in 0..8 {
                assert_eq!(a.rotate_left(by).to_bytes()[i], bytes[i].rotate_left(by));
            }
        }
    }
}
