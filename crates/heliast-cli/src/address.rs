//! Addresses of nodes.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

/// The address at which a listener is reached from its own machine, even if it listens on all addresses.
pub fn reachable(mut listen: SocketAddr) -> SocketAddr {
    if listen.ip().is_unspecified() {
        listen.set_ip(if listen.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    listen
}
