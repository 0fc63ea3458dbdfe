//! The operator of a request: a session, and the entries that it calls.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use causeway_domain::Time;
use causeway_service::App;
use causeway_service::operator::{
    self, Action, ActionOutput, Channel, ConsoleSession, Effect, Kind, OperatorError, Request,
};
use causeway_service::runtime::http::RequestId;
use futures_util::{StreamExt, TryStreamExt};
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

use super::access::{session_text, theme};
use super::answer::decode;
use super::console::Console;
use super::entry::Entry;
use super::failure::Failure;
use super::forms::CheckedForm;
use super::page::see_other;
use super::runs::{EntryFuture, Runs};
use super::urls;

/// A signed-in operator.
pub(crate) struct Operator {
    console: Arc<Console>,
    pub(crate) session: ConsoleSession,
    /// The id of the request, as in the log and in the audit trail.
    request: Uuid,
    /// The theme that the browser has chosen.
    pub(crate) theme: Option<&'static str>,
}

/// The parts of a change beside its entry.
#[derive(Debug, Clone, Default)]
pub(crate) struct Change {
    pub(crate) reason: Option<String>,
    /// The version of the resource that the page has shown.
    pub(crate) seen: Option<Time>,
}

impl Operator {
    /// Returns the name in the audit trail.
    pub(crate) fn name(&self) -> &str {
        &self.session.caller.actor.name
    }

    pub(crate) fn app(&self) -> &Arc<App> {
        &self.console.app
    }

    pub(crate) fn runs(&self) -> &Runs {
        &self.console.runs
    }

    pub(crate) const fn request_id(&self) -> Uuid {
        self.request
    }

    /// Returns `true` if the operator's roles have the entry.
    pub(crate) fn may(&self, noun: &str, verb: &str) -> bool {
        operator::admit(&self.session.caller, noun, verb).is_ok()
    }

    /// Returns `true` if the operator has used a passkey within the last five minutes.
    pub(crate) fn is_verified(&self) -> bool {
        self.session.is_verified(self.app().clock.now())
    }

    /// Returns `true` if the operator has a passkey, and has to use it before an action that takes one. `urls::verify`
    /// is the page for it.
    pub(crate) fn needs_passkey(&self) -> bool {
        self.session.needs_passkey(self.app().clock.now())
    }

    /// Calls an entry that reads, and reads the members of its answer that the page shows.
    pub(crate) async fn read<T: DeserializeOwned>(&self, entry: &Entry) -> Result<T, Failure> {
        Ok(self.try_read(entry).await?)
    }

    /// Calls an entry as [`Self::read`].
    ///
    /// # Errors
    /// The refusal of the entry, for a page that explains it.
    pub(crate) async fn try_read<T: DeserializeOwned>(&self, entry: &Entry) -> Result<T, OperatorError> {
        decode(&entry.name(), self.read_json(entry).await?)
    }

    /// Calls an entry that reads, if the operator's roles have it.
    pub(crate) async fn read_if_allowed<T: DeserializeOwned>(
        &self,
        entry: &Entry,
    ) -> Result<Option<T>, Failure> {
        if self.may(entry.noun, entry.verb) { self.read(entry).await.map(Some) } else { Ok(None) }
    }

    /// Calls an entry that reads, and returns its answer.
    pub(crate) async fn read_json(&self, entry: &Entry) -> Result<Value, OperatorError> {
        self.run(entry, Request { arguments: entry.arguments.clone(), ..Request::default() }).await
    }

    /// Previews a change.
    ///
    /// # Errors
    /// The refusal that the change itself would get.
    pub(crate) async fn preview(&self, entry: &Entry, seen: Option<Time>) -> Result<Value, OperatorError> {
        let arguments = entry.arguments.clone();
        self.run(entry, Request { arguments, is_dry_run: true, seen, ..Request::default() }).await
    }

    /// Makes a change. Only a form whose token was checked makes one.
    ///
    /// # Errors
    /// The refusal of the entry.
    pub(crate) async fn change(
        &self,
        _: &CheckedForm,
        entry: &Entry,
        change: Change,
    ) -> Result<Value, OperatorError> {
        let Change { reason, seen } = change;
        let arguments = entry.arguments.clone();
        self.run(entry, Request { arguments, reason, seen, ..Request::default() }).await
    }

    /// Begins a change as [`Self::change`]: it may take longer than the request, and its output may be a stream.
    ///
    /// # Errors
    /// If the operator's roles do not have the entry.
    pub(crate) fn begin(
        &self,
        _: &CheckedForm,
        entry: &Entry,
        change: Change,
    ) -> Result<EntryFuture, OperatorError> {
        let Change { reason, seen } = change;
        let arguments = entry.arguments.clone();
        self.start(entry, Request { arguments, reason, seen, ..Request::default() })
    }

    async fn run(&self, entry: &Entry, request: Request) -> Result<Value, OperatorError> {
        match self.start(entry, request)?.await? {
            ActionOutput::Report { json, .. } => Ok(json),
            ActionOutput::Export(_) => Err(OperatorError::refused(format!("{} is an export", entry.name()))
                .remedy(format!("run the command: {}", entry.command()))),
        }
    }

    fn start(&self, entry: &Entry, request: Request) -> Result<EntryFuture, OperatorError> {
        let admission = operator::admit(&self.session.caller, entry.noun, entry.verb)?;
        if !request.is_dry_run {
            self.check_passkey(entry)?;
        }
        let app = Arc::clone(&self.console.app);
        let id = self.request;
        let explained = move |error| explained(error, id);
        Ok(Box::pin(async move {
            match admission.run(&app, id, request).await.map_err(explained)? {
                ActionOutput::Export(chunks) => Ok(ActionOutput::Export(chunks.map_err(explained).boxed())),
                report @ ActionOutput::Report { .. } => Ok(report),
            }
        }))
    }

    /// Checks that the operator's passkey was used, if there is one and the entry takes it.
    fn check_passkey(&self, entry: &Entry) -> Result<(), OperatorError> {
        if self.needs_passkey() && operator::find(entry.noun, entry.verb).is_some_and(takes_passkey) {
            let message = format!("{} takes your passkey; nothing was done", entry.name());
            return Err(OperatorError::refused(message)
                .remedy("confirm with your passkey, then repeat this within 5 minutes"));
        }
        Ok(())
    }
}

/// Returns `true` for an action that cannot be undone, and for one that gives out what no look shows.
pub(crate) fn takes_passkey(action: &Action) -> bool {
    match action.effect {
        Effect::Irreversible => true,
        Effect::Read => action.is_reason_required,
        Effect::Change => false,
    }
}

/// Returns an error as a page shows it: the cause of a defect is in the log only.
fn explained(error: OperatorError, request: Uuid) -> OperatorError {
    if error.clone().shown_over(Channel::Console) == error {
        return error;
    }
    OperatorError::new(Kind::Failed, format!("the service failed unexpectedly; request {request}"))
        .remedy("find the cause in the log of the server by this request id")
}

impl FromRequestParts<Arc<Console>> for Operator {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, console: &Arc<Console>) -> Result<Self, Response> {
        let app = &console.app;
        let Some(text) = session_text(&parts.headers, console.is_secure) else {
            return Err(see_other(urls::SIGN_IN));
        };
        let known = parts.extensions.get::<RequestId>().map(|id| id.0);
        let request = known.unwrap_or_else(|| app.ids.uuid(app.clock.now()));
        let theme = theme(&parts.headers);
        match ConsoleSession::find(app, &text).await {
            Ok(Some(session)) => Ok(Self { console: Arc::clone(console), session, request, theme }),
            Ok(None) => Err(see_other(urls::SIGN_IN)),
            Err(error) => Err(Failure::from(error).into_response()),
        }
    }
}
