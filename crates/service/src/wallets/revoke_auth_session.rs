//! `DELETE /auth/sessions/{id}` (wallet 5).

use std::sync::Arc;

use causeway_domain::ids::Id;
use causeway_domain::wallets::SessionEvent;
use causeway_store::Tx;
use causeway_store::wallets::requests::Signers;
use causeway_store::wallets::sessions::{self, SessionRecord};
use causeway_wallet_crypto::payload::{Action, Payload};
use causeway_wire::Empty;
use causeway_wire::table::RevokeAuthSession;
use futures_util::future::{BoxFuture, FutureExt, ready};
use serde_json::Value;

use super::{errors, session};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::Call;
use crate::runtime::wallets::{Plan, SignatureProof, SignedOperation, SignedOutcome};

impl SignedOperation for RevokeAuthSession {
    type KeyServiceResult = ();

    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError> {
        active(tx, context, call).map(drop)
    }

    fn plan(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<Option<Plan>, ApiError> {
        let session = active(tx, context, call)?;
        Ok(Some(Plan {
            wallet: session.account,
            method: Some(session.doc.method),
            signers: Signers::Wallet,
            bound: Value::Null,
            payload: Box::new(move |wallet, timestamp_ms| {
                let organization_id = wallet.organization_id.to_string();
                let user_id = wallet.user_id.to_string();
                let session_id = session.id.uuid().to_string();
                let action = Action::RevokeSession { user_id: &user_id, session_id: &session_id };
                Payload { organization_id: &organization_id, action, timestamp_ms }.to_text()
            }),
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
        let ended = active(tx, context, call)?;
        let revoked = vec![session::end(tx, context, &ended, SessionEvent::Ended)?];
        Ok(SignedOutcome { answer: Empty, revoked })
    }
}

/// Returns the session if it is active; an ended one is reported as not found.
fn active(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<RevokeAuthSession>,
) -> Result<SessionRecord, ApiError> {
    let found = sessions::find(tx, context.platform, call.id()?)?;
    found.filter(|found| session::is_active(found, context)).ok_or_else(errors::no_session)
}
