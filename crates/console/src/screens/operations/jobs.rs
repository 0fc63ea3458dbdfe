//! The jobs of all platforms, those that are due first at the beginning: late ones, and those that were given up.

use askama::Template;
use axum::extract::RawQuery;
use axum::response::Response;
use causeway_domain::Time;

use super::tabs::OperationsTab;
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::{ActionButton, Money, Pager};
use crate::screens::tabs::Tab;
use crate::urls;

/// The flag of the list that leaves out all but failed jobs.
const FAILED: &str = "failed";
/// The state of a job that was given up.
const GIVEN_UP: &str = "FAILED";

answer! {
    struct JobList {
        #[serde(default)]
        next: Option<String>,
        #[serde(default)]
        searched_only: Option<i64>,
        rows: Vec<Job>,
    }

    struct Job {
        job: String,
        platform: String,
        kind: String,
        meaning: String,
        resource: String,
        state: String,
        /// The state in words.
        standing: String,
        due_at: Time,
        attempts: i64,
        last_error: Option<String>,
        amount: Option<Money>,
    }
}

#[derive(Template)]
#[template(path = "jobs.html")]
struct JobsPage {
    frame: Frame,
    tabs: Vec<Tab>,
    /// The page with all jobs.
    path: String,
    /// The page with failed jobs only.
    failed: String,
    is_failed: bool,
    rows: Vec<JobRow>,
    pager: Pager,
}

/// A job, with the page of its payment.
struct JobRow {
    job: Job,
    platform: String,
    href: Option<String>,
    /// The retry of a job that was given up.
    retry: Vec<ActionButton>,
}

/// Serves the jobs.
pub(crate) async fn show(operator: Operator, RawQuery(query): RawQuery) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let is_failed = fields.get(FAILED).is_some();
    let entry = Entry::new("jobs", "list").with_some("before", fields.get("before"));
    let entry = if is_failed { entry.with(FAILED, true) } else { entry };
    let frame = Frame::load(&operator, None, Section::Operations, &entry).await?.titled("Jobs");
    let list: JobList = operator.read(&entry).await?;
    let path = OperationsTab::Jobs.href();
    let filter = [(FAILED, if is_failed { "true" } else { "" })];
    let page = JobsPage {
        tabs: OperationsTab::Jobs.links(&operator),
        failed: urls::with_query(&path, &[(FAILED, "true")]),
        is_failed,
        pager: Pager::new(&path, &filter, list.next.as_deref(), list.searched_only),
        rows: list.rows.into_iter().map(|job| JobRow::of(&operator, &frame, job)).collect(),
        path,
        frame,
    };
    Ok(ok(&page))
}

impl JobRow {
    fn of(operator: &Operator, frame: &Frame, job: Job) -> Self {
        let id = job.resource.split(' ').next().unwrap_or_default();
        let is_given_up = job.state == GIVEN_UP;
        let retry: Vec<String> =
            is_given_up.then(|| format!("causeway jobs retry {}", job.job)).into_iter().collect();
        Self {
            href: urls::resource(&job.platform, id),
            platform: frame.platform_name(&job.platform).unwrap_or_default().to_owned(),
            retry: ActionButton::all(operator, Some(&job.platform), &retry),
            job,
        }
    }
}
