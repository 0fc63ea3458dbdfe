//! Webhooks (conventions 11): how events reach the platform, over real HTTP.

mod delivery;
mod keys;
mod order;
mod retry;
mod set_up;
