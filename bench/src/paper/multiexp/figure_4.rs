//! Figure 4: YLL with w = 3 on different hardware. Here it compares OpenSSL, GMP and each of our backends on
//! this machine.

use crate::{
    paper::{
        Experiment,
        finding::{Finding, Table, Verdict, digits, extremes},
        lab::Lab,
        measure::powers::{self, Method},
        printed::multiexp::TABLE_2,
        record::Origin,
    },
    peers::multiexp::Algorithm::{Separate, Yll},
};
use heliast_arith::Backend;
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "multiexp-figure-4",
    title: "one machine, different code: OpenSSL, GMP and our backends",
    measure,
};

struct Sweep {
    axis: &'static str,
    lengths: Vec<usize>,
    times: Vec<Vec<f64>>,
}

fn measure(lab: &Lab, origin: &Origin) -> Finding {
    let methods = methods();
    let sweep = |axis, lengths: Vec<usize>, time: &dyn Fn(usize) -> Vec<f64>| {
        let times = lengths.iter().map(|length| time(*length)).collect();
        Sweep { axis, lengths, times }
    };
    let lengths = |from: u32, to: u32| (from..=to).map(|power| 1_usize << power).collect::<Vec<_>>();
    let over_exponent =
        sweep("k", lengths(2, lab.choose(11, 13)), &|bits| powers::seconds(lab, &methods, 2048, bits));
    // Some backends support only some lengths; they are omitted for the others.
    let over_modulus = sweep("λ", lengths(8, 12), &|bits| powers::seconds(lab, &methods, bits, 256));
    finding(&methods, &over_exponent, &over_modulus, origin)
}

fn methods() -> Vec<Method> {
    let backends = Backend::ALL.into_iter().filter(|backend| powers::serves(*backend, 2048));
    [Method::Openssl(Separate), Method::Openssl(Yll(3)), Method::Exp2, Method::Gmp]
        .into_iter()
        .chain(backends.map(Method::OursOn))
        .collect()
}

fn finding(methods: &[Method], over_exponent: &Sweep, over_modulus: &Sweep, origin: &Origin) -> Finding {
    let method = "The paper compares four machines; one machine is at hand, so different code takes their place: OpenSSL's \
                  assembly, GMP's, and every backend of ours that this CPU runs. The paper's machines are in the second table.";
    let charts = [
        ("a", "Times over k, λ = 2048", over_exponent, false),
        ("b", "Speedup over OpenSSL SEPARATE over k, λ = 2048", over_exponent, true),
        ("c", "Times over λ, k = 256", over_modulus, false),
        ("d", "Speedup over OpenSSL SEPARATE over λ, k = 256", over_modulus, true),
    ];
    let mut finding = Finding::new(method)
        .table(table("Times in µs over k, λ = 2048", methods, over_exponent))
        .table(table("Times in µs over λ, k = 256", methods, over_modulus))
        .table(machines(methods, over_modulus));
    for (suffix, title, sweep, speedup) in charts {
        finding = finding.chart(suffix, title, chart(title, methods, sweep, speedup, origin));
    }
    let gain = extremes(
        over_exponent
            .times
            .iter()
            .zip(&over_exponent.lengths)
            .filter(|(_, k)| **k >= 256)
            .map(|(times, _)| times[0] / times[1]),
    );
    finding.claim(
        "different hardware shifts the curves and leaves their shape: a factor of 1.55 to 1.7 between YLL w = 3 and SEPARATE",
        Verdict::when(gain.0 > 1.4 && gain.1 < 1.9),
        format!("{} to {} from k = 256 on", digits(gain.0), digits(gain.1)),
    )
}

fn machines(methods: &[Method], over_modulus: &Sweep) -> Table {
    let mut table = Table::new("λ = 2048, k = 256, ms", &["where", "SEPARATE", "YLL w=3", "speedup"]);
    for (name, times, _) in TABLE_2 {
        let speedup = format!("x{:.2}", times[0] / times[5]);
        table.push(vec![format!("paper: {name}"), digits(times[0]), digits(times[5]), speedup]);
    }
    let row = over_modulus.lengths.iter().position(|length| *length == 2048).expect("it is measured");
    let times = &over_modulus.times[row];
    let milliseconds = |index: usize| digits(times[index] * 1e3);
    table.push(vec![
        "this machine, OpenSSL".to_owned(),
        milliseconds(0),
        milliseconds(1),
        format!("x{:.2}", times[0] / times[1]),
    ]);
    for index in 2..methods.len() {
        let speedup = format!("x{:.2}", times[0] / times[index]);
        table.push(vec![
            format!("this machine, {}", methods[index].name()),
            String::new(),
            milliseconds(index),
            speedup,
        ]);
    }
    table
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
    let line = |(index, method): (usize, &Method)| Series {
        name: method.name(),
        points: (sweep.lengths.iter().zip(&sweep.times))
            .map(|(length, times)| {
                (*length as f64, if speedup { times[0] / times[index] } else { times[index] * 1e6 })
            })
            .collect(),
        colour: PALETTE[index % PALETTE.len()],
        dash: if matches!(method, Method::OursOn(_)) { Dash::Solid } else { Dash::Dashed },
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
