//! What an operation that a wallet must sign says of itself.

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

/// An operation that a wallet must sign (wallet 3). Its functions may run several times, and each looks at everything again.
pub trait Signed: Endpoint<Accepted = SignedRequestChallenge> {
    /// What the keeper of the keys makes for it, before it is applied.
    type Made: Clone + Send + Sync + 'static;

    /// Looks for what the path names. That it is not there is said before anything about signatures (3.3, check 2).
    ///
    /// # Errors
    /// The 404 of its kind.
    fn find_target(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<(), ApiError>
    where
        Self: Sized;

    /// Checks everything that the operation asks for, and says what is to be signed; none where nothing is.
    ///
    /// # Errors
    /// Those of the operation.
    fn plan(tx: &mut Tx<'_>, context: &Context, call: &Call<Self>) -> Result<Option<Plan>, ApiError>
    where
        Self: Sized;

    /// What needs not be made where nothing is to be signed; none where it must be asked for.
    fn made_already() -> Option<Self::Made>;

    /// Asks the keeper of the keys for what is to be stored.
    fn make(
        call: Arc<Call<Self>>,
        signed: Option<Authorized>,
    ) -> BoxFuture<'static, Result<Self::Made, ApiError>>
    where
        Self: Sized;

    /// What was made, and is no use: that uses the request up too.
    fn refuses(_: &Self::Made) -> Option<ApiError> {
        None
    }

    /// Carries it out. Everything was checked in the same transaction.
    ///
    /// # Errors
    /// Those of the database.
    fn apply(
        tx: &mut Tx<'_>,
        context: &Context,
        call: &Call<Self>,
        made: &Self::Made,
        signed: Option<&Authorized>,
    ) -> Result<Applied<Self::Success>, ApiError>
    where
        Self: Sized;
}

/// Makes the payload of a wallet at an instant.
pub type PayloadAt = Box<dyn Fn(&WalletRecord, u64) -> String + Send>;

/// What is to be signed, and by whom.
pub struct Plan {
    /// The wallet whose payload it is.
    pub wallet: InternalAccountId,
    /// The kind of credential that it is about.
    pub method: Option<AuthMethodType>,
    /// Who may sign.
    pub signers: Signers,
    /// What else must be the same when the request is repeated.
    pub bound: Value,
    /// The payload at an instant, in milliseconds since 1970.
    pub payload: PayloadAt,
}

/// What was carried out.
pub struct Applied<T> {
    /// The answer.
    pub answer: T,
    /// What is taken in for good with it: what it revokes, or that a wallet has its keys.
    pub revoked: Vec<Uuid>,
}

impl<T> Applied<T> {
    /// With nothing revoked.
    pub const fn new(answer: T) -> Self {
        Self { answer, revoked: Vec::new() }
    }
}

/// A request that was signed by who may sign it.
#[derive(Debug, Clone)]
pub struct Authorized {
    /// The request.
    pub request: RequestRecord,
    /// The wallet whose payload it was.
    pub wallet: WalletRecord,
    /// The session that has signed; none where the sandbox's literal stands for its signature.
    pub session: Option<SessionRecord>,
    /// The signature, as it was sent.
    pub stamp: String,
    /// When, on the platform's clock.
    pub at: Time,
}

impl Authorized {
    /// The same for the keeper of the keys, which checks it once more.
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
