//! The signature of the wallet that pays (wallet 8).

use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::QuoteRecord;
use causeway_store::wallets::requests::Signers;
use causeway_store::wallets::signatures::{self, SignatureRecord};
use causeway_store::{Error, Tx, wallets};
use causeway_wallet_crypto::payload::{Action, Payload, QuoteTerms};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::instant;
use crate::runtime::wallets::{next_instant, signature_missing, stamp, wallet_of};

/// What the wallet must sign for this payment: every term of it is bound. The wallet is locked from then on.
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
    let (organization_id, wallet_id) = (text(&wallet.organization_id), text(&wallet.wallet_id));
    let (quote_id, account_id, transaction_id) = (text(&quote.id), text(&account), text(&payment.id));
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

/// Checks the signature of a payment from a wallet, and keeps by what it was authorized; nothing of other payments. The
/// payment is locked.
///
/// # Errors
/// `WALLET_SIGNATURE_MISSING`, `WALLET_SIGNATURE_MALFORMED`, `WALLET_SIGNATURE_INVALID`.
pub(super) fn check(
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

/// Keeps by what a payment was authorized.
pub(crate) fn keep(
    tx: &mut Tx<'_>,
    context: &Context,
    signature: Option<SignatureRecord>,
) -> Result<(), ApiError> {
    match signature {
        Some(record) => Ok(signatures::insert(tx, context.platform, &record)?),
        None => Ok(()),
    }
}
