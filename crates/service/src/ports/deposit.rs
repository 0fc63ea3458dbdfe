//! Incoming money, as the institution that holds it reports it (money 3.5).

use causeway_domain::Amount;
use causeway_store::payments::{OnChainTransfer, Originator};

/// Settled money that belongs to an internal account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomingMoney {
    pub amount: Amount,
    pub funds: Funds,
    /// The payer, as the rail reported it.
    pub originator: Originator,
    /// The payer's reference; `None` if the payment is to get a reference of its own.
    pub reference: Option<String>,
    /// The description shown with the payment.
    pub description: Option<String>,
    /// The on-chain transfer that brought the money.
    pub on_chain: Option<OnChainTransfer>,
}

/// The place at which incoming money is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Funds {
    /// At a bank, on a chain or at a partner (L2).
    Received,
    /// At no institution: sandbox money, created for the purpose (L1).
    Minted,
}
