//! The coordinates by which incoming money is matched to an internal account (money 3.4) or to a quote (money
//! 8.4).

use causeway_domain::Ids;
use causeway_domain::external_accounts::CryptoNetwork;
use causeway_domain::money::CurrencyCode;
use causeway_domain::quotes::FundingOptions;
use causeway_wire::accounts::AccountDetails;

use serde::{Deserialize, Serialize};

/// A source of account numbers, addresses and references for new accounts and quotes. Pure, apart from random
/// values drawn from `ids`.
pub trait FundingSource: Send + Sync {
    /// Returns the coordinates of one new account in `currency`. `bank` is the operator's entry for the bank
    /// that holds this currency. There are no methods if this deployment takes no deposits in it.
    fn coordinates(&self, currency: CurrencyCode, bank: Option<&FundingBank>, ids: &Ids) -> Coordinates;

    /// Returns the coordinates of one account for SWIFT payments from abroad. `bank` is the collecting bank
    /// and `holder` the account's owner. They name no reference (money 3.4).
    fn coordinates_abroad(&self, bank: &FundingBank, holder: &str, ids: &Ids) -> Coordinates;

    /// Returns the coordinates by which the money for one quote is matched. There are no methods if this
    /// deployment takes no such money.
    fn coordinates_for_quote(
        &self,
        request: &QuoteFundingRequest<'_>,
        bank: Option<&FundingBank>,
        ids: &Ids,
    ) -> Coordinates;

    /// Returns a synthetic transaction hash for an operator-simulated transfer, or `None` on real chains.
    fn transfer_hash(&self, _network: CryptoNetwork, _ids: &Ids) -> Option<String> {
        None
    }
}

/// The funding request of one quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuoteFundingRequest<'a> {
    pub currency: CurrencyCode,
    /// The permitted rails or networks.
    pub options: &'a FundingOptions,
    /// The reference by which the payer names the quote, if the method has room for one.
    pub reference: &'a str,
}

/// The bank that holds the money of one currency, as funding instructions show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FundingBank {
    pub name: String,
    /// Routing number, BIC, sort code or bank code, whichever payments in this currency use.
    pub code: String,
    /// The postal address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// The ways to pay into one account, or for one quote.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Coordinates {
    pub methods: Vec<FundingMethod>,
    /// Numbers, addresses and references that must be unique to this account or quote.
    pub identifiers: Vec<String>,
}

/// One way to pay into an account.
#[derive(Debug, Clone, PartialEq)]
pub struct FundingMethod {
    /// The account to pay into, as shown to the payer.
    pub details: AccountDetails,
    /// Notes for the payer, in words.
    pub notes: String,
}

/// The adapter of a deployment that takes no deposits.
#[derive(Debug, Clone, Copy)]
pub struct NoFunding;

impl FundingSource for NoFunding {
    fn coordinates(&self, _currency: CurrencyCode, _bank: Option<&FundingBank>, _ids: &Ids) -> Coordinates {
        Coordinates::default()
    }

    fn coordinates_abroad(&self, _: &FundingBank, _: &str, _: &Ids) -> Coordinates {
        Coordinates::default()
    }

    fn coordinates_for_quote(
        &self,
        _: &QuoteFundingRequest<'_>,
        _: Option<&FundingBank>,
        _: &Ids,
    ) -> Coordinates {
        Coordinates::default()
    }
}
