//! The fields of a case.

use super::{Value, place};

/// Returns the result of a conversion, or panics with the place of the case.
fn expect<T>(case: &Value, field: &str, wanted: &str, found: Option<T>) -> T {
    found.unwrap_or_else(|| panic!("{}: {field} is {}, not {wanted}", place(case), case[field]))
}

/// A field that is text.
pub fn text<'a>(case: &'a Value, field: &str) -> &'a str {
    expect(case, field, "text", case[field].as_str())
}

/// A field that is text in hexadecimal digits, two for each byte.
pub fn bytes(case: &Value, field: &str) -> Vec<u8> {
    expect(case, field, "bytes", case[field].as_str().and_then(|text| hex::decode(text).ok()))
}

/// A field that is this many bytes.
pub fn array<const N: usize>(case: &Value, field: &str) -> [u8; N] {
    expect(case, field, &format!("{N} bytes"), bytes(case, field).try_into().ok())
}

/// A field that is a number.
pub fn number(case: &Value, field: &str) -> u64 {
    expect(case, field, "a number", case[field].as_u64())
}

/// A field that is a number or missing.
pub fn optional_number(case: &Value, field: &str) -> Option<u64> {
    case.get(field).map(|_| number(case, field))
}

/// A field that is a list.
pub fn list<'a>(case: &'a Value, field: &str) -> &'a [Value] {
    expect(case, field, "a list", case[field].as_array().map(Vec::as_slice))
}

/// A list that may be missing if it is empty.
pub fn optional_list<'a>(case: &'a Value, field: &str) -> &'a [Value] {
    case.get(field).map_or(&[], |_| list(case, field))
}
