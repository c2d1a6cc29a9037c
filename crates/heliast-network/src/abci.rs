//! ABCI 2 as a server: CometBFT connects four times and sends length-delimited requests, each of which has
//! one response, in order.

pub mod messages;
#[cfg(test)]
mod tests;

use messages::{
    Request, Response, ResponseCheckTx, ResponseEcho, ResponseException, ResponseFlush, request, response,
};
use prost::Message;
use std::{
    collections::HashMap,
    fmt, fs,
    io::{self, BufReader, BufWriter, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    os::unix::{
        fs::PermissionsExt,
        net::{UnixListener, UnixStream},
    },
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    str::FromStr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

/// By CometBFT's own rules a block has at most 100 MB. A dishonest proposer may send such a block, and a node
/// ends if its application closes the connection. So the block must be read, and is then voted against.
const MAX_MESSAGE: u64 = 128 << 20;
/// The time to wait after a connection could not be accepted, for example because file descriptors ran out.
const RETRY: Duration = Duration::from_millis(100);

/// An application that answers the engine. The server itself answers Echo and Flush.
pub trait Application: Send + 'static {
    /// The response to a request: of the same kind, or an exception, after which the engine ends.
    fn answer(&mut self, request: request::Value) -> response::Value;

    /// The time for which the server withholds the last answer. The application is free meanwhile: its other
    /// connections are answered.
    fn withhold(&mut self) -> Duration {
        Duration::ZERO
    }

    /// A function that answers CheckTx independently of [`Application::answer`], so that a flood of
    /// transactions does not delay blocks. This is called once; if it returns `None`, CheckTx is answered in
    /// turn, like all other requests.
    fn checker(&self) -> Option<Checker> {
        None
    }
}

/// Decides whether the mempool takes the transaction with these bytes.
pub type Checker = Arc<dyn Fn(&[u8]) -> ResponseCheckTx + Send + Sync>;

/// The address at which the engine finds its application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A socket in the file system.
    Unix(PathBuf),
    /// Host and port.
    Tcp(String),
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        match text.split_once("://") {
            Some(("unix", path)) => Ok(Address::Unix(path.into())),
            Some(("tcp", place)) => Ok(Address::Tcp(place.to_owned())),
            _ => Err(format!("{text} is neither unix://PATH nor tcp://HOST:PORT")),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Unix(path) => write!(f, "unix://{}", path.display()),
            Address::Tcp(place) => write!(f, "tcp://{place}"),
        }
    }
}

/// A running server. It ends when it is dropped.
pub struct Server {
    address: Address,
    shared: Arc<Connections>,
    listener: Option<thread::JoinHandle<()>>,
}

#[derive(Default)]
struct Connections {
    stops: AtomicBool,
    open: Mutex<(u64, HashMap<u64, Stream>)>,
}

impl Server {
    /// Serves an application. A socket that an earlier run left in the file system is replaced; only the
    /// owner of this process can connect to the new one.
    ///
    /// # Errors
    /// The error that prevents listening on the address.
    pub fn start<A: Application>(address: &Address, app: Arc<Mutex<A>>) -> io::Result<Server> {
        let listener = Listener::bind(address)?;
        let address = listener.address(address)?;
        let shared = Arc::new(Connections::default());
        let connections = Arc::clone(&shared);
        let checker = lock(&app).checker();
        let answers = Arc::new(Answers { app, checker });
        let accept = move || {
            loop {
                let accepted = listener.accept();
                if connections.stops.load(Ordering::Acquire) {
                    break;
                }
                match accepted {
                    Ok(stream) => serve(stream, &connections, &answers),
                    Err(error) => {
                        tracing::warn!(%error, "the engine can't connect; trying again");
                        thread::sleep(RETRY);
                    }
                }
            }
        };
        let listener = thread::Builder::new().name("abci".into()).spawn(accept)?;
        Ok(Server { address, shared, listener: Some(listener) })
    }

    /// The address at which it listens, with the assigned port if any free port was requested.
    pub fn address(&self) -> &Address {
        &self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stops.store(true, Ordering::Release);
        // This connection wakes the thread that waits for connections. If it fails because the socket is
        // gone, the thread stays.
        let is_woken = Stream::connect(&self.address).is_ok();
        self.shared.lock().1.values().for_each(Stream::close);
        if let Some(listener) = self.listener.take().filter(|_| is_woken) {
            let _ = listener.join();
        }
        if let Address::Unix(path) = &self.address {
            let _ = fs::remove_file(path);
        }
    }
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, (u64, HashMap<u64, Stream>)> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers one connection on its own thread.
fn serve<A: Application>(stream: Stream, connections: &Arc<Connections>, answers: &Arc<Answers<A>>) {
    let (read, write) = match stream.try_clone().and_then(|read| Ok((read, stream.try_clone()?))) {
        Ok(both) => both,
        Err(error) => {
            tracing::error!(%error, "the engine's connection can't be answered: it is closed");
            return;
        }
    };
    let number = {
        let mut open = connections.lock();
        open.0 += 1;
        let number = open.0;
        open.1.insert(number, stream);
        number
    };
    let (connections, answers) = (Arc::clone(connections), Arc::clone(answers));
    thread::spawn(move || {
        // An engine whose application does not answer waits for ever; it ends if its connection is closed.
        match catch_unwind(AssertUnwindSafe(|| connection(read, write, &answers))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the engine's connection ended"),
            Err(_) => tracing::error!("the application panicked: the engine's connection is closed"),
        }
        if let Some(stream) = connections.lock().1.remove(&number) {
            stream.close();
        }
    });
}

/// An application, and its checker, which answers without waiting for the application.
struct Answers<A> {
    app: Arc<Mutex<A>>,
    checker: Option<Checker>,
}

impl<A: Application> Answers<A> {
    fn answer(&self, value: request::Value) -> response::Value {
        match (&self.checker, value) {
            (Some(check), request::Value::CheckTx(request)) => response::Value::CheckTx(check(&request.tx)),
            (_, value) => {
                let (answer, time) = {
                    let mut app = lock(&self.app);
                    (app.answer(value), app.withhold())
                };
                thread::sleep(time);
                answer
            }
        }
    }
}

fn lock<A>(app: &Mutex<A>) -> MutexGuard<'_, A> {
    app.lock().unwrap_or_else(PoisonError::into_inner)
}

fn connection<A: Application>(read: Stream, write: Stream, answers: &Answers<A>) -> io::Result<()> {
    let (mut read, mut write) = (BufReader::new(read), BufWriter::new(write));
    while let Some(request) = next(&mut read)? {
        let value = match request.value {
            // The request is of a kind that was added after this version of ABCI.
            None => response::Value::Exception(ResponseException { error: "unknown request".into() }),
            Some(request::Value::Echo(echo)) => response::Value::Echo(ResponseEcho { message: echo.message }),
            Some(request::Value::Flush(_)) => response::Value::Flush(ResponseFlush {}),
            Some(value) => answers.answer(value),
        };
        write.write_all(&Response { value: Some(value) }.encode_length_delimited_to_vec())?;
        if read.buffer().is_empty() {
            write.flush()?;
        }
    }
    Ok(())
}

/// The next request; `None` at the end of the connection.
fn next(read: &mut impl Read) -> io::Result<Option<Request>> {
    let Some(len) = length(read)? else { return Ok(None) };
    if len > MAX_MESSAGE {
        return Err(io::Error::other(format!("a request of {len} bytes is longer than any should be")));
    }
    let mut bytes = Vec::new();
    read.take(len).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != len {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Request::decode(&bytes[..]).map(Some).map_err(io::Error::other)
}

/// A protobuf varint; `None` at the end of the connection.
fn length(read: &mut impl Read) -> io::Result<Option<u64>> {
    let (mut len, mut byte) = (0, [0]);
    for shift in (0..63).step_by(7) {
        if read.read(&mut byte)? == 0 {
            return if shift == 0 { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
        }
        len |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            return Ok(Some(len));
        }
    }
    Err(io::Error::other("a length is longer than any should be"))
}

enum Listener {
    Unix(UnixListener),
    Tcp(TcpListener),
}

enum Stream {
    Unix(UnixStream),
    Tcp(TcpStream),
}

impl Listener {
    fn bind(address: &Address) -> io::Result<Listener> {
        match address {
            Address::Unix(path) => unix(path).map(Listener::Unix),
            Address::Tcp(place) => TcpListener::bind(place).map(Listener::Tcp),
        }
    }

    fn address(&self, asked: &Address) -> io::Result<Address> {
        match self {
            Listener::Unix(_) => Ok(asked.clone()),
            Listener::Tcp(listener) => Ok(Address::Tcp(listener.local_addr()?.to_string())),
        }
    }

    fn accept(&self) -> io::Result<Stream> {
        match self {
            Listener::Unix(listener) => Ok(Stream::Unix(listener.accept()?.0)),
            Listener::Tcp(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_nodelay(true)?;
                Ok(Stream::Tcp(stream))
            }
        }
    }
}

/// A socket that only its owner can use. It replaces one at which nobody listens any more.
fn unix(path: &Path) -> io::Result<UnixListener> {
    if UnixStream::connect(path).is_ok() {
        return Err(io::Error::new(io::ErrorKind::AddrInUse, "another process listens there"));
    }
    let _ = fs::remove_file(path);
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

impl Stream {
    fn connect(address: &Address) -> io::Result<Stream> {
        match address {
            Address::Unix(path) => UnixStream::connect(path).map(Stream::Unix),
            Address::Tcp(place) => TcpStream::connect(place).map(Stream::Tcp),
        }
    }

    fn try_clone(&self) -> io::Result<Stream> {
        match self {
            Stream::Unix(stream) => stream.try_clone().map(Stream::Unix),
            Stream::Tcp(stream) => stream.try_clone().map(Stream::Tcp),
        }
    }

    fn close(&self) {
        let _ = match self {
            Stream::Unix(stream) => stream.shutdown(Shutdown::Both),
            Stream::Tcp(stream) => stream.shutdown(Shutdown::Both),
        };
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Unix(stream) => stream.read(bytes),
            Stream::Tcp(stream) => stream.read(bytes),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Unix(stream) => stream.write(bytes),
            Stream::Tcp(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Unix(stream) => stream.flush(),
            Stream::Tcp(stream) => stream.flush(),
        }
    }
}
