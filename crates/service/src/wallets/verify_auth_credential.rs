//! `POST /auth/credentials/{id}/verify` (wallet 4.4).

use std::sync::Arc;

use causeway_domain::ids::AuthMethodId;
use causeway_store::Tx;
use causeway_store::wallets::credentials;
use causeway_wire::table::VerifyAuthCredential;
use causeway_wire::wallets::{AuthCredentialVerifyRequest, AuthSession};
use futures_util::future::{BoxFuture, FutureExt};

use super::{account, errors, login, render, session};
use crate::ports::wallet_keys::{OpenedSession, Proof, SessionRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call};
use crate::runtime::wallets::{Plan, SignatureProof, SignedOperation, SignedOutcome, keys_error, second};

/// Opens a session after a proof that the caller is the user of the credential.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT`; `UNAUTHORIZED` with the reason; `RATE_LIMITED`; the errors of
/// wallet 3.3.
pub async fn handler(call: Call<VerifyAuthCredential>) -> Result<Answer, ApiError> {
    match &call.body {
        AuthCredentialVerifyRequest::EmailOtp(body) => {
            let bundle = body.encrypted_otp_bundle.as_str().to_owned();
            by_code(call, bundle).await
        }
        AuthCredentialVerifyRequest::SmsOtp(body) => {
            let bundle = body.encrypted_otp_bundle.as_str().to_owned();
            by_code(call, bundle).await
        }
        AuthCredentialVerifyRequest::Oauth(body) => {
            let proof = Proof::Oauth {
                token: body.oidc_token.as_str().to_owned(),
                client_public_key: body.client_public_key.as_str().to_owned(),
            };
            login::by_identity(call, proof).await
        }
        AuthCredentialVerifyRequest::Passkey(body) => {
            let assertion = body.assertion.clone();
            login::by_passkey(call, assertion).await
        }
    }
}

async fn by_code(call: Call<VerifyAuthCredential>, bundle: String) -> Result<Answer, ApiError> {
    let is_first = call.signature.stamp.is_none() && call.signature.request.is_none();
    if is_first { login::by_code(call, bundle).await } else { second(call).await }
}

impl FieldChecks for AuthCredentialVerifyRequest {}

/// The second request of a login by code: the key that came with the code stamps the token.
impl SignedOperation for VerifyAuthCredential {
    type KeyServiceResult = OpenedSession;

    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError> {
        let id: AuthMethodId = call.id()?;
        let found = credentials::find(tx, context.platform, id)?.ok_or_else(errors::no_credential)?;
        if found.method == call.body.method() { Ok(()) } else { Err(errors::other_type()) }
    }

    fn plan(_: &mut Tx<'_>, _: &Context, _: &Call<Self>) -> Result<Option<Plan>, ApiError> {
        Ok(None)
    }

    fn unsigned_result() -> Option<OpenedSession> {
        None
    }

    fn make(
        call: Arc<Call<Self>>,
        signed: Option<SignatureProof>,
    ) -> BoxFuture<'static, Result<OpenedSession, ApiError>> {
        async move { open(&call, signed).await }.boxed()
    }

    fn apply(
        tx: &mut Tx<'_>,
        context: &Context,
        call: &Call<Self>,
        session: &OpenedSession,
        _: Option<&SignatureProof>,
    ) -> Result<SignedOutcome<AuthSession>, ApiError> {
        let (credential, _) = account::credential(tx, context, call.id()?)?;
        let (opened, revoked) = session::open(tx, context, &credential, session)?;
        Ok(SignedOutcome { answer: render::session(&opened, None), revoked })
    }
}

async fn open(
    call: &Call<VerifyAuthCredential>,
    signed: Option<SignatureProof>,
) -> Result<OpenedSession, ApiError> {
    let signed = signed.ok_or_else(errors::no_pending_otp)?;
    let id: AuthMethodId = call.id()?;
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let find = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        let (credential, wallet) = account::credential(tx, &context, id)?;
        account::certificates(&credential, &wallet)
    };
    let (wallet, credential) = call.app.store.write(&[], find).await?;
    let proof = Proof::Otp { token: signed.request.payload, stamp: signed.stamp };
    let request = SessionRequest { wallet, credential, proof, now: signed.at };
    call.app.wallet_keys.open_session(request).await.map_err(keys_error)
}
