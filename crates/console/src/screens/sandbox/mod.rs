//! The sandbox of a platform: its clock, the messages to its end users, and its simulated partners.

mod clock;
mod mailbox;
mod pages;
mod partners;

pub(super) use clock::clock;
pub(super) use mailbox::mailbox;
pub(super) use pages::{CLOCK, MAILBOX, PARTNERS};
pub(super) use partners::partners;
