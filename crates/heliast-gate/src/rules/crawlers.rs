//! Crawlers whose operators publish their networks.

use super::words::Word;
use crate::networks::Networks;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, LazyLock},
};

/// The stored list, as JSON. Its data are facts that the operators publish; each entry says where they are
/// published, and when they were copied.
const KEPT: &str = include_str!("../../data/crawlers.json");

static ALL: LazyLock<BTreeMap<String, Arc<Crawler>>> = LazyLock::new(|| {
    let kept: BTreeMap<String, Kept> = serde_json::from_str(KEPT).unwrap_or_default();
    kept.into_iter().map(|(name, kept)| (name.clone(), Arc::new(Crawler::new(name, kept)))).collect()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    agents: Vec<String>,
    published_at: Vec<String>,
    taken: String,
    networks: Vec<String>,
}

/// A crawler that is identified by its name and its networks.
#[derive(Debug)]
pub struct Crawler {
    name: String,
    agents: Vec<Word>,
    networks: Networks,
    published_at: Vec<String>,
    taken: String,
}

impl Crawler {
    fn new(name: String, kept: Kept) -> Crawler {
        let mut networks = Networks::default();
        networks.add(kept.networks.iter().filter_map(|text| text.parse().ok()));
        let agents = kept.agents.iter().map(|agent| Word::new(agent)).collect();
        Crawler { name, agents, networks, published_at: kept.published_at, taken: kept.taken }
    }

    /// The crawler with this name, such as `googlebot`, if it is known.
    pub fn named(name: &str) -> Option<Arc<Crawler>> {
        ALL.get(name).cloned()
    }

    /// All known crawlers, in the order of their names.
    pub fn all() -> impl Iterator<Item = &'static Crawler> {
        ALL.values().map(Arc::as_ref)
    }

    /// Its name in rules.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The addresses at which its operator publishes its networks.
    pub fn published_at(&self) -> &[String] {
        &self.published_at
    }

    /// The day on which its networks were copied, like `2026-04-24`.
    pub fn taken(&self) -> &str {
        &self.taken
    }

    /// Whether this crawler sends the request. Anybody can send its name, and others have addresses in its
    /// operator's networks, so that both must match.
    pub fn is(&self, agent: &[u8], client: IpAddr) -> bool {
        self.is_lower(&agent.to_ascii_lowercase(), client)
    }

    /// The same for a user agent in lower case.
    pub(super) fn is_lower(&self, agent: &[u8], client: IpAddr) -> bool {
        self.networks.contain(client) && self.agents.iter().any(|word| word.is_in_lower(agent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kept_list_is_whole() {
        let kept: BTreeMap<String, Kept> = serde_json::from_str(KEPT).unwrap();
        assert!(kept.len() >= 10 && ALL.len() == kept.len());
        for (name, kept) in kept {
            assert!(!kept.agents.is_empty() && !kept.networks.is_empty(), "{name}");
            assert!(kept.published_at.iter().all(|url| url.starts_with("https://")), "{name}");
            assert!(kept.taken.len() == 10 && kept.taken.starts_with("20"), "{name}");
            // Wide networks would let in more than a crawler.
            for text in &kept.networks {
                let net: ipnet::IpNet = text.parse().unwrap();
                assert!(net.prefix_len() >= if net.addr().is_ipv4() { 16 } else { 32 }, "{name}: {text}");
            }
        }
    }

    #[test]
    fn a_crawler_is_who_has_its_name_and_its_address() {
        let google = Crawler::named("googlebot").unwrap();
        let agent = b"Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
        let (own, foreign) = ("66.249.66.1".parse().unwrap(), "203.0.113.9".parse().unwrap());
        assert!(google.is(agent, own) && google.is(b"googlebot", own));
        assert!(!google.is(agent, foreign) && !google.is(b"curl/8", own) && !google.is(b"", own));
        assert!(Crawler::named("Googlebot").is_none() && Crawler::named("").is_none());
    }
}
