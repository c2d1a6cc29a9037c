//! The gate as a layer before services of this program, with and without real connections.

#[path = "../../examples/axum_site.rs"]
mod axum_site;

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderMap, Request, StatusCode},
    routing::any,
};
use heliast_gate::{Gate, Rules, StampLayer, Till, TillOptions, authorization_of, challenge_of};
use heliast_group::RsaGroup;
use heliast_stamp::{Memory, Pace, solve};
use http_body_util::BodyExt;
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};
use tokio::net::TcpListener;
use tower_layer::Layer;
use tower_service::Service;

const PEER: SocketAddr = SocketAddr::new(IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9)), 1);

struct Answer {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    async fn of<B>(response: axum::http::Response<B>) -> Answer
    where
        B: axum::body::HttpBody<Data = axum::body::Bytes> + Send + 'static,
        B::Error: std::error::Error + Send + Sync + 'static,
    {
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: head.status.as_u16(), headers: head.headers, text }
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    fn stamp(&self) -> Vec<u8> {
        solve(&challenge_of(self.header("www-authenticate")).unwrap(), |_| true).unwrap()
    }
}

fn gate() -> Gate {
    let options = TillOptions::new("a site", [7; 32], Pace::new(1_000, 1_000).unwrap());
    let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::new(Memory::new(100)), |_, _| {});
    Gate::new("a site", till, Rules::default(), true).unwrap()
}

fn request(path: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let request = Request::builder().uri(path).extension(ConnectInfo(PEER));
    let with =
        |request: axum::http::request::Builder, (name, value): &(&str, &str)| request.header(*name, *value);
    headers.iter().fold(request, with).body(Body::empty()).unwrap()
}

async fn ask<S, B>(service: &mut S, request: Request<Body>) -> Answer
where
    S: Service<Request<Body>, Response = axum::http::Response<B>, Error = Infallible>,
    B: axum::body::HttpBody<Data = axum::body::Bytes> + Send + 'static,
    B::Error: std::error::Error + Send + Sync + 'static,
{
    std::future::poll_fn(|context| service.poll_ready(context)).await.unwrap();
    Answer::of(service.call(request).await.unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_example_asks_for_a_stamp() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let site = axum_site::site([7; 32], 1_000).unwrap();
    let site = site.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, site).await });
    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let get = async |path: &str, name: &str, value: &str| {
        let request = Request::builder().uri(format!("http://{address}{path}")).header(name, value);
        Answer::of(client.request(request.body(Body::empty()).unwrap()).await.unwrap()).await
    };
    assert_eq!(get("/robots.txt", "x", "").await.text, "User-agent: *\n");
    assert_eq!(get("/health", "x", "").await.text, "ok\n");
    let asked = get("/", "accept", "text/html").await;
    assert!(asked.status == 401 && asked.text.contains("<noscript>"), "{}", asked.text);
    assert_eq!(get("/.heliast/gate.css", "x", "").await.status, 200);
    let stamp = authorization_of(&asked.stamp());
    let paid = get("/", "authorization", &stamp).await;
    assert_eq!((paid.status, &*paid.text), (200, "you have waited\n"));
    let pass = paid.header("set-cookie").split(';').next().unwrap();
    assert_eq!(get("/", "cookie", pass).await.text, "you have waited\n");
    let again = get("/", "authorization", &stamp).await;
    assert!(again.status == 403 && again.text.contains("\"name\":\"spent\""), "{}", again.text);
    // A missing page of the site is only reported as not found after payment.
    assert_eq!(get("/none", "x", "").await.status, 401);
    assert_eq!(get("/none", "cookie", pass).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_site_sees_neither_stamp_nor_pass() {
    let seen = any(async |headers: HeaderMap| format!("{headers:?}"));
    let mut site = StampLayer::new(gate()).layer(Router::new().fallback(seen));
    let asked = ask(&mut site, request("/a", &[])).await;
    let stamp = authorization_of(&asked.stamp());
    let paid = ask(&mut site, request("/a", &[("authorization", &stamp), ("cookie", "b=1")])).await;
    assert!(paid.status == 200 && paid.text.contains("b=1") && !paid.text.contains("Stamp"), "{}", paid.text);
    assert!(paid.header("set-cookie").contains("; Secure"));
    let cookie = format!("b=1; {}", paid.header("set-cookie").split(';').next().unwrap());
    let passed = ask(&mut site, request("/a", &[("cookie", &cookie)])).await;
    assert!(passed.text.contains("b=1") && !passed.text.contains("heliast-pass"), "{}", passed.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_that_want_json_get_the_challenge_in_it() {
    let mut site = StampLayer::new(gate()).layer(Router::new());
    let asked = ask(&mut site, request("/", &[("accept", "application/json")])).await;
    assert_eq!((asked.status, asked.header("content-type")), (401, "application/json"));
    let json: serde_json::Value = serde_json::from_str(&asked.text).unwrap();
    assert_eq!((&json["name"], &json["t"]), (&"unpaid".into(), &1_000.into()));
    let header = format!("Stamp challenge=\"{}\"", json["challenge"].as_str().unwrap());
    assert_eq!(asked.header("www-authenticate"), header);
}

#[tokio::test(flavor = "multi_thread")]
async fn whose_a_request_is_must_be_known() {
    let mut site = StampLayer::new(gate()).layer(Router::new());
    let nobodys = Request::builder().uri("/robots.txt").body(Body::empty()).unwrap();
    assert_eq!(ask(&mut site, nobodys).await.status, StatusCode::INTERNAL_SERVER_ERROR);
    // Behind a proxy the client's address is in its header, if the site's program trusts it.
    let client = |request: &Request<Body>| request.headers().get("x-real-ip")?.to_str().ok()?.parse().ok();
    let mut site = StampLayer::with(gate(), client, 5.0).layer(Router::new());
    let asked = ask(&mut site, request("/", &[("x-real-ip", "198.51.100.1")])).await;
    let stamp = authorization_of(&asked.stamp());
    let of = |address| request("/", &[("authorization", &*stamp), ("x-real-ip", address)]);
    let other = ask(&mut site, of("203.0.113.9")).await;
    assert!(other.status == 403 && other.text.contains("\"name\":\"client\""), "{}", other.text);
    assert_eq!(ask(&mut site, of("198.51.100.2")).await.status, 404);
}
