//! Messages sent and received over one connection.

use std::io;
use std::ops::ControlFlow;

use bytes::BytesMut;
use postgres_protocol::message::backend::Message;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadHalf, WriteHalf, split};

use super::{Fault, Refusal};

/// The least room made for what arrives.
const ROOM: usize = 16 * 1024;

/// What bytes travel over: a socket, or an encrypted stream over one.
pub(super) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// One connection's two directions, with what is to be sent and what has arrived.
pub(super) struct Wire {
    reader: ReadHalf<Box<dyn Duplex>>,
    writer: WriteHalf<Box<dyn Duplex>>,
    inbox: BytesMut,
    outbox: BytesMut,
}

impl Wire {
    pub(super) fn new(stream: Box<dyn Duplex>) -> Self {
        let (reader, writer) = split(stream);
        Self { reader, writer, inbox: BytesMut::new(), outbox: BytesMut::new() }
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
        let Self { reader, writer, inbox, outbox } = self;
        // A failure to send waits for its turn: a server that hangs up may have said why before.
        let send = async { Ok(send(writer, outbox).await) };
        let listen = async {
            while let ControlFlow::Continue(()) = hear(receive(reader, inbox).await?)? {}
            Ok::<_, Fault>(())
        };
        let outcome = tokio::try_join!(send, listen);
        outbox.clear();
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
            Some(Message::ErrorResponse(body)) => Err(Fault::Refused(Refusal::read(&body)?)),
            Some(message) => Ok(message),
            None => Err(unexpected()),
        }
    }

    /// Sends the messages in the outbox, to which nobody answers.
    pub(super) async fn tell(&mut self) -> Result<(), Fault> {
        let sent = send(&mut self.writer, &self.outbox).await;
        self.outbox.clear();
        Ok(sent?)
    }
}

async fn send(writer: &mut WriteHalf<Box<dyn Duplex>>, bytes: &[u8]) -> io::Result<()> {
    writer.write_all(bytes).await?;
    writer.flush().await
}

/// The next message, without those that a server may send whenever it likes.
async fn receive(reader: &mut ReadHalf<Box<dyn Duplex>>, inbox: &mut BytesMut) -> Result<Message, Fault> {
    loop {
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

/// The fault of a message that has no place where it came.
pub(super) fn unexpected() -> Fault {
    Fault::broken("the server sent a message out of turn")
}
