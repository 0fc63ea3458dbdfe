//! The first of two requests: it changes no state, and is answered with the payload to sign (wallet 3.1).

use std::time::Duration;

use causeway_domain::ids::InternalAccountId;
use causeway_domain::wallets::{AuthMethodType, REQUEST_AHEAD, REQUEST_LIFETIME, request_created};
use causeway_domain::{Revision, Time};
use causeway_store::wallets::requests::{self, RequestDoc, RequestRecord, Signers};
use causeway_store::wallets::{self, WalletRecord};
use causeway_store::{Error, Tx};
use causeway_wire::wallets::SignedRequestChallenge;
use serde_json::Value;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::SentSignature;
use crate::runtime::money::instant;
use crate::runtime::settings::{SIGNED_RETRY_SECONDS, Settings};

/// A request that has to be signed.
pub struct Challenge {
    pub wallet: InternalAccountId,
    /// The kind of credential that it is about.
    pub method: Option<AuthMethodType>,
    /// The permitted signers.
    pub signers: Signers,
    /// Further state that must be the same when the request is repeated.
    pub bound: Value,
    /// The payload to sign.
    pub payload: String,
    pub expires_at: Time,
}

/// Stores a request until it comes back signed. This is the only place that creates them.
pub fn issue(
    tx: &mut Tx<'_>,
    context: &Context,
    sent: &SentSignature,
    challenge: Challenge,
) -> Result<RequestRecord, ApiError> {
    let record = RequestRecord {
        id: context.id(),
        account: challenge.wallet,
        scope: sent.scope.clone(),
        body_hash: sent.body_hash.to_vec(),
        status: request_created(),
        failures: 0,
        payload: challenge.payload,
        doc: RequestDoc {
            v: RequestDoc::VERSION,
            method: challenge.method,
            signers: challenge.signers,
            bound: challenge.bound,
        },
        session: None,
        outcome: None,
        created_at: context.now,
        updated_at: Revision::created(context.now),
        expires_at: challenge.expires_at,
    };
    requests::insert(tx, context.platform, &record)?;
    Ok(record)
}

/// Returns the challenge for a request that waits for its signature.
#[must_use]
pub fn challenge_of(record: &RequestRecord) -> SignedRequestChallenge {
    SignedRequestChallenge {
        payload_to_sign: record.payload.clone(),
        request_id: record.id,
        expires_at: instant(record.expires_at),
        method: record.doc.method,
    }
}

/// Returns the instant of a wallet's next payload, in milliseconds since 1970: no two payloads have the same.
/// The caller must hold the wallet's row lock.
pub fn next_instant(tx: &mut Tx<'_>, context: &Context, wallet: &WalletRecord) -> Result<u64, ApiError> {
    let next = context.now.millis().max(wallet.issued_ms.saturating_add(1));
    wallets::set_issued(tx, context.platform, wallet.account, next)?;
    Ok(u64::try_from(next).map_err(|_| Error::Data("an instant before 1970".to_owned()))?)
}

/// Returns the time that a request waits for its signature.
pub fn request_lifetime(tx: &mut Tx<'_>, context: &Context) -> Result<Duration, ApiError> {
    let seconds = Settings::of(tx, context)?.get(&SIGNED_RETRY_SECONDS)?;
    Ok(Duration::from_secs(seconds.into()))
}

/// Returns `true` if a payload of this instant, in milliseconds since 1970, may be signed now, neither later
/// nor earlier. Checked independently, because the stored row is not trusted.
#[must_use]
pub fn is_open(issued_ms: u64, now: Time) -> bool {
    let Ok(issued) = i64::try_from(issued_ms).map(Time::from_millis) else { return false };
    issued <= now.plus(REQUEST_AHEAD) && now < issued.plus(REQUEST_LIFETIME)
}
