//! An open connection, which takes one request at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::io::InspectReader;

use super::Failure;

/// Maximum number of headers of a response (conventions 11.4).
const MAX_HEADERS: usize = 2048;

pub(super) struct Connection {
    sender: SendRequest<Full<Bytes>>,
    /// Bytes received, after TLS decryption.
    received: Arc<AtomicUsize>,
}

/// The error of a request that ended without a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interruption {
    /// Before the first byte of a response.
    Unanswered,
    /// Within the head of a response.
    HalfAnswered,
}

impl Connection {
    /// Starts HTTP/1.1 on a stream.
    pub(super) async fn begin<S>(stream: S) -> Result<Self, Failure>
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let received = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&received);
        let stream = InspectReader::new(stream, move |read: &[u8]| {
            counted.fetch_add(read.len(), Ordering::Relaxed);
        });
        let mut protocol = Builder::new();
        // A folded header is accepted, its line ends replaced by spaces (RFC 9112, 5.2).
        protocol.max_headers(MAX_HEADERS).allow_obsolete_multiline_headers_in_responses(true);
        let begun = protocol.handshake(TokioIo::new(stream)).await;
        let (sender, driver) = begun.map_err(|_| Failure::ConnectionFailed)?;
        // Ends once the sender is dropped or the other side closes; its error reaches the request too.
        tokio::spawn(async move { drop(driver.await) });
        Ok(Self { sender, received })
    }

    /// Returns `true` if the connection cannot take another request.
    pub(super) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Sends a request and reads the head of its response.
    pub(super) async fn send(
        &mut self,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, Interruption> {
        let before = self.received.load(Ordering::Relaxed);
        self.sender.try_send_request(request).await.map_err(|mut error| {
            let is_unsent = error.take_message().is_some();
            if is_unsent || self.received.load(Ordering::Relaxed) == before {
                Interruption::Unanswered
            } else {
                Interruption::HalfAnswered
            }
        })
    }
}
