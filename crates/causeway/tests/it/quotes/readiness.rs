//! The customers that may pay, and the accounts that they may pay from (money 1.5, customers 2.7).

use serde_json::{Value, json};

use crate::harness::{Platform, journey};
use crate::operator::acting::{act, with};
use crate::payments::scene::{Scene, text, transfer};

async fn person(platform: &Platform, name: &str) -> Value {
    let body = json!({ "customerType": "INDIVIDUAL", "fullName": name, "currencies": ["USD"] });
    platform.post("/customers").json(&body).send().await.expect(201)
}

journey! {
    async fn money_j32_readiness(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 10_000).await;
        let pending_customer = person(platform, "Max Roe 001").await;
        assert_eq!(pending_customer["kycStatus"], "PENDING");
        let pending = platform.account_of(&pending_customer, "USD").await;
        let euro = scene.euro_account().await;
        let ask = |from: &str, to: &str| platform.post("/quotes").json(&transfer(from, to, "SENDING", 100)).send();

        let error = ask(&pending, &euro).await.expect_error(403, "USER_NOT_READY");
        assert_eq!(error["details"]["status"], "PENDING");
        let theirs = platform.euro_account(&pending_customer, "DE89370400440532013000").await;
        ask(&scene.usd, &theirs).await.expect(201);
        let error = ask(&scene.usd, &pending).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "ACCOUNT_NOT_ACTIVE");

        let earlier = scene.quote(&euro, 100).await;
        let setting = json!({ "name": "end_user_terms_required", "value": "on" });
        act(service, "setting set", with(platform, setting)).await;
        scene.execute(&earlier).send().await.expect_error(403, "END_USER_TERMS_NOT_ACCEPTED");
        ask(&scene.usd, &euro).await.expect_error(403, "END_USER_TERMS_NOT_ACCEPTED");

        // The platform itself can pay both.
        let own = platform.own_account("USD").await;
        platform.fund(&own, 1_000).await;
        for account in [&theirs, &euro] {
            let quote = ask(&own, account).await.expect(201);
            scene.execute(&quote).send().await.expect(200);
        }

        let mut on_behalf = transfer(&own, &euro, "SENDING", 100);
        on_behalf["source"]["customerId"] = scene.alice["id"].clone();
        platform.post("/quotes").json(&on_behalf).send().await.expect_error(403, "END_USER_TERMS_NOT_ACCEPTED");

        let token = json!({ "name": "reader", "permissions": ["VIEW"] });
        let token = platform.post("/tokens").json(&token).send().await.expect(201);
        let reader = platform.with_token(text(&token["clientId"]), text(&token["clientSecret"]));
        reader.post("/quotes").json(&json!({})).send().await.expect_error(403, "FORBIDDEN");
        let execute = format!("/quotes/{}/execute", text(&earlier["id"]));
        let error = reader.post(&execute).send().await.expect_error(403, "FORBIDDEN");
        assert_eq!(error["details"]["requiredPermission"], "TRANSACT");
        reader.get("/transactions").send().await.expect(200);
    }
}

journey! {
    async fn money_j33_frozen(service) {
        let scene = Scene::new(service).await;
        let platform = &scene.platform;
        platform.fund(&scene.usd, 10_000).await;
        let euro = scene.euro_account().await;
        let own = platform.own_account("USD").await;
        platform.fund(&own, 1_000).await;
        let inward = platform.post("/quotes").json(&transfer(&own, &scene.usd, "SENDING", 10)).send().await.expect(201);
        let earlier = scene.quote(&euro, 100).await;
        scene.events().await;

        let account = with(platform, json!({ "account": scene.usd }));
        act(service, "account freeze", account.clone()).await;
        assert_eq!(scene.events().await.about(&json!(scene.usd)), ["INTERNAL_ACCOUNT.STATUS_UPDATED"]);
        let fund = format!("/sandbox/internal-accounts/{}/fund", scene.usd);
        let responses = [
            platform.post("/quotes").json(&scene.transfer(&euro, "SENDING", 100)).send().await,
            platform.post("/quotes").json(&transfer(&own, &scene.usd, "SENDING", 100)).send().await,
            platform.post(&fund).json(&json!({ "amount": 1 })).send().await,
            scene.execute(&earlier).send().await,
            scene.execute(&inward).send().await,
        ];
        for response in responses {
            assert_eq!(response.expect_error(400, "INVALID_INPUT")["details"]["reason"], "ACCOUNT_NOT_ACTIVE");
        }

        act(service, "account release", account).await;
        for quote in [&earlier, &inward] {
            scene.execute(quote).send().await.expect(200);
        }
        assert_eq!(scene.balances().await, (9_910, 9_910));
    }
}
