//! How money finds an internal account (money 3.4), or the quote that it is paid in for (money 8.4).

use causeway_domain::Ids;
use causeway_domain::external_accounts::CryptoNetwork;
use causeway_domain::money::CurrencyCode;
use causeway_domain::quotes::FundingOptions;
use causeway_wire::accounts::AccountDetails;

use serde::{Deserialize, Serialize};

/// Gives new accounts and quotes the account numbers, addresses and references under which money finds them. Pure,
/// apart from what it draws from `ids`.
pub trait FundingSource: Send + Sync {
    /// Coordinates for one new account in `currency`; `bank` is what the operator has said about the bank that
    /// holds this currency. No methods where nobody takes deposits in it.
    fn coordinates(&self, currency: CurrencyCode, bank: Option<&FundingBank>, ids: &Ids) -> Coordinates;

    /// Coordinates for one account that is paid from abroad by SWIFT; `bank` collects what is sent there, and `holder` is
    /// whose account it is. They name no reference (money 3.4).
    fn coordinates_abroad(&self, bank: &FundingBank, holder: &str, ids: &Ids) -> Coordinates;

    /// Coordinates under which the money for one quote is recognised. No methods where nobody
    /// takes such money.
    fn coordinates_for_quote(
        &self,
        wanted: &QuoteFunding<'_>,
        bank: Option<&FundingBank>,
        ids: &Ids,
    ) -> Coordinates;

    /// What a chain would call a transfer that only an operator's word has made; none where chains are real.
    fn transfer_hash(&self, _network: CryptoNetwork, _ids: &Ids) -> Option<String> {
        None
    }
}

/// How one quote is to be paid in for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuoteFunding<'a> {
    /// In which currency.
    pub currency: CurrencyCode,
    /// Over which rails or networks.
    pub options: &'a FundingOptions,
    /// The reference by which the payer names the quote, where there is room for one.
    pub reference: &'a str,
}

/// The bank that holds the money of one currency, as funding instructions show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FundingBank {
    /// Its name.
    pub name: String,
    /// Its routing number, BIC, sort code or bank code, whichever the currency's payments name it by.
    pub code: String,
    /// Where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// The ways to pay into one account, or for one quote.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Coordinates {
    /// One entry per way.
    pub methods: Vec<FundingMethod>,
    /// Numbers, addresses and references that must belong to this account or quote alone.
    pub identifiers: Vec<String>,
}

/// One way to pay into an account.
#[derive(Debug, Clone, PartialEq)]
pub struct FundingMethod {
    /// The account to pay into, as it is shown.
    pub details: AccountDetails,
    /// What the payer must mind, in words.
    pub notes: String,
}

/// Nobody takes deposits.
#[derive(Debug, Clone, Copy)]
pub struct NoFunding;

impl FundingSource for NoFunding {
    fn coordinates(&self, _currency: CurrencyCode, _bank: Option<&FundingBank>, _ids: &Ids) -> Coordinates {
        Coordinates::default()
    }

    fn coordinates_abroad(&self, _: &FundingBank, _: &str, _: &Ids) -> Coordinates {
        Coordinates::default()
    }

    fn coordinates_for_quote(&self, _: &QuoteFunding<'_>, _: Option<&FundingBank>, _: &Ids) -> Coordinates {
        Coordinates::default()
    }
}
