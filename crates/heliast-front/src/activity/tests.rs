use super::*;
use futures_util::FutureExt;
use std::{collections::VecDeque, sync::Barrier, thread};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    runtime,
    time::sleep,
};

/// Limits of this many connections, two of them for one client.
fn of(connections: usize) -> Limits {
    Limits { connections, client_connections: 2, ..Limits::default() }
}

/// Whether a connection was told to give way.
fn is_given_away(place: &Place) -> bool {
    place.given_away().now_or_never().is_some()
}

#[test]
fn the_most_silent_gives_way_and_only_when_there_is_no_place() {
    let connections = Connections::new();
    let seats: Vec<_> = (0..3).map(|_| connections.enter(None, &of(3))).collect();
    assert!(seats.iter().all(|seat| !is_given_away(seat)));
    seats[0].touch();
    let fourth = connections.enter(None, &of(3));
    assert_eq!(seats.iter().map(|seat| is_given_away(seat)).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(connections.count(), 3);
    // A new connection is not the one silent for longest.
    let _fifth = connections.enter(None, &of(3));
    assert!(is_given_away(&seats[2]) && !is_given_away(&fourth) && !is_given_away(&seats[0]));
}

/// Each thread enters once in a round, so none of these connections is the one silent for longest.
#[test]
fn those_who_come_at_the_same_time_do_not_take_each_others_places() {
    const THREADS: usize = 4;
    let (connections, barrier) = (Connections::new(), Barrier::new(THREADS));
    let lost = AtomicU64::new(0);
    let visit = || {
        let mut places = VecDeque::new();
        for _ in 0..5_000 {
            barrier.wait();
            let place = connections.enter(None, &of(4 * THREADS));
            barrier.wait();
            lost.fetch_add(is_given_away(&place).into(), Ordering::Relaxed);
            places.push_back(place);
            places.drain(..places.len().saturating_sub(8));
        }
    };
    thread::scope(|scope| (0..THREADS).for_each(|_| drop(scope.spawn(visit))));
    assert_eq!(lost.into_inner(), 0);
}

#[test]
fn places_that_were_left_are_free() {
    let connections = Connections::new();
    let first = connections.enter(None, &of(2));
    drop(connections.enter(None, &of(2)));
    let _second = connections.enter(None, &of(2));
    assert!(!is_given_away(&first));
    assert_eq!(connections.count(), 2);
}

#[test]
fn there_is_always_a_place_for_one() {
    let connections = Connections::new();
    let first = connections.enter(None, &of(0));
    assert_eq!(connections.count(), 1);
    let _second = connections.enter(None, &of(0));
    assert!(is_given_away(&first));
    drop(first);
    assert_eq!(connections.count(), 1, "whose place was given away has none to leave");
}

#[test]
fn a_client_takes_places_from_itself_only() {
    let connections = Connections::new();
    let client = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
    let other = connections.enter(client(1), &of(9));
    let seats: Vec<_> = (1..4).map(|_| connections.enter(client(2), &of(9))).collect();
    assert_eq!(seats.iter().map(|seat| is_given_away(seat)).collect::<Vec<_>>(), [true, false, false]);
    assert!(!is_given_away(&other), "the most silent of all, but not this client's");
    // A proxy's connections belong to its clients.
    let proxied: Vec<_> = (4..9).map(|_| connections.enter(None, &of(9))).collect();
    assert!(proxied.iter().all(|seat| !is_given_away(seat)));
    assert_eq!(connections.count(), 8);
}

/// A connection and its client's end, with small system buffers between them.
async fn pair() -> (Watched, Arc<Place>, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = tokio::net::TcpSocket::new_v4().unwrap();
    client.set_recv_buffer_size(4096).unwrap();
    let client = client.connect(listener.local_addr().unwrap()).await.unwrap();
    let (stream, _) = listener.accept().await.unwrap();
    let place = Connections::new().enter(None, &of(3));
    (Watched::new(stream, Arc::clone(&place), Duration::from_secs(60)), place, client)
}

fn run<T>(test: impl Future<Output = T>) -> T {
    runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test)
}

/// A client that has sent more than was answered still receives the whole last answer.
#[test]
fn an_answer_is_whole_though_something_was_left_unread() {
    run(async {
        let (mut server, _place, mut client) = pair().await;
        client.write_all(&[1; 20_000]).await.unwrap();
        server.read_exact(&mut [0; 100]).await.unwrap();
        let answer = vec![2; 100_000];
        server.write_all(&answer).await.unwrap();
        let ended = async {
            server.shutdown().await.unwrap();
            drop(server);
        };
        let read = async move {
            // The client is slow: the answer is still in the buffers of the server's system.
            sleep(Duration::from_millis(100)).await;
            let mut found = Vec::new();
            client.read_to_end(&mut found).await.map(|_| found)
        };
        let ((), found) = tokio::join!(ended, read);
        assert_eq!(found.map(|found| found.len()).ok(), Some(answer.len()));
    });
}

/// If no data is unread, the connection does not wait: most clients keep a connection open until they need
/// it.
#[test]
fn nothing_is_waited_for_where_nothing_is_left() {
    run(async {
        let (mut server, _place, _client) = pair().await;
        assert!(server.shutdown().now_or_never().is_some());
    });
}

/// Closing the sending direction of an upgraded connection does not receive data that arrives for its reader.
#[test]
fn an_upgraded_connection_is_read_by_its_reader_alone() {
    run(async {
        let (mut server, place, mut client) = pair().await;
        place.upgrade();
        client.write_all(b"more").await.unwrap();
        server.stream.readable().await.unwrap();
        server.shutdown().await.unwrap();
        let mut found = [0; 4];
        server.read_exact(&mut found).await.unwrap();
        assert_eq!(&found, b"more");
    });
}

/// A client cannot keep its place by sending endlessly.
#[test]
fn what_is_taken_has_an_end() {
    run(async {
        let (mut server, _place, mut client) = pair().await;
        let flood = tokio::spawn(async move { while client.write_all(&[1; 1 << 16]).await.is_ok() {} });
        server.stream.readable().await.unwrap();
        server.shutdown().await.unwrap();
        drop(server);
        flood.await.unwrap();
    });
}

/// An answer that its client does not read differs from the silence of a client without requests.
#[test]
fn an_answer_that_nobody_reads_blocks_its_connection() {
    run(async {
        let (mut server, place, mut client) = pair().await;
        assert!(!place.is_blocked());
        let mut taken = 0;
        while let Some(bytes) = server.write(&[0; 1 << 16]).now_or_never() {
            taken += bytes.unwrap();
        }
        assert!(place.is_blocked());
        client.read_exact(&mut vec![0; taken]).await.unwrap();
        server.write_all(&[0]).await.unwrap();
        assert!(!place.is_blocked());
    });
}

/// The client stood still as well, and reads when it goes on.
#[test]
fn an_unread_answer_outlives_a_standstill() {
    run(async {
        let (mut server, _place, mut client) = pair().await;
        server.patience = Duration::from_millis(700);
        while server.write(&[0; 1 << 16]).now_or_never().is_some() {}
        thread::sleep(server.patience * 2);
        let reading = tokio::spawn(async move {
            sleep(Duration::from_millis(50)).await;
            while client.read(&mut [0; 1 << 16]).await.is_ok_and(|bytes| bytes > 0) {}
        });
        server.write_all(&[0]).await.unwrap();
        drop(server);
        reading.await.unwrap();
    });
}
