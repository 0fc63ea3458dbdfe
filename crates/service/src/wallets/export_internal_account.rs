//! `POST /internal-accounts/{id}/export` (wallet 6.1).

use std::sync::Arc;

use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_domain::wallets::WalletNotice;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::wallets::credentials;
use causeway_store::wallets::requests::Signers;
use causeway_store::{Error, Tx};
use causeway_wallet_crypto::ClientPublicKey;
use causeway_wallet_crypto::payload::{Action, Payload};
use causeway_wire::internal_accounts::{InternalAccountExportRequest, InternalAccountExportResponse};
use causeway_wire::table::ExportInternalAccount;
use futures_util::future::{BoxFuture, FutureExt};
use serde_json::Value;

use super::{account, errors};
use crate::internal_accounts::account_not_active;
use crate::ports::wallet_keys::WalletExportRequest;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::{FieldChecks, FieldErrors};
use crate::runtime::http::Call;
use crate::runtime::settings::{SANDBOX_EXPORT_SIGNED, Settings};
use crate::runtime::wallets::{Plan, SignatureProof, SignedOperation, SignedOutcome, keys_error, notify};

impl SignedOperation for ExportInternalAccount {
    type KeyServiceResult = String;

    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError> {
        account::find(tx, context, call.id()?).map(drop)
    }

    fn plan(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<Option<Plan>, ApiError> {
        let account = account::find(tx, context, call.id()?)?;
        account::check_wallet(&account, "id")?;
        check_status(&account)?;
        let key = call.body.client_public_key.as_str().to_owned();
        let oldest = credentials::of_wallet(tx, context.platform, account.account.id)?.into_iter().next();
        Ok(Some(Plan {
            wallet: account.account.id,
            method: oldest.map(|credential| credential.method),
            signers: Signers::Wallet,
            bound: Value::Null,
            payload: Box::new(move |wallet, timestamp_ms| {
                let organization_id = wallet.organization_id.to_string();
                let wallet_id = wallet.wallet_id.to_string();
                let action = Action::ExportWallet { wallet_id: &wallet_id, target_public_key: &key };
                Payload { organization_id: &organization_id, action, timestamp_ms }.to_text()
            }),
        }))
    }

    fn unsigned_result() -> Option<String> {
        None
    }

    fn make(
        call: Arc<Call<Self>>,
        signed: Option<SignatureProof>,
    ) -> BoxFuture<'static, Result<String, ApiError>> {
        async move { export(&call, signed).await }.boxed()
    }

    fn apply(
        tx: &mut Tx<'_>,
        context: &Context,
        call: &Call<Self>,
        encrypted_export: &String,
        signed: Option<&SignatureProof>,
    ) -> Result<SignedOutcome<InternalAccountExportResponse>, ApiError> {
        let id = call.id()?;
        let wallet = &signed.ok_or(Error::Missing)?.wallet;
        notify(tx, context, wallet.customer, WalletNotice::WalletExported)?;
        Ok(SignedOutcome::new(InternalAccountExportResponse {
            id,
            encrypted_wallet_credentials: encrypted_export.clone(),
        }))
    }
}

impl FieldChecks for InternalAccountExportRequest {
    fn check(&self, _: &Context, errors: &mut FieldErrors) {
        if ClientPublicKey::parse(self.client_public_key.as_str()).is_err() {
            errors.push("clientPublicKey", "must be a key of the curve P-256");
        }
    }
}

/// Checks that the account is active or closed: the recovery phrase of a closed wallet still belongs to its
/// owner.
fn check_status(account: &LockedAccount) -> Result<(), ApiError> {
    match account.account.doc.state.status() {
        InternalAccountStatus::Active | InternalAccountStatus::Closed => Ok(()),
        other @ (InternalAccountStatus::Pending
        | InternalAccountStatus::Frozen
        | InternalAccountStatus::Failed) => Err(account_not_active("exported", other.as_str())),
    }
}

async fn export(
    call: &Call<ExportInternalAccount>,
    signed: Option<SignatureProof>,
) -> Result<String, ApiError> {
    let signed = signed.ok_or_else(errors::no_account)?;
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        Ok::<_, ApiError>(Settings::of(tx, &context)?.get(&SANDBOX_EXPORT_SIGNED)?)
    };
    let is_signed_in_sandbox: bool = call.app.store.read(read).await?;
    let request = WalletExportRequest {
        wallet: signed.wallet.certificate.clone().ok_or(Error::Missing)?,
        client_public_key: call.body.client_public_key.as_str().to_owned(),
        is_signed_in_sandbox,
        authority: signed.authority(),
    };
    call.app.wallet_keys.export(request).await.map_err(keys_error)
}
