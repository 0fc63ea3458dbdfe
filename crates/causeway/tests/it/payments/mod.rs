//! Payments under way: rails, refunds, cancellations, forgery and kills (money 1, 9, 10, 17).

mod background;
pub(crate) mod books;
mod cancellations;
mod clock_jumps;
mod closing;
mod cost;
mod debits;
mod failing;
mod forged;
mod forged_debits;
pub(crate) mod forged_refunds;
pub(crate) mod forging;
pub(crate) mod given_up;
mod isolation;
mod keys;
mod kills;
mod lightning_addresses;
mod lightning_given_up;
mod lightning_payer;
mod lock_timeouts;
mod payouts;
mod races;
pub(crate) mod scene;
mod stuck;
mod submissions;
