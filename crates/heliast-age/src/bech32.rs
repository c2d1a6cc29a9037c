//! Bech32 (BIP 173) of any length: the encoding of recipients and identities.

use crate::Error;
use zeroize::Zeroizing;

const LETTERS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATORS: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
const CHECKSUM: usize = 6;

/// The text of some bytes, in the case of the prefix.
pub fn encode(prefix: &str, bytes: &[u8]) -> Zeroizing<String> {
    let lower = prefix.to_ascii_lowercase();
    let mut sum = expanded(lower.as_bytes());
    // It is allocated in full at once: a string that grows leaves copies behind.
    let mut text = Zeroizing::new(String::with_capacity(lower.len() + 2 * bytes.len() + 8));
    text.push_str(&lower);
    text.push('1');
    for digit in regrouped(bytes, 8, 5) {
        sum = step(sum, digit);
        text.push(LETTERS[usize::from(digit)].into());
    }
    sum = (0..CHECKSUM).fold(sum, |sum, _| step(sum, 0)) ^ 1;
    for place in (0..CHECKSUM).rev() {
        text.push(LETTERS[(sum >> (5 * place) & 31) as usize].into());
    }
    if prefix.bytes().any(|letter| letter.is_ascii_uppercase()) {
        text.make_ascii_uppercase();
    }
    text
}

/// Decodes a text with this prefix, whose letters all have the case of the prefix.
///
/// # Errors
/// [`Error::Malformed`].
pub fn decode(prefix: &str, text: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
    let digits = text
        .strip_prefix(prefix)
        .and_then(|rest| rest.strip_prefix('1'))
        .ok_or(Error::Malformed("another prefix"))?;
    let is_upper = prefix.bytes().any(|letter| letter.is_ascii_uppercase());
    let value = |letter: u8| {
        let lower = if is_upper { letter.to_ascii_lowercase() } else { letter };
        let is_in_case = letter.is_ascii_digit() || letter.is_ascii_uppercase() == is_upper;
        LETTERS.iter().position(|known| is_in_case && *known == lower).map(|place| place as u8)
    };
    let values = digits.bytes().map(value).collect::<Option<Vec<u8>>>().map(Zeroizing::new);
    let values = values.ok_or(Error::Malformed("a letter that Bech32 does not have"))?;
    let sum =
        values.iter().fold(expanded(prefix.to_ascii_lowercase().as_bytes()), |sum, digit| step(sum, *digit));
    let (true, Some(end)) = (sum == 1, values.len().checked_sub(CHECKSUM)) else {
        return Err(Error::Malformed("its checksum is another: a letter is mistyped"));
    };
    // The rest of the last digit is short, and 0.
    let rest = 5 * end % 8;
    let last = values[..end].last().copied().unwrap_or(0);
    if rest >= 5 || last & ((1 << rest) - 1) != 0 {
        return Err(Error::Malformed("bits are left over"));
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(end));
    bytes.extend(regrouped(&values[..end], 5, 8).take(5 * end / 8));
    Ok(bytes)
}

/// The checksum so far, of a prefix in lower case.
fn expanded(prefix: &[u8]) -> u32 {
    let high = prefix.iter().map(|letter| letter >> 5);
    let low = prefix.iter().map(|letter| letter & 31);
    high.chain([0]).chain(low).fold(1, step)
}

fn step(sum: u32, value: u8) -> u32 {
    let shifted = (sum & 0x1ff_ffff) << 5 ^ u32::from(value);
    let top = sum >> 25;
    GENERATORS
        .iter()
        .enumerate()
        .fold(shifted, |sum, (place, generator)| sum ^ (generator * (top >> place & 1)))
}

/// The bits of `values`, of which each has `bits`, in groups of `into`; the last one is filled with zeros.
fn regrouped(values: &[u8], bits: usize, into: usize) -> impl Iterator<Item = u8> {
    let count = (bits * values.len()).div_ceil(into);
    (0..count).map(move |group| {
        (group * into..(group + 1) * into).fold(0, |digit, place| {
            let value = values.get(place / bits).copied().unwrap_or(0);
            digit << 1 | (value >> (bits - 1 - place % bits) & 1)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Texts from BIP 173: valid ones with the data of a public example, and invalid ones.
    #[test]
    fn those_of_the_standard() {
        assert_eq!(*encode("a", b""), "a12uel5l");
        assert_eq!(*encode("A", b""), "A12UEL5L");
        for (prefix, text) in [("a", "a12uel5l"), ("A", "A12UEL5L")] {
            assert!(decode(prefix, text).unwrap().is_empty());
        }
        // A key of the documentation of age.
        let key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
        let bytes = decode("age", key).unwrap();
        assert_eq!((bytes.len(), &**encode("age", &bytes)), (32, key));
    }

    #[test]
    fn mistakes_are_refused() {
        for (prefix, text) in [
            ("a", "a12uel5m"),
            ("a", "A12uel5l"),
            ("A", "A12uEL5L"),
            ("a", "b12uel5l"),
            ("a", "a2uel5l"),
            ("a", "a1"),
            ("a", "a1qqqqq"),
            ("a", "a12uel5b"),
            ("a", ""),
        ] {
            assert!(decode(prefix, text).is_err(), "{text}");
        }
        // One digit has five superfluous bits.
        let mut sum = step(expanded(b"a"), 0);
        sum = (0..CHECKSUM).fold(sum, |sum, _| step(sum, 0)) ^ 1;
        let tail: String = (0..CHECKSUM)
            .rev()
            .map(|place| char::from(LETTERS[(sum >> (5 * place) & 31) as usize]))
            .collect();
        assert!(decode("a", &format!("a1q{tail}")).is_err());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(bytes: Vec<u8>, at: usize, other in 0usize..31) {
            let text = encode("age1heliast", &bytes);
            prop_assert_eq!(&*decode("age1heliast", &text).unwrap(), &bytes);
            let upper = encode("AGE-PLUGIN-HELIAST-", &bytes);
            prop_assert_eq!(&*decode("AGE-PLUGIN-HELIAST-", &upper).unwrap(), &bytes);
            // A mistyped letter.
            let mut changed = text.as_bytes().to_vec();
            let at = 12 + at % (changed.len() - 12);
            let before = LETTERS.iter().position(|letter| *letter == changed[at]).unwrap();
            changed[at] = LETTERS[(before + 1 + other) % 32];
            prop_assert!(decode("age1heliast", std::str::from_utf8(&changed).unwrap()).is_err());
        }
    }
}
