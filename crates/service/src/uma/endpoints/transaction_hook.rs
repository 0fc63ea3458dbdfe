//! `POST /uma/utxo/{token}` (uma 8).

use std::sync::Arc;

use causeway_store::platforms::{self, PlatformRecord};
use causeway_store::uma_hooks::{self, UmaHookRecord};
use causeway_store::{Tx, uma_nonces};
use causeway_uma::TransactionHook;
use causeway_uma::errors::WireCode;
use serde_json::{Value as Json, json};

use super::discovery::used_nonce;
use super::message::{MessageOutcome, Origin, WireError, WireReply, WireRequest, committed};
use super::verify::{SignedMessage, signed_at, verify};
use crate::runtime::app::App;
use crate::uma::tokens::token_hash;

/// Maximum length of a text in a hook, in characters.
const MAX_TEXT: usize = 200;

/// Answers the hook of a payment's other side, and stores it with the payment.
pub(super) async fn answer(
    app: &Arc<App>,
    origin: Origin,
    request: &WireRequest,
    token: &str,
) -> Result<WireReply, WireError> {
    let (platform, record) = find(app, origin, token).await?;
    let hook = TransactionHook::parse(&request.body)
        .map_err(|error| WireError::refused(error.code(), &error.to_string()))?;
    if hook.vasp_domain.as_str() != record.peer_domain {
        let reason = "The hook is not signed by the provider of the payment's other side.";
        return Err(WireError::refused(WireCode::InvalidSignature, reason));
    }
    let signed = SignedMessage {
        domain: &hook.vasp_domain,
        signature: &hook.signature,
        payload: &hook.payload(),
        backing: &[],
    };
    verify(app, &platform, signed).await?;
    store(app, record, hook).await?;
    Ok(WireReply::of("{}".to_owned()))
}

/// Finds the payment of a token.
async fn find(
    app: &Arc<App>,
    origin: Origin,
    token: &str,
) -> Result<(PlatformRecord, UmaHookRecord), WireError> {
    let hash = token_hash(token);
    let read = move |tx: &mut Tx<'_>| {
        let record = uma_hooks::find_by_token(tx, &hash)?.ok_or_else(unknown)?;
        let platform = platforms::get(tx, record.platform)?;
        origin.check_reaches(&platform)?;
        if platform.is_disabled { Err(unknown()) } else { Ok((platform, record)) }
    };
    app.store.read(read).await
}

/// Stores the first hook of a payment. A repetition with the same content is answered alike.
async fn store(app: &Arc<App>, record: UmaHookRecord, hook: TransactionHook) -> Result<(), WireError> {
    let report = report(&hook);
    let UmaHookRecord { platform, transaction, peer_domain, .. } = record;
    let write = move |tx: &mut Tx<'_>| -> Result<MessageOutcome<()>, WireError> {
        let signature = &hook.signature;
        let is_new = uma_nonces::remember(tx, &peer_domain, signature.nonce.as_str(), signed_at(signature))?;
        let now = tx.wall();
        if is_new && uma_hooks::receive(tx, platform, transaction, &report, now)? {
            return Ok(Ok(()));
        }
        let stored = uma_hooks::find(tx, platform, transaction)?.and_then(|hooks| hooks.received);
        committed(match stored {
            Some(stored) if stored == report => Ok(()),
            _ if is_new => Err(unknown()),
            _ => Err(used_nonce()),
        })
    };
    app.store.write(&[], write).await?.map_err(WireError::Refused)
}

/// Returns the stored form of a hook.
fn report(hook: &TransactionHook) -> Json {
    let utxos = hook.utxos.iter();
    let utxos = utxos.map(|one| json!({ "utxo": text(&one.utxo), "amountMsats": one.amount_msats }));
    json!({
        "v": 1,
        "utxos": utxos.collect::<Vec<_>>(),
        "transactionStatus": hook.transaction_status.as_deref().map(text),
        "errorCode": hook.error_code.as_deref().map(text),
        "errorReason": hook.error_reason.as_deref().map(text),
    })
}

/// Returns a text of the peer without control characters, and not longer than [`MAX_TEXT`].
fn text(sent: &str) -> String {
    sent.chars().filter(|letter| !letter.is_control()).take(MAX_TEXT).collect()
}

/// Returns the refusal of an unknown token, or of one whose hook has arrived with other content.
fn unknown() -> WireError {
    WireError::refused(WireCode::RequestNotFound, "No hook is expected under this token.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_no_control_characters_and_short_texts() {
        let body = format!(
            r#"{{"utxos":[{{"utxo":"ab:1","amountMsats":5}}],"vaspDomain":"p1.example","signature":"00",
            "signatureNonce":"7","signatureTimestamp":9,"errorReason":"a\u0000{}"}}"#,
            "b".repeat(300)
        );
        let report = report(&TransactionHook::parse(body.as_bytes()).unwrap());
        assert_eq!(report["utxos"], json!([{ "utxo": "ab:1", "amountMsats": 5 }]));
        assert_eq!(report["errorReason"], format!("a{}", "b".repeat(199)));
        assert_eq!(report["transactionStatus"], Json::Null);
    }
}
