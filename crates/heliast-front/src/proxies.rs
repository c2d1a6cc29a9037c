//! Finds the client of a request that comes through proxies: an address in a header that the proxies
//! write, as far to the left as the entries can be trusted.
//!
//! A proxy appends the address that the request came from to the list. Entries further left existed before,
//! and anyone may have written them. So the list is read from its right end, past the trusted proxies, and
//! the first other address is the client's. An unreadable entry ends the search: the request then counts as
//! one of the last trusted proxy.
//!
//! Only one header is read, and the operator chooses it. A proxy that writes `X-Forwarded-For` forwards a
//! client's `Forwarded` unchanged, so a server that reads both would trust the client.

mod list;
#[cfg(test)]
mod tests;

use crate::rate::network;
use http::{HeaderMap, HeaderName, HeaderValue, header::FORWARDED};
use ipnet::IpNet;
use std::{fmt, net::IpAddr, str::FromStr};

/// The trusted proxies in front of a server, if any. Only their statements about a request's client are
/// trusted.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    networks: Vec<Network>,
    header: ProxyHeader,
}

/// The header in which proxies name the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, which most proxies write.
    #[default]
    XForwardedFor,
    /// `Forwarded` of RFC 7239.
    Forwarded,
}

/// The addresses of proxies: `10.0.0.0/8`, `2001:db8::/32`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(IpNet);

impl Proxies {
    /// Proxies in these networks, which write this header.
    pub fn new(networks: Vec<Network>, header: ProxyHeader) -> Proxies {
        Proxies { networks, header }
    }

    /// Whether this is the address of a proxy.
    pub fn has(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.networks.iter().any(|network| network.0.contains(&address))
    }

    /// The client to which the connections of a peer are counted: its network, unless it is a proxy.
    pub fn counted(&self, peer: IpAddr) -> Option<IpAddr> {
        (!self.has(peer)).then(|| network(peer))
    }

    /// The header in which this peer lists addresses, if it is a proxy. Other such headers that it forwards
    /// may come from its client.
    pub fn list_of(&self, peer: IpAddr) -> Option<HeaderName> {
        self.has(peer).then(|| self.header.header())
    }

    /// The client of a request that `peer` sent with these headers.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        let mut hops = self.header.hops(headers);
        while self.has(client) {
            match hops.next() {
                Some(Some(hop)) => client = hop,
                Some(None) | None => break,
            }
        }
        client.to_canonical()
    }
}

impl ProxyHeader {
    /// The lower-case name with which the operator chooses it.
    pub fn name(self) -> &'static str {
        match self {
            ProxyHeader::XForwardedFor => "x-forwarded-for",
            ProxyHeader::Forwarded => "forwarded",
        }
    }

    /// The addresses of the list from its end; `None` for an entry that is not an address.
    fn hops(self, headers: &HeaderMap) -> impl Iterator<Item = Option<IpAddr>> {
        headers.get_all(self.header()).iter().rev().flat_map(move |line| self.line(line).into_iter().rev())
    }

    /// The addresses of one line of the header, in their order.
    fn line(self, line: &HeaderValue) -> Vec<Option<IpAddr>> {
        let text = String::from_utf8_lossy(line.as_bytes());
        match self {
            ProxyHeader::XForwardedFor => list::x_forwarded_for(&text),
            ProxyHeader::Forwarded => list::forwarded(&text),
        }
    }

    fn header(self) -> HeaderName {
        match self {
            ProxyHeader::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            ProxyHeader::Forwarded => FORWARDED,
        }
    }
}

impl FromStr for ProxyHeader {
    type Err = String;

    fn from_str(name: &str) -> Result<ProxyHeader, String> {
        let all = [ProxyHeader::XForwardedFor, ProxyHeader::Forwarded];
        let found = all.into_iter().find(|header| header.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| "give x-forwarded-for or forwarded".to_owned())
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let network: IpNet = match text.parse::<IpAddr>() {
            Ok(address) => address.into(),
            Err(_) => text.parse().map_err(|_| "give an address or a network like 10.0.0.0/8".to_owned())?,
        };
        if network.prefix_len() == 0 {
            return Err("it has every address: anybody could then pretend to be anybody".to_owned());
        }
        let network = exact_network(network)?;
        if network.addr().to_canonical() != network.addr() {
            return Err("write it as an IPv4 network".to_owned());
        }
        Ok(Network(network))
    }
}

/// The network, if it has no bits after its prefix. An operator who writes some means an address, or another
/// prefix.
///
/// # Errors
/// The network without those bits.
pub fn exact_network(network: IpNet) -> Result<IpNet, String> {
    match network.trunc() {
        exact if exact == network => Ok(network),
        exact => Err(format!("{network} has bits behind its prefix: its network is {exact}")),
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
