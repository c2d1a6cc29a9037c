//! Limits on a client's requests, one by one.

mod idle;

pub(crate) use self::idle::Idle;

use self::idle::Busy;
use crate::{proxy::Proxy, reply};
use axum::{
    body::{Body, Bytes, HttpBody},
    http::{HeaderValue, Request, Response, StatusCode, header::CONNECTION},
};
use heliast_front::{Limits, Meter, Metered, Rates, TooMuch, sleep_awake};
use hyper::body::{Frame, Incoming, SizeHint};
use std::{
    future::Future,
    io,
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};
use tokio::{select, sync::Notify};

/// The checks that every request passes before the gate.
pub(crate) struct Door {
    pub proxy: Arc<Proxy>,
    rates: Arc<Rates>,
    body_time: Duration,
}

impl Door {
    pub fn new(proxy: Arc<Proxy>, limits: &Limits) -> Door {
        let rates = Arc::new(Rates::new(limits, Instant::now()));
        Door { proxy, rates, body_time: limits.body_time }
    }

    /// Answers a request that came from `peer` on a connection.
    pub async fn answer(&self, request: Request<Incoming>, peer: IpAddr, idle: &Arc<Idle>) -> Response<Body> {
        let mut busy = idle.begin();
        let client = self.proxy.proxies().client(peer, request.headers());
        let is_for_status = self.proxy.is_for_status(request.uri().path());
        if let Err(too_much) = self.rates.take(client, Instant::now()) {
            self.proxy.gate().count("limited");
            return shaped(refused(too_much), is_for_status);
        }
        let late = Arc::new(Notify::new());
        let request = request.map(|body| match body.is_end_stream() {
            true => Body::empty(),
            false => Body::new(Timed::new(body, self.body_time, Arc::clone(&late))),
        });
        let response = select! {
            biased;
            () = late.notified() => too_slow(),
            response = self.proxy.answer(request, client) => response,
        };
        busy.give();
        let taking = Taking { rates: Arc::clone(&self.rates), client, busy };
        shaped(response, is_for_status).map(|body| Body::new(Metered::new(body, taking)))
    }
}

/// A refusal in a form for a proxy that takes any other status for a failure. The proxy asks again for the
/// answer to its client. If the gate fails, the proxy reports a failure.
fn shaped(mut response: Response<Body>, is_for_status: bool) -> Response<Body> {
    let status = response.status();
    let is_understood = status.is_success()
        || [StatusCode::UNAUTHORIZED, StatusCode::INTERNAL_SERVER_ERROR].contains(&status);
    if is_for_status && !is_understood {
        *response.status_mut() = StatusCode::FORBIDDEN;
    }
    response
}

fn refused(too_much: TooMuch) -> Response<Body> {
    let (what, wait_s) = match too_much {
        TooMuch::Requests { wait_s } => ("requests", wait_s),
        TooMuch::Bytes { wait_s } => ("bytes", wait_s),
    };
    let text = format!("too many {what} for this address");
    reply::later(reply::text_of(StatusCode::TOO_MANY_REQUESTS, &text), wait_s)
}

fn too_slow() -> Response<Body> {
    let mut response = reply::text_of(StatusCode::REQUEST_TIMEOUT, "the request body did not arrive in time");
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// A body that must arrive in time.
struct Timed {
    body: Incoming,
    deadline: Pin<Box<dyn Future<Output = ()> + Send>>,
    late: Arc<Notify>,
}

impl Timed {
    fn new(body: Incoming, time: Duration, late: Arc<Notify>) -> Timed {
        Timed { body, deadline: Box::pin(sleep_awake(time)), late }
    }
}

impl HttpBody for Timed {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.deadline.as_mut().poll(cx).is_ready() {
            self.late.notify_one();
            return Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut).into())));
        }
        Pin::new(&mut self.body).poll_frame(cx).map_err(Into::into)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Counts the bytes of an answer, and notes whether it waits for the client or for the site.
struct Taking {
    rates: Arc<Rates>,
    client: IpAddr,
    busy: Busy,
}

impl Meter for Taking {
    fn given(&mut self, bytes: usize) {
        self.busy.give();
        self.rates.spend(self.client, bytes as u64, Instant::now());
    }

    fn waits(&mut self) {
        self.busy.wait();
    }
}
