//! An adapter that never answers holds up its own payments alone.

use std::time::{Duration, Instant};

use causeway_rail_protocol::values::OrderState;
use causeway_testing::rails::Delivery;
use causeway_testing::wait;
use futures_util::future::join_all;

use super::deployment::Engine;
use super::liar::{AMOUNT, FUNDS, LiarScene, RAIL, attach};
use super::payer::{PATIENCE, Payer};

/// Orders of which the rail that never answers is asked; [`ORDERS_VARIABLE`] sets another number.
const ORDERS: usize = 100;
/// Environment variable with the number of orders; `cargo xtask rails` sets it.
const ORDERS_VARIABLE: &str = "CAUSEWAY_RAIL_SILENT_ORDERS";
/// Payouts that are begun at once.
const AT_ONCE: usize = 10;
/// Payouts after each of which a long run says that it goes on.
const SAID_AFTER: usize = 100;
/// Amount of an order to the rail that never answers, in cents.
const SILENT: i64 = 300;
/// Amount of a payout over the other rail, in cents.
const SMALL: i64 = 200;
/// Payouts of each platform over the other rail.
const PAYOUTS: usize = 3;
/// Time within which a payout over another rail is completed.
const SOON: Duration = Duration::from_secs(20);
/// Name of the platform that has no order at the rail that never answers.
const OTHER: &str = "Other";

/// A platform with an account at a bank, payouts to which settle.
struct PayingPlatform {
    payer: Payer,
    good: String,
}

impl PayingPlatform {
    /// Creates another platform than that of the scene, and fills its account by a debit.
    async fn create(scene: &LiarScene) -> Self {
        let credentials = scene.deployment.create_platform(OTHER);
        let payer = Payer::new(&scene.deployment, &credentials).await;
        let good = payer.register_at(&scene.deployment, "900000000").await;
        let debit = payer.pay("transfer-in", &good, &payer.account, FUNDS).await;
        payer.reaches(&debit, "COMPLETED").await;
        Self { payer, good }
    }
}

/// Pays out, and leaves all orders open at the adapter. Returns the payouts.
async fn open_orders(scene: &LiarScene, orders: usize) -> Vec<String> {
    let open = scene.register_at(&scene.deployment, "900000010").await;
    let before = scene.adapter.submitted();
    let mut payouts = Vec::new();
    while payouts.len() < orders {
        let some = AT_ONCE.min(orders - payouts.len());
        payouts.extend(join_all((0..some).map(|_| scene.pay_out(&open, SILENT))).await);
        if payouts.len().is_multiple_of(SAID_AFTER) {
            println!("{} of {orders} orders are taken", payouts.len());
        }
    }
    wait::until("all submits", PATIENCE, || async {
        let submitted = scene.adapter.submitted() - before;
        if submitted == orders { Ok(()) } else { Err(submitted) }
    })
    .await;
    payouts
}

/// Has the adapter never answer, and the service ask about all open orders now: a new limit brings forward all that waits
/// for a rail.
fn fall_silent(scene: &LiarScene) {
    scene.adapter.lie(|_, reply| reply.delivery = Delivery::Silent);
    let limit = FUNDS.to_string();
    scene.deployment.change(&["rail-limit", "set", RAIL, "--currency", "USD", "--maximum-order", &limit]);
}

/// Checks that payouts over another rail are completed soon.
async fn pays_soon(payer: &Payer, account: &str) {
    for _ in 0..PAYOUTS {
        let began = Instant::now();
        let payout = payer.pay_out(account, SMALL).await;
        payer.reaches(&payout, "COMPLETED").await;
        let duration = began.elapsed();
        assert!(duration < SOON, "a payout over another rail has taken {duration:?}");
    }
}

async fn a_silent_rail_holds_no_other(engine: Engine) {
    let orders = std::env::var(ORDERS_VARIABLE).map_or(ORDERS, |orders| orders.parse().expect("a number"));
    let scene = LiarScene::start(engine).await;
    let other = PayingPlatform::create(&scene).await;
    // Small payouts go over the honest rail, the others over the silent one.
    let honest = attach(&scene.deployment, "honest").await;
    scene.deployment.bind("honest");
    let largest = SMALL.to_string();
    scene.deployment.set_route("honest", "usd-instant", &["--maximum", &largest, "--rank", "1"]);
    let waiting = open_orders(&scene, orders).await;
    fall_silent(&scene);
    pays_soon(&other.payer, &other.good).await;
    pays_soon(&scene, &scene.good).await;
    assert_eq!(honest.submitted(), 2 * PAYOUTS);

    // Degraded: prechecks say no at once.
    scene.rail_is("DEGRADED").await;
    let began = Instant::now();
    let refused = scene.payout_request(&scene.good, AMOUNT, "degraded").send().await;
    assert!(refused.status >= 500, "{refused:?}");
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(scene.deployment.alerts("RAIL_DEGRADED").len(), 1);

    // What has waited goes on with the first answers.
    for payout in &waiting {
        scene.move_to(payout, OrderState::Settled);
    }
    scene.adapter.be_honest();
    for payout in &waiting {
        scene.reaches(payout, "COMPLETED").await;
    }
    let paid = SILENT * i64::try_from(orders).unwrap() + SMALL * i64::try_from(PAYOUTS).unwrap();
    assert_eq!(scene.balance().await, FUNDS - paid);
    scene.finish();
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
