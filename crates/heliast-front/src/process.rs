//! The metrics of this process for Prometheus: memory, processor time, files and threads. Linux provides them
//! in `/proc`; on other systems the text is empty.

use std::{fmt::Write, fs};

/// The ticks per second that Linux uses for times, on every supported CPU.
const TICKS: u64 = 100;

/// The metrics `process_...` in Prometheus' text format, as far as the system provides them.
pub fn process_metrics() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let (status, stat) = (read("/proc/self/status"), read("/proc/self/stat"));
    let kilobytes = |name| field(&status, name).and_then(|kilobytes: u64| kilobytes.checked_mul(1_024));
    let ticks = |number| stat_field(&stat, number);
    let limit = field(&read("/proc/self/limits"), "Max open files");
    let files = fs::read_dir("/proc/self/fd").ok().map(|files| files.count() as u64);
    let time = ticks(14).zip(ticks(15)).map(|(user, system)| user.saturating_add(system) / TICKS);
    let boot: Option<u64> = field(&read("/proc/stat"), "btime");
    let start = boot.zip(ticks(22)).map(|(boot, start)| boot.saturating_add(start / TICKS));
    let metrics = [
        ("cpu_seconds_total", "counter", "Total user and system CPU time spent in seconds.", time),
        ("max_fds", "gauge", "Maximum number of open file descriptors.", limit),
        ("open_fds", "gauge", "Number of open file descriptors.", files),
        ("resident_memory_bytes", "gauge", "Resident memory size in bytes.", kilobytes("VmRSS:")),
        ("start_time_seconds", "gauge", "Start time of the process since unix epoch in seconds.", start),
        ("threads", "gauge", "Number of OS threads in the process.", field(&status, "Threads:")),
        ("virtual_memory_bytes", "gauge", "Virtual memory size in bytes.", kilobytes("VmSize:")),
    ];
    metrics.into_iter().filter_map(|(name, kind, help, value)| Some((name, kind, help, value?))).fold(
        String::new(),
        |mut text, (name, kind, help, value)| {
            let _ = writeln!(
                text,
                "# HELP process_{name} {help}\n# TYPE process_{name} {kind}\nprocess_{name} {value}"
            );
            text
        },
    )
}

/// The first number after a name at the beginning of a line.
fn field(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// A field of `/proc/self/stat`, numbered as in `proc(5)`. The second is the program's name in parentheses,
/// which may contain anything.
fn stat_field(stat: &str, number: usize) -> Option<u64> {
    let (_, behind_name) = stat.rsplit_once(')')?;
    behind_name.split_whitespace().nth(number.checked_sub(3)?)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_name_and_by_number() {
        let status = "Name:\tVmRSS: 3\nVmRSS:\t    1234 kB\nThreads:\tmany\n";
        assert_eq!([field(status, "VmRSS:"), field(status, "Threads:")], [Some(1_234), None]);
        let stat = "7 (a) 1 2 (b)) S 4 5 6";
        assert_eq!([stat_field(stat, 4), stat_field(stat, 6), stat_field(stat, 7)], [Some(4), Some(6), None]);
        assert_eq!([stat_field("", 4), stat_field("7 (a) S", 2)], [None, None]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_all_of_them() {
        let text = process_metrics();
        let values: Vec<u64> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split_once(' ').unwrap().1.parse().unwrap())
            .collect();
        let [_, limit, files, resident, start, threads, whole] = values[..] else { panic!("{text}") };
        assert!(2 < files && files <= limit && threads > 0, "{text}");
        assert!(1 << 20 < resident && resident <= whole, "{text}");
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        assert!(1_000_000_000 < start && start <= now + 1, "{text}");
    }
}
