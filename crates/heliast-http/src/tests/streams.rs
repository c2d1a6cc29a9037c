use super::*;
use heliast_engine::{Phase, Status};
use serde_json::Value;
use std::time::Duration;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::timeout,
};

/// An open event stream.
struct Stream(BufReader<TcpStream>);

#[derive(Debug)]
struct Event {
    name: String,
    id: Option<u64>,
    data: Value,
}

impl Stream {
    async fn open(node: &Node, last_event: Option<&str>) -> Stream {
        let mut stream = TcpStream::connect(node.address).await.unwrap();
        let resume = last_event.map_or_else(String::new, |id| format!("last-event-id: {id}\r\n"));
        stream
            .write_all(
                format!("GET /v1/stream HTTP/1.1\r\nhost: test\r\nconnection: close\r\n{resume}\r\n")
                    .as_bytes(),
            )
            .await
            .unwrap();
        Stream(BufReader::new(stream))
    }

    async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = timeout(PATIENCE, self.0.read_line(&mut line)).await.expect("a line in time").unwrap_or(0);
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// The next event; `None` at the end.
    async fn event(&mut self) -> Option<Event> {
        let (mut name, mut id, mut data) = (None, None, None);
        loop {
            let line = self.line().await?;
            match line.split_once(": ") {
                Some(("event", value)) => name = Some(value.to_owned()),
                Some(("id", value)) => id = value.parse().ok(),
                Some(("data", value)) => data = serde_json::from_str(value).ok(),
                _ => {}
            }
            if let (true, Some(name), Some(data)) = (line.is_empty(), &name, &data) {
                return Some(Event { name: name.clone(), id, data: Clone::clone(data) });
            }
        }
    }

    /// The next event that does not repeat this status, which is sent again while nothing changes.
    async fn changed(&mut self, status: &Event) -> Event {
        loop {
            let event = self.event().await.unwrap();
            if event.name != status.name || event.data["progress"] != status.data["progress"] {
                return event;
            }
        }
    }

    /// The number of the next round event; status events are skipped.
    async fn round(&mut self) -> u64 {
        loop {
            let event = self.event().await.unwrap();
            if event.name == "round" {
                assert_eq!(event.data["round"].as_u64(), event.id);
                return event.id.unwrap();
            }
        }
    }
}

fn status(round: u64, progress: f64) -> Status {
    Status {
        round,
        phase: Phase::Delay,
        progress,
        opens_ms: 1,
        next_ms: 2,
        latest: 99,
        squarings_per_second: 1e6,
    }
}

#[tokio::test]
async fn a_stream_starts_with_the_latest_round_and_follows() {
    let mut node = Node::start(3, patient()).await;
    let mut stream = Stream::open(&node, None).await;
    assert_eq!(stream.round().await, 3);
    let first = stream.event().await.unwrap();
    assert_eq!((first.name.as_str(), &first.data["phase"]), ("status", &Value::from("waiting")));
    node.handles.board.set_status(status(4, 0.25));
    let event = stream.changed(&first).await;
    assert_eq!(
        (event.name.as_str(), event.id, &event.data["progress"]),
        ("status", None, &Value::from(0.25))
    );
    assert_eq!(event.data["latest"], 3, "from the store, not from the engine");
    assert_eq!(event.data, node.get("/v1/status").await.json());
    for number in 4..=6 {
        node.advance();
        assert_eq!(stream.round().await, number);
    }
    node.advance();
    node.advance();
    assert_eq!((stream.round().await, stream.round().await), (7, 8));
}

#[tokio::test]
async fn a_stream_of_a_new_chain_waits_for_round_1() {
    let mut node = Node::at(GENESIS_MS, 0, patient()).await;
    let mut stream = Stream::open(&node, None).await;
    assert_eq!(stream.event().await.unwrap().name, "status");
    node.advance();
    assert_eq!(stream.round().await, 1);
}

#[tokio::test]
async fn a_stream_resumes_after_the_last_event() {
    let mut node = Node::start(4, patient()).await;
    let mut stream = Stream::open(&node, Some("1")).await;
    for number in 2..=4 {
        assert_eq!(stream.round().await, number);
    }
    let (mut ahead, mut all) = (Stream::open(&node, Some("900")).await, Stream::open(&node, Some("0")).await);
    assert_eq!(ahead.event().await.unwrap().name, "status");
    node.advance();
    assert_eq!((ahead.round().await, all.round().await), (5, 1));
    for bad in ["x", "-1", "1 ", "18446744073709551616"] {
        let mut stream = Stream::open(&node, Some(bad)).await;
        let first = stream.line().await.unwrap();
        assert!(first.contains("400") || bad == "1 ", "{bad}: {first}");
    }
}

#[tokio::test]
async fn streams_of_one_client_are_limited() {
    let node = Node::start(1, Limits { client_streams: 1, ..patient() }).await;
    let mut open = Stream::open(&node, None).await;
    open.round().await;
    let refused = node.get("/v1/stream").await;
    assert_eq!((refused.status, refused.code(), refused.header("retry-after")), (429, 5, "5"));
    assert_eq!(node.get("/public/1").await.status, 200);
}

#[tokio::test]
async fn streams_are_counted_and_limited() {
    let node = Node::start(1, Limits { streams: 2, ..patient() }).await;
    let mut open = vec![Stream::open(&node, None).await, Stream::open(&node, None).await];
    for stream in &mut open {
        stream.round().await;
    }
    let refused = node.get("/v1/stream").await;
    assert_eq!((refused.status, refused.code()), (503, 5));
    assert!(!refused.header("retry-after").is_empty());
    assert!(node.get("/metrics").await.text().contains("heliast_http_streams 2"));
    drop(open.pop());
    // The node notices a closed stream when it next writes.
    while node.traffic.streams.get() > 1 {
        node.handles.board.set_status(status(2, 0.5));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut next = Stream::open(&node, None).await;
    assert_eq!(next.round().await, 1);
}

#[tokio::test]
async fn shutting_down_ends_streams_and_returns() {
    let node = Node::start(1, patient()).await;
    let mut stream = Stream::open(&node, None).await;
    stream.round().await;
    let idle = TcpStream::connect(node.address).await.unwrap();
    node.stop.send(()).unwrap();
    while stream.event().await.is_some() {}
    timeout(PATIENCE, node.task).await.expect("the node ends").unwrap();
    assert!(TcpStream::connect(node.address).await.is_err());
    drop(idle);
}

#[tokio::test]
async fn a_stream_says_what_it_is() {
    let node = Node::start(1, patient()).await;
    let mut stream = Stream::open(&node, None).await;
    let mut headers = Vec::new();
    loop {
        let line = stream.line().await.unwrap().to_lowercase();
        if line.is_empty() {
            break;
        }
        headers.push(line);
    }
    for header in ["http/1.1 200 ok", "content-type: text/event-stream", "cache-control: no-store"] {
        assert!(headers.iter().any(|line| line == header), "{header} in {headers:?}");
    }
}

/// Nothing is queued: a slow client takes no memory and misses nothing.
#[tokio::test]
async fn a_client_that_lags_gets_every_round_and_the_newest_status() {
    let mut node = Node::start(1, patient()).await;
    let mut stream = Stream::open(&node, None).await;
    assert_eq!(stream.round().await, 1);
    let first = stream.event().await.unwrap();
    assert_eq!(first.name, "status");
    for progress in 1..=100 {
        node.handles.board.set_status(status(2, f64::from(progress) / 100.0));
    }
    for _ in 0..20 {
        node.advance();
    }
    node.handles.board.set_status(status(22, 0.75));
    for number in 2..=21 {
        let event = stream.changed(&first).await;
        assert_eq!((event.name.as_str(), event.id), ("round", Some(number)), "rounds go before the status");
        let mut public = node.get(&format!("/public/{number}")).await.json();
        assert_eq!(public.as_object_mut().unwrap().remove("heliast_round"), Some(number.into()));
        assert_eq!(event.data, public);
    }
    let event = stream.event().await.unwrap();
    assert_eq!((event.name.as_str(), &event.data["progress"]), ("status", &Value::from(0.75)));
    assert_eq!(event.data["latest"], 21);
}

#[tokio::test]
async fn clients_follow_at_their_own_pace() {
    let mut node = Node::start(3, patient()).await;
    let mut fast = Stream::open(&node, None).await;
    let mut slow = Stream::open(&node, Some("0")).await;
    assert_eq!((fast.round().await, slow.round().await), (3, 1));
    node.advance();
    assert_eq!(fast.round().await, 4);
    for number in 2..=4 {
        assert_eq!(slow.round().await, number);
    }
}

/// Clients would trust a stream that left out a round.
#[tokio::test]
async fn a_stream_ends_at_a_round_that_cannot_be_read() {
    let dir = TempDir::new().unwrap();
    let mut world = World::new(5, 1, GENESIS_MS);
    let store = Store::create(dir.path(), &world.chain).unwrap();
    let rounds = world.rounds(5);
    rounds.iter().for_each(|round| store.append(round).unwrap());
    drop(store);
    heliast_store::testing::damage(&dir, 3);
    let store = Store::open(dir.path()).unwrap();
    let node = Node::over(dir, store, (world, rounds), GENESIS_MS, patient()).await;
    let mut stream = Stream::open(&node, Some("0")).await;
    assert_eq!((stream.round().await, stream.round().await), (1, 2));
    assert!(stream.event().await.is_none());
    // The latest rounds can still be followed.
    assert_eq!(Stream::open(&node, None).await.round().await, 5);
}

#[tokio::test]
async fn a_stream_that_is_only_asked_for_its_headers_takes_no_place() {
    let node = Node::start(1, Limits { streams: 1, ..patient() }).await;
    for _ in 0..3 {
        let head = "HEAD /v1/stream HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n";
        assert_eq!(super::client::send(node.address, head).await.status, 200);
    }
    assert_eq!(node.traffic.streams.get(), 0);
    assert_eq!(Stream::open(&node, None).await.round().await, 1);
}
