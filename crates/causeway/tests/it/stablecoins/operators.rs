//! Operators' actions on stablecoins (stablecoins 2, 3.2, 8).

use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_service::operator::Kind;
use causeway_store::{Error, Tx, alerts};
use serde_json::{Value, json};

use super::scene::{Scene, link};
use crate::harness::{Platform, Service, journey};
use crate::operator::acting::{act, expect_error, rows, still_open, with};
use crate::operator::printed::run_looks;

fn status_arguments(platform: &Platform, scene: &Scene, status: &str) -> Value {
    with(platform, json!({ "stablecoin": scene.token["id"], "status": status }))
}

async fn read_stablecoin(service: &Service, scene: &Scene) -> Value {
    let arguments = with(&scene.platform, json!({ "stablecoin": scene.token["id"] }));
    act(service, "stablecoin show", arguments).await.json
}

journey! {
    async fn a_currency_appears_once_a_token_is_enabled_and_stays(service) {
        let scene = Scene::new(service).await;
        let currency = async || scene.platform.get(&scene.at("")).send().await.expect(200).get("currency").cloned();
        expect_error(service, "stablecoin set-status", status_arguments(&scene.platform, &scene, "ENABLED"), Kind::Refused).await;
        for status in ["PENDING_APPROVAL", "NOT_ENABLED", "PENDING_APPROVAL", "ENABLING"] {
            act(service, "stablecoin set-status", status_arguments(&scene.platform, &scene, status)).await;
            assert_eq!(currency().await, None);
        }
        for status in ["ENABLED", "DISABLED", "ENABLED"] {
            act(service, "stablecoin set-status", status_arguments(&scene.platform, &scene, status)).await;
            assert_eq!(currency().await, Some(json!("ACME")));
        }
    }
}

journey! {
    async fn completed_mints_and_burns_are_counted_in_the_supply(service) {
        let scene = Scene::new(service).await;
        scene.mint(&scene.ach_mint(&scene.bank)).await.expect(201);
        scene.burn(&scene.burn_from("PROVIDER_INTERNAL_BALANCE", &scene.bank, "WIRE")).await.expect(201);
        scene.mint(&scene.wire_mint()).await.expect(201);
        let supply = read_stablecoin(service, &scene).await;
        assert_eq!(json!([supply["minted"], supply["burned"]]), json!(["0", "0"]));
        scene.platform.advance(Duration::from_secs(2)).await;
        let supply = read_stablecoin(service, &scene).await;
        assert_eq!(json!([supply["minted"], supply["burned"]]), json!(["1000000", "1000000"]));
    }
}

journey! {
    async fn an_alert_about_a_mint_closes_with_the_mint(service) {
        let scene = Scene::new(service).await;
        let mint = scene.mint(&scene.ach_mint(&scene.bank)).await.expect(201);
        let subject = mint["id"].as_str().unwrap().to_owned();
        let id = service.app().ids.next(service.app().clock.now());
        let platform = scene.platform.id;
        let raise = move |tx: &mut Tx<'_>| {
            let kind = AlertKind::StablecoinOperationUnresolved;
            alerts::raise(tx, Some(platform), id, kind, &subject, &json!({}))
        };
        service.app().store.write::<_, Error, _>(&[], raise).await.unwrap();
        assert_eq!(still_open(service).await[0]["subject"], mint["id"]);
        scene.platform.advance(Duration::from_secs(2)).await;
        assert_eq!(still_open(service).await, json!([]));
    }
}

journey! {
    async fn a_revoked_link_is_used_no_more_until_it_is_linked_again(service) {
        let scene = Scene::new(service).await;
        let arguments = with(&scene.platform, json!({ "account": scene.link["id"] }));
        act(service, "provider-account revoke", arguments.clone()).await;
        scene.mint(&scene.wire_mint()).await.expect_error(400, "STABLECOIN_PROVIDER_ACCOUNT_REVOKED");
        expect_error(service, "provider-account revoke", arguments, Kind::Refused).await;
        let again = link(&scene.platform, "acme-777").await.expect(201);
        assert_eq!(again["id"], scene.link["id"]);
        scene.mint(&scene.wire_mint()).await.expect(201);
    }
}

journey! {
    async fn tokens_and_their_operations_are_listed(service) {
        let scene = Scene::new(service).await;
        let mint = scene.mint(&scene.ach_mint(&scene.bank)).await.expect(201);
        let list = |name: &'static str, arguments: Value| rows(service, name, with(&scene.platform, arguments));
        for arguments in [json!({}), json!({ "status": "NOT_ENABLED" })] {
            let tokens = list("stablecoin list", arguments).await;
            assert_eq!((tokens.as_array().map(Vec::len), &tokens[0]["stablecoin"]), (Some(1), &scene.token["id"]));
        }
        assert_eq!(list("stablecoin list", json!({ "token": "unknown" })).await, json!([]));
        for arguments in [json!({}), json!({ "stablecoin": scene.token["id"], "status": mint["status"] })] {
            let operations = list("stablecoin-operation list", arguments).await;
            assert_eq!((operations.as_array().map(Vec::len), &operations[0]["operation"]), (Some(1), &mint["id"]));
        }
        assert_eq!(list("stablecoin-operation list", json!({ "status": "EXPIRED" })).await, json!([]));
        scene.platform.advance(Duration::from_secs(2)).await;
        let done = act(service, "stablecoin-operation show", json!({ "operation": mint["id"] })).await.json;
        assert_eq!([&done["status"], &done["meaning"]], ["COMPLETED", "the tokens are minted or burned"]);
        run_looks(service, &done).await;
        let token = read_stablecoin(service, &scene).await;
        assert_eq!(token["commands"].as_array().map(Vec::len), Some(2), "its status has one next one: {token}");
        run_looks(service, &token).await;
    }
}
