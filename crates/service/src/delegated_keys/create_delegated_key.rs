//! `POST /auth/delegated-keys` (wallet 9): the wallet signs twice, for the key and for its grant.

use std::sync::Arc;

use causeway_domain::Revision;
use causeway_domain::cards::{DelegatedKeyEvent, key_created, next_key};
use causeway_domain::ids::{DelegatedKeyId, Id};
use causeway_domain::wallets::RequestEvent;
use causeway_store::delegated_keys::{self as rows, DelegatedKeyRecord};
use causeway_store::wallets::WalletRecord;
use causeway_store::wallets::requests::{self, Signers};
use causeway_store::{Error, Tx};
use causeway_wallet_crypto::payload::{Action, Payload};
use causeway_wallet_crypto::{PublicKey, Stamp};
use causeway_wire::Reply;
use causeway_wire::delegated_keys::DelegatedKeyCreateRequest;
use causeway_wire::table::CreateDelegatedKey;
use serde::{Deserialize, Serialize};

use super::errors::not_bound;
use super::{render, target};
use crate::ports::wallet_keys::NewDelegatedKey;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call, SentSignature};
use crate::runtime::wallets::{
    Challenge, SignatureProof, SignatureVerdict, challenge_of, claims, count_failure, end_request, is_open,
    issue, keys_error, look_up, next_instant, no_credential, provision, request_lifetime, signature_invalid,
    unauthorized, wallet_of,
};

impl FieldChecks for DelegatedKeyCreateRequest {}

/// The step that a signature request of this operation authorizes, stored with the request.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "leg", rename_all = "SCREAMING_SNAKE_CASE")]
enum Leg {
    /// The creation of the key, which is not published yet; `encrypted` is its private half, which only the
    /// key service can decrypt.
    User { key: DelegatedKeyId, public_key: String, encrypted: Vec<u8> },
    /// The grant of the key's rights.
    Grant { key: DelegatedKeyId },
}

/// Answers the first two of three requests with the payload that the wallet must sign, and activates the key
/// with the third.
///
/// # Errors
/// The errors of wallet 9 and 3.3.
pub async fn handler(call: Call<CreateDelegatedKey>) -> Result<Answer, ApiError> {
    call.app.tombstones.refresh().map_err(ApiError::internal)?;
    if call.signature.stamp.is_none() && call.signature.request.is_none() {
        return first(call).await;
    }
    let signature = call.signature.clone();
    let body = call.body.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        // Lock order: the card before the wallet, as everywhere.
        target::find(tx, context, &body)?;
        match look_up(tx, context, &signature)? {
            SignatureVerdict::Authorized(signed) => {
                continue_signed(tx, context, &GrantRequest { signature: &signature, request: &body }, &signed)
            }
            SignatureVerdict::Refused(refusal) => {
                if let Some(request) = refusal.counted {
                    count_failure(tx, context, &request, refusal.refusal.code)?;
                }
                Ok(Answer::refused(&refusal.refusal))
            }
        }
    };
    Ok(call.write_answer(&[], write).await)
}

/// Serves the first request: the key service creates the key, which stays invisible.
async fn first(call: Call<CreateDelegatedKey>) -> Result<Answer, ApiError> {
    let mut was_provisioned = false;
    let certificate = loop {
        let body = call.body.clone();
        let app = Arc::clone(&call.app);
        let caller = call.caller.clone();
        let look = move |tx: &mut Tx<'_>| {
            let context = Context::of(&app, &caller, tx.wall());
            target::check(tx, &context, &body)?;
            let wallet = wallet_of(tx, &context, body.internal_account_id)?;
            Ok::<_, ApiError>(wallet.certificate.clone().filter(|_| claims(&context, &wallet).is_some()))
        };
        match call.app.store.write(&[], look).await? {
            Some(certificate) => break certificate,
            None if was_provisioned => return Err(no_credential()),
            None => provision(&call.app, &call.caller, call.body.internal_account_id).await?,
        }
        was_provisioned = true;
    };
    let key: DelegatedKeyId = call.context().id();
    let new_key = call.app.wallet_keys.make_delegated_key(certificate, key).await.map_err(keys_error)?;
    let signature = call.signature.clone();
    let body = call.body.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        target::check(tx, context, &body)?;
        let wallet = wallet_of(tx, context, body.internal_account_id)?;
        let payload = user_payload(tx, context, &wallet, &body, &new_key)?;
        let leg =
            Leg::User { key, public_key: new_key.public_key.clone(), encrypted: new_key.encrypted.clone() };
        let challenge = challenge(tx, context, &wallet, Signers::Wallet, &leg, payload)?;
        accepted(&issue(tx, context, &signature, challenge)?)
    };
    Ok(call.write_answer(&[], write).await)
}

/// The data that all three requests share.
struct GrantRequest<'a> {
    signature: &'a SentSignature,
    request: &'a DelegatedKeyCreateRequest,
}

/// Serves a request signed by the wallet. The signature request is used up, whatever the outcome.
fn continue_signed(
    tx: &mut Tx<'_>,
    context: &Context,
    sent: &GrantRequest<'_>,
    signed: &SignatureProof,
) -> Result<Answer, ApiError> {
    let request = sent.request;
    let leg: Leg = serde_json::from_value(signed.request.doc.bound.clone())
        .map_err(|error| Error::Data(error.to_string()))?;
    if !is_of_this(&leg, signed, request) {
        return Ok(Answer::refused(&signature_invalid()));
    }
    if !end_request(tx, context, &signed.request, RequestEvent::Signed, Some(signed))? {
        return Ok(Answer::refused(&unauthorized("Request already used")));
    }
    let source = match target::check(tx, context, request) {
        Ok(source) => source,
        Err(refusal) if refusal.code.status() >= 500 => return Err(refusal),
        Err(refusal) => {
            requests::set_outcome(tx, context.platform, signed.request.id, refusal.code.as_str())?;
            return Ok(Answer::refused(&refusal));
        }
    };
    if let Leg::Grant { key } = &leg {
        let record = rows::find(tx, context.platform, *key)?.ok_or(Error::Missing)?;
        // The account was removed from the card and added again: the key belongs to the binding that has
        // ended.
        if record.binding != source.binding {
            let refusal = not_bound();
            requests::set_outcome(tx, context.platform, signed.request.id, refusal.code.as_str())?;
            return Ok(Answer::refused(&refusal));
        }
    }
    requests::set_outcome(tx, context.platform, signed.request.id, "DONE")?;
    match leg {
        Leg::User { key, public_key, encrypted } => {
            let record = DelegatedKeyRecord {
                id: key,
                card: request.card_id,
                binding: source.binding,
                account: source.account,
                status: key_created(),
                public_key,
                nickname: request.nickname.as_str().to_owned(),
                encrypted: Some(encrypted),
                created_at: context.now,
                updated_at: Revision::created(context.now),
            };
            rows::insert(tx, context.platform, &record)?;
            grant(tx, context, sent, &record, signed)
        }
        Leg::Grant { key } => {
            let mut record = rows::find(tx, context.platform, key)?.ok_or(Error::Missing)?;
            record.status =
                next_key(record.status, DelegatedKeyEvent::Confirmed).map_err(ApiError::internal)?;
            record.updated_at.advance(context.now);
            rows::update(tx, context.platform, &record)?;
            Answer::success(&Reply::<CreateDelegatedKey>::Done(render::key(&record)))
        }
    }
}

/// Checks that the signed payload matches this request, without trusting the stored row.
fn is_of_this(leg: &Leg, signed: &SignatureProof, request: &DelegatedKeyCreateRequest) -> bool {
    let wallet = &signed.wallet;
    let organization_id = wallet.organization_id.to_string();
    let wallet_id = wallet.wallet_id.to_string();
    let issued = |action: &Action<'_>| Payload::issued_at(&signed.request.payload, &organization_id, action);
    let signers = &signed.request.doc.signers;
    let issued = match leg {
        Leg::User { public_key, .. } => {
            let Ok(key) = PublicKey::from_hex(public_key) else { return false };
            let card = request.card_id.to_string();
            let nickname = request.nickname.as_str();
            let action = Action::CreateDelegatedUser { card_id: &card, nickname, public_key: &key };
            issued(&action).filter(|_| *signers == Signers::Wallet)
        }
        Leg::Grant { key } => {
            let user_id = key.uuid().to_string();
            let action = Action::GrantDelegatedUser { wallet_id: &wallet_id, user_id: &user_id };
            let may_sign = matches!(signers, Signers::Wallet | Signers::SessionKey { .. });
            issued(&action).filter(|_| may_sign)
        }
    };
    wallet.account == request.internal_account_id && issued.is_some_and(|at| is_open(at, signed.at))
}

/// Issues the second challenge, to be signed by the key that signed the first one.
fn grant(
    tx: &mut Tx<'_>,
    context: &Context,
    sent: &GrantRequest<'_>,
    record: &DelegatedKeyRecord,
    signed: &SignatureProof,
) -> Result<Answer, ApiError> {
    let wallet = wallet_of(tx, context, record.account)?;
    let wallet_id = wallet.wallet_id.to_string();
    let user_id = record.id.uuid().to_string();
    let action = Action::GrantDelegatedUser { wallet_id: &wallet_id, user_id: &user_id };
    let payload = payload(tx, context, &wallet, action)?;
    // No session exists if the sandbox's literal was sent instead of a signature.
    let signers = match (&signed.session, Stamp::parse(&signed.stamp)) {
        (Some(session), Ok(stamp)) => {
            Signers::SessionKey { session: session.id, key: stamp.public_key().to_compressed_hex() }
        }
        (Some(_), Err(_)) => Signers::Nobody,
        (None, _) => Signers::Wallet,
    };
    let challenge = challenge(tx, context, &wallet, signers, &Leg::Grant { key: record.id }, payload)?;
    accepted(&issue(tx, context, sent.signature, challenge)?)
}

fn user_payload(
    tx: &mut Tx<'_>,
    context: &Context,
    wallet: &WalletRecord,
    request: &DelegatedKeyCreateRequest,
    new_key: &NewDelegatedKey,
) -> Result<String, ApiError> {
    let key = PublicKey::from_hex(&new_key.public_key).map_err(|_| Error::Data("not a key".to_owned()))?;
    let card = request.card_id.to_string();
    let nickname = request.nickname.as_str();
    payload(tx, context, wallet, Action::CreateDelegatedUser { card_id: &card, nickname, public_key: &key })
}

fn payload(
    tx: &mut Tx<'_>,
    context: &Context,
    wallet: &WalletRecord,
    action: Action<'_>,
) -> Result<String, ApiError> {
    let organization_id = wallet.organization_id.to_string();
    let timestamp_ms = next_instant(tx, context, wallet)?;
    Ok(Payload { organization_id: &organization_id, action, timestamp_ms }.to_text())
}

fn challenge(
    tx: &mut Tx<'_>,
    context: &Context,
    wallet: &WalletRecord,
    signers: Signers,
    leg: &Leg,
    payload: String,
) -> Result<Challenge, ApiError> {
    let bound = serde_json::to_value(leg).map_err(ApiError::internal)?;
    let expires_at = context.now.plus(request_lifetime(tx, context)?);
    Ok(Challenge { wallet: wallet.account, method: None, signers, bound, payload, expires_at })
}

fn accepted(request: &requests::RequestRecord) -> Result<Answer, ApiError> {
    Answer::success(&Reply::<CreateDelegatedKey>::Accepted(challenge_of(request)))
}
