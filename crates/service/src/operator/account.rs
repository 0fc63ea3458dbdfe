//! Internal accounts (money 3.1, 3.2).

use causeway_domain::ids::{CustomerId, InternalAccountId};
use causeway_domain::internal_accounts::{InternalAccountStatus, InternalAccountType, Owner};
use causeway_domain::money::CurrencyCode;
use causeway_domain::search::ResourceKind;
use causeway_domain::{Amount, Time};
use causeway_store::Tx;
use causeway_store::internal_accounts::LockedAccount;

use super::{
    Answer, Argument, Money, Subject, account_list, arguments, noun, of_customer, option, positional, view,
};
use crate::internal_accounts;
use crate::runtime::context::Context;

noun! {
    /// Internal accounts
    "account" {
        /// List internal accounts, newest first
        "list": Look => read(account_list::list),
        /// Show an internal account: the parts of its balance, its last entries and its funding instructions
        "show": Look => read_deployment(account_list::show).with_platform(),
        /// Add another internal account in a currency that the owner already has
        "add": Money => change(add),
        /// Stop all debits and credits of an internal account
        "freeze": Money => change_one(internal_accounts::freeze, AccountView::from),
        /// Return a frozen internal account to its previous status
        "release": Money => change_one(internal_accounts::release, AccountView::from),
        /// Close an empty internal account permanently
        "close": Money => change_one(internal_accounts::close, AccountView::from).irreversible(),
        /// Add the funding instructions that the settings now require
        "instruct": Money => change_one(internal_accounts::instruct, AccountView::from),
        /// Retry the provisioning of a failed internal account
        "retry": Money => change_one(internal_accounts::retry, AccountView::from),
    }
}

impl Subject for InternalAccountId {
    const ARGUMENT: Argument = positional("Internal account id")
        .id_of(&[ResourceKind::InternalAccount])
        .versioned()
        .named("account");
}

arguments! {
    struct AddRequest {
        currency: CurrencyCode = option("Currency code").required(),
        customer: Option<CustomerId> = of_customer("Owning customer [default: the platform itself]"),
    }
}

view! {
    struct AccountView of locked: LockedAccount {
        account: InternalAccountId = locked.account.id,
        /// `None` if the account is the platform's own.
        customer: Option<CustomerId> = locked.account.customer,
        account_type: InternalAccountType = locked.account.account_type,
        currency: CurrencyCode = locked.account.currency,
        status: InternalAccountStatus = locked.account.doc.state.status(),
        available: Money = Amount::new(locked.balance.available, locked.account.currency).into(),
        held: Money = Amount::new(locked.balance.held, locked.account.currency).into(),
        unsettled: Money = Amount::new(locked.balance.unsettled, locked.account.currency).into(),
        updated_at: Time = locked.balance.updated_at.into(),
    }
}

fn add(tx: &mut Tx<'_>, context: &Context, add: &AddRequest) -> Answer<AccountView> {
    let owner = add.customer.map_or(Owner::Platform(context.platform), Owner::Customer);
    Ok(internal_accounts::add(tx, context, owner, add.currency)?.into())
}
