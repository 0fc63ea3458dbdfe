//! External accounts (money 4.1).

use causeway_domain::Time;
use causeway_domain::external_accounts::ExternalAccountStatus;
use causeway_domain::ids::{CustomerId, ExternalAccountId};
use causeway_domain::money::CurrencyCode;
use causeway_store::external_accounts::ExternalAccountRecord;
use serde::{Deserialize, Serialize};

use super::Noun;
use super::argument::{Argument, positional};
use crate::external_accounts;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    account: ExternalAccountId,
}

const NAMED: &[Argument] = &[positional("account", "The external account's id")];

/// An external account, without the numbers that it is reached by.
#[derive(Debug, Clone, Serialize)]
struct Shown {
    account: ExternalAccountId,
    /// None: the platform's own.
    customer: Option<CustomerId>,
    account_type: String,
    currency: CurrencyCode,
    status: ExternalAccountStatus,
    updated_at: Time,
}

pub(super) fn noun() -> Noun {
    Noun::new("external-account", "External accounts")
        .change(
            "enable",
            "Makes an external account usable that is pending, under review or disabled",
            NAMED,
            |tx, context, named: &Named| {
                Ok(Shown::from(external_accounts::enable(tx, context, named.account)?))
            },
        )
        .change("disable", "Makes an external account unusable", NAMED, |tx, context, named: &Named| {
            Ok(Shown::from(external_accounts::disable(tx, context, named.account)?))
        })
        .change(
            "review",
            "Puts an external account under review: unusable until it is enabled or disabled",
            NAMED,
            |tx, context, named: &Named| {
                Ok(Shown::from(external_accounts::review(tx, context, named.account)?))
            },
        )
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
