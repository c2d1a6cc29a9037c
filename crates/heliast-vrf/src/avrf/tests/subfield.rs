use crate::avrf::subfield::{
    AFFINE_AND_SQUARE, AFFINE_CONSTANT, CONJUGATES, CONSTANT_AND_SQUARE, INVERSE_AFFINE_CONSTANT, NORM_BASIS,
    NORM_BITS, NORM_CONJUGATES, TWO_AND_SQUARE, embed,
};
use heliast_symmetric::binary::{Gf128, gf8_multiply, gf8_power};

/// The affine part of the S-box (FIPS 197, equation 5.2).
fn affine(z: u8) -> u8 {
    (0..5).fold(AFFINE_CONSTANT, |sum, by| sum ^ z.rotate_left(by))
}

fn sum(terms: impl Iterator<Item = Gf128>) -> Gf128 {
    terms.fold(Gf128::ZERO, |sum, term| sum + term)
}

fn bit(x: u8, i: usize) -> Gf128 {
    Gf128((x >> i & 1).into())
}

#[test]
fn bytes_embed_as_a_field() {
    assert_eq!((embed(0), embed(1)), (Gf128::ZERO, Gf128::ONE));
    for a in 0..=255 {
        for b in [1, 2, 3, 0x1b, 0x80, 0xc3, 0xff] {
            assert_eq!(embed(a).multiply(embed(b)), embed(gf8_multiply(a, b)));
            assert_eq!(embed(a) + embed(b), embed(a ^ b));
        }
    }
}

#[test]
fn conjugates_and_the_affine_map() {
    for x in 0..=255 {
        for (j, row) in CONJUGATES.iter().enumerate() {
            let found = sum(row.iter().enumerate().map(|(i, factor)| factor.multiply(bit(x, i))));
            assert_eq!(found, embed(gf8_power(x, 1 << j)));
        }
        let conjugates: [_; 8] = core::array::from_fn(|j| embed(gf8_power(x, 1 << j)));
        for (power, row) in AFFINE_AND_SQUARE.iter().enumerate() {
            let linear = sum(row.iter().zip(conjugates).map(|(factor, z)| factor.multiply(z)));
            assert_eq!(linear + CONSTANT_AND_SQUARE[power], embed(gf8_power(affine(x), 1 << power)));
        }
        let back = [1, 3, 6].iter().fold(INVERSE_AFFINE_CONSTANT, |sum, by| sum ^ affine(x).rotate_left(*by));
        assert_eq!(back, x);
    }
    assert_eq!(TWO_AND_SQUARE, [embed(2), embed(2).multiply(embed(2))]);
}

#[test]
fn norms_have_four_coordinates() {
    for x in 0..=255 {
        let norm = gf8_power(x, 17);
        let coordinate = |i: usize| norm >> NORM_BITS[i] & 1;
        let found = (0..4).fold(0, |sum, i| sum ^ (coordinate(i) * NORM_BASIS[i]));
        assert_eq!(found, norm);
        for (j, row) in NORM_CONJUGATES.iter().enumerate() {
            let terms =
                row.iter().enumerate().map(|(i, factor)| factor.multiply(Gf128(coordinate(i).into())));
            assert_eq!(sum(terms), embed(gf8_power(norm, 1 << j)));
        }
    }
}
