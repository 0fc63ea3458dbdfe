//! A quote that nobody executed in time.

use std::time::Duration;

use super::scene::{Scene, text};
use crate::harness::journey;

journey! {
    async fn money_j14_expiry(service) {
        let scene = Scene::set(service).await;
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
        let refused = scene.execute(&quote).send().await;
        refused.refused(409, "QUOTE_EXPIRED");
        assert_eq!(refused.header("x-should-retry"), Some("false"));
        assert_eq!(scene.payment(&quote).await["status"], "EXPIRED");
        scene.platform.advance(Duration::from_hours(1)).await;
        assert_eq!(scene.events().await.types(), ["OUTGOING_PAYMENT.EXPIRED"]);
        assert_eq!(scene.balances().await, (10_000, 10_000));
    }
}

journey! {
    async fn an_executed_quote_does_not_expire(service) {
        let scene = Scene::set(service).await;
        scene.platform.fund(&scene.usd, 1_000).await;
        let euro = scene.euro_account().await;
        scene.platform.freeze().await;
        let quote = scene.quote(&euro, 1_000).await;
        scene.execute(&quote).send().await.expect(200);
        scene.platform.advance(Duration::from_hours(1)).await;
        assert_eq!(scene.payment(&quote).await["status"], "COMPLETED");
        let events = scene.events().await;
        let wanted = ["OUTGOING_PAYMENT.PENDING", "OUTGOING_PAYMENT.PROCESSING", "OUTGOING_PAYMENT.COMPLETED"];
        assert_eq!(events.about(&quote["transactionId"]), wanted);
    }
}
