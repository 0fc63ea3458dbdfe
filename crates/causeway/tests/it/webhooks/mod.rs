//! Webhooks (conventions 11): delivery of events to the platform, over real HTTP.

mod delivery;
mod keys;
mod order;
mod retry;
mod rotation;
mod set_up;
