//! The addresses at which the nodes of a network are reached.

use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

/// The first port of a host's first node.
pub const DEFAULT_PORT: u16 = 7070;
/// Ports of a node: the API's, the one for other nodes, the engine's RPC.
const PORTS: u16 = 3;
const LOCALHOST: &str = "localhost";
/// The greatest length of a host name.
const MAX_HOST: usize = 253;

/// The host and ports at which a node is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The host's name or address for other nodes.
    pub host: String,
    /// The port of the page and the API.
    pub api: u16,
    /// The port for the engines of other nodes.
    pub p2p: u16,
    /// The port of the engine's RPC, on the machine itself.
    pub rpc: u16,
}

/// The reasons why no sites can be given to nodes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadSites {
    /// The numbers of hosts and nodes differ.
    #[error("{hosts} hosts are named for {nodes} nodes")]
    Count {
        /// The number of hosts.
        hosts: usize,
        /// The number of nodes.
        nodes: usize,
    },
    /// A host's name is invalid.
    #[error("{0:?} is neither a host name nor an address")]
    Host(String),
    /// There are no ports left.
    #[error("the ports of the nodes on {0} would go beyond 65535")]
    Ports(String),
}

/// The sites of `nodes` nodes: on these hosts, in their order, or all on this machine. The k-th
/// node of a host, from 0, has the ports `base + 3k` for the API, and the next two for the others. All names
/// and addresses that only this machine reaches count as one host.
///
/// # Errors
/// [`BadSites`] if the number of hosts is not `nodes`, a host is invalid, or ports run out.
pub fn sites(nodes: usize, hosts: &[String], base: u16) -> Result<Vec<Site>, BadSites> {
    let here = vec![Ipv4Addr::LOCALHOST.to_string(); nodes];
    let hosts = if hosts.is_empty() { &here[..] } else { hosts };
    if hosts.len() != nodes {
        return Err(BadSites::Count { hosts: hosts.len(), nodes });
    }
    let mut taken = BTreeMap::new();
    hosts
        .iter()
        .map(|host| {
            if !is_host(host) {
                return Err(BadSites::Host(host.clone()));
            }
            let nodes_before: &mut u16 = taken.entry(machine(host)).or_default();
            let first = nodes_before.checked_mul(PORTS).and_then(|ports| ports.checked_add(base));
            let api = first.filter(|first| *first > 0 && first.checked_add(PORTS - 1).is_some());
            let api = api.ok_or_else(|| BadSites::Ports(host.clone()))?;
            *nodes_before += 1;
            Ok(Site { host: host.clone(), api, p2p: api + 1, rpc: api + 2 })
        })
        .collect()
}

/// The machine of a host in a canonical form: names are independent of case, and addresses have several
/// forms.
fn machine(host: &str) -> String {
    match host.parse::<IpAddr>() {
        _ if is_local(host) => LOCALHOST.to_owned(),
        Ok(address) => address.to_string(),
        Err(_) => host.to_ascii_lowercase(),
    }
}

fn is_local(host: &str) -> bool {
    host.eq_ignore_ascii_case(LOCALHOST) || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

impl Site {
    /// Whether only this machine can reach the site.
    pub fn is_local(&self) -> bool {
        is_local(&self.host)
    }

    /// The address at which the page and the API listen: all addresses, unless only this machine is
    /// to reach them.
    pub fn listen(&self) -> SocketAddr {
        (self.own_address(), self.api).into()
    }

    /// The address at which the engine listens for other nodes.
    pub(super) fn p2p_listen(&self) -> SocketAddr {
        (self.own_address(), self.p2p).into()
    }

    /// The address at which the engine's RPC listens.
    pub(super) fn rpc_listen(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.rpc).into()
    }

    /// The address at which other nodes reach the engine, `host:port`.
    pub(super) fn p2p_address(&self) -> String {
        let Site { host, p2p, .. } = self;
        if host.contains(':') { format!("[{host}]:{p2p}") } else { format!("{host}:{p2p}") }
    }

    /// The URL of the page and the API.
    pub fn url(&self) -> String {
        let Site { host, api, .. } = self;
        if host.contains(':') { format!("http://[{host}]:{api}") } else { format!("http://{host}:{api}") }
    }

    fn own_address(&self) -> IpAddr {
        match self.host.parse() {
            Ok(address) if self.is_local() => address,
            _ if self.is_local() => Ipv4Addr::LOCALHOST.into(),
            _ => Ipv4Addr::UNSPECIFIED.into(),
        }
    }
}

/// Whether this is a name or an address that is allowed in the files of a node.
fn is_host(host: &str) -> bool {
    let is_name = |part: &str| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        !part.is_empty() && part.len() <= 63 && !part.starts_with('-') && part.chars().all(is_letter)
    };
    host.parse::<IpAddr>().is_ok() || (host.len() <= MAX_HOST && host.split('.').all(is_name))
}
