//! An answer whose bytes are counted as its client receives them.

#[cfg(test)]
mod tests;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use std::{
    pin::Pin,
    task::{Context, Poll},
};

/// The number of bytes given to the server at once. A server buffers what it was given until its client
/// receives it. With an answer given as a whole, a slow client cannot be distinguished from one that receives
/// nothing.
const PIECE: usize = 16 << 10;

/// Is notified how a client receives an answer.
pub trait Meter {
    /// The server has received `bytes` bytes of the answer for the client; 0 for its end or a frame without
    /// data.
    fn given(&mut self, bytes: usize);

    /// The server has given the client everything available so far.
    fn waits(&mut self) {}
}

/// A body that notifies a [`Meter`].
pub struct Metered<B, M> {
    body: B,
    /// The bytes that the body has produced and the server has not yet received.
    rest: Bytes,
    meter: M,
}

impl<B, M> Metered<B, M> {
    /// Combines this body with its meter.
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
