//! Messages sent and received over one connection.

use std::io;
use std::ops::ControlFlow;
use std::time::Duration;

use bytes::BytesMut;
use postgres_protocol::message::backend::{
    ERROR_RESPONSE_TAG, Header, Message, NOTICE_RESPONSE_TAG, NOTIFICATION_RESPONSE_TAG, PARAMETER_STATUS_TAG,
};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf, split};
use tokio::time::timeout;

use super::fault::is_cancelled_wait;
use super::{ConnectionError, ServerError};

/// Minimum buffer capacity for a read.
const ROOM: usize = 16 * 1024;

/// Maximum length of a message. Rows consist of values of at most a mebibyte: a longer announced message is
/// other data misread as one.
const MAX_MESSAGE_BYTES: i32 = 64 * 1024 * 1024;

/// Maximum send buffer kept; additional capacity for one large pipeline is released.
const KEPT: usize = 1024 * 1024;

/// A byte transport: a socket, or an encrypted stream over one.
pub(super) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// The two directions of a connection, with their send and receive buffers.
pub(super) struct Wire {
    reader: ReadHalf<Box<dyn Duplex>>,
    writer: WriteHalf<Box<dyn Duplex>>,
    inbox: BytesMut,
    outbox: BytesMut,
    limit: Option<Duration>,
}

impl Wire {
    pub(super) fn new(stream: Box<dyn Duplex>) -> Self {
        let (reader, writer) = split(stream);
        Self { reader, writer, inbox: BytesMut::new(), outbox: BytesMut::new(), limit: None }
    }

    /// Limits the duration of each exchange from now on; without a limit it may take forever.
    pub(super) fn limit(&mut self, limit: Duration) {
        self.limit = Some(limit);
    }

    /// Returns the buffer for messages that are sent with the next [`Wire::exchange`].
    pub(super) fn outbox(&mut self) -> &mut BytesMut {
        &mut self.outbox
    }

    /// Sends the messages in the outbox and reads the answers until `on_message` ends the exchange. Both at
    /// once: a server whose answers are not read stops reading requests.
    pub(super) async fn exchange(
        &mut self,
        mut on_message: impl FnMut(Message) -> Result<ControlFlow<()>, ConnectionError>,
    ) -> Result<(), ConnectionError> {
        let Self { reader, writer, inbox, outbox, limit } = self;
        // A message already received would be taken for an answer to the new requests.
        if !outbox.is_empty() && !inbox.first().is_none_or(|tag| comes_unasked(*tag)) {
            return Err(unexpected());
        }
        // A failure to send is reported last: a server that hangs up may have given the reason before.
        let send = async { Ok(send(writer, outbox).await) };
        let listen = async {
            while let ControlFlow::Continue(()) = on_message(receive(reader, inbox).await?)? {}
            Ok::<_, ConnectionError>(())
        };
        let exchange = async { tokio::try_join!(send, listen) };
        let outcome = match *limit {
            None => exchange.await,
            Some(limit) => timeout(limit, exchange).await.unwrap_or_else(|_| Err(no_answer())),
        };
        empty(outbox);
        Ok(outcome?.0?)
    }

    /// Sends the messages in the outbox and reads one answer.
    pub(super) async fn ask(&mut self) -> Result<Message, ConnectionError> {
        let mut answer = None;
        self.exchange(|message| {
            answer = Some(message);
            Ok(ControlFlow::Break(()))
        })
        .await?;
        match answer {
            Some(Message::ErrorResponse(body)) => Err(ConnectionError::Refused(ServerError::read(&body)?)),
            Some(message) => Ok(message),
            None => Err(unexpected()),
        }
    }

    /// Sends the messages in the outbox, which have no answer.
    pub(super) async fn send(&mut self) -> Result<(), ConnectionError> {
        let outcome = send(&mut self.writer, &self.outbox).await;
        empty(&mut self.outbox);
        Ok(outcome?)
    }
}

async fn send(writer: &mut WriteHalf<Box<dyn Duplex>>, bytes: &[u8]) -> io::Result<()> {
    writer.write_all(bytes).await?;
    writer.flush().await
}

fn empty(outbox: &mut BytesMut) {
    outbox.clear();
    if outbox.capacity() > KEPT {
        *outbox = BytesMut::new();
    }
}

/// Returns `true` if a server may send a message of this kind unasked; an error is then a farewell.
fn comes_unasked(tag: u8) -> bool {
    matches!(tag, NOTICE_RESPONSE_TAG | PARAMETER_STATUS_TAG | NOTIFICATION_RESPONSE_TAG | ERROR_RESPONSE_TAG)
}

/// Returns the next message, skipping those that a server may send at any time. Fails at the notice of a
/// cancelled wait for a standby: no answer after it can be believed.
async fn receive(
    reader: &mut ReadHalf<Box<dyn Duplex>>,
    inbox: &mut BytesMut,
) -> Result<Message, ConnectionError> {
    loop {
        if Header::parse(inbox)?.is_some_and(|header| header.len() > MAX_MESSAGE_BYTES) {
            return Err(ConnectionError::broken(
                "the server announced a message that is too long for PostgreSQL",
            ));
        }
        match Message::parse(inbox)? {
            Some(Message::NoticeResponse(notice)) => {
                if is_cancelled_wait(&notice)? {
                    return Err(ConnectionError::broken(
                        "the wait of a commit for its standby was cancelled on the server",
                    ));
                }
            }
            Some(Message::ParameterStatus(_) | Message::NotificationResponse(_)) => {}
            Some(message) => return Ok(message),
            None => {
                inbox.reserve(ROOM);
                if reader.read_buf(inbox).await? == 0 {
                    return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
                }
            }
        }
    }
}

/// Returns the fault of a server that does not answer, or not completely, in time.
pub(super) fn no_answer() -> ConnectionError {
    ConnectionError::broken("the server did not answer in time")
}

/// Returns the fault of a message out of turn.
pub(super) fn unexpected() -> ConnectionError {
    ConnectionError::broken("the server sent a message out of turn")
}
