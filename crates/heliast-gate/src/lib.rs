//! A reverse proxy that lets clients in only after a short delay computation, which is a price against spam.
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
//! With a [`Proxy`] the site is another process, [`serve`]d as above. With a [`StampLayer`] the site is in
//! the same axum program. [`ForwardAuth`] is for proxies that ask a gate and forward requests themselves.
//!
//! A [`Gate`] lets a request through if [`Rules`] open it, or if it has a pass (a cookie that its client has
//! got for a stamp, `spec/stamp.md`) or a stamp. All others get a challenge: browsers as a page that waits
//! and then continues automatically, programs in the header `WWW-Authenticate` of an answer with status 401,
//! to which they reply with `Authorization: Stamp`. A [`Till`] issues challenges and takes stamps; its price
//! follows the load, and each network has its own surcharge. The gate's own routes begin with `/.heliast/`.
//!
//! Bodies are streamed. A paid connection may become a WebSocket, or another protocol that [`Upgrades`]
//! allows; all others stay HTTP. WebSockets over HTTP/2 (RFC 8441) are not passed on; browsers then use
//! HTTP/1.1.

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
