//! Refusals by the HTTP library itself, for bytes that are not a valid request: it answers with a bare status
//! line and closes the connection. Here such an answer gets the body and the headers of all other errors
//! (conventions 1, 7.1).

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use causeway_service::runtime::http;
use causeway_service::{ApiError, App};
use causeway_wire::{Code, ErrorBody};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Maximum length of a request's head, in bytes.
pub(super) const MAX_HEAD_BYTES: usize = 64 * 1024;

/// Maximum length of a head that the library writes by itself, in bytes.
const MAX_BARE_HEAD: usize = 256;

/// A connection that adds bodies to bare refusals.
pub(super) struct WithBodies<S> {
    stream: S,
    app: Arc<App>,
    /// Counted since the last answer.
    arrived: ArrivedBytes,
    /// Refusal that is being written.
    refusal: Vec<u8>,
    written: usize,
}

/// The amount of data that has arrived, counted until a head would be too large.
#[derive(Default)]
struct ArrivedBytes {
    bytes: usize,
    lines: usize,
}

impl ArrivedBytes {
    fn count(&mut self, more: &[u8]) {
        if !self.may_be_too_large() {
            self.bytes += more.len();
            self.lines += more.iter().filter(|byte| **byte == b'\n').count();
        }
    }

    const fn may_be_too_large(&self) -> bool {
        self.bytes >= MAX_HEAD_BYTES || self.lines > http::MAX_HEADERS
    }
}

impl<S> WithBodies<S> {
    pub(super) const fn new(stream: S, app: Arc<App>) -> Self {
        Self { stream, app, arrived: ArrivedBytes { bytes: 0, lines: 0 }, refusal: Vec::new(), written: 0 }
    }
}

impl<S: AsyncWrite + Unpin> WithBodies<S> {
    fn poll_refusal(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(rest) = self.refusal.get(self.written..).filter(|rest| !rest.is_empty()) {
            let count = ready!(Pin::new(&mut self.stream).poll_write(cx, rest))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.written += count;
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WithBodies<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, into))?;
        let more = into.filled().get(before..).unwrap_or_default();
        self.arrived.count(more);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WithBodies<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match bare_refusal(bytes, &self.arrived) {
            None => {
                self.arrived = ArrivedBytes::default();
                Pin::new(&mut self.stream).poll_write(cx, bytes)
            }
            Some((0, refusal)) => {
                let id = self.app.ids.uuid(self.app.clock.now()).to_string();
                tracing::info!(id, code = refusal.code.as_str(), "request refused");
                self.refusal = written(&refusal, &id);
                self.written = 0;
                Poll::Ready(Ok(bytes.len()))
            }
            // The rest of an earlier answer is written first.
            Some((begin, _)) => {
                let before = bytes.get(..begin).unwrap_or_default();
                Pin::new(&mut self.stream).poll_write(cx, before)
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_refusal(cx))?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_refusal(cx))?;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Returns the position of a bare refusal at the end of these bytes, and the error that it means given the
/// data that has arrived. All answers of the service itself have a request id, and their bodies never end
/// like a head.
fn bare_refusal(bytes: &[u8], arrived: &ArrivedBytes) -> Option<(usize, ApiError)> {
    if !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let from = bytes.len().saturating_sub(MAX_BARE_HEAD);
    let tail = bytes.get(from..)?;
    let begin = tail.windows(9).rposition(|window| window == b"HTTP/1.1 ")?;
    let head = std::str::from_utf8(tail.get(begin..)?).ok()?;
    if head.contains("x-request-id") || !head.contains("content-length: 0\r\n") {
        return None;
    }
    let refusal = match head.get(9..12)? {
        "400" => ApiError::new(Code::InvalidRequestFormat, "This is not a request of HTTP."),
        // The library also answers so if a body's length exceeds its integer type.
        "431" if !arrived.may_be_too_large() => http::too_large(),
        "414" | "431" => http::head_too_large(),
        _ => return None,
    };
    Some((from + begin, refusal))
}

/// Returns the whole answer. The connection is closed after it.
fn written(refusal: &ApiError, request_id: &str) -> Vec<u8> {
    let body = ErrorBody::new(refusal.code, &refusal.message);
    let body = serde_json::to_string(&body).unwrap_or_default();
    let (status, reason) = match refusal.code {
        Code::BodyTooLarge => (413, "Content Too Large"),
        Code::HeadTooLarge => (431, "Request Header Fields Too Large"),
        _ => (400, "Bad Request"),
    };
    let length = body.len();
    format!(
        "HTTP/1.1 {status} {reason}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n\
         content-length: {length}\r\ncache-control: no-store\r\nx-request-id: {request_id}\r\n\r\n{body}"
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_received_bytes_decide_between_head_and_body() {
        let bare = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        let code = |arrived: &[u8]| {
            let mut count = ArrivedBytes::default();
            arrived.chunks(1000).for_each(|chunk| count.count(chunk));
            bare_refusal(bare, &count).unwrap().1.code
        };
        assert_eq!(
            code(b"POST / HTTP/1.1\r\nContent-Length: 18446744073709551614\r\n\r\n"),
            Code::BodyTooLarge
        );
        assert_eq!(code("a:\r\n".repeat(513).as_bytes()), Code::HeadTooLarge);
        assert_eq!(code(&[b'a'; MAX_HEAD_BYTES]), Code::HeadTooLarge);
    }
}
