//! Integration tests of claims, fencing and failures.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{JobId, QuoteId};
use causeway_store::jobs::{self, JobRecord, JobState};
use causeway_store::{alerts, outbox};
use causeway_testing::wait;
use causeway_wire::webhooks::EventType;
use tokio::sync::watch;

use super::run::{attempt, claim};
use super::{ClaimedJob, MAX_ATTEMPTS, Next, Work, keep_running, run_due, schedule, schedule_as, withdraw};
use crate::background::Background;
use crate::fixture::{Fixture, START, millis};
use crate::runtime::context::Context;
use crate::runtime::{events, timers, upkeep};

impl Fixture {
    /// Schedules work on a quote that does not exist, so that it fails when run.
    async fn schedule(&self, resource: &'static str, due_at: Time) {
        let app = Arc::clone(&self.app);
        let platform = self.platform;
        let quote: QuoteId = self.app.ids.next(START);
        self.write(move |tx| {
            let context = Context::read(tx, &app, platform)?;
            schedule(tx, &context, &Work::ExpireQuote { quote }, &resource, due_at)
        })
        .await;
    }

    async fn claim(&self) -> Vec<ClaimedJob> {
        claim(&self.app, None, 10).await.unwrap()
    }

    async fn claim_one(&self) -> ClaimedJob {
        let mut claimed = self.claim().await;
        assert_eq!(claimed.len(), 1);
        claimed.remove(0)
    }

    async fn job(&self, job: JobId) -> Option<JobRecord> {
        let platform = self.platform;
        self.write(move |tx| Ok(jobs::find(tx, platform, job)?)).await
    }
}

fn resources(claimed: &[ClaimedJob]) -> Vec<&str> {
    claimed.iter().map(|job| job.record().resource.as_str()).collect()
}

#[tokio::test]
async fn work_on_one_resource_is_done_one_at_a_time_in_the_order_in_which_it_is_due() {
    let fixture = Fixture::new().await;
    fixture.schedule("Quote:1", START).await;
    fixture.schedule("Quote:1", START.minus(millis(5))).await;
    fixture.schedule("Quote:2", START).await;
    fixture.schedule("Quote:3", START.plus(millis(1))).await;
    let first = fixture.claim().await;
    assert_eq!(resources(&first), ["Quote:1", "Quote:2"]);
    assert_eq!(first[0].record().due_at, START.minus(millis(5)));
    assert_eq!(fixture.claim().await.len(), 0, "one is under way and one not due");
    first[0].conclude(&[], |_, _| Ok(Next::Done)).await.unwrap();
    assert_eq!(fixture.job(first[0].record().id).await, None);
    fixture.clock.advance(millis(1));
    assert_eq!(resources(&fixture.claim().await), ["Quote:1", "Quote:3"]);
}

#[tokio::test]
async fn a_further_step_of_the_same_work_starts_with_fresh_attempts() {
    let fixture = Fixture::new().await;
    fixture.schedule("Quote:1", START).await;
    let at = START.plus(millis(2_000));
    fixture.claim_one().await.conclude(&[], move |_, _| Ok(Next::Again { at })).await.unwrap();
    assert_eq!(fixture.claim().await.len(), 0);
    fixture.clock.advance(millis(2_000));
    assert_eq!(fixture.claim_one().await.record().attempts, 1);
}

#[tokio::test]
async fn an_outcome_after_the_claim_has_run_out_changes_nothing() {
    let fixture = Fixture::new().await;
    fixture.schedule("Quote:1", START).await;
    let asleep = fixture.claim_one().await;
    fixture.clock.advance(timers::JOB_LEASE);
    let awake = fixture.claim_one().await;
    let effect = |tx: &mut causeway_store::Tx<'_>, context: &Context| {
        events::emit(tx, context, EventType::Test, &"Quote:1", &())?;
        Ok(Next::Done)
    };
    assert!(asleep.conclude(&[], effect).await.is_err());
    let platform = fixture.platform;
    let filter = outbox::Filter::default();
    let events = fixture.write(move |tx| Ok(outbox::count(tx, platform, &filter)?)).await;
    assert_eq!(
        (events, fixture.job(awake.record().id).await.map(|job| job.state)),
        (Some(0), Some(JobState::Leased))
    );
    awake.conclude(&[], effect).await.unwrap();
    assert_eq!(fixture.job(awake.record().id).await, None);
}

#[tokio::test]
async fn a_failing_job_is_delayed_longer_each_time_and_then_raises_an_alert() {
    let fixture = Fixture::new().await;
    fixture.schedule("Quote:1", START).await;
    let job = fixture.claim_one().await;
    let id = job.record().id;
    job.conclude_failed("first".to_owned().into()).await;
    for attempt in 2..=MAX_ATTEMPTS {
        let wait = millis(1_000 << (attempt - 2));
        fixture.clock.advance(wait - millis(1));
        assert_eq!(run_due(&fixture.app, None, 10).await.unwrap(), 0, "attempt {attempt} comes too early");
        fixture.clock.advance(millis(1));
        assert_eq!(run_due(&fixture.app, Some(fixture.platform), 10).await.unwrap(), 1, "attempt {attempt}");
    }
    let failed = fixture.job(id).await.unwrap();
    assert_eq!((failed.state, failed.attempts), (JobState::Failed, MAX_ATTEMPTS));
    assert!(failed.last_error.unwrap().contains("INTERNAL_ERROR"));
    let alerts = fixture.write(|tx| Ok(alerts::list(tx, false, 10)?)).await;
    assert_eq!((alerts.len(), &alerts[0].kind[..], &alerts[0].subject), (1, "JOB_POISONED", &id.to_string()));
    fixture.clock.advance(timers::JOB_LEASE * 100);
    assert_eq!(run_due(&fixture.app, None, 10).await.unwrap(), 0);
    // The alert is open until the job is retried.
    let platform = fixture.platform;
    assert_eq!(upkeep::close_alerts(&fixture.app).await, Ok(0));
    assert!(fixture.write(move |tx| Ok(jobs::retry_failed(tx, platform, id)?)).await);
    assert_eq!(upkeep::close_alerts(&fixture.app).await, Ok(1));
    let closed = fixture.write(|tx| Ok(alerts::list(tx, true, 10)?)).await;
    assert_eq!(closed[0].closed.as_ref().unwrap().1, "the service");
}

#[tokio::test]
async fn a_job_that_crashes_its_process_is_finally_abandoned() {
    let fixture = Fixture::new().await;
    fixture.schedule("Quote:1", START).await;
    let id = fixture.claim_one().await.record().id;
    for _ in 1..MAX_ATTEMPTS {
        fixture.clock.advance(timers::JOB_LEASE);
        drop(fixture.claim_one().await);
    }
    fixture.clock.advance(timers::JOB_LEASE);
    assert_eq!(run_due(&fixture.app, None, 10).await, Ok(1));
    let failed = fixture.job(id).await.unwrap();
    assert_eq!((failed.state, failed.attempts), (JobState::Failed, MAX_ATTEMPTS + 1));
    assert!(failed.last_error.unwrap().contains("did not come to an end"));
    let alerts = fixture.write(|tx| Ok(alerts::list(tx, false, 10)?)).await;
    assert_eq!((alerts.len(), &alerts[0].kind[..], &alerts[0].subject), (1, "JOB_POISONED", &id.to_string()));
}

#[tokio::test]
async fn a_defect_in_the_work_is_a_failed_attempt() {
    let ended = attempt(async { panic!("a defect") }).await;
    assert!(ended.unwrap_err().reason.contains("panicked"));
    assert_eq!(attempt(async { Ok(()) }).await, Ok(()));
}

#[tokio::test]
async fn a_withdrawn_job_is_not_run() {
    let fixture = Fixture::new().await;
    let app = Arc::clone(&fixture.app);
    let platform = fixture.platform;
    let id: JobId = fixture.app.ids.next(START);
    let quote: QuoteId = fixture.app.ids.next(START);
    let write = move |tx: &mut causeway_store::Tx<'_>, is_wanted: bool| {
        let context = Context::read(tx, &app, platform)?;
        if is_wanted {
            schedule_as(tx, &context, id, &Work::ExpireQuote { quote }, &quote, START)
        } else {
            withdraw(tx, &context, id)
        }
    };
    for is_wanted in [true, false] {
        let write = write.clone();
        fixture.write(move |tx| write(tx, is_wanted)).await;
        assert_eq!(fixture.job(id).await.is_some(), is_wanted);
    }
    assert_eq!(fixture.claim().await.len(), 0);
}

/// Starts the background tasks of a process with this many concurrent jobs.
fn begin(fixture: &Fixture, jobs: usize) -> (watch::Sender<bool>, Background) {
    let (stop, stopping) = watch::channel(false);
    (stop, Background::start(&fixture.app, jobs, &stopping))
}

async fn backlog(fixture: &Fixture) -> jobs::Backlog {
    fixture.write(|tx| Ok(jobs::backlog(tx)?)).await
}

#[tokio::test]
async fn the_runner_takes_up_work_by_itself_and_stops_when_asked() {
    let fixture = Fixture::new().await;
    let (stop, running) = begin(&fixture, 16);
    fixture.schedule("Quote:1", START).await;
    wait::until("a first attempt", wait::PATIENCE, || async {
        let backlog = backlog(&fixture).await;
        if backlog.leased == 1 { Ok(()) } else { Err(format!("{backlog:?}")) }
    })
    .await;
    stop.send_replace(true);
    running.ended().await;
}

#[tokio::test(start_paused = true)]
async fn a_process_that_is_to_run_no_jobs_leaves_them_to_others() {
    let fixture = Fixture::new().await;
    let (_stop, _answering) = begin(&fixture, 0);
    fixture.schedule("Quote:1", START).await;
    timers::pause(timers::POLL * 10).await;
    assert_eq!((backlog(&fixture).await.due, backlog(&fixture).await.leased), (1, 0));
    let (_stop, _working) = begin(&fixture, 1);
    timers::pause(timers::POLL).await;
    assert_eq!((backlog(&fixture).await.due, backlog(&fixture).await.leased), (0, 1));
}

#[tokio::test(start_paused = true)]
async fn a_burst_is_claimed_in_few_batches_and_an_idle_runner_only_looks() {
    let fixture = Fixture::new().await;
    let app = Arc::clone(&fixture.app);
    let platform = fixture.platform;
    fixture
        .write(move |tx| {
            let context = Context::read(tx, &app, platform)?;
            (0..100).try_for_each(|_| {
                let quote: QuoteId = app.ids.next(START);
                schedule(tx, &context, &Work::ExpireQuote { quote }, &quote, START)
            })
        })
        .await;
    let before = fixture.app.store.counts();
    let (stop, stopping) = watch::channel(false);
    tokio::spawn(keep_running(Arc::clone(&fixture.app), stopping, 16));
    timers::pause(timers::POLL / 2).await;
    let worked = fixture.app.store.counts();
    // Each job fails: its outcome is refused, and then its failure is saved.
    assert_eq!(worked.runs - before.runs - 2 * 100, 7, "claims of 16 jobs");
    timers::pause(timers::POLL * 10).await;
    let idle = fixture.app.store.counts();
    assert_eq!((idle.runs - worked.runs, idle.statements - worked.statements), (10, 20));
    assert_eq!(idle.commits, worked.commits, "nothing is written when nothing is due");
    stop.send_replace(true);
}
