//! Measures the memory for a million spent stamps, and how many are spent in a second: in memory, in a file,
//! or in Redis.
//!
//!     cargo run --release -p heliast-gate --example spent_memory -- memory|file|redis://HOST [STAMPS]
//!
//! Prints one JSON object: the bytes by which this process has grown, and those of the file. The stamps are
//! real ones of one squaring each, so that most of the time goes into making them.

use heliast_gate::{Durable, Redis, WhenDown};
use heliast_group::RsaGroup;
use heliast_stamp::{Expected, Memory, Nonce, Paid, Price, PrivateIssuer, Secret, Spent, solve};
use serde_json::json;
use std::{env, error::Error, fs, thread, time::Instant};

const MILLION: u32 = 1_000_000;
const NOW_MS: u64 = 1_800_000_000_000;
/// The number of stamps that are spent at once, as by this many requests.
const AT_ONCE: usize = 256;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let which = words.first().ok_or("say which list")?;
    let count = words.get(1).map_or(Ok(MILLION), |text| text.parse())?;
    let stamps = paid(count);
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("spent.redb");
    let before = resident()?;
    let list: Box<dyn Spent> = match &**which {
        "memory" => Box::new(Memory::new(count as usize)),
        "file" => Box::new(Durable::open(&path, count.into())?),
        url => Box::new(Redis::open(url, WhenDown::Refuse, 0)?),
    };
    let per_second = spend(&*list, &stamps)?;
    let grown = resident()?.saturating_sub(before);
    let file = fs::metadata(&path).map_or(0, |file| file.len());
    let list = which.split(':').next();
    let report = json!({
        "list": list, "stamps": count, "at_once": AT_ONCE, "per_second": per_second, "grown_bytes": grown,
        "file_bytes": file,
    });
    println!("{report}");
    Ok(())
}

/// Valid stamps.
fn paid(count: u32) -> Vec<Paid> {
    let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &RsaGroup::rsa_2048());
    issuer.add_delay(1);
    let expected = Expected::new(b"/", b"client", 1);
    let one = |number: u32| {
        let mut nonce = [0; 16];
        nonce[..4].copy_from_slice(&number.to_be_bytes());
        // The challenges are issued over an hour.
        let price = Price { t: 1, now_ms: NOW_MS + u64::from(number % 3_600) * 1_000, life_ms: 3_600_000 };
        let challenge = issuer.challenge(&expected.terms(price, Nonce(nonce))).expect("prepared for it");
        let stamp = solve(&challenge.to_bytes(), |_| true).expect("a challenge of ours");
        issuer.check(&stamp, &expected.at(price.now_ms)).expect("a stamp of ours")
    };
    (0..count).map(one).collect()
}

/// Spends all stamps, and returns how many it spent in a second.
fn spend(list: &dyn Spent, stamps: &[Paid]) -> Result<u64, Box<dyn Error>> {
    let start = Instant::now();
    let spent =
        |part: &[Paid]| part.iter().all(|paid| list.spend(paid).is_ok_and(|spending| spending.is_first()));
    let all = thread::scope(|scope| {
        let parts = stamps.chunks(stamps.len().div_ceil(AT_ONCE));
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || spent(part))).collect();
        threads.into_iter().all(|thread| thread.join().is_ok_and(|all| all))
    });
    if all {
        Ok((stamps.len() as f64 / start.elapsed().as_secs_f64()) as u64)
    } else {
        Err("not all were taken".into())
    }
}

/// Bytes of this process in memory.
fn resident() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1_024)
}
