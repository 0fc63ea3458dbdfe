//! What a scripted receiver answers.

use bytes::Bytes;
use tokio::sync::watch;

/// One scripted answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Bytes,
    pub(super) end: End,
}

/// When the answer leaves, if at all.
#[derive(Debug, Clone)]
pub(super) enum End {
    AtOnce,
    AfterOpening(Gate),
    Never,
    Broken,
}

impl Answer {
    /// An answer with this status and an empty body.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Bytes::new(), end: End::AtOnce }
    }

    /// A redirect (302) to `url`.
    #[must_use]
    pub fn redirect(url: &str) -> Self {
        Self::status(302).header("Location", url)
    }

    /// No answer: the connection stays open and silent.
    #[must_use]
    pub fn never() -> Self {
        Self { end: End::Never, ..Self::status(200) }
    }

    /// The connection closes after the request was read, without an answer.
    #[must_use]
    pub fn broken() -> Self {
        Self { end: End::Broken, ..Self::status(200) }
    }

    /// The same with this body.
    #[must_use]
    pub fn body(self, body: impl Into<Bytes>) -> Self {
        Self { body: body.into(), ..self }
    }

    /// The same with one more header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same, but it leaves only when the test opens the gate.
    #[must_use]
    pub fn held_by(self, gate: &Gate) -> Self {
        Self { end: End::AfterOpening(gate.clone()), ..self }
    }
}

/// Holds answers back until the test opens it; stays open.
#[derive(Debug, Clone)]
pub struct Gate(watch::Sender<bool>);

impl Gate {
    /// A closed gate.
    #[must_use]
    pub fn closed() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Lets everything pass that waits, and everything later.
    pub fn open(&self) {
        self.0.send_replace(true);
    }

    pub(super) async fn pass(&self) {
        // An error would mean that the sender is gone, and this is one.
        drop(self.0.subscribe().wait_for(|open| *open).await);
    }
}
