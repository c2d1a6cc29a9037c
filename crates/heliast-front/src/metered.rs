//! An answer whose bytes are counted as its client takes them.

#[cfg(test)]
mod tests;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use std::{
    pin::Pin,
    task::{Context, Poll},
};

/// Bytes that are given at once. A server holds what it was given until its client takes it: of an answer
/// that is given as a whole nobody can say whether it is taken slowly or not at all.
const PIECE: usize = 16 << 10;

/// Hears how a client takes an answer.
pub trait Meter {
    /// The server has got so many bytes of it, or what is not bytes, or its end, for the client.
    fn given(&mut self, bytes: usize);

    /// The server has given the client all that there is yet.
    fn waits(&mut self) {}
}

/// A body of which a [`Meter`] hears.
pub struct Metered<B, M> {
    body: B,
    /// Bytes that the body has said and the server has not got.
    rest: Bytes,
    meter: M,
}

impl<B, M> Metered<B, M> {
    /// This body, and who hears of it.
    pub fn new(body: B, meter: M) -> Metered<B, M> {
        Metered { body, rest: Bytes::new(), meter }
    }
}

impl<B: Body<Data = Bytes> + Unpin, M: Meter + Unpin> Body for Metered<B, M> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        if self.rest.is_empty() {
            match Pin::new(&mut self.body).poll_frame(cx) {
                Poll::Pending => {
                    self.meter.waits();
                    return Poll::Pending;
                }
                Poll::Ready(Some(Ok(frame))) if frame.is_data() => {
                    self.rest = frame.into_data().unwrap_or_default();
                }
                other => {
                    self.meter.given(0);
                    return other;
                }
            }
        }
        let end = self.rest.len().min(PIECE);
        let piece = self.rest.split_to(end);
        self.meter.given(piece.len());
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, of_body) = (self.rest.len() as u64, self.body.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(of_body.lower().saturating_add(rest));
        if let Some(upper) = of_body.upper() {
            hint.set_upper(upper.saturating_add(rest));
        }
        hint
    }
}
