//! What the key of a wallet signs for a pull: the card transaction, the account, the amount and the merchant (cards 8.4).

use causeway_domain::card_transactions::Pull;
use causeway_domain::ids::{DelegatedKeyId, Id};
use causeway_store::card_transactions::CardTransactionRecord;
use causeway_store::{Error, Tx, delegated_keys, wallets};
use serde_json::json;

use super::books;
use crate::ports::wallet_keys::{KeysError, SignPull};
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::wallets::is_buried;

/// A signature for a pull.
#[derive(Debug, Clone)]
pub(super) struct Signed {
    pub(super) key: DelegatedKeyId,
    pub(super) signature: String,
}

/// Whether a key signs for a source.
#[derive(Debug)]
pub(super) enum Signer {
    /// None does.
    Nobody,
    /// One that was revoked for good, whatever its row says.
    Revoked,
    /// This is to be signed.
    Key(Box<SignPull>),
}

/// What is to be signed for a pull, and with which key.
pub(super) fn order(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CardTransactionRecord,
    pull: &Pull,
) -> Result<Signer, Error> {
    let keys = delegated_keys::active_of_card(tx, context.platform, record.card)?;
    let key = keys.into_iter().find(|key| key.account == record.account);
    let wallet = wallets::find(tx, context.platform, record.account)?;
    let (Some(key), Some(wallet)) = (key, wallet) else { return Ok(Signer::Nobody) };
    if is_buried(context, key.id.uuid()) {
        return Ok(Signer::Revoked);
    }
    let (Some(sealed), Some(wallet)) = (key.sealed, wallet.certificate) else { return Ok(Signer::Nobody) };
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
    Ok(Signer::Key(Box::new(SignPull { wallet, key: key.id, sealed, message })))
}

/// Has the keeper of the keys sign.
pub(super) async fn sign(app: &App, order: SignPull) -> Result<Signed, KeysError> {
    let key = order.key;
    let signature = app.wallet_keys.sign_pull(order).await?;
    Ok(Signed { key, signature })
}
