//! The world around the service: the process, the environment that survives its crash, and every party it
//! talks to.

mod core;
mod database;
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
pub use database::Engine;
pub(crate) use host::EVENTS;
pub(crate) use operate::{look, operate, platform_choice};
pub(crate) use send::{send, send_together};
pub(crate) use tenant::{
    Account, AccountEffect, Agent, AgentAction, Card, CardTransaction, Customer, External, Quote,
    RememberedResponse, ScaState, StablecoinResources, Tenant, UmaLookup, UnmatchedMoney, push_latest,
};
pub(crate) use theme::Theme;
