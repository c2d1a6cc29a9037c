//! One rule: whom and what it is about, and what is done then.

use super::{
    crawlers::Crawler,
    path::{Loose, Pattern, is_ambiguous},
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

    /// Only for this method, or another one that was named.
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
    pub(super) fn is_about_clients(&self) -> bool {
        self.networks.is_some() || !self.crawlers.is_empty()
    }

    pub(super) fn holds(&self, asked: &Asked, path: &Read) -> bool {
        let is_method = self.methods.is_empty() || self.methods.contains(asked.method);
        let is_network = self.networks.as_ref().is_none_or(|networks| networks.contain(asked.client));
        let is_agent = self.agents.is_empty() || self.agents.iter().any(|word| word.is_in(asked.agent));
        let is_crawler = self.crawlers.is_empty()
            || self.crawlers.iter().any(|crawler| crawler.is(asked.agent, asked.client));
        is_method && is_network && is_agent && is_crawler && self.is_about(path)
    }

    /// A path that servers might read in two ways is that of any rule that asks or refuses, and of none that
    /// lets in.
    fn is_about(&self, path: &Read) -> bool {
        let strictly = |pattern: &Pattern| pattern.covers_strictly(path.text);
        let loosely = |pattern: &Pattern| pattern.covers_loosely(path.loose());
        match (self.action, path.is_ambiguous()) {
            _ if self.paths.is_empty() => true,
            (Action::Allow, is_ambiguous) => !is_ambiguous && self.paths.iter().any(strictly),
            (Action::Deny | Action::Pay(_), is_ambiguous) => is_ambiguous || self.paths.iter().any(loosely),
        }
    }
}

/// A path, taken apart where a rule needs it.
pub(super) struct Read<'a> {
    text: &'a str,
    loose: OnceCell<Loose>,
    is_ambiguous: OnceCell<bool>,
}

impl<'a> Read<'a> {
    pub fn new(text: &'a str) -> Read<'a> {
        Read { text, loose: OnceCell::new(), is_ambiguous: OnceCell::new() }
    }

    fn loose(&self) -> &Loose {
        self.loose.get_or_init(|| Loose::new(self.text))
    }

    fn is_ambiguous(&self) -> bool {
        *self.is_ambiguous.get_or_init(|| is_ambiguous(self.text))
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
