//! The ledger as operators see it (conventions 2.1, money 2.1).

use std::sync::Arc;

use causeway_service::operator::{Grant, Kind, Role};
use causeway_service::runtime::upkeep;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, caller, expect_error, on, trail, try_action_as};
use crate::harness::on_engines;

on_engines! {
    async fn balances_add_up_to_zero_and_agree_with_the_trial_balance(service) {
        let platform = service.platform(Environment::Sandbox).await;
        platform.fund(&platform.own_account("USD").await, 1_234).await;
        let balances = act(service, "ledger balances", on(&platform)).await.json;
        assert_eq!(balances, act(service, "ledger trial-balance", on(&platform)).await.json);
        let rows = balances["balances"].as_array().expect("balances");
        let available: Vec<&Value> = rows.iter().filter(|row| row["code"] == "AV").collect();
        assert_eq!((available.len(), &available[0]["balance"]["amount"]), (1, &json!(1_234)));
        for difference in balances["differences"].as_array().expect("differences") {
            assert_eq!(difference["difference"]["amount"], 0, "{balances}");
        }

        upkeep::seal_ledger(service.app()).await.unwrap();
        upkeep::follow_heads(service.app()).await.unwrap();
        let proof = act(service, "ledger proof", on(&platform)).await.json;
        assert_eq!((&proof["block"], &proof["unsealed"], &proof["journals"]), (&json!(1), &json!(0), &json!(1)));
        assert_eq!(proof["root"], proof["anchored_root"], "{proof}");
    }
}

on_engines! {
    /// Verifies as a viewer, who is recorded: a verification raises and closes alerts. Only an administrator adds
    /// anchors, of which the audit trail has the hash.
    async fn a_verification_is_audited_and_only_administrators_add_anchors(service) {
        let viewer = caller(Grant::of(&[Role::Viewer], None));
        assert!(try_action_as(service, &viewer, "ledger verify", json!({})).await.is_ok());
        let anchors = json!({ "anchors": ["planted"] });
        let error = try_action_as(service, &viewer, "ledger verify", anchors.clone()).await.err().expect("an error");
        assert_eq!(error.kind, Kind::Refused, "{error}");
        let admin = caller(Grant::of(&[Role::Admin], None));
        assert!(try_action_as(service, &admin, "ledger verify", anchors).await.is_ok());

        let rows = trail(service).await;
        assert!(rows.iter().all(|row| row.action == "ledger verify" && row.actor == "ada"), "{rows:?}");
        let added: Vec<&Value> = rows.iter().map(|row| &row.detail["anchors"]).collect();
        assert_eq!((added.len(), added[0]), (2, &json!([])));
        let hash = added[1][0].as_str().expect("a hash");
        assert!(hash.starts_with("SHA-256 ") && !hash.contains("planted"), "{hash}");
    }
}

on_engines! {
    async fn one_verification_runs_at_a_time(service) {
        let running = Arc::clone(&service.app().verifying).try_lock_owned().expect("no verification");
        let error = expect_error(service, "ledger verify", json!({}), Kind::Refused).await;
        assert!(error.message.contains("already"), "{error}");
        drop(running);
        act(service, "ledger verify", json!({})).await;
    }
}
