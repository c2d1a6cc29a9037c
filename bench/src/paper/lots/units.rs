//! Formats times and sizes in the units that people would use.

use crate::paper::finding::digits;

/// Formats a number of seconds.
pub(super) fn duration(seconds: f64) -> String {
    let units = [(86_400.0, "d"), (3_600.0, "h"), (60.0, "min"), (0.5, "s"), (0.5e-3, "ms")];
    // The number is at least two in the chosen unit: 90 minutes, not 1.5 hours.
    let unit = units.into_iter().find(|(unit, _)| seconds >= 2.0 * unit);
    match unit {
        Some((_, "s")) => format!("{} s", digits(seconds)),
        Some((_, "ms")) => format!("{} ms", digits(seconds * 1e3)),
        Some((unit, name)) => format!("{} {name}", digits(seconds / unit)),
        None => format!("{} µs", digits(seconds * 1e6)),
    }
}

/// Formats a number of bytes in binary units.
pub(super) fn size(bytes: f64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    let unit = units.iter().find(|(power, _)| bytes >= f64::from(1 << power));
    unit.map_or_else(
        || format!("{bytes} B"),
        |(power, name)| format!("{} {name}", digits(bytes / f64::from(1 << power))),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        let seconds = [3e-6, 0.9e-3, 1.1e-3, 0.3, 1.5, 90.0, 130.0, 8_000.0, 200_000.0];
        assert_eq!(
            seconds.map(duration),
            ["3.00 µs", "900 µs", "1.10 ms", "300 ms", "1.50 s", "90.0 s", "2.17 min", "2.22 h", "2.31 d"]
        );
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!([96.0, 2048.0, 3.5 * 1048576.0].map(size), ["96 B", "2.00 KiB", "3.50 MiB"]);
    }
}
