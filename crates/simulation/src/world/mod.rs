//! The world around the service: what survives a death of the process, the process itself, and everybody it
//! talks to.

mod events;
mod outside;
mod partners;
mod platforms;
mod process;
mod tenant;
mod universe;
mod weather;

pub(crate) use events::EVENTS;
pub(crate) use process::Process;
pub(crate) use tenant::{Account, Customer, External, Quote, Remembered, Tenant, Token};
pub(crate) use universe::World;
