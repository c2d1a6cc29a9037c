//! The file with rules in TOML. Each `[[rule]]` is a rule, and the first one that matches decides.

use crate::files;
use axum::http::Method;
use heliast_gate::{Action, Crawler, Rule, exact_network, networks};
use ipnet::IpNet;
use serde::{Deserialize, Deserializer, de};
use std::{collections::BTreeSet, fmt, fs, path::Path};
use toml::Spanned;

/// The longest file with rules, in bytes.
const MAX_POLICY: u64 = 1 << 20;
/// The longest file with networks: half a million.
const MAX_NETWORKS: u64 = 16 << 20;
const MAX_RULES: usize = 1_000;
/// The most different prices. Each takes some megabytes and, at the start, as many squarings as it has.
const MAX_PRICES: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rule: Vec<Spanned<Line>>,
}

/// A rule in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Line {
    name: Option<String>,
    #[serde(default)]
    path: Words,
    #[serde(default)]
    method: Words,
    #[serde(default)]
    agent: Words,
    #[serde(default)]
    network: Words,
    #[serde(default)]
    network_from: Words,
    #[serde(default)]
    crawler: Words,
    action: String,
    price: Option<u64>,
}

/// One word, or a list of them.
#[derive(Default)]
struct Words(Vec<String>);

/// The rules of a file, for a gate whose lowest price is `floor` squarings; or the fault in them, with the
/// line.
pub fn read(path: &Path, floor: u64) -> Result<Vec<Rule>, String> {
    let about = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    let text = text_of(path, MAX_POLICY)?;
    let dir = path.parent().unwrap_or(Path::new("."));
    rules(&text, dir, floor).map_err(|error| about(&error))
}

fn rules(text: &str, dir: &Path, floor: u64) -> Result<Vec<Rule>, String> {
    let line_of = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
    let file: File = toml::from_str(text).map_err(|error| {
        let line = line_of(error.span().map_or(0, |span| span.start));
        format!("line {line}: {}", error.message().lines().collect::<Vec<_>>().join(", "))
    })?;
    if file.rule.len() > MAX_RULES {
        return Err(format!("it has {} rules, more than {MAX_RULES}", file.rule.len()));
    }
    let prices: BTreeSet<u64> = file.rule.iter().filter_map(|line| line.get_ref().price).collect();
    if prices.len() > MAX_PRICES {
        return Err(format!("its rules have {} prices, more than {MAX_PRICES}", prices.len()));
    }
    let lines = file.rule.into_iter().enumerate();
    lines
        .map(|(place, line)| {
            let at = line_of(line.span().start);
            rule(line.into_inner(), place + 1, dir, floor).map_err(|error| format!("line {at}: {error}"))
        })
        .collect()
}

fn rule(line: Line, number: usize, dir: &Path, floor: u64) -> Result<Rule, String> {
    let name = line.name.unwrap_or_else(|| format!("rule {number}"));
    let action = action(&line.action, line.price, floor)?;
    let mut rule = Rule::new(name, action);
    for path in &line.path.0 {
        rule = rule.path(checked_path(path)?);
    }
    for method in &line.method.0 {
        let is_plain = method.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'-');
        let method = Method::from_bytes(method.as_bytes()).ok().filter(|_| is_plain);
        rule = rule.method(method.ok_or("a method is a word in capitals, such as GET")?);
    }
    for agent in &line.agent.0 {
        rule = rule.agent(agent);
    }
    // All networks are added at once, because each addition sorts all of them.
    let mut found: Vec<IpNet> = line.network.0.iter().map(|text| network(text)).collect::<Result<_, _>>()?;
    for file in &line.network_from.0 {
        found.extend(networks_of(&dir.join(file))?);
    }
    if !line.network.0.is_empty() || !line.network_from.0.is_empty() {
        rule = rule.networks(found);
    }
    for crawler in &line.crawler.0 {
        rule = rule.crawler(Crawler::named(crawler).ok_or_else(|| {
            let known: Vec<&str> = Crawler::all().map(Crawler::name).collect();
            format!("there is no crawler {crawler:?}: known are {}", known.join(", "))
        })?);
    }
    Ok(rule)
}

fn action(name: &str, price: Option<u64>, floor: u64) -> Result<Action, String> {
    match (name, price) {
        ("pay", None) => Ok(Action::Pay(None)),
        ("pay", Some(t)) if t < floor => {
            Err(format!("the price {t} is below that of the gate, {floor} squarings"))
        }
        ("pay", Some(t)) if t >= 1 << 40 => {
            Err(format!("the price {t} is too high: give less than 2^40 squarings"))
        }
        ("pay", Some(t)) => Ok(Action::Pay(Some(t))),
        ("allow" | "deny", Some(_)) => Err(format!("the action {name} has no price")),
        ("allow", None) => Ok(Action::Allow),
        ("deny", None) => Ok(Action::Deny),
        _ => Err(format!("there is no action {name:?}: give allow, deny or pay")),
    }
}

/// A path of a rule, which may have `*` in it.
pub fn checked_path(text: &str) -> Result<&str, String> {
    if !text.starts_with('/') {
        return Err(format!("the path {text:?} does not begin with /"));
    }
    if text.contains(['?', '#']) {
        return Err(format!("the path {text:?} has ? or #: rules go by the path alone"));
    }
    Ok(text)
}

/// An address, or a network without bits behind its prefix.
pub fn network(text: &str) -> Result<IpNet, String> {
    let found = networks(text).map_err(|error| error.to_string())?;
    let [network] = found[..] else {
        return Err("give an address or a network like 192.0.2.0/24".to_owned());
    };
    exact_network(network)
}

/// The networks in a file. There must be at least one: the list of a failed download would have no effect.
pub fn networks_of(path: &Path) -> Result<Vec<IpNet>, String> {
    let found = networks(&text_of(path, MAX_NETWORKS)?);
    match found.map_err(|error| format!("{}: {error}", path.display()))? {
        none if none.is_empty() => Err(format!("no network in {}", path.display())),
        some => Ok(some),
    }
}

/// The text in a file of at most `limit` bytes. It must be a regular file: another kind may have no end or no
/// writer, so that the gate would wait forever.
fn text_of(path: &Path, limit: u64) -> Result<String, String> {
    let about = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
    if !fs::metadata(path).map_err(|error| about(&error))?.is_file() {
        return Err(about(&"it is not a regular file"));
    }
    let bytes = files::read(path, limit).map_err(|failure| failure.to_string())?;
    String::from_utf8(bytes).map_err(|error| about(&error.utf8_error()))
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Words, D::Error> {
        struct Reader;
        impl<'de> de::Visitor<'de> for Reader {
            type Value = Words;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word, or a list of words")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Words, E> {
                Ok(Words(vec![word.to_owned()]))
            }

            /// An empty list would be no condition, although the operator wants one.
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
                let mut words = Vec::new();
                while let Some(word) = list.next_element()? {
                    words.push(word);
                }
                if words.is_empty() { Err(de::Error::custom("the list is empty")) } else { Ok(Words(words)) }
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        rules(text, Path::new("/nowhere"), 500).map(|rules| rules.iter().map(Rule::to_string).collect())
    }

    #[test]
    fn rules_are_read_in_their_order() {
        let text = "[[rule]]\nname = \"search\"\ncrawler = [\"googlebot\", \"bingbot\"]\naction = \"allow\"\n\n\
            [[rule]]\npath = \"/login\"\nmethod = \"POST\"\naction = \"pay\"\nprice = 900\n\n\
            [[rule]]\nagent = [\"Scrapy\", \"\"]\nnetwork = \"192.0.2.7\"\naction = \"deny\"\n";
        let expected = [
            "search: allow, crawler googlebot | bingbot",
            "rule 2: pay 900, path /login, method POST",
            "rule 3: deny, agent \"Scrapy\" | \"\", network 192.0.2.7/32",
        ];
        assert_eq!(read(text).unwrap(), expected);
        assert_eq!(read("").unwrap(), [""; 0]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let one =
            |line: &str| read(&format!("# a file\n\n[[rule]]\naction = \"deny\"\n{line}\n")).unwrap_err();
        for (line, said) in [
            ("path = \"admin\"", "line 3: the path \"admin\" does not begin with /"),
            ("path = \"/a?b\"", "line 3: the path \"/a?b\" has ? or #"),
            ("method = \"get\"", "line 3: a method is a word in capitals"),
            ("network = \"192.0.2.7/24\"", "line 3: 192.0.2.7/24 has bits behind its prefix"),
            ("network = \"site.example\"", "line 3: \"site.example\" is not a network"),
            ("network-from = \"none\"", "line 3: /nowhere/none: "),
            ("crawler = \"google\"", "line 3: there is no crawler \"google\": known are applebot"),
            ("price = 900", "line 3: the action deny has no price"),
            ("user-agent = \"x\"", "line 5: unknown field `user-agent`"),
            ("path = []", "line 5: the list is empty"),
            ("path = 7", "line 5: invalid type: integer"),
            ("path = ", "line 5: "),
        ] {
            let found = one(line);
            assert!(found.starts_with(said), "{line}: {found}");
        }
        for (text, said) in [
            ("[[rule]]\npath = \"/a\"\n", "line 1: missing field `action`"),
            ("[[rule]]\naction = \"block\"\n", "line 1: there is no action \"block\""),
            ("[[rule]]\naction = \"pay\"\nprice = 499\n", "line 1: the price 499 is below that of the gate"),
            ("[rules]\n", "line 1: unknown field `rules`"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.starts_with(said), "{text}: {found}");
        }
        let many = (0..9).map(|i| format!("[[rule]]\naction = \"pay\"\nprice = {}\n", 1_000 + i));
        assert_eq!(read(&many.collect::<String>()).unwrap_err(), "its rules have 9 prices, more than 8");
    }
}
