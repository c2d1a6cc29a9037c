//! One gate takes over from another at the same address.
//!
//! If two processes listen at one address (`SO_REUSEPORT`), the kernel assigns each new connection to one of
//! them when its first packet comes. Closing a listener resets the connections that it has not accepted yet,
//! and those that are half open. So before it closes the listener, a gate that ends makes the kernel drop the
//! first packets of new connections: the client's system sends them again after a second, when only the other
//! gate listens.

use tokio::net::TcpListener;

/// From now on no new connection begins here; those that have begun can still be accepted. If the system does
/// not support this, new connections can begin until the listener is closed.
#[cfg(target_os = "linux")]
pub(crate) fn refuse_new(listener: &TcpListener) {
    use socket2::SockFilter;

    // Classic BPF over the TCP header (Linux, Documentation/networking/filter.rst): packets with SYN and
    // without ACK in byte 13 are dropped, all others pass.
    const SYN: u32 = 0x02;
    const ACK: u32 = 0x10;
    let program = [
        SockFilter::new(0x30, 0, 0, 13),
        SockFilter::new(0x54, 0, 0, SYN | ACK),
        SockFilter::new(0x15, 0, 1, SYN),
        SockFilter::new(0x06, 0, 0, 0),
        SockFilter::new(0x06, 0, 0, u32::MAX),
    ];
    if let Err(error) = socket2::SockRef::from(listener).attach_filter(&program) {
        tracing::warn!(%error, "connections that begin while this gate ends may be lost");
    }
}

/// This system does not support it.
#[cfg(not(target_os = "linux"))]
pub(crate) fn refuse_new(_listener: &TcpListener) {}
