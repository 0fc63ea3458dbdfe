//! Webhooks (conventions 11): how events reach the platform, over real HTTP.

mod delivery;
mod keys;
mod retry;
mod set_up;
