//! A node that reports an invoice as paid with less than its amount (money 9).

use causeway_testing::wait;
use serde_json::json;

use super::payment::Pair;
use crate::harness::between_deployments;
use crate::operator::acting::act;

between_deployments! {
    async fn an_invoice_that_is_paid_with_less_is_reported_and_not_credited(deployments) {
        let pair = Pair::new(deployments).await;
        let service = &deployments.p2.service;
        let quote = pair.quote("SENDING", 10_000).await;
        deployments.node.report_less(1_000);
        pair.ours.execute(&quote).send().await.expect(200);
        let alert = wait::until("the alert", wait::PATIENCE, || async {
            let open = act(service, "alert list", json!({})).await.json;
            let alerts = open.as_array().expect("a list");
            let found = alerts.iter().find(|alert| alert["kind"] == "SETTLEMENT_UNDERPAID");
            found.cloned().ok_or_else(|| open.to_string())
        })
        .await;
        let incoming = pair.theirs.get("/transactions?type=INCOMING").send().await.expect(200);
        assert_eq!(alert["subject"], incoming["data"][0]["id"]);
        assert_ne!(incoming["data"][0]["status"], "COMPLETED");
        assert_eq!(pair.balance().await, 0);
        act(service, "alert close", json!({ "alert": alert["alert"] })).await;
    }
}
