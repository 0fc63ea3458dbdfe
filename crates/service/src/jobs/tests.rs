//! Claiming, fencing, failing.

use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{JobId, QuoteId};
use causeway_store::jobs::{self, JobRecord, JobState};
use causeway_store::{alerts, outbox};
use causeway_testing::wait;
use causeway_wire::webhooks::EventType;
use tokio::sync::watch;

use super::run::claim;
use super::{ATTEMPTS_MAX, Claimed, Next, Work, keep_running, run_due, schedule};
use crate::fixture::{Fixture, START, millis};
use crate::http::Context;
use crate::{events, timers};

impl Fixture {
    /// Leaves work on a quote that does not exist, so that it fails when it is run.
    async fn schedule(&self, resource: &'static str, due_at: Time) {
        let (app, platform) = (Arc::clone(&self.app), self.platform);
        let quote: QuoteId = self.app.ids.next(START);
        self.write(move |tx| {
            let context = Context::read(tx, &app, platform)?;
            schedule(tx, &context, &Work::ExpireQuote { quote }, &resource, due_at)
        })
        .await;
    }

    async fn claim(&self) -> Vec<Claimed> {
        claim(&self.app, None, 10).await.unwrap()
    }

    async fn claim_one(&self) -> Claimed {
        let mut claimed = self.claim().await;
        assert_eq!(claimed.len(), 1);
        claimed.remove(0)
    }

    async fn job(&self, job: JobId) -> Option<JobRecord> {
        let platform = self.platform;
        self.write(move |tx| Ok(jobs::find(tx, platform, job)?)).await
    }
}

fn resources(claimed: &[Claimed]) -> Vec<&str> {
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
async fn what_keeps_failing_is_held_back_longer_each_time_and_then_shown_to_an_operator() {
    let fixture = Fixture::new().await;
    fixture.schedule("Quote:1", START).await;
    let job = fixture.claim_one().await;
    let id = job.record().id;
    job.conclude_failed("first".to_owned()).await;
    for attempt in 2..=ATTEMPTS_MAX {
        let wait = millis(1_000 << (attempt - 2));
        fixture.clock.advance(wait - millis(1));
        assert_eq!(run_due(&fixture.app, None, 10).await.unwrap(), 0, "attempt {attempt} comes too early");
        fixture.clock.advance(millis(1));
        assert_eq!(run_due(&fixture.app, Some(fixture.platform), 10).await.unwrap(), 1, "attempt {attempt}");
    }
    let failed = fixture.job(id).await.unwrap();
    assert_eq!((failed.state, failed.attempts), (JobState::Failed, ATTEMPTS_MAX));
    assert!(failed.last_error.unwrap().contains("INTERNAL_ERROR"));
    let alerts = fixture.write(|tx| Ok(alerts::list(tx, false, 10)?)).await;
    assert_eq!((alerts.len(), &alerts[0].kind[..], &alerts[0].subject), (1, "JOB_POISONED", &id.to_string()));
    fixture.clock.advance(timers::JOB_LEASE * 100);
    assert_eq!(run_due(&fixture.app, None, 10).await.unwrap(), 0);
}

#[tokio::test]
async fn the_runner_takes_up_work_by_itself_and_stops_when_told() {
    let fixture = Fixture::new().await;
    let (stop, stopped) = watch::channel(false);
    let running = tokio::spawn(keep_running(Arc::clone(&fixture.app), stopped));
    fixture.schedule("Quote:1", START).await;
    let platform = fixture.platform;
    wait::until("a first attempt", wait::PATIENCE, || async {
        let backlog =
            fixture.write(move |tx| Ok((jobs::backlog(tx)?, jobs::earliest_due(tx, platform)?))).await;
        if backlog.0.leased == 1 { Ok(()) } else { Err(format!("{backlog:?}")) }
    })
    .await;
    stop.send_replace(true);
    running.await.unwrap();
}
