//! External accounts (money 4.1).

use causeway_domain::Time;
use causeway_domain::external_accounts::ExternalAccountStatus;
use causeway_domain::ids::{CustomerId, ExternalAccountId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::search::ResourceKind;
use causeway_store::external_accounts::ExternalAccountRecord;

use super::external_account_list::{list, show};
use super::{Argument, Subject, noun, positional, view};
use crate::external_accounts;

noun! {
    /// External accounts
    "external-account" {
        /// List external accounts, newest first
        "list": Look => read_masked(list),
        /// Show an external account with its holder, its rails and its latest payments
        "show": Look => read_deployment(show).with_platform(),
        /// Enable an external account that is pending, under review or disabled
        "enable": Comply => change_one(external_accounts::enable, ExternalAccountView::from).needing_reason(),
        /// Disable an external account
        "disable": Comply => change_one(external_accounts::disable, ExternalAccountView::from).needing_reason(),
        /// Put an external account under review: it cannot be used until it is enabled or disabled
        "review": Comply => change_one(external_accounts::review, ExternalAccountView::from).needing_reason(),
    }
}

impl Subject for ExternalAccountId {
    const ARGUMENT: Argument = positional("External account id")
        .id_of(&[ResourceKind::ExternalAccount])
        .versioned()
        .named("account");
}

view! {
    /// An external account, without its numbers.
    struct ExternalAccountView of record: ExternalAccountRecord {
        account: ExternalAccountId = record.id,
        /// `None` if the account is the platform's own.
        customer: Option<CustomerId> = record.customer,
        account_type: String = record.account_type,
        currency: CurrencyCode = record.currency,
        status: ExternalAccountStatus = record.status,
        updated_at: Time = record.updated_at.into(),
    }
}
