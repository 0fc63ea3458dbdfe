//! Agents and their actions as operators see them (agents A2, A5).

use serde_json::{Value, json};

use super::scene::{AgentScene, p1};
use crate::harness::journey;
use crate::operator::acting::{act, rows, with};
use crate::operator::printed::run_looks;

journey! {
    async fn an_action_that_waits_is_listed_shown_and_in_the_inbox(service) {
        let scene = AgentScene::new(service, &p1()).await;
        scene.require_approval().await;
        let action = scene.transfer_out(1_000).send().await.expect(201);
        let platform = &scene.base.platform;
        let list = |name: &'static str, arguments: Value| rows(service, name, with(platform, arguments));

        let agent = &scene.agent.resource["id"];
        let agents = list("agent list", json!({ "customer": scene.base.alice["id"] })).await;
        assert_eq!((agents.as_array().map(Vec::len), &agents[0]["agent"]), (Some(1), agent), "{agents}");
        let shown = act(service, "agent show", json!({ "agent": agent })).await.json;
        assert_eq!((&shown["waiting"][0]["action"], &shown["daily_limit"]["amount"]), (&action["id"], &json!(80_000)));
        run_looks(service, &shown).await;

        let pending = json!({ "agent": agent, "pending": true });
        let actions = list("agent-action list", pending.clone()).await;
        assert_eq!((actions.as_array().map(Vec::len), &actions[0]["action"]), (Some(1), &action["id"]), "{actions}");
        let shown = act(service, "agent-action show", json!({ "action": action["id"] })).await.json;
        assert_eq!([&shown["status"], &shown["meaning"]], ["PENDING_APPROVAL", "waits for the decision of the platform"]);
        assert_eq!(shown["sent"]["amount"], 1_000);
        run_looks(service, &shown).await;

        let of_kind = json!({ "kind": "AGENT_ACTION" });
        let inbox = list("inbox list", of_kind.clone()).await;
        assert_eq!((inbox.as_array().map(Vec::len), &inbox[0]["id"]), (Some(1), &action["id"]), "{inbox}");
        assert_eq!((&inbox[0]["amount"]["amount"], &inbox[0]["deadline"]), (&json!(1_000), &shown["expires_at"]));
        for none in [json!({ "kind": "JOB" }), json!({ "kind": "AGENT_ACTION", "overdue": true })] {
            assert_eq!(list("inbox list", none.clone()).await, json!([]), "{none}");
        }

        scene.decide(&action, "reject").send().await.expect(200);
        assert_eq!(list("inbox list", of_kind).await, json!([]));
        assert_eq!(list("agent-action list", pending).await, json!([]));
    }
}
