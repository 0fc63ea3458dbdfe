//! Concurrent operations: limits hold, and each action gets exactly one decision (agents A4, A5.2).

use futures_util::future::join_all;
use serde_json::json;

use super::scene::{AgentScene, SETTLEMENT_WAIT, p1};
use crate::harness::{Service, journey};
use crate::payments::scene::text;

const PAYMENTS: usize = 64;

/// Pays 64 times at once, from two accounts, against a daily limit that allows about ten. Returns the number
/// of payments made, and `true` if exactly these are counted and within the limit.
async fn rush(service: &Service) -> (usize, bool) {
    let mut policy = p1();
    policy["spendingLimits"] =
        json!({ "currency": "USD", "perTransactionLimit": 1_000, "dailyLimit": 10_000 });
    let scene = AgentScene::new(service, &policy).await;
    let euro = scene.euro_accounts().await;

    let pay = |number: usize| match number % 2 {
        0 => scene.transfer_out(1_000).send(),
        // 978.26 dollars, rounded up.
        _ => scene.transfer_between(&euro.internal, &euro.bank, 900).send(),
    };

    let responses = join_all((0..PAYMENTS).map(pay)).await;
    let mut counts = [0, 0];
    for (number, response) in responses.iter().enumerate() {
        match response.status {
            201 => counts[number % 2] += 1,
            _ => drop(response.expect_error(403, "FORBIDDEN")),
        }
    }

    let count = counts[0] + counts[1];
    let spent = counts[0] * 1_000 + counts[1] * 979;
    let usage = scene.usage().await;
    scene.base.platform.advance(SETTLEMENT_WAIT).await;
    (usize::try_from(count).unwrap(), usage == [count, spent, spent] && spent <= 10_000)
}

journey! {
    async fn no_race_lets_an_agent_spend_more(service) {
        let (created, is_within) = rush(service).await;
        assert!(created == 10 && is_within, "{created} were made, within the limit: {is_within}");
    }
}

journey! {
    async fn approvals_and_payments_share_one_limit(service) {
        let mut policy = p1();
        policy["spendingLimits"] = json!({ "currency": "USD", "perTransactionLimit": 1_000, "dailyLimit": 10_000 });
        policy["approvalThresholds"] = json!({ "currency": "USD", "amount": 500 });
        let scene = AgentScene::new(service, &policy).await;

        let mut actions = Vec::new();
        for _ in 0..16 {
            actions.push(scene.transfer_out(1_000).send().await.expect(201));
        }

        let approving = join_all(actions.iter().map(|action| scene.decide(action, "approve").send()));
        let paying = join_all((0..32).map(|_| scene.transfer_out(500).send()));
        let (approved, paid) = futures_util::future::join(approving, paying).await;

        let approved = approved.iter().filter(|response| response.expect(200)["status"] == "APPROVED").count();
        let paid = paid.iter().filter(|response| response.status == 201).count();
        let spent = i64::try_from(approved * 1_000 + paid * 500).unwrap();
        let count = i64::try_from(approved + paid).unwrap();

        assert_eq!((scene.usage().await, scene.balance().await), ([count, spent, spent], 100_000 - spent));
        assert!((9_500..=10_000).contains(&spent), "{spent} was spent");
        scene.base.platform.advance(SETTLEMENT_WAIT).await;
    }
}

journey! {
    async fn about_each_action_there_is_one_decision(service) {
        let scene = AgentScene::new(service, &p1()).await;
        scene.require_approval().await;
        let action = scene.transfer_out(1_000).send().await.expect(201);
        let id = scene.transactions().await[0]["id"].clone();
        let of_transaction = |verb: &str| format!("/transactions/{}/{verb}", text(&id));
        let platform = &scene.base.platform;

        let decisions = (0..100).map(|number| match number % 4 {
            0 => scene.decide(&action, "approve").send(),
            1 => scene.decide(&action, "reject").json(&json!({ "reason": "No" })).send(),
            2 => platform.post(&of_transaction("approve")).send(),
            _ => platform.post(&of_transaction("reject")).send(),
        });
        let responses = join_all(decisions).await;

        assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 1);
        for lost in responses.iter().filter(|response| response.status != 200) {
            lost.expect_error(409, "TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL");
        }

        let (spent, remaining) = match text(&scene.action(&action["id"]).await["status"]) {
            "APPROVED" => ([1, 1_000, 1_000], 99_000),
            _ => ([0, 0, 0], 100_000),
        };
        assert_eq!((scene.usage().await, scene.balance().await), (spent, remaining));
        scene.base.platform.advance(SETTLEMENT_WAIT).await;
    }
}

journey! {
    async fn a_keyed_payment_is_made_and_counted_once(service) {
        let scene = AgentScene::new(service, &p1()).await;
        let one = || scene.transfer_out(1_000).idempotency_key("once").send();
        let responses = join_all((0..16).map(|_| one())).await;
        let first = responses[0].expect(201);
        assert!(responses.iter().all(|response| response.expect(201) == first));
        assert_eq!((scene.usage().await, scene.balance().await), ([1, 1_000, 1_000], 99_000));
        scene.base.platform.advance(SETTLEMENT_WAIT).await;
    }
}
