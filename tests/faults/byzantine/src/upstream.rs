//! The engine's side of ABCI: one request, one response.

use heliast_network::{
    Address,
    parts::messages::{Request, RequestFlush, Response, request, response},
};
use prost::Message;
use std::{
    io::{self, BufReader, Read, Write},
    net::TcpStream,
    os::unix::net::UnixStream,
};

/// Bytes of a response at most.
const MAX_MESSAGE: u64 = 128 << 20;
/// Bytes of a varint of 64 bits at most.
const MAX_VARINT: usize = 10;

/// A connection to an application.
pub struct Upstream {
    read: BufReader<Box<dyn Read + Send>>,
    write: Box<dyn Write + Send>,
}

impl Upstream {
    /// Connects to an application.
    ///
    /// # Errors
    /// [`io::Error`] if nobody listens there.
    pub fn connect(address: &Address) -> io::Result<Upstream> {
        let (read, write): (Box<dyn Read + Send>, Box<dyn Write + Send>) = match address {
            Address::Unix(path) => {
                let stream = UnixStream::connect(path)?;
                (Box::new(stream.try_clone()?), Box::new(stream))
            }
            Address::Tcp(place) => {
                let stream = TcpStream::connect(place)?;
                stream.set_nodelay(true)?;
                (Box::new(stream.try_clone()?), Box::new(stream))
            }
        };
        Ok(Upstream { read: BufReader::new(read), write })
    }

    /// The application's answer.
    ///
    /// # Errors
    /// [`io::Error`] if the connection ends, or if the answer is not a response.
    pub fn ask(&mut self, value: request::Value) -> io::Result<response::Value> {
        let mut bytes = Request { value: Some(value) }.encode_length_delimited_to_vec();
        let flush = Request { value: Some(request::Value::Flush(RequestFlush {})) };
        bytes.extend(flush.encode_length_delimited_to_vec());
        self.write.write_all(&bytes)?;
        self.write.flush()?;
        let answer = self.response()?;
        match self.response()? {
            response::Value::Flush(_) => Ok(answer),
            _ => Err(io::Error::other("a flush has another answer")),
        }
    }

    fn response(&mut self) -> io::Result<response::Value> {
        let len = self.length()?;
        if len > MAX_MESSAGE {
            return Err(io::Error::other("a response is longer than any should be"));
        }
        let mut bytes = vec![];
        self.read.by_ref().take(len).read_to_end(&mut bytes)?;
        let response = Response::decode(&bytes[..]).map_err(io::Error::other)?;
        response.value.ok_or_else(|| io::Error::other("a response says nothing"))
    }

    fn length(&mut self) -> io::Result<u64> {
        let mut bytes = vec![];
        for _ in 0..MAX_VARINT {
            let mut byte = [0];
            self.read.read_exact(&mut byte)?;
            bytes.extend(byte);
            if byte[0] < 0x80 {
                return prost::encoding::decode_varint(&mut &bytes[..]).map_err(io::Error::other);
            }
        }
        Err(io::Error::other("a length is longer than any should be"))
    }
}
