//! Lists of agents (agents A2).

use serde_json::{Value, json};

use super::scene::p1;
use crate::harness::journey;
use crate::payments::scene::text;

journey! {
    async fn agents_ja17_lists(service) {
        let platform = service.platform_with(&["USD"]).await;
        let [alice, bob] = [platform.customer(&["USD"]).await, platform.customer(&["USD"]).await];
        let mut agents = Vec::new();
        for number in 0..25 {
            let customer = if number == 7 { &bob } else { &alice };
            let body = json!({ "name": format!("{number}"), "customerId": customer["id"], "policy": p1() });
            agents.push(platform.post("/agents").json(&body).send().await.expect(201));
        }
        agents.reverse();

        let names = |list: &Value| -> Vec<Value> {
            list["data"].as_array().unwrap().iter().map(|agent| agent["name"].clone()).collect()
        };
        let all: Vec<Value> = agents.iter().map(|one| one["agent"]["name"].clone()).collect();

        let first = platform.get("/agents").send().await.expect(200);
        assert_eq!((names(&first), &first["hasMore"], &first["totalCount"]), (all[..20].to_vec(), &json!(true), &json!(25)));
        let next = platform.get(&format!("/agents?cursor={}", text(&first["nextCursor"]))).send().await.expect(200);
        assert_eq!((names(&next), &next["hasMore"], next.get("nextCursor")), (all[20..].to_vec(), &json!(false), None));

        let code = text(&agents[3]["deviceCode"]["code"]).to_owned();
        platform.anonymous().post(&format!("/agents/device-codes/{code}/redeem")).send().await.expect(200);
        let path = format!("/agents/{}", text(&agents[4]["agent"]["id"]));
        platform.patch(&path).json(&json!({ "isPaused": true })).send().await.expect(200);
        let created = text(&agents[0]["agent"]["createdAt"]);
        for (query, expected) in [
            (format!("customerId={}", text(&bob["id"])), vec![json!("7")]),
            ("isConnected=true".to_owned(), vec![all[3].clone()]),
            ("isPaused=true".to_owned(), vec![all[4].clone()]),
            ("isPaused=true&isConnected=true".to_owned(), vec![]),
            (format!("createdAfter={created}&limit=1"), vec![all[0].clone()]),
            ("updatedBefore=2001-01-01T00:00:00Z".to_owned(), vec![]),
        ] {
            let found = platform.get(&format!("/agents?{query}")).send().await.expect(200);
            assert_eq!(names(&found), expected, "{query}");
        }

        for wrong in ["limit=0", "limit=101", "cursor=zzz", "isPaused=perhaps", "createdAfter=yesterday"] {
            platform.get(&format!("/agents?{wrong}")).send().await.expect_error(400, "INVALID_INPUT");
        }

        let foreign = format!("/agents?isPaused=false&cursor={}", text(&first["nextCursor"]));
        platform.get(&foreign).send().await.expect_error(400, "INVALID_INPUT");
    }
}
