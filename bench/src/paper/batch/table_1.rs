//! Table 3.1 and Figures 3.1 and 3.2: multiplications, predicted and counted; compared with
//! incidence buckets and the lower bound.

use crate::{
    inputs::{Stream, batch::LEVEL},
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits, extremes, percent},
        lab::Lab,
        printed::batch as printed,
        record::Origin,
    },
};
use heliast_arith::Natural;
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};
use heliast_group::{Counting, Group, RsaGroup};
use heliast_vdf::batch::{Digest, Family, Method, Placed, Protocol, Records, Terms, finish, partial};

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "batch-table-1",
    title: "multiplications of a batch verification (Table 3.1)",
    measure,
};

/// The multiplications of one family on a list of m statements.
struct Counted {
    family: Family,
    m: u64,
    protocol: Protocol,
    naive: u64,
    best: u64,
}

fn measure(lab: &Lab, origin: &Origin) -> Finding {
    let sizes = [100, 1_000, 10_000, 100_000];
    let sizes = &sizes[..lab.choose(3, 4)];
    let all = sizes.iter().flat_map(|m| Family::ALL.map(|family| counted(family, *m)));
    finding(&all.collect::<Vec<_>>(), origin)
}

/// Counts the operations with a group that counts them.
fn counted(family: Family, m: u64) -> Counted {
    // The number of operations does not depend on the modulus.
    let group = Counting::new(RsaGroup::unchecked(&Natural::from(1009u64 * 2003)));
    let protocol = Protocol::of_family(family, LEVEL, m).expect("a sound protocol");
    let terms = Terms { t: 1, protocol: protocol.clone() };
    let mut stream = Stream::new("heliast/bench/batch/counted");
    let elements: Vec<_> = (0..2 * m).map(|_| group.hash("bench", &stream.bytes(16))).collect();
    let bytes = Records::encode(&group, elements.chunks_exact(2).map(|pair| (&pair[0], &pair[1])));
    let records = Records::new(&group, &bytes).expect("canonical");
    let seed = terms.seed(&group, &[Digest::of(&records, 1)]).expect("a list");
    let [naive, best] = [Method::Naive, Method::Best].map(|method| {
        group.take();
        let rows = partial(&group, &terms, &seed, Placed { start: 0, records: &records }, method, 1)
            .expect("a list of this length");
        finish(&group, &terms, &seed, rows, method, 1).expect("units");
        let counts = group.take();
        assert_eq!(counts, protocol.cost(&seed, m, method), "a prediction is wrong");
        counts.products + counts.squarings
    });
    Counted { family, m, protocol, naive, best }
}

fn finding(all: &[Counted], origin: &Origin) -> Finding {
    let mut table = Table::new(
        "Multiplications and squarings for m statements, both sides, without the last proof; in brackets per statement",
        &[
            "m",
            "protocol",
            "parameters",
            "proofs",
            "thesis's formula",
            "naive, counted",
            "best, predicted",
            "best, counted",
        ],
    );
    for Counted { family, m, protocol, naive, best } in all {
        let cell = |value: f64| format!("{value:.0} ({})", digits(value / *m as f64));
        table.push(vec![
            m.to_string(),
            family.name().to_owned(),
            parameters(protocol),
            protocol.proofs().to_string(),
            printed::table_3_1(*family, *m as f64).map_or("-".to_owned(), cell),
            cell(*naive as f64),
            cell(protocol.best_cost(*m)),
            cell(*best as f64),
        ]);
    }
    let method = "A group that counts performs every protocol at λ = 128 in both evaluations; both counts are equal to those that \
                  `Protocol::cost` predicts exactly from the challenge. Naive: as the thesis counts. Best: Straus and Pippenger for powers, \
                  four Russians for subsets, running products for buckets. Linear, which is not the thesis's, reduces by incidence buckets from 6,000 \
                  statements on, as Random Exponents below, and to 104,060,401 statements; the lower bound is that of spec/linear-batch.md, two products a \
                  statement and side. The curves are Table 3.1's formulas with the best k of any \
                  size, and `Protocol::best_cost`, whose digits have 24 bits at most (buckets of 5 GB), so that its curves end flat.";
    let finding = Finding::new(method)
        .table(table)
        .table(curve_table())
        .chart("figure-1", "Multiplications relative to Random Exponents", chart(origin, true))
        .chart("figure-2", "Multiplications of all statements", chart(origin, false))
        .chart("each", "Multiplications per statement, and the lower bound", chart_of_each(origin));
    claims(finding, all)
}

fn parameters(protocol: &Protocol) -> String {
    use heliast_vdf::batch::Reduction::{Buckets, Exponents, Incidence, Subsets};
    let texts = protocol.reductions().iter().map(|reduction| match reduction {
        Subsets { rows } => format!("{rows} rows"),
        Exponents { bits } => format!("exponents of {bits} bits"),
        Buckets { bits, rounds, .. } => format!("{rounds} rounds, 2^{bits} buckets"),
        Incidence(level) => format!("incidence buckets of q = {}", level.q()),
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// A curve: its name, the index of its colour, its stroke, and its multiplications for m statements, if it
/// has a value.
type Curve = (String, usize, Dash, Box<dyn Fn(f64) -> Option<f64>>);

/// Returns the least number of multiplications of both sides that a verifier of this kind needs
/// (spec/linear-batch.md, Theorem 5, for a single product at the end).
fn least(m: f64) -> f64 {
    4.0 * m
}

/// Returns the formulas of the thesis as solid curves, our best evaluation as dashed ones, and the lower
/// bound as a dotted one.
fn curves() -> Vec<Curve> {
    use Family::{AscendingBucket, Bucket, Hybrid, Linear, RandomExponents, RandomSubsets};
    let families = [(RandomExponents, 0), (RandomSubsets, 1), (Hybrid, 2), (Bucket, 3)];
    let theirs = families.map(|(family, colour)| -> Curve {
        let cost = move |m| printed::table_3_1(family, m);
        (format!("{}, thesis", family.name()), colour, Dash::Solid, Box::new(cost))
    });
    let families = families.into_iter().chain([(AscendingBucket, 4), (Linear, 5)]);
    let ours = families.map(|(family, colour)| -> Curve {
        let cost = move |m| (family != Linear || LINEAR.contains(&m)).then(|| best(family, m));
        (format!("{}, best", family.name()), colour, Dash::Dashed, Box::new(cost))
    });
    let bound: Curve = ("lower bound".to_owned(), 6, Dash::Dotted, Box::new(|m| Some(least(m))));
    theirs.into_iter().chain(ours).chain([bound]).collect()
}

/// The list lengths for which incidence buckets are defined.
const LINEAR: std::ops::RangeInclusive<f64> = 6e3..=104_060_401.0;

fn best(family: Family, m: f64) -> f64 {
    let protocol = Protocol::of_family(family, LEVEL, m as u64).expect("a sound protocol");
    protocol.best_cost(m as u64)
}

/// Returns the list lengths from 10^2 to 10^14, as in the thesis.
fn sizes(per_decade: u32) -> impl Iterator<Item = f64> {
    (2 * per_decade..=14 * per_decade)
        .map(move |step| 10f64.powf(f64::from(step) / f64::from(per_decade)).round())
}

fn curve_table() -> Table {
    let curves = curves();
    let mut header = vec!["m", "best k of the thesis's Bucket"];
    header.extend(curves.iter().map(|(name, ..)| name.as_str()));
    let mut table = Table::new("Figures 3.1 and 3.2: multiplications per statement", &header);
    for m in sizes(1) {
        let k = (3..=60).min_by(|a, b| printed::bucket(*a, m).total_cmp(&printed::bucket(*b, m)));
        let values =
            curves.iter().map(|(_, _, _, cost)| cost(m).map_or("-".to_owned(), |cost| digits(cost / m)));
        table.push(
            [format!("10^{:.0}", m.log10()), k.unwrap_or(0).to_string()].into_iter().chain(values).collect(),
        );
    }
    table
}

fn chart(origin: &Origin, relative: bool) -> String {
    let exponents = |m| printed::table_3_1(Family::RandomExponents, m).expect("a formula");
    let point = |m: f64, cost: f64| (m, if relative { cost / exponents(m) } else { cost });
    let series = curves().into_iter().map(|(name, colour, dash, cost)| Series {
        name,
        points: sizes(2).filter_map(|m| Some(point(m, cost(m)?))).collect(),
        colour: PALETTE[colour],
        dash,
    });
    let (title, label) = match relative {
        true => ("Multiplications relative to Random Exponents", "part of the thesis's Random Exponents"),
        false => ("Multiplications of a batch verification", "multiplications"),
    };
    Lines {
        title: title.to_owned(),
        subtitle: format!("λ = 128, predicted; commit {}", origin.commit()),
        x: Axis::new("m, statements", Scale::Log10),
        y: Axis::new(label, Scale::Log10),
        series: series.collect(),
    }
    .svg()
}

/// Draws the best evaluation of every protocol for 10^2 to 10^8 statements.
fn chart_of_each(origin: &Origin) -> String {
    let sizes = || (20..=80).map(|step| 10f64.powf(f64::from(step) / 10.0).round());
    let ours = curves().into_iter().filter(|(_, _, dash, _)| *dash != Dash::Solid);
    let series = ours.map(|(name, colour, dash, cost)| Series {
        name,
        points: sizes().filter_map(|m| Some((m, cost(m)? / m))).collect(),
        colour: PALETTE[colour],
        dash,
    });
    Lines {
        title: "Multiplications per statement".to_owned(),
        subtitle: format!("λ = 128, both sides, predicted; commit {}", origin.commit()),
        x: Axis::new("m, statements", Scale::Log10),
        y: Axis::new("multiplications per statement", Scale::Log10),
        series: series.collect(),
    }
    .svg()
}

fn claims(finding: Finding, all: &[Counted]) -> Finding {
    use Family::{AscendingBucket, Bucket, Hybrid, Linear, RandomExponents};
    let formula = |counted: &Counted| printed::table_3_1(counted.family, counted.m as f64);
    let gaps: Vec<f64> =
        all.iter().filter_map(|counted| Some(counted.naive as f64 / formula(counted)? - 1.0)).collect();
    let (low, high) = extremes(gaps.iter().copied());
    let close = gaps.iter().filter(|gap| gap.abs() < 0.03).count();
    let against = |family, m| {
        let cost = |family| printed::table_3_1(family, m).expect("a formula");
        cost(RandomExponents) / cost(family)
    };
    let [hybrid, bucket] = [Hybrid, Bucket].map(|family| against(family, 1e3));
    let threes = [1e5, 1e6].map(|m| against(Hybrid, m));
    let tens: Vec<f64> = sizes(1).filter(|m| *m >= 1e7).map(|m| against(Bucket, m)).collect();
    let growing = tens.windows(2).all(|pair| pair[0] < pair[1]);
    // If the difference is only a thousandth, the parameters of both coincide.
    let cheaper = |family| sizes(2).filter(|m| best(family, *m) < 0.999 * best(RandomExponents, *m)).count();
    let beaten = cheaper(Hybrid) + cheaper(Bucket);
    let ratios = |family| extremes(sizes(2).map(|m| best(family, m) / best(RandomExponents, m)));
    let (ratio, most) = (ratios(Bucket), |family| ratios(family).1);
    let linear = [1e5, 1e7, 1e8].map(|m| best(Linear, m) / least(m));
    finding
        .claim(
            "Table 3.1 is the expected number of multiplications",
            Verdict::of(close, gaps.len()),
            format!(
                "within 3 % in {close} of {} cases; {} to {}: the formula counts the first factor of every product, powers of empty buckets, and leading zeros of \
                 short exponents, which matters for Bucket",
                gaps.len(),
                percent(low),
                percent(high)
            ),
        )
        .claim(
            "at 10^3 Hybrid needs half of Random Exponents' multiplications and Bucket a third",
            Verdict::when((1.7..2.6).contains(&hybrid) && (2.6..3.6).contains(&bucket)),
            format!("1/{} and 1/{}", digits(hybrid), digits(bucket)),
        )
        .claim(
            "at 10^5 to 10^6 Hybrid needs a third",
            Verdict::of(threes.iter().filter(|ratio| (2.7..3.3).contains(*ratio)).count(), 2),
            format!("1/{} and 1/{}", digits(threes[0]), digits(threes[1])),
        )
        .claim(
            "from 10^7 on Bucket needs less by an order of magnitude, and ever less",
            Verdict::when(tens[0] >= 10.0 && growing),
            format!("1/{} at 10^7, 1/{} at 10^14; a tenth is reached at 10^5 already", digits(tens[0]), digits(tens[tens.len() - 1])),
        )
        .claim(
            "Hybrid and Bucket outperform Random Exponents",
            Verdict::when(beaten > 0),
            format!(
                "only power by power: computed by Straus and Pippenger Random Exponents is the cheapest at every size, to a thousandth. The thesis's Bucket with running products takes \
                 {} to {} times as much, Bucket with ascending exponents 1 to {}, Hybrid by four Russians 1 to {}: Pippenger's method for Random Exponents is \
                 itself buckets with running products",
                digits(ratio.0),
                digits(ratio.1),
                digits(most(AscendingBucket)),
                digits(most(Hybrid)),
            ),
        )
        .claim(
            "no protocol with strictly linearly many multiplications is known (open problem 1)",
            Verdict::when(linear[2] > 1.5),
            format!(
                "incidence buckets take {} times the lower bound of 4 a statement at 10^5, {} times at 10^7 and {} times at 10^8, and have a proof (spec/linear-batch.md)",
                digits(linear[0]),
                digits(linear[1]),
                digits(linear[2])
            ),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If k is in the range of a protocol, the protocol's own formula is the table's.
    #[test]
    fn formulas_agree_with_the_protocols() {
        for m in [100u64, 1_000, 1_000_000] {
            for family in [Family::RandomSubsets, Family::RandomExponents, Family::Hybrid, Family::Bucket] {
                let protocol = Protocol::of_family(family, LEVEL, m).unwrap();
                assert_eq!(
                    Some(protocol.thesis_cost(m as f64)),
                    printed::table_3_1(family, m as f64),
                    "{family:?} {m}"
                );
            }
        }
    }
}
