//! The responses of a scripted receiver.

use bytes::Bytes;
use tokio::sync::watch;

/// One scripted response.
#[derive(Debug, Clone)]
pub struct Answer {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Bytes,
    pub(super) end: ResponseEnd,
}

/// The time at which the response is sent, if at all.
#[derive(Debug, Clone)]
pub(super) enum ResponseEnd {
    AtOnce,
    AfterOpening(Gate),
    Never,
    Broken,
}

impl Answer {
    /// Creates a response with this status and an empty body.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Bytes::new(), end: ResponseEnd::AtOnce }
    }

    /// Creates a redirect (302) to `url`.
    #[must_use]
    pub fn redirect(url: &str) -> Self {
        Self::status(302).header("Location", url)
    }

    /// Creates no response: the connection stays open and silent.
    #[must_use]
    pub fn never() -> Self {
        Self { end: ResponseEnd::Never, ..Self::status(200) }
    }

    /// Closes the connection without a response after the request was read.
    #[must_use]
    pub fn broken() -> Self {
        Self { end: ResponseEnd::Broken, ..Self::status(200) }
    }

    #[must_use]
    pub fn body(self, body: impl Into<Bytes>) -> Self {
        Self { body: body.into(), ..self }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Withholds the response until the test opens the gate.
    #[must_use]
    pub fn held_by(self, gate: &Gate) -> Self {
        Self { end: ResponseEnd::AfterOpening(gate.clone()), ..self }
    }
}

/// A gate that withholds responses until the test opens it; it stays open.
#[derive(Debug, Clone)]
pub struct Gate(watch::Sender<bool>);

impl Gate {
    #[must_use]
    pub fn closed() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Releases all withheld and later responses.
    pub fn open(&self) {
        self.0.send_replace(true);
    }

    pub(super) async fn pass(&self) {
        // An error would mean that the sender is gone, but this is one.
        drop(self.0.subscribe().wait_for(|open| *open).await);
    }
}
