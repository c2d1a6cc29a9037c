//! Stamps and passes are bound to a client, so that they can't be shared.

use std::{
    net::{IpAddr, Ipv6Addr},
    str::FromStr,
};

/// The set of addresses that counts as one client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Binding {
    /// All clients count as one: a pass can be shared, and survives every change of address.
    Nobody,
    /// The network of the address, /24 of IPv4 and /48 of IPv6: a phone keeps its pass within one network.
    #[default]
    Network,
    /// The address.
    Address,
}

impl Binding {
    /// The name of the client with this address.
    pub(crate) fn of(self, address: IpAddr) -> Vec<u8> {
        let address = address.to_canonical();
        match (self, address) {
            (Binding::Nobody, _) => Vec::new(),
            (Binding::Address, IpAddr::V4(v4)) => v4.octets().into(),
            (Binding::Address, IpAddr::V6(v6)) => v6.octets().into(),
            (Binding::Network, IpAddr::V4(v4)) => v4.octets()[..3].into(),
            (Binding::Network, IpAddr::V6(v6)) => network(v6).into(),
        }
    }
}

/// The first 48 bits.
fn network(address: Ipv6Addr) -> [u8; 6] {
    let [a, b, c, d, e, f, ..] = address.octets();
    [a, b, c, d, e, f]
}

impl FromStr for Binding {
    type Err = String;

    fn from_str(name: &str) -> Result<Binding, String> {
        match name {
            "nobody" => Ok(Binding::Nobody),
            "network" => Ok(Binding::Network),
            "address" => Ok(Binding::Address),
            _ => Err("give nobody, network or address".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_client_or_two() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let same = |binding: Binding, a, b| binding.of(address(a)) == binding.of(address(b));
        assert!(same(Binding::Nobody, "203.0.113.1", "2001:db8::1"));
        assert!(same(Binding::Network, "203.0.113.1", "203.0.113.2"));
        assert!(same(Binding::Network, "203.0.113.1", "::ffff:203.0.113.2"));
        assert!(!same(Binding::Network, "203.0.113.1", "203.0.114.1"));
        assert!(same(Binding::Network, "2001:db8:1::1", "2001:db8:1:2::1"));
        assert!(!same(Binding::Network, "2001:db8:1::1", "2001:db8:2::1"));
        assert!(!same(Binding::Address, "203.0.113.1", "203.0.113.2"));
    }
}
