//! Table 3.2 and Figures 3.3 and 3.4: the time of a batch verification, compared with incidence buckets.

use crate::{
    inputs::batch::LEVEL,
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits, percent},
        lab::Lab,
        measure::batch::{self, FAMILIES, Products, Times},
        printed::batch as printed,
        record::Origin,
    },
};
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};
use heliast_vdf::batch::Family;

pub(in crate::paper) const EXPERIMENT: Experiment =
    Experiment { name: "batch-table-2", title: "the time of a batch verification (Table 3.2)", measure };

/// The indices of the families in the rows.
const EXPONENTS: usize = 0;
const HYBRID: usize = 1;
const BUCKET: usize = 2;

/// The times for m statements.
struct Size {
    m: usize,
    printed: [Option<f64>; FAMILIES.len()],
    times: [Times; FAMILIES.len()],
}

impl Size {
    /// Returns the factor by which a protocol on GMP is faster than Random Exponents.
    fn gain(&self, family: usize) -> Option<f64> {
        Some(self.times[EXPONENTS].gmp? / self.times[family].gmp?)
    }

    /// Returns this factor according to Table 3.1.
    fn predicted_gain(&self, family: usize) -> f64 {
        let cost = |family: usize| printed::table_3_1(FAMILIES[family], self.m as f64).expect("a formula");
        cost(EXPONENTS) / cost(family)
    }

    /// Returns this factor of our naive evaluation.
    fn naive_gain(&self, family: usize) -> Option<f64> {
        Some(self.times[EXPONENTS].naive? / self.times[family].naive?)
    }
}

fn measure(lab: &Lab, origin: &Origin) -> Finding {
    let rows = &printed::TABLE_3_2[..lab.choose(4, 5)];
    let most = lab.choose(5e6, 5e7);
    let sizes: Vec<Size> = rows
        .iter()
        .map(|(m, [exponents, hybrid, bucket])| Size {
            m: *m,
            printed: [Some(*exponents), Some(*hybrid), Some(*bucket), None],
            times: batch::times(lab, *m, most),
        })
        .collect();
    let products = batch::products(lab, 100_000);
    finding(&sizes, &products, origin)
}

fn finding(sizes: &[Size], products: &Products, origin: &Origin) -> Finding {
    let mut table = Table::new(
        "Seconds",
        &[
            "m",
            "protocol",
            "thesis (M2 Max)",
            "GMP here",
            "ours, naive",
            "ours",
            "thesis / ours",
            "GMP / ours",
            "faster by two threads",
        ],
    );
    for Size { m, printed, times } in sizes {
        for (family, (printed, times)) in FAMILIES.iter().zip(printed.iter().zip(times)) {
            let optional = |value: Option<f64>| value.map_or("-".to_owned(), digits);
            table.push(vec![
                m.to_string(),
                family.name().to_owned(),
                optional(*printed),
                optional(times.gmp),
                optional(times.naive),
                digits(times.best),
                optional(printed.map(|printed| printed / times.best)),
                optional(times.gmp.map(|gmp| gmp / times.best)),
                digits(times.speedup),
            ]);
        }
    }
    let mut kinds = Table::new("One multiplication of 2048 bits, ns", &["what", "ns"]);
    for (what, seconds) in [
        (
            "GMP, product of a random subset of 10^5 statements, ascending places (mpz_mul, mpz_tdiv_r)",
            products.subset,
        ),
        ("GMP, product of as many statements one after another", products.sequence),
        ("GMP, product of the subset in random order", products.shuffled),
        ("GMP, one of the 1.5·λ multiplications in a power (mpz_powm)", products.in_power),
        ("ours", products.ours),
        ("ours in lanes", products.lanes),
    ] {
        kinds.push(vec![what.to_owned(), digits(seconds * 1e9)]);
    }
    let method = format!(
        "RSA-2048, λ = {LEVEL}, the same statements for all. GMP: the thesis's protocols as it evaluates them; timed are powers and products, \
         challenges and buckets are drawn beforehand. Ours: from bytes to the verdict: canonical check, transcript, challenges, sorting, products, and the \
         last proof, of 256 bits. Times are the processor's for the thread; what two threads gain is measured by the time of day, one beside the other. A dash: too long for this run. \
         Linear, which is not the thesis's, reduces by incidence buckets from 6,000 statements on."
    );
    let finding = Finding::new(&method)
        .table(table)
        .table(kinds)
        .chart("figure-3", "Time relative to Random Exponents", chart(sizes, origin, true))
        .chart("figure-4", "Time of a batch verification", chart(sizes, origin, false));
    claims(finding, sizes, products)
}

/// The times of a kind of verification: its name, how it is drawn, and each size's seconds.
type Kind = (&'static str, Dash, fn(&Size, usize) -> Option<f64>);

fn chart(sizes: &[Size], origin: &Origin, relative: bool) -> String {
    let kinds: [Kind; 4] = [
        ("thesis", Dash::Dotted, |size, family| size.printed[family]),
        ("GMP", Dash::Solid, |size, family| size.times[family].gmp),
        ("ours, naive", Dash::DashDotted, |size, family| size.times[family].naive),
        ("ours", Dash::Dashed, |size, family| Some(size.times[family].best)),
    ];
    let series = kinds.iter().flat_map(|(kind, dash, seconds)| {
        FAMILIES.iter().enumerate().map(move |(index, family)| {
            let point = |size: &Size| {
                let value = seconds(size, index)? / if relative { seconds(size, EXPONENTS)? } else { 1.0 };
                Some((size.m as f64, value))
            };
            Series {
                name: format!("{}, {kind}", Family::name(*family)),
                points: sizes.iter().filter_map(point).collect(),
                colour: PALETTE[[0, 2, 3, 5][index]],
                dash: *dash,
            }
        })
    });
    let (title, label) = match relative {
        true => ("Time relative to Random Exponents of the same kind", "part of Random Exponents' time"),
        false => ("Time of a batch verification", "seconds"),
    };
    Lines {
        title: title.to_owned(),
        subtitle: origin.subtitle(),
        x: Axis::new("m, statements", Scale::Log10),
        y: Axis::new(label, Scale::Log10),
        series: series.collect(),
    }
    .svg()
}

fn claims(finding: Finding, sizes: &[Size], products: &Products) -> Finding {
    let Some(last) = sizes.iter().rfind(|size| size.gain(HYBRID).is_some()) else { return finding };
    let gain = |family| last.gain(family).expect("the last size that has one");
    let naive = last.naive_gain(HYBRID).map_or("-".to_owned(), digits);
    let memory = products.subset / products.sequence - 1.0;
    let kinds = products.sequence / products.in_power;
    let cost = |family: usize| printed::table_3_1(FAMILIES[family], 1e6).expect("a formula");
    let theory = cost(EXPONENTS) / cost(BUCKET);
    let below: Vec<bool> =
        sizes.iter().filter_map(|size| Some((size.m < 1_000) == (size.gain(HYBRID)? < 1.0))).collect();
    let bucket_below: Vec<bool> =
        sizes.iter().filter_map(|size| Some((size.m < 1_000) == (size.gain(BUCKET)? < 1.0))).collect();
    let crossings = || below.iter().chain(&bucket_below);
    let first = &sizes[0];
    finding
        .claim(
            "Hybrid is three times as fast as Random Exponents in theory, and 1.4 times in practice",
            Verdict::when((1.15..1.9).contains(&gain(HYBRID))),
            format!(
                "at {} statements {} times by Table 3.1 and {} times on GMP",
                last.m,
                digits(last.predicted_gain(HYBRID)),
                digits(gain(HYBRID))
            ),
        )
        .claim(
            "that is because a random subset reads memory at random",
            Verdict::when(memory > 0.5),
            format!(
                "its places ascend, and reading them costs {} more than reading statements in sequence; in random order it would cost {}. Unlike things are \
                 compared: for each of the 1.5·λ multiplications that theory gives a power mpz_powm, with windows and in Montgomery's form, takes {} ns; a product with its division takes {} ns, {} times as much, and {} / {} = {}. Ours, \
                 naive, shows less: it decodes an element for every product that it takes part in, so that Hybrid is {} times as fast there",
                percent(memory),
                percent(products.shuffled / products.sequence - 1.0),
                digits(products.in_power * 1e9),
                digits(products.sequence * 1e9),
                digits(kinds),
                digits(last.predicted_gain(HYBRID)),
                digits(kinds),
                digits(last.predicted_gain(HYBRID) / kinds),
                naive
            ),
        )
        .claim(
            "Bucket is faster than Random Exponents by an order of magnitude in theory and in practice at 10^6",
            Verdict::of(usize::from(theory >= 10.0) + usize::from(gain(BUCKET) >= 10.0), 2),
            format!(
                "in theory {} times at 10^6; printed are 224 s and 38.4 s, 5.8 times; here on GMP {} times at {} statements, where theory says {}: the buckets \
                 are filled by products with a division",
                digits(theory),
                digits(gain(BUCKET)),
                last.m,
                digits(last.predicted_gain(BUCKET))
            ),
        )
        .claim(
            "Hybrid and Bucket are slower than Random Exponents at 10^2 and faster from 10^3 on",
            Verdict::of(crossings().filter(|holds| **holds).count(), crossings().count()),
            format!(
                "on GMP at 10^2 they take {} and {} times as long; in the best evaluation Random Exponents is the fastest at every size but for a few per cent",
                first.gain(HYBRID).map_or("-".to_owned(), |gain| digits(1.0 / gain)),
                first.gain(BUCKET).map_or("-".to_owned(), |gain| digits(1.0 / gain)),
            ),
        )
}
