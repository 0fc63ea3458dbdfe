//! The input of an operation's adapter: the caller, the checked request, and the means to write.

use std::net::IpAddr;
use std::sync::Arc;

use causeway_domain::ids::Id;
use causeway_store::{Key, KeyedOutcome, Prefetch, Tx, idempotency};
use causeway_wire::{Endpoint, Reply};

use super::{Answer, PathValues, SentFile, SentSignature};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::{Caller, Context};
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::paging::Paging;

/// The decoded request of a reading operation.
#[derive(Debug)]
pub struct ReadRequest<E: Endpoint> {
    pub(super) path: PathValues,
    /// Checked, with defaults.
    pub query: E::Query,
    /// Position and size of the requested page, for lists.
    pub paging: Paging,
}

impl<E: Endpoint> ReadRequest<E> {
    /// Returns the identifier in the path.
    ///
    /// # Errors
    /// The 404 of the kind of resource, if the identifier is malformed.
    pub fn id<T: Id>(&self) -> Result<T, ApiError> {
        self.path.id()
    }

    /// Returns the second identifier in the path.
    ///
    /// # Errors
    /// The 404 of the kind of resource, if the identifier is malformed.
    pub fn second_id<T: Id>(&self) -> Result<T, ApiError> {
        self.path.second_id()
    }

    /// Returns the text in the path, for parameters that are not identifiers.
    #[must_use]
    pub fn text(&self) -> &str {
        self.path.first()
    }
}

/// The decoded request of a writing operation.
#[derive(Debug)]
pub struct WriteRequest<'a, E: Endpoint> {
    path: &'a PathValues,
    /// Checked, with defaults.
    pub query: &'a E::Query,
    /// Checked.
    pub body: &'a E::Body,
    /// The field errors of the body so far; empty unless the operation asks for them.
    pub errors: &'a mut FieldErrors,
}

impl<E: Endpoint> WriteRequest<'_, E> {
    /// Returns the second identifier in the path.
    ///
    /// # Errors
    /// The 404 of the kind of resource, if the identifier is malformed.
    pub fn second_id<T: Id>(&self) -> Result<T, ApiError> {
        self.path.second_id()
    }

    /// Returns the identifier in the path.
    ///
    /// # Errors
    /// The 404 of the kind of resource, if the identifier is malformed.
    pub fn id<T: Id>(&self) -> Result<T, ApiError> {
        self.path.id()
    }

    /// Returns the text in the path, for parameters that are not identifiers.
    #[must_use]
    pub fn text(&self) -> &str {
        self.path.first()
    }
}

/// A request to an operation whose adapter fetches data before it writes: authenticated, permitted, parsed
/// and checked.
#[derive(Debug)]
pub struct Call<E: Endpoint> {
    pub app: Arc<App>,
    pub caller: Caller,
    pub path: PathValues,
    /// Checked, with defaults.
    pub query: E::Query,
    /// Checked.
    pub body: E::Body,
    /// The field errors of the body so far; empty unless the operation asks for them.
    pub errors: FieldErrors,
    /// The wallet signature sent with the request, if the operation reads one.
    pub signature: SentSignature,
    /// The file of a form.
    pub file: Option<Arc<SentFile>>,
    /// The origin by which the caller reached the service: scheme, host and port; empty if unknown.
    pub origin: String,
    /// The caller's IP address, if known.
    pub peer: Option<IpAddr>,
    /// Set if the caller sent an idempotency key.
    pub(super) key: Option<Key>,
}

impl<E: Endpoint> Call<E> {
    /// Returns the context for reads before the write.
    #[must_use]
    pub fn context(&self) -> Context {
        Context::of(&self.app, &self.caller, self.app.clock.now())
    }

    /// Returns the identifier in the path.
    ///
    /// # Errors
    /// The 404 of the kind of resource, if the identifier is malformed.
    pub fn id<T: Id>(&self) -> Result<T, ApiError> {
        self.path.id()
    }

    /// Returns the idempotency key under which the answer is remembered.
    #[must_use]
    pub const fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    /// Runs `apply` in one write transaction, with the idempotency record in the same commit, and renders its
    /// result. `prefetch` is mostly the internal accounts whose balances it changes. An error becomes the
    /// answer here, because it is already part of the record.
    pub async fn write<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<E::Success, ApiError> + Send + 'static,
    {
        self.write_reply(prefetch, move |tx, context| apply(tx, context).map(Reply::Done)).await
    }

    /// Writes as [`Call::write`] does, for operations with a second success answer (202).
    pub async fn write_reply<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<Reply<E>, ApiError> + Send + 'static,
    {
        self.write_answer(prefetch, move |tx, context| Answer::success(&apply(tx, context)?)).await
    }

    /// Writes as [`Call::write`] does, for an answer with a secret: under a key, it is stored encrypted.
    pub async fn write_secret<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<E::Success, ApiError> + Send + 'static,
    {
        let Some(key) = &self.key else { return self.write(prefetch, apply).await };
        let encryption_context = format!("idempotency/{}/{}/{}", key.platform, key.scope, key.key);
        let app = Arc::clone(&self.app);
        let own_context = encryption_context.clone();
        let write = move |tx: &mut Tx<'_>, context: &Context| {
            Answer::success(&Reply::<E>::Done(apply(tx, context)?))?.encrypted(&app, &own_context)
        };
        let answer = self.write_answer(prefetch, write).await.decrypted(&self.app, &encryption_context);
        answer.unwrap_or_else(|refusal| Answer::refused(&refusal))
    }

    /// Writes as [`Call::write`] does, for operations that look for further field errors. A body that has
    /// field errors was made readable only to be checked: it is refused, whatever the result of `apply`.
    pub async fn write_checked<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context, &mut FieldErrors) -> Result<E::Success, ApiError> + Send + 'static,
    {
        let form_errors = self.errors.clone();
        let apply = move |tx: &mut Tx<'_>, context: &Context| {
            let mut errors = form_errors.clone();
            match apply(tx, context, &mut errors) {
                Err(failed) if failed.is_service_failure() => Err(failed),
                applied if form_errors.is_empty() => applied,
                _ => Err(ApiError::fields(errors.into_errors())),
            }
        };
        self.write(prefetch, apply).await
    }

    /// Writes as [`Call::write`] does, for operations that keep writes in spite of a refusal: the returned
    /// answer is sent, and everything `apply` wrote is committed.
    pub async fn write_answer<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<Answer, ApiError> + Send + 'static,
    {
        let app = Arc::clone(&self.app);
        let caller = self.caller.clone();
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
    /// Undoes a committed write because a later step failed: runs `undo`, and deletes the answer stored under
    /// the key, so that the request can be sent again. Answers with `refusal`.
    pub async fn undo_write<F>(&self, refusal: ApiError, mut undo: F) -> Answer
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<(), ApiError> + Send + 'static,
    {
        let app = Arc::clone(&self.app);
        let caller = self.caller.clone();
        let key = self.key.clone();
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

/// A reading operation, as named in the router's arm.
pub type ApplyRead<E> =
    fn(&mut Tx<'_>, &Context, &ReadRequest<E>) -> Result<<E as Endpoint>::Success, ApiError>;

/// A writing operation without data fetched beforehand, as named in the router's arm: takes the request,
/// returns the answer.
pub type Apply<E> =
    fn(&mut Tx<'_>, &Context, &mut WriteRequest<'_, E>) -> Result<<E as Endpoint>::Success, ApiError>;

impl<E: Endpoint> Call<E> {
    pub(super) async fn apply(self, apply: Apply<E>) -> Answer {
        let call = Arc::new(self);
        let shared_call = Arc::clone(&call);
        let write = move |tx: &mut Tx<'_>, context: &Context, errors: &mut FieldErrors| {
            let Self { path, query, body, .. } = &*shared_call;
            apply(tx, context, &mut WriteRequest { path, query, body, errors })
        };
        call.write_checked(&[], write).await
    }
}

impl Answer {
    pub(super) fn keyed(outcome: KeyedOutcome<Self>) -> Result<Self, ApiError> {
        match outcome {
            KeyedOutcome::Fresh(answer) => Ok(answer),
            KeyedOutcome::Replay(stored) => Ok(Self::replayed(stored)),
            KeyedOutcome::Reused => Err(ApiError::idempotency_key_reused()),
        }
    }
}
