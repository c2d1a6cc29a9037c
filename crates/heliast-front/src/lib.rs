//! The layer in front of an HTTP server: it limits a client's use of the server, finds the client of a
//! request that comes through proxies, and reports the resources that the process uses.
//!
//! ```
//! use heliast_front::{Limits, Rates};
//! use std::time::{Duration, Instant};
//!
//! let (client, now) = ("192.0.2.1".parse()?, Instant::now());
//! let rates = Rates::new(&Limits { requests_per_second: 1, request_burst: 2, ..Limits::default() }, now);
//! assert!(rates.take(client, now).is_ok() && rates.take(client, now).is_ok());
//! assert!(rates.take(client, now).is_err());
//! assert!(rates.take(client, now + Duration::from_secs(1)).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod activity;
mod limits;
mod metered;
mod process;
mod proxies;
mod rate;
mod timer;

pub use activity::{Connections, Place, Watched};
pub use limits::Limits;
pub use metered::{Meter, Metered};
pub use process::process_metrics;
pub use proxies::{Network, Proxies, ProxyHeader, exact_network};
pub use rate::{Rates, TooMuch, network};
pub use timer::{Timer, sleep_awake};
