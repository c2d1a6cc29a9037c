//! Connections and the last activity of each. When all places are taken, the connection that has been silent
//! for longest is closed, so that clients with idle connections cannot keep others out.

use crate::{limits::Limits, timer::sleep_awake};
use socket2::SockRef;
use std::{
    collections::HashMap,
    future::Future,
    io,
    net::IpAddr,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    sync::Notify,
};

/// The bytes of answers that the system buffers for one connection; Linux doubles this value.
const SEND_BUFFER_BYTES: usize = 256 << 10;
/// The bytes of an endless answer that the system buffers for one connection.
const STREAM_BUFFER_BYTES: usize = 16 << 10;
/// The time for which a connection still receives data from its client after its last answer.
const LINGER: Duration = Duration::from_secs(2);
/// The bytes that it receives then.
const LINGERED: usize = 1 << 20;

/// The open connections.
#[derive(Default)]
pub struct Connections {
    /// Counts the activity of all connections, which orders them.
    signs: AtomicU64,
    entered: AtomicU64,
    open: Mutex<Open>,
}

/// The seats by number, and the number of seats of each client.
#[derive(Default)]
struct Open {
    seats: HashMap<u64, Arc<Seat>>,
    of_clients: HashMap<IpAddr, usize>,
}

/// The state of an open connection.
struct Seat {
    client: Option<IpAddr>,
    last_sign: AtomicU64,
    is_given_away: AtomicBool,
    given_away: Notify,
    is_upgraded: AtomicBool,
    is_blocked: AtomicBool,
    is_stream: AtomicBool,
}

/// One connection's place, until it is dropped.
pub struct Place {
    connections: Arc<Connections>,
    id: u64,
    seat: Arc<Seat>,
}

impl Connections {
    /// An empty set of connections.
    pub fn new() -> Arc<Connections> {
        Arc::default()
    }

    /// Takes a place for a new connection. `client` is the client if its connections are counted. When this
    /// client, or all clients together, have as many places as `limits` allow, the one that has been silent
    /// for longest is given to the new connection.
    pub fn enter(self: &Arc<Self>, client: Option<IpAddr>, limits: &Limits) -> Arc<Place> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = client {
            while open.of(client) >= limits.client_connections.max(1) && open.give_away(Some(client)) {}
        }
        while open.seats.len() >= limits.connections.max(1) && open.give_away(None) {}
        let seat = Arc::new(Seat {
            client,
            // The connection counts as active from the start; otherwise it would be the first to be closed.
            last_sign: AtomicU64::new(self.signs.fetch_add(1, Ordering::Relaxed)),
            is_given_away: AtomicBool::new(false),
            given_away: Notify::new(),
            is_upgraded: AtomicBool::new(false),
            is_blocked: AtomicBool::new(false),
            is_stream: AtomicBool::new(false),
        });
        let id = self.entered.fetch_add(1, Ordering::Relaxed);
        open.insert(id, Arc::clone(&seat));
        Arc::new(Place { connections: Arc::clone(self), id, seat })
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).seats.len()
    }
}

impl Open {
    fn of(&self, client: IpAddr) -> usize {
        self.of_clients.get(&client).copied().unwrap_or(0)
    }

    fn insert(&mut self, id: u64, seat: Arc<Seat>) {
        if let Some(client) = seat.client {
            *self.of_clients.entry(client).or_default() += 1;
        }
        self.seats.insert(id, seat);
    }

    fn remove(&mut self, id: u64) -> Option<Arc<Seat>> {
        let seat = self.seats.remove(&id)?;
        if let Some(client) = seat.client {
            match self.of_clients.get_mut(&client) {
                Some(own) if *own > 1 => *own -= 1,
                _ => drop(self.of_clients.remove(&client)),
            }
        }
        Some(seat)
    }

    /// Gives away the place that has been silent for longest, among those of this client or of all. Returns
    /// false if no place is taken.
    fn give_away(&mut self, client: Option<IpAddr>) -> bool {
        let counting = self.seats.iter().filter(|(_, seat)| client.is_none() || seat.client == client);
        let silent = counting.min_by_key(|(_, seat)| seat.last_sign.load(Ordering::Relaxed));
        let Some(seat) = silent.map(|(id, _)| *id).and_then(|id| self.remove(id)) else { return false };
        seat.is_given_away.store(true, Ordering::SeqCst);
        seat.given_away.notify_waiters();
        true
    }
}

impl Place {
    fn touch(&self) {
        let sign = self.connections.signs.fetch_add(1, Ordering::Relaxed);
        self.seat.last_sign.store(sign, Ordering::Relaxed);
    }

    /// Marks the connection as upgraded: from now on each direction ends separately, and other code reads
    /// what arrives.
    pub fn upgrade(&self) {
        self.seat.is_upgraded.store(true, Ordering::Relaxed);
    }

    /// Marks the answer as an endless stream with little data at a time. The system buffers less of it from
    /// now on, so that many clients that read nothing use little memory and are soon noticed.
    pub fn stream(&self) {
        self.seat.is_stream.store(true, Ordering::Relaxed);
    }

    /// Whether an answer is waiting for the client to read.
    pub fn is_blocked(&self) -> bool {
        self.seat.is_blocked.load(Ordering::Relaxed)
    }

    /// Returns when the place is given to another connection.
    pub async fn given_away(&self) {
        self.seat.given_away().await;
    }
}

impl Seat {
    async fn given_away(&self) {
        let notified = self.given_away.notified();
        if !self.is_given_away.load(Ordering::SeqCst) {
            notified.await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.open.lock().unwrap_or_else(PoisonError::into_inner).remove(self.id);
    }
}

type Event = Pin<Box<dyn Future<Output = ()> + Send + Sync>>;

/// A connection that records its activity, and fails when its place is given away or its client leaves an
/// answer unread for too long. It keeps its place until it is dropped, even if it is upgraded to another
/// protocol.
///
/// If unread data remains after its last answer (a request that came too late, or a body that is not needed),
/// it receives this data before it closes: a system that closes a connection with unread bytes resets it, and
/// the client loses the end of the answer (RFC 9112, section 9.6).
pub struct Watched {
    stream: TcpStream,
    place: Arc<Place>,
    given_away: Event,
    patience: Duration,
    blocked: Option<Event>,
    is_shut: bool,
    /// The remaining time for data after the last answer, if any arrived.
    lingering: Option<Event>,
    lingered: usize,
}

impl Watched {
    /// The connection with this place, whose client may leave an answer unread for `patience`. Written data
    /// is sent at once, and the system buffers little of it.
    pub fn new(stream: TcpStream, place: Arc<Place>, patience: Duration) -> Watched {
        // If the system refuses one of these, it is slower, or buffers megabytes for each client that reads
        // slowly.
        let _ = stream.set_nodelay(true);
        let _ = SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER_BYTES);
        let seat = Arc::clone(&place.seat);
        let given_away = Box::pin(async move { seat.given_away().await });
        let (blocked, is_shut, lingering, lingered) = (None, false, None, 0);
        Watched { stream, place, given_away, patience, blocked, is_shut, lingering, lingered }
    }

    /// Receives the data that the client has sent after the last answer, and for a limited time the data that
    /// it still sends. Without such data, it finishes at once.
    fn linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let mut bytes = [0; 4096];
        loop {
            let mut buf = ReadBuf::new(&mut bytes);
            match Pin::new(&mut self.stream).poll_read(cx, &mut buf) {
                Poll::Ready(Ok(())) if !buf.filled().is_empty() && self.lingered < LINGERED => {
                    self.lingered += buf.filled().len();
                    self.lingering.get_or_insert_with(|| Box::pin(sleep_awake(LINGER)));
                }
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => break,
            }
        }
        match &mut self.lingering {
            Some(left) if self.given_away.as_mut().poll(cx).is_pending() => left.as_mut().poll(cx),
            _ => Poll::Ready(()),
        }
    }

    /// Makes the system buffer less of an answer that was found to be endless.
    fn narrow(&self) {
        if self.place.seat.is_stream.swap(false, Ordering::Relaxed) {
            let _ = SockRef::from(&self.stream).set_send_buffer_size(STREAM_BUFFER_BYTES);
        }
    }

    /// Passes on the result of a finished write. A blocked write starts the client's time limit, and fails
    /// when that is over.
    fn written(&mut self, cx: &mut Context<'_>, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.place.seat.is_blocked.store(result.is_pending(), Ordering::Relaxed);
        if result.is_ready() {
            self.blocked = None;
            self.place.touch();
            return result;
        }
        let patience = self.patience;
        ready!(self.blocked.get_or_insert_with(|| Box::pin(sleep_awake(patience))).as_mut().poll(cx));
        Poll::Ready(Err(io::Error::from(io::ErrorKind::TimedOut)))
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.place.seat.is_given_away.load(Ordering::SeqCst)
            || self.given_away.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Err(io::Error::from(io::ErrorKind::ConnectionAborted)));
        }
        let result = ready!(Pin::new(&mut self.stream).poll_read(cx, buf));
        self.place.touch();
        Poll::Ready(result)
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.narrow();
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.narrow();
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.written(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.is_shut {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
            self.is_shut = true;
        }
        if self.place.seat.is_upgraded.load(Ordering::Relaxed) {
            return Poll::Ready(Ok(()));
        }
        self.linger(cx).map(Ok)
    }
}

#[cfg(test)]
mod tests;
