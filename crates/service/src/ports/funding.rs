//! How money finds an internal account (money 3.4).

use causeway_domain::Ids;
use causeway_domain::money::Currency;
use causeway_wire::accounts::AccountDetails;

use serde::{Deserialize, Serialize};

/// Gives new accounts the account numbers, addresses and references under which money finds them. Pure, apart
/// from what it draws from `ids`.
pub trait FundingSource: Send + Sync {
    /// Coordinates for one new account in `currency`; `bank` is what the operator has said about the bank that
    /// holds this currency. No methods where nobody takes deposits in it.
    fn coordinates(&self, currency: Currency, bank: Option<&FundingBank>, ids: &Ids) -> Coordinates;
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

/// The ways to pay into one account.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Coordinates {
    /// One entry per way.
    pub methods: Vec<FundingMethod>,
    /// Numbers, addresses and references that must belong to this account alone.
    pub identifiers: Vec<String>,
}

/// One way to pay into an account.
#[derive(Debug, Clone, PartialEq)]
pub struct FundingMethod {
    /// The account to pay into, as it is shown.
    pub details: AccountDetails,
    /// What the payer must mind, in words.
    pub notes: Option<String>,
}

/// Nobody takes deposits.
#[derive(Debug, Clone, Copy)]
pub struct NoFunding;

impl FundingSource for NoFunding {
    fn coordinates(&self, _currency: Currency, _bank: Option<&FundingBank>, _ids: &Ids) -> Coordinates {
        Coordinates::default()
    }
}
