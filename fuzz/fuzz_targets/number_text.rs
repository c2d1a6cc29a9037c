//! Compares numbers read from text and bytes with num-bigint: which inputs are accepted, their values, and
//! how the values are written.

#![no_main]

use heliast_arith::Natural;
use heliast_fuzz::{big, fields::Fields};
use libfuzzer_sys::fuzz_target;
use num_bigint::BigUint;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    match fields.u8() % 3 {
        0 => text(fields.0, 10, Natural::from_decimal, |n| n.to_string()),
        1 => text(fields.0, 16, Natural::from_hex, |n| format!("{n:x}")),
        _ => bytes(fields),
    }
});

fn text(data: &[u8], radix: u32, parse: fn(&str) -> Option<Natural>, print: fn(&Natural) -> String) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let is_number = !text.is_empty() && text.bytes().all(|byte| char::from(byte).is_digit(radix));
    let parsed = parse(text);
    assert_eq!(parsed.is_some(), is_number);
    if let Some(n) = parsed {
        assert_eq!(Some(big(&n)), BigUint::parse_bytes(data, radix));
        let digits = text.trim_start_matches('0').to_lowercase();
        assert_eq!(print(&n), if digits.is_empty() { "0" } else { &digits });
    }
}

fn bytes(mut fields: Fields) {
    let len = usize::from(fields.u8());
    let n = Natural::from_be_bytes(fields.0);
    assert_eq!(big(&n), BigUint::from_bytes_be(fields.0));
    assert_eq!(n.to_be_bytes(fields.0.len()).as_deref(), Some(fields.0));
    let written = n.to_be_bytes(len);
    assert_eq!(written.is_some(), n.bits().div_ceil(8) <= len);
    assert!(written.is_none_or(|bytes| bytes.len() == len && Natural::from_be_bytes(&bytes) == n));
}
