//! Random sequences of what issuers report, taken in by the entry point of the service: late, twice, contradictory, in any order.
//! After each of them status, summaries, balances and ledger are those of a small model of its own (cards 8).

mod draw;
mod expected;
#[path = "../../../../../domain/src/card_transactions/tests/model.rs"]
mod model;
mod run;
mod stand;
