//! The authorization of a payment: the paying wallet signs it (wallet 8), and strong authentication asks the
//! customer (agents B3).

use causeway_domain::ids::{AccountRef, Id, InternalAccountId, JobId, QuoteId, ScaChallengeId};
use causeway_domain::payments::lifecycle::OutgoingEvent;
use causeway_domain::sca::{ScaFactor, challenge_expires_at};
use causeway_store::payments::{PaymentFact, PaymentRecord};
use causeway_store::quotes::QuoteRecord;
use causeway_store::sca::ScaChallengeDoc;
use causeway_store::wallets::requests::Signers;
use causeway_store::wallets::signatures::{self, SignatureRecord};
use causeway_store::{Error, Tx, wallets};
use causeway_wallet_crypto::payload::{Action, Payload, QuoteTerms};

use super::render;
use crate::payments::lifecycle::locked::LockedPayment;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::money::instant;
use crate::runtime::wallets::{next_instant, signature_missing, stamp, wallet_of};
use crate::sca::{self, LockedPayer, ScaCustomer};

/// The request field of the factor.
const FIELD: &str = "scaFactor";

/// The authorization that a payment needs before it starts.
pub(super) enum Authorization {
    /// None, or it is already given.
    NotNeeded,
    /// By its customer with this factor, unless the payee is trusted.
    OfCustomer(Box<ScaCustomer>, ScaFactor),
}

impl Authorization {
    /// Returns the payer's authorization if strong authentication applies to it; `factor` is the request's
    /// choice.
    pub(super) fn of(
        context: &Context,
        payer: Option<&LockedPayer>,
        factor: Option<ScaFactor>,
    ) -> Result<Self, ApiError> {
        let Some(payer) = payer else { return Ok(Self::NotNeeded) };
        Ok(Self::OfCustomer(Box::new(payer.open(context)?), factor.unwrap_or(ScaFactor::SmsOtp)))
    }
}

/// Asks the customer to authorize a payment that is ready to start.
///
/// # Errors
/// `INVALID_INPUT` for a factor that the customer does not have; `INTERNAL_ERROR` if the deployment has no
/// message gateway.
pub(super) fn ask(
    tx: &mut Tx<'_>,
    context: &Context,
    payer: &ScaCustomer,
    factor: ScaFactor,
    quote: &QuoteRecord,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    let expires_at = challenge_expires_at(context.now, quote.expires_at);
    let challenge = sca::issue(tx, context, payer, FIELD, factor, expires_at)?;
    schedule_authorization_expiry(tx, context, quote.id, &challenge)?;
    locked.payment.note(PaymentFact::Challenge(Some(challenge)), context.now)?;
    locked.apply(tx, context, OutgoingEvent::AuthorizationRequired)
}

/// Schedules the end of the time in which the customer may authorize a quote.
pub(super) fn schedule_authorization_expiry(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: QuoteId,
    challenge: &ScaChallengeDoc,
) -> Result<(), ApiError> {
    let work = Work::ExpireAuthorization { quote };
    jobs::schedule_as(tx, context, job_of(challenge.id), &work, &quote, challenge.expires_at)
}

/// Records that the customer has authorized a quote: withdraws the challenge and its expiry. The caller must
/// hold the quote's row lock.
pub(super) fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    challenge: &ScaChallengeDoc,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    jobs::withdraw(tx, context, job_of(challenge.id))?;
    Ok(locked.payment.note(PaymentFact::Challenge(None), context.now)?)
}

/// Returns the id of the job that ends the time to authorize: the UUID of the challenge.
pub(super) fn job_of(challenge: ScaChallengeId) -> JobId {
    JobId::from_uuid(challenge.uuid())
}

/// Returns the payload that the wallet must sign for this payment; it binds every term. Locks the wallet.
pub(super) fn payload(
    tx: &mut Tx<'_>,
    context: &Context,
    account: InternalAccountId,
    quote: &QuoteRecord,
    payment: &PaymentRecord,
) -> Result<String, ApiError> {
    let wallet = wallet_of(tx, context, account)?;
    let timestamp_ms = next_instant(tx, context, &wallet)?;
    let conversion = payment.terms.conversion.ok_or(Error::Missing)?;
    let destination = serde_json::to_value(render::destination(payment).ok_or(Error::Missing)?);
    let destination = destination.map_err(ApiError::internal)?;
    let text = |id: &dyn ToString| id.to_string();
    let organization_id = text(&wallet.organization_id);
    let wallet_id = text(&wallet.wallet_id);
    let quote_id = text(&quote.id);
    let account_id = text(&account);
    let transaction_id = text(&payment.id);
    let expires_at = instant(quote.expires_at);
    let terms = QuoteTerms {
        destination: &destination,
        expires_at: expires_at.as_str(),
        quote_id: &quote_id,
        receiving_currency: conversion.receiving.as_str(),
        sending_currency: conversion.sending.as_str(),
        source_account_id: &account_id,
        total_receiving_amount: conversion.price.total_receiving,
        total_sending_amount: conversion.price.total_sending,
        transaction_id: &transaction_id,
    };
    let action = Action::ExecuteQuote { wallet_id: &wallet_id, terms };
    Ok(Payload { organization_id: &organization_id, action, timestamp_ms }.to_text())
}

/// Checks the wallet's signature of a payment, and returns the record of it; `None` for payments not from a
/// wallet. The caller must hold the quote's row lock.
///
/// # Errors
/// `WALLET_SIGNATURE_MISSING`, `WALLET_SIGNATURE_MALFORMED`, `WALLET_SIGNATURE_INVALID`.
pub(super) fn check_signature(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: &QuoteRecord,
    payment: &PaymentRecord,
    sent: Option<&str>,
) -> Result<Option<SignatureRecord>, ApiError> {
    let Some(payload) = &quote.terms.payload_to_sign else { return Ok(None) };
    let sent = sent.ok_or_else(signature_missing)?;
    let account = match payment.terms.source.account() {
        Some(AccountRef::Internal(account)) => account,
        Some(AccountRef::External(_)) | None => return Err(Error::Missing.into()),
    };
    let wallet = wallets::find(tx, context.platform, account)?.ok_or(Error::Missing)?;
    let session = stamp::check(tx, context, &wallet, &Signers::Wallet, sent, payload)?;
    Ok(Some(SignatureRecord {
        transaction: payment.id,
        payload: payload.clone(),
        stamp: sent.to_owned(),
        certificate: session.map(|session| session.certificate),
        created_at: context.now,
    }))
}

/// Checks that a payment from a wallet which has waited for an approval was signed when it was requested.
///
/// # Errors
/// `WALLET_SIGNATURE_MISSING`.
pub(super) fn check_signed(tx: &mut Tx<'_>, context: &Context, quote: &QuoteRecord) -> Result<(), ApiError> {
    let Some(payload) = &quote.terms.payload_to_sign else { return Ok(()) };
    let signature = signatures::find(tx, context.platform, quote.transaction)?;
    let is_signed = signature.is_some_and(|signature| signature.payload == *payload);
    if is_signed { Ok(()) } else { Err(signature_missing()) }
}

/// Stores the signature that authorized a payment.
pub(super) fn keep_signature(
    tx: &mut Tx<'_>,
    context: &Context,
    signature: Option<SignatureRecord>,
) -> Result<(), ApiError> {
    match signature {
        Some(record) => Ok(signatures::insert(tx, context.platform, &record)?),
        None => Ok(()),
    }
}
