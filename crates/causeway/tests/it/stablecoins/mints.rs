//! Mints (stablecoins J7 to J10, J13).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::ExternalAccountId;
use causeway_store::{Error, Tx, external_accounts};
use serde_json::{Value, json};

use super::scene::{Scene, address, bank, fresh_key, post, text, wallet};
use crate::harness::{Service, journey};

const SETTLEMENT_WAIT: Duration = Duration::from_secs(2);

/// Stores a bank account that only wires reach; the catalogue of accounts in US dollars has none today.
async fn without_ach(service: &Service, scene: &Scene) -> ExternalAccountId {
    let platform = scene.platform.id;
    let known: ExternalAccountId = text(&scene.bank).parse().unwrap();
    let app = Arc::clone(service.app());
    let write = move |tx: &mut Tx<'_>| {
        let mut record = external_accounts::find(tx, platform, known)?.ok_or(Error::Missing)?;
        record.id = app.ids.next(tx.wall());
        record.fingerprint.push_str(" by wire");
        record.doc.rails = vec![PaymentRail::Wire];
        external_accounts::insert(tx, platform, &record)?;
        Ok::<_, Error>(record.id)
    };
    service.app().store.write(&[], write).await.unwrap()
}

fn millis(value: &Value) -> i64 {
    text(value).parse::<Time>().expect("an instant").millis()
}

journey! {
    async fn stablecoins_j07_wire_mint(service) {
        let scene = Scene::new(service).await;
        let webhooks = scene.platform.receiver().await;
        let before = scene.platform.get("/transactions").send().await.expect(200);
        let mint = scene.mint(&scene.wire_mint()).await.expect(201);
        let facts = json!([mint["operationType"], mint["status"], mint["amount"], mint["source"], mint["destination"],
            mint["description"], mint.get("estimatedDelivery"), mint["stablecoinProviderAccountId"]]);
        assert_eq!(facts, json!(["MINT", "PENDING_FUNDING", "1000000", { "type": "WIRE" },
            { "accountId": scene.wallet }, "first", null, scene.link["id"]]));

        let wire = &mint["fundingInstructions"];
        assert_eq!(json!([wire["rail"], wire["amount"], wire["currency"], wire["bankName"], wire["routingNumber"]]),
            json!(["WIRE", "100", "USD", "Sandbox Bank", "110000000"]));
        for member in ["beneficiaryName", "beneficiaryAddress", "bankAddress", "accountNumber", "reference"] {
            assert!(!text(&wire[member]).is_empty(), "{member}");
        }

        let other = scene.mint(&scene.wire_mint()).await.expect(201);
        for member in ["accountNumber", "reference"] {
            assert_ne!(other["fundingInstructions"][member], wire[member]);
        }
        assert_eq!(millis(&mint["expiresAt"]) - millis(&mint["createdAt"]), 7 * 24 * 3_600_000);

        let funded = scene.simulate(&mint, "FUNDS_RECEIVED").await.expect(202);
        assert_eq!(json!([funded["status"], funded["providerStatus"]]), json!(["PROCESSING", "processing"]));
        scene.platform.advance(SETTLEMENT_WAIT).await;
        let done = scene.operation(&mint).await;
        assert_eq!(json!([done["status"], done["providerStatus"], done["expiresAt"]]),
            json!(["COMPLETED", "complete", mint["expiresAt"]]));
        let error = scene.simulate(&mint, "FUNDS_RECEIVED").await.expect_error(400, "INVALID_INPUT");
        assert_eq!(error["details"]["reason"], "INVALID_OPERATION_STATE");

        assert_eq!(scene.platform.get("/transactions").send().await.expect(200), before);
        assert_eq!(webhooks.received().len(), 0, "no event is about stablecoins");
        assert_eq!(scene.outcome(&other).await, json!(["PENDING_FUNDING", null]));
    }
}

journey! {
    async fn stablecoins_j08_ach_mint(service) {
        let scene = Scene::new(service).await;
        let mint = scene.mint(&scene.ach_mint(&scene.bank)).await.expect(201);
        assert_eq!(json!([mint["status"], mint.get("fundingInstructions"), mint.get("expiresAt")]),
            json!(["PENDING_PROVIDER", null, null]));
        assert_eq!(mint["source"], json!({ "type": "ACH_DEBIT", "externalAccountId": scene.bank }));

        let mut same_day = scene.ach_mint(&scene.bank);
        same_day["fundingSource"]["type"] = json!("SAME_DAY_ACH_DEBIT");
        let same_day = scene.mint(&same_day).await.expect(201);

        let outcomes = [("002", "INSUFFICIENT_FUNDS"), ("003", "EXTERNAL_ACCOUNT_INVALID"), ("004", "BANK_REJECTED")];
        let mut failing = Vec::new();
        for (suffix, reason) in outcomes {
            let bank = bank(&scene.platform, &format!("000123456{suffix}")).await;
            failing.push((scene.mint(&scene.ach_mint(&bank)).await.expect(201), reason));
        }

        let slow = bank(&scene.platform, "000123456005").await;
        let slow = scene.mint(&scene.ach_mint(&slow)).await.expect(201);

        scene.platform.advance(SETTLEMENT_WAIT).await;
        for done in [&mint, &same_day] {
            assert_eq!(scene.outcome(done).await, json!(["COMPLETED", null]));
        }
        for (failed, reason) in failing {
            assert_eq!(scene.outcome(&failed).await, json!(["FAILED", reason]));
        }

        scene.platform.advance(Duration::from_secs(8)).await;
        assert_eq!(scene.outcome(&slow).await, json!(["PROCESSING", null]));
        scene.platform.advance(Duration::from_secs(30)).await;
        assert_eq!(scene.outcome(&slow).await, json!(["FAILED", "PROVIDER_TRANSFER_FAILED"]));
    }
}

journey! {
    async fn tokens_are_refused_by_wallets_and_the_funding_side_wins(service) {
        let scene = Scene::new(service).await;
        for (end, after) in [("q002", 1), ("q003", 1), ("q004", 1), ("q005", 31)] {
            let target = wallet(&scene.platform, &address(end), &json!({})).await;
            let mut body = scene.wire_mint();
            body["destination"]["accountId"] = target.clone();
            let mint = scene.mint(&body).await.expect(201);
            scene.simulate(&mint, "FUNDS_RECEIVED").await.expect(202);
            scene.platform.advance(Duration::from_secs(after)).await;
            assert_eq!(scene.outcome(&mint).await, json!(["FAILED", "DESTINATION_REJECTED"]), "{end}");

            let poor = bank(&scene.platform, &format!("00{}002", end.replace('q', ""))).await;
            let mut both = scene.ach_mint(&poor);
            both["destination"]["accountId"] = target;
            let mint = scene.mint(&both).await.expect(201);
            scene.platform.advance(SETTLEMENT_WAIT).await;
            assert_eq!(scene.outcome(&mint).await, json!(["FAILED", "INSUFFICIENT_FUNDS"]), "{end}");
        }
    }
}

journey! {
    async fn stablecoins_j09_mint_refusals(service) {
        let scene = Scene::new(service).await;
        let with = |pointer: &str, value: Value| {
            let mut body = scene.wire_mint();
            *body.pointer_mut(pointer).unwrap() = value;
            body
        };
        for amount in ["0", "1", "9999"] {
            let error = scene.mint(&with("/amount", json!(amount))).await.expect_error(400, "INVALID_AMOUNT");
            assert_eq!(error["details"]["field"], "amount");
        }

        let too_much = "340282366920938463463374607431768211456";
        for amount in [json!("1.5"), json!(1.5), json!("-1"), json!(-1), json!(""), json!(too_much), json!(null), json!(1e30)] {
            scene.mint(&with("/amount", amount)).await.expect_error(400, "INVALID_INPUT");
        }

        let reason = |error: Value| error["details"]["reason"].clone();
        let reserved = [
            json!({ "type": "SVC_INTERNAL_ACCOUNT", "accountId": "InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" }),
            json!({ "type": "PROVIDER_INTERNAL_BALANCE", "sourceTokenIdentifier": "USDC", "cryptoNetwork": "BASE" }),
        ];
        for source in reserved {
            let error = scene.mint(&with("/fundingSource", source)).await.expect_error(400, "INVALID_INPUT");
            assert_eq!(reason(error), "SOURCE_TYPE_NOT_SUPPORTED");
        }
        for wrong in ["SVC_INTERNAL_ACCOUNT", "PROVIDER_INTERNAL_BALANCE", "CASH"] {
            scene.mint(&with("/fundingSource", json!({ "type": wrong }))).await.expect_error(400, "INVALID_INPUT");
        }

        let to = |id: Value| with("/destination/accountId", id);
        let error = scene.mint(&to(scene.bank.clone())).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(reason(error), "ACCOUNT_TYPE_NOT_SUPPORTED");
        let internal = json!("InternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
        let error = scene.mint(&to(internal)).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(reason(error), "DESTINATION_TYPE_NOT_SUPPORTED");

        let unknown_account = json!("ExternalAccount:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b");
        scene.mint(&to(unknown_account.clone())).await.expect_error(404, "REFERENCE_NOT_FOUND");
        scene.mint(&scene.ach_mint(&unknown_account)).await.expect_error(404, "REFERENCE_NOT_FOUND");

        let no_ach = json!(without_ach(service, &scene).await);
        let error = scene.mint(&scene.ach_mint(&no_ach)).await.expect_error(400, "INVALID_INPUT");
        assert_eq!(reason(error), "RAIL_NOT_SUPPORTED");
        let response = scene.burn(&scene.burn_from("EXTERNAL_ACCOUNT", &no_ach, "ACH_CREDIT")).await;
        assert_eq!(reason(response.expect_error(400, "INVALID_INPUT")), "RAIL_NOT_SUPPORTED");

        let unknown = "/stablecoins/Stablecoin:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b/mints";
        post(&scene.platform, unknown, &scene.wire_mint()).send().await.expect_error(404, "REFERENCE_NOT_FOUND");

        let silent = with("/description", json!("no answer 503"));
        scene.mint(&silent).await.expect_error(503, "SERVICE_UNAVAILABLE");
        assert_eq!(scene.list("").await["data"], json!([]));

        let number = scene.mint(&with("/amount", json!(1_000_000))).await.expect(201);
        assert_eq!(number["amount"], "1000000");
        let padded = scene.mint(&with("/amount", json!("0001000000"))).await.expect(201);
        assert_eq!(padded["amount"], "1000000");
        let most = "340282366920938463463374607431768210000";
        assert_eq!(scene.mint(&with("/amount", json!(most))).await.expect(201)["amount"], most);
    }
}

journey! {
    async fn stablecoins_j10_expiry(service) {
        let scene = Scene::new(service).await;
        let mint = scene.mint(&scene.wire_mint()).await.expect(201);
        assert_eq!(scene.simulate(&mint, "FUNDING_EXPIRED").await.expect(202)["status"], "EXPIRED");
        scene.simulate(&mint, "FUNDS_RECEIVED").await.expect_error(400, "INVALID_INPUT");

        let unpaid_mint = scene.mint(&scene.wire_mint()).await.expect(201);
        scene.platform.advance(Duration::from_hours(7 * 24) - Duration::from_secs(1)).await;
        assert_eq!(scene.outcome(&unpaid_mint).await, json!(["PENDING_FUNDING", null]));
        scene.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.outcome(&unpaid_mint).await, json!(["EXPIRED", null]));

        let rejected = scene.mint(&scene.wire_mint()).await.expect(201);
        assert_eq!(scene.simulate(&rejected, "FUNDING_REJECTED").await.expect(202)["failureReason"], "PROVIDER_TRANSFER_CANCELED");
    }
}

journey! {
    async fn stablecoins_j13_idempotent_mint(service) {
        let scene = Scene::new(service).await;
        let key = fresh_key();
        let path = scene.at("/mints");
        let send = |body: Value| scene.platform.post(&path).idempotency_key(&key).json(&body).send();
        let (one, other) = tokio::join!(send(scene.wire_mint()), send(scene.wire_mint()));

        let mut mints: Vec<&Value> = Vec::new();
        let one_body = one.json();
        let other_body = other.json();
        for (response, body) in [(&one, &one_body), (&other, &other_body)] {
            match response.status {
                201 => mints.push(body),
                _ => assert_eq!(body["details"]["reason"], "IDEMPOTENCY_IN_PROGRESS", "{response}"),
            }
        }
        assert!(!mints.is_empty() && mints.iter().all(|body| *body == mints[0]));
        assert_eq!(send(scene.wire_mint()).await.expect(201), *mints[0]);
        assert_eq!(scene.list("").await["totalCount"], 1);

        let mut other = scene.wire_mint();
        other["amount"] = json!("2000000");
        let reused = send(other).await.expect_error(409, "CONFLICT");
        assert_eq!(reused["details"]["reason"], "IDEMPOTENCY_KEY_REUSED");
    }
}
