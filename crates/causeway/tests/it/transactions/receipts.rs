//! Confirmations by the platform that a receipt was delivered.

use serde_json::json;

use crate::harness::journey;
use crate::payments::scene::{Scene, text};

journey! {
    async fn money_j31_receipt(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 10_000).await;
        let euro = scene.euro_account().await;
        platform.freeze().await;
        let quote = scene.quote(&euro, 1_000).await;
        let deposits = platform.get("/transactions?type=INCOMING").send().await.expect(200);
        scene.events().await;

        for payment in [&quote["transactionId"], &deposits["data"][0]["id"]] {
            let path = format!("/transactions/{}/confirm", text(payment));
            let confirmed = platform.post(&path).send().await.expect(200);
            assert_eq!(confirmed["receiptDeliveryConfirmedAt"], quote["createdAt"], "now, where none is named");
            for at in ["2025-01-02T03:04:05.000Z", "2024-12-31T23:59:59.500Z"] {
                let body = json!({ "receiptDeliveryConfirmedAt": at });
                let confirmed = platform.post(&path).json(&body).send().await.expect(200);
                assert_eq!(confirmed["receiptDeliveryConfirmedAt"], at, "the last call counts");
            }
            for at in ["2999-01-01T00:00:00Z", "yesterday"] {
                let body = json!({ "receiptDeliveryConfirmedAt": at });
                let response = platform.post(&path).json(&body).send().await;
                response.expect_error(400, "INVALID_INPUT");
            }
        }
        let unknown = "/transactions/Transaction:0199a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b/confirm";
        platform.post(unknown).send().await.expect_error(404, "TRANSACTION_NOT_FOUND");

        assert!(scene.events().await.types().is_empty(), "no event is sent");
        scene.execute(&quote).send().await.expect(200);
        let executed = scene.payment(&quote).await;
        assert_eq!(executed["receiptDeliveryConfirmedAt"], "2024-12-31T23:59:59.500Z", "the time of delivery is stored");
    }
}
