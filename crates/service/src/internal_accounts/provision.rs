//! The creation of accounts (money 3.1, 3.4; customers 2.5).

use causeway_domain::customers::platform_accounts;
use causeway_domain::internal_accounts::{
    InternalAccountEvent, InternalAccountState, InternalAccountType, Owner, next,
};
use causeway_domain::money::CurrencyCode;
use causeway_store::Tx;
use causeway_store::funding_identifiers::{self, FundingTarget};
use causeway_store::internal_accounts::{self, InternalAccountDoc, InternalAccountRecord, LockedAccount};
use causeway_store::ledger::{self, Balance};

use super::policy::FundingPolicy;
use super::{errors, funding_methods, wallet};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::Settings;

/// The initial state of a new account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InitialState {
    /// The customer is not transactable yet.
    Pending,
    /// Usable at once: the customer is transactable, or the account is the platform's own. A creation is not
    /// announced.
    Usable,
}

/// Creates accounts of these kinds for one owner, who has none of them. `funding` are the operator's
/// settings.
pub fn provision(
    tx: &mut Tx<'_>,
    context: &Context,
    funding: &FundingPolicy,
    owner: Owner,
    accounts: &[(CurrencyCode, InternalAccountType)],
    start: InitialState,
) -> Result<Vec<LockedAccount>, ApiError> {
    let numbered = accounts.iter().map(|(currency, account_type)| (*currency, *account_type, 0));
    provision_numbered(tx, context, funding, owner, numbered, start)
}

/// Creates the accounts that the platform itself lacks for these currencies.
pub fn provision_platform(
    tx: &mut Tx<'_>,
    context: &Context,
    supported: &[CurrencyCode],
) -> Result<Vec<LockedAccount>, ApiError> {
    let owner = Owner::Platform(context.platform);
    let live = internal_accounts::lock_by_owner(tx, context.platform, owner)?;
    let mut accounts = platform_accounts(supported);
    accounts.retain(|(currency, _)| live.iter().all(|locked| locked.account.currency != *currency));
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let funding = FundingPolicy::of(&Settings::of(tx, context)?)?;
    provision(tx, context, &funding, owner, &accounts, InitialState::Usable)
}

/// Creates accounts like [`provision`], each with its ordinal among those of its owner and currency.
pub(super) fn provision_numbered(
    tx: &mut Tx<'_>,
    context: &Context,
    funding: &FundingPolicy,
    owner: Owner,
    accounts: impl Iterator<Item = (CurrencyCode, InternalAccountType, i64)>,
    start: InitialState,
) -> Result<Vec<LockedAccount>, ApiError> {
    let mut created = Vec::new();
    let mut identifiers = Vec::new();
    for (currency, account_type, ordinal) in accounts {
        let mut account = pending(context, owner, currency, account_type, ordinal);
        if start == InitialState::Usable {
            let usable = next(account.doc.state, InternalAccountEvent::BecameUsable);
            account.doc.state = usable.map_err(|error| errors::wrong_state(error.state))?;
            identifiers.extend(assign_funding(context, funding, &mut account));
        }
        created.push(LockedAccount { balance: Balance::empty(account.id, currency, context.now), account });
    }
    let records: Vec<InternalAccountRecord> = created.iter().map(|locked| locked.account.clone()).collect();
    internal_accounts::insert(tx, context.platform, &records)?;
    for record in &records {
        ledger::open(tx, context.platform, record.id, record.currency, context.now)?;
    }
    funding_identifiers::record(tx, context.platform, &identifiers)?;
    wallet::provision(tx, context, &records)?;
    for record in records.iter().filter(|_| start == InitialState::Usable) {
        funding_methods::schedule(tx, context, funding, record)?;
    }
    Ok(created)
}

/// Assigns funding instructions to an account that becomes usable. The returned identifiers must be recorded,
/// so that no other account ever gets the same.
pub(super) fn assign_funding(
    context: &Context,
    funding: &FundingPolicy,
    account: &mut InternalAccountRecord,
) -> Vec<(FundingTarget, String)> {
    let funding_port = &context.app.ports.of(context.environment).funding;
    let coordinates =
        funding_port.coordinates(account.currency, funding.bank(account.currency), context.ids());
    let target = FundingTarget::Account(account.id);
    account.doc.funding = funding_methods::instructions(coordinates.methods);
    coordinates.identifiers.into_iter().map(|identifier| (target, identifier)).collect()
}

fn pending(
    context: &Context,
    owner: Owner,
    currency: CurrencyCode,
    account_type: InternalAccountType,
    ordinal: i64,
) -> InternalAccountRecord {
    let private_enabled = match account_type {
        InternalAccountType::EmbeddedWallet => Some(false),
        InternalAccountType::Fiat | InternalAccountType::Crypto => None,
    };
    InternalAccountRecord {
        id: context.id(),
        customer: match owner {
            Owner::Customer(customer) => Some(customer),
            Owner::Platform(_) => None,
        },
        currency,
        account_type,
        ordinal,
        doc: InternalAccountDoc {
            v: InternalAccountDoc::VERSION,
            state: InternalAccountState::Pending,
            funding: Vec::new(),
            private_enabled,
        },
        created_at: context.now,
    }
}
