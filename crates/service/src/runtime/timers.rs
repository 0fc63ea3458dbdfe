//! Every duration that the service waits for in real time, and the only place that sleeps.

use std::time::Duration;

/// The longest one request may take.
pub const REQUEST_DEADLINE: Duration = Duration::from_secs(30);
/// The longest a request may take that brings a form, whose file may be large.
pub const FORM_DEADLINE: Duration = Duration::from_mins(5);
/// How long a new connection may take to send its first request.
pub const FIRST_REQUEST: Duration = Duration::from_secs(10);
/// How long the head of a further request may take, and so how long a connection may be idle.
pub const NEXT_REQUEST: Duration = Duration::from_secs(30);
/// How long the body of a request may take to arrive; of a form, each piece of it.
pub const BODY: Duration = Duration::from_secs(15);
/// How long an ending process waits for threads that are at long work.
pub const LAST_WORK: Duration = Duration::from_secs(2);
/// How long the database may take to show that it works, when readiness is asked for.
pub const PROBE: Duration = Duration::from_secs(2);
/// How long a stopping process lets running requests and deliveries finish.
pub const DRAIN: Duration = Duration::from_secs(20);
/// How long an outbound connection may take to be made: name, TCP and TLS (conventions 11.4).
pub const CONNECT: Duration = Duration::from_secs(5);
/// How long an outbound connection is kept without a request.
pub const IDLE_CONNECTION: Duration = Duration::from_secs(1);
/// How long a signed request to a service of the operator may take, its second attempt included: less than a job and a
/// request of the interface may take.
pub const SIGNED_REQUEST: Duration = Duration::from_secs(10);
/// How long one waits before a connection that could not be made is tried once more.
pub const RECONNECT: Duration = Duration::from_millis(250);
/// How long an attempt to deliver a webhook may take (conventions 11.4).
pub const DELIVERY: Duration = Duration::from_secs(30);
/// How long it may take for a `TEST` event.
pub const TEST_DELIVERY: Duration = Duration::from_secs(10);
/// How long a platform may take to decide about a payment that it is asked about (conventions 12).
pub const APPROVAL: Duration = Duration::from_secs(5);
/// How long another platform of this deployment may take to answer a pay request: to be asked, and to decide (uma 6.2).
pub const PAY_REQUEST: Duration = Duration::from_secs(8);
/// How often one looks meanwhile whether it has decided.
pub const PAY_REQUEST_LOOK: Duration = Duration::from_millis(50);
/// How long it may take while a clock is being advanced.
pub const ADVANCE_EXCHANGE: Duration = Duration::from_secs(2);
/// How long a first attempt waits for the one before it, of the same resource, to end.
pub const HEAD_START: Duration = Duration::from_millis(500);
/// A first attempt that is late by this much waits for no other.
pub const PATIENCE: Duration = Duration::from_secs(1);
/// How long a claimed event belongs to the process that claimed it: longer than any attempt.
pub const DELIVERY_LEASE: Duration = Duration::from_secs(40);
/// How long a rail may take to answer what a job sends or asks it. Two calls leave the job time to write down what
/// came of them.
pub const RAIL: Duration = Duration::from_secs(8);
/// How long a provider of stablecoins may take to answer in all; its adapter gives up each exchange before.
pub const PROVIDER: Duration = Duration::from_secs(15);
/// How long a job may run.
pub const JOB: Duration = Duration::from_secs(20);
/// How long a claimed job belongs to the process that claimed it: longer than any job.
pub const JOB_LEASE: Duration = Duration::from_secs(30);
/// How long jobs are gathered, while there is work, to be claimed together.
pub const JOB_GATHERING: Duration = Duration::from_millis(10);
/// How long the advance of a clock waits while nothing is done: longer than any claim on a job or an event, so that what a
/// process had claimed that died is done.
pub const ADVANCE_STALL: Duration = Duration::from_secs(45);
/// How often the advance of a clock looks whether work that others do has ended.
pub const ADVANCE_LOOK: Duration = Duration::from_millis(20);
/// How often a process looks for work that another process has left or that became due.
pub const POLL: Duration = Duration::from_millis(500);
/// How often measured values are folded into their histograms.
pub const METRICS: Duration = Duration::from_secs(5);
/// How often ledger entries are sealed and checkpoints folded.
pub const UPKEEP: Duration = Duration::from_secs(30);

/// The wait took longer than it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Elapsed;

/// Lets a future run for at most `limit`.
///
/// # Errors
/// [`Elapsed`] when it has not ended by then; it is dropped.
pub async fn within<F: Future>(limit: Duration, future: F) -> Result<F::Output, Elapsed> {
    tokio::time::timeout(limit, future).await.map_err(|_| Elapsed)
}

/// Waits in real time.
#[expect(clippy::disallowed_methods, reason = "the one place that sleeps")]
pub async fn pause(length: Duration) {
    tokio::time::sleep(length).await;
}
