//! Bytes, decimal and hexadecimal digits.

use super::Natural;
use crate::limbs;
use alloc::{string::String, vec, vec::Vec};
use core::fmt::{self, Write};

/// The largest power of ten in a limb, and its exponent.
const CHUNK: u64 = 10_000_000_000_000_000_000;
const CHUNK_DIGITS: usize = 19;

impl Natural {
    /// The number with these big-endian bytes; leading zero bytes are allowed, and no bytes give 0.
    pub fn from_be_bytes(bytes: &[u8]) -> Natural {
        let limb = |chunk: &[u8]| chunk.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
        Natural::from_limbs(bytes.rchunks(8).map(limb).collect::<Vec<u64>>())
    }

    /// The number as exactly `len` big-endian bytes; `None` if it does not fit.
    pub fn to_be_bytes(&self, len: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; len];
        self.write_be_bytes(&mut bytes).then_some(bytes)
    }

    /// Writes the number as big-endian bytes that fill `into`. False, and nothing is written, if it does not
    /// fit.
    pub fn write_be_bytes(&self, into: &mut [u8]) -> bool {
        if self.bits() > into.len().saturating_mul(8) {
            return false;
        }
        let limbs = self.limbs.iter().copied().chain(core::iter::repeat(0));
        for (chunk, limb) in into.rchunks_mut(8).zip(limbs) {
            match <&mut [u8; 8]>::try_from(&mut *chunk) {
                Ok(chunk) => *chunk = limb.to_be_bytes(),
                Err(_) => chunk.copy_from_slice(&limb.to_be_bytes()[8 - chunk.len()..]),
            }
        }
        true
    }

    /// Parses decimal digits; `None` unless there is at least one character and all are ASCII digits.
    /// Quadratic in the number of digits: bound the length of foreign text first.
    pub fn from_decimal(text: &str) -> Option<Natural> {
        let digits = text.as_bytes();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let mut number = Vec::with_capacity(digits.len() / CHUNK_DIGITS + 1);
        let (head, rest) = digits.split_at(digits.len() % CHUNK_DIGITS);
        for chunk in core::iter::once(head).chain(rest.chunks(CHUNK_DIGITS)) {
            let mut carry = chunk.iter().fold(0, |value, &digit| 10 * value + u64::from(digit - b'0'));
            for limb in &mut number {
                (*limb, carry) = limbs::mul_add(0, *limb, CHUNK, carry);
            }
            number.push(carry);
        }
        Some(Natural::from_limbs(number))
    }

    /// Parses hexadecimal digits of either case, without prefix; `None` unless there is at least one
    /// character and all are digits.
    pub fn from_hex(text: &str) -> Option<Natural> {
        if text.is_empty() {
            return None;
        }
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
        let limb = |chunk: &[u8]| chunk.iter().fold(0, |limb, &digit| limb << 4 | u64::from(digit));
        Some(Natural::from_limbs(digits?.rchunks(16).map(limb).collect::<Vec<u64>>()))
    }
}

impl fmt::Display for Natural {
    /// Decimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chunks = Vec::new();
        let mut rest = self.clone();
        while !rest.is_zero() {
            let (quotient, chunk) = rest.div_rem_u64(CHUNK);
            chunks.push(chunk);
            rest = quotient;
        }
        let mut text = String::new();
        write!(text, "{}", chunks.pop().unwrap_or(0))?;
        for chunk in chunks.iter().rev() {
            write!(text, "{chunk:0CHUNK_DIGITS$}")?;
        }
        f.pad_integral(true, "", &text)
    }
}

impl fmt::LowerHex for Natural {
    /// Hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let (top, rest) = self.limbs.split_last().unwrap_or((&0, &[]));
        write!(text, "{top:x}")?;
        for limb in rest.iter().rev() {
            write!(text, "{limb:016x}")?;
        }
        f.pad_integral(true, "0x", &text)
    }
}

impl fmt::Debug for Natural {
    /// Hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
}

#[cfg(test)]
mod tests;
