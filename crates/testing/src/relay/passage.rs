//! Decisions about exchanges.

use std::time::Duration;

/// The moment of an exchange at which the relay decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The client has sent the request; the server has not got it.
    Request,
    /// The server has answered; the client has not got the answer.
    Answer,
}

/// What the relay does with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    Pass,
    /// The connection is cut: the message is lost.
    Lose,
    /// The message passes after this time.
    Delay(Duration),
    /// A request reaches the server twice, one after the other; an answer passes.
    Twice,
}
