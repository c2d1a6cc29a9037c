//! Who has to pay for what.

use crate::networks::Networks;
use ipnet::IpNet;
use std::net::IpAddr;

/// Paths that robots, certificates and browsers ask for, without which a site is not found or not trusted.
const OPEN: [&str; 5] = ["/.well-known/", "/robots.txt", "/favicon.ico", "/sitemap.xml", "/humans.txt"];

/// What a request has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing.
    Open,
    /// Show a stamp, or that one was shown.
    Pay,
    /// Whatever it shows, it is not let in.
    Closed,
}

/// Which requests are open, and which are closed; all others pay. A path is that of the request's line,
/// as it stands there. One that servers might read in two ways is never open, and is closed where anything
/// is: `..`, `//`, `\`, and what is percent-encoded without need, such as `%2e`, `%2f` and `%61`.
#[derive(Clone, Debug)]
pub struct Rules {
    open: Vec<String>,
    closed: Vec<String>,
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
        self.closed.push(path.to_owned());
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

    /// What a request for `path` from `client` has to do.
    pub fn decide(&self, path: &str, client: IpAddr) -> Decision {
        let covers = |paths: &[String]| paths.iter().any(|prefix| covers(prefix, path));
        if self.denied.contain(client) || covers(&self.closed) {
            return Decision::Closed;
        }
        if is_ambiguous(path) {
            return if self.closed.is_empty() { Decision::Pay } else { Decision::Closed };
        }
        if self.allowed.contain(client) || covers(&self.open) { Decision::Open } else { Decision::Pay }
    }
}

/// Whether `path` is `prefix` or below it.
fn covers(prefix: &str, path: &str) -> bool {
    path.strip_prefix(prefix)
        .is_some_and(|rest| rest.is_empty() || prefix.ends_with('/') || rest.starts_with('/'))
}

fn is_ambiguous(path: &str) -> bool {
    let has_dots = path.split('/').any(|segment| segment == ".." || segment == ".");
    has_dots || path.contains("//") || path.contains(['\\', ';']) || has_needless_escape(path)
}

/// Whether something is percent-encoded that a server takes for the same as if it were not (RFC 3986,
/// section 2.3), or for a separator, or that may be decoded twice.
fn has_needless_escape(path: &str) -> bool {
    path.split('%').skip(1).any(|rest| {
        let digits = rest.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        // What is no escape is left to the site, which has its own way with it.
        byte.is_none_or(|byte| {
            byte.is_ascii_alphanumeric() || byte.is_ascii_control() || b"-._~/\\;%".contains(&byte)
        })
    })
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
    fn addresses() {
        let mut rules = Rules::default();
        rules.allow(["203.0.113.0/24".parse().unwrap()]);
        assert_eq!(decide(&rules, "/x"), Decision::Open);
        assert_eq!(rules.decide("/x", "203.0.114.1".parse().unwrap()), Decision::Pay);
        assert_eq!(rules.decide("/x", "::ffff:203.0.113.1".parse().unwrap()), Decision::Open);
        rules.deny(["203.0.113.9/32".parse().unwrap()]);
        assert_eq!(rules.decide("/x", "::ffff:203.0.113.9".parse().unwrap()), Decision::Closed);
        assert_eq!(decide(&rules, "/x"), Decision::Closed);
        assert_eq!(decide(&rules, "/robots.txt"), Decision::Closed);
        assert_eq!(rules.decide("/x", "203.0.113.8".parse().unwrap()), Decision::Open);
    }
}
