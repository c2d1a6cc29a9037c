//! Lists of addresses.

#[cfg(test)]
mod tests;

use ipnet::IpNet;
use serde_json::Value;
use std::{fmt, net::IpAddr};

/// Networks that do not overlap, in ascending order, so that a binary search finds an address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Networks(Vec<IpNet>);

impl Networks {
    pub fn add(&mut self, networks: impl IntoIterator<Item = IpNet>) {
        self.0.extend(networks.into_iter().map(canonical));
        self.0 = IpNet::aggregate(&self.0);
        self.0.sort_unstable();
    }

    /// Whether an address is in one of them. An IPv4 address in IPv6 form counts as the IPv4 address.
    pub fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let behind = self.0.partition_point(|network| network.network() <= address);
        self.0[..behind].last().is_some_and(|network| network.contains(&address))
    }
}

impl fmt::Display for Networks {
    /// Writes the first few, and their number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 4;
        let shown: Vec<String> = self.0.iter().take(SHOWN).map(IpNet::to_string).collect();
        write!(f, "network {}", shown.join(" | "))?;
        match self.0.len().checked_sub(SHOWN) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, " and {more} more"),
        }
    }
}

/// A network of IPv4 addresses in IPv6 form becomes the IPv4 network.
fn canonical(network: IpNet) -> IpNet {
    match (network.addr().to_canonical(), network.prefix_len().checked_sub(96)) {
        (IpAddr::V4(address), Some(length)) if network.addr().is_ipv6() => {
            IpNet::new(address.into(), length).unwrap_or(network)
        }
        _ => network,
    }
}

/// A line of a list that is not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a network such as 192.0.2.0/24 or 2001:db8::/32")]
pub struct BadNetwork(pub String);

/// The networks in a text: an address or a network in each line, where `#` begins a comment; or JSON with
/// objects that have `ipv4Prefix` or `ipv6Prefix` in any list, the format in which operators of crawlers
/// publish their networks.
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

/// All prefixes in JSON. The parser limits its depth.
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
