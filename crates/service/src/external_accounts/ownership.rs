//! Proof of wallet ownership: challenge and signature (money 4.6).

use std::time::Duration;

use causeway_domain::external_accounts::{ExternalAccountEvent, next};
use causeway_domain::ids::{ExternalAccountId, PlatformId};
use causeway_store::external_accounts::ExternalAccountRecord;
use causeway_store::ownership_challenges::{self as challenges, OwnershipChallengeRecord};
use causeway_store::{Error, Tx, external_accounts};
use causeway_wallet_crypto::ownership::{self as proof, Chain, MessageScheme};
use causeway_wire::external_accounts::{
    ExternalAccount, LivenessChallenge, OwnershipChallenge, OwnershipChallengeRequest,
    OwnershipVerificationMethod, OwnershipVerifyRequest, WalletSignatureChallenge, WalletSignatureScheme,
};
use causeway_wire::{Endpoint, Reply};

use super::owner::Owner;
use super::{errors, lifecycle, render};
use crate::ports::{LivenessQuery, LivenessSession, LivenessSubject};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::hex;
use crate::runtime::http::{Answer, Call};
use crate::runtime::jobs::{self, Work};
use crate::runtime::money::instant;

/// The time within which a signature must arrive.
const SIGNATURE_WINDOW: Duration = Duration::from_mins(15);
/// The time within which a liveness check must be completed.
const LIVENESS_WINDOW: Duration = Duration::from_mins(60);

/// Issues a challenge, which replaces the outstanding one.
pub(super) async fn challenge<E>(call: Call<E>, owner: Owner) -> Result<Answer, ApiError>
where
    E: Endpoint<Body = OwnershipChallengeRequest, Success = OwnershipChallenge>,
{
    let id: ExternalAccountId = call.id()?;
    let nonce = hex::encode(&call.app.ids.bytes::<16>());
    let session = match call.body.method {
        OwnershipVerificationMethod::WalletSignature => None,
        OwnershipVerificationMethod::Liveness => {
            Some(start_session(&call.context(), owner, id, &nonce).await?)
        }
    };
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        let record = owner.lock(tx, context, id)?;
        issue(tx, context, record, &nonce, session.as_ref())
    };
    Ok(call.write(&[], write).await)
}

/// Starts a liveness check at the provider, unless the account needs none.
async fn start_session(
    context: &Context,
    owner: Owner,
    id: ExternalAccountId,
    nonce: &str,
) -> Result<LivenessSession, ApiError> {
    let platform = context.platform;
    let find = move |tx: &mut Tx<'_>| owner.live(external_accounts::find(tx, platform, id)?);
    let record = context.app.store.read(find).await?;
    next(record.status, ExternalAccountEvent::Challenged)
        .map_err(|error| errors::wrong_state(error.state))?;
    let world = context.app.ports.of(context.environment);
    let session = world.liveness.start(&liveness_query(platform, &record, nonce)).await;
    session.map_err(errors::no_liveness_check)
}

/// Builds the provider query about a wallet's liveness check.
pub(super) fn liveness_query(
    platform: PlatformId,
    record: &ExternalAccountRecord,
    session: &str,
) -> LivenessQuery {
    let subject = LivenessSubject::Wallet(record.doc.identifier.clone());
    LivenessQuery { platform, session: session.to_owned(), subject }
}

fn issue(
    tx: &mut Tx<'_>,
    context: &Context,
    mut record: ExternalAccountRecord,
    nonce: &str,
    session: Option<&LivenessSession>,
) -> Result<OwnershipChallenge, ApiError> {
    lifecycle::apply(tx, context, &mut record, ExternalAccountEvent::Challenged)?;
    let (method, window) = match session {
        None => (OwnershipVerificationMethod::WalletSignature, SIGNATURE_WINDOW),
        Some(_) => (OwnershipVerificationMethod::Liveness, LIVENESS_WINDOW),
    };
    let challenge = OwnershipChallengeRecord {
        account: record.id,
        method,
        nonce: nonce.to_owned(),
        expires_at: context.now.plus(window),
    };
    challenges::put(tx, context.platform, &challenge)?;
    let expires_at = instant(challenge.expires_at);
    let Some(session) = session else {
        let message_to_sign = message(&record, nonce)?.into();
        return Ok(OwnershipChallenge::WalletSignature(WalletSignatureChallenge {
            message_to_sign,
            expires_at,
        }));
    };
    let work = Work::AskLiveness { account: record.id, session: nonce.to_owned() };
    jobs::schedule(tx, context, &work, &record.id, context.now.plus(session.ask_after))?;
    Ok(OwnershipChallenge::Liveness(LivenessChallenge {
        verification_link: session.link.as_str().into(),
        token: session.token.as_deref().map(Into::into),
        expires_at,
    }))
}

/// Checks the signature for an outstanding challenge. The challenge is used up, whatever the outcome.
pub(super) async fn verify<E>(call: Call<E>, owner: Owner) -> Result<Answer, ApiError>
where
    E: Endpoint<Body = OwnershipVerifyRequest, Success = ExternalAccount>,
{
    let id: ExternalAccountId = call.id()?;
    let proof = check_signature(&call.context(), id, &call.body).await?;
    let write = move |tx: &mut Tx<'_>, context: &Context| {
        let mut record = owner.lock(tx, context, id)?;
        match prove(tx, context, &mut record, proof.as_ref())? {
            None => Answer::success(&Reply::<E>::Done(render::external_account(&record)?)),
            Some(refusal) => Ok(Answer::refused(&refusal)),
        }
    };
    Ok(call.write_answer(&[], write).await)
}

/// A checked signature, with the nonce of the challenge that was outstanding at the time.
struct Proof {
    nonce: String,
    is_signed: bool,
}

/// Checks the signature before the write, which must not wait for cryptography. `None` if no signature is
/// asked for.
async fn check_signature(
    context: &Context,
    id: ExternalAccountId,
    request: &OwnershipVerifyRequest,
) -> Result<Option<Proof>, ApiError> {
    let platform = context.platform;
    let find = move |tx: &mut Tx<'_>| {
        let record = external_accounts::find(tx, platform, id)?;
        Ok::<_, Error>(record.zip(find_signable(tx, platform, id)?))
    };
    let Some((record, challenge)) = context.app.store.read(find).await? else { return Ok(None) };
    let is_signed = is_signed(context, &record, &challenge.nonce, request)?;
    Ok(Some(Proof { nonce: challenge.nonce, is_signed }))
}

/// Returns the outstanding challenge if it asks for a signature.
fn find_signable(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: ExternalAccountId,
) -> Result<Option<OwnershipChallengeRecord>, Error> {
    let found = challenges::find(tx, platform, id)?;
    Ok(found.filter(|challenge| challenge.method == OwnershipVerificationMethod::WalletSignature))
}

/// Moves the account by the signature; returns the refusal, if any. A challenge that was issued after the
/// signature was checked stays outstanding.
fn prove(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut ExternalAccountRecord,
    proof: Option<&Proof>,
) -> Result<Option<ApiError>, ApiError> {
    let outstanding = find_signable(tx, context.platform, record.id)?;
    let (challenge, proof) = outstanding
        .zip(proof)
        .filter(|(challenge, proof)| challenge.nonce == proof.nonce)
        .ok_or_else(errors::no_challenge)?;
    let refusal = if challenge.expires_at <= context.now {
        Some(errors::late_signature())
    } else if proof.is_signed {
        None
    } else {
        Some(errors::wrong_signature())
    };
    conclude(tx, context, record, refusal.is_none())?;
    Ok(refusal)
}

/// Ends the outstanding challenge, met or not.
pub(super) fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut ExternalAccountRecord,
    is_proved: bool,
) -> Result<(), ApiError> {
    challenges::remove(tx, context.platform, record.id)?;
    let event = if is_proved {
        ExternalAccountEvent::OwnershipProved
    } else {
        ExternalAccountEvent::OwnershipNotProved
    };
    lifecycle::apply(tx, context, record, event)
}

fn is_signed(
    context: &Context,
    record: &ExternalAccountRecord,
    nonce: &str,
    request: &OwnershipVerifyRequest,
) -> Result<bool, ApiError> {
    let signature = request.signature.as_str();
    if context.app.ports.of(context.environment).account_checks.is_sample_signature(signature) {
        return Ok(true);
    }
    let scheme = match request.signature_scheme {
        WalletSignatureScheme::Bip137 => MessageScheme::Bip137,
        WalletSignatureScheme::Electrum => MessageScheme::Electrum,
    };
    let Some(chain) = chain(&record.account_type) else { return Ok(false) };
    let message = message(record, nonce)?;
    Ok(proof::verify(chain, scheme, &record.doc.identifier, &message, signature).is_ok())
}

/// Builds the message that the owner signs. It derives from the address and the nonce, so it is not stored.
fn message(record: &ExternalAccountRecord, nonce: &str) -> Result<String, ApiError> {
    let nonce = hex::decode(nonce).and_then(|bytes| <[u8; 16]>::try_from(bytes).ok());
    let nonce = nonce.ok_or_else(|| Error::Data("a challenge has a malformed nonce".to_owned()))?;
    Ok(proof::challenge_message(&record.doc.identifier, nonce))
}

/// Returns the chain whose signatures the wallets of an account type make.
fn chain(account_type: &str) -> Option<Chain> {
    match account_type {
        "ETHEREUM_WALLET" | "BASE_WALLET" | "POLYGON_WALLET" | "PLASMA_WALLET" => Some(Chain::Evm),
        "TRON_WALLET" => Some(Chain::Tron),
        "SOLANA_WALLET" => Some(Chain::Solana),
        "SPARK_WALLET" => Some(Chain::Spark),
        _ => None,
    }
}
