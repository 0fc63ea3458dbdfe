//! Change of a customer's contact together with the credentials of its wallets (wallet 7).

use std::sync::Arc;

use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{AuthMethodId, CustomerId, InternalAccountId};
use causeway_domain::letters::comparable_contact;
use causeway_domain::wallets::{AuthMethodType, OtpEvent, OtpStatus, WalletNotice, next_otp};
use causeway_store::customers::CustomerDoc;
use causeway_store::wallets::credentials::{self, CredentialRecord};
use causeway_store::wallets::requests::Signers;
use causeway_store::wallets::{WalletRecord, otps};
use causeway_store::{Error, Tx, customers, wallets};
use causeway_wallet_crypto::payload::{Action, Payload};
use causeway_wire::Code;
use causeway_wire::customers::Customer;
use causeway_wire::table::UpdateCustomerById;
use futures_util::future::{BoxFuture, FutureExt};
use serde_json::json;
use uuid::Uuid;

use super::errors;
use super::update::{CustomerChange, apply_change, plan};
use crate::ports::wallet_keys::{ContactChangeRequest, Identity, KeysError, certificate_id};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};
use crate::runtime::wallets::{
    self as signing, Plan, SignatureProof, SignedOperation, SignedOutcome, keys_error, notify_at,
};

/// The credentials of a customer that are tied to a contact, and their new contact.
struct TiedCredentials {
    method: AuthMethodType,
    contact: String,
    credentials: Vec<CredentialRecord>,
}

/// Serves both requests. Signature headers are ignored if no signature is required.
pub(super) async fn serve(mut call: Call<UpdateCustomerById>) -> Result<Answer, ApiError> {
    let is_signed = call.signature.stamp.is_some() || call.signature.request.is_some();
    if is_signed && !requires_signature(&mut call).await? {
        return signing::first(call).await;
    }
    signing::serve(call).await
}

/// Returns `true` if a signature is required, or was when the signature request now answered was made.
async fn requires_signature(call: &mut Call<UpdateCustomerById>) -> Result<bool, ApiError> {
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let signature = call.signature.clone();
    let id = call.id()?;
    let body = call.body.clone();
    let errors = call.errors.clone();
    let look = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        let planned = plan(tx, &context, id, &body, &mut errors.clone())?;
        Ok::<_, ApiError>(
            find_tied_credentials(tx, &context, &planned)?.is_some()
                || signing::is_known(tx, &context, &signature)?,
        )
    };
    call.app.store.write(&[], look).await
}

/// The new certificates of the tied credentials, or the failure to make them.
#[derive(Debug, Clone, Default)]
pub struct ContactCertificates {
    certificates: Vec<(AuthMethodId, String)>,
    is_failed: bool,
}

impl SignedOperation for UpdateCustomerById {
    type KeyServiceResult = ContactCertificates;

    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError> {
        let found = customers::find(tx, context.platform, call.id()?)?;
        found.filter(|customer| !customer.is_deleted).map(drop).ok_or_else(errors::not_found)
    }

    fn plan(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<Option<Plan>, ApiError> {
        let planned = plan(tx, context, call.id()?, &call.body, &mut call.errors.clone())?;
        let Some(tied) = find_tied_credentials(tx, context, &planned)? else { return Ok(None) };
        let customer = planned.after.id;
        if credentials::is_taken(
            tx,
            context.platform,
            customer,
            tied.method,
            &comparable_contact(&tied.contact),
        )? {
            return Err(taken(tied.method));
        }
        let mut accounts: Vec<InternalAccountId> = tied.credentials.iter().map(|one| one.account).collect();
        accounts.dedup();
        let ids: Vec<String> = tied.credentials.iter().map(|one| one.id.to_string()).collect();
        Ok(Some(Plan {
            wallet: find_oldest_wallet(tx, context, &accounts)?.account,
            method: Some(tied.method),
            signers: Signers::Wallets(accounts),
            bound: json!({ "credentials": ids }),
            payload: Box::new(move |wallet, at| payload(tied.method, &tied.contact, wallet, at)),
        }))
    }

    fn unsigned_result() -> Option<ContactCertificates> {
        Some(ContactCertificates::default())
    }

    fn make(
        call: Arc<Call<Self>>,
        signed: Option<SignatureProof>,
    ) -> BoxFuture<'static, Result<ContactCertificates, ApiError>> {
        async move { make(&call, signed).await }.boxed()
    }

    fn refuses(certificates: &ContactCertificates) -> Option<ApiError> {
        let message = "A credential of a wallet cannot be changed with the contact.";
        certificates.is_failed.then(|| ApiError::new(Code::EmailOtpCredentialSyncFailed, message))
    }

    fn apply(
        tx: &mut Tx<'_>,
        context: &Context,
        call: &Call<Self>,
        certificates: &ContactCertificates,
        _: Option<&SignatureProof>,
    ) -> Result<SignedOutcome<Customer>, ApiError> {
        let planned = plan(tx, context, call.id()?, &call.body, &mut call.errors.clone())?;
        let mut revoked = Vec::new();
        match find_tied_credentials(tx, context, &planned)? {
            Some(tied) => {
                if let Some((channel, recipient)) = former(&planned, tied.method) {
                    let notice = WalletNotice::ContactChanged;
                    notify_at(tx, context, planned.before.id, channel, recipient, notice)?;
                }
                revoked = change(tx, context, tied, certificates)?;
            }
            None => add_first_credential(tx, context, &planned)?,
        }
        Ok(SignedOutcome { answer: apply_change(tx, context, planned)?, revoked })
    }
}

/// Returns the contact that a kind of credential uses.
fn contact(doc: &CustomerDoc, method: AuthMethodType) -> Option<&str> {
    match method {
        AuthMethodType::EmailOtp => doc.email.as_deref(),
        AuthMethodType::SmsOtp => doc.phone_number.as_deref(),
        AuthMethodType::Oauth | AuthMethodType::Passkey => None,
    }
}

/// Returns the customer's former contact for a kind of credential.
fn former(planned: &CustomerChange, method: AuthMethodType) -> Option<(ContactChannel, String)> {
    let channel = match method {
        AuthMethodType::EmailOtp => ContactChannel::Email,
        AuthMethodType::SmsOtp => ContactChannel::Phone,
        AuthMethodType::Oauth | AuthMethodType::Passkey => return None,
    };
    Some((channel, contact(&planned.before.doc, method)?.to_owned()))
}

/// Applies a change for which no wallet can sign.
///
/// # Errors
/// The same as for the change; `CONFLICT` for a contact that credentials of wallets are tied to.
pub(super) fn change_unsigned(
    tx: &mut Tx<'_>,
    context: &Context,
    planned: CustomerChange,
) -> Result<Customer, ApiError> {
    if find_tied_credentials(tx, context, &planned)?.is_some() {
        let message = "This contact is a credential of a wallet, which must sign for its change.";
        return Err(ApiError::new(Code::Conflict, message).reason("WALLET_SIGNATURE_REQUIRED"));
    }
    add_first_credential(tx, context, &planned)?;
    apply_change(tx, context, planned)
}

/// Returns the credentials tied to the contact that changes; `None` if there are none.
fn find_tied_credentials(
    tx: &mut Tx<'_>,
    context: &Context,
    planned: &CustomerChange,
) -> Result<Option<TiedCredentials>, ApiError> {
    for method in [AuthMethodType::EmailOtp, AuthMethodType::SmsOtp] {
        let [before, after] = [&planned.before, &planned.after].map(|one| contact(&one.doc, method));
        let Some(new) = after.filter(|new| before.map(comparable_contact) != Some(comparable_contact(new)))
        else {
            continue;
        };
        let credentials = credentials::of_customer(tx, context.platform, planned.after.id, method)?;
        if !credentials.is_empty() {
            return Ok(Some(TiedCredentials { method, contact: new.to_owned(), credentials }));
        }
    }
    Ok(None)
}

/// Returns the oldest of the wallets.
fn find_oldest_wallet(
    tx: &mut Tx<'_>,
    context: &Context,
    accounts: &[InternalAccountId],
) -> Result<WalletRecord, ApiError> {
    let mut credentials = Vec::new();
    for account in accounts {
        credentials.extend(wallets::find(tx, context.platform, *account)?);
    }
    Ok(credentials
        .into_iter()
        .min_by_key(|wallet| (wallet.created_at, wallet.account))
        .ok_or(Error::Missing)?)
}

fn payload(method: AuthMethodType, contact: &str, wallet: &WalletRecord, timestamp_ms: u64) -> String {
    let organization_id = wallet.organization_id.to_string();
    let user_id = wallet.user_id.to_string();
    let action = match method {
        AuthMethodType::SmsOtp => Action::UpdatePhoneNumber { user_id: &user_id, phone_number: contact },
        AuthMethodType::EmailOtp | AuthMethodType::Oauth | AuthMethodType::Passkey => {
            Action::UpdateEmail { user_id: &user_id, email: contact }
        }
    };
    Payload { organization_id: &organization_id, action, timestamp_ms }.to_text()
}

fn identity(method: AuthMethodType, contact: String) -> Identity {
    match method {
        AuthMethodType::SmsOtp => Identity::SmsOtp { number: contact },
        AuthMethodType::EmailOtp | AuthMethodType::Oauth | AuthMethodType::Passkey => {
            Identity::EmailOtp { address: contact }
        }
    }
}

async fn make(
    call: &Call<UpdateCustomerById>,
    signed: Option<SignatureProof>,
) -> Result<ContactCertificates, ApiError> {
    let Some(signed) = signed else { return Ok(ContactCertificates::default()) };
    let app = Arc::clone(&call.app);
    let caller = call.caller.clone();
    let (id, body, errors): (CustomerId, _, _) = (call.id()?, call.body.clone(), call.errors.clone());
    let find = move |tx: &mut Tx<'_>| {
        let context = Context::of(&app, &caller, tx.wall());
        let planned = plan(tx, &context, id, &body, &mut errors.clone())?;
        let tied = find_tied_credentials(tx, &context, &planned)?.ok_or_else(signing::busy)?;
        let mut certified = Vec::new();
        for credential in tied.credentials {
            let wallet = wallets::find(tx, context.platform, credential.account)?.ok_or(Error::Missing)?;
            // A wallet that was never used has no keys yet: it gets them with the new contact.
            if let Some(both) = wallet.certificate.zip(credential.certificate) {
                certified.push((credential.id, both));
            }
        }
        Ok::<_, ApiError>((identity(tied.method, tied.contact), certified))
    };
    let (identity, certified) = call.app.store.write(&[], find).await?;
    let (ids, credentials): (Vec<AuthMethodId>, Vec<(String, String)>) = certified.into_iter().unzip();
    let wallet = signed.wallet.certificate.clone().ok_or(Error::Missing)?;
    let request = ContactChangeRequest { wallet, credentials, identity, authority: signed.authority() };
    match call.app.wallet_keys.change_contact(request).await {
        Ok(new_certificates) => Ok(ContactCertificates {
            certificates: ids.into_iter().zip(new_certificates).collect(),
            is_failed: false,
        }),
        Err(KeysError::NotCertified) => Ok(ContactCertificates { certificates: Vec::new(), is_failed: true }),
        Err(error) => Err(keys_error(error)),
    }
}

/// Gives the tied credentials their new contact. Codes sent to the old contact are voided; certificates
/// issued for it are revoked.
fn change(
    tx: &mut Tx<'_>,
    context: &Context,
    tied: TiedCredentials,
    certificates: &ContactCertificates,
) -> Result<Vec<Uuid>, ApiError> {
    let mut revoked = Vec::new();
    for mut credential in tied.credentials {
        let certificate = certificates.certificates.iter().find(|(id, _)| *id == credential.id);
        let certificate = certificate.map(|(_, certificate)| certificate.clone());
        if certificate.is_none() && credential.certificate.is_some() {
            return Err(Error::Conflict.into());
        }
        revoked.extend(credential.certificate.as_deref().map(certificate_id));
        if let Some(mut otp) = otps::find(tx, context.platform, credential.id)?
            && otp.status == OtpStatus::Pending
        {
            otp.status = next_otp(otp.status, OtpEvent::Replaced).unwrap_or(otp.status);
            otps::put(tx, context.platform, credential.id, &otp)?;
        }
        credential.identity = comparable_contact(&tied.contact);
        credential.doc.nickname.clone_from(&tied.contact);
        credential.certificate = certificate;
        credential.updated_at.advance(context.now);
        credentials::update(tx, context.platform, &credential)?;
    }
    Ok(revoked)
}

/// Creates the e-mail credential of wallets that have none when a customer gets its first address (wallet
/// 1.1).
fn add_first_credential(
    tx: &mut Tx<'_>,
    context: &Context,
    planned: &CustomerChange,
) -> Result<(), ApiError> {
    let (None, Some(email)) = (&planned.before.doc.email, &planned.after.doc.email) else { return Ok(()) };
    for wallet in wallets::of_customer(tx, context.platform, planned.after.id)? {
        if credentials::of_wallet(tx, context.platform, wallet.account)?.is_empty() {
            crate::internal_accounts::give_email_credential(tx, context, &wallet, email)?;
        }
    }
    Ok(())
}

fn taken(method: AuthMethodType) -> ApiError {
    match method {
        AuthMethodType::SmsOtp => {
            ApiError::new(Code::Conflict, "This telephone number is a credential of another customer.")
        }
        AuthMethodType::EmailOtp | AuthMethodType::Oauth | AuthMethodType::Passkey => {
            let message = "This e-mail address is a credential of another customer.";
            ApiError::new(Code::EmailOtpEmailAlreadyExists, message)
        }
    }
}
