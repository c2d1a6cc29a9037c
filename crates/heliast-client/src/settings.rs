//! Limits of times, lengths and attempts.

use std::time::Duration;

/// The limits of requests to a node. Every field has a default:
///
/// ```
/// use heliast_client::Settings;
/// use std::time::Duration;
///
/// let settings = Settings { answer_time: Duration::from_secs(3), ..Settings::default() };
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The time to establish a connection.
    pub connect_time: Duration,
    /// The time for a whole short answer: status, health, a number.
    pub answer_time: Duration,
    /// The time for a whole long answer: a genesis, a bundle of rounds.
    pub page_time: Duration,
    /// The time for which a stream of events may be silent. A node says something every two seconds.
    pub silence: Duration,
    /// The most requests for one answer of a node that asks to wait (429 or 503), including the first. A
    /// [`Client`](crate::Client) asks its other nodes before it waits.
    pub attempts: u32,
    /// The longest wait before the next attempt, whatever `Retry-After` says.
    pub longest_wait: Duration,
    /// The most bytes of a long answer that is not a bundle.
    pub longest_answer: u64,
    /// The number of redirects that are followed. The default is 0: with a redirect, a node could choose
    /// another address for the request.
    pub redirects: u32,
    /// The name of the program, which is sent with each request.
    pub user_agent: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            connect_time: Duration::from_secs(5),
            answer_time: Duration::from_secs(10),
            page_time: Duration::from_secs(300),
            silence: Duration::from_secs(30),
            attempts: 3,
            longest_wait: Duration::from_secs(10),
            longest_answer: 64 << 20,
            redirects: 0,
            user_agent: concat!("heliast/", env!("CARGO_PKG_VERSION")).to_owned(),
        }
    }
}
