//! An adapter that never answers holds up its own payments alone.

use std::time::{Duration, Instant};

use causeway_rail_protocol::operations::Call;
use causeway_testing::rails::Delivery;
use futures_util::future::join_all;

use super::deployment::Engine;
use super::liar::{AMOUNT, LiarScene, RAIL, attach};

/// Payouts to the rail that never answers; [`ORDERS_VARIABLE`] sets another number.
const ORDERS: usize = 100;
/// Environment variable with the number of payouts.
const ORDERS_VARIABLE: &str = "CAUSEWAY_RAIL_SILENT_ORDERS";
/// Payouts that are begun at once.
const AT_ONCE: usize = 10;
/// Time within which a payout over another rail is completed.
const SOON: Duration = Duration::from_secs(20);

async fn a_silent_rail_holds_no_other(engine: Engine) {
    let orders = std::env::var(ORDERS_VARIABLE).map_or(ORDERS, |orders| orders.parse().expect("a number"));
    let scene = LiarScene::start(engine).await;
    // Small payouts go over the honest rail, the others over the silent one.
    let honest = attach(&scene.deployment, "honest").await;
    scene.deployment.bind("honest");
    let small = ["--maximum", "999", "--rank", "1"];
    scene.deployment.set_route("honest", "usd-instant", &small);
    scene.adapter.lie(|exchange, reply| {
        if matches!(exchange.call, Some(Call::Submit(..) | Call::Status(..))) {
            reply.delivery = Delivery::Silent;
        }
    });
    let numbers: Vec<usize> = (0..orders).collect();
    let mut taken = 0;
    for some in numbers.chunks(AT_ONCE) {
        let requests = some
            .iter()
            .map(|number| scene.payout_request(&scene.good, 1000, &format!("silent-{number}")).send());
        let answered = join_all(requests).await;
        // Once the rail is degraded, its prechecks say no.
        taken += answered.iter().filter(|response| response.status == 201).count();
    }
    assert!(taken >= orders.min(AT_ONCE), "{taken} payouts wait for the silent rail");
    for _ in 0..3 {
        let began = Instant::now();
        let payout = scene.pay_out(&scene.good, 500).await;
        scene.reaches(&payout, "COMPLETED").await;
        let duration = began.elapsed();
        assert!(duration < SOON, "a payout over another rail has taken {duration:?}");
    }
    assert_eq!(honest.submitted(), 3);
    // Degraded: prechecks say no at once.
    let began = Instant::now();
    let refused = scene.payout_request(&scene.good, AMOUNT, "degraded").send().await;
    assert!(refused.status >= 500, "{refused:?}");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(scene.deployment.rail_status(RAIL), "DEGRADED");
    assert_eq!(scene.deployment.alerts("RAIL_DEGRADED").len(), 1);
}

mod a_silent_rail {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn sqlite() {
        a_silent_rail_holds_no_other(Engine::Sqlite).await;
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn two_processes() {
        a_silent_rail_holds_no_other(Engine::TwoProcesses).await;
    }
}
