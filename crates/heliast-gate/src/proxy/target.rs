//! Requests whose form leaves open what is asked of whom: they are refused before anything is asked.
//!
//! hyper has already refused what is not HTTP at all, lengths that disagree among it. What is left has one
//! method that a site may get, one path, one name of the site, at most one coding and at most one
//! expectation, the gate's own.

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

/// Why a request has no one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambiguous {
    /// CONNECT asks for a tunnel past the gate, TRACE for a copy of what the gate adds.
    Method,
    /// Neither a path nor an address with one.
    Target,
    /// No name of a site although one is needed, several names, or an invalid one.
    Host,
    /// A coding of the body besides `chunked`, which the site would not be told of.
    Coding,
    /// Something besides `100-continue`, which the gate meets itself.
    Expectation,
}

impl Ambiguous {
    /// The answer, after which nothing more is read: a client that sends such a request may mean something
    /// else by the bytes that follow it.
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

/// Brings a request into the one form in which a site gets it: a path, and the name of the site in `Host`.
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

/// A path, an address of HTTP with one, or `*` for OPTIONS (RFC 9112, section 3.2).
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

/// One at most, which the gate itself meets.
fn check_expectation(request: &Request<Body>) -> Result<(), Ambiguous> {
    let mut expected = request.headers().get_all(EXPECT).iter();
    let is_own = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"100-continue");
    match (expected.next(), expected.next()) {
        (None, _) => Ok(()),
        (Some(only), None) if is_own(only) => Ok(()),
        _ => Err(Ambiguous::Expectation),
    }
}

/// The name of the site: that of `Host`, or of the address, where both are the same. Only HTTP/1.0 may have
/// none; the site then hears the name that the gate has for it.
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
