//! Addresses of a Redis: valid and refused ones, and that no secret is shown.

use super::*;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;

fn tcp(host: &str, port: u16) -> Place {
    Place::Tcp(host.to_owned(), port)
}

fn login(user: Option<&str>, password: &str) -> Option<Login> {
    Some(Login { user: user.map(str::to_owned), password: password.to_owned() })
}

#[test]
fn an_address_says_where_as_whom_and_which_database() {
    let socket = || Place::Unix("/run/a b.sock".to_owned());
    let cases = [
        ("redis://127.0.0.1", tcp("127.0.0.1", 6379), None, 0),
        ("redis://localhost/", tcp("localhost", 6379), None, 0),
        ("valkey://[::1]:7000/3?protocol=resp2", tcp("::1", 7000), None, 3),
        ("redis://:secret@redis.example:1", tcp("redis.example", 1), login(None, "secret"), 0),
        ("redis://me:p%40%3A@h/15", tcp("h", 6379), login(Some("me"), "p@:"), 15),
        ("redis://me:a@b@h", tcp("h", 6379), login(Some("me"), "a@b"), 0),
        ("unix:///run/a%20b.sock", socket(), None, 0),
        ("redis+unix:///run/a%20b.sock?db=2&pass=s%26+t&user=me", socket(), login(Some("me"), "s& t"), 2),
    ];
    for (text, place, login, database) in cases {
        let expected = Address { place, login, database };
        assert!(Address::parse(text) == Ok(expected), "{text}");
    }
}

#[test]
fn what_is_not_an_address_is_refused() {
    let texts = [
        "redis://",
        "redis://:6379",
        "redis://@",
        "redis://0.0.0.0",
        "redis://[::]:6379",
        "redis://[::1",
        "redis://[::1]6379",
        "redis://host:65536",
        "redis://host:port",
        "redis://host/first",
        "redis://:%ff@host",
        "unix://run/redis.sock",
        "unix:///run/redis.sock?db=-1",
    ];
    for text in texts {
        assert!(Address::parse(text).is_err(), "{text}");
    }
}

#[test]
fn each_mistake_is_named() {
    for (text, why) in [
        ("127.0.0.1", "it has no scheme"),
        ("redis:/host", "it has no scheme"),
        ("http://host", "its scheme is neither redis nor unix"),
        ("REDIS://host", "its scheme is neither redis nor unix"),
        ("rediss://host", "connections with TLS are not supported"),
        ("valkeys://host", "connections with TLS are not supported"),
        ("redis://", "it has no host"),
        ("redis:///1", "it has no host"),
        ("redis://?db=1", "it has no host"),
        ("redis://user:password@", "it has no host"),
        ("redis://0.0.0.0", "its host stands for all addresses of a machine"),
        ("redis://[::]", "its host stands for all addresses of a machine"),
        ("redis://[::1", "the bracket of its host is not closed"),
        ("redis://[::1]x", "its host is followed by something other than a port"),
        ("redis://h:65536", "its port is not a number up to 65535"),
        ("redis://h:-1", "its port is not a number up to 65535"),
        ("redis://h:1:2", "its port is not a number up to 65535"),
        ("redis://h/x", "its database is not a number"),
        ("redis://h/1/2", "its database is not a number"),
        ("redis://h/4294967296", "its database is not a number"),
        ("redis://me:%ff@h", "a part of it is not UTF-8"),
        ("redis://%ff:p@h", "a part of it is not UTF-8"),
        ("redis://me@h", "it names a user and no password"),
        ("redis://password@h:1/2", "it names a user and no password"),
        ("unix:///s?user=me", "it names a user and no password"),
        ("unix://s", "the path of its socket is not absolute"),
        ("unix://", "the path of its socket is not absolute"),
        ("unix:///%ff", "a part of it is not UTF-8"),
        ("unix:///s?db=x", "its database is not a number"),
    ] {
        assert_eq!(Address::parse(text).err(), Some(why), "{text}");
    }
}

#[test]
fn what_may_be_left_out_has_its_usual_value() {
    for (text, expected) in [
        ("redis://h:", Address { place: tcp("h", 6379), login: None, database: 0 }),
        ("redis://@h", Address { place: tcp("h", 6379), login: None, database: 0 }),
        ("redis://h//3/", Address { place: tcp("h", 6379), login: None, database: 3 }),
        ("redis://h#x", Address { place: tcp("h", 6379), login: None, database: 0 }),
        ("redis://:@h", Address { place: tcp("h", 6379), login: login(None, ""), database: 0 }),
        ("valkey://me:@h", Address { place: tcp("h", 6379), login: login(Some("me"), ""), database: 0 }),
        (
            "unix:///s?pass=p&user=&db=&x=y#z",
            Address { place: Place::Unix("/s".to_owned()), login: login(None, "p"), database: 0 },
        ),
        (
            "valkey+unix:///s?db=1&db=2",
            Address { place: Place::Unix("/s".to_owned()), login: None, database: 2 },
        ),
    ] {
        assert!(Address::parse(text) == Ok(expected), "{text}");
    }
}

/// A host: a name, or an address of IPv4 or IPv6.
fn host() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z][a-z0-9.-]{0,9}", Just("192.0.2.1".to_owned()), Just("2001:db8::1".to_owned())]
}

proptest! {
    #[test]
    fn whatever_a_password_has_it_is_read_as_it_was_encoded(
        (host, port) in (host(), proptest::option::of(any::<u16>())),
        (user, password) in ("\\PC{0,8}", "\\PC{0,12}"),
        database in 0u32..20,
    ) {
        let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let named = if host.contains(':') { format!("[{host}]") } else { host.clone() };
        let place = port.map_or_else(|| named.clone(), |port| format!("{named}:{port}"));
        let text = format!("redis://{}:{}@{place}/{database}", encode(&user), encode(&password));
        let login = login(Some(&*user).filter(|user| !user.is_empty()), &password);
        let expected = Address { place: tcp(&host, port.unwrap_or(6379)), login, database };
        prop_assert!(Address::parse(&text) == Ok(expected), "{}", text);
        // A password need not be encoded if it has no special characters.
        if !password.contains(['/', '?', '#', '%']) {
            let plain = format!("redis://{}:{password}@{place}/{database}", encode(&user));
            prop_assert!(Address::parse(&plain) == Address::parse(&text), "{}", plain);
        }
    }

    #[test]
    fn no_address_is_too_strange(text in "(redis|unix|valkey)://[a-z0-9:@/?#%\\[\\]&=.]{0,30}") {
        if let Ok(Address { place: Place::Tcp(host, _), .. }) = Address::parse(&text) {
            prop_assert!(!host.is_empty() && !host.contains(['/', '@']), "{}", host);
        }
    }
}
