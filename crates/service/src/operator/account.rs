//! Internal accounts (money 3.1, 3.2).

use causeway_domain::ids::{CustomerId, InternalAccountId};
use causeway_domain::internal_accounts::{InternalAccountStatus, InternalAccountType, Owner};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Amount, Time};
use causeway_store::internal_accounts::LockedAccount;
use serde::{Deserialize, Serialize};

use super::argument::{Argument, option, positional};
use super::{Money, Noun};
use crate::internal_accounts;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Add {
    currency: CurrencyCode,
    #[serde(default)]
    customer: Option<CustomerId>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Named {
    account: InternalAccountId,
}

const NAMED: &[Argument] = &[positional("account", "The internal account's id")];

#[derive(Debug, Clone, Serialize)]
struct Shown {
    account: InternalAccountId,
    /// None: the platform's own.
    customer: Option<CustomerId>,
    account_type: InternalAccountType,
    currency: CurrencyCode,
    status: InternalAccountStatus,
    available: Money,
    held: Money,
    unsettled: Money,
    updated_at: Time,
}

pub(super) fn noun() -> Noun {
    let add = [
        option("currency", "The currency").required(),
        option("customer", "The customer who gets it [default: the platform itself]"),
    ];
    Noun::new("account", "Internal accounts")
        .change(
            "add",
            "Adds a further internal account in a currency that the owner already has",
            &add,
            |tx, context, add: &Add| {
                let owner = add.customer.map_or(Owner::Platform(context.platform), Owner::Customer);
                Ok(Shown::from(internal_accounts::add(tx, context, owner, add.currency)?))
            },
        )
        .change(
            "freeze",
            "Stops all debits and credits of an internal account",
            NAMED,
            |tx, context, named: &Named| {
                Ok(Shown::from(internal_accounts::freeze(tx, context, named.account)?))
            },
        )
        .change(
            "release",
            "Returns a frozen internal account to its earlier status",
            NAMED,
            |tx, context, named: &Named| {
                Ok(Shown::from(internal_accounts::release(tx, context, named.account)?))
            },
        )
        .change("close", "Closes an empty internal account for good", NAMED, |tx, context, named: &Named| {
            Ok(Shown::from(internal_accounts::close(tx, context, named.account)?))
        })
        .change(
            "instruct",
            "Adds the ways to pay into an internal account that the settings ask for by now",
            NAMED,
            |tx, context, named: &Named| {
                Ok(Shown::from(internal_accounts::instruct(tx, context, named.account)?))
            },
        )
        .change(
            "retry",
            "Provisions an internal account again that has failed",
            NAMED,
            |tx, context, named: &Named| {
                Ok(Shown::from(internal_accounts::retry(tx, context, named.account)?))
            },
        )
}

impl From<LockedAccount> for Shown {
    fn from(locked: LockedAccount) -> Self {
        let LockedAccount { account, balance } = locked;
        let money = |minor| Amount::new(minor, account.currency).into();
        Self {
            account: account.id,
            customer: account.customer,
            account_type: account.account_type,
            currency: account.currency,
            status: account.doc.state.status(),
            available: money(balance.available),
            held: money(balance.held),
            unsettled: money(balance.unsettled),
            updated_at: account.updated_at,
        }
    }
}
