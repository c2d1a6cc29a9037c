//! A gate before a real site, over real connections.

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Request},
    response::Html,
    routing::{any, get},
};
use heliast_gate::{
    Action, Binding, Durable, Gate, Limits, Proxies, Proxy, ProxyHeader, Rule, Rules, Service, Till,
    TillOptions, Unpaid, authorization_of, challenge_of, listen, serve,
};
use heliast_group::RsaGroup;
use heliast_stamp::{Memory, Pace, Spent, solve};
use http_body_util::{BodyExt, Empty};
use hyper_util::{
    client::legacy::Client,
    rt::{TokioExecutor, TokioIo},
};
use std::{
    net::{IpAddr, SocketAddr},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
};

const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9));

fn options() -> TillOptions {
    TillOptions {
        site: "a site".to_owned(),
        secret: [7; 32],
        pace: Pace::new(1_000, 2_000).unwrap(),
        binding: Binding::Network,
        pass_life: Duration::from_secs(3_600),
        slowest_squaring: Duration::from_millis(1),
        least_life: Duration::from_secs(600),
        skew: Duration::from_secs(5),
    }
}

fn till(spent: Arc<dyn Spent>) -> Till {
    Till::new(&RsaGroup::rsa_2048(), options(), spent, |_, _| {})
}

/// A site's description of a request.
async fn echo(request: Request<Body>) -> String {
    let (head, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let header =
        |name| head.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("-").to_owned();
    let (cookie, host, from) = (header("cookie"), header("host"), header("x-forwarded-for"));
    format!("{} {} {} cookie {cookie} host {host} from {from}", head.method, head.uri, body.len())
}

/// Echoes the data from an upgraded connection.
async fn upgraded(mut request: Request<Body>) -> axum::http::Response<Body> {
    tokio::spawn(async move {
        let mut stream = TokioIo::new(hyper::upgrade::on(&mut request).await.unwrap());
        let mut bytes = [0; 5];
        while stream.read_exact(&mut bytes).await.is_ok() {
            stream.write_all(&bytes).await.unwrap();
        }
    });
    let response = axum::http::Response::builder().status(101).header("connection", "Upgrade");
    response.header("upgrade", "websocket").body(Body::empty()).unwrap()
}

struct Stand {
    address: SocketAddr,
    operator: SocketAddr,
    _end: oneshot::Sender<()>,
}

/// A gate before a site, which trusts `X-Forwarded-For` from 127.0.0.1.
async fn stand(rules: Rules) -> Stand {
    let site = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let upstream = format!("http://{}", site.local_addr().unwrap());
    let routes = Router::new().route("/socket", get(upgraded)).fallback(any(echo));
    tokio::spawn(async move { axum::serve(site, routes).await });
    stand_before(&upstream, rules).await
}

async fn stand_before(upstream: &str, rules: Rules) -> Stand {
    let gate = Gate::new("a site", till(Arc::new(Memory::new(1_000))), rules, false).unwrap();
    let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let operator = listen("127.0.0.1:0".parse().unwrap()).unwrap();
    let (address, asked) = (listener.local_addr().unwrap(), operator.local_addr().unwrap());
    let (end, ended) = oneshot::channel::<()>();
    let proxies = Proxies::new(vec!["127.0.0.1".parse().unwrap()], ProxyHeader::XForwardedFor);
    let service = Service {
        proxy: Arc::new(Proxy::new(gate, upstream).unwrap().believing(proxies)),
        limits: Limits { client_connections: 1_000, requests_per_second: 1_000_000, ..Limits::default() },
        most_per_second: 1e9,
    };
    tokio::spawn(serve(service, listener, Some(operator), async { drop(ended.await) }));
    Stand { address, operator: asked, _end: end }
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Stand {
    async fn ask(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask_with("GET", path, headers, Vec::new()).await
    }

    async fn ask_with(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Answer {
        let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
        let mut request = Request::builder().method(method).uri(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        answered(client.request(request.body(Body::from(body)).unwrap()).await.unwrap()).await
    }
}

async fn answered(response: hyper::Response<hyper::body::Incoming>) -> Answer {
    let (head, body) = response.into_parts();
    let text = String::from_utf8_lossy(&body.collect().await.unwrap().to_bytes()).into_owned();
    Answer { status: head.status.as_u16(), headers: head.headers, text }
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    fn stamp(&self) -> Vec<u8> {
        solve(&challenge_of(self.header("www-authenticate")).unwrap(), |_| true).unwrap()
    }

    fn pass(&self) -> &str {
        self.header("set-cookie").split(';').next().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_waits_and_goes_on() {
    let stand = stand(Rules::default()).await;
    let asked = stand.ask("/page?a=b", &[("accept", "text/html,*/*")]).await;
    assert_eq!((asked.status, asked.header("content-type")), (401, "text/html; charset=utf-8"));
    assert!(asked.text.contains("<noscript>") && asked.text.contains("heliast stamp solve http://127.0.0.1"));
    assert_eq!(asked.header("cache-control"), "no-store");
    for path in ["gate.js", "solver.js", "gate.css"] {
        assert_eq!(stand.ask(&format!("/.heliast/{path}"), &[]).await.status, 200, "{path}");
    }
    let paid = stand.ask_with("POST", "/.heliast/stamp", &[], asked.stamp()).await;
    assert_eq!(paid.status, 204, "{}", paid.text);
    for word in ["HttpOnly", "SameSite=Lax", "Max-Age=3600", "Path=/"] {
        assert!(paid.header("set-cookie").contains(word), "{word}");
    }
    let cookie = format!("a=1; {}", paid.pass());
    for _ in 0..3 {
        let seen = stand.ask_with("PUT", "/page?a=b", &[("cookie", &cookie)], vec![1; 100_000]).await;
        let host = stand.address;
        assert_eq!(seen.text, format!("PUT /page?a=b 100000 cookie a=1 host {host} from 127.0.0.1"));
    }
    // A pass is bound to its network.
    assert_eq!(stand.ask("/", &[("cookie", &cookie), ("x-forwarded-for", "127.0.0.7")]).await.status, 200);
    assert_eq!(stand.ask("/", &[("cookie", &cookie), ("x-forwarded-for", "203.0.114.9")]).await.status, 401);
    assert_eq!(stand.ask("/", &[("cookie", "heliast-pass=AAAA")]).await.status, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_sends_a_stamp_once() {
    let stand = stand(Rules::default()).await;
    let asked = stand.ask("/feed", &[]).await;
    assert_eq!(asked.status, 401);
    assert!(asked.text.contains("heliast stamp solve"), "{}", asked.text);
    let stamp = authorization_of(&asked.stamp());
    let seen = stand.ask("/feed", &[("authorization", &stamp)]).await;
    assert!(seen.status == 200 && seen.text.starts_with("GET /feed 0 cookie - "), "{}", seen.text);
    let again = stand.ask("/feed", &[("authorization", &stamp)]).await;
    assert!(again.status == 403 && again.text.contains("\"name\":\"spent\""), "{}", again.text);
    let pass = seen.pass();
    assert_eq!(stand.ask("/feed", &[("cookie", pass)]).await.status, 200);
    for (bad, name) in [("Stamp AAAA", "length"), ("Stamp !", "encoding")] {
        let answer = stand.ask("/feed", &[("authorization", bad)]).await;
        assert!(answer.status == 403 && answer.text.contains(name), "{bad}: {}", answer.text);
    }
    // A stamp of another client.
    let asked = stand.ask("/feed", &[]).await;
    let headers =
        [("authorization", &*authorization_of(&asked.stamp())), ("x-forwarded-for", "198.51.100.1")];
    let answer = stand.ask("/feed", &headers).await;
    assert!(answer.status == 403 && answer.text.contains("\"name\":\"client\""), "{}", answer.text);
    let metrics = stand_metrics(&stand).await;
    for line in
        ["stamps_total{verdict=\"taken\"} 1", "stamps_total{verdict=\"spent\"} 1", "price_squarings 1000"]
    {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
}

async fn stand_metrics(stand: &Stand) -> String {
    let client: Client<_, Empty<&[u8]>> = Client::builder(TokioExecutor::new()).build_http();
    let get = |path| client.get(format!("http://{}{path}", stand.operator).parse().unwrap());
    let health = answered(get("/health").await.unwrap()).await;
    assert_eq!((health.status, &*health.text), (200, "ok\n"));
    answered(get("/metrics").await.unwrap()).await.text
}

#[tokio::test(flavor = "multi_thread")]
async fn some_paths_are_open_and_some_closed() {
    let mut rules = Rules::default();
    rules.close("/admin");
    rules.deny(["198.51.100.0/24".parse().unwrap()]);
    let stand = stand(rules).await;
    assert_eq!(stand.ask("/robots.txt", &[]).await.status, 200);
    assert_eq!(stand.ask("/.well-known/x", &[("x-forwarded-for", "198.51.100.7")]).await.status, 403);
    let closed = stand.ask("/admin/x", &[("accept", "text/html")]).await;
    assert!(closed.status == 403 && closed.text.contains("You are not let in here"), "{}", closed.text);
    assert_eq!(stand.ask("/.heliast/none", &[]).await.status, 404);
    // The rest of a long body, which is in transit when the answer comes, finds a closed connection.
    let long = stand.ask_with("POST", "/.heliast/stamp", &[], vec![0; 8 << 10]).await;
    assert_eq!(long.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_upgraded() {
    let stand = stand(Rules::default()).await;
    let pass = stand.ask_with("POST", "/.heliast/stamp", &[], stand.ask("/", &[]).await.stamp()).await;
    let mut stream = TcpStream::connect(stand.address).await.unwrap();
    let head = format!(
        "GET /socket HTTP/1.1\r\nhost: site\r\nconnection: keep-alive, Upgrade\r\nupgrade: websocket\r\ncookie: {}\r\n\r\n",
        pass.pass()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&answer));
    for word in [b"hello", b"world"] {
        stream.write_all(word).await.unwrap();
        let mut bytes = [0; 5];
        stream.read_exact(&mut bytes).await.unwrap();
        assert_eq!(&bytes, word);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn http_2_goes_through() {
    let stand = stand(Rules::default()).await;
    let client: Client<_, Empty<&[u8]>> = Client::builder(TokioExecutor::new()).http2_only(true).build_http();
    let answer =
        answered(client.get(format!("http://{}/robots.txt", stand.address).parse().unwrap()).await.unwrap())
            .await;
    let host = stand.address;
    assert_eq!(answer.text, format!("GET /robots.txt 0 cookie - host {host} from 127.0.0.1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_is_away() {
    let stand = stand_before("http://127.0.0.1:1", Rules::default()).await;
    let answer = stand.ask("/robots.txt", &[]).await;
    assert!(answer.status == 502 && answer.text.contains("does not answer"), "{}", answer.text);
    let client: Client<_, Empty<&[u8]>> = Client::builder(TokioExecutor::new()).build_http();
    let health = client.get(format!("http://{}/health", stand.operator).parse().unwrap()).await.unwrap();
    assert_eq!(health.status(), 503);
}

/// A spent stamp stays spent after a restart, and at another machine of the site with the same list.
#[test]
fn a_list_outlives_its_process() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("spent.redb");
    let open = |path: &Path| till(Arc::new(Durable::open(path, 10).unwrap()));
    let first = open(&path);
    let stamp = solve(&first.challenge(CLIENT).unwrap().to_bytes(), |_| true).unwrap();
    let (pass, seconds) = first.pay(&stamp, CLIENT).unwrap();
    assert!(first.lets_in(&pass, CLIENT) && seconds == 3_600);
    assert!(Durable::open(&path, 10).is_err(), "two processes have one list");
    drop(first);
    let second = loop {
        // The worker of the first one ends a moment later.
        if let Ok(spent) = Durable::open(&path, 10) {
            break till(Arc::new(spent));
        }
    };
    assert!(second.lets_in(&pass, CLIENT), "a pass outlives a restart");
    assert!(matches!(second.pay(&stamp, CLIENT), Err(Unpaid::Spent)));
}

#[test]
fn of_a_thousand_at_once_one_is_taken() {
    let dir = tempfile::tempdir().unwrap();
    let till = till(Arc::new(Durable::open(&dir.path().join("spent.redb"), 5).unwrap()));
    let stamp = solve(&till.challenge(CLIENT).unwrap().to_bytes(), |_| true).unwrap();
    let taken: usize = std::thread::scope(|scope| {
        let pay = || (0..50).filter(|_| till.pay(&stamp, CLIENT).is_ok()).count();
        let threads: Vec<_> = (0..20).map(|_| scope.spawn(pay)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(taken, 1);
    // The list has a limit, and reports when it is full.
    let pay = || till.pay(&solve(&till.challenge(CLIENT).unwrap().to_bytes(), |_| true).unwrap(), CLIENT);
    assert!((0..4).all(|_| pay().is_ok()));
    assert!(pay().unwrap_err().to_string().contains("as many as are allowed"));
}

/// The waiting page shows the tags of the site's page, unless that page has a higher price: then it shows
/// nothing, and the site makes the page only for clients that have paid.
#[tokio::test(flavor = "multi_thread")]
async fn what_costs_more_shows_nothing_of_itself() {
    let site = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let upstream = format!("http://{}", site.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&asked);
    let page = move || {
        seen.fetch_add(1, SeqCst);
        std::future::ready(Html("<head><meta property=og:title content='of the site'></head>"))
    };
    tokio::spawn(async move { axum::serve(site, Router::new().fallback(any(page))).await });
    let mut rules = Rules::default();
    rules.add(Rule::new("dear", Action::Pay(Some(1_500))).path("/dear"));
    rules.add(Rule::new("cheap", Action::Pay(Some(1_000))).path("/cheap"));
    let gate = Gate::new("a site", till(Arc::new(Memory::new(10))), rules, false).unwrap();
    let proxy = Proxy::new(gate, &upstream).unwrap().previewing();
    let get = async |path: &str| {
        let request = Request::get(path).header("host", "site").header("accept", "text/html");
        let answer = proxy.answer(request.body(Body::empty()).unwrap(), CLIENT).await;
        let status = answer.status().as_u16();
        (status, String::from_utf8(answer.into_body().collect().await.unwrap().to_bytes().into()).unwrap())
    };
    while get("/dear").await.0 == 503 {
        tokio::task::yield_now().await;
    }
    let (status, page) = get("/dear/x").await;
    assert!(status == 401 && !page.contains("of the site") && asked.load(SeqCst) == 0, "{page}");
    for (place, path) in ["/", "/cheap"].into_iter().enumerate() {
        let (status, page) = get(path).await;
        assert!(status == 401 && page.contains("of the site") && asked.load(SeqCst) == place + 1, "{page}");
    }
}
