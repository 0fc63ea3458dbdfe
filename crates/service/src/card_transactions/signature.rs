//! The message that a wallet's key signs for a pull: the card transaction, the account, the amount and the
//! merchant (cards 8.4).

use causeway_domain::card_transactions::Pull;
use causeway_domain::ids::{DelegatedKeyId, Id};
use causeway_store::card_transactions::CardTransactionRecord;
use causeway_store::{Error, Tx, delegated_keys, wallets};
use serde_json::json;

use super::books;
use crate::ports::wallet_keys::{KeysError, PullSignatureRequest};
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::wallets::is_revoked;

/// A signature for a pull.
#[derive(Debug, Clone)]
pub(super) struct PullSignature {
    pub(super) key: DelegatedKeyId,
    pub(super) signature: String,
}

/// The signer of a pull from a source.
#[derive(Debug)]
pub(super) enum Signer {
    /// No signature is needed or possible.
    Absent,
    /// The key was revoked, even if its row says otherwise.
    Revoked,
    /// The message to sign, with its key.
    Key(Box<PullSignatureRequest>),
}

/// Returns the message to sign for a pull, and its key.
pub(super) fn order(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CardTransactionRecord,
    pull: &Pull,
) -> Result<Signer, Error> {
    let keys = delegated_keys::active_of_card(tx, context.platform, record.card)?;
    let key = keys.into_iter().find(|key| key.account == record.account);
    let wallet = wallets::find(tx, context.platform, record.account)?;
    let (Some(key), Some(wallet)) = (key, wallet) else { return Ok(Signer::Absent) };
    if is_revoked(context, key.id.uuid()) {
        return Ok(Signer::Revoked);
    }
    let (Some(encrypted), Some(wallet)) = (key.encrypted, wallet.certificate) else {
        return Ok(Signer::Absent);
    };
    let amount = books::units(record)?.of_card(pull.amount).map(|amount| amount.minor);
    let message = json!({
        "account": record.account,
        "amount": amount,
        "cardTransaction": record.id,
        "currency": record.funding_currency,
        "merchant": record.merchant,
        "pull": pull.number,
    });
    let message = message.to_string();
    Ok(Signer::Key(Box::new(PullSignatureRequest { wallet, key: key.id, encrypted, message })))
}

/// Asks the key service for the signature.
pub(super) async fn sign(app: &App, order: PullSignatureRequest) -> Result<PullSignature, KeysError> {
    let key = order.key;
    let signature = app.wallet_keys.sign_pull(order).await?;
    Ok(PullSignature { key, signature })
}
