//! What the key of a wallet signs for a pull: the card transaction, the account, the amount and the merchant (cards 8.4).

use causeway_domain::card_transactions::Pull;
use causeway_domain::ids::DelegatedKeyId;
use causeway_store::card_transactions::CardTransactionRecord;
use causeway_store::{Error, Tx, delegated_keys, wallets};
use serde_json::json;

use super::books;
use crate::ports::wallet_keys::{KeysError, SignPull};
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// A signature for a pull.
#[derive(Debug, Clone)]
pub(super) struct Signed {
    pub(super) key: DelegatedKeyId,
    pub(super) signature: String,
}

/// What is to be signed, and with which key; nothing where no key signs for the source.
pub(super) fn order(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &CardTransactionRecord,
    pull: &Pull,
) -> Result<Option<SignPull>, Error> {
    let keys = delegated_keys::active_of_card(tx, context.platform, record.card)?;
    let key = keys.into_iter().find(|key| key.account == record.account);
    let wallet = wallets::find(tx, context.platform, record.account)?;
    let (Some(key), Some(wallet)) = (key, wallet) else { return Ok(None) };
    let (Some(sealed), Some(wallet)) = (key.sealed, wallet.certificate) else { return Ok(None) };
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
    Ok(Some(SignPull { wallet, key: key.id, sealed, message }))
}

/// Has the keeper of the keys sign.
pub(super) async fn sign(app: &App, order: SignPull) -> Result<Signed, KeysError> {
    let key = order.key;
    let signature = app.wallet_keys.sign_pull(order).await?;
    Ok(Signed { key, signature })
}
