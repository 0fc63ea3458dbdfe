//! Prechecks (rails 7.1).

use causeway_vocabulary::Country;

use crate::limits::ORDER_BODY;
use crate::shape::{messages, top_level};
use crate::values::{Id128, Memory, Money, OpenValue, OrderReason, TextMembers, Timestamp};

messages! {
    /// A question if an order could be taken now. It has no personal data.
    pub struct PrecheckRequest {
        amount: Money = "amount",
        /// A corridor of the capabilities.
        corridor: Id128 = "corridor",
        /// Account type of the interface, such as `EUR_ACCOUNT`.
        account_type: Id128 = "accountType",
        /// Country of the external account; `null` if the account type does not tell it.
        country: Option<Country> = "country",
        /// Code of the account's bank by its name in the interface, such as `{"routingNumber": "021000021"}`;
        /// empty if the account type has none.
        bank: TextMembers = "bank",
    }

    /// The answer to a precheck.
    pub struct PrecheckResponse {
        /// `true` if the adapter would take such an order now.
        available: bool = "available",
        expected_settlement_at: Option<Timestamp> = "expectedSettlementAt",
        /// Reason why it is not available.
        reason: Option<OpenValue<OrderReason>> = "reason",
        memory: Memory = "memory",
    }
}

top_level! {
    PrecheckRequest: ORDER_BODY;
    PrecheckResponse: ORDER_BODY;
}
