//! Logins: the proofs by which the user of a credential authenticates (wallet 4.4).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::{AuthMethodId, RequestId};
use causeway_domain::wallets::{AuthMethodType, OtpEvent, RequestEvent};
use causeway_store::wallets::WalletRecord;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::wallets::otps::{self, OtpRecord};
use causeway_store::wallets::requests::{self, RequestRecord, Signers};
use causeway_store::{Error, Tx};
use causeway_wallet_crypto::ClientPublicKey;
use causeway_wallet_crypto::otp::OtpBundle;
use causeway_wire::table::VerifyAuthCredential;
use causeway_wire::wallets::{AuthSession, PasskeyAssertion};
use causeway_wire::{Code, Reply};
use serde_json::Value;
use uuid::Uuid;

use super::{account, errors, limits, otp, render, session};
use crate::ports::wallet_keys::{OpenedSession, OtpAttempt, OtpOutcome, Proof, SessionRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call, SentSignature};
use crate::runtime::settings::{OTP_MAX_ATTEMPTS, Settings};
use crate::runtime::wallets::{
    Challenge, challenge_of, count_failure, end_request, find_request, issue, keys_error, record_revocations,
    request_lifetime, schedule_revocation,
};

type Verify = Call<VerifyAuthCredential>;

/// Returns the scope of a passkey's challenges.
pub(super) fn passkey_scope(credential: AuthMethodId) -> String {
    format!("PASSKEY {credential}")
}

/// Locks the wallet of a credential that may log in now, and returns both.
fn lock_credential(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Verify,
) -> Result<(CredentialRecord, WalletRecord), ApiError> {
    let (credential, wallet) = account::credential(tx, context, call.id()?)?;
    if credential.method != call.body.method() {
        return Err(errors::other_type());
    }
    limits::check_logins(tx, context, credential.id)?;
    Ok((credential, wallet))
}

/// The start of an attempt to log in by code.
enum Attempt {
    Answered(Answer),
    Begun { wallet: String, credential: String, encrypted: Vec<u8>, lifetime: Duration },
}

/// Handles the first request of a login by code.
///
/// An attempt counts before its outcome is known, so that concurrent requests get no more attempts than
/// sequential ones. Concurrent requests with the same body are one attempt.
pub(super) async fn by_code(call: Verify, bundle: String) -> Result<Answer, ApiError> {
    let call = Arc::new(call);
    let shared_call = Arc::clone(&call);
    let is_bundle = OtpBundle::parse(&bundle).is_ok();
    let begin = move |tx: &mut Tx<'_>| {
        let context = Context::of(&shared_call.app, &shared_call.caller, tx.wall());
        begin(tx, &context, &shared_call, is_bundle)
    };
    let (wallet, credential, encrypted, lifetime) = match call.app.store.write(&[], begin).await? {
        Attempt::Answered(answer) => return Ok(answer),
        Attempt::Begun { wallet, credential, encrypted, lifetime } => {
            (wallet, credential, encrypted, lifetime)
        }
    };
    let now = call.context().now;
    let token_expires_at = now.plus(lifetime);
    let attempt =
        OtpAttempt { wallet, credential, encrypted: encrypted.clone(), bundle, token_expires_at, now };
    let opened = match call.app.wallet_keys.open_otp(attempt).await {
        Ok(opened) => opened,
        Err(error) => {
            let shared_call = Arc::clone(&call);
            let uncount_attempt = move |tx: &mut Tx<'_>| {
                let context = Context::of(&shared_call.app, &shared_call.caller, tx.wall());
                uncount_attempt(tx, &context, &shared_call, &encrypted)
            };
            call.app.store.write(&[], uncount_attempt).await?;
            return Err(keys_error(error));
        }
    };
    let shared_call = Arc::clone(&call);
    let conclude = move |tx: &mut Tx<'_>, context: &Context| {
        let expires_at = token_expires_at;
        conclude(
            tx,
            context,
            &shared_call,
            &AttemptOutcome { encrypted: &encrypted, opened: &opened, expires_at },
        )
    };
    Ok(call.write_answer(&[], conclude).await)
}

fn begin(tx: &mut Tx<'_>, context: &Context, call: &Verify, is_bundle: bool) -> Result<Attempt, ApiError> {
    let (credential, wallet) = lock_credential(tx, context, call)?;
    if !is_bundle {
        return Err(errors::malformed_bundle());
    }
    if let Some(request) = find_answered_request(tx, context, call, &wallet)? {
        return Ok(Attempt::Answered(accepted(&request)?));
    }
    let most = attempts_max(tx, context)?;
    let body = call.signature.body_hash;
    let may_try = |otp: &OtpRecord| otp.under_way.contains(&body) || otp.tries < most;
    let Some(mut otp) = otp::pending(tx, context, &credential)?.filter(may_try) else {
        limits::count_failure(tx, context, credential.id, false)?;
        return Ok(Attempt::Answered(Answer::refused(&errors::no_pending_otp())));
    };
    if !otp.under_way.contains(&body) {
        otp.tries += 1;
        otp.under_way.push(body);
    }
    otps::put(tx, context.platform, credential.id, &otp)?;
    let (wallet, certificate) = account::certificates(&credential, &wallet)?;
    let lifetime = request_lifetime(tx, context)?;
    Ok(Attempt::Begun { wallet, credential: certificate, encrypted: otp.encrypted, lifetime })
}

/// Returns the open request that resulted from the same body before.
fn find_answered_request(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Verify,
    wallet: &WalletRecord,
) -> Result<Option<RequestRecord>, ApiError> {
    let scope = &call.signature.scope;
    let body = call.signature.body_hash;
    let open = requests::open(tx, context.platform, wallet.account, context.now)?;
    Ok(open.into_iter().find(|request| request.scope == *scope && request.body_hash == body))
}

/// Uncounts an attempt with an unknown outcome.
fn uncount_attempt(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Verify,
    encrypted: &[u8],
) -> Result<(), ApiError> {
    let (credential, _) = account::credential(tx, context, call.id()?)?;
    let pending = otp::pending(tx, context, &credential)?.filter(|otp| otp.encrypted == encrypted);
    let Some(mut otp) = pending else { return Ok(()) };
    if end_attempt(&mut otp, call) {
        otp.tries = otp.tries.saturating_sub(1);
    }
    Ok(otps::put(tx, context.platform, credential.id, &otp)?)
}

/// Ends an attempt with a known outcome. Returns `false` if it shared its count with another one, which has
/// ended already.
fn end_attempt(otp: &mut OtpRecord, call: &Verify) -> bool {
    let before = otp.under_way.len();
    otp.under_way.retain(|body| *body != call.signature.body_hash);
    otp.under_way.len() < before
}

/// Returns the number of wrong attempts that void a one-time code.
fn attempts_max(tx: &mut Tx<'_>, context: &Context) -> Result<u32, ApiError> {
    Ok(Settings::of(tx, context)?.get(&OTP_MAX_ATTEMPTS)?)
}

fn accepted(request: &RequestRecord) -> Result<Answer, ApiError> {
    Answer::success(&Reply::<VerifyAuthCredential>::Accepted(challenge_of(request)))
}

/// The outcome of an attempt.
struct AttemptOutcome<'a> {
    encrypted: &'a [u8],
    opened: &'a OtpOutcome,
    expires_at: causeway_domain::Time,
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Verify,
    attempt: &AttemptOutcome<'_>,
) -> Result<Answer, ApiError> {
    let (credential, wallet) = account::credential(tx, context, call.id()?)?;
    if let Some(request) = find_answered_request(tx, context, call, &wallet)? {
        return accepted(&request);
    }
    let pending = otp::pending(tx, context, &credential)?;
    let Some(mut otp) = pending.filter(|otp| otp.encrypted == attempt.encrypted) else {
        return Ok(Answer::refused(&errors::no_pending_otp()));
    };
    let is_counted = end_attempt(&mut otp, call);
    let refusal = match attempt.opened {
        OtpOutcome::Right { token, key } => {
            otps::put(tx, context.platform, credential.id, &otp)?;
            otp::change(tx, context, &credential, OtpEvent::RightCode)?;
            let challenge = Challenge {
                wallet: wallet.account,
                method: Some(credential.method),
                signers: Signers::Key(key.clone()),
                bound: Value::Null,
                payload: token.clone(),
                expires_at: attempt.expires_at,
            };
            return accepted(&issue(tx, context, &call.signature, challenge)?);
        }
        OtpOutcome::Malformed | OtpOutcome::Used => {
            otp.tries = otp.tries.saturating_sub(u32::from(is_counted));
            otps::put(tx, context.platform, credential.id, &otp)?;
            let is_used = matches!(attempt.opened, OtpOutcome::Used);
            let refusal = if is_used { errors::no_pending_otp() } else { errors::malformed_bundle() };
            return Ok(Answer::refused(&refusal));
        }
        OtpOutcome::Wrong => errors::wrong_otp(),
        OtpOutcome::Unopened => errors::unopened_otp(),
    };
    limits::count_failure(tx, context, credential.id, true)?;
    otp.tries = otp.tries.saturating_add(u32::from(!is_counted));
    otps::put(tx, context.platform, credential.id, &otp)?;
    // Attempts in progress may still be right.
    let wrong = otp.tries.saturating_sub(u32::try_from(otp.under_way.len()).unwrap_or(u32::MAX));
    if wrong >= attempts_max(tx, context)? {
        otp::change(tx, context, &credential, OtpEvent::TriesUsedUp)?;
    }
    Ok(Answer::refused(&refusal))
}

/// Logs in by an issuer's identity token.
pub(super) async fn by_identity(call: Verify, proof: Proof) -> Result<Answer, ApiError> {
    if let Proof::Oauth { client_public_key, .. } = &proof {
        let unknown = || ApiError::field("clientPublicKey", "must be a key of the curve P-256");
        ClientPublicKey::parse(client_public_key).map_err(|_| unknown())?;
    }
    let call = Arc::new(call);
    let shared_call = Arc::clone(&call);
    let find = move |tx: &mut Tx<'_>| {
        let context = Context::of(&shared_call.app, &shared_call.caller, tx.wall());
        let (credential, wallet) = lock_credential(tx, &context, &shared_call)?;
        account::certificates(&credential, &wallet)
    };
    let (wallet, credential) = call.app.store.write(&[], find).await?;
    open_session(&call, wallet, credential, proof, None).await
}

/// Logs in by a passkey's answer to an open challenge.
pub(super) async fn by_passkey(call: Verify, assertion: PasskeyAssertion) -> Result<Answer, ApiError> {
    let call = Arc::new(call);
    let shared_call = Arc::clone(&call);
    let find = move |tx: &mut Tx<'_>| {
        let context = Context::of(&shared_call.app, &shared_call.caller, tx.wall());
        let (credential, wallet) = lock_credential(tx, &context, &shared_call)?;
        let scope = passkey_scope(credential.id);
        let signature = SentSignature {
            scope,
            request: shared_call.signature.request.clone(),
            ..SentSignature::default()
        };
        let request = match find_request(tx, &context, &signature) {
            Ok(request) => request,
            Err(refusal) if refusal.code == Code::Unauthorized => {
                limits::count_failure(tx, &context, credential.id, false)?;
                return Ok(Err(refusal));
            }
            Err(refusal) => return Err(refusal),
        };
        let sign_count = credential.doc.sign_count.unwrap_or_default();
        Ok(Ok((account::certificates(&credential, &wallet)?, request, sign_count)))
    };
    let ((wallet, credential), request, sign_count) = match call.app.store.write(&[], find).await? {
        Ok(found) => found,
        Err(refusal) => return Err(refusal),
    };
    let client_public_key = request.doc.bound["clientPublicKey"].as_str().ok_or(Error::Missing)?.to_owned();
    let proof = Proof::Passkey {
        payload: request.payload.clone(),
        client_public_key,
        credential_id: assertion.credential_id.as_str().to_owned(),
        client_data_json: assertion.client_data_json.as_str().to_owned(),
        authenticator_data: assertion.authenticator_data.as_str().to_owned(),
        signature: assertion.signature.as_str().to_owned(),
        sign_count,
    };
    open_session(&call, wallet, credential, proof, Some(request.id)).await
}

/// Submits the proof to the key service, and stores the session or the failure.
async fn open_session(
    call: &Arc<Verify>,
    wallet: String,
    credential: String,
    proof: Proof,
    request: Option<RequestId>,
) -> Result<Answer, ApiError> {
    let session_request = SessionRequest { wallet, credential, proof, now: call.context().now };
    let opened = call.app.wallet_keys.open_session(session_request).await.map_err(keys_error);
    let shared_call = Arc::clone(call);
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::of(&shared_call.app, &shared_call.caller, tx.wall());
        match &opened {
            Ok(opened) => begin_session(tx, &context, &shared_call, opened, request),
            Err(refusal) => Ok((refuse(tx, &context, &shared_call, refusal, request)?, Vec::new())),
        }
    };
    let (answer, revoked) = call.app.store.write(&[], write).await?;
    record_revocations(&call.app, revoked).await?;
    Ok(answer)
}

fn begin_session(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Verify,
    opened: &OpenedSession,
    request: Option<RequestId>,
) -> Result<(Answer, Vec<Uuid>), ApiError> {
    let (mut credential, _) = account::credential(tx, context, call.id()?)?;
    if let Some(id) = request {
        let request = requests::find(tx, context.platform, id)?.ok_or(Error::Missing)?;
        if !end_request(tx, context, &request, RequestEvent::Signed, None)? {
            return Err(crate::runtime::wallets::unauthorized("Request already used"));
        }
        credential.doc.sign_count = opened.sign_count.or(credential.doc.sign_count);
        credentials::update(tx, context.platform, &credential)?;
    }
    let (session, revoked) = session::open(tx, context, &credential, opened)?;
    schedule_revocation(tx, context, revoked.clone(), &session.id)?;
    let view: AuthSession = render::session(&session, opened.encrypted_key.clone());
    Ok((Answer::success(&Reply::<VerifyAuthCredential>::Done(view))?, revoked))
}

fn refuse(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Verify,
    refusal: &ApiError,
    request: Option<RequestId>,
) -> Result<Answer, ApiError> {
    if refusal.is_service_failure() {
        return Err(refusal.clone());
    }
    let (credential, _) = account::credential(tx, context, call.id()?)?;
    limits::count_failure(tx, context, credential.id, false)?;
    if let Some(request) = request.map(|id| requests::find(tx, context.platform, id)).transpose()?.flatten() {
        count_failure(tx, context, &request, refusal.code)?;
    }
    Ok(Answer::refused(refusal))
}

/// Returns `true` if a credential of this kind receives codes.
pub(super) const fn is_by_code(method: AuthMethodType) -> bool {
    match method {
        AuthMethodType::EmailOtp | AuthMethodType::SmsOtp => true,
        AuthMethodType::Oauth | AuthMethodType::Passkey => false,
    }
}
