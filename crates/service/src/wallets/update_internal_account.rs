//! `PATCH /internal-accounts/{id}` (wallet 6.2).

use std::sync::Arc;

use causeway_domain::ids::InternalAccountId;
use causeway_store::wallets::credentials;
use causeway_store::wallets::requests::Signers;
use causeway_store::{Tx, internal_accounts};
use causeway_wallet_crypto::payload::{Action, Payload};
use causeway_wire::internal_accounts::{InternalAccount, InternalAccountUpdateRequest};
use causeway_wire::table::UpdateInternalAccount;
use futures_util::future::{BoxFuture, FutureExt, ready};
use serde_json::Value;

use super::{account, errors};
use crate::internal_accounts::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::Call;
use crate::runtime::wallets::{Plan, SignatureProof, SignedOperation, SignedOutcome};

impl SignedOperation for UpdateInternalAccount {
    type KeyServiceResult = ();

    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError> {
        account::find(tx, context, call.id()?).map(drop)
    }

    fn plan(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<Option<Plan>, ApiError> {
        let account = account::find(tx, context, call.id()?)?;
        account::check_wallet(&account, "id")?;
        let id = account.account.id;
        let is_private = call.body.private_enabled.unwrap_or_default();
        let oldest = credentials::of_wallet(tx, context.platform, id)?.into_iter().next();
        Ok(Some(Plan {
            wallet: id,
            method: oldest.map(|credential| credential.method),
            signers: Signers::Wallet,
            bound: Value::Null,
            payload: Box::new(move |wallet, timestamp_ms| {
                let organization_id = wallet.organization_id.to_string();
                let wallet_id = wallet.wallet_id.to_string();
                let account_id = id.to_string();
                let action = Action::SetPrivacy {
                    wallet_id: &wallet_id,
                    account_id: &account_id,
                    private_enabled: is_private,
                };
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
    ) -> Result<SignedOutcome<InternalAccount>, ApiError> {
        let id: InternalAccountId = call.id()?;
        let account = internal_accounts::lock(tx, context.platform, id)?;
        let mut account = account.ok_or_else(errors::no_account)?;
        account.account.doc.private_enabled = call.body.private_enabled;
        internal_accounts::update(tx, context.platform, &mut account, context.now)?;
        Ok(SignedOutcome::new(render::internal_account(&account)?))
    }
}

impl FieldChecks for InternalAccountUpdateRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        if self.private_enabled.is_none() {
            errors.push("privateEnabled", "is all that can be changed, and is missing");
        }
    }
}
