//! Rail accounts, and the accounts of adapters that are bound to them (rails 17.1).

use causeway_domain::currency;
use causeway_domain::ids::PlatformId;
use causeway_domain::money::CurrencyCode;
use causeway_store::Tx;
use causeway_store::platforms::{Environment, PlatformRecord};
use causeway_store::rails::{RailAccountRecord, RailBindingRecord, RailRecord, accounts, bindings};

use super::add::check_name;
use super::corridor::last_capabilities;
use super::errors::{invalid, refused};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::rails::hasten_waiting;

/// The rail account to add.
#[derive(Debug, Clone)]
pub struct NewRailAccount<'a> {
    pub name: &'a str,
    pub currency: CurrencyCode,
    /// The platform in whose ledger money is booked that belongs to no payment.
    pub home: &'a PlatformRecord,
}

/// The account of an adapter, and the rail account that it is.
#[derive(Debug, Clone)]
pub struct NewBinding<'a> {
    pub rail: &'a RailRecord,
    /// The adapter's id of the account.
    pub theirs: &'a str,
    pub account: &'a str,
}

/// Adds a rail account.
///
/// # Errors
/// `INVALID_INPUT` for an invalid argument; `CONFLICT` if there is one of this name.
pub fn add_account(
    tx: &mut Tx<'_>,
    app: &App,
    new: &NewRailAccount<'_>,
) -> Result<RailAccountRecord, ApiError> {
    check_name(new.name)?;
    if currency::find(new.currency).is_none() {
        return Err(invalid(format!("{} is not a currency that the service knows.", new.currency)));
    }
    if new.home.environment != Environment::Production {
        return Err(invalid("The home platform must be a production platform."));
    }
    if accounts::find_named(tx, new.name)?.is_some() {
        return Err(refused(format!("There is a rail account {} already.", new.name)));
    }
    let created_at = tx.wall();
    let home: PlatformId = new.home.id;
    let record = RailAccountRecord {
        id: app.ids.uuid(created_at),
        name: new.name.to_owned(),
        currency: new.currency,
        home,
        created_at,
    };
    accounts::insert(tx, &record)?;
    Ok(record)
}

/// Binds an account of an adapter to a rail account, for good: cash is booked under it.
///
/// # Errors
/// `INVALID_INPUT` if there is no such rail account, or the adapter has no such account; `CONFLICT` if their currencies
/// differ, or the account is bound.
pub fn bind(tx: &mut Tx<'_>, app: &App, new: &NewBinding<'_>) -> Result<RailBindingRecord, ApiError> {
    let account = accounts::find_named(tx, new.account)?.ok_or_else(|| {
        invalid(format!("There is no rail account {}; see causeway rail-account list.", new.account))
    })?;
    if let Some(told) = last_capabilities(tx, new.rail.id)? {
        let theirs = told
            .account(new.theirs)
            .ok_or_else(|| invalid(format!("The adapter names no account {}.", new.theirs)))?;
        if theirs.currency != account.currency {
            let message = format!(
                "{} is in {}, and {} in {}.",
                new.theirs, theirs.currency, account.name, account.currency
            );
            return Err(refused(message));
        }
    }
    if bindings::of_rail(tx, new.rail.id)?.iter().any(|binding| binding.theirs == new.theirs) {
        return Err(refused(format!("{} is bound already.", new.theirs)));
    }
    let created_at = tx.wall();
    let record = RailBindingRecord {
        id: app.ids.uuid(created_at),
        rail: new.rail.id,
        theirs: new.theirs.to_owned(),
        account: account.id,
        created_at,
    };
    bindings::insert(tx, &record)?;
    hasten_waiting(tx)?;
    Ok(record)
}
