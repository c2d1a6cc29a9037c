//! Lists of addresses, and the error for a line that is not a network.

use super::*;
use proptest::{collection::vec, prelude::*};
use std::net::Ipv4Addr;

#[test]
fn what_operators_of_crawlers_publish() {
    let json = r#"{"creationTime": "2026-01-01", "prefixes": [{"ipv6Prefix": "2001:db8:a::/64"},
        {"ipv4Prefix": "192.0.2.0/27", "service": "x"}]}"#;
    let expected: Vec<IpNet> = vec!["2001:db8:a::/64".parse().unwrap(), "192.0.2.0/27".parse().unwrap()];
    assert_eq!(networks(json).unwrap(), expected);
    let lines = "# crawlers\n2001:db8:a::/64 # one\r\n\n 192.0.2.0/27\n";
    assert_eq!(networks(lines).unwrap(), expected);
    assert_eq!(networks("192.0.2.1").unwrap(), ["192.0.2.1/32".parse().unwrap()]);
    assert_eq!(networks("").unwrap(), []);
    for bad in ["192.0.2.0/33", "example.org", r#"{"prefixes": [{"ipv4Prefix": "x"}]}"#, "1.2.3.4 5"] {
        assert!(networks(bad).is_err(), "{bad}");
    }
}

proptest! {
    #[test]
    fn an_address_is_in_a_list_if_it_is_in_one_of_its_networks(
        // Few addresses, so that networks overlap and touch.
        list in vec((0u32..64, 24u8..=32), 0..20),
        address in 0u32..64,
    ) {
        let net = |(address, length)| IpNet::new(IpAddr::V4(u32::into(address)), length).unwrap();
        let list: Vec<IpNet> = list.into_iter().map(net).collect();
        let mut some = Networks::default();
        let address = IpAddr::V4(address.into());
        let (first, second) = list.split_at(list.len() / 2);
        some.add(first.iter().copied());
        some.add(second.iter().copied());
        prop_assert_eq!(some.contain(address), list.iter().any(|network| network.contains(&address)));
    }
}

/// A rule in either form covers clients in either form.
#[test]
fn a_network_of_ipv4_in_the_form_of_ipv6_holds_its_addresses() {
    for (network, inside, outside) in [
        ("::ffff:203.0.113.0/120", "203.0.113.9", "203.0.114.9"),
        ("::ffff:203.0.113.9/128", "203.0.113.9", "203.0.113.8"),
        ("::ffff:0.0.0.0/96", "203.0.113.9", "2001:db8::1"),
        ("203.0.113.0/24", "203.0.113.9", "203.0.114.9"),
        ("2001:db8::/32", "2001:db8::1", "2001:db9::1"),
    ] {
        let mut networks = Networks::default();
        networks.add([network.parse().unwrap()]);
        let contain = |address: &str| networks.contain(address.parse().unwrap());
        assert!(contain(inside) && !contain(outside), "{network}");
        for (v4, is_inside) in [(inside, true), (outside, false)] {
            if let Ok(v4) = v4.parse::<Ipv4Addr>() {
                assert_eq!(networks.contain(v4.to_ipv6_mapped().into()), is_inside, "{network} and {v4}");
            }
        }
    }
    // The network of all IPv6 addresses is not an IPv4 network.
    let mut all = Networks::default();
    all.add(["::/0".parse().unwrap()]);
    assert!(!all.contain("203.0.113.9".parse().unwrap()) && all.contain("::1".parse().unwrap()));
}

#[test]
fn a_line_that_is_not_a_network_is_named() {
    for (text, line) in [
        ("192.0.2.0/24\n192.0.2.0/33", "192.0.2.0/33"),
        ("2001:db8::/129 # x", "2001:db8::/129"),
        ("192.0.2.0/-1", "192.0.2.0/-1"),
        ("192.0.2.0/", "192.0.2.0/"),
        ("192.0.2", "192.0.2"),
        ("192.0.2.1:80", "192.0.2.1:80"),
        ("[2001:db8::1]", "[2001:db8::1]"),
        ("[\"192.0.2.0/24\"]", "[\"192.0.2.0/24\"]"),
        (r#"{"prefixes": [{"ipv4Prefix": "x"}]}"#, "x"),
        (r#"{"a": {"b": [{"ipv6Prefix": "192.0.2.0/99"}]}}"#, "192.0.2.0/99"),
        (r#"{"prefixes": "#, r#"{"prefixes":"#),
    ] {
        assert_eq!(networks(text), Err(BadNetwork(line.to_owned())), "{text}");
    }
    let long = "\u{e9}".repeat(500);
    assert_eq!(networks(&long), Err(BadNetwork("\u{e9}".repeat(60))));
}

#[test]
fn json_has_networks_at_any_depth_and_nothing_else_counts() {
    let json = r#"{"x": [[{"y": {"ipv4Prefix": "192.0.2.0/24"}}], 1, null, "198.51.100.0/24"],
        "ipv4Prefix": "203.0.113.7", "ipv6Prefix": ["2001:db8::/32"], "prefix": "198.51.100.0/24", "n": 5}"#;
    let found = networks(json).unwrap();
    let expected: Vec<IpNet> = vec!["203.0.113.7/32".parse().unwrap(), "192.0.2.0/24".parse().unwrap()];
    assert!(found.len() == 2 && expected.iter().all(|network| found.contains(network)), "{found:?}");
    assert_eq!(networks("{}").unwrap(), []);
    // Too deep for the parser, and no list of lines either.
    assert!(networks(&format!("{}1{}", "{\"a\":".repeat(1_000), "}".repeat(1_000))).is_err());
}

proptest! {
    #[test]
    fn addresses_of_ipv6_and_of_ipv4_in_its_form_are_in_their_networks(
        list in vec((any::<bool>(), 0u8..4, 0u8..=8), 0..12),
        (is_mapped, last) in (any::<bool>(), 0u8..4),
    ) {
        // The address with this last byte.
        let address = |is_mapped: bool, last: u8| -> IpAddr {
            let prefix = if is_mapped { "::ffff:10.0.0." } else { "2001:db8::" };
            format!("{prefix}{last}").parse().unwrap()
        };
        let nets: Vec<IpNet> = list
            .iter()
            .map(|(is_mapped, last, bits)| IpNet::new(address(*is_mapped, *last), 128 - bits).unwrap())
            .collect();
        let mut networks = Networks::default();
        networks.add(nets);
        let is_in = |&(mapped, start, bits): &(bool, u8, u8)| {
            mapped == is_mapped && u16::from(start) >> bits == u16::from(last) >> bits
        };
        prop_assert_eq!(networks.contain(address(is_mapped, last)), list.iter().any(is_in));
        if is_mapped {
            let canonical = address(is_mapped, last).to_canonical();
            prop_assert_eq!(networks.contain(canonical), list.iter().any(is_in));
        }
    }

    #[test]
    fn no_list_is_too_strange(text in "[0-9a-f.:/#{}\\[\\]\", \n]{0,60}") {
        if let Ok(found) = networks(&text) {
            let written: Vec<String> = found.iter().map(IpNet::to_string).collect();
            prop_assert_eq!(networks(&written.join("\n")), Ok(found));
        }
    }
}
