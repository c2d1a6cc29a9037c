//! Chooses the headers of a message that go on to the other side.
//!
//! Three kinds stay at the gate. Those of one connection (RFC 9110, section 7.6.1). Those by which a proxy
//! tells a site what the client, the host or the path was: anybody can write them, so the site gets the
//! gate's, or those of a proxy that the gate trusts. And those whose name has anything but letters, digits
//! and hyphens: CGI and WSGI read `X_Forwarded_For` and `X-Forwarded-For` as one name.

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

/// Headers that belong to one connection, besides those that `Connection` names.
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
/// Headers for the server that answers, whatever `Connection` says: without them a request would be that of
/// another client, or about another site.
const OF_THE_MESSAGE: [HeaderName; 4] = [AUTHORIZATION, CONTENT_LENGTH, COOKIE, HOST];
/// Headers that some sites believe a proxy has written, and that no proxy before a gate needs: other paths
/// than that which the gate has judged, `Proxy`, which CGI takes for the program's own proxy, and the way by
/// which a gate that is [asked](crate::ForwardAuth) lets in.
const OF_NOBODY: [&str; 7] = [
    "proxy",
    "x-heliast-way",
    "x-http-host-override",
    "x-original-host",
    "x-original-uri",
    "x-original-url",
    "x-rewrite-url",
];
/// Headers besides `X-Forwarded-*` in which proxies say whose a request is, and how it came.
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
    /// The list of addresses that is believed, if a trusted proxy has brought the request.
    pub list: Option<HeaderName>,
}

/// Makes the headers of a request to the gate those of one to the site.
pub(super) fn prepare(request: &mut Request<Body>, sender: &Sender) {
    // HTTP/2 knows by other means that there is no body.
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
    /// Whether the site hears of this sender what such a header says. Of both lists a trusted proxy writes
    /// one, and leaves the other as its client sent it.
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

/// Whether a site might read this name as another one.
fn has_twin(name: &HeaderName) -> bool {
    !name.as_str().bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Removes what belongs to one connection.
pub(super) fn strip(headers: &mut HeaderMap) {
    let lines =
        headers.get_all(CONNECTION).iter().flat_map(|line| line.as_bytes().split(|byte| *byte == b','));
    let named = lines.filter_map(|name| HeaderName::from_bytes(name.trim_ascii()).ok());
    let named: Vec<HeaderName> = named.filter(|name| !is_of_the_message(name)).collect();
    for name in OF_ONE_CONNECTION.iter().chain(&named) {
        headers.remove(name);
    }
}

/// Whether a header is for the site, so that no client can have a proxy before it removed by naming it in
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
