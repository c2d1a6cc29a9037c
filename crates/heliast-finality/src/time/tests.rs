//! Instants against a calendar that is walked day by day.

use super::*;
use proptest::prelude::*;

/// Days of the months of a year, by the rule of Gregory XIII.
fn lengths(year: u64) -> [u64; 12] {
    let is_leap = match (year % 4, year % 100, year % 400) {
        (_, _, 0) => true,
        (_, 0, _) => false,
        (rest, ..) => rest == 0,
    };
    [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

/// All months from 1970 to 9999: year, month, days before it since 1970, and its days.
fn months() -> impl Iterator<Item = (u64, u64, u64, u64)> {
    let all = (1970..=9999).flat_map(|year| (1..).zip(lengths(year)).map(move |month| (year, month)));
    all.scan(0, |before, (year, (month, days))| {
        let found = (year, month, *before, days);
        *before += days;
        Some(found)
    })
}

fn text(year: u64, month: u64, day: u64, clock: &str) -> String {
    format!("{year:04}-{month:02}-{day:02}T{clock}Z")
}

/// The instant as written with this many fractional digits, found by trying each month.
fn written(seconds: u64, nanoseconds: u32, digits: usize) -> String {
    let day = seconds / 86_400;
    let (year, month, before, _) =
        months().find(|(_, _, before, days)| day < before + days).expect("a day before the year 10000");
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    let fraction = match digits {
        0 => String::new(),
        _ => format!(".{}", &format!("{nanoseconds:09}")[..digits]),
    };
    text(year, month, day - before + 1, &format!("{hour:02}:{minute:02}:{second:02}{fraction}"))
}

#[test]
fn instants_are_read_as_rfc_3339_has_them() {
    assert_eq!(parse("1970-01-01T00:00:00Z"), Some((0, 0)));
    assert_eq!(parse("2000-02-29T23:59:59.5Z"), Some((951_868_799, 500_000_000)));
    assert_eq!(parse("2026-11-22T20:56:11.123456789Z"), Some((1_795_380_971, 123_456_789)));
    assert_eq!(parse("9999-12-31T23:59:59Z"), Some((253_402_300_799, 0)));
}

#[test]
fn the_first_and_the_last_day_of_every_month_are_those_of_the_calendar() {
    let mut total = 0;
    for (year, month, before, days) in months() {
        assert_eq!(parse(&text(year, month, 1, "00:00:00")), Some((before * 86_400, 0)), "{year}-{month}");
        let end = (before + days) * 86_400 - 1;
        assert_eq!(parse(&text(year, month, days, "23:59:59")), Some((end, 0)), "{year}-{month}");
        for day in [0, days + 1, 99] {
            assert_eq!(parse(&text(year, month, day, "00:00:00")), None, "{year}-{month}-{day}");
        }
        total += days;
    }
    assert_eq!(total * 86_400, 253_402_300_800, "the year 10000");
}

#[test]
fn every_second_of_a_day_follows_the_one_before() {
    let clocks = (0..24).flat_map(|hour| (0..60).map(move |minute| (hour, minute)));
    for (at, (hour, minute)) in clocks.enumerate() {
        for second in [0, 1, 30, 59] {
            let found = parse(&text(1970, 1, 1, &format!("{hour:02}:{minute:02}:{second:02}")));
            assert_eq!(found, Some((60 * at as u64 + second, 0)), "{hour}:{minute}:{second}");
        }
    }
}

#[test]
fn what_is_not_an_instant_is_refused() {
    for (wrong, why) in [
        ("", "nothing"),
        ("Z", "no date"),
        ("T", "no zone"),
        ("TZ", "no numbers"),
        ("1969-12-31T23:59:59Z", "before 1970"),
        ("0001-01-01T00:00:00Z", "the engine's time of a vote that did not come"),
        ("2026-00-01T00:00:00Z", "month 0"),
        ("2026-13-01T00:00:00Z", "month 13"),
        ("2026-01-01T24:00:00Z", "hour 24"),
        ("2026-01-01T00:60:00Z", "minute 60"),
        ("2026-06-30T23:59:60Z", "a leap second"),
        ("2026-01-01T00:00:00", "no zone"),
        ("2026-01-01T00:00:00z", "a small z"),
        ("2026-01-01t00:00:00Z", "a small t"),
        ("2026-01-01T00:00:00ZZ", "two zones"),
        ("2026-01-01T00:00:00+01:00", "another zone"),
        ("2026-01-01T00:00:00+00:00", "another way to write the zone"),
        ("2026-01-01 00:00:00Z", "no T"),
        ("2026-01-01T00:00:00.Z", "no digit behind the point"),
        ("2026-01-01T00:00:00,5Z", "a comma"),
        ("2026-01-01T00:00:00.1234567890Z", "ten digits"),
        ("2026-01-01T00:00:00.12.3Z", "two points"),
        ("2026-01-01T00:00:00.-5Z", "a sign"),
        ("2026-01-01T00:00:00.\u{0661}Z", "a digit of another script"),
        ("2026-1-01T00:00:00Z", "one digit"),
        ("2026-001-01T00:00:00Z", "three digits"),
        ("10000-01-01T00:00:00Z", "five digits"),
        ("+026-01-01T00:00:00Z", "a sign"),
        ("2026-01T00:00:00Z", "no day"),
        ("2026-01-01-01T00:00:00Z", "four numbers"),
        ("2026-01-01T00:00Z", "no seconds"),
        ("2026-01-01T00:00:00:00Z", "four numbers"),
        ("2026-01-01T00:00:00Z ", "a space behind it"),
        (" 2026-01-01T00:00:00Z", "a space before it"),
    ] {
        assert_eq!(parse(wrong), None, "{why}: {wrong}");
    }
}

proptest! {
    #[test]
    fn an_instant_is_read_as_it_was_written(
        seconds in 0u64..253_402_300_800,
        nanoseconds in 0u32..1_000_000_000,
        digits in 0usize..=9,
    ) {
        let step = 10u32.pow(9 - digits as u32);
        let kept = if digits == 0 { 0 } else { nanoseconds / step * step };
        let text = written(seconds, nanoseconds, digits);
        prop_assert_eq!(parse(&text), Some((seconds, kept)), "{}", text);
    }

    /// Every instant that is accepted has exactly this form.
    #[test]
    fn a_changed_instant_is_refused_or_differs(
        seconds in 0u64..253_402_300_800,
        digits in 0usize..=9,
        place in 0usize..40,
        other in "[0-9TZ:. +-]",
    ) {
        let text = written(seconds, 123_456_789, digits);
        let place = place % text.len();
        let changed = format!("{}{other}{}", &text[..place], &text[place + 1..]);
        if let Some((seconds, nanoseconds)) = parse(&changed) {
            prop_assert_eq!(written(seconds, nanoseconds, digits), changed);
        }
    }

    #[test]
    fn no_text_is_too_strange(text in ".{0,40}", more in "[0-9]{0,30}") {
        prop_assert_eq!(parse(&text), None);
        if parse(&format!("{more}-01-01T00:00:00.{text}Z")).is_some() {
            prop_assert!(more.len() == 4 && (1..=9).contains(&text.len()), "{} {}", more, text);
        }
    }
}
