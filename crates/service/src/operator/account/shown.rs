//! An account as operators see it.

use std::fmt;

use causeway_domain::Time;
use causeway_domain::ids::{CustomerId, InternalAccountId};
use causeway_domain::internal_accounts::{AccountType, InternalAccountStatus};
use causeway_domain::money::Currency;
use causeway_store::internal_accounts::LockedAccount;
use serde::Serialize;

use crate::operator::{Report, text};

/// An internal account and what it holds.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    /// Its id.
    account: InternalAccountId,
    /// Whose it is; none: the platform's.
    customer: Option<CustomerId>,
    /// Its type.
    account_type: AccountType,
    /// What it holds.
    currency: Currency,
    /// Its status.
    status: InternalAccountStatus,
    /// Available funds, in smallest units.
    available: i64,
    /// Held funds, in smallest units.
    held: i64,
    /// Incoming funds that are not settled, in smallest units.
    unsettled: i64,
    /// When it last changed.
    updated_at: Time,
}

impl From<LockedAccount> for Shown {
    fn from(held: LockedAccount) -> Self {
        let LockedAccount { account, balance } = held;
        Self {
            account: account.id,
            customer: account.customer,
            account_type: account.account_type,
            currency: account.currency,
            status: account.doc.state.status(),
            available: balance.available,
            held: balance.held,
            unsettled: balance.unsettled,
            updated_at: account.updated_at,
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
                ("type", self.account_type.to_string()),
                ("status", self.status.to_string()),
                ("available", format!("{} {}", self.available, self.currency)),
                ("held", format!("{} {}", self.held, self.currency)),
                ("unsettled", format!("{} {}", self.unsettled, self.currency)),
            ],
        )
    }
}

impl Report for Shown {}
