//! The site behind a gate, and the connections to it.

use axum::{
    body::{Body, HttpBody},
    http::{
        HeaderValue, Request, Response, StatusCode, Uri, Version,
        header::CONNECTION,
        uri::{Authority, Scheme},
    },
};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use std::time::Duration;
use tokio::{net::TcpStream, time::timeout};

/// The time that the site gets to accept a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// The site's address.
pub(super) struct Upstream {
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

    /// The site's answer, with the headers of its connection.
    ///
    /// A request with a body is the last one of its connection. Sites that answer without reading a body,
    /// as some do to GET and for files, take what is left of it for the next request: one that the gate
    /// never saw, and whose answer the next client would get.
    pub async fn answer(&self, mut request: Request<Body>) -> Response<Body> {
        let Ok(uri) = self.uri(request.uri()) else { return unreachable() };
        *request.uri_mut() = uri;
        *request.version_mut() = Version::HTTP_11;
        if !request.body().is_end_stream() {
            request.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        match self.client.request(request).await {
            Ok(response) => response.map(Body::new),
            Err(error) => {
                tracing::error!(%error, upstream = %self.authority, "the site does not answer");
                unreachable()
            }
        }
    }

    /// The same path at the site.
    fn uri(&self, uri: &Uri) -> Result<Uri, axum::http::uri::InvalidUriParts> {
        let mut parts = uri.clone().into_parts();
        (parts.scheme, parts.authority) = (Some(self.scheme.clone()), Some(self.authority.clone()));
        Uri::from_parts(parts)
    }
}

/// The answer where the site gives none.
pub(super) fn unreachable() -> Response<Body> {
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
}
