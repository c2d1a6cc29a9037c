//! Unambiguous and ambiguous requests.

use super::*;
use proptest::prelude::*;

fn settled(method: &str, target: &str, headers: &[(&str, &str)]) -> Result<Request<Body>, Ambiguous> {
    let request = Request::builder().method(method).uri(target);
    let mut request = headers
        .iter()
        .fold(request, |request, (name, value)| request.header(*name, *value))
        .body(Body::empty())
        .unwrap();
    settle(&mut request).map(|()| request)
}

#[test]
fn a_path_and_a_host_are_left() {
    for (target, headers) in [
        ("/a?b", vec![("host", "site:1")]),
        ("http://site:1/a?b", vec![]),
        ("https://site:1/a?b", vec![("host", "SITE:1")]),
    ] {
        let request = settled("GET", target, &headers).unwrap();
        assert_eq!(request.uri(), "/a?b");
        assert!(request.headers()[HOST].as_bytes().eq_ignore_ascii_case(b"site:1"), "{target}");
    }
    assert_eq!(settled("OPTIONS", "*", &[("host", "a")]).unwrap().uri(), "*");
}

#[test]
fn what_stands_for_two_things_is_refused() {
    let site = ("host", "site");
    for (method, target, headers, why) in [
        ("CONNECT", "site:80", vec![site], Ambiguous::Method),
        ("TRACE", "/", vec![site], Ambiguous::Method),
        ("TRACK", "/", vec![site], Ambiguous::Method),
        ("GET", "*", vec![site], Ambiguous::Target),
        ("GET", "site:80", vec![site], Ambiguous::Target),
        ("GET", "ftp://site/a", vec![site], Ambiguous::Target),
        ("GET", "/", vec![], Ambiguous::Host),
        ("GET", "/", vec![site, site], Ambiguous::Host),
        ("GET", "/", vec![("host", "")], Ambiguous::Host),
        ("GET", "/", vec![("host", "a b")], Ambiguous::Host),
        ("GET", "/", vec![("host", "a/b")], Ambiguous::Host),
        ("GET", "/", vec![("host", "a@b")], Ambiguous::Host),
        ("GET", "http://other/", vec![site], Ambiguous::Host),
        ("GET", "http://a@site/", vec![], Ambiguous::Host),
        ("GET", "/", vec![site, ("transfer-encoding", "gzip, chunked")], Ambiguous::Coding),
        (
            "GET",
            "/",
            vec![site, ("transfer-encoding", "chunked"), ("transfer-encoding", "chunked")],
            Ambiguous::Coding,
        ),
        ("GET", "/", vec![site, ("expect", "y 100-continue")], Ambiguous::Expectation),
        ("GET", "/", vec![site, ("expect", "100-continue"), ("expect", "y")], Ambiguous::Expectation),
        (
            "GET",
            "/",
            vec![site, ("expect", "100-continue"), ("expect", "100-continue")],
            Ambiguous::Expectation,
        ),
    ] {
        assert_eq!(settled(method, target, &headers).unwrap_err(), why, "{method} {target} {headers:?}");
    }
    assert!(
        settled("GET", "/", &[site, ("expect", "100-Continue")]).unwrap().headers().get(EXPECT).is_none()
    );
}

/// Only HTTP/1.0 has requests without a host (RFC 9112, section 3.2).
#[test]
fn a_request_without_a_host_is_of_http_1_0() {
    for (version, is_settled) in [
        (Version::HTTP_10, true),
        (Version::HTTP_11, false),
        (Version::HTTP_2, false),
        (Version::HTTP_09, false),
    ] {
        let mut request = Request::builder().version(version).uri("/a").body(Body::empty()).unwrap();
        assert_eq!(settle(&mut request).is_ok(), is_settled, "{version:?}");
        assert!(request.headers().is_empty());
    }
    let mut empty = Request::builder().version(Version::HTTP_10).uri("/").header("host", "");
    empty = empty.header("x", "1");
    assert_eq!(settle(&mut empty.body(Body::empty()).unwrap()), Err(Ambiguous::Host));
}

/// A client with an ambiguous request may also interpret the next bytes differently.
#[test]
fn a_refusal_closes_the_connection_and_says_which_methods_there_are() {
    for (why, status) in [
        (Ambiguous::Method, 405),
        (Ambiguous::Target, 400),
        (Ambiguous::Host, 400),
        (Ambiguous::Coding, 501),
        (Ambiguous::Expectation, 417),
    ] {
        for version in [Version::HTTP_10, Version::HTTP_11, Version::HTTP_2] {
            let response = why.response(version);
            assert_eq!(response.status(), status);
            let closes = response.headers().get(CONNECTION).is_some_and(|value| value == "close");
            assert_eq!(closes, version != Version::HTTP_2, "HTTP/2 has no such header");
            assert_eq!(response.headers().contains_key(ALLOW), why == Ambiguous::Method);
        }
    }
}

proptest! {
    /// Two names that differ in more than the case of letters are never the same site.
    #[test]
    fn a_host_and_an_address_agree_or_are_refused(
        named in "[a-cA-C]{1,2}(:[0-9]{0,2})?",
        address in "[a-cA-C]{1,2}(:[0-9]{0,2})?",
    ) {
        let found = settled("GET", &format!("http://{address}/x"), &[("host", &named)]);
        if named.eq_ignore_ascii_case(&address) {
            let request = found.unwrap();
            prop_assert_eq!((request.uri().to_string(), request.headers().len()), ("/x".to_owned(), 1));
            prop_assert!(request.headers()[HOST].as_bytes().eq_ignore_ascii_case(named.as_bytes()));
        } else {
            prop_assert_eq!(found.unwrap_err(), Ambiguous::Host);
        }
    }

    /// Clients may send any hosts: the site gets one name without a user.
    #[test]
    fn the_site_gets_one_host(hosts in proptest::collection::vec("[a-c:.@/%\\[\\] ]{0,5}", 0..3)) {
        let hosts: Vec<(&str, &str)> = hosts.iter().map(|host| ("host", host.as_str())).collect();
        if let Ok(request) = settled("GET", "/", &hosts) {
            let found: Vec<_> = request.headers().get_all(HOST).iter().collect();
            prop_assert_eq!((found.len(), hosts.len()), (1, 1));
            let found = found[0].to_str().unwrap();
            prop_assert!(!found.is_empty() && !found.contains(['@', '/', ' ']), "{}", found);
        }
    }
}
