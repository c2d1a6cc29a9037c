//! The client and real HTTP servers: honest ones, and others that are away, slow, behind, busy, or lie.

mod beacon;
mod finality;
mod found;
mod hostile;
mod limits;
mod nodes;
mod rounds;
mod server;
mod watch;
