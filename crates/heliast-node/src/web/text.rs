//! Numbers and times for people.

/// `1234567` as `1 234 567`, with narrow no-break spaces.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// The first digits of a long hexadecimal string, for places where it only has to be told from others.
pub(super) fn short(hex: &str) -> String {
    match hex.char_indices().nth(16) {
        Some((end, _)) => format!("{}…", &hex[..end]),
        None => hex.to_owned(),
    }
}

/// A moment as `2026-11-20T18:31:05Z`, for machines.
pub(super) fn iso(ms: u64) -> String {
    let (date, time) = utc(ms);
    format!("{date}T{time}Z")
}

/// A moment as `2026-11-20 18:31:05 UTC`.
pub(super) fn moment(ms: u64) -> String {
    let (date, time) = utc(ms);
    format!("{date} {time} UTC")
}

fn utc(ms: u64) -> (String, String) {
    let seconds = ms / 1000;
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    (format!("{year:04}-{month:02}-{day:02}"), format!("{hour:02}:{minute:02}:{second:02}"))
}

/// The Gregorian date of a number of days since 1970: whole 400-year cycles, then years that start
/// in March, so that leap days come last.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days.saturating_add(719_468);
    let (cycle, day) = (shifted / 146_097, shifted % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let year = cycle * 400 + year;
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1\u{202f}000");
        assert_eq!(grouped(u64::MAX), "18\u{202f}446\u{202f}744\u{202f}073\u{202f}709\u{202f}551\u{202f}615");
    }

    #[test]
    fn dates_count_through_all_leap_rules() {
        let lengths = |leap| [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut days = 0;
        for year in 1970..2405_u64 {
            let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
            for (month, length) in (1..).zip(lengths(leap)) {
                for day in 1..=length {
                    assert_eq!(civil(days), (year, month, day));
                    days += 1;
                }
            }
        }
        assert_eq!(moment(1_795_199_465_999), "2026-11-20 18:31:05 UTC");
        assert_eq!(iso(0), "1970-01-01T00:00:00Z");
        iso(u64::MAX);
    }
}
