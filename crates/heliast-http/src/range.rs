//! Parts of large answers (RFC 9110, section 14): one range of bytes at a time.
//!
//! Any other range (several ranges, other units, an invalid range) is ignored, as the RFC allows, so that
//! overlapping parts cannot multiply an answer.

use super::{
    error::ApiError,
    reply::{self, Keep},
};
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{ACCEPT_RANGES, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, ETAG, IF_RANGE, RANGE},
    },
    response::{IntoResponse, Response},
};
use futures_util::stream;
use std::{io, ops::Range};

/// Large content that never changes, and that is read piece by piece.
pub(super) struct Large<P, L> {
    /// Its media type.
    pub(super) content_type: &'static str,
    /// The time for which it may be cached.
    pub(super) keep: Keep,
    /// Its strong tag, in quotes.
    pub(super) tag: String,
    /// Determines its length in bytes; called only if a part is requested.
    pub(super) len: L,
    /// All pieces, in order.
    pub(super) pieces: P,
}

/// Bytes that were read for an answer and not sent. They also count towards the client's limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skipped(pub(super) u64);

impl<P, L, E> Large<P, L>
where
    P: Iterator<Item = io::Result<Vec<u8>>> + Send + 'static,
    L: FnOnce() -> Result<u64, E>,
    ApiError: From<E>,
{
    /// All of the content, or the requested part.
    pub(super) fn answer(self, request: &HeaderMap) -> Result<Response, ApiError> {
        let Some(wanted) = wanted(request, &self.tag) else {
            let body = Body::from_stream(stream::iter(self.pieces));
            return Ok(about(self.content_type, &self.tag, reply::kept(self.keep, body)));
        };
        let len = (self.len)()?;
        let Some(part) = wanted.of(len) else {
            let mut response = ApiError::beyond(len).into_response();
            header(response.headers_mut(), CONTENT_RANGE, &format!("bytes */{len}"));
            response.extensions_mut().insert(Skipped(len));
            return Ok(response);
        };
        let body = Body::from_stream(stream::iter(cut(self.pieces, part.clone())));
        let mut response = about(self.content_type, &self.tag, reply::kept(self.keep, body));
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
        let headers = response.headers_mut();
        header(headers, CONTENT_RANGE, &format!("bytes {}-{}/{len}", part.start, part.end - 1));
        headers.insert(CONTENT_LENGTH, (part.end - part.start).into());
        response.extensions_mut().insert(Skipped(len - (part.end - part.start)));
        Ok(response)
    }
}

fn about(content_type: &'static str, tag: &str, mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    header(headers, ETAG, tag);
    response
}

fn header(headers: &mut HeaderMap, name: axum::http::HeaderName, text: &str) {
    if let Ok(value) = HeaderValue::from_str(text) {
        headers.insert(name, value);
    }
}

/// A requested range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    From(u64),
    Between(u64, u64),
    Last(u64),
}

impl Wanted {
    /// The requested range of `len` bytes; `None` if it is empty.
    fn of(self, len: u64) -> Option<Range<u64>> {
        let part = match self {
            Wanted::From(first) => first..len,
            Wanted::Between(first, last) => first..len.min(last.saturating_add(1)),
            Wanted::Last(count) => len.saturating_sub(count)..len,
        };
        (part.start < part.end).then_some(part)
    }
}

/// The range that a request wants of content with this tag; `None` for all of it.
fn wanted(headers: &HeaderMap, tag: &str) -> Option<Wanted> {
    let mut lines = headers.get_all(RANGE).iter();
    let line = lines.next().filter(|_| lines.next().is_none())?.to_str().ok()?;
    let is_of_this = headers.get(IF_RANGE).is_none_or(|condition| condition == tag);
    let (unit, range) = line.split_once('=')?;
    if !unit.trim_matches(' ').eq_ignore_ascii_case("bytes") || !is_of_this {
        return None;
    }
    let (first, last) = range.trim_matches([' ', '\t']).split_once('-')?;
    match (first.is_empty(), last.is_empty()) {
        (false, true) => Some(Wanted::From(number(first)?)),
        (true, false) => Some(Wanted::Last(number(last)?)),
        (false, false) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some(Wanted::Between(first, last))
        }
        (true, true) => None,
    }
}

/// A number in decimal digits; a number that is too large becomes the greatest one.
fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

/// The bytes of this range from all pieces. A failure ends it.
fn cut(
    pieces: impl Iterator<Item = io::Result<Vec<u8>>>,
    part: Range<u64>,
) -> impl Iterator<Item = io::Result<Vec<u8>>> {
    let end = part.end;
    let placed = pieces.scan(0_u64, move |at, piece| {
        let start = *at;
        *at += piece.as_ref().map_or(0, |piece| piece.len() as u64);
        (start < end).then_some((start, piece))
    });
    placed.filter_map(move |(start, piece)| {
        let inside = |piece: Vec<u8>| {
            let within = |at: u64| at.saturating_sub(start).min(piece.len() as u64) as usize;
            piece[within(part.start)..within(part.end)].to_vec()
        };
        Some(piece.map(inside)).filter(|piece| !piece.as_ref().is_ok_and(Vec::is_empty))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TAG: &str = "\"tag\"";

    fn asked(range: &str) -> Option<Wanted> {
        wanted(&HeaderMap::from_iter([(RANGE, HeaderValue::from_str(range).unwrap())]), TAG)
    }

    #[test]
    fn one_range_of_bytes_is_understood() {
        for (text, range) in [
            ("bytes=0-", Wanted::From(0)),
            ("bytes=5-9", Wanted::Between(5, 9)),
            ("bytes=7-7", Wanted::Between(7, 7)),
            ("Bytes=-5", Wanted::Last(5)),
            ("bytes= 1-2 ", Wanted::Between(1, 2)),
            ("bytes=0-99999999999999999999999999", Wanted::Between(0, u64::MAX)),
            ("bytes=99999999999999999999999999-", Wanted::From(u64::MAX)),
            ("bytes=-99999999999999999999999999", Wanted::Last(u64::MAX)),
        ] {
            assert_eq!(asked(text), Some(range), "{text}");
        }
    }

    #[test]
    fn all_else_is_answered_with_everything() {
        let many = format!("bytes={}", vec!["0-0"; 2000].join(","));
        for text in [
            "",
            "bytes",
            "bytes=",
            "bytes=-",
            "bytes=9-5",
            "bytes=a-b",
            "bytes=0x1-2",
            "bytes=+1-2",
            "bytes=1-+2",
            "bytes=1 - 2",
            "bytes=0-1,2-3",
            "bytes=0-,-1",
            "bytes=--1",
            "bytes=-1-",
            "rounds=1-2",
            "bytes 1-2",
            &many,
        ] {
            assert_eq!(asked(text), None, "{text}");
        }
        let mut headers = HeaderMap::new();
        headers.append(RANGE, HeaderValue::from_static("bytes=0-1"));
        headers.append(RANGE, HeaderValue::from_static("bytes=0-1"));
        assert_eq!(wanted(&headers, TAG), None, "asked for twice");
        let bytes = HeaderMap::from_iter([(RANGE, HeaderValue::from_bytes(b"bytes=\xff-").unwrap())]);
        assert_eq!(wanted(&bytes, TAG), None);
    }

    /// A part of another version would not fit the client's copy.
    #[test]
    fn a_part_is_of_what_the_client_has() {
        for (condition, is_part) in [
            (TAG, true),
            ("W/\"tag\"", false),
            ("\"other\"", false),
            ("*", false),
            ("Wed, 21 Oct 2015 07:28:00 GMT", false),
            ("", false),
        ] {
            let headers = [(RANGE, "bytes=0-1"), (IF_RANGE, condition)];
            let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
            assert_eq!(wanted(&HeaderMap::from_iter(headers), TAG).is_some(), is_part, "{condition}");
        }
    }

    #[test]
    fn ranges_end_where_the_bytes_do() {
        for (wanted, len, part) in [
            (Wanted::From(0), 10, Some(0..10)),
            (Wanted::From(9), 10, Some(9..10)),
            (Wanted::From(10), 10, None),
            (Wanted::From(0), 0, None),
            (Wanted::From(u64::MAX), u64::MAX, None),
            (Wanted::Between(3, 4), 10, Some(3..5)),
            (Wanted::Between(3, u64::MAX), 10, Some(3..10)),
            (Wanted::Between(10, 12), 10, None),
            (Wanted::Last(3), 10, Some(7..10)),
            (Wanted::Last(30), 10, Some(0..10)),
            (Wanted::Last(0), 10, None),
        ] {
            assert_eq!(wanted.of(len), part, "{wanted:?} of {len}");
        }
    }

    proptest! {
        #[test]
        fn a_part_is_cut_out_of_the_pieces(lens in prop::collection::vec(0_usize..9, 0..9), start in 0_u64..60, len in 1_u64..60) {
            let mut all = 0..=255_u8;
            let pieces: Vec<Vec<u8>> = lens.iter().map(|len| all.by_ref().take(*len).collect()).collect();
            let whole = pieces.concat();
            let part = start..start + len;
            let found: Vec<u8> = cut(pieces.into_iter().map(Ok), part.clone()).flat_map(Result::unwrap).collect();
            let within = |at: u64| (at as usize).min(whole.len());
            prop_assert_eq!(&found[..], &whole[within(part.start)..within(part.end)]);
        }

        #[test]
        fn no_bytes_are_too_strange(text in prop::collection::vec(prop_oneof![Just(b'-'), Just(b'='), b'0'..=b'9', 128..=255_u8], 0..40)) {
            let line = [b"bytes=", &text[..]].concat();
            let headers = HeaderMap::from_iter([(RANGE, HeaderValue::from_bytes(&line).unwrap())]);
            if let Some(part) = wanted(&headers, TAG).and_then(|wanted| wanted.of(100)) {
                prop_assert!(part.start < part.end && part.end <= 100);
            }
        }
    }
}
