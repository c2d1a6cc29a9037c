use crate::avrf::witness::{Cipher, mix_columns, shifted_from};
use aes::{
    Aes128Enc,
    cipher::{BlockCipherEncrypt, KeyInit},
};
use heliast_symmetric::binary::{Gf8x16, gf8_power};
use proptest::prelude::*;
use std::vec::Vec;

fn encrypt(key: &[u8; 16], input: &[u8; 16]) -> [u8; 16] {
    let mut block = (*input).into();
    Aes128Enc::new(&(*key).into()).encrypt_block(&mut block);
    block.into()
}

proptest! {
    #[test]
    fn encryptions_are_aes(key: [u8; 16], input: [u8; 16]) {
        prop_assert_eq!(Cipher::new(&key).encrypt(&input), encrypt(&key, &input));
    }

    /// Replays the witness: every state after an even round gives the next odd round's state, and the norms
    /// agree.
    #[test]
    fn witnesses_are_states_and_norms(key: [u8; 16], inputs: [[u8; 16]; 2]) {
        let cipher = Cipher::new(&key);
        let witness = cipher.witness(inputs.iter());
        prop_assert_eq!(witness.0.len(), 56 + 2 * 104);
        prop_assert_eq!(&witness.0[..16], &key);
        let mut round_keys = std::vec![key];
        for word in witness.0[16..56].as_chunks::<4>().0 {
            let last = *round_keys.last().expect("one");
            let mut next = [0; 16];
            next[..4].copy_from_slice(word);
            (4..16).for_each(|i| next[i] = next[i - 4] ^ last[i]);
            round_keys.push(next);
        }
        let add = |state: [u8; 16], round: usize| Gf8x16::from_bytes(state) + Gf8x16::from_bytes(round_keys[round]);
        for (input, witness) in inputs.iter().zip(witness.0[56..].chunks(104)) {
            let mut state = add(*input, 0);
            for (pair, part) in witness.chunks(24).enumerate() {
                let norms = state.to_bytes().map(|x| gf8_power(x, 238));
                for (i, norm) in norms.iter().enumerate() {
                    let half = part[i / 2] >> (4 * (i % 2)) & 0xf;
                    let bits = [0, 6, 7, 2].iter().enumerate().fold(0, |all, (k, bit)| all | (norm >> bit & 1) << k);
                    prop_assert_eq!(half, bits, "{} {}", pair, i);
                }
                if pair < 4 {
                    let shifted: [u8; 16] = part[8..].try_into().expect("sixteen");
                    state = add(mix_columns(Gf8x16::from_bytes(shifted)).to_bytes(), 2 * pair + 2);
                }
            }
        }
    }
}

#[test]
fn columns_are_mixed_as_in_the_standards_example() {
    // FIPS 197, appendix B, round 1.
    let before = hex::decode("d4bf5d30e0b452aeb84111f11e2798e5").expect("hex");
    let after = hex::decode("046681e5e0cb199a48f8d37a2806264c").expect("hex");
    assert_eq!(mix_columns(Gf8x16::from_bytes(before.try_into().expect("sixteen"))).to_bytes()[..], after);
    let rows: Vec<_> = (0..16).map(shifted_from).collect();
    assert_eq!(rows, [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11]);
}
