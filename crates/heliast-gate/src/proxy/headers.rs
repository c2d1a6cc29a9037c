//! Chooses the headers of a message that are forwarded to the other side.
//!
//! Three kinds are not forwarded. First, headers of one connection (RFC 9110, section 7.6.1). Second, headers
//! by which a proxy tells a site the client, the host or the path: anybody can write them, so the site gets
//! those of the gate, or of a proxy that the gate trusts. Third, headers whose names contain other characters
//! than letters, digits and hyphens: CGI and WSGI read `X_Forwarded_For` and `X-Forwarded-For` as the same
//! name.

use axum::{
    body::{Body, HttpBody},
    http::{
        HeaderMap, HeaderName, HeaderValue, Request,
        header::{
            AUTHORIZATION, CONNECTION, CONTENT_LENGTH, COOKIE, FORWARDED, HOST, PROXY_AUTHENTICATE,
            PROXY_AUTHORIZATION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
        },
    },
};
use std::net::IpAddr;

/// Headers that belong to one connection, in addition to those that `Connection` names.
const OF_ONE_CONNECTION: [HeaderName; 11] = [
    CONNECTION,
    PROXY_AUTHENTICATE,
    PROXY_AUTHORIZATION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
    HeaderName::from_static("http2-settings"),
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-authentication-info"),
    HeaderName::from_static("proxy-connection"),
];
/// Headers that are always for the answering server, even if `Connection` names them: without them a request
/// would be that of another client, or about another site.
const OF_THE_MESSAGE: [HeaderName; 4] = [AUTHORIZATION, CONTENT_LENGTH, COOKIE, HOST];
/// Headers that some sites trust as written by a proxy, and that no proxy before a gate needs: other paths
/// than the one that the gate has judged; `Proxy`, which CGI takes for the program's own proxy; and the
/// reason for which a gate that is [asked](crate::ForwardAuth) lets a request in.
const OF_NOBODY: [&str; 7] = [
    "proxy",
    "x-heliast-way",
    "x-http-host-override",
    "x-original-host",
    "x-original-uri",
    "x-original-url",
    "x-rewrite-url",
];
/// Headers other than `X-Forwarded-*` in which proxies describe the client of a request, and how the request
/// came.
const OF_PROXIES: [&str; 13] = [
    "cf-connecting-ip",
    "client-ip",
    "fastly-client-ip",
    "forwarded",
    "front-end-https",
    "true-client-ip",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-host",
    "x-original-forwarded-for",
    "x-originating-ip",
    "x-remote-addr",
    "x-remote-ip",
];
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_REAL_IP: HeaderName = HeaderName::from_static("x-real-ip");

/// The sender of a request.
pub(super) struct Sender {
    /// The client's address.
    pub client: IpAddr,
    /// The header with the trusted list of addresses, if the request came from a trusted proxy.
    pub list: Option<HeaderName>,
}

/// Changes the headers of a request to the gate into those of the request to the site.
pub(super) fn prepare(request: &mut Request<Body>, sender: &Sender) {
    // HTTP/2 has another way to mark an empty body.
    let is_empty = request.body().is_end_stream();
    let headers = request.headers_mut();
    strip(headers);
    if is_empty && headers.get(CONTENT_LENGTH).is_some_and(|length| length != "0") {
        headers.remove(CONTENT_LENGTH);
    }
    let unwanted = |name: &&HeaderName| has_twin(name) || !sender.may_say(name);
    let unwanted: Vec<HeaderName> = headers.keys().filter(unwanted).cloned().collect();
    for name in unwanted {
        headers.remove(name);
    }
    append(headers, X_FORWARDED_FOR, &sender.client.to_string());
    if let Ok(client) = HeaderValue::from_str(&sender.client.to_string()) {
        headers.insert(X_REAL_IP, client);
    }
}

impl Sender {
    /// Whether the site may get such a header from this sender. A trusted proxy writes only one of the two
    /// lists, and leaves the other as its client sent it.
    fn may_say(&self, name: &HeaderName) -> bool {
        let text = name.as_str();
        if OF_NOBODY.contains(&text) {
            return false;
        }
        if [X_FORWARDED_FOR, FORWARDED].contains(name) {
            return self.list.as_ref() == Some(name);
        }
        self.list.is_some() || !(text.starts_with("x-forwarded-") || OF_PROXIES.contains(&text))
    }
}

/// Whether a site might confuse this name with another one.
fn has_twin(name: &HeaderName) -> bool {
    !name.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Removes the headers that belong to one connection.
pub(super) fn strip(headers: &mut HeaderMap) {
    let lines =
        headers.get_all(CONNECTION).iter().flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
    let named = lines.filter_map(|name| HeaderName::from_bytes(name.trim_ascii()).ok());
    let named: Vec<HeaderName> = named.filter(|name| !is_of_the_message(name)).collect();
    for name in OF_ONE_CONNECTION.iter().chain(&named) {
        headers.remove(name);
    }
}

/// Whether a header is for the site. A client must not be able to have it removed by naming it in
/// `Connection`.
fn is_of_the_message(name: &HeaderName) -> bool {
    let text = name.as_str();
    let is_of_proxies = *name == X_REAL_IP || text.starts_with("x-forwarded-") || OF_PROXIES.contains(&text);
    is_of_proxies || OF_THE_MESSAGE.contains(name) || text.starts_with("content-")
}

/// Adds to a list.
fn append(headers: &mut HeaderMap, name: HeaderName, item: &str) {
    let mut list: Vec<&str> = headers.get_all(&name).iter().filter_map(|line| line.to_str().ok()).collect();
    list.push(item);
    if let Ok(value) = HeaderValue::from_str(&list.join(", ")) {
        headers.insert(name, value);
    }
}

#[cfg(test)]
mod tests;
