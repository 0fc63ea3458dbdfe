//! Fee estimates for crypto withdrawals (money 7.3).

use causeway_vocabulary::rails::WithdrawalNetwork;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::scalar::{CurrencyCode, InternalAccountId, MinorUnits, Name, Text, WithdrawalAmount};

/// A request to estimate the fee of a withdrawal.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EstimateCryptoWithdrawalFeeRequest {
    /// Internal account to withdraw from.
    pub internal_account_id: InternalAccountId,
    /// Currency to withdraw; must be the account's currency.
    pub currency: CurrencyCode,
    /// Network of the withdrawal.
    pub crypto_network: WithdrawalNetwork,
    /// Amount debited from the account, fees included, in the smallest unit of the currency.
    pub amount: WithdrawalAmount,
    /// Destination address, in the format of the network.
    pub destination_address: Text,
}

/// Current fees of a withdrawal.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EstimateCryptoWithdrawalFeeResponse {
    /// Network fee, in the smallest unit of `networkFeeAsset`.
    pub network_fee: MinorUnits,
    /// Asset in which the network charges its fee.
    pub network_fee_asset: Name,
    /// Fee of the service, in the smallest unit of the withdrawn currency.
    pub application_fee: MinorUnits,
    /// Sum of the network fee and `applicationFee`, in the smallest unit of the withdrawn currency.
    pub total_fee: MinorUnits,
    /// Amount that arrives, in the smallest unit of the withdrawn currency.
    pub net_amount: MinorUnits,
}
