//! The host at which a node is reached, in its canonical form.

use heliast::{Malformed, wire::require};
use std::net::IpAddr;

/// The longest host, in bytes.
const MAX_LEN: usize = 253;
const MAX_LABEL: usize = 63;

/// The canonical form of a host that a person has given: an address as it is usually written, or a name in
/// lower case.
///
/// # Errors
/// [`Malformed::Field`] if it is neither a usable address nor a name.
pub fn host(given: &str) -> Result<String, Malformed> {
    let host = match given.parse::<IpAddr>() {
        Ok(address) => address.to_string(),
        Err(_) => given.to_ascii_lowercase(),
    };
    decode(host.as_bytes())
}

/// Parses a host.
pub(super) fn decode(bytes: &[u8]) -> Result<String, Malformed> {
    require((1..=MAX_LEN).contains(&bytes.len()), "host", "it must have 1 to 253 bytes")?;
    let host = std::str::from_utf8(bytes).ok();
    let host =
        host.filter(|host| host.parse().map_or_else(|_| is_name(host), |address| is_form(address, host)));
    let rule = "it is neither an address in its one form nor a name in lower case";
    Ok(host.ok_or(Malformed::Field { field: "host", rule })?.to_owned())
}

/// Whether this is the canonical form of an address. An IPv6 address that stands for an IPv4 address has no
/// such form.
fn is_form(address: IpAddr, host: &str) -> bool {
    let is_mapped = matches!(address, IpAddr::V6(address) if address.to_ipv4_mapped().is_some());
    address.to_string() == host && !address.is_unspecified() && !is_mapped
}

/// A last label that begins with a digit could be read as a part of an address.
fn is_name(host: &str) -> bool {
    let is_letter =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
    let is_label = |label: &str| {
        (1..=MAX_LABEL).contains(&label.len()) && !label.starts_with('-') && label.bytes().all(is_letter)
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    host.split('.').all(is_label) && last.starts_with(|first: char| first.is_ascii_lowercase())
}
