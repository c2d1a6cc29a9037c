//! What threads share, under a scheduler that tries their orders: `docs/threads.md` has the list.
//!
//! The pieces are the crates' own sources (`build.rs`), with the checker's locks. Where a scenario has few
//! schedules, all are run; of others as many as `HELIAST_SCHEDULES` says. A schedule that fails is printed, and
//! `shuttle::replay` runs it again. All memory is sequentially consistent here: what a weaker order of atomics
//! may do is argued in the list.

mod engine;
mod explore;
mod model;
mod network;
mod stamp;
mod vdf;
mod verify;

/// A piece as a module.
macro_rules! piece {
    ($($name:ident),*) => {
        $(
            #[allow(dead_code, unreachable_code, unused_imports, unused_mut, clippy::all, missing_docs, reason = "the crate's")]
            pub mod $name {
                include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
            }
        )*
    };
}
use piece;
