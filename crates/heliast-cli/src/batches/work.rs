//! Memory and threads for work on a list.

use heliast_vdf::batch::Room;
use std::thread::available_parallelism;

/// Memory and threads for work on a list.
#[derive(Debug, clap::Args)]
pub struct WorkArgs {
    /// About how much memory the statements may take; longer lists are read in parts, two or three times
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = size)]
    pub(super) memory: u64,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl WorkArgs {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }

    pub(super) fn room(&self) -> Room {
        Room { memory: self.memory, threads: self.threads() }
    }
}

/// A number of bytes: `512MiB`, `2GiB`, `2G`, `1500000000`.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim() {
        "" | "B" => 0,
        "K" | "KiB" => 10,
        "M" | "MiB" => 20,
        "G" | "GiB" => 30,
        "T" | "TiB" => 40,
        _ => return Err("give a number of bytes with KiB, MiB, GiB or TiB".to_owned()),
    };
    let number: u64 =
        number.parse().map_err(|_| "give a number of bytes, such as 512MiB or 2GiB".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "nobody has so much memory".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_given_in_bytes_or_with_a_unit() {
        for (text, bytes) in [
            ("0", 0),
            ("1500000000", 1_500_000_000),
            ("7B", 7),
            ("1K", 1 << 10),
            ("900KiB", 900 << 10),
            ("512MiB", 512 << 20),
            ("2G", 2 << 30),
            ("2 GiB", 2 << 30),
            ("3TiB", 3 << 40),
            ("16777215TiB", 16_777_215 << 40),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for (text, said) in [
            ("16777216TiB", "nobody has so much memory"),
            ("18446744073709551616", "give a number of bytes, such as 512MiB or 2GiB"),
            ("", "give a number of bytes, such as 512MiB or 2GiB"),
            ("GiB", "give a number of bytes, such as 512MiB or 2GiB"),
            ("2GB", "give a number of bytes with KiB, MiB, GiB or TiB"),
            ("2gib", "give a number of bytes with KiB, MiB, GiB or TiB"),
            ("-2GiB", "give a number of bytes with KiB, MiB, GiB or TiB"),
            ("1.5GiB", "give a number of bytes with KiB, MiB, GiB or TiB"),
        ] {
            assert_eq!(size(text).unwrap_err(), said, "{text}");
        }
    }

    #[test]
    fn work_is_done_by_the_threads_that_were_given_or_one_for_each_core() {
        let work = |threads| WorkArgs { memory: 5, threads };
        assert_eq!(
            (work(Some(3)).threads(), work(Some(3)).room().threads, work(None).room().memory),
            (3, 3, 5)
        );
        assert_eq!(work(None).threads(), available_parallelism().map_or(1, usize::from));
    }
}
