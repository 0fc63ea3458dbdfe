//! `POST /auth/sessions/{id}/refresh` (wallet 5).

use std::sync::Arc;

use causeway_domain::ids::SessionId;
use causeway_store::Tx;
use causeway_store::wallets::requests::Signers;
use causeway_store::wallets::sessions::{self, SessionRecord};
use causeway_wallet_crypto::ClientPublicKey;
use causeway_wallet_crypto::payload::{Action, Payload};
use causeway_wire::table::RefreshAuthSession;
use causeway_wire::wallets::{AuthSession, AuthSessionRefreshRequest};
use futures_util::future::{BoxFuture, FutureExt};
use serde_json::Value;

use super::{account, errors, render, session};
use crate::ports::wallet_keys::{OpenedSession, SessionRefreshRequest};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::Call;
use crate::runtime::wallets::{Plan, SignatureProof, SignedOperation, SignedOutcome, keys_error};

impl SignedOperation for RefreshAuthSession {
    type KeyServiceResult = OpenedSession;

    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError> {
        let found = find(tx, context, call)?;
        if session::is_active(&found, context) { Ok(()) } else { Err(errors::inactive_session()) }
    }

    fn plan(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<Option<Plan>, ApiError> {
        let session = find(tx, context, call)?;
        let key = call.body.client_public_key.as_str().to_owned();
        Ok(Some(Plan {
            wallet: session.account,
            method: Some(session.doc.method),
            signers: Signers::Session(session.id),
            bound: Value::Null,
            payload: Box::new(move |wallet, timestamp_ms| {
                let organization_id = wallet.organization_id.to_string();
                let action = Action::CreateSession { target_public_key: &key };
                Payload { organization_id: &organization_id, action, timestamp_ms }.to_text()
            }),
        }))
    }

    fn unsigned_result() -> Option<OpenedSession> {
        None
    }

    fn make(
        call: Arc<Call<Self>>,
        signed: Option<SignatureProof>,
    ) -> BoxFuture<'static, Result<OpenedSession, ApiError>> {
        async move { follow(&call, signed).await }.boxed()
    }

    fn apply(
        tx: &mut Tx<'_>,
        context: &Context,
        call: &Call<Self>,
        session: &OpenedSession,
        _: Option<&SignatureProof>,
    ) -> Result<SignedOutcome<AuthSession>, ApiError> {
        let before = find(tx, context, call)?;
        let (credential, _) = account::credential(tx, context, before.credential)?;
        let (opened, revoked) = session::open(tx, context, &credential, session)?;
        Ok(SignedOutcome { answer: render::session(&opened, session.encrypted_key.clone()), revoked })
    }
}

impl FieldChecks for AuthSessionRefreshRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        if ClientPublicKey::parse(self.client_public_key.as_str()).is_err() {
            errors.push("clientPublicKey", "must be a key of the curve P-256");
        }
    }
}

fn find(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<RefreshAuthSession>,
) -> Result<SessionRecord, ApiError> {
    sessions::find(tx, context.platform, call.id()?)?.ok_or_else(errors::no_session)
}

async fn follow(
    call: &Call<RefreshAuthSession>,
    signed: Option<SignatureProof>,
) -> Result<OpenedSession, ApiError> {
    let signed = signed.ok_or_else(errors::inactive_session)?;
    let id: SessionId = call.id()?;
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let find = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        let found = sessions::find(tx, context.platform, id)?.ok_or_else(errors::no_session)?;
        let (credential, wallet) = account::credential(tx, &context, found.credential)?;
        account::certificates(&credential, &wallet)
    };
    let (wallet, credential) = call.app.store.write(&[], find).await?;
    let request = SessionRefreshRequest {
        wallet,
        credential,
        session: id,
        client_public_key: call.body.client_public_key.as_str().to_owned(),
        authority: signed.authority(),
    };
    call.app.wallet_keys.refresh(request).await.map_err(keys_error)
}
