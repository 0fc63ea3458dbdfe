//! Lists of cards (cards J28).

use std::time::Duration;

use serde_json::{Value, json};

use super::scene::Scene;
use crate::harness::journey;
use crate::wallets::device::{Holder, text};

journey! {
    /// Checks J28 without its transactions.
    async fn cards_j28_list(service) {
        let scene = Scene::new(service).await;
        let mut cards = Vec::new();
        for _ in 0..25 {
            cards.insert(0, scene.issue(&scene.named("777")).send().await.expect(201)["id"].clone());
            scene.platform().advance(Duration::from_millis(5)).await;
        }
        scene.platform().settled().await;

        let list = async |query: &str| scene.platform().get(&format!("/cards{query}")).send().await.expect(200);
        let ids = |page: &Value| -> Vec<Value> {
            page["data"].as_array().unwrap().iter().map(|card| card["id"].clone()).collect()
        };

        let first = list("").await;
        assert_eq!((ids(&first), &first["hasMore"], &first["totalCount"]), (cards[..20].to_vec(), &json!(true), &json!(25)));
        let rest = list(&format!("?cursor={}", text(&first["nextCursor"]))).await;
        assert_eq!((ids(&rest), &rest["hasMore"]), (cards[20..].to_vec(), &json!(false)));
        assert!(rest.get("nextCursor").is_none());
        let oldest = list("?sortOrder=asc&limit=1").await;
        assert_eq!(ids(&oldest), cards[24..]);

        let own_id = first["data"][3]["platformCardId"].clone();
        let closed = json!({ "id": cards[7] });
        scene.change(&closed, json!({ "state": "CLOSED" })).await.expect(200);
        assert_eq!(ids(&list("?state=CLOSED").await), [cards[7].clone()]);
        assert_eq!(ids(&list(&format!("?platformCardId={}", text(&own_id))).await), [cards[3].clone()]);
        assert_eq!(list(&format!("?cardholderId={}", text(scene.customer()))).await["totalCount"], 25);
        assert_eq!(list(&format!("?accountId={}", scene.holder.wallet)).await["totalCount"], 25);

        let other = Holder::on(scene.platform(), "joe@example.com").await;
        for nothing in [format!("?cardholderId={}", text(&other.customer["id"])), format!("?accountId={}", other.wallet),
            "?platformCardId=x".to_owned(), "?cardholderId=Customer:01890a5d-ac96-774b-bcce-b302099a8057".to_owned()] {
            assert_eq!(list(&nothing).await, json!({ "data": [], "hasMore": false, "totalCount": 0 }));
        }

        for wrong in ["limit=0", "limit=101", "state=FOO", "sortOrder=up", "cursor=zzz"] {
            scene.platform().get(&format!("/cards?{wrong}")).send().await.expect_error(400, "INVALID_INPUT");
        }
    }
}
