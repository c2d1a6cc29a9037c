//! Parts that all charts share: title, subtitle, legend, and the plot's rectangle with its axes.

use crate::{
    Axis, Colour,
    axis::Range,
    canvas::{Anchor, Canvas},
    dash::Dash,
};

/// The width of a letter of 12 pixels; an overestimate.
const LETTER: f64 = 7.0;
const LEGEND_LINE: f64 = 20.0;

/// The rectangle that holds the marks.
#[derive(Clone, Copy)]
pub(crate) struct Plot {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The sample of a series in the legend.
pub(crate) enum Sample {
    Filled(Colour),
    Stroked(Colour, Dash),
}

impl Plot {
    /// The rectangle below title and subtitle, next to the axis names.
    pub(crate) fn new(width: f64, height: f64) -> Plot {
        Plot { left: 76.0, top: 66.0, width, height }
    }

    /// A canvas with room for the plot, its marks' names, the titles, and a legend to the right.
    pub(crate) fn canvas<'a>(
        &self,
        (title, subtitle): (&str, &str),
        legend: impl Iterator<Item = &'a str> + Clone,
    ) -> Canvas {
        let text = |text: &str, pixels_per_letter: f64| text.chars().count() as f64 * pixels_per_letter;
        let names = legend.clone().map(|name| text(name, LETTER) + 68.0).fold(24.0, f64::max);
        let titles = text(title, 1.5 * LETTER).max(text(subtitle, LETTER)) + 32.0;
        let height = (self.height + 60.0).max(legend.count() as f64 * LEGEND_LINE + 20.0);
        let mut canvas = Canvas::new((self.right() + names).max(titles), self.top + height);
        canvas.text((16.0, 27.0), Anchor::Start, "title", "", title);
        canvas.text((16.0, 46.0), Anchor::Start, "muted", "", subtitle);
        canvas
    }

    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub(crate) fn x(&self, part: f64) -> f64 {
        self.left + part * self.width
    }

    pub(crate) fn y(&self, part: f64) -> f64 {
        self.bottom() - part * self.height
    }

    pub(crate) fn x_label(&self, canvas: &mut Canvas, label: &str) {
        canvas.text((self.x(0.5), self.bottom() + 44.0), Anchor::Middle, "", "", label);
    }

    pub(crate) fn y_label(&self, canvas: &mut Canvas, label: &str) {
        let (x, y) = (20.0, self.y(0.5));
        let turned = format!(r#" transform="rotate(-90 {x:.1} {y:.1})""#);
        canvas.text((x, y), Anchor::Middle, "", &turned, label);
    }

    pub(crate) fn x_mark(&self, canvas: &mut Canvas, x: f64, name: &str) {
        canvas.text((x, self.bottom() + 19.0), Anchor::Middle, "muted", "", name);
    }

    pub(crate) fn y_mark(&self, canvas: &mut Canvas, y: f64, name: &str) {
        canvas.text((self.left - 8.0, y + 4.0), Anchor::End, "muted", "", name);
    }

    /// The vertical axis with its grid.
    pub(crate) fn y_axis(&self, canvas: &mut Canvas, axis: &Axis, range: &Range) {
        for (part, name) in range.marks() {
            let (y, left, right) = (self.y(part), self.left, self.right());
            canvas.element(
                "line",
                format_args!(r#"class="grid" x1="{left:.1}" y1="{y:.1}" x2="{right:.1}" y2="{y:.1}""#),
            );
            self.y_mark(canvas, y, &name);
        }
        self.y_label(canvas, &axis.label);
    }

    /// The horizontal axis with its grid.
    pub(crate) fn x_axis(&self, canvas: &mut Canvas, axis: &Axis, range: &Range) {
        for (part, name) in range.marks() {
            let (x, top, bottom) = (self.x(part), self.top, self.bottom());
            canvas.element(
                "line",
                format_args!(r#"class="grid" x1="{x:.1}" y1="{top:.1}" x2="{x:.1}" y2="{bottom:.1}""#),
            );
            self.x_mark(canvas, x, &name);
        }
        self.x_label(canvas, &axis.label);
    }

    /// The lines at the left and at the bottom.
    pub(crate) fn border(&self, canvas: &mut Canvas) {
        let Plot { left, top, .. } = *self;
        let (right, bottom) = (self.right(), self.bottom());
        let path = format_args!(
            r#"class="axis" d="M{left:.1} {top:.1}L{left:.1} {bottom:.1}L{right:.1} {bottom:.1}""#
        );
        canvas.element("path", path);
    }

    pub(crate) fn legend<'a>(&self, canvas: &mut Canvas, entries: impl Iterator<Item = (Sample, &'a str)>) {
        let left = self.right() + 18.0;
        for (index, (sample, name)) in entries.enumerate() {
            let y = self.top + 10.0 + index as f64 * LEGEND_LINE;
            match sample {
                Sample::Filled(colour) => canvas.element(
                    "rect",
                    format_args!(
                        r#"class="key" x="{left:.1}" y="{:.1}" width="14" height="14" rx="2" fill="{colour}""#,
                        y - 7.0
                    ),
                ),
                Sample::Stroked(colour, dash) => canvas.element(
                    "line",
                    format_args!(
                        r#"class="key line" x1="{left:.1}" y1="{y:.1}" x2="{:.1}" y2="{y:.1}" stroke="{colour}"{}"#,
                        left + 24.0,
                        dash.attribute()
                    ),
                ),
            }
            let text_left = left + if matches!(sample, Sample::Filled(_)) { 21.0 } else { 31.0 };
            canvas.text((text_left, y + 4.0), Anchor::Start, "", "", name);
        }
    }
}

#[cfg(test)]
mod tests;
