//! The accept loops: of the gate, and of what its operator asks.

use crate::{handover, proxy::Proxy};
use axum::{
    body::Body,
    http::{Request, Response, StatusCode},
};
use hyper::{HeaderMap, body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto, graceful::GracefulShutdown},
};
use std::{
    convert::Infallible,
    future::Future,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{interval, sleep, timeout},
};

/// How long a client may take for the head of a request.
const HEAD: Duration = Duration::from_secs(15);
/// How long requests that are under way may take when the gate ends.
const END: Duration = Duration::from_secs(30);
/// How long a gate that ends still accepts connections that have begun: shorter than the second after which
/// a system asks again for one that nobody has answered (RFC 6298, section 2.1).
const HANDOVER: Duration = Duration::from_millis(800);
/// How often the price is looked at.
pub(crate) const LOOK: Duration = Duration::from_secs(5);

/// Whose request it is, of the address that it came from and its headers.
pub type ClientOf = dyn Fn(IpAddr, &HeaderMap) -> IpAddr + Send + Sync;

/// What a gate is served with.
pub struct Service {
    /// The gate and its site.
    pub proxy: Arc<Proxy>,
    /// Whose a request is: what proxies say whose word counts.
    pub client: Arc<ClientOf>,
    /// Connections at once.
    pub most_connections: usize,
    /// How many requests without a pass the site is to bear in a second before the price rises.
    pub most_per_second: f64,
}

/// Serves a gate on `listener`, by HTTP/1.1 and HTTP/2, and its health and metrics on `operator`, until
/// `shutdown` is ready. Connections that begin then are left to a gate that listens at the same address,
/// those that have begun are still accepted for a moment, and requests that are under way have half a minute.
pub async fn serve(
    service: Service,
    listener: TcpListener,
    operator: Option<TcpListener>,
    shutdown: impl Future<Output = ()>,
) {
    let Service { proxy, client, most_connections, most_per_second } = service;
    let (seats, graceful) = (Arc::new(Semaphore::new(most_connections)), GracefulShutdown::new());
    let looking = tokio::spawn(look(Arc::clone(&proxy), most_per_second));
    let telling = operator.map(|operator| tokio::spawn(tell(Arc::clone(&proxy), operator)));
    let accepting = async {
        loop {
            // A seat first: who is accepted is answered, also when the gate ends.
            let seat = Arc::clone(&seats).acquire_owned().await;
            let accepted = listener.accept().await;
            let (Ok((stream, peer)), Ok(seat)) = (accepted, seat) else {
                tracing::warn!("cannot accept a connection");
                sleep(Duration::from_millis(100)).await;
                continue;
            };
            let (proxy, client) = (Arc::clone(&proxy), Arc::clone(&client));
            let answer = service_fn(move |request: Request<Incoming>| {
                let (proxy, client) = (Arc::clone(&proxy), client(peer.ip(), request.headers()));
                async move { Ok::<_, Infallible>(proxy.answer(request.map(Body::new), client).await) }
            });
            let _ = stream.set_nodelay(true);
            let watcher = graceful.watcher();
            tokio::spawn(async move {
                let server = server();
                let connection = server.serve_connection_with_upgrades(TokioIo::new(stream), answer);
                if let Err(error) = watcher.watch(connection.into_owned()).await {
                    tracing::debug!(%error, "a connection ended");
                }
                drop(seat);
            });
        }
    };
    let mut accepting = Box::pin(accepting);
    tokio::select! {
        () = shutdown => {}
        () = &mut accepting => {}
    }
    handover::refuse_new(&listener);
    let _ = timeout(HANDOVER, accepting).await;
    drop(listener);
    looking.abort();
    if timeout(END, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests were cut off that did not end in time");
    }
    if let Some(telling) = telling {
        telling.abort();
    }
}

fn server() -> auto::Builder<TokioExecutor> {
    let mut server = auto::Builder::new(TokioExecutor::new());
    server.http1().timer(TokioTimer::new()).header_read_timeout(HEAD);
    server.http2().timer(TokioTimer::new()).keep_alive_interval(Some(HEAD));
    server
}

async fn look(proxy: Arc<Proxy>, most_per_second: f64) {
    let mut ticks = interval(LOOK);
    ticks.tick().await;
    loop {
        ticks.tick().await;
        proxy.gate().look_at_load(LOOK.as_secs_f64(), most_per_second);
    }
}

/// Health and metrics, which are nobody's business but the operator's.
async fn tell(proxy: Arc<Proxy>, listener: TcpListener) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        tokio::spawn(told(Arc::clone(&proxy), stream));
    }
}

async fn told(proxy: Arc<Proxy>, stream: TcpStream) {
    let answer = service_fn(move |request: Request<Incoming>| {
        let proxy = Arc::clone(&proxy);
        async move {
            let (status, text) = match request.uri().path() {
                "/metrics" => (StatusCode::OK, proxy.gate().metrics()),
                "/health" => proxy.health().await,
                _ => (StatusCode::NOT_FOUND, "there are /health and /metrics\n".to_owned()),
            };
            let mut response = Response::new(Body::from(text));
            *response.status_mut() = status;
            Ok::<_, Infallible>(response)
        }
    });
    let _ = server().serve_connection(TokioIo::new(stream), answer).await;
}

/// A listener whose address another process may have at the same time, so that one gate takes over from
/// another without a moment in which nobody answers.
///
/// # Errors
/// If the address can't be used.
pub fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket =
        if address.is_ipv4() { tokio::net::TcpSocket::new_v4()? } else { tokio::net::TcpSocket::new_v6()? };
    socket.set_reuseaddr(true)?;
    #[cfg(unix)]
    socket.set_reuseport(true)?;
    socket.bind(address)?;
    socket.listen(1_024)
}
