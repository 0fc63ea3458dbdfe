//! The second of two requests: its checks, in the order of wallet 3.3.

use causeway_domain::ids::RequestId;
use causeway_domain::wallets::{RequestEvent, RequestStatus, next_request, request_at};
use causeway_store::wallets::requests::{self, RequestRecord};
use causeway_store::{Error, Tx};
use causeway_wire::Code;

use super::provision::wallet_of;
use super::signed_operation::SignatureProof;
use super::{errors, stamp};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::SentSignature;
use crate::runtime::settings::{STAMP_ATTEMPTS, Settings};

/// The verdict on the signature of a second request.
pub(crate) enum SignatureVerdict {
    /// Signed by a permitted signer.
    Authorized(Box<SignatureProof>),
    /// Refused; a wrong signature counts against the request.
    Refused(Box<SignatureRefusal>),
}

/// A refused second request.
pub(crate) struct SignatureRefusal {
    pub(crate) refusal: ApiError,
    /// The request that a wrong signature counts against.
    pub(crate) counted: Option<RequestRecord>,
}

impl SignatureVerdict {
    fn refused(refusal: ApiError, counted: Option<RequestRecord>) -> Self {
        Self::Refused(Box::new(SignatureRefusal { refusal, counted }))
    }
}

/// Checks the headers and the signature of a second request (checks 3 to 11). Locks the wallet.
pub(crate) fn look_up(
    tx: &mut Tx<'_>,
    context: &Context,
    sent: &SentSignature,
) -> Result<SignatureVerdict, ApiError> {
    let Some(stamp) = &sent.stamp else {
        return Ok(SignatureVerdict::refused(errors::signature_missing(), None));
    };
    let found = match find(tx, context, sent) {
        Ok(found) => found,
        Err(refusal) if refusal.code.status() == 401 => return Ok(SignatureVerdict::refused(refusal, None)),
        Err(failed) => return Err(failed),
    };
    if found.body_hash != sent.body_hash {
        return Ok(SignatureVerdict::refused(errors::body_mismatch(), None));
    }
    let wallet = wallet_of(tx, context, found.account)?;
    // The request may have been used during the wait for the wallet's lock.
    let request = requests::find(tx, context.platform, found.id)?.ok_or(Error::Missing)?;
    if let Err(refusal) = check_open(&request, context) {
        return Ok(SignatureVerdict::refused(refusal, None));
    }
    match stamp::check(tx, context, &wallet, &request.doc.signers, stamp, &request.payload) {
        Ok(session) => {
            let at = context.now;
            let stamp = stamp.clone();
            Ok(SignatureVerdict::Authorized(Box::new(SignatureProof { request, wallet, session, stamp, at })))
        }
        Err(refusal) if refusal.code.status() == 401 => Ok(SignatureVerdict::refused(refusal, Some(request))),
        Err(failed) => Err(failed),
    }
}

/// Returns `true` if the request answers a challenge that this service issued, open or not.
pub fn is_known(tx: &mut Tx<'_>, context: &Context, sent: &SentSignature) -> Result<bool, ApiError> {
    let id: Option<RequestId> = sent.request.as_ref().and_then(|id| id.parse().ok());
    let found = id.map(|id| requests::find(tx, context.platform, id)).transpose()?.flatten();
    Ok(found.is_some_and(|request| request.scope == sent.scope))
}

/// Returns the open request that is named (checks 4 to 7).
///
/// # Errors
/// `REQUEST_ID_MISSING`; `UNAUTHORIZED` for one that is unknown, of another operation, used or expired.
pub(crate) fn find(
    tx: &mut Tx<'_>,
    context: &Context,
    sent: &SentSignature,
) -> Result<RequestRecord, ApiError> {
    let request_id = sent.request.as_ref().ok_or_else(errors::request_id_missing)?;
    let id: Option<RequestId> = request_id.parse().ok();
    let found = id.map(|id| requests::find(tx, context.platform, id)).transpose()?.flatten();
    let request = found.filter(|request| request.scope == sent.scope);
    let request = request.ok_or_else(|| errors::unauthorized("Unknown request"))?;
    check_open(&request, context)?;
    Ok(request)
}

fn check_open(request: &RequestRecord, context: &Context) -> Result<(), ApiError> {
    match request_at(request.status, request.expires_at, context.now) {
        RequestStatus::Open => Ok(()),
        RequestStatus::Used | RequestStatus::Void => Err(errors::unauthorized("Request already used")),
        RequestStatus::Expired => Err(errors::unauthorized("Request expired")),
    }
}

/// Counts a failed check against a request; by default the fifth makes it void.
pub(crate) fn count_failure(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &RequestRecord,
    code: Code,
) -> Result<(), ApiError> {
    let failures = request.failures + 1;
    requests::set_failures(tx, context.platform, request.id, failures, context.now)?;
    if failures >= Settings::of(tx, context)?.get(&STAMP_ATTEMPTS)? {
        end(tx, context, request, RequestEvent::FailuresUsedUp, None)?;
        requests::set_outcome(tx, context.platform, request.id, code.as_str())?;
    }
    Ok(())
}

/// Ends a request; returns `false` if it has already ended.
pub(crate) fn end(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &RequestRecord,
    event: RequestEvent,
    signed: Option<&SignatureProof>,
) -> Result<bool, ApiError> {
    let Ok(status) = next_request(request.status, event) else { return Ok(false) };
    let session = signed.and_then(|signed| signed.session.as_ref()).map(|session| session.id);
    Ok(requests::end(tx, context.platform, request, status, session, context.now)?)
}
