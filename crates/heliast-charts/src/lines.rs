//! Lines through points, one per series.

use crate::{
    Axis, Colour,
    axis::{Range, precise},
    dash::Dash,
    frame::{Plot, Sample},
};
use std::fmt::Write;

/// A chart of lines.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The title of the chart.
    pub title: String,
    /// The machine of the measurement.
    pub subtitle: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The lines.
    pub series: Vec<Series>,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Series {
    /// The line's name in the legend.
    pub name: String,
    /// Its points (x, y), in order.
    pub points: Vec<(f64, f64)>,
    /// Its colour.
    pub colour: Colour,
    /// Its stroke.
    pub dash: Dash,
}

impl Lines {
    /// The chart: one `polyline.line` per series of at least two points, and one `circle.point` with a
    /// tooltip per point.
    pub fn svg(&self) -> String {
        let plot = Plot::new(600.0, 380.0);
        let names = self.series.iter().map(|series| series.name.as_str());
        let mut canvas = plot.canvas((&self.title, &self.subtitle), names);
        let points = || self.series.iter().flat_map(|series| series.points.iter().copied());
        let x = Range::over(self.x.scale, points().map(|(x, _)| x), false);
        let y = Range::over(self.y.scale, points().map(|(_, y)| y), true);
        plot.x_axis(&mut canvas, &self.x, &x);
        plot.y_axis(&mut canvas, &self.y, &y);
        plot.border(&mut canvas);
        for Series { name, points, colour, dash } in &self.series {
            let place = |&(a, b): &(f64, f64)| Some((plot.x(x.part(a)?), plot.y(y.part(b)?), a, b));
            let places: Vec<_> = points.iter().filter_map(place).collect();
            if places.len() > 1 {
                let mut path = String::new();
                for (x, y, ..) in &places {
                    let _ = write!(path, "{x:.1},{y:.1} ");
                }
                let (path, dash) = (path.trim_end(), dash.attribute());
                canvas.element(
                    "polyline",
                    format_args!(r#"class="line" points="{path}" stroke="{colour}"{dash}"#),
                );
            }
            for (x, y, a, b) in places {
                let circle = format_args!(r#"class="point" cx="{x:.1}" cy="{y:.1}" r="2.6" fill="{colour}""#);
                canvas.element_saying("circle", circle, &format!("{name}: {}, {}", precise(a), precise(b)));
            }
        }
        let sample = |series: &Series| Sample::Stroked(series.colour, series.dash);
        plot.legend(&mut canvas, self.series.iter().map(|series| (sample(series), series.name.as_str())));
        canvas.finish(&self.title)
    }
}
