//! Figure 5: the best algorithm for each k and λ.

use crate::{
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits},
        lab::Lab,
        measure::powers::{self, Method},
        record::Origin,
    },
    peers::multiexp::Algorithm::{self, Ary, Separate, Yll},
};
use heliast_charts::{Cell, Colour, Heatmap, PALETTE, window_colour};

pub(in crate::paper) const EXPERIMENT: Experiment =
    Experiment { name: "multiexp-figure-5", title: "the best algorithm for each k and λ", measure };

const ALGORITHMS: [Algorithm; 7] = [Separate, Ary(2), Ary(3), Ary(4), Yll(2), Yll(3), Yll(4)];

/// The seconds of every algorithm for one pair.
struct Pair {
    exponent_bits: usize,
    modulus_bits: usize,
    times: Vec<f64>,
}

impl Pair {
    fn best(&self) -> usize {
        let times = &self.times;
        (0..times.len()).min_by(|&a, &b| times[a].total_cmp(&times[b])).expect("seven algorithms")
    }

    /// Whether one of these is within two per cent of the best: smaller differences are due to chance.
    fn won_by(&self, algorithms: impl Fn(Algorithm) -> bool) -> bool {
        let limit = 1.02 * self.times[self.best()];
        (0..self.times.len()).any(|index| algorithms(ALGORITHMS[index]) && self.times[index] <= limit)
    }
}

fn measure(lab: &Lab, origin: &Origin) -> Finding {
    let methods = ALGORITHMS.map(Method::Openssl);
    let powers = 2..=lab.choose(11, 13);
    let pairs: Vec<Pair> = powers
        .clone()
        .flat_map(|k| powers.clone().map(move |modulus| (1 << k, 1 << modulus)))
        .map(|(exponent_bits, modulus_bits)| Pair {
            exponent_bits,
            modulus_bits,
            times: powers::seconds(lab, &methods, modulus_bits, exponent_bits),
        })
        .collect();
    finding(&pairs, origin)
}

fn finding(pairs: &[Pair], origin: &Origin) -> Finding {
    let mut header = vec!["k".to_owned(), "λ".to_owned(), "best".to_owned()];
    header.extend(ALGORITHMS.map(Algorithm::name));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut table = Table::new("Times in µs, OpenSSL", &header);
    for pair in pairs {
        let bits = [pair.exponent_bits, pair.modulus_bits].map(|bits| bits.to_string());
        let times = pair.times.iter().map(|time| digits(time * 1e6));
        table.push(bits.into_iter().chain([ALGORITHMS[pair.best()].name()]).chain(times).collect());
    }
    let method = "The fastest of the paper's seven algorithms on OpenSSL for every k and λ that is a power of two from 2^2 on. The \
                  heat map of our own algorithms is drawn by `heliast tune`.";
    let finding = Finding::new(method).table(table).chart(
        "",
        "The best algorithm for each k and λ",
        chart(pairs, origin),
    );
    claims(finding, pairs)
}

fn chart(pairs: &[Pair], origin: &Origin) -> String {
    let mut lengths: Vec<usize> = pairs.iter().map(|pair| pair.modulus_bits).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let names: Vec<String> = lengths.iter().map(usize::to_string).collect();
    let cell = |exponent_bits: usize, modulus_bits: usize| {
        let pair = pairs
            .iter()
            .find(|pair| (pair.exponent_bits, pair.modulus_bits) == (exponent_bits, modulus_bits))?;
        let best = pair.best();
        let times = ALGORITHMS.iter().zip(&pair.times);
        let times = times.map(|(algorithm, time)| format!("{} {} µs", algorithm.name(), digits(time * 1e6)));
        Some(Cell {
            colour: colour(ALGORITHMS[best]),
            text: short(ALGORITHMS[best]),
            tooltip: format!(
                "k = {exponent_bits}, λ = {modulus_bits}: {}",
                times.collect::<Vec<_>>().join(", ")
            ),
        })
    };
    Heatmap {
        title: "The fastest double exponentiation on OpenSSL".to_owned(),
        subtitle: origin.subtitle(),
        x_label: "λ, bits of the modulus".to_owned(),
        y_label: "k, bits of the exponents".to_owned(),
        x: names.clone(),
        y: names,
        cells: lengths.iter().map(|k| lengths.iter().map(|modulus| cell(*k, *modulus)).collect()).collect(),
        legend: ALGORITHMS.map(|algorithm| (colour(algorithm), algorithm.name())).into(),
    }
    .svg()
}

/// Returns red for SEPARATE, and a hue per window and a shade per algorithm for the others.
fn colour(algorithm: Algorithm) -> Colour {
    match algorithm {
        Ary(width) => window_colour(width, 0),
        Yll(width) => window_colour(width, 1),
        _ => PALETTE[3],
    }
}

fn short(algorithm: Algorithm) -> String {
    match algorithm {
        Ary(width) => format!("A{width}"),
        Yll(width) => format!("Y{width}"),
        _ => "S".to_owned(),
    }
}

fn claims(finding: Finding, pairs: &[Pair]) -> Finding {
    let count = |chosen: &dyn Fn(&&Pair) -> bool, algorithms: &dyn Fn(Algorithm) -> bool| {
        let cells: Vec<_> = pairs.iter().filter(chosen).collect();
        (cells.iter().filter(|pair| pair.won_by(algorithms)).count(), cells.len())
    };
    let is_ary = |algorithm| matches!(algorithm, Ary(_));
    let is_yll = |algorithm| matches!(algorithm, Yll(_));
    let small = count(&|pair| pair.modulus_bits <= 256 && pair.exponent_bits >= 64, &is_ary);
    let large = count(&|pair| pair.modulus_bits >= 1024 && pair.exponent_bits >= 64, &is_yll);
    let wide = count(&|pair| pair.exponent_bits >= 1024 && pair.modulus_bits >= 1024, &|a| {
        matches!(a, Ary(3 | 4) | Yll(3 | 4))
    });
    let narrow = count(&|pair| pair.exponent_bits <= 256 && pair.modulus_bits >= 1024, &|a| {
        matches!(a, Ary(2) | Yll(2) | Separate)
    });
    let verdict = |(holds, all): (usize, usize)| match (holds * 10).cmp(&(all * 9)) {
        std::cmp::Ordering::Less => Verdict::of(usize::from(holds > 0), 2),
        _ => Verdict::Reproduces,
    };
    let cells = |(holds, all): (usize, usize)| format!("{holds} of {all} cells (within 2 % of the best)");
    finding
        .claim(
            "for moduli well below 2^10 bits 2^w-ARY is the best, because it looks less at single bits",
            verdict(small),
            format!("{} with λ <= 256 and k >= 64", cells(small)),
        )
        .claim(
            "for larger moduli YLL is the best",
            verdict(large),
            format!("{} with λ >= 1024 and k >= 64", cells(large)),
        )
        .claim(
            "the best window depends on k alone: 2 up to 256 bits, 3 and 4 for long exponents",
            verdict((narrow.0 + wide.0, narrow.1 + wide.1)),
            format!("{} with k <= 256, {} with k >= 1024", cells(narrow), cells(wide)),
        )
}
