//! Recovery of the money of a wallet whose customer cannot sign in: an operator moves it to the customer's
//! own account (wallet 10). No key is used: the quote is executed as if the wallet had signed, and a marker
//! in place of the signature names the operator.

use causeway_domain::ids::{AccountRef, InternalAccountId, QuoteId};
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_store::internal_accounts;
use causeway_store::wallets::credentials;
use causeway_store::wallets::signatures::SignatureRecord;
use causeway_store::{Error, Tx, wallets};
use causeway_wire::Code;

use super::errors;
use super::execute_quote::{Execution, lock};
use super::stored_quote::StoredQuote;
use crate::payments::checks::precheck::PrecheckResult;
use crate::payments::intake::{Intake, StartOutcome};
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// Stored in place of a signature stamp.
const BY_AN_OPERATOR: &str = "OPERATOR";

/// Asks the outside world about the quote.
///
/// # Errors
/// `QUOTE_NOT_FOUND`.
pub(crate) async fn ask(app: &App, context: &Context, id: QuoteId) -> Result<PrecheckResult, ApiError> {
    let asker = context.clone();
    let found = app.store.read(move |tx: &mut Tx<'_>| StoredQuote::find(tx, &asker, id)).await;
    let found = found.map_err(|error: Error| error)?.ok_or_else(ApiError::not_found::<QuoteId>)?;
    Ok(found.precheck.ask(app.ports.of(context.environment)).await)
}

/// Executes a quote from a wallet without a credential to a fiat account of the same customer.
///
/// # Errors
/// `CONFLICT` for a wallet that can sign; `INVALID_INPUT` for another destination; the errors of an
/// execution.
pub(crate) fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: QuoteId,
    precheck: PrecheckResult,
) -> Result<LockedPayment, ApiError> {
    let found = lock(tx, context, id)?;
    let payload = found.quote.terms.payload_to_sign.clone().ok_or_else(not_from_a_wallet)?;
    check_sides(tx, context, &found.locked)?;
    let signed = SignatureRecord {
        transaction: found.locked.payment.id,
        payload,
        stamp: BY_AN_OPERATOR.to_owned(),
        certificate: None,
        created_at: context.now,
    };
    let mut execution = Execution::authorized(found, signed);
    match execution.run(tx, context, precheck)? {
        StartOutcome::Started => Ok(execution.into_locked()),
        StartOutcome::RateRefused => Err(errors::rate_refused()),
    }
}

/// Checks that the money goes from a wallet without a credential to a fiat account of the same customer.
fn check_sides(tx: &mut Tx<'_>, context: &Context, locked: &LockedPayment) -> Result<(), ApiError> {
    let terms = &locked.payment.terms;
    let source = internal(terms.source.account()).ok_or_else(not_from_a_wallet)?;
    let wallet = wallets::lock(tx, context.platform, source)?.ok_or_else(not_from_a_wallet)?;
    if !credentials::of_wallet(tx, context.platform, source)?.is_empty() {
        let message = "The wallet has a credential: its customer can sign in, and sign for its payments.";
        return Err(ApiError::new(Code::Conflict, message).reason("HAS_CREDENTIAL"));
    }
    let destination = internal(terms.destination.account());
    let found =
        destination.map(|id| internal_accounts::find(tx, context.platform, id)).transpose()?.flatten();
    let is_own = found.is_some_and(|found| {
        found.account.customer == Some(wallet.customer)
            && found.account.account_type == InternalAccountType::Fiat
    });
    if is_own { Ok(()) } else { Err(not_to_the_customer()) }
}

const fn internal(account: Option<AccountRef>) -> Option<InternalAccountId> {
    match account {
        Some(AccountRef::Internal(account)) => Some(account),
        Some(AccountRef::External(_)) | None => None,
    }
}

fn not_from_a_wallet() -> ApiError {
    ApiError::new(Code::InvalidInput, "The quote is not paid from an embedded wallet.")
}

fn not_to_the_customer() -> ApiError {
    let message = "The quote must go to a fiat account of the wallet's own customer.";
    ApiError::new(Code::InvalidInput, message)
}
