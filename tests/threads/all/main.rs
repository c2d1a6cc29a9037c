//! The structures that threads share, under a scheduler that tries the orders of their steps:
//! `docs/threads.md` has the list.
//!
//! The pieces are the crates' own sources (`build.rs`), with the checker's locks. If a scenario has few
//! schedules, all are run; of others as many as `HELIAST_SCHEDULES` says. A schedule that fails is
//! printed, and `shuttle::replay` runs it again. All memory is sequentially consistent here: the list
//! argues why the weaker orders of atomics are enough.

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
