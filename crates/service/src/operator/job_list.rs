//! `jobs list`: by the time at which they are due, with the payments that they are about.

use std::collections::HashMap;

use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::{CustomerId, JobId, PlatformId, QuoteId, TransactionId};
use causeway_domain::search::ResourceKind;
use causeway_domain::{RangeStart, Time};
use causeway_store::jobs::{self, JobRecord, JobState, JobWalk};
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::{Tx, quotes};
use serde::Serialize;

use super::list_page::{BEFORE, LIMIT, ListPage, list_page, narrow, page, whole};
use super::{Answer, Call, Money, arguments, default_number, flag, option};
use crate::runtime::jobs::Work;

/// The endings of the resources of a payment's jobs that may run beside its others.
const OF_PAYMENTS: [&str; 3] = ["", " waiting", " approval"];

arguments! {
    pub(super) struct ListRequest {
        #[serde(default)]
        failed: bool = flag("Only failed jobs, which have used up their attempts"),
        kind: Option<String> = option("Only jobs of this kind, such as ASK_PAYOUT"),
        resource: Option<String> = option("Only jobs of this resource, such as Transaction:…")
            .id_or_text(ResourceKind::ALL),
        since: Option<RangeStart> = option("Only those due at or after this instant, such as 2025-10-03T00:00:00Z"),
        until: Option<Time> = option("Only those due at or before this instant"),
        #[serde(default = "default_number::<50>")]
        limit: u32 = LIMIT,
        before: Option<String> = BEFORE,
    }
}

/// A job, with the payment that it is about.
#[derive(Serialize)]
pub(super) struct JobRow {
    job: JobId,
    platform: PlatformId,
    kind: String,
    meaning: &'static str,
    resource: String,
    state: &'static str,
    /// The state in words.
    standing: &'static str,
    /// On the platform's clock.
    due_at: Time,
    /// `None` if the job was given up.
    next_try: Option<Time>,
    attempts: u32,
    last_error: Option<String>,
    /// The amount sent by the payment, or received if none is sent.
    amount: Option<Money>,
    customer: Option<CustomerId>,
    rail: Option<PaymentRail>,
}

/// Lists the jobs of the caller's platforms, those that are due first at the beginning.
pub(super) fn list(tx: &mut Tx<'_>, call: &Call, list: &ListRequest) -> Answer<ListPage<JobRow>> {
    let asked = Page { order: Order::Ascending, ..page(list.limit, list.before.as_deref())? };
    let platforms: Vec<PlatformId> = call.platform.all(tx)?.into_iter().map(|platform| platform.id).collect();
    let mut read = |page: &Page| jobs_behind(tx, &platforms, list, page);
    let found = match &list.kind {
        None => whole(read(&asked)?),
        Some(kind) => narrow(&asked, read, JobRecord::position, |job| job.kind == *kind)?,
    };
    let subjects = Subjects::of(tx, &platforms, &found.rows)?;
    Ok(list_page(found, list.limit, JobRecord::position, |job| subjects.row(job)))
}

/// Returns a page of the jobs of several platforms, and one more if others follow.
fn jobs_behind(
    tx: &mut Tx<'_>,
    platforms: &[PlatformId],
    list: &ListRequest,
    page: &Page,
) -> Answer<Vec<JobRecord>> {
    let walk = JobWalk {
        is_failed: list.failed,
        since: list.since.map(|RangeStart(first)| first),
        until: list.until,
    };
    let mut found = Vec::new();
    for platform in platforms {
        found.extend(match &list.resource {
            None => jobs::walk(tx, *platform, &walk, page.after, page.limit)?,
            Some(resource) => jobs_of(tx, *platform, resource, &walk, page)?,
        });
    }
    found.sort_by_key(JobRecord::position);
    found.truncate(usize::try_from(page.limit).unwrap_or(usize::MAX).saturating_add(1));
    Ok(found)
}

/// Returns the jobs of a resource that a walk has behind a page. A resource has few.
fn jobs_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    resource: &str,
    walk: &JobWalk,
    page: &Page,
) -> Answer<Vec<JobRecord>> {
    let resources = OF_PAYMENTS.map(|ending| format!("{resource}{ending}"));
    let mut found = jobs::of_resources(tx, platform, &resources)?;
    found.retain(|job| {
        page.after.is_none_or(|after| job.position() > after)
            && (!walk.is_failed || job.state == JobState::Failed)
            && walk.since.is_none_or(|since| job.due_at >= since)
            && walk.until.is_none_or(|until| job.due_at <= until)
    });
    Ok(found)
}

/// The payments that jobs are about.
pub(super) struct Subjects {
    payments: HashMap<TransactionId, PaymentRecord>,
    quotes: HashMap<QuoteId, TransactionId>,
}

impl Subjects {
    pub(super) fn of(tx: &mut Tx<'_>, platforms: &[PlatformId], jobs: &[JobRecord]) -> Answer<Self> {
        let mut subjects = Self { payments: HashMap::new(), quotes: HashMap::new() };
        for platform in platforms {
            let own: Vec<&JobRecord> = jobs.iter().filter(|job| job.platform == *platform).collect();
            let quotes: Vec<QuoteId> = own.iter().copied().filter_map(resource).collect();
            let of_quotes = quotes::payments_of(tx, *platform, &quotes)?;
            let mut ids: Vec<TransactionId> = own.iter().copied().filter_map(resource).collect();
            ids.extend(of_quotes.iter().map(|(_, transaction)| *transaction));
            let payments = payments::among(tx, *platform, &ids)?;
            subjects.payments.extend(payments.into_iter().map(|payment| (payment.id, payment)));
            subjects.quotes.extend(of_quotes);
        }
        Ok(subjects)
    }

    /// Returns the payment that a job is about.
    fn payment(&self, job: &JobRecord) -> Option<&PaymentRecord> {
        let of_quote = || resource(job).and_then(|quote: QuoteId| self.quotes.get(&quote).copied());
        self.payments.get(&resource(job).or_else(of_quote)?)
    }

    /// Returns the id of the payment that a job is about.
    pub(super) fn transaction(&self, job: &JobRecord) -> Option<TransactionId> {
        self.payment(job).map(|payment| payment.id)
    }

    /// Returns the amount sent by the payment that a job is about, or received if none is sent.
    pub(super) fn amount(&self, job: &JobRecord) -> Option<Money> {
        let terms = &self.payment(job)?.terms;
        terms.sent.or(terms.received).map(Money::from)
    }

    fn row(&self, job: JobRecord) -> JobRow {
        let payment = self.payment(&job);
        let amount = self.amount(&job);
        let customer = payment.and_then(|payment| payment.customer);
        let rail = payment.and_then(PaymentRecord::rail);
        let work = Work::from_payload(&job.payload);
        JobRow {
            job: job.id,
            platform: job.platform,
            meaning: work.as_ref().map_or("a kind unknown to this version", Work::meaning),
            state: job.state.as_str(),
            standing: job.state.meaning(),
            due_at: job.due_at,
            next_try: Some(job.due_at).filter(|_| job.state != JobState::Failed),
            attempts: job.attempts,
            amount,
            customer,
            rail,
            kind: job.kind,
            resource: job.resource,
            last_error: job.last_error,
        }
    }
}

/// Returns the id at the beginning of a job's resource, if it is of this type.
fn resource<I: std::str::FromStr>(job: &JobRecord) -> Option<I> {
    job.resource.split(' ').next()?.parse().ok()
}
