//! The world around the service: what survives a crash of the process, the process itself, and everybody it
//! talks to.

mod core;
mod disk;
mod fault_plan;
mod host;
mod journal;
mod operate;
mod partners;
mod process;
mod receivers;
mod send;
mod stablecoin_partners;
mod tenant;
mod theme;
mod uma_partners;

pub(crate) use core::World;
pub use disk::Engine;
pub(crate) use host::EVENTS;
pub(crate) use operate::{choice, operate};
pub(crate) use send::{send, send_together};
pub(crate) use tenant::{
    Account, Agent, Asked, Authenticated, Card, CardUse, Coins, Customer, External, LookedUp, Moved, Quote,
    Remembered, Stray, Tenant, keep,
};
pub(crate) use theme::Theme;
