//! Quotes that are not executed in time.

use std::time::Duration;

use causeway_store::{Error, Tx, params};
use serde_json::json;

use crate::harness::{Service, Setup, journey};
use crate::payments::scene::{Scene, text};

journey! {
    async fn money_j14_expiry(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 10_000).await;
        let euro = scene.euro_account().await;
        scene.platform.freeze().await;
        scene.events().await;
        let quote = scene.quote(&euro, 1_000).await;
        let path = format!("/quotes/{}", text(&quote["id"]));

        scene.platform.advance(Duration::from_millis(299_999)).await;
        assert_eq!(scene.platform.get(&path).send().await.expect(200)["status"], "PENDING");
        assert_eq!(scene.events().await.types(), ["OUTGOING_PAYMENT.PENDING"]);
        scene.platform.advance(Duration::from_millis(1)).await;
        assert_eq!(scene.platform.get(&path).send().await.expect(200)["status"], "EXPIRED");
        let response = scene.execute(&quote).send().await;
        response.expect_error(409, "QUOTE_EXPIRED");
        assert_eq!(response.header("x-should-retry"), Some("false"));
        assert_eq!(scene.payment(&quote).await["status"], "EXPIRED");
        scene.platform.advance(Duration::from_hours(1)).await;
        assert_eq!(scene.events().await.types(), ["OUTGOING_PAYMENT.EXPIRED"]);
        assert_eq!(scene.balances().await, (10_000, 10_000));
    }
}

journey! {
    async fn an_executed_quote_does_not_expire(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 1_000).await;
        let euro = scene.euro_account().await;
        scene.platform.freeze().await;
        let quote = scene.quote(&euro, 1_000).await;

        scene.execute(&quote).send().await.expect(200);
        scene.platform.advance(Duration::from_hours(1)).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");

        let error = scene.execute(&quote).send().await.expect_error(409, "CONFLICT");
        let details = &error["details"];
        assert_eq!(
            (&details["reason"], &details["transactionId"]),
            (&json!("QUOTE_ALREADY_EXECUTED"), &quote["transactionId"])
        );
        let events = scene.events().await;
        let expected = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"];
        assert_eq!(events.about(&quote["transactionId"]), expected);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_expires_payments_before_the_sweep_sqlite() {
    the_clock_expires_payments_before_the_sweep(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_expires_payments_before_the_sweep_postgres() {
    the_clock_expires_payments_before_the_sweep(Setup::Postgres).await;
}

/// Moves a frozen clock without running the work that becomes due.
async fn move_clock(service: &Service, scene: &Scene, by: Duration) {
    let platform = scene.platform.id;
    let by = i64::try_from(by.as_millis()).expect("a short time");
    let advance = move |tx: &mut Tx<'_>| {
        tx.execute(
            "UPDATE platform SET frozen_at = frozen_at + $2 WHERE platform_id = $1",
            params![platform, by],
        )
    };
    service.app().store.write::<_, Error, _>(&[], advance).await.expect("the clock moves");
}

/// Checks that a quote and its payment expire at the same instant, before the sweep has stored it.
async fn the_clock_expires_payments_before_the_sweep(setup: Setup) {
    let mut service = Service::start(setup).await;
    let scene = Scene::new(&service).await;
    let euro = scene.euro_account().await;
    scene.platform.freeze().await;
    scene.events().await;
    service.stop_background().await;
    let over = scene.quote(&euro, 1_000).await;
    move_clock(&service, &scene, Duration::from_mins(4)).await;
    let open = scene.quote(&euro, 1_000).await;
    move_clock(&service, &scene, Duration::from_mins(2)).await;

    let quote = scene.platform.get(&format!("/quotes/{}", text(&over["id"]))).send().await.expect(200);
    let payment = scene.payment(&over).await;
    assert_eq!((&quote["status"], &payment["status"]), (&json!("EXPIRED"), &json!("EXPIRED")));
    assert_eq!(scene.payment(&open).await["status"], "PENDING");

    for (status, expected) in [("PENDING", &open), ("EXPIRED", &over)] {
        for filter in
            ["", &format!("&customerId={}", text(&scene.alice["id"])), &format!("&accountIdentifier={euro}")]
        {
            let path = format!("/transactions?status={status}{filter}");
            let page = scene.platform.get(&path).send().await.expect(200);
            let transactions: Vec<_> = page["data"].as_array().expect("a list").iter().collect();
            let statuses: Vec<_> =
                transactions.iter().map(|one| (&one["id"], text(&one["status"]))).collect();
            assert_eq!(statuses, [(&expected["transactionId"], status)], "{path}");
            assert_eq!(page["totalCount"], 1);
        }
    }

    assert!(scene.webhooks.received().is_empty(), "the event waits for the sweep");
}
