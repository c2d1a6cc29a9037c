//! The address at which a gate listens: its own, or that of the gate from which it takes over.
//!
//! If two processes share an address (`SO_REUSEPORT`), the kernel gives each connection to one of them. If
//! they are not gates of the same site, visitors of both get wrong answers. So an address is only shared with
//! a gate of the same directory. While a gate listens, it keeps a shared lock there, on a file that is named
//! after the address. The first gate with the lock has found that no other process has the address. A lock on
//! the directory itself makes gates start one after the other.

#[cfg(test)]
mod tests;

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    net::SocketAddr,
    path::Path,
};
use tokio::net::{TcpListener, TcpSocket};

/// The most connections that have begun and are not accepted yet.
const BACKLOG: u32 = 1_024;

/// A listener of a gate.
#[derive(Debug)]
pub struct Listener {
    // The order of fields matters: the address is released before the lock.
    pub(crate) socket: TcpListener,
    _turn: Option<File>,
}

impl Listener {
    /// The address, with the port that the system has chosen if port 0 was given.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

impl From<TcpListener> for Listener {
    fn from(socket: TcpListener) -> Listener {
        Listener { socket, _turn: None }
    }
}

/// A listener with an address that no other process has.
///
/// # Errors
/// If the address can't be used, for example because another process has it.
pub fn listen(address: SocketAddr) -> io::Result<Listener> {
    Ok(bound(address, Others::Refused)?.listen(BACKLOG)?.into())
}

/// The same, but a gate with the same directory may also have the address: so one gate can take over from
/// another without interruption. If the directory can't be locked, or the system can't share addresses, no
/// other process may have it.
///
/// # Errors
/// If the address can't be used, for example because a process that is not such a gate has it.
pub fn listen_in_turn(address: SocketAddr, dir: &Path) -> io::Result<Listener> {
    if !cfg!(unix) {
        return listen(address);
    }
    // The system chooses a free port.
    let free = (address.port() == 0).then(|| bound(address, Others::Shared)).transpose()?;
    let named = free.as_ref().map_or(Ok(address), TcpSocket::local_addr)?;
    let Turn { file, is_handed_on, _begins } = match turn(dir, named) {
        Ok(turn) => turn,
        Err(error) => {
            tracing::warn!(%error, dir = %dir.display(), "no gate can take over the address of this one");
            drop(free);
            return listen(address);
        }
    };
    let socket = match free {
        Some(socket) => socket,
        None if is_handed_on => bound(address, Others::Shared)?,
        None => {
            drop(bound(address, Others::Refused)?);
            bound(address, Others::Shared)?
        }
    };
    let socket = socket.listen(BACKLOG)?;
    file.lock_shared()?;
    Ok(Listener { socket, _turn: Some(file) })
}

/// A starting gate.
struct Turn {
    /// The file whose lock shows that a gate of the directory listens at an address.
    file: File,
    /// Whether such a gate listens already.
    is_handed_on: bool,
    /// The directory, which stays locked until this gate listens.
    _begins: File,
}

fn turn(dir: &Path, address: SocketAddr) -> io::Result<Turn> {
    let begins = File::open(dir)?;
    begins.lock()?;
    let host = address.ip().to_string().replace(':', "_");
    let path = dir.join(format!("{host}-{}.lock", address.port()));
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    let is_handed_on = match file.try_lock() {
        Ok(()) => false,
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Error(error)) => return Err(error),
    };
    if !is_handed_on {
        file.unlock()?;
    }
    Ok(Turn { file, is_handed_on, _begins: begins })
}

/// Whether other processes may have the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    Refused,
    Shared,
}

fn bound(address: SocketAddr, others: Others) -> io::Result<TcpSocket> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    #[cfg(unix)]
    {
        // Ending connections must not block the address.
        socket.set_reuseaddr(true)?;
        socket.set_reuseport(others == Others::Shared)?;
    }
    #[cfg(not(unix))]
    let _ = others;
    socket.bind(address)?;
    Ok(socket)
}
