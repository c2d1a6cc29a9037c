//! Charts as SVG: [`Heatmap`], [`Lines`] and [`Bars`] are plain data, and `svg()` converts each to SVG text.
//!
//! The crate does not measure text: every label gets enough room, fonts are named by CSS family, and colours
//! follow the reader's light or dark scheme. Values that are not finite are left out, and on logarithmic axes
//! also values that are not positive. Nothing panics, for any lengths of the parts: missing values are not
//! drawn.

#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod axis;
mod bars;
mod canvas;
mod colour;
mod dash;
mod frame;
mod heatmap;
mod lines;

pub use axis::{Axis, Scale, power_of_two};
pub use bars::{BarSeries, Bars};
pub use colour::{Colour, PALETTE, window_colour};
pub use dash::Dash;
pub use heatmap::{Cell, Heatmap};
pub use lines::{Lines, Series};
