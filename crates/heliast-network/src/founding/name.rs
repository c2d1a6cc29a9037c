//! The name of an operator, for people: text that can neither hide nor move other text on a screen.

use heliast::{Malformed, wire::require};

/// The longest name, in bytes.
const MAX_LEN: usize = 64;
/// Characters that are invisible, or that move the text near them: the first and the last of each range.
const UNSEEN: [(u32, u32); 24] = [
    (0x0000, 0x001f),
    (0x007f, 0x00a0),
    (0x00ad, 0x00ad),
    (0x034f, 0x034f),
    (0x061c, 0x061c),
    (0x115f, 0x1160),
    (0x1680, 0x1680),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x2000, 0x200f),
    (0x2028, 0x202f),
    (0x205f, 0x206f),
    (0x2800, 0x2800),
    (0x3000, 0x3000),
    (0x3164, 0x3164),
    (0xe000, 0xf8ff),
    (0xfdd0, 0xfdef),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xffff),
    (0x1bca0, 0x1bca3),
    (0x1d173, 0x1d17a),
    (0x1fffe, 0x10_ffff),
];

/// Checks that an operator may have this name.
///
/// # Errors
/// [`Malformed::Field`] if it is empty or longer than 64 bytes, has spaces at an end or in a row, or has an
/// invisible character.
pub fn check_name(name: &str) -> Result<(), Malformed> {
    require((1..=MAX_LEN).contains(&name.len()), "name", "it must have 1 to 64 bytes")?;
    require(!name.chars().any(is_unseen), "name", "it has a character that nobody sees")?;
    let is_spaced = name.starts_with(' ') || name.ends_with(' ') || name.contains("  ");
    require(!is_spaced, "name", "it has spaces at an end or in a row")
}

fn is_unseen(character: char) -> bool {
    UNSEEN.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(character)))
}

/// Parses a name.
pub(super) fn decode(bytes: &[u8]) -> Result<String, Malformed> {
    let name = std::str::from_utf8(bytes);
    let name = name.map_err(|_| Malformed::Field { field: "name", rule: "it is not UTF-8" })?;
    check_name(name)?;
    Ok(name.to_owned())
}
