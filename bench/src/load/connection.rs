//! A keep-alive connection with the minimal HTTP/1.1 that the load needs, at negligible cost.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::error::Result;

/// A connection to a server on loopback.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, received: Vec::with_capacity(16 * 1024) })
    }

    /// Sends a request and reads the whole response; returns the status.
    pub(crate) async fn exchange(&mut self, request: &[u8]) -> Result<u16> {
        self.stream.write_all(request).await?;
        self.received.clear();
        loop {
            if self.stream.read_buf(&mut self.received).await? == 0 {
                return Err("the server closed the connection".into());
            }
            if let Some(head) = Head::of(&self.received)?
                && self.received.len() >= head.length
            {
                return Ok(head.status);
            }
        }
    }

    /// Returns the body of the last response as text.
    pub(crate) fn body(&self) -> &str {
        let text = std::str::from_utf8(&self.received).unwrap_or_default();
        text.split_once("\r\n\r\n").map_or("", |(_, body)| body)
    }
}

/// The part of a response that is needed to read it.
struct Head {
    status: u16,
    /// Of head and body together.
    length: usize,
}

impl Head {
    /// Parses the head, or returns `None` while it is incomplete.
    fn of(received: &[u8]) -> Result<Option<Self>> {
        let Some(end) = received.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
        let head = std::str::from_utf8(&received[..end])?;
        let status = head.get(9..12).ok_or("no status")?.parse()?;
        let mut lengths = head.lines().filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim())
        });
        let body: usize = lengths.next().ok_or("no content-length")?.parse()?;
        Ok(Some(Self { status, length: end + 4 + body }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_complete_with_its_last_byte() {
        let text = b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}";
        let head = Head::of(text).unwrap().unwrap();
        assert_eq!((head.status, head.length), (201, text.len()));
        assert!(Head::of(&text[..20]).unwrap().is_none());
        assert!(Head::of(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }
}
