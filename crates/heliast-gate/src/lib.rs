//! A reverse proxy that asks for a short delay before it lets anybody in: the price of a request against
//! spam.
//!
//! ```no_run
//! use heliast_gate::{Durable, Gate, Limits, Proxy, Rules, Service, Till, TillOptions, listen, serve};
//! use heliast_group::RsaGroup;
//! use heliast_stamp::Pace;
//! use std::{path::Path, sync::Arc};
//!
//! # async fn run(secret: [u8; 32]) -> Result<(), Box<dyn std::error::Error>> {
//! let options = TillOptions::new("example.org", secret, Pace::new(500_000, 8_000_000)?);
//! let spent = Arc::new(Durable::open(Path::new("spent.redb"), 10_000_000)?);
//! let progress = |done, of| eprintln!("{done} of {of} prices");
//! let till = Till::new(&RsaGroup::rsa_2048(), options, spent, progress);
//! let gate = Gate::new("example.org", till, Rules::default(), true)?;
//! let service = Service {
//!     proxy: Arc::new(Proxy::new(gate, "http://127.0.0.1:3000")?),
//!     limits: Limits::default(),
//!     most_per_second: 200.0,
//! };
//! serve(service, listen("0.0.0.0:8080".parse()?)?, None, std::future::pending()).await;
//! # Ok(())
//! # }
//! ```
//!
//! A [`Proxy`] has its site in another process, [`serve`]d as above; a [`StampLayer`] has it behind itself,
//! in a program of axum; and [`ForwardAuth`] is for proxies that ask a gate and pass requests on themselves.
//!
//! A [`Gate`] lets a request through if [`Rules`] say that it is open, or if it brings a pass, a cookie
//! that its client has got for a stamp (`spec/stamp.md`), or a stamp itself. All others get a challenge:
//! browsers as a page that waits and goes on by itself, programs in the header `WWW-Authenticate` of an
//! answer with status 401, to which they answer with `Authorization: Stamp`. A [`Till`] gives out
//! challenges and takes stamps; its price follows the load, and each network has a surcharge of its own. What
//! the gate answers itself begins with `/.heliast/`.
//!
//! Bodies go through as they come. A connection that was paid for may become a WebSocket, or what
//! [`Upgrades`] allow; all others stay HTTP. WebSockets over HTTP/2 (RFC 8441) are not passed on; browsers
//! then take HTTP/1.1.

#![forbid(unsafe_code)]

mod binding;
mod door;
mod durable;
mod forward;
mod gate;
mod handover;
mod layer;
mod listener;
mod looks;
mod metrics;
mod networks;
mod page;
mod pass;
mod payment;
mod preview;
mod proxy;
mod queue;
mod redis_list;
mod reply;
mod rules;
mod serve;
mod till;
mod way;

pub use binding::Binding;
pub use durable::Durable;
pub use forward::ForwardAuth;
pub use gate::{Gate, GateError, authorization_of, challenge_of};
pub use heliast_front::{Limits, Network, Proxies, ProxyHeader, exact_network};
pub use layer::{StampLayer, StampService};
pub use listener::{Listener, listen, listen_in_turn};
pub use looks::{BadLooks, Logo, Looks, MAX_LOGO};
pub use networks::{BadNetwork, networks};
pub use proxy::{BadUpgrade, BadUpstream, Proxy, Upgrades};
pub use redis_list::{BadRedis, Redis, WhenDown};
pub use rules::{Action, Asked, Crawler, Decision, Rule, Rules};
pub use serve::{Service, serve};
pub use till::{Till, TillOptions, Unpaid};

/// The README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
