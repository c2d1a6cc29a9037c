//! The gate from outside; some tests use real connections.

mod answers;
mod clock;
mod forward;
mod gate;
mod layer;
mod limits;
mod price;
mod redis;
mod restart;
mod smuggling;
