//! Figure 4: all hashing of a verification, with and without a copied state.

use super::table_1::milliseconds;
use crate::paper::{
    Experiment,
    finding::{Finding, Table, Verdict, digits, extremes},
    lab::Lab,
    measure::hashing::{self, Hasher, Width},
    record::Origin,
};
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};
use heliast_study::sieved::expected_candidates;

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "verification-figure-4",
    title: "all hashing of a verification, with and without a copied state",
    measure,
};

const SIZES: [usize; 9] = [256, 512, 1024, 1536, 2048, 2560, 3072, 3584, 4096];

/// The seconds per candidate for one hash function, by size: whole and copied by OpenSSL, whole and copied by
/// our libraries.
struct Hash {
    name: &'static str,
    bits: u16,
    times: Vec<Vec<f64>>,
}

fn measure(lab: &Lab, origin: &Origin) -> Finding {
    let hash = |name, bits, width, algorithm| {
        let hashers =
            [Hasher::C(width), Hasher::Copied(width), Hasher::Ours(algorithm), Hasher::OursCopied(width)];
        Hash { name, bits, times: SIZES.iter().map(|size| hashing::seconds(lab, &hashers, *size)).collect() }
    };
    use crate::peers::openssl::Algorithm::{Sha256, Sha512};
    let hashes = [hash("SHA-256", 256, Width::W256, Sha256), hash("SHA-512", 512, Width::W512, Sha512)];
    finding(&hashes, origin)
}

fn finding(hashes: &[Hash; 2], origin: &Origin) -> Finding {
    let mut table = Table::new(
        "Time in ms for all candidates of a prime",
        &[
            "hash",
            "λ",
            "candidates",
            "OpenSSL, whole",
            "OpenSSL, copied",
            "ratio",
            "ours, whole",
            "ours, copied",
        ],
    );
    for hash in hashes {
        for (kind, sieved) in [("random", 0), ("sieved", 15)] {
            let count = expected_candidates(hash.bits, sieved);
            for (size, times) in SIZES.iter().zip(&hash.times) {
                let [whole, copied, ours, ours_copied] =
                    [0, 1, 2, 3].map(|index| milliseconds(times[index] * count));
                let ratio = digits(times[0] / times[1]);
                let row = [
                    hash.name.to_owned(),
                    size.to_string(),
                    kind.to_owned(),
                    whole,
                    copied,
                    ratio,
                    ours,
                    ours_copied,
                ];
                table.push(row.into());
            }
        }
    }
    let method = "What one candidate's hash costs (C interface; the last two bytes are the counter) times the expected number of \
                  candidates. Copied: the state after all but the counter is kept.";
    let charts = [("a", "random", 0), ("b", "sieved", 15)].map(|(suffix, kind, sieved)| {
        let title = format!("Hashing of a verification, {kind} candidates");
        let svg = chart(
            hashes,
            &title,
            origin,
            |hash, times, index| times[index] * expected_candidates(hash.bits, sieved) * 1e3,
            "ms",
        );
        (suffix, title, svg)
    });
    let ratio = chart(
        hashes,
        "What copying the state saves",
        origin,
        |_, times, index| times[0] / times[index],
        "ratio",
    );
    let mut finding = Finding::new(method).table(table);
    for (suffix, title, svg) in charts {
        finding = finding.chart(suffix, &title, svg);
    }
    claims(finding.chart("c", "What copying the state saves", ratio), hashes)
}

fn chart(
    hashes: &[Hash; 2],
    title: &str,
    origin: &Origin,
    value: impl Fn(&Hash, &[f64], usize) -> f64,
    unit: &str,
) -> String {
    // Only the copied state has a ratio.
    let ways: &[(usize, &str)] = if unit == "ratio" {
        &[(1, "OpenSSL")]
    } else {
        &[(0, "OpenSSL, whole"), (1, "OpenSSL, copied"), (3, "ours, copied")]
    };
    let line = |colour: usize, hash: &Hash, (index, way): (usize, &str)| Series {
        name: format!("{}, {way}", hash.name),
        points: SIZES
            .iter()
            .zip(&hash.times)
            .map(|(size, times)| (*size as f64, value(hash, times, index)))
            .collect(),
        colour: PALETTE[colour],
        dash: [Dash::Dashed, Dash::Solid, Dash::Solid, Dash::Dotted][index],
    };
    let series =
        hashes.iter().enumerate().flat_map(|(colour, hash)| ways.iter().map(move |way| (colour, hash, *way)));
    Lines {
        title: title.to_owned(),
        subtitle: origin.subtitle(),
        x: Axis::new("λ, bits", Scale::Linear),
        y: Axis::new(unit, Scale::Linear),
        series: series.map(|(colour, hash, way)| line(colour, hash, way)).collect(),
    }
    .svg()
}

fn claims(finding: Finding, hashes: &[Hash; 2]) -> Finding {
    let spread = hashes.each_ref().map(|hash| {
        let (low, high) = extremes(hash.times.iter().map(|times| times[1]));
        high / low
    });
    let saved = hashes.each_ref().map(|hash| {
        let last = hash.times.last().expect("nine sizes");
        last[0] / last[1]
    });
    let sieve =
        hashes.each_ref().map(|hash| expected_candidates(hash.bits, 0) / expected_candidates(hash.bits, 15));
    finding
        .claim(
            "with a copied state hashing does not depend on λ",
            Verdict::of(spread.map(independence).iter().sum(), 4),
            format!(
                "the slowest size takes {} times (SHA-256) and {} times (SHA-512) the fastest, where a quarter longer counts as \
                 equal; whole messages take {} and {} times as long as copied states at λ = 4096. What is left \
                 is whether counter and padding fill one block more",
                digits(spread[0]),
                digits(spread[1]),
                digits(saved[0]),
                digits(saved[1])
            ),
        )
        .claim(
            "the sieve saves a factor of 7 in hashing, and as much with a copied state as without",
            Verdict::of(sieve.iter().filter(|factor| (6.5..7.7).contains(*factor)).count(), 2),
            format!("{}: it is the ratio of the expected numbers of candidates, whatever one hash costs", digits(sieve[0])),
        )
}

/// Returns 2 if no size takes a quarter longer than another, and 1 if none takes more than twice as long
/// except for noise, because one additional block explains this factor.
fn independence(spread: f64) -> usize {
    usize::from(spread < 1.25) + usize::from(spread < 2.2)
}
