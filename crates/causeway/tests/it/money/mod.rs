//! Money: funding, quotes, payouts, what is listed of them, and what the ledger says (money 17).

mod background;
mod books;
mod closing;
mod debits;
mod execution;
mod expiry;
mod failing;
mod funding;
mod given_up;
mod held;
mod immediate;
mod isolation;
mod keys;
mod kills;
mod limits;
mod listing;
mod networks;
mod payouts;
mod races;
mod rates;
mod readiness;
mod refusals;
mod scene;
mod stuck;
mod submissions;
mod within;
