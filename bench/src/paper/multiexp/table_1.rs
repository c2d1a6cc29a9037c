//! Table 1 and Figure 1: the number of multiplications of the algorithms, by the printed formulas and by
//! counts.

use crate::{
    inputs::Stream,
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits, extremes, percent},
        lab::Lab,
        printed::multiexp,
        record::Origin,
    },
    peers::multiexp::{
        Algorithm::{self, Ary, Interleaving, Separate, Yll},
        Count,
    },
};
use heliast_arith::Natural;
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};
use heliast_group::Strategy;

pub(in crate::paper) const EXPERIMENT: Experiment =
    Experiment { name: "multiexp-table-1", title: "numbers of multiplications (with Figure 1)", measure };

const ALGORITHMS: [Algorithm; 14] = [
    Separate,
    Ary(1),
    Ary(2),
    Ary(3),
    Ary(4),
    Yll(1),
    Yll(2),
    Yll(3),
    Yll(4),
    Interleaving(1),
    Interleaving(2),
    Interleaving(3),
    Interleaving(4),
    Interleaving(5),
];
/// The exponent's length in the table.
const TABLE_BITS: usize = 256;

/// The numbers of multiplications for k-bit exponents, including squarings.
#[derive(Debug)]
struct Counts {
    algorithm: Algorithm,
    bits: usize,
    /// The operations before the exponents are read.
    precomputation: u64,
    /// The exact mean over all exponents below 2^k.
    mean: f64,
    /// The mean counted over some of these exponents.
    drawn: f64,
    /// The count for exponents whose bits are all ones.
    ones: u64,
}

fn measure(lab: &Lab, origin: &Origin) -> Finding {
    let draws = lab.choose(20, 200);
    let counts: Vec<_> =
        (2..=13).flat_map(|power| ALGORITHMS.map(|algorithm| count(algorithm, 1 << power, draws))).collect();
    finding(&counts, origin)
}

fn count(algorithm: Algorithm, bits: usize, draws: usize) -> Counts {
    let mut stream = Stream::new(&format!("heliast/bench/counts/{bits}"));
    let ones = Natural::one().shl(bits).sub(&Natural::one()).expect("positive");
    let nothing = Natural::zero();
    let mut random = || Count::of(algorithm, [&stream.bits(bits), &stream.bits(bits)]).total();
    let sum: u64 = (0..draws).map(|_| random()).sum();
    let exact = strategy(algorithm).expected(2, bits).expect("it serves two bases");
    let [table, evaluation] =
        [exact.precomputation, exact.evaluation].map(|mean| mean.squarings + mean.products);
    Counts {
        algorithm,
        bits,
        precomputation: Count::of(algorithm, [&nothing, &nothing]).total(),
        mean: table + evaluation,
        drawn: sum as f64 / draws as f64,
        ones: Count::of(algorithm, [&ones, &ones]).total(),
    }
}

/// Returns our version of the algorithm, whose exact mean is known.
fn strategy(algorithm: Algorithm) -> Strategy {
    match algorithm {
        Separate => Strategy::Separate { w: 1 },
        Ary(w) => Strategy::Ary { w },
        Yll(w) => Strategy::Yll { w },
        Interleaving(w) => Strategy::Interleaved { w },
    }
}

fn finding(counts: &[Counts], origin: &Origin) -> Finding {
    let mut table = Table::new(
        &format!("Multiplications and squarings for two bases and exponents of {TABLE_BITS} bits"),
        &[
            "algorithm",
            "table, formula",
            "table, counted",
            "evaluation, formula",
            "evaluation, exact mean",
            "sum, formula",
            "sum, exact mean",
            "sum, counted mean",
            "formula / exact",
            "sum, all ones",
        ],
    );
    let of_table = || counts.iter().filter(|count| count.bits == TABLE_BITS);
    for count in of_table() {
        let formulas = multiexp::table_1(count.algorithm, TABLE_BITS);
        let sum = formulas.precomputation + formulas.evaluation;
        table.push(vec![
            count.algorithm.name(),
            digits(formulas.precomputation),
            count.precomputation.to_string(),
            digits(formulas.evaluation),
            format!("{:.1}", count.mean - count.precomputation as f64),
            digits(sum),
            format!("{:.1}", count.mean),
            format!("{:.1}", count.drawn),
            digits(sum / count.mean),
            count.ones.to_string(),
        ]);
    }
    let method = "The exact mean over all exponents below 2^k is `heliast_group::Strategy::expected`; the counted mean is that of random \
                  exponents on which the peers' algorithms ran with numbers that only count; exponents of ones are the longest. \
                  SEPARATE is square-and-multiply for each base. The formulas are the paper's for n = 2; those for the \
                  evaluation of 2^w-ARY and YLL contain the squarings.";
    let finding = Finding::new(method)
        .table(table)
        .table(by_length(counts))
        .chart("figure-1a", "Multiplications by the length of the exponents", chart(counts, origin, false))
        .chart(
            "figure-1b",
            "Multiplications saved by the length of the exponents",
            chart(counts, origin, true),
        );
    claims(finding, counts)
}

fn by_length(counts: &[Counts]) -> Table {
    let names: Vec<String> = ALGORITHMS.iter().map(|algorithm| algorithm.name()).collect();
    let header: Vec<&str> = std::iter::once("k").chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new("Figure 1: mean numbers of multiplications, precomputation included", &header);
    for of_length in counts.chunks(ALGORITHMS.len()) {
        let means = of_length.iter().map(|count| digits(count.mean));
        table.push(std::iter::once(of_length[0].bits.to_string()).chain(means).collect());
    }
    table
}

fn chart(counts: &[Counts], origin: &Origin, speedup: bool) -> String {
    let drawn = [Separate, Ary(2), Ary(3), Ary(4), Yll(2), Yll(3), Yll(4)];
    let points = |algorithm: Algorithm| {
        let values = counts.iter().filter(move |count| count.algorithm == algorithm);
        let separate = counts.iter().filter(|count| count.algorithm == Separate);
        let value = |(count, separate): (&Counts, &Counts)| {
            (count.bits as f64, if speedup { separate.mean / count.mean } else { count.mean })
        };
        values.zip(separate).map(value).collect()
    };
    let line = |algorithm: Algorithm| Series {
        name: algorithm.name(),
        points: points(algorithm),
        colour: colour(algorithm),
        dash: dash(algorithm),
    };
    let (title, y) = match speedup {
        true => ("Multiplications saved", Axis::new("SEPARATE / algorithm", Scale::Linear)),
        false => ("Multiplications", Axis::new("multiplications", Scale::Log2)),
    };
    Lines {
        title: title.to_owned(),
        subtitle: origin.subtitle(),
        x: Axis::new("k, bits of the exponents", Scale::Log2),
        y,
        series: drawn.into_iter().map(line).collect(),
    }
    .svg()
}

/// Returns a colour per window, as in the paper's figures.
pub(super) fn colour(algorithm: Algorithm) -> heliast_charts::Colour {
    match algorithm {
        Separate => PALETTE[4],
        Ary(width) | Yll(width) | Interleaving(width) => PALETTE[width.clamp(1, 4) - 1],
    }
}

/// Returns dashed lines for 2^w-ARY and solid ones for YLL.
pub(super) fn dash(algorithm: Algorithm) -> Dash {
    match algorithm {
        Separate | Interleaving(_) => Dash::Dotted,
        Ary(_) => Dash::Dashed,
        Yll(_) => Dash::Solid,
    }
}

fn claims(finding: Finding, counts: &[Counts]) -> Finding {
    let of = |algorithm: Algorithm, bits: usize| {
        let found = counts.iter().find(|count| count.algorithm == algorithm && count.bits == bits);
        found.expect("every algorithm is counted at every length")
    };
    let error = |algorithm: Algorithm| {
        let formulas = multiexp::table_1(algorithm, TABLE_BITS);
        (formulas.precomputation + formulas.evaluation) / of(algorithm, TABLE_BITS).mean - 1.0
    };
    let windows = [1, 2, 3, 4];
    let of_windows = |make: fn(usize) -> Algorithm| windows.map(|width| error(make(width)));
    let (ary, yll, interleaving) = (of_windows(Ary), of_windows(Yll), of_windows(Interleaving));
    let close = |errors: &[f64]| errors.iter().filter(|error| error.abs() < 0.03).count();
    let gains = [2, 3, 4].map(|width| of(Ary(width), 8192).mean / of(Yll(width), 8192).mean - 1.0);
    let gain = extremes(gains);
    let separate = of(Separate, TABLE_BITS).mean / TABLE_BITS as f64;
    let best = |make: fn(usize) -> Algorithm, range: std::ops::RangeInclusive<usize>| {
        range.map(|width| of(make(width), TABLE_BITS).mean).fold(f64::INFINITY, f64::min)
    };
    let advantage = 1.0 - best(Interleaving, 1..=5) / best(Yll, 1..=4);
    finding
        .claim(
            "SEPARATE takes k multiplications",
            Verdict::when((separate - 1.0).abs() < 0.1),
            format!("{} k for two bases: k squarings and k/2 products each", digits(separate)),
        )
        .claim(
            "2^w-ARY takes what the formula says",
            Verdict::of(close(&ary), ary.len()),
            range("the formula is off by", &ary),
        )
        .claim(
            "YLL takes what the formula says",
            Verdict::of(close(&yll), yll.len()),
            range("(with the sign of section 3.3, not of the table) the formula is off by", &yll)
                + "; it leaves out the two squares x² and y² that the table of odd entries needs for w > 1",
        )
        .claim(
            "interleaving takes n·2^(w−1) and nk/(w + 1)",
            Verdict::of(close(&interleaving), interleaving.len()),
            range("without the k squarings, which the other lines contain, the formula is off by", &interleaving),
        )
        .claim(
            "YLL saves about 5 % more than 2^w-ARY for long exponents",
            Verdict::of(gains.iter().filter(|gain| (0.035..0.065).contains(*gain)).count(), gains.len()),
            format!("{} to {} for w = 2, 3, 4 at k = 8192", percent(gain.0), percent(gain.1)),
        )
        .claim(
            "interleaving with a table of equal size needs at best 10 % fewer multiplications than YLL, which practice loses",
            Verdict::when((0.0..0.12).contains(&advantage)),
            format!(
                "at k = 256 the best interleaving needs {} fewer than the best YLL; whether that is lost, see BN_mod_exp2_mont, \
                 which is one, in verification-table-2",
                percent(advantage)
            ),
        )
}

fn range(before: &str, errors: &[f64]) -> String {
    let (low, high) = extremes(errors.iter().copied());
    format!("{before} {} to {}", percent(low), percent(high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_and_ours_cost_the_same() {
        for algorithm in ALGORITHMS {
            let count = count(algorithm, 256, 300);
            assert!((count.drawn / count.mean - 1.0).abs() < 0.01, "{}: {count:?}", algorithm.name());
        }
    }
}
