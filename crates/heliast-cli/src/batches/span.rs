//! The least and the greatest delay of a list.

use crate::reports::DelaySpan;
use heliast_vdf::batch::varied::DelayCounts;

/// The least and the greatest delay of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub least: u64,
    pub greatest: u64,
}

impl Default for Span {
    fn default() -> Span {
        Span { least: u64::MAX, greatest: 0 }
    }
}

impl Span {
    /// Extends the span to this delay.
    pub fn widen(&mut self, t: u64) {
        *self = Span { least: self.least.min(t), greatest: self.greatest.max(t) };
    }

    pub(super) fn of(delays: &DelayCounts) -> Span {
        let mut span = Span::default();
        delays.iter().next().into_iter().chain(delays.iter().next_back()).for_each(|(t, _)| span.widen(t));
        span
    }
}

impl From<Span> for DelaySpan {
    fn from(span: Span) -> DelaySpan {
        DelaySpan { least_t: span.least, greatest_t: span.greatest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_has_the_least_and_the_greatest() {
        let mut span = Span::default();
        for (t, least, greatest) in [(7, 7, 7), (9, 7, 9), (8, 7, 9), (1, 1, 9), (u64::MAX, 1, u64::MAX)] {
            span.widen(t);
            assert_eq!(span, Span { least, greatest });
        }
    }
}
