//! What journeys stand on: the service over real HTTP on loopback, on either engine or as two processes on one
//! database, with a webhook receiver and a clock that is moved by hand.

mod agent;
mod conformance;
mod journey;
mod kept;
mod log;
mod mailbox;
mod platform;
mod screening;
mod secrets;
mod service;

pub(crate) use agent::Agent;
pub(crate) use journey::{Setup, journey, on_engines};
pub(crate) use kept::CardNumber;
pub(crate) use log::logged;
pub(crate) use mailbox::Mailbox;
pub(crate) use platform::Platform;
pub(crate) use service::Service;
