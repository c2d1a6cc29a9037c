//! The protocols for which a connection may leave HTTP (RFC 9110, section 7.8).
//!
//! After the switch the gate only sees bytes. So a protocol that carries requests, for example HTTP/2 without
//! TLS (`h2c`), would bypass the gate. An upgrade is forwarded to the site only if it was paid for, and with
//! a single allowed name; the gate joins both sides only if the site switches to exactly that name.

use super::{
    headers,
    tunnel::{Room, Tunnel},
    upstream::unreachable,
};
use crate::{metrics::UnderWay, reply};
use axum::{
    body::{Body, HttpBody},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Version,
        header::{CONNECTION, CONTENT_LENGTH, UPGRADE},
    },
};
use hyper::upgrade::OnUpgrade;
use std::str::FromStr;

const WEBSOCKET: &str = "websocket";

/// Protocols to which connections may be upgraded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upgrades(Vec<HeaderValue>);

/// The reason why connections can't be upgraded to a protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadUpgrade {
    /// It carries requests.
    #[error("{0} carries requests of its own, which would reach the site past the gate")]
    Http(String),
    /// It is not a token of RFC 9110, optionally with a version after a slash.
    #[error("{0:?} is not a name of a protocol")]
    Name(String),
}

impl Default for Upgrades {
    /// WebSockets.
    fn default() -> Upgrades {
        Upgrades(vec![HeaderValue::from_static(WEBSOCKET)])
    }
}

impl Upgrades {
    /// These protocols, by their names in `Upgrade`, and no others.
    ///
    /// # Errors
    /// If one is not a name, or carries HTTP: `h2c`, `h2`, `HTTP` and `TLS` of any version.
    pub fn new(names: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Upgrades, BadUpgrade> {
        names.into_iter().map(|name| protocol(name.as_ref())).collect::<Result<_, _>>().map(Upgrades)
    }

    /// The requested upgrade, if it is supported; an error if there is no room.
    pub(super) fn asked(&self, request: &mut Request<Body>) -> Result<Option<Asked>, Full> {
        let may_ask = request.version() == Version::HTTP_11 && request.body().is_end_stream();
        let Some(protocol) = self.allowed(request.headers()).filter(|_| may_ask).cloned() else {
            return Ok(None);
        };
        if protocol == WEBSOCKET && request.method() != Method::GET {
            return Ok(None);
        }
        let room = request.extensions_mut().remove::<Room>();
        let near = request.extensions_mut().remove::<OnUpgrade>();
        let (Some(room), Some(near)) = (room, near) else { return Ok(None) };
        let tunnel = room.tunnel().ok_or(Full)?;
        Ok(Some(Asked { protocol, near, tunnel }))
    }

    /// The first allowed protocol among those in a message's `Upgrade`.
    fn allowed(&self, headers: &HeaderMap) -> Option<&HeaderValue> {
        let asks = words(headers, &CONNECTION).any(|word| word.eq_ignore_ascii_case(b"upgrade"));
        let is_allowed = |word: &[u8]| self.0.iter().find(|name| name.as_bytes().eq_ignore_ascii_case(word));
        asks.then(|| words(headers, &UPGRADE).find_map(is_allowed)).flatten()
    }
}

impl FromStr for Upgrades {
    type Err = BadUpgrade;

    fn from_str(names: &str) -> Result<Upgrades, BadUpgrade> {
        Upgrades::new(names.split(',').map(str::trim))
    }
}

fn protocol(text: &str) -> Result<HeaderValue, BadUpgrade> {
    let name = text.split('/').next().unwrap_or_default().to_ascii_lowercase();
    if ["h2c", "h2", "http", "https", "tls"].contains(&&*name) {
        return Err(BadUpgrade::Http(text.to_owned()));
    }
    // The name of a protocol is a token, like that of a header.
    let is_token = |word: &str| HeaderName::from_bytes(word.as_bytes()).is_ok();
    let is_name = text.splitn(2, '/').all(is_token);
    HeaderValue::from_str(text).ok().filter(|_| is_name).ok_or_else(|| BadUpgrade::Name(text.to_owned()))
}

/// A requested upgrade with its place.
pub(super) struct Asked {
    protocol: HeaderValue,
    near: OnUpgrade,
    tunnel: Tunnel,
}

/// The most connections are already upgraded.
pub(super) struct Full;

impl Asked {
    /// Writes the request for this upgrade only.
    pub fn write(&self, headers: &mut HeaderMap) {
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, self.protocol.clone());
    }

    /// Handles the site's answer: joins both connections if the site has switched to the requested protocol.
    pub fn switch(self, mut response: Response<Body>, count: impl FnOnce() -> UnderWay) -> Response<Body> {
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            return answered(response);
        }
        let far = response.extensions_mut().remove::<OnUpgrade>();
        let is_asked = words(response.headers(), &UPGRADE)
            .map(|word| word.eq_ignore_ascii_case(self.protocol.as_bytes()))
            .eq([true]);
        let Some(far) = far.filter(|_| is_asked) else { return unasked() };
        headers::strip(response.headers_mut());
        response.headers_mut().remove(CONTENT_LENGTH);
        self.write(response.headers_mut());
        let counted = count();
        tokio::spawn(async move {
            self.tunnel.join(self.near, far).await;
            drop(counted);
        });
        response.map(|_| Body::empty())
    }
}

/// The gate's answer if no more connections can be upgraded.
pub(super) fn full() -> Response<Body> {
    reply::text_of(StatusCode::SERVICE_UNAVAILABLE, "no more connections are upgraded now")
}

/// The site's answer to a request without an upgrade.
pub(super) fn answered(mut response: Response<Body>) -> Response<Body> {
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return unasked();
    }
    headers::strip(response.headers_mut());
    response
}

fn unasked() -> Response<Body> {
    tracing::error!("the site has switched to a protocol that nobody asked for");
    unreachable()
}

/// The words of a list in a header.
fn words<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a [u8]> {
    let lines = headers.get_all(name).iter();
    lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b',')).map(<[u8]>::trim_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocols_that_carry_requests_are_refused() {
        for name in ["h2c", "H2C", "h2", "HTTP/2.0", "TLS/1.0"] {
            assert_eq!(Upgrades::new([name]), Err(BadUpgrade::Http(name.to_owned())));
        }
        for name in ["", "a b", "a/", "a/b/c", "a\r\n"] {
            assert_eq!(Upgrades::new([name]), Err(BadUpgrade::Name(name.to_owned())));
        }
        assert_eq!("websocket, IRC/6.9".parse(), Upgrades::new(["websocket", "IRC/6.9"]));
    }

    #[test]
    fn a_name_is_allowed_as_a_whole() {
        let allowed = |connection: &str, upgrade: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(CONNECTION, connection.parse().unwrap());
            headers.insert(UPGRADE, upgrade.parse().unwrap());
            Upgrades::default().allowed(&headers).is_some()
        };
        assert!(allowed("keep-alive, Upgrade", "WebSocket") && allowed("upgrade", "h2c, websocket"));
        for (connection, upgrade) in [
            ("upgrade", "h2c"),
            ("upgrade", "websocket/13"),
            ("upgrade", "xwebsocket"),
            ("keep-alive", "websocket"),
            ("upgrades", "websocket"),
        ] {
            assert!(!allowed(connection, upgrade), "{connection} {upgrade}");
        }
    }
}
