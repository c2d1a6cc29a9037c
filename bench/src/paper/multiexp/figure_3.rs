//! Figure 3: times over λ and k.

use super::table_1::{colour, dash};
use crate::{
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits, extremes, percent},
        lab::Lab,
        measure::powers::{self, Method},
        record::Origin,
    },
    peers::multiexp::Algorithm::{self, Ary, Separate, Yll},
};
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};

pub(in crate::paper) const EXPERIMENT: Experiment =
    Experiment { name: "multiexp-figure-3", title: "times over λ and over k", measure };

const ALGORITHMS: [Algorithm; 7] = [Separate, Ary(2), Ary(3), Ary(4), Yll(2), Yll(3), Yll(4)];

/// The seconds of every algorithm and of ours for values of one length; the other length is fixed.
struct Sweep {
    /// The name of the length that varies, for the table and the axis.
    axis: &'static str,
    lengths: Vec<usize>,
    times: Vec<Vec<f64>>,
}

fn measure(lab: &Lab, origin: &Origin) -> Finding {
    let methods: Vec<Method> = ALGORITHMS
        .into_iter()
        .map(Method::Openssl)
        .chain([Method::Exp2, Method::Gmp, Method::Ours])
        .collect();
    let lengths = |last: u32| (2..=last).map(|power| 1_usize << power).collect::<Vec<_>>();
    let sweep = |axis, lengths: Vec<usize>, time: &dyn Fn(usize) -> Vec<f64>| {
        let times = lengths.iter().map(|length| time(*length)).collect();
        Sweep { axis, lengths, times }
    };
    let over_modulus =
        sweep("λ", lengths(lab.choose(11, 12)), &|bits| powers::seconds(lab, &methods, bits, 256));
    let over_exponent =
        sweep("k", lengths(lab.choose(11, 13)), &|bits| powers::seconds(lab, &methods, 2048, bits));
    finding(&methods, &over_modulus, &over_exponent, origin)
}

fn finding(methods: &[Method], over_modulus: &Sweep, over_exponent: &Sweep, origin: &Origin) -> Finding {
    let method = "x^a · y^b for random numbers. The paper draws (a) for an Apple M1, (b) for a Raspberry Pi; here both are one, with \
                  OpenSSL's own double exponentiation, GMP and ours beside them.";
    let charts = [
        ("a", "Times over λ, k = 256", over_modulus, false),
        ("c", "Times over k, λ = 2048", over_exponent, false),
        ("d", "Speedup over SEPARATE over k, λ = 2048", over_exponent, true),
        ("e", "Speedup over SEPARATE over λ, k = 256", over_modulus, true),
    ];
    let mut finding = Finding::new(method)
        .table(table("Times in µs over λ, k = 256", methods, over_modulus))
        .table(table("Times in µs over k, λ = 2048", methods, over_exponent));
    for (suffix, title, sweep, speedup) in charts {
        finding = finding.chart(suffix, title, chart(title, methods, sweep, speedup, origin));
    }
    claims(finding, over_modulus, over_exponent)
}

fn table(caption: &str, methods: &[Method], sweep: &Sweep) -> Table {
    let names: Vec<String> = methods.iter().map(|method| method.name()).collect();
    let header: Vec<&str> = std::iter::once(sweep.axis).chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new(caption, &header);
    for (length, times) in sweep.lengths.iter().zip(&sweep.times) {
        let times = times.iter().map(|time| digits(time * 1e6));
        table.push(std::iter::once(length.to_string()).chain(times).collect());
    }
    table
}

fn chart(title: &str, methods: &[Method], sweep: &Sweep, speedup: bool, origin: &Origin) -> String {
    let points = |index: usize| {
        let value = |times: &Vec<f64>| if speedup { times[0] / times[index] } else { times[index] * 1e6 };
        sweep.lengths.iter().zip(&sweep.times).map(|(length, times)| (*length as f64, value(times))).collect()
    };
    let style = |method: Method| match method {
        Method::Openssl(algorithm) => (colour(algorithm), dash(algorithm)),
        Method::Exp2 => (PALETTE[5], Dash::Dotted),
        Method::Gmp => (PALETTE[6], Dash::Dotted),
        _ => (PALETTE[7], Dash::Solid),
    };
    let line = |(index, method): (usize, &Method)| {
        let (colour, dash) = style(*method);
        let name = method.name().trim_start_matches("OpenSSL ").to_owned();
        Series { name, points: points(index), colour, dash }
    };
    let y = match speedup {
        true => Axis::new("OpenSSL SEPARATE / method", Scale::Linear),
        false => Axis::new("µs", Scale::Log10),
    };
    Lines {
        title: title.to_owned(),
        subtitle: origin.subtitle(),
        x: Axis::new(format!("{}, bits", sweep.axis), Scale::Log2),
        y,
        series: methods.iter().enumerate().map(line).collect(),
    }
    .svg()
}

fn claims(finding: Finding, over_modulus: &Sweep, over_exponent: &Sweep) -> Finding {
    let at = |sweep: &Sweep, length: usize, algorithm: Algorithm| {
        let row = sweep.lengths.iter().position(|found| *found == length).expect("it is measured");
        let column = ALGORITHMS.iter().position(|found| *found == algorithm).expect("it is measured");
        sweep.times[row][column]
    };
    let best = ALGORITHMS[1..].iter().map(|algorithm| at(over_modulus, 2048, *algorithm)).fold(1.0, f64::min);
    let gains: Vec<f64> = over_exponent
        .lengths
        .iter()
        .filter(|length| **length >= 256)
        .flat_map(|length| {
            [2, 3, 4].map(|width| {
                at(over_exponent, *length, Ary(width)) / at(over_exponent, *length, Yll(width)) - 1.0
            })
        })
        .collect();
    let gain = extremes(gains.iter().copied());
    let word = at(over_modulus, 64, Yll(2)) / at(over_modulus, 128, Yll(2));
    let last = *over_exponent.lengths.last().expect("lengths");
    let widths = [2, 3, 4].map(|width| at(over_exponent, last, Yll(width)));
    finding
        .claim(
            "at λ = 2048 and k = 256 it takes less than a millisecond",
            Verdict::when(best < 1e-3),
            format!("{} ms", digits(best * 1e3)),
        )
        .claim(
            "times rise up to λ = 64, fall behind the word's length, and rise again",
            Verdict::when(word > 1.02),
            format!(
                "λ = 64 takes {} of the time of λ = 128 with YLL w = 2: OpenSSL's assembly multiplies numbers of two words and more, \
                 and one word takes the general path",
                digits(word)
            ),
        )
        .claim(
            "from k = 2^8 on YLL is faster than 2^w-ARY, by around 10 %",
            Verdict::of(gains.iter().filter(|gain| (0.05..0.15).contains(*gain)).count(), gains.len()),
            format!(
                "{} to {} at equal w; the smaller the window, the less can be saved by sliding it",
                percent(gain.0),
                percent(gain.1)
            ),
        )
        .claim(
            "wider windows pay for long exponents",
            Verdict::when(widths[1] < widths[0]),
            format!("YLL at k = {last}: {} ms with w = 2, {} with w = 3, {} with w = 4", digits(widths[0] * 1e3), digits(widths[1] * 1e3), digits(widths[2] * 1e3)),
        )
}
