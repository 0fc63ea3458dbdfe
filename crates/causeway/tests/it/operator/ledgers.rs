//! The ledger as operators see it (conventions 2.1, money 2.1).

use causeway_service::runtime::upkeep;
use causeway_store::platforms::Environment;
use serde_json::{Value, json};

use super::acting::{act, on};
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
