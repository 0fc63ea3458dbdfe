//! Decisions of the platform about the actions of its agents (agents A5).

use std::time::Duration;

use causeway_store::{Error, params};
use serde_json::{Value, json};

use super::scene::{AgentScene, SETTLEMENT_WAIT, p1};
use crate::harness::{Service, journey};
use crate::payments::scene::text;
use crate::quotes::bolt11;

const NOT_PENDING: &str = "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL";

/// Sets up an agent whose every action needs the platform's approval.
async fn set_up(service: &Service) -> AgentScene {
    let scene = AgentScene::new(service, &p1()).await;
    scene.require_approval().await;
    scene
}

/// A transfer that waits for approval.
struct PendingTransfer {
    action: Value,
    transaction: Value,
}

/// Asks for a transfer, which waits for approval.
async fn ask(scene: &AgentScene, amount: i64) -> PendingTransfer {
    let before = scene.transactions().await;

    let action = scene.transfer_out(amount).send().await.expect(201);
    assert_eq!((&action["status"], action.get("transaction")), (&json!("PENDING_APPROVAL"), None));

    let is_new = |one: &Value| before.iter().all(|known| known["id"] != one["id"]);
    let transaction = scene.transactions().await.into_iter().find(is_new).expect("a transaction");
    PendingTransfer { action, transaction }
}

async fn approvals(scene: &AgentScene) -> Vec<Value> {
    let listed = scene.base.platform.get("/agents/approvals").send().await.expect(200);
    listed["data"].as_array().unwrap().clone()
}

journey! {
    async fn agents_ja06_approval_of_a_transfer(service) {
        let scene = set_up(service).await;
        let PendingTransfer { action, transaction } = ask(&scene, 1_000).await;
        assert_eq!(transaction["status"], "PENDING");
        let events = scene.base.events().await;
        assert_eq!(events.first("AGENT_ACTION.PENDING_APPROVAL"), action);
        assert_eq!(events.types(), ["AGENT_ACTION.PENDING_APPROVAL", "OUTGOING_PAYMENT.PENDING"]);
        assert_eq!((scene.balance().await, scene.usage().await), (100_000, [0, 0, 0]));
        assert_eq!(approvals(&scene).await, vec![action.clone()]);

        let cancel = scene.base.cancel(&transaction["id"]).send().await;
        assert!(cancel.status == 409 || cancel.status == 400, "nothing is under way\n{cancel}");

        let approved = scene.decide(&action, "approve").send().await.expect(200);
        assert_eq!((&approved["status"], &approved["transaction"]["id"]), (&json!("APPROVED"), &transaction["id"]));
        assert_eq!((scene.balance().await, scene.usage().await), (99_000, [1, 1_000, 1_000]));
        assert!(approvals(&scene).await.is_empty());
        scene.decide(&action, "approve").send().await.expect_error(409, NOT_PENDING);

        scene.base.platform.advance(SETTLEMENT_WAIT).await;
        let names = ["PROCESSING", "COMPLETED"].map(|name| format!("OUTGOING_PAYMENT.{name}"));
        assert_eq!(scene.base.events().await.about(&transaction["id"]), names);
    }
}

journey! {
    async fn agents_ja07_approval_by_its_transaction(service) {
        let scene = set_up(service).await;
        let PendingTransfer { action, transaction } = ask(&scene, 1_000).await;

        let path = format!("/transactions/{}/approve", text(&transaction["id"]));
        let approved = scene.base.platform.post(&path).send().await.expect(200);
        assert_eq!((&approved["id"], &approved["agentId"]), (&transaction["id"], &scene.agent.resource["id"]));
        assert_eq!(scene.action(&action["id"]).await["status"], "APPROVED");
        assert_eq!((scene.balance().await, scene.usage().await), (99_000, [1, 1_000, 1_000]));
        scene.decide(&action, "approve").send().await.expect_error(409, NOT_PENDING);
        scene.base.platform.post(&path).send().await.expect_error(409, NOT_PENDING);

        let PendingTransfer { action, transaction } = ask(&scene, 1_000).await;
        let path = format!("/transactions/{}/reject", text(&transaction["id"]));
        let rejected = scene.base.platform.post(&path).json(&json!({ "reason": "No" })).send().await.expect(200);
        assert_eq!(rejected["status"], "FAILED");
        let action = scene.action(&action["id"]).await;
        assert_eq!((&action["status"], &action["rejectionReason"]), (&json!("REJECTED"), &json!("No")));
    }
}

journey! {
    async fn agents_ja08_reject(service) {
        let scene = set_up(service).await;
        let PendingTransfer { action, transaction } = ask(&scene, 1_000).await;

        let long = json!({ "reason": "x".repeat(501) });
        scene.decide(&action, "reject").json(&long).send().await.expect_error(400, "INVALID_INPUT");

        let body = json!({ "reason": "Not this month" });
        let rejected = scene.decide(&action, "reject").json(&body).send().await.expect(200);
        assert_eq!((&rejected["status"], &rejected["rejectionReason"]), (&json!("REJECTED"), &body["reason"]));
        assert!(rejected.get("transaction").is_none(), "{rejected}");

        let failed = scene.base.transaction(&transaction["id"]).await;
        assert_eq!(json!([failed["status"], failed["failureReason"]]), json!(["FAILED", "QUOTE_EXECUTION_FAILED"]));
        assert_eq!((scene.balance().await, scene.usage().await), (100_000, [0, 0, 0]));
        scene.decide(&action, "approve").send().await.expect_error(409, NOT_PENDING);
        scene.decide(&action, "reject").send().await.expect_error(409, NOT_PENDING);
        assert_eq!(scene.action(&action["id"]).await, rejected);

        // The quote of a rejected action fails too.
        let euro = scene.base.euro_account().await;
        let quote = scene.quote(&euro, 1_000).await;
        let action = scene.execute(&quote).send().await.expect(200);
        scene.base.events().await;
        let rejected = scene.decide(&action, "reject").send().await.expect(200);
        assert_eq!((&rejected["quote"]["status"], rejected.get("rejectionReason")), (&json!("FAILED"), None));
        assert_eq!(scene.base.events().await.about(&quote["transactionId"]), ["OUTGOING_PAYMENT.FAILED"]);

        let other = AgentScene::new(service, &p1()).await;
        let path = other.agent.path(&format!("/actions/{}/approve", text(&action["id"])));
        other.base.platform.post(&path).send().await.expect_error(404, "REFERENCE_NOT_FOUND");
    }
}

journey! {
    async fn agents_ja10_re_check_at_approval(service) {
        let scene = set_up(service).await;
        let platform = &scene.base.platform;
        let drained = json!({
            "source": { "accountId": scene.base.usd }, "destination": { "accountId": scene.bank }, "amount": 99_500,
        });
        for breach in ["pause", "limit", "account", "permission", "drain"] {
            let PendingTransfer { action, transaction } = ask(&scene, 1_000).await;
            let balance = scene.balance().await;
            let usage = scene.usage().await;
            let (breaks, mends) = match breach {
                "limit" => (json!({ "spendingLimits": { "perTransactionLimit": 999 } }), p1()),
                "account" => (
                    json!({ "accountRestrictions": { "allowedAccountIds": [] } }),
                    json!({ "accountRestrictions": { "allowedAccountIds": null } }),
                ),
                "permission" => (json!({ "permissions": [] }), p1()),
                _ => (json!({}), json!({})),
            };

            scene.limit(&breaks).await;
            let breached_limit = match breach {
                "pause" => {
                    platform.patch(&scene.agent.path("")).json(&json!({ "isPaused": true })).send().await.expect(200);
                    balance
                }
                "drain" => {
                    platform.post("/transfer-out").json(&drained).send().await.expect(201);
                    balance - 99_500
                }
                _ => balance,
            };

            scene.base.events().await;
            let failed = scene.decide(&action, "approve").send().await.expect(200);
            assert_eq!((&failed["status"], failed.get("transaction")), (&json!("FAILED"), None), "{breach}");
            assert_eq!(scene.base.transaction(&transaction["id"]).await["status"], "FAILED", "{breach}");
            assert_eq!((scene.balance().await, scene.usage().await), (breached_limit, usage), "{breach}: nothing moved");
            assert_eq!(scene.base.events().await.about(&transaction["id"]), ["OUTGOING_PAYMENT.FAILED"]);

            platform.patch(&scene.agent.path("")).json(&json!({ "isPaused": false })).send().await.expect(200);
            scene.limit(&mends).await;
            scene.require_approval().await;
        }
    }
}

journey! {
    async fn a_quote_that_is_approved_is_executed(service) {
        let scene = set_up(service).await;
        let euro = scene.base.euro_account().await;
        let quote = scene.quote(&euro, 1_000).await;
        let action = scene.execute(&quote).send().await.expect(200);
        assert_eq!(approvals(&scene).await, vec![action.clone()]);

        let approved = scene.decide(&action, "approve").send().await.expect(200);
        assert_eq!((&approved["status"], &approved["quote"]["status"]), (&json!("APPROVED"), &json!("PROCESSING")));
        assert_eq!((scene.balance().await, scene.usage().await), (99_000, [1, 1_000, 1_000]));

        scene.base.platform.advance(SETTLEMENT_WAIT).await;
        assert_eq!(scene.base.payment(&quote).await["status"], "COMPLETED");
        assert_eq!(scene.action(&action["id"]).await["quote"]["status"], "COMPLETED");
    }
}

journey! {
    /// Checks that without the root key, a later expiry written into the database prolongs no quote.
    async fn an_approval_believes_the_terms_of_the_quote(service) {
        let scene = set_up(service).await;
        let euro = scene.base.euro_account().await;
        let quote = scene.execute(&scene.quote(&euro, 1_000).await).send().await.expect(200);

        let platform = scene.base.platform.id;
        let prolong = service.app().store.write(&[], move |tx| {
            let later = "UPDATE agent_action SET expires_at = expires_at + 86400000 WHERE platform_id = $1";
            tx.execute(later, params![platform])?;
            tx.execute("DELETE FROM job WHERE platform_id = $1 AND kind = 'EXPIRE_QUOTE'", params![platform])
        });
        prolong.await.map_err(|error: Error| error).unwrap();

        scene.base.platform.advance(Duration::from_hours(1)).await;
        assert_eq!(scene.decide(&quote, "approve").send().await.expect(200)["status"], "FAILED");
        assert_eq!((scene.balance().await, scene.usage().await), (100_000, [0, 0, 0]));
    }
}

journey! {
    /// Checks that an action that failed in time refuses further decisions: only an undecided one is late
    /// (A5.2).
    async fn an_action_that_failed_in_time_stays_decided(service) {
        let scene = set_up(service).await;
        let quote = scene.quote(&scene.bank, 1_000).await;
        let action = scene.execute(&quote).send().await.expect(200);

        let pause = scene.base.platform.patch(&scene.agent.path("")).json(&json!({ "isPaused": true }));
        pause.send().await.expect(200);
        assert_eq!(scene.decide(&action, "approve").send().await.expect(200)["status"], "FAILED");
        scene.decide(&action, "approve").send().await.expect_error(409, NOT_PENDING);

        scene.base.platform.advance(Duration::from_hours(1)).await;
        scene.decide(&action, "approve").send().await.expect_error(409, NOT_PENDING);
    }
}

journey! {
    async fn an_undecided_transfer_fails_after_a_day(service) {
        let scene = set_up(service).await;
        let PendingTransfer { action, transaction } = ask(&scene, 1_000).await;

        scene.base.platform.advance(Duration::from_hours(24) - Duration::from_millis(1)).await;
        assert_eq!(scene.action(&action["id"]).await["status"], "PENDING_APPROVAL");
        scene.base.platform.advance(Duration::from_millis(1)).await;
        assert_eq!(scene.action(&action["id"]).await["status"], "FAILED");

        let failed = scene.base.transaction(&transaction["id"]).await;
        assert_eq!(json!([failed["status"], failed["failureReason"]]), json!(["FAILED", "QUOTE_EXECUTION_FAILED"]));
        scene.decide(&action, "approve").send().await.expect_error(409, NOT_PENDING);
        assert!(approvals(&scene).await.is_empty());
        assert_eq!(scene.balance().await, 100_000);
    }
}

journey! {
    async fn an_answer_that_does_not_come_decides_nothing(service) {
        let scene = set_up(service).await;
        let PendingTransfer { action, .. } = ask(&scene, 1_000).await;
        service.rail.be_unreachable(true);
        scene.decide(&action, "approve").send().await.expect_error(500, "SVC_SWITCH_ERROR");
        service.rail.be_unreachable(false);
        assert_eq!(scene.action(&action["id"]).await["status"], "PENDING_APPROVAL");

        assert_eq!(scene.decide(&action, "approve").send().await.expect(200)["status"], "APPROVED");
        scene.base.platform.advance(SETTLEMENT_WAIT).await;
    }
}

journey! {
    /// Checks the limit of 100 pending actions. Deleting the agent ends all of them in one transaction.
    async fn a_hundred_actions_wait_at_most(service) {
        let scene = set_up(service).await;
        let PendingTransfer { action, .. } = ask(&scene, 1).await;
        for _ in 1..100 {
            scene.transfer_out(1).send().await.expect(201);
        }

        assert_eq!(AgentScene::refusal_reason(scene.transfer_out(1)).await, "PENDING_ACTIONS_LIMIT_EXCEEDED");
        scene.decide(&action, "reject").send().await.expect(200);
        scene.transfer_out(1).send().await.expect(201);

        scene.base.platform.delete(&scene.agent.path("")).send().await.expect(204);
        assert!(approvals(&scene).await.is_empty());
    }
}

journey! {
    /// Checks an invoice with a fixed amount: the amount of the request is the received one.
    async fn a_transfer_to_an_invoice_is_carried_out_as_it_was_asked_for(service) {
        let scene = set_up(service).await;
        let platform = &scene.base.platform;
        let path = format!("/customers/{}", text(&scene.base.alice["id"]));
        let change = json!({ "customerType": "INDIVIDUAL", "currencies": ["USD", "USDC", "BTC"] });
        platform.patch(&path).json(&change).send().await.expect(200);
        let account = platform.account_of(&scene.base.alice, "BTC").await;
        platform.fund(&account, 100_000).await;

        let invoice = bolt11::invoice(&scene.base, "lnbc420u", 1).await;
        let to = bolt11::account(&scene.base, &invoice, Some(&scene.base.alice)).await;
        let action = scene.transfer_between(&account, &to, 42_000).send().await.expect(201);
        assert_eq!(action["status"], "PENDING_APPROVAL");

        let approved = scene.decide(&action, "approve").send().await.expect(200);
        assert_eq!(approved["status"], "APPROVED");
        let transaction = scene.base.transaction(&approved["transaction"]["id"]).await;
        assert_eq!((&transaction["sentAmount"]["amount"], &transaction["receivedAmount"]["amount"]), (&json!(42_010), &json!(42_000)));
    }
}
