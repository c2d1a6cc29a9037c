//! One rule: whom and what it is about, and what is done then.

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

/// The end of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It is let in.
    Allow,
    /// It is refused.
    Deny,
    /// It is let in with a stamp or a pass of so many squarings at least, or of the lowest price.
    Pay(Option<u64>),
}

/// The parts of a request by which rules go.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The path of the request's line, as it stands there, without a query.
    pub path: &'a str,
    /// The method.
    pub method: &'a Method,
    /// The `User-Agent`, or nothing.
    pub agent: &'a [u8],
    /// The client's address.
    pub client: IpAddr,
}

impl<'a> Asked<'a> {
    /// A request by GET of a client that does not name its program.
    pub fn get(path: &'a str, client: IpAddr) -> Asked<'a> {
        Asked { path, method: &Method::GET, agent: b"", client }
    }
}

/// A rule: what it says of a request holds where all of its conditions do. One without conditions is for all.
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
    /// A rule for all requests, whose name stands in logs and lists.
    pub fn new(name: impl Into<String>, action: Action) -> Rule {
        let (paths, methods, agents, crawlers) = (vec![], vec![], vec![], vec![]);
        Rule { name: name.into(), action, paths, methods, agents, networks: None, crawlers }
    }

    /// Only for this path and all below it, or for another one that was named: `*` stands for any part of a
    /// segment, `**` for any segments. A rule that lets in compares letter for letter, and a path of it with
    /// `*` is for whole paths; a rule that asks or refuses compares as the most forgiving site would.
    #[must_use]
    pub fn path(mut self, path: &str) -> Rule {
        self.paths.push(Pattern::new(path));
        self
    }

    /// Only for this method, or another one that was named. A rule that lets in compares letter for letter;
    /// one that asks or refuses compares as the most forgiving site would: without regard to case, and a rule
    /// for GET is one for HEAD too.
    #[must_use]
    pub fn method(mut self, method: Method) -> Rule {
        self.methods.push(method);
        self
    }

    /// Only if `User-Agent` has this word, or another one that was named, in any case; `*` in it stands for
    /// anything, and the empty word is for requests without that header.
    #[must_use]
    pub fn agent(mut self, word: &str) -> Rule {
        self.agents.push(Word::new(word));
        self
    }

    /// Only for clients in these networks, or in others that were named.
    #[must_use]
    pub fn networks(mut self, networks: impl IntoIterator<Item = IpNet>) -> Rule {
        self.networks.get_or_insert_default().add(networks);
        self
    }

    /// Only for this crawler, or another one that was named.
    #[must_use]
    pub fn crawler(mut self, crawler: Arc<Crawler>) -> Rule {
        self.crawlers.push(crawler);
        self
    }

    /// Its action, where it holds.
    pub fn action(&self) -> Action {
        self.action
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it goes by who asks, and not by what is asked alone.
    fn is_about_clients(&self) -> bool {
        self.networks.is_some() || !self.crawlers.is_empty()
    }

    /// The decision where it holds.
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

    /// Whether it names a method. Some sites take `post` for POST, and most answer HEAD by doing what GET
    /// does.
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

    /// A path that servers might read in two ways may be that of any rule that asks or refuses, and is that
    /// of none that lets in.
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

/// Whether a rule holds for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    No,
    /// If the site reads the path in one of the ways in which it can be read: a rule behind it may hold too.
    Perhaps,
    Surely,
}

/// The texts of a request, taken apart where a rule needs them, and once for all rules.
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
