//! Every kernel against the standard's example and against single blocks of the crate `aes`.

use super::{Aes, KEYS};
use aes::{
    Aes128Enc,
    cipher::{BlockCipherEncrypt, KeyInit},
};
use proptest::prelude::*;
use std::{vec, vec::Vec};

/// Block `number` of a stream.
fn block(key: u128, iv: u128, number: u32) -> u128 {
    let counter = (iv as u32).wrapping_add(number);
    let mut block = (iv >> 32 << 32 | u128::from(counter)).to_le_bytes().into();
    Aes128Enc::new(&key.to_le_bytes().into()).encrypt_block(&mut block);
    u128::from_le_bytes(block.into())
}

/// FIPS 197, appendix B.
#[test]
fn the_standards_example() {
    let key = u128::from_be_bytes([
        0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c,
    ]);
    let input = 0x3243f6a8_885a308d_313198a2_e0370734_u128;
    let output = 0x3925841d_02dc09fb_dc118597_196a0b32_u128;
    for aes in Aes::all() {
        let mut out = [0];
        aes.streams(&[key.swap_bytes()], &[input.swap_bytes()], &mut out);
        assert_eq!(out[0], output.swap_bytes(), "{}", aes.name());
    }
}

proptest! {
    #[test]
    fn streams_are_blocks_under_their_keys(
        pairs in prop::collection::vec((any::<u128>(), any::<u128>()), 0..20),
        blocks in 0..11_usize,
        wraps in any::<bool>(),
    ) {
        let (keys, mut ivs): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        if wraps {
            ivs.iter_mut().for_each(|iv| *iv |= 0xffff_fffd);
        }
        for aes in Aes::all() {
            let mut out = vec![0; keys.len() * blocks];
            aes.streams(&keys, &ivs, &mut out);
            for (i, found) in out.iter().enumerate() {
                let key = i / blocks;
                prop_assert_eq!(*found, block(keys[key], ivs[key], (i % blocks) as u32), "{}", aes.name());
            }
        }
    }

    #[test]
    fn cubes_are_sums_of_streams(keys: [u128; KEYS], iv: u128, before: u128, blocks in 0..19_usize, wraps: bool) {
        let iv = if wraps { iv | 0xffff_fffc } else { iv };
        for aes in Aes::all() {
            let mut faces = [(); 3].map(|()| vec![before; blocks]);
            let mut all = vec![before; blocks];
            aes.cube(&keys, iv, faces.each_mut().map(Vec::as_mut_slice), &mut all);
            for n in 0..blocks {
                let rows = keys.map(|key| block(key, iv, n as u32));
                for (bit, face) in faces.iter().enumerate() {
                    let sum = (0..KEYS).filter(|x| x >> bit & 1 == 1).fold(before, |sum, x| sum ^ rows[x]);
                    prop_assert_eq!(face[n], sum, "{} {}", aes.name(), bit);
                }
                prop_assert_eq!(all[n], rows.iter().fold(0, |sum, row| sum ^ row));
            }
        }
    }
}

#[test]
fn the_kernels_are_named() {
    let names: Vec<_> = Aes::all().map(|aes| aes.name()).collect();
    assert_eq!(names[0], "portable");
    let others = [Aes::aes_ni(), Aes::vaes()];
    assert_eq!(names.len(), 1 + others.iter().flatten().count());
    assert_eq!(Aes::default().name(), *names.last().expect("the portable one"));
}
