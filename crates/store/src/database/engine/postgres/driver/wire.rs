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

use super::{ApiError, Fault};

/// The least room made for what arrives.
const ROOM: usize = 16 * 1024;

/// The longest message that is waited for. Rows are made of bodies of at most a mebibyte: what announces more is no
/// message, but something else read as one.
const LONGEST: i32 = 64 * 1024 * 1024;

/// The most room that is kept for what is sent; what one large pipeline needed beyond it is given back.
const KEPT: usize = 1024 * 1024;

/// What bytes travel over: a socket, or an encrypted stream over one.
pub(super) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// One connection's two directions, with what is to be sent and what has arrived.
pub(super) struct Wire {
    reader: ReadHalf<Box<dyn Duplex>>,
    writer: WriteHalf<Box<dyn Duplex>>,
    inbox: BytesMut,
    outbox: BytesMut,
    patience: Option<Duration>,
}

impl Wire {
    pub(super) fn new(stream: Box<dyn Duplex>) -> Self {
        let (reader, writer) = split(stream);
        Self { reader, writer, inbox: BytesMut::new(), outbox: BytesMut::new(), patience: None }
    }

    /// From now on a session may take so long; without a limit it may take for ever.
    pub(super) fn limit(&mut self, patience: Duration) {
        self.patience = Some(patience);
    }

    /// Where messages are written that leave with the next [`Wire::converse`].
    pub(super) fn outbox(&mut self) -> &mut BytesMut {
        &mut self.outbox
    }

    /// Sends the messages in the outbox and hears what comes back, until `hear` has heard enough. Both at once: a
    /// server whose answers nobody takes reads no more of what it is sent.
    pub(super) async fn converse(
        &mut self,
        mut hear: impl FnMut(Message) -> Result<ControlFlow<()>, Fault>,
    ) -> Result<(), Fault> {
        let Self { reader, writer, inbox, outbox, patience } = self;
        // It would be taken for an answer to what leaves now.
        if !outbox.is_empty() && !inbox.first().is_none_or(|tag| comes_unasked(*tag)) {
            return Err(unexpected());
        }
        // A failure to send waits for its turn: a server that hangs up may have said why before.
        let send = async { Ok(send(writer, outbox).await) };
        let listen = async {
            while let ControlFlow::Continue(()) = hear(receive(reader, inbox).await?)? {}
            Ok::<_, Fault>(())
        };
        let exchange = async { tokio::try_join!(send, listen) };
        let outcome = match *patience {
            None => exchange.await,
            Some(patience) => timeout(patience, exchange).await.unwrap_or_else(|_| Err(silence())),
        };
        empty(outbox);
        Ok(outcome?.0?)
    }

    /// Sends the messages in the outbox and hears one in return.
    pub(super) async fn ask(&mut self) -> Result<Message, Fault> {
        let mut heard = None;
        self.converse(|message| {
            heard = Some(message);
            Ok(ControlFlow::Break(()))
        })
        .await?;
        match heard {
            Some(Message::ErrorResponse(body)) => Err(Fault::Refused(ApiError::read(&body)?)),
            Some(message) => Ok(message),
            None => Err(unexpected()),
        }
    }

    /// Sends the messages in the outbox, to which nobody answers.
    pub(super) async fn send(&mut self) -> Result<(), Fault> {
        let sent = send(&mut self.writer, &self.outbox).await;
        empty(&mut self.outbox);
        Ok(sent?)
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

/// Whether a server may send a message of this kind when it was asked nothing; an error is then a farewell.
fn comes_unasked(tag: u8) -> bool {
    matches!(tag, NOTICE_RESPONSE_TAG | PARAMETER_STATUS_TAG | NOTIFICATION_RESPONSE_TAG | ERROR_RESPONSE_TAG)
}

/// The next message, without those that a server may send whenever it likes.
async fn receive(reader: &mut ReadHalf<Box<dyn Duplex>>, inbox: &mut BytesMut) -> Result<Message, Fault> {
    loop {
        if Header::parse(inbox)?.is_some_and(|header| header.len() > LONGEST) {
            return Err(Fault::broken("the server announced a message that is too long for PostgreSQL"));
        }
        match Message::parse(inbox)? {
            Some(
                Message::NoticeResponse(_) | Message::ParameterStatus(_) | Message::NotificationResponse(_),
            ) => {}
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

/// The fault of a server that was asked, and says nothing or never comes to an end.
pub(super) fn silence() -> Fault {
    Fault::broken("the server did not answer in time")
}

/// The fault of a message that has no place where it came.
pub(super) fn unexpected() -> Fault {
    Fault::broken("the server sent a message out of turn")
}
