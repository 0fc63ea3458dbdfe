//! The check of a signature: against certificate, row and stamp only (wallet 3.4, 8).

use causeway_domain::ids::{AuthMethodId, Id, InternalAccountId, SessionId};
use causeway_store::Tx;
use causeway_store::wallets::WalletRecord;
use causeway_store::wallets::requests::Signers;
use causeway_store::wallets::sessions::{self, SessionRecord};
use causeway_wallet_crypto::{PublicKey, Stamp};

use super::{errors, key_service};
use crate::ports::wallet_keys::{SandboxWallet, SessionClaims, read};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns the session with the key that signed this payload for this wallet; `None` if the signature is the
/// sandbox's literal, or that of a permitted key without a session.
///
/// # Errors
/// `WALLET_SIGNATURE_MALFORMED`; `WALLET_SIGNATURE_INVALID`.
pub fn check(
    tx: &mut Tx<'_>,
    context: &Context,
    wallet: &WalletRecord,
    signers: &Signers,
    stamp: &str,
    payload: &str,
) -> Result<Option<SessionRecord>, ApiError> {
    let claims = key_service::claims(context, wallet);
    if claims.as_ref().and_then(SandboxWallet::of).is_some_and(|sandbox| sandbox.accepts_stamp(stamp)) {
        return Ok(None);
    }
    let stamp = Stamp::parse(stamp).map_err(|_| errors::signature_malformed())?;
    if claims.is_none() {
        return Err(errors::signature_invalid());
    }
    if let Signers::Key(key) = signers {
        let allowed: Vec<PublicKey> = PublicKey::from_hex(key).into_iter().collect();
        stamp.authorise(&allowed, payload).map_err(|_| errors::signature_invalid())?;
        return Ok(None);
    }
    let session = signing(tx, context, wallet, signers, &stamp)?.ok_or_else(errors::signature_invalid)?;
    let is_signed = stamp.authorise(&[*stamp.public_key()], payload).is_ok();
    if is_signed {
        return Ok(Some(session));
    }
    Err(errors::signature_invalid())
}

/// Returns the active session of a permitted signer that has the key of this stamp, both by its certificate
/// and by its row.
fn signing(
    tx: &mut Tx<'_>,
    context: &Context,
    wallet: &WalletRecord,
    signers: &Signers,
    stamp: &Stamp,
) -> Result<Option<SessionRecord>, ApiError> {
    let key = stamp.public_key().to_compressed_hex();
    for account in wallets(wallet, signers) {
        for session in sessions::active(tx, context.platform, account, context.now)? {
            let may_sign = is_allowed(signers, session.id, session.credential, &key);
            if may_sign && session.doc.keys.contains(&key) && is_certified(context, &session, &key) {
                return Ok(Some(session));
            }
        }
    }
    Ok(None)
}

fn wallets(wallet: &WalletRecord, signers: &Signers) -> Vec<InternalAccountId> {
    match signers {
        Signers::Wallets(accounts) => accounts.clone(),
        Signers::Wallet
        | Signers::AllBut(_)
        | Signers::Session(_)
        | Signers::SessionKey { .. }
        | Signers::Key(_)
        | Signers::Nobody => {
            vec![wallet.account]
        }
    }
}

fn is_allowed(signers: &Signers, session: SessionId, credential: AuthMethodId, used: &str) -> bool {
    match signers {
        Signers::Wallet | Signers::Wallets(_) => true,
        Signers::AllBut(revoked) => credential != *revoked,
        Signers::Session(only) => session == *only,
        Signers::SessionKey { session: only, key } => session == *only && used == key,
        Signers::Key(_) | Signers::Nobody => false,
    }
}

/// Returns `true` if the key service has certified the session's row, and has not revoked it.
fn is_certified(context: &Context, session: &SessionRecord, key: &String) -> bool {
    let keys = context.app.wallet_keys.public_keys(context.environment);
    let claims: Option<SessionClaims> = keys.and_then(|keys| read(&session.certificate, &keys.certificates));
    let is_revoked = key_service::is_revoked(context, session.id.uuid())
        || key_service::is_revoked(context, session.credential.uuid());
    !is_revoked
        && claims.is_some_and(|claims| {
            claims.session == session.id
                && claims.account == session.account
                && claims.credential == session.credential
                && claims.keys.contains(key)
                && context.now < claims.expires_at
        })
}
