//! Table 2: the algorithms at λ = 2048 and k = 256, on this machine and the paper's.

use crate::{
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits, extremes},
        measure::powers::{self, Method},
        printed::multiexp::TABLE_2,
    },
    peers::multiexp::Algorithm::{Ary, Separate, Yll},
};
use heliast_group::Strategy;

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "multiexp-table-2",
    title: "the algorithms at λ = 2048, k = 256, here and on the paper's machines",
    measure: |lab, _| finding(&powers::seconds(lab, &METHODS, 2048, 256)),
};

/// The paper's columns, followed by the other methods.
const METHODS: [Method; 17] = [
    Method::Openssl(Separate),
    Method::Openssl(Ary(2)),
    Method::Openssl(Ary(3)),
    Method::Openssl(Ary(4)),
    Method::Openssl(Yll(2)),
    Method::Openssl(Yll(3)),
    Method::Openssl(Yll(4)),
    Method::Exp2,
    Method::Gmp,
    Method::Ours,
    Method::OursBy(Strategy::Separate { w: 5 }),
    Method::OursBy(Strategy::Ary { w: 2 }),
    Method::OursBy(Strategy::Ary { w: 3 }),
    Method::OursBy(Strategy::Yll { w: 2 }),
    Method::OursBy(Strategy::Yll { w: 3 }),
    Method::OursBy(Strategy::Interleaved { w: 4 }),
    Method::OursBy(Strategy::Interleaved { w: 5 }),
];

fn finding(seconds: &[f64]) -> Finding {
    let mut header: Vec<String> = vec!["machine".to_owned()];
    header.extend(METHODS[..7].iter().map(|method| method.name().trim_start_matches("OpenSSL ").to_owned()));
    header.extend(["max speedup", "max speedup, printed"].map(str::to_owned));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut table = Table::new("Times in ms, OpenSSL", &header);
    let here: Vec<f64> = seconds[..7].iter().map(|time| time * 1e3).collect();
    let machines = TABLE_2
        .iter()
        .map(|(name, times, printed)| (format!("paper: {name}"), times.to_vec(), format!("x{printed:.2}")));
    for (name, times, printed) in machines.chain([("this machine".to_owned(), here.clone(), "-".to_owned())])
    {
        let speedup = format!("x{:.2}", speedup(&times));
        let times = times.iter().map(|time| digits(*time));
        table.push(std::iter::once(name).chain(times).chain([speedup, printed]).collect());
    }
    let mut others =
        Table::new("Times in ms, this machine", &["method", "time", "SEPARATE / method", "YLL w=2 / method"]);
    for (method, time) in METHODS.iter().zip(seconds) {
        let ratios = [seconds[0] / time, seconds[4] / time].map(digits);
        others.push([method.name(), digits(time * 1e3)].into_iter().chain(ratios).collect());
    }
    let (gain, best) = (speedup(&here), (1..7).min_by(|&a, &b| here[a].total_cmp(&here[b])).expect("six"));
    let printed = extremes(TABLE_2.iter().map(|(_, times, _)| speedup(times)));
    Finding::new("x^a · y^b with random exponents of exactly 256 bits; the fastest of many samples, the mean over four pairs.")
        .table(table)
        .table(others)
        .claim(
            "the best algorithm is 1.58 to 1.75 times as fast as SEPARATE",
            Verdict::when((1.48..1.85).contains(&gain)),
            format!(
                "{gain:.2} times, where 0.1 more or less counts as the same. The paper's own times give {:.2} to {:.2}: for the \
                 Apple M1 and the Raspberry Pi 4 it prints the speedup of the second fastest",
                printed.0, printed.1
            ),
        )
        .claim(
            "the best is YLL with w = 2, on every machine",
            Verdict::when(here[4] <= 1.02 * here[best]),
            format!("here {}", METHODS[best].name().trim_start_matches("OpenSSL ")),
        )
}

/// Returns the speedup of the fastest method over SEPARATE, which comes first.
fn speedup(times: &[f64]) -> f64 {
    times[0] / times[1..].iter().copied().fold(f64::INFINITY, f64::min)
}
