//! Strokes of lines.

/// The dashes of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dash {
    /// ————
    #[default]
    Solid,
    /// – – – –
    Dashed,
    /// — · — ·
    DashDotted,
    /// · · · ·
    Dotted,
}

impl Dash {
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Dash::Solid => "",
            Dash::Dashed => r#" stroke-dasharray="7 5""#,
            Dash::DashDotted => r#" stroke-dasharray="9 5 1 5""#,
            Dash::Dotted => r#" stroke-dasharray="1 5""#,
        }
    }
}
