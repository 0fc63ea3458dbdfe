//! The page of an action: its fields, its preview, and what was refused.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;
use causeway_service::operator::{Effect, Kind, OperatorError};
use uuid::Uuid;

use super::call::ActionCall;
use super::field::{ActionField, FieldError, REASON, fields};
use super::preview::{DryRun, Effects};
use super::state::{ResourceState, StateChange};
use crate::answer::decode;
use crate::confirmation::Confirmation;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::render;
use crate::parts::label;

/// The findings about a request, for the page that answers it.
#[derive(Debug)]
pub(super) struct Findings {
    pub(super) status: StatusCode,
    /// `true` before any field is filled in: arguments that do not fit are no mistake yet.
    pub(super) is_first_look: bool,
    /// `true` if other arguments were previewed than the form has.
    pub(super) is_unseen: bool,
    pub(super) errors: Vec<FieldError>,
    pub(super) change: Option<StateChange>,
    pub(super) refusal: Option<OperatorError>,
}

/// The reasons why nothing was done, in a summary above the fields.
struct ProblemSummary {
    title: &'static str,
    message: Option<String>,
    remedy: Option<String>,
}

#[derive(Template)]
#[template(path = "action.html")]
struct ActionPage {
    frame: Frame,
    about: &'static str,
    noun: &'static str,
    label: String,
    /// The page of the resource, or of the list of the noun.
    back: Option<String>,
    subject: Option<String>,
    fields: Vec<ActionField>,
    /// `None` before required fields are filled in, and for a look.
    effects: Option<Effects>,
    is_look: bool,
    /// `true` if the action can be carried out as filled in.
    is_ready: bool,
    problem: Option<ProblemSummary>,
    errors: Vec<FieldError>,
    /// The id of the request, as in the log.
    request: Uuid,
    change: Option<StateChange>,
    is_reason_required: bool,
    is_irreversible: bool,
    confirmation: Confirmation,
    reason: String,
    /// The state that the preview is about.
    state: ResourceState,
    /// The arguments that the preview is about.
    previewed: String,
}

impl Findings {
    /// Returns those of a request in which nothing is wrong.
    pub(super) const fn none() -> Self {
        Self {
            status: StatusCode::OK,
            is_first_look: false,
            is_unseen: false,
            errors: Vec::new(),
            change: None,
            refusal: None,
        }
    }

    /// Returns those of a form that was not carried out as it was filled in.
    pub(super) fn of_form(errors: Vec<FieldError>, is_unseen: bool, change: Option<StateChange>) -> Self {
        let status = match (errors.is_empty(), is_unseen || change.is_some()) {
            (false, _) => StatusCode::BAD_REQUEST,
            (true, true) => StatusCode::CONFLICT,
            (true, false) => StatusCode::OK,
        };
        Self { status, is_unseen, errors, change, ..Self::none() }
    }

    /// Returns those of a form that the entry has refused.
    pub(super) fn of_refusal(error: OperatorError, change: Option<StateChange>) -> Self {
        let status = StatusCode::from_u16(error.kind.status()).unwrap_or(StatusCode::CONFLICT);
        let refusal = Some(error).filter(|_| change.is_none());
        Self { status, change, refusal, ..Self::none() }
    }
}

/// Responds with the page of an action about a resource in this state.
pub(super) async fn respond(
    operator: &Operator,
    call: &ActionCall,
    state: ResourceState,
    mut findings: Findings,
) -> Result<Response, Failure> {
    let entry = call.entry();
    let action = call.action;
    let is_look = !action.has_dry_run();
    let is_complete = call.given.all_errors(action).is_empty();
    let mut effects = None;
    if is_complete && !is_look {
        effects = preview(operator, &entry, &state, &mut findings).await?;
    }
    let Findings { status, is_unseen, mut errors, change, refusal, .. } = findings;
    let in_field = refusal.as_ref().and_then(|error| FieldError::in_refusal(action, error));
    let is_in_field = in_field.is_some();
    errors.extend(in_field);
    let problem = match refusal {
        Some(error) => Some(ProblemSummary::of_refusal(error, is_in_field)),
        None => ProblemSummary::of_form(is_unseen, &errors),
    };
    let confirmation = call.confirmation(operator);
    let label = label(action.verb);
    let frame = Frame::load(operator, call.platform.as_deref(), Section::Elsewhere, &entry).await?;
    let page = ActionPage {
        frame: frame.titled(format!("{label} {}", action.noun)),
        about: action.about,
        noun: action.noun,
        label,
        back: call.back(),
        subject: call.id.clone(),
        fields: fields(action, &call.fields, &call.in_address(), &errors),
        is_ready: effects.is_some() || (is_look && is_complete),
        effects,
        is_look,
        problem,
        errors,
        request: operator.request_id(),
        change,
        is_reason_required: action.is_reason_required,
        is_irreversible: action.effect == Effect::Irreversible,
        confirmation,
        reason: call.fields.get(REASON).unwrap_or_default().to_owned(),
        state,
        previewed: call.digest(),
    };
    Ok(render(status, &page))
}

/// Previews an action. A refusal is added to the findings, unless they have another one.
async fn preview(
    operator: &Operator,
    entry: &Entry,
    state: &ResourceState,
    findings: &mut Findings,
) -> Result<Option<Effects>, Failure> {
    match operator.preview(entry, state.version).await {
        Ok(json) => Ok(Some(decode::<DryRun>(&entry.name(), json)?.would)),
        Err(error) if error.kind == Kind::Failed => Err(error.into()),
        Err(error) => {
            let is_unfilled = findings.is_first_look && error.kind == Kind::Invalid;
            if findings.refusal.is_none() && !is_unfilled {
                findings.refusal = Some(error);
            }
            Ok(None)
        }
    }
}

impl ProblemSummary {
    /// Returns the summary of a refusal, whose message may be at its field already.
    fn of_refusal(error: OperatorError, is_in_field: bool) -> Self {
        let OperatorError { message, remedy, .. } = error;
        Self { title: "Not possible", message: Some(message).filter(|_| !is_in_field), remedy }
    }

    /// Returns the summary of a form that was not carried out; `None` if nothing is wrong with it.
    fn of_form(is_unseen: bool, errors: &[FieldError]) -> Option<Self> {
        let title = "Nothing was done";
        if !errors.is_empty() {
            return Some(Self { title, message: None, remedy: None });
        }
        is_unseen.then(|| Self {
            title,
            message: Some("the fields have changed since their preview".to_owned()),
            remedy: Some("look at the preview below, then repeat".to_owned()),
        })
    }
}

impl ActionPage {
    /// Returns the error of a field of the page that is no argument.
    fn error_of(&self, field: &str) -> Option<&str> {
        self.errors.iter().find(|error| error.field == field).map(|error| error.message.as_str())
    }
}
