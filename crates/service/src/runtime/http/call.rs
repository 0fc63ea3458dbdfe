//! What an operation is given: the caller, the checked request, and the way to write.

use std::sync::Arc;

use causeway_domain::ids::{Id, PlatformId};
use causeway_domain::{Ids, Time};
use causeway_store::listing::Position;
use causeway_store::platforms::{self, Environment};
use causeway_store::{Error, Key, Keyed, Prefetch, Tx};
use causeway_wire::{Code, Endpoint, Page, Reply};

use super::{Answer, Caller, Paging, PathValues};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// A reading operation's request, decoded.
#[derive(Debug)]
pub struct ReadCall<E: Endpoint> {
    /// The running service.
    pub app: Arc<App>,
    /// Who asks.
    pub caller: Caller,
    /// Values in the path.
    pub path: PathValues,
    /// The query, checked and with defaults.
    pub query: E::Query,
    /// Position and size of the page that is wanted, for lists.
    pub paging: Paging,
    /// The platform's instant.
    pub now: Time,
}

/// A writing operation's request: authenticated, permitted, parsed and shape-checked.
#[derive(Debug)]
pub struct Call<E: Endpoint> {
    /// The running service.
    pub app: Arc<App>,
    /// Who asks.
    pub caller: Caller,
    /// Values in the path.
    pub path: PathValues,
    /// The query, checked and with defaults.
    pub query: E::Query,
    /// The body, checked.
    pub body: E::Body,
    /// Set when the caller wants the answer remembered.
    pub(super) key: Option<Key>,
}

/// Where and when a change happens. Made at the start of each run of a writing closure, so that commit order
/// and `createdAt` agree.
#[derive(Debug, Clone)]
pub struct Context {
    /// The running service.
    pub app: Arc<App>,
    /// The platform whose rows may be touched.
    pub platform: PlatformId,
    /// Sandbox or production.
    pub environment: Environment,
    /// Whether events are to be delivered.
    pub has_endpoint: bool,
    /// The platform's instant.
    pub now: Time,
}

impl Context {
    /// The context of a caller's change, at this wall instant.
    #[must_use]
    pub fn of(app: &Arc<App>, caller: &Caller, wall: Time) -> Self {
        Self {
            app: Arc::clone(app),
            platform: caller.platform,
            environment: caller.environment,
            has_endpoint: caller.has_endpoint,
            now: caller.clock.at(wall),
        }
    }

    /// The context of a change that nobody calls for: a job, an operator's action.
    ///
    /// # Errors
    /// [`Error::Missing`] when there is no such platform; those of the database.
    pub fn read(tx: &mut Tx<'_>, app: &Arc<App>, platform: PlatformId) -> Result<Self, Error> {
        let record = platforms::get(tx, platform)?;
        Ok(Self {
            app: Arc::clone(app),
            platform,
            environment: record.environment,
            has_endpoint: record.webhook_endpoint.is_some(),
            now: record.clock.at(tx.wall()),
        })
    }

    /// A new identifier that carries this instant.
    #[must_use]
    pub fn id<T: Id>(&self) -> T {
        self.app.ids.next(self.now)
    }

    /// The source of ids and random bytes.
    #[must_use]
    pub fn ids(&self) -> &Ids {
        &self.app.ids
    }
}

impl<E: Endpoint> ReadCall<E> {
    /// The platform whose rows may be read.
    #[must_use]
    pub const fn platform(&self) -> PlatformId {
        self.caller.platform
    }

    /// The identifier in the path.
    ///
    /// # Errors
    /// The resource's own 404 for a malformed one.
    pub fn path_id<T: Id>(&self, not_found: Code) -> Result<T, ApiError> {
        self.path.id(not_found)
    }
}

impl<E: Endpoint> ReadCall<E> {
    /// One page of a list, rendered, from what the store returned: up to one row more than the page holds.
    ///
    /// # Errors
    /// The first refusal of `render`.
    pub fn page<R, T>(
        &self,
        rows: Vec<R>,
        total: Option<i64>,
        position: impl Fn(&R) -> Position,
        render: impl FnMut(R) -> Result<T, ApiError>,
    ) -> Result<Page<T>, ApiError> {
        self.paging.finish(&self.app.keys(), rows, total, position, render)
    }
}

impl<E: Endpoint> Call<E> {
    /// The identifier in the path.
    ///
    /// # Errors
    /// The resource's own 404 for a malformed one.
    pub fn path_id<T: Id>(&self, not_found: Code) -> Result<T, ApiError> {
        self.path.id(not_found)
    }

    /// Runs `apply` in one write transaction, with the idempotency record in the same commit, and renders what
    /// it returns. `prefetch` is mostly the internal accounts whose balances it changes. A refusal becomes the
    /// answer here, because it is already part of the record.
    pub async fn write<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<E::Success, ApiError> + Send + 'static,
    {
        self.write_reply(prefetch, move |tx, context| apply(tx, context).map(Reply::Done)).await
    }

    /// As [`Call::write`], for operations with a second success answer (202).
    pub async fn write_reply<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<Reply<E>, ApiError> + Send + 'static,
    {
        self.write_answer(prefetch, move |tx, context| Answer::success(&apply(tx, context)?)).await
    }

    /// As [`Call::write`], for operations in which a refusal may leave something behind: what `apply` returns
    /// is answered, and what it wrote stays.
    pub async fn write_answer<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<Answer, ApiError> + Send + 'static,
    {
        let (app, caller) = (Arc::clone(&self.app), self.caller.clone());
        let run = move |tx: &mut Tx<'_>| {
            let context = Context::of(&app, &caller, tx.wall());
            apply(tx, &context)
        };
        let store = &self.app.store;
        let done = match &self.key {
            None => store.write(prefetch, run).await,
            Some(key) => {
                let outcome = store.write_keyed(prefetch, key, run).await;
                outcome.and_then(Answer::keyed).map_err(ApiError::of_keyed)
            }
        };
        done.unwrap_or_else(|refusal| Answer::refused(&refusal))
    }
}

impl Answer {
    pub(super) fn keyed(outcome: Keyed<Self>) -> Result<Self, ApiError> {
        match outcome {
            Keyed::Fresh(answer) => Ok(answer),
            Keyed::Replay(stored) => Ok(Self::replayed(stored)),
            Keyed::Reused => Err(ApiError::idempotency_key_reused()),
        }
    }
}
