//! Tunnels: upgraded connections, on which bytes go both ways.
//!
//! A tunnel keeps its place among the gate's connections until it ends. Tunnels may last as long as both
//! sides like, so at most half of all connections can be tunnels, and a tunnel that is silent for long is
//! closed.

use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf, copy_bidirectional},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    time::{sleep, timeout},
};

/// A tunnel without a byte in either direction for this time is closed. WebSocket clients that keep a
/// connection open ping far more often.
const SILENCE: Duration = Duration::from_secs(600);
/// The time that tunnels get to end when the gate ends.
const END: Duration = Duration::from_secs(1);

/// The tunnels of a gate.
pub(crate) struct Tunnels {
    places: Arc<Semaphore>,
    most: u32,
    end: watch::Sender<()>,
}

/// The room for tunnels that a request finds.
#[derive(Clone)]
pub(crate) struct Room {
    places: Arc<Semaphore>,
    ended: watch::Receiver<()>,
}

/// The place of a connection that is or will be a tunnel.
pub(super) struct Tunnel {
    ended: watch::Receiver<()>,
    _place: OwnedSemaphorePermit,
}

impl Tunnels {
    /// At most this many tunnels.
    pub fn new(most: usize) -> Tunnels {
        let most = u32::try_from(most.min(Semaphore::MAX_PERMITS)).unwrap_or(u32::MAX);
        Tunnels { places: Arc::new(Semaphore::new(most as usize)), most, end: watch::channel(()).0 }
    }

    /// The room for the requests of a connection.
    pub fn room(&self) -> Room {
        Room { places: Arc::clone(&self.places), ended: self.end.subscribe() }
    }

    /// Ends all tunnels.
    pub async fn end(self) {
        drop(self.end);
        let _ = timeout(END, self.places.acquire_many(self.most)).await;
    }
}

impl Room {
    /// A place, if one is free.
    pub(super) fn tunnel(self) -> Option<Tunnel> {
        let place = self.places.try_acquire_owned().ok()?;
        Some(Tunnel { ended: self.ended, _place: place })
    }
}

impl Tunnel {
    /// Copies bytes between both sides until one ends, both are silent, or the gate ends.
    pub async fn join(mut self, near: OnUpgrade, far: OnUpgrade) {
        let joined = async {
            let (Ok(near), Ok(far)) = tokio::join!(near, far) else { return };
            join(TokioIo::new(near), TokioIo::new(far), async || sleep(SILENCE).await).await;
        };
        tokio::select! {
            () = joined => {}
            _ = self.ended.changed() => {}
        }
    }
}

/// Copies bytes until both sides have ended, one fails, or no byte came between two ticks.
async fn join(
    near: impl AsyncRead + AsyncWrite + Unpin,
    far: impl AsyncRead + AsyncWrite + Unpin,
    mut tick: impl AsyncFnMut(),
) {
    let reads = Arc::new(AtomicU64::new(0));
    let (mut near, mut far) = (Counted(near, Arc::clone(&reads)), Counted(far, Arc::clone(&reads)));
    let silent = async {
        loop {
            let before = reads.load(Relaxed);
            tick().await;
            if reads.load(Relaxed) == before {
                return;
            }
        }
    };
    tokio::select! {
        _ = copy_bidirectional(&mut near, &mut far) => {}
        () = silent => {}
    }
}

/// A stream that counts reads.
struct Counted<S>(S, Arc<AtomicU64>);

impl<S: AsyncRead + Unpin> AsyncRead for Counted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.0).poll_read(context, buffer);
        if read.is_ready() {
            self.1.fetch_add(1, Relaxed);
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, duplex},
        sync::mpsc,
    };

    #[tokio::test]
    async fn there_are_no_more_tunnels_than_may_be() {
        let tunnels = Tunnels::new(2);
        let mut open: Vec<_> = (0..2).map(|_| tunnels.room().tunnel().unwrap()).collect();
        assert!(tunnels.room().tunnel().is_none());
        open.pop();
        assert!(tunnels.room().tunnel().is_some());
    }

    #[tokio::test]
    async fn a_tunnel_ends_when_it_was_silent_from_one_tick_to_the_next() {
        let ((mut client, near), (far, mut site)) = (duplex(64), duplex(64));
        let (tick, mut ticks) = mpsc::channel::<()>(1);
        let (asked, mut asks) = mpsc::channel(1);
        let joined = tokio::spawn(join(near, far, async move || {
            asked.send(()).await.unwrap();
            let _ = ticks.recv().await;
        }));
        for word in [b"hello", b"world"] {
            asks.recv().await.unwrap();
            client.write_all(word).await.unwrap();
            let mut bytes = [0; 5];
            site.read_exact(&mut bytes).await.unwrap();
            assert_eq!(&bytes, word);
            tick.send(()).await.unwrap();
        }
        asks.recv().await.unwrap();
        tick.send(()).await.unwrap();
        joined.await.unwrap();
        assert_eq!(site.read(&mut [0; 1]).await.unwrap(), 0);
    }
}
