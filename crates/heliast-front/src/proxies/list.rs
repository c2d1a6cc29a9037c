//! The lists that proxies write: `X-Forwarded-For`, and `Forwarded` (RFC 7239).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// `ADDRESS, ADDRESS, ...`
pub(super) fn x_forwarded_for(line: &str) -> Vec<Option<IpAddr>> {
    line.split(',').map(|element| address(element.trim_matches([' ', '\t']))).collect()
}

/// `for=ADDRESS;by=...;proto=..., for="[ADDRESS]:PORT", ...`; one `None` if the line is not a list.
pub(super) fn forwarded(line: &str) -> Vec<Option<IpAddr>> {
    match outside_quotes(line, b',') {
        Some(elements) => elements.into_iter().map(forwarded_for).collect(),
        None => vec![None],
    }
}

/// The address in an element's only `for`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let mut found = None;
    for pair in outside_quotes(element, b';')? {
        let (name, value) = pair.trim_matches([' ', '\t']).split_once('=')?;
        let value = unquoted(value)?;
        if name.eq_ignore_ascii_case("for") && found.replace(value).is_some() {
            return None;
        }
    }
    address(&found?)
}

/// The parts between separators outside of quoted strings; `None` if a string does not end.
fn outside_quotes(text: &str, separator: u8) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut is_quoted, mut is_escaped) = (vec![], 0, false, false);
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            _ if byte == separator && !is_quoted => {
                parts.push(text.get(start..i)?);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(text.get(start..)?);
    (!is_quoted).then_some(parts)
}

/// A token, or the content of a quoted string.
fn unquoted(value: &str) -> Option<String> {
    let Some(rest) = value.strip_prefix('"') else {
        return (!value.is_empty() && !value.contains(['"', '\\', ' ', '\t'])).then(|| value.to_owned());
    };
    let (mut said, mut bytes) = (String::new(), rest.chars());
    loop {
        match bytes.next()? {
            '"' => return bytes.as_str().is_empty().then_some(said),
            '\\' => said.push(bytes.next()?),
            other => said.push(other),
        }
    }
}

/// An address, with an optional port: IPv4 or IPv6, the latter in brackets if it has a port. Names and
/// obfuscated addresses are refused.
fn address(text: &str) -> Option<IpAddr> {
    if let Some(bracketed) = text.strip_prefix('[') {
        let (address, port) = bracketed.split_once(']')?;
        let is_whole = port.is_empty() || is_port(port.strip_prefix(':')?);
        return address.parse::<Ipv6Addr>().ok().filter(|_| is_whole).map(|v6| IpAddr::V6(v6).to_canonical());
    }
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address.to_canonical());
    }
    let (address, port) = text.split_once(':')?;
    address.parse::<Ipv4Addr>().ok().filter(|_| is_port(port)).map(IpAddr::V4)
}

/// A number, or an obfuscated port of RFC 7239.
fn is_port(port: &str) -> bool {
    let is_obfuscated = |rest: &str| {
        !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    match port.strip_prefix('_') {
        Some(rest) => is_obfuscated(rest),
        None => (1..=5).contains(&port.len()) && port.bytes().all(|byte| byte.is_ascii_digit()),
    }
}
