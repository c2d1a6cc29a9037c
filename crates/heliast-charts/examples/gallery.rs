//! Writes one chart of each kind into a directory: `cargo run -p heliast-charts --example gallery -- DIR`.

use heliast_charts::{
    Axis, BarSeries, Bars, Cell, Dash, Heatmap, Lines, PALETTE, Scale, Series, power_of_two, window_colour,
};
use std::{env, fs, io, path::PathBuf};

fn main() -> io::Result<()> {
    let dir = PathBuf::from(env::args().nth(1).unwrap_or_else(|| ".".into()));
    let exponents = 2..14;
    let powers = || exponents.clone().map(|k| f64::from(1 << k));
    let line = |index: usize, name: &str, slope: f64, dash| Series {
        name: name.into(),
        points: powers().map(|k| (k, 0.002 * k * slope + 0.01)).collect(),
        colour: PALETTE[index],
        dash,
    };
    let lines = Lines {
        title: "Time of x^a·y^b, λ = 2048".into(),
        subtitle: "made-up numbers, to see the shape".into(),
        x: Axis::new("k, bits of the exponents", Scale::Log2),
        y: Axis::new("milliseconds", Scale::Log10),
        series: vec![
            line(0, "SEPARATE", 1.6, Dash::DashDotted),
            line(1, "2^w-ARY, w = 2", 1.1, Dash::Dashed),
            line(2, "YLL, w = 2", 1.0, Dash::Solid),
            line(3, "interleaving, w = 4", 0.9, Dash::Dotted),
        ],
    };
    let series = |index: usize, name: &str, values: &[f64]| BarSeries {
        name: name.into(),
        colour: PALETTE[index],
        values: values.to_vec(),
    };
    let bars = |scale| Bars {
        title: "One verification, by its parts".into(),
        subtitle: "made-up numbers, to see the shape".into(),
        x_label: "modulus".into(),
        y: Axis::new("milliseconds", scale),
        groups: vec!["1024 bits".into(), "2048 bits".into(), "4096 bits".into()],
        series: vec![series(0, "ours", &[0.04, 0.12, 0.9]), series(1, "OpenSSL", &[0.2, 1.1, 4.0])],
    };
    let cell = |x: usize, y: usize| {
        let (w, family) = ((x / 3 + 1).min(5), y / 4);
        let text = format!("{}{w}", ["A", "Y", "I"][family]);
        (x + y > 1).then(|| Cell { colour: window_colour(w, family), tooltip: text.clone(), text })
    };
    let names: Vec<String> = exponents.clone().map(power_of_two).collect();
    let legend = (1..6).flat_map(|w| (0..3).map(move |family| (w, family)));
    let heatmap = Heatmap {
        title: "The fastest algorithm for x^a·y^b".into(),
        subtitle: "made-up cells, to see the shape".into(),
        x_label: "k, bits of the exponents".into(),
        y_label: "λ, bits of the modulus".into(),
        x: names.clone(),
        y: names,
        cells: (0..12).map(|y| (0..12).map(|x| cell(x, y)).collect()).collect(),
        legend: legend
            .map(|(w, f)| {
                (window_colour(w, f), format!("{}, w = {w}", ["2^w-ARY", "YLL", "interleaving"][f]))
            })
            .collect(),
    };
    for (name, svg) in [
        ("lines", lines.svg()),
        ("bars", bars(Scale::Linear).svg()),
        ("bars-log", bars(Scale::Log10).svg()),
        ("heatmap", heatmap.svg()),
    ] {
        fs::write(dir.join(name).with_extension("svg"), svg)?;
    }
    Ok(())
}
