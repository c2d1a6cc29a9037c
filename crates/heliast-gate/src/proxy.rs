//! A gate before a site of its own process: requests are passed on, and what it answers back, as they come.

use crate::gate::Gate;
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode, Uri, Version,
        header::{CONNECTION, HOST, TE, TRAILER, TRANSFER_ENCODING, UPGRADE},
        uri::{Authority, Scheme},
    },
};
use hyper::upgrade::OnUpgrade;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo},
};
use std::{convert::Infallible, net::IpAddr, time::Duration};
use tokio::{io::copy_bidirectional, net::TcpStream, time::timeout};

/// Headers that belong to one connection (RFC 9110, section 7.6.1), besides those that `Connection` names.
const OF_ONE_CONNECTION: [HeaderName; 6] = [
    CONNECTION,
    TE,
    TRAILER,
    TRANSFER_ENCODING,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
];
/// How long the site may take to accept a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// A gate, and the site that it passes requests on to.
pub struct Proxy {
    gate: Gate,
    upstream: Upstream,
}

impl Proxy {
    /// A gate before the site at `upstream`, an `http://` URL.
    ///
    /// # Errors
    /// If this is no place of a site.
    pub fn new(gate: Gate, upstream: &str) -> Result<Proxy, BadUpstream> {
        Ok(Proxy { gate, upstream: Upstream::new(upstream)? })
    }

    /// The gate.
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// Answers a request of `client`.
    pub async fn answer(&self, request: Request<Body>, client: IpAddr) -> Response<Body> {
        let site = async |request| Ok::<_, Infallible>(self.upstream.pass(request, client).await);
        self.gate.answer(request, client, site).await.unwrap_or_else(|never| match never {})
    }

    /// Whether the site answers and stamps are taken, as a status and a line.
    pub async fn health(&self) -> (StatusCode, String) {
        match self.upstream.is_reachable().await {
            true => self.gate.health(),
            false => {
                (StatusCode::SERVICE_UNAVAILABLE, "the site behind this gate does not answer\n".to_owned())
            }
        }
    }
}

/// Where the site is.
struct Upstream {
    scheme: Scheme,
    authority: Authority,
    client: Client<HttpConnector, Body>,
}

/// Why this is no place of a site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no http:// URL of a site without a path; put a proxy for TLS before the gate, not behind it")]
pub struct BadUpstream(pub String);

impl Upstream {
    /// The site at a URL such as `http://127.0.0.1:3000`.
    pub fn new(url: &str) -> Result<Upstream, BadUpstream> {
        let bad = || BadUpstream(url.to_owned());
        let uri: Uri = url.parse().map_err(|_| bad())?;
        let is_plain =
            uri.scheme() == Some(&Scheme::HTTP) && matches!(uri.path(), "" | "/") && uri.query().is_none();
        let authority = uri.authority().filter(|_| is_plain).ok_or_else(bad)?.clone();
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Upstream { scheme: Scheme::HTTP, authority, client })
    }

    /// Whether somebody accepts connections there.
    pub async fn is_reachable(&self) -> bool {
        let address = (self.authority.host(), self.authority.port_u16().unwrap_or(80));
        timeout(CONNECT, TcpStream::connect(address)).await.is_ok_and(|connected| connected.is_ok())
    }

    /// What the site answers to a request of `client`. A connection that is upgraded, to a WebSocket for
    /// one, is passed on until one side ends it.
    pub async fn pass(&self, mut request: Request<Body>, client: IpAddr) -> Response<Body> {
        let asked = upgrade_of(request.headers());
        let near = asked.is_some().then(|| request.extensions_mut().remove::<OnUpgrade>()).flatten();
        self.prepare(&mut request, client, asked);
        let mut response = match self.client.request(request).await {
            Ok(response) => response,
            Err(error) => {
                tracing::error!(%error, upstream = %self.authority, "the site does not answer");
                return unreachable();
            }
        };
        let switched =
            (response.status() == StatusCode::SWITCHING_PROTOCOLS).then(|| upgrade_of(response.headers()));
        let far = switched.is_some().then(|| response.extensions_mut().remove::<OnUpgrade>()).flatten();
        strip(response.headers_mut());
        if let Some(protocol) = switched.flatten() {
            set_upgrade(response.headers_mut(), protocol);
            if let (Some(near), Some(far)) = (near, far) {
                tokio::spawn(join(near, far));
            }
        }
        response.map(Body::new)
    }

    /// Makes a request of this gate one of the site's.
    fn prepare(&self, request: &mut Request<Body>, client: IpAddr, upgrade: Option<HeaderValue>) {
        let mut parts = std::mem::take(request.uri_mut()).into_parts();
        if let (Some(authority), false) = (&parts.authority, request.headers().contains_key(HOST)) {
            // HTTP/2 has the name of the site in the address.
            if let Ok(host) = HeaderValue::from_str(authority.as_str()) {
                request.headers_mut().insert(HOST, host);
            }
        }
        (parts.scheme, parts.authority) = (Some(self.scheme.clone()), Some(self.authority.clone()));
        *request.uri_mut() = Uri::from_parts(parts).unwrap_or_default();
        *request.version_mut() = Version::HTTP_11;
        let headers = request.headers_mut();
        strip(headers);
        if let Some(protocol) = upgrade {
            set_upgrade(headers, protocol);
        }
        append(headers, HeaderName::from_static("x-forwarded-for"), &client.to_string());
    }
}

/// The protocol that a message upgrades to, if it does.
fn upgrade_of(headers: &HeaderMap) -> Option<HeaderValue> {
    let lines = headers.get_all(CONNECTION).iter().filter_map(|line| line.to_str().ok());
    let is_asked =
        lines.flat_map(|line| line.split(',')).any(|word| word.trim().eq_ignore_ascii_case("upgrade"));
    is_asked.then(|| headers.get(UPGRADE).cloned()).flatten()
}

fn set_upgrade(headers: &mut HeaderMap, protocol: HeaderValue) {
    headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(UPGRADE, protocol);
}

/// Removes what belongs to one connection.
fn strip(headers: &mut HeaderMap) {
    let lines = headers.get_all(CONNECTION).iter().filter_map(|line| line.to_str().ok());
    let named: Vec<HeaderName> =
        lines.flat_map(|line| line.split(',')).filter_map(|name| name.trim().parse().ok()).collect();
    for name in OF_ONE_CONNECTION.iter().chain(&named) {
        headers.remove(name);
    }
    headers.remove(UPGRADE);
}

/// Adds to a list.
fn append(headers: &mut HeaderMap, name: HeaderName, item: &str) {
    let mut list: Vec<&str> = headers.get_all(&name).iter().filter_map(|line| line.to_str().ok()).collect();
    list.push(item);
    if let Ok(value) = HeaderValue::from_str(&list.join(", ")) {
        headers.insert(name, value);
    }
}

async fn join(near: OnUpgrade, far: OnUpgrade) {
    let (Ok(near), Ok(far)) = tokio::join!(near, far) else { return };
    let (mut near, mut far) = (TokioIo::new(near), TokioIo::new(far));
    let _ = copy_bidirectional(&mut near, &mut far).await;
}

fn unreachable() -> Response<Body> {
    let mut response = Response::new(Body::from("the site behind this gate does not answer\n"));
    *response.status_mut() = StatusCode::BAD_GATEWAY;
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_sites() {
        assert!(Upstream::new("http://127.0.0.1:3000").is_ok());
        assert!(Upstream::new("http://site.internal/").is_ok());
        for url in ["", "site", "https://site", "http://site/path", "http://site/?a", "http://"] {
            assert!(Upstream::new(url).is_err(), "{url}");
        }
    }

    #[test]
    fn what_belongs_to_one_connection_stays_there() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "close, X-Secret"),
            ("x-secret", "1"),
            ("keep-alive", "timeout=5"),
            ("upgrade", "h2c"),
            ("transfer-encoding", "chunked"),
            ("x-other", "2"),
        ] {
            headers.insert(name, value.parse().unwrap());
        }
        strip(&mut headers);
        assert_eq!(headers.keys().collect::<Vec<_>>(), ["x-other"]);
    }

    #[test]
    fn who_asks_is_appended() {
        let mut headers = HeaderMap::new();
        let name = HeaderName::from_static("x-forwarded-for");
        append(&mut headers, name.clone(), "203.0.113.1");
        append(&mut headers, name.clone(), "10.0.0.1");
        assert_eq!(headers[name], "203.0.113.1, 10.0.0.1");
    }
}
