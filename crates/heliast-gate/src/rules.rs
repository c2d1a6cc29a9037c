//! The rules that say which requests have to pay.

mod path;

use self::path::{Loose, covers, is_ambiguous};
use crate::networks::Networks;
use ipnet::IpNet;
use std::net::IpAddr;

/// Paths that robots, certificates and browsers ask for, without which a site is not found or not trusted.
const OPEN: [&str; 5] = ["/.well-known/", "/robots.txt", "/favicon.ico", "/sitemap.xml", "/humans.txt"];

/// The rules' answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing: everybody is let in.
    Open,
    /// Nothing: its address is let in.
    Allowed,
    /// Show a stamp, or that one was shown.
    Pay,
    /// It is not let in, whatever it shows.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(rules: &Rules, path: &str) -> Decision {
        rules.decide(path, "203.0.113.9".parse().unwrap())
    }

    #[test]
    fn what_everybody_may_ask_for() {
        let rules = Rules::default();
        for path in ["/robots.txt", "/.well-known/acme-challenge/x", "/favicon.ico", "/sitemap.xml"] {
            assert_eq!(decide(&rules, path), Decision::Open, "{path}");
        }
        for path in ["/", "/robots.txt.php", "/.well-known", "/a/robots.txt", "/robots", "/ROBOTS.TXT"] {
            assert_eq!(decide(&rules, path), Decision::Pay, "{path}");
        }
    }

    #[test]
    fn paths_that_servers_read_in_two_ways_are_not_open() {
        let mut rules = Rules::default();
        rules.open("/static/");
        let ways = [
            "/static/../admin",
            "/static/%2e%2E/admin",
            "/static/..%2fadmin",
            "/static//x",
            "/static/\\..\\admin",
            "/robots.txt/..;/admin",
            "/static/./x",
            "/static/%00",
            "/%61dmin",
            "/adm%69n/x",
            "/%2561dmin",
            "/static/%",
            "/static/%zz",
            "/%5Fx",
            "/static/x;y",
            "/static/%c0%ae%c0%ae/admin",
            "/static/%ff",
        ];
        for path in ways {
            assert_eq!(decide(&rules, path), Decision::Pay, "{path}");
        }
        rules.close("/admin");
        for path in ways.into_iter().chain(["/admin", "/admin/", "/admin/x"]) {
            assert_eq!(decide(&rules, path), Decision::Closed, "{path}");
        }
        assert_eq!(decide(&rules, "/administration"), Decision::Pay);
        for path in ["/static/x", "/static/%C3%A9%20t", "/static/a%3Fb"] {
            assert_eq!(decide(&rules, path), Decision::Open, "{path}");
        }
    }

    #[test]
    fn what_is_closed_is_closed_in_every_spelling() {
        let mut rules = Rules::default();
        rules.open("/");
        rules.close("/Closed/");
        rules.close("/caf\u{e9}");
        let closed = [
            "/closed",
            "/CLOSED/x",
            "/closed.",
            "/closed%20",
            "/closed/",
            "/closed%3fa",
            "/closed%23a",
            "/caf%C3%A9",
            "/caf%c3%a9/x",
            "/caf\u{e9}",
        ];
        for path in closed {
            assert_eq!(decide(&rules, path), Decision::Closed, "{path}");
        }
        for path in ["/", "/close", "/closed-not", "/a/closed", "/cafe", "/closed%C3%A9"] {
            assert_eq!(decide(&rules, path), Decision::Open, "{path}");
        }
        rules.close("/");
        assert_eq!(decide(&rules, "/robots.txt"), Decision::Closed);
        assert_eq!(decide(&rules, "*"), Decision::Closed);
    }

    #[test]
    fn addresses() {
        let mut rules = Rules::default();
        rules.allow(["203.0.113.0/24".parse().unwrap()]);
        assert_eq!(decide(&rules, "/x"), Decision::Allowed);
        assert_eq!(rules.decide("/x", "203.0.114.1".parse().unwrap()), Decision::Pay);
        assert_eq!(rules.decide("/x", "::ffff:203.0.113.1".parse().unwrap()), Decision::Allowed);
        rules.deny(["203.0.113.9/32".parse().unwrap()]);
        assert_eq!(rules.decide("/x", "::ffff:203.0.113.9".parse().unwrap()), Decision::Closed);
        assert_eq!(decide(&rules, "/x"), Decision::Closed);
        assert_eq!(decide(&rules, "/robots.txt"), Decision::Closed);
        assert_eq!(rules.decide("/x", "203.0.113.8".parse().unwrap()), Decision::Allowed);
    }
}
