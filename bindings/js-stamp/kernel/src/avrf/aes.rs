//! AES-128 (FIPS 197) of eight blocks under eight keys, in bit planes (E. Käsper, P. Schwabe, "Faster
//! and timing-attack resistant AES-GCM", 2009). Byte 4c + r of a vector is row r of column c.

use super::Planes;
use core::arch::wasm32::{
    i8x16_shuffle, i32x4_splat, u8x16_splat, u32x4_splat, u64x2_shl, u64x2_shr, v128, v128_and, v128_not,
    v128_xor,
};

/// The round keys of eight keys.
pub type RoundKeys = [Planes; 11];

/// From blocks to planes, and from planes to blocks: the transpose of 8 by 8 bits in each byte.
#[inline(never)]
pub fn turn(mut x: Planes) -> Planes {
    for (distance, mask) in [(1, 0x55), (2, 0x33), (4, 0x0f)] {
        let mask = u8x16_splat(mask);
        for i in (0..8).filter(|i| i & distance == 0) {
            let (a, b) = (x[i], x[i + distance]);
            let swapped = v128_and(v128_xor(u64x2_shr(a, distance as u32), b), mask);
            x[i] = v128_xor(a, u64x2_shl(swapped, distance as u32));
            x[i + distance] = v128_xor(b, swapped);
        }
    }
    x
}

/// From the keys' planes.
pub fn expand(key: Planes, keys: &mut RoundKeys) {
    let mut key = key;
    let mut constant = 1_u32;
    keys[0] = key;
    for round in keys.iter_mut().skip(1) {
        let mut word = key;
        substitute(&mut word);
        for (bit, (k, w)) in key.iter_mut().zip(word).enumerate() {
            // The last column's bytes, turned, in all columns, and the sum of the columns up to each.
            let turned =
                i8x16_shuffle::<13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12>(w, w);
            let known = u32x4_splat(if constant >> bit & 1 == 1 { 0xff } else { 0 });
            let zero = i32x4_splat(0);
            let one = i8x16_shuffle::<0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27>(zero, *k);
            let sum = v128_xor(*k, one);
            let two = i8x16_shuffle::<0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23>(zero, sum);
            *k = v128_xor(v128_xor(sum, two), v128_xor(turned, known));
        }
        *round = key;
        constant = constant << 1 ^ (constant >> 7) * 0x11b;
    }
}

/// Encrypts eight blocks.
#[inline(never)]
pub fn encrypt(keys: &RoundKeys, blocks: &Planes) -> Planes {
    let mut state = *blocks;
    add(&mut state, &keys[0]);
    for round in &keys[1..10] {
        substitute(&mut state);
        mix(&mut state);
        add(&mut state, round);
    }
    substitute(&mut state);
    state = state.map(shift);
    add(&mut state, &keys[10]);
    state
}

#[inline(always)]
fn add(state: &mut Planes, key: &Planes) {
    for (s, k) in state.iter_mut().zip(key) {
        *s = v128_xor(*s, *k);
    }
}

/// ShiftRows.
#[inline(always)]
fn shift(a: v128) -> v128 {
    i8x16_shuffle::<0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11>(a, a)
}

/// ShiftRows and MixColumns: with u the sum of a row and the next one, 2u, the next row, and u two rows on.
#[inline(always)]
fn mix(state: &mut Planes) {
    let next = state.map(|a| i8x16_shuffle::<5, 10, 15, 0, 9, 14, 3, 4, 13, 2, 7, 8, 1, 6, 11, 12>(a, a));
    let u: Planes = core::array::from_fn(|i| v128_xor(shift(state[i]), next[i]));
    for i in 0..8 {
        let far = i8x16_shuffle::<2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13>(u[i], u[i]);
        let rest = v128_xor(next[i], far);
        let below = u[(i + 7) % 8];
        let doubled = if matches!(i, 1 | 3 | 4) { v128_xor(below, u[7]) } else { below };
        state[i] = v128_xor(rest, doubled);
    }
}

/// SubBytes: a circuit of J. Boyar and R. Peralta ("A small depth-16 circuit for the AES S-box",
/// 2012), with their names; x0 and s0 are the highest bits.
#[inline(always)]
fn substitute(planes: &mut Planes) {
    let [x7, x6, x5, x4, x3, x2, x1, x0] = *planes;
    let (xor, and, not) = (v128_xor, v128_and, v128_not);
    let y14 = xor(x3, x5);
    let y13 = xor(x0, x6);
    let y9 = xor(x0, x3);
    let y8 = xor(x0, x5);
    let t0 = xor(x1, x2);
    let y1 = xor(t0, x7);
    let y4 = xor(y1, x3);
    let y12 = xor(y13, y14);
    let y2 = xor(y1, x0);
    let y5 = xor(y1, x6);
    let y3 = xor(y5, y8);
    let t1 = xor(x4, y12);
    let y15 = xor(t1, x5);
    let y20 = xor(t1, x1);
    let y6 = xor(y15, x7);
    let y10 = xor(y15, t0);
    let y11 = xor(y20, y9);
    let y7 = xor(x7, y11);
    let y17 = xor(y10, y11);
    let y19 = xor(y10, y8);
    let y16 = xor(t0, y11);
    let y21 = xor(y13, y16);
    let y18 = xor(x0, y16);

    let t2 = and(y12, y15);
    let t4 = xor(and(y3, y6), t2);
    let t6 = xor(and(y4, x7), t2);
    let t7 = and(y13, y16);
    let t9 = xor(and(y5, y1), t7);
    let t11 = xor(and(y2, y7), t7);
    let t12 = and(y9, y11);
    let t14 = xor(and(y14, y17), t12);
    let t16 = xor(and(y8, y10), t12);
    let t21 = xor(xor(t4, t14), y20);
    let t22 = xor(xor(t6, t16), y19);
    let t23 = xor(xor(t9, t14), y21);
    let t24 = xor(xor(t11, t16), y18);

    let t25 = xor(t21, t22);
    let t26 = and(t21, t23);
    let t27 = xor(t24, t26);
    let t29 = xor(and(t25, t27), t22);
    let t30 = xor(t23, t24);
    let t31 = xor(t22, t26);
    let t33 = xor(and(t31, t30), t24);
    let t34 = xor(t23, t33);
    let t35 = xor(t27, t33);
    let t36 = and(t24, t35);
    let t37 = xor(t36, t34);
    let t38 = xor(t27, t36);
    let t40 = xor(t25, and(t29, t38));

    let t41 = xor(t40, t37);
    let t42 = xor(t29, t33);
    let t43 = xor(t29, t40);
    let t44 = xor(t33, t37);
    let t45 = xor(t42, t41);
    let z0 = and(t44, y15);
    let z1 = and(t37, y6);
    let z2 = and(t33, x7);
    let z3 = and(t43, y16);
    let z4 = and(t40, y1);
    let z5 = and(t29, y7);
    let z6 = and(t42, y11);
    let z7 = and(t45, y17);
    let z8 = and(t41, y10);
    let z9 = and(t44, y12);
    let z10 = and(t37, y3);
    let z11 = and(t33, y4);
    let z12 = and(t43, y13);
    let z13 = and(t40, y5);
    let z14 = and(t29, y2);
    let z15 = and(t42, y9);
    let z16 = and(t45, y14);
    let z17 = and(t41, y8);

    let t46 = xor(z15, z16);
    let t47 = xor(z10, z11);
    let t48 = xor(z5, z13);
    let t49 = xor(z9, z10);
    let t50 = xor(z2, z12);
    let t51 = xor(z2, z5);
    let t52 = xor(z7, z8);
    let t53 = xor(z0, z3);
    let t54 = xor(z6, z7);
    let t55 = xor(z16, z17);
    let t56 = xor(z12, t48);
    let t57 = xor(t50, t53);
    let t58 = xor(z4, t46);
    let t59 = xor(z3, t54);
    let t60 = xor(t46, t57);
    let t61 = xor(z14, t57);
    let t62 = xor(t52, t58);
    let t63 = xor(t49, t58);
    let t64 = xor(z4, t59);
    let t65 = xor(t61, t62);
    let t66 = xor(z1, t63);
    let t67 = xor(t64, t65);
    let s3 = xor(t53, t66);
    let s0 = xor(t59, t63);
    let s1 = not(xor(t64, s3));
    let s2 = not(xor(t55, t67));
    let s4 = xor(t51, t66);
    let s5 = xor(t47, t65);
    let s6 = not(xor(t56, t62));
    let s7 = not(xor(t48, t60));
    *planes = [s7, s6, s5, s4, s3, s2, s1, s0];
}
