//! Simulations of the outside world (money 13.2).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scalar::FundAmount;

/// Money to be put into an internal account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct FundRequest {
    /// In the smallest unit of the account's currency.
    pub amount: FundAmount,
}
