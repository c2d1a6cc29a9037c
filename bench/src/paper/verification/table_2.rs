//! Table 2: the double exponentiation, separate and improved.

use super::table_1::milliseconds;
use crate::{
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits, extremes},
        lab::Lab,
        measure::powers::{self, Method},
        printed::verification::TABLE_2,
        record::Origin,
    },
    peers::multiexp::Algorithm::{Ary, Separate, Yll},
};

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "verification-table-2",
    title: "two separate powers against one double exponentiation",
    measure,
};

/// The paper's algorithms, from which the best is chosen, followed by other methods.
const METHODS: [Method; 10] = [
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
];

fn measure(lab: &Lab, _: &Origin) -> Finding {
    let lines: Vec<Vec<f64>> = TABLE_2
        .iter()
        .map(|(exponent_bits, modulus_bits, ..)| {
            powers::seconds(lab, &METHODS, *modulus_bits, *exponent_bits)
        })
        .collect();
    finding(&lines)
}

fn finding(lines: &[Vec<f64>]) -> Finding {
    let mut table = Table::new(
        "Times in ms; the factor is optimised / separate, as in the paper",
        &[
            "K",
            "λ",
            "OpenSSL separate",
            "OpenSSL best",
            "factor",
            "paper: separate",
            "paper: best",
            "paper: factor",
            "BN_mod_exp2_mont",
            "GMP, two powers",
            "ours",
            "OpenSSL best / ours",
        ],
    );
    let (mut factors, mut same) = (Vec::new(), 0);
    for (times, (exponent_bits, modulus_bits, separate, optimised, width)) in lines.iter().zip(TABLE_2) {
        let best = (1..7).min_by(|&a, &b| times[a].total_cmp(&times[b])).expect("six algorithms");
        let expected = METHODS.iter().position(|method| *method == Method::Openssl(Yll(width)));
        // If times differ by less than two per cent, their order is due to chance.
        same += usize::from(expected.is_some_and(|index| times[index] <= 1.02 * times[best]));
        let factor = times[best] / times[0];
        factors.push(factor);
        let name = METHODS[best].name();
        let name = name.trim_start_matches("OpenSSL ");
        table.push(vec![
            exponent_bits.to_string(),
            modulus_bits.to_string(),
            milliseconds(times[0]),
            format!("{} ({name})", milliseconds(times[best])),
            format!("x{factor:.2}"),
            separate.to_string(),
            format!("{optimised} (YLL w={width})"),
            format!("x{:.2}", optimised / separate),
            milliseconds(times[7]),
            milliseconds(times[8]),
            milliseconds(times[9]),
            digits(times[best] / times[9]),
        ]);
    }
    let (low, high) = extremes(factors.iter().copied());
    let within = factors.iter().filter(|factor| (0.59..0.69).contains(*factor)).count();
    Finding::new(
        "x^a · y^b with random exponents of exactly K bits. SEPARATE is BN_mod_exp twice; 2^w-ARY and YLL (w = 2, 3, 4) multiply \
         with BN_mod_mul_montgomery, conversions included. OpenSSL's own double exponentiation and GMP's two powers beside them.",
    )
    .table(table)
    .claim(
        "the improved algorithm takes 0.62 to 0.66 of the time of separate powers",
        Verdict::of(within, factors.len()),
        format!("{low:.2} to {high:.2}"),
    )
    .claim(
        "YLL is the best: w = 2 at K = 256, w = 3 at K = 512",
        Verdict::of(same, lines.len()),
        format!("it is within 2 % of the best in {same} of {} cases", lines.len()),
    )
}
