//! A gate that a proxy asks about each request, without connections: the answers to the proxy and to other
//! peers.

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderMap, Request},
};
use heliast_gate::{
    ForwardAuth, Gate, Proxies, Proxy, ProxyHeader, Rules, Till, TillOptions, authorization_of, challenge_of,
};
use heliast_group::RsaGroup;
use heliast_stamp::{Memory, Pace, solve};
use http_body_util::BodyExt;
use std::{net::SocketAddr, sync::Arc};

const PROXY: &str = "127.0.0.2:1";
const CLIENT: &str = "203.0.113.9";

struct Answer {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn stamp(&self) -> Vec<u8> {
        solve(&challenge_of(self.header("www-authenticate")).unwrap(), |_| true).unwrap()
    }

    fn pass(&self) -> String {
        self.header("set-cookie").split(';').next().unwrap().to_owned()
    }
}

struct Stand(Proxy, ForwardAuth);

impl Stand {
    fn new(kind: ForwardAuth) -> Stand {
        let options = TillOptions::new("a site", [7; 32], Pace::new(10, 10).unwrap());
        let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(100)), |_, _| {});
        let mut rules = Rules::default();
        rules.close("/closed");
        let gate = Gate::new("a site", till, rules, false).unwrap();
        let trusted = PROXY.split(':').next().unwrap().parse().unwrap();
        let proxies = Proxies::new(vec![trusted], ProxyHeader::XForwardedFor);
        Stand(Proxy::asked_by(gate, kind).believing(proxies), kind)
    }

    /// The headers that the proxy writes about a request for `target` of `host`.
    fn told(&self, method: &str, target: &str, host: &str) -> Vec<(&'static str, String)> {
        let names = match self.1 {
            ForwardAuth::Nginx => ["x-original-method", "x-original-uri", "host"],
            ForwardAuth::Caddy | ForwardAuth::Traefik => {
                ["x-forwarded-method", "x-forwarded-uri", "x-forwarded-host"]
            }
        };
        let told = names.into_iter().zip([method, target, host].map(str::to_owned));
        told.chain([("x-forwarded-for", CLIENT.to_owned()), ("accept", "text/html".to_owned())]).collect()
    }

    async fn send(
        &self,
        method: &str,
        path: &str,
        from: (&str, &str),
        headers: &[(&str, String)],
        body: Vec<u8>,
    ) -> Answer {
        let (peer, client) = from;
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        if !headers.iter().any(|(name, _)| *name == "host") {
            request = request.header("host", "gate:8080");
        }
        let mut request = request.body(Body::from(body)).unwrap();
        request.extensions_mut().insert(ConnectInfo(peer.parse::<SocketAddr>().unwrap()));
        let (head, body) = self.0.answer(request, client.parse().unwrap()).await.into_parts();
        let text = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
        Answer { status: head.status.as_u16(), headers: head.headers, text }
    }

    /// Sends the proxy's request about a client's request.
    async fn ask(&self, path: &str, method: &str, target: &str, host: &str, cookie: &str) -> Answer {
        let mut headers = self.told(method, target, host);
        headers.push(("cookie", cookie.to_owned()));
        self.send("GET", path, (PROXY, CLIENT), &headers, vec![]).await
    }

    async fn auth(&self, target: &str, cookie: &str) -> u16 {
        self.ask("/.heliast/auth", "GET", target, "site.example", cookie).await.status
    }

    /// The pass of a client that has paid at a host.
    async fn paid(&self, host: &str) -> String {
        let ask = if self.1 == ForwardAuth::Nginx { "/.heliast/ask" } else { "/.heliast/auth" };
        let asked = self.ask(ask, "GET", "/page?x=1", host, "").await;
        assert_eq!((asked.status, asked.header("cache-control")), (401, "no-store"));
        assert!(asked.text.contains("gate.js") && asked.text.contains(&format!("solve http://{host}/page<")));
        let headers = self.told("POST", "/.heliast/stamp", host);
        let paid = self.send("POST", "/.heliast/stamp", (PROXY, CLIENT), &headers, asked.stamp()).await;
        assert_eq!(paid.status, 204, "{}", paid.text);
        paid.pass()
    }
}

const ALL: [ForwardAuth; 3] = [ForwardAuth::Nginx, ForwardAuth::Caddy, ForwardAuth::Traefik];

#[tokio::test]
async fn who_has_waited_is_let_in_and_others_get_the_page() {
    for kind in ALL {
        let stand = Stand::new(kind);
        assert_eq!(stand.auth("/page", "").await, 401);
        let pass = stand.paid("site.example").await;
        for method in ["GET", "POST", "DELETE"] {
            let answer = stand.ask("/.heliast/auth", method, "/page", "Site.Example", &pass).await;
            assert_eq!((answer.status, answer.header("x-heliast-way")), (200, "passed"), "{kind:?} {method}");
            assert_eq!((answer.header("cache-control"), answer.text.as_str()), ("no-store", ""));
        }
        let open = stand.ask("/.heliast/auth", "GET", "/robots.txt?a", "site.example", "").await;
        assert_eq!((open.status, open.header("x-heliast-way")), (200, "open"));
        assert_eq!(stand.auth("/closed/x", &pass).await, 403);
        // A pass is not valid for another client, or at another host.
        let other = stand.ask("/.heliast/auth", "GET", "/page", "other.example", &pass).await;
        assert_eq!(other.status, 401, "another host");
        let headers = [stand.told("GET", "/page", "site.example"), vec![("cookie", pass.clone())]].concat();
        let other = stand.send("GET", "/.heliast/auth", (PROXY, "198.51.100.1"), &headers, vec![]).await;
        assert_eq!(other.status, 401, "another client");
    }
}

#[tokio::test]
async fn strangers_can_not_ask_and_what_they_write_is_not_read() {
    for kind in ALL {
        let stand = Stand::new(kind);
        let pass = stand.paid("site.example").await;
        for target in ["/robots.txt", "/page"] {
            let headers =
                [stand.told("GET", target, "site.example"), vec![("cookie", pass.clone())]].concat();
            let answer = stand.send("GET", "/.heliast/auth", ("127.0.0.3:1", CLIENT), &headers, vec![]).await;
            assert_eq!(answer.status, 403, "{kind:?} {target}");
            assert!(answer.text.contains("--trusted-proxies"), "{}", answer.text);
        }
        // A client's own headers of the other kind, which a proxy passes on.
        let forged = match kind {
            ForwardAuth::Nginx => ["x-forwarded-uri", "x-forwarded-method"],
            ForwardAuth::Caddy | ForwardAuth::Traefik => ["x-original-uri", "x-original-method"],
        };
        let mut headers = stand.told("GET", "/page", "site.example");
        headers.extend([(forged[0], "/robots.txt".to_owned()), (forged[1], "GET".to_owned())]);
        headers.extend([
            ("x-original-url", "/robots.txt".to_owned()),
            ("x-rewrite-url", "/robots.txt".to_owned()),
        ]);
        assert_eq!(stand.send("GET", "/.heliast/auth", (PROXY, CLIENT), &headers, vec![]).await.status, 401);
        // Repeated headers are ambiguous; a request with two hosts is invalid.
        let twice = [stand.told("GET", "/page", "a"), stand.told("GET", "/robots.txt", "a")].concat();
        let status = if kind == ForwardAuth::Nginx { 400 } else { 500 };
        assert_eq!(stand.send("GET", "/.heliast/auth", (PROXY, CLIENT), &twice, vec![]).await.status, status);
    }
}

#[tokio::test]
async fn a_header_that_is_missing_is_an_error() {
    for kind in ALL {
        let stand = Stand::new(kind);
        let told = stand.told("GET", "/robots.txt", "site.example");
        for (place, (name, _)) in
            told.iter().enumerate().filter(|(_, (name, _))| !["accept", "host"].contains(name))
        {
            let mut fewer = told.clone();
            fewer.remove(place);
            let answer = stand.send("GET", "/.heliast/auth", (PROXY, CLIENT), &fewer, vec![]).await;
            assert_eq!(answer.status, 500, "{kind:?} without {name}");
            assert!(answer.text.contains(name), "{}", answer.text);
        }
    }
}

#[tokio::test]
async fn no_spelling_of_a_path_opens_one_that_costs_something() {
    for kind in ALL {
        let stand = Stand::new(kind);
        for target in [
            "//robots.txt",
            "/robots.txt/..%2fpage",
            "/robots.txt%2f..%2fpage",
            "/.well-known/../page",
            "/.well-known/%2e%2e/page",
            "/.heliast/../page",
            "/.heliast/gate.css/../../page",
            "/.heliast/x",
            "/.heliast/auth",
            "/ROBOTS.TXT",
            "/.well-known//x",
            "/.well-known/;/../page",
        ] {
            let status = stand.auth(target, "").await;
            assert_ne!(status, 200, "{kind:?} {target}");
        }
        // The same holds for an invalid host, or an address without a path.
        for (target, host) in
            [("/robots.txt", "a@b"), ("http://site/robots.txt", "a"), ("/robots.txt#/page", "a")]
        {
            let answer = stand.ask("/.heliast/auth", "GET", target, host, "").await;
            assert_ne!(answer.status, 200, "{kind:?} {target} {host}");
        }
        for method in ["CONNECT", "TRACE"] {
            let answer = stand.ask("/.heliast/auth", method, "/robots.txt", "site.example", "").await;
            assert_ne!(answer.status, 200, "{kind:?} {method}");
        }
        // The gate itself answers what its pages load.
        assert_eq!(stand.auth("/.heliast/gate.css", "").await, 200);
    }
}

/// The gate reads no return address, so that it can't lead to another site.
#[tokio::test]
async fn nothing_redirects() {
    for kind in ALL {
        let stand = Stand::new(kind);
        for target in ["//evil.example/", "/?return=https://evil.example", "/\\evil.example", "/page"] {
            for path in ["/.heliast/auth", "/.heliast/ask"] {
                let answer = stand.ask(path, "GET", target, "site.example", "").await;
                assert!(answer.header("location").is_empty() && !(300..400).contains(&answer.status));
                assert!(!answer.text.contains("evil.example\""), "{}", answer.text);
            }
        }
    }
}

#[tokio::test]
async fn a_gate_that_is_asked_passes_nothing_on() {
    for kind in ALL {
        let stand = Stand::new(kind);
        for (path, status) in [
            ("/", 404),
            ("/robots.txt", 404),
            ("/.heliast/gate.js", 200),
            ("/.heliast/challenge", 200),
            ("/.heliast/logo", 404),
            ("/.heliast/ask", if kind == ForwardAuth::Nginx { 403 } else { 404 }),
        ] {
            let answer = stand.send("GET", path, ("198.51.100.1:1", "198.51.100.1"), &[], vec![]).await;
            assert_eq!(answer.status, status, "{kind:?} {path}");
        }
    }
}

/// nginx sends two requests about a refused one: whether it is let in, and for the answer to its client.
#[tokio::test]
async fn a_stamp_that_is_refused_counts_once() {
    let stand = Stand::new(ForwardAuth::Nginx);
    let mut headers = stand.told("GET", "/page", "site.example");
    headers.push(("authorization", "Stamp AAAA".to_owned()));
    for path in ["/.heliast/auth", "/.heliast/ask"] {
        assert_eq!(stand.send("GET", path, (PROXY, CLIENT), &headers, vec![]).await.status, 403, "{path}");
    }
    let metrics = stand.0.gate().metrics();
    assert!(metrics.contains("stamps_total{verdict=\"length\"} 1\n"), "{metrics}");
    // A valid stamp is taken at the first request, and counts there.
    let stamp = stand.ask("/.heliast/ask", "GET", "/page", "site.example", "").await.stamp();
    let mut headers = stand.told("GET", "/page", "site.example");
    headers.push(("authorization", authorization_of(&stamp)));
    assert_eq!(stand.send("GET", "/.heliast/auth", (PROXY, CLIENT), &headers, vec![]).await.status, 200);
    assert!(stand.0.gate().metrics().contains("stamps_total{verdict=\"taken\"} 1\n"));
}
