//! The accept loop.

use super::{
    client::{Client, Connection},
    limits::Limits,
    router::router,
    traffic::Traffic,
};
use axum::Router;
use heliast_engine::Handles;
use heliast_front::{Connections, Proxies, Timer, Watched};
use hyper::{
    Request,
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::TokioIo,
    server::graceful::{GracefulShutdown, Watcher},
    service::TowerToHyperService,
};
use std::{future::Future, net::IpAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::{sleep, timeout},
};

/// The checks in front of the routes. A node that its clients reach directly needs only [`Limits`].
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The limits for each client.
    pub limits: Limits,
    /// The trusted proxies, whose headers name the client of a request.
    pub proxies: Proxies,
}

impl From<Limits> for Front {
    fn from(limits: Limits) -> Front {
        Front { limits, proxies: Proxies::default() }
    }
}

/// Serves on `listener` until `shutdown` is ready. It then ends the event streams, lets running answers
/// finish within [`Limits::shutdown_time`] and returns. It runs on any tokio runtime with IO and time
/// enabled.
pub async fn serve(
    node: Handles,
    listener: TcpListener,
    front: impl Into<Front>,
    shutdown: impl Future<Output = ()>,
) {
    serve_counted(node, listener, front.into(), shutdown, Arc::new(Traffic::new())).await;
}

/// The same with metrics that the caller can read.
pub(super) async fn serve_counted(
    node: Handles,
    listener: TcpListener,
    front: Front,
    shutdown: impl Future<Output = ()>,
    traffic: Arc<Traffic>,
) {
    let Front { limits, proxies } = front;
    let (closing, closed) = watch::channel(false);
    let server = Arc::new(Serving {
        router: router(node, limits, Arc::clone(&traffic), closed),
        connections: Connections::new(),
        limits,
        proxies: Arc::new(proxies),
        traffic,
    });
    let graceful = GracefulShutdown::new();
    let mut tasks = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            accepted = listener.accept() => accepted,
        };
        while tasks.try_join_next().is_some() {}
        match accepted {
            Ok((stream, client)) => {
                tasks.spawn(Arc::clone(&server).connection(stream, client.ip(), graceful.watcher()));
            }
            // Most likely there are no file descriptors left: they are freed as connections end.
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    closing.send_replace(true);
    let _ = timeout(limits.shutdown_time, graceful.shutdown()).await;
    tasks.shutdown().await;
}

struct Serving {
    router: Router,
    connections: Arc<Connections>,
    limits: Limits,
    proxies: Arc<Proxies>,
    traffic: Arc<Traffic>,
}

impl Serving {
    async fn connection(self: Arc<Self>, stream: TcpStream, peer: IpAddr, watcher: Watcher) {
        let place = self.connections.enter(self.proxies.counted(peer), &self.limits.front());
        self.count();
        let io = TokioIo::new(Watched::new(stream, Arc::clone(&place), self.limits.write_time));
        let router = TowerToHyperService::new(self.router.clone());
        let proxies = Arc::clone(&self.proxies);
        let connection = Connection(Some(Arc::clone(&place)));
        let service = service_fn(move |mut request: Request<Incoming>| {
            let client = proxies.client(peer, request.headers());
            request.extensions_mut().insert(Client(client));
            request.extensions_mut().insert(connection.clone());
            router.call(request)
        });
        let connection = http1::Builder::new()
            .timer(Timer)
            .header_read_timeout(self.limits.header_time)
            .max_buf_size(self.limits.header_bytes)
            .serve_connection(io, service);
        tokio::select! {
            // An error here is caused by the client: an incomplete or malformed request, or an unread answer.
            _ = watcher.watch(connection) => {}
            () = place.given_away() => {}
        }
        drop(place);
        self.count();
    }

    fn count(&self) {
        let open = i64::try_from(self.connections.count()).unwrap_or(i64::MAX);
        self.traffic.connections.set(open);
    }
}
