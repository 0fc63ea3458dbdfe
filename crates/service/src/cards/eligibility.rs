//! Eligibility of accounts to fund a card (cards 2.1).

use causeway_domain::ids::{CustomerId, InternalAccountId};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::money::CurrencyCode;
use causeway_store::{Tx, internal_accounts};

use super::errors;
use crate::ports::SourceRefusal;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::{CARD_ELIGIBLE_CURRENCIES, Settings};

/// Refuses a list that names an account twice.
pub(super) fn check_distinct(sources: &[InternalAccountId]) -> Result<(), ApiError> {
    let twice = |at: &usize| sources.iter().take(*at).any(|earlier| sources.get(*at) == Some(earlier));
    match (0..sources.len()).find(twice) {
        Some(at) => Err(errors::duplicate_source(at)),
        None => Ok(()),
    }
}

/// Checks that the accounts can fund a card of this cardholder; returns the currency that they share. A card
/// that was already issued fixes that currency.
///
/// # Errors
/// `FUNDING_SOURCE_INELIGIBLE` with `details.accountId` and `details.reason`.
pub(super) fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    cardholder: CustomerId,
    sources: &[InternalAccountId],
    issued_with: Option<CurrencyCode>,
) -> Result<Option<CurrencyCode>, ApiError> {
    let issuer = &context.app.ports.of(context.environment).cards;
    for account in sources {
        if let Some(refusal) = issuer.source_refusal(*account) {
            let reason = match refusal {
                SourceRefusal::InsufficientBalance => "SANDBOX_INSUFFICIENT_BALANCE",
                SourceRefusal::AccountClosed => "SANDBOX_ACCOUNT_CLOSED",
            };
            return Err(errors::ineligible(*account, reason));
        }
    }
    let eligible = Settings::of(tx, context)?.get(&CARD_ELIGIBLE_CURRENCIES)?;
    let mut currency = issued_with;
    for account in sources {
        let refuse = |reason| Err(errors::ineligible(*account, reason));
        let Some(locked) = internal_accounts::find(tx, context.platform, *account)? else {
            return refuse("NOT_FOUND");
        };
        let record = locked.account;
        if record.customer != Some(cardholder) {
            return refuse("NOT_OWNED_BY_CARDHOLDER");
        }
        if record.doc.state.status() != InternalAccountStatus::Active {
            return refuse("ACCOUNT_NOT_ACTIVE");
        }
        if !eligible.contains(&record.currency) {
            return refuse("CURRENCY_NOT_ELIGIBLE");
        }
        if *currency.get_or_insert(record.currency) != record.currency {
            return refuse("CURRENCY_MISMATCH");
        }
    }
    Ok(currency)
}
