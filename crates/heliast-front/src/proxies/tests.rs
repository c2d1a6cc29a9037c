use super::*;
use proptest::prelude::*;

const PROXY: &str = "10.0.0.1";

fn behind(header: ProxyHeader, networks: &[&str]) -> Proxies {
    Proxies::new(networks.iter().map(|network| network.parse().unwrap()).collect(), header)
}

/// The client of a request from `peer` with these lines of the header, behind proxies of 10/8 and fd00::/8.
fn client_from(header: ProxyHeader, peer: &str, lines: &[&[u8]]) -> IpAddr {
    let mut headers = HeaderMap::new();
    for line in lines {
        headers.append(header.header(), HeaderValue::from_bytes(line).unwrap());
    }
    behind(header, &["10.0.0.0/8", "fd00::/8"]).client(peer.parse().unwrap(), &headers)
}

#[track_caller]
fn assert_client(header: ProxyHeader, lines: &[&str], client: &str) {
    let lines: Vec<_> = lines.iter().map(|line| line.as_bytes()).collect();
    assert_eq!(client_from(header, PROXY, &lines), client.parse::<IpAddr>().unwrap(), "{lines:?}");
}

#[test]
fn the_last_address_that_is_not_a_proxys_is_the_clients() {
    for (lines, client) in [
        (&["192.0.2.7"][..], "192.0.2.7"),
        // Entries written by the client come first in the list.
        (&["1.1.1.1, 192.0.2.7"], "192.0.2.7"),
        (&["1.1.1.1,127.0.0.1,10.9.9.9 , 192.0.2.7"], "192.0.2.7"),
        // Two consecutive proxies.
        (&["1.1.1.1, 192.0.2.7, 10.0.0.2"], "192.0.2.7"),
        (&["1.1.1.1, 192.0.2.7", "10.0.0.2", "fd00::3, 10.1.2.3"], "192.0.2.7"),
        (&["1.1.1.1", "192.0.2.7"], "192.0.2.7"),
        // A client in the proxies' own network.
        (&["10.3.3.3"], "10.3.3.3"),
        (&["10.3.3.3, 10.0.0.2"], "10.3.3.3"),
        (&["192.0.2.7:4711"], "192.0.2.7"),
        (&["2001:db8::7"], "2001:db8::7"),
        (&["[2001:db8::7]"], "2001:db8::7"),
        (&["[2001:db8::7]:4711"], "2001:db8::7"),
        (&["::ffff:192.0.2.7"], "192.0.2.7"),
        (&["192.0.2.7, ::ffff:10.0.0.2"], "192.0.2.7"),
    ] {
        assert_client(ProxyHeader::XForwardedFor, lines, client);
    }
}

#[test]
fn forwarded_is_read_as_the_rfc_writes_it() {
    for (lines, client) in [
        (&["for=192.0.2.7"][..], "192.0.2.7"),
        (&["For=\"192.0.2.7\""], "192.0.2.7"),
        (&["for=\"192.0.2.7:4711\";proto=https;by=203.0.113.43"], "192.0.2.7"),
        (&["for=1.1.1.1, proto=http ; FOR=\"[2001:db8::7]:4711\""], "2001:db8::7"),
        (&["for=\"[2001:db8::7]\"", "by=_x;for=10.0.0.9"], "2001:db8::7"),
        (&["for=\"\\192.0.2.7\""], "192.0.2.7"),
        (&["for=\"[2001:db8::7]:_hidden\""], "2001:db8::7"),
        (&["host=\"a,b;for=1.1.1.1\";for=192.0.2.7"], "192.0.2.7"),
        (&["for=1.1.1.1,for=192.0.2.7,for=10.0.0.2"], "192.0.2.7"),
    ] {
        assert_client(ProxyHeader::Forwarded, lines, client);
    }
}

/// Then the request belongs to the last trusted proxy, and never to an address further left.
#[test]
fn what_cannot_be_read_ends_the_search() {
    for lines in [
        &[""][..],
        &["unknown"],
        &["1.1.1.1, unknown"],
        &["1.1.1.1, _secret"],
        &["1.1.1.1,"],
        &["1.1.1.1, 300.1.1.1"],
        &["1.1.1.1, 1.1.1"],
        &["1.1.1.1, 0x7f000001"],
        &["1.1.1.1, [2001:db8::7"],
        &["1.1.1.1, 2001:db8::7]"],
        &["1.1.1.1, [2001:db8::7]x"],
        &["1.1.1.1, [2001:db8::7]:"],
        &["1.1.1.1, [192.0.2.7]:1"],
        &["1.1.1.1, fe80::1%eth0"],
        &["1.1.1.1, 192.0.2.7:123456"],
        &["1.1.1.1, 192.0.2.7:-1"],
        &["1.1.1.1, \"192.0.2.7\""],
        &["1.1.1.1, example.com"],
        &["1.1.1.1", ""],
    ] {
        assert_client(ProxyHeader::XForwardedFor, lines, PROXY);
    }
    assert_client(ProxyHeader::XForwardedFor, &["1.1.1.1, unknown, 10.0.0.2"], "10.0.0.2");
    for lines in [
        &["for=unknown"][..],
        &["for=1.1.1.1, for=_hidden"],
        &["for=1.1.1.1, proto=https"],
        &["for=1.1.1.1, for=192.0.2.7;for=192.0.2.8"],
        &["for=1.1.1.1, for"],
        &["for=1.1.1.1, for="],
        &["for=1.1.1.1, for =192.0.2.7"],
        &["for=1.1.1.1, for=192.0.2.7 x"],
        &["for=1.1.1.1, for=\"192.0.2.7\"x"],
        &["for=1.1.1.1, for=[2001:db8::7"],
        &["192.0.2.7"],
    ] {
        assert_client(ProxyHeader::Forwarded, lines, PROXY);
    }
    // The bytes of the header are not text.
    for header in [ProxyHeader::XForwardedFor, ProxyHeader::Forwarded] {
        let client = client_from(header, PROXY, &[b"for=1.1.1.1, \xff"]);
        assert_eq!(client, PROXY.parse::<IpAddr>().unwrap());
    }
}

/// An unclosed quote from the client would include the entry that the proxy appends.
#[test]
fn an_open_quote_wins_nothing() {
    for start in [
        "for=\"",
        "for=6.6.6.6;x=\"",
        "for=6.6.6.6, x=\"\\",
        "for=6.6.6.6,\"",
        "for=6.6.6.6;x=\"a\\\"",
        "\\\"",
    ] {
        for appended in ["for=192.0.2.7", "for=\"[2001:db8::7]:80\"", "for=\"192.0.2.7:1\";proto=http"] {
            let line = format!("{start}, {appended}");
            let client = client_from(ProxyHeader::Forwarded, PROXY, &[line.as_bytes()]);
            assert_ne!(client, "6.6.6.6".parse::<IpAddr>().unwrap(), "{line}");
        }
    }
}

#[test]
fn the_word_of_others_does_not_count() {
    for peer in ["192.0.2.9", "11.0.0.1", "127.0.0.1", "::1", "2001:db8::1"] {
        let client = client_from(ProxyHeader::XForwardedFor, peer, &[b"1.1.1.1"]);
        assert_eq!(client, peer.parse::<IpAddr>().unwrap());
    }
    // A proxy that listens on IPv6 receives requests of IPv4 clients from mapped addresses.
    let client = client_from(ProxyHeader::XForwardedFor, "::ffff:10.0.0.1", &[b"1.1.1.1"]);
    assert_eq!(client, "1.1.1.1".parse::<IpAddr>().unwrap());
    let mut headers = HeaderMap::new();
    headers.append("x-forwarded-for", HeaderValue::from_static("1.1.1.1"));
    let peer = PROXY.parse().unwrap();
    assert_eq!(Proxies::default().client(peer, &headers), peer, "nobody is trusted without being named");
}

/// A client writes the header that the proxy does not write.
#[test]
fn only_the_named_header_is_read() {
    for (header, other) in
        [(ProxyHeader::XForwardedFor, "forwarded"), (ProxyHeader::Forwarded, "x-forwarded-for")]
    {
        let mut headers = HeaderMap::new();
        headers.append(other, HeaderValue::from_static("for=6.6.6.6"));
        headers.append(other, HeaderValue::from_static("6.6.6.6"));
        let peer = PROXY.parse().unwrap();
        assert_eq!(behind(header, &["10.0.0.0/8"]).client(peer, &headers), peer);
    }
}

#[test]
fn long_lists_are_read_from_their_end() {
    let long = "1.1.1.1, ".repeat(1000) + "192.0.2.7, 10.0.0.2";
    assert_client(ProxyHeader::XForwardedFor, &[&long], "192.0.2.7");
    let proxies = "10.0.0.2, ".repeat(1000) + "10.0.0.3";
    assert_client(ProxyHeader::XForwardedFor, &[&proxies], "10.0.0.2");
    assert_client(ProxyHeader::Forwarded, &[&"\\\"".repeat(8000)], PROXY);
}

#[test]
fn networks_are_read_strictly() {
    for (text, shown) in [
        ("10.0.0.0/8", "10.0.0.0/8"),
        ("127.0.0.1", "127.0.0.1/32"),
        ("::1", "::1/128"),
        ("fd00::/8", "fd00::/8"),
    ] {
        assert_eq!(text.parse::<Network>().unwrap().to_string(), shown);
    }
    for (text, said) in [
        ("10.0.0.1/8", "10.0.0.1/8 has bits behind its prefix: its network is 10.0.0.0/8"),
        ("0.0.0.0/0", "it has every address"),
        ("::/0", "it has every address"),
        ("::ffff:10.0.0.0/104", "write it as an IPv4 network"),
        ("10.0.0.0/33", "give an address or a network"),
        ("10/8", "give an address or a network"),
        ("localhost", "give an address or a network"),
        ("", "give an address or a network"),
    ] {
        let found = text.parse::<Network>().unwrap_err();
        assert!(found.starts_with(said), "{text}: {found}");
    }
    assert_eq!("Forwarded".parse(), Ok(ProxyHeader::Forwarded));
    assert!("x-real-ip".parse::<ProxyHeader>().is_err());
}

/// Text that is likely to cause errors.
fn lines() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::sample::select(vec![
        "for=",
        "\"",
        "\\",
        ",",
        ";",
        "=",
        "[",
        "]",
        ":",
        "1.1.1.1",
        "10.0.0.2",
        "2001:db8::7",
        "_x",
        " ",
        "unknown",
        "80",
    ]);
    prop_oneof![
        prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat().into_bytes()),
        prop::collection::vec(prop_oneof![Just(b'\t'), 32..=126_u8, 128..=255_u8], 0..200),
    ]
}

proptest! {
    /// The entry that the proxy appends decides, whatever bytes a client sends.
    #[test]
    fn no_bytes_of_the_client_choose_its_address(before in prop::collection::vec(lines(), 0..4), mut line in lines()) {
        let client: IpAddr = "192.0.2.7".parse().unwrap();
        line.extend(b", 192.0.2.7");
        let mut all: Vec<&[u8]> = before.iter().map(Vec::as_slice).collect();
        all.push(&line);
        let found = client_from(ProxyHeader::XForwardedFor, PROXY, &all);
        prop_assert_eq!(found, client);
    }

    #[test]
    fn nor_in_forwarded(before in prop::collection::vec(lines(), 0..4), mut line in lines(), is_quoted: bool) {
        let client: IpAddr = "192.0.2.7".parse().unwrap();
        line.extend(if is_quoted { &b", for=\"192.0.2.7:80\""[..] } else { b", for=192.0.2.7" });
        let mut all: Vec<&[u8]> = before.iter().map(Vec::as_slice).collect();
        all.push(&line);
        let found = client_from(ProxyHeader::Forwarded, PROXY, &all);
        prop_assert!(found == client || found == PROXY.parse::<IpAddr>().unwrap(), "{found}");
    }
}
