//! The program that is measured: a process of its own, as it would run in production.

mod cards;
mod payments;
mod process;
mod set_up;

pub(crate) use cards::Card;
pub(crate) use payments::{Payer, Quote, uuid};
pub(crate) use process::{Jobs, Place, Process, ROOT_KEY};
pub(crate) use set_up::{Customer, Platform};
