//! What a node does beside consensus.

mod margin;

pub use margin::{Collecting, FASTEST_SQUARING_PS, LEAST_MARGIN, Margin, Verdict, margin};
