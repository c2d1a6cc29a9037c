//! Table 5: hash functions.

use crate::{
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits, extremes, percent},
        lab::Lab,
        measure::hashing::{self, Hasher, Width},
        printed::verification::TABLE_5,
        record::Origin,
    },
    peers::openssl::Algorithm::{self, Blake2b512, Blake2s256, Sha3_256, Sha3_512, Sha256, Sha512},
};

pub(in crate::paper) const EXPERIMENT: Experiment =
    Experiment { name: "verification-table-5", title: "hash functions and their interfaces", measure };

fn measure(lab: &Lab, _: &Origin) -> Finding {
    let lines: Vec<Vec<f64>> = TABLE_5
        .iter()
        .map(|(output_bits, message_bits, _)| hashing::seconds(lab, &hashers(*output_bits), *message_bits))
        .collect();
    finding(&lines)
}

/// Returns SHA-2, SHA-2 by the C interface, SHA-3 and BLAKE2 as in the paper; the same with algorithms that
/// are looked up once; and our hashers.
fn hashers(output_bits: usize) -> Vec<Hasher> {
    let (algorithms, width): ([Algorithm; 3], Width) = match output_bits {
        256 => ([Sha256, Sha3_256, Blake2s256], Width::W256),
        _ => ([Sha512, Sha3_512, Blake2b512], Width::W512),
    };
    let [sha2, sha3, blake2] = algorithms;
    let paper = [Hasher::Evp(sha2), Hasher::C(width), Hasher::Evp(sha3), Hasher::Evp(blake2)];
    let fetched = algorithms.map(Hasher::EvpFetched);
    paper.into_iter().chain(fetched).chain(algorithms.map(Hasher::Ours)).collect()
}

fn finding(lines: &[Vec<f64>]) -> Finding {
    let mut table = Table::new(
        "Times in ns; the paper's in parentheses",
        &[
            "output",
            "λ",
            "SHA-2 EVP",
            "SHA-2 (C)",
            "SHA-3 EVP",
            "BLAKE2 EVP",
            "SHA-2 EVP, fetched once",
            "SHA-3 EVP, fetched once",
            "BLAKE2 EVP, fetched once",
            "ours: SHA-2",
            "ours: SHA-3",
            "ours: BLAKE2",
        ],
    );
    let nanoseconds = |seconds: f64| digits(seconds * 1e9);
    for (times, (output_bits, message_bits, printed)) in lines.iter().zip(TABLE_5) {
        let theirs =
            times[..4].iter().zip(printed).map(|(time, value)| format!("{} ({value})", nanoseconds(*time)));
        let bits = [output_bits, message_bits].map(|bits| bits.to_string());
        table.push(
            bits.into_iter().chain(theirs).chain(times[4..].iter().map(|time| nanoseconds(*time))).collect(),
        );
    }
    let method = "One message of λ bits. EVP as the paper's: a new context for each message, the algorithm by its constant name \
                  (which OpenSSL since version 3 looks up each time); and with the algorithm looked up once and the context \
                  kept. BLAKE2 is BLAKE2s for 256 and BLAKE2b for 512 bits. Ours are the Rust libraries sha2, sha3, blake2.";
    claims(Finding::new(method).table(table), lines)
}

fn claims(finding: Finding, lines: &[Vec<f64>]) -> Finding {
    let gains = lines.iter().map(|times| 1.0 - times[1] / times[0]);
    let (low, high) = extremes(gains.clone());
    let fetched = extremes(lines.iter().map(|times| 1.0 - times[1] / times[4]));
    let slower = lines.iter().filter(|times| times[2] > times[0]).count();
    let (small, large) = lines.split_at(3);
    let outperformed = small.iter().filter(|times| times[3] > times[0]).count();
    let takes_over = [large[0][3] > large[0][1], large[2][3] < large[2][1]];
    finding
        .claim(
            "the C interface saves 15 to over 50 % of the time of EVP",
            Verdict::of(gains.filter(|gain| *gain >= 0.13).count(), lines.len()),
            format!(
                "{} to {}; with the algorithm looked up once, {} to {}: most of it is the look-up, not the interface",
                percent(low),
                percent(high),
                percent(fetched.0),
                percent(fetched.1)
            ),
        )
        .claim(
            "SHA-3 is slower than SHA-2 throughout",
            Verdict::of(slower, lines.len()),
            format!("in {slower} of {} cases", lines.len()),
        )
        .claim(
            "BLAKE2s is slower than SHA-256 throughout",
            Verdict::of(outperformed, small.len()),
            format!("in {outperformed} of {} cases", small.len()),
        )
        .claim(
            "BLAKE2b is slower than SHA-512 (C) at 1024 bits and faster at 4096",
            Verdict::of(takes_over.iter().filter(|holds| **holds).count(), 2),
            format!(
                "{} against {} ns at 1024 bits, {} against {} ns at 4096",
                digits(large[0][3] * 1e9),
                digits(large[0][1] * 1e9),
                digits(large[2][3] * 1e9),
                digits(large[2][1] * 1e9)
            ),
        )
}
