//! External accounts (money 4.1).

use causeway_domain::Time;
use causeway_domain::external_accounts::ExternalAccountStatus;
use causeway_domain::ids::{CustomerId, ExternalAccountId};
use causeway_domain::money::CurrencyCode;
use causeway_store::external_accounts::ExternalAccountRecord;

use super::{Argument, Subject, noun, positional, shown};
use crate::external_accounts;

noun! {
    /// External accounts
    "external-account" {
        /// Makes an external account usable that is pending, under review or disabled
        "enable" => change_one(external_accounts::enable, Shown::from),
        /// Makes an external account unusable
        "disable" => change_one(external_accounts::disable, Shown::from),
        /// Puts an external account under review: unusable until it is enabled or disabled
        "review" => change_one(external_accounts::review, Shown::from),
    }
}

impl Subject for ExternalAccountId {
    const ARGUMENT: Argument = positional("The external account's id").named("account");
}

shown! {
    /// An external account, without the numbers that it is reached by.
    struct Shown of record: ExternalAccountRecord {
        account: ExternalAccountId = record.id,
        /// None: the platform's own.
        customer: Option<CustomerId> = record.customer,
        account_type: String = record.account_type,
        currency: CurrencyCode = record.currency,
        status: ExternalAccountStatus = record.status,
        updated_at: Time = record.updated_at.into(),
    }
}
