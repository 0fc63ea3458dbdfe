//! A job that used up its attempts, so that its payment stands still.

use std::time::Duration;

use serde_json::json;

use super::super::acting::{act, on, still_open};
use super::{OnCallOperator, printed};
use crate::harness::Setup;
use crate::payments::given_up::{give_up, pay, set_up};

async fn retry(setup: Setup) {
    let (service, scene) = set_up(setup).await;
    let on_call = OnCallOperator::new(&service).await;
    let euro = scene.euro_account().await;
    let quote = pay(&scene, &scene.usd, &euro).await;
    give_up(&service, 1).await;
    scene.platform.advance(Duration::from_hours(1)).await;
    assert_eq!(scene.payment(&quote).await["status"], "PROCESSING", "no time brings it on");

    let alert = on_call.find_and_show("JOB_POISONED").await;
    assert_eq!(alert["detail"]["resource"], quote["transactionId"]);
    on_call.run(printed(&alert["detail"]["commands"], "causeway jobs retry ")).await;

    scene.platform.advance(Duration::from_secs(5)).await;
    assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
    assert_eq!(scene.balances().await, (900_000, 900_000));
    assert_eq!(act(&service, "jobs list", on(&scene.platform)).await.json, json!({ "rows": [] }));
    assert_eq!(still_open(&service).await, json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_poisoned_job_is_found_by_its_alert_and_retried_on_sqlite() {
    retry(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_poisoned_job_is_found_by_its_alert_and_retried_on_postgres() {
    retry(Setup::Postgres).await;
}
