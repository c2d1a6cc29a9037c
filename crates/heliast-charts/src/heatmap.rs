//! A grid of coloured cells.

use crate::{
    Colour,
    canvas::Anchor,
    frame::{Plot, Sample},
};

/// A heat map.
#[derive(Clone, Debug)]
pub struct Heatmap {
    /// The title of the chart.
    pub title: String,
    /// The machine of the measurement.
    pub subtitle: String,
    /// The name of the columns.
    pub x_label: String,
    /// The name of the rows.
    pub y_label: String,
    /// The names of the columns, from the left.
    pub x: Vec<String>,
    /// The names of the rows, from the bottom.
    pub y: Vec<String>,
    /// `cells[row][column]`, the lowest row first; `None` where no value is known.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// The meaning of each colour.
    pub legend: Vec<(Colour, String)>,
}

/// One cell.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The cell's colour.
    pub colour: Colour,
    /// A short text inside it.
    pub text: String,
    /// The text that appears while the pointer is on the cell.
    pub tooltip: String,
}

const SIDE: f64 = 40.0;

impl Heatmap {
    /// The chart: one `rect.cell` with a tooltip per known cell.
    pub fn svg(&self) -> String {
        let side = |count: usize| count.max(4) as f64 * SIDE;
        let plot = Plot::new(side(self.x.len()), side(self.y.len()));
        let names = self.legend.iter().map(|(_, name)| name.as_str());
        let mut canvas = plot.canvas((&self.title, &self.subtitle), names);
        plot.x_label(&mut canvas, &self.x_label);
        plot.y_label(&mut canvas, &self.y_label);
        let place = |index: usize| index as f64 * SIDE;
        for (column, name) in self.x.iter().enumerate() {
            plot.x_mark(&mut canvas, plot.left + place(column) + SIDE / 2.0, name);
        }
        for (row, name) in self.y.iter().enumerate() {
            plot.y_mark(&mut canvas, plot.bottom() - place(row) - SIDE / 2.0, name);
        }
        for (row, cells) in self.cells.iter().take(self.y.len()).enumerate() {
            for (column, cell) in cells.iter().take(self.x.len()).enumerate() {
                let Some(Cell { colour, text, tooltip }) = cell else { continue };
                let (x, y) = (plot.left + place(column), plot.bottom() - place(row + 1));
                let (inner, centre) = (SIDE - 1.0, (x + SIDE / 2.0, y + SIDE / 2.0 + 4.0));
                let rect = format_args!(
                    r#"class="cell" x="{x:.1}" y="{y:.1}" width="{inner:.1}" height="{inner:.1}" fill="{colour}""#
                );
                canvas.element_saying("rect", rect, tooltip);
                let ink = format!(r#" style="fill:{};pointer-events:none""#, colour.ink());
                canvas.text(centre, Anchor::Middle, "", &ink, text);
            }
        }
        let entries = self.legend.iter().map(|(colour, name)| (Sample::Filled(*colour), name.as_str()));
        plot.legend(&mut canvas, entries);
        canvas.finish(&self.title)
    }
}
