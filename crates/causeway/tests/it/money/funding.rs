//! Money into internal accounts.

use causeway_store::platforms::Environment;
use serde_json::json;

use super::scene::Scene;
use crate::harness::journey;

const UNKNOWN: &str = "InternalAccount:01890a5d-ac96-774b-bcce-b302099a8057";

journey! {
    async fn money_j02_fund(service) {
        let scene = Scene::set(service).await;
        let account = scene.platform.fund(&scene.usd, 100_000).await;
        assert_eq!((&account["id"], &account["balance"]["amount"]), (&json!(scene.usd), &json!(100_000)));

        let events = scene.events().await;
        assert_eq!(events.types(), ["INCOMING_PAYMENT.COMPLETED", "INTERNAL_ACCOUNT.BALANCE_UPDATED"]);
        let payment = events.first("INCOMING_PAYMENT.COMPLETED");
        let said = [&payment["type"], &payment["direction"], &payment["status"]];
        assert_eq!(said, ["INCOMING", "CREDIT", "COMPLETED"]);
        assert_eq!(payment["receivedAmount"]["amount"], 100_000);
        let path = format!("/transactions/{}", payment["id"].as_str().unwrap());
        assert_eq!(scene.platform.get(&path).send().await.expect(200), payment);
        assert_eq!(events.first("INTERNAL_ACCOUNT.BALANCE_UPDATED"), account);

        let fund = |account: &str, amount: i64| {
            let path = format!("/sandbox/internal-accounts/{account}/fund");
            scene.platform.post(&path).json(&json!({ "amount": amount }))
        };
        fund(&scene.usd, 0).send().await.refused(400, "INVALID_AMOUNT");
        fund(&scene.usd, 100_000_000_001).send().await.refused(400, "INVALID_AMOUNT");
        fund(UNKNOWN, 1).send().await.refused(404, "REFERENCE_NOT_FOUND");
        let production = service.platform(Environment::Production).await;
        let path = format!("/sandbox/internal-accounts/{}/fund", scene.usd);
        production.post(&path).json(&json!({ "amount": 1 })).send().await.refused(403, "FORBIDDEN");
        assert!(scene.events().await.types().is_empty(), "a refusal is no event");
    }
}
