//! Rail accounts: accounts at partners under the operator's names (rails 17.1).

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_store::rails::{RailAccountRecord, accounts};
use causeway_store::{ChangeEffect, Tx, collect_change};
use serde::Serialize;

use super::grant::Reach;
use super::rail::{RAIL, lock};
use super::{Answer, Call, NoArguments, PlatformChoice, arguments, noun, option, positional, view};
use crate::rails::operate::{self, NewBinding, NewRailAccount};

noun! {
    /// Accounts at banks and processors, which rails may share
    "rail-account" {
        /// Add a rail account
        "add": Administer => change_deployment(add),
        /// List the rail accounts
        "list": Look => read_deployment(list),
        /// Bind an account of an adapter to a rail account, for good
        "bind": Administer => change_deployment(bind),
    }
}

arguments! {
    struct AddRequest {
        name: String = positional("Name of the account: lower-case letters, digits and hyphens"),
        currency: CurrencyCode = option("Currency of the account").required(),
        home: String =
            option("Id or name of the platform in whose ledger money is booked that belongs to no payment")
                .required(),
    }

    struct BindRequest {
        rail: String = RAIL,
        theirs: String = positional("The adapter's id of the account, as in its capabilities"),
        ours: String = positional("Name of the rail account"),
    }
}

view! {
    struct AccountView of account: RailAccountRecord {
        account: String = account.name,
        currency: CurrencyCode = account.currency,
        home: PlatformId = account.home,
        created_at: Time = account.created_at,
    }
}

#[derive(Serialize)]
struct BoundView {
    rail: String,
    theirs: String,
    account: String,
}

fn add(tx: &mut Tx<'_>, call: &Call, add: &AddRequest) -> Answer<AccountView> {
    let home = PlatformChoice::within(Some(add.home.clone()), Reach::All).find(tx)?;
    let new = NewRailAccount { name: &add.name, currency: add.currency, home: &home };
    let account = operate::add_account(tx, &call.app, &new)?;
    let to = Some(format!("{} in {}", account.name, account.currency));
    collect_change(tx, ChangeEffect { name: "a rail account".to_owned(), from: None, to });
    Ok(account.into())
}

fn list(tx: &mut Tx<'_>, _: &Call, _: &NoArguments) -> Answer<Vec<AccountView>> {
    Ok(accounts::all(tx)?.into_iter().map(AccountView::from).collect())
}

fn bind(tx: &mut Tx<'_>, call: &Call, bind: &BindRequest) -> Answer<BoundView> {
    let BindRequest { rail, theirs, ours } = bind.clone();
    let record = lock(tx, &rail)?;
    operate::bind(tx, &call.app, &NewBinding { rail: &record, theirs: &theirs, account: &ours })?;
    let name = format!("the account {theirs} of the rail {rail}");
    collect_change(tx, ChangeEffect { name, from: None, to: Some(ours.clone()) });
    Ok(BoundView { rail, theirs, account: ours })
}
