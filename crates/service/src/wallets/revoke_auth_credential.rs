//! `DELETE /auth/credentials/{id}` (wallet 4.5).

use std::sync::Arc;

use causeway_domain::ids::{AuthMethodId, Id};
use causeway_domain::wallets::{AuthMethodType, RequestEvent, WalletNotice};
use causeway_store::Tx;
use causeway_store::wallets::WalletRecord;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::wallets::requests::{self, Signers};
use causeway_wallet_crypto::payload::{Action, Payload};
use causeway_wire::Empty;
use causeway_wire::table::RevokeAuthCredential;
use futures_util::future::{BoxFuture, FutureExt, ready};
use serde_json::Value;

use super::{account, errors, session};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::Call;
use crate::runtime::wallets::{Plan, SignatureProof, SignedOperation, SignedOutcome, end_request, notify};

impl SignedOperation for RevokeAuthCredential {
    type KeyServiceResult = ();

    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError> {
        let id: AuthMethodId = call.id()?;
        credentials::find(tx, context.platform, id)?.map(drop).ok_or_else(errors::no_credential)
    }

    fn plan(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<Option<Plan>, ApiError> {
        let (credential, _) = account::credential(tx, context, call.id()?)?;
        if credentials::of_wallet(tx, context.platform, credential.account)?.len() < 2 {
            return Err(errors::only_credential());
        }
        Ok(Some(Plan {
            wallet: credential.account,
            method: Some(credential.method),
            signers: Signers::AllBut(credential.id),
            bound: Value::Null,
            payload: Box::new(move |wallet, at| payload(&credential, wallet, at)),
        }))
    }

    fn unsigned_result() -> Option<()> {
        Some(())
    }

    fn make(_: Arc<Call<Self>>, _: Option<SignatureProof>) -> BoxFuture<'static, Result<(), ApiError>> {
        ready(Ok(())).boxed()
    }

    fn apply(
        tx: &mut Tx<'_>,
        context: &Context,
        call: &Call<Self>,
        (): &(),
        _: Option<&SignatureProof>,
    ) -> Result<SignedOutcome<Empty>, ApiError> {
        let (credential, _) = account::credential(tx, context, call.id()?)?;
        let mut revoked = session::end_of_credential(tx, context, &credential)?;
        revoked.push(credential.id.uuid());
        // Open requests that involve the credential can no longer be completed.
        let id = credential.id.to_string();
        for request in requests::open(tx, context.platform, credential.account, context.now)? {
            if request.scope.contains(&id) {
                end_request(tx, context, &request, RequestEvent::TargetGone, None)?;
            }
        }
        credentials::remove(tx, context.platform, credential.id)?;
        notify(tx, context, credential.customer, WalletNotice::CredentialRevoked)?;
        Ok(SignedOutcome { answer: Empty, revoked })
    }
}

fn payload(credential: &CredentialRecord, wallet: &WalletRecord, timestamp_ms: u64) -> String {
    let organization_id = wallet.organization_id.to_string();
    let user_id = wallet.user_id.to_string();
    let user_id = user_id.as_str();
    let id = credential.id.uuid().to_string();
    let action = match credential.method {
        AuthMethodType::EmailOtp => Action::UpdateEmail { user_id, email: "" },
        AuthMethodType::SmsOtp => Action::UpdatePhoneNumber { user_id, phone_number: "" },
        AuthMethodType::Oauth => Action::RemoveOauthProvider { user_id, provider_id: &id },
        AuthMethodType::Passkey => Action::RemovePasskey { user_id, authenticator_id: &id },
    };
    Payload { organization_id: &organization_id, action, timestamp_ms }.to_text()
}
