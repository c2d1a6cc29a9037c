//! Whole numbers in the notation of people: `10000000`, `10_000_000`, `1e7`.

use std::ops::{Bound, RangeBounds};

/// A parser of whole numbers in a range, for arguments that count something.
pub fn count<T: TryFrom<u64>>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    let least = match range.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(below) => below.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(most) => *most,
        Bound::Excluded(above) => above.saturating_sub(1),
        Bound::Unbounded => u64::MAX >> (64 - 8 * size_of::<T>().clamp(1, 8)),
    };
    move |text| {
        let number = whole(text).filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| match (least, most) {
            (least, u64::MAX) => format!("give a whole number from {least} on, such as 10_000 or 1e4"),
            (least, most) => format!("give a whole number from {least} to {most}"),
        })
    }
}

/// `1 round`, `2 rounds`: a count with a noun whose plural ends in s.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Digits, with optional `_` between them; then an optional fraction, and an optional `e` with a
/// power of ten.
pub fn whole(text: &str) -> Option<u64> {
    let (number, power) = match text.split_once(['e', 'E']) {
        Some((number, power)) => (number, digits(power)?.parse::<u32>().ok()?),
        None => (text, 0),
    };
    let (number, fraction) = match number.split_once('.') {
        Some((number, fraction)) => (number, digits(fraction)?),
        None => (number, String::new()),
    };
    // 1.50e1 is 15; 1.5 is not a whole number.
    let fraction = fraction.trim_end_matches('0');
    let shift = power.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let number: u64 = (digits(number)? + fraction).parse().ok()?;
    if number == 0 { Some(0) } else { number.checked_mul(10u64.checked_pow(shift)?) }
}

/// The digits of a text that consists of digits, with single `_` between them.
fn digits(text: &str) -> Option<String> {
    let groups = text.split('_');
    let are_digits = |group: &str| !group.is_empty() && group.bytes().all(|digit| digit.is_ascii_digit());
    groups.clone().all(are_digits).then(|| groups.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_several_forms() {
        for (text, number) in [
            ("0", 0),
            ("007", 7),
            ("10000000", 10_000_000),
            ("10_000_000", 10_000_000),
            ("1e7", 10_000_000),
            ("1E7", 10_000_000),
            ("1.5e6", 1_500_000),
            ("1.50e1", 15),
            ("2.0", 2),
            ("1_0e0_1", 100),
            ("0e99", 0),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(whole(text), Some(number), "{text}");
        }
        for text in [
            "",
            "_1",
            "1_",
            "1__0",
            "1e",
            "e7",
            "1.5",
            "1.5e0",
            ".5e1",
            "1.e1",
            "-1",
            "+1",
            "1e-1",
            "1e20",
            "2e19",
            "1M",
            " 1",
            "1 ",
            "0x10",
            "1e4294967296",
            "18446744073709551616",
            "1_8446744073709551616",
            "١",
        ] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn a_count_has_bounds() {
        let t = count::<u64>(1..1 << 48);
        assert_eq!((t("1e3"), t("281474976710655")), (Ok(1000), Ok((1 << 48) - 1)));
        for text in ["0", "281474976710656", "x", "1.5"] {
            assert_eq!(t(text).unwrap_err(), "give a whole number from 1 to 281474976710655", "{text}");
        }
        assert_eq!(count::<u16>(..)("65_535"), Ok(u16::MAX));
        assert_eq!(count::<u16>(1..)("65536").unwrap_err(), "give a whole number from 1 to 65535");
        assert_eq!(
            count::<u64>(1..)("0").unwrap_err(),
            "give a whole number from 1 on, such as 10_000 or 1e4"
        );
    }
}
