//! A node that lies. The liar sits between a node's engine and its application, and is a program
//! which the node starts as its engine:
//!
//! ```text
//!  CometBFT ──requests──► byzantine ──the same──► heliast node
//!      ◄────────── lies ──────┘  ◄──── truth ────────┘
//! ```
//!
//! Everything else of that node is as in honest nodes: its keys, its store, its page, its supervision.

#![forbid(unsafe_code)]

pub mod lie;
pub mod upstream;

use heliast_network::parts::{
    Application,
    messages::{request, response},
};
use lie::{Held, Lie};
use std::process;
use upstream::Upstream;

/// An application that asks an honest one, and changes its answers.
pub struct Liar {
    honest: Upstream,
    lie: Lie,
    held: Held,
}

impl Liar {
    /// Lies in this way about the answers of the application behind `honest`.
    pub fn new(honest: Upstream, lie: Lie) -> Liar {
        Liar { honest, lie, held: Held::default() }
    }
}

impl Application for Liar {
    fn answer(&mut self, request: request::Value) -> response::Value {
        match self.honest.ask(request.clone()) {
            Ok(truth) => self.lie.tell(&request, truth, &mut self.held),
            Err(error) => {
                // The engine ends with the connections to it, as it does with those to its application.
                eprintln!("byzantine: the application is gone: {error}");
                process::exit(1);
            }
        }
    }
}
