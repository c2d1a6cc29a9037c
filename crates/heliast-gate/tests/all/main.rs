//! The gate from outside, over real connections where a test says so.

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
