//! Blocks and keys of LowMC: each has one encoding, and exactly those of the right length and with padding of
//! zeros are accepted.

#![no_main]

use heliast_study::lowmc::{Malformed, Parameters};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&set, bytes)) = data.split_first() else { return };
    let parameters = Parameters::ALL[usize::from(set) % Parameters::ALL.len()];
    let has_length = bytes.len() == parameters.bytes();
    // The number of bits after the last one of the block.
    let padding = 8 * parameters.bytes() - parameters.bits();
    let is_padded = bytes.last().is_some_and(|last| last.trailing_zeros() as usize >= padding);
    match parameters.decode(bytes) {
        Ok(block) => {
            assert!(has_length && is_padded);
            let encoded = block.to_bytes();
            assert_eq!(encoded[..bytes.len()], *bytes);
            assert!(encoded[bytes.len()..].iter().all(|byte| *byte == 0));
        }
        Err(Malformed::Length { expected, found }) => {
            assert!(!has_length && (expected, found) == (parameters.bytes(), bytes.len()));
        }
        Err(error) => assert!(error == Malformed::Padding && has_length && !is_padded),
    }
});
