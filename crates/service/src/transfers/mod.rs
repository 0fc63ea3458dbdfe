//! Transfers: money between internal and external accounts in one currency, without a quote (money 10.2,
//! 10.3). They are started here; their further life is in `payments`.

mod errors;
mod means;
mod parties;

pub mod create_transfer_in;
pub mod create_transfer_out;
