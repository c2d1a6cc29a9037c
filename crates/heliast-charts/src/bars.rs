//! Bars side by side: one group per item, one bar per series.

use crate::{
    Axis, Colour,
    axis::{Range, Scale, plain, precise},
    canvas::Anchor,
    frame::{Plot, Sample},
};

/// A chart of grouped bars.
#[derive(Clone, Debug)]
pub struct Bars {
    /// The title of the chart.
    pub title: String,
    /// The machine of the measurement.
    pub subtitle: String,
    /// The name of the groups, below them.
    pub x_label: String,
    /// The vertical axis.
    pub y: Axis,
    /// The names of the groups.
    pub groups: Vec<String>,
    /// The bars of each group, in this order.
    pub series: Vec<BarSeries>,
}

/// The bars of one colour.
#[derive(Clone, Debug)]
pub struct BarSeries {
    /// The name of the bars in the legend.
    pub name: String,
    /// Their colour.
    pub colour: Colour,
    /// One value per group; not finite where a group has no value.
    pub values: Vec<f64>,
}

/// The share of a group's width that its bars take.
const FILLED: f64 = 0.78;

impl Bars {
    /// The chart: one `rect.bar` with a tooltip per value, with its number above.
    pub fn svg(&self) -> String {
        let count = self.groups.len();
        let plot = Plot::new((count * self.series.len()).clamp(10, 24) as f64 * 44.0, 360.0);
        let names = self.series.iter().map(|series| series.name.as_str());
        let mut canvas = plot.canvas((&self.title, &self.subtitle), names);
        let values = self.series.iter().flat_map(|series| series.values.iter().take(count).copied());
        let range = Range::over(self.y.scale, values.chain(self.floor()), true);
        plot.y_axis(&mut canvas, &self.y, &range);
        plot.x_label(&mut canvas, &self.x_label);

        let group_width = plot.width / count.max(1) as f64;
        let bar_width = group_width * FILLED / self.series.len().max(1) as f64;
        let zero = plot.y(range.part(0.0).unwrap_or(0.0));
        for (g, group) in self.groups.iter().enumerate() {
            let left = plot.left + group_width * g as f64;
            plot.x_mark(&mut canvas, left + group_width / 2.0, group);
            for (s, series) in self.series.iter().enumerate() {
                let Some(&value) = series.values.get(g) else { continue };
                let Some(y) = range.part(value).map(|part| plot.y(part)) else { continue };
                let x = left + group_width * (1.0 - FILLED) / 2.0 + bar_width * s as f64;
                let (top, height) = (y.min(zero), (zero - y).abs());
                let (width, colour) = (bar_width * 0.92, series.colour);
                let rect = format_args!(
                    r#"class="bar" x="{x:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" fill="{colour}""#
                );
                canvas.element_saying("rect", rect, &format!("{group}, {}: {}", series.name, precise(value)));
                let small = r#" style="font-size:10px""#;
                canvas.text((x + width / 2.0, top - 4.0), Anchor::Middle, "muted", small, &plain(value));
            }
        }
        plot.border(&mut canvas);
        let entries = self.series.iter().map(|series| (Sample::Filled(series.colour), series.name.as_str()));
        plot.legend(&mut canvas, entries);
        canvas.finish(&self.title)
    }

    /// The lower end of the axis: on a logarithmic axis the smallest bar still has some height.
    fn floor(&self) -> Option<f64> {
        let positive = self.series.iter().flat_map(|series| &series.values).copied();
        let least = positive.filter(|value| *value > 0.0 && value.is_finite()).reduce(f64::min)?;
        (self.y.scale != Scale::Linear).then_some(least / 1.5)
    }
}
