//! A payment completes although the machine's clock jumps a day ahead and back between its quote and its end,
//! also across a restart of the service; an alert reports the jump.

use std::time::Duration;

use causeway_domain::MachineClock;
use causeway_service::runtime::upkeep;
use causeway_testing::wait;
use serde_json::{Value, json};

use super::scene::Scene;
use crate::harness::{Service, Setup};
use crate::operator::acting::act;

const DAY: Duration = Duration::from_hours(24);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    payments_go_on(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    payments_go_on(Setup::Postgres).await;
}

async fn payments_go_on(setup: Setup) {
    for is_restarted in [false, true] {
        let jumped = ServiceAfterJump::new(setup, is_restarted).await;
        jumped.check_paid().await;
        assert!(jumped.has_alert().await, "restarted: {is_restarted}");
        jumped.service.finish().await;
    }
}

/// A service on a machine clock that went a day ahead and has come back.
struct ServiceAfterJump {
    service: Service,
    scene: Scene,
    /// Destination of all payments.
    euro: String,
    /// Quote that was executed while the clock was ahead.
    executed: Value,
    /// Quote that was created while the clock was ahead, and not executed.
    quoted: Value,
}

impl ServiceAfterJump {
    async fn new(setup: Setup, is_restarted: bool) -> Self {
        let machine = MachineClock::default();
        let mut service = Service::start_on_clock(setup, &machine).await;
        let mut scene = Scene::new(&service).await;
        scene.platform.fund(&scene.usd, 300_000).await;
        let euro = scene.euro_account().await;
        scene.events().await;
        machine.set_ahead(DAY);
        if is_restarted {
            // Jobs scheduled from here on are left to the next start.
            service.stop_background().await;
        }

        let [executed, quoted] = [scene.quote(&euro, 100_000).await, scene.quote(&euro, 50_000).await];
        scene.execute(&executed).send().await.expect(200);

        machine.set_ahead(Duration::ZERO);
        if is_restarted {
            service.restart().await;
            scene.platform = service.reconnected(&scene.platform);
        }
        Self { service, scene, euro, executed, quoted }
    }

    /// Checks that the payments complete: the one executed while the clock was ahead, the one only quoted
    /// then, and a new one.
    async fn check_paid(&self) {
        let Self { scene, euro, executed, quoted, .. } = self;
        scene.execute(quoted).send().await.expect(200);
        let quote = scene.quote(euro, 25_000).await;
        scene.execute(&quote).send().await.expect(200);

        for quote in [executed, quoted, &quote] {
            wait::until("the payment is completed", wait::PATIENCE, || async {
                let payment = scene.payment(quote).await;
                if payment["status"] == "COMPLETED" { Ok(()) } else { Err(payment) }
            })
            .await;
        }
        assert_eq!(scene.balances().await, (125_000, 125_000));
    }

    /// Returns `true` if an alert is open after a look at the clock, as each start takes and, while the clock
    /// is ahead, every half minute.
    async fn has_alert(&self) -> bool {
        upkeep::follow_clock(self.service.app()).await.unwrap();
        let open = act(&self.service, "alert list", json!({})).await.json;
        open.as_array().unwrap().iter().any(|alert| alert["kind"] == "CLOCK_WENT_BACK")
    }
}
