//! The initial data of a wallet: its ids in payloads, and an email credential (wallet 1.1).

use causeway_domain::Revision;
use causeway_domain::internal_accounts::InternalAccountType;
use causeway_domain::letters::comparable_contact;
use causeway_domain::wallets::AuthMethodType;
use causeway_store::internal_accounts::InternalAccountRecord;
use causeway_store::wallets::credentials::{self, CredentialDoc, CredentialRecord};
use causeway_store::wallets::{self, WalletRecord};
use causeway_store::{Error, Tx, customers};
use uuid::{Builder, Uuid};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Creates the wallet data of the new accounts that are wallets. Sends no code.
pub(super) fn provision(
    tx: &mut Tx<'_>,
    context: &Context,
    records: &[InternalAccountRecord],
) -> Result<(), ApiError> {
    for record in records.iter().filter(|record| record.account_type == InternalAccountType::EmbeddedWallet) {
        let customer = record.customer.ok_or(Error::Missing)?;
        let wallet = WalletRecord {
            account: record.id,
            customer,
            organization_id: name(context),
            user_id: name(context),
            wallet_id: name(context),
            issued_ms: 0,
            certificate: None,
            created_at: context.now,
        };
        wallets::insert(tx, context.platform, &wallet)?;
        let known = customers::find(tx, context.platform, customer)?.and_then(|customer| customer.doc.email);
        if let Some(email) = known {
            give_email_credential(tx, context, &wallet, &email)?;
        }
    }
    Ok(())
}

/// Creates an email credential for a wallet without credentials.
pub fn give_email_credential(
    tx: &mut Tx<'_>,
    context: &Context,
    wallet: &WalletRecord,
    email: &str,
) -> Result<(), ApiError> {
    let credential = CredentialRecord {
        id: context.id(),
        account: wallet.account,
        customer: wallet.customer,
        method: AuthMethodType::EmailOtp,
        identity: comparable_contact(email),
        doc: CredentialDoc::named(email),
        certificate: None,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    Ok(credentials::insert(tx, context.platform, &credential)?)
}

/// Returns a random UUID for use in payloads; it carries no information.
fn name(context: &Context) -> Uuid {
    Builder::from_random_bytes(context.ids().bytes()).into_uuid()
}
