//! The measured program: a separate process, as in production.

mod cards;
mod device;
mod operators;
mod payments;
mod process;
mod set_up;
mod wallets;

pub(crate) use cards::Card;
pub(crate) use payments::{Payer, Quote};
pub(crate) use process::{DataLocation, Jobs, Process, ROOT_KEY};
pub(crate) use set_up::{BASE, Customer, Platform, uuid};
pub(crate) use wallets::Holder;
