//! Cookies and stamps among others: those that the gate finds, and those that the site gets.

use super::*;
use proptest::{collection::vec, prelude::*};

fn headers(name: &HeaderName, values: &[&[u8]]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(name, HeaderValue::from_bytes(value).unwrap());
    }
    headers
}

fn values<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Vec<&'a [u8]> {
    headers.get_all(name).iter().map(HeaderValue::as_bytes).collect()
}

#[test]
fn the_site_sees_no_pass_and_no_stamp() {
    let lines: [&[u8]; 3] =
        [b"a=1; heliast-pass=secret;b=2", b"heliast-pass=secret", b"heliast-password=mine"];
    let mut headers = headers(&COOKIE, &lines);
    headers.insert(AUTHORIZATION, "Stamp AAAA".parse().unwrap());
    forget(&mut headers);
    assert_eq!(values(&headers, &COOKIE), [&b"a=1; b=2"[..], b"heliast-password=mine"]);
    assert!(!headers.contains_key(AUTHORIZATION));
    headers.insert(AUTHORIZATION, "Bearer x".parse().unwrap());
    forget(&mut headers);
    assert!(headers.contains_key(AUTHORIZATION));
}

/// Browsers send all cookies in one line, as the bytes that the site has set.
#[test]
fn a_pass_is_found_beside_a_cookie_that_is_not_ascii_and_is_hidden_from_the_site() {
    let line = "name=J\u{fc}rgen; heliast-pass=secret; c=\u{2713}".as_bytes();
    let mut found = headers(&COOKIE, &[line, b"d=\xff; heliast-pass=other"]);
    assert_eq!(passes(&found).collect::<Vec<_>>(), ["secret", "other"]);
    forget(&mut found);
    assert_eq!(values(&found, &COOKIE), ["name=J\u{fc}rgen; c=\u{2713}".as_bytes(), b"d=\xff"]);
}

/// Each case has the passes that the gate finds, and the rest for the site.
#[test]
fn a_cookie_is_the_pass_by_its_whole_name() {
    for (line, found, left) in [
        ("heliast-pass=a", vec!["a"], ""),
        ("heliast-pass=a=b", vec!["a=b"], ""),
        ("heliast-pass=", vec![""], ""),
        ("heliast-pass", vec![], ""),
        (" heliast-pass=a ;", vec!["a"], ""),
        ("heliast-pass=a; heliast-pass=b", vec!["a", "b"], ""),
        ("b=heliast-pass=a", vec![], "b=heliast-pass=a"),
        ("heliast-passes=a", vec![], "heliast-passes=a"),
        ("xheliast-pass=a", vec![], "xheliast-pass=a"),
        ("Heliast-Pass=a", vec![], "Heliast-Pass=a"),
        ("heliast-pass =a", vec![], "heliast-pass =a"),
        ("a=1,heliast-pass=a", vec![], "a=1,heliast-pass=a"),
        ("", vec![], ""),
        (";;", vec![], "; ; "),
    ] {
        let mut headers = headers(&COOKIE, &[line.as_bytes()]);
        assert_eq!(passes(&headers).collect::<Vec<_>>(), found, "{line:?}");
        forget(&mut headers);
        let expected = Some(left.as_bytes()).filter(|left| !left.is_empty());
        assert_eq!(values(&headers, &COOKIE), expected.into_iter().collect::<Vec<_>>(), "{line:?}");
    }
}

/// The values of a header.
type Lines<'a> = &'a [&'a [u8]];

#[test]
fn a_stamp_is_found_among_several_and_never_passed_on() {
    let stamps: [(Lines<'_>, Option<&str>, Lines<'_>); 11] = [
        (&[], None, &[]),
        (&[b"Stamp AAAA"], Some("AAAA"), &[]),
        (&[b"Stamp "], Some(""), &[]),
        (&[b"Stamp"], None, &[b"Stamp"]),
        (&[b"Bearer x"], None, &[b"Bearer x"]),
        (&[b"Bearer x", b"Stamp AAAA"], Some("AAAA"), &[b"Bearer x"]),
        (&[b"Stamp AAAA", b"Basic x", b"Stamp BBBB"], Some("AAAA"), &[b"Basic x"]),
        (&[b"Stamp \xff"], Some("?"), &[]),
        // Schemes are independent of case, and are followed by one or more spaces (RFC 9110, section 11).
        (&[b"stamp AAAA"], Some("AAAA"), &[]),
        (&[b"sTaMp   AAAA"], Some("AAAA"), &[]),
        (&[b"Stamps AAAA"], None, &[b"Stamps AAAA"]),
    ];
    for (lines, found, left) in stamps {
        let mut headers = headers(&AUTHORIZATION, lines);
        assert_eq!(stamp(&headers), found);
        forget(&mut headers);
        assert_eq!(values(&headers, &AUTHORIZATION), left);
    }
}

/// A cookie, and whether it is a pass.
fn pair() -> impl Strategy<Value = (Vec<u8>, bool)> {
    let other = ("[a-z]{1,5}", vec(0x80u8.., 0..3))
        .prop_map(|(name, value)| ([name.as_bytes(), b"=", &value].concat(), false));
    prop_oneof![2 => other, 1 => "[A-Za-z0-9_-]{0,9}".prop_map(|pass| (format!("heliast-pass={pass}").into_bytes(), true))]
}

proptest! {
    #[test]
    fn all_passes_are_found_and_all_others_are_left_in_their_order(lines in vec(vec(pair(), 1..5), 0..4)) {
        let joined = |line: &[(Vec<u8>, bool)]| {
            line.iter().map(|(pair, _)| pair.clone()).collect::<Vec<_>>().join(&b"; "[..])
        };
        let sent: Vec<Vec<u8>> = lines.iter().map(|line| joined(line)).collect();
        let mut headers = headers(&COOKIE, &sent.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let expected: Vec<&[u8]> =
            lines.iter().flatten().filter(|(_, is_pass)| *is_pass).map(|(pair, _)| &pair[13..]).collect();
        prop_assert_eq!(passes(&headers).map(str::as_bytes).collect::<Vec<_>>(), expected);
        forget(&mut headers);
        let without = |line: &Vec<(Vec<u8>, bool)>| {
            joined(&line.iter().filter(|(_, is_pass)| !is_pass).cloned().collect::<Vec<_>>())
        };
        let left: Vec<Vec<u8>> = lines.iter().map(without).filter(|line| !line.is_empty()).collect();
        prop_assert_eq!(values(&headers, &COOKIE), left.iter().map(Vec::as_slice).collect::<Vec<_>>());
    }
}
