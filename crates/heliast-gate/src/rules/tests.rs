//! Rules: open, closed and ambiguous paths, and sites that read paths in different ways.

use super::*;
use axum::http::Method;
use proptest::{collection::vec, prelude::*};

fn decide(rules: &Rules, path: &str) -> Decision {
    decide_for(rules, path, "203.0.113.9")
}

fn decide_for(rules: &Rules, path: &str, client: &str) -> Decision {
    rules.decide(&Asked::get(path, client.parse().unwrap()))
}

#[test]
fn what_everybody_may_ask_for() {
    let rules = Rules::default();
    for path in ["/robots.txt", "/.well-known/acme-challenge/x", "/favicon.ico", "/sitemap.xml"] {
        assert_eq!(decide(&rules, path), Decision::Open, "{path}");
    }
    for path in ["/", "/robots.txt.php", "/.well-known", "/a/robots.txt", "/robots", "/ROBOTS.TXT"] {
        assert_eq!(decide(&rules, path), Decision::Pay(0), "{path}");
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
        assert_eq!(decide(&rules, path), Decision::Pay(0), "{path}");
    }
    rules.close("/admin");
    for path in ways.into_iter().chain(["/admin", "/admin/", "/admin/x"]) {
        assert_eq!(decide(&rules, path), Decision::Closed, "{path}");
    }
    assert_eq!(decide(&rules, "/administration"), Decision::Pay(0));
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
    assert_eq!(decide_for(&rules, "/x", "203.0.114.1"), Decision::Pay(0));
    assert_eq!(decide_for(&rules, "/x", "::ffff:203.0.113.1"), Decision::Allowed);
    rules.deny(["203.0.113.9/32".parse().unwrap()]);
    assert_eq!(decide_for(&rules, "/x", "::ffff:203.0.113.9"), Decision::Closed);
    assert_eq!(decide(&rules, "/x"), Decision::Closed);
    assert_eq!(decide(&rules, "/robots.txt"), Decision::Closed);
    assert_eq!(decide_for(&rules, "/x", "203.0.113.8"), Decision::Allowed);
}

/// A way in which servers, frameworks or file systems are known to change a path before they use it.
#[derive(Clone, Copy, Debug)]
enum Reading {
    Decode,
    Slashes,
    Parameters,
    Query,
    Dots,
    Merge,
    Case,
    Ends,
}

impl Reading {
    fn of(self, path: &[u8]) -> Vec<u8> {
        let per_segment = |change: &dyn Fn(&[u8]) -> Vec<u8>| {
            path.split(|byte| *byte == b'/').map(change).collect::<Vec<_>>().join(&b'/')
        };
        let until = |ends: &[u8]| {
            let end = path.iter().position(|byte| ends.contains(byte)).unwrap_or(path.len());
            path[..end].to_vec()
        };
        match self {
            Reading::Decode => percent_encoding::percent_decode(path).collect(),
            Reading::Slashes => path.iter().map(|byte| if *byte == b'\\' { b'/' } else { *byte }).collect(),
            Reading::Parameters => {
                per_segment(&|segment| segment.split(|byte| *byte == b';').next().unwrap().to_vec())
            }
            Reading::Query => until(b"?#"),
            Reading::Dots => {
                let mut kept: Vec<&[u8]> = Vec::new();
                for segment in path.split(|byte| *byte == b'/') {
                    match segment {
                        b"." => {}
                        b".." if kept.len() > 1 => drop(kept.pop()),
                        b".." => {}
                        other => kept.push(other),
                    }
                }
                kept.join(&b'/')
            }
            Reading::Merge => {
                let mut kept: Vec<u8> = path.to_vec();
                kept.dedup_by(|one, other| *one == b'/' && *other == b'/');
                kept
            }
            Reading::Case => path.to_ascii_lowercase(),
            Reading::Ends => per_segment(&|segment| {
                let end = segment.iter().rposition(|byte| !b". ".contains(byte)).map_or(0, |last| last + 1);
                segment[..end].to_vec()
            }),
        }
    }
}

fn is_below(closed: &[u8], path: &[u8]) -> bool {
    path == closed || path.strip_prefix(closed).is_some_and(|rest| rest.starts_with(b"/"))
}

/// Paths made of parts that are read differently.
fn path() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "/", "/", "/", "/static", "static", "admin", "/admin", "ADMIN", "Admin", "adm", "in", "x", ".", "..",
        "%2e", "%2F", "/../", "\\", "%5c", ";", "%3b", "?", "%3F", "%23", "%20", " ", "%61dmin", "dmin",
        "%41", "%25", "%2561", "%", "%c3%a9", "%c0%af", "%00", "//", "/./",
    ]);
    vec(part, 1..7).prop_map(|parts| format!("/{}", parts.concat().trim_start_matches('/')))
}

fn reading() -> impl Strategy<Value = Reading> {
    use Reading::{Case, Decode, Dots, Ends, Merge, Parameters, Query, Slashes};
    prop::sample::select(vec![Decode, Slashes, Parameters, Query, Dots, Merge, Case, Ends])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_048))]

    /// An attacker may know how the site reads paths; the gate does not.
    #[test]
    fn no_reading_of_a_path_that_is_let_in_is_a_closed_one(path in path(), readings in vec(reading(), 0..6)) {
        let mut rules = Rules::default();
        rules.open("/");
        rules.close("/admin");
        let read = readings.iter().fold(path.as_bytes().to_vec(), |path, reading| reading.of(&path));
        if decide(&rules, &path) != Decision::Closed {
            prop_assert!(!is_below(b"/admin", &read), "{} is read as {}", path, read.escape_ascii());
        }
    }

    /// A path that is open without payment is never read as one with a price.
    #[test]
    fn no_reading_of_an_open_path_costs_something(path in path(), readings in vec(reading(), 0..6)) {
        let mut rules = Rules::default();
        rules.open("/static");
        let ways = |reading: &&Reading| !matches!(reading, Reading::Case | Reading::Ends);
        let read = readings.iter().filter(ways).fold(path.as_bytes().to_vec(), |path, reading| reading.of(&path));
        if decide(&rules, &path) == Decision::Open {
            prop_assert!(is_below(b"/static", &read), "{} is read as {}", path, read.escape_ascii());
        }
    }

    /// Paths are compared exactly, segment by segment.
    #[test]
    fn plain_paths_are_open_if_their_first_segments_are(
        open in vec("[ab]{1,2}", 0..3),
        asked in vec("[ab]{1,2}", 0..4),
        (open_ends, asked_ends) in (any::<bool>(), any::<bool>()),
    ) {
        let text = |segments: &[String], ends: bool| {
            let joined = format!("/{}", segments.join("/"));
            if ends && !segments.is_empty() { joined + "/" } else { joined }
        };
        let mut rules = Rules::default();
        rules.open(&text(&open, open_ends));
        // `/a/` is not `/a`, which is a file where the other one is a folder.
        let is_below = asked.starts_with(&open)
            && (!open_ends || open.is_empty() || asked.len() > open.len() || asked_ends);
        let expected = if is_below { Decision::Open } else { Decision::Pay(0) };
        prop_assert_eq!(decide(&rules, &text(&asked, asked_ends)), expected);
        let mut closing = Rules::default();
        closing.close(&text(&open, open_ends));
        let expected = if asked.starts_with(&open) { Decision::Closed } else { Decision::Pay(0) };
        prop_assert_eq!(decide(&closing, &text(&asked, asked_ends).to_uppercase()), expected);
    }

    #[test]
    fn no_path_is_too_strange(path in "\\PC{0,30}", rule in "/\\PC{0,6}") {
        let mut rules = Rules::default();
        rules.close(&rule);
        rules.open(&rule);
        prop_assert_eq!(decide(&rules, &rule), Decision::Closed);
        prop_assert!(decide(&rules, &path) != Decision::Allowed);
    }
}

/// The order is denied, closed, allowed, open.
#[test]
fn the_first_rule_that_speaks_decides() {
    let (visitor, crawler, enemy) = ("192.0.2.1", "198.51.100.1", "203.0.113.1");
    let mut rules = Rules::default();
    rules.allow(["198.51.100.0/24".parse().unwrap(), "203.0.113.0/24".parse().unwrap()]);
    rules.deny(["203.0.113.0/24".parse().unwrap()]);
    rules.open("/open");
    let decide =
        |rules: &Rules, path: &str| [visitor, crawler, enemy].map(|client| decide_for(rules, path, client));
    use Decision::{Allowed, Closed, Open, Pay};
    assert_eq!(decide(&rules, "/open"), [Open, Allowed, Closed]);
    assert_eq!(decide(&rules, "/x"), [Pay(0), Allowed, Closed]);
    assert_eq!(decide(&rules, "/open//x"), [Pay(0), Allowed, Closed], "ambiguous");
    rules.close("/open/closed");
    assert_eq!(decide(&rules, "/open"), [Open, Allowed, Closed]);
    assert_eq!(decide(&rules, "/open/closed/x"), [Closed; 3]);
    assert_eq!(decide(&rules, "/open//x"), [Closed; 3], "it may be closed");
}

#[test]
fn rules_of_an_operator_go_by_path_method_agent_and_network_and_the_first_decides() {
    use Decision::{Allowed, Closed, Open, Pay};
    let mut rules = Rules::default();
    rules.add(Rule::new("uploads", Action::Pay(Some(9))).path("/upload").method(Method::POST));
    rules.add(Rule::new("scrapers", Action::Deny).agent("scrapy").agent("bytes*spider"));
    rules.add(
        Rule::new("partners", Action::Allow).networks(["198.51.100.0/24".parse().unwrap()]).path("/api/"),
    );
    rules.add(Rule::new("pictures", Action::Allow).path("/img/**/*.png"));
    rules.add(Rule::new("robots pay", Action::Pay(None)).path("/robots.txt"));
    let decide = |path: &str, method: Method, agent: &str, client: &str| {
        let client = client.parse().unwrap();
        rules.decide(&Asked { path, method: &method, agent: agent.as_bytes(), client })
    };
    let get = |path| decide(path, Method::GET, "x", "192.0.2.1");
    assert_eq!(decide("/UPLOAD/a", Method::POST, "x", "192.0.2.1"), Pay(9), "asked for loosely");
    assert_eq!(decide("/a//b", Method::POST, "x", "192.0.2.1"), Pay(9), "it may be an upload");
    assert_eq!(get("/upload/a"), Pay(0));
    assert_eq!(decide("/x", Method::GET, "Scrapy/2", "192.0.2.1"), Closed);
    assert_eq!(decide("/x", Method::GET, "a ByteSpider", "192.0.2.1"), Pay(0));
    assert_eq!(decide("/x", Method::GET, "BytesXSpider", "192.0.2.1"), Closed);
    assert_eq!(decide("/api/x", Method::GET, "", "198.51.100.7"), Allowed);
    assert_eq!(decide("/API/x", Method::GET, "", "198.51.100.7"), Pay(0), "let in strictly");
    assert_eq!((get("/img/a/b.png"), get("/img/b.png"), get("/img/a.php/b.pngx")), (Open, Open, Pay(0)));
    assert_eq!((get("/img/b.png/admin"), get("/img/a//b.png")), (Pay(0), Pay(0)));
    assert_eq!((get("/robots.txt"), get("/favicon.ico")), (Pay(0), Open));
    assert_eq!(rules.prices(), [9]);
    let shown: Vec<String> = rules.all().map(Rule::to_string).collect();
    assert_eq!(shown[0], "uploads: pay 9, path /upload, method POST");
    assert_eq!(shown[2], "partners: allow, path /api/, network 198.51.100.0/24");
}

#[test]
fn a_crawler_is_let_in_from_its_own_networks_only() {
    let mut rules = Rules::default();
    let google = Crawler::named("googlebot").unwrap();
    rules.add(Rule::new("search", Action::Allow).crawler(google));
    let decide = |agent: &str, client: &str| {
        let asked = Asked { agent: agent.as_bytes(), ..Asked::get("/x", client.parse().unwrap()) };
        rules.decide(&asked)
    };
    let agent = "Mozilla/5.0 (compatible; Googlebot/2.1)";
    assert_eq!(decide(agent, "66.249.66.1"), Decision::Allowed);
    assert_eq!(decide(agent, "::ffff:66.249.66.1"), Decision::Allowed);
    assert_eq!(decide(agent, "203.0.113.9"), Decision::Pay(0), "it says so, and comes from elsewhere");
    assert_eq!(decide("curl/8", "66.249.66.1"), Decision::Pay(0));
}

/// Some sites take `post` for POST, and most do for HEAD what they do for GET.
#[test]
fn a_method_is_compared_as_the_most_forgiving_site_would_unless_it_lets_in() {
    use Decision::{Closed, Open, Pay};
    let mut rules = Rules::default();
    rules.add(Rule::new("no uploads", Action::Deny).path("/upload").method(Method::POST));
    rules.add(Rule::new("searches", Action::Pay(Some(9))).path("/search").method(Method::GET));
    rules.add(Rule::new("reads", Action::Allow).path("/free").method(Method::GET));
    let decide = |path: &str, method: &str| {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        rules.decide(&Asked { method: &method, ..Asked::get(path, "192.0.2.1".parse().unwrap()) })
    };
    assert_eq!(
        ["POST", "post", "Post", "POSTS"].map(|method| decide("/upload", method)),
        [Closed, Closed, Closed, Pay(0)]
    );
    assert_eq!(
        ["GET", "get", "HEAD", "head", "PUT"].map(|method| decide("/search", method)),
        [Pay(9), Pay(9), Pay(9), Pay(9), Pay(0)]
    );
    assert_eq!(["GET", "get", "HEAD"].map(|method| decide("/free", method)), [Open, Pay(0), Pay(0)]);
}

/// A server that decodes a path before splitting it runs `/admin.php` for each of these.
#[test]
fn a_path_that_ends_early_once_it_is_decoded_is_not_what_a_pattern_opens() {
    let mut rules = Rules::default();
    for pattern in ["/**/*.png", "/img/*/", "/*.css"] {
        rules.add(Rule::new("pictures", Action::Allow).path(pattern));
    }
    for path in [
        "/admin.php%3F.png",
        "/admin.php%23.png",
        "/a/admin.php%3fx=/b.png",
        "/img/admin.php%3F/x",
        "/x%23.css",
    ] {
        assert_eq!(decide(&rules, path), Decision::Pay(0), "{path}");
    }
    for path in ["/a%20b.png", "/a/b.png", "/img/a/x", "/x%26.css"] {
        assert_eq!(decide(&rules, path), Decision::Open, "{path}");
    }
}

/// A site that merges slashes takes `//admin` for `/admin`, and the gate can't know for which paths it does.
#[test]
fn a_path_that_can_be_read_in_two_ways_gets_past_no_rule_by_the_one_before_it() {
    use Decision::{Closed, Pay};
    let asking = |name: &str, price, path: &str| Rule::new(name, Action::Pay(price)).path(path);
    let mut rules = Rules::default();
    rules.add(asking("login", None, "/login"));
    rules.add(asking("search", Some(900), "/search"));
    rules.add(asking("list", Some(50), "/list"));
    rules.add(Rule::new("partners", Action::Allow).networks(["198.51.100.0/24".parse().unwrap()]));
    let decide_all = |rules: &Rules, path: &str| {
        [decide_for(rules, path, "192.0.2.1"), decide_for(rules, path, "198.51.100.7")]
    };
    for path in ["//search", "/x/../search", "/%73earch", "/list/..;/search"] {
        assert_eq!(decide_all(&rules, path), [Pay(900); 2], "{path}");
    }
    assert_eq!(decide_all(&rules, "/list"), [Pay(50); 2], "it has one meaning");
    rules.add(Rule::new("secret", Action::Deny).path("/admin"));
    assert_eq!(decide_all(&rules, "//admin"), [Closed, Pay(900)], "partners may see it");
    rules.close("/closed");
    assert_eq!(decide_all(&rules, "//admin"), [Closed; 2]);
}

/// Some sites cut a path at an encoded `?`, and others take it for a part of a name.
#[test]
fn a_pattern_that_keeps_out_is_about_both_readings_of_a_path_with_an_encoded_question_mark() {
    let mut rules = Rules::default();
    rules.add(Rule::new("admins", Action::Deny).path("/**/admin").path("/*/delete"));
    for path in ["/x/admin", "/x%3F/admin", "/x%23y/admin/z", "/admin%3F/x", "/7%3f/delete", "/7/delete%3Fx"]
    {
        assert_eq!(decide(&rules, path), Decision::Closed, "{path}");
    }
    for path in ["/x%3F/admins", "/delete%3F/x"] {
        assert_eq!(decide(&rules, path), Decision::Pay(0), "{path}");
    }
}
