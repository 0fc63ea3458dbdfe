//! The life of the process: its first start, its drain, its refusals, and the data that it keeps.

mod admission;
mod anchored;
mod anchors;
mod checkpoints;
mod commands;
mod commits;
mod comparison;
mod configuration;
mod connections;
mod copies;
mod damage;
mod damage_postgres;
mod document;
mod drain;
mod first_start;
mod guides;
pub(crate) mod load;
mod operating;
mod operators;
pub(crate) mod process;
mod readme;
mod serving;
mod several;
mod terminal;
mod transport;
