//! The world around the service: the process, the environment that survives its crash, and every party it
//! talks to.

mod attempt;
mod core;
mod database;
mod fault_plan;
mod host;
mod journal;
mod network;
mod operate;
mod partner_book;
mod partners;
mod process;
mod rail_adapter;
mod rail_orders;
mod rail_payer;
mod rails;
mod receivers;
mod send;
mod stablecoin_partners;
mod tenant;
mod theme;
mod uma_partners;

pub(crate) use attempt::attempt;
pub(crate) use core::World;
pub use database::Engine;
pub(crate) use host::EVENTS;
pub use host::RailSeeds;
pub(crate) use operate::{act, look, operate, platform_choice};
pub(crate) use partner_book::{Booking, BookingState};
pub(crate) use rail_adapter::RailAdapter;
pub(crate) use rail_orders::PartnerPace;
pub(crate) use rail_payer::RailPayer;
pub(crate) use rails::{
    advance_rails, follow_feeds, has_silent_rail, let_partners_work, reopen_rails, send_push,
};
pub(crate) use send::{send, send_together};
pub(crate) use tenant::{
    Account, AccountEffect, Agent, AgentAction, Card, CardTransaction, Customer, External, Quote,
    RememberedResponse, ScaState, StablecoinResources, Tenant, UmaLookup, UnmatchedMoney, push_latest,
};
pub(crate) use theme::Theme;
