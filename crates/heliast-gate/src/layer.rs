//! The gate as a tower layer, for sites that are axum programs or use tower in another way.

use crate::{gate::Gate, reply, serve::LOOK};
use axum::{
    body::{Body, Bytes, HttpBody},
    extract::ConnectInfo,
    http::{Request, Response, StatusCode},
};
use std::{
    error::Error,
    future::Future,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::{Arc, Once},
    task::{Context, Poll},
};
use tokio::time::interval;
use tower_layer::Layer;
use tower_service::Service;

/// A function that finds the client of a request, if it is known.
type ClientOfRequest = dyn Fn(&Request<Body>) -> Option<IpAddr> + Send + Sync;

/// Demands a stamp before a request reaches a service.
///
/// ```no_run
/// use axum::{Router, routing::get};
/// use heliast_gate::{Gate, Rules, StampLayer, Till, TillOptions};
/// use heliast_group::RsaGroup;
/// use heliast_stamp::{Memory, Pace};
/// use std::{net::SocketAddr, sync::Arc};
///
/// # async fn run(secret: [u8; 32]) -> Result<(), Box<dyn std::error::Error>> {
/// let options = TillOptions::new("example.org", secret, Pace::new(500_000, 8_000_000)?);
/// let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(1_000_000)), |_, _| {});
/// let gate = Gate::new("example.org", till, Rules::default(), true)?;
/// let site = Router::new().route("/", get(async || "hello")).layer(StampLayer::new(gate));
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
/// axum::serve(listener, site.into_make_service_with_connect_info::<SocketAddr>()).await?;
/// # Ok(())
/// # }
/// ```
///
/// It answers paths that begin with `/.heliast/` itself, so that it must be around the whole site: the last
/// layer of the outermost `Router`.
#[derive(Clone)]
pub struct StampLayer {
    shared: Arc<Shared>,
}

/// The state that the services of a layer share.
struct Shared {
    gate: Arc<Gate>,
    client: Box<ClientOfRequest>,
    most_per_second: f64,
    looks: Once,
}

impl StampLayer {
    /// A layer with its own gate. The client of a request is the address in axum's `ConnectInfo`; the price
    /// rises while more than 200 paid requests a second reach the site.
    pub fn new(gate: Gate) -> StampLayer {
        let client = |request: &Request<Body>| {
            request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip())
        };
        StampLayer::with(gate, client, 200.0)
    }

    /// The same, with a function that finds the client of a request, for example behind a proxy, and with the
    /// number of paid requests a second above which the price rises.
    pub fn with(
        gate: Gate,
        client: impl Fn(&Request<Body>) -> Option<IpAddr> + Send + Sync + 'static,
        most_per_second: f64,
    ) -> StampLayer {
        let (gate, client, looks) = (Arc::new(gate), Box::new(client), Once::new());
        StampLayer { shared: Arc::new(Shared { gate, client, most_per_second, looks }) }
    }

    /// The gate, for its health and metrics.
    pub fn gate(&self) -> &Arc<Gate> {
        &self.shared.gate
    }
}

impl<S> Layer<S> for StampLayer {
    type Service = StampService<S>;

    fn layer(&self, inner: S) -> StampService<S> {
        StampService { inner, shared: Arc::clone(&self.shared) }
    }
}

/// A service behind a [`StampLayer`].
#[derive(Clone)]
pub struct StampService<S> {
    inner: S,
    shared: Arc<Shared>,
}

impl<S, B> Service<Request<Body>> for StampService<S>
where
    S: Service<Request<Body>, Response = Response<B>> + Clone + Send + 'static,
    S::Future: Send,
    S::Error: Send,
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        // The service that was ready answers; its copy is used for the next request.
        let next = self.inner.clone();
        let (shared, mut inner) = (Arc::clone(&self.shared), std::mem::replace(&mut self.inner, next));
        Box::pin(async move {
            shared.look();
            let Some(client) = (shared.client)(&request) else { return Ok(unknown()) };
            let site = async |request| inner.call(request).await.map(|response| response.map(Body::new));
            shared.gate.answer(request, client, site).await
        })
    }
}

impl Shared {
    /// Lets the price follow the load, from the first request on until the layer is dropped.
    fn look(&self) {
        self.looks.call_once(|| {
            let (gate, most) = (Arc::downgrade(&self.gate), self.most_per_second);
            tokio::spawn(async move {
                let mut ticks = interval(LOOK);
                ticks.tick().await;
                loop {
                    ticks.tick().await;
                    let Some(gate) = gate.upgrade() else { return };
                    gate.look_at_load(LOOK.as_secs_f64(), most);
                }
            });
        });
    }
}

/// The site's program does not provide the client's address.
fn unknown() -> Response<Body> {
    tracing::error!(
        "no request says whose it is: serve the router with into_make_service_with_connect_info, or build the \
         layer by StampLayer::with"
    );
    reply::text_of(StatusCode::INTERNAL_SERVER_ERROR, "this site can't tell its visitors apart")
}
