//! Rows of payments (money 3.5, 9, 10): every movement of money, regardless of its origin.
//!
//! A payment's **terms** are written once with the row, authenticated, and never changed: they decide which
//! money moves and to which account. Its progress has a row of its own, with its status and its **state**: a
//! change of it rewrites neither the terms nor the indexes of the payment.

mod booked;
mod change;
mod list;
mod oldest;
mod open;
mod record;
mod rows;
mod search;
mod stage;
mod state;
mod terms;
mod walk;

pub use change::PaymentFact;
pub use list::{Filter, find_at, list, list_between, newest};
pub use oldest::{MAX_OLDEST, UnfinishedPayment, oldest_unfinished};
pub use open::{
    PartyPayment, PartyTotal, PartyTotals, announced, has_open, is_in_use, open_or_latest_of, totals_of,
    waiting, waiting_deposits,
};
pub(crate) use record::{BOTH_ROWS, STATUS, columns, read, read_raw};
pub use record::{NewPayment, PaymentRecord};
pub use rows::{
    authenticate_anew, find, find_with_platform, insert, lock, lock_replaceable, prune_failed_drafts,
    prune_unused, replace_created, update,
};
pub use search::{add_later_terms, search_entries, search_entry};
pub use state::{Funding, IncomingUmaState, PaidBy, PaymentState, Refund, SettlementProof, StateChange};
pub use terms::{
    ChosenRail, ConversionTerms, FundingTerms, IncomingUmaTerms, InvoiceTerms, NamedPayer, OnChainTransfer,
    Originator, PaymentTerms, SettlementTerms, Side, UmaTerms,
};
pub use walk::{Walk, WalkBy, among, walk};
