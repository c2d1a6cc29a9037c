//! Checks the positions of all parts, and that they have enough room.

use super::*;
use crate::Scale;

fn plot() -> Plot {
    Plot::new(200.0, 100.0)
}

/// The size of the document that begins with this canvas.
fn size(canvas: Canvas) -> (f64, f64) {
    let svg = canvas.finish("");
    let after = |name: &str| {
        let (_, rest) = svg.split_once(&format!(" {name}=\"")).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    (after("width"), after("height"))
}

#[test]
fn parts_become_places() {
    let plot = plot();
    assert_eq!((plot.x(0.0), plot.x(0.5), plot.x(1.0)), (plot.left, plot.left + 100.0, plot.right()));
    // Coordinates decrease upwards on the page.
    assert_eq!((plot.y(0.0), plot.y(0.5), plot.y(1.0)), (plot.bottom(), plot.bottom() - 50.0, plot.top));
}

#[test]
fn everything_written_has_room() {
    let plot = plot();
    let (width, height) = size(plot.canvas(("", ""), std::iter::empty()));
    assert!(width > plot.right() && height > plot.bottom() + 44.0, "the label below is within");
    let (with_name, _) = size(plot.canvas(("", ""), ["a name of some length"].into_iter()));
    let (with_longer, _) =
        size(plot.canvas(("", ""), ["short", "a name that is longer than the other"].into_iter()));
    assert!(width < with_name && with_name < with_longer);
    let long = "t".repeat(200);
    for titles in [(long.as_str(), ""), ("", long.as_str())] {
        assert!(size(plot.canvas(titles, std::iter::empty())).0 >= 200.0 * LETTER, "titles are not cut");
    }
    let (_, tall) = size(plot.canvas(("", ""), std::iter::repeat_n("s", 40)));
    assert!(tall >= plot.top + 40.0 * LEGEND_LINE, "a long legend makes the page longer");
}

#[test]
fn a_grid_line_and_a_name_for_each_mark() {
    let (plot, axis) = (plot(), Axis::new("bits & more", Scale::Log2));
    let range = Range::over(Scale::Log2, [4.0, 64.0].into_iter(), true);
    for draw in [Plot::x_axis, Plot::y_axis] {
        let mut canvas = Canvas::new(300.0, 200.0);
        draw(&plot, &mut canvas, &axis, &range);
        let svg = canvas.finish("");
        assert_eq!(svg.matches(r#"<line class="grid""#).count(), 5, "{svg}");
        for name in ["2²", "2³", "2⁴", "2⁵", "2⁶", "bits &amp; more"] {
            assert_eq!(svg.matches(&format!(">{name}</text>")).count(), 1, "{name}: {svg}");
        }
    }
}

/// The legend has a square for filled marks and a line segment with the right dashes for strokes, one below
/// the other.
#[test]
fn the_legend_shows_what_the_marks_look_like() {
    let plot = plot();
    let entries = [
        (Sample::Filled(Colour(0x12_3456)), "filled"),
        (Sample::Stroked(Colour(0x65_4321), Dash::Solid), "solid"),
        (Sample::Stroked(Colour(1), Dash::Dotted), "dotted"),
    ];
    let mut canvas = Canvas::new(400.0, 200.0);
    plot.legend(&mut canvas, entries.into_iter());
    let svg = canvas.finish("");
    let keys: Vec<&str> = svg.lines().filter(|line| line.contains(r#"class="key"#)).collect();
    assert_eq!(keys.len(), 3, "{svg}");
    assert!(keys[0].starts_with("<rect") && keys[0].contains("#123456"), "{}", keys[0]);
    assert!(keys[1].starts_with("<line") && keys[1].contains("#654321"), "{}", keys[1]);
    assert!(!keys[1].contains("dasharray") && keys[2].contains("dasharray"), "{}", keys[2]);
    let name = |text: &str| {
        let line = svg.lines().find(|line| line.ends_with(&format!(">{text}</text>"))).unwrap();
        let (_, rest) = line.split_once(" y=\"").unwrap();
        rest.split_once('"').unwrap().0.parse::<f64>().unwrap()
    };
    assert_eq!([name("solid") - name("filled"), name("dotted") - name("solid")], [LEGEND_LINE; 2]);
}

#[test]
fn strokes_are_told_apart() {
    let all = [Dash::Solid, Dash::Dashed, Dash::DashDotted, Dash::Dotted].map(Dash::attribute);
    let different: std::collections::BTreeSet<&str> = all.into_iter().collect();
    assert_eq!((different.len(), Dash::default().attribute()), (4, ""));
}
