//! The second request of two: what is checked, in the order of wallet 3.3.

use causeway_domain::ids::RequestId;
use causeway_domain::wallets::{RequestEvent, RequestStatus, next_request, request_at};
use causeway_store::wallets::requests::{self, RequestRecord};
use causeway_store::{Error, Tx};
use causeway_wire::Code;

use super::provision::wallet_of;
use super::signed::Authorized;
use super::{errors, stamp};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::SentSignature;
use crate::runtime::settings::{STAMP_ATTEMPTS, Settings};

/// What a second request is, as far as its signature goes.
pub(crate) enum Retry {
    /// Signed by who may.
    Authorized(Box<Authorized>),
    /// Refused; a wrong signature counts against the request.
    Refused(Box<Refused>),
}

/// A refused second request.
pub(crate) struct Refused {
    pub(crate) refusal: ApiError,
    /// The request that a wrong signature counts against.
    pub(crate) counted: Option<RequestRecord>,
}

impl Retry {
    fn refused(refusal: ApiError, counted: Option<RequestRecord>) -> Self {
        Self::Refused(Box::new(Refused { refusal, counted }))
    }
}

/// Looks at the headers and the signature of a second request (checks 3 to 11). The wallet is locked from then on.
///
/// # Errors
/// Those of the database.
pub(crate) fn look_up(tx: &mut Tx<'_>, context: &Context, sent: &SentSignature) -> Result<Retry, ApiError> {
    let Some(stamp) = &sent.stamp else { return Ok(Retry::refused(errors::signature_missing(), None)) };
    let found = match find(tx, context, sent) {
        Ok(found) => found,
        Err(refusal) if refusal.code.status() == 401 => return Ok(Retry::refused(refusal, None)),
        Err(failed) => return Err(failed),
    };
    if found.body_hash != sent.body_hash {
        return Ok(Retry::refused(errors::body_mismatch(), None));
    }
    let wallet = wallet_of(tx, context, found.account)?;
    // It may have been used while the wallet was waited for.
    let request = requests::find(tx, context.platform, found.id)?.ok_or(Error::Missing)?;
    if let Err(refusal) = check_open(&request, context) {
        return Ok(Retry::refused(refusal, None));
    }
    match stamp::check(tx, context, &wallet, &request.doc.signers, stamp, &request.payload) {
        Ok(session) => {
            let at = context.now;
            let stamp = stamp.clone();
            Ok(Retry::Authorized(Box::new(Authorized { request, wallet, session, stamp, at })))
        }
        Err(refusal) if refusal.code.status() == 401 => Ok(Retry::refused(refusal, Some(request))),
        Err(failed) => Err(failed),
    }
}

/// Whether a request that was made here is answered, open or not.
///
/// # Errors
/// Those of the database.
pub fn is_known(tx: &mut Tx<'_>, context: &Context, sent: &SentSignature) -> Result<bool, ApiError> {
    let id: Option<RequestId> = sent.request.as_ref().and_then(|id| id.parse().ok());
    let found = id.map(|id| requests::find(tx, context.platform, id)).transpose()?.flatten();
    Ok(found.is_some_and(|request| request.scope == sent.scope))
}

/// The open request that is meant (checks 4 to 7).
///
/// # Errors
/// `REQUEST_ID_MISSING`; `UNAUTHORIZED` for one that is unknown, of another operation, used or expired.
pub(crate) fn find(
    tx: &mut Tx<'_>,
    context: &Context,
    sent: &SentSignature,
) -> Result<RequestRecord, ApiError> {
    let named = sent.request.as_ref().ok_or_else(errors::request_id_missing)?;
    let id: Option<RequestId> = named.parse().ok();
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

/// Counts a failed check against a request; the fifth makes it void where no setting says otherwise.
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

/// Ends a request, if nobody else has.
pub(crate) fn end(
    tx: &mut Tx<'_>,
    context: &Context,
    request: &RequestRecord,
    event: RequestEvent,
    signed: Option<&Authorized>,
) -> Result<bool, ApiError> {
    let Ok(status) = next_request(request.status, event) else { return Ok(false) };
    let session = signed.and_then(|signed| signed.session.as_ref()).map(|session| session.id);
    Ok(requests::end(tx, context.platform, request, status, session, context.now)?)
}
