//! Shows why a key answers one input: nine answers are nine linear equations in V for the nine unknowns in
//! <b, s>.

use super::{keccak, key};
use crate::lbvrf::{
    scheme::{basis, product},
    *,
};
use std::{vec, vec::Vec};

const UNKNOWNS: usize = POLYNOMIALS * VALUE;

/// Returns the value of a key for `input`, and the row of V^9 that everybody knows.
fn equation(key: &SecretKey, input: u8) -> ([Value; POLYNOMIALS], Value) {
    let basis = basis(keccak(), &key.public.context(&[input]));
    let value = product(&basis, &key.projected).finish();
    (basis, value)
}

/// Returns 32 rows over Z_p of 288 coefficients and the right side.
fn rows((basis, value): &([Value; POLYNOMIALS], Value)) -> Vec<Vec<u64>> {
    let mut rows = vec![vec![0; UNKNOWNS + 1]; VALUE];
    for (i, b) in basis.iter().enumerate() {
        for (j, b) in b.iter().enumerate() {
            for k in 0..VALUE {
                // x^32 is −r.
                let sign = if j + k < VALUE { 1 } else { u64::from(P - FACTOR) };
                rows[(j + k) % VALUE][VALUE * i + k] = u64::from(*b) * sign % u64::from(P);
            }
        }
    }
    rows.iter_mut().zip(value).for_each(|(row, value)| row[UNKNOWNS] = u64::from(*value));
    rows
}

/// Returns the solution, if there is exactly one.
fn solve(mut rows: Vec<Vec<u64>>) -> Option<Vec<u32>> {
    let p = u64::from(P);
    let inverse = |a: u64| {
        (0..p.ilog2() + 1).rev().fold(1, |power, bit| {
            let square = power * power % p;
            if (p - 2) >> bit & 1 == 1 { square * a % p } else { square }
        })
    };
    for column in 0..UNKNOWNS {
        let pivot = (column..rows.len()).find(|i| rows[*i][column] != 0)?;
        rows.swap(column, pivot);
        let scale = inverse(rows[column][column]);
        rows[column].iter_mut().for_each(|it| *it = *it * scale % p);
        let pivot = rows[column].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, row)| *i != column && row[column] != 0) {
            let factor = p - row[column];
            row[column..]
                .iter_mut()
                .zip(&pivot[column..])
                .for_each(|(it, pivot)| *it = (*it + factor * pivot) % p);
        }
    }
    Some(rows[..UNKNOWNS].iter().map(|row| row[UNKNOWNS] as u32).collect())
}

#[test]
fn nine_answers_give_all_others() {
    let key = key(1);
    let known: Vec<_> = (0..9).flat_map(|input| rows(&equation(&key, input))).collect();
    assert!(solve(known[..UNKNOWNS - VALUE].to_vec()).is_none(), "eight are too few for this");

    let secret = solve(known).unwrap();
    let mut stolen = [[0; VALUE]; POLYNOMIALS];
    stolen.as_flattened_mut().copy_from_slice(&secret);
    for input in 100..110 {
        let (basis, value) = equation(&key, input);
        assert_eq!(product(&basis, &stolen).finish(), value);
    }
}
