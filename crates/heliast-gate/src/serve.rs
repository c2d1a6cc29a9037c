//! The accept loops of the gate, and of its operator's requests.

use crate::{
    door::{Door, Idle},
    handover,
    listener::Listener,
    proxy::{
        Proxy,
        tunnel::{Room, Tunnels},
    },
};
use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, Request, Response, StatusCode, Version, header::CONNECTION},
};
use heliast_front::{Connections, Limits, Place, Timer, Watched, sleep_awake};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::{
        conn::auto,
        graceful::{GracefulShutdown, Watcher},
    },
};
use std::{
    convert::Infallible,
    future::Future,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};
use tokio::{
    net::TcpStream,
    select,
    time::{interval, sleep, timeout},
};

/// The most bytes of a request's header.
const HEADER_BYTES: usize = 64 << 10;
/// The time for which an ending gate still accepts connections that have begun: shorter than the second after
/// which a system repeats the first packet of an unanswered connection (RFC 6298, section 2.1).
const HANDOVER: Duration = Duration::from_millis(800);
/// The time between two looks at the price.
pub(crate) const LOOK: Duration = Duration::from_secs(5);

/// A gate with the settings to serve it.
pub struct Service {
    /// The gate, its site, and the [proxies](Proxy::believing) before it.
    pub proxy: Arc<Proxy>,
    /// The limits for each client.
    pub limits: Limits,
    /// The number of paid requests that the site bears in a second before the price rises.
    pub most_per_second: f64,
}

/// Serves a gate on `listener`, by HTTP/1.1 and HTTP/2, and its health and metrics on `operator`, until
/// `shutdown` is ready. New connections are then left to a gate that [takes over](crate::listen_in_turn) the
/// address. Connections that have begun are still accepted for a moment, in which every HTTP/1 answer says
/// that it is the last one of its connection. Silent connections are then closed, and requests under way have
/// [`Limits::shutdown_time`] to finish. Finally upgraded connections are closed; they are at most half of all
/// connections.
pub async fn serve(
    service: Service,
    listener: Listener,
    operator: Option<Listener>,
    shutdown: impl Future<Output = ()>,
) {
    let Service { proxy, limits, most_per_second } = service;
    let (connections, graceful) = (Connections::new(), GracefulShutdown::new());
    let tunnels = Tunnels::new(limits.connections / 2);
    let looking = tokio::spawn(look(Arc::clone(&proxy), most_per_second));
    let telling = operator.map(|operator| tokio::spawn(tell(Arc::clone(&proxy), operator)));
    let (door, is_ending) = (Arc::new(Door::new(proxy, &limits)), Arc::new(AtomicBool::new(false)));
    let accepting = async {
        loop {
            let (stream, peer) = accept(&listener).await;
            let place = connections.enter(door.proxy.proxies().counted(peer.ip()), &limits);
            let (door, room, is_ending) = (Arc::clone(&door), tunnels.room(), Arc::clone(&is_ending));
            let connection = Connection { door, room, stream, peer, place, limits, is_ending };
            tokio::spawn(connection.serve(graceful.watcher()));
        }
    };
    let mut accepting = Box::pin(accepting);
    tokio::select! {
        () = shutdown => {}
        () = &mut accepting => {}
    }
    is_ending.store(true, Relaxed);
    handover::refuse_new(&listener.socket);
    select! {
        () = accepting => {}
        () = sleep_awake(HANDOVER) => {}
    }
    drop(listener);
    looking.abort();
    if timeout(limits.shutdown_time, graceful.shutdown()).await.is_err() {
        tracing::warn!("requests were cut off that did not end in time");
    }
    tunnels.end().await;
    if let Some(telling) = telling {
        telling.abort();
    }
}

/// A connection of a client.
struct Connection {
    door: Arc<Door>,
    room: Room,
    stream: TcpStream,
    peer: SocketAddr,
    place: Arc<Place>,
    limits: Limits,
    /// Whether the gate is about to end.
    is_ending: Arc<AtomicBool>,
}

impl Connection {
    /// Serves the connection until it ends, is idle for too long, or loses its place. An upgraded connection
    /// keeps the place.
    async fn serve(self, watcher: Watcher) {
        let Connection { door, room, stream, peer, place, limits, is_ending } = self;
        let (idle, stream) = (Idle::new(), Watched::new(stream, Arc::clone(&place), limits.write_time));
        let (busy, seat) = (Arc::clone(&idle), Arc::clone(&place));
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(room.clone());
            let (door, idle, is_ending) = (Arc::clone(&door), Arc::clone(&busy), Arc::clone(&is_ending));
            let seat = Arc::clone(&seat);
            async move {
                let version = request.version();
                if version == Version::HTTP_2 {
                    idle.has_streams();
                }
                let mut response = door.answer(request, peer.ip(), &idle).await;
                if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                    seat.upgrade();
                }
                if is_ending.load(Relaxed) {
                    take_leave(&mut response, version);
                }
                Ok::<_, Infallible>(response)
            }
        });
        let server = server(limits.header_time);
        let connection = server.serve_connection_with_upgrades(TokioIo::new(stream), answer).into_owned();
        select! {
            ended = watcher.watch(connection) => if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended");
            },
            () = place.given_away() => {}
            () = idle.over(limits.header_time, limits.write_time, &place) => {}
        }
    }
}

/// Marks an answer as the last one of its connection. Without this, a client may have sent the next request
/// when the connection is closed, and can't know whether it was processed (RFC 9112, section 9.3.1). HTTP/2
/// has its own message for it, and an upgraded connection has no more answers.
fn take_leave(response: &mut Response<Body>, version: Version) {
    if version < Version::HTTP_2 && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
}

fn server(header_time: Duration) -> auto::Builder<TokioExecutor> {
    let mut server = auto::Builder::new(TokioExecutor::new());
    server.http1().timer(Timer).header_read_timeout(header_time).max_buf_size(HEADER_BYTES);
    server.http2().timer(Timer).keep_alive_interval(Some(header_time));
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

/// The next connection. A process or a system without free descriptors tries again.
async fn accept(listener: &Listener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.socket.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection; trying again");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Serves health and metrics, which are only for the operator.
async fn tell(proxy: Arc<Proxy>, listener: Listener) {
    loop {
        let (stream, _) = accept(&listener).await;
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
    let server = server(Limits::default().header_time);
    if let Err(error) = server.serve_connection(TokioIo::new(stream), answer).await {
        tracing::debug!(%error, "a connection for health or metrics ended");
    }
}
