//! Random sequences of issuer events, received by the entry point of the service: late, twice, contradictory,
//! in any order. After each of them status, summaries, balances and ledger must equal those of a small
//! independent model (cards 8).

mod comparison;
mod draw;
mod expected;
#[path = "../../../../../domain/src/card_transactions/tests/model.rs"]
mod model;
mod run;
