//! One gate takes over from another at the same address, with the same list, under load: no request is lost.

use axum::{Router, body::Body, http::Request, routing::any};
use heliast_gate::{
    Durable, Gate, Limits, Proxy, Rules, Service, Till, TillOptions, authorization_of, challenge_of,
    listen_in_turn, serve,
};
use heliast_group::RsaGroup;
use heliast_stamp::{Pace, Spent, Trouble, solve};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use std::{
    error::Error,
    io,
    iter::successors,
    net::SocketAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::{JoinHandle, JoinSet},
    time::sleep,
};

/// A running gate.
struct Running {
    spent: Arc<Durable>,
    end: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

async fn gate(address: SocketAddr, upstream: &str, list: &Path) -> (Running, SocketAddr) {
    let options = TillOptions::new("a site", [7; 32], Pace::new(1_000, 1_000).unwrap());
    let spent = Arc::new(Durable::take_over(list, 100_000).unwrap());
    let till = Till::new(&RsaGroup::rsa_2048(), options, Arc::clone(&spent) as Arc<dyn Spent>, |_, _| {});
    let gate = Gate::new("a site", till, Rules::default(), false).unwrap();
    let service = Service {
        proxy: Arc::new(Proxy::new(gate, upstream).unwrap()),
        limits: Limits { client_connections: 1_000, requests_per_second: 1_000_000, ..Limits::default() },
        most_per_second: 1e9,
    };
    let listener = listen_in_turn(address, list.parent().unwrap()).unwrap();
    let address = listener.local_addr().unwrap();
    let (end, wait) = oneshot::channel::<()>();
    let ended = tokio::spawn(serve(service, listener, None, async { drop(wait.await) }));
    (Running { spent, end, ended }, address)
}

/// The status of one request on a new connection.
async fn fresh(address: SocketAddr, cookie: &str) -> Result<u16, String> {
    let said = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(address).await.map_err(said)?;
    let request = format!("GET / HTTP/1.1\r\nhost: site\r\nconnection: close\r\ncookie: {cookie}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.map_err(said)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.map_err(said)?;
    let text = String::from_utf8_lossy(&answer);
    text.split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .ok_or_else(|| format!("no answer: {text:?}"))
}

/// Whether the connection was closed before the first byte of an answer.
fn was_closed(error: &hyper_util::client::legacy::Error) -> bool {
    let causes = successors(error.source(), |&cause| cause.source());
    let is_close = |cause: &(dyn Error + 'static)| {
        let of_http = cause.downcast_ref::<hyper::Error>();
        let of_system = cause.downcast_ref::<io::Error>();
        of_http.is_some_and(|error| error.is_incomplete_message() || error.is_canceled())
            || of_system.is_some_and(|error| error.kind() == io::ErrorKind::ConnectionReset)
    };
    !error.is_connect() && causes.into_iter().any(is_close)
}

/// A connection is closed without notice only after it was silent during the whole handover.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gate_takes_leave_of_connections_that_are_in_use() {
    let site = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let upstream = format!("http://{}", site.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(site, Router::new().fallback(any(async || "ok"))).await });
    let dir = tempfile::tempdir().unwrap();
    let (running, address) =
        gate("127.0.0.1:0".parse().unwrap(), &upstream, &dir.path().join("spent.redb")).await;
    let heard = Arc::new(AtomicUsize::new(0));
    let mut clients: JoinSet<Option<Instant>> = JoinSet::new();
    for _ in 0..16 {
        let heard = Arc::clone(&heard);
        clients.spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            loop {
                let request = b"GET /robots.txt HTTP/1.1\r\nhost: site\r\n\r\n";
                let asked = stream.write_all(request).await.is_ok();
                let answer = answer_of(&mut stream).await.filter(|_| asked);
                let Some(answer) = answer else { return Some(Instant::now()) };
                assert!(answer.starts_with("http/1.1 200 ok"), "{answer}");
                if answer.contains("connection: close\r\n") {
                    assert_eq!(answer_of(&mut stream).await, None, "it was the last one");
                    return None;
                }
                heard.fetch_add(1, SeqCst);
            }
        });
    }
    while heard.load(SeqCst) < 500 {
        tokio::task::yield_now().await;
    }
    let ended = Instant::now();
    running.end.send(()).unwrap();
    for closed in clients.join_all().await.into_iter().flatten() {
        let handover = closed - ended;
        assert!(handover >= Duration::from_millis(700), "closed without notice after {handover:?}");
    }
    running.ended.await.unwrap();
}

/// The head of the next answer, in lower case, if there is one; its body is `ok`.
async fn answer_of(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\nok") {
        bytes.push(stream.read_u8().await.ok()?);
    }
    Some(String::from_utf8(bytes).unwrap().to_lowercase())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_turned_away() {
    let site = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let upstream = format!("http://{}", site.local_addr().unwrap());
    // An answer takes a moment, so that there are always some under way.
    let slow = any(async || {
        sleep(Duration::from_millis(20)).await;
        "a page"
    });
    tokio::spawn(async move { axum::serve(site, Router::new().fallback(slow)).await });
    let dir = tempfile::tempdir().unwrap();
    let list = dir.path().join("spent.redb");
    let (first, address) = gate("127.0.0.1:0".parse().unwrap(), &upstream, &list).await;

    let client: Client<_, Body> = Client::builder(TokioExecutor::new()).build_http();
    let url = format!("http://{address}/");
    let get = |name: &'static str, value: String| {
        let request = Request::builder().uri(&url).header(name, value).body(Body::empty()).unwrap();
        client.request(request)
    };
    let asked = get("x", String::new()).await.unwrap();
    let stamp =
        solve(&challenge_of(asked.headers()["www-authenticate"].to_str().unwrap()).unwrap(), |_| true)
            .unwrap();
    let paid = get("authorization", authorization_of(&stamp)).await.unwrap();
    let cookie = paid.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();

    let (is_over, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let mut load: JoinSet<Vec<String>> = JoinSet::new();
    for kind in 0..16 {
        let (is_over, answered) = (Arc::clone(&is_over), Arc::clone(&answered));
        let (client, cookie, url) = (client.clone(), cookie.clone(), url.clone());
        load.spawn(async move {
            let mut wrong = Vec::new();
            while !is_over.load(SeqCst) {
                let status = if kind % 2 == 0 {
                    fresh(address, &cookie).await
                } else {
                    // The client uses kept connections, and repeats a request if its connection was closed
                    // before the answer (RFC 9112, section 9.3.1). Every other error is a lost request.
                    let request = || {
                        let request = Request::builder().uri(&url).header("cookie", &cookie);
                        client.request(request.body(Body::empty()).unwrap())
                    };
                    let mut answer = request().await;
                    // Every kept connection may have been closed.
                    for _ in 0..32 {
                        match &answer {
                            Err(error) if was_closed(error) => answer = request().await,
                            _ => break,
                        }
                    }
                    answer.map(|answer| answer.status().as_u16()).map_err(|error| format!("{error:?}"))
                };
                match status {
                    Ok(200) => drop(answered.fetch_add(1, SeqCst)),
                    other => wrong.push(format!("{other:?}")),
                }
            }
            wrong
        });
    }
    let more = async |count: usize| {
        let goal = answered.load(SeqCst) + count;
        while answered.load(SeqCst) < goal {
            sleep(Duration::from_millis(5)).await;
        }
    };
    let mut running = first;
    for _ in 0..3 {
        more(100).await;
        let (next, _) = gate(address, &upstream, &list).await;
        assert!(matches!(next.spent.trouble(), Some(Trouble::Waiting(_))), "two processes have one list");
        more(100).await;
        running.end.send(()).unwrap();
        running.ended.await.unwrap();
        drop(running.spent);
        running = next;
    }
    more(100).await;
    is_over.store(true, SeqCst);
    let wrong: Vec<String> = load.join_all().await.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {} requests were lost: {wrong:?}", wrong.len(), answered.load(SeqCst));

    // The list was handed on: the last gate refuses a stamp that the first one took.
    let again = get("authorization", authorization_of(&stamp)).await.unwrap();
    assert_eq!(again.status(), 403);
    assert_eq!(running.spent.trouble(), None);
}
