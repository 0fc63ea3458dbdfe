//! What is measured.

mod case;
mod customer;
mod funding;
mod pairs;
mod start;
mod webhooks;
mod world;

pub(crate) use case::{Case, run};
