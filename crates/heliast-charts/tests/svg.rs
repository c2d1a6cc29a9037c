//! Every chart is well-formed XML with as many marks as there are values.

use heliast_charts::{
    Axis, BarSeries, Bars, Cell, Dash, Heatmap, Lines, PALETTE, Scale, Series, window_colour,
};
use roxmltree::Document;

fn marks(svg: &str, class: &str) -> usize {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    for node in root.descendants() {
        for attribute in node.attributes() {
            assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"), "{svg}");
        }
    }
    root.descendants()
        .filter(|node| node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class)))
        .count()
}

fn lines(points: &[&[(f64, f64)]]) -> Lines {
    let series = points.iter().enumerate().map(|(index, points)| Series {
        name: format!("series {index}"),
        points: points.to_vec(),
        colour: PALETTE[index],
        dash: [Dash::Solid, Dash::Dashed, Dash::DashDotted, Dash::Dotted][index % 4],
    });
    Lines {
        title: "Time of <x^a·y^b> & \"more\"".into(),
        subtitle: "a machine\u{7}".into(),
        x: Axis::new("bits", Scale::Log2),
        y: Axis::new("ms", Scale::Log10),
        series: series.collect(),
    }
}

#[test]
fn a_line_per_series_and_a_circle_per_point() {
    let svg =
        lines(&[&[(4.0, 0.1), (8.0, 0.2), (16.0, 0.7)], &[(4.0, 1.0), (8.0, 3.0)], &[(4.0, 2.0)]]).svg();
    assert_eq!((marks(&svg, "point"), marks(&svg, "line"), marks(&svg, "key")), (6, 2 + 3, 3));
}

#[test]
fn what_has_no_place_is_left_out() {
    let svg =
        lines(&[&[(0.0, 1.0), (8.0, f64::NAN), (16.0, -1.0), (32.0, f64::INFINITY), (4.0, 2.0)], &[]]).svg();
    assert_eq!(marks(&svg, "point"), 1);
    assert_eq!(marks(&lines(&[]).svg(), "point"), 0);
}

#[test]
fn texts_are_escaped() {
    let svg = lines(&[]).svg();
    let document = Document::parse(&svg).unwrap();
    let title = document.descendants().find(|node| node.attribute("class") == Some("title"));
    assert_eq!(title.and_then(|node| node.text()), Some("Time of <x^a·y^b> & \"more\""));
}

#[test]
fn a_bar_per_value() {
    let series = |values: &[f64]| BarSeries { name: "s".into(), colour: PALETTE[0], values: values.to_vec() };
    let bars = |scale: Scale| Bars {
        title: "t".into(),
        subtitle: String::new(),
        x_label: "operation".into(),
        y: Axis::new("ratio", scale),
        groups: vec!["a".into(), "b".into(), "c".into()],
        series: vec![series(&[1.0, 2.0, 3.0, 4.0]), series(&[5.0, f64::NAN]), series(&[])],
    };
    assert_eq!(marks(&bars(Scale::Linear).svg(), "bar"), 4);
    assert_eq!(marks(&bars(Scale::Log10).svg(), "bar"), 4);
    let nothing = Bars { groups: vec![], series: vec![], ..bars(Scale::Linear) };
    assert_eq!(marks(&nothing.svg(), "bar"), 0);
}

#[test]
fn bars_reach_their_values() {
    let series = vec![BarSeries { name: "s".into(), colour: PALETTE[0], values: vec![1.0, 2.0, 4.0] }];
    let groups = vec!["a".into(), "b".into(), "c".into()];
    let (title, subtitle, x_label) = (String::new(), String::new(), String::new());
    let svg = Bars { title, subtitle, x_label, y: Axis::new("", Scale::Linear), groups, series }.svg();
    let document = Document::parse(&svg).unwrap();
    let bars = document.descendants().filter(|node| node.attribute("class") == Some("bar"));
    let heights: Vec<f64> = bars.map(|bar| bar.attribute("height").unwrap().parse().unwrap()).collect();
    assert!((heights[1] / heights[0] - 2.0).abs() < 0.01 && (heights[2] / heights[0] - 4.0).abs() < 0.01);
}

#[test]
fn a_rectangle_per_known_cell() {
    let cell = |width: usize| {
        Some(Cell {
            colour: window_colour(width, 1),
            text: format!("{width}"),
            tooltip: format!("w={width}"),
        })
    };
    let map = Heatmap {
        title: "best".into(),
        subtitle: "machine".into(),
        x_label: "k".into(),
        y_label: "λ".into(),
        x: vec!["2²".into(), "2³".into()],
        y: vec!["2²".into(), "2³".into()],
        cells: vec![vec![cell(2), None, cell(4)], vec![cell(3), cell(9)], vec![cell(1)]],
        legend: vec![(window_colour(2, 1), "YLL w=2".into())],
    };
    let svg = map.svg();
    assert_eq!((marks(&svg, "cell"), marks(&svg, "key")), (3, 1));
}
