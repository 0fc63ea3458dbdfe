//! The processes that serve.

use askama::Template;
use axum::response::Response;
use causeway_domain::Time;

use super::tabs::OperationsTab;
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::screens::tabs::Tab;

answer! {
    struct ProcessList {
        leased_jobs: i64,
        rows: Vec<Process>,
    }

    struct Process {
        process: String,
        version: String,
        started_at: Time,
        seen_at: Time,
        taken_over_at: Option<Time>,
        is_running: bool,
        verifies_until: Option<Time>,
    }
}

#[derive(Template)]
#[template(path = "processes.html")]
struct ProcessesPage {
    frame: Frame,
    tabs: Vec<Tab>,
    list: ProcessList,
}

/// Serves the processes.
pub(crate) async fn show(operator: Operator) -> Result<Response, Failure> {
    let entry = Entry::new("process", "list");
    let frame = Frame::load(&operator, None, Section::Operations, &entry).await?.titled("Processes");
    let list = operator.read(&entry).await?;
    Ok(ok(&ProcessesPage { frame, tabs: OperationsTab::Processes.links(&operator), list }))
}
