//! Card transactions (cards 8): the authorization decision, and the effects of later events of the network.
//!
//! Amounts are smallest units of the card's currency; [`Units`] converts them to those of the ledger.
//! Decisions and events are pure: all their inputs, the balance included, are arguments.

mod credit;
mod debit;
mod decision;
mod figures;
mod movement;
mod pull;
mod sources;
mod states;
mod units;
mod window;

#[cfg(test)]
mod tests;

pub use causeway_vocabulary::card_transactions::{CardDeclineReason, CardTransactionStatus};
pub use credit::{Credit, CreditInput, CreditStep};
pub use debit::{Debit, DebitInput, DebitStep, Funds};
pub use decision::{Decision, DecisionInput, Request, decide};
pub use figures::{EventRefused, Figures, Tally};
pub use movement::Movement;
pub use pull::Pull;
pub use sources::{Source, choose_for_credit, choose_for_debit};
pub use states::credit::{CreditEvent, CreditState, next as next_credit};
pub use states::debit::{DebitEvent, DebitState, next as next_debit};
pub use states::pull::{PullEvent, PullStatus, next as next_pull};
pub use units::Units;
pub use window::{HoldDays, hold_ends};
