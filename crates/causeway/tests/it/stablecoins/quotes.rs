//! The quote form (stablecoins J16).

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::{Scene, post, text};
use crate::harness::journey;

fn tagged(operation_type: &str, mut operation: Value) -> Value {
    operation["operationType"] = json!(operation_type);
    operation
}

journey! {
    async fn stablecoins_j16_quote_form(service) {
        let scene = Scene::new(service).await;
        let quote = scene.quote(&tagged("MINT", scene.wire_mint())).await.expect(201);
        let facts = json!([quote["status"], quote["operationType"], quote["amount"], quote["fees"], quote["fundingSource"],
            quote.get("source"), quote["destination"], quote.get("operationId")]);
        assert_eq!(facts, json!(["OPEN", "MINT", "1000000", [], { "type": "WIRE" }, null,
            { "accountId": scene.wallet }, null]));

        let path = |quote: &Value| scene.at(&format!("/quotes/{}", text(&quote["id"])));
        let execute = |quote: &Value| format!("{}/execute", path(quote));
        assert_eq!(scene.platform.get(&path(&quote)).send().await.expect(200), quote);

        let first = scene.platform.post(&execute(&quote)).idempotency_key("go").send().await;
        let operation = first.json();
        assert_eq!(json!([first.status, operation["quoteId"], operation["status"]]),
            json!([201, quote["id"], "PENDING_FUNDING"]));
        let used = scene.platform.get(&path(&quote)).send().await.expect(200);
        assert_eq!(json!([used["status"], used["operationId"]]), json!(["EXECUTED", operation["id"]]));
        let error = post(&scene.platform, &execute(&quote), &json!({})).send().await.expect_error(409, "CONFLICT");
        assert_eq!(error["details"]["reason"], "QUOTE_ALREADY_EXECUTED");

        let again = scene.platform.post(&execute(&quote)).idempotency_key("go").send().await;
        assert_eq!((again.status, &again.body), (201, &first.body));
        assert_eq!(scene.list("").await["totalCount"], 1);

        let burn = tagged("BURN", scene.burn_from("PROVIDER_INTERNAL_BALANCE", &scene.bank, "WIRE"));
        let unused = scene.quote(&burn).await.expect(201);
        assert_eq!(json!([unused.get("fundingSource"), unused["source"], unused["estimatedDelivery"]["amount"]]),
            json!([null, { "type": "PROVIDER_INTERNAL_BALANCE" }, "100"]));

        scene.platform.advance(Duration::from_mins(5)).await;
        let over = scene.platform.get(&path(&unused)).send().await.expect(200);
        assert_eq!(json!([over["status"], over["updatedAt"]]), json!(["EXPIRED", unused["expiresAt"]]));
        post(&scene.platform, &execute(&unused), &json!({})).send().await.expect_error(409, "QUOTE_EXPIRED");
        let unknown_quote = scene.at("/quotes/StablecoinQuote:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
        scene.platform.get(&unknown_quote).send().await.expect_error(404, "QUOTE_NOT_FOUND");
    }
}

journey! {
    async fn a_quote_stays_open_when_its_provider_gives_no_answer(service) {
        let scene = Scene::new(service).await;
        let mut silent = scene.wire_mint();
        silent["description"] = json!("503");
        let quote = scene.quote(&tagged("MINT", silent)).await.expect(201);
        let path = scene.at(&format!("/quotes/{}", text(&quote["id"])));
        let execute = format!("{path}/execute");
        post(&scene.platform, &execute, &json!({})).send().await.expect_error(503, "SERVICE_UNAVAILABLE");
        assert_eq!(scene.platform.get(&path).send().await.expect(200)["status"], "OPEN");
        assert_eq!(scene.list("").await["totalCount"], 0);
        scene.quote(&tagged("BURN", scene.wire_mint())).await.expect_error(400, "INVALID_INPUT");
        let mut nothing = tagged("MINT", scene.wire_mint());
        nothing["amount"] = json!("0");
        scene.quote(&nothing).await.expect_error(400, "INVALID_AMOUNT");
    }
}
