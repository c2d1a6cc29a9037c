//! The gate's own answers, without connections: its routes, its refusals, and its reports to the operator.

use axum::{
    body::Body,
    http::{HeaderMap, Request, Response, StatusCode, header},
};
use heliast_gate::{
    Action, Binding, Gate, Rule, Rules, Till, TillOptions, Unpaid, authorization_of, challenge_of,
};
use heliast_group::RsaGroup;
use heliast_stamp::{
    Challenge, MAX_CHALLENGE, Memory, Pace, Paid, Spending, Spent, SpentError, Trouble, solve,
};
use http_body_util::BodyExt;
use proptest::prelude::*;
use std::{
    convert::Infallible,
    net::IpAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

const CLIENT: &str = "203.0.113.9";

/// A list with the verdicts that a test sets.
#[derive(Default)]
struct Scripted {
    verdict: Mutex<Option<SpentError>>,
    is_unlisted: bool,
    trouble: Option<Trouble>,
}

impl Spent for Scripted {
    fn spend(&self, _: &Paid) -> Result<Spending, SpentError> {
        match self.verdict.lock().unwrap().take() {
            Some(error) => Err(error),
            None if self.is_unlisted => Ok(Spending::Unlisted),
            None => Ok(Spending::First),
        }
    }

    fn trouble(&self) -> Option<Trouble> {
        self.trouble.clone()
    }
}

fn options() -> TillOptions {
    // No stamp is late on a busy machine.
    let least_life = Duration::from_secs(3_600);
    TillOptions { least_life, ..TillOptions::new("a site", [7; 32], Pace::new(10, 10).unwrap()) }
}

fn till(spent: Arc<dyn Spent>) -> Till {
    Till::new(&RsaGroup::rsa_2048(), options(), spent, |_, _| {})
}

fn gate(spent: Arc<dyn Spent>, is_secure: bool) -> Gate {
    Gate::new("a <site>", till(spent), Rules::default(), is_secure).unwrap()
}

fn in_memory() -> Gate {
    gate(Arc::new(Memory::new(100)), false)
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    text: String,
    /// The headers of the request at the site, if it reached the site.
    seen: Option<HeaderMap>,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn stamp(&self) -> Vec<u8> {
        solve(&challenge_of(self.header("www-authenticate")).unwrap(), |_| true).unwrap()
    }
}

async fn ask(gate: &Gate, request: Request<Body>) -> Answer {
    let mut seen = None;
    let site = async |request: Request<Body>| {
        seen = Some(request.headers().clone());
        Ok::<_, Infallible>(Response::new(Body::from("a page")))
    };
    let response = gate.answer(request, CLIENT.parse::<IpAddr>().unwrap(), site).await.unwrap();
    let (head, body) = response.into_parts();
    let text = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
    Answer { status: head.status.as_u16(), headers: head.headers, text, seen }
}

fn request(method: &str, path: &str, headers: &[(&str, &[u8])], body: Vec<u8>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path);
    headers
        .iter()
        .fold(request, |request, (name, value)| request.header(*name, *value))
        .body(body.into())
        .unwrap()
}

async fn get(gate: &Gate, path: &str, headers: &[(&str, &[u8])]) -> Answer {
    ask(gate, request("GET", path, headers, vec![])).await
}

async fn send(gate: &Gate, stamp: Vec<u8>) -> Answer {
    ask(gate, request("POST", "/.heliast/stamp", &[], stamp)).await
}

#[tokio::test]
async fn the_gate_has_its_own_routes_and_no_others() {
    let gate = in_memory();
    for (method, path, status, kind) in [
        ("GET", "/.heliast/gate.js", 200, "text/javascript"),
        ("GET", "/.heliast/solver.js", 200, "text/javascript"),
        ("GET", "/.heliast/gate.css", 200, "text/css"),
        ("GET", "/.heliast/challenge", 200, "application/json"),
        ("GET", "/.heliast/challenge?x=1", 200, "application/json"),
        ("POST", "/.heliast/challenge", 404, ""),
        ("HEAD", "/.heliast/gate.js", 404, ""),
        ("GET", "/.heliast/stamp", 404, ""),
        ("PUT", "/.heliast/stamp", 404, ""),
        ("GET", "/.heliast/", 404, ""),
        ("GET", "/.heliast/gate.js/", 404, ""),
        ("GET", "/.heliast//gate.js", 404, ""),
        ("GET", "/.heliast/../robots.txt", 404, ""),
        ("GET", "/.heliast", 401, ""),
        ("GET", "/.HELIAST/gate.js", 401, ""),
        ("GET", "//.heliast/gate.js", 401, ""),
    ] {
        let answer = ask(&gate, request(method, path, &[], vec![])).await;
        assert_eq!((answer.status, answer.header("content-type")), (status, kind), "{method} {path}");
        assert!(answer.seen.is_none(), "{method} {path} reaches the site");
    }
    let page = get(&gate, "/.heliast/none", &[("accept", b"text/html")]).await;
    assert!(page.text.contains("The gate has no such page.") && page.text.contains("<h1"), "{}", page.text);
}

#[tokio::test]
async fn what_asks_for_a_stamp_is_kept_by_nobody() {
    let gate = in_memory();
    for (method, accept, kind) in [
        ("GET", "text/html", "text/html; charset=utf-8"),
        ("HEAD", "text/html", ""),
        ("POST", "text/html", ""),
        ("GET", "application/json", "application/json"),
        ("POST", "application/json", "application/json"),
        ("GET", "*/*", ""),
    ] {
        let answer = ask(&gate, request(method, "/a", &[("accept", accept.as_bytes())], vec![])).await;
        assert_eq!((answer.status, answer.header("content-type")), (401, kind), "{method} {accept}");
        assert_eq!((answer.header("cache-control"), answer.header("vary")), ("no-store", "cookie, accept"));
        let challenge = challenge_of(answer.header("www-authenticate")).unwrap();
        assert_eq!(Challenge::from_bytes(&challenge).unwrap().terms().t, 10);
        let is_page = kind.starts_with("text/html");
        assert_eq!(answer.header("content-security-policy").contains("default-src 'none'"), is_page);
        assert_eq!(answer.header("x-content-type-options") == "nosniff", is_page);
    }
    let json = get(&gate, "/.heliast/challenge", &[]).await;
    assert_eq!(json.header("cache-control"), "no-store");
}

/// A visitor copies the command from the page, but the link may come from an attacker.
#[tokio::test]
async fn a_page_shows_no_command_that_a_shell_takes_for_two() {
    let headers: [(&str, &[u8]); 2] = [("accept", b"text/html"), ("host", b"site.example")];
    for (path, shown) in [
        ("/page", "heliast stamp solve http://site.example/page<"),
        ("/a;reboot", "heliast stamp solve http://site.example/a%3Breboot<"),
        ("/$(id)", "heliast stamp solve http://site.example/%24%28id%29<"),
        ("/a&calc", "heliast stamp solve http://site.example/a%26calc<"),
        ("/a|sh", "heliast stamp solve http://site.example/a%7Csh<"),
    ] {
        let answer = get(&in_memory(), path, &headers).await;
        assert!(answer.text.contains(shown), "{path}: {}", answer.text);
        assert!(answer.text.contains("a &#60;site&#62;"), "the site's name is quoted: {}", answer.text);
    }
    let secure = get(&gate(Arc::new(Memory::new(1)), true), "/page", &headers).await;
    assert!(secure.text.contains("heliast stamp solve https://site.example/page<"), "{}", secure.text);
}

/// Browsers send all cookies of a site in one line, as the bytes that the site has set.
#[tokio::test]
async fn a_visitor_with_a_cookie_that_is_not_ascii_gets_in() {
    let gate = in_memory();
    let paid = send(&gate, get(&gate, "/", &[]).await.stamp()).await;
    let pass = paid.header("set-cookie").split(';').next().unwrap();
    let line = format!("name=J\u{fc}rgen; {pass}");
    let answer = get(&gate, "/", &[("cookie", line.as_bytes())]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.seen.unwrap()[header::COOKIE].as_bytes(), "name=J\u{fc}rgen".as_bytes());
}

/// Checking each takes a MAC, and a header has room for thousands.
#[tokio::test]
async fn few_passes_of_a_request_are_looked_at() {
    let gate = in_memory();
    let paid = send(&gate, get(&gate, "/", &[]).await.stamp()).await;
    let pass = paid.header("set-cookie").split(';').next().unwrap();
    for (others, status) in [(0, 200), (3, 200), (4, 401), (1_000, 401)] {
        let line = "heliast-pass=AAAA; ".repeat(others) + pass;
        assert_eq!(get(&gate, "/", &[("cookie", line.as_bytes())]).await.status, status, "{others}");
    }
}

#[tokio::test]
async fn a_pass_is_for_browsers_alone_and_over_tls_if_the_operator_says_so() {
    for is_secure in [false, true] {
        let gate = gate(Arc::new(Memory::new(10)), is_secure);
        let paid = send(&gate, get(&gate, "/", &[]).await.stamp()).await;
        let cookie = paid.header("set-cookie");
        assert_eq!((paid.status, cookie.contains("; Secure")), (204, is_secure), "{cookie}");
        for word in ["heliast-pass=", "; Path=/", "; Max-Age=86400", "; HttpOnly", "; SameSite=Lax"] {
            assert!(cookie.contains(word), "{word} in {cookie}");
        }
    }
}

#[tokio::test]
async fn what_is_sent_as_a_stamp_is_refused_by_its_name() {
    let gate = in_memory();
    let good = get(&gate, "/", &[]).await.stamp();
    let mut forged = good.clone();
    forged[130] ^= 1;
    for (stamp, status, name) in [
        (vec![], 403, "length"),
        (vec![0; MAX_CHALLENGE], 403, "length"),
        (vec![0; good.len()], 403, "version"),
        (forged, 403, "forged"),
    ] {
        let answer = send(&gate, stamp.clone()).await;
        assert!(
            answer.status == status && answer.text.contains(&format!("\"name\":\"{name}\"")),
            "{}",
            answer.text
        );
        let header = authorization_of(&stamp);
        let answer = get(&gate, "/", &[("authorization", header.as_bytes())]).await;
        assert!(
            answer.status == status && answer.text.contains(name) && answer.seen.is_none(),
            "{}",
            answer.text
        );
    }
    assert_eq!(send(&gate, vec![0; MAX_CHALLENGE + 1]).await.status, 413);
    let long = authorization_of(&vec![0; 2 * MAX_CHALLENGE]);
    for (header, name, said) in [
        (long.as_bytes(), "length", "not 4484"),
        (b"Stamp ", "length", "not 0"),
        (b"stamp AAAA", "length", "not 3"),
        (b"STAMP AAAA", "length", "not 3"),
        (b"Stamp not base 64!", "encoding", "not in base64"),
        ("Stamp \u{e9}".as_bytes(), "encoding", "not in base64"),
        (b"Stamp \xff", "encoding", "not in base64"),
    ] {
        let answer = get(&gate, "/", &[("authorization", header)]).await;
        let (name, text) = (format!("\"name\":\"{name}\""), &answer.text);
        assert!(answer.status == 403 && text.contains(&name) && text.contains(said), "{text}");
    }
    assert_eq!(get(&gate, "/", &[("authorization", b"stamps AAAA")]).await.status, 401);
    // A stamp among other logins is the gate's; the others are the site's.
    let both: [(&str, &[u8]); 2] =
        [("authorization", b"Bearer x"), ("authorization", authorization_of(&good).leak().as_bytes())];
    let answer = get(&gate, "/", &both).await;
    let seen = answer.seen.unwrap();
    assert_eq!(
        (answer.status, seen.get_all(header::AUTHORIZATION).iter().count(), &seen[header::AUTHORIZATION]),
        (200, 1, &"Bearer x".parse().unwrap())
    );
}

#[tokio::test]
async fn a_list_that_says_no_is_said_to_the_client() {
    for (error, status, name) in [
        (SpentError::Full(5), 503, "unknown"),
        (SpentError::Unavailable("the disk is full".into()), 503, "unknown"),
        (SpentError::Forgotten { until_ms: 1, forgotten_ms: 2 }, 403, "forgotten"),
    ] {
        let list = Arc::new(Scripted { verdict: Mutex::new(Some(error)), ..Scripted::default() });
        let gate = gate(list, false);
        let stamp = get(&gate, "/", &[]).await.stamp();
        let answer = send(&gate, stamp.clone()).await;
        assert!(answer.status == status && answer.text.contains(name), "{}", answer.text);
        assert_eq!((answer.header("set-cookie"), answer.header("cache-control")), ("", "no-store"));
        assert!(gate.metrics().contains(&format!("stamps_total{{verdict=\"{name}\"}} 1")));
        // The list has recovered.
        assert_eq!(send(&gate, stamp).await.status, 204);
    }
    let unlisted = gate(Arc::new(Scripted { is_unlisted: true, ..Scripted::default() }), false);
    let stamp = get(&unlisted, "/", &[]).await.stamp();
    assert_eq!(send(&unlisted, stamp).await.status, 204);
    assert!(unlisted.metrics().contains("stamps_total{verdict=\"unlisted\"} 1"));
}

#[test]
fn each_trouble_is_reported_to_the_operator() {
    let why = || "the disk is full".to_owned();
    for (trouble, status, word, level) in [
        (None, 200, "ok\n", 0),
        (Some(Trouble::Admitting(why())), 200, "once at each gate, not once at all: the disk is full", 1),
        (Some(Trouble::Refusing(why())), 503, "no stamp is taken: the disk is full", 2),
        (Some(Trouble::Waiting(why())), 200, "stamps wait: the disk is full", 3),
    ] {
        let gate = gate(Arc::new(Scripted { trouble, ..Scripted::default() }), false);
        let (found, text) = gate.health();
        assert!(found == StatusCode::from_u16(status).unwrap() && text.contains(word), "{found} {text}");
        assert!(gate.metrics().contains(&format!("heliast_gate_spent_list_trouble {level}\n")));
    }
}

#[tokio::test]
async fn each_request_is_counted_once() {
    let mut rules = Rules::default();
    rules.close("/closed");
    rules.allow(["203.0.113.9/32".parse().unwrap()]);
    let allowing = Gate::new("a site", till(Arc::new(Memory::new(10))), rules, false).unwrap();
    let plain = in_memory();
    for path in ["/robots.txt", "/closed"] {
        get(&allowing, path, &[]).await;
    }
    get(&allowing, "/x", &[]).await;
    let stamp = get(&plain, "/", &[]).await.stamp();
    get(&plain, "/", &[("authorization", authorization_of(&stamp).as_bytes())]).await;
    let count = |gate: &Gate, what: &str| {
        let line = format!("heliast_gate_requests_total{{what=\"{what}\"}} ");
        gate.metrics()
            .split(&line)
            .nth(1)
            .and_then(|rest| rest.lines().next()?.parse::<u64>().ok())
            .unwrap_or(0)
    };
    let whats = ["open", "passed", "asked", "closed"];
    assert_eq!(whats.map(|what| count(&allowing, what)), [2, 0, 0, 1]);
    assert_eq!(whats.map(|what| count(&plain, what)), [0, 1, 1, 0]);
    assert!(plain.metrics().contains("heliast_gate_requests_under_way 0\n"));
    assert!(plain.metrics().contains("heliast_gate_challenges_total 1\n"));
    assert!(plain.metrics().contains("heliast_gate_price_squarings 10\n"));
}

/// A rule demands more than the site's price: until its price is prepared, the path is closed, and after that
/// a cheap pass is not enough.
#[tokio::test]
async fn what_is_dear_is_opened_by_a_dear_stamp_alone() {
    let mut rules = Rules::default();
    rules.add(Rule::new("search", Action::Pay(Some(40))).path("/search"));
    let gate = Gate::new("a site", till(Arc::new(Memory::new(100))), rules, false).unwrap();
    let dear = loop {
        let answer = get(&gate, "/search", &[]).await;
        if answer.status != 503 {
            break answer;
        }
        assert_eq!(answer.header("retry-after"), "5");
        tokio::task::yield_now().await;
    };
    let challenge = Challenge::from_bytes(&challenge_of(dear.header("www-authenticate")).unwrap()).unwrap();
    assert_eq!((dear.status, challenge.terms().t), (401, 40));
    let stamp = get(&gate, "/", &[]).await.stamp();
    let refused = get(&gate, "/search", &[("authorization", authorization_of(&stamp).as_bytes())]).await;
    assert!(refused.status == 403 && refused.text.contains("\"name\":\"difficulty\""), "{}", refused.text);
    // The stamp is not spent, and counts with its own price.
    let pass = |answer: Answer| answer.header("set-cookie").split(';').next().unwrap().to_owned();
    let (cheap, dear) = (pass(send(&gate, stamp).await), pass(send(&gate, dear.stamp()).await));
    for (path, opened) in
        [("/", [200, 200]), ("/search", [401, 200]), ("/SEARCH/a", [401, 200]), ("//x", [401, 200])]
    {
        for (pass, status) in [&cheap, &dear].into_iter().zip(opened) {
            assert_eq!(get(&gate, path, &[("cookie", pass.as_bytes())]).await.status, status, "{path}");
        }
    }
}

/// A gate that has just started is not prepared yet for a price that the previous one has demanded by the
/// same rules.
#[tokio::test]
async fn a_stamp_of_a_price_that_is_being_prepared_waits() {
    let begun = || {
        let mut rules = Rules::default();
        rules.add(Rule::new("search", Action::Pay(Some(500_000))).path("/search"));
        Gate::new("a site", till(Arc::new(Memory::new(100))), rules, false).unwrap()
    };
    let before = begun();
    let dear = loop {
        let answer = get(&before, "/search", &[]).await;
        if answer.status == 401 {
            break answer;
        }
        tokio::task::yield_now().await;
    };
    let stamp = authorization_of(&dear.stamp());
    let answer = get(&begun(), "/search", &[("authorization", stamp.as_bytes())]).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

/// A pass and a stamp are only valid for the client to which they are bound.
#[test]
fn a_till_takes_stamps_of_those_to_whom_it_gave_challenges() {
    let clients =
        ["203.0.113.9", "203.0.113.10", "198.51.100.1", "2001:db8:1::1", "2001:db8:1:2::1", "2001:db8:2::1"];
    let clients = clients.map(|client| client.parse::<IpAddr>().unwrap());
    for (binding, groups) in [
        (Binding::Nobody, [0, 0, 0, 0, 0, 0]),
        (Binding::Network, [0, 0, 1, 2, 2, 3]),
        (Binding::Address, [0, 1, 2, 3, 4, 5]),
    ] {
        let options = TillOptions { binding, ..options() };
        let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(100)), |_, _| {});
        for (giver, group) in clients.iter().zip(groups) {
            for (taker, other) in clients.iter().zip(groups) {
                let stamp = solve(&till.challenge(*giver).unwrap().to_bytes(), |_| true).unwrap();
                match till.pay(&stamp, *taker) {
                    Ok((pass, _)) => {
                        assert_eq!(group, other, "{binding:?}: {giver} pays for {taker}");
                        let let_in = clients.map(|client| till.lets_in(&pass, client));
                        assert_eq!(let_in, groups.map(|one| one == group), "{binding:?}: {giver}");
                    }
                    Err(Unpaid::Refused(reason)) => {
                        assert!(
                            group != other && reason.name() == "client",
                            "{binding:?}: {giver} for {taker}"
                        );
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    assert_eq!(
        ("nobody".parse(), "network".parse(), "address".parse()),
        (Ok(Binding::Nobody), Ok(Binding::Network), Ok(Binding::Address))
    );
    assert!("".parse::<Binding>().is_err() && "Network".parse::<Binding>().is_err());
}

#[test]
fn a_till_says_how_far_it_is_and_refuses_another_sites_stamps() {
    let (say, said) = std::sync::mpsc::channel();
    let options = TillOptions { pace: Pace::new(10, 40).unwrap(), ..options() };
    let own = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(1)), move |done, of| {
        say.send((done, of)).unwrap();
    });
    assert_eq!(said.iter().collect::<Vec<_>>(), [(0, 5), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]);
    let client = CLIENT.parse().unwrap();
    let stamp = solve(&own.challenge(client).unwrap().to_bytes(), |_| true).unwrap();
    let named = |site: &str, secret: u8| {
        let options = TillOptions::new(site, [secret; 32], Pace::new(10, 10).unwrap());
        let other = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(1)), |_, _| {});
        match other.pay(&stamp, client) {
            Ok((pass, seconds)) => {
                assert_eq!((own.lets_in(&pass, client), seconds), (true, 86_400), "one secret, one site");
                "taken"
            }
            Err(Unpaid::Refused(reason)) => reason.name(),
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(
        [named("a site", 7), named("another site", 7), named("a site", 8)],
        ["taken", "resource", "issuer"]
    );
}

proptest! {
    #[test]
    fn a_challenge_is_read_from_its_header_in_both_alphabets(bytes: Vec<u8>) {
        use base64::{Engine, prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD}};
        for text in [BASE64_STANDARD.encode(&bytes), BASE64_URL_SAFE_NO_PAD.encode(&bytes)] {
            for name in ["Stamp", "stamp", "STAMP"] {
                prop_assert_eq!(challenge_of(&format!("{name} challenge=\"{text}\"")), Some(bytes.clone()));
            }
            for other in [
                format!("Stamp challenge={text}"),
                format!("Stamps challenge=\"{text}\""),
                format!("Stamp challenge=\"{text}\" "),
                format!("Stamp challenge=\"{text}*\""),
                format!("Basic realm=\"{text}\""),
            ] {
                prop_assert_eq!(challenge_of(&other), None, "{}", other);
            }
        }
        let sent = authorization_of(&bytes);
        let read = BASE64_URL_SAFE_NO_PAD.decode(sent.strip_prefix("Stamp ").unwrap());
        prop_assert_eq!(read.unwrap(), bytes);
    }
}
