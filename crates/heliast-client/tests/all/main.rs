//! The client and real HTTP servers: honest ones, and others that are unreachable, slow, behind, busy, or
//! dishonest.

mod beacon;
mod finality;
mod found;
mod hostile;
mod limits;
mod nodes;
mod rounds;
mod server;
mod watch;
