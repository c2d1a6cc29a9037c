//! The rules that say which requests have to pay.

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
    /// It is let in, as everybody is.
    Open,
    /// It is let in because of who asks.
    Allowed,
    /// It is let in with a pass or a stamp of so many squarings at least, and never below the lowest price.
    Pay(u64),
    /// It is refused, whatever it brings.
    Closed,
}

/// The rules, of which the first that holds decides; a request for which none does pays.
///
/// Before all others are the rules of [`deny`](Rules::deny) and [`close`](Rules::close), then those of
/// [`add`](Rules::add) in their order, then those of [`allow`](Rules::allow) and [`open`](Rules::open).
///
/// A path is that of the request's line, as it stands there. One that servers might read in two ways is let
/// in by no rule about paths, and is that of every rule that refuses or asks for more: `..`, `//`, `\`, `;`,
/// what is percent-encoded without need, such as `%2e`, `%2f` and `%61`, and what is not UTF-8 when it is
/// decoded. If several rules ask for such a path, the dearest counts.
///
/// A rule that opens compares letter for letter, one that closes as the most forgiving site would: `/closed`
/// stands for `/CLOSED`, `/closed/`, `/closed.` and `/closed%20` too.
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
    /// Opens a path too, with all below it.
    pub fn open(&mut self, path: &str) {
        self.open = self.open.clone().path(path);
    }

    /// Closes a path, with all below it: before all rules that open.
    pub fn close(&mut self, path: &str) {
        let rule = self.closed.take().unwrap_or_else(|| Rule::new("close", Action::Deny));
        self.closed = Some(rule.path(path));
    }

    /// Lets everybody with these addresses in: those of crawlers, for one, as their operators
    /// [publish](crate::networks) them. What a crawler says of itself counts for nothing, because anybody can
    /// say it.
    pub fn allow(&mut self, networks: impl IntoIterator<Item = IpNet>) {
        add(&mut self.allowed, Rule::new("allow", Action::Allow), networks);
    }

    /// Keeps everybody with these addresses out: before all rules that open.
    pub fn deny(&mut self, networks: impl IntoIterator<Item = IpNet>) {
        add(&mut self.denied, Rule::new("deny", Action::Deny), networks);
    }

    /// Adds a rule behind those that were added before.
    pub fn add(&mut self, rule: Rule) {
        self.own.push(rule);
    }

    /// Decides on a request.
    pub fn decide(&self, asked: &Asked) -> Decision {
        let read = Read::new(asked);
        // The least price by the rules that hold if the path is read in one way or another.
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

    /// The prices that rules ask for, ascending.
    pub fn prices(&self) -> Vec<u64> {
        let mut prices: Vec<u64> = self.all().filter_map(|rule| rule.action().price()).collect();
        prices.sort_unstable();
        prices.dedup();
        prices
    }
}

impl Decision {
    /// This, or the price if there is one and it is more.
    fn at_least(self, price: Option<u64>) -> Decision {
        match (self, price) {
            (decision, None) => decision,
            (Decision::Pay(least), Some(price)) => Decision::Pay(least.max(price)),
            (Decision::Open | Decision::Allowed, Some(price)) => Decision::Pay(price),
            (Decision::Closed, _) => Decision::Closed,
        }
    }
}

/// Adds networks to a rule, which there is if it has some.
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
