//! Ambiguous requests, which are refused before anything else.
//!
//! hyper has already refused requests that are not valid HTTP, for example with contradictory lengths. After
//! this module a request has one method that a site may get, one path, one name of the site, at most the
//! coding `chunked`, and at most the expectation that the gate itself fulfils.

#[cfg(test)]
mod tests;

use crate::reply;
use axum::{
    body::Body,
    http::{
        HeaderValue, Method, Request, Response, StatusCode, Uri, Version,
        header::{ALLOW, CONNECTION, EXPECT, HOST, TRANSFER_ENCODING},
        uri::{Authority, Scheme},
    },
};

/// The reason why a request is ambiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambiguous {
    /// CONNECT requests a tunnel past the gate, TRACE a copy of the gate's headers.
    Method,
    /// The target is neither a path nor an address with a path.
    Target,
    /// The name of the site is missing, invalid, or there are several.
    Host,
    /// The body has another coding than `chunked`, about which the site would not be told.
    Coding,
    /// The expectation is not `100-continue`, which the gate itself fulfils.
    Expectation,
}

impl Ambiguous {
    /// The answer, after which nothing more is read: the client may interpret the following bytes
    /// differently.
    pub fn response(self, version: Version) -> Response<Body> {
        let (status, text) = match self {
            Ambiguous::Method => (StatusCode::METHOD_NOT_ALLOWED, "this method stops at the gate"),
            Ambiguous::Target => (StatusCode::BAD_REQUEST, "the request has no path"),
            Ambiguous::Host => (StatusCode::BAD_REQUEST, "the request does not name one host"),
            Ambiguous::Coding => (StatusCode::NOT_IMPLEMENTED, "a body may be chunked, and nothing else"),
            Ambiguous::Expectation => (StatusCode::EXPECTATION_FAILED, "this can't be expected of a gate"),
        };
        let mut response = reply::text_of(status, text);
        if version < Version::HTTP_2 {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if self == Ambiguous::Method {
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD, POST, PUT, DELETE"));
        }
        response
    }
}

/// Brings a request into the form in which a site gets it: a path, and the name of the site in `Host`.
pub(crate) fn settle(request: &mut Request<Body>) -> Result<(), Ambiguous> {
    if matches!(request.method().as_str(), "CONNECT" | "TRACE" | "TRACK") {
        return Err(Ambiguous::Method);
    }
    check_target(request.method(), request.uri())?;
    check_coding(request)?;
    let host = host(request)?;
    check_expectation(request)?;
    let headers = request.headers_mut();
    headers.remove(EXPECT);
    if let Some(host) = host {
        headers.insert(HOST, host);
    }
    if let Some(path) = request.uri().path_and_query().cloned() {
        *request.uri_mut() = Uri::from(path);
    }
    Ok(())
}

/// Checks that the target is a path, an HTTP address with a path, or `*` for OPTIONS (RFC 9112, section 3.2).
fn check_target(method: &Method, uri: &Uri) -> Result<(), Ambiguous> {
    let is_http = uri.scheme().is_none_or(|scheme| [&Scheme::HTTP, &Scheme::HTTPS].contains(&scheme));
    let is_path = uri.path().starts_with('/');
    let is_everything = method == Method::OPTIONS && uri.path() == "*";
    if is_http && (is_path || is_everything) { Ok(()) } else { Err(Ambiguous::Target) }
}

fn check_coding(request: &Request<Body>) -> Result<(), Ambiguous> {
    let mut codings = request.headers().get_all(TRANSFER_ENCODING).iter();
    let is_chunked = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"chunked");
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(only), None) if is_chunked(only) => Ok(()),
        _ => Err(Ambiguous::Coding),
    }
}

/// Checks that there is at most the expectation that the gate itself fulfils.
fn check_expectation(request: &Request<Body>) -> Result<(), Ambiguous> {
    let mut expected = request.headers().get_all(EXPECT).iter();
    let is_own = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"100-continue");
    match (expected.next(), expected.next()) {
        (None, _) => Ok(()),
        (Some(only), None) if is_own(only) => Ok(()),
        _ => Err(Ambiguous::Expectation),
    }
}

/// The name of the site, from `Host` or from the address; both must agree. Only HTTP/1.0 may lack a name; the
/// site then gets the name in the gate's configuration.
fn host(request: &Request<Body>) -> Result<Option<HeaderValue>, Ambiguous> {
    let mut lines = request.headers().get_all(HOST).iter();
    let (named, address) = (lines.next(), request.uri().authority());
    if lines.next().is_some() {
        return Err(Ambiguous::Host);
    }
    let named = named.map(|host| Authority::try_from(host.as_bytes())).transpose();
    let named = named.map_err(|_| Ambiguous::Host)?;
    let is_one = match (&named, address) {
        (Some(named), Some(address)) => named == address,
        (None, None) => request.version() == Version::HTTP_10,
        _ => true,
    };
    let host = named.as_ref().or(address).filter(|host| !host.as_str().contains('@'));
    match (is_one, host) {
        (true, Some(host)) => HeaderValue::from_str(host.as_str()).map(Some).map_err(|_| Ambiguous::Host),
        (true, None) if named.is_none() && address.is_none() => Ok(None),
        _ => Err(Ambiguous::Host),
    }
}
