//! The machine and the commit of a measurement.

use crate::peers::{gmp, openssl};
use heliast_group::RsaGroup;
use serde::Serialize;
use std::{env, fs, process::Command, thread};

/// The CPU features that determine the speed of big numbers and hashes.
const FLAGS: [&str; 13] = [
    "bmi2",
    "adx",
    "avx2",
    "avx_ifma",
    "sha_ni",
    "avx512f",
    "avx512bw",
    "avx512vl",
    "avx512ifma",
    "avx512_vbmi2",
    "vaes",
    "asimd",
    "sha2",
];

/// The properties of the machine that matter for these measurements.
#[derive(Clone, Debug, Serialize)]
pub struct Host {
    /// The CPU's name.
    pub cpu: String,
    /// Its features that matter for these measurements.
    pub flags: Vec<String>,
    /// The number of cores that this process may use. Everything is measured on one core, except the proofs
    /// of `prove-2048`, which use all.
    pub cores: usize,
    /// Operating system and architecture.
    pub system: String,
    /// The kernel that `arith` chose for RSA-2048.
    pub kernel: &'static str,
    /// The peers' libraries, each with the flags that it was compiled with.
    pub peers: [String; 2],
}

impl Host {
    /// Returns the properties of this machine.
    pub fn this() -> Host {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let present: Vec<&str> =
            field(&info, &["flags", "Features"]).unwrap_or_default().split(' ').collect();
        Host {
            cpu: field(&info, &["model name"]).unwrap_or("unknown").to_owned(),
            flags: FLAGS.into_iter().filter(|flag| present.contains(flag)).map(str::to_owned).collect(),
            cores: thread::available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", env::consts::OS, env::consts::ARCH),
            kernel: RsaGroup::rsa_2048().ring().backend().name(),
            peers: [
                format!("{}: {}", openssl::version(), openssl::compiler_flags()),
                format!("{}: {}", gmp::version(), gmp::compiler_flags()),
            ],
        }
    }

    /// Returns all fields except the peers in one line.
    pub fn line(&self) -> String {
        let Host { cpu, flags, cores, system, kernel, .. } = self;
        format!("{cpu}; {cores} cores; {system}; {}; kernel {kernel}", flags.join(" "))
    }
}

/// Returns the value of the first line of /proc/cpuinfo with one of these names.
fn field<'a>(info: &'a str, names: &[&str]) -> Option<&'a str> {
    let pairs = info.lines().filter_map(|line| line.split_once(':'));
    pairs
        .map(|(name, value)| (name.trim(), value.trim()))
        .find(|(name, _)| names.contains(name))
        .map(|(_, value)| value)
}

/// Returns the commit of the sources, with `-dirty` if they have changes other than in the recorded results;
/// `none` if the current folder is not part of them.
pub fn commit() -> String {
    // The current folder may be in another repository.
    if git(&["cat-file", "-e", "HEAD:bench/src/machine.rs"]).is_none() {
        return "none".to_owned();
    }
    let Some(head) = git(&["rev-parse", "--short=12", "HEAD"]) else {
        return "none".to_owned();
    };
    let changes = git(&["status", "--porcelain", "--", ":/", ":(top,exclude)bench/results"]);
    let dirty = changes.is_none_or(|changes| !changes.is_empty());
    if dirty { head + "-dirty" } else { head }
}

/// Returns the output of git in the current folder, if it runs.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_whole_name() {
        let info = "model\t\t: 68\nmodel name\t: Some CPU @ 3 GHz\nflags\t\t: adx sha_ni\n";
        assert_eq!(field(info, &["model name"]), Some("Some CPU @ 3 GHz"));
        assert_eq!(field(info, &["Features", "flags"]), Some("adx sha_ni"));
        assert_eq!(field(info, &["name"]), None);
    }
}
