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

/// The elements of a class, with their attributes as numbers.
fn numbers(svg: &str, class: &str, names: [&str; 2]) -> Vec<[f64; 2]> {
    let document = Document::parse(svg).unwrap();
    let all = document.descendants().filter(|node| node.attribute("class") == Some(class));
    all.map(|node| names.map(|name| node.attribute(name).unwrap().parse().unwrap())).collect()
}

fn tooltips(svg: &str, class: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let all = document.descendants().filter(|node| node.attribute("class") == Some(class));
    all.map(|node| node.first_element_child().unwrap().text().unwrap().to_owned()).collect()
}

/// On logarithmic axes equal factors are equal distances, and larger values are higher.
#[test]
fn points_lie_where_their_values_say() {
    let svg = lines(&[&[(4.0, 0.1), (8.0, 1.0), (16.0, 10.0), (64.0, 100.0)]]).svg();
    let points = numbers(&svg, "point", ["cx", "cy"]);
    let step = [points[1][0] - points[0][0], points[0][1] - points[1][1]];
    assert!(step[0] > 10.0 && step[1] > 10.0);
    for (index, [across, up]) in [[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [4.0, 3.0]].into_iter().enumerate() {
        assert!((points[index][0] - points[0][0] - across * step[0]).abs() < 0.3, "{points:?}");
        assert!((points[0][1] - points[index][1] - up * step[1]).abs() < 0.3, "{points:?}");
    }
    assert_eq!(tooltips(&svg, "point")[1], "series 0: 8, 1");
}

/// The line goes through its points, and each series keeps its colour and its stroke.
#[test]
fn lines_go_through_their_points() {
    let svg = lines(&[&[(4.0, 1.0), (8.0, 2.0), (16.0, 3.0)], &[(4.0, 3.0), (16.0, 1.0)]]).svg();
    let document = Document::parse(&svg).unwrap();
    let drawn: Vec<_> = document.descendants().filter(|node| node.has_tag_name("polyline")).collect();
    let points = numbers(&svg, "point", ["cx", "cy"]);
    let mut rest = points.iter();
    for (series, line) in drawn.iter().enumerate() {
        assert_eq!(line.attribute("stroke"), Some(PALETTE[series].to_string().as_str()));
        assert_eq!(line.attribute("stroke-dasharray").is_some(), series == 1);
        for place in line.attribute("points").unwrap().split(' ') {
            let [x, y] = rest.next().unwrap();
            assert_eq!(place, format!("{x:.1},{y:.1}"));
        }
    }
    assert!(drawn.len() == 2 && rest.next().is_none());
}

/// Every mark lies within the page, however far apart the values are.
#[test]
fn nothing_is_drawn_outside() {
    for points in [&[(1e-9, 1e-9), (1e12, 1e15)][..], &[(4.0, 4.0)], &[(1.0, 1.0), (1.0 + 1e-12, 1.0)]] {
        for scale in [Scale::Linear, Scale::Log2, Scale::Log10] {
            let axis = || Axis::new("axis", scale);
            let svg = Lines { x: axis(), y: axis(), ..lines(&[points]) }.svg();
            let document = Document::parse(&svg).unwrap();
            let page = |name: &str| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
            let (width, height) = (page("width"), page("height"));
            let found = numbers(&svg, "point", ["cx", "cy"]);
            assert_eq!(found.len(), points.len(), "{scale:?}");
            assert!(found.iter().all(|[x, y]| (0.0..width).contains(x) && (0.0..height).contains(y)));
        }
    }
}

fn bars(scale: Scale, values: &[&[f64]]) -> String {
    let series = values.iter().enumerate().map(|(index, values)| BarSeries {
        name: format!("s{index}"),
        colour: PALETTE[index],
        values: values.to_vec(),
    });
    Bars {
        title: "bars".into(),
        subtitle: "machine".into(),
        x_label: "operation".into(),
        y: Axis::new("ratio", scale),
        groups: vec!["a".into(), "b".into(), "c".into()],
        series: series.collect(),
    }
    .svg()
}

/// Bars are side by side in the order of the series, group after group, and do not overlap.
#[test]
fn bars_do_not_overlap() {
    let svg = bars(Scale::Linear, &[&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0], &[1.0, 1.0, 1.0]]);
    let found = numbers(&svg, "bar", ["x", "width"]);
    assert_eq!(found.len(), 9);
    assert!(found.windows(2).all(|pair| pair[0][0] + pair[0][1] <= pair[1][0] + 0.1), "{found:?}");
    let expected = [
        "a, s0: 1", "a, s1: 3", "a, s2: 1", "b, s0: 2", "b, s1: 2", "b, s2: 1", "c, s0: 3", "c, s1: 1",
        "c, s2: 1",
    ];
    assert_eq!(tooltips(&svg, "bar"), expected);
}

/// Negative bars extend downwards from zero, and all bars begin at zero.
#[test]
fn negative_bars_hang_from_zero() {
    let svg = bars(Scale::Linear, &[&[2.0, -2.0, 0.0]]);
    let found = numbers(&svg, "bar", ["y", "height"]);
    let [[top, up], [zero, down], [nothing, none]] = found[..] else { panic!("{found:?}") };
    assert!((up - down).abs() < 0.2 && (top + up - zero).abs() < 0.2, "{found:?}");
    assert!((nothing - zero).abs() < 0.2 && none < 0.1, "{found:?}");
}

/// On a logarithmic axis the smallest bar is still visible, and values that are not positive are left out.
#[test]
fn the_smallest_bar_keeps_some_height() {
    let svg = bars(Scale::Log10, &[&[0.01, 1.0, 100.0], &[0.0, -1.0, 1.0]]);
    let found = numbers(&svg, "bar", ["y", "height"]);
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|[_, height]| *height > 1.0), "{found:?}");
}

fn map(side: usize, cells: Vec<Vec<Option<Cell>>>) -> String {
    let names = || (0..side).map(|index| index.to_string()).collect();
    let text = String::new;
    Heatmap {
        title: text(),
        subtitle: text(),
        x_label: text(),
        y_label: text(),
        x: names(),
        y: names(),
        cells,
        legend: vec![],
    }
    .svg()
}

/// Cells are in order, the lowest row first and columns from the left, side by side.
#[test]
fn cells_lie_in_rows_and_columns() {
    let cell = |row: usize, column: usize| {
        let tooltip = format!("{row} {column}");
        Some(Cell { colour: PALETTE[row], text: "<".into(), tooltip })
    };
    let svg = map(3, (0..3).map(|row| (0..3).map(|column| cell(row, column)).collect()).collect());
    let found = numbers(&svg, "cell", ["x", "y"]);
    let said = tooltips(&svg, "cell");
    for (index, [x, y]) in found.iter().enumerate() {
        let (row, column) = (index / 3, index % 3);
        assert_eq!(said[index], format!("{row} {column}"));
        assert!((x - found[0][0] - 40.0 * column as f64).abs() < 0.1, "{found:?}");
        assert!((found[0][1] - y - 40.0 * row as f64).abs() < 0.1, "{found:?}");
    }
}

/// Rows and columns without a name are not drawn, and a map may be empty.
#[test]
fn cells_without_a_name_are_left_out() {
    let cell = || Some(Cell { colour: PALETTE[0], text: String::new(), tooltip: String::new() });
    let full =
        |rows: usize, columns: usize| (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
    for (side, rows, columns, expected) in
        [(2, 2, 2, 4), (2, 3, 1, 2), (2, 1, 5, 2), (0, 2, 2, 0), (3, 0, 0, 0)]
    {
        assert_eq!(marks(&map(side, full(rows, columns)), "cell"), expected, "{side} {rows} {columns}");
    }
}
