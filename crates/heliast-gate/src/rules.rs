//! The rules that determine which requests must pay.

mod crawlers;
mod glob;
mod path;
mod rule;
#[cfg(test)]
mod tests;
mod words;

pub use self::{
    crawlers::Crawler,
    rule::{Action, Asked, Rule},
};

use self::rule::{Holds, Read};
use ipnet::IpNet;

/// Paths that robots, certificates and browsers ask for, without which a site is not found or not trusted.
const OPEN: [&str; 5] = ["/.well-known/", "/robots.txt", "/favicon.ico", "/sitemap.xml", "/humans.txt"];

/// The rules' answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is let in, like every request for this path.
    Open,
    /// It is let in because of its client.
    Allowed,
    /// It is let in with a pass or a stamp of at least this many squarings, and never below the lowest price.
    Pay(u64),
    /// It is refused, even with a stamp or a pass.
    Closed,
}

/// The rules. The first one that applies decides; a request to which none applies must pay.
///
/// First come the rules of [`deny`](Rules::deny) and [`close`](Rules::close), then those of
/// [`add`](Rules::add) in their order, then those of [`allow`](Rules::allow) and [`open`](Rules::open).
///
/// A path is the unchanged one of the request line. A path that servers might read in two ways is never let
/// in by a rule about paths, and every rule that refuses or demands more may apply to it. Such paths have
/// `..`, `//`, `\`, `;`, needless percent-encoding such as `%2e`, `%2f` and `%61`, or bytes that are not
/// UTF-8 when decoded. If several rules apply to such a path, the highest price counts.
///
/// A rule that opens compares exactly. A rule that closes compares like the most tolerant site: `/closed`
/// also covers `/CLOSED`, `/closed/`, `/closed.` and `/closed%20`.
#[derive(Clone, Debug)]
pub struct Rules {
    denied: Option<Rule>,
    closed: Option<Rule>,
    own: Vec<Rule>,
    allowed: Option<Rule>,
    open: Rule,
}

impl Default for Rules {
    /// Open are `/.well-known/`, `/robots.txt`, `/favicon.ico`, `/sitemap.xml` and `/humans.txt`.
    fn default() -> Rules {
        let open = OPEN.iter().fold(Rule::new("open", Action::Allow), |rule, path| rule.path(path));
        Rules { denied: None, closed: None, own: Vec::new(), allowed: None, open }
    }
}

impl Rules {
    /// Opens another path, with all paths below it.
    pub fn open(&mut self, path: &str) {
        self.open = self.open.clone().path(path);
    }

    /// Closes a path, with all paths below it. This takes precedence over all rules that open.
    pub fn close(&mut self, path: &str) {
        let rule = self.closed.take().unwrap_or_else(|| Rule::new("close", Action::Deny));
        self.closed = Some(rule.path(path));
    }

    /// Lets in all clients with these addresses, for example crawlers, whose operators
    /// [publish](crate::networks) their networks. The name that a crawler sends does not count, because
    /// anybody can send it.
    pub fn allow(&mut self, networks: impl IntoIterator<Item = IpNet>) {
        add(&mut self.allowed, Rule::new("allow", Action::Allow), networks);
    }

    /// Refuses all clients with these addresses. This takes precedence over all rules that open.
    pub fn deny(&mut self, networks: impl IntoIterator<Item = IpNet>) {
        add(&mut self.denied, Rule::new("deny", Action::Deny), networks);
    }

    /// Adds a rule after those that were added before.
    pub fn add(&mut self, rule: Rule) {
        self.own.push(rule);
    }

    /// Decides on a request.
    pub fn decide(&self, asked: &Asked) -> Decision {
        let read = Read::new(asked);
        // The least price according to the rules that may apply, depending on how the path is read.
        let mut perhaps = None;
        for rule in self.all() {
            match (rule.holds(asked, &read), rule.decision()) {
                (Holds::No, _) => {}
                (Holds::Perhaps, Decision::Pay(least)) => perhaps = perhaps.max(Some(least)),
                (Holds::Perhaps | Holds::Surely, Decision::Closed) => return Decision::Closed,
                (Holds::Perhaps | Holds::Surely, decision) => return decision.at_least(perhaps),
            }
        }
        Decision::Pay(0).at_least(perhaps)
    }

    /// All rules, in their order.
    pub fn all(&self) -> impl Iterator<Item = &Rule> {
        let before = self.denied.iter().chain(&self.closed);
        before.chain(&self.own).chain(&self.allowed).chain([&self.open])
    }

    /// The prices of the rules, ascending.
    pub fn prices(&self) -> Vec<u64> {
        let mut prices: Vec<u64> = self.all().filter_map(|rule| rule.action().price()).collect();
        prices.sort_unstable();
        prices.dedup();
        prices
    }
}

impl Decision {
    /// This decision, or the price if it is given and higher.
    fn at_least(self, price: Option<u64>) -> Decision {
        match (self, price) {
            (decision, None) => decision,
            (Decision::Pay(least), Some(price)) => Decision::Pay(least.max(price)),
            (Decision::Open | Decision::Allowed, Some(price)) => Decision::Pay(price),
            (Decision::Closed, _) => Decision::Closed,
        }
    }
}

/// Adds networks to a rule, which is created with the first networks.
fn add(place: &mut Option<Rule>, new: Rule, networks: impl IntoIterator<Item = IpNet>) {
    let mut networks = networks.into_iter().peekable();
    if networks.peek().is_some() {
        *place = Some(place.take().unwrap_or(new).networks(networks));
    }
}

impl Action {
    fn price(self) -> Option<u64> {
        match self {
            Action::Pay(price) => price,
            Action::Allow | Action::Deny => None,
        }
    }
}
