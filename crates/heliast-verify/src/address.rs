//! Addresses of nodes.

use crate::failure::{Code, Failure};
use heliast_client::{Node, Settings};
use std::{net::Ipv6Addr, time::Duration};

/// The greatest number of redirects that are followed, for a user who named the node and sees its answers.
const REDIRECTS: u32 = 10;

/// The node with this URL. No request is sent yet.
///
/// # Errors
/// [`Failure`] with [`Code::Network`] for a text that is not the address of a node.
pub fn node_of(url: &str, settings: Settings) -> Result<Node, Failure> {
    let settings = Settings { redirects: REDIRECTS, ..settings };
    Node::new(url, &settings).map_err(|error| Failure::new(Code::Network, error))
}

/// A node with this URL. Requests wait and are repeated if the node asks for that.
///
/// # Errors
/// As [`node_of`].
pub fn patient(url: &str) -> Result<Node, Failure> {
    let (connect_time, answer_time) = (Duration::from_secs(10), Duration::from_secs(30));
    node_of(url, Settings { connect_time, answer_time, attempts: 5, ..Settings::default() })
}

/// The URL of a node: `http://...`, `https://...`, or `host:port`, which means `http://`. The name
/// of an existing file is not an address.
pub fn node_url(text: &str) -> Option<String> {
    if let Some((scheme, _)) = text.split_once("://") {
        let is_web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
        return is_web.then(|| text.to_owned());
    }
    let is_file = std::path::Path::new(text).symlink_metadata().is_ok();
    (!is_file && is_host_and_port(text)).then(|| format!("http://{text}"))
}

/// `example.org:7070`, `127.0.0.1:7070`, `[::1]:7070`.
fn is_host_and_port(text: &str) -> bool {
    let Some((host, port)) = text.trim_end_matches('/').rsplit_once(':') else { return false };
    let is_name = |host: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        !host.is_empty() && !host.starts_with(['-', '.']) && host.chars().all(is_part)
    };
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_host = match address {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => is_name(host),
    };
    is_host
        && port.bytes().all(|digit| digit.is_ascii_digit())
        && port.parse::<u16>().is_ok_and(|port| port > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_named_by_its_url_or_by_host_and_port() {
        for (text, url) in [
            ("http://127.0.0.1:7070", "http://127.0.0.1:7070"),
            ("HTTPS://example.org/beacon", "HTTPS://example.org/beacon"),
            ("127.0.0.1:7070", "http://127.0.0.1:7070"),
            ("localhost:80/", "http://localhost:80/"),
            ("beacon.example.org:443", "http://beacon.example.org:443"),
            ("[::1]:7070", "http://[::1]:7070"),
        ] {
            assert_eq!(node_url(text).as_deref(), Some(url), "{text}");
        }
        for text in [
            "ftp://127.0.0.1:1",
            "data",
            "./data:7070",
            "localhost",
            ":7070",
            "host:",
            "host:0",
            "host:65536",
            "host:+80",
            "::1:7070",
            "[::g]:7070",
            "[::1]",
            "-x:80",
            "a b:80",
            "C:\\data",
            "",
        ] {
            assert_eq!(node_url(text), None, "{text}");
        }
    }

    #[test]
    fn a_file_of_such_a_name_is_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x:80");
        std::fs::write(&path, "").unwrap();
        assert_eq!(node_url(path.to_str().unwrap()), None);
    }
}
