//! One key after the other, by the crate `aes`.

use super::Encrypt;
use crate::aes::KEYS;
use aes::{
    Aes128Enc,
    cipher::{BlockCipherEncrypt, KeyInit},
};
use heliast_cpu::Portable;
use zeroize::Zeroize;

/// The number of blocks that are encrypted together.
const BATCH: usize = 8;

impl Encrypt for Portable {
    fn streams(self, keys: &[u128], ivs: &[u128], blocks: usize, out: &mut [u128]) {
        if blocks == 0 {
            return;
        }
        for ((key, iv), out) in keys.iter().zip(ivs).zip(out.chunks_exact_mut(blocks)) {
            stream(&Aes128Enc::new(&key.to_le_bytes().into()), *iv, 0, out);
        }
    }

    fn cube(self, keys: &[u128; KEYS], iv: u128, faces: [&mut [u128]; 3], all: &mut [u128]) {
        let ciphers = keys.map(|key| Aes128Enc::new(&key.to_le_bytes().into()));
        let [odd, twos, fours] = faces;
        let faces = odd.chunks_mut(BATCH).zip(twos.chunks_mut(BATCH)).zip(fours.chunks_mut(BATCH));
        let mut rows = [[0; BATCH]; KEYS];
        for ((all, faces), first) in all.chunks_mut(BATCH).zip(faces).zip((0..).step_by(BATCH)) {
            let ((odd, twos), fours) = faces;
            for (cipher, row) in ciphers.iter().zip(&mut rows) {
                stream(cipher, iv, first, &mut row[..all.len()]);
            }
            for (i, all) in all.iter_mut().enumerate() {
                let [r0, r1, r2, r3, r4, r5, r6, r7] = rows.each_ref().map(|row| row[i]);
                odd[i] ^= r1 ^ r3 ^ r5 ^ r7;
                twos[i] ^= r2 ^ r3 ^ r6 ^ r7;
                fours[i] ^= r4 ^ r5 ^ r6 ^ r7;
                *all = r0 ^ r1 ^ r2 ^ r3 ^ r4 ^ r5 ^ r6 ^ r7;
            }
        }
        rows.zeroize();
    }
}

/// The stream from block `first` on.
fn stream(cipher: &Aes128Enc, iv: u128, first: u32, out: &mut [u128]) {
    let mut counter = (iv as u32).wrapping_add(first);
    let mut blocks = [aes::Block::default(); BATCH];
    for out in out.chunks_mut(BATCH) {
        let blocks = &mut blocks[..out.len()];
        for block in blocks.iter_mut() {
            *block = (iv >> 32 << 32 | u128::from(counter)).to_le_bytes().into();
            counter = counter.wrapping_add(1);
        }
        cipher.encrypt_blocks(blocks);
        for (out, block) in out.iter_mut().zip(blocks) {
            *out = u128::from_le_bytes((*block).into());
        }
    }
    blocks.iter_mut().for_each(|block| block.as_mut_slice().zeroize());
}
