//! Requests byte by byte: lengths at their borders, messages in pieces, addresses.

use super::*;
use proptest::prelude::*;
use std::io::Cursor;

/// Bytes that come one at a time.
struct Slowly<'a>(&'a [u8]);

impl Read for Slowly<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let Some((first, rest)) = self.0.split_first().filter(|_| !to.is_empty()) else { return Ok(0) };
        (to[0], self.0) = (*first, rest);
        Ok(1)
    }
}

#[test]
fn a_length_has_nine_bytes_at_most() {
    for (bytes, expected) in [
        (&[][..], Ok(None)),
        (&[0], Ok(Some(0))),
        (&[0x7f], Ok(Some(127))),
        (&[0x80, 1], Ok(Some(128))),
        (&[0xff, 0x7f], Ok(Some(16_383))),
        (&[0x80], Err(ErrorKind::UnexpectedEof)),
        (&[0xff; 8], Err(ErrorKind::UnexpectedEof)),
        (&[0xff; 9], Err(ErrorKind::Other)),
        (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], Ok(Some(u64::MAX >> 1))),
    ] {
        assert_eq!(length(&mut Cursor::new(bytes)).map_err(|error| error.kind()), expected, "{bytes:?}");
    }
}

#[test]
fn a_request_that_is_cut_or_invalid_is_an_error_and_the_end_is_not() {
    let asked = Request { value: Some(request::Value::Echo(RequestEcho { message: "words".into() })) };
    let bytes = asked.encode_length_delimited_to_vec();
    assert_eq!(next(&mut Slowly(&bytes)).unwrap(), Some(asked));
    assert_eq!(next(&mut Slowly(&[])).unwrap(), None);
    for len in 1..bytes.len() {
        let cut = next(&mut Slowly(&bytes[..len])).unwrap_err();
        assert_eq!(cut.kind(), ErrorKind::UnexpectedEof, "{len}");
    }
    let empty = next(&mut Slowly(&[0])).unwrap();
    assert_eq!(empty, Some(Request { value: None }), "a request of no known kind");
    assert!(next(&mut Slowly(&[2, 0xff, 0xff])).is_err());
}

proptest! {
    /// The server reads the requests in whatever pieces they arrive.
    #[test]
    fn requests_follow_each_other(messages in prop::collection::vec("[a-z]{0,200}", 0..6)) {
        let asked = |message: &String| Request {
            value: Some(request::Value::Echo(RequestEcho { message: message.clone() })),
        };
        let all: Vec<Request> = messages.iter().map(asked).collect();
        let bytes: Vec<u8> = all.iter().flat_map(Request::encode_length_delimited_to_vec).collect();
        let mut slowly = Slowly(&bytes);
        for expected in all {
            prop_assert_eq!(next(&mut slowly).unwrap(), Some(expected));
        }
        prop_assert_eq!(next(&mut slowly).unwrap(), None);
    }

    #[test]
    fn any_bytes_are_requests_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let mut rest = &bytes[..];
        while let Ok(Some(_)) = next(&mut rest) {}
        prop_assert!(rest.len() <= bytes.len());
    }
}

#[test]
fn addresses_are_of_two_kinds_and_are_written_as_they_are_read() {
    for (text, address) in [
        ("unix:///a/b.sock", Address::Unix("/a/b.sock".into())),
        ("unix://", Address::Unix("".into())),
        ("tcp://127.0.0.1:26658", Address::Tcp("127.0.0.1:26658".into())),
        ("tcp://[::1]:1", Address::Tcp("[::1]:1".into())),
    ] {
        assert_eq!((text.parse(), address.to_string()), (Ok(address), text.to_owned()));
    }
    for bad in ["", "tcp", "tcp:/a:1", "TCP://a:1", "http://a:1", "/a/b", "unix:/a"] {
        let words = format!("{bad} is neither unix://PATH nor tcp://HOST:PORT");
        assert_eq!(bad.parse::<Address>(), Err(words));
    }
}

#[test]
fn a_place_that_cannot_be_listened_on_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let app = || Arc::new(Mutex::new(Counter(0)));
    for place in [
        Address::Unix(dir.path().join("gone").join("abci.sock")),
        Address::Unix(dir.path().join("x".repeat(200))),
        Address::Unix(dir.path().to_owned()),
        Address::Tcp("127.0.0.1".into()),
    ] {
        assert!(Server::start(&place, app()).is_err(), "{place}");
    }
}
