//! An external account as operators see it.

use std::fmt;

use causeway_domain::Time;
use causeway_domain::external_accounts::ExternalAccountStatus;
use causeway_domain::ids::{CustomerId, ExternalAccountId};
use causeway_domain::money::Currency;
use causeway_store::external_accounts::ExternalAccountRecord;
use serde::Serialize;

use crate::operator::{Report, text};

/// An external account, without the numbers that it is reached by.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    /// Its id.
    account: ExternalAccountId,
    /// Whose it is; none: the platform's.
    customer: Option<CustomerId>,
    /// Its type.
    account_type: String,
    /// What it takes.
    currency: Currency,
    /// Its status.
    status: ExternalAccountStatus,
    /// When it last changed.
    updated_at: Time,
}

impl From<ExternalAccountRecord> for Shown {
    fn from(record: ExternalAccountRecord) -> Self {
        Self {
            account: record.id,
            customer: record.customer,
            account_type: record.account_type,
            currency: record.currency,
            status: record.status,
            updated_at: record.updated_at,
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = self.customer.map_or_else(|| "the platform".to_owned(), |customer| customer.to_string());
        text::facts(
            f,
            &[
                ("account", self.account.to_string()),
                ("owner", owner),
                ("type", self.account_type.clone()),
                ("currency", self.currency.to_string()),
                ("status", self.status.to_string()),
            ],
        )
    }
}

impl Report for Shown {}
