//! RESP2 in pieces, at its limits, and from servers that are not Redis.

use super::{super::address::Login, *};
use proptest::{collection::vec, prelude::*};
use std::{
    net::{SocketAddr, TcpListener},
    thread::{self, JoinHandle},
};

fn read(mut bytes: &[u8]) -> Result<Reply, RedisError> {
    let found = reply(&mut bytes)?;
    assert!(bytes.is_empty(), "{} bytes are left", bytes.len());
    Ok(found)
}

fn bytes(text: &str) -> Reply {
    Reply::Bytes(text.into())
}

#[test]
fn commands_are_lists_of_strings() {
    let mut commands = Commands::default();
    commands.add(["GET", "a\r\nb"]);
    commands.add(["TIME"]);
    assert_eq!(commands.bytes, b"*2\r\n$3\r\nGET\r\n$4\r\na\r\nb\r\n*1\r\n$4\r\nTIME\r\n");
    assert_eq!(commands.count, 2);
}

#[test]
fn every_kind_of_reply_is_read() {
    let cases: [(&[u8], Reply); 9] = [
        (b"+OK\r\n", bytes("OK")),
        (b"+\r\n", bytes("")),
        (b":-7\r\n", Reply::Number(-7)),
        (b"$4\r\na\r\nb\r\n", bytes("a\r\nb")),
        (b"$0\r\n\r\n", bytes("")),
        (b"$-1\r\n", Reply::Nothing),
        (b"*-1\r\n", Reply::Nothing),
        (b"*0\r\n", Reply::List(vec![])),
        (b"*3\r\n$1\r\na\r\n$-1\r\n:2\r\n", Reply::List(vec![bytes("a"), Reply::Nothing, Reply::Number(2)])),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text).unwrap(), expected, "{}", text.escape_ascii());
    }
    assert_eq!([bytes("12").number::<f64>().unwrap(), Reply::Number(3).number().unwrap()], [12.0, 3.0]);
    assert!(bytes("a").number::<u64>().is_err() && Reply::Number(-1).number::<u64>().is_err());
}

#[test]
fn what_redis_refuses_is_an_error_in_its_words() {
    for text in [&b"-OOM no memory\r\n"[..], b"*2\r\n+OK\r\n-OOM no memory\r\n"] {
        let error = reply(&mut &*text).unwrap_err();
        assert!(matches!(&error, RedisError::Refused(said) if said == "OOM no memory"), "{error:?}");
        assert!(!error.is_broken_connection());
    }
}

/// Every incomplete reply counts as a broken connection.
#[test]
fn a_reply_that_breaks_off_is_a_broken_connection() {
    let whole = b"*3\r\n$2\r\nab\r\n$-1\r\n:2\r\n";
    for end in 0..whole.len() {
        let error = reply(&mut &whole[..end]).unwrap_err();
        assert!(error.is_broken_connection(), "{end}: {error:?}");
    }
}

#[test]
fn what_is_not_a_reply_is_malformed() {
    let long = format!("+{}\r\n", "a".repeat(LONGEST_LINE as usize));
    let texts: [&[u8]; 14] = [
        b"\r\n",
        b"OK\r\n",
        b"+OK\n",
        b"+\xff\r\n",
        "é\r\n".as_bytes(),
        b":\r\n",
        b":1a\r\n",
        b"$-2\r\n",
        b"$65537\r\n",
        b"$2\r\nabc\r\n",
        b"*65537\r\n",
        b"*99999999999999999999\r\n",
        b"*1\r\n*1\r\n+OK\r\n",
        long.as_bytes(),
    ];
    for text in texts {
        let error = reply(&mut &*text).unwrap_err();
        assert!(matches!(error, RedisError::Malformed), "{}: {error:?}", text.escape_ascii());
    }
}

/// Gives a few bytes at a time, and is interrupted between.
struct Trickle<'a> {
    bytes: &'a [u8],
    sizes: std::iter::Cycle<std::vec::IntoIter<usize>>,
    is_interrupted: bool,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = self.sizes.next().unwrap().min(buffer.len());
        self.bytes.read(&mut buffer[..most])
    }
}

/// A reply as Redis writes it.
fn written(reply: &Reply) -> Vec<u8> {
    match reply {
        Reply::Nothing => b"$-1\r\n".to_vec(),
        Reply::Number(number) => format!(":{number}\r\n").into_bytes(),
        Reply::Bytes(bytes) => [format!("${}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat(),
        Reply::List(values) => {
            let values: Vec<Vec<u8>> = values.iter().map(written).collect();
            [format!("*{}\r\n", values.len()).into_bytes(), values.concat()].concat()
        }
    }
}

fn any_reply() -> impl Strategy<Value = Reply> {
    let value = || {
        prop_oneof![
            Just(()).prop_map(|()| Reply::Nothing),
            any::<i64>().prop_map(Reply::Number),
            vec(any::<u8>(), 0..20).prop_map(Reply::Bytes),
        ]
    };
    prop_oneof![value(), vec(value(), 0..5).prop_map(Reply::List)]
}

proptest! {
    #[test]
    fn replies_are_read_one_by_one_however_they_are_cut(
        replies in vec(any_reply(), 0..6),
        sizes in vec(1usize..9, 1..5),
        capacity in 1usize..40,
    ) {
        let bytes: Vec<u8> = replies.iter().flat_map(written).collect();
        let stream = Trickle { bytes: &bytes, sizes: sizes.into_iter().cycle(), is_interrupted: false };
        let mut stream = BufReader::with_capacity(capacity, stream);
        for expected in &replies {
            prop_assert_eq!(&reply(&mut stream).unwrap(), expected);
        }
        prop_assert!(reply(&mut stream).unwrap_err().is_broken_connection());
    }

    /// Nothing is read beyond the limits of a reply, whatever length it claims.
    #[test]
    fn a_service_other_than_redis_is_an_error_and_not_a_long_wait(
        bytes in vec(prop_oneof![3 => prop::sample::select(b"+-:$*0123456789\r\n".to_vec()), 1 => any::<u8>()], 0..60),
    ) {
        let mut rest = &bytes[..];
        if let Ok(reply) = reply(&mut rest) {
            let read = bytes.len() - rest.len();
            prop_assert!(bytes[..read].ends_with(b"\r\n"), "{:?}", reply);
        }
    }

    #[test]
    fn commands_are_read_again_as_lists_of_strings(
        commands in vec(vec(vec(any::<u8>(), 0..8), 1..5), 1..4),
    ) {
        let mut sent = Commands::default();
        commands.iter().for_each(|words| sent.add(words));
        prop_assert_eq!(sent.count, commands.len());
        let mut rest = &sent.bytes[..];
        for words in commands {
            let words = words.into_iter().map(Reply::Bytes).collect();
            prop_assert_eq!(reply(&mut rest).unwrap(), Reply::List(words));
        }
        prop_assert!(rest.is_empty());
    }
}

#[test]
fn a_reply_may_be_as_long_as_the_limits_and_no_longer() {
    let line = |len: usize| format!("+{}\r\n", "a".repeat(len - 3)).into_bytes();
    let string = |len: usize| [format!("${len}\r\n").as_bytes(), &vec![7; len], b"\r\n"].concat();
    let list = |len: usize| [format!("*{len}\r\n").into_bytes(), b":1\r\n".repeat(len)].concat();
    let longest = LONGEST_LINE as usize;
    assert_eq!(read(&line(longest)).unwrap(), bytes(&"a".repeat(longest - 3)));
    assert_eq!(read(&string(LONGEST_STRING)).unwrap(), Reply::Bytes(vec![7; LONGEST_STRING]));
    assert_eq!(
        read(&list(LONGEST_LIST)).unwrap(),
        Reply::List((0..LONGEST_LIST).map(|_| Reply::Number(1)).collect())
    );
    for long in [line(longest + 1), string(LONGEST_STRING + 1), list(LONGEST_LIST + 1)] {
        let error = reply(&mut &*long).unwrap_err();
        assert!(matches!(error, RedisError::Malformed), "{error:?}");
    }
    // No memory is allocated for a claimed length before the bytes have come.
    for text in [&b"$2147483647\r\n"[..], b"*2147483647\r\n", b"$99999999999\r\n", b"*-3\r\n"] {
        let error = reply(&mut &*text).unwrap_err();
        assert!(matches!(error, RedisError::Malformed), "{error:?}");
    }
}

#[test]
fn numbers_are_read_in_both_ways_and_within_their_type() {
    for (reply, expected) in [
        (Reply::Number(7), Some(7)),
        (bytes("7"), Some(7)),
        (bytes("18446744073709551615"), Some(u64::MAX)),
        (Reply::Number(-1), None),
        (bytes("-1"), None),
        (bytes("18446744073709551616"), None),
        (bytes("1.0"), None),
        (bytes(" 1"), None),
        (bytes(""), None),
        (Reply::Bytes(vec![0xff]), None),
        (Reply::Nothing, None),
        (Reply::List(vec![Reply::Number(1)]), None),
    ] {
        assert_eq!(reply.number::<u64>().ok(), expected, "{reply:?}");
    }
    assert_eq!(bytes("1.8e+12").number::<f64>().unwrap(), 1.8e12);
}

#[test]
fn slowness_does_not_break_a_connection() {
    let of = |kind: io::ErrorKind| RedisError::from(io::Error::from(kind)).is_broken_connection();
    assert!(!of(io::ErrorKind::WouldBlock) && !of(io::ErrorKind::TimedOut));
    assert!(
        of(io::ErrorKind::UnexpectedEof)
            && of(io::ErrorKind::ConnectionReset)
            && of(io::ErrorKind::BrokenPipe)
    );
    assert!(!RedisError::Malformed.is_broken_connection());
}

/// A server for one connection that sends this. Its thread returns the received bytes after the client has
/// disconnected.
fn server(said: &'static [u8]) -> (SocketAddr, JoinHandle<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let told = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(said).unwrap();
        let mut told = Vec::new();
        let _ = stream.read_to_end(&mut told);
        told
    });
    (address, told)
}

fn address(place: SocketAddr, login: Option<(Option<&str>, &str)>, database: u32) -> Address {
    let login =
        login.map(|(user, password)| Login { user: user.map(str::to_owned), password: password.to_owned() });
    Address { place: Place::Tcp(place.ip().to_string(), place.port()), login, database }
}

const PATIENCE: Duration = Duration::from_secs(600);

#[test]
fn a_connection_logs_in_and_chooses_its_database_first() {
    let ok = b"+OK\r\n+OK\r\n+OK\r\n";
    let auth = b"*3\r\n$4\r\nAUTH\r\n$2\r\nme\r\n$3\r\np w\r\n";
    let default = b"*2\r\n$4\r\nAUTH\r\n$3\r\np w\r\n";
    let select = b"*2\r\n$6\r\nSELECT\r\n$2\r\n15\r\n";
    let time = b"*1\r\n$4\r\nTIME\r\n";
    for (login, database, expected) in [
        (None, 0, vec![&time[..]]),
        (None, 15, vec![select, time]),
        (Some((None, "p w")), 0, vec![default, time]),
        (Some((Some("me"), "p w")), 15, vec![auth, select, time]),
    ] {
        let (place, told) = server(ok);
        let mut connection = Connection::open(&address(place, login, database), PATIENCE).unwrap();
        let mut commands = Commands::default();
        commands.add(["TIME"]);
        assert_eq!(connection.ask(&commands).unwrap(), [bytes("OK")]);
        drop(connection);
        assert_eq!(told.join().unwrap(), expected.concat());
    }
}

#[test]
fn what_goes_wrong_while_it_logs_in_is_said_without_the_password() {
    for (said, word) in [
        (&b"-WRONGPASS invalid username-password pair\r\n+OK\r\n"[..], "WRONGPASS"),
        (b"+OK\r\n-ERR DB index is out of range\r\n", "DB index"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "not one of Redis"),
    ] {
        let (place, told) = server(said);
        let error = Connection::open(&address(place, Some((None, "secret")), 99), PATIENCE).err().unwrap();
        assert!(error.to_string().contains(word) && !error.to_string().contains("secret"), "{error}");
        drop(told.join());
    }
}

#[test]
fn a_server_that_is_silent_or_away_is_not_waited_for() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let place = listener.local_addr().unwrap();
    let short = Duration::from_millis(20);
    let error = Connection::open(&address(place, None, 1), short).err().unwrap();
    assert!(matches!(error, RedisError::Io(_)) && !error.is_broken_connection(), "{error:?}");
    drop(listener);
    let error = Connection::open(&address(place, None, 0), PATIENCE).err().unwrap();
    assert!(error.is_broken_connection(), "{error:?}");
    let nowhere = Address { place: Place::Unix("/nowhere/socket".to_owned()), login: None, database: 0 };
    assert!(matches!(Connection::open(&nowhere, PATIENCE).err(), Some(RedisError::Io(_))));
}
