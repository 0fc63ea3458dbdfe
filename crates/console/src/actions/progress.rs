//! The progress of an action that takes longer than a page waits.

use std::sync::Arc;

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use bytes::Bytes;
use causeway_domain::Time;
use causeway_service::operator::{self, Kind, OperatorError};
use serde_json::Value;
use uuid::Uuid;

use crate::failure::Failure;
use crate::forms::CheckedForm;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::{ok, see_other};
use crate::parts::{Member, label, members};
use crate::runs::{EntryRun, RunPhase};
use crate::urls;

#[derive(Template)]
#[template(path = "progress.html")]
struct ProgressPage {
    frame: Frame,
    href: String,
    /// The page of the resource.
    back: Option<String>,
    began_at: Time,
    /// The id of the request that began it, as in the audit trail.
    request: Uuid,
    heading: &'static str,
    is_under_way: bool,
    is_cancellable: bool,
    /// The members of the last line of progress, or of the answer.
    members: Vec<Member>,
    refusal: Option<OperatorError>,
}

/// Serves the progress of a run.
pub(super) async fn show(operator: Operator, Path(id): Path<String>) -> Result<Response, Failure> {
    let run = find(&operator, &id)?;
    let origin = &run.origin;
    let platform = origin.platform.as_deref();
    let frame = Frame::load(&operator, platform, Section::Elsewhere, &origin.entry).await?;
    let mut page = ProgressPage {
        frame: frame.titled(format!("{} {}", label(origin.entry.verb), origin.entry.noun)),
        href: urls::run(origin.id),
        back: origin.back.clone(),
        began_at: origin.began_at,
        request: origin.id,
        heading: "",
        is_under_way: false,
        is_cancellable: false,
        members: Vec::new(),
        refusal: None,
    };
    match run.phase() {
        RunPhase::UnderWay(line) => {
            page.is_under_way = true;
            page.is_cancellable = is_cancellable(&run);
            page.describe("Under way", &line);
        }
        RunPhase::Complete(answer) => page.describe("Done", &answer),
        RunPhase::Cancelled(line) => page.describe("Cancelled: what was done until then stays", &line),
        RunPhase::Refused(error) => {
            page.describe("Not possible", &Value::Null);
            page.refusal = Some(error);
        }
    }
    Ok(ok(&page))
}

/// Ends a run between two of its steps.
pub(super) async fn cancel(
    operator: Operator,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, Failure> {
    CheckedForm::read(&operator.session, &body)?;
    let run = find(&operator, &id)?;
    if is_cancellable(&run) {
        run.cancel();
    }
    Ok(see_other(&urls::run(run.origin.id)))
}

/// Returns `true` if the run has steps, each of which is complete in itself.
fn is_cancellable(run: &EntryRun) -> bool {
    let entry = &run.origin.entry;
    operator::find(entry.noun, entry.verb).is_some_and(|action| action.reports_progress)
}

fn find(operator: &Operator, id: &str) -> Result<Arc<EntryRun>, Failure> {
    let known = id.parse().ok().and_then(|id| operator.runs().find(id, operator.session.id));
    known.ok_or_else(|| {
        let message = "this work is not known here: it ended some time ago, or another process does it";
        let error = OperatorError::new(Kind::NotFound, message);
        error.remedy("open the page again in a moment, or see in the audit trail what was done").into()
    })
}

impl ProgressPage {
    fn describe(&mut self, heading: &'static str, json: &Value) {
        self.heading = heading;
        self.members = members(json);
    }
}
