//! A connection to Redis in its protocol, RESP2: several commands at once, then as many replies.

use super::address::{Address, Place};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    time::Duration,
};

/// The most bytes of a line: a number, a status, or an error.
const LONGEST_LINE: u64 = 1_024;
/// The most bytes of a string. Ours are short.
const LONGEST_STRING: usize = 1 << 16;
/// The most values of a list.
const LONGEST_LIST: usize = 1 << 16;

/// The reason why commands failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum RedisError {
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Redis returned this error.
    #[error("{0}")]
    Refused(String),
    #[error("its reply is not one of Redis")]
    Malformed,
}

impl RedisError {
    /// Whether the connection is broken, although Redis itself may work.
    pub fn is_broken_connection(&self) -> bool {
        let slow = [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut];
        matches!(self, RedisError::Io(error) if !slow.contains(&error.kind()))
    }
}

/// A reply that is not an error.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reply {
    Nothing,
    Number(i64),
    Bytes(Vec<u8>),
    List(Vec<Reply>),
}

impl Reply {
    /// Reads a number, for which Redis has two forms.
    pub fn number<T: std::str::FromStr>(&self) -> Result<T, RedisError> {
        let number = match self {
            Reply::Number(number) => number.to_string().parse().ok(),
            Reply::Bytes(bytes) => str::from_utf8(bytes).ok().and_then(|text| text.parse().ok()),
            _ => None,
        };
        number.ok_or(RedisError::Malformed)
    }
}

/// Commands that are sent together.
#[derive(Default)]
pub(super) struct Commands {
    bytes: Vec<u8>,
    count: usize,
}

impl Commands {
    /// Adds a command with its arguments.
    pub fn add<T: AsRef<[u8]>>(&mut self, words: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>) {
        let words = words.into_iter();
        self.bytes.extend(format!("*{}\r\n", words.len()).into_bytes());
        for word in words {
            let word = word.as_ref();
            self.bytes.extend(format!("${}\r\n", word.len()).into_bytes());
            self.bytes.extend([word, b"\r\n"].concat());
        }
        self.count += 1;
    }
}

/// A connection that is logged in and has its database.
pub(super) struct Connection {
    stream: BufReader<Box<dyn Stream>>,
}

/// A stream of bytes in both directions.
trait Stream: Read + Write + Send {}

impl<T: Read + Write + Send> Stream for T {}

impl Connection {
    /// Connects. `patience` is the time that Redis may take to accept the connection, and for each reply.
    pub fn open(address: &Address, patience: Duration) -> Result<Connection, RedisError> {
        let mut connection = Connection { stream: BufReader::new(connect(&address.place, patience)?) };
        let mut commands = Commands::default();
        if let Some(login) = &address.login {
            let user = login.user.as_deref();
            commands.add(["AUTH"].into_iter().chain(user).chain([&*login.password]).collect::<Vec<_>>());
        }
        if address.database != 0 {
            commands.add(["SELECT", &address.database.to_string()]);
        }
        connection.ask(&commands)?;
        Ok(connection)
    }

    /// The replies to some commands. After an error the connection can't be used any more: replies may be
    /// left.
    pub fn ask(&mut self, commands: &Commands) -> Result<Vec<Reply>, RedisError> {
        self.stream.get_mut().write_all(&commands.bytes)?;
        (0..commands.count).map(|_| reply(&mut self.stream)).collect()
    }
}

fn connect(place: &Place, patience: Duration) -> io::Result<Box<dyn Stream>> {
    match place {
        Place::Tcp(host, port) => {
            let mut last = io::Error::new(io::ErrorKind::NotFound, "its name has no address");
            for address in (&**host, *port).to_socket_addrs()? {
                match TcpStream::connect_timeout(&address, patience) {
                    Ok(stream) => {
                        stream.set_read_timeout(Some(patience))?;
                        stream.set_write_timeout(Some(patience))?;
                        stream.set_nodelay(true)?;
                        return Ok(Box::new(stream));
                    }
                    Err(error) => last = error,
                }
            }
            Err(last)
        }
        #[cfg(unix)]
        Place::Unix(path) => {
            let stream = UnixStream::connect(path)?;
            stream.set_read_timeout(Some(patience))?;
            stream.set_write_timeout(Some(patience))?;
            Ok(Box::new(stream))
        }
        #[cfg(not(unix))]
        Place::Unix(_) => Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no such sockets")),
    }
}

/// The next reply. Nested lists are not supported, since our commands never return them.
fn reply(input: &mut impl BufRead) -> Result<Reply, RedisError> {
    let head = line(input)?;
    let Some(count) = head.strip_prefix('*') else { return value(&head, input) };
    match length(count, LONGEST_LIST)? {
        None => Ok(Reply::Nothing),
        Some(count) => {
            let values = (0..count).map(|_| line(input).and_then(|head| value(&head, input)));
            Ok(Reply::List(values.collect::<Result<_, _>>()?))
        }
    }
}

/// The value that begins with the line `head`.
fn value(head: &str, input: &mut impl BufRead) -> Result<Reply, RedisError> {
    let (kind, rest) = head.split_at_checked(1).ok_or(RedisError::Malformed)?;
    match kind {
        "+" => Ok(Reply::Bytes(rest.as_bytes().to_vec())),
        "-" => Err(RedisError::Refused(rest.to_owned())),
        ":" => rest.parse().map(Reply::Number).map_err(|_| RedisError::Malformed),
        "$" => match length(rest, LONGEST_STRING)? {
            None => Ok(Reply::Nothing),
            Some(len) => {
                let mut bytes = Vec::new();
                input.take(len as u64 + 2).read_to_end(&mut bytes)?;
                if bytes.len() != len + 2 {
                    return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
                }
                if !bytes.ends_with(b"\r\n") {
                    return Err(RedisError::Malformed);
                }
                bytes.truncate(len);
                Ok(Reply::Bytes(bytes))
            }
        },
        _ => Err(RedisError::Malformed),
    }
}

/// A length; −1 means that there is no value.
fn length(text: &str, most: usize) -> Result<Option<usize>, RedisError> {
    match text.parse() {
        Ok(-1) => Ok(None),
        Ok(len) => {
            usize::try_from(len).ok().filter(|len| *len <= most).map(Some).ok_or(RedisError::Malformed)
        }
        Err(_) => Err(RedisError::Malformed),
    }
}

/// A line, without its end.
fn line(input: &mut impl BufRead) -> Result<String, RedisError> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if !bytes.ends_with(b"\n") && (bytes.len() as u64) < LONGEST_LINE {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
    }
    let text = bytes.strip_suffix(b"\r\n").and_then(|text| str::from_utf8(text).ok());
    text.map(str::to_owned).ok_or(RedisError::Malformed)
}

#[cfg(test)]
mod tests;
