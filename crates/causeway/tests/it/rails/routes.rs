//! Routes: without one, payments are refused before anything is written; with one they are taken within seconds.

use std::time::Duration;

use causeway_testing::wait;
use serde_json::json;

use super::adapter::Language;
use super::deployment::Engine;
use super::scene::{FUNDS, RAIL, Scene};

/// Amount of a payment, in cents.
const AMOUNT: i64 = 30_000;
/// Time within which a change counts in every process.
const SOON: Duration = Duration::from_secs(5);

/// Removes all routes, and adds them again over the other process: what is refused is not written.
async fn without_a_route_501_and_nothing_is_written(engine: Engine) {
    let scene = Scene::start(engine, Language::Python).await;
    let account = scene.register("900000000").await;
    let booked = scene.bank.book().await.len();
    let before = scene.get("/transactions").await["totalCount"].clone();
    let routes = scene.deployment.operate(&["rail-route", "list"]);
    for route in routes.as_array().expect("routes") {
        scene.deployment.change(&["rail-route", "remove", route["route"].as_str().expect("an id")]);
    }
    // Each server has read the change: requests go to both.
    for key in ["refused-1", "refused-2", "refused-3"] {
        wait::until("a refusal", SOON, || async {
            let response = scene.payout_request(&account, AMOUNT, key).send().await;
            if response.status == 501 { Ok(()) } else { Err(format!("{response:?}")) }
        })
        .await;
    }
    assert_eq!(scene.get("/transactions").await["totalCount"], before);
    assert_eq!((scene.balance().await, scene.bank.book().await.len()), (FUNDS, booked));

    scene.deployment.set_route(RAIL, "usd-instant", &[]);
    let payout = wait::until("a route", SOON, || async {
        let response = scene.payout_request(&account, AMOUNT, "taken").send().await;
        if response.status == 201 { Ok(response.json()["id"].clone()) } else { Err(format!("{response:?}")) }
    })
    .await;
    scene.reaches(payout.as_str().expect("an id"), "COMPLETED").await;
    scene.finish();
}

mod without_a_route {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        without_a_route_501_and_nothing_is_written(Engine::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn two_processes() {
        without_a_route_501_and_nothing_is_written(Engine::TwoProcesses).await;
    }
}

/// Checks that an account in US dollars is paid by ACH if only ACH has a route, and that a rail that is asked for by name
/// and has none is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn usd_takes_ach_if_only_ach_has_a_route() {
    let scene = Scene::start(Engine::Sqlite, Language::Python).await;
    let account = scene.register("900000000").await;
    let routes = scene.deployment.operate(&["rail-route", "list"]);
    let instant = routes.as_array().expect("routes").iter().find(|route| route["payment_rail"] == "RTP");
    let instant = instant.expect("the route of RTP")["route"].as_str().expect("an id");
    scene.deployment.change(&["rail-route", "remove", instant]);
    scene.deployment.set_route(RAIL, "usd-ach", &[]);
    let payout = scene.pay_out(&account, AMOUNT).await;
    let paid = scene.reaches(&payout, "COMPLETED").await;
    assert_eq!(paid["paymentRail"], "ACH", "{paid}");
    let body = json!({
        "source": { "accountId": scene.account },
        "destination": { "accountId": account, "paymentRail": "RTP" },
        "amount": AMOUNT,
    });
    let refused = scene.client().post("/transfer-out").json(&body).send().await;
    assert_eq!(refused.status, 501, "{refused:?}");
    scene.books_agree().await;
    scene.finish();
}

/// Checks that a paused rail takes no new order, and goes on when it is resumed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paused_rail_takes_no_order() {
    let scene = Scene::start(Engine::Sqlite, Language::Python).await;
    let account = scene.register("900000000").await;
    let booked = scene.bank.book().await.len();
    scene.deployment.change(&["rail", "pause", RAIL]);
    let refused = scene.payout_request(&account, AMOUNT, "while-paused").send().await;
    assert_eq!(refused.status, 501, "{refused:?}");
    scene.deployment.change(&["rail", "resume", RAIL]);
    let payout = scene.pay_out(&account, AMOUNT).await;
    scene.reaches(&payout, "COMPLETED").await;
    assert_eq!(scene.bank.book().await.len(), booked + 1);
    scene.finish();
}
