//! The interface of an operation that a wallet must sign.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::InternalAccountId;
use causeway_domain::wallets::AuthMethodType;
use causeway_store::Tx;
use causeway_store::wallets::WalletRecord;
use causeway_store::wallets::requests::{RequestRecord, Signers};
use causeway_store::wallets::sessions::SessionRecord;
use causeway_wire::Endpoint;
use causeway_wire::wallets::SignedRequestChallenge;
use futures_util::future::BoxFuture;
use serde_json::Value;
use uuid::Uuid;

use crate::ports::wallet_keys::Authority;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::Call;

/// An operation that a wallet must sign (wallet 3). Its functions may run several times, and each repeats all
/// checks.
pub trait SignedOperation: Endpoint<AcceptedBody = SignedRequestChallenge> {
    /// The result of the key service, made before the operation is applied.
    type KeyServiceResult: Clone + Send + Sync + 'static;

    /// Finds the resource that the path names. A missing one is reported before anything about signatures
    /// (3.3, check 2).
    ///
    /// # Errors
    /// The 404 of its kind.
    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError>
    where
        Self: Sized;

    /// Checks everything that the operation requires, and returns the plan of the signature, or `None` if
    /// none is needed.
    ///
    /// # Errors
    /// The errors of the operation.
    fn plan(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<Option<Plan>, ApiError>
    where
        Self: Sized;

    /// Returns the result for an operation that does not need the key service without a signature; `None` if
    /// it must be called.
    fn unsigned_result() -> Option<Self::KeyServiceResult>;

    /// Requests the data to store from the key service.
    fn make(
        call: Arc<Call<Self>>,
        signed: Option<SignatureProof>,
    ) -> BoxFuture<'static, Result<Self::KeyServiceResult, ApiError>>
    where
        Self: Sized;

    /// Returns the error of a result that is unusable, which uses the request up too.
    fn refuses(_: &Self::KeyServiceResult) -> Option<ApiError> {
        None
    }

    /// Applies the operation. Everything was checked in the same transaction.
    fn apply(
        tx: &mut Tx<'_>,
        context: &Context,
        call: &Call<Self>,
        result: &Self::KeyServiceResult,
        signed: Option<&SignatureProof>,
    ) -> Result<SignedOutcome<Self::Success>, ApiError>
    where
        Self: Sized;
}

/// A function that builds a wallet's payload for an instant.
pub type PayloadAt = Box<dyn Fn(&WalletRecord, u64) -> String + Send>;

/// The payload to sign, and its permitted signers.
pub struct Plan {
    /// The wallet that the payload is about.
    pub wallet: InternalAccountId,
    /// The kind of credential that it is about.
    pub method: Option<AuthMethodType>,
    /// The permitted signers.
    pub signers: Signers,
    /// Further state that must be the same when the request is repeated.
    pub bound: Value,
    /// The payload at an instant, in milliseconds since 1970.
    pub payload: PayloadAt,
}

/// The outcome of an applied operation.
pub struct SignedOutcome<T> {
    pub answer: T,
    /// Ids to record permanently: revocations, or a wallet's provisioning.
    pub revoked: Vec<Uuid>,
}

impl<T> SignedOutcome<T> {
    /// Creates an outcome without revocations.
    pub const fn new(answer: T) -> Self {
        Self { answer, revoked: Vec::new() }
    }
}

/// A request with a valid signature.
#[derive(Debug, Clone)]
pub struct SignatureProof {
    pub request: RequestRecord,
    /// The wallet that the payload is about.
    pub wallet: WalletRecord,
    /// The session that has signed; `None` if the signature is the sandbox's literal, or that of a key
    /// without a session.
    pub session: Option<SessionRecord>,
    /// The signature, as it was sent.
    pub stamp: String,
    /// The instant of the check, on the platform's clock.
    pub at: Time,
}

impl SignatureProof {
    /// Returns the authority for the key service, which checks it once more.
    #[must_use]
    pub fn authority(&self) -> Authority {
        Authority {
            session: self.session.as_ref().map(|session| session.certificate.clone()),
            payload: self.request.payload.clone(),
            stamp: self.stamp.clone(),
            now: self.at,
        }
    }
}
