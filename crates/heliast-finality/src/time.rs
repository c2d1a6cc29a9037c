//! Instants as RFC 3339 writes them, in UTC.

#[cfg(test)]
mod tests;

/// Seconds since 1970 and nanoseconds; `None` for other bytes, for another zone than UTC, and for
/// the years before 1970.
pub(crate) fn parse(text: &str) -> Option<(u64, u32)> {
    let (whole, fraction) = match text.strip_suffix('Z')?.split_once('.') {
        Some((whole, fraction)) => (whole, nanoseconds(fraction)?),
        None => (text.strip_suffix('Z')?, 0),
    };
    let (date, clock) = whole.split_once('T')?;
    let [year, month, day] = fields(date, '-', [4, 2, 2])?;
    let [hour, minute, second] = fields(clock, ':', [2, 2, 2])?;
    let is_date = year >= 1970 && (1..=12).contains(&month) && (1..=month_len(year, month)).contains(&day);
    let is_clock = hour < 24 && minute < 60 && second < 60;
    let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    (is_date && is_clock).then_some((seconds, fraction))
}

/// One to nine digits after the point.
fn nanoseconds(digits: &str) -> Option<u32> {
    let is_fraction = (1..=9).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_fraction.then(|| format!("{digits:0<9}").parse().ok()).flatten()
}

/// Three numbers with these numbers of digits.
fn fields(text: &str, between: char, lens: [usize; 3]) -> Option<[u64; 3]> {
    let mut parts = text.split(between);
    let mut numbers = [0; 3];
    for (number, len) in numbers.iter_mut().zip(lens) {
        let part =
            parts.next().filter(|part| part.len() == len && part.bytes().all(|c| c.is_ascii_digit()))?;
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn month_len(year: u64, month: u64) -> u64 {
    match month {
        2 => 28 + u64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970 on; the date need not exist.
fn days(year: u64, month: u64, day: u64) -> u64 {
    let leap_days = |year: u64| year / 4 - year / 100 + year / 400;
    let years = (year.max(1970) - 1970) * 365 + leap_days(year.max(1970) - 1) - leap_days(1969);
    years + (1..month.min(13)).map(|month| month_len(year, month)).sum::<u64>() + day.max(1) - 1
}
