//! Burns (stablecoins J11, J12).

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::{Scene, bank, text};
use crate::harness::journey;

const SETTLEMENT_WAIT: Duration = Duration::from_secs(2);

journey! {
    async fn stablecoins_j11_external_burn(service) {
        let scene = Scene::new(service).await;
        let body = scene.burn_from("EXTERNAL_ACCOUNT", &scene.bank, "ACH_CREDIT");
        let burn = scene.burn(&body).await.expect(201);
        assert_eq!(json!([burn["operationType"], burn["status"]]), json!(["BURN", "PENDING_FUNDING"]));
        assert_eq!(burn["destination"], json!({ "accountId": scene.bank, "rail": "ACH_CREDIT" }));
        let delivery = json!({ "rail": "ACH_CREDIT", "amount": "100", "currency": "USD", "timing": "1-3 business days" });
        assert_eq!(burn["estimatedDelivery"], delivery);
        let sent = &burn["fundingInstructions"];

        assert_eq!(json!([sent["rail"], sent["network"], sent["valueType"]]), json!(["SPARK", "SPARK", "ACME"]));
        let deposit = text(&sent["address"]);
        assert!(deposit.starts_with("spark1") && deposit.len() == 64, "{deposit}");

        let mut other = body.clone();
        other["source"]["externalAccountId"] = json!("ignored");
        let other = scene.burn(&other).await.expect(201);
        assert_ne!(other["fundingInstructions"]["address"], sent["address"]);
        assert_eq!(other["source"], json!({ "type": "EXTERNAL_ACCOUNT" }));

        assert_eq!(scene.simulate(&burn, "FUNDS_RECEIVED").await.expect(202)["status"], "PROCESSING");
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.outcome(&burn).await, json!(["COMPLETED", null]));

        for (rail, timing) in
            [("WIRE", "Same business day"), ("SAME_DAY_ACH_CREDIT", "Same business day"), ("RTP_CREDIT", "Within minutes")]
        {
            let burn = scene.burn(&scene.burn_from("EXTERNAL_ACCOUNT", &scene.bank, rail)).await.expect(201);
            assert_eq!(burn["estimatedDelivery"]["timing"], timing);
        }

        let response = scene.burn(&scene.burn_from("EXTERNAL_ACCOUNT", &scene.wallet, "WIRE")).await;
        assert_eq!(response.expect_error(400, "INVALID_INPUT")["details"]["reason"], "ACCOUNT_TYPE_NOT_SUPPORTED");

        let mut reserved = scene.burn_from("SVC_INTERNAL_ACCOUNT", &scene.bank, "WIRE");
        reserved["source"]["accountId"] = json!("InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
        let error = scene.burn(&reserved).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "SOURCE_TYPE_NOT_SUPPORTED");
    }
}

journey! {
    async fn stablecoins_j12_balance_burn(service) {
        let scene = Scene::new(service).await;
        let from_balance = |bank: &Value| scene.burn_from("PROVIDER_INTERNAL_BALANCE", bank, "RTP_CREDIT");
        let burn = scene.burn(&from_balance(&scene.bank)).await.expect(201);
        assert_eq!(json!([burn["status"], burn.get("fundingInstructions")]), json!(["PENDING_PROVIDER", null]));
        // The balance is a million tokens, of which one is burned: this is one cent too much.
        let mut too_much = from_balance(&scene.bank);
        too_much["amount"] = json!("999999010000");
        let too_much = scene.burn(&too_much).await.expect(201);
        assert_eq!(too_much["status"], "PENDING_PROVIDER");

        let outcomes = [("002", "PROVIDER_TRANSFER_FAILED"), ("003", "EXTERNAL_ACCOUNT_INVALID"), ("004", "BANK_REJECTED")];
        let mut failing = Vec::new();
        for (suffix, reason) in outcomes {
            let bank = bank(&scene.platform, &format!("000123456{suffix}")).await;
            failing.push((scene.burn(&from_balance(&bank)).await.expect(201), reason));
        }

        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.outcome(&burn).await, json!(["COMPLETED", null]));
        assert_eq!(scene.outcome(&too_much).await, json!(["FAILED", "INSUFFICIENT_FUNDS"]));
        for (failed, reason) in failing {
            assert_eq!(scene.outcome(&failed).await, json!(["FAILED", reason]));
        }

        // Failed burns are back in the balance, also tokens that were sent for one.
        let bad = bank(&scene.platform, "000123457004").await;
        let sent = scene.burn(&scene.burn_from("EXTERNAL_ACCOUNT", &bad, "WIRE")).await.expect(201);
        scene.simulate(&sent, "FUNDS_RECEIVED").await.expect(202);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.outcome(&sent).await, json!(["FAILED", "BANK_REJECTED"]));

        let mut rest = from_balance(&scene.bank);
        rest["amount"] = json!("1000000000000");
        let rest = scene.burn(&rest).await.expect(201);
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.outcome(&rest).await, json!(["COMPLETED", null]));
    }
}
