//! The site behind a gate, and the connections to it.

use crate::reply;
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
    rt::{TokioExecutor, TokioIo},
};
use std::time::Duration;
#[cfg(unix)]
use std::{
    io,
    os::unix::net::SocketAddr,
    path::Path,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::{net::TcpStream, time::timeout};
#[cfg(unix)]
use tower_service::Service;

/// The time that the site gets to accept a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// The site's address.
#[derive(Clone)]
pub(crate) struct Upstream {
    authority: Authority,
    place: Place,
}

#[derive(Clone)]
enum Place {
    Tcp(Client<HttpConnector, Body>),
    #[cfg(unix)]
    Unix(Client<Socket, Body>, Socket),
}

/// The reason why this is not a valid address of a site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} is neither an http:// URL of a site without a path nor the unix:/PATH of a socket; put a proxy for TLS before \
     the gate, not behind it"
)]
pub struct BadUpstream(pub String);

impl Upstream {
    /// The site at a URL such as `http://127.0.0.1:3000`, or at a socket such as `unix:/run/site.sock`.
    pub fn new(url: &str) -> Result<Upstream, BadUpstream> {
        let bad = || BadUpstream(url.to_owned());
        if let Some(path) = url.strip_prefix("unix:") {
            return Upstream::at_socket(path).ok_or_else(bad);
        }
        let uri: Uri = url.parse().map_err(|_| bad())?;
        let is_plain =
            uri.scheme() == Some(&Scheme::HTTP) && matches!(uri.path(), "" | "/") && uri.query().is_none();
        let authority = uri.authority().filter(|_| is_plain).ok_or_else(bad)?.clone();
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Ok(Upstream { authority, place: Place::Tcp(client) })
    }

    #[cfg(unix)]
    fn at_socket(path: &str) -> Option<Upstream> {
        let path = Path::new(path.strip_prefix("//").unwrap_or(path));
        // A path that is too long for a socket address is refused here, and not only at the first request.
        SocketAddr::from_pathname(path).ok().filter(|_| path.is_absolute())?;
        let socket = Socket(path.into());
        let client = Client::builder(TokioExecutor::new()).build(socket.clone());
        // A socket has no host name; this one is only used for HTTP/1.0 requests, which have no host.
        Some(Upstream { authority: Authority::from_static("localhost"), place: Place::Unix(client, socket) })
    }

    /// This system does not have such sockets.
    #[cfg(not(unix))]
    fn at_socket(_path: &str) -> Option<Upstream> {
        None
    }

    /// Whether the site accepts connections.
    pub async fn is_reachable(&self) -> bool {
        match &self.place {
            Place::Tcp(_) => {
                let address = (self.authority.host(), self.authority.port_u16().unwrap_or(80));
                timeout(CONNECT, TcpStream::connect(address)).await.is_ok_and(|connected| connected.is_ok())
            }
            #[cfg(unix)]
            Place::Unix(_, socket) => socket.connect().await.is_ok(),
        }
    }

    /// The site's answer, including the headers of its connection.
    ///
    /// A request with a body is the last one on its connection. Some sites answer without reading the body,
    /// for example to GET and for files, and take the rest of it for the next request: the gate would never
    /// see that request, and the next client would get its answer.
    pub async fn answer(&self, mut request: Request<Body>) -> Response<Body> {
        let Ok(uri) = self.uri(request.uri()) else { return unreachable() };
        *request.uri_mut() = uri;
        *request.version_mut() = Version::HTTP_11;
        if !request.body().is_end_stream() {
            request.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        let answered = match &self.place {
            Place::Tcp(client) => client.request(request).await,
            #[cfg(unix)]
            Place::Unix(client, _) => client.request(request).await,
        };
        match answered {
            Ok(response) => response.map(Body::new),
            Err(error) => {
                tracing::error!(%error, upstream = self.name(), "the site does not answer");
                unreachable()
            }
        }
    }

    /// The address, for the log.
    fn name(&self) -> &str {
        match &self.place {
            Place::Tcp(_) => self.authority.as_str(),
            #[cfg(unix)]
            Place::Unix(_, Socket(path)) => path.to_str().unwrap_or("a socket"),
        }
    }

    /// The same path at the site.
    fn uri(&self, uri: &Uri) -> Result<Uri, axum::http::uri::InvalidUriParts> {
        let mut parts = uri.clone().into_parts();
        (parts.scheme, parts.authority) = (Some(Scheme::HTTP), Some(self.authority.clone()));
        Uri::from_parts(parts)
    }
}

/// A socket of this machine, at which a site listens.
#[cfg(unix)]
#[derive(Clone, Debug)]
struct Socket(Arc<Path>);

#[cfg(unix)]
impl Socket {
    async fn connect(&self) -> io::Result<TokioIo<UnixStream>> {
        let connecting = timeout(CONNECT, UnixStream::connect(&self.0));
        connecting.await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())).map(TokioIo::new)
    }
}

#[cfg(unix)]
impl Service<Uri> for Socket {
    type Response = TokioIo<UnixStream>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<TokioIo<UnixStream>>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let socket = self.clone();
        Box::pin(async move { socket.connect().await })
    }
}

/// The answer if the site does not answer.
pub(super) fn unreachable() -> Response<Body> {
    reply::text_of(StatusCode::BAD_GATEWAY, "the site behind this gate does not answer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_sites() {
        assert!(Upstream::new("http://127.0.0.1:3000").is_ok());
        assert!(Upstream::new("http://site.internal/").is_ok());
        #[cfg(unix)]
        assert!(
            Upstream::new("unix:/run/site.sock").is_ok() && Upstream::new("unix:///run/site.sock").is_ok()
        );
        for url in [
            "",
            "site",
            "unix:",
            "unix:site.sock",
            "https://site",
            "http://site/path",
            "http://site/?a",
            "http://",
        ] {
            assert!(Upstream::new(url).is_err(), "{url}");
        }
        // Neither is a valid socket address: these are shorter, and end at a zero byte.
        for path in ["/run/a\0b".to_owned(), format!("/{}", "a".repeat(200))] {
            assert!(Upstream::new(&format!("unix:{path}")).is_err(), "{path}");
        }
    }
}
