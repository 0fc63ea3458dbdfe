//! The doors to rails: offers, the choice of a rail, and prechecks.

mod lightning;
mod offers;
mod prechecks;
mod scene;
