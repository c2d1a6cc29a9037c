//! A meter is notified of each piece, and the pieces make up the answer.

use super::*;
use http::HeaderMap;
use proptest::prelude::*;
use std::{collections::VecDeque, convert::Infallible, task::Waker};

/// A body with scripted frames; `None` means that the next one is not available yet.
struct Scripted(VecDeque<Option<Frame<Bytes>>>);

impl Body for Scripted {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.0.pop_front() {
            Some(None) => Poll::Pending,
            Some(Some(frame)) => Poll::Ready(Some(Ok(frame))),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        let data = self.0.iter().flatten().filter_map(|frame| frame.data_ref());
        SizeHint::with_exact(data.map(|data| data.len() as u64).sum())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    Given(usize),
    Waits,
}

struct Noted<'a>(&'a mut Vec<Heard>);

impl Meter for Noted<'_> {
    fn given(&mut self, bytes: usize) {
        self.0.push(Heard::Given(bytes));
    }

    fn waits(&mut self) {
        self.0.push(Heard::Waits);
    }
}

/// The frames that a server receives from a body, with `None` where it has to wait, and the notifications.
fn taken(frames: Vec<Option<Frame<Bytes>>>) -> (Vec<Option<Frame<Bytes>>>, Vec<Heard>) {
    let (mut heard, mut found) = (Vec::new(), Vec::new());
    let mut body = Metered::new(Scripted(frames.into()), Noted(&mut heard));
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        let (left, is_end) = (body.size_hint().exact().unwrap(), body.is_end_stream());
        match Pin::new(&mut body).poll_frame(&mut cx) {
            Poll::Pending => found.push(None),
            Poll::Ready(Some(Ok(frame))) => {
                let bytes = frame.data_ref().map_or(0, |data| data.len() as u64);
                assert_eq!(body.size_hint().exact(), Some(left - bytes));
                assert!(!is_end);
                found.push(Some(frame));
            }
            Poll::Ready(None) => {
                assert_eq!((left, is_end), (0, true));
                return (found, heard);
            }
        }
    }
}

fn data(bytes: impl Into<Bytes>) -> Option<Frame<Bytes>> {
    Some(Frame::data(bytes.into()))
}

#[test]
fn it_is_heard_when_a_client_takes_something_and_when_it_waits() {
    let frames = vec![data("abc"), None, data(""), data("d"), Some(Frame::trailers(HeaderMap::new()))];
    let (found, heard) = taken(frames);
    use Heard::{Given, Waits};
    assert_eq!(heard, [Given(3), Waits, Given(0), Given(1), Given(0), Given(0)]);
    assert!(found[4].as_ref().is_some_and(Frame::is_trailers) && found.len() == 5);
}

/// Otherwise a server that received all of an answer at once would not show how much of it its client
/// received.
#[test]
fn a_long_answer_is_given_in_pieces() {
    let (found, heard) = taken(vec![data(vec![7; 2 * PIECE + 1])]);
    assert_eq!(heard, [PIECE, PIECE, 1, 0].map(Heard::Given));
    assert_eq!(found.len(), 3);
}

proptest! {
    #[test]
    fn what_is_taken_is_the_answer(lengths in prop::collection::vec(prop::option::of(0usize..3 * PIECE), 0..6)) {
        let frame = |length: &Option<usize>| length.and_then(|length| data(vec![length as u8; length]));
        let (found, heard) = taken(lengths.iter().map(frame).collect());
        let bytes: Vec<u8> = found.iter().flatten().flat_map(|frame| frame.data_ref().unwrap().to_vec()).collect();
        let expected: Vec<u8> = lengths.iter().flatten().flat_map(|length| vec![*length as u8; *length]).collect();
        prop_assert!(bytes == expected);
        let given = heard.iter().map(|heard| match heard { Heard::Given(bytes) => *bytes, Heard::Waits => 0 });
        prop_assert_eq!(given.sum::<usize>(), bytes.len());
    }
}
