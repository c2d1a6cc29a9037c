//! The address of a Redis: `redis://[USER:PASSWORD@]HOST[:PORT][/DB]`, or `unix:///PATH[?db=DB]` for a socket
//! of this machine, with `user=` and `pass=` as further parameters. `valkey://` and `redis+unix://` mean the
//! same.

#[cfg(test)]
mod tests;

use percent_encoding::percent_decode_str;
use std::net::IpAddr;

/// The default port of Redis.
const PORT: u16 = 6379;

/// The error if the gate would log in to Redis as another user than the given one.
const NO_PASSWORD: &str = "it names a user and no password";

/// A Redis, and the user for the login. It does not implement `Debug`, which would show the password.
#[derive(PartialEq, Eq)]
pub(super) struct Address {
    pub place: Place,
    pub login: Option<Login>,
    pub database: u32,
}

/// The place where it listens.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    Tcp(String, u16),
    Unix(String),
}

/// A password, and its user if that is not the default user.
#[derive(PartialEq, Eq)]
pub(super) struct Login {
    pub user: Option<String>,
    pub password: String,
}

impl Address {
    /// Parses an address. The error says why the text is invalid, without its secret.
    pub fn parse(text: &str) -> Result<Address, &'static str> {
        let (scheme, rest) = text.split_once("://").ok_or("it has no scheme")?;
        match scheme {
            "redis" | "valkey" => Address::tcp(rest),
            "unix" | "redis+unix" | "valkey+unix" => Address::unix(rest),
            "rediss" | "valkeys" => Err("connections with TLS are not supported"),
            _ => Err("its scheme is neither redis nor unix"),
        }
    }

    fn tcp(rest: &str) -> Result<Address, &'static str> {
        let (rest, _) = split(rest, &['?', '#']);
        let (authority, path) = split(rest, &['/']);
        let (login, server) = match authority.rsplit_once('@') {
            Some((login, server)) => (login, server),
            None => ("", authority),
        };
        let login = match login.split_once(':') {
            Some((user, password)) => {
                Some(Login { user: named(decoded(user)?), password: decoded(password)? })
            }
            None if login.is_empty() => None,
            None => return Err(NO_PASSWORD),
        };
        Ok(Address { place: server_of(server)?, login, database: database(path.trim_matches('/'))? })
    }

    fn unix(rest: &str) -> Result<Address, &'static str> {
        let (rest, _) = split(rest, &['#']);
        let (path, parameters) = split(rest, &['?']);
        if !path.starts_with('/') {
            return Err("the path of its socket is not absolute");
        }
        let (mut user, mut password, mut number) = (None, None, 0);
        for (name, value) in form_urlencoded::parse(parameters.as_bytes()) {
            match &*name {
                "user" => user = named(value.into_owned()),
                "pass" => password = Some(value.into_owned()),
                "db" => number = database(&value)?,
                _ => {}
            }
        }
        let login = match password {
            Some(password) => Some(Login { user, password }),
            None if user.is_some() => return Err(NO_PASSWORD),
            None => None,
        };
        Ok(Address { place: Place::Unix(decoded(path)?), login, database: number })
    }
}

/// The texts before and after the first of some characters.
fn split<'a>(text: &'a str, ends: &[char]) -> (&'a str, &'a str) {
    text.split_once(ends).unwrap_or((text, ""))
}

/// `HOST[:PORT]`, where the host may be an address in brackets.
fn server_of(text: &str) -> Result<Place, &'static str> {
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']').ok_or("the bracket of its host is not closed")?,
        None => text.find(':').map_or((text, ""), |colon| text.split_at(colon)),
    };
    if host.is_empty() {
        return Err("it has no host");
    }
    if host.parse().is_ok_and(|address: IpAddr| address.is_unspecified()) {
        return Err("its host stands for all addresses of a machine");
    }
    let port = match port.strip_prefix(':') {
        None if port.is_empty() => PORT,
        Some("") => PORT,
        Some(digits) => digits.parse().map_err(|_| "its port is not a number up to 65535")?,
        None => return Err("its host is followed by something other than a port"),
    };
    Ok(Place::Tcp(host.to_owned(), port))
}

fn database(text: &str) -> Result<u32, &'static str> {
    if text.is_empty() { Ok(0) } else { text.parse().map_err(|_| "its database is not a number") }
}

fn decoded(text: &str) -> Result<String, &'static str> {
    match percent_decode_str(text).decode_utf8() {
        Ok(decoded) => Ok(decoded.into_owned()),
        Err(_) => Err("a part of it is not UTF-8"),
    }
}

fn named(user: String) -> Option<String> {
    Some(user).filter(|user| !user.is_empty())
}
