//! A rule: the clients and requests that it covers, and its action.

use super::{
    Decision,
    crawlers::Crawler,
    path::{Loose, Pattern, Strict, is_ambiguous},
    words::Word,
};
use crate::networks::Networks;
use axum::http::Method;
use ipnet::IpNet;
use std::{cell::OnceCell, fmt, net::IpAddr, sync::Arc};

/// The action for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It is let in.
    Allow,
    /// It is refused.
    Deny,
    /// It is let in with a stamp or a pass of at least this many squarings, or of the lowest price.
    Pay(Option<u64>),
}

/// The parts of a request that rules use.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The unchanged path of the request line, without a query.
    pub path: &'a str,
    /// The method.
    pub method: &'a Method,
    /// The `User-Agent`; empty if it is missing.
    pub agent: &'a [u8],
    /// The client's address.
    pub client: IpAddr,
}

impl<'a> Asked<'a> {
    /// A GET request of a client without a `User-Agent`.
    pub fn get(path: &'a str, client: IpAddr) -> Asked<'a> {
        Asked { path, method: &Method::GET, agent: b"", client }
    }
}

/// A rule. It applies if all of its conditions hold. A rule without conditions applies to all requests.
#[derive(Clone, Debug)]
pub struct Rule {
    name: String,
    action: Action,
    paths: Vec<Pattern>,
    methods: Vec<Method>,
    agents: Vec<Word>,
    networks: Option<Networks>,
    crawlers: Vec<Arc<Crawler>>,
}

impl Rule {
    /// A rule for all requests, with a name for logs and lists.
    pub fn new(name: impl Into<String>, action: Action) -> Rule {
        let (paths, methods, agents, crawlers) = (vec![], vec![], vec![], vec![]);
        Rule { name: name.into(), action, paths, methods, agents, networks: None, crawlers }
    }

    /// Restricts the rule to this path and all below it; may be called for several paths. `*` matches any
    /// part of a segment, `**` any segments. A rule that lets in compares exactly, and its paths with `*`
    /// match only whole paths; a rule that demands a stamp or refuses compares like the most tolerant site.
    #[must_use]
    pub fn path(mut self, path: &str) -> Rule {
        self.paths.push(Pattern::new(path));
        self
    }

    /// Restricts the rule to this method; may be called for several methods. A rule that lets in compares
    /// exactly; one that demands a stamp or refuses compares like the most tolerant site: independent of
    /// case, and a rule for GET also covers HEAD.
    #[must_use]
    pub fn method(mut self, method: Method) -> Rule {
        self.methods.push(method);
        self
    }

    /// Restricts the rule to requests whose `User-Agent` contains this word, independent of case; may be
    /// called for several words. `*` in it matches anything, and the empty word covers requests without that
    /// header.
    #[must_use]
    pub fn agent(mut self, word: &str) -> Rule {
        self.agents.push(Word::new(word));
        self
    }

    /// Restricts the rule to clients in these networks; may be called for several networks.
    #[must_use]
    pub fn networks(mut self, networks: impl IntoIterator<Item = IpNet>) -> Rule {
        self.networks.get_or_insert_default().add(networks);
        self
    }

    /// Restricts the rule to this crawler; may be called for several crawlers.
    #[must_use]
    pub fn crawler(mut self, crawler: Arc<Crawler>) -> Rule {
        self.crawlers.push(crawler);
        self
    }

    /// Its action if it applies.
    pub fn action(&self) -> Action {
        self.action
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it depends on the client, and not only on the request.
    fn is_about_clients(&self) -> bool {
        self.networks.is_some() || !self.crawlers.is_empty()
    }

    /// The decision if it applies.
    pub(super) fn decision(&self) -> Decision {
        match self.action {
            Action::Deny => Decision::Closed,
            Action::Allow if self.is_about_clients() => Decision::Allowed,
            Action::Allow => Decision::Open,
            Action::Pay(least) => Decision::Pay(least.unwrap_or(0)),
        }
    }

    pub(super) fn holds(&self, asked: &Asked, read: &Read) -> Holds {
        let is_method = self.methods.is_empty() || self.is_method(asked.method);
        let is_network = self.networks.as_ref().is_none_or(|networks| networks.contain(asked.client));
        let is_agent =
            self.agents.is_empty() || self.agents.iter().any(|word| word.is_in_lower(read.agent()));
        let is_crawler = self.crawlers.is_empty()
            || self.crawlers.iter().any(|crawler| crawler.is_lower(read.agent(), asked.client));
        match is_method && is_network && is_agent && is_crawler {
            true => self.is_about(read),
            false => Holds::No,
        }
    }

    /// Whether it covers a method. Some sites take `post` for POST, and most answer HEAD by doing the work of
    /// GET.
    fn is_method(&self, asked: &Method) -> bool {
        let is_alike = |method: &Method| {
            let is_named = |name: &Method| name.as_str().eq_ignore_ascii_case(asked.as_str());
            is_named(method) || method == Method::GET && is_named(&Method::HEAD)
        };
        match self.action {
            Action::Allow => self.methods.contains(asked),
            Action::Deny | Action::Pay(_) => self.methods.iter().any(is_alike),
        }
    }

    /// Any rule that demands a stamp or refuses may apply to a path that servers might read in two ways; a
    /// rule that lets in never applies.
    fn is_about(&self, read: &Read) -> Holds {
        let strictly = |pattern: &Pattern| pattern.covers_strictly(read.strict());
        let loosely = |pattern: &Pattern| pattern.covers_loosely(read.loose());
        match (self.action, read.is_ambiguous()) {
            _ if self.paths.is_empty() => Holds::Surely,
            (Action::Allow, false) if self.paths.iter().any(strictly) => Holds::Surely,
            (Action::Deny | Action::Pay(_), false) if self.paths.iter().any(loosely) => Holds::Surely,
            (Action::Deny | Action::Pay(_), true) => Holds::Perhaps,
            (_, _) => Holds::No,
        }
    }
}

/// Whether a rule applies to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    No,
    /// It depends on how the site reads the path: a later rule may also apply.
    Perhaps,
    Surely,
}

/// The texts of a request, parsed when a rule needs them, once for all rules.
pub(super) struct Read<'a> {
    path: &'a str,
    agent: &'a [u8],
    lower: OnceCell<Vec<u8>>,
    strict: OnceCell<Strict<'a>>,
    loose: OnceCell<Loose>,
    is_ambiguous: OnceCell<bool>,
}

impl<'a> Read<'a> {
    pub fn new(asked: &Asked<'a>) -> Read<'a> {
        let (lower, strict, loose, is_ambiguous) = Default::default();
        Read { path: asked.path, agent: asked.agent, lower, strict, loose, is_ambiguous }
    }

    /// The user agent in lower case.
    fn agent(&self) -> &[u8] {
        self.lower.get_or_init(|| self.agent.to_ascii_lowercase())
    }

    fn strict(&self) -> &Strict<'a> {
        self.strict.get_or_init(|| Strict::new(self.path))
    }

    fn loose(&self) -> &Loose {
        self.loose.get_or_init(|| Loose::new(self.path))
    }

    fn is_ambiguous(&self) -> bool {
        *self.is_ambiguous.get_or_init(|| is_ambiguous(self.path))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Allow => f.write_str("allow"),
            Action::Deny => f.write_str("deny"),
            Action::Pay(None) => f.write_str("pay"),
            Action::Pay(Some(squarings)) => write!(f, "pay {squarings}"),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.action)?;
        let mut list = |what: &str, items: Vec<&str>| match items.is_empty() {
            true => Ok(()),
            false => write!(f, ", {what} {}", items.join(" | ")),
        };
        list("path", self.paths.iter().map(Pattern::text).collect())?;
        list("method", self.methods.iter().map(Method::as_str).collect())?;
        let quoted: Vec<String> = self.agents.iter().map(|word| format!("{:?}", word.text())).collect();
        list("agent", quoted.iter().map(String::as_str).collect())?;
        list("crawler", self.crawlers.iter().map(|crawler| crawler.name()).collect())?;
        match &self.networks {
            Some(networks) => write!(f, ", {networks}"),
            None => Ok(()),
        }
    }
}
