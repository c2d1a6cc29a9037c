//! The accept loops: of the gate, and of what its operator asks.

use crate::gate::Gate;
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
    pin::pin,
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
/// How often the price is looked at.
const LOOK: Duration = Duration::from_secs(5);

/// Whose request it is, of the address that it came from and its headers.
pub type ClientOf = dyn Fn(IpAddr, &HeaderMap) -> IpAddr + Send + Sync;

/// What a gate is served with.
pub struct Service {
    /// The gate.
    pub gate: Arc<Gate>,
    /// Whose a request is: what proxies say whose word counts.
    pub client: Arc<ClientOf>,
    /// Connections at once.
    pub most_connections: usize,
    /// How many requests without a pass the site is to bear in a second before the price rises.
    pub most_per_second: f64,
}

/// Serves a gate on `listener`, by HTTP/1.1 and HTTP/2, and its health and metrics on `operator`, until
/// `shutdown` is ready; requests that are under way then have half a minute.
pub async fn serve(
    service: Service,
    listener: TcpListener,
    operator: Option<TcpListener>,
    shutdown: impl Future<Output = ()>,
) {
    let Service { gate, client, most_connections, most_per_second } = service;
    let seats = Arc::new(Semaphore::new(most_connections));
    let (graceful, mut shutdown) = (GracefulShutdown::new(), pin!(shutdown));
    let looking = tokio::spawn(look(Arc::clone(&gate), most_per_second));
    let telling = operator.map(|operator| tokio::spawn(tell(Arc::clone(&gate), operator)));
    loop {
        let seat = Arc::clone(&seats).acquire_owned();
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            accepted = async { (listener.accept().await, seat.await) } => accepted,
        };
        let (Ok((stream, peer)), Ok(seat)) = accepted else {
            tracing::warn!("cannot accept a connection");
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (gate, client) = (Arc::clone(&gate), Arc::clone(&client));
        let watcher = graceful.watcher();
        tokio::spawn(async move {
            let answer = service_fn(move |request: Request<Incoming>| {
                let (gate, client) = (Arc::clone(&gate), client(peer.ip(), request.headers()));
                async move { Ok::<_, Infallible>(gate.answer(request.map(Body::new), client).await) }
            });
            let _ = stream.set_nodelay(true);
            let server = server();
            let connection = server.serve_connection_with_upgrades(TokioIo::new(stream), answer);
            if let Err(error) = watcher.watch(connection.into_owned()).await {
                tracing::debug!(%error, "a connection ended");
            }
            drop(seat);
        });
    }
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

async fn look(gate: Arc<Gate>, most_per_second: f64) {
    let mut ticks = interval(LOOK);
    ticks.tick().await;
    loop {
        ticks.tick().await;
        gate.look_at_load(LOOK.as_secs_f64(), most_per_second);
    }
}

/// Health and metrics, which are nobody's business but the operator's.
async fn tell(gate: Arc<Gate>, listener: TcpListener) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        tokio::spawn(told(Arc::clone(&gate), stream));
    }
}

async fn told(gate: Arc<Gate>, stream: TcpStream) {
    let answer = service_fn(move |request: Request<Incoming>| {
        let gate = Arc::clone(&gate);
        async move {
            let (status, text) = match request.uri().path() {
                "/metrics" => (StatusCode::OK, gate.metrics()),
                "/health" => gate.health().await,
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
