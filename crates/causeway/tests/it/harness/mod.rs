//! The environment of journeys: the service over real HTTP on loopback, on either engine or as two processes
//! on one database, with a webhook receiver and a clock that tests advance.

mod agent;
mod card_numbers;
mod conformance;
mod deployments;
mod gateway;
mod journey;
mod lightning;
mod log;
mod mailbox;
mod order;
mod partners;
mod platform;
mod public_hosts;
pub(crate) mod schema;
mod screening;
mod secrets;
mod seed;
mod service;
mod settling;
mod statements;

pub(crate) use agent::Agent;
pub(crate) use card_numbers::CardNumber;
pub(crate) use deployments::{TwoDeployments, between_deployments};
pub(crate) use gateway::{GATEWAY_SECRET, Gateway};
pub(crate) use journey::{Setup, journey, on_engines};
pub(crate) use lightning::Lightning;
pub(crate) use log::logged;
pub(crate) use mailbox::{Mailbox, code_in};
pub(crate) use platform::{Platform, euro_account};
pub(crate) use public_hosts::PublicHosts;
pub(crate) use seed::seed;
pub(crate) use service::Service;
pub(crate) use statements::{Statement, StatementCounter, StatementRecorder};
