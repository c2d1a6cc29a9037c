//! Limits on a client's requests, one by one, and on the time that a connection may be idle.

use crate::proxy::Proxy;
use axum::{
    body::{Body, Bytes, HttpBody},
    http::{
        HeaderMap, HeaderValue, Request, Response, StatusCode,
        header::{CONNECTION, RETRY_AFTER},
    },
};
use heliast_front::{Limits, Place, Rates, TooMuch};
use hyper::body::{Frame, Incoming, SizeHint};
use std::{
    future::Future,
    io,
    net::IpAddr,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};
use tokio::{
    select,
    sync::Notify,
    time::{Sleep, sleep, sleep_until},
};

/// Finds the client of a request, from the address that it came from and its headers.
pub type ClientOf = dyn Fn(IpAddr, &HeaderMap) -> IpAddr + Send + Sync;

/// Every request passes it before the gate.
pub(crate) struct Door {
    pub proxy: Arc<Proxy>,
    client: Arc<ClientOf>,
    rates: Arc<Rates>,
    body_time: Duration,
}

impl Door {
    pub fn new(proxy: Arc<Proxy>, client: Arc<ClientOf>, limits: &Limits) -> Door {
        let rates = Arc::new(Rates::new(limits, Instant::now()));
        Door { proxy, client, rates, body_time: limits.body_time }
    }

    /// Answers a request that came from `peer` on a connection.
    pub async fn answer(&self, request: Request<Incoming>, peer: IpAddr, idle: &Arc<Idle>) -> Response<Body> {
        let busy = idle.begin();
        let client = (self.client)(peer, request.headers());
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
        let (rates, response) = (Arc::clone(&self.rates), shaped(response, is_for_status));
        response.map(|body| Body::new(Metered { body, rates, client, _busy: busy }))
    }
}

/// A refusal as a proxy understands it that takes any other status for a failure of its own; it asks again
/// for what its client is to get. Where the gate fails, the proxy fails.
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
    let mut response = Response::new(Body::from(format!("too many {what} for this address\n")));
    *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(wait_s));
    response
}

fn too_slow() -> Response<Body> {
    let mut response = Response::new(Body::from("the request body did not arrive in time\n"));
    *response.status_mut() = StatusCode::REQUEST_TIMEOUT;
    response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// A body that has to arrive in time.
struct Timed {
    body: Incoming,
    deadline: Pin<Box<Sleep>>,
    late: Arc<Notify>,
}

impl Timed {
    fn new(body: Incoming, time: Duration, late: Arc<Notify>) -> Timed {
        Timed { body, deadline: Box::pin(sleep(time)), late }
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

/// An answer whose bytes are counted as its client takes them.
struct Metered {
    body: Body,
    rates: Arc<Rates>,
    client: IpAddr,
    _busy: Busy,
}

impl HttpBody for Metered {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(data) = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()) {
            self.rates.spend(self.client, data.len() as u64, Instant::now());
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The number of requests that a connection has under way, and the time of the latest one. Hyper itself
/// bounds only the time of a header of HTTP/1 once its first bytes are there.
pub(crate) struct Idle(Mutex<(usize, Instant)>);

/// A request under way, until it is dropped.
struct Busy(Arc<Idle>);

impl Idle {
    pub fn new() -> Arc<Idle> {
        Arc::new(Idle(Mutex::new((0, Instant::now()))))
    }

    fn begin(self: &Arc<Self>) -> Busy {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0 += 1;
        Busy(Arc::clone(self))
    }

    /// Returns when no request has begun for a time in which none was under way, and no answer waited for its
    /// client to read.
    pub async fn over(&self, time: Duration, place: &Place) {
        let mut blocked = Instant::now();
        loop {
            let (under_way, since) = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if under_way > 0 || place.is_blocked() {
                blocked = Instant::now();
            }
            let since = since.max(blocked);
            if since.elapsed() >= time {
                return;
            }
            sleep_until((since + time).into()).await;
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let mut state = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        *state = (state.0 - 1, Instant::now());
    }
}
