//! The outcome of an action: the page of its resource, its answer, or a file.

use askama::Template;
use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use causeway_service::operator::ExportStream;
use serde_json::Value;

use super::call::ActionCall;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::{ok, see_other};
use crate::parts::{CommandLink, Member, commands, label, members};
use crate::urls;

#[derive(Template)]
#[template(path = "outcome.html")]
struct OutcomePage {
    frame: Frame,
    /// The page that has led to the action.
    back: Option<String>,
    members: Vec<Member>,
    next: Vec<CommandLink>,
    /// `true` if the answer has a secret, which no page shows again.
    has_secret: bool,
}

/// Leads to the page of the resource, or shows the answer.
pub(super) async fn done(
    operator: &Operator,
    call: &ActionCall,
    answer: &Value,
) -> Result<Response, Failure> {
    let action = call.action;
    if let Some(page) = call.destination().filter(|_| action.has_dry_run()) {
        return Ok(see_other(&urls::with_query(&page, &[("done", action.verb)])));
    }
    let platform = call.platform.as_deref();
    let frame = Frame::load(operator, platform, Section::Elsewhere, &call.entry()).await?;
    Ok(ok(&OutcomePage {
        frame: frame.titled(format!("{} {}", label(action.verb), action.noun)),
        back: call.back(),
        members: members(answer),
        next: CommandLink::all(platform, &commands(answer)),
        has_secret: call.shows_secret(),
    }))
}

/// Responds with the file of an export.
pub(super) fn file(call: &ActionCall, chunks: ExportStream) -> Response {
    let name = format!("{}-{}", call.action.noun, call.action.verb);
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, Body::from_stream(chunks)).into_response()
}
