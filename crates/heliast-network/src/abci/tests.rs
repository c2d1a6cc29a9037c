//! The server over real sockets: answers in order, and peers that send invalid data.

mod bytes;

use super::{
    messages::{RequestCheckTx, RequestEcho, RequestFlush, RequestInfo, ResponseInfo},
    *,
};
use std::{io::ErrorKind, time::Duration};

/// The code with which the mempool of [`Counter`] refuses.
const REFUSED: u32 = 7;

/// Counts the transactions that it checks.
struct Counter(i64);

impl Application for Counter {
    fn answer(&mut self, _: request::Value) -> response::Value {
        self.0 += 1;
        response::Value::Info(ResponseInfo { last_block_height: self.0, ..Default::default() })
    }

    fn checker(&self) -> Option<Checker> {
        Some(Arc::new(|_| ResponseCheckTx { code: REFUSED, ..Default::default() }))
    }
}

fn server(address: &Address) -> Server {
    Server::start(address, Arc::new(Mutex::new(Counter(0)))).unwrap()
}

fn places() -> (tempfile::TempDir, [Address; 2]) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("abci.sock");
    (dir, [Address::Unix(path), Address::Tcp("127.0.0.1:0".into())])
}

fn connect(server: &Server) -> Stream {
    let stream = Stream::connect(server.address()).unwrap();
    set_patience(&stream, Duration::from_secs(600));
    stream
}

fn set_patience(stream: &Stream, time: Duration) {
    match stream {
        Stream::Unix(stream) => stream.set_read_timeout(Some(time)).unwrap(),
        Stream::Tcp(stream) => stream.set_read_timeout(Some(time)).unwrap(),
    }
}

fn ask(stream: &mut Stream, value: request::Value) {
    stream.write_all(&Request { value: Some(value) }.encode_length_delimited_to_vec()).unwrap();
}

fn answer(stream: &mut Stream) -> response::Value {
    let len = length(stream).unwrap().unwrap();
    let mut bytes = vec![0; len as usize];
    stream.read_exact(&mut bytes).unwrap();
    Response::decode(&bytes[..]).unwrap().value.unwrap()
}

#[test]
fn requests_are_answered_in_order_on_every_connection() {
    let (_dir, places) = places();
    for place in &places {
        let server = server(place);
        let mut streams: Vec<_> = (0..4).map(|_| connect(&server)).collect();
        for (i, stream) in (1..).zip(&mut streams) {
            ask(stream, request::Value::Echo(RequestEcho { message: "words".into() }));
            ask(stream, request::Value::Info(RequestInfo::default()));
            ask(stream, request::Value::Flush(RequestFlush {}));
            assert_eq!(answer(stream), response::Value::Echo(ResponseEcho { message: "words".into() }));
            let response::Value::Info(info) = answer(stream) else { panic!("another answer") };
            assert_eq!(info.last_block_height, i, "all connections have one application");
            assert_eq!(answer(stream), response::Value::Flush(ResponseFlush {}));
        }
        // A kind of request that this version does not know: field 99 with an empty message.
        streams[0].write_all(&[3, 0x9a, 0x06, 0x00]).unwrap();
        assert!(matches!(answer(&mut streams[0]), response::Value::Exception(_)));
    }
}

/// Blocks do not wait for transactions, however many there are, and transactions do not wait for a block that
/// takes long.
#[test]
fn transactions_are_checked_while_the_application_is_busy() {
    let (_dir, places) = places();
    for place in &places {
        let app = Arc::new(Mutex::new(Counter(0)));
        let server = Server::start(place, Arc::clone(&app)).unwrap();
        let busy = app.lock().unwrap();
        let mut stream = connect(&server);
        for _ in 0..3 {
            ask(&mut stream, request::Value::CheckTx(RequestCheckTx::default()));
            let response::Value::CheckTx(said) = answer(&mut stream) else { panic!("another answer") };
            assert_eq!(said.code, REFUSED);
        }
        assert_eq!(busy.0, 0);
    }
}

/// Withholds its first answer for longer than any test takes.
struct Withholds(Duration);

impl Application for Withholds {
    fn answer(&mut self, _: request::Value) -> response::Value {
        response::Value::Info(ResponseInfo::default())
    }

    fn withhold(&mut self) -> Duration {
        std::mem::take(&mut self.0)
    }
}

#[test]
fn other_connections_are_answered_while_an_answer_is_withheld() {
    let (_dir, places) = places();
    for place in &places {
        let app = Arc::new(Mutex::new(Withholds(Duration::from_secs(86_400))));
        let server = Server::start(place, Arc::clone(&app)).unwrap();
        let (mut first, mut second) = (connect(&server), connect(&server));
        ask(&mut first, request::Value::Info(RequestInfo::default()));
        while !app.lock().unwrap().0.is_zero() {
            thread::sleep(Duration::from_millis(1));
        }
        ask(&mut second, request::Value::Info(RequestInfo::default()));
        assert!(matches!(answer(&mut second), response::Value::Info(_)));
        set_patience(&first, Duration::from_millis(50));
        assert_eq!(first.read(&mut [0]).unwrap_err().kind(), ErrorKind::WouldBlock);
    }
}

#[test]
fn nonsense_ends_its_connection_only() {
    let (_dir, places) = places();
    for place in &places {
        let server = server(place);
        let mut good = connect(&server);
        for nonsense in [&[0xff; 12][..], &[0xff, 0xff, 0xff, 0xff, 0x0f], &[4, 0xff, 0xff, 0xff, 0xff]] {
            let mut stream = connect(&server);
            stream.write_all(nonsense).unwrap();
            let ended = stream.read(&mut [0]);
            let reset = |error: &io::Error| error.kind() == ErrorKind::ConnectionReset;
            assert!(ended.as_ref().map_or_else(reset, |&bytes| bytes == 0), "{ended:?}");
        }
        ask(&mut good, request::Value::Info(RequestInfo::default()));
        assert!(matches!(answer(&mut good), response::Value::Info(_)));
    }
}

/// Answers nothing.
struct Panics;

impl Application for Panics {
    fn answer(&mut self, _: request::Value) -> response::Value {
        panic!("as a test wants it")
    }
}

/// Without an answer the engine would wait for ever, and its node would seem to be well.
#[test]
fn an_application_that_panics_ends_its_connection() {
    let (_dir, places) = places();
    for place in &places {
        let server = Server::start(place, Arc::new(Mutex::new(Panics))).unwrap();
        let mut stream = connect(&server);
        ask(&mut stream, request::Value::Info(RequestInfo::default()));
        assert_eq!(stream.read(&mut [0]).unwrap(), 0);
    }
}

#[test]
fn the_end_of_the_server_ends_its_connections_and_frees_its_place() {
    let (_dir, [unix, tcp]) = places();
    for place in [unix, tcp] {
        let first = server(&place);
        let place = first.address().clone();
        assert!(Server::start(&place, Arc::new(Mutex::new(Counter(0)))).is_err(), "somebody listens there");
        let mut stream = connect(&first);
        ask(&mut stream, request::Value::Info(RequestInfo::default()));
        answer(&mut stream);
        drop(first);
        assert!(!matches!(stream.read(&mut [0]), Ok(1)));
        drop(server(&place));
    }
    assert!("udp://x".parse::<Address>().is_err());
    assert_eq!("unix:///a/b".parse::<Address>().unwrap().to_string(), "unix:///a/b");
}

#[test]
#[cfg(unix)]
fn a_socket_that_a_dead_process_left_is_replaced_and_is_its_owners_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("abci.sock");
    drop(UnixListener::bind(&path).unwrap());
    assert!(path.exists());
    let _server = server(&Address::Unix(path.clone()));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

/// A block of a dishonest proposer may be as long as the engine allows, and must not end a node.
#[test]
fn a_request_with_the_longest_block_is_read_and_a_longer_one_is_not() {
    const LONGEST_BLOCK: u64 = 104_857_600;
    let begun = |len| {
        let mut bytes = vec![];
        prost::encoding::encode_varint(len, &mut bytes);
        next(&mut &bytes[..]).unwrap_err().kind()
    };
    assert_eq!(begun(LONGEST_BLOCK + 4096), ErrorKind::UnexpectedEof, "the rest is awaited");
    assert_eq!(begun(MAX_MESSAGE + 1), ErrorKind::Other);
}
