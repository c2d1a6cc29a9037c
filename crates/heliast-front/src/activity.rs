//! Connections and when each was last heard of: when all places are taken, the one silent for
//! longest gives way, so that clients who open connections and say nothing cannot keep others out.

use crate::limits::Limits;
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
    time::{Sleep, sleep},
};

/// The open connections.
#[derive(Default)]
pub struct Connections {
    /// Counts the signs of life of all connections, so that they have an order.
    signs: AtomicU64,
    entered: AtomicU64,
    open: Mutex<HashMap<u64, Arc<Seat>>>,
}

/// The state of an open connection.
struct Seat {
    client: Option<IpAddr>,
    last_sign: AtomicU64,
    is_given_away: AtomicBool,
    given_away: Notify,
}

/// One connection's place, until it is dropped.
pub struct Place {
    connections: Arc<Connections>,
    id: u64,
    seat: Arc<Seat>,
}

impl Connections {
    /// None is open.
    pub fn new() -> Arc<Connections> {
        Arc::default()
    }

    /// A place for a new connection of `client`, if it is one whose connections are counted: of the
    /// places that this client has taken, or all, the one silent for longest is given away when they
    /// are as many as `limits` say.
    pub fn enter(self: &Arc<Self>, client: Option<IpAddr>, limits: &Limits) -> Arc<Place> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if client.is_some() {
            give_away(&mut open, limits.client_connections, |seat| seat.client == client);
        }
        give_away(&mut open, limits.connections, |_| true);
        let seat = Arc::new(Seat {
            client,
            // A sign of life from the first moment on: without one it would be the first to give way.
            last_sign: AtomicU64::new(self.signs.fetch_add(1, Ordering::Relaxed)),
            is_given_away: AtomicBool::new(false),
            given_away: Notify::new(),
        });
        let id = self.entered.fetch_add(1, Ordering::Relaxed);
        open.insert(id, Arc::clone(&seat));
        Arc::new(Place { connections: Arc::clone(self), id, seat })
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Makes room for one more among those that count.
fn give_away(open: &mut HashMap<u64, Arc<Seat>>, limit: usize, counts: impl Fn(&Seat) -> bool) {
    while open.values().filter(|seat| counts(seat)).count() >= limit.max(1) {
        let counting = open.iter().filter(|(_, seat)| counts(seat));
        let silent = counting.min_by_key(|(_, seat)| seat.last_sign.load(Ordering::Relaxed));
        let Some(silent) = silent.map(|(id, _)| *id) else { break };
        if let Some(seat) = open.remove(&silent) {
            seat.is_given_away.store(true, Ordering::SeqCst);
            seat.given_away.notify_waiters();
        }
    }
}

impl Place {
    fn touch(&self) {
        let sign = self.connections.signs.fetch_add(1, Ordering::Relaxed);
        self.seat.last_sign.store(sign, Ordering::Relaxed);
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
        self.connections.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}

/// A connection that notes its activity, and fails when its place is given away or its client leaves an
/// answer unread for too long. It keeps its place as long as it lives, also where it is upgraded to something
/// else.
pub struct Watched {
    stream: TcpStream,
    place: Arc<Place>,
    given_away: Pin<Box<dyn Future<Output = ()> + Send + Sync>>,
    patience: Duration,
    blocked: Option<Pin<Box<Sleep>>>,
}

impl Watched {
    /// The connection that has this place, whose client may leave an answer unread for a time.
    pub fn new(stream: TcpStream, place: Arc<Place>, patience: Duration) -> Watched {
        let seat = Arc::clone(&place.seat);
        let given_away = Box::pin(async move { seat.given_away().await });
        Watched { stream, place, given_away, patience, blocked: None }
    }

    /// Passes a finished write on; a write that cannot go on starts, or ends, the client's time.
    fn written(&mut self, cx: &mut Context<'_>, result: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if result.is_ready() {
            self.blocked = None;
            self.place.touch();
            return result;
        }
        let patience = self.patience;
        ready!(self.blocked.get_or_insert_with(|| Box::pin(sleep(patience))).as_mut().poll(cx));
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
        let result = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
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
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;
    use std::{collections::VecDeque, sync::Barrier, thread};

    /// So many connections, two of them of one client.
    fn of(connections: usize) -> Limits {
        Limits { connections, client_connections: 2, ..Limits::default() }
    }

    /// Whether a connection was told to give way.
    fn is_given_away(place: &Place) -> bool {
        place.given_away().now_or_never().is_some()
    }

    #[test]
    fn the_most_silent_gives_way_and_only_when_there_is_no_place() {
        let connections = Connections::new();
        let seats: Vec<_> = (0..3).map(|_| connections.enter(None, &of(3))).collect();
        assert!(seats.iter().all(|seat| !is_given_away(seat)));
        seats[0].touch();
        let fourth = connections.enter(None, &of(3));
        assert_eq!(seats.iter().map(|seat| is_given_away(seat)).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(connections.count(), 3);
        // One that has just come is not the most silent.
        let _fifth = connections.enter(None, &of(3));
        assert!(is_given_away(&seats[2]) && !is_given_away(&fourth) && !is_given_away(&seats[0]));
    }

    /// Each of some threads enters once in a round, so that none of these is the most silent.
    #[test]
    fn those_who_come_at_the_same_time_do_not_take_each_others_places() {
        const THREADS: usize = 4;
        let (connections, barrier) = (Connections::new(), Barrier::new(THREADS));
        let lost = AtomicU64::new(0);
        let visit = || {
            let mut places = VecDeque::new();
            for _ in 0..5_000 {
                barrier.wait();
                let place = connections.enter(None, &of(4 * THREADS));
                barrier.wait();
                lost.fetch_add(is_given_away(&place).into(), Ordering::Relaxed);
                places.push_back(place);
                places.drain(..places.len().saturating_sub(8));
            }
        };
        thread::scope(|scope| (0..THREADS).for_each(|_| drop(scope.spawn(visit))));
        assert_eq!(lost.into_inner(), 0);
    }

    #[test]
    fn places_that_were_left_are_free() {
        let connections = Connections::new();
        let first = connections.enter(None, &of(2));
        drop(connections.enter(None, &of(2)));
        let _second = connections.enter(None, &of(2));
        assert!(!is_given_away(&first));
        assert_eq!(connections.count(), 2);
    }

    #[test]
    fn there_is_always_a_place_for_one() {
        let connections = Connections::new();
        let first = connections.enter(None, &of(0));
        assert_eq!(connections.count(), 1);
        let _second = connections.enter(None, &of(0));
        assert!(is_given_away(&first));
        drop(first);
        assert_eq!(connections.count(), 1, "whose place was given away has none to leave");
    }

    #[test]
    fn a_client_takes_places_from_itself_only() {
        let connections = Connections::new();
        let client = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let other = connections.enter(client(1), &of(9));
        let seats: Vec<_> = (1..4).map(|_| connections.enter(client(2), &of(9))).collect();
        assert_eq!(seats.iter().map(|seat| is_given_away(seat)).collect::<Vec<_>>(), [true, false, false]);
        assert!(!is_given_away(&other), "the most silent of all, but not this client's");
        // A proxy's connections are its clients'.
        let proxied: Vec<_> = (4..9).map(|_| connections.enter(None, &of(9))).collect();
        assert!(proxied.iter().all(|seat| !is_given_away(seat)));
        assert_eq!(connections.count(), 8);
    }
}
