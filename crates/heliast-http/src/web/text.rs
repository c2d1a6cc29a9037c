//! Numbers and times for people.

/// A number as people read it on every page: `1234567` as `1 234 567`, with narrow no-break spaces.
pub(crate) trait Grouped {
    /// The number with its digits in groups of three.
    fn grouped(&self) -> String;
}

macro_rules! grouped_are {
    ($($number:ty)+) => {
        $(impl Grouped for $number {
            fn grouped(&self) -> String {
                in_groups(&self.to_string())
            }
        })+
    };
}

grouped_are! { u16 u32 u64 usize }

fn in_groups(digits: &str) -> String {
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// The first digits of a long hexadecimal string, for places where it only needs to be distinguished from
/// others.
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

/// Milliseconds since 1970 of a time in UTC like `2026-11-20T18:31`. Seconds, their fraction and a final Z
/// are optional, and there may be a space instead of the T.
pub(crate) fn moment_ms(text: &str) -> Option<u64> {
    let text = text.trim().strip_suffix(['Z', 'z']).unwrap_or(text.trim());
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let [year, month, day] = numbers(date, '-')?;
    let (time, part_ms) = match time.split_once('.') {
        Some((time, part)) => (time, numbers::<1>(format!("{part:0<3}").get(..3)?, ' ')?[0]),
        None => (time, 0),
    };
    let time = if time.matches(':').count() == 1 { format!("{time}:0") } else { time.to_owned() };
    let [hour, minute, second] = numbers(&time, ':')?;
    let days = days_until(year, month, day)?;
    let fits = hour < 24 && minute < 60 && second < 60;
    fits.then(|| (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000 + part_ms)
}

/// N numbers of at most four digits.
fn numbers<const N: usize>(text: &str, between: char) -> Option<[u64; N]> {
    let number = |part: &str| {
        let is_short = part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| is_short)
    };
    let found: Option<Vec<u64>> = text.split(between).map(number).collect();
    found?.try_into().ok()
}

/// The days from 1970 to a date of the Gregorian calendar; `None` if there is no such date.
fn days_until(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1970..10_000).contains(&year) || !(1..=12).contains(&month) || day == 0 {
        return None;
    }
    // Years that start in March, as below.
    let (year_of, month_of) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year_of / 4 - year_of / 100 + year_of / 400;
    let days = 365 * year_of + leap_days + (153 * month_of + 2) / 5 + day - 1 - 719_468;
    (civil(days) == (year, month, day)).then_some(days)
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
        assert_eq!(0_u64.grouped(), "0");
        assert_eq!(999_usize.grouped(), "999");
        assert_eq!(1000_u32.grouped(), "1\u{202f}000");
        assert_eq!(
            u64::MAX.grouped(),
            "18\u{202f}446\u{202f}744\u{202f}073\u{202f}709\u{202f}551\u{202f}615"
        );
    }

    #[test]
    fn moments_are_read_as_browsers_and_people_write_them() {
        for text in
            ["2026-11-20T18:31:05", "2026-11-20 18:31:05", "2026-11-20T18:31:05Z", " 2026-11-20t18:31:5 "]
        {
            assert_eq!(moment_ms(text), Some(1_795_199_465_000), "{text}");
        }
        assert_eq!(moment_ms("2026-11-20T18:31"), Some(1_795_199_460_000));
        assert_eq!(moment_ms("2026-11-20T18:31:05.9"), Some(1_795_199_465_900));
        assert_eq!(moment_ms("2026-11-20T18:31:05.99999"), Some(1_795_199_465_999));
        assert_eq!(moment_ms("1970-01-01T00:00"), Some(0));
        for ms in (0..253_402_300_800_000_u64).step_by(86_399_123_000) {
            assert_eq!(moment_ms(&iso(ms)), Some(ms / 1000 * 1000), "{ms}");
        }
        for text in [
            "",
            "T",
            "2026-11-20",
            "18:31",
            "1969-12-31T23:59",
            "2026-02-29T00:00",
            "2026-13-01T00:00",
            "2026-00-01T00:00",
            "2026-01-00T00:00",
            "2026-04-31T00:00",
            "10000-01-01T00:00",
            "2026-11-20T24:00",
            "2026-11-20T18:60",
            "2026-11-20T18:31:60",
            "2026-11-20T18:31:05.é",
            "2026-11-20T18:31:05.12é",
            "2026-11-20T18:31:05+01:00",
            "2026-11-20T-1:00",
            "2026-11-20T1:2:3:4",
            "99999999999999999999-01-01T00:00",
        ] {
            assert_eq!(moment_ms(text), None, "{text}");
        }
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
