//! Verifies a proof file, in hexadecimal digits, repeatedly: for each line on its input it prints the seconds
//! of one of four calls. `bench/python/overhead.py` compares the same calls from Python with it.

use heliast_group::{AnyGroup, RsaGroup};
use heliast_vdf::ProofFile;
use std::{env, error::Error, io, time::Instant};

/// The number of calls for a line.
const CALLS: u32 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let digits = env::args().nth(1).ok_or("a proof file in hexadecimal digits is missing")?;
    let byte = |place| u8::from_str_radix(digits.get(place..place + 2).unwrap_or_default(), 16);
    let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect::<Result<_, _>>()?;
    let group = AnyGroup::from(RsaGroup::rsa_2048());
    for _ in io::stdin().lines() {
        let began = Instant::now();
        for _ in 0..CALLS {
            ProofFile::from_bytes(&bytes)?.open(&group)?;
        }
        println!("{}", began.elapsed().as_secs_f64() / f64::from(CALLS));
    }
    Ok(())
}
