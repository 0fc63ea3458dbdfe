//! The handlers of action pages. A page previews; its form previews again, or acts.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use axum::routing::get;
use bytes::Bytes;
use causeway_service::operator::{ActionOutput, ExportStream, Kind, OperatorError};
use serde_json::Value;

use super::call::{ActionCall, ActionPath};
use super::field::REASON;
use super::page::{Findings, respond};
use super::state::{ResourceState, StateChange};
use super::{outcome, progress};
use crate::console::Console;
use crate::failure::Failure;
use crate::forms::{CheckedForm, Fields};
use crate::operator::{Change, Operator};
use crate::page::see_other;
use crate::runs::{EntryRun, RunOrigin, RunPhase};
use crate::urls;

/// The field with the arguments that the page has previewed.
const PREVIEWED: &str = "previewed";

/// The end of an action that was carried out.
enum ActionEnd {
    Answer(Value),
    File(ExportStream),
    /// It goes on: the page with its progress.
    UnderWay(String),
}

/// Returns the routes of all actions: those on resources with pages below these, others by their names.
pub(crate) fn router() -> Router<Arc<Console>> {
    let general = Router::new()
        .route(urls::PLATFORM_ACTION, get(show).post(submit))
        .route(urls::DEPLOYMENT_ACTION, get(show).post(submit))
        .route(urls::RUN, get(progress::show).post(progress::cancel));
    urls::COLLECTIONS.iter().fold(general, |router, collection| {
        let noun = collection.noun;
        let of_noun = move |path: ActionPath| ActionPath { noun: Some(noun.to_owned()), ..path };
        let page = move |operator: Operator, Path(path): Path<ActionPath>, query: RawQuery| {
            show(operator, Path(of_noun(path)), query)
        };
        let form = move |operator: Operator, Path(path): Path<ActionPath>, body: Bytes| {
            submit(operator, Path(of_noun(path)), body)
        };
        router.route(&urls::action_pattern(collection), get(page).post(form))
    })
}

async fn show(
    operator: Operator,
    Path(path): Path<ActionPath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let call = ActionCall::new(&operator, path, Fields::parse(&query.unwrap_or_default()))?;
    let state = call.present_state(&operator).await?;
    let findings = Findings { is_first_look: true, ..Findings::none() };
    respond(&operator, &call, state, findings).await
}

async fn submit(operator: Operator, Path(path): Path<ActionPath>, body: Bytes) -> Result<Response, Failure> {
    let form = CheckedForm::read(&operator.session, &body)?;
    let fields = Fields::parse(&String::from_utf8_lossy(&body));
    let call = ActionCall::new(&operator, path, fields)?;
    if form.get("step") == Some("act") {
        return act(&operator, &form, &call).await;
    }
    let errors = call.given.all_errors(call.action);
    respond_to_form(&operator, &call, |change| Findings::of_form(errors, false, change)).await
}

/// Carries an action out, if its form is complete and the operator has seen what it would do.
async fn act(operator: &Operator, form: &CheckedForm, call: &ActionCall) -> Result<Response, Failure> {
    let errors = call.errors(operator);
    let is_unseen = form.get(PREVIEWED).is_some_and(|digest| digest != call.digest());
    if is_unseen || !errors.is_empty() {
        let findings = |change| Findings::of_form(errors, is_unseen, change);
        return respond_to_form(operator, call, findings).await;
    }
    match carry_out(operator, form, call).await {
        Ok(ActionEnd::Answer(answer)) => outcome::done(operator, call, &answer).await,
        Ok(ActionEnd::File(chunks)) => Ok(outcome::file(call, chunks)),
        Ok(ActionEnd::UnderWay(progress)) => Ok(see_other(&progress)),
        Err(error) if error.kind == Kind::Failed => Err(error.into()),
        Err(error) => respond_to_form(operator, call, |change| Findings::of_refusal(error, change)).await,
    }
}

/// Responds to a form that was not carried out, with the change of its resource since its page, if there is one.
async fn respond_to_form(
    operator: &Operator,
    call: &ActionCall,
    findings: impl FnOnce(Option<StateChange>) -> Findings,
) -> Result<Response, Failure> {
    let state = call.present_state(operator).await?;
    let change = StateChange::between(ResourceState::of_form(&call.fields), &state);
    respond(operator, call, state, findings(change)).await
}

async fn carry_out(
    operator: &Operator,
    form: &CheckedForm,
    call: &ActionCall,
) -> Result<ActionEnd, OperatorError> {
    let entry = call.entry();
    let change = Change {
        reason: form.get(REASON).map(str::to_owned),
        seen: ResourceState::of_form(form.fields()).version,
    };
    let output = operator.begin(form, &entry, change)?;
    if call.is_file() {
        return Ok(match output.await? {
            ActionOutput::Export(chunks) => ActionEnd::File(chunks),
            ActionOutput::Report { json, .. } => ActionEnd::Answer(json),
        });
    }
    let origin = RunOrigin {
        id: operator.request_id(),
        session: operator.session.id,
        entry,
        platform: call.platform.clone(),
        back: call.back(),
        began_at: operator.app().clock.now(),
    };
    let run = Arc::new(EntryRun::begin(origin, output));
    // A secret is shown once, hence not on a page that can be opened again.
    let phase = if call.shows_secret() { run.ended().await } else { run.ended_in_time().await };
    match phase {
        RunPhase::Complete(answer) => Ok(ActionEnd::Answer(answer)),
        RunPhase::Refused(error) => Err(error),
        RunPhase::UnderWay(_) | RunPhase::Cancelled(_) => {
            let page = urls::run(run.origin.id);
            operator.runs().remember(run);
            Ok(ActionEnd::UnderWay(page))
        }
    }
}
