//! The rules that say which requests have to pay.

mod path;
#[cfg(test)]
mod tests;

use self::path::{Loose, covers, is_ambiguous};
use crate::networks::Networks;
use ipnet::IpNet;
use std::net::IpAddr;

/// Paths that robots, certificates and browsers ask for, without which a site is not found or not trusted.
const OPEN: [&str; 5] = ["/.well-known/", "/robots.txt", "/favicon.ico", "/sitemap.xml", "/humans.txt"];

/// The rules' answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is let in, as everybody is.
    Open,
    /// It is let in because of its address.
    Allowed,
    /// It is let in with a pass or a stamp.
    Pay,
    /// It is refused, whatever it brings.
    Closed,
}

/// The rules name open and closed requests; all others pay. A path is that of the request's line,
/// as it stands there. One that servers might read in two ways is never open, and is closed where anything
/// is: `..`, `//`, `\`, `;`, what is percent-encoded without need, such as `%2e`, `%2f` and `%61`, and what
/// is not UTF-8 when it is decoded. What is open is compared letter for letter, what is closed as the most
/// forgiving site would: `/closed` stands for `/CLOSED`, `/closed/`, `/closed.` and `/closed%20` too.
#[derive(Clone, Debug)]
pub struct Rules {
    open: Vec<String>,
    closed: Vec<Loose>,
    allowed: Networks,
    denied: Networks,
}

impl Default for Rules {
    /// Open are `/.well-known/`, `/robots.txt`, `/favicon.ico`, `/sitemap.xml` and `/humans.txt`.
    fn default() -> Rules {
        let open = OPEN.map(str::to_owned).into();
        Rules { open, closed: Vec::new(), allowed: Networks::default(), denied: Networks::default() }
    }
}

impl Rules {
    /// Opens a path too, with all below it.
    pub fn open(&mut self, path: &str) {
        self.open.push(path.to_owned());
    }

    /// Closes a path, with all below it: before all rules that open.
    pub fn close(&mut self, path: &str) {
        self.closed.push(Loose::new(path));
    }

    /// Lets everybody with these addresses in: those of crawlers, for one, as their operators
    /// [publish](crate::networks) them. What a crawler says of itself counts for nothing, because anybody can
    /// say it.
    pub fn allow(&mut self, networks: impl IntoIterator<Item = IpNet>) {
        self.allowed.add(networks);
    }

    /// Keeps everybody with these addresses out: before all rules that open.
    pub fn deny(&mut self, networks: impl IntoIterator<Item = IpNet>) {
        self.denied.add(networks);
    }

    /// Decides on a request for `path` from `client`.
    pub fn decide(&self, path: &str, client: IpAddr) -> Decision {
        if self.denied.contain(client) || self.closes(path) {
            return Decision::Closed;
        }
        if is_ambiguous(path) {
            return if self.closed.is_empty() { Decision::Pay } else { Decision::Closed };
        }
        match self.open.iter().any(|prefix| covers(prefix, path)) {
            _ if self.allowed.contain(client) => Decision::Allowed,
            true => Decision::Open,
            false => Decision::Pay,
        }
    }

    fn closes(&self, path: &str) -> bool {
        // A path is taken apart only where something is closed.
        let loose = (!self.closed.is_empty()).then(|| Loose::new(path));
        loose.is_some_and(|path| self.closed.iter().any(|closed| closed.covers(&path)))
    }
}
