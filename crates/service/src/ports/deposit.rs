//! Money that comes in, as whoever has it reports it (money 3.5).

use causeway_domain::Amount;
use causeway_store::payments::{OnChainTransfer, Originator};

/// Money that has settled and belongs to an internal account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncomingMoney {
    /// How much.
    pub amount: Amount,
    /// Where it stands now.
    pub funds: Funds,
    /// What the rail reported of the payer.
    pub originator: Originator,
    /// The reference that the payer sent; none: the payment gets one of its own.
    pub reference: Option<String>,
    /// What the payment is shown with.
    pub description: Option<String>,
    /// The transfer on a chain that brought it.
    pub on_chain: Option<OnChainTransfer>,
}

/// Where money that has come in stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Funds {
    /// At a bank, on a chain or at a partner (L2).
    Received,
    /// Nowhere: sandbox money, made for the purpose (L1).
    Minted,
}
