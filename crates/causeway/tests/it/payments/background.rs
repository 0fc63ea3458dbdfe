//! Jobs that payments schedule, and the process that runs them.

use std::time::Duration;

use serde_json::json;

use super::scene::{Scene, text};
use crate::harness::{Service, Setup, journey};
use crate::operator::acting::{on, rows};

/// Returns the kinds of the platform's jobs, sorted.
async fn jobs(service: &Service, scene: &Scene) -> Vec<String> {
    let listed = rows(service, "jobs list", on(&scene.platform)).await;
    let mut kinds: Vec<_> =
        listed.as_array().unwrap().iter().map(|job| text(&job["kind"]).to_owned()).collect();
    kinds.sort();
    kinds
}

async fn status(scene: &Scene, quote: &serde_json::Value) -> serde_json::Value {
    let path = format!("/quotes/{}", text(&quote["id"]));
    scene.platform.get(&path).send().await.expect(200)["status"].take()
}

journey! {
    async fn a_quote_that_is_not_open_any_more_leaves_no_expiry(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        let euro = scene.euro_account().await;
        let own = scene.platform.own_account("USD").await;
        scene.platform.freeze().await;
        let mut quotes = Vec::new();
        for to in [&euro, &own, &euro, &euro] {
            quotes.push(scene.quote(to, 1_000).await);
        }

        assert_eq!(jobs(service, &scene).await, ["EXPIRE_QUOTE"; 4]);
        for quote in &quotes[..2] {
            scene.execute(quote).send().await.expect(200);
        }

        service.rail.refuse_rates(true);
        scene.execute(&quotes[2]).send().await.expect_error(409, "QUOTE_RATE_UNAVAILABLE");
        assert_eq!(status(&scene, &quotes[2]).await, "FAILED");

        let mut at_once = scene.transfer(&own, "SENDING", 500);
        at_once["immediatelyExecute"] = json!(true);
        let at_once = scene.platform.post("/quotes").json(&at_once).send().await.expect(201);
        assert_eq!(at_once["status"], "COMPLETED");

        scene.platform.advance(Duration::from_mins(1)).await;
        assert_eq!(jobs(service, &scene).await, ["EXPIRE_QUOTE"], "the job of the quote that was not executed");
        scene.platform.advance(Duration::from_mins(4)).await;
        assert_eq!(status(&scene, &quotes[3]).await, "EXPIRED");
        assert_eq!(jobs(service, &scene).await, Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_without_job_workers_runs_due_jobs_when_it_advances_a_clock() {
    let service = Service::start_without_jobs(Setup::Postgres).await;
    let scene = Scene::new(&service).await;
    scene.platform.fund(&scene.usd, 10_000).await;
    let euro = scene.euro_account().await;
    scene.platform.freeze().await;

    let [paid, unpaid] = [scene.quote(&euro, 1_000).await, scene.quote(&euro, 1_000).await];
    scene.execute(&paid).send().await.expect(200);
    assert_eq!(jobs(&service, &scene).await, ["EXPIRE_QUOTE", "SUBMIT_PAYOUT"]);

    scene.platform.advance(Duration::from_mins(5)).await;
    assert_eq!(
        (status(&scene, &paid).await, status(&scene, &unpaid).await),
        (json!("COMPLETED"), json!("EXPIRED"))
    );
    assert_eq!(jobs(&service, &scene).await, Vec::<String>::new());
    service.finish().await;
}
