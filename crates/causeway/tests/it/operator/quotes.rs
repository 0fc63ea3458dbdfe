//! Quotes as operators see them (conventions 2.1, money 8).

use causeway_service::operator::Kind;
use serde_json::{Value, json};

use super::acting::{act, expect_error, with};
use crate::harness::on_engines;
use crate::payments::scene::{Scene, text};

on_engines! {
    async fn an_offered_quote_waits_for_its_platform_until_it_expires(service) {
        let scene = Scene::new(service).await;
        scene.platform.fund(&scene.usd, 100_000).await;
        scene.platform.freeze().await;
        let quote = scene.quote(&scene.euro_account().await, 10_000).await;
        let arguments = with(&scene.platform, json!({ "quote": quote["id"] }));
        let shown = act(service, "quote show", arguments.clone()).await.json;
        assert_eq!((&shown["transaction"], &shown["status"]), (&quote["transactionId"], &json!("PENDING")));
        let wait = &shown["waits_for"];
        assert_eq!([&wait["party"], &wait["until"]], [&json!("PLATFORM"), &shown["expires_at"]]);
        assert_eq!(shown["price"]["sent"]["amount"], 10_000);
        assert_eq!(text(&shown["price"]["rate_source"]), "the rates of the sandbox");

        scene.execute(&quote).send().await.expect(200);
        scene.platform.advance(std::time::Duration::from_secs(60)).await;
        let executed = act(service, "quote show", arguments).await.json;
        assert_eq!((&executed["status"], &executed["waits_for"]), (&json!("COMPLETED"), &Value::Null));

        let unknown = with(&scene.platform, json!({ "quote": "Quote:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b" }));
        expect_error(service, "quote show", unknown, Kind::NotFound).await;
        scene.platform.resume().await;
    }
}
