//! What it costs to withdraw crypto assets (money 7.3).

use causeway_vocabulary::rails::WithdrawalNetwork;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{CurrencyCode, InternalAccountId, MinorUnits, Name, Text, WithdrawalAmount};

/// A withdrawal that may be made.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EstimateCryptoWithdrawalFeeRequest {
    /// The account that it is taken from.
    pub internal_account_id: InternalAccountId,
    /// What is withdrawn: the account's currency.
    pub currency: CurrencyCode,
    /// The network that carries it.
    pub crypto_network: WithdrawalNetwork,
    /// How much leaves the account, fees included, in the smallest unit of the currency.
    pub amount: WithdrawalAmount,
    /// Where it goes, in a form of the network.
    pub destination_address: Text,
}

/// What a withdrawal would cost now.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EstimateCryptoWithdrawalFeeResponse {
    /// What the network takes, in the smallest unit of `networkFeeAsset`.
    pub network_fee: MinorUnits,
    /// The asset that the network takes.
    pub network_fee_asset: Name,
    /// What the service takes, in the smallest unit of the currency.
    pub application_fee: MinorUnits,
    /// Both together, in the smallest unit of the currency.
    pub total_fee: MinorUnits,
    /// What arrives, in the smallest unit of the currency.
    pub net_amount: MinorUnits,
}
