//! All real-time durations of the service, and the only place that sleeps.

use std::time::Duration;

use causeway_rail_protocol::limits;

/// Deadline of a request.
pub const REQUEST_DEADLINE: Duration = Duration::from_secs(30);
/// Deadline of a request with a form, whose file may be large.
pub const FORM_DEADLINE: Duration = Duration::from_mins(5);
/// Timeout for the first request on a new connection.
pub const FIRST_REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for the head of each further request, and so the maximum idle time of a connection.
pub const NEXT_REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout for the body of a request to arrive; for a form, for each piece of it.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(15);
/// Time that an exiting process waits for threads with long work.
pub const LAST_WORK_TIMEOUT: Duration = Duration::from_secs(2);
/// Timeout for the database in a readiness probe.
pub const PROBE_TIMEOUT: Duration = Duration::from_secs(2);
/// Time that a stopping process lets running requests and deliveries finish.
pub const DRAIN_TIMEOUT: Duration = Duration::from_secs(20);
/// Timeout for an outbound connection: name, TCP and TLS (conventions 11.4).
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum idle time of an outbound connection.
pub const IDLE_CONNECTION_TIMEOUT: Duration = Duration::from_secs(1);
/// Timeout for a signed request to a service of the operator, including its second attempt. Shorter than the
/// limits of a job and of an API request.
pub const SIGNED_REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Backoff before the only retry of a failed connection.
pub const RECONNECT_BACKOFF: Duration = Duration::from_millis(250);
/// Timeout for a webhook delivery attempt (conventions 11.4).
pub const DELIVERY_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout for the delivery of a `TEST` event.
pub const TEST_DELIVERY_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for a platform's answer about a payment that needs its approval (conventions 12).
pub const APPROVAL: Duration = Duration::from_secs(5);
/// Timeout for another platform of this deployment to answer a pay request: to be asked, and to decide (uma
/// 6.2).
pub const PAY_REQUEST: Duration = Duration::from_secs(8);
/// Timeout for one message to another UMA provider (uma 2).
pub const UMA_EXCHANGE: Duration = Duration::from_secs(10);
/// Time that a stranger's message waits for the permit to fetch the keys of its provider.
pub const UMA_FETCH_PERMIT: Duration = Duration::from_secs(1);
/// Timeout for all messages of one API request. Shorter than [`REQUEST_DEADLINE`], so that the request still
/// ends with an error of its own.
pub const UMA_BUDGET: Duration = Duration::from_secs(25);
/// First polling interval for the decision of a platform about a payment. It is doubled each time.
pub const PAY_REQUEST_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Longest polling interval for that decision.
pub const PAY_REQUEST_POLL_INTERVAL_MAX: Duration = Duration::from_millis(200);
/// Timeout for a delivery attempt while a clock is being advanced.
pub const ADVANCE_DELIVERY_TIMEOUT: Duration = Duration::from_secs(2);
/// Time that a first delivery attempt waits for the previous one of the same resource to end.
pub const PREVIOUS_ATTEMPT_WAIT: Duration = Duration::from_millis(500);
/// Lateness from which a first delivery attempt no longer waits for another.
pub const LATE_AFTER: Duration = Duration::from_secs(1);
/// Interval between two beats of a process that shares its database.
pub const BEAT_INTERVAL: Duration = Duration::from_secs(1);
/// Longest time between two beats without a gap, and timeout for a beat.
pub const BEAT_GAP: Duration = Duration::from_secs(2);
/// Age of its last beat from which the leases of a process end.
pub const SILENCE: Duration = Duration::from_secs(5);
/// Timeout for a stopping process to give back its leases.
pub const LEAVE_TIMEOUT: Duration = Duration::from_secs(2);
/// Lease of a claimed event: longer than any attempt.
pub const DELIVERY_LEASE: Duration = Duration::from_secs(40);
/// Time for which a webhook key stays published after it was replaced at once. Longer than the lease of an event: an
/// attempt that the key has signed may be under way.
pub const REPLACED_WEBHOOK_KEY: Duration = Duration::from_mins(1);
/// Timeout for a rail's answer to a job. Two calls leave the job time to save their outcome.
pub const RAIL: Duration = Duration::from_secs(8);
/// Timeout for a submit, a status request or a cancel at an adapter (rails 12). It leaves a job time for two commits
/// within [`RAIL`].
pub const RAIL_EXCHANGE: Duration = limits::ORDER_TIMEOUT;
/// Timeout for a precheck at an adapter, within an API request.
pub const RAIL_PRECHECK: Duration = limits::PRECHECK_TIMEOUT;
/// Timeout for the capabilities or a feed page of an adapter.
pub const RAIL_FEED: Duration = limits::FEED_TIMEOUT;
/// Time that an exchange waits for one of the places of its rail.
pub const RAIL_PLACE: Duration = Duration::from_secs(1);
/// Time that a claim of an adapter waits until its feed is read so far (rails 5.3).
pub const RAIL_BELIEF: Duration = Duration::from_secs(1);
/// Interval at which it is looked how far the feed is read.
pub const RAIL_BELIEF_POLL: Duration = Duration::from_millis(100);
/// Interval at which a process looks for changes of rails and routes that another one has made.
pub const RAIL_CHANGES: Duration = Duration::from_secs(2);
/// Interval at which a feed is polled (rails 8.1).
pub const RAIL_POLL: Duration = Duration::from_secs(30);
/// Interval at which an adapter that does not answer is asked again (rails 12).
pub const RAIL_PROBE: Duration = Duration::from_secs(10);
/// Lease of the process that follows a feed: longer than the interval and one page.
pub const RAIL_LEASE: Duration = Duration::from_secs(40);
/// Total timeout for a stablecoin provider; its adapter gives up each exchange earlier.
pub const PROVIDER_TIMEOUT: Duration = Duration::from_secs(15);
/// Timeout for the server of a Lightning address to name an invoice, in two exchanges (money 4.7). It leaves the
/// job time to save the outcome.
pub const LIGHTNING_ADDRESS: Duration = Duration::from_secs(16);
/// Maximum run time of a job.
pub const JOB_TIMEOUT: Duration = Duration::from_secs(20);
/// Lease of a claimed job: longer than any job.
pub const JOB_LEASE: Duration = Duration::from_secs(30);
/// Time for which jobs are collected, while there is work, to be claimed together.
pub const JOB_GATHERING: Duration = Duration::from_millis(10);
/// Time without progress after which the advance of a clock gives up. Longer than any lease of a job or an
/// event, so that work gets done that was claimed by a process of which no beat was recorded.
pub const ADVANCE_STALL_TIMEOUT: Duration = Duration::from_secs(45);
/// Interval at which the advance of a clock checks for the end of work of other processes.
pub const ADVANCE_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Interval at which a process looks for work that another process has left or that became due.
pub const POLL: Duration = Duration::from_millis(500);
/// Interval at which measured values are folded into their histograms.
pub const METRICS_INTERVAL: Duration = Duration::from_secs(5);
/// Timeout for one notice of an alert, in whatever way it is sent. Much shorter than the claim of the notice.
pub const ALERT_NOTICE_TIMEOUT: Duration = Duration::from_secs(30);
/// Interval at which receivers are notified of alerts.
pub const ALERT_NOTICE_INTERVAL: Duration = Duration::from_secs(5);
/// Interval at which a process reads the faults of the sandbox's partners.
pub const SANDBOX_FAULT_INTERVAL: Duration = Duration::from_secs(1);
/// Interval at which ledger entries are sealed and checkpoints folded.
pub const UPKEEP_INTERVAL: Duration = Duration::from_secs(30);

/// Interval at which a server looks for a scheduled backup that is due.
pub const BACKUP_POLL: Duration = Duration::from_mins(1);
/// Time after which a scheduled backup that failed is tried again: each attempt copies the whole database.
pub const BACKUP_RETRY: Duration = Duration::from_mins(10);
/// Time after which a scheduled backup that has not ended is alerted, unless its interval is shorter. `pg_dump` is
/// ended after the longer one of the two.
pub const BACKUP_LIMIT: Duration = Duration::from_hours(6);

/// The error of a wait that exceeded its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeout;

/// Runs a future for at most `limit`.
///
/// # Errors
/// [`Timeout`] if it has not ended by then; the future is dropped.
pub async fn within<F: Future>(limit: Duration, future: F) -> Result<F::Output, Timeout> {
    tokio::time::timeout(limit, future).await.map_err(|_| Timeout)
}

/// Waits in real time.
#[expect(clippy::disallowed_methods, reason = "the one place that sleeps")]
pub async fn pause(length: Duration) {
    tokio::time::sleep(length).await;
}
