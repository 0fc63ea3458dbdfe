//! What an operation's adapter is given: the caller, the checked request, and the way to write.

use std::net::IpAddr;
use std::sync::Arc;

use causeway_domain::ids::Id;
use causeway_store::{Key, Keyed, Prefetch, Tx, idempotency};
use causeway_wire::{Code, Endpoint, Reply};

use super::{Answer, PathValues, SentFile, SentSignature};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::{Caller, Context};
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::paging::Paging;

/// What a request asks a reading operation, decoded.
#[derive(Debug)]
pub struct Reading<E: Endpoint> {
    pub(super) path: PathValues,
    /// The query, checked and with defaults.
    pub query: E::Query,
    /// Position and size of the page that is wanted, for lists.
    pub paging: Paging,
}

impl<E: Endpoint> Reading<E> {
    /// The identifier in the path.
    ///
    /// # Errors
    /// The 404 of its kind of resource for a malformed one.
    pub fn id<T: Id>(&self) -> Result<T, ApiError> {
        self.path.id()
    }

    /// Both identifiers in the path.
    ///
    /// # Errors
    /// The 404 of its kind of resource for a malformed one.
    pub fn ids<A: Id, B: Id>(&self) -> Result<(A, B), ApiError> {
        self.path.ids()
    }

    /// The text in the path, where that is no identifier.
    #[must_use]
    pub fn text(&self) -> &str {
        self.path.first()
    }
}

/// What a request asks a writing operation, decoded.
#[derive(Debug)]
pub struct Writing<'a, E: Endpoint> {
    path: &'a PathValues,
    /// The query, checked and with defaults.
    pub query: &'a E::Query,
    /// The body, checked.
    pub body: &'a E::Body,
    /// What is wrong with the body so far: nothing, unless the operation asks for the faults.
    pub faults: &'a mut FieldErrors,
}

impl<E: Endpoint> Writing<'_, E> {
    /// Both identifiers in the path.
    ///
    /// # Errors
    /// The 404 of its kind of resource for a malformed one.
    pub fn ids<A: Id, B: Id>(&self) -> Result<(A, B), ApiError> {
        self.path.ids()
    }

    /// The identifier in the path.
    ///
    /// # Errors
    /// The 404 of its kind of resource for a malformed one.
    pub fn id<T: Id>(&self) -> Result<T, ApiError> {
        self.path.id()
    }

    /// The text in the path, where that is no identifier.
    #[must_use]
    pub fn text(&self) -> &str {
        self.path.first()
    }
}

/// A request for the adapter of an operation that gathers facts before it writes: authenticated, permitted, parsed
/// and checked.
#[derive(Debug)]
pub struct Call<E: Endpoint> {
    /// The running service.
    pub app: Arc<App>,
    /// The caller.
    pub caller: Caller,
    /// Values in the path.
    pub path: PathValues,
    /// The query, checked and with defaults.
    pub query: E::Query,
    /// The body, checked.
    pub body: E::Body,
    /// What is wrong with the body so far: nothing, unless the operation asks for the faults.
    pub faults: FieldErrors,
    /// What the request brings of a wallet's signature, where the operation reads one.
    pub signature: SentSignature,
    /// The file of a form.
    pub file: Option<Arc<SentFile>>,
    /// What the caller reached the service by: scheme, host and port; empty where it did not say.
    pub origin: String,
    /// Where it comes from, as far as that is known.
    pub peer: Option<IpAddr>,
    /// Set when the caller wants the answer remembered.
    pub(super) key: Option<Key>,
}

impl<E: Endpoint> Call<E> {
    /// Where, when and for whom facts are gathered before the write.
    #[must_use]
    pub fn context(&self) -> Context {
        Context::of(&self.app, &self.caller, self.app.clock.now())
    }

    /// The identifier in the path.
    ///
    /// # Errors
    /// The 404 of its kind of resource for a malformed one.
    pub fn id<T: Id>(&self) -> Result<T, ApiError> {
        self.path.id()
    }

    /// What the caller wants the answer remembered under.
    #[must_use]
    pub const fn key(&self) -> Option<&Key> {
        self.key.as_ref()
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

    /// As [`Call::write`], for an answer that holds a secret: under a key, it is remembered sealed.
    pub async fn write_secret<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<E::Success, ApiError> + Send + 'static,
    {
        let Some(key) = &self.key else { return self.write(prefetch, apply).await };
        let place = format!("idempotency/{}/{}/{}", key.platform, key.scope, key.key);
        let (app, sealed_at) = (Arc::clone(&self.app), place.clone());
        let write = move |tx: &mut Tx<'_>, context: &Context| {
            Answer::success(&Reply::<E>::Done(apply(tx, context)?))?.sealed(&app, &sealed_at)
        };
        let answer = self.write_answer(prefetch, write).await.unsealed(&self.app, &place);
        answer.unwrap_or_else(|refusal| Answer::refused(&refusal))
    }

    /// As [`Call::write`], for operations that look for further faults of the fields. A body that has some was
    /// made readable to be looked at: whatever `apply` makes of it, it is refused.
    pub async fn write_checked<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context, &mut FieldErrors) -> Result<E::Success, ApiError> + Send + 'static,
    {
        let found = self.faults.clone();
        let apply = move |tx: &mut Tx<'_>, context: &Context| {
            let mut faults = found.clone();
            match apply(tx, context, &mut faults) {
                Err(failed) if matches!(failed.code, Code::InternalError | Code::ServiceUnavailable) => {
                    Err(failed)
                }
                applied if found.is_empty() => applied,
                _ => Err(ApiError::fields(faults.into_errors())),
            }
        };
        self.write(prefetch, apply).await
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
                let in_use = self.app.keys_in_use.begin(key);
                let outcome = store.write_keyed(prefetch, key, run).await;
                let answer = outcome.and_then(Answer::keyed);
                if in_use.has_twin { answer.map_err(ApiError::of_twin) } else { answer }
            }
        };
        done.unwrap_or_else(|refusal| Answer::refused(&refusal))
    }
}

impl<E: Endpoint> Call<E> {
    /// Takes back a write that is committed, because what had to follow it has failed: runs `undo`, and forgets what
    /// was answered under the key, so that the request can be sent again. The answer is the refusal.
    pub async fn take_back<F>(&self, refusal: ApiError, mut undo: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<(), ApiError> + Send + 'static,
    {
        let (app, caller, key) = (Arc::clone(&self.app), self.caller.clone(), self.key.clone());
        let run = move |tx: &mut Tx<'_>| {
            let context = Context::of(&app, &caller, tx.wall());
            undo(tx, &context)?;
            match &key {
                Some(key) => Ok(idempotency::forget(tx, key)?),
                None => Ok(()),
            }
        };
        let undone: Result<(), ApiError> = self.app.store.write(&[], run).await;
        Answer::refused(&undone.err().unwrap_or(refusal))
    }
}

/// A reading operation, as the router's arm names it.
pub type ApplyRead<E> = fn(&mut Tx<'_>, &Context, &Reading<E>) -> Result<<E as Endpoint>::Success, ApiError>;

/// A writing operation that gathers nothing, as the router's arm names it: what it is asked goes in, what it
/// answers comes out.
pub type Apply<E> =
    fn(&mut Tx<'_>, &Context, &mut Writing<'_, E>) -> Result<<E as Endpoint>::Success, ApiError>;

impl<E: Endpoint> Call<E> {
    pub(super) async fn apply(self, apply: Apply<E>) -> Answer {
        let call = Arc::new(self);
        let asked = Arc::clone(&call);
        let write = move |tx: &mut Tx<'_>, context: &Context, faults: &mut FieldErrors| {
            let Self { path, query, body, .. } = &*asked;
            apply(tx, context, &mut Writing { path, query, body, faults })
        };
        call.write_checked(&[], write).await
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
