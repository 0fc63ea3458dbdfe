//! `POST /auth/credentials/{id}/challenge` (wallet 4.3).

use std::sync::Arc;

use causeway_domain::ids::AuthMethodId;
use causeway_domain::wallets::{AuthMethodType, OtpEvent};
use causeway_store::Tx;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::wallets::requests::Signers;
use causeway_wallet_crypto::ClientPublicKey;
use causeway_wallet_crypto::payload::{Action, Payload, passkey_challenge};
use causeway_wire::platforms::EmbeddedWalletConfig;
use causeway_wire::table::ChallengeAuthCredential;
use causeway_wire::wallets::{
    AuthCredentialChallenge, AuthCredentialChallengeRequest, EmailOtpAuthChallenge, PasskeyAuthChallenge,
    SmsOtpAuthChallenge,
};
use serde_json::json;

use super::login::passkey_scope;
use super::{account, errors, limits, otp};
use crate::ports::wallet_keys::SentOtp;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call, SentSignature};
use crate::runtime::money::instant;
use crate::runtime::wallets::{Challenge, issue, next_instant, provision, request_lifetime};

/// Sends a new code, or creates a challenge for the passkey.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for an identity, and for a passkey without a key; `RATE_LIMITED`;
/// `INTERNAL_ERROR` if the code cannot be sent.
pub async fn handler(call: Call<ChallengeAuthCredential>) -> Result<Answer, ApiError> {
    let id: AuthMethodId = call.id()?;
    let platform = call.caller.platform;
    let find = move |tx: &mut Tx<'_>| credentials::find(tx, platform, id);
    let found = call.app.store.find(find).await.map_err(ApiError::from)?;
    let found = found.ok_or_else(errors::no_credential)?;
    match found.method {
        AuthMethodType::EmailOtp | AuthMethodType::SmsOtp => send_code(call, found).await,
        AuthMethodType::Passkey => ask_passkey(call, id).await,
        AuthMethodType::Oauth => Err(errors::no_challenge()),
    }
}

impl FieldChecks for AuthCredentialChallengeRequest {}

/// Sends a code. The challenge is counted and the previous code is void, even if the new one cannot be sent.
async fn send_code(
    call: Call<ChallengeAuthCredential>,
    credential: CredentialRecord,
) -> Result<Answer, ApiError> {
    let id = credential.id;
    provision(&call.app, &call.caller, credential.account).await?;
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let count = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        count(tx, &context, id)
    };
    let (config, (wallet, certificate)) = call.app.store.write(&[], count).await?;
    let begun =
        otp::begin(&call.app, &call.context(), &config, credential.method, wallet, certificate).await?;
    Ok(call.write(&[], move |tx, context| store_code(tx, context, id, &begun)).await)
}

fn count(
    tx: &mut Tx<'_>,
    context: &Context,
    id: AuthMethodId,
) -> Result<(EmbeddedWalletConfig, (String, String)), ApiError> {
    let (credential, wallet) = account::credential(tx, context, id)?;
    limits::count_challenge(tx, context, id)?;
    otp::change(tx, context, &credential, OtpEvent::Replaced)?;
    Ok((otp::config(tx, context)?, account::certificates(&credential, &wallet)?))
}

fn store_code(
    tx: &mut Tx<'_>,
    context: &Context,
    id: AuthMethodId,
    begun: &SentOtp,
) -> Result<AuthCredentialChallenge, ApiError> {
    let (mut credential, _) = account::credential(tx, context, id)?;
    otp::store(tx, context, &credential, begun)?;
    credential.updated_at.advance(context.now);
    credentials::update(tx, context.platform, &credential)?;
    let account_id = credential.account;
    let nickname = credential.doc.nickname;
    let created_at = instant(credential.created_at);
    let updated_at = instant(credential.updated_at);
    let otp_encryption_target_bundle = begun.bundle.clone();
    Ok(if credential.method == AuthMethodType::SmsOtp {
        AuthCredentialChallenge::SmsOtp(SmsOtpAuthChallenge {
            id,
            account_id,
            nickname,
            created_at,
            updated_at,
            otp_encryption_target_bundle,
        })
    } else {
        AuthCredentialChallenge::EmailOtp(EmailOtpAuthChallenge {
            id,
            account_id,
            nickname,
            created_at,
            updated_at,
            otp_encryption_target_bundle,
        })
    })
}

async fn ask_passkey(call: Call<ChallengeAuthCredential>, id: AuthMethodId) -> Result<Answer, ApiError> {
    let missing = || ApiError::field("clientPublicKey", "is required for a passkey");
    let key = call.body.client_public_key.as_ref().ok_or_else(missing)?.as_str().to_owned();
    let unknown = || ApiError::field("clientPublicKey", "must be a key of the curve P-256");
    ClientPublicKey::parse(&key).map_err(|_| unknown())?;
    Ok(call.write(&[], move |tx, context| ask(tx, context, id, &key)).await)
}

fn ask(
    tx: &mut Tx<'_>,
    context: &Context,
    id: AuthMethodId,
    key: &str,
) -> Result<AuthCredentialChallenge, ApiError> {
    let (mut credential, wallet) = account::credential(tx, context, id)?;
    limits::count_challenge(tx, context, id)?;
    let organization_id = wallet.organization_id.to_string();
    let action = Action::CreateSession { target_public_key: key };
    let timestamp_ms = next_instant(tx, context, &wallet)?;
    let payload = Payload { organization_id: &organization_id, action, timestamp_ms }.to_text();
    let challenge = passkey_challenge(&payload);
    let signature = SentSignature { scope: passkey_scope(id), ..SentSignature::default() };
    let signature_challenge = Challenge {
        wallet: wallet.account,
        method: Some(AuthMethodType::Passkey),
        signers: Signers::Nobody,
        bound: json!({ "clientPublicKey": key }),
        payload,
        expires_at: context.now.plus(request_lifetime(tx, context)?),
    };
    let request = issue(tx, context, &signature, signature_challenge)?;
    credential.updated_at.advance(context.now);
    credentials::update(tx, context.platform, &credential)?;
    Ok(AuthCredentialChallenge::Passkey(PasskeyAuthChallenge {
        id,
        account_id: credential.account,
        nickname: credential.doc.nickname,
        created_at: instant(credential.created_at),
        updated_at: instant(credential.updated_at),
        credential_id: credential.doc.credential_id.unwrap_or_default(),
        challenge,
        request_id: request.id,
        expires_at: instant(request.expires_at),
    }))
}
