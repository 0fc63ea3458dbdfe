//! Bodies that never end.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame};
use tokio::time::Sleep;

use crate::wait::pause;

/// Bytes of one part of an endless body.
const PART: usize = 64 * 1024;
/// Pause between two bytes of a slow body.
const PAUSE: Duration = Duration::from_secs(1);

/// The body of a reply.
#[derive(Debug)]
pub(super) enum ReplyBody {
    /// These bytes; `None` once they are sent.
    Whole(Option<Bytes>),
    /// Parts without an end.
    Endless,
    /// The bytes one by one.
    Trickle { left: Bytes, pause: Pin<Box<Sleep>> },
}

impl ReplyBody {
    /// Sends the bytes one by one.
    pub(super) fn trickle(left: Bytes) -> Self {
        Self::Trickle { left, pause: Box::pin(pause(PAUSE)) }
    }
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            Self::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Self::Endless => Poll::Ready(Some(Ok(Frame::data(Bytes::from(vec![b' '; PART]))))),
            Self::Trickle { left, pause: waiting } => {
                if left.is_empty() {
                    return Poll::Ready(None);
                }
                if waiting.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                *waiting = Box::pin(pause(PAUSE));
                let byte = left.split_to(1);
                Poll::Ready(Some(Ok(Frame::data(byte))))
            }
        }
    }
}
