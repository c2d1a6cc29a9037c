use super::*;

fn headers(lines: &[(&str, &str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in lines {
        headers.append(HeaderName::from_bytes(name.as_bytes()).unwrap(), value.parse().unwrap());
    }
    headers
}

/// The headers of these that a site gets.
fn seen(list: Option<HeaderName>, lines: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut request = Request::new(Body::empty());
    *request.headers_mut() = headers(lines);
    prepare(&mut request, &Sender { client: "203.0.113.9".parse().unwrap(), list });
    let text = |value: &HeaderValue| value.to_str().unwrap().to_owned();
    request.headers().iter().map(|(name, value)| (name.to_string(), text(value))).collect()
}

fn has(seen: &[(String, String)], name: &str, value: &str) -> bool {
    seen.iter().filter(|(found, _)| found == name).map(|(_, found)| &**found).eq([value])
}

#[test]
fn what_belongs_to_one_connection_stays_there() {
    let mut headers = headers(&[
        ("connection", "close, X-Secret"),
        ("connection", "\u{e9}, x-third"),
        ("x-secret", "1"),
        ("x-third", "1"),
        ("keep-alive", "timeout=5"),
        ("proxy-connection", "keep-alive"),
        ("proxy-authorization", "Basic x"),
        ("proxy-authenticate", "Basic"),
        ("te", "trailers"),
        ("trailer", "x"),
        ("http2-settings", "AAMAAABkAAQAAP__"),
        ("upgrade", "h2c"),
        ("transfer-encoding", "chunked"),
        ("x-other", "2"),
    ]);
    strip(&mut headers);
    assert_eq!(headers.keys().collect::<Vec<_>>(), ["x-other"]);
}

#[test]
fn a_client_names_no_header_that_the_site_needs() {
    let named =
        "host, content-length, Content-Type, cookie, authorization, x-forwarded-proto, forwarded, x-real-ip";
    let kept = [
        ("host", "site"),
        ("content-length", "0"),
        ("content-type", "text/plain"),
        ("cookie", "a=1"),
        ("authorization", "Bearer x"),
        ("x-forwarded-proto", "https"),
        ("forwarded", "for=192.0.2.1"),
        ("x-real-ip", "192.0.2.1"),
    ];
    let mut headers = headers(&kept);
    headers.insert("connection", named.parse().unwrap());
    strip(&mut headers);
    assert_eq!(headers.len(), kept.len());
}

#[test]
fn what_a_stranger_says_of_himself_is_dropped() {
    let mut lines =
        vec![("x-forwarded-for", "10.0.0.1"), ("x-forwarded-for", "10.0.0.2"), ("x-real-ip", "10.0.0.3")];
    lines.extend(OF_PROXIES.iter().chain(&OF_NOBODY).map(|name| (*name, "10.0.0.4")));
    lines
        .extend(["x-forwarded-host", "x-forwarded-proto", "x-forwarded-prefix"].map(|name| (name, "forged")));
    lines.extend(
        ["x_forwarded_for", "x_real_ip", "content_length", "a.b", "x-forwarded_for"].map(|name| (name, "1")),
    );
    let expected = ["x-forwarded-for", "x-real-ip"].map(|name| (name.to_owned(), "203.0.113.9".to_owned()));
    let mut found = seen(None, &lines);
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn a_trusted_proxy_is_believed_in_the_list_that_it_writes() {
    let lines = [
        ("x-forwarded-for", "198.51.100.1"),
        ("forwarded", "for=192.0.2.1"),
        ("x-forwarded-proto", "https"),
        ("x-original-url", "/closed"),
        ("x_forwarded_proto", "http"),
        ("x-real-ip", "192.0.2.2"),
    ];
    let of_list = seen(Some(X_FORWARDED_FOR), &lines);
    assert!(has(&of_list, "x-forwarded-for", "198.51.100.1, 203.0.113.9"), "{of_list:?}");
    assert!(has(&of_list, "x-forwarded-proto", "https") && has(&of_list, "x-real-ip", "203.0.113.9"));
    assert_eq!(of_list.len(), 3, "{of_list:?}");
    let of_rfc = seen(Some(FORWARDED), &lines);
    assert!(has(&of_rfc, "forwarded", "for=192.0.2.1") && has(&of_rfc, "x-forwarded-for", "203.0.113.9"));
}

/// A site behind a proxy that asks a gate trusts this header; behind a gate that forwards requests, it would
/// come from the client.
#[test]
fn nobody_says_by_which_way_he_came() {
    for list in [None, Some(X_FORWARDED_FOR)] {
        let found = seen(list, &[("x-heliast-way", "passed"), ("x-other", "1")]);
        assert!(has(&found, "x-other", "1") && !found.iter().any(|(name, _)| name == "x-heliast-way"));
    }
}

#[test]
fn a_length_without_a_body_is_dropped() {
    assert!(!seen(None, &[("content-length", "5")]).iter().any(|(name, _)| name == "content-length"));
    assert!(has(&seen(None, &[("content-length", "0")]), "content-length", "0"));
}
