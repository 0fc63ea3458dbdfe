//! Data about the receiver that the sender's platform requires, between two deployments (uma 6.2, 6.4).

use causeway_testing::receiver::Answer;
use serde_json::json;

use super::payment::Pair;
use crate::harness::between_deployments;
use crate::uma::receiving::{PENDING, decides};

between_deployments! {
    async fn uma_u06_payee_data(deployments) {
        let pair = Pair::new(deployments).await;
        let dollars = json!({ "currencyCode": "USD", "minAmount": 100, "maxAmount": 1_000_000,
            "enabledTransactionTypes": ["INCOMING", "OUTGOING"],
            "requiredCounterpartyFields": [{ "name": "NATIONALITY", "mandatory": true }] });
        let config = json!({ "supportedCurrencies": [dollars] });
        pair.ours.platform.patch("/config").json(&config).send().await.expect(200);

        let body = pair.quote_body("SENDING", 10_000).await;
        pair.ours.platform.post("/quotes").json(&body).send().await.expect_error(400, "INVALID_PAYREQ_RESPONSE");
        let event = pair.webhooks.wait_for_event(PENDING).await.json();
        let wanted = json!([{ "name": "NATIONALITY", "mandatory": true }]);
        assert_eq!(event["data"]["requestedReceiverCustomerInfoFields"], wanted);
        let failed = pair.incoming_becomes("FAILED").await;
        assert_eq!(failed["failureReason"], "MISSING_MANDATORY_PAYEE_DATA");
        assert!(deployments.node.book().is_empty(), "no invoice is issued");

        decides(&pair.webhooks, Answer::status(200).body(r#"{"receiverCustomerInfo":{"NATIONALITY":"DE"}}"#));
        let quote = pair.quote("SENDING", 10_000).await;
        assert_eq!(quote["counterpartyInformation"], json!({ "NATIONALITY": "DE" }));
    }
}
