//! The ways in which the user of a credential shows to be there (wallet 4.4).

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
use crate::ports::wallet_keys::{OpenOtp, OpenSession, OpenedOtp, OpenedSession, Proof};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call, SentSignature};
use crate::runtime::settings::{OTP_MAX_ATTEMPTS, Settings};
use crate::runtime::wallets::{
    Challenge, bury, count_failure, end_request, find_request, issue, keys_error, reissued, request_lifetime,
    schedule_burial,
};

type Verify = Call<VerifyAuthCredential>;

/// What a challenge of a passkey belongs to.
pub(super) fn passkey_scope(credential: AuthMethodId) -> String {
    format!("PASSKEY {credential}")
}

/// A credential that may log in now, with its wallet, locked.
fn ready(
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

/// What a try of a code begins with.
enum Try {
    Answered(Answer),
    Begun { wallet: String, credential: String, sealed: Vec<u8>, lifetime: Duration },
}

/// The first request of a login by code. A try counts before its outcome is known, so that many at once have no more tries
/// than one after the other; the same body at once is one try.
pub(super) async fn by_code(call: Verify, bundle: String) -> Result<Answer, ApiError> {
    let call = Arc::new(call);
    let asked = Arc::clone(&call);
    let is_bundle = OtpBundle::parse(&bundle).is_ok();
    let begin = move |tx: &mut Tx<'_>| {
        let context = Context::of(&asked.app, &asked.caller, tx.wall());
        begin(tx, &context, &asked, is_bundle)
    };
    let (wallet, credential, sealed, lifetime) = match call.app.store.write(&[], begin).await? {
        Try::Answered(answer) => return Ok(answer),
        Try::Begun { wallet, credential, sealed, lifetime } => (wallet, credential, sealed, lifetime),
    };
    let now = call.context().now;
    let token_expires_at = now.plus(lifetime);
    let wanted = OpenOtp { wallet, credential, sealed: sealed.clone(), bundle, token_expires_at, now };
    let opened = match call.app.wallet_keys.open_otp(wanted).await {
        Ok(opened) => opened,
        Err(fault) => {
            let asked = Arc::clone(&call);
            let give_back = move |tx: &mut Tx<'_>| {
                let context = Context::of(&asked.app, &asked.caller, tx.wall());
                give_back(tx, &context, &asked, &sealed)
            };
            call.app.store.write(&[], give_back).await?;
            return Err(keys_error(fault));
        }
    };
    let asked = Arc::clone(&call);
    let conclude = move |tx: &mut Tx<'_>, context: &Context| {
        let expires_at = token_expires_at;
        conclude(tx, context, &asked, &Tried { sealed: &sealed, opened: &opened, expires_at })
    };
    Ok(call.write_answer(&[], conclude).await)
}

fn begin(tx: &mut Tx<'_>, context: &Context, call: &Verify, is_bundle: bool) -> Result<Try, ApiError> {
    let (credential, wallet) = ready(tx, context, call)?;
    if !is_bundle {
        return Err(errors::malformed_bundle());
    }
    if let Some(request) = answered(tx, context, call, &wallet)? {
        return Ok(Try::Answered(accepted(&request)?));
    }
    let most = attempts_max(tx, context)?;
    let body = call.signature.body_hash;
    let may_try = |otp: &OtpRecord| otp.under_way.contains(&body) || otp.tries < most;
    let Some(mut otp) = otp::pending(tx, context, &credential)?.filter(may_try) else {
        limits::count_failure(tx, context, credential.id, false)?;
        return Ok(Try::Answered(Answer::refused(&errors::no_pending_otp())));
    };
    if !otp.under_way.contains(&body) {
        otp.tries += 1;
        otp.under_way.push(body);
    }
    otps::put(tx, context.platform, credential.id, &otp)?;
    let (wallet, certificate) = account::certificates(&credential, &wallet)?;
    let lifetime = request_lifetime(tx, context)?;
    Ok(Try::Begun { wallet, credential: certificate, sealed: otp.sealed, lifetime })
}

/// Returns the open request that the same body has led to before.
fn answered(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Verify,
    wallet: &WalletRecord,
) -> Result<Option<RequestRecord>, ApiError> {
    let (scope, body) = (&call.signature.scope, call.signature.body_hash);
    let open = requests::open(tx, context.platform, wallet.account, context.now)?;
    Ok(open.into_iter().find(|request| request.scope == *scope && request.body_hash == body))
}

/// Takes back a try whose outcome nobody knows.
fn give_back(tx: &mut Tx<'_>, context: &Context, call: &Verify, sealed: &[u8]) -> Result<(), ApiError> {
    let (credential, _) = account::credential(tx, context, call.id()?)?;
    let pending = otp::pending(tx, context, &credential)?.filter(|otp| otp.sealed == sealed);
    let Some(mut otp) = pending else { return Ok(()) };
    if end_try(&mut otp, call) {
        otp.tries = otp.tries.saturating_sub(1);
    }
    Ok(otps::put(tx, context.platform, credential.id, &otp)?)
}

/// Ends a try: its outcome is known. Returns `false` if it was counted as the same try as another one, which has ended.
fn end_try(otp: &mut OtpRecord, call: &Verify) -> bool {
    let before = otp.under_way.len();
    otp.under_way.retain(|body| *body != call.signature.body_hash);
    otp.under_way.len() < before
}

/// So many wrong codes make a one-time code void.
fn attempts_max(tx: &mut Tx<'_>, context: &Context) -> Result<u32, ApiError> {
    Ok(Settings::of(tx, context)?.get(&OTP_MAX_ATTEMPTS)?)
}

fn accepted(request: &RequestRecord) -> Result<Answer, ApiError> {
    Answer::success(&Reply::<VerifyAuthCredential>::Accepted(reissued(request)))
}

/// A code that was tried.
struct Tried<'a> {
    sealed: &'a [u8],
    opened: &'a OpenedOtp,
    expires_at: causeway_domain::Time,
}

fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Verify,
    tried: &Tried<'_>,
) -> Result<Answer, ApiError> {
    let (credential, wallet) = account::credential(tx, context, call.id()?)?;
    if let Some(request) = answered(tx, context, call, &wallet)? {
        return accepted(&request);
    }
    let pending = otp::pending(tx, context, &credential)?;
    let Some(mut otp) = pending.filter(|otp| otp.sealed == tried.sealed) else {
        return Ok(Answer::refused(&errors::no_pending_otp()));
    };
    let is_counted = end_try(&mut otp, call);
    let refusal = match tried.opened {
        OpenedOtp::Right { token, key } => {
            otps::put(tx, context.platform, credential.id, &otp)?;
            otp::change(tx, context, &credential, OtpEvent::RightCode)?;
            let challenge = Challenge {
                wallet: wallet.account,
                method: Some(credential.method),
                signers: Signers::Key(key.clone()),
                bound: Value::Null,
                payload: token.clone(),
                expires_at: tried.expires_at,
            };
            return accepted(&issue(tx, context, &call.signature, challenge)?);
        }
        OpenedOtp::Malformed | OpenedOtp::Used => {
            otp.tries = otp.tries.saturating_sub(u32::from(is_counted));
            otps::put(tx, context.platform, credential.id, &otp)?;
            let is_used = matches!(tried.opened, OpenedOtp::Used);
            let refusal = if is_used { errors::no_pending_otp() } else { errors::malformed_bundle() };
            return Ok(Answer::refused(&refusal));
        }
        OpenedOtp::Wrong => errors::wrong_otp(),
        OpenedOtp::Unopened => errors::unopened_otp(),
    };
    limits::count_failure(tx, context, credential.id, true)?;
    otp.tries = otp.tries.saturating_add(u32::from(!is_counted));
    otps::put(tx, context.platform, credential.id, &otp)?;
    // What is still under way may be right.
    let wrong = otp.tries.saturating_sub(u32::try_from(otp.under_way.len()).unwrap_or(u32::MAX));
    if wrong >= attempts_max(tx, context)? {
        otp::change(tx, context, &credential, OtpEvent::TriesUsedUp)?;
    }
    Ok(Answer::refused(&refusal))
}

/// A login by the word of an issuer.
pub(super) async fn by_identity(call: Verify, proof: Proof) -> Result<Answer, ApiError> {
    if let Proof::Oauth { client_public_key, .. } = &proof {
        let unknown = || ApiError::field("clientPublicKey", "must be a key of the curve P-256");
        ClientPublicKey::parse(client_public_key).map_err(|_| unknown())?;
    }
    let call = Arc::new(call);
    let asked = Arc::clone(&call);
    let find = move |tx: &mut Tx<'_>| {
        let context = Context::of(&asked.app, &asked.caller, tx.wall());
        let (credential, wallet) = ready(tx, &context, &asked)?;
        account::certificates(&credential, &wallet)
    };
    let certificates = call.app.store.write(&[], find).await?;
    prove(&call, certificates, proof, None).await
}

/// The answer of a passkey to an open challenge.
pub(super) async fn by_passkey(call: Verify, assertion: PasskeyAssertion) -> Result<Answer, ApiError> {
    let call = Arc::new(call);
    let asked = Arc::clone(&call);
    let find = move |tx: &mut Tx<'_>| {
        let context = Context::of(&asked.app, &asked.caller, tx.wall());
        let (credential, wallet) = ready(tx, &context, &asked)?;
        let scope = passkey_scope(credential.id);
        let sent =
            SentSignature { scope, request: asked.signature.request.clone(), ..SentSignature::default() };
        let request = match find_request(tx, &context, &sent) {
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
    let (certificates, request, sign_count) = match call.app.store.write(&[], find).await? {
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
    prove(&call, certificates, proof, Some(request.id)).await
}

/// Has the keeper of the keys look at the proof, and keeps the session or the failure.
async fn prove(
    call: &Arc<Verify>,
    (wallet, credential): (String, String),
    proof: Proof,
    request: Option<RequestId>,
) -> Result<Answer, ApiError> {
    let wanted = OpenSession { wallet, credential, proof, now: call.context().now };
    let opened = call.app.wallet_keys.open_session(wanted).await.map_err(keys_error);
    let asked = Arc::clone(call);
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::of(&asked.app, &asked.caller, tx.wall());
        match &opened {
            Ok(opened) => begin_session(tx, &context, &asked, opened, request),
            Err(refusal) => Ok((refuse(tx, &context, &asked, refusal, request)?, Vec::new())),
        }
    };
    let (answer, revoked) = call.app.store.write(&[], write).await?;
    bury(&call.app, revoked).await?;
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
    schedule_burial(tx, context, revoked.clone(), &session.id)?;
    let shown: AuthSession = render::session(&session, opened.sealed_key.clone());
    Ok((Answer::success(&Reply::<VerifyAuthCredential>::Done(shown))?, revoked))
}

fn refuse(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Verify,
    refusal: &ApiError,
    request: Option<RequestId>,
) -> Result<Answer, ApiError> {
    if matches!(refusal.code, Code::InternalError | Code::ServiceUnavailable) {
        return Err(refusal.clone());
    }
    let (credential, _) = account::credential(tx, context, call.id()?)?;
    limits::count_failure(tx, context, credential.id, false)?;
    if let Some(request) = request.map(|id| requests::find(tx, context.platform, id)).transpose()?.flatten() {
        count_failure(tx, context, &request, refusal.code)?;
    }
    Ok(Answer::refused(refusal))
}

/// Whether codes are sent for a credential of this kind.
pub(super) const fn is_by_code(method: AuthMethodType) -> bool {
    match method {
        AuthMethodType::EmailOtp | AuthMethodType::SmsOtp => true,
        AuthMethodType::Oauth | AuthMethodType::Passkey => false,
    }
}
