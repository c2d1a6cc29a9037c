//! The HTTP side on its own threads, for programs that are not asynchronous.

#[cfg(test)]
mod tests;

use crate::{Front, serve};
use heliast_engine::Handles;
use std::{io, net::TcpListener, thread::JoinHandle};
use tokio::{runtime::Builder, sync::oneshot};

/// A server that runs in the background. Dropping it ends it, like [`Server::stop`].
pub struct Server {
    shutdown: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves on `listener` until it is stopped.
    ///
    /// # Errors
    /// If the listener cannot be made asynchronous or no thread can be started.
    pub fn start(node: Handles, listener: TcpListener, front: impl Into<Front>) -> io::Result<Server> {
        listener.set_nonblocking(true)?;
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
        let listener = {
            let _entered = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        let front = front.into();
        let (shutdown, stopped) = oneshot::channel();
        let run = move || {
            runtime.block_on(serve(node, listener, front, async {
                let _ = stopped.await;
            }));
        };
        let thread = std::thread::Builder::new().name("http".into()).spawn(run)?;
        Ok(Server { shutdown: Some(shutdown), thread: Some(thread) })
    }

    /// Ends event streams, lets running answers finish, and returns.
    pub fn stop(self) {
        drop(self);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shutdown.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
