//! Integration tests of claiming jobs: cost, indexes, and shares of platforms.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::{Id, JobId, PlatformId};
use causeway_store::jobs::{self, JobRecord, NewJob};
use causeway_store::{Counts, Error, FaultInjector, Lease, platforms};

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::jobs::{LEASE, add, claim, complete, seconds};
use crate::plans::{Listener, plan};
use crate::rows::a_platform;

on_both_engines!(
    a_claim_that_finds_nothing_changes_nothing,
    a_claim_takes_all_jobs_of_a_platform_with_one_statement,
    claims_that_have_run_out_cost_one_statement_more,
    no_platform_waits_for_the_backlog_of_another,
    a_job_that_is_taken_back_is_gone_unless_it_is_claimed,
    a_claim_walks_along_its_indexes,
);

/// Opens a store with one thread of each kind, so that statements are prepared once.
async fn with_platforms(engine: Engine, listener: Option<Arc<dyn FaultInjector>>) -> Fixture {
    let store = Fixture::with(engine, |options| {
        (options.readers, options.writers) = (1, 1);
        options.faults = listener;
    });
    let store = store.await;
    for number in [1, 2, 3] {
        let record = a_platform(platform(number));
        let insert = store.write(&[], move |tx| platforms::insert(tx, &record));
        insert.await.map_err(|error: Error| error).unwrap();
    }
    store
}

/// Computes the statements, commits and pipelines since `before`.
fn since(before: Counts, store: &Fixture) -> (u64, u64, u64) {
    let after = store.counts();
    (after.statements - before.statements, after.commits - before.commits, after.pipelines - before.pipelines)
}

/// Computes the expected cost; PostgreSQL needs one more statement, for its time.
fn on(engine: Engine, statements: u64, commits: u64, pipelines: u64) -> (u64, u64, u64) {
    match engine {
        Engine::Sqlite => (statements, commits, 0),
        Engine::Postgres => (statements + 1, commits, pipelines),
    }
}

async fn a_claim_that_finds_nothing_changes_nothing(engine: Engine) {
    let store = with_platforms(engine, None).await;
    add(&store, platform(1), "later", seconds(60)).await;
    add(&store, platform(1), "under way", seconds(0)).await;
    assert_eq!(claim(&store, LEASE).await.len(), 1);
    add(&store, platform(1), "under way", seconds(0)).await;
    assert!(claim(&store, LEASE).await.is_empty(), "the resource has a job under way");
    let before = store.counts();
    assert!(claim(&store, LEASE).await.is_empty());
    assert_eq!(
        since(before, &store),
        on(engine, 3, 0, 5),
        "one call looks for expired claims, platforms and jobs"
    );
}

async fn a_claim_takes_all_jobs_of_a_platform_with_one_statement(engine: Engine) {
    let store = with_platforms(engine, None).await;
    for round in 0..2 {
        for resource in ["a", "b", "c"] {
            add(&store, platform(1), resource, seconds(0)).await;
        }
        let before = store.counts();
        let claimed = claim(&store, LEASE).await;
        let cost = since(before, &store);
        // In the first round, each statement is prepared.
        if round == 1 {
            assert_eq!(cost, on(engine, 4, 1, 5));
        }
        assert_eq!(claimed.len(), 3);
        for job in &claimed {
            let stored = find(&store, job.id).await.unwrap();
            assert_eq!(&stored, job, "what is claimed is what is written");
            assert_eq!(complete(&store, job).await, causeway_store::LeaseStatus::Held);
        }
    }
    let before = store.counts();
    assert!(claim(&store, LEASE).await.is_empty());
    assert_eq!(since(before, &store), on(engine, 2, 0, 4), "no job is due");
}

async fn claims_that_have_run_out_cost_one_statement_more(engine: Engine) {
    let store = with_platforms(engine, None).await;
    add(&store, platform(1), "a", seconds(0)).await;
    let short = Lease { duration: Duration::ZERO, ..LEASE };
    for round in 0..3 {
        let before = store.counts();
        assert_eq!(claim(&store, short).await[0].fence, round + 1);
        let cost = since(before, &store);
        if round == 2 {
            assert_eq!(cost, on(engine, 5, 1, 5));
        }
    }
}

async fn no_platform_waits_for_the_backlog_of_another(engine: Engine) {
    let store = with_platforms(engine, None).await;
    backlog(&store, platform(1), 30, -3600).await;
    add(&store, platform(2), "lonely", seconds(0)).await;
    let of = |claimed: &[JobRecord], owner| claimed.iter().filter(|job| job.platform == owner).count();
    let claimed = claim(&store, LEASE).await;
    assert_eq!(
        (of(&claimed, platform(1)), of(&claimed, platform(2))),
        (9, 1),
        "what one leaves of its share the other gets"
    );
    backlog(&store, platform(2), 30, -60).await;
    backlog(&store, platform(3), 30, -30).await;
    let claimed = claim(&store, LEASE).await;
    let shares = [1, 2, 3].map(|number| of(&claimed, platform(number)));
    assert_eq!(shares, [4, 3, 3], "what is over goes to the one that has waited longest");
    let few = claim(&store, Lease { limit: 2, ..LEASE }).await;
    assert_eq!([1, 2, 3].map(|number| of(&few, platform(number))), [1, 1, 0]);
    assert!(claim(&store, Lease { limit: 0, ..LEASE }).await.is_empty());
}

async fn a_job_that_is_taken_back_is_gone_unless_it_is_claimed(engine: Engine) {
    let store = with_platforms(engine, None).await;
    let job = add(&store, platform(1), "a", seconds(60)).await;
    let withdraw = |owner, job| store.write(&[], move |tx| jobs::withdraw(tx, owner, job));
    withdraw(platform(2), job).await.unwrap();
    assert!(find(&store, job).await.is_some(), "a job of another platform");
    withdraw(platform(1), job).await.unwrap();
    assert_eq!(find(&store, job).await, None);
    let job = add(&store, platform(1), "a", seconds(0)).await;
    let claimed = claim(&store, LEASE).await.remove(0);
    withdraw(platform(1), job).await.unwrap();
    assert_eq!(find(&store, job).await, Some(claimed));
}

async fn a_claim_walks_along_its_indexes(engine: Engine) {
    let listener = Arc::new(Listener::default());
    let store = with_platforms(engine, Some(Arc::<Listener>::clone(&listener))).await;
    backlog(&store, platform(1), 2_000, 3600).await;
    backlog(&store, platform(1), 200, -60).await;
    backlog(&store, platform(2), 1, -60).await;
    let job = add(&store, platform(1), "a", seconds(60)).await;
    listener.take();
    assert_eq!(claim(&store, LEASE).await.len(), 10);
    let withdrawn = store.write(&[], move |tx| jobs::withdraw(tx, platform(1), job)).await;
    assert_eq!(withdrawn, Ok::<_, Error>(()));
    // PostgreSQL is first asked for its time, on which leases are based.
    let heard = listener.take().into_iter().filter(|(sql, _)| !sql.starts_with("SELECT CAST(EXTRACT"));
    let heard: Vec<_> = heard.collect();
    let key = if engine == Engine::Sqlite { "sqlite_autoindex_job_1" } else { "job_pkey" };
    let lock: &[&str] = &["job_due", "job_leased_resource", "job_next_of_resource"];
    // Each platform is queried once, and the one with the longer backlog again for the other's unused share.
    let expected: [&[&str]; 9] =
        [&["job_lease"], &["job_due"], lock, &[key], lock, &[key], lock, &[key], &[key]];
    assert_eq!(heard.len(), expected.len(), "{heard:#?}");
    for is_analysed in [false, true] {
        for ((sql, values), indexes) in heard.iter().zip(expected) {
            let plan = plan(&store, engine, sql, values).await;
            for index in indexes {
                assert!(plan.contains(index), "analysed: {is_analysed}, no {index}: {sql}\n{plan}");
            }
            let scans = ["Seq Scan on job", "SCAN j", "SCAN e", "SCAN l", "SCAN w"];
            assert!(!scans.iter().any(|scan| plan.contains(scan)), "{is_analysed}: {sql}\n{plan}");
            let sorts = ["Sort", "B-TREE"].iter().any(|sort| plan.contains(sort));
            assert!(!(sorts && indexes == lock), "it stops at its limit, {is_analysed}: {sql}\n{plan}");
        }
        store.change("ANALYZE").await;
    }
}

/// Adds jobs, each for a resource of its own, due from this second on.
async fn backlog(store: &Fixture, owner: PlatformId, count: usize, from: i64) {
    let ids: Vec<JobId> = (0..count).map(|_| store.ids.next(START)).collect();
    let insert = store.write(&[], move |tx| {
        let payload = serde_json::json!({"v": 1});
        for id in &ids {
            let resource = id.uuid().to_string();
            let kind = "EXPIRE";
            let due_at = seconds(from);
            let job =
                NewJob { id: *id, kind, resource: &resource, due_at, payload: &payload, created_at: START };
            jobs::insert(tx, owner, &job)?;
        }
        Ok(())
    });
    insert.await.map_err(|error: Error| error).unwrap();
}

async fn find(store: &Fixture, job: JobId) -> Option<JobRecord> {
    store.read(move |tx| jobs::find(tx, platform(1), job)).await.map_err(|error: Error| error).unwrap()
}
