//! `POST /auth/credentials` (wallet 4.1).

use std::sync::Arc;

use causeway_domain::Revision;
use causeway_domain::ids::AuthMethodId;
use causeway_domain::wallets::WalletNotice;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::wallets::requests::Signers;
use causeway_store::wallets::{self, WalletRecord};
use causeway_store::{Error, Tx, customers};
use causeway_wallet_crypto::payload::{Action, OauthProvider, Passkey, Payload};
use causeway_wire::table::CreateAuthCredential;
use causeway_wire::wallets::{AuthCredentialCreateRequest, AuthMethodResponse};
use futures_util::future::{BoxFuture, FutureExt};
use serde_json::Value;
use uuid::Uuid;

use super::login::is_by_code;
use super::registration::{CredentialRequest, account_of};
use super::{account, errors, limits, otp, render};
use crate::ports::wallet_keys::{
    CertificationRequest, CredentialTerms, Identity, KeysError, NewWallet, SentOtp, WalletCertificates,
};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldChecks;
use crate::runtime::http::{Answer, Call};
use crate::runtime::settings::{OIDC_ISSUERS, Settings};
use crate::runtime::wallets::{
    Plan, SignatureProof, SignedOperation, SignedOutcome, busy, keys_error, keys_of_another_customer, notify,
    serve, wallet_of,
};

/// Adds a credential: at once if the wallet has none, otherwise after the wallet has signed the request.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT`; `MISSING_MANDATORY_USER_INFO`; `…_CREDENTIAL_ALREADY_EXISTS`;
/// `UNAUTHORIZED` for an identity token; the errors of wallet 3.3.
pub async fn handler(call: Call<CreateAuthCredential>) -> Result<Answer, ApiError> {
    if let AuthCredentialCreateRequest::Oauth(body) = &call.body {
        let environment = call.caller.environment;
        let token = body.oidc_token.as_str().to_owned();
        let now = call.context().now;
        if causeway_wallet_crypto::oidc::IdToken::parse(&token).is_ok() {
            // An untrusted issuer is reported before the token is checked.
            check_issuer(&call).await?;
            call.app.wallet_keys.check_token(environment, token, now).await.map_err(keys_error)?;
        }
    }
    serve(call).await
}

impl FieldChecks for AuthCredentialCreateRequest {}

/// The results of the key service for a new credential.
#[derive(Debug, Clone)]
pub struct NewCredential {
    id: AuthMethodId,
    /// The wallet's certificate, if the wallet had no keys before.
    wallet: Option<String>,
    certificate: String,
    /// Ids to record permanently with a wallet's first credential.
    marks: Vec<Uuid>,
    otp: Option<SentOtp>,
}

impl SignedOperation for CreateAuthCredential {
    type KeyServiceResult = NewCredential;

    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError> {
        account::find(tx, context, account_of(&call.body)).map(drop)
    }

    fn plan(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<Option<Plan>, ApiError> {
        let (request, wallet, credentials) = read_request(tx, context, call)?;
        if credentials.is_empty() {
            return Ok(None);
        }
        Ok(Some(Plan {
            wallet: wallet.account,
            method: Some(request.method),
            signers: Signers::Wallet,
            bound: Value::Null,
            payload: Box::new(move |wallet, at| payload(&request.terms, wallet, at)),
        }))
    }

    fn unsigned_result() -> Option<NewCredential> {
        None
    }

    fn make(
        call: Arc<Call<Self>>,
        signed: Option<SignatureProof>,
    ) -> BoxFuture<'static, Result<NewCredential, ApiError>> {
        async move { make(&call, signed).await }.boxed()
    }

    fn apply(
        tx: &mut Tx<'_>,
        context: &Context,
        call: &Call<Self>,
        new_credential: &NewCredential,
        _: Option<&SignatureProof>,
    ) -> Result<SignedOutcome<AuthMethodResponse>, ApiError> {
        let (request, wallet, _) = read_request(tx, context, call)?;
        if let Some(certificate) = &new_credential.wallet {
            if wallet.certificate.is_some() {
                return Err(Error::Conflict.into());
            }
            wallets::certify(tx, context.platform, wallet.account, certificate)?;
        }
        let record = CredentialRecord {
            id: new_credential.id,
            account: wallet.account,
            customer: wallet.customer,
            method: request.method,
            identity: request.identity,
            doc: request.doc,
            certificate: Some(new_credential.certificate.clone()),
            created_at: context.now,
            updated_at: Revision::created(context.now),
        };
        credentials::insert(tx, context.platform, &record)?;
        if let Some(begun) = &new_credential.otp {
            limits::count_challenge(tx, context, record.id)?;
            otp::store(tx, context, &record, begun)?;
        }
        notify(tx, context, wallet.customer, WalletNotice::CredentialAdded)?;
        let bundle = new_credential.otp.as_ref().map(|begun| begun.bundle.clone());
        Ok(SignedOutcome { answer: render::added(&record, bundle), revoked: new_credential.marks.clone() })
    }
}

async fn check_issuer(call: &Call<CreateAuthCredential>) -> Result<(), ApiError> {
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let body = call.body.clone();
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        let account = account::find(tx, &context, account_of(&body))?;
        account::check_open(&account, "accountId")?;
        let customer = account.account.customer.ok_or(Error::Missing)?;
        let customer = customers::find(tx, context.platform, customer)?.ok_or(Error::Missing)?;
        CredentialRequest::read(&body, &customer, &issuers(tx, &context)?).map(drop)
    };
    call.app.store.read(read).await
}

/// Returns the trusted issuers of identity tokens.
fn issuers(tx: &mut Tx<'_>, context: &Context) -> Result<Vec<String>, ApiError> {
    Ok(Settings::of(tx, context)?.get(&OIDC_ISSUERS)?)
}

/// Reads the requested credential and checks that the wallet can add it now; returns it with the row-locked
/// wallet and its credentials.
fn read_request(
    tx: &mut Tx<'_>,
    context: &Context,
    call: &Call<CreateAuthCredential>,
) -> Result<(CredentialRequest, WalletRecord, Vec<CredentialRecord>), ApiError> {
    let account = account::find(tx, context, account_of(&call.body))?;
    account::check_open(&account, "accountId")?;
    let wallet = wallet_of(tx, context, account.account.id)?;
    let customer = customers::find(tx, context.platform, wallet.customer)?.ok_or(Error::Missing)?;
    let request = CredentialRequest::read(&call.body, &customer, &issuers(tx, context)?)?;
    let existing = credentials::of_wallet(tx, context.platform, wallet.account)?;
    request.check_new(&existing)?;
    Ok((request, wallet, existing))
}

fn payload(terms: &CredentialTerms, wallet: &WalletRecord, timestamp_ms: u64) -> String {
    let organization_id = wallet.organization_id.to_string();
    let organization_id = organization_id.as_str();
    let user_id = wallet.user_id.to_string();
    let user_id = user_id.as_str();
    let transport_names: Vec<&str>;
    let action = match terms {
        CredentialTerms::Contact(Identity::SmsOtp { number }) => {
            Action::UpdatePhoneNumber { user_id, phone_number: number }
        }
        CredentialTerms::Contact(Identity::EmailOtp { address }) => {
            Action::UpdateEmail { user_id, email: address }
        }
        CredentialTerms::Contact(Identity::Oauth { .. } | Identity::Passkey { .. }) => {
            Action::UpdateEmail { user_id, email: "" }
        }
        CredentialTerms::Oauth { token, name } => {
            Action::AddOauthProvider { user_id, provider: OauthProvider { oidc_token: token, name } }
        }
        CredentialTerms::Passkey {
            name,
            challenge,
            credential_id,
            client_data_json,
            attestation_object,
            transports,
        } => {
            transport_names = transports.iter().map(String::as_str).collect();
            let passkey = Passkey {
                name,
                challenge,
                credential_id,
                client_data_json,
                attestation_object,
                transports: &transport_names,
            };
            Action::AddPasskey { user_id, passkey }
        }
    };
    Payload { organization_id, action, timestamp_ms }.to_text()
}

async fn make(
    call: &Call<CreateAuthCredential>,
    signed: Option<SignatureProof>,
) -> Result<NewCredential, ApiError> {
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let body = call.body.clone();
    let read = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        let account = account::find(tx, &context, account_of(&body))?;
        let wallet = wallets::find(tx, context.platform, account.account.id)?.ok_or(Error::Missing)?;
        let customer = customers::find(tx, context.platform, wallet.customer)?.ok_or(Error::Missing)?;
        let request = CredentialRequest::read(&body, &customer, &issuers(tx, &context)?)?;
        Ok::<_, ApiError>((request, wallet, otp::config(tx, &context)?))
    };
    let (request, wallet, config) = call.app.store.read(read).await?;
    let context = call.context();
    let id: AuthMethodId = context.id();
    let (wallet_certificate, certificate, marks) = match &signed {
        Some(signed) => {
            let own = wallet.certificate.clone().ok_or(Error::Missing)?;
            let certification = CertificationRequest {
                wallet: own,
                credential: id,
                terms: request.terms.clone(),
                authority: signed.authority(),
            };
            let certificate =
                call.app.wallet_keys.certify_credential(certification).await.map_err(keys_error)?;
            (None, certificate, Vec::new())
        }
        None => {
            let new_wallet = make_wallet(&context, &wallet, id, request.claimed.clone()).await?;
            (Some(new_wallet.wallet), new_wallet.credential, new_wallet.marks)
        }
    };
    let otp = if is_by_code(request.method) {
        let own = wallet_certificate.clone().or(wallet.certificate).ok_or_else(errors::no_account)?;
        Some(otp::begin(&call.app, &context, &config, request.method, own, certificate.clone()).await?)
    } else {
        None
    };
    Ok(NewCredential { id, wallet: wallet_certificate, certificate, marks, otp })
}

/// Creates the wallet's keys with its first credential. A wallet that already has keys has credentials too,
/// unless its rows were deleted in the database.
async fn make_wallet(
    context: &Context,
    wallet: &WalletRecord,
    credential: AuthMethodId,
    identity: Identity,
) -> Result<WalletCertificates, ApiError> {
    let request = NewWallet {
        environment: context.environment,
        platform: context.platform,
        customer: wallet.customer,
        account: wallet.account,
        organization_id: wallet.organization_id,
        user_id: wallet.user_id,
        wallet_id: wallet.wallet_id,
        credential,
        identity,
    };
    match context.app.wallet_keys.make_wallet(request).await {
        Err(KeysError::NotCertified) => {
            let platform = context.platform;
            let account = wallet.account;
            let find = move |tx: &mut Tx<'_>| credentials::of_wallet(tx, platform, account);
            let wallet_account =
                context.app.store.read(find).await.map_err(|error: Error| ApiError::from(error))?;
            Err(if wallet_account.is_empty() { keys_of_another_customer(account) } else { busy() })
        }
        outcome => outcome.map_err(keys_error),
    }
}
