//! Lists of addresses.

use ipnet::IpNet;
use serde_json::Value;
use std::net::IpAddr;

/// Networks that do not overlap, ascending: a look takes as many steps as their number has bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Networks(Vec<IpNet>);

impl Networks {
    pub fn add(&mut self, networks: impl IntoIterator<Item = IpNet>) {
        self.0.extend(networks);
        self.0 = IpNet::aggregate(&self.0);
        self.0.sort_unstable();
    }

    /// Whether an address is in one of them. One of IPv4 that is written as IPv6 is that of IPv4.
    pub fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let behind = self.0.partition_point(|network| network.network() <= address);
        self.0[..behind].last().is_some_and(|network| network.contains(&address))
    }
}

/// A line of a list that is not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a network such as 192.0.2.0/24 or 2001:db8::/32")]
pub struct BadNetwork(pub String);

/// The networks in a text: an address or a network in each line, where `#` begins a comment; or JSON in
/// which any list has objects with `ipv4Prefix` or `ipv6Prefix`, as operators of crawlers publish theirs.
///
/// # Errors
/// A line that is not a network, shortened to 60 characters.
pub fn networks(text: &str) -> Result<Vec<IpNet>, BadNetwork> {
    if let Ok(json @ Value::Object(_)) = serde_json::from_str::<Value>(text) {
        let mut found = Vec::new();
        prefixes(&json, &mut found);
        return found.into_iter().map(network).collect();
    }
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines.filter(|line| !line.is_empty()).map(network).collect()
}

/// All prefixes in JSON. Its depth is bounded by the parser.
fn prefixes<'a>(json: &'a Value, found: &mut Vec<&'a str>) {
    match json {
        Value::Array(items) => items.iter().for_each(|item| prefixes(item, found)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| match value {
            Value::String(text) if name == "ipv4Prefix" || name == "ipv6Prefix" => found.push(text),
            other => prefixes(other, found),
        }),
        _ => {}
    }
}

fn network(text: &str) -> Result<IpNet, BadNetwork> {
    let alone = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| alone()).map_err(|_| BadNetwork(text.chars().take(60).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
            list in proptest::collection::vec((0u32..64, 24u8..=32), 0..20),
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
}
