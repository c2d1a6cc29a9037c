//! Follows `spec/sortition.md` word by word, with integers of any size. This is the oracle of target
//! `sortition`.

use num_bigint::BigUint;

/// m·2^e with 2^127 <= m < 2^128.
#[derive(Clone)]
struct Number {
    m: BigUint,
    e: i64,
}

/// Returns the votes of `stake` units for the digest D.
pub fn votes(digest: &[u8; 32], stake: u64, total: u64, expected: u64) -> u64 {
    if stake == 0 || expected == 0 {
        return 0;
    }
    if expected >= total {
        return stake;
    }
    let draw = BigUint::from_bytes_be(digest);
    let rest = total - expected;
    let one = Number { m: BigUint::from(1u8) << 127, e: -127 };
    let mut term = power(&muldiv(&one, rest, total), stake);
    let mut cdf = fix(&term);
    let mut j = 0;
    while draw > cdf && j < stake {
        term = muldiv(&muldiv(&term, stake - j, rest), expected, j + 1);
        j += 1;
        let step = fix(&term);
        if step == BigUint::ZERO
            && u128::from(j) * u128::from(total) > u128::from(stake) * u128::from(expected)
        {
            return j;
        }
        cdf += step;
    }
    j
}

fn power(base: &Number, exponent: u64) -> Number {
    let mut acc = base.clone();
    for bit in (0..exponent.ilog2()).rev() {
        acc = norm(&acc.m * &acc.m, 2 * acc.e);
        if exponent >> bit & 1 == 1 {
            acc = norm(&acc.m * &base.m, acc.e + base.e);
        }
    }
    acc
}

fn muldiv(number: &Number, a: u64, b: u64) -> Number {
    norm(((&number.m * a) << 64) / b, number.e - 64)
}

fn norm(z: BigUint, e: i64) -> Number {
    let shift = z.bits() as i64 - 128;
    Number { m: shifted(&z, -shift), e: e + shift }
}

/// floor(m·2^(e + 256)).
fn fix(number: &Number) -> BigUint {
    shifted(&number.m, number.e + 256)
}

/// floor(z·2^by).
fn shifted(z: &BigUint, by: i64) -> BigUint {
    if by < 0 { z >> by.unsigned_abs() } else { z << by.unsigned_abs() }
}
